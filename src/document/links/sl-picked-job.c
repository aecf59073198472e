/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-picked-job.h"

#include "sl-follow-link.h"
#include "sl-job-splitter.h"
#include "sl-relation-list.h"
#include "sl-wake-link.h"

struct _SlPickedJob
{
  SlSceneJob job;
  GArray *objects;   /* of guint32 */
  GArray *wakes;     /* of SlSceneWake */
  GArray *relations; /* of SlSceneRelation */
};

/* More arrows than these do not help. */
#define MOST_WAKES     24
#define MOST_RELATIONS 48

/* Whose rows tell where the time of the job went: its task, those who ran instead, the locks and
 * who had them, the interrupt lines, the task's server. */
static void
list_objects (SlPickedJob *self, SlDocument *document, SlJobRef ref)
{
  SlJobTable *jobs = sl_document_get_jobs_of (document, ref.trace);
  guint32 task = sl_job_table_get (jobs, ref.number)->task;
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (jobs), task);
  SlObjectTable *objects = sl_trace_get_objects (sl_job_table_get_trace (jobs));
  g_autoptr (GArray) parts = sl_job_table_dup_parts (jobs, ref.number);

  g_array_append_val (self->objects, task);
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      if (part->object != 0)
        g_array_append_val (self->objects, part->object);
      if (part->other != 0)
        g_array_append_val (self->objects, part->other);
    }
  for (guint32 i = 1; rule->server != NULL && i <= sl_object_table_get_size (objects); i++)
    if (sl_object_table_get (objects, i)->type == SL_OBJECT_SERVER)
      g_array_append_val (self->objects, i);
}

static void
list_wakes (SlPickedJob *self, SlDocument *document, guint trace)
{
  guint n_first;
  g_autoptr (GArray) chain = sl_wake_link_dup_picked (document, &n_first);
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (guint i = 0; i < MIN (chain->len, MOST_WAKES); i++)
    {
      const SlWake *wake = &g_array_index (chain, SlWake, i);
      SlSceneWake drawn = {
        .time = sl_trace_set_to_reference (set, trace, wake->time),
        .waker = wake->waker != SL_WAKER_INTERRUPT ? wake->waker : 0,
        .cpu = wake->cpu,
        .woken = wake->task,
        .is_by_task = sl_wake_is_by_task (sl_trace_set_get_trace (set, trace), wake),
      };

      g_array_append_val (self->wakes, drawn);
    }
  self->job.wakes = (const SlSceneWake *) self->wakes->data;
  self->job.n_wakes = self->wakes->len;
}

/* @span: in ticks of the trace */
static void
list_relations (SlPickedJob *self, SlDocument *document, guint trace, guint32 task, SlSpan span)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlRelation));

  sl_relation_list_add (found, sl_trace_set_get_trace (set, trace), task, span, MOST_RELATIONS);
  for (guint i = 0; i < found->len; i++)
    {
      const SlRelation *relation = &g_array_index (found, SlRelation, i);
      SlSceneRelation drawn = {
        .type = relation->type,
        .from = relation->from,
        .to = relation->to,
        .begin = sl_trace_set_to_reference (set, trace, relation->begin),
        .end = sl_trace_set_to_reference (set, trace, relation->end),
      };

      g_array_append_val (self->relations, drawn);
    }
  self->job.relations = (const SlSceneRelation *) self->relations->data;
  self->job.n_relations = self->relations->len;
}

/* Of a slice that is part of no job. */
static void
list_relations_of_slice (SlPickedJob *self, SlDocument *document, guint trace)
{
  guint32 object;
  SlItem slice;

  if (sl_follow_link_find_slice (document, &object, &slice))
    list_relations (self, document, trace, object, (SlSpan) { slice.begin, slice.end });
}

