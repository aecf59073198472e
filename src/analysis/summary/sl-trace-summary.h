/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A schedule at a glance: what each task took of the processor, how long its slowest job took, and
 * how often something went wrong. */

#include "sl-job-table.h"
#include "sl-task-standing.h"

G_BEGIN_DECLS

/**
 * SlTaskSummary:
 * @task: the task's number
 * @share: of the trace's time in which it ran, 0 … 1
 * @n_jobs: with a release that is known
 * @n_misses: missed deadlines, recorded or computed; inferred deadlines do not count
 * @worst: place in the table of the job with the longest response; %G_MAXUINT where no job has one
 * @response: of that job, in ticks
 * @limit: its relative deadline, in ticks; 0 where nothing says when it is due
 * @is_inferred: the limit is only the task's next release
 * @is_late: that job missed its deadline
 * @is_open: that job had not finished when the trace ended, so its response is at least this long
 * @standing: where it comes among the others, with places in the order of the lanes
 */
typedef struct
{
  guint32 task;
  double share;
  guint n_jobs;
  guint n_misses;
  guint worst;
  gint64 response;
  gint64 limit;
  gboolean is_inferred;
  gboolean is_late;
  gboolean is_open;
  SlTaskStanding standing;
} SlTaskSummary;

/**
 * SlTraceSummary:
 * @tasks: (element-type SlTaskSummary): those that ran or have jobs, without the idle task, in the
 *   order of the lanes
 * @n_tasks: all of them, without the idle task
 * @n_cpus: processors of the trace of which it is recorded who runs
 * @busy: share of the trace's time in which they did anything but idle, as a mean, 0 … 1
 * @n_misses: of all tasks
 * @worst_miss: place of the job that was latest; %G_MAXUINT for none
 * @n_overruns: jobs that took longer than their WCET, as recorded or as computed
 * @worst_overrun: place of the one that was furthest beyond it; %G_MAXUINT for none
 */
typedef struct
{
  GArray *tasks;
  guint n_tasks;
  guint n_cpus;
  double busy;
  guint n_misses;
  guint worst_miss;
  guint n_overruns;
  guint worst_overrun;
} SlTraceSummary;

SlTraceSummary *sl_trace_summary_new (const SlJobTable *jobs);
void sl_trace_summary_free (SlTraceSummary *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlTraceSummary, sl_trace_summary_free)

G_END_DECLS
