/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What became of one job. */
#include "sl-figures-private.h"

#include "sl-job-splitter.h"

SlFigure
sl_figures_get_release (const SlAsked *asked)
{
  return sl_figure_of_instant (asked->job->release);
}

SlFigure
sl_figures_get_start (const SlAsked *asked)
{
  return sl_figure_of_instant (asked->job->start);
}

SlFigure
sl_figures_get_finish (const SlAsked *asked)
{
  return sl_figure_of_instant (sl_job_get_finish (asked->job));
}

SlFigure
sl_figures_get_deadline (const SlAsked *asked)
{
  return sl_figure_of_instant (asked->job->deadline);
}

SlFigure
sl_figures_get_response (const SlAsked *asked)
{
  gint64 response;

  return sl_job_get_response (asked->job, &response) ? sl_figure_of_time (response)
                                                     : sl_figure_none;
}

SlFigure
sl_figures_get_lateness (const SlAsked *asked)
{
  gint64 lateness;

  return sl_job_get_lateness (asked->job, &lateness) ? sl_figure_of_time (lateness)
                                                     : sl_figure_none;
}

SlFigure
sl_figures_get_execution (const SlAsked *asked)
{
  return sl_figure_of_time (asked->job->execution);
}

/* The ticks of the job that were spent on @cause. */
static SlFigure
sum_parts (const SlAsked *asked, SlCause cause)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (asked->trace->jobs, asked->number);

  return sl_figure_of_time (
      sl_job_parts_sum ((const SlJobPart *) (gconstpointer) parts->data, parts->len, cause));
}

SlFigure
sl_figures_get_preempted (const SlAsked *asked)
{
  return sum_parts (asked, SL_CAUSE_PREEMPTED);
}

SlFigure
sl_figures_get_blocked (const SlAsked *asked)
{
  return sum_parts (asked, SL_CAUSE_BLOCKED);
}

SlFigure
sl_figures_get_preemptions (const SlAsked *asked)
{
  return sl_figure_of_count (asked->job->preemptions);
}

/* When the job first lost the processor though it had more to do. */
static gboolean
find_preemption (const SlAsked *asked, SlTime *time)
{
  const SlLane *lane = sl_exercise_trace_get_lane (asked->trace, asked->task);
  gboolean was_running = FALSE;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES), asked->job->start);
  while (sl_track_iter_next (&iter, &item) && item.begin < asked->job->end)
    {
      if (was_running && item.state == SL_STATE_READY)
        {
          *time = item.begin;
          return TRUE;
        }
      was_running = item.state == SL_STATE_RUNNING;
    }

  return FALSE;
}

SlFigure
sl_figures_get_preempted_at (const SlAsked *asked)
{
  SlTime time;

  return find_preemption (asked, &time) ? sl_figure_of_time (time) : sl_figure_none;
}

/* Who has the processor from then on. */
SlFigure
sl_figures_get_preempted_by (const SlAsked *asked)
{
  SlTime time;

  if (!find_preemption (asked, &time))
    return sl_figure_none;

  for (guint i = 0; i < sl_task_set_get_n_tasks (asked->trace->set); i++)
    {
      const SlLane *lane = sl_exercise_trace_get_lane (asked->trace, i);
      const SlTrack *states = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
      SlItem item;

      if (states != NULL && sl_track_find_at (states, time, &item) &&
          item.state == SL_STATE_RUNNING)
        return sl_figures_name_object (asked, lane->object);
    }

  return sl_figure_none;
}

static gboolean
find_blocking (const SlAsked *asked, SlJobPart *longest)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (asked->trace->jobs, asked->number);

  longest->ticks = 0;
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      if (part->cause == SL_CAUSE_BLOCKED && part->ticks > longest->ticks)
        *longest = *part;
    }

  return longest->ticks > 0;
}

SlFigure
sl_figures_get_blocked_on (const SlAsked *asked)
{
  SlJobPart longest;

  return find_blocking (asked, &longest) ? sl_figures_name_object (asked, longest.object)
                                         : sl_figure_none;
}

SlFigure
sl_figures_get_blocked_by (const SlAsked *asked)
{
  SlJobPart longest;

  return find_blocking (asked, &longest) ? sl_figures_name_object (asked, longest.other)
                                         : sl_figure_none;
}
