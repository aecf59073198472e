/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a task is asked for, and what its jobs came to. */
#include "sl-figures-private.h"

#include "sl-inversion.h"
#include "sl-job-splitter.h"
#include "sl-job-statistics.h"

SlFigure
sl_figures_get_period (const SlAsked *asked)
{
  gint64 period = sl_task_set_get_task (asked->trace->set, asked->task)->pattern.period;

  return period > 0 ? sl_figure_of_time (period) : sl_figure_none;
}

SlFigure
sl_figures_get_relative_deadline (const SlAsked *asked)
{
  gint64 deadline = sl_task_set_get_task (asked->trace->set, asked->task)->deadline;

  return deadline > 0 ? sl_figure_of_time (deadline) : sl_figure_none;
}

SlFigure
sl_figures_get_wcet (const SlAsked *asked)
{
  return sl_figure_of_time (
      sl_task_set_get_task (asked->trace->set, asked->task)->distribution.wcet);
}

static double
find_utilisation (const SlAsked *asked, guint task)
{
  const SlSimTask *found = sl_task_set_get_task (asked->trace->set, task);

  return found->pattern.period > 0
             ? (double) found->distribution.wcet / (double) found->pattern.period
             : 0;
}

SlFigure
sl_figures_get_task_utilisation (const SlAsked *asked)
{
  return sl_figure_of_share (find_utilisation (asked, asked->task));
}

static void
measure (const SlAsked *asked, SlJobStatistics *statistics)
{
  *statistics = (SlJobStatistics) { 0 };
  if (asked->jobs != NULL)
    sl_job_statistics_init (statistics, asked->trace->jobs, asked->jobs);
}

SlFigure
sl_figures_get_task_jobs (const SlAsked *asked)
{
  SlJobStatistics statistics;

  measure (asked, &statistics);
  return sl_figure_of_count ((gint64) statistics.n_jobs);
}

SlFigure
sl_figures_get_task_misses (const SlAsked *asked)
{
  SlJobStatistics statistics;

  measure (asked, &statistics);
  return sl_figure_of_count ((gint64) statistics.n_misses);
}

SlFigure
sl_figures_get_unfinished (const SlAsked *asked)
{
  SlJobStatistics statistics;

  measure (asked, &statistics);
  return sl_figure_of_count ((gint64) (statistics.n_jobs - statistics.n_finished));
}

SlFigure
sl_figures_get_max_response (const SlAsked *asked)
{
  SlJobStatistics statistics;

  measure (asked, &statistics);
  return statistics.response.count > 0 ? sl_figure_of_time (statistics.response.max)
                                       : sl_figure_none;
}

SlFigure
sl_figures_get_min_response (const SlAsked *asked)
{
  SlJobStatistics statistics;

  measure (asked, &statistics);
  return statistics.response.count > 0 ? sl_figure_of_time (statistics.response.min)
                                       : sl_figure_none;
}

SlFigure
sl_figures_get_max_blocked (const SlAsked *asked)
{
  SlJobTable *jobs = asked->trace->jobs;
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (jobs);
  gint64 longest = 0;

  for (guint i = 0; asked->jobs != NULL && i < asked->jobs->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, asked->jobs->first + i);
      guint n_parts;
      const SlJobPart *parts = sl_job_splitter_split (splitter, job, 0, &n_parts);

      longest = MAX (longest, sl_job_parts_sum (parts, n_parts, SL_CAUSE_BLOCKED));
    }

  return sl_figure_of_time (longest);
}

/* By how much a release may come late, as asked for. */
SlFigure
sl_figures_get_jitter (const SlAsked *asked)
{
  return sl_figure_of_time (sl_task_set_get_task (asked->trace->set, asked->task)->pattern.jitter);
}

/* By how much a release came late at most; none where it is not known when it should have come. */
SlFigure
sl_figures_get_max_release_lateness (const SlAsked *asked)
{
  gint64 longest = -1;

  for (guint i = 0; asked->jobs != NULL && i < asked->jobs->n_jobs; i++)
    longest = MAX (longest,
                   sl_job_table_get_release_lateness (asked->trace->jobs, asked->jobs->first + i));

  return longest >= 0 ? sl_figure_of_time (longest) : sl_figure_none;
}

/* When the task first had the lock. */
SlFigure
sl_figures_get_lock_taken (const SlAsked *asked)
{
  const SlLane *lane = sl_exercise_trace_get_lane (asked->trace, asked->task);
  const SlTrack *holds = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_HOLDS) : NULL;
  const char *lock = sl_task_set_get_lock (asked->trace->set, asked->lock);
  SlTrackIter iter;
  SlItem item;

  if (holds == NULL)
    return sl_figure_none;

  sl_track_iter_init (&iter, holds, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (g_strcmp0 (sl_exercise_trace_get_name (asked->trace, item.detail), lock) == 0)
      return sl_figure_of_time (item.begin);

  return sl_figure_none;
}

static const SlInversion *
find_inversion (const SlAsked *asked)
{
  const SlInversion *longest = NULL;

  for (guint i = 0; i < asked->trace->inversions->len; i++)
    {
      const SlInversion *found = &g_array_index (asked->trace->inversions, SlInversion, i);

      if (found->task == asked->object &&
          (longest == NULL || sl_span_duration (found->span) > sl_span_duration (longest->span)))
        longest = found;
    }

  return longest;
}

SlFigure
sl_figures_get_inversion (const SlAsked *asked)
{
  const SlInversion *longest = find_inversion (asked);

  return sl_figure_of_time (longest != NULL ? (gint64) sl_span_duration (longest->span) : 0);
}

SlFigure
sl_figures_get_inversion_begin (const SlAsked *asked)
{
  const SlInversion *longest = find_inversion (asked);

  return longest != NULL ? sl_figure_of_time (longest->span.begin) : sl_figure_none;
}

SlFigure
sl_figures_get_inversion_end (const SlAsked *asked)
{
  const SlInversion *longest = find_inversion (asked);

  return longest != NULL ? sl_figure_of_time (longest->span.end) : sl_figure_none;
}

SlFigure
sl_figures_get_intruder (const SlAsked *asked)
{
  const SlInversion *longest = find_inversion (asked);

  return longest != NULL ? sl_figures_name_object (asked, longest->intruder) : sl_figure_none;
}

SlFigure
sl_figures_get_intruder_time (const SlAsked *asked)
{
  const SlInversion *longest = find_inversion (asked);

  return sl_figure_of_time (longest != NULL ? longest->intruder_ticks : 0);
}
