/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include "sl-code-map.h"
#include "sl-task-model.h"

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

/**
 * sl_document_rename:
 * @trace: number in the set
 * @reference: of the object, such as "task:296"
 * @name: (nullable): what to call it; %NULL for the trace's own name
 */
void
sl_document_rename (SlDocument *self, guint trace, const char *reference, const char *name)
{
  SlAnnotations *annotations = get_annotations (self, trace);

  if (annotations != NULL)
    take_annotations (self, trace, sl_annotations_with_name (annotations, reference, name));
}

/**
 * sl_document_set_rate:
 * @trace: number in the set
 * @numerator: ticks a second, as a fraction; 0 for the recorded rate
 * @denominator: above zero
 */
void
sl_document_set_rate (SlDocument *self, guint trace, guint64 numerator, guint64 denominator)
{
  SlAnnotations *annotations = get_annotations (self, trace);

  if (annotations != NULL)
    take_annotations (self, trace, sl_annotations_with_rate (annotations, numerator, denominator));
}

/**
 * sl_document_set_idle_task:
 * @trace: number in the set
 * @reference: (nullable): the task that runs when nothing else does; %NULL for the one found
 */
void
sl_document_set_idle_task (SlDocument *self, guint trace, const char *reference)
{
  SlAnnotations *annotations = get_annotations (self, trace);

  if (annotations != NULL)
    take_annotations (self, trace, sl_annotations_with_idle_task (annotations, reference));
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
