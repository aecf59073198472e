/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What parts of a track of slices or instants weigh: ticks and items by group, and how many items
 * count. A fold puts such weights into its columns. */

#include "sl-prefetch.h"
#include "sl-weigher.h"

G_BEGIN_DECLS

void sl_weigh_child (const SlWeigher *self,
                     SlWeights *weights,
                     const SlTrackNode *node,
                     const SlTrackChild *child);
void
sl_weigh_leaf (const SlWeigher *self, SlWeights *weights, const SlTrackChunk *chunk, guint leaf);
void sl_weigh_child_before (const SlWeigher *self,
                            SlWeights *weights,
                            const SlTrackNode *node,
                            const SlTrackChild *child,
                            SlTime border);
void sl_weigh_leaf_before (const SlWeigher *self,
                           SlWeights *weights,
                           const SlTrackChunk *chunk,
                           guint leaf,
                           SlTime border);
static inline SlTime
sl_leaf_get_end (const SlTrackChunk *chunk, guint leaf)
{
  return leaf + 1 < chunk->n_leaves ? chunk->begin[leaf + 1] : chunk->end;
}

/* What is looked into next is somewhere else: this much of it may come meanwhile. */
#define SL_TRACK_AHEAD (4 * SL_CACHE_LINE)

G_END_DECLS
