/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sl-address-edit.h"
#include "sl-row-select.h"
#include "sl-time-column.h"
#include "sl-timeline-input.h"

/* Dragging over the timeline: the view, a selection, a span to zoom into, a cursor, a marker, a row or its border, or the
 * headers' edge, depending on where it begins and on the keys that are held. */

#define DRAG_THRESHOLD 4

/* So wide are the addresses beside a map, in the header of its row. */
#define ADDRESS_STRIP 76

static void
set_selection (SlTimelineInput *self, SlTime one, SlTime other)
{
  SlSpan span = { MIN (one, other), MAX (one, other) };

  sl_document_take_state (self->timeline->document,
                          sl_view_state_with_selection (sl_document_get_state (
                                                            self->timeline->document),
                                                        &span),
                          sl_timeline_input_get_gesture (self));
}

/* Keeps what the markers were when one of them was taken hold of. */
static void
hold_marker (SlTimelineInput *self, guint id)
{
  SlMarkers *markers = sl_view_state_get_markers (sl_document_get_state (self->timeline->document));
  const SlMarker *marker = sl_markers_find (markers, id, NULL);

  g_clear_pointer (&self->held_in, sl_markers_unref);
  if (marker == NULL)
    return;

  self->held_in = sl_markers_ref (markers);
  self->held = *marker;
}

/* Takes hold of the marker there, or of one of its ends.
 *
 * Returns: whether there is one */
static gboolean
take_marker (SlTimelineInput *self)
{
  const SlElement *marker =
      sl_timeline_input_find_marker (self, self->start_x, self->start_y, &self->marker_part);

  if (marker != NULL)
    hold_marker (self, (guint) marker->target.index);
  return marker != NULL && self->held_in != NULL;
}

static SlDragType
choose_drag (SlTimelineInput *self, GdkModifierType state)
{
  const SlElement *element;

  if (sl_timeline_input_is_at_edge (self, self->start_x))
    return SL_DRAG_HEADER_WIDTH;
  if (sl_timeline_input_is_on_header (self, self->start_x))
    {
      self->row = sl_timeline_input_find_border (self, self->start_x, self->start_y);
      if (self->row != NULL)
        return SL_DRAG_ROW_HEIGHT;
      if (!sl_timeline_input_is_on_header (self, self->start_x + ADDRESS_STRIP) &&
          sl_timeline_input_find_addresses (self, self->start_y, &self->row, &self->place))
        return SL_DRAG_ADDRESSES;
      element = sl_timeline_input_pick (self, self->start_x, self->start_y);
      self->row = element != NULL && element->type == SL_ELEMENT_ROW ? element->target.row : NULL;
      return self->row != NULL ? SL_DRAG_ROW : SL_DRAG_NONE;
    }
  if (sl_timeline_input_find_flag (self, self->start_x, self->start_y, &self->cursor))
    return SL_DRAG_CURSOR;
  if (take_marker (self))
    return SL_DRAG_MARKER;
  if ((state & GDK_CONTROL_MASK) != 0)
    return (state & GDK_SHIFT_MASK) != 0 && !sl_timeline_input_is_in_ruler (self, self->start_y)
               ? SL_DRAG_DRAW
               : SL_DRAG_ZOOM;
  if (sl_timeline_input_is_in_ruler (self, self->start_y) || (state & GDK_SHIFT_MASK) != 0)
    return SL_DRAG_SELECT;
  return SL_DRAG_PAN;
}

static guint32
get_time (GtkGesture *gesture)
{
  return gtk_event_controller_get_current_event_time (GTK_EVENT_CONTROLLER (gesture));
}

static GdkModifierType
get_keys (GtkGesture *gesture)
{
  return gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
}

/* Escape takes back what was dragged. */
static gboolean
drag_key_cb (SlTimelineInput *self, guint key)
{
  SlTimelineWidget *timeline = self->timeline;

  if (key != GDK_KEY_Escape || self->drag == SL_DRAG_NONE)
    return GDK_EVENT_PROPAGATE;

  if (self->drag == SL_DRAG_HEADER_WIDTH)
    g_object_set (timeline, "chosen-header-width", self->start_chosen_width, NULL);
  else if (self->drag == SL_DRAG_PAN)
    gtk_adjustment_set_value (timeline->adjustment, self->start_scroll);
  timeline->is_zooming = FALSE;
  sl_view_history_cancel (sl_document_get_history (timeline->document),
                          sl_timeline_input_get_gesture (self));
  gtk_event_controller_reset (GTK_EVENT_CONTROLLER (self->dragging));
  return GDK_EVENT_STOP;
}

