/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The thread that packs what the analyses found, so that they need not wait for it. */

#include "sl-track-tree.h"

G_BEGIN_DECLS

typedef struct _SlTrackPacker SlTrackPacker;

SlTrackPacker *sl_track_packer_new (void);
void sl_track_packer_free (SlTrackPacker *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTrackPacker, sl_track_packer_free)

void sl_track_packer_push (SlTrackPacker *self, SlTrackTree *tree, SlTrackBatch **batch);
SlTrack *sl_track_packer_pack_few (SlTrackPacker *self,
                                   SlTrackType type,
                                   const SlTrackBatch *batch,
                                   gboolean is_whole);
SlTrackBatch *sl_track_packer_take_batch (SlTrackPacker *self, guint room);
void sl_track_packer_give_batch (SlTrackPacker *self, SlTrackBatch *batch, guint room);
SlTrackSlabs *sl_track_packer_get_slabs (SlTrackPacker *self);
SlTrackSlabs *sl_track_packer_get_wholes (SlTrackPacker *self);
void sl_track_packer_drain (SlTrackPacker *self);

SlTrackWriter *sl_track_writer_new_packed (SlTrackType type, SlTrackPacker *packer);
gboolean sl_track_writer_is_packed (const SlTrackWriter *self);

G_END_DECLS
