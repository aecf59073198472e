/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "sl-address-edit.h"
#include "sl-key-map.h"
#include "sl-marker-edit.h"
#include "sl-row-edit.h"
#include "sl-row-select.h"
#include "sl-ticks.h"
#include "sl-timeline-private.h"

/* What the timeline's keys do. They work while the timeline has the focus, so that they may be plain
 * letters; sl-key-table.c says which they are. */

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
    sl_document_show (self->document, sl_view_pan (&view, round (part * view.width)),
                      SL_GESTURE_NONE);
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
  sl_document_show (self->document, sl_document_get_seen_span (self->document), SL_GESTURE_NONE);
}

/* Of the marker whose flag has the focus, unless it is an instant. */
static gboolean
get_marked_span (SlTimelineWidget *self, SlSpan *span)
{
  const SlMarker *marker = sl_timeline_proxies_is_on_marker (self->proxies)
                               ? sl_marker_edit_get_chosen (self->document)
                               : NULL;

  if (marker == NULL || marker->span.begin == marker->span.end)
    return FALSE;

  *span = marker->span;
  return TRUE;
}

/* M makes a marker of the selected span, which then has the focus. */
static void
zoom_to_selection (SlTimelineWidget *self)
{
  SlViewState *state = sl_document_get_state (self->document);
  SlSpan span;

  if (sl_view_state_get_selection (state, &span) || get_marked_span (self, &span) ||
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

/* Rows that are selected stand out more than the focus, which may be elsewhere, such as after undo. */
static const char *
find_row (SlTimelineWidget *self)
{
  return sl_row_select_find (self->document, self->focus.row);
}

static void
move_row_up (SlTimelineWidget *self)
{
  sl_row_select_move (self->document, find_row (self), -1);
}

static void
move_row_down (SlTimelineWidget *self)
{
  sl_row_select_move (self->document, find_row (self), 1);
}

static void
pin_row (SlTimelineWidget *self)
{
  sl_row_edit_toggle_pin (self->document, find_row (self));
}

static void
hide_row (SlTimelineWidget *self)
{
  sl_row_edit_hide (self->document, find_row (self));
}

static void
select_row (SlTimelineWidget *self)
{
  sl_row_select_toggle (self->document, self->focus.row);
}

static void
show_only_row (SlTimelineWidget *self)
{
  sl_row_select_show_only (self->document, find_row (self));
}

static void
make_row_taller (SlTimelineWidget *self)
{
  sl_row_select_scale (self->document, find_row (self), 1);
}

static void
make_row_lower (SlTimelineWidget *self)
{
  sl_row_select_scale (self->document, find_row (self), -1);
}

static void
reset_row_height (SlTimelineWidget *self)
{
  sl_row_select_scale (self->document, find_row (self), 0);
}

static void
separate_row (SlTimelineWidget *self)
{
  sl_row_edit_toggle_separator (self->document, find_row (self));
}

static void
rename_row (SlTimelineWidget *self)
{
  sl_row_edit_rename (self->document, self->focus.row, GTK_WIDGET (self));
}

static void
move_marker_left (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_WHOLE, -1, 0);
}

static void
move_marker_right (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_WHOLE, 1, 0);
}

static void
move_marker_up (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_WHOLE, 0, -1);
}

static void
move_marker_down (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_WHOLE, 0, 1);
}

static void
stretch_marker_left (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_END, -1, 0);
}

static void
stretch_marker_right (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_END, 1, 0);
}

static void
stretch_marker_up (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_END, 0, -1);
}

static void
stretch_marker_down (SlTimelineWidget *self)
{
  sl_timeline_nudge_marker (self, SL_MARKER_END, 0, 1);
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
  const char *action;
  void (*run) (SlTimelineWidget *self);
} commands[] = {
  { "timeline.zoom-in", zoom_in },
  { "timeline.zoom-out", zoom_out },
  { "timeline.pan-left", pan_left },
  { "timeline.pan-right", pan_right },
  { "timeline.go-home", go_home },
  { "timeline.go-end", go_end },
  { "timeline.fit", fit },
  { "timeline.zoom-to-selection", zoom_to_selection },
  { "timeline.step-left", step_left },
  { "timeline.step-right", step_right },
  { "timeline.row-up", row_up },
  { "timeline.row-down", row_down },
  { "timeline.pick", sl_timeline_pick_focus },
  { "timeline.set-cursor-a", set_cursor_a },
  { "timeline.set-cursor-b", set_cursor_b },
  { "timeline.set-cursor-a-exactly", set_cursor_a_exactly },
  { "timeline.set-cursor-b-exactly", set_cursor_b_exactly },
  { "timeline.next-axis", next_axis },
  { "timeline.move-row-up", move_row_up },
  { "timeline.move-row-down", move_row_down },
  { "timeline.pin-row", pin_row },
  { "timeline.hide-row", hide_row },
  { "timeline.show-only-row", show_only_row },
  { "timeline.select-row", select_row },
  { "timeline.rename-row", rename_row },
  { "timeline.taller-row", make_row_taller },
  { "timeline.lower-row", make_row_lower },
  { "timeline.reset-row-height", reset_row_height },
  { "timeline.separate-row", separate_row },
  { "timeline.move-marker-left", move_marker_left },
  { "timeline.move-marker-right", move_marker_right },
  { "timeline.move-marker-up", move_marker_up },
  { "timeline.move-marker-down", move_marker_down },
  { "timeline.stretch-marker-left", stretch_marker_left },
  { "timeline.stretch-marker-right", stretch_marker_right },
  { "timeline.stretch-marker-up", stretch_marker_up },
  { "timeline.stretch-marker-down", stretch_marker_down },
  { "timeline.open-menu", sl_timeline_open_menu },
  { "timeline.zoom-in-addresses", zoom_in_addresses },
  { "timeline.zoom-out-addresses", zoom_out_addresses },
  { "timeline.pan-up-addresses", pan_up_addresses },
  { "timeline.pan-down-addresses", pan_down_addresses },
  { "timeline.fit-addresses", fit_addresses },
  { "timeline.next-address-scale", next_address_scale },
};

static void
run_cb (GtkWidget *widget, const char *action, GVariant *parameter)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);
  guint i = 0;

  if (self->document == NULL)
    return;

  while (strcmp (commands[i].action, action) != 0)
    i++;
  commands[i].run (self);
}

void
sl_timeline_install_actions (GtkWidgetClass *widget_class)
{
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    gtk_widget_class_install_action (widget_class, commands[i].action, NULL, run_cb);
}

/**
 * sl_timeline_widget_run:
 * @action: with the prefix "timeline"
 *
 * Gives the timeline the focus, and does what its keys do there.
 *
 * Returns: whether there is such an action
 */
gboolean
sl_timeline_widget_run (SlTimelineWidget *self, const char *action)
{
  g_return_val_if_fail (SL_IS_TIMELINE_WIDGET (self), FALSE);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  return gtk_widget_activate_action (GTK_WIDGET (self), action, NULL);
}

void
sl_timeline_add_keys (SlTimelineWidget *self)
{
  gtk_widget_add_controller (GTK_WIDGET (self),
                             sl_key_map_make_controller (sl_key_map_get_default (),
                                                         SL_KEY_SCOPE_TIMELINE));
}
