/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What all tasks of a run came to. */
#include "sl-figures-private.h"

#include <math.h>

#include "sl-job-statistics.h"
#include "sl-state-iter.h"

SlFigure
sl_figures_get_utilisation (const SlAsked *asked)
{
  SlAsked one = *asked;
  double sum = 0;

  for (one.task = 0; one.task < sl_task_set_get_n_tasks (asked->trace->set); one.task++)
    sum += sl_figures_get_task_utilisation (&one).share;

  return sl_figure_of_share (sum);
}

/* Each task's share of what comes first, its deadline or its period. */
SlFigure
sl_figures_get_density (const SlAsked *asked)
{
  double sum = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (asked->trace->set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (asked->trace->set, i);
      gint64 least =
          task->deadline > 0 ? MIN (task->deadline, task->pattern.period) : task->pattern.period;

      if (task->pattern.period > 0)
        sum += (double) task->distribution.wcet / (double) least;
    }

  return sl_figure_of_share (sum);
}

/* Liu and Layland's n (2^(1/n) - 1). */
SlFigure
sl_figures_get_bound (const SlAsked *asked)
{
  double n = sl_task_set_get_n_tasks (asked->trace->set);

  return sl_figure_of_share (n * (pow (2, 1 / n) - 1));
}

SlFigure
sl_figures_get_tasks (const SlAsked *asked)
{
  return sl_figure_of_count (sl_task_set_get_n_tasks (asked->trace->set));
}

SlFigure
sl_figures_get_jobs (const SlAsked *asked)
{
  return sl_figure_of_count (sl_job_table_get_n_jobs (asked->trace->jobs));
}

SlFigure
sl_figures_get_misses (const SlAsked *asked)
{
  guint n_misses;

  sl_job_table_get_misses (asked->trace->jobs, FALSE, &n_misses);
  return sl_figure_of_count (n_misses);
}

SlFigure
sl_figures_get_all_preemptions (const SlAsked *asked)
{
  gint64 sum = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (asked->trace->jobs); i++)
    sum += sl_job_table_get (asked->trace->jobs, i)->preemptions;

  return sl_figure_of_count (sum);
}

/* Place of the first miss in the table. */
static gboolean
find_first_miss (const SlAsked *asked, guint *number)
{
  guint n_misses;
  const guint *misses = sl_job_table_get_misses (asked->trace->jobs, FALSE, &n_misses);

  if (n_misses > 0)
    *number = misses[0];
  return n_misses > 0;
}

SlFigure
sl_figures_get_first_miss (const SlAsked *asked)
{
  guint number;

  return find_first_miss (asked, &number) ? sl_figure_of_time (sl_job_get_miss_time (
                                                sl_job_table_get (asked->trace->jobs, number)))
                                          : sl_figure_none;
}

SlFigure
sl_figures_get_first_late (const SlAsked *asked)
{
  guint number;

  return find_first_miss (asked, &number)
             ? sl_figures_name_object (asked, sl_job_table_get (asked->trace->jobs, number)->task)
             : sl_figure_none;
}

/* How many tasks miss a deadline at all. */
SlFigure
sl_figures_get_late_tasks (const SlAsked *asked)
{
  gint64 count = 0;

  for (guint i = 0; i < sl_job_table_get_n_tasks (asked->trace->jobs); i++)
    {
      SlJobStatistics statistics;

      sl_job_statistics_init (&statistics, asked->trace->jobs,
                              sl_job_table_get_task (asked->trace->jobs, i));
      count += statistics.n_misses > 0;
    }

  return sl_figure_of_count (count);
}

/* How many jobs of all tasks did not finish. */
SlFigure
sl_figures_get_all_unfinished (const SlAsked *asked)
{
  gint64 count = 0;

  for (guint i = 0; i < sl_job_table_get_n_jobs (asked->trace->jobs); i++)
    count += (sl_job_table_get (asked->trace->jobs, i)->flags & SL_JOB_FINISHED) == 0;

  return sl_figure_of_count (count);
}

/* From when on no task of the set ran. */
SlFigure
sl_figures_get_last_run (const SlAsked *asked)
{
  SlTime last = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (asked->trace->set); i++)
    {
      const SlLane *lane = sl_exercise_trace_get_lane (asked->trace, i);
      SlStateIter iter;
      SlItem item;

      if (lane == NULL)
        continue;
      sl_state_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES), SL_STATE_RUNNING,
                          SL_TIME_MIN);
      while (sl_state_iter_next (&iter, &item))
        last = MAX (last, item.end);
    }

  return sl_figure_of_time (last);
}
