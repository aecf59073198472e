/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What is asked for a figure, and the figures that the table in sl-figures.c names. */

#include "sl-figures.h"

G_BEGIN_DECLS

/**
 * SlAsked:
 * @task: in the set
 * @object: in the trace
 * @jobs: (nullable): %NULL where the task has none
 * @job: (nullable): %NULL where no job is asked for
 * @number: of the job in the table
 * @lock: in the set
 * @server: in the set
 * @interval: a length, in ticks
 *
 * What a figure is asked of: the whole run, one of its tasks, one of that task's jobs or locks, a
 * server, all intervals of one length. What the figure does not ask for is not set.
 */
typedef struct
{
  const SlExerciseTrace *trace;
  guint task;
  guint32 object;
  const SlJobTask *jobs;
  const SlJob *job;
  guint number;
  guint lock;
  guint server;
  gint64 interval;
} SlAsked;

SlFigure sl_figures_name_object (const SlAsked *asked, guint32 object);

/* Of a job */
SlFigure sl_figures_get_release (const SlAsked *asked);
SlFigure sl_figures_get_start (const SlAsked *asked);
SlFigure sl_figures_get_finish (const SlAsked *asked);
SlFigure sl_figures_get_deadline (const SlAsked *asked);
SlFigure sl_figures_get_response (const SlAsked *asked);
SlFigure sl_figures_get_lateness (const SlAsked *asked);
SlFigure sl_figures_get_execution (const SlAsked *asked);
SlFigure sl_figures_get_preempted (const SlAsked *asked);
SlFigure sl_figures_get_blocked (const SlAsked *asked);
SlFigure sl_figures_get_preemptions (const SlAsked *asked);
SlFigure sl_figures_get_preempted_at (const SlAsked *asked);
SlFigure sl_figures_get_preempted_by (const SlAsked *asked);
SlFigure sl_figures_get_blocked_on (const SlAsked *asked);
SlFigure sl_figures_get_blocked_by (const SlAsked *asked);

/* Of a task */
SlFigure sl_figures_get_period (const SlAsked *asked);
SlFigure sl_figures_get_relative_deadline (const SlAsked *asked);
SlFigure sl_figures_get_wcet (const SlAsked *asked);
SlFigure sl_figures_get_task_utilisation (const SlAsked *asked);
SlFigure sl_figures_get_task_jobs (const SlAsked *asked);
SlFigure sl_figures_get_task_misses (const SlAsked *asked);
SlFigure sl_figures_get_unfinished (const SlAsked *asked);
SlFigure sl_figures_get_max_response (const SlAsked *asked);
SlFigure sl_figures_get_min_response (const SlAsked *asked);
SlFigure sl_figures_get_max_blocked (const SlAsked *asked);
SlFigure sl_figures_get_inversion (const SlAsked *asked);
SlFigure sl_figures_get_inversion_begin (const SlAsked *asked);
SlFigure sl_figures_get_inversion_end (const SlAsked *asked);
SlFigure sl_figures_get_intruder (const SlAsked *asked);
SlFigure sl_figures_get_intruder_time (const SlAsked *asked);
SlFigure sl_figures_get_jitter (const SlAsked *asked);
SlFigure sl_figures_get_max_release_lateness (const SlAsked *asked);
SlFigure sl_figures_get_response_bound (const SlAsked *asked);
SlFigure sl_figures_get_blocking_bound (const SlAsked *asked);
SlFigure sl_figures_get_lock_taken (const SlAsked *asked);

/* Of a server */
SlFigure sl_figures_get_budget (const SlAsked *asked);
SlFigure sl_figures_get_server_period (const SlAsked *asked);
SlFigure sl_figures_get_bandwidth (const SlAsked *asked);
SlFigure sl_figures_get_exhaustions (const SlAsked *asked);
SlFigure sl_figures_get_first_exhausted (const SlAsked *asked);

/* Of intervals of one length */
SlFigure sl_figures_get_demand (const SlAsked *asked);
SlFigure sl_figures_get_demand_blocking (const SlAsked *asked);

/* Of a run */
SlFigure sl_figures_get_utilisation (const SlAsked *asked);
SlFigure sl_figures_get_demand_excess (const SlAsked *asked);
SlFigure sl_figures_get_demand_horizon (const SlAsked *asked);
SlFigure sl_figures_get_density (const SlAsked *asked);
SlFigure sl_figures_get_bound (const SlAsked *asked);
SlFigure sl_figures_get_tasks (const SlAsked *asked);
SlFigure sl_figures_get_jobs (const SlAsked *asked);
SlFigure sl_figures_get_misses (const SlAsked *asked);
SlFigure sl_figures_get_all_preemptions (const SlAsked *asked);
SlFigure sl_figures_get_first_miss (const SlAsked *asked);
SlFigure sl_figures_get_first_late (const SlAsked *asked);
SlFigure sl_figures_get_late_tasks (const SlAsked *asked);
SlFigure sl_figures_get_all_unfinished (const SlAsked *asked);
SlFigure sl_figures_get_last_run (const SlAsked *asked);

G_END_DECLS
