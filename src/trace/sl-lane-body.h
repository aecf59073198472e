/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a lane of a trace holds beside counts and maps, in one piece that generations share: its tracks, and its name behind
 * them. A trace may have very many lanes. */

#include "sl-lane.h"
#include "sl-track-slab.h"

G_BEGIN_DECLS

void sl_lane_set_body (SlLane *self,
                       const SlLaneTrack *tracks,
                       guint n_tracks,
                       const char *name,
                       SlTrackSlabs *slabs);
void sl_lane_share_body (SlLane *self, const SlLane *other);
void sl_lane_release_body (SlLane *self);

G_END_DECLS
