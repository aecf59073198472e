/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-relation.h"

#include "sl-lock-holders.h"

/* Of a task's or a processor's past and future so many slices are looked through. */
#define MOST_SLICES 100000

static const SlTrack *
find_states (SlTrace *trace, guint32 object, SlLaneType type)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, object);

  return lane != NULL && lane->type == type ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
}

/* Whether the task has a processor. */
static gboolean
is_on (const SlItem *item)
{
  return item->state == SL_STATE_RUNNING || item->state == SL_STATE_INTERRUPTED;
}

/**
 * sl_relation_find_state:
 * @item: (out): the slice of the object's states at @time
 *
 * Returns: whether there is one
 */
gboolean
sl_relation_find_state (SlTrace *trace, guint32 object, SlTime time, SlItem *item)
{
  const SlTrack *states = sl_trace_get_track_of_object (trace, object, SL_ROLE_STATES);

  return states != NULL && sl_track_find_at (states, time, item);
}

/* The only processor of the trace; 0 where there are several. */
static guint32
find_only_processor (SlTrace *trace)
{
  guint n_lanes;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_lanes);

  return n_lanes == 1 ? sl_trace_get_lane (trace, lanes[0])->object : 0;
}

/**
 * sl_relation_find_processor:
 * @task: a task that runs at @time, or is interrupted then
 *
 * Returns: the processor that it has; 0 where it has none, or nobody knows which
 */
guint32
sl_relation_find_processor (SlTrace *trace, guint32 task, SlTime time)
{
  const SlTrack *states = find_states (trace, task, SL_LANE_TASK);
  guint32 only = find_only_processor (trace);
  SlItem item;

  if (states == NULL || !sl_track_find_at (states, time, &item) || !is_on (&item))
    return 0;
  if (only != 0)
    return only;

  /* Where an interrupt runs, the slice before says which. */
  for (guint i = 0; i < MOST_SLICES && item.state == SL_STATE_INTERRUPTED; i++)
    if (!sl_track_find_before (states, item.begin, &item))
      return 0;
  return item.state == SL_STATE_RUNNING ? item.detail : 0;
}

/**
 * sl_relation_find_task_on:
 *
 * Returns: the task that runs on the processor at @time; 0 for none
 */
guint32
sl_relation_find_task_on (SlTrace *trace, guint32 cpu, SlTime time)
{
  const SlTrack *states = find_states (trace, cpu, SL_LANE_CPU);
  SlItem item;

  return states != NULL && sl_track_find_at (states, time, &item) && item.state == SL_STATE_RUNNING
             ? item.detail
             : 0;
}

/* Where the task waits: in the queue that the slice names, else where it ran last. */
static guint32
find_queue (SlTrace *trace, guint32 task, const SlItem *waiting)
{
  guint32 only = find_only_processor (trace);
  SlItem run;

  if (only != 0)
    return only;
  if (waiting->state == SL_STATE_READY && waiting->detail != 0)
    return waiting->detail;
  if (sl_relation_find_run (trace, task, waiting->begin, -1, &run))
    return run.detail;

  return 0;
}

/**
 * sl_relation_find_rival:
 * @waiting: a slice of @task in which it is ready
 * @time: (out): from when on the other one runs in that slice
 *
 * Returns: the first other task that runs on its processor during the slice; 0 for none
 */
guint32
sl_relation_find_rival (SlTrace *trace, guint32 task, const SlItem *waiting, SlTime *time)
{
  const SlTrack *states = find_states (trace, find_queue (trace, task, waiting), SL_LANE_CPU);
  SlTrackIter iter;
  SlItem item;

  if (states == NULL)
    return 0;

  sl_track_iter_init (&iter, states, waiting->begin);
  for (guint i = 0; i < MOST_SLICES && sl_track_iter_next (&iter, &item); i++)
    {
      if (item.begin >= waiting->end)
        break;
      if (item.state != SL_STATE_RUNNING || item.detail == task)
        continue;

      *time = MAX (item.begin, waiting->begin);
      return item.detail;
    }
  return 0;
}

/**
 * sl_relation_find_holder:
 * @task: does not count as a holder itself
 *
 * Returns: who has the lock at @time; 0 for nobody, or nobody known
 */
guint32
sl_relation_find_holder (SlTrace *trace, guint32 task, guint32 lock, SlTime time)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, lock);
  g_autofree SlLockHolders *holders = NULL;

  if (lane == NULL || lane->type != SL_LANE_LOCK || time == SL_TIME_MAX)
    return 0;

  holders = sl_lock_holders_new (lane);
  return sl_lock_holders_cut (holders, task, (SlSpan) { time, time + 1 }).detail;
}

/**
 * sl_relation_find_run:
 * @direction: above 0 for the first run that begins after @time, below 0 for the last that begins before it
 * @run: (out): a slice in which the task runs
 *
 * Returns: whether there is one
 */
gboolean
sl_relation_find_run (SlTrace *trace, guint32 task, SlTime time, int direction, SlItem *run)
{
  const SlTrack *states = find_states (trace, task, SL_LANE_TASK);
  SlTrackIter iter;

  if (states == NULL)
    return FALSE;

  if (direction < 0)
    {
      for (guint i = 0; i < MOST_SLICES && sl_track_find_before (states, time, run); i++)
        {
          if (run->state == SL_STATE_RUNNING)
            return TRUE;
          time = run->begin;
        }
      return FALSE;
    }

  sl_track_iter_init (&iter, states, time);
  for (guint i = 0; i < MOST_SLICES && sl_track_iter_next (&iter, run); i++)
    if (run->state == SL_STATE_RUNNING && run->begin > time)
      return TRUE;
  return FALSE;
}

/**
 * sl_relation_find_move:
 * @time: an instant at which the task runs, or was about to
 * @direction: above 0 for where it goes, below 0 for where it came from
 * @run: (out): its run there: the first after, or the last before, on another processor than that of @time
 *
 * Returns: the processor of @run; 0 where it stays on one, or nobody knows
 */
guint32
sl_relation_find_move (SlTrace *trace, guint32 task, SlTime time, int direction, SlItem *run)
{
  guint32 here = sl_relation_find_processor (trace, task, time);
  SlTime from = time;

  if (here == 0 && sl_relation_find_run (trace, task, sl_time_add (time, 1), -1, run))
    here = run->detail;
  for (guint i = 0; here != 0 && i < MOST_SLICES; i++)
    {
      if (!sl_relation_find_run (trace, task, from, direction, run))
        return 0;
      if (run->detail != 0 && run->detail != here)
        return run->detail;
      from = run->begin;
    }
  return 0;
}
