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

G_END_DECLS
