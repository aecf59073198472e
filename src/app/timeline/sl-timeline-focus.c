/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-edit.h"
#include "sl-timeline-private.h"

/* What the keys act on: a box or a row's header, and how it moves from one to the next. */

/* Scrolls as little as is needed to see the whole row. */
static void
scroll_to_row (SlTimelineWidget *self, guint row)
{
  const SlRow *shown = sl_rows_get (sl_document_get_rows (self->document), row);

  gtk_adjustment_clamp_page (self->adjustment, shown->y, shown->y + shown->height);
}

/**
 * sl_timeline_widget_show_target:
 * @target: what is to be seen: its row scrolls into sight
 */
void
sl_timeline_widget_show_target (SlTimelineWidget *self, const SlTarget *target)
{
  guint row;

  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (target->row != NULL &&
      sl_rows_find (sl_document_get_rows (self->document), target->row, &row))
    scroll_to_row (self, row);
}

/* Its row may be of a header that goes. */
static void
keep_focus (SlTimelineWidget *self, const SlTarget *target)
{
  SlStringPool *keys = sl_trace_set_get_keys (sl_document_get_trace_set (self->document));

  self->focus = *target;
  if (target->row != NULL)
    self->focus.row = sl_string_pool_take (keys, target->row);
}

/**
 * sl_timeline_set_focus:
 * @target: what the keys go on from; its row scrolls into sight
 */
void
sl_timeline_set_focus (SlTimelineWidget *self, const SlTarget *target)
{
  guint row;

  keep_focus (self, target);
  if (target->row != NULL &&
      sl_rows_find (sl_document_get_rows (self->document), target->row, &row))
    scroll_to_row (self, row);
  sl_timeline_proxies_update (self->proxies);
  sl_picture_widget_invalidate (SL_PICTURE_WIDGET (self));
  g_signal_emit_by_name (self, "row-focused", target->row);
}

/**
 * sl_timeline_follow_picked:
 *
 * Lets the keys go on from what is picked, whoever picked it; its row scrolls into sight.
 */
void
sl_timeline_follow_picked (SlTimelineWidget *self)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (self->document));
  SlRows *rows = sl_document_get_rows (self->document);
  SlTarget target = *picked;
  SlSpan span;
  guint row;

  if (picked->row == NULL || !sl_rows_find (rows, picked->row, &row))
    return;
  if (picked->type == SL_TARGET_EVENT && (!sl_rows_get_span (rows, picked, &span) ||
                                          !sl_rows_find_nearest (rows, row, span.begin, &target)))
    return;
  if ((target.type == SL_TARGET_ITEMS || target.type == SL_TARGET_ROW) &&
      !sl_target_equal (&self->focus, &target))
    sl_timeline_set_focus (self, &target);
}

/* Whoever moves the focus by keys wants to see where it is. */
static void
show_focus (SlTimelineWidget *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
}

/* Makes @target the focused and the picked one, in one step of undo with moving the view to it. Nothing is said of it before
 * it is both. */
static void
go_to_target (SlTimelineWidget *self, const SlTarget *target)
{
  SlTarget kept;

  keep_focus (self, target);
  kept = self->focus;
  sl_document_go_to (self->document, &kept);
  sl_timeline_set_focus (self, &kept);
  sl_timeline_proxies_focus_box (self->proxies);
  show_focus (self);
}

static void
go_to (SlTimelineWidget *self, SlTime time)
{
  SlView view;

  if (sl_timeline_get_view (self, &view))
    sl_document_show (self->document, sl_view_center (&view, time), SL_GESTURE_NONE);
}

/**
 * sl_timeline_go_to_end:
 * @direction: below 0 for the first, above 0 for the last
 *
 * Goes from a box to the first or last one of its row, else to an end of the trace.
 */
void
sl_timeline_go_to_end (SlTimelineWidget *self, int direction)
{
  SlSpan span = sl_trace_set_get_span (sl_document_get_trace_set (self->document));
  SlRows *rows = sl_document_get_rows (self->document);
  SlTarget target;
  guint row;

  if (self->focus.type == SL_TARGET_ITEMS && sl_rows_find (rows, self->focus.row, &row) &&
      sl_rows_step (rows, row, NULL, -direction, &target))
    go_to_target (self, &target);
  else
    go_to (self, direction < 0 ? span.begin : span.end);
}

