/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sl-timeline-private.h"

/* The pointer over the timeline: wheel, two fingers, pinch, drag and click become changes of the
 * document's view, or of the focus. */

#define ZOOM_STEP      1.2
#define DRAG_THRESHOLD 4
#define FLAG_REACH     9
#define EDGE_REACH     4

/* How fast a flung view slows down: its speed falls to 1/e in this many seconds. */
#define FRICTION_SECONDS 0.325
#define MIN_SPEED        20

/* Turns of the wheel that follow within this time are one step of undo. */
#define GESTURE_USEC 600000

typedef enum
{
  DRAG_NONE,
  DRAG_PAN,
  DRAG_SELECT,
  DRAG_CURSOR,
  DRAG_ROW,
  DRAG_HEADER_WIDTH,
} DragType;

struct _SlTimelineInput
{
  SlTimelineWidget *timeline; /* which owns this */

  double x, y; /* of the pointer; negative while it is elsewhere */

  guint gesture; /* the running step of undo */
  gint64 gesture_time;

  DragType drag;
  SlCursor cursor;
  double start_x, start_y, start_scroll;
  int start_header_width;
  SlSpan start_visible;
  SlTime start_time;
  const char *row; /* key of the row that is dragged */
  gint64 drag_time;
  double drag_x, drag_speed;

  SlSpan pinch_visible;
  double pinch_x;

  guint fling; /* tick callback; 0 while none runs */
  double fling_speed, fling_rest;
  gint64 fling_time;
};

static guint
get_gesture (SlTimelineInput *self)
{
  gint64 now = g_get_monotonic_time ();

  if (self->gesture == SL_GESTURE_NONE || now - self->gesture_time > GESTURE_USEC)
    self->gesture =
        sl_view_history_new_gesture (sl_document_get_history (self->timeline->document));
  self->gesture_time = now;
  return self->gesture;
}

static void
begin_gesture (SlTimelineInput *self)
{
  self->gesture = SL_GESTURE_NONE;
  get_gesture (self);
}

static double
get_plot_x (SlTimelineInput *self, double x)
{
  return x - self->timeline->header_width;
}

static gboolean
is_in_ruler (double y)
{
  return y < 2 * SL_RULER_BAND_HEIGHT + SL_CURSOR_STRIP_HEIGHT;
}

static void
zoom_at (SlTimelineInput *self, double x, double factor)
{
  SlView view;

  if (sl_timeline_get_view (self->timeline, &view))
    sl_document_show (self->timeline->document,
                      sl_view_zoom (&view, CLAMP (get_plot_x (self, x), 0, view.width), factor),
                      get_gesture (self));
}

static void
pan_by (SlTimelineInput *self, double pixels)
{
  SlView view;

  if (sl_timeline_get_view (self->timeline, &view))
    sl_document_show (self->timeline->document, sl_view_pan (&view, pixels), get_gesture (self));
}

static void
scroll_rows (SlTimelineInput *self, double pixels)
{
  GtkAdjustment *adjustment = self->timeline->adjustment;

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + pixels);
}

static void
stop_fling (SlTimelineInput *self)
{
  if (self->fling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->timeline), self->fling);
  self->fling = 0;
}

static gboolean
fling_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTimelineInput *self = user_data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = CLAMP ((now - self->fling_time) / 1e6, 0, 0.1);
  double distance;

  self->fling_time = now;
  self->fling_rest += self->fling_speed * seconds;
  self->fling_speed *= exp (-seconds / FRICTION_SECONDS);

  distance = trunc (self->fling_rest);
  self->fling_rest -= distance;
  if (distance != 0)
    pan_by (self, distance);

  if (fabs (self->fling_speed) > MIN_SPEED)
    return G_SOURCE_CONTINUE;

  self->fling = 0;
  return G_SOURCE_REMOVE;
}

/* @speed: pixels a second by which the view goes on to later times */
static void
start_fling (SlTimelineInput *self, double speed)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);

  stop_fling (self);
  if (fabs (speed) <= MIN_SPEED || gtk_widget_get_frame_clock (widget) == NULL)
    return;

  self->fling_speed = speed;
  self->fling_rest = 0;
  self->fling_time = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (widget));
  self->fling = gtk_widget_add_tick_callback (widget, fling_cb, self, NULL);
}

