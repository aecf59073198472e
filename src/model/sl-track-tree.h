/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tree of a track while it grows: merges and packs items, freezes chunks and nodes. */

#include "sl-track-open.h"

G_BEGIN_DECLS

typedef struct _SlTrackTree SlTrackTree;

/**
 * SlTrackSlabs:
 * @open: (nullable): the slab that is being filled
 *
 * Where the chunks of all trees that one thread packs get their memory.
 */
typedef struct
{
  SlTrackSlab *open;
} SlTrackSlabs;

void sl_track_slabs_clear (SlTrackSlabs *self);

SlTrackTree *sl_track_tree_new (SlTrackType type, SlTrackSlabs *slabs);
void sl_track_tree_free (SlTrackTree *self);
void sl_track_tree_add (SlTrackTree *self, const SlTrackBatch *batch);
SlTrack *sl_track_tree_snapshot (SlTrackTree *self);

G_END_DECLS
