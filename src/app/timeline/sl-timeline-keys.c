/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-edit.h"
#include "sl-row-edit.h"
#include "sl-ticks.h"
#include "sl-timeline-private.h"

/* The timeline's keys. They work while the timeline has the focus, so that they may be plain
 * letters. */

#define ZOOM_STEP 1.5
#define PAN_STEP  0.15

static void
zoom_in (SlTimelineWidget *self)
{
  sl_timeline_widget_zoom (self, ZOOM_STEP);
}

static void
zoom_out (SlTimelineWidget *self)
{
  sl_timeline_widget_zoom (self, 1 / ZOOM_STEP);
}

static void
pan (SlTimelineWidget *self, double part)
{
  SlView view;

  if (sl_timeline_get_view (self, &view))
    sl_document_show (self->document, sl_view_pan (&view, part * view.width), SL_GESTURE_NONE);
}

static void
pan_left (SlTimelineWidget *self)
{
  pan (self, -PAN_STEP);
}

static void
pan_right (SlTimelineWidget *self)
{
  pan (self, PAN_STEP);
}

static void
go_to (SlTimelineWidget *self, SlTime time)
{
  SlView view;

  if (sl_timeline_get_view (self, &view))
    sl_document_show (self->document, sl_view_center (&view, time), SL_GESTURE_NONE);
}

/* Whoever moves the focus by keys wants to see where it is. */
static void
show_focus (SlTimelineWidget *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  if (GTK_IS_WINDOW (root))
    gtk_window_set_focus_visible (GTK_WINDOW (root), TRUE);
}

/* Makes @target the focused and the picked one, in one step of undo with moving the view to it. */
static void
go_to_target (SlTimelineWidget *self, const SlTarget *target)
{
  sl_timeline_set_focus (self, target);
  sl_document_go_to (self->document, target);
  sl_timeline_proxies_focus_box (self->proxies);
  show_focus (self);
}

/* From a box to the first or last one of its row, else to an end of the trace. */
static void
go_to_end (SlTimelineWidget *self, int direction)
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

static void
go_home (SlTimelineWidget *self)
{
  go_to_end (self, -1);
}

static void
go_end (SlTimelineWidget *self)
{
  go_to_end (self, 1);
}

static void
fit (SlTimelineWidget *self)
{
  sl_document_show (self->document,
                    sl_trace_set_get_span (sl_document_get_trace_set (self->document)),
                    SL_GESTURE_NONE);
}

