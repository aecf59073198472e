/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include <string.h>

#include "sl-code-map.h"
#include "sl-task-model.h"
#include "sl-view-facts.h"

/* What the user added to each trace of a document. */

/* Takes @annotations. */
static void
take_annotations (SlDocument *self, guint trace, SlAnnotations *annotations)
{
  SlAnnotations **kept = &sl_document_get (self, trace)->annotations;

  sl_annotations_unref (*kept);
  *kept = annotations;
  sl_document_remake (self, trace,
                      trace == 0 ? SL_CHANGED_ANNOTATIONS : SL_CHANGED_SET | SL_CHANGED_VIEW);
}

/**
 * sl_document_set_annotations:
 * @annotations: what the user added to the first trace, as a whole
 */
void
sl_document_set_annotations (SlDocument *self, SlAnnotations *annotations)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  take_annotations (self, 0, sl_annotations_ref (annotations));
}

static SlAnnotations *
get_annotations (SlDocument *self, guint trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (trace < self->traces->len, NULL);

  return sl_trace_set_get_annotations (self->set, trace);
}

/**
 * sl_document_set_trace_file:
 * @trace: its number in the set
 * @file: that it was opened from
 *
 * Takes the task model beside the file. What the user named stays so; the rest is called as there.
 */
void
sl_document_set_trace_file (SlDocument *self, guint trace, GFile *file)
{
  SlAnnotations *annotations = get_annotations (self, trace);
  SlJobSearch *search = sl_document_get_job_search_of (self, trace);
  SlAnnotations *named;

  if (annotations == NULL)
    return;

  sl_job_search_set_trace_file (search, file);
  named = sl_task_model_name_objects (sl_task_model_store_get_model (
                                          sl_job_search_get_model_store (search)),
                                      annotations);
  if (named != annotations)
    take_annotations (self, trace, named);
  else
    sl_annotations_unref (named);
}

/* What the user says, one by one: keys of facts are "TRACE WHAT", followed by a reference for names. */
#define NAME "name "
#define RATE "rate"
#define IDLE "idle"

static void
apply_rate (SlDocument *self, guint trace, const char *value)
{
  SlAnnotations *annotations = get_annotations (self, trace);
  guint64 numerator = 0, denominator = 1;

  if (value != NULL)
    sl_clock_parse_rate (value, &numerator, &denominator, NULL);
  take_annotations (self, trace, sl_annotations_with_rate (annotations, numerator, denominator));
}

static void
apply_fact (SlDocument *self, const SlViewFact *fact)
{
  char *what = NULL;
  guint64 trace = g_ascii_strtoull (fact->key, &what, 10);
  SlAnnotations *annotations;

  if (trace >= self->traces->len)
    return;

  what++;
  annotations = get_annotations (self, (guint) trace);
  if (g_str_has_prefix (what, NAME))
    take_annotations (self, (guint) trace,
                      sl_annotations_with_name (annotations, what + strlen (NAME), fact->value));
  else if (g_str_equal (what, RATE))
    apply_rate (self, (guint) trace, fact->value);
  else
    take_annotations (self, (guint) trace,
                      sl_annotations_with_idle_task (annotations, fact->value));
}

/**
 * sl_document_follow_facts:
 * @last: the state before the current one
 *
 * To be called when the state of the view is another: what the user says otherwise in it is said of the
 * traces.
 */
void
sl_document_follow_facts (SlDocument *self, SlViewState *last)
{
  g_autoptr (SlViewState) state = sl_view_state_ref (sl_document_get_state (self));

  for (guint i = 0; i < sl_view_state_get_n_facts (state); i++)
    {
      const SlViewFact *fact = sl_view_state_get_fact (state, i);
      const SlViewFact *before = sl_view_state_find_fact (last, fact->key);

      if (before == NULL || before->value != fact->value)
        apply_fact (self, fact);
    }
}

/* As a step of undo. */
static void
say (SlDocument *self, guint trace, const char *what, const char *before, const char *value)
{
  g_autofree char *key = g_strdup_printf ("%u %s", trace, what);

  sl_view_history_know_fact (self->history, key, before);
  sl_document_take_state (self, sl_view_state_with_fact (sl_document_get_state (self), key, value),
                          SL_GESTURE_NONE);
}

/**
 * sl_document_rename:
 * @trace: number in the set
 * @reference: of the object, such as "task:296"
 * @name: (nullable): what to call it; %NULL for the trace's own name
 *
 * As a step of undo.
 */
void
sl_document_rename (SlDocument *self, guint trace, const char *reference, const char *name)
{
  SlAnnotations *annotations = get_annotations (self, trace);
  g_autofree char *what = g_strconcat (NAME, reference, NULL);

  if (annotations != NULL)
    say (self, trace, what, sl_annotations_get_name (annotations, reference), name);
}

static char *
dup_rate (guint64 numerator, guint64 denominator)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, numerator, denominator);
}

/**
 * sl_document_set_rate:
 * @trace: number in the set
 * @numerator: ticks a second, as a fraction; 0 for the recorded rate
 * @denominator: above zero
 *
 * As a step of undo.
 */
void
sl_document_set_rate (SlDocument *self, guint trace, guint64 numerator, guint64 denominator)
{
  SlAnnotations *annotations = get_annotations (self, trace);
  g_autofree char *before = NULL;
  g_autofree char *value = NULL;
  guint64 old_numerator, old_denominator;

  if (annotations == NULL)
    return;

  if (sl_annotations_get_rate (annotations, &old_numerator, &old_denominator))
    before = dup_rate (old_numerator, old_denominator);
  if (numerator > 0)
    value = dup_rate (numerator, denominator);
  say (self, trace, RATE, before, value);
}

/* (nullable): the user's idle task; %NULL where it is the one that was found */
static const char *
find_idle_task (SlDocument *self, guint number)
{
  SlTrace *trace = sl_document_get (self, number)->trace;
  guint32 object = sl_annotations_get_idle_task (get_annotations (self, number), trace);

  for (guint i = 0; object != sl_trace_get_idle_task (trace) && i < sl_trace_get_n_lanes (trace);
       i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_TASK && lane->object == object)
        return lane->name;
    }
  return NULL;
}

/**
 * sl_document_set_idle_task:
 * @trace: number in the set
 * @reference: (nullable): the task that runs when nothing else does; %NULL for the one found
 *
 * As a step of undo.
 */
void
sl_document_set_idle_task (SlDocument *self, guint trace, const char *reference)
{
  SlAnnotations *annotations = get_annotations (self, trace);

  if (annotations != NULL)
    say (self, trace, IDLE, find_idle_task (self, trace), reference);
}

/**
 * sl_document_set_code_files:
 * @trace: number in the set
 * @files: (array zero-terminated=1): FILE or FILE\@BASE of what names its code, as bytes
 */
void
sl_document_set_code_files (SlDocument *self, guint trace, const char *const *files)
{
  SlAnnotations *annotations = get_annotations (self, trace);

  if (annotations == NULL)
    return;

  g_clear_object (&sl_document_get (self, trace)->with_calls);
  take_annotations (self, trace, sl_annotations_with_code_files (annotations, files));
}

/**
 * sl_document_set_code_map:
 * @trace: number in the set
 * @map: what was found of its code
 */
void
sl_document_set_code_map (SlDocument *self, guint trace, SlCodeMap *map)
{
  SlAnnotations *annotations = get_annotations (self, trace);

  if (annotations != NULL)
    take_annotations (self, trace, sl_annotations_with_code_map (annotations, map));
}
