/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-statistics.h"

#include "sl-kind-action.h"
#include "sl-lane-state.h"
#include "sl-processors.h"
#include "sl-task-meter.h"
#include "sl-track-merge.h"

/* Slices between two looks at the cancellable. */
#define CANCEL_INTERVAL 65536

/* What is added up of one track. */
typedef struct
{
  SlTime time[SL_N_STATES];
  guint64 count[SL_N_STATES];
} StateSums;

static void
add_states (const SlLane *lane,
            const SlTrack *track,
            SlSpan span,
            guint32 idle_task,
            StateSums *sums)
{
  guint n_codes = sl_track_get_n_codes (track);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);

  sl_track_sum (track, span, times, counts);
  for (guint code = 0; code < n_codes; code++)
    {
      guint32 state, detail;

      sl_track_get_code (track, code, &state, &detail);
      state = sl_lane_state (lane, state, detail, idle_task);
      sums->time[state] += times[code];
      sums->count[state] += counts[code];
    }
}

/* Adds up all tracks of @role. */
static StateSums
sum_role (const SlLane *lane, SlTrackRole role, SlSpan span, guint32 idle_task)
{
  StateSums sums = { 0 };

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      if (lane->tracks[i].role == role)
        add_states (lane, lane->tracks[i].track, span, idle_task, &sums);
    }

  return sums;
}

static void
copy_times (SlTime *times, const StateSums *sums)
{
  for (guint state = 0; state < SL_N_STATES; state++)
    times[state] = sums->time[state];
}

static guint64
count_instants (const SlLane *lane, SlTrackRole role, SlSpan span, SlAction action)
{
  const SlTrack *track = sl_lane_get_track (lane, role);
  g_autofree guint64 *counts = NULL;
  guint64 count = 0;
  guint n_codes;

  if (track == NULL)
    return 0;

  n_codes = sl_track_get_n_codes (track);
  counts = g_new0 (guint64, n_codes + 1);
  sl_track_sum (track, span, NULL, counts);
  for (guint code = 0; code < n_codes; code++)
    {
      guint32 state, detail;

      sl_track_get_code (track, code, &state, &detail);
      if (sl_kind_get_action (state) == action)
        count += counts[code];
    }

  return count;
}

/* What no sum gives: slices by themselves, and what lies between two of them. A task that is
 * ready right after it had the processor was preempted. */