static gboolean
scroll_cb (SlTimelineInput *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (scroll);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  gboolean by_fingers = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;

  if (self->timeline->document == NULL)
    return GDK_EVENT_PROPAGATE;

  stop_fling (self);
  if ((state & GDK_CONTROL_MASK) != 0)
    zoom_at (self, self->x, pow (ZOOM_STEP, by_fingers ? -dy / 20 : -dy));
  else if (by_fingers)
    {
      pan_by (self, dx);
      scroll_rows (self, dy);
    }
  else if ((state & GDK_SHIFT_MASK) != 0 || dx != 0)
    pan_by (self, 80 * (dx != 0 ? dx : dy));
  else if ((state & GDK_ALT_MASK) != 0 || get_plot_x (self, self->x) < 0)
    scroll_rows (self, 48 * dy);
  else
    zoom_at (self, self->x, pow (ZOOM_STEP, -dy));
  return GDK_EVENT_STOP;
}

static void
decelerate_cb (SlTimelineInput *self, double speed_x, double speed_y)
{
  if (self->timeline->document != NULL)
    start_fling (self, speed_x);
}

static void
pinch_begin_cb (SlTimelineInput *self, GdkEventSequence *sequence, GtkGesture *gesture)
{
  SlView view;
  double y;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  stop_fling (self);
  begin_gesture (self);
  gtk_gesture_get_bounding_box_center (gesture, &self->pinch_x, &y);
  self->pinch_visible = view.visible;
}

static void
pinch_cb (SlTimelineInput *self, double scale)
{
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view) || scale <= 0)
    return;

  view.visible = self->pinch_visible;
  sl_document_show (self->timeline->document,
                    sl_view_zoom (&view, get_plot_x (self, self->pinch_x), scale),
                    get_gesture (self));
}

/* The flag of a cursor in the strip below the ruler. */
static gboolean
find_flag (SlTimelineInput *self, double x, double y, SlCursor *cursor)
{
  SlViewState *state = sl_document_get_state (self->timeline->document);
  SlView view;

  if (y < 2 * SL_RULER_BAND_HEIGHT || !is_in_ruler (y) ||
      !sl_timeline_get_view (self->timeline, &view))
    return FALSE;

  for (int i = SL_N_CURSORS - 1; i >= 0; i--)
    {
      SlTime time;

      if (sl_view_state_get_cursor (state, (SlCursor) i, &time) &&
          fabs (sl_view_x (&view, time) - get_plot_x (self, x)) <= FLAG_REACH)
        {
          *cursor = (SlCursor) i;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
is_at_edge (SlTimelineInput *self, double x)
{
  return fabs (get_plot_x (self, x)) <= EDGE_REACH;
}

static const SlElement *
pick (SlTimelineInput *self, double x, double y)
{
  SlScene *scene = sl_timeline_ensure_scene (self->timeline);

  return scene != NULL ? sl_scene_pick (scene, x, y) : NULL;
}

static gboolean
is_item (const SlElement *element)
{
  return element != NULL && element->thing.type == SL_THING_ITEMS;
}

static void
choose_pointer (SlTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);
  SlCursor cursor;

  if (is_at_edge (self, self->x))
    gtk_widget_set_cursor_from_name (widget, "col-resize");
  else if (find_flag (self, self->x, self->y, &cursor))
    gtk_widget_set_cursor_from_name (widget, "ew-resize");
  else if (is_in_ruler (self->y) && get_plot_x (self, self->x) >= 0)
    gtk_widget_set_cursor_from_name (widget, "text");
  else
    gtk_widget_set_cursor (widget, NULL);
}

static void
motion_cb (SlTimelineInput *self, double x, double y)
{
  const SlElement *element;

  self->x = x;
  self->y = y;
  if (self->timeline->document == NULL || self->drag != DRAG_NONE)
    return;

  choose_pointer (self);
  element = get_plot_x (self, x) >= 0 ? pick (self, x, y) : NULL;
  sl_timeline_set_hover (self->timeline, is_item (element) ? &element->thing : NULL);
}

static void
leave_cb (SlTimelineInput *self)
{
  self->x = -1;
  self->y = -1;
  sl_timeline_set_hover (self->timeline, NULL);
}

static void
set_selection (SlTimelineInput *self, SlTime one, SlTime other)
{
  SlSpan span = { MIN (one, other), MAX (one, other) };

  sl_document_take_state (self->timeline->document,
                          sl_view_state_with_selection (sl_document_get_state (
                                                            self->timeline->document),
                                                        &span),
                          get_gesture (self));
}

static void
set_cursor (SlTimelineInput *self, SlCursor cursor, double x)
{
  SlView view;
  SlTime time;
  g_autoptr (SlViewState) state = NULL;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  time = sl_view_time (&view, CLAMP (get_plot_x (self, x), 0, view.width));
  state =
      sl_view_state_with_cursor (sl_document_get_state (self->timeline->document), cursor, &time);
  sl_document_take_state (self->timeline->document,
                          cursor == SL_CURSOR_A ? sl_view_state_with_origin (state, time)
                                                : sl_view_state_ref (state),
                          get_gesture (self));
}

static DragType
choose_drag (SlTimelineInput *self, GdkModifierType state)
{
  const SlElement *element;

  if (is_at_edge (self, self->start_x))
    return DRAG_HEADER_WIDTH;
  if (get_plot_x (self, self->start_x) < 0)
    {
      element = pick (self, self->start_x, self->start_y);
      self->row = element != NULL && element->type == SL_ELEMENT_ROW ? element->thing.row : NULL;
      return self->row != NULL ? DRAG_ROW : DRAG_NONE;
    }
  if (find_flag (self, self->start_x, self->start_y, &self->cursor))
    return DRAG_CURSOR;
  if (is_in_ruler (self->start_y) || (state & GDK_SHIFT_MASK) != 0)
    return DRAG_SELECT;
  return DRAG_PAN;
}

static void
drag_begin_cb (SlTimelineInput *self, double x, double y)
{
  stop_fling (self);
  self->drag = DRAG_NONE;
  self->start_x = x;
  self->start_y = y;
}

static void
start_drag (SlTimelineInput *self, GtkGesture *gesture)
{
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  self->drag =
      choose_drag (self,
                   gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture)));
  if (self->drag == DRAG_NONE)
    return;

  begin_gesture (self);
  self->start_scroll = gtk_adjustment_get_value (self->timeline->adjustment);
  self->start_header_width = self->timeline->header_width;
  self->start_visible = view.visible;
  self->start_time = sl_view_time (&view, get_plot_x (self, self->start_x));
  self->drag_x = 0;
  self->drag_speed = 0;
  self->drag_time = g_get_monotonic_time ();
  sl_timeline_set_hover (self->timeline, NULL);
  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  if (self->drag == DRAG_PAN)
    gtk_widget_set_cursor_from_name (GTK_WIDGET (self->timeline), "grabbing");
}

