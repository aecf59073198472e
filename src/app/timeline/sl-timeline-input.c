/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-input.h"

#include "sl-row-edit.h"
#include "sl-row-select.h"

/* The pointer over the timeline: where it is, and clicks. */

/* The step of undo that whatever the pointer does now belongs to. */
guint
sl_timeline_input_get_gesture (SlTimelineInput *self)
{
  if (self->gesture == SL_GESTURE_NONE)
    sl_timeline_input_begin_gesture (self);
  return self->gesture;
}

void
sl_timeline_input_begin_gesture (SlTimelineInput *self)
{
  self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->timeline->document));
}

static gboolean
is_item (const SlElement *element)
{
  return element != NULL && element->target.type == SL_TARGET_ITEMS;
}

static void
choose_pointer (SlTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);
  SlMarkerPart part;
  SlCursor cursor;

  if (sl_timeline_input_is_at_edge (self, self->x))
    gtk_widget_set_cursor_from_name (widget, "col-resize");
  else if (sl_timeline_input_find_border (self, self->x, self->y) != NULL)
    gtk_widget_set_cursor_from_name (widget, "row-resize");
  else if (sl_timeline_input_find_flag (self, self->x, self->y, &cursor))
    gtk_widget_set_cursor_from_name (widget, "ew-resize");
  else if (sl_timeline_input_find_marker (self, self->x, self->y, &part) != NULL)
    gtk_widget_set_cursor_from_name (widget, part == SL_MARKER_WHOLE ? "pointer" : "ew-resize");
  else if (sl_timeline_input_is_in_ruler (self, self->y) &&
           !sl_timeline_input_is_on_header (self, self->x))
    gtk_widget_set_cursor_from_name (widget, "text");
  else
    gtk_widget_set_cursor (widget, NULL);
}

/* In the ruler and in the strip of cursors a ring shows where a click would go. */
static void
show_meant (SlTimelineInput *self, GdkModifierType state)
{
  if (sl_timeline_input_is_in_ruler (self, self->y) &&
      !sl_timeline_input_is_on_header (self, self->x) &&
      sl_timeline_input_find_marker (self, self->x, self->y, NULL) == NULL)
    sl_timeline_input_find_time (self, self->x, self->y, state);
  else
    sl_timeline_show_snap (self->timeline, NULL);
}

static void
motion_cb (SlTimelineInput *self, double x, double y, GtkEventController *controller)
{
  const SlElement *element;
  /* GTK reports the pointer again where what is below it changes, also as a window over it closes. */
  gboolean moved = x != self->last_x || y != self->last_y;

  if (moved)
    self->is_left = FALSE;
  self->x = self->last_x = x;
  self->y = self->last_y = y;
  if (self->timeline->document == NULL || self->drag != SL_DRAG_NONE)
    return;

  choose_pointer (self);
  sl_timeline_follow_pointer (self->timeline);
  if (moved)
    show_meant (self, gtk_event_controller_get_current_event_state (controller));
  element = sl_timeline_input_is_on_header (self, x) ? NULL : sl_timeline_input_pick (self, x, y);
  sl_timeline_set_hover (self->timeline, is_item (element) ? &element->target : NULL);
}

static void
leave_cb (SlTimelineInput *self)
{
  self->x = -1;
  self->y = -1;
  sl_timeline_set_hover (self->timeline, NULL);
  sl_timeline_show_snap (self->timeline, NULL);
  if (self->timeline->document != NULL)
    sl_timeline_follow_pointer (self->timeline);
}

/**
 * sl_timeline_input_find_time:
 * @x, @y: in pixels of the timeline
 * @state: keys that are held: Alt keeps to the pixel
 *
 * Returns: the edge or event that is meant there, which gets a ring; else what time it is there
 */
