/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-rules.h"

/* The period of a task's releases as the trace records it; 0 where it does not, or where it changes. */
static gint64
find_period (const SlLane *lane)
{
  const SlTrack *track =
      lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_PERIOD) : NULL;
  gint64 period = 0;
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return 0;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (item.value <= 0 || (period > 0 && item.value != period))
        return 0;
      period = item.value;
    }
  return period;
}

/**
 * sl_recorded_rules_add:
 *
 * Adds what @trace records of its tasks to @rules, which take precedence.
 */
void
sl_recorded_rules_add (SlTaskRules *rules, SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      gint64 period = find_period (lane);

      if (period > 0)
        sl_task_rules_add_period (rules, lane->object, period);
    }
}
