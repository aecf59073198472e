/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-document-private.h"

#include "sl-row-quiet.h"
#include "sl-view.h"

/* What is picked in a document, and going there; events are in sl-document-events.c. */

/**
 * sl_target_has_place:
 *
 * Returns: whether it is somewhere in time
 */
gboolean
sl_target_has_place (const SlTarget *target)
{
  return target->type == SL_TARGET_EVENT || target->type == SL_TARGET_ITEMS;
}

/**
 * sl_document_remember_picked:
 *
 * To align two events is to pick one, and then the other.
 */
void
sl_document_remember_picked (SlDocument *self, const SlTarget *last, const SlTarget *now)
{
  if (sl_target_has_place (last) && sl_target_has_place (now) && last->trace != now->trace)
    self->before = *last;
  else if (sl_target_has_place (now) && self->before.trace == now->trace)
    self->before = (SlTarget) { .type = SL_TARGET_NONE };
}

/**
 * sl_document_dup_unhidden_state:
 *
 * Returns: (transfer full): the document's state without what hides rows: a filter, hidden rows and kinds,
 *   rows that are shown alone, collapsed groups, the hiding of rows without events in view
 */
SlViewState *
sl_document_dup_unhidden_state (SlDocument *self)
{
  static const SlNameSet sets[] = { SL_NAMES_HIDDEN_ROWS, SL_NAMES_ONLY_ROWS, SL_NAMES_COLLAPSED,
                                    SL_NAMES_HIDDEN_FAMILIES, SL_NAMES_HIDDEN_KINDS };
  g_autoptr (SlViewState) unfiltered = NULL;
  g_autoptr (SlViewState) named = NULL;
  g_autoptr (SlViewState) shown = NULL;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  unfiltered = sl_view_state_with_filter (sl_document_get_state (self), NULL, FALSE);
  named = sl_view_state_without_names (unfiltered, sets, G_N_ELEMENTS (sets));
  shown = sl_view_state_with_name (named, SL_NAMES_SHOWN_SIGNS, SL_HIDE_QUIET_ROWS, FALSE);
  return sl_view_state_with_style (shown, SL_STYLE_COMPACT);
}

static gboolean
has_row (SlRows *rows, const SlTarget *target)
{
  guint row;

  return target->row == NULL || sl_rows_find (rows, target->row, &row);
}

/**
 * sl_document_dup_unhidden_rows:
 *
 * They are kept, since they are asked for again and again and to make them costs the number of lanes.
 *
 * Returns: (transfer full): the rows with nothing hidden
 */
SlRows *
sl_document_dup_unhidden_rows (SlDocument *self)
{
  g_autoptr (SlViewState) unhidden = sl_document_dup_unhidden_state (self);
  g_autoptr (SlViewState) state = NULL;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  state = sl_row_quiet_set (unhidden, SL_QUIET_FULL);

  if (self->all_rows == NULL || sl_rows_depend_on (self->set, self->all_state, state))
    {
      g_clear_pointer (&self->all_rows, sl_rows_unref);
      g_clear_pointer (&self->all_state, sl_view_state_unref);
      self->all_rows = sl_rows_new_with_jobs (self->set, state, self->font_scale, self->tables);
      self->all_state = g_steal_pointer (&state);
    }
  return sl_rows_ref (self->all_rows);
}

/* Those that are shown, or where that of @target is hidden, all. */
static SlRows *
dup_rows_of_target (SlDocument *self, const SlTarget *target)
{
  SlRows *shown = sl_document_get_rows (self);

  return has_row (shown, target) ? sl_rows_ref (shown) : sl_document_dup_unhidden_rows (self);
}

/**
 * sl_document_dup_rows_of_object:
 * @trace: number in the set
 * @object: number in the trace's table
 *
 * Returns: (transfer full): rows among which that of the object is, if it has one: those that are shown, or where it is
 *   hidden, all
 */
SlRows *
sl_document_dup_rows_of_object (SlDocument *self, guint trace, guint32 object)
{
  SlRows *shown;
  guint row;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  shown = sl_document_get_rows (self);
  return sl_rows_find_object (shown, trace, object, &row) ? sl_rows_ref (shown)
                                                          : sl_document_dup_unhidden_rows (self);
}

