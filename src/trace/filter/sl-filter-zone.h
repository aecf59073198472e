/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a filter says of blocks of events without looking at any event: by the ranges and sets of
 * their zones and, where it asks for addresses and the trace has page maps, by the pages that each
 * touches. Private to SlFilterRun. */

#include "sl-filter-condition.h"

G_BEGIN_DECLS

typedef struct _SlFilterZones SlFilterZones;

SlFilterZones *sl_filter_zones_new (SlTrace *trace,
                                    const SlFilterCondition *conditions,
                                    guint n_conditions,
                                    const SlFilterNode *root);
void sl_filter_zones_free (SlFilterZones *self);

SlFilterChance sl_filter_zones_ask (SlFilterZones *self, guint zone);
SlFilterChance sl_filter_zones_ask_alone (const SlFilterZones *self, const SlZone *zone);

G_END_DECLS