static void
pan_from_start (SlTimelineInput *self, double dx, double dy)
{
  gint64 now = g_get_monotonic_time ();
  double seconds = (now - self->drag_time) / 1e6;
  SlView view;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  view.visible = self->start_visible;
  sl_document_show (self->timeline->document, sl_view_pan (&view, -dx), get_gesture (self));
  gtk_adjustment_set_value (self->timeline->adjustment, self->start_scroll - dy);

  if (seconds > 0.005)
    {
      self->drag_speed = 0.5 * self->drag_speed + 0.5 * (self->drag_x - dx) / seconds;
      self->drag_x = dx;
      self->drag_time = now;
    }
}

/* The dragged row goes where the pointer is, one place at a time. */
static void
move_row (SlTimelineInput *self, double y)
{
  SlTimelineWidget *timeline = self->timeline;
  SlRows *rows = sl_document_get_rows (timeline->document);
  SlScene *scene = sl_timeline_ensure_scene (timeline);
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
                          get_gesture (self));
}

static void
drag_update_cb (SlTimelineInput *self, double dx, double dy, GtkGesture *gesture)
{
  SlView view;

  if (self->timeline->document == NULL)
    return;
  if (self->drag == DRAG_NONE)
    {
      if (hypot (dx, dy) < DRAG_THRESHOLD)
        return;
      start_drag (self, gesture);
    }

  switch (self->drag)
    {
    case DRAG_PAN:
      pan_from_start (self, dx, dy);
      break;
    case DRAG_SELECT:
      if (sl_timeline_get_view (self->timeline, &view))
        set_selection (self, self->start_time,
                       sl_view_time (&view,
                                     CLAMP (get_plot_x (self, self->start_x + dx), 0, view.width)));
      break;
    case DRAG_CURSOR:
      set_cursor (self, self->cursor, self->start_x + dx);
      break;
    case DRAG_ROW:
      move_row (self, self->start_y + dy);
      break;
    case DRAG_HEADER_WIDTH:
      g_object_set (self->timeline, "header-width",
                    CLAMP (self->start_header_width + (int) dx, 120, 320), NULL);
      break;
    case DRAG_NONE:
    default:
      break;
    }
}