SlTime
sl_timeline_input_find_time (SlTimelineInput *self, double x, double y, GdkModifierType state)
{
  double plot_x = sl_timeline_input_get_plot_x (self, x);
  SlView view;

  if ((state & GDK_ALT_MASK) == 0)
    return sl_timeline_snap (self->timeline, plot_x, y);

  sl_timeline_show_snap (self->timeline, NULL);
  return sl_timeline_get_view (self->timeline, &view) ? sl_view_time (&view, plot_x) : 0;
}

/**
 * sl_timeline_input_take_focus:
 *
 * What is typed from now on is meant for the timeline, since the pointer is at work in it, and not for an entry in which
 * something was typed before.
 */
void
sl_timeline_input_take_focus (SlTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);
  GtkWidget *focus = gtk_root_get_focus (gtk_widget_get_root (widget));

  if (focus == NULL || !gtk_widget_is_ancestor (focus, widget))
    gtk_widget_grab_focus (widget);
}

void
sl_timeline_input_set_cursor (SlTimelineInput *self, SlCursor cursor, SlTime time)
{
  g_autoptr (SlViewState) state = NULL;

  state =
      sl_view_state_with_cursor (sl_document_get_state (self->timeline->document), cursor, &time);
  sl_document_take_state (self->timeline->document,
                          cursor == SL_CURSOR_A ? sl_view_state_with_origin (state, time)
                                                : sl_view_state_ref (state),
                          sl_timeline_input_get_gesture (self));
}

static void
click_header (SlTimelineInput *self, double y)
{
  SlDocument *document = self->timeline->document;
  SlViewState *state = sl_document_get_state (document);
  SlRows *rows = sl_document_get_rows (document);
  int band = sl_band_get_height (rows);
  gboolean is_one = sl_ruler_get_height (rows, state) == band;
  SlAxis axis = SL_AXIS_TSC;

  /* Upper band: the clock. Lower band: elapsed, and clicked again, since cursor A. Where both are
   * the same, there is one band, and a second one for the time since cursor A. */
  if (is_one)
    axis = SL_AXIS_DELTA;
  else if (y >= band)
    axis = sl_view_state_get_axis (state) == SL_AXIS_TIME ? SL_AXIS_DELTA : SL_AXIS_TIME;
  sl_document_take_state (document, sl_view_state_with_axis (state, axis), SL_GESTURE_NONE);
}

static void
click_ruler (SlTimelineInput *self, double x, double y, GdkModifierType state)
{
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  sl_timeline_input_begin_gesture (self);
  sl_timeline_input_set_cursor (self, (state & GDK_SHIFT_MASK) != 0 ? SL_CURSOR_B : SL_CURSOR_A,
                                sl_timeline_input_find_time (self, x, y, state));
}

static void
click_element (SlTimelineInput *self, const SlElement *element, double x, GdkModifierType state)
{
  SlDocument *document = self->timeline->document;
  SlTarget target = { 0 };
  const char *row;

  if (element == NULL)
    {
      sl_document_pick (document, NULL);
      return;
    }

  row = element->row != G_MAXUINT ? sl_rows_get (sl_document_get_rows (document), element->row)->key
                                  : NULL;
  if (element->type == SL_ELEMENT_HEADING)
    {
      sl_row_edit_toggle_group (document, row);
      return;
    }

  if ((state & GDK_CONTROL_MASK) != 0 && sl_timeline_input_is_on_header (self, x))
    {
      sl_row_select_extend (document, row);
      sl_timeline_set_focus (self->timeline, &(SlTarget) { .type = SL_TARGET_ROW, .row = row });
      sl_timeline_proxies_focus_header (self->timeline->proxies);
      return;
    }

  sl_row_select_clear (document);
  target = element->target;
  sl_timeline_set_focus (self->timeline, &target);
  sl_document_pick (document, target.type != SL_TARGET_NONE ? &target : NULL);
  self->is_left = FALSE;
  if (sl_timeline_input_is_on_header (self, x))
    sl_timeline_proxies_focus_header (self->timeline->proxies);
  else
    sl_timeline_proxies_focus_box (self->timeline->proxies);
}

