/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-picture-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_TIMELINE_WIDGET (sl_timeline_widget_get_type ())
G_DECLARE_FINAL_TYPE (SlTimelineWidget, sl_timeline_widget, SL, TIMELINE_WIDGET, SlPictureWidget)

/**
 * SlWheel:
 *
 * What the wheel of a mouse does without a key; as in the settings.
 */
typedef enum
{
  SL_WHEEL_ZOOM,
  SL_WHEEL_PAN,
  SL_WHEEL_ROWS,
} SlWheel;

void sl_timeline_widget_set_document (SlTimelineWidget *self, SlDocument *document);
GtkAdjustment *sl_timeline_widget_get_adjustment (SlTimelineWidget *self);
void sl_timeline_widget_set_wheel (SlTimelineWidget *self, SlWheel wheel);
void sl_timeline_widget_set_plain (SlTimelineWidget *self, gboolean plain);
void sl_timeline_widget_zoom (SlTimelineWidget *self, double factor);
gboolean sl_timeline_widget_run (SlTimelineWidget *self, const char *action);
void sl_timeline_widget_draw (SlTimelineWidget *self, SlMarkerForm form);
void sl_timeline_widget_mark (SlTimelineWidget *self, gboolean snaps);
void sl_timeline_widget_focus_marker (SlTimelineWidget *self);
void sl_timeline_widget_show_target (SlTimelineWidget *self, const SlTarget *target);

G_END_DECLS
