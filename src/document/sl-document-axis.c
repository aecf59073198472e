/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include <glib/gi18n.h>

#include "sl-task-match.h"

/* Where the traces of a document stand on its axis, and what the view does when that changes. */

/* First releases stand upon each other, as far as jobs are found already. */
static void
find_anchor (SlDocument *self, guint number, SlTracePlace *place)
{
  const SlJobTable *const jobs[] = { sl_document_get_jobs_of (self, 0),
                                     sl_document_get_jobs_of (self, number) };
  SlAnnotations *const annotations_of[] = { sl_document_get (self, 0)->annotations,
                                            place->annotations };
  SlTime releases[SL_N_SIDES];

  if (jobs[SL_SIDE_A] == NULL || jobs[SL_SIDE_B] == NULL ||
      !sl_task_matches_find_first_releases (jobs, annotations_of, releases))
    return;

  place->has_anchor = TRUE;
  place->onto = releases[SL_SIDE_A];
  place->anchor = releases[SL_SIDE_B];
}

/* What was called, and spans, are of the whole trace: while only its beginning is shown, it is not told. */
static SlTrace *
get_shown (const SlDocumentTrace *trace)
{
  SlTrace *added = trace->with_calls != NULL ? trace->with_calls : trace->with_lanes;

  return added != NULL && sl_trace_get_source (added) == sl_trace_get_source (trace->trace)
             ? added
             : trace->trace;
}

/* Of a file that was reloaded several times, only what it held last is called before. */
static void
say_when (SlDocument *self)
{
  guint before = 0;

  for (guint i = 1; i < self->traces->len; i++)
    if (sl_document_get (self, i)->is_before)
      before = i;
  if (before == 0)
    return;

  /* Translators: behind the name of a file: what it holds now, and what it held before */
  sl_trace_set_say_when (self->set, 0, C_ ("file", "now"));
  sl_trace_set_say_when (self->set, before, C_ ("file", "before"));
}

/**
 * sl_document_remake_set:
 *
 * To be called when there are other traces, or generations or places of them.
 */
void
sl_document_remake_set (SlDocument *self)
{
  g_autofree SlTracePlace *places = g_new0 (SlTracePlace, self->traces->len);
  g_autoptr (SlTraceSet) before = g_steal_pointer (&self->set);

  for (guint i = 0; i < self->traces->len; i++)
    {
      const SlDocumentTrace *trace = sl_document_get (self, i);
      gint64 offset = i > 0 ? sl_view_state_get_offset (sl_document_get_state (self), i) : 0;

      places[i] = (SlTracePlace) { .trace = get_shown (trace),
                                   .annotations = trace->annotations,
                                   .offset = offset };
      if (i > 0 && self->alignment == SL_ALIGN_RELEASE)
        find_anchor (self, i, &places[i]);
    }
  self->set = sl_trace_set_new_aligned (places, self->traces->len, self->alignment);
  if (self->history != NULL)
    sl_trace_set_show_unit (self->set, sl_view_state_get_unit (sl_document_get_state (self)));
  if (before != NULL)
    sl_trace_set_share_keys (self->set, before);
  sl_trace_set_keep_colours (self->set, self->first_objects);
  say_when (self);
  sl_document_hide_on_axis (self);
  sl_document_forget_rows (self);
}

/**
 * sl_document_follow_extent:
 * @before: what the axis showed before traces came, grew or moved
 *
 * A view of all there was becomes a view of all there is; any other stays where it is.
 */
void
sl_document_follow_extent (SlDocument *self, SlSpan before)
{
  g_autoptr (SlViewState) state = NULL;

  if (!sl_span_equal (before, sl_view_state_get_visible (sl_document_get_state (self))) ||
      sl_view_history_can_undo (self->history))
    return;

  state = sl_view_state_with_visible (sl_document_get_state (self), sl_document_get_extent (self));
  sl_view_history_reset (self->history, state);
}

/**
 * sl_document_follow_jobs:
 *
 * To be called when jobs were found: traces may stand by their first releases.
 */
void
sl_document_follow_jobs (SlDocument *self)
{
  SlSpan before = sl_document_get_extent (self);

  if (self->alignment != SL_ALIGN_RELEASE)
    {
      sl_document_emit_changed (self, SL_CHANGED_JOBS);
      return;
    }

  sl_document_hold_changes (self);
  sl_document_remake_set (self);
  sl_document_emit_changed (self, SL_CHANGED_JOBS | SL_CHANGED_SET | SL_CHANGED_VIEW);
  sl_document_follow_extent (self, before);
  sl_document_release_changes (self);
}

/**
 * sl_document_set_offset:
 * @number: as sl_document_add_trace() gave it
 * @offset: ticks of the axis by which the trace begins after the first one
 *
 * Moves the trace, as a change of the view that can be undone.
 */
void
sl_document_set_offset (SlDocument *self, guint number, gint64 offset, guint gesture)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (number > 0 && number < self->traces->len);

  sl_document_take_state (self,
                          sl_view_state_with_offset (sl_document_get_state (self), number, offset),
                          gesture);
}

/**
 * sl_document_set_alignment:
 * @alignment: where traces stand before their offsets move them
 */
void
sl_document_set_alignment (SlDocument *self, SlAlignment alignment)
{
  SlSpan before;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  if (alignment == self->alignment)
    return;

  before = sl_document_get_extent (self);
  self->alignment = alignment;
  sl_document_hold_changes (self);
  sl_document_remake_set (self);
  sl_document_emit_changed (self, SL_CHANGED_SET | SL_CHANGED_VIEW);
  sl_document_follow_extent (self, before);
  sl_document_release_changes (self);
}

SlAlignment
sl_document_get_alignment (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), SL_ALIGN_START);

  return self->alignment;
}

/**
 * sl_document_can_align:
 *
 * Returns: whether something is picked in one trace, and was before in another
 */
gboolean
sl_document_can_align (SlDocument *self)
{
  const SlTarget *picked;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  picked = sl_view_state_get_picked (sl_document_get_state (self));
  return sl_target_has_place (picked) && sl_target_has_place (&self->before) &&
         picked->trace != self->before.trace &&
         MAX (picked->trace, self->before.trace) < self->traces->len;
}

/**
 * sl_document_align:
 *
 * Moves the trace of what is picked so that this begins where that begins which was picked before
 * in another trace. The first trace stays: where what is picked is one of its events, the other
 * trace comes to it.
 */
void
sl_document_align (SlDocument *self)
{
  const SlTarget *picked;
  SlSpan span, target;
  guint trace;
  gint64 distance;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  picked = sl_view_state_get_picked (sl_document_get_state (self));
  if (!sl_document_can_align (self) ||
      !sl_rows_get_span (sl_document_get_rows (self), picked, &span) ||
      !sl_rows_get_span (sl_document_get_rows (self), &self->before, &target))
    return;

  trace = picked->trace;
  distance = sl_time_subtract (target.begin, span.begin);
  if (trace == 0)
    {
      trace = self->before.trace;
      distance = -distance;
    }
  sl_document_set_offset (self, trace,
                          sl_time_add (sl_view_state_get_offset (sl_document_get_state (self),
                                                                 trace),
                                       distance),
                          SL_GESTURE_NONE);
}