static void
drag_end_cb (SlTimelineInput *self, double dx, double dy)
{
  double rest = (g_get_monotonic_time () - self->drag_time) / 1e6;

  /* A pointer that rested before it let go flings nothing. */
  if (self->drag == DRAG_PAN && rest < 0.1)
    start_fling (self, self->drag_speed);
  self->drag = DRAG_NONE;
  self->gesture = SL_GESTURE_NONE;
  gtk_widget_set_cursor (GTK_WIDGET (self->timeline), NULL);
}

static void
click_header (SlTimelineInput *self, double y)
{
  SlDocument *document = self->timeline->document;
  SlViewState *state = sl_document_get_state (document);
  SlAxis axis = SL_AXIS_TSC;

  /* Upper band: the clock. Lower band: elapsed, and clicked again, since cursor A. */
  if (y >= SL_RULER_BAND_HEIGHT)
    axis = sl_view_state_get_axis (state) == SL_AXIS_TIME ? SL_AXIS_DELTA : SL_AXIS_TIME;
  sl_document_take_state (document, sl_view_state_with_axis (state, axis), SL_GESTURE_NONE);
}

static void
click_ruler (SlTimelineInput *self, double x, double y, GdkModifierType state)
{
  begin_gesture (self);
  set_cursor (self, (state & GDK_SHIFT_MASK) != 0 ? SL_CURSOR_B : SL_CURSOR_A, x);
}

static void
toggle_group (SlTimelineInput *self, const char *group)
{
  SlDocument *document = self->timeline->document;
  SlViewState *state = sl_document_get_state (document);
  gboolean is_collapsed = sl_view_state_has_name (state, SL_NAMES_COLLAPSED, group);

  sl_document_take_state (document,
                          sl_view_state_with_name (state, SL_NAMES_COLLAPSED, group, !is_collapsed),
                          SL_GESTURE_NONE);
}

static void
click_element (SlTimelineInput *self, const SlElement *element, double x)
{
  SlDocument *document = self->timeline->document;
  SlThing thing = { 0 };
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
      toggle_group (self, row);
      return;
    }

  thing = element->thing;
  sl_timeline_set_focus (self->timeline, &thing);
  sl_document_pick (document, thing.type != SL_THING_NONE ? &thing : NULL);
  if (get_plot_x (self, x) < 0)
    sl_timeline_proxies_focus_header (self->timeline->proxies);
  else
    sl_timeline_proxies_focus_box (self->timeline->proxies);
}

static void
released_cb (SlTimelineInput *self, int n_press, double x, double y, GtkGestureClick *click)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (click);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);

  if (self->timeline->document == NULL || self->drag != DRAG_NONE)
    return;

  if (is_in_ruler (y) && get_plot_x (self, x) < 0)
    click_header (self, y);
  else if (is_in_ruler (y))
    click_ruler (self, x, y, state);
  else
    click_element (self, pick (self, x, y), x);
}

static void
menu_pressed_cb (SlTimelineInput *self, int n_press, double x, double y, GtkGesture *gesture)
{
  const SlElement *element = self->timeline->document != NULL ? pick (self, x, y) : NULL;

  if (element == NULL || element->thing.row == NULL)
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  sl_timeline_open_menu (self->timeline, element->thing.row, x, y);
}

static void
add_gestures (SlTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));

  g_signal_connect_swapped (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (click));

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "pressed", G_CALLBACK (menu_pressed_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (menu));

  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}

/**
 * sl_timeline_input_new:
 * @timeline: to listen to; it owns the input and outlives it
 */
SlTimelineInput *
sl_timeline_input_new (SlTimelineWidget *timeline)
{
  SlTimelineInput *self = g_new0 (SlTimelineInput, 1);
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);
  GtkEventController *motion = gtk_event_controller_motion_new ();

  self->timeline = timeline;
  self->x = -1;
  self->y = -1;

  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (scroll, "decelerate", G_CALLBACK (decelerate_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (timeline), scroll);
  g_signal_connect_swapped (motion, "enter", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect_swapped (motion, "leave", G_CALLBACK (leave_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (timeline), motion);
  add_gestures (self);
  return self;
}

void
sl_timeline_input_free (SlTimelineInput *self)
{
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
