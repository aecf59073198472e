/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-rules.h"

/* What the trace records of a task in values of @role; 0 where it does not, or where it changes. */
static gint64
find_value (const SlLane *lane, SlTrackRole role)
{
  const SlTrack *track = lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, role) : NULL;
  gint64 value = 0;
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return 0;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (item.value <= 0 || (value > 0 && item.value != value))
        return 0;
      value = item.value;
    }
  return value;
}

/* When the trace says that the first job of a task is due; %SL_TIME_MAX where it does not, or says several times. */
static SlTime
find_first (const SlLane *lane)
{
  const SlTrack *track =
      lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_PHASE) : NULL;
  SlTime first = SL_TIME_MAX;
  SlTrackIter iter;
  SlItem item;

  if (track == NULL)
    return SL_TIME_MAX;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      SlTime due = sl_time_add (item.begin, item.value);

      if (first != SL_TIME_MAX && due != first)
        return SL_TIME_MAX;
      first = due;
    }
  return first;
}

/* All offsets count from the first job of all. */
static void
add_firsts (SlTaskRules *rules, SlTrace *trace)
{
  guint n_lanes = sl_trace_get_n_lanes (trace);
  SlTime start = SL_TIME_MAX;

  for (guint i = 0; i < n_lanes; i++)
    start = MIN (start, find_first (sl_trace_get_lane (trace, i)));

  for (guint i = 0; i < n_lanes && start < SL_TIME_MAX; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      SlTime first = find_first (lane);

      if (first < SL_TIME_MAX)
        sl_task_rules_add_first (rules, lane->object, first, sl_time_subtract (first, start));
    }
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
      gint64 period = find_value (lane, SL_ROLE_PERIOD);
      gint64 wcet = find_value (lane, SL_ROLE_WCET);

      if (period > 0)
        sl_task_rules_add_period (rules, lane->object, period);
      if (wcet > 0)
        sl_task_rules_add_wcet (rules, lane->object, wcet);
    }
  add_firsts (rules, trace);
}

/* What the trace records of a task in ns, in ticks; 0 for nothing, or nothing that ticks can say. */
static gint64
find_ticks (const SlLane *lane, SlTrackRole role, const SlClock *clock)
{
  gint64 ns = find_value (lane, role);
  gint64 ticks;

  return ns > 0 && sl_clock_from_seconds (clock, (guint64) ns, G_TIME_SPAN_SECOND * 1000, &ticks)
             ? ticks
             : 0;
}

/**
 * sl_recorded_rules_add_ns:
 * @clock: of @trace, with the user's rate where there is one
 *
 * Adds what @trace records of its tasks in nanoseconds while it counts something else: their periods, if @rules have
 * none, and their relative deadlines, which take precedence over the model's. Says nothing where the rate is not known.
 */
void
sl_recorded_rules_add_ns (SlTaskRules *rules, SlTrace *trace, const SlClock *clock)
{
  if (!sl_clock_has_rate (clock))
    return;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      gint64 period = find_ticks (lane, SL_ROLE_PERIOD_NS, clock);
      gint64 deadline = find_ticks (lane, SL_ROLE_DEADLINE_NS, clock);

      if (period > 0)
        sl_task_rules_add_period (rules, lane->object, period);
      if (deadline > 0)
        sl_task_rules_add_deadline (rules, lane->object, deadline);
    }
}
