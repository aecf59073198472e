/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-figures-private.h"

#include "sl-error.h"

typedef enum
{
  OF_RUN,
  OF_TASK,
  OF_JOB,
} Subject;

typedef struct
{
  const char *name;
  Subject of;
  SlFigure (*get) (const SlAsked *asked);
} Figure;

/* Returns: none for what the set does not name */
SlFigure
sl_figures_name_object (const SlAsked *asked, guint32 object)
{
  const char *name = sl_exercise_trace_get_name (asked->trace, object);

  return name != NULL ? sl_figure_of_name (name) : sl_figure_none;
}

static const Figure figures[] = {
  { "release", OF_JOB, sl_figures_get_release },
  { "start", OF_JOB, sl_figures_get_start },
  { "finish", OF_JOB, sl_figures_get_finish },
  { "deadline", OF_JOB, sl_figures_get_deadline },
  { "response", OF_JOB, sl_figures_get_response },
  { "lateness", OF_JOB, sl_figures_get_lateness },
  { "execution", OF_JOB, sl_figures_get_execution },
  { "preempted", OF_JOB, sl_figures_get_preempted },
  { "preempted-at", OF_JOB, sl_figures_get_preempted_at },
  { "preempted-by", OF_JOB, sl_figures_get_preempted_by },
  { "preemptions", OF_JOB, sl_figures_get_preemptions },
  { "blocked", OF_JOB, sl_figures_get_blocked },
  { "blocked-on", OF_JOB, sl_figures_get_blocked_on },
  { "blocked-by", OF_JOB, sl_figures_get_blocked_by },
  { "period", OF_TASK, sl_figures_get_period },
  { "deadline", OF_TASK, sl_figures_get_relative_deadline },
  { "wcet", OF_TASK, sl_figures_get_wcet },
  { "utilization", OF_TASK, sl_figures_get_task_utilization },
  { "jobs", OF_TASK, sl_figures_get_task_jobs },
  { "misses", OF_TASK, sl_figures_get_task_misses },
  { "unfinished", OF_TASK, sl_figures_get_unfinished },
  { "max-response", OF_TASK, sl_figures_get_max_response },
  { "min-response", OF_TASK, sl_figures_get_min_response },
  { "response-bound", OF_TASK, sl_figures_get_response_bound },
  { "max-blocked", OF_TASK, sl_figures_get_max_blocked },
  { "inversion", OF_TASK, sl_figures_get_inversion },
  { "inversion-begin", OF_TASK, sl_figures_get_inversion_begin },
  { "inversion-end", OF_TASK, sl_figures_get_inversion_end },
  { "intruder", OF_TASK, sl_figures_get_intruder },
  { "intruder-time", OF_TASK, sl_figures_get_intruder_time },
  { "utilization", OF_RUN, sl_figures_get_utilization },
  { "bound", OF_RUN, sl_figures_get_bound },
  { "tasks", OF_RUN, sl_figures_get_tasks },
  { "jobs", OF_RUN, sl_figures_get_jobs },
  { "misses", OF_RUN, sl_figures_get_misses },
  { "preemptions", OF_RUN, sl_figures_get_all_preemptions },
  { "first-miss", OF_RUN, sl_figures_get_first_miss },
  { "first-late", OF_RUN, sl_figures_get_first_late },
  { "late-tasks", OF_RUN, sl_figures_get_late_tasks },
  { "unfinished", OF_RUN, sl_figures_get_all_unfinished },
  { "last-run", OF_RUN, sl_figures_get_last_run },
};

static gboolean
find_task (const char *name, SlAsked *asked, GError **error)
{
  if (!sl_exercise_trace_find_task (asked->trace, name, &asked->task))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "The set has no task “%s”", name);
      return FALSE;
    }

  asked->object = sl_exercise_trace_get_object (asked->trace, asked->task);
  asked->jobs = sl_job_table_find_task (asked->trace->jobs, asked->object);
  return TRUE;
}

static gboolean
find_job (const char *text, const char *task, SlAsked *asked, GError **error)
{
  guint n_jobs = asked->jobs != NULL ? asked->jobs->n_jobs : 0;
  guint64 number;

  if (!g_ascii_string_to_unsigned (text, 10, 1, n_jobs, &number, NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is no job of %s: it has 1 to %u", text,
                   task, n_jobs);
      return FALSE;
    }

  asked->number = asked->jobs->first + (guint) number - 1;
  asked->job = sl_job_table_get (asked->trace->jobs, asked->number);
  return TRUE;
}

/**
 * sl_figures_find:
 * @words: its name, and as the figure asks for the name of a task and the number of one of the
 *   task's jobs, from 1; ended by %NULL
 *
 * Fails with %SL_ERROR_USAGE where the run has no such figure.
 */
gboolean
sl_figures_find (const SlExerciseTrace *trace,
                 const char *const *words,
                 SlFigure *figure,
                 GError **error)
{
  guint n_words = g_strv_length ((char **) words);
  SlAsked asked = { .trace = trace };

  for (guint i = 0; n_words > 0 && i < G_N_ELEMENTS (figures); i++)
    {
      if (figures[i].of + 1 != n_words || !g_str_equal (figures[i].name, words[0]))
        continue;
      if ((n_words > 1 && !find_task (words[1], &asked, error)) ||
          (n_words > 2 && !find_job (words[2], words[1], &asked, error)))
        return FALSE;

      *figure = figures[i].get (&asked);
      return TRUE;
    }

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "There is no figure “%s” with %u words behind it",
               n_words > 0 ? words[0] : "", n_words > 0 ? n_words - 1 : 0);
  return FALSE;
}
