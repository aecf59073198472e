/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

/* Which traces a document has, and their generations. */

#define ZONES_LOOKED_AT 256

static void
trace_free (gpointer data)
{
  SlDocumentTrace *self = data;

  sl_document_trace_stop (self);
  g_clear_pointer (&self->annotations, sl_annotations_unref);
  sl_document_release_late (g_steal_pointer (&self->trace));
  sl_document_release_late (g_steal_pointer (&self->whole));
  sl_document_release_late (g_steal_pointer (&self->with_calls));
  sl_document_release_late (g_steal_pointer (&self->with_lanes));
  g_free (self);
}

/**
 * sl_document_get:
 * @trace: number in the set
 *
 * Returns: (transfer none):
 */
SlDocumentTrace *
sl_document_get (SlDocument *self, guint trace)
{
  return g_ptr_array_index (self->traces, trace);
}

/**
 * sl_document_append:
 *
 * The set is not made anew yet, and nothing is looked for in the trace.
 */
void
sl_document_append (SlDocument *self, SlTrace *trace)
{
  SlDocumentTrace *next = g_new0 (SlDocumentTrace, 1);

  if (self->traces == NULL)
    self->traces = g_ptr_array_new_with_free_func (trace_free);
  next->document = self;
  next->trace = g_object_ref (trace);
  next->annotations = sl_annotations_new ();
  g_ptr_array_add (self->traces, next);
}

/* One of the traces is not what it was. */
void
sl_document_remake (SlDocument *self, guint number, guint changes)
{
  sl_document_remake_set (self);
  sl_document_trace_search_jobs (sl_document_get (self, number));
  sl_document_search_matches (self, sl_document_get (self, number));
  sl_document_search_attributes (self, sl_document_get (self, number));
  sl_document_emit_changed (self, changes);
}

static void
take_generation (SlDocument *self, guint number, SlTrace *trace)
{
  SlSpan before = sl_document_get_extent (self);

  if (number == 0 && sl_document_get (self, 0)->whole != NULL)
    {
      g_set_object (&sl_document_get (self, 0)->whole, trace);
      sl_document_hide_after (self, self->hidden_after);
      return;
    }

  if (!g_set_object (&sl_document_get (self, number)->trace, trace))
    return;

  sl_document_hold_changes (self);
  sl_document_remake (self, number,
                      number == 0 ? SL_CHANGED_TRACE : SL_CHANGED_SET | SL_CHANGED_VIEW);
  sl_document_follow_extent (self, before);
  sl_document_release_changes (self);
}

/**
 * sl_document_set_trace:
 * @trace: the next generation of the first trace
 *
 * A view of all there was becomes a view of all there is; any other stays where it is.
 */
void
sl_document_set_trace (SlDocument *self, SlTrace *trace)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (SL_IS_TRACE (trace));

  take_generation (self, 0, trace);
}

/* @follows: whether a view that ended with the trace ends with it again */
static void
renew (SlDocument *self, SlTrace *trace, gboolean follows, guint gesture)
{
  SlSpan visible, before, now;
  SlTime moved;

  visible = sl_view_state_get_visible (sl_document_get_state (self));
  before = sl_document_get_extent (self);
  moved = (SlTime) (sl_clock_get_origin (sl_trace_get_clock (sl_document_get_whole_trace (self))) -
                    sl_clock_get_origin (sl_trace_get_clock (trace)));
  sl_document_hold_changes (self);
  sl_document_set_trace (self, trace);
  now = sl_document_get_extent (self);

  if (sl_span_equal (visible, before))
    visible = now;
  else if (follows && visible.end >= before.end)
    visible = (SlSpan) { sl_time_add (now.end, -sl_span_duration (visible)), now.end };
  else
    visible = (SlSpan) { sl_time_add (visible.begin, moved), sl_time_add (visible.end, moved) };
  sl_document_show (self, visible, gesture);
  sl_document_release_changes (self);
}

/**
 * sl_document_grow:
 * @trace: the first trace, read again from a file that has grown
 * @gesture: the same each time, so that what it does to the view is one step of its history
 *
 * A view of all there was becomes a view of all there is; one that ended with the trace follows its end; any other
 * stays at what it shows, even where the trace now begins earlier.
 */
void
sl_document_grow (SlDocument *self, SlTrace *trace, guint gesture)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (SL_IS_TRACE (trace));

  renew (self, trace, TRUE, gesture);
}

/**
 * sl_document_reload:
 * @trace: the first trace, read again from a file that has changed
 *
 * A view of all there was becomes a view of all there is; any other stays at what it shows.
 */
void
sl_document_reload (SlDocument *self, SlTrace *trace)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));
  g_return_if_fail (SL_IS_TRACE (trace));

  renew (self, trace, FALSE, SL_GESTURE_NONE);
}

static guint
add_trace (SlDocument *self, SlTrace *trace, gboolean is_before)
{
  SlSpan extent = sl_document_get_extent (self);
  guint number;

  sl_document_append (self, trace);
  number = self->traces->len - 1;
  sl_document_get (self, number)->is_before = is_before;
  sl_document_hold_changes (self);
  sl_document_remake (self, number, SL_CHANGED_SET | SL_CHANGED_VIEW);
  sl_document_follow_extent (self, extent);
  sl_document_release_changes (self);
  return number;
}

