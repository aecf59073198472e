/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A lane of a trace that is being built. Private to SlTraceBuilder. */

#include "sl-arena.h"
#include "sl-lane.h"
#include "sl-trace-builder.h"
#include "sl-track-packer.h"

G_BEGIN_DECLS

SlLaneBuilder *sl_lane_builder_new (SlArena *arena,
                                    SlTrackPacker *packer,
                                    SlLaneType type,
                                    const char *name,
                                    guint32 object);
void sl_lane_builder_clear (SlLaneBuilder *self);

void sl_lane_builder_snapshot (SlLaneBuilder *self,
                               SlDensity *counts,
                               SlPageMap *const *pages,
                               GArray *lanes);
void sl_lane_clear (SlLane *self);

/* What a lane of a trace holds beside counts and maps, its body, is one piece that generations share: its tracks, and its name
 * behind them. A trace may have very many lanes. */
void sl_lane_set_body (SlLane *self,
                       const SlLaneTrack *tracks,
                       guint n_tracks,
                       const char *name,
                       SlTrackSlabs *slabs);
void sl_lane_share_body (SlLane *self, const SlLane *other);
void sl_lane_release_body (SlLane *self);

G_END_DECLS
