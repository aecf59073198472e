/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlDragSpeed:
 *
 * How fast the pointer moves, by the times of its events and not by when they were handled: a
 * frame that takes long makes nothing faster or slower. Times count milliseconds and wrap around.
 */
typedef struct
{
  /*< private >*/
  guint32 time; /* of the last event that told something */
  double x;     /* where the pointer was then */
  double speed;
  gboolean has_speed;
} SlDragSpeed;

void sl_drag_speed_begin (SlDragSpeed *self, guint32 time, double x);
void sl_drag_speed_move (SlDragSpeed *self, guint32 time, double x);
double sl_drag_speed_release (const SlDragSpeed *self, guint32 time);

G_END_DECLS
