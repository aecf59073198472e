/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-distributions.h"

/* Damage may turn times around: such a figure is in no bin. */
static void
add (SlGapHistogram *histogram, gint64 figure, guint number)
{
  if (figure >= 0)
    sl_gap_histogram_add (histogram, figure, number);
}

/**
 * sl_job_distributions_new:
 * @task: of @table
 *
 * Counts what sl_job_statistics_init() takes the ranges of. Costs by the number of the task's jobs.
 *
 * Returns: (transfer full): to be freed with g_free()
 */
SlJobDistributions *
sl_job_distributions_new (const SlJobTable *table, const SlJobTask *task)
{
  SlJobDistributions *self = g_new0 (SlJobDistributions, 1);
  SlTime last_start = SL_JOB_NEVER;

  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      gint64 figure;

      if (sl_job_get_response (job, &figure))
        add (&self->response, figure, i);
      if ((job->flags & SL_JOB_FINISHED) != 0 && sl_job_get_execution (job, &figure))
        add (&self->execution, figure, i);
      add (&self->interarrival, sl_job_table_get_interarrival (table, i), i);
      if (job->start == SL_JOB_NEVER)
        continue;

      if (last_start != SL_JOB_NEVER)
        add (&self->start_interval, job->start - last_start, i);
      last_start = job->start;
    }
  return self;
}
