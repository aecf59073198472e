/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-statistics.h"

#include "sl-job-overrun.h"

static void
add_job (SlJobStatistics *self, const SlJobTable *table, guint number, SlTime *last_start)
{
  const SlJob *job = sl_job_table_get (table, number);
  gint64 interarrival = sl_job_table_get_interarrival (table, number);
  gint64 figure;

  self->n_finished += (job->flags & SL_JOB_FINISHED) != 0;
  self->n_queued += (job->flags & SL_JOB_QUEUED) != 0;
  self->n_aborted += (job->flags & SL_JOB_ABORTED) != 0;
  self->n_overruns += sl_job_overrun_is (table, job);
  if (sl_job_has_missed (job, FALSE))
    self->n_misses++;
  else if (job->flags & SL_JOB_MISSED)
    self->n_inferred_misses++;

  if (sl_job_get_response (job, &figure))
    sl_range_add (&self->response, figure);
  if (sl_job_get_lateness (job, &figure))
    sl_range_add (&self->lateness, figure);
  if ((job->flags & SL_JOB_FINISHED) != 0 && sl_job_get_execution (job, &figure))
    sl_range_add (&self->execution, figure);
  if (interarrival >= 0)
    sl_range_add (&self->interarrival, interarrival);
  if (job->start == SL_JOB_NEVER)
    return;

  if (*last_start != SL_JOB_NEVER)
    sl_range_add (&self->start_interval, job->start - *last_start);
  *last_start = job->start;
}

/**
 * sl_job_statistics_init:
 * @task: of @table
 *
 * Costs by the number of the task's jobs.
 */
void
sl_job_statistics_init (SlJobStatistics *self, const SlJobTable *table, const SlJobTask *task)
{
  SlTime last_start = SL_JOB_NEVER;

  *self = (SlJobStatistics) {
    .task = task->task,
    .n_jobs = task->n_jobs,
    .n_skipped = task->n_skipped,
  };
  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    add_job (self, table, i, &last_start);
}