static gboolean
walk_slices (const SlTrack *track,
             SlSpan span,
             SlTaskStatistics *task,
             GCancellable *cancellable,
             GError **error)
{
  SlTime first = SL_TIME_MAX;
  SlItem before = { .end = SL_TIME_MIN };
  guint32 cpu = 0;
  SlTrackIter iter;
  SlItem item;
  guint n = 0;

  sl_track_find_before (track, span.begin, &before);
  sl_track_iter_init (&iter, track, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    {
      if (++n % CANCEL_INTERVAL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (item.begin >= span.begin && item.state == SL_STATE_READY && before.end == item.begin &&
          (before.state == SL_STATE_RUNNING || before.state == SL_STATE_INTERRUPTED))
        task->n_preemptions++;
      if (item.state == SL_STATE_RUNNING)
        {
          task->n_migrations += cpu != 0 && item.detail != 0 && item.detail != cpu;
          cpu = item.detail;
          first = MIN (first, MAX (item.begin, span.begin));
          sl_range_add (&task->slice, MIN (item.end, span.end) - MAX (item.begin, span.begin));
        }

      before = item;
    }

  if (first < span.end)
    task->share_after_first = (double) task->time[SL_STATE_RUNNING] / (double) (span.end - first);
  return TRUE;
}

/* Jobs are released by timer; those of a task that has no such timer by its activations. */
static guint64
count_releases (const SlLane *lane, SlSpan span)
{
  SlSpan all = { SL_TIME_MIN / 2, SL_TIME_MAX / 2 };

  if (count_instants (lane, SL_ROLE_MARKS, all, SL_ACTION_RELEASE) > 0)
    return count_instants (lane, SL_ROLE_MARKS, span, SL_ACTION_RELEASE);

  return count_instants (lane, SL_ROLE_MARKS, span, SL_ACTION_ACTIVATE);
}

static gboolean
add_task (SlStatistics *self, const SlLane *lane, GCancellable *cancellable, GError **error)
{
  SlTaskStatistics task = { .object = lane->object };
  StateSums sums = sum_role (lane, SL_ROLE_STATES, self->span, 0);
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlTime duration = sl_span_duration (self->span);

  copy_times (task.time, &sums);
  task.is_metered = sl_task_meter_is_recorded (states);
  task.n_slices = sums.count[SL_STATE_RUNNING];
  task.share = duration > 0 ? (double) task.time[SL_STATE_RUNNING] / duration : 0;
  task.n_releases = count_releases (lane, self->span);
  task.n_finishes = count_instants (lane, SL_ROLE_MARKS, self->span, SL_ACTION_FINISH);
  task.n_misses = count_instants (lane, SL_ROLE_MARKS, self->span, SL_ACTION_MISS);
  task.n_activations = count_instants (lane, SL_ROLE_MARKS, self->span, SL_ACTION_ACTIVATE);
  if (states != NULL && !walk_slices (states, self->span, &task, cancellable, error))
    return FALSE;

  g_array_append_val (self->tasks, task);
  return TRUE;
}

/* What slices of a lane in one state come to. */
typedef struct
{
  SlRange duration;
  SlRange interarrival;
  SlTime first; /* begin of the first; SL_TIME_MAX where there is none */
} Interrupts;

static GPtrArray *
list_tracks (const SlLane *lane, gboolean with_nested)
{
  GPtrArray *tracks = g_ptr_array_new ();

  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_STATES ||
        (with_nested && lane->tracks[i].role == SL_ROLE_NESTED))
      g_ptr_array_add (tracks, lane->tracks[i].track);

  return tracks;
}

/* @with_nested: those on top of others count, too
 * Returns FALSE where it was cancelled. */
static gboolean
walk_interrupts (const SlLane *lane,
                 SlState state,
                 gboolean with_nested,
                 SlSpan span,
                 Interrupts *found,
                 GCancellable *cancellable,
                 GError **error)
{
  g_autoptr (GPtrArray) tracks = list_tracks (lane, with_nested);
  g_autoptr (SlTrackMerge) slices = sl_track_merge_new (tracks, span.begin);
  SlTime last = SL_TIME_MAX;
  SlItem item;
  guint n = 0;

  *found = (Interrupts) { .first = SL_TIME_MAX };
  while (sl_track_merge_next (slices, &item) && item.begin < span.end)
    {
      if (++n % CANCEL_INTERVAL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      if (((SlState) item.state != state &&
           !(state == SL_STATE_INTERRUPT && sl_state_is_interrupt (item.state))) ||
          item.begin < span.begin)
        continue;

      found->first = MIN (found->first, item.begin);
      sl_range_add (&found->duration, item.end - item.begin);
      if (last != SL_TIME_MAX)
        sl_range_add (&found->interarrival, item.begin - last);
      last = item.begin;
    }

  return TRUE;
}

/* What was counted before a tick. */
static guint64
get_total (const SlTrack *totals, SlTime time)
{
  SlItem item;

  return sl_track_find_before (totals, time, &item) ? (guint64) item.value : 0;
}

static guint64
sum_counts (const SlLane *lane, SlSpan span)
{
  const SlTrack *totals = sl_lane_get_track (lane, SL_ROLE_COUNTED);

  return totals != NULL ? get_total (totals, span.end) - get_total (totals, span.begin) : 0;
}

/* @in_parallel: several processors may be in the handler at once: what lies on top of a run of it is one of another processor */
static gboolean
add_line (SlStatistics *self,
          const SlLane *lane,
          gboolean in_parallel,
          GCancellable *cancellable,
          GError **error)
{
  StateSums outer = sum_role (lane, SL_ROLE_STATES, self->span, 0);
  StateSums nested = sum_role (lane, SL_ROLE_NESTED, self->span, 0);
  SlLineStatistics line = { .object = lane->object };
  Interrupts found;

  line.count = outer.count[SL_STATE_ACTIVE] + nested.count[SL_STATE_ACTIVE];
  line.n_hits = count_instants (lane, SL_ROLE_MARKS, self->span, SL_ACTION_HIT);
  line.n_counted = sum_counts (lane, self->span);
  line.time = outer.time[SL_STATE_ACTIVE];
  if (in_parallel)
    line.time += nested.time[SL_STATE_ACTIVE];
  if (!walk_interrupts (lane, SL_STATE_ACTIVE, in_parallel, self->span, &found, cancellable, error))
    return FALSE;

  line.duration = found.duration;
  line.interarrival = found.interarrival;
  if (found.first < self->span.end)
    line.share_after_first = (double) line.time / (double) (self->span.end - found.first);

  g_array_append_val (self->lines, line);
  return TRUE;
}

static void
add_lock (SlStatistics *self, const SlLane *lane)
{
  StateSums held = sum_role (lane, SL_ROLE_STATES, self->span, 0);
  StateSums others = sum_role (lane, SL_ROLE_HOLDS, self->span, 0);
  StateSums waited = sum_role (lane, SL_ROLE_WAITERS, self->span, 0);
  SlLockStatistics lock = { .object = lane->object };

  lock.n_held = held.count[SL_STATE_HELD] + others.count[SL_STATE_HELD];
  lock.held = held.time[SL_STATE_HELD] + others.time[SL_STATE_HELD];
  lock.n_waited = count_instants (lane, SL_ROLE_REQUESTS, self->span, SL_ACTION_REQUEST);
  lock.waited = waited.time[SL_STATE_WAITED];
  g_array_append_val (self->locks, lock);
}

static void
add_reclaimed (const SlLane *lane, SlSpan span, SlRange *reclaimed)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  SlTrackIter iter;
  SlItem item;

  if (marks == NULL || count_instants (lane, SL_ROLE_MARKS, span, SL_ACTION_RECLAIM) == 0)
    return;

  sl_track_iter_init (&iter, marks, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    if (sl_kind_get_action (item.state) == SL_ACTION_RECLAIM)
      sl_range_add (reclaimed, item.detail);
}

static void
add_server (SlStatistics *self, const SlLane *lane)
{
  StateSums sums = sum_role (lane, SL_ROLE_STATES, self->span, 0);
  SlServerStatistics server = { .object = lane->object };

  copy_times (server.time, &sums);
  server.n_exhausted = sums.count[SL_STATE_EXHAUSTED];
  add_reclaimed (lane, self->span, &server.reclaimed);
  g_array_append_val (self->servers, server);
}

static gboolean
add_processor (SlStatistics *self,
               const SlLane *lane,
               guint32 idle_task,
               GCancellable *cancellable,
               GError **error)
{
  StateSums sums = sum_role (lane, SL_ROLE_STATES, self->span, idle_task);
  SlProcessorStatistics processor = { .object = lane->object };
  Interrupts found;

  copy_times (processor.time, &sums);
  if (!walk_interrupts (lane, SL_STATE_INTERRUPT, FALSE, self->span, &found, cancellable, error))
    return FALSE;

  processor.interrupts = found.duration;
  processor.interarrival = found.interarrival;
  g_array_append_val (self->processors, processor);
  return TRUE;
}

static gboolean
add_lane (SlStatistics *self,
          const SlLane *lane,
          guint32 idle_task,
          gboolean has_many_processors,
          GCancellable *cancellable,
          GError **error)
{
  switch (lane->type)
    {
    case SL_LANE_CPU:
      return add_processor (self, lane, idle_task, cancellable, error);
    case SL_LANE_TASK:
      return add_task (self, lane, cancellable, error);
    case SL_LANE_IRQ:
    case SL_LANE_TIMER:
      return add_line (self, lane, has_many_processors, cancellable, error);
    case SL_LANE_LOCK:
      add_lock (self, lane);
      return TRUE;
    case SL_LANE_SERVER:
      add_server (self, lane);
      return TRUE;
    case SL_LANE_TRACE:
    case SL_LANE_MARKS:
    case SL_LANE_BUS:
    case SL_LANE_BRANCH:
    default:
      return TRUE;
    }
}

/**
 * sl_statistics_new:
 * @span: half open; what lies outside of the trace adds nothing but to the share's base
 * @idle_task: number of the idle task, 0 for none
 * @cancellable: (nullable): looked at between lanes and now and then within one
 *
 * Adds up what the lanes say. Costs by the number of slices of tasks and interrupts in @span. May run in any thread.
 *
 * Returns: (transfer full): %NULL with %G_IO_ERROR_CANCELLED
 */
SlStatistics *
sl_statistics_new (SlTrace *trace,
                   SlSpan span,
                   guint32 idle_task,
                   GCancellable *cancellable,
                   GError **error)
{
  g_autoptr (SlStatistics) self = g_new0 (SlStatistics, 1);
  gboolean has_many_processors = sl_processors_count_lanes (trace) > 1;

  self->span = span;
  self->processors = g_array_new (FALSE, FALSE, sizeof (SlProcessorStatistics));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTaskStatistics));
  self->lines = g_array_new (FALSE, FALSE, sizeof (SlLineStatistics));
  self->locks = g_array_new (FALSE, FALSE, sizeof (SlLockStatistics));
  self->servers = g_array_new (FALSE, FALSE, sizeof (SlServerStatistics));

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !add_lane (self, sl_trace_get_lane (trace, i), idle_task, has_many_processors,
                     cancellable, error))
        return NULL;
    }

  return g_steal_pointer (&self);
}

/**
 * sl_statistics_free:
 *
 * Frees all of it.
 */
void
sl_statistics_free (SlStatistics *self)
{
  g_array_unref (self->processors);
  g_array_unref (self->tasks);
  g_array_unref (self->lines);
  g_array_unref (self->locks);
  g_array_unref (self->servers);
  g_free (self);
}
