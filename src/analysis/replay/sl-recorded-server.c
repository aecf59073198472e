/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decision-private.h"

#include "sl-kind-action.h"

/* Returns: (transfer none) (nullable): the lane of the server that serves @task, and no other, once the event has happened */
static const SlLane *
find_lane (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  SlTrace *trace = sl_replay_get_by_event (replay);

  for (guint i = 0; i < sched->servers->len; i++)
    {
      const SlLane *lane =
          sl_trace_get_lane (trace, g_array_index (sched->servers, SlSchedServer, i).lane);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
      SlItem item;

      if (states != NULL && sl_track_find_at (states, (SlTime) sched->index, &item) &&
          item.state != SL_STATE_UNKNOWN && item.detail == task)
        return lane;
    }

  return NULL;
}

/**
 * sl_recorded_server_find:
 *
 * Returns: the object of the server that serves @task, and no other; 0 where none is recorded, or nobody knows what it does
 */
guint32
sl_recorded_server_find (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  const SlLane *lane = find_lane (sched, replay, task);

  return lane != NULL ? lane->object : 0;
}

/**
 * sl_recorded_server_find_deadline:
 * @deadline: (out): in ticks of the recorded trace
 *
 * Returns: whether the deadline is recorded that the server of @task got with its last budget
 */
gboolean
sl_recorded_server_find_deadline (const SlSchedState *sched,
                                  SlReplay *replay,
                                  guint32 task,
                                  SlTime *deadline)
{
  const SlLane *lane = find_lane (sched, replay, task);
  const SlTrack *deadlines = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_DEADLINES) : NULL;
  const SlTrack *marks = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_MARKS) : NULL;
  SlTime index = (SlTime) sched->index + 1;
  SlItem item, mark;

  if (deadlines == NULL || marks == NULL || !sl_track_find_before (deadlines, index, &item))
    return FALSE;

  *deadline = item.value;
  while (sl_track_find_before (marks, index, &mark) && mark.begin > item.begin)
    {
      if (sl_kind_get_action (mark.state) == SL_ACTION_REPLENISH)
        return FALSE;
      index = mark.begin;
    }

  return TRUE;
}
