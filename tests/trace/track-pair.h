/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Random tracks for tests. */

#include "sl-track.h"

G_BEGIN_DECLS

/* A track and the plain list that it must agree with. */
typedef struct
{
  SlTrack *track;
  GArray *items; /* of SlItem */
} TrackPair;

TrackPair track_pair_make (SlTrackType type, guint n_items);
void track_pair_clear (TrackPair *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TrackPair, track_pair_clear)

void track_pair_add_random (SlTrackWriter *writer, SlTrackType type, GArray *items, SlTime *now);
SlSpan track_pair_random_span (const GArray *items);
guint track_pair_find_from (const GArray *items, SlTime from);
guint track_pair_count_before (const GArray *items, SlTime time);
guint track_pair_code_of (const SlTrack *track, const SlItem *item);

G_END_DECLS