static void
click_marker (SlTimelineInput *self, const SlElement *marker, int n_press)
{
  sl_marker_edit_go_to (self->timeline->document, (guint) marker->target.index);
  sl_timeline_proxies_focus_marker (self->timeline->proxies);
  if (n_press == 2)
    gtk_widget_activate_action (GTK_WIDGET (self->timeline), "view.edit-marker", NULL);
}

static void
released_cb (SlTimelineInput *self, int n_press, double x, double y, GtkGestureClick *click)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (click);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);

  const SlElement *marker;
  const char *border;

  if (self->timeline->document == NULL || self->drag != SL_DRAG_NONE)
    return;

  sl_timeline_input_take_focus (self);
  marker = sl_timeline_input_find_marker (self, x, y, NULL);
  border = n_press == 2 ? sl_timeline_input_find_border (self, x, y) : NULL;
  if (border != NULL)
    sl_row_select_scale (self->timeline->document, border, 0);
  else if (sl_timeline_input_is_in_ruler (self, y) && sl_timeline_input_is_on_header (self, x))
    click_header (self, y);
  else if (marker != NULL)
    click_marker (self, marker, n_press);
  else if (sl_timeline_input_is_in_ruler (self, y))
    click_ruler (self, x, y, state);
  else
    click_element (self, sl_timeline_input_pick (self, x, y), x, state);
}

/* Not while the button is down: GTK 4.8 loses count of what is pressed where a popover comes meanwhile. */
static void
menu_released_cb (SlTimelineInput *self, int n_press, double x, double y, GtkGesture *gesture)
{
  if (self->timeline->document != NULL && sl_timeline_open_menu_at (self->timeline, x, y))
    gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
}

static void
add_clicks (SlTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();

  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "released", G_CALLBACK (menu_released_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu));
}

/**
 * sl_timeline_input_new:
 * @timeline: to listen to; it owns the input and outlives it
 */
SlTimelineInput *
sl_timeline_input_new (SlTimelineWidget *timeline)
{
  SlTimelineInput *self = g_new0 (SlTimelineInput, 1);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->timeline = timeline;
  self->x = self->last_x = -1;
  self->y = self->last_y = -1;

  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (timeline), motion);
  sl_timeline_input_add_scrolling (self);
  sl_timeline_input_add_dragging (self);
  add_clicks (self);
  return self;
}

void
sl_timeline_input_free (SlTimelineInput *self)
{
  sl_timeline_input_leave_keys (self);
  g_clear_pointer (&self->held_in, sl_markers_unref);
  g_free (self);
}

/**
 * sl_timeline_input_get_pointer:
 * @x: (out): in pixels of the timeline; negative while the pointer is elsewhere
 */
void
sl_timeline_input_get_pointer (SlTimelineInput *self, double *x, double *y)
{
  *x = self->x;
  *y = self->y;
}

/**
 * sl_timeline_input_is_dragging:
 *
 * Returns: whether the pointer drags something
 */
gboolean
sl_timeline_input_is_dragging (SlTimelineInput *self)
{
  return self->drag != SL_DRAG_NONE;
}

/**
 * sl_timeline_input_leave_pointer:
 *
 * The user went somewhere by keys or by a list: what follows is about that place, until the pointer
 * moves.
 */
void
sl_timeline_input_leave_pointer (SlTimelineInput *self)
{
  self->is_left = TRUE;
}

/**
 * sl_timeline_input_find_pointer:
 * @time: (out): reference tick below the pointer
 *
 * Returns: whether it is over the plot, and the last that said where the user is
 */
gboolean
sl_timeline_input_find_pointer (SlTimelineInput *self, SlTime *time)
{
  SlView view;

  if (self->is_left || sl_timeline_input_is_on_header (self, self->x) ||
      !sl_timeline_get_view (self->timeline, &view))
    return FALSE;

  *time = sl_view_time (&view, sl_timeline_input_get_plot_x (self, self->x));
  return TRUE;
}
