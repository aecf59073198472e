/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the jobs of one task amount to. */

#include "sl-job-table.h"
#include "sl-range.h"

G_BEGIN_DECLS

/**
 * SlJobStatistics:
 * @task: the task's number
 * @n_jobs: jobs of any fate
 * @n_misses: deadlines missed, as recorded or as asked for
 * @n_inferred_misses: finished after the next release, which is nobody's deadline
 * @n_overruns: jobs that took longer than their WCET, as recorded or as computed
 * @response: from release to finish
 * @execution: of finished jobs, without preemption
 * @lateness: from deadline to finish, also where the deadline is inferred
 * @interarrival: from one release to the next
 * @start_interval: from one job's start to the next one's
 */
typedef struct
{
  guint32 task;
  guint64 n_jobs;
  guint64 n_finished;
  guint64 n_queued;
  guint64 n_skipped;
  guint64 n_aborted;
  guint64 n_misses;
  guint64 n_inferred_misses;
  guint64 n_overruns;
  SlRange response;
  SlRange execution;
  SlRange lateness;
  SlRange interarrival;
  SlRange start_interval;
} SlJobStatistics;

void sl_job_statistics_init (SlJobStatistics *self, const SlJobTable *table, const SlJobTask *task);

G_END_DECLS
