/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-edit.h"
#include "sl-row-edit.h"
#include "sl-row-select.h"
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
go_home (SlTimelineWidget *self)
{
  sl_timeline_go_to_end (self, -1);
}

static void
go_end (SlTimelineWidget *self)
{
  sl_timeline_go_to_end (self, 1);
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

static void
step_left (SlTimelineWidget *self)
{
  sl_timeline_step (self, -1);
}

static void
step_right (SlTimelineWidget *self)
{
  sl_timeline_step (self, 1);
}

static void
row_up (SlTimelineWidget *self)
{
  sl_timeline_change_row (self, -1);
}

static void
row_down (SlTimelineWidget *self)
{
  sl_timeline_change_row (self, 1);
}

static void
set_cursor (SlTimelineWidget *self, SlCursor cursor, gboolean snaps)
{
  sl_row_edit_set_cursor (self->document, cursor, sl_timeline_find_time (self, snaps));
}

static void
set_cursor_a (SlTimelineWidget *self)
{
  set_cursor (self, SL_CURSOR_A, TRUE);
}

static void
set_cursor_b (SlTimelineWidget *self)
{
  set_cursor (self, SL_CURSOR_B, TRUE);
}

static void
set_cursor_a_exactly (SlTimelineWidget *self)
{
  set_cursor (self, SL_CURSOR_A, FALSE);
}

static void
set_cursor_b_exactly (SlTimelineWidget *self)
{
  set_cursor (self, SL_CURSOR_B, FALSE);
}

static void
next_axis (SlTimelineWidget *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlClock *clock = sl_document_get_clock (self->document);
  SlAxis axis = (SlAxis) ((sl_view_state_get_axis (state) + 1) % SL_N_AXES);

  if (axis == SL_AXIS_WALL && !sl_clock_has_wall (clock))
    axis = SL_AXIS_TSC;
  if (axis == SL_AXIS_TSC && sl_ticks_are_elapsed (clock))
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
select_row (SlTimelineWidget *self)
{
  sl_row_select_toggle (self->document, self->focus.row);
}

static void
show_only_row (SlTimelineWidget *self)
{
  sl_row_select_show_only (self->document, self->focus.row);
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
  { GDK_KEY_Return, 0, sl_timeline_pick_focus },
  { GDK_KEY_KP_Enter, 0, sl_timeline_pick_focus },
  { GDK_KEY_space, 0, sl_timeline_pick_focus },
  { GDK_KEY_1, 0, set_cursor_a },
  { GDK_KEY_2, 0, set_cursor_b },
  { GDK_KEY_1, GDK_ALT_MASK, set_cursor_a_exactly },
  { GDK_KEY_2, GDK_ALT_MASK, set_cursor_b_exactly },
  { GDK_KEY_t, 0, next_axis },
  { GDK_KEY_Up, GDK_ALT_MASK, move_row_up },
  { GDK_KEY_Down, GDK_ALT_MASK, move_row_down },
  { GDK_KEY_p, 0, pin_row },
  { GDK_KEY_h, 0, hide_row },
  { GDK_KEY_o, 0, show_only_row },
  { GDK_KEY_space, GDK_CONTROL_MASK, select_row },
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

void
sl_timeline_add_keys (SlTimelineWidget *self)
{
  GtkEventController *controller = gtk_event_controller_key_new ();

  g_signal_connect_swapped (controller, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), controller);
}