/* The keys are the window's: the focus may go elsewhere meanwhile. */
static void
follow_keys (SlTimelineInput *self)
{
  GtkWidget *window = GTK_WIDGET (gtk_widget_get_root (GTK_WIDGET (self->timeline)));
  GtkEventController *keys;

  if (window == NULL || self->drag_keys != NULL)
    return;

  keys = gtk_event_controller_key_new ();
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (drag_key_cb), self);
  g_set_weak_pointer (&self->drag_keys, keys);
  gtk_widget_add_controller (window, keys);
}

/**
 * sl_timeline_input_leave_keys:
 *
 * Gives the window's keys back.
 */
void
sl_timeline_input_leave_keys (SlTimelineInput *self)
{
  g_autoptr (GtkEventController) keys = NULL;

  if (self->drag_keys == NULL)
    return;

  keys = g_object_ref (self->drag_keys);
  g_clear_weak_pointer (&self->drag_keys);
  g_signal_handlers_disconnect_by_data (keys, self);
  if (gtk_event_controller_get_widget (keys) != NULL)
    gtk_widget_remove_controller (gtk_event_controller_get_widget (keys), keys);
}

static void
drag_begin_cb (SlTimelineInput *self, double x, double y, GtkGesture *gesture)
{
  sl_timeline_input_stop_fling (self);
  sl_drag_speed_begin (&self->drag_speed, get_time (gesture), 0);
  self->drag = SL_DRAG_NONE;
  self->start_x = x;
  self->start_y = y;
}

/* The box that is drawn from where the pointer took hold. */
static void
begin_drawing (SlTimelineInput *self, GdkModifierType state)
{
  const char *row = sl_timeline_input_find_row (self, self->start_y);
  SlTime time;

  time = sl_timeline_input_find_time (self, self->start_x, self->start_y, state);
  hold_marker (self, sl_marker_edit_draw (self->timeline->document, SL_MARKER_BOX,
                                          (SlSpan) { time, time }, row, row,
                                          sl_timeline_input_get_gesture (self)));
}

static int
get_row_height (SlTimelineInput *self)
{
  SlRows *rows = sl_document_get_rows (self->timeline->document);
  guint row;

  return sl_rows_find (rows, self->row, &row) ? sl_rows_get (rows, row)->height : 0;
}

static void
start_drag (SlTimelineInput *self, GtkGesture *gesture)
{
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  self->drag = choose_drag (self, get_keys (gesture));
  if (self->drag == SL_DRAG_NONE)
    return;

  sl_timeline_input_take_focus (self);
  sl_timeline_input_begin_gesture (self);
  g_object_get (self->timeline, "chosen-header-width", &self->start_chosen_width, NULL);
  self->start_scroll = gtk_adjustment_get_value (self->timeline->adjustment);
  self->start_header_width =
      sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (self->timeline));
  self->start_visible = view.visible;
  self->start_time = sl_view_time (&view, sl_timeline_input_get_plot_x (self, self->start_x));
  if (self->drag == SL_DRAG_SELECT)
    self->start_time =
        sl_timeline_input_find_time (self, self->start_x, self->start_y, get_keys (gesture));
  if (self->drag == SL_DRAG_ROW_HEIGHT)
    self->start_height = get_row_height (self);
  if (self->drag == SL_DRAG_DRAW)
    begin_drawing (self, get_keys (gesture));
  sl_timeline_set_hover (self->timeline, NULL);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  follow_keys (self);
  if (self->drag == SL_DRAG_PAN)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self->timeline), "grabbing");
}

static void
pan_from_start (SlTimelineInput *self, double dx, double dy)
{
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  view.visible = self->start_visible;
  sl_document_show (self->timeline->document, sl_view_pan (&view, -round (dx)),
                    sl_timeline_input_get_gesture (self));
  gtk_adjustment_set_value (self->timeline->adjustment, self->start_scroll - dy);
}

/* Marks the span that is zoomed into once the pointer lets go. */
static void
drag_out (SlTimelineInput *self, double x)
{
  SlTime time;
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  time = sl_view_time (&view, sl_timeline_input_get_plot_x (self, x));
  self->timeline->is_zooming = TRUE;
  self->timeline->zoomed = (SlSpan) { MIN (self->start_time, time), MAX (self->start_time, time) };
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self->timeline));
}

