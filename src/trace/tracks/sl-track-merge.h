/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Walks through the items of several tracks by begin; equal begins in the order of the tracks. */

#include "sl-track.h"

G_BEGIN_DECLS

typedef struct _SlTrackMerge SlTrackMerge;

SlTrackMerge *sl_track_merge_new (GPtrArray *tracks, SlTime from);
void sl_track_merge_free (SlTrackMerge *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTrackMerge, sl_track_merge_free)

gboolean sl_track_merge_next (SlTrackMerge *self, SlItem *item);

G_END_DECLS
