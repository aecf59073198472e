/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One figure of all jobs of a task, sorted: how they are distributed, and which jobs are where. */

#include "sl-job-table.h"
#include "sl-trace-set.h"

G_BEGIN_DECLS

/**
 * SlJobFigure:
 * @SL_JOB_FIGURE_RESPONSE: from its arrival to its finish
 * @SL_JOB_FIGURE_INTERARRIVAL: from the release of the job before to its own
 * @SL_JOB_FIGURE_RELEASE_LATENESS: from its nominal release to the recorded one
 * @SL_JOB_FIGURE_EXECUTION: what a finished job executed
 */
typedef enum
{
  SL_JOB_FIGURE_RESPONSE,
  SL_JOB_FIGURE_INTERARRIVAL,
  SL_JOB_FIGURE_RELEASE_LATENESS,
  SL_JOB_FIGURE_EXECUTION,
  SL_N_JOB_FIGURES,
} SlJobFigure;

/**
 * SlJobValue:
 * @value: in ticks of the axis
 * @job: place in the table of the job that has it
 */
typedef struct
{
  gint64 value;
  guint job;
} SlJobValue;

/**
 * SlJobFigures:
 * @task: number of the task
 * @values: of #SlJobValue, the least first; of jobs that have the figure
 * @sum: of all values
 *
 * Immutable.
 */
typedef struct
{
  guint32 task;
  GArray *values;
  double sum;
} SlJobFigures;

SlJobFigures *sl_job_figures_new (const SlJobTable *table,
                                  const SlJobTask *task,
                                  SlJobFigure figure,
                                  SlTraceSet *set,
                                  guint trace);
void sl_job_figures_free (SlJobFigures *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobFigures, sl_job_figures_free)

gint64 sl_job_figures_get_mean (const SlJobFigures *self);
gint64 sl_job_figures_get_median (const SlJobFigures *self);
gint64 sl_job_figures_get_percentile (const SlJobFigures *self, guint percent);
guint sl_job_figures_find (const SlJobFigures *self, gint64 value);

/* Bars of one width over an axis from @begin up to and with @last. */
gint64 sl_job_figures_get_edge (gint64 begin, gint64 last, guint bar, guint n_bars);

G_END_DECLS
