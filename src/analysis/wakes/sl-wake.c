/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wake.h"

#include "sl-wake-place.h"

static const SlTrack *
find_track (SlTrace *trace, guint32 task, SlTrackRole role)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, task);

  return lane != NULL && lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, role) : NULL;
}

static SlTime
find_nominal (SlTrace *trace, guint32 task, SlTime time)
{
  const SlTrack *track = find_track (trace, task, SL_ROLE_NOMINAL);
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return SL_TIME_MAX;

  sl_track_iter_init (&iter, track, time);
  return sl_track_iter_next (&iter, &item) && item.begin == time ? MIN (item.value, time)
                                                                 : SL_TIME_MAX;
}

static void
set_wake (SlTrace *trace, guint32 task, const SlItem *item, SlWake *wake)
{
  *wake = (SlWake) {
    .time = item->begin,
    .nominal = find_nominal (trace, task, item->begin),
    .task = task,
    .waker = item->detail,
    .cpu = sl_wake_place_find (trace, task, item),
  };
}

/**
 * sl_wake_are_recorded:
 *
 * Returns: whether the trace says of any task who woke it
 */
gboolean
sl_wake_are_recorded (SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (sl_lane_get_track (sl_trace_get_lane (trace, i), SL_ROLE_WAKERS) != NULL)
      return TRUE;

  return FALSE;
}

/**
 * sl_wake_is_by_task:
 *
 * Returns: whether a task did it; else an interrupt
 */
gboolean
sl_wake_is_by_task (SlTrace *trace, const SlWake *self)
{
  return self->waker != SL_WAKER_INTERRUPT &&
         sl_object_table_get (sl_trace_get_objects (trace), self->waker)->type == SL_OBJECT_TASK;
}

/**
 * sl_wake_find:
 * @time: in ticks of @trace
 * @wake: (out): the last time until then, @time included, that @task was woken; set on success
 *
 * Returns: whether there is one
 */
gboolean
sl_wake_find (SlTrace *trace, guint32 task, SlTime time, SlWake *wake)
{
  const SlTrack *wakers = find_track (trace, task, SL_ROLE_WAKERS);
  SlItem item;

  if (wakers == NULL || !sl_track_find_before (wakers, sl_time_add (time, 1), &item))
    return FALSE;

  set_wake (trace, task, &item, wake);
  return TRUE;
}

/**
 * sl_wake_find_next:
 * @time: in ticks of @trace
 * @wake: (out): the first time from then on, @time included, that @task is woken; set on success
 *
 * Returns: whether there is one
 */
gboolean
sl_wake_find_next (SlTrace *trace, guint32 task, SlTime time, SlWake *wake)
{
  const SlTrack *wakers = find_track (trace, task, SL_ROLE_WAKERS);
  SlTrackIter iter;
  SlItem item;

  if (wakers == NULL)
    return FALSE;

  sl_track_iter_init (&iter, wakers, time);
  if (!sl_track_iter_next (&iter, &item))
    return FALSE;

  set_wake (trace, task, &item, wake);
  return TRUE;
}

/**
 * sl_wake_find_by:
 * @waker: number of a task or an interrupt
 * @time: in ticks of @trace
 * @wake: (out): the first time from then on, @time included, that @waker wakes a task; set on success
 *
 * Costs by the wake-ups of all tasks until then.
 *
 * Returns: whether there is one
 */
gboolean
sl_wake_find_by (SlTrace *trace, guint32 waker, SlTime time, SlWake *wake)
{
  SlTime best = SL_TIME_MAX;
  guint32 task = 0;
  SlItem found;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *wakers =
          lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_WAKERS) : NULL;
      SlTrackIter iter;
      SlItem item;

      if (wakers == NULL)
        continue;
      sl_track_iter_init (&iter, wakers, time);
      while (sl_track_iter_next (&iter, &item) && item.begin < best)
        if (item.detail == waker)
          {
            best = item.begin;
            task = lane->object;
            found = item;
          }
    }
  if (task == 0)
    return FALSE;

  set_wake (trace, task, &found, wake);
  return TRUE;
}
