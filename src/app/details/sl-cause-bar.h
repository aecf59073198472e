/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-job-splitter.h"

G_BEGIN_DECLS

/**
 * SlCauseSegment:
 * @colour: 0xrrggbb of the object that the time is put down to
 * @ticks: above zero
 */
typedef struct
{
  SlCause cause;
  guint32 colour;
  gint64 ticks;
} SlCauseSegment;

GtkWidget *sl_cause_bar_new (const SlCauseSegment *segments,
                             guint n_segments,
                             gint64 deadline,
                             int width,
                             int height);
GtkWidget *sl_cause_swatch_new (const SlCauseSegment *segment);

G_END_DECLS
