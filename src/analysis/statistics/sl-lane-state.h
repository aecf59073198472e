/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a slice of a lane says to a reader, with the idle task that the trace or the user names. */

#include "sl-lane.h"

G_BEGIN_DECLS

SlState sl_lane_state (const SlLane *lane, SlState state, guint32 detail, guint32 idle_task);

G_END_DECLS