/* The dragged row goes where the pointer is, one place at a time. */
static void
move_row (SlTimelineInput *self, double y)
{
  SlTimelineWidget *timeline = self->timeline;
  SlRows *rows = sl_document_get_rows (timeline->document);
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (timeline));
  int rows_y =
      (int) (y - sl_scene_get_plot_y (scene) + gtk_adjustment_get_value (timeline->adjustment));
  guint from, to;

  if (!sl_rows_find (rows, self->row, &from) || !sl_rows_at (rows, rows_y, &to) || from == to ||
      sl_rows_get (rows, to)->group != sl_rows_get (rows, from)->group ||
      sl_rows_get (rows, to)->part == SL_ROW_HEADING)
    return;

  sl_document_take_state (timeline->document,
                          sl_rows_move (rows, sl_document_get_state (timeline->document), self->row,
                                        to > from ? 1 : -1),
                          sl_timeline_input_get_gesture (self));
}

/* The border is where the pointer is, and so are those of the rows that are selected with the row. */
static void
stretch_row (SlTimelineInput *self, double dy)
{
  sl_row_select_set_height (self->timeline->document, self->row, self->start_height + dy,
                            sl_timeline_input_get_gesture (self));
}

/* What was under the pointer follows it. */
static void
pan_addresses (SlTimelineInput *self, double y)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self->timeline));
  float box[4];
  double place;
  guint row;

  if (!sl_rows_find (sl_document_get_rows (self->timeline->document), self->row, &row) ||
      !sl_scene_get_row_box (scene, row, box))
    return;

  place = 1 - (y - box[1]) / MAX (box[3], 1);
  sl_address_edit_pan (self->timeline->document, self->row, self->place - place,
                       sl_timeline_input_get_gesture (self));
  self->place = place;
}

/* The time that is meant @dx from @from: what is moved keeps its distance to the pointer, which may have taken hold
 * of a name beside it. */
static SlTime
find_moved (SlTimelineInput *self, SlTime from, double dx, double y, GdkModifierType state)
{
  SlView view;
  double x;

  if (!sl_timeline_get_view (self->timeline, &view))
    return from;

  x = sl_view_x (&view, from) + dx;
  if (x < 0 || x >= view.width)
    return sl_view_time (&view, x);

  return sl_timeline_input_find_time (self,
                                      x + sl_scene_get_plot_x (sl_picture_widget_get_scene (
                                              SL_PICTURE_WIDGET (self->timeline))),
                                      y, state);
}

/* From the end that stays to the pointer. */
static void
stretch_marker (SlTimelineInput *self, double dx, double dy, GdkModifierType state)
{
  const SlMarker *held = &self->held;
  gboolean back = held->points_back;
  const char *row = sl_timeline_input_find_row (self, self->start_y + dy);
  SlTime to =
      find_moved (self, back ? held->span.begin : held->span.end, dx, self->start_y + dy, state);

  if (row == NULL)
    row = back ? held->row : held->to_row;
  sl_marker_edit_stretch (self->timeline->document, held->id,
                          back ? held->span.end : held->span.begin, back ? held->to_row : held->row,
                          to, row, sl_timeline_input_get_gesture (self));
}

static void
move_marker (SlTimelineInput *self, double dx, double dy, GdkModifierType state)
{
  SlDocument *document = self->timeline->document;
  SlRows *rows = sl_document_get_rows (document);
  const SlMarker *held = &self->held;
  SlTime from = self->marker_part == SL_MARKER_END ? held->span.end : held->span.begin;
  const char *row = sl_timeline_input_find_row (self, self->start_y);
  const char *to_row = sl_timeline_input_find_row (self, self->start_y + dy);
  guint number, to_number;

  if (held->form != SL_MARKER_FLAG && self->marker_part == SL_MARKER_END)
    {
      stretch_marker (self, dx, dy, state);
      return;
    }

  sl_marker_edit_move (document, held->id, held->span, self->marker_part,
                       find_moved (self, from, dx, self->start_y + dy, state),
                       sl_timeline_input_get_gesture (self));
  if (row != NULL && to_row != NULL && sl_rows_find (rows, row, &number) &&
      sl_rows_find (rows, to_row, &to_number))
    sl_marker_edit_shift (document, held->id, held->row, held->to_row,
                          (int) to_number - (int) number, sl_timeline_input_get_gesture (self));
}

