/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-lane-state.h"

/**
 * sl_lane_state:
 * @state: of a slice or of a code of one of the lane's tracks
 * @detail: of the same
 * @idle_task: number of the idle task, 0 for none; from sl_annotations_get_idle_task(), so that the
 *   user's choice counts, or from sl_trace_get_idle_task()
 *
 * Tracks of a processor say "running" of whatever task runs, since it is known only in the end,
 * and by the user's leave, which task is the idle one. To a reader a processor that runs the idle
 * task is idle. In its own lane the idle task is running.
 *
 * Returns: what the slice says
 */
SlState
sl_lane_state (const SlLane *lane, SlState state, guint32 detail, guint32 idle_task)
{
  if (lane->type == SL_LANE_CPU && state == SL_STATE_RUNNING && detail == idle_task &&
      idle_task != 0)
    return SL_STATE_IDLE;

  return state;
}
