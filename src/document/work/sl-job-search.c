/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-search.h"

#include "sl-background.h"
#include "sl-inversion.h"
#include "sl-job-overrun.h"
#include "sl-model-lanes.h"

/* Generations of a trace that is loading follow each other faster than their jobs are found:
 * nobody looks for those of one that has a successor at once. */
#define DEBOUNCE_MSEC 150

/* What was found in one trace. */
typedef struct
{
  SlJobTable *table;
  GArray *inversions;       /* of SlInversion, in what the table tells; NULL with it */
  GArray *overruns;         /* of guint, places in the table; NULL with it */
  SlSchedulability *theory; /* of the table; NULL with it */
} Found;

/* Finds the jobs of a trace in the background, with the deadlines of its task model.
 * What was found stays until there is something newer. */
struct _SlJobSearch
{
  GObject parent_instance;

  SlTaskModelStore *store;
  SlTrace *trace;
  SlAnnotations *annotations;
  Found found;         /* nothing until then */
  SlTrace *searched;   /* the trace in which that was found, as it was given */
  SlTrace *with_lanes; /* the same with the lanes of the model; NULL where it has none */
  char *lanes_text;    /* what they were made of */
  char *error_text;
  SlBackground *background;
};

G_DEFINE_FINAL_TYPE (SlJobSearch, sl_job_search, G_TYPE_OBJECT)

enum
{
  SIGNAL_FOUND,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  SlTaskModel *model;
  SlTrace *trace;
  SlAnnotations *annotations;
  SlJobTable *known;         /* what was found last; NULL for nothing */
  SlTrace *known_searched;   /* of the search then, as are those that follow */
  SlTrace *known_with_lanes; /* NULL for none */
  char *known_lanes_text;
  Found found;
  SlTrace *with_lanes;
  char *lanes_text;
  GError *error_text; /* about the task model, without which there are jobs as well */
} Work;

static void
found_clear (Found *self)
{
  g_clear_pointer (&self->table, sl_job_table_unref);
  g_clear_pointer (&self->inversions, g_array_unref);
  g_clear_pointer (&self->overruns, g_array_unref);
  g_clear_pointer (&self->theory, sl_schedulability_unref);
}

static void
work_free (gpointer data)
{
  Work *work = data;

  g_clear_pointer (&work->model, sl_task_model_unref);
  g_clear_pointer (&work->known, sl_job_table_unref);
  g_clear_object (&work->trace);
  g_clear_pointer (&work->annotations, sl_annotations_unref);
  found_clear (&work->found);
  g_clear_object (&work->known_searched);
  g_clear_object (&work->known_with_lanes);
  g_clear_pointer (&work->known_lanes_text, g_free);
  g_clear_object (&work->with_lanes);
  g_clear_pointer (&work->lanes_text, g_free);
  g_clear_error (&work->error_text);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

/* What is known is kept where it is still right: what was found in it is then as well. */
static void
make_lanes (Work *work)
{
  if (!sl_trace_is_complete (work->trace))
    return;

  work->lanes_text = sl_model_lanes_print (work->trace, work->model, work->annotations);
  if (work->known_searched == work->trace &&
      g_strcmp0 (work->lanes_text, work->known_lanes_text) == 0)
    {
      g_set_object (&work->with_lanes, work->known_with_lanes);
      return;
    }

  work->with_lanes = sl_model_lanes_add (work->trace, work->model, work->annotations);
  if (work->with_lanes == work->trace)
    g_clear_object (&work->with_lanes);
}

/* Where only the rules of the model have changed, the jobs are still the same. */
static gboolean
is_known (const Work *work, SlTrace *trace, guint32 idle_task)
{
  return work->known != NULL && sl_job_table_get_trace (work->known) == trace &&
         sl_job_table_get_idle_task (work->known) == idle_task;
}

/* Rules are asked for by the objects of the trace with its lanes. */
static SlJobTable *
find_jobs (Work *work, GCancellable *cancellable, GError **error)
{
  SlTrace *trace = work->with_lanes != NULL ? work->with_lanes : work->trace;
  guint32 idle_task = sl_annotations_get_idle_task (work->annotations, trace);
  g_autoptr (SlTaskRules) rules =
      sl_task_model_get_rules (work->model, trace, work->annotations, &work->error_text);

  if (is_known (work, trace, idle_task))
    return sl_job_table_with_rules (work->known, rules);

  return sl_job_table_new (trace, idle_task, rules, cancellable, error);
}

static gpointer
search (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Work *work = request;
  Found *found = &work->found;

  make_lanes (work);
  found->table = find_jobs (work, cancellable, error);
  if (found->table != NULL)
    {
      found->overruns = sl_job_overruns_find (found->table);
      found->inversions = sl_inversions_find (found->table, cancellable, error);
    }
  if (found->inversions != NULL)
    found->theory = sl_schedulability_new (found->table, cancellable, error);
  return work;
}

static void
take_lanes (SlJobSearch *self, Work *work)
{
  g_set_object (&self->searched, work->trace);
  g_set_object (&self->with_lanes, work->with_lanes);
  g_free (self->lanes_text);
  self->lanes_text = g_steal_pointer (&work->lanes_text);
}

static void
searched (gpointer owner, gpointer found, const GError *error)
{
  SlJobSearch *self = owner;
  g_autoptr (Work) work = found;
  const GError *error_text = error != NULL ? error : work->error_text;

  if (error == NULL)
    {
      found_clear (&self->found);
      self->found = work->found;
      work->found = (Found) { 0 };
      take_lanes (self, work);
    }

  g_free (self->error_text);
  self->error_text = g_strdup (
      error_text != NULL ? error_text->message : sl_task_model_store_get_error_text (self->store));
  g_signal_emit (self, signals[SIGNAL_FOUND], 0);
}

static gpointer
make_work (gpointer owner)
{
  SlJobSearch *self = owner;
  Work *work = g_new0 (Work, 1);

  work->model = sl_task_model_ref (sl_task_model_store_get_model (self->store));
  work->known = self->found.table != NULL ? sl_job_table_ref (self->found.table) : NULL;
  g_set_object (&work->known_searched, self->searched);
  g_set_object (&work->known_with_lanes, self->with_lanes);
  work->known_lanes_text = g_strdup (self->lanes_text);
  work->trace = g_object_ref (self->trace);
  work->annotations = sl_annotations_ref (self->annotations);
  return work;
}

static const SlBackgroundKind background_kind = {
  .work = search,
  .free = work_free,
  .free_found = work_free,
  .make = make_work,
  .quiet_msec = DEBOUNCE_MSEC,
};

static void
sl_job_search_dispose (GObject *object)
{
  SlJobSearch *self = SL_JOB_SEARCH (object);

  g_clear_pointer (&self->background, sl_background_free);
  g_clear_object (&self->store);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->annotations, sl_annotations_unref);
  found_clear (&self->found);
  g_clear_object (&self->searched);
  g_clear_object (&self->with_lanes);
  g_clear_pointer (&self->lanes_text, g_free);
  g_clear_pointer (&self->error_text, g_free);

  G_OBJECT_CLASS (sl_job_search_parent_class)->dispose (object);
}

