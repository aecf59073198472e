/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Blocks of events that pictures looked into, kept for the next picture, which mostly shows the
 * same ones. A picture that must not take long decodes a few more of them and goes without the
 * rest; the next one then has them. One thread at a time. */

#include "sl-map-sums.h"
#include "sl-overlay.h"

G_BEGIN_DECLS

/**
 * SlZoneTouch:
 * @event: its number in the zone
 * @rank: of the page that it touches
 * @group: by its type of cycle
 * @attribute: by the type of memory
 *
 * An event that touches what a page map shows.
 */
typedef struct
{
  SlTime time;
  guint32 rank;
  guint16 event;
  guint8 group;
  guint8 attribute;
} SlZoneTouch;

/* By time. */
typedef struct
{
  SlZoneTouch *touches; /* %NULL until somebody fills it in, with g_malloc() */
  guint n_touches;
} SlZoneTouches;

/**
 * SlCachedZone:
 * @touches: by plane
 * @matches: by event, 1 where the filter whose text is @filter lets it through; %NULL until somebody
 *   fills it in, with g_malloc()
 * @filter: (nullable): interned
 */
typedef struct
{
  SlTrace *trace;
  guint zone;
  guint n_events;
  SlEvent *events;
  SlZoneTouches touches[SL_N_PLANES];
  guint8 *matches;
  const char *filter;
  SlOverlay *overlay; /* whose names the filter went by */
  guint64 used;
} SlCachedZone;

G_STATIC_ASSERT (SL_BLOCK_EVENTS <= G_MAXUINT16 + 1);

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