/* The free end of what is drawn is at the pointer. */
static void
go_on_drawing (SlTimelineInput *self, double dx, double dy, GdkModifierType state)
{
  const SlMarker *held = &self->held;
  const char *row = sl_timeline_input_find_row (self, self->start_y + dy);

  if (self->held_in == NULL)
    return;

  sl_marker_edit_stretch (self->timeline->document, held->id, held->span.begin, held->row,
                          sl_timeline_input_find_time (self, self->start_x + dx, self->start_y + dy,
                                                       state),
                          row != NULL ? row : held->row, sl_timeline_input_get_gesture (self));
}

static void
drag_update_cb (SlTimelineInput *self, double dx, double dy, GtkGesture *gesture)
{
  if (self->timeline->document == NULL)
    return;
  sl_drag_speed_move (&self->drag_speed, get_time (gesture), dx);
  if (self->drag == SL_DRAG_NONE)
    {
      if (hypot (dx, dy) < DRAG_THRESHOLD)
        return;
      start_drag (self, gesture);
    }

  switch (self->drag)
    {
    case SL_DRAG_PAN:
      pan_from_start (self, dx, dy);
      break;
    case SL_DRAG_SELECT:
      set_selection (self, self->start_time,
                     sl_timeline_input_find_time (self, self->start_x + dx, self->start_y + dy,
                                                  get_keys (gesture)));
      break;
    case SL_DRAG_ZOOM:
      drag_out (self, self->start_x + dx);
      break;
    case SL_DRAG_CURSOR:
      sl_timeline_input_set_cursor (self, self->cursor,
                                    sl_timeline_input_find_time (self, self->start_x + dx,
                                                                 self->start_y + dy,
                                                                 get_keys (gesture)));
      break;
    case SL_DRAG_MARKER:
      move_marker (self, dx, dy, get_keys (gesture));
      break;
    case SL_DRAG_DRAW:
      go_on_drawing (self, dx, dy, get_keys (gesture));
      break;
    case SL_DRAG_ROW:
      move_row (self, self->start_y + dy);
      break;
    case SL_DRAG_ROW_HEIGHT:
      stretch_row (self, dy);
      break;
    case SL_DRAG_ADDRESSES:
      pan_addresses (self, self->start_y + dy);
      break;
    case SL_DRAG_HEADER_WIDTH:
      g_object_set (self->timeline, "chosen-header-width",
                    CLAMP (self->start_header_width -
                               sl_time_column_get_width (
                                   sl_document_get_state (self->timeline->document)) +
                               (int) dx,
                           120, 320),
                    NULL);
      break;
    case SL_DRAG_NONE:
    default:
      break;
    }
}

static void
drag_end_cb (SlTimelineInput *self, double dx, double dy, GtkGesture *gesture)
{
  guint32 time = get_time (gesture);
  gboolean has_drawn = self->drag == SL_DRAG_DRAW && time != GDK_CURRENT_TIME;

  /* The picture follows the pointer: times go the other way. What is flung is one step of undo with
   * what was dragged. A drag that was cancelled ends without an event. */
  if (self->drag == SL_DRAG_PAN && time != GDK_CURRENT_TIME)
    sl_timeline_input_start_fling (self, -sl_drag_speed_release (&self->drag_speed, time));
  if (self->drag == SL_DRAG_ZOOM && time != GDK_CURRENT_TIME && self->timeline->is_zooming &&
      sl_span_duration (self->timeline->zoomed) > 0)
    sl_document_show (self->timeline->document, self->timeline->zoomed, SL_GESTURE_NONE);
  if (self->timeline->is_zooming)
    sl_picture_widget_redraw (SL_PICTURE_WIDGET (self->timeline));
  self->timeline->is_zooming = FALSE;
  sl_timeline_show_snap (self->timeline, NULL);
  self->drag = SL_DRAG_NONE;
  g_clear_pointer (&self->held_in, sl_markers_unref);
  sl_timeline_input_leave_keys (self);
  gtk_widget_set_cursor (GTK_WIDGET (self->timeline), NULL);
  /* The name is what comes next. */
  if (has_drawn)
    gtk_widget_activate_action (GTK_WIDGET (self->timeline), "view.edit-marker", NULL);
}

void
sl_timeline_input_add_dragging (SlTimelineInput *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();

  self->dragging = drag;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self->timeline), GTK_EVENT_CONTROLLER (drag));
}
