/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-search.h"

/* Goes through a trace once, in a thread, so that it can be gone through step by step. */

typedef struct
{
  SlTrace *trace;
  SlOverlay *overlay;
  char *model;
  char *model_name;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_object (&work->trace);
  g_clear_pointer (&work->overlay, sl_overlay_unref);
  g_free (work->model);
  g_free (work->model_name);
  g_free (work);
}

/* What is wrong with the model is said where it is edited: here it is as if there were none. */
static void
make_steps (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  Work *work = task_data;
  g_autoptr (SlTaskModel) model = sl_task_model_parse (work->model, work->model_name, NULL);
  g_autoptr (SlTaskRules) rules =
      model != NULL ? sl_task_model_get_rules (model, work->trace, work->overlay, NULL) : NULL;
  GError *error = NULL;
  g_autoptr (SlJobTable) jobs =
      sl_job_table_new (work->trace, sl_overlay_get_idle_task (work->overlay, work->trace), rules,
                        cancellable, &error);
  SlSteps *steps = NULL;

  if (jobs != NULL)
    steps = sl_steps_new (jobs, sl_policy_from_id (sl_task_rules_get_scheduler (rules)->policy),
                          cancellable, &error);
  if (steps != NULL)
    g_task_return_pointer (task, steps, (GDestroyNotify) sl_steps_unref);
  else
    g_task_return_error (task, error);
}

/**
 * sl_step_search_run:
 * @source: with which @callback is called; it stays as long as this takes
 * @trace: the whole of what is stepped through
 * @model: as it is now; it may be changed at once
 */
void
sl_step_search_run (GObject *source,
                    SlTrace *trace,
                    SlOverlay *overlay,
                    const SlTaskModel *model,
                    GCancellable *cancellable,
                    GAsyncReadyCallback callback)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, NULL);
  Work *work = g_new0 (Work, 1);

  work->trace = g_object_ref (trace);
  work->overlay = sl_overlay_ref (overlay);
  work->model = sl_task_model_to_text (model);
  work->model_name = g_strdup (sl_task_model_get_file_name (model));
  g_task_set_task_data (task, work, work_free);
  g_task_run_in_thread (task, make_steps);
}

/**
 * sl_step_search_run_finish:
 *
 * Returns: (transfer full): %NULL with %G_IO_ERROR_CANCELLED, or with why the trace has no steps
 */
SlSteps *
sl_step_search_run_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