static void
zoom_to_selection (SlTimelineWidget *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlSpan span;

  if (sl_view_state_get_selection (state, &span) ||
      sl_rows_get_span (sl_document_get_rows (self->document), &self->focus, &span))
    sl_document_show (self->document, span, SL_GESTURE_NONE);
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

static void
step (SlTimelineWidget *self, int direction)
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

static void
step_left (SlTimelineWidget *self)
{
  step (self, -1);
}

static void
step_right (SlTimelineWidget *self)
{
  step (self, 1);
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

/* Goes to a box of the row above or below, or to its header where no box is in sight. From there on
 * it goes to boxes again; whoever came to a header otherwise stays on headers. */
static void
change_row (SlTimelineWidget *self, int by)
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

static void
row_up (SlTimelineWidget *self)
{
  change_row (self, -1);
}

static void
row_down (SlTimelineWidget *self)
{
  change_row (self, 1);
}

static void
pick_focus (SlTimelineWidget *self)
{
  guint row;

  if (!get_focused_row (self, &row))
    return;

  if (sl_rows_get (sl_document_get_rows (self->document), row)->part == SL_ROW_HEADING)
    sl_row_edit_toggle_group (self->document, self->focus.row);
  else
    sl_document_pick (self->document, &self->focus);
}

static void
set_cursor (SlTimelineWidget *self, SlCursor cursor)
{
  sl_row_edit_set_cursor (self->document, cursor, sl_timeline_find_time (self, FALSE));
}

static void
set_cursor_a (SlTimelineWidget *self)
{
  set_cursor (self, SL_CURSOR_A);
}

static void
set_cursor_b (SlTimelineWidget *self)
{
  set_cursor (self, SL_CURSOR_B);
}

static void
next_axis (SlTimelineWidget *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlAxis axis = (SlAxis) ((sl_view_state_get_axis (state) + 1) % SL_N_AXES);

  if (axis == SL_AXIS_TSC && sl_ticks_are_elapsed (sl_document_get_clock (self->document)))
    axis = SL_AXIS_TIME;
  sl_document_take_state (self->document, sl_view_state_with_axis (state, axis), SL_GESTURE_NONE);
}

static void
move_row_up (SlTimelineWidget *self)
{
  sl_row_edit_move (self->document, self->focus.row, -1);
}

static void
move_row_down (SlTimelineWidget *self)
{
  sl_row_edit_move (self->document, self->focus.row, 1);
}

static void
pin_row (SlTimelineWidget *self)
{
  sl_row_edit_toggle_pin (self->document, self->focus.row);
}

static void
hide_row (SlTimelineWidget *self)
{
  sl_row_edit_hide (self->document, self->focus.row);
}

static void
rename_row (SlTimelineWidget *self)
{
  sl_row_edit_rename (self->document, self->focus.row, GTK_WIDGET (self));
}

static void
open_menu (SlTimelineWidget *self)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  float box[4];
  guint row;

  if (scene != NULL && self->focus.row != NULL &&
      sl_rows_find (sl_scene_get_rows (scene), self->focus.row, &row) &&
      sl_scene_get_header_box (scene, row, box))
    sl_timeline_open_menu (self, self->focus.row, box[0] + box[2] / 2, box[1] + box[3]);
}

static void
zoom_in_addresses (SlTimelineWidget *self)
{
  sl_address_edit_zoom (self->document, self->focus.row, 0.5, ZOOM_STEP, SL_GESTURE_NONE);
}

static void
zoom_out_addresses (SlTimelineWidget *self)
{
  sl_address_edit_zoom (self->document, self->focus.row, 0.5, 1 / ZOOM_STEP, SL_GESTURE_NONE);
}

static void
pan_up_addresses (SlTimelineWidget *self)
{
  sl_address_edit_pan (self->document, self->focus.row, PAN_STEP, SL_GESTURE_NONE);
}

static void
pan_down_addresses (SlTimelineWidget *self)
{
  sl_address_edit_pan (self->document, self->focus.row, -PAN_STEP, SL_GESTURE_NONE);
}

static void
fit_addresses (SlTimelineWidget *self)
{
  sl_address_edit_show_all (self->document, self->focus.row);
}

static void
next_address_scale (SlTimelineWidget *self)
{
  sl_address_edit_next_scale (self->document, self->focus.row);
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  void (*run) (SlTimelineWidget *self);
} keys[] = {
  { GDK_KEY_w, 0, zoom_in },
  { GDK_KEY_plus, 0, zoom_in },
  { GDK_KEY_equal, 0, zoom_in },
  { GDK_KEY_KP_Add, 0, zoom_in },
  { GDK_KEY_s, 0, zoom_out },
  { GDK_KEY_minus, 0, zoom_out },
  { GDK_KEY_KP_Subtract, 0, zoom_out },
  { GDK_KEY_a, 0, pan_left },
  { GDK_KEY_d, 0, pan_right },
  { GDK_KEY_Home, 0, go_home },
  { GDK_KEY_End, 0, go_end },
  { GDK_KEY_f, 0, fit },
  { GDK_KEY_z, 0, zoom_to_selection },
  { GDK_KEY_Left, 0, step_left },
  { GDK_KEY_Right, 0, step_right },
  { GDK_KEY_Up, 0, row_up },
  { GDK_KEY_Down, 0, row_down },
  { GDK_KEY_Return, 0, pick_focus },
  { GDK_KEY_KP_Enter, 0, pick_focus },
  { GDK_KEY_space, 0, pick_focus },
  { GDK_KEY_1, 0, set_cursor_a },
  { GDK_KEY_2, 0, set_cursor_b },
  { GDK_KEY_t, 0, next_axis },
  { GDK_KEY_Up, GDK_ALT_MASK, move_row_up },
  { GDK_KEY_Down, GDK_ALT_MASK, move_row_down },
  { GDK_KEY_p, 0, pin_row },
  { GDK_KEY_h, 0, hide_row },
  { GDK_KEY_F2, 0, rename_row },
  { GDK_KEY_Menu, 0, open_menu },
  { GDK_KEY_F10, GDK_SHIFT_MASK, open_menu },
  { GDK_KEY_w, GDK_SHIFT_MASK, zoom_in_addresses },
  { GDK_KEY_s, GDK_SHIFT_MASK, zoom_out_addresses },
  { GDK_KEY_Up, GDK_SHIFT_MASK, pan_up_addresses },
  { GDK_KEY_Down, GDK_SHIFT_MASK, pan_down_addresses },
  { GDK_KEY_f, GDK_SHIFT_MASK, fit_addresses },
  { GDK_KEY_t, GDK_SHIFT_MASK, next_address_scale },
};

/* What is done for a key; NULL for nothing. */
static void (*find_key (guint key, GdkModifierType held)) (SlTimelineWidget *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      /* "+" is typed with Shift on most keyboards. */
      GdkModifierType counted = keys[i].key == GDK_KEY_plus ? held & ~GDK_SHIFT_MASK : held;

      if (keys[i].key == gdk_keyval_to_lower (key) && keys[i].modifiers == counted)
        return keys[i].run;
    }
  return NULL;
}

static gboolean
key_cb (SlTimelineWidget *self, guint key, guint code, GdkModifierType state)
{
  GdkModifierType held = state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK);
  void (*run) (SlTimelineWidget *) = find_key (key, held);

  if (self->document == NULL || run == NULL)
    return GDK_EVENT_PROPAGATE;

  run (self);
  return GDK_EVENT_STOP;
}

/**
 * sl_timeline_widget_has_key:
 *
 * Returns: whether the timeline does something for the key while it has the focus
 */
gboolean
sl_timeline_widget_has_key (guint key, GdkModifierType modifiers)
{
  return find_key (key, modifiers) != NULL;
}

/**
 * sl_timeline_widget_press:
 *
 * Gives the timeline the focus, and does what the key does there.
 */
void
sl_timeline_widget_press (SlTimelineWidget *self, guint key, GdkModifierType modifiers)
{
  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  key_cb (self, key, 0, modifiers);
}

/**
 * sl_timeline_widget_go_to_row:
 * @row: number among the document's rows
 *
 * Gives the row's header the focus, and scrolls to it.
 */
void
sl_timeline_widget_go_to_row (SlTimelineWidget *self, guint row)
{
  SlRows *rows;

  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  rows = sl_document_get_rows (self->document);
  g_return_if_fail (row < sl_rows_get_count (rows));

  focus_header (self, sl_rows_get (rows, row)->key);
  sl_timeline_widget_show_target (self, &self->focus);
}

void
sl_timeline_add_keys (SlTimelineWidget *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect_swapped (controller, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}
