/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-filter.h"
#include "sl-trace.h"

G_BEGIN_DECLS

#define SL_TYPE_EVENT_SEARCH (sl_event_search_get_type ())
G_DECLARE_FINAL_TYPE (SlEventSearch, sl_event_search, SL, EVENT_SEARCH, GObject)

SlEventSearch *sl_event_search_new (SlTrace *trace, SlFilter *filter, SlAnnotations *annotations);
void sl_event_search_set_trace (SlEventSearch *self, SlTrace *trace);

SlFilter *sl_event_search_get_filter (SlEventSearch *self);
guint64 sl_event_search_get_total (SlEventSearch *self);
gboolean sl_event_search_is_running (SlEventSearch *self);
double sl_event_search_get_fraction (SlEventSearch *self);
gboolean
sl_event_search_locate (SlEventSearch *self, guint64 match, guint *zone, guint *match_in_zone);
guint sl_event_search_get_n_done (SlEventSearch *self);
guint64 sl_event_search_get_before (SlEventSearch *self, guint zone);

G_END_DECLS