static void
sl_job_search_class_init (SlJobSearchClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_job_search_dispose;

  /**
   * SlJobSearch::found:
   *
   * There are other jobs, or there is another complaint.
   */
  signals[SIGNAL_FOUND] = g_signal_new ("found", SL_TYPE_JOB_SEARCH, G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
}

/* Before the first start there is nothing that could change. */
static void
model_changed_cb (SlJobSearch *self)
{
  if (self->trace != NULL)
    sl_background_ask (self->background);
}

static void
sl_job_search_init (SlJobSearch *self)
{
  self->background = sl_background_new (&background_kind, searched, self);
  self->store = sl_task_model_store_new ();
  g_signal_connect_object (self->store, "changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

SlJobSearch *
sl_job_search_new (void)
{
  return g_object_new (SL_TYPE_JOB_SEARCH, NULL);
}

/**
 * sl_job_search_set_trace_file:
 * @file: of the trace, beside which its task model lies
 *
 * Takes the model from there; what is wrong with it is a complaint.
 */
void
sl_job_search_set_trace_file (SlJobSearch *self, GFile *file)
{
  g_autoptr (GFile) model = NULL;

  g_return_if_fail (SL_IS_JOB_SEARCH (self));

  model = sl_task_model_get_file (file);
  sl_task_model_store_load (self->store, model, NULL);
}

/**
 * sl_job_search_get_model_store:
 *
 * Returns: (transfer none): the task model; the jobs follow its changes
 */
SlTaskModelStore *
sl_job_search_get_model_store (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->store;
}

/**
 * sl_job_search_start:
 * @annotations: what the user calls the tasks, and which of them is idle
 *
 * Begins soon, and cancels what is under way.
 */
void
sl_job_search_start (SlJobSearch *self, SlTrace *trace, SlAnnotations *annotations)
{
  g_return_if_fail (SL_IS_JOB_SEARCH (self));

  g_set_object (&self->trace, trace);
  sl_annotations_ref (annotations);
  g_clear_pointer (&self->annotations, sl_annotations_unref);
  self->annotations = annotations;
  sl_background_ask (self->background);
}

/**
 * sl_job_search_stop:
 *
 * Cancels what is under way; what was found stays.
 */
void
sl_job_search_stop (SlJobSearch *self)
{
  g_return_if_fail (SL_IS_JOB_SEARCH (self));

  sl_background_stop (self->background);
}

/**
 * sl_job_search_forget:
 *
 * Cancels what is under way; what was found is given up.
 */
void
sl_job_search_forget (SlJobSearch *self)
{
  g_return_if_fail (SL_IS_JOB_SEARCH (self));

  sl_job_search_stop (self);
  found_clear (&self->found);
}

/**
 * sl_job_search_get_table:
 *
 * Returns: (transfer none) (nullable): what was found last, in the trace with the lanes of its task model; %NULL until then
 */
SlJobTable *
sl_job_search_get_table (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->found.table;
}

/**
 * sl_job_search_get_with_lanes:
 *
 * Returns: (transfer none) (nullable): the trace with the lanes of its task model, see sl_model_lanes_add(); %NULL for none
 */
SlTrace *
sl_job_search_get_with_lanes (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->with_lanes;
}

/**
 * sl_job_search_get_overruns:
 *
 * Returns: (transfer none) (nullable) (element-type guint): places of the jobs that executed beyond their
 *   WCET; %NULL while nothing was found yet
 */
GArray *
sl_job_search_get_overruns (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->found.overruns;
}

/**
 * sl_job_search_get_inversions:
 *
 * Returns: (transfer none) (nullable) (element-type SlInversion): those among the jobs of the table
 */
GArray *
sl_job_search_get_inversions (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->found.inversions;
}

/**
 * sl_job_search_get_theory:
 *
 * Returns: (transfer none) (nullable): what schedulability analysis says of the tasks of the table
 */
SlSchedulability *
sl_job_search_get_theory (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->found.theory;
}

/**
 * sl_job_search_get_error_text:
 *
 * Returns: (transfer none) (nullable): what is wrong with the task model, or why there are no jobs
 */
const char *
sl_job_search_get_error_text (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->error_text;
}
