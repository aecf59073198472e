/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-search.h"

#include "sl-background.h"
#include "sl-inversion.h"
#include "sl-job-overrun.h"
#include "sl-reservation-lanes.h"
#include "sl-span-lanes.h"

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
  Found found;      /* nothing until then */
  SlTrace *spans;   /* the trace with the spans and servers of the model; NULL where it has none */
  char *spans_text; /* what they were made of */
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
  SlJobTable *known; /* what was found last; NULL for nothing */
  Found found;
  gboolean has_spans; /* those that are known are still right: none were made */
  char *known_spans;  /* what they were made of */
  SlTrace *spans;
  char *spans_text;
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
  g_clear_pointer (&work->known_spans, g_free);
  g_clear_object (&work->spans);
  g_clear_pointer (&work->spans_text, g_free);
  g_clear_error (&work->error_text);
  g_free (work);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Work, work_free)

/* Only of a whole trace: one end may be missing yet. */
static void
make_spans (Work *work)
{
  g_autofree char *spans = NULL;
  g_autofree char *servers = NULL;
  g_autoptr (SlTrace) trace = NULL;

  if (!sl_trace_is_complete (work->trace))
    return;

  spans = sl_span_lanes_print (work->model);
  servers = sl_reservation_lanes_print (work->trace, work->model, work->annotations);
  work->spans_text = g_strconcat (spans, servers, NULL);
  work->has_spans = work->known != NULL && sl_job_table_get_trace (work->known) == work->trace &&
                    g_strcmp0 (work->spans_text, work->known_spans) == 0;
  if (work->has_spans)
    return;

  trace = sl_span_lanes_add (work->trace, work->model);
  work->spans = sl_reservation_lanes_add (trace, work->model, work->annotations);
}

/* Where only the model has changed, the jobs are still the same. */
static gboolean
is_known (const Work *work, guint32 idle_task)
{
  return work->known != NULL && sl_job_table_get_trace (work->known) == work->trace &&
         sl_job_table_get_idle_task (work->known) == idle_task;
}

static gpointer
search (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Work *work = request;
  Found *found = &work->found;
  g_autoptr (SlTaskRules) rules =
      sl_task_model_get_rules (work->model, work->trace, work->annotations, &work->error_text);
  guint32 idle_task = sl_annotations_get_idle_task (work->annotations, work->trace);

  make_spans (work);
  if (is_known (work, idle_task))
    found->table = sl_job_table_with_rules (work->known, rules);
  else
    found->table = sl_job_table_new (work->trace, idle_task, rules, cancellable, error);
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
take_spans (SlJobSearch *self, Work *work)
{
  if (work->has_spans)
    return;

  if (work->spans == work->trace)
    g_clear_object (&work->spans);
  g_set_object (&self->spans, work->spans);
  g_free (self->spans_text);
  self->spans_text = g_steal_pointer (&work->spans_text);
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
      take_spans (self, work);
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
  work->known_spans = g_strdup (self->spans_text);
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
  g_clear_object (&self->spans);
  g_clear_pointer (&self->spans_text, g_free);
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
 * Returns: (transfer none) (nullable): what was found last; %NULL until then
 */
SlJobTable *
sl_job_search_get_table (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->found.table;
}

/**
 * sl_job_search_get_spans:
 *
 * Returns: (transfer none) (nullable): the trace with the spans and servers that its task model asks for; %NULL for none
 */
SlTrace *
sl_job_search_get_spans (SlJobSearch *self)
{
  g_return_val_if_fail (SL_IS_JOB_SEARCH (self), NULL);

  return self->spans;
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
