/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-figures-private.h"

#include "sl-error.h"
#include "sl-theory-set.h"

/* A name may stand for two figures where they differ in how many words follow it. */
typedef enum
{
  OF_RUN,
  OF_TASK,
  OF_SERVER,
  OF_INTERVAL,
  OF_JOB,
  OF_LOCK,
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
  { "utilization", OF_TASK, sl_figures_get_task_utilisation },
  { "jobs", OF_TASK, sl_figures_get_task_jobs },
  { "misses", OF_TASK, sl_figures_get_task_misses },
  { "unfinished", OF_TASK, sl_figures_get_unfinished },
  { "max-response", OF_TASK, sl_figures_get_max_response },
  { "min-response", OF_TASK, sl_figures_get_min_response },
  { "jitter", OF_TASK, sl_figures_get_jitter },
  { "max-release-lateness", OF_TASK, sl_figures_get_max_release_lateness },
  { "response-bound", OF_TASK, sl_figures_get_response_bound },
  { "blocking-bound", OF_TASK, sl_figures_get_blocking_bound },
  { "lock-taken", OF_LOCK, sl_figures_get_lock_taken },
  { "max-blocked", OF_TASK, sl_figures_get_max_blocked },
  { "inversion", OF_TASK, sl_figures_get_inversion },
  { "inversion-begin", OF_TASK, sl_figures_get_inversion_begin },
  { "inversion-end", OF_TASK, sl_figures_get_inversion_end },
  { "intruder", OF_TASK, sl_figures_get_intruder },
  { "intruder-time", OF_TASK, sl_figures_get_intruder_time },
  { "utilization", OF_RUN, sl_figures_get_utilisation },
  { "demand-excess", OF_RUN, sl_figures_get_demand_excess },
  { "demand-horizon", OF_RUN, sl_figures_get_demand_horizon },
  { "density", OF_RUN, sl_figures_get_density },
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
  { "budget", OF_SERVER, sl_figures_get_budget },
  { "server-period", OF_SERVER, sl_figures_get_server_period },
  { "bandwidth", OF_SERVER, sl_figures_get_bandwidth },
  { "exhaustions", OF_SERVER, sl_figures_get_exhaustions },
  { "first-exhausted", OF_SERVER, sl_figures_get_first_exhausted },
  { "demand", OF_INTERVAL, sl_figures_get_demand },
  { "demand-blocking", OF_INTERVAL, sl_figures_get_demand_blocking },
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
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "%2$s has no job “%1$s”: it has 1 to %3$u",
                   text, task, n_jobs);
      return FALSE;
    }

  asked->number = asked->jobs->first + (guint) number - 1;
  asked->job = sl_job_table_get (asked->trace->jobs, asked->number);
  return TRUE;
}

static gboolean
find_lock (const char *name, SlAsked *asked, GError **error)
{
  for (asked->lock = 0; asked->lock < sl_task_set_get_n_locks (asked->trace->set); asked->lock++)
    if (g_str_equal (sl_task_set_get_lock (asked->trace->set, asked->lock), name))
      return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "The set has no lock “%s”", name);
  return FALSE;
}

static gboolean
find_server (const char *name, SlAsked *asked, GError **error)
{
  const SlTaskSet *set = asked->trace->set;

  for (asked->server = 0; asked->server < sl_task_set_get_n_servers (set); asked->server++)
    if (g_str_equal (sl_task_set_get_server (set, asked->server)->name, name))
      return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "The set has no server “%s”", name);
  return FALSE;
}

static gboolean
read_interval (const char *text, SlAsked *asked, GError **error)
{
  SlFigure figure;

  if (!sl_figure_parse (text, &figure) || figure.type != SL_FIGURE_TIME || figure.number <= 0 ||
      figure.number > SL_THEORY_MOST)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not the length of an interval, such as 4ms", text);
      return FALSE;
    }

  asked->interval = figure.number;
  return TRUE;
}

/* @words: as many as @subject takes behind the figure's name */
static gboolean
find_subject (Subject subject, const char *const *words, SlAsked *asked, GError **error)
{
  switch (subject)
    {
    case OF_TASK:
      return find_task (words[0], asked, error);
    case OF_SERVER:
      return find_server (words[0], asked, error);
    case OF_INTERVAL:
      return read_interval (words[0], asked, error);
    case OF_JOB:
      return find_task (words[0], asked, error) && find_job (words[1], words[0], asked, error);
    case OF_LOCK:
      return find_task (words[0], asked, error) && find_lock (words[1], asked, error);
    case OF_RUN:
    default:
      return TRUE;
    }
}

/**
 * sl_figures_find:
 * @words: its name, and as the figure asks for: the name of a task, which the number of one of its
 *   jobs, from 1, or the name of a lock may follow, the name of a server, or the length of an
 *   interval; ended by %NULL
 *
 * Fails with %SL_ERROR_USAGE where the run has no such figure.
 */
gboolean
sl_figures_find (const SlExerciseTrace *trace,
                 const char *const *words,
                 SlFigure *figure,
                 GError **error)
{
  static const guint n_behind[] = {
    [OF_RUN] = 0, [OF_TASK] = 1, [OF_SERVER] = 1, [OF_INTERVAL] = 1, [OF_JOB] = 2, [OF_LOCK] = 2
  };
  guint n_words = g_strv_length ((char **) words);
  SlAsked asked = { .trace = trace };

  for (guint i = 0; n_words > 0 && i < G_N_ELEMENTS (figures); i++)
    {
      if (n_behind[figures[i].of] + 1 != n_words || !g_str_equal (figures[i].name, words[0]))
        continue;
      if (!find_subject (figures[i].of, words + 1, &asked, error))
        return FALSE;

      *figure = figures[i].get (&asked);
      return TRUE;
    }

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "There is no figure “%s” followed by %u words",
               n_words > 0 ? words[0] : "", n_words > 0 ? n_words - 1 : 0);
  return FALSE;
}
