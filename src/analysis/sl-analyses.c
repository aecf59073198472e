/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-analyses.h"

#include "sl-branch-lanes.h"
#include "sl-built-in-analyses.h"
#include "sl-bus-lanes.h"
#include "sl-shark-states.h"
#include "sl-span-tracks.h"
#include "sl-system-lanes.h"

static const SlAnalysis *const analyses[] = {
  &sl_branch_lanes, &sl_btm_lanes,    &sl_bus_lanes,
  &sl_shark_states, &sl_system_lanes, &sl_marks_lanes,
  &sl_span_tracks,  &sl_topa_lanes,   NULL,
};

/**
 * sl_analyses_get_all:
 *
 * Returns: (transfer none): all analyses, %NULL-ended; each ignores traces that it knows nothing
 *   of
 */
const SlAnalysis *const *
sl_analyses_get_all (void)
{
  return analyses;
}
