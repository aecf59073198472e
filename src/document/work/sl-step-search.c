/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-search.h"

#include "sl-model-lanes.h"

/* Goes through a trace once, in a thread, so that it can be gone through step by step. */

typedef struct
{
  SlTrace *trace;
  SlAnnotations *annotations;
  SlJobTable *known; /* NULL for none */
  SlTaskModel *model;
} Work;

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_object (&work->trace);
  g_clear_pointer (&work->annotations, sl_annotations_unref);
  g_clear_pointer (&work->known, sl_job_table_unref);
  sl_task_model_unref (work->model);
  g_free (work);
}

/* What is known is of the same trace, unless its end is hidden, or its model adds lanes; the model may be another. */
static SlJobTable *
find_jobs (const Work *work,
           SlTrace *trace,
           SlTaskRules *rules,
           GCancellable *cancellable,
           GError **error)
{
  guint32 idle_task = sl_annotations_get_idle_task (work->annotations, trace);

  if (work->known != NULL && sl_job_table_get_trace (work->known) == trace &&
      sl_job_table_get_idle_task (work->known) == idle_task)
    return sl_job_table_with_rules (work->known, rules);

  return sl_job_table_new (trace, idle_task, rules, cancellable, error);
}

/* What is wrong with the model is said where it is edited: here it is as if there were none. */
static gpointer
make_steps (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  const Work *work = request;
  g_autoptr (SlTrace) trace = sl_model_lanes_add (work->trace, work->model, work->annotations);
  g_autoptr (SlTaskRules) rules =
      sl_task_model_get_rules (work->model, trace, work->annotations, NULL);
  g_autoptr (SlJobTable) jobs = find_jobs (work, trace, rules, cancellable, error);

  return jobs != NULL
             ? sl_replay_new (jobs, sl_policy_from_id (sl_task_rules_get_scheduler (rules)->policy),
                              cancellable, error)
             : NULL;
}

static const SlBackgroundKind background_kind = {
  .work = make_steps,
  .free = work_free,
  .free_found = (GDestroyNotify) sl_replay_free,
};

/**
 * sl_step_search_new:
 * @done: gets #SlReplay, or why the trace has none
 *
 * Returns: (transfer full): looks for nothing yet
 */
SlBackground *
sl_step_search_new (SlBackgroundFunc done, gpointer owner)
{
  return sl_background_new (&background_kind, done, owner);
}

/**
 * sl_step_search_start:
 * @trace: the whole of what is stepped through
 * @known: (nullable): jobs that were found in a trace of the document, which are not found again where
 *   it is this one
 */
void
sl_step_search_start (SlBackground *self,
                      SlTrace *trace,
                      SlAnnotations *annotations,
                      const SlTaskModel *model,
                      SlJobTable *known)
{
  Work *work = g_new0 (Work, 1);

  work->trace = g_object_ref (trace);
  work->annotations = sl_annotations_ref (annotations);
  work->known = known != NULL ? sl_job_table_ref (known) : NULL;
  work->model = sl_task_model_ref (model);
  sl_background_start (self, work);
}