static gboolean
get_focused_row (SlTimelineWidget *self, guint *row)
{
  SlRows *rows = sl_document_get_rows (self->document);

  if (sl_rows_get_count (rows) == 0)
    return FALSE;
  if (self->focus.row == NULL || !sl_rows_find (rows, self->focus.row, row))
    *row = 0;
  return TRUE;
}

/**
 * sl_timeline_step:
 * @direction: below 0 for the box before, above 0 for the next one
 *
 * Goes to another box of the focused row; from its header to the first one in sight.
 */
void
sl_timeline_step (SlTimelineWidget *self, int direction)
{
  SlRows *rows = sl_document_get_rows (self->document);
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  SlTarget target;
  guint row;

  if (!get_focused_row (self, &row))
    return;

  if (self->focus.type == SL_TARGET_ITEMS
          ? sl_rows_step (rows, row, &self->focus, direction, &target)
          : sl_rows_first_in (rows, row, visible, &target))
    go_to_target (self, &target);
}

static gboolean
keeps_time (SlTimelineWidget *self)
{
  return self->kept_focus.type != SL_TARGET_NONE &&
         sl_target_equal (&self->focus, &self->kept_focus);
}

/* The instant that Up and Down keep, however many rows they cross: the start of the box where they
 * began, or the middle of its visible part where it starts out of sight. */
static SlTime
get_kept_time (SlTimelineWidget *self)
{
  SlRows *rows = sl_document_get_rows (self->document);
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  SlSpan span;

  if (keeps_time (self))
    return self->kept_time;
  if (!sl_rows_get_span (rows, &self->focus, &span))
    return visible.begin;
  if (span.begin >= visible.begin && span.begin < visible.end)
    return span.begin;

  span.begin = MAX (span.begin, visible.begin);
  span.end = MAX (MIN (span.end, visible.end), span.begin);
  return span.begin + (span.end - span.begin) / 2;
}

/* The box of @row that is nearest to @time, if it is in sight. */
static gboolean
find_box (SlTimelineWidget *self, guint row, SlTime time, SlTarget *target)
{
  SlRows *rows = sl_document_get_rows (self->document);
  SlSpan visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  SlSpan span;

  return sl_rows_find_nearest (rows, row, time, target) && sl_rows_get_span (rows, target, &span) &&
         span.begin < visible.end && span.end >= visible.begin;
}

static void
focus_header (SlTimelineWidget *self, const char *row)
{
  const SlTarget target = { .type = SL_TARGET_ROW, .row = row };

  sl_timeline_set_focus (self, &target);
  sl_timeline_proxies_focus_header (self->proxies);
  show_focus (self);
}

/**
 * sl_timeline_change_row:
 * @by: by how many rows; below 0 for up
 *
 * Goes to a box of another row, or to its header where no box is in sight. From there on it goes to
 * boxes again; whoever came to a header otherwise stays on headers.
 */
void
sl_timeline_change_row (SlTimelineWidget *self, int by)
{
  SlRows *rows = sl_document_get_rows (self->document);
  gboolean on_header = sl_timeline_proxies_is_on_header (self->proxies) && !keeps_time (self);
  SlTime time;
  SlTarget target;
  gint64 next;
  guint row;

  if (!get_focused_row (self, &row))
    return;

  next = self->focus.row != NULL ? (gint64) row + by : 0;
  if (next < 0 || next >= sl_rows_get_count (rows))
    return;

  time = get_kept_time (self);
  if (!on_header && find_box (self, (guint) next, time, &target))
    {
      go_to_target (self, &target);
    }
  else
    {
      focus_header (self, sl_rows_get (rows, (guint) next)->key);
      target = self->focus;
    }
  self->kept_focus = on_header ? (SlTarget) { .type = SL_TARGET_NONE } : target;
  self->kept_time = time;
}

/**
 * sl_timeline_pick_focus:
 *
 * Picks the focused box or row; of a group it folds or unfolds the rows. Its row scrolls into sight.
 */
void
sl_timeline_pick_focus (SlTimelineWidget *self)
{
  guint row;

  if (!get_focused_row (self, &row))
    return;

  if (sl_rows_get (sl_document_get_rows (self->document), row)->part == SL_ROW_HEADING)
    sl_row_edit_toggle_group (self->document, self->focus.row);
  else
    sl_document_pick (self->document, &self->focus);

  /* The wheel may have taken it away since it got the focus, and rows have other places behind a group that is folded. */
  if (get_focused_row (self, &row))
    scroll_to_row (self, row);
}
