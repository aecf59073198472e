/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include "sl-code-map.h"
#include "sl-task-model.h"

/* What the user added to each trace of a document. */

/* Takes @overlay. */
static void
take_overlay (SlDocument *self, guint trace, SlOverlay *overlay)
{
  SlOverlay **kept = &sl_document_get (self, trace)->overlay;

  sl_overlay_unref (*kept);
  *kept = overlay;
  sl_document_remake (self, trace,
                      trace == 0 ? SL_CHANGED_OVERLAY : SL_CHANGED_SET | SL_CHANGED_VIEW);
}

/**
 * sl_document_set_overlay:
 * @overlay: what the user added to the first trace, as a whole
 */
void
sl_document_set_overlay (SlDocument *self, SlOverlay *overlay)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  take_overlay (self, 0, sl_overlay_ref (overlay));
}

static SlOverlay *
get_overlay (SlDocument *self, guint trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (trace < self->traces->len, NULL);

  return sl_trace_set_get_overlay (self->set, trace);
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
  SlOverlay *overlay = get_overlay (self, trace);
  SlJobSearch *search = sl_document_get_job_search_of (self, trace);
  SlOverlay *named;

  if (overlay == NULL)
    return;

  sl_job_search_set_trace_file (search, file);
  named =
      sl_task_model_name_objects (sl_model_store_get_model (sl_job_search_get_model_store (search)),
                                  overlay);
  if (named != overlay)
    take_overlay (self, trace, named);
  else
    sl_overlay_unref (named);
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
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_name (overlay, reference, name));
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
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_rate (overlay, numerator, denominator));
}

/**
 * sl_document_set_idle_task:
 * @trace: number in the set
 * @reference: (nullable): the task that runs when nothing else does; %NULL for the one found
 */
void
sl_document_set_idle_task (SlDocument *self, guint trace, const char *reference)
{
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_idle_task (overlay, reference));
}

/**
 * sl_document_set_code_files:
 * @trace: number in the set
 * @files: (array zero-terminated=1): FILE or FILE\@BASE of what names its code, as bytes
 */
void
sl_document_set_code_files (SlDocument *self, guint trace, const char *const *files)
{
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay == NULL)
    return;

  g_clear_object (&sl_document_get (self, trace)->with_calls);
  take_overlay (self, trace, sl_overlay_with_code_files (overlay, files));
}

/**
 * sl_document_set_code_map:
 * @trace: number in the set
 * @map: what was found of its code
 */
void
sl_document_set_code_map (SlDocument *self, guint trace, SlCodeMap *map)
{
  SlOverlay *overlay = get_overlay (self, trace);

  if (overlay != NULL)
    take_overlay (self, trace, sl_overlay_with_code_map (overlay, map));
}
