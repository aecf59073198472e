/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-load.h"

#include "sl-lower-bound.h"
#include "sl-state-iter.h"

/**
 * sl_task_load_get_edge:
 * @column: up to @n_columns
 *
 * Returns: the begin of a column of @span; of the one after the last, the end of @span
 */
SlTime
sl_task_load_get_edge (SlSpan span, guint column, guint n_columns)
{
  guint64 length = (guint64) sl_span_duration (span);

  return span.begin +
         (SlTime) (length / n_columns * column + length % n_columns * column / n_columns);
}

static guint64
sum_state (const SlTrack *states, SlState wanted, SlSpan span)
{
  guint n_codes = sl_track_get_n_codes (states);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes + 1);
  guint64 sum = 0;

  sl_track_sum (states, span, times, counts);
  for (guint code = 0; code < n_codes; code++)
    {
      guint32 state, detail;

      sl_track_get_code (states, code, &state, &detail);
      if ((SlState) state == wanted)
        sum += times[code];
    }
  return sum;
}

/**
 * sl_task_load_sum_running:
 * @states: of a task's lane
 *
 * Returns: ticks of @span in which it ran
 */
guint64
sl_task_load_sum_running (const SlTrack *states, SlSpan span)
{
  return sum_state (states, SL_STATE_RUNNING, span);
}

/**
 * sl_task_load_sum_active:
 * @lane: of a task or of an interrupt line
 *
 * Returns: ticks of @span in which the task ran, or in which the line's handlers were active, nested
 *   ones included
 */
guint64
sl_task_load_sum_active (const SlLane *lane, SlSpan span)
{
  SlState state = lane->type == SL_LANE_TASK ? SL_STATE_RUNNING : SL_STATE_ACTIVE;
  guint64 sum = 0;

  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_STATES || lane->tracks[i].role == SL_ROLE_NESTED)
      sum += sum_state (lane->tracks[i].track, state, span);
  return sum;
}

/* @unknown: (out): for how long nothing was recorded */
static double
sum_work (const SlTrack *states, SlSpan span, guint32 idle_task, double *unknown)
{
  guint n_codes = sl_track_get_n_codes (states);
  g_autofree guint64 *times = g_new0 (guint64, n_codes + 1);
  double busy = 0;

  *unknown = 0;
  sl_track_sum (states, span, times, NULL);
  for (guint i = 0; i < n_codes; i++)
    {
      guint32 state, detail;

      sl_track_get_code (states, i, &state, &detail);
      if (sl_state_is_interrupt (state) ||
          (state == SL_STATE_RUNNING && (detail == 0 || detail != idle_task)))
        busy += (double) times[i];
      else if (state == SL_STATE_UNKNOWN)
        *unknown += (double) times[i];
    }

  return busy;
}

/* Advances to the first interruption of a processor's recording that ends after @time. Returns: %FALSE where there is none */
static gboolean
go_to_unknown (SlStateIter *iter, SlItem *unknown, SlTime time)
{
  while (unknown->end <= time)
    if (!sl_state_iter_next (iter, unknown))
      return FALSE;

  return TRUE;
}

/* Ticks of @span in which nothing was recorded of any processor. @iters: (element-type SlStateIter): one of each */
static SlTime
sum_unknown (GArray *iters, SlSpan span)
{
  g_autofree SlItem *unknown = g_new0 (SlItem, iters->len);
  SlTime sum = 0;

  for (guint i = 0; i < iters->len; i++)
    unknown[i].end = SL_TIME_MIN;
  for (SlTime time = span.begin; time < span.end;)
    {
      SlTime begin = time, end = span.end;

      for (guint i = 0; i < iters->len; i++)
        {
          if (!go_to_unknown (&g_array_index (iters, SlStateIter, i), &unknown[i], time))
            return sum;
          begin = MAX (begin, unknown[i].begin);
          end = MIN (end, unknown[i].end);
        }
      sum += MAX (end - begin, 0);
      time = MAX (begin, end);
    }

  return sum;
}

static SlTime
find_known (SlTrace *trace, SlSpan span)
{
  g_autoptr (GArray) iters = g_array_new (FALSE, FALSE, sizeof (SlStateIter));
  guint n_lanes;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    {
      const SlTrack *states =
          sl_lane_get_track (sl_trace_get_lane (trace, lanes[i]), SL_ROLE_STATES);
      SlStateIter iter;

      if (states == NULL)
        continue;

      sl_state_iter_init (&iter, states, SL_STATE_UNKNOWN, span.begin);
      g_array_append_val (iters, iter);
    }

  return iters->len > 0 ? sl_span_duration (span) - sum_unknown (iters, span) : 0;
}

/**
 * sl_task_load_get_known:
 *
 * Costs by the number of processors, and of interruptions of the recording; all of a trace is gone over once. Any thread.
 *
 * Returns: ticks of @span in which was recorded what at least one processor did; 0 where no lane says
 */
SlTime
sl_task_load_get_known (SlTrace *trace, SlSpan span)
{
  static GMutex mutex;
  static GQuark quark;
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = NULL;
  SlTime *whole;

  if (!sl_span_equal (span, sl_trace_get_span (trace)))
    return find_known (trace, span);

  locker = g_mutex_locker_new (&mutex);
  if (quark == 0)
    quark = g_quark_from_static_string ("sl-task-load-known");
  whole = g_object_get_qdata (G_OBJECT (trace), quark);
  if (whole == NULL)
    {
      whole = g_new (SlTime, 1);
      *whole = find_known (trace, span);
      g_object_set_qdata_full (G_OBJECT (trace), quark, whole, g_free);
    }

  return *whole;
}

