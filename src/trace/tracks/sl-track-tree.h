/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tree of a track while it grows: merges and packs items, freezes chunks and nodes. */

#include "sl-track-open.h"

G_BEGIN_DECLS

typedef struct _SlTrackTree SlTrackTree;

SlTrackTree *sl_track_tree_new (SlTrackType type, SlTrackSlabs *slabs);
void sl_track_tree_free (SlTrackTree *self);
void sl_track_tree_clear (SlTrackTree *self, SlTrackType type);
void sl_track_tree_prefetch_head (const SlTrackTree *self);
void sl_track_tree_prefetch (const SlTrackTree *self);
void sl_track_tree_add (SlTrackTree *self, const SlTrackBatch *batch);
SlTrack *sl_track_tree_snapshot (SlTrackTree *self);
SlTrack *sl_track_tree_make_few (SlTrackTree *self, SlTrackSlabs *slabs);

G_END_DECLS
