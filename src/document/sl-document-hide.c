/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-replay-source.h"
#include "sl-trace-beginning.h"

/* What comes later in the first trace, while it is hidden from whoever shall foresee it. */

/**
 * sl_document_hide_on_axis:
 *
 * To be called when the set is made anew: where the first trace is only its beginning, the axis goes
 * on as far as the whole of it.
 */
void
sl_document_hide_on_axis (SlDocument *self)
{
  SlDocumentTrace *first = sl_document_get (self, 0);
  SlEvent event;

  if (first->whole == NULL || !sl_trace_read_event (first->whole, self->hidden_after, &event))
    return;

  sl_trace_set_hide (self->set,
                     (SlSpan) { event.time,
                                MAX (sl_trace_get_span (first->whole).end, event.time) },
                     first->whole);
}

/* (transfer full) (nullable): the beginning of @whole, with the last event that may be seen */
static SlTrace *
load_beginning (SlTrace *whole, guint64 last)
{
  guint64 n_events = MIN (last + 1, sl_trace_get_n_events (whole));
  g_autoptr (SlSource) source = sl_replay_source_new (whole, n_events, SL_STEP_TIMES_RECORDED);
  g_autoptr (SlTrace) loaded = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, NULL);

  return loaded != NULL ? sl_trace_beginning_new (loaded, whole) : NULL;
}

/**
 * sl_document_get_whole_trace:
 *
 * Returns: (transfer none): the first trace, also while only its beginning is shown
 */
SlTrace *
sl_document_get_whole_trace (SlDocument *self)
{
  SlDocumentTrace *first;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  first = sl_document_get (self, 0);
  return first->whole != NULL ? first->whole : first->trace;
}

/**
 * sl_document_hide_after:
 * @index: number of the last event of the first trace that may be seen
 *
 * The document's trace becomes a trace of the events up to then: no panel, picture, list, tooltip or
 * export can tell what comes after. Only which rows there are is known from the start, so that they stay where they are.
 */
void
sl_document_hide_after (SlDocument *self, guint64 index)
{
  SlDocumentTrace *first;
  g_autoptr (SlTrace) beginning = NULL;
  gboolean is_new;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  first = sl_document_get (self, 0);
  is_new = first->whole == NULL;
  beginning = load_beginning (sl_document_get_whole_trace (self), index);
  if (beginning == NULL)
    return;

  if (is_new)
    {
      /* What was found, picked or selected in all of it tells of what comes. Who shows what is picked
       * still shows all of it, and gives that up first. */
      g_autoptr (SlViewState) nothing =
          sl_view_state_with_picked (sl_document_get_state (self), NULL);
      g_autoptr (SlViewState) state = sl_view_state_with_selection (nothing, NULL);
      SlJobTable *jobs = sl_document_get_jobs_of (self, 0);

      self->whole_jobs = jobs != NULL ? sl_job_table_ref (jobs) : NULL;
      sl_view_history_reset (self->history, state);
      first->whole = g_steal_pointer (&first->trace);
    }
  g_set_object (&first->trace, beginning);
  self->hidden_after = index;
  if (is_new)
    {
      sl_document_trace_forget_jobs (first);
      sl_document_collect_jobs (self);
      sl_document_remake_set (self);
    }
  sl_document_remake (self, 0, SL_CHANGED_TRACE);
}

/**
 * sl_document_show_all:
 *
 * Nothing is hidden any more.
 */
void
sl_document_show_all (SlDocument *self)
{
  SlDocumentTrace *first;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  first = sl_document_get (self, 0);
  if (first->whole == NULL)
    return;

  g_object_unref (first->trace);
  first->trace = g_steal_pointer (&first->whole);
  g_clear_pointer (&self->whole_jobs, sl_job_table_unref);
  sl_document_remake (self, 0, SL_CHANGED_TRACE);
}

/**
 * sl_document_get_seen_span:
 *
 * Returns: the span of all traces; where what comes later is hidden, up to there with some room for the next steps
 */
SlSpan
sl_document_get_seen_span (SlDocument *self)
{
  SlSpan span, hidden;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), ((SlSpan) { 0 }));

  span = sl_document_get_extent (self);
  if (sl_trace_set_get_hidden (self->set, &hidden) && hidden.begin > span.begin)
    span.end = MIN (span.end, sl_time_add (hidden.begin, (hidden.begin - span.begin) / 8 + 1));
  return span;
}