/**
 * sl_task_load_get_share:
 * @states: of a task's lane
 * @known: as of sl_task_load_get_known() for the trace and @span
 *
 * Returns: the share of a processor that the task had, 0 … 1, of the time in which something was recorded of any. Where all
 *   processors are recorded at the same times, those of all tasks add up to those of the processors.
 */
double
sl_task_load_get_share (const SlTrack *states, SlSpan span, SlTime known)
{
  double unknown, busy = span.begin < span.end ? sum_work (states, span, 0, &unknown) : 0;

  return busy > 0 ? busy / (double) (known > 0 ? known : sl_span_duration (span)) : 0;
}

/**
 * sl_task_load_says_who_runs:
 * @states: of a processor's lane
 *
 * Returns: whether it is known at any time which task the processor runs, or that it runs none: else only interrupts are, and their
 *   share of what is known says nothing
 */
gboolean
sl_task_load_says_who_runs (const SlTrack *states)
{
  for (guint i = 0; i < sl_track_get_n_codes (states); i++)
    {
      guint32 state, detail;

      sl_track_get_code (states, i, &state, &detail);
      if (state == SL_STATE_RUNNING || state == SL_STATE_IDLE || state == SL_STATE_ASLEEP)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_task_load_get_share_of_known:
 * @states: of a processor's lane
 * @idle_task: what is not work where the processor runs it; 0 for none
 *
 * Returns: the share in which the processor was at work, 0 … 1, of what was recorded of it in @span; 0 where nobody says who runs
 */
double
sl_task_load_get_share_of_known (const SlTrack *states, SlSpan span, guint32 idle_task)
{
  double unknown, busy = span.begin < span.end && sl_task_load_says_who_runs (states)
                             ? sum_work (states, span, idle_task, &unknown)
                             : 0;

  return busy > 0 ? busy / ((double) sl_span_duration (span) - unknown) : 0;
}

/* The first column that ends at @time or after it; @n_columns where none does. */
static guint
find_column (SlSpan span, SlTime time, guint n_columns)
{
  return sl_lower_bound (0, n_columns, column,
                         sl_task_load_get_edge (span, column + 1, n_columns) < time);
}

/* What is whole by the end of a column is added to that column, and added up later; what is under way
 * then, to each column it is under way in. */
static void
add_job (const SlJob *job,
         const SlTrack *states,
         SlSpan span,
         SlTaskLoad *columns,
         guint64 *done,
         guint n_columns)
{
  guint end = find_column (span, job->end, n_columns);
  guint due = find_column (span, job->deadline, n_columns);
  guint64 needs = (guint64) job->execution;

  for (guint i = find_column (span, job->eligible, n_columns); i < end; i++)
    {
      SlTime edge = sl_task_load_get_edge (span, i + 1, n_columns);
      guint64 had =
          sl_task_load_sum_running (states, (SlSpan) { job->eligible, MAX (edge, job->eligible) });

      columns[i].supply += had;
      if (i >= due)
        columns[i].missing += needs - MIN (had, needs);
    }
  /* An earlier job may have kept it waiting past its deadline. */
  for (guint i = due; i < MIN (end, find_column (span, job->eligible, n_columns)); i++)
    columns[i].missing += needs;
  if (end < n_columns)
    done[end] += needs;
  if (due < n_columns)
    columns[due].demand += needs;
}

/**
 * sl_task_load_fill:
 * @task: number of a task
 * @span: not empty; no longer than 2⁶² ticks
 * @columns: (out): @n_columns of them, as wide as each other to a tick
 *
 * Jobs that were released before the span count neither for demand nor for supply; of a job that
 * is not finished what it has executed is its demand. Costs by the jobs and columns.
 */
void
sl_task_load_fill (const SlJobTable *jobs,
                   guint32 task,
                   SlSpan span,
                   SlTaskLoad *columns,
                   guint n_columns)
{
  const SlJobTask *found = sl_job_table_find_task (jobs, task);
  const SlTrack *states = NULL;
  g_autofree guint64 *done = g_new0 (guint64, n_columns);

  g_return_if_fail (n_columns > 0 && span.begin < span.end);

  for (guint i = 0; i < n_columns; i++)
    columns[i] = (SlTaskLoad) { 0 };
  if (found != NULL)
    states = sl_lane_get_track (sl_trace_get_lane (sl_job_table_get_trace (jobs), found->lane),
                                SL_ROLE_STATES);
  if (states == NULL)
    return;

  for (guint i = 0; i < found->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, found->first + i);

      if (job->release != SL_JOB_NEVER && job->release >= span.begin && job->release < span.end)
        add_job (job, states, span, columns, done, n_columns);
    }

  for (guint i = 0; i < n_columns; i++)
    {
      columns[i].running =
          sl_task_load_sum_running (states,
                                    (SlSpan) { sl_task_load_get_edge (span, i, n_columns),
                                               sl_task_load_get_edge (span, i + 1, n_columns) });
      if (i > 0)
        {
          done[i] += done[i - 1];
          columns[i].demand += columns[i - 1].demand;
        }
      columns[i].supply += done[i];
    }
}
