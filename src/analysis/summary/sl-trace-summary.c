/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-summary.h"

#include "sl-job-overrun.h"

#include "sl-task-load.h"

/* From the release to the finish; of a job that is still under way at the end of the trace, to there. */
static gboolean
get_response (const SlJob *job, gint64 *response, gboolean *is_open)
{
  *is_open = FALSE;
  if (sl_job_get_response (job, response))
    return TRUE;
  if (job->release == SL_JOB_NEVER || job->end <= job->release ||
      (job->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED | SL_JOB_LOST | SL_JOB_RUNS_ON)) != 0)
    return FALSE;

  *response = job->end - sl_job_get_arrival (job);
  *is_open = TRUE;
  return TRUE;
}

static void
set_worst (SlTaskSummary *self, const SlJob *job, guint number, gint64 response, gboolean is_open)
{
  self->worst = number;
  self->response = response;
  self->is_open = is_open;
  self->is_late = sl_job_has_missed (job, FALSE);
  self->limit = sl_job_get_relative_deadline (job);
  self->is_inferred = job->deadline_from == SL_DEADLINE_INFERRED;
}

/* By how much it is beyond what it may execute; of one that only the trace calls too long, at least 0. */
static gboolean
is_overrun (const SlJobTable *jobs, const SlJob *job, gint64 *excess)
{
  gint64 limit = sl_job_overrun_get_limit (jobs, job);

  *excess = limit > 0 ? MAX (job->execution - limit, 0) : 0;
  return sl_job_overrun_is (jobs, job);
}

static void
add_overrun (SlTraceSummary *self, const SlJobTable *jobs, guint number, gint64 *most)
{
  gint64 excess;

  if (!is_overrun (jobs, sl_job_table_get (jobs, number), &excess))
    return;

  if (self->worst_overrun == G_MAXUINT || excess > *most)
    {
      self->worst_overrun = number;
      *most = excess;
    }
  self->n_overruns++;
}

static void
add_jobs (SlTraceSummary *self, const SlJobTable *jobs, SlTaskSummary *task)
{
  const SlJobTask *own = sl_job_table_find_task (jobs, task->task);
  gint64 most = 0;

  if (self->worst_overrun != G_MAXUINT)
    is_overrun (jobs, sl_job_table_get (jobs, self->worst_overrun), &most);
  for (guint i = 0; own != NULL && i < own->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, own->first + i);
      gint64 response;
      gboolean is_open;

      task->n_jobs += job->release != SL_JOB_NEVER;
      task->n_misses += sl_job_has_missed (job, FALSE);
      if (get_response (job, &response, &is_open) &&
          (task->worst == G_MAXUINT || response > task->response))
        set_worst (task, job, own->first + i, response, is_open);
      add_overrun (self, jobs, own->first + i, &most);
    }
  self->n_misses += task->n_misses;
}

static void
add_task (SlTraceSummary *self, const SlJobTable *jobs, const SlLane *lane, SlTime known)
{
  SlSpan span = sl_trace_get_span (sl_job_table_get_trace (jobs));
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlTaskSummary task = { .task = lane->object, .worst = G_MAXUINT };

  if (lane->object == sl_job_table_get_idle_task (jobs))
    return;

  self->n_tasks++;
  if (states != NULL)
    task.share = sl_task_load_get_share (states, span, known);
  add_jobs (self, jobs, &task);
  sl_task_standing_init (&task.standing, jobs, lane->object, task.share, self->tasks->len);
  if (task.share > 0 || task.n_jobs > 0)
    g_array_append_val (self->tasks, task);
}

static void
add_cpu (SlTraceSummary *self, const SlJobTable *jobs, const SlLane *lane)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);

  if (states == NULL || !sl_task_load_says_who_runs (states))
    return;

  self->n_cpus++;
  self->busy +=
      sl_task_load_get_share_of_known (states, sl_trace_get_span (sl_job_table_get_trace (jobs)),
                                       sl_job_table_get_idle_task (jobs));
}

/* The latest job; where none has a lateness, since none finished, the first one. */
static guint
find_worst_miss (const SlJobTable *jobs)
{
  guint n_misses, worst = G_MAXUINT;
  const guint *misses = sl_job_table_get_misses (jobs, FALSE, &n_misses);
  gint64 most = 0;

  for (guint i = 0; i < n_misses; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, misses[i]);
      gint64 lateness = 0;

      if (!sl_job_get_lateness (job, &lateness) && job->deadline != SL_JOB_NEVER)
        lateness = job->end - job->deadline;
      if (worst != G_MAXUINT && lateness <= most)
        continue;

      worst = misses[i];
      most = lateness;
    }

  return worst;
}

/**
 * sl_trace_summary_new:
 *
 * Costs by the number of jobs.
 *
 * Returns: (transfer full)
 */
SlTraceSummary *
sl_trace_summary_new (const SlJobTable *jobs)
{
  SlTraceSummary *self = g_new0 (SlTraceSummary, 1);
  SlTrace *trace = sl_job_table_get_trace (jobs);
  SlTime known = sl_task_load_get_known (trace, sl_trace_get_span (trace));

  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTaskSummary));
  self->worst_miss = find_worst_miss (jobs);
  self->worst_overrun = G_MAXUINT;
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_TASK)
        add_task (self, jobs, lane, known);
      else if (lane->type == SL_LANE_CPU)
        add_cpu (self, jobs, lane);
    }
  if (self->n_cpus > 0)
    self->busy /= self->n_cpus;

  return self;
}

void
sl_trace_summary_free (SlTraceSummary *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->tasks);
  g_free (self);
}
