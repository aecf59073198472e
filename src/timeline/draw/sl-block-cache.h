/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Blocks of events that pictures looked into, kept for the next picture, which mostly shows the
 * same ones. A picture that must not take long decodes a few more of them and goes without the
 * rest; the next one then has them. One thread at a time. */

#include "sl-annotations.h"
#include "sl-filter.h"
#include "sl-map-sums.h"

G_BEGIN_DECLS

/**
 * SlBlockTouch:
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
} SlBlockTouch;

/* By time. */
typedef struct
{
  SlBlockTouch *touches; /* %NULL until somebody fills it in, with g_malloc() */
  guint n_touches;
} SlBlockTouches;

/**
 * SlCachedBlock:
 * @touches: by plane
 * @matches: by event, 1 where @filter matches it; %NULL until somebody
 *   fills it in, with g_malloc()
 * @filter: (nullable): bound to @trace
 */
typedef struct
{
  SlTrace *trace;
  guint zone;
  guint n_events;
  SlEvent *events;
  SlBlockTouches touches[SL_N_PLANES];
  guint8 *matches;
  SlFilterBinding *filter;
  guint64 used;
} SlCachedBlock;

G_STATIC_ASSERT (SL_BLOCK_EVENTS <= G_MAXUINT16 + 1);

/* So many zones that were not decoded before fit into one frame. */
#define SL_BLOCKS_A_FRAME 12

typedef struct _SlBlockCache SlBlockCache;

SlBlockCache *sl_block_cache_new (void);
void sl_block_cache_free (SlBlockCache *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlBlockCache, sl_block_cache_free)

void sl_block_cache_begin (SlBlockCache *self, guint most);
SlCachedBlock *sl_block_cache_get (SlBlockCache *self, SlTrace *trace, guint zone);
const SlEvent *sl_block_cache_get_part (SlBlockCache *self,
                                        SlTrace *trace,
                                        guint zone,
                                        guint first,
                                        guint n_events);
gboolean sl_block_cache_is_lacking (const SlBlockCache *self);
SlMapSums *sl_block_cache_get_map_sums (SlBlockCache *self);

G_END_DECLS
