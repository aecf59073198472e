/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the children of nodes weigh by group, and leaves without sums, kept from one fold to the next. A node has a sum for
 * each mark below it: of a processor on which thousands of tasks ran that is about one an item, however high the node is;
 * a leaf with that many marks has no sums. Groups are few. */

#include "sl-weigher.h"

G_BEGIN_DECLS

SlKeptWeights *sl_kept_weights_new (void);
void sl_kept_weights_free (SlKeptWeights *self);
guint sl_kept_weights_get_count (const SlKeptWeights *self);

const guint64 *sl_kept_weights_get (SlKeptWeights *self,
                                    const SlWeigher *weigher,
                                    const SlTrackNode *node,
                                    const SlTrackChild *child);
void
sl_kept_weights_look_at (SlKeptWeights *self, const SlWeigher *weigher, const SlTrackChunk *chunk);
void sl_kept_weights_add_leaf (SlKeptWeights *self,
                               const SlWeigher *weigher,
                               SlWeights *weights,
                               const SlTrackChunk *chunk,
                               guint leaf);

G_END_DECLS
