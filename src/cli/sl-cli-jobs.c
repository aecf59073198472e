/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-jobs.h"

#include <string.h>

#include "sl-cli-error.h"
#include "sl-task-model.h"
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

static gboolean
apply_deadline (const SlCliTrace *trace, SlTaskRules *rules, const char *option, GError **error)
{
  const char *equals = strrchr (option, '=');
  g_autofree char *task_text = NULL;
  guint32 task;
  gint64 deadline;

  if (!sl_cli_check_text ("--deadline", option, error))
    return FALSE;
  if (equals == NULL || equals == option)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--deadline %s: Give it as TASK=DURATION, such as 296=5ms", option);
      return FALSE;
    }

  task_text = g_strndup (option, (gsize) (equals - option));
  if (!sl_overlay_find_task (trace->overlay, trace->trace, task_text, &task, error) ||
      !sl_duration_parse (equals + 1, trace->clock, &deadline, error))
    {
      g_prefix_error (error, "--deadline %s: ", option);
      return FALSE;
    }
  if (deadline <= 0)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--deadline %s: A deadline is at least one tick after the release", option);
      return FALSE;
    }

  set_deadline (trace, rules, task_text, task, deadline);
  return TRUE;
}

/**
 * sl_cli_find_model:
 *
 * Returns: (transfer full) (nullable): the task model beside the trace, where there is one
 */
GFile *
sl_cli_find_model (const SlCliTrace *trace)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GFile) model = NULL;

  if (sl_cli_trace_get_n_files (trace) != 1)
    return NULL;

  file = g_file_new_for_commandline_arg (trace->name);
  model = sl_task_model_get_file (file);

  return g_file_query_exists (model, NULL) ? g_steal_pointer (&model) : NULL;
}

/* Returns: rules that ask for nothing where there is no model; NULL on error. */
static SlTaskRules *
load_rules (const SlCliTrace *trace, const SlCliDeadlines *options, GError **error)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (SlTaskModel) model = NULL;

  if (options->model != NULL)
    file = g_file_new_for_commandline_arg (options->model);
  else if (!options->no_model)
    file = sl_cli_find_model (trace);
  if (file == NULL)
    return sl_task_rules_new ();

  model = sl_task_model_load (file, error);
  return model != NULL ? sl_task_model_get_rules (model, trace->trace, trace->overlay, error)
                       : NULL;
}

/**
 * sl_cli_find_jobs:
 * @error: also for a task model that is wrong, be it asked for or found beside the trace
 *
 * Returns: (transfer full): the trace's jobs with the deadlines that the options ask for; %NULL
 *   on error
 */
SlJobTable *
sl_cli_find_jobs (const SlCliTrace *trace, const SlCliDeadlines *options, GError **error)
{
  g_autoptr (SlTaskRules) rules = load_rules (trace, options, error);

  if (rules == NULL)
    return NULL;

  for (guint i = 0; options->deadlines != NULL && options->deadlines[i] != NULL; i++)
    if (!apply_deadline (trace, rules, options->deadlines[i], error))
      return NULL;

  return sl_job_table_new (trace->trace, sl_overlay_get_idle_task (trace->overlay, trace->trace),
                           rules, NULL, error);
}
