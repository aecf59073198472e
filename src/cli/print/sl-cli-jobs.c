/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-jobs.h"

#include <string.h>

#include "sl-cli-error.h"
#include "sl-cli-model.h"
#include "sl-cli-words.h"
#include "sl-inversion.h"
#include "sl-job-finder.h"
#include "sl-text-jobs.h"
#include "sl-text-reference.h"
#include "sl-time-text.h"

/* Without the number of a life an option means all of them. */
static void
set_deadline (const SlCliTrace *trace,
              SlTaskRules *rules,
              const char *text,
              guint32 task,
              gint64 deadline)
{
  SlObjectTable *objects = sl_trace_get_objects (trace->trace);
  const SlObject *meant = sl_object_table_get (objects, task);

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);

      if (number == task ||
          (strchr (text, '#') == NULL && object->type == meant->type && object->id == meant->id))
        sl_task_rules_set_deadline (rules, number, deadline);
    }
}

/* @option without its number. */
static gboolean
apply_deadline (const SlCliTrace *trace, SlTaskRules *rules, const char *option, GError **error)
{
  const char *equals = strrchr (option, '=');
  g_autofree char *task_text = NULL;
  guint32 task;
  gint64 deadline;

  if (equals == NULL || equals == option)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "Write it as TASK=DURATION, such as 296=5ms");
      return FALSE;
    }

  task_text = g_strndup (option, (gsize) (equals - option));
  if (!sl_annotations_find_task (trace->annotations, trace->trace, task_text, &task, error) ||
      !sl_duration_parse (equals + 1, trace->clock, &deadline, error))
    return FALSE;
  if (deadline <= 0)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "A deadline is at least one tick after the release");
      return FALSE;
    }

  set_deadline (trace, rules, task_text, task, deadline);
  return TRUE;
}

/* Returns: those that the trace records if there is no model; NULL on error. A model that is given for
 * several traces may speak of tasks that are in one of them only. */
static SlTaskRules *
load_rules (const SlCliTrace *trace,
            const SlCliDeadlines *options,
            gboolean is_only_trace,
            GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (SlTaskModel) model = NULL;

  if (options->model == NULL && !options->no_model)
    file = sl_cli_model_find (trace);
  if (options->model == NULL && file == NULL)
    return sl_task_model_get_rules (NULL, trace->trace, trace->annotations, error);

  model = file != NULL ? sl_cli_model_load (file, error)
                       : sl_cli_model_load_given (options->model, error);
  if (model == NULL)
    return NULL;

  if (is_only_trace || options->model == NULL)
    sl_cli_model_note_meant (model, trace);
  return sl_task_model_get_rules (model, trace->trace, trace->annotations, error);
}

/* A deadline that is meant for any trace must fit one of them. */
static gboolean
apply_to_all (const SlCliTraces *set, GPtrArray *rules, const char *option, GError **error)
{
  g_autoptr (GError) failure = NULL;
  gboolean is_applied = FALSE;
  const char *value;
  guint number;

  if (!sl_cli_check_text ("--deadline", option, error))
    return FALSE;

  value = sl_cli_numbered_split (option, &number);
  for (guint i = 0; i < rules->len; i++)
    {
      GError **reported = failure == NULL ? &failure : NULL;

      if ((number == SL_CLI_ALL || number == i) &&
          apply_deadline (sl_cli_traces_get (set, i), g_ptr_array_index (rules, i), value,
                          reported))
        is_applied = TRUE;
    }
  if (is_applied)
    return TRUE;

  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "--deadline %s: ", option);
  return FALSE;
}

/* (transfer full) (element-type SlTaskRules): what the model asks of each trace. */
static GPtrArray *
read_rules (const SlCliTraces *set, const SlCliDeadlines *options, GError **error)
{
  g_autoptr (GPtrArray) rules =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_task_rules_free);

  for (guint i = 0; i < set->traces->len; i++)
    {
      SlTaskRules *asked =
          load_rules (sl_cli_traces_get (set, i), options, set->traces->len == 1, error);

      if (asked == NULL)
        return NULL;
      g_ptr_array_add (rules, asked);
    }

  return g_steal_pointer (&rules);
}

/**
 * sl_cli_find_all_jobs:
 * @error: also for a task model that is wrong, be it asked for or found beside the trace
 *
 * Returns: (transfer full) (element-type SlJobTable): the jobs of each trace with the deadlines that
 *   the options ask for; %NULL on error
 */
GPtrArray *
sl_cli_find_all_jobs (const SlCliTraces *set, const SlCliDeadlines *options, GError **error)
{
  g_autoptr (GPtrArray) rules = read_rules (set, options, error);
  g_autoptr (GPtrArray) tables = NULL;

  if (rules == NULL ||
      !sl_cli_numbered_check ("--deadline", options->deadlines, set->traces->len, "traces", error))
    return NULL;
  for (guint i = 0; options->deadlines != NULL && options->deadlines[i] != NULL; i++)
    if (!apply_to_all (set, rules, options->deadlines[i], error))
      return NULL;

  tables = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_job_table_unref);
  for (guint i = 0; i < set->traces->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);
      SlJobTable *jobs =
          sl_job_table_new (trace->trace,
                            sl_annotations_get_idle_task (trace->annotations, trace->trace),
                            g_ptr_array_index (rules, i), NULL, error);

      if (jobs == NULL)
        return NULL;
      g_ptr_array_add (tables, jobs);
    }

  return g_steal_pointer (&tables);
}

/**
 * sl_cli_jobs_note_references:
 * @tables: (element-type SlJobTable): of @set
 *
 * Says of each task how many jobs would have missed their deadlines if these counted from its period, where that is another
 * number than that of those that missed theirs.
 */