/**
 * sl_document_go_to:
 * @target: what has a place in time; its row may be hidden
 *
 * Picks it and moves the view to it where it is out of sight, in one step of undo.
 */
void
sl_document_go_to (SlDocument *self, const SlTarget *target)
{
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;
  SlSpan span;
  SlView view;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  rows = dup_rows_of_target (self, target);
  state = sl_view_state_with_picked (sl_document_get_state (self), target);
  if (sl_rows_get_span (rows, target, &span))
    {
      g_autoptr (SlViewState) before = g_steal_pointer (&state);

      view = sl_view_make (sl_document_get_extent (self), sl_view_state_get_visible (before), 1000);
      state = sl_view_state_with_visible (before, sl_view_reveal (&view, span));
    }
  sl_document_take_state (self, g_steal_pointer (&state), SL_GESTURE_NONE);
}

/* So that the job takes at least a third of the width, and is seen as a whole. */
static SlSpan
frame_job (SlDocument *self, SlSpan visible, SlSpan job)
{
  gint64 width = sl_span_duration (visible);
  gint64 length = MAX (sl_span_duration (job), 1);

  if (job.begin >= visible.begin && job.end <= visible.end && width / 3 <= length)
    return visible;

  return sl_view_clamp (sl_document_get_extent (self), (SlSpan) { sl_time_add (job.begin, -length),
                                                                  sl_time_add (job.end, length) });
}

/* Removes the veil.
 *
 * Returns: whether there was one */
static gboolean
lift_veil (SlDocument *self)
{
  SlTime time;

  if (!sl_document_get_led_to (self, &time))
    return FALSE;

  self->led_to = (SlTarget) { .type = SL_TARGET_NONE };
  sl_document_emit_changed (self, SL_CHANGED_VIEW);
  return TRUE;
}

/**
 * sl_document_lead_to:
 * @target: of a job: what is picked
 * @job: from its release to its finish, in reference ticks
 * @time: the instant that it is picked for
 *
 * Picks it as who follows a list of jobs does: the view shows the job at least a third as wide as
 * itself, and pales the rest until sl_document_go_back() or another pick. One step of undo.
 */
void
sl_document_lead_to (SlDocument *self, const SlTarget *target, SlSpan job, SlTime time)
{
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlViewState) framed = NULL;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  self->led_to = *target;
  self->led_to_time = time;
  state = sl_view_state_with_picked (sl_document_get_state (self), target);
  framed =
      sl_view_state_with_visible (state, frame_job (self, sl_view_state_get_visible (state), job));
  /* The same item for another instant is another picture. */
  if (sl_view_state_equal (framed, sl_document_get_state (self)))
    sl_document_emit_changed (self, SL_CHANGED_VIEW);
  else
    sl_document_take_state (self, g_steal_pointer (&framed), SL_GESTURE_NONE);
}

/**
 * sl_document_get_led_to:
 * @time: (out): the instant that it was picked for
 *
 * Returns: whether what is picked was picked by sl_document_lead_to(), and its veil was not lifted
 */
gboolean
sl_document_get_led_to (SlDocument *self, SlTime *time)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  *time = self->led_to_time;
  return self->led_to.type != SL_TARGET_NONE &&
         sl_target_equal (&self->led_to, sl_view_state_get_picked (sl_document_get_state (self)));
}

/**
 * sl_document_set_hit:
 * @text: (nullable): which hit of the filter is picked, such as "7 of 30"; %NULL for none
 */
void
sl_document_set_hit (SlDocument *self, const char *text)
{
  g_return_if_fail (SL_IS_DOCUMENT (self));

  if (g_strcmp0 (text, self->hit) == 0)
    return;

  g_free (self->hit);
  self->hit = g_strdup (text);
  sl_document_emit_changed (self, SL_CHANGED_MATCHES);
}

/**
 * sl_document_get_hit:
 *
 * Returns: (transfer none) (nullable): as it was set
 */
const char *
sl_document_get_hit (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return self->hit;
}

/**
 * sl_document_go_back:
 *
 * Gives up the last of what was chosen: first the veil, then the selected span, then the selected rows, then what is
 * picked.
 */
