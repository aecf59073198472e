/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-lecture.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_TRACE_VIEW (sl_trace_view_get_type ())
G_DECLARE_FINAL_TYPE (SlTraceView, sl_trace_view, SL, TRACE_VIEW, AdwBin)

GtkWidget *sl_trace_view_new (void);
void sl_trace_view_set_document (SlTraceView *self, SlDocument *document, GSettings *settings);
void sl_trace_view_come_in_parts (SlTraceView *self);
SlDocument *sl_trace_view_get_document (SlTraceView *self);
SlTimelineWidget *sl_trace_view_get_timeline (SlTraceView *self);
void sl_trace_view_set_progress (SlTraceView *self, double fraction);
void sl_trace_view_step_hit (SlTraceView *self, int direction);
void sl_trace_view_turn (SlTraceView *self, int by);
void sl_trace_view_show_panel (SlTraceView *self, const char *name);
GtkSelectionModel *sl_trace_view_get_panels (SlTraceView *self);
void sl_trace_view_focus_panel (SlTraceView *self, const char *name);
gboolean sl_trace_view_has_details (SlTraceView *self);
void sl_trace_view_set_outdated (SlTraceView *self, gboolean outdated, gboolean is_intact);
void sl_trace_view_find (SlTraceView *self);
void sl_trace_view_keep_panels_apart (SlTraceView *self);

SlLecture *sl_trace_view_get_lecture (SlTraceView *self);

G_END_DECLS
