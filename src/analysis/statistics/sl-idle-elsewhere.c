/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-idle-elsewhere.h"

#include "sl-lane.h"
#include "sl-track.h"

static gboolean
ran_on (const SlTrack *processor, guint32 task)
{
  guint n_codes = sl_track_get_n_codes (processor);

  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (processor, i, &state, &detail);
      if (state == SL_STATE_RUNNING && detail == task)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_idle (const SlItem *item)
{
  return item->state == SL_STATE_IDLE || item->state == SL_STATE_ASLEEP;
}

static gint64
sum_idle (const SlTrack *processor, SlSpan span)
{
  gint64 ticks = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, processor, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    if (is_idle (&item))
      ticks += MAX (MIN (item.end, span.end) - MAX (item.begin, span.begin), 0);

  return ticks;
}

static gboolean
runs_at (const SlTrack *processor, guint32 task, SlTime time)
{
  SlItem item;

  return sl_track_find_at (processor, time, &item) && item.state == SL_STATE_RUNNING &&
         item.detail == task;
}

/* Whether the task, which is ready in @item, is so for that processor, or is not known for which. */
static gboolean
may_wait_for (const SlLane *lane, const SlTrack *processor, guint32 task, const SlItem *item)
{
  return item->detail != 0 ? item->detail == lane->object : runs_at (processor, task, item->end);
}

/* For how long the processor was idle while the task was ready for another. */
static gint64
sum_of_task (const SlTrack *states,
             const SlLane *lane,
             const SlTrack *processor,
             guint32 task,
             SlSpan span)
{
  gint64 ticks = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, states, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    {
      SlSpan part = sl_span_intersect (span, (SlSpan) { item.begin, item.end });

      if (item.state == SL_STATE_READY && part.end > part.begin &&
          !may_wait_for (lane, processor, task, &item))
        ticks += sum_idle (processor, part);
    }

  return ticks;
}

/**
 * sl_idle_elsewhere_find:
 * @task: an object
 * @span: of one of its jobs, in ticks
 * @found: (out): the processor that was idle for longest of those on which the task ran in this trace: on others it may
 *   not have been allowed
 *
 * Returns: whether there is one
 */
gboolean
sl_idle_elsewhere_find (SlTrace *trace, guint32 task, SlSpan span, SlIdleElsewhere *found)
{
  const SlTrack *states = sl_trace_get_track_of_object (trace, task, SL_ROLE_STATES);
  guint n_lanes;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_lanes);

  *found = (SlIdleElsewhere) { 0 };
  for (guint i = 0; states != NULL && i < n_lanes; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, lanes[i]);
      const SlTrack *processor = sl_lane_get_track (lane, SL_ROLE_STATES);
      gint64 ticks;

      if (processor == NULL || !ran_on (processor, task))
        continue;

      ticks = sum_of_task (states, lane, processor, task, span);
      if (ticks > found->ticks)
        *found = (SlIdleElsewhere) { lane->object, ticks };
    }

  return found->ticks > 0;
}
