/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The slices of a track that say one state, numbered among themselves: a row may show some of
 * what a track holds, and must not pay for the rest. */

#include "sl-track.h"

G_BEGIN_DECLS

guint64 sl_track_count_state (const SlTrack *self, SlState state, SlTime before);
gboolean sl_track_find_state (const SlTrack *self, SlState state, guint64 number, SlItem *item);

/**
 * SlStateIter:
 * @number: of the next slice among those of its state
 *
 * Walks forward as #SlTrackIter does, over slices of one state only.
 */
typedef struct
{
  SlTrackIter iter;
  SlState state;
  guint64 number;
} SlStateIter;

void sl_state_iter_init (SlStateIter *self, const SlTrack *track, SlState state, SlTime from);
gboolean sl_state_iter_next (SlStateIter *self, SlItem *item);

G_END_DECLS
