/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "sl-bus-matches.h"
#include "sl-event-hits.h"

G_BEGIN_DECLS

/* Looks in the background for what a filter lets through of the cycles of a bus trace, or for where the
 * events are that it asks for, and shows what it has found as it goes. */
#define SL_TYPE_MATCH_SEARCH (sl_match_search_get_type ())
G_DECLARE_FINAL_TYPE (SlMatchSearch, sl_match_search, SL, MATCH_SEARCH, GObject)

SlMatchSearch *sl_match_search_new (SlTrace *trace, SlFilterRun *filter, gboolean by_attribute);
SlMatchSearch *sl_match_search_new_for_hits (SlTrace *trace, SlFilterRun *filter);
void sl_match_search_stop (SlMatchSearch *self);
SlBusMatches *sl_match_search_get_matches (SlMatchSearch *self);
SlEventHits *sl_match_search_get_hits (SlMatchSearch *self);

G_END_DECLS