/**
 * sl_document_add_trace:
 * @trace: another one, as far as it is loaded
 *
 * Puts it on the axis, where the view's state has its place.
 *
 * Returns: its number in the set
 */
guint
sl_document_add_trace (SlDocument *self, SlTrace *trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), 0);
  g_return_val_if_fail (SL_IS_TRACE (trace), 0);

  return add_trace (self, trace, FALSE);
}

/**
 * sl_document_add_before:
 * @before: what the file of the first trace held before it was reloaded
 *
 * As sl_document_add_trace(); both are called what they are.
 */
guint
sl_document_add_before (SlDocument *self, SlTrace *before)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), 0);
  g_return_val_if_fail (SL_IS_TRACE (before), 0);

  return add_trace (self, before, TRUE);
}

/**
 * sl_document_keep_colours:
 *
 * To be called before the first trace is reloaded: what is in it keeps its colours then.
 */
void
sl_document_keep_colours (SlDocument *self)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  if (self->first_objects == NULL)
    self->first_objects =
        sl_object_table_ref (sl_trace_get_objects (sl_document_get_whole_trace (self)));
}

static gboolean
is_added (SlDocument *self, guint number)
{
  return SL_IS_DOCUMENT (self) && number > 0 && number < self->traces->len;
}

/**
 * sl_document_set_added_trace:
 * @number: as sl_document_add_trace() gave it
 * @trace: the next generation
 */
void
sl_document_set_added_trace (SlDocument *self, guint number, SlTrace *trace)
{
  g_return_if_fail (is_added (self, number));

  take_generation (self, number, trace);
}

/* (transfer full): @state, of which trace @number is no longer compared with another; later ones
 * count one less. */
static SlViewState *
without_compared (SlViewState *state, guint number)
{
  g_autoptr (SlViewState) before = state;
  guint traces[SL_N_SIDES];

  if (!sl_view_state_get_compared (before, traces))
    return g_steal_pointer (&before);
  if (traces[SL_SIDE_A] == number || traces[SL_SIDE_B] == number)
    return sl_view_state_with_compared (before, NULL);

  for (guint side = 0; side < SL_N_SIDES; side++)
    traces[side] -= traces[side] > number;
  return sl_view_state_with_compared (before, traces);
}

/**
 * sl_document_remove_trace:
 * @number: as sl_document_add_trace() gave it; later ones count one less from then on
 *
 * Takes it off the axis. The view cannot be undone to what it was with it.
 */
void
sl_document_remove_trace (SlDocument *self, guint number)
{
  g_autoptr (SlViewState) state = NULL;

  g_return_if_fail (is_added (self, number));

  state = sl_view_state_with_picked (sl_document_get_state (self), NULL);
  state = without_compared (g_steal_pointer (&state), number);
  for (guint i = number; i < self->traces->len; i++)
    {
      g_autoptr (SlViewState) before = g_steal_pointer (&state);

      state = sl_view_state_with_offset (before, i, sl_view_state_get_offset (before, i + 1));
    }
  g_ptr_array_remove_index (self->traces, number);
  self->before = (SlTarget) { .type = SL_TARGET_NONE };
  sl_document_hold_changes (self);
  sl_view_history_reset (self->history, state);
  sl_document_collect_jobs (self);
  sl_document_remake_set (self);
  sl_document_search_matches (self, NULL);
  sl_document_search_attributes (self, NULL);
  sl_document_emit_changed (self, SL_CHANGED_SET | SL_CHANGED_VIEW | SL_CHANGED_JOBS);
  sl_document_show (self, sl_view_state_get_visible (state), SL_GESTURE_NONE);
  sl_document_release_changes (self);
}

/**
 * sl_document_look_again:
 *
 * To be called when a file of the trace changed on the disk: reads blocks all over it, so that what
 * is no longer there is noted.
 *
 * Returns: (nullable) (transfer none): the newest note, where there is a new one
 */
const char *
sl_document_look_again (SlDocument *self)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  SlTrace *trace = sl_document_get_trace (self);
  g_autoptr (SlTrace) next = NULL;
  guint n_zones, step;

  g_return_val_if_fail (trace != NULL, NULL);

  /* Backwards, since files shrink at their end; few enough to take no time in a large file. */
  n_zones = sl_trace_get_n_blocks (trace);
  step = MAX (n_zones / ZONES_LOOKED_AT, 1);
  for (guint left = n_zones; left > 0; left -= MIN (left, step))
    sl_trace_read_block (trace, left - 1, events);

  next = sl_trace_with_new_notes (trace);
  if (next == NULL)
    return NULL;

  sl_document_set_trace (self, next);
  return sl_trace_get_note (next, sl_trace_get_n_notes (next) - 1)->text;
}

/**
 * sl_document_get_trace_of:
 * @trace: number in the set
 *
 * Returns: (transfer none): the trace as it was loaded, without calls
 */
SlTrace *
sl_document_get_trace_of (SlDocument *self, guint trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);
  g_return_val_if_fail (trace < self->traces->len, NULL);

  return sl_document_get (self, trace)->trace;
}

/**
 * sl_document_limit_trace:
 * @trace: number of a trace that may be gone by now: a line of a list may be shown for a moment
 *   longer than its trace is there
 *
 * Returns: @trace, or the last one
 */
guint
sl_document_limit_trace (SlDocument *self, guint trace)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), 0);

  return MIN (trace, sl_trace_set_get_size (sl_document_get_trace_set (self)) - 1);
}