static void
list_relations_of_job (SlPickedJob *self, SlDocument *document, guint trace, const SlJob *job)
{
  SlTime begin = job->release != SL_JOB_NEVER ? sl_job_get_arrival (job) : job->eligible;

  if (job->release != SL_JOB_NEVER && sl_job_get_finish (job) != SL_JOB_NEVER)
    {
      SlTraceSet *set = sl_document_get_trace_set (document);
      SlSceneRelation drawn = {
        .type = SL_RELATION_RELEASE,
        .from = job->task,
        .to = job->task,
        .begin = sl_trace_set_to_reference (set, trace, begin),
        .end = sl_trace_set_to_reference (set, trace, sl_job_get_finish (job)),
      };

      g_array_append_val (self->relations, drawn);
    }
  list_relations (self, document, trace, job->task, (SlSpan) { begin, job->end });
}

static void
find_instant (SlPickedJob *self, SlDocument *document, const SlTarget *picked)
{
  g_autoptr (SlRows) rows = NULL;
  SlTarget target;
  SlSpan span;

  self->job.is_veiled = sl_document_get_led_to (document, &self->job.instant);
  if (self->job.is_veiled)
    return;

  self->job.instant = SL_TIME_MAX;
  if (picked->type == SL_TARGET_EVENT)
    {
      sl_document_make_event (document, picked->trace, picked->index, &target, &self->job.instant);
      return;
    }

  rows = sl_document_dup_all_rows (document);
  if (picked->type == SL_TARGET_ITEMS && picked->count == 1 &&
      picked->track < SL_TARGET_TRACK_PAGES && sl_rows_get_span (rows, picked, &span))
    self->job.instant = span.begin;
}

/**
 * sl_picked_job_new:
 *
 * Returns: (nullable): what is picked now; %NULL for nothing that has a place in time
 */
SlPickedJob *
sl_picked_job_new (SlDocument *document)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  SlTraceSet *set = sl_document_get_trace_set (document);
  SlPickedJob *self;
  const SlJob *job;
  SlJobRef ref;
  guint row;

  if ((picked->type != SL_TARGET_EVENT && picked->type != SL_TARGET_ITEMS) ||
      picked->trace >= sl_trace_set_get_size (set))
    return NULL;

  self = g_new0 (SlPickedJob, 1);
  self->objects = g_array_new (FALSE, FALSE, sizeof (guint32));
  self->wakes = g_array_new (FALSE, FALSE, sizeof (SlSceneWake));
  self->relations = g_array_new (FALSE, FALSE, sizeof (SlSceneRelation));
  self->job.trace = picked->trace;
  list_wakes (self, document, picked->trace);
  find_instant (self, document, picked);
  if (!sl_job_link_find_picked (document, &ref))
    {
      self->job.is_veiled = FALSE;
      list_relations_of_slice (self, document, picked->trace);
      return self;
    }

  job = sl_job_table_get (sl_document_get_jobs_of (document, ref.trace), ref.number);
  self->job.trace = ref.trace;
  self->job.span.begin =
      sl_trace_set_to_reference (set, ref.trace,
                                 job->release != SL_JOB_NEVER ? sl_job_get_arrival (job)
                                                              : job->eligible);
  self->job.span.end = sl_trace_set_to_reference (set, ref.trace, job->end);
  if (sl_rows_find_object (sl_document_get_rows (document), ref.trace, job->task, &row))
    self->job.row = sl_rows_get (sl_document_get_rows (document), row)->key;
  list_objects (self, document, ref);
  list_relations_of_job (self, document, ref.trace, job);
  self->job.objects = (const guint32 *) self->objects->data;
  self->job.n_objects = self->objects->len;
  return self;
}

/**
 * sl_picked_job_free:
 */
void
sl_picked_job_free (SlPickedJob *self)
{
  g_array_unref (self->objects);
  g_array_unref (self->wakes);
  g_array_unref (self->relations);
  g_free (self);
}

/**
 * sl_picked_job_get:
 *
 * Returns: (transfer none): for a scene of the document's rows
 */
const SlSceneJob *
sl_picked_job_get (const SlPickedJob *self)
{
  return &self->job;
}
