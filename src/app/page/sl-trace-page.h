/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-timeline-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_TRACE_PAGE (sl_trace_page_get_type ())
G_DECLARE_FINAL_TYPE (SlTracePage, sl_trace_page, SL, TRACE_PAGE, AdwBin)

GtkWidget *sl_trace_page_new (SlDocument *document, GSettings *settings);
SlDocument *sl_trace_page_get_document (SlTracePage *self);
SlTimelineWidget *sl_trace_page_get_timeline (SlTracePage *self);
void sl_trace_page_set_progress (SlTracePage *self, double fraction);
void sl_trace_page_turn (SlTracePage *self, int by);
void sl_trace_page_show_page (SlTracePage *self, const char *name);
void sl_trace_page_find (SlTracePage *self);

G_END_DECLS
