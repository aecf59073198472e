/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Blocks of events that pictures looked into, kept for the next picture, which mostly shows the
 * same ones. A picture that must not take long decodes a few more of them and goes without the
 * rest; the next one then has them. One thread at a time. */

#include "sl-map-sums.h"
#include "sl-overlay.h"

G_BEGIN_DECLS

/**
 * SlCachedZone:
 * @ranks: by plane, the rank in the page map of what each event touches, %SL_NO_RANK for none;
 *   %NULL until somebody fills it in, with g_malloc(); freed with the zone
 * @matches: by event, 1 where the filter whose text is @filter lets it through; the same
 * @filter: (nullable): interned
 */
typedef struct
{
  SlTrace *trace;
  guint zone;
  guint n_events;
  SlEvent *events;
  guint32 *ranks[SL_N_PLANES];
  guint8 *matches;
  const char *filter;
  SlOverlay *overlay; /* whose names the filter went by */
  guint64 used;
} SlCachedZone;

#define SL_NO_RANK G_MAXUINT32

/* So many zones that were not decoded before fit into one frame. */
#define SL_ZONES_A_FRAME 12

typedef struct _SlZoneCache SlZoneCache;

SlZoneCache *sl_zone_cache_new (void);
void sl_zone_cache_free (SlZoneCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlZoneCache, sl_zone_cache_free)

void sl_zone_cache_begin (SlZoneCache *self, guint most);
SlCachedZone *sl_zone_cache_get (SlZoneCache *self, SlTrace *trace, guint zone);
const SlEvent *
sl_zone_cache_get_part (SlZoneCache *self, SlTrace *trace, guint zone, guint first, guint n_events);
gboolean sl_zone_cache_is_lacking (const SlZoneCache *self);
SlMapSums *sl_zone_cache_get_map_sums (SlZoneCache *self);

G_END_DECLS