void
sl_document_go_back (SlDocument *self)
{
  static const SlNameSet rows = SL_NAMES_SELECTED_ROWS;
  SlViewState *state;
  SlSpan span;

  g_return_if_fail (SL_IS_DOCUMENT (self));

  if (lift_veil (self))
    return;

  state = sl_document_get_state (self);
  if (sl_view_state_get_selection (state, &span))
    sl_document_take_state (self, sl_view_state_with_selection (state, NULL), SL_GESTURE_NONE);
  else if (sl_view_state_get_names (state, rows)[0] != NULL)
    sl_document_take_state (self, sl_view_state_without_names (state, &rows, 1), SL_GESTURE_NONE);
  else
    sl_document_pick (self, NULL);
}

/**
 * sl_document_unfold_row:
 * @row: key of a row
 *
 * Unfolds the groups that the row is in, so that it is shown.
 *
 * Returns: whether it is; it is not where something else hides it too
 */
gboolean
sl_document_unfold_row (SlDocument *self, const char *row, guint gesture)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  for (;;)
    {
      SlRows *rows = sl_document_get_rows (self);
      SlViewState *unfolded;
      guint number;

      if (sl_rows_find (rows, row, &number))
        return TRUE;
      unfolded = sl_rows_unfold (rows, sl_document_get_state (self), row);
      if (unfolded == NULL)
        return FALSE;
      sl_document_take_state (self, unfolded, gesture);
    }
}

/* Where only some rows are shown, it is one of them from now on. */
static void
unhide_row (SlDocument *self, const char *row, guint gesture)
{
  SlViewState *state = sl_document_get_state (self);
  g_autoptr (SlViewState) unhidden =
      sl_view_state_with_name (state, SL_NAMES_HIDDEN_ROWS, row, FALSE);
  gboolean has_only = sl_view_state_get_names (state, SL_NAMES_ONLY_ROWS)[0] != NULL;

  sl_document_take_state (self,
                          sl_view_state_with_name (unhidden, SL_NAMES_ONLY_ROWS, row, has_only),
                          gesture);
}

/**
 * sl_document_show_row:
 * @row: key of a row
 *
 * Shows a row that the user has hidden, by itself or in a folded group. Nothing else of the view is changed.
 *
 * Returns: whether it is shown; it is not where something else hides it too, such as a filter
 */
gboolean
sl_document_show_row (SlDocument *self, const char *row, guint gesture)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  unhide_row (self, row, gesture);
  return sl_document_unfold_row (self, row, gesture);
}

/**
 * sl_document_dup_all_rows:
 *
 * Returns: (transfer full): rows among which that of what is picked is: those that are shown, or
 *   where it is hidden, all
 */
SlRows *
sl_document_dup_all_rows (SlDocument *self)
{
  g_return_val_if_fail (SL_IS_DOCUMENT (self), NULL);

  return dup_rows_of_target (self, sl_view_state_get_picked (sl_document_get_state (self)));
}

/**
 * sl_document_is_picked_hidden:
 *
 * Returns: whether a filter that hides takes the row of what is picked out of sight
 */
gboolean
sl_document_is_picked_hidden (SlDocument *self)
{
  SlViewState *state;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  state = sl_document_get_state (self);
  return sl_view_state_get_filter (state) != NULL && sl_view_state_get_filter_hides (state) &&
         !has_row (sl_document_get_rows (self), sl_view_state_get_picked (state));
}

static gboolean
has_bus_cycles (SlTraceSet *set, guint trace)
{
  return trace < sl_trace_set_get_size (set) &&
         sl_source_says (sl_trace_get_source (sl_trace_set_get_trace (set, trace)), SL_TELLS_BUS);
}

/**
 * sl_document_find_bus:
 * @trace: (out): the number of the trace whose bus cycles are meant: that of what is picked where it
 *   has any, else the first that has
 *
 * Returns: whether any trace has bus cycles
 */
gboolean
sl_document_find_bus (SlDocument *self, guint *trace)
{
  SlTraceSet *set;
  const SlTarget *picked;

  g_return_val_if_fail (SL_IS_DOCUMENT (self), FALSE);

  set = sl_document_get_trace_set (self);
  picked = sl_view_state_get_picked (sl_document_get_state (self));
  *trace = picked->trace;
  if (picked->type != SL_TARGET_NONE && has_bus_cycles (set, *trace))
    return TRUE;

  for (*trace = 0; *trace < sl_trace_set_get_size (set); (*trace)++)
    if (has_bus_cycles (set, *trace))
      return TRUE;

  return FALSE;
}