void
sl_cli_jobs_note_references (const SlCliTraces *set, const GPtrArray *tables)
{
  for (guint i = 0; i < tables->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);
      const SlJobTable *jobs = g_ptr_array_index (tables, i);

      for (guint n = 0; n < sl_job_table_get_n_tasks (jobs); n++)
        {
          g_autofree char *text =
              sl_text_deadline_reference (jobs, trace->annotations, trace->clock,
                                          sl_job_table_get_task (jobs, n));

          if (text[0] != '\0')
            sl_cli_note_print ("%s: %s", trace->name, text);
        }
    }
}

/* Whether there is a job of the task, in any of its lives, or of another one that the same group of the model is about. */
static gboolean
is_checked (const SlJobTable *jobs, SlObjectTable *objects, guint32 task)
{
  const SlTaskRules *rules = sl_job_table_get_rules (jobs);
  const SlTaskRule *rule = sl_task_rules_get (rules, task);
  const SlObject *meant = sl_object_table_get (objects, task);

  for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
    {
      const SlJobTask *own = sl_job_table_get_task (jobs, i);
      const SlObject *object = sl_object_table_get (objects, own->task);
      const SlTaskRule *other = sl_task_rules_get (rules, own->task);

      if (own->n_jobs > 0 &&
          ((object->type == meant->type && object->id == meant->id) ||
           (rule->deadline_from == SL_DEADLINE_MODEL && rule->name == other->name)))
        return TRUE;
    }

  return FALSE;
}

/* Says of which tasks the jobs are what lies between a wake-up and a sleep: a program may sleep within a job. */
static void
note_by_wakings (const SlCliTrace *trace, const SlJobTable *jobs)
{
  const SlTaskRules *rules = sl_job_table_get_rules (jobs);
  g_autofree char *first = NULL;
  guint n_tasks = 0;

  for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (jobs, i);
      const SlLane *lane = sl_trace_get_lane (trace->trace, task->lane);

      if (task->n_jobs > 0 &&
          sl_job_finder_goes_by_wakings (trace->trace, lane,
                                         sl_task_rules_get (rules, task->task)) &&
          n_tasks++ == 0)
        first = sl_text_object (trace->trace, trace->annotations, task->task);
    }
  if (n_tasks == 1)
    sl_cli_note_print ("%s: Each job of %s is taken to go from a wake-up to the next sleep",
                       trace->name, first);
  else if (n_tasks > 1)
    sl_cli_note_print (
        "%s: Each job of %u tasks, such as %s, is taken to go from a wake-up to the next sleep",
        trace->name, n_tasks, first);
}

/**
 * sl_cli_jobs_note_unchecked:
 * @tables: (element-type SlJobTable): of @set
 *
 * Says which tasks have a deadline but no known jobs: none is missed then, which does not mean that all are met. Likewise which
 * have jobs that only follow from when they are woken.
 */
void
sl_cli_jobs_note_unchecked (const SlCliTraces *set, const GPtrArray *tables)
{
  for (guint i = 0; i < tables->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);
      const SlJobTable *jobs = g_ptr_array_index (tables, i);
      const SlTaskRules *rules = sl_job_table_get_rules (jobs);
      SlObjectTable *objects = sl_trace_get_objects (trace->trace);
      g_autofree char *first = NULL;
      guint n_tasks = 0;

      note_by_wakings (trace, jobs);
      for (guint n = 0; n < sl_trace_get_n_lanes (trace->trace); n++)
        {
          const SlLane *lane = sl_trace_get_lane (trace->trace, n);

          if (lane->type == SL_LANE_TASK && sl_task_rules_get (rules, lane->object)->deadline > 0 &&
              !is_checked (jobs, objects, lane->object) && n_tasks++ == 0)
            first = sl_text_object (trace->trace, trace->annotations, lane->object);
        }
      if (n_tasks == 1)
        sl_cli_note_print ("%s: No job of %s is known: its deadline was not checked", trace->name,
                           first);
      else if (n_tasks > 1)
        sl_cli_note_print (
            "%s: No jobs of %u tasks, such as %s, are known: their deadlines were not "
            "checked",
            trace->name, n_tasks, first);
    }
}

/* Those of tasks with jobs, or of the others. */
static void
print_some (SlCliWriter *writer,
            const char *prefix,
            SlJobTable *jobs,
            const SlCliTrace *trace,
            const GArray *inversions,
            gboolean has_job)
{
  for (guint i = 0; i < inversions->len && sl_cli_writer_is_open (writer); i++)
    {
      const SlInversion *inversion = &g_array_index (inversions, SlInversion, i);
      g_autofree char *line = NULL;

      if ((inversion->job != G_MAXUINT) != has_job)
        continue;
      line = sl_text_inversion (jobs, trace->annotations, trace->clock, inversion);
      sl_cli_writer_format (writer, "%s%s%s\n", prefix, prefix[0] != '\0' ? " " : "", line);
    }
}

/**
 * sl_cli_jobs_print_inversions:
 * @prefix: of the trace's lines; "" for none
 * @jobs: of @trace
 * @inversions: (element-type SlInversion): of them
 *
 * Prints a line for people for each inversion, after an empty one.
 */
void
sl_cli_jobs_print_inversions (SlCliWriter *writer,
                              const char *prefix,
                              SlJobTable *jobs,
                              const SlCliTrace *trace,
                              const GArray *inversions)
{
  if (inversions->len > 0)
    sl_cli_writer_char (writer, '\n');
  print_some (writer, prefix, jobs, trace, inversions, TRUE);
  print_some (writer, prefix, jobs, trace, inversions, FALSE);
}
