/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tree of a track while it grows: takes items by the leaf, freezes chunks and nodes. */

#include "sl-track-stage.h"

G_BEGIN_DECLS

typedef struct _SlTrackTree SlTrackTree;

SlTrackTree *sl_track_tree_new (SlTrackType type);
void sl_track_tree_free (SlTrackTree *self);
void sl_track_tree_add (SlTrackTree *self, const SlTrackStage *stage);
SlTrackNode *sl_track_tree_make_root (SlTrackTree *self, const SlTrackStage *last);

G_END_DECLS
