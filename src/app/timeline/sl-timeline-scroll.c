/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "sl-address-edit.h"
#include "sl-timeline-input.h"

/* Wheel, two fingers and pinch: zooming, panning, and what goes on after a fling. */

#define ZOOM_STEP 1.2

/* Pixels for one click of the wheel. */
#define WHEEL_PAN  80
#define WHEEL_ROWS 48

/* Turns of the wheel that follow within this time are one step of undo. */
#define GESTURE_MSEC 600

/* How fast a flung view slows down: its speed falls to 1/e in this many seconds. */
#define FRICTION_SECONDS 0.325
#define MIN_SPEED        20

static void
zoom_at (SlTimelineInput *self, double x, double factor)
{
  SlView view;

  if (sl_timeline_get_view (self->timeline, &view))
    sl_document_show (self->timeline->document,
                      sl_view_zoom (&view, sl_timeline_input_get_plot_x (self, x), factor),
                      sl_timeline_input_get_gesture (self));
}

/* By whole pixels, so that pictures have columns in common; the rest waits for the next time. */
static void
pan_by (SlTimelineInput *self, double pixels)
{
  double whole = trunc (self->pan_rest + pixels);
  SlView view;

  self->pan_rest += pixels - whole;
  if (whole != 0 && sl_timeline_get_view (self->timeline, &view))
    sl_document_show (self->timeline->document, sl_view_pan (&view, whole),
                      sl_timeline_input_get_gesture (self));
}

static void
scroll_rows (SlTimelineInput *self, double pixels)
{
  GtkAdjustment *adjustment = self->timeline->adjustment;

  gtk_adjustment_set_value (adjustment, gtk_adjustment_get_value (adjustment) + pixels);
}

/* Ctrl and either Alt or Shift over a map, or Ctrl over its header, zoom its addresses: desktops keep
 * one or the other for themselves. */
static gboolean
zoom_addresses_at (SlTimelineInput *self, GdkModifierType state, double factor)
{
  gboolean on_header = sl_timeline_input_is_on_header (self, self->x);
  gboolean is_meant = (state & GDK_CONTROL_MASK) != 0 &&
                      (on_header || (state & (GDK_ALT_MASK | GDK_SHIFT_MASK)) != 0);
  const char *row;
  double place;

  if (!is_meant || !sl_timeline_input_find_addresses (self, self->y, &row, &place))
    return FALSE;

  sl_address_edit_zoom (self->timeline->document, row, place, factor,
                        sl_timeline_input_get_gesture (self));
  return TRUE;
}

void
sl_timeline_input_stop_fling (SlTimelineInput *self)
{
  if (self->fling != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->timeline), self->fling);
  self->fling = 0;
}

static SlSpan
get_visible (SlTimelineInput *self)
{
  return sl_view_state_get_visible (sl_document_get_state (self->timeline->document));
}

static gboolean
fling_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTimelineInput *self = user_data;
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double seconds = CLAMP ((now - self->fling_time) / 1e6, 0, 0.1);

  /* Whoever went elsewhere meanwhile, by a key or by undoing it, wants to stay there. */
  if (self->timeline->document == NULL || !sl_span_equal (get_visible (self), self->fling_visible))
    {
      self->fling = 0;
      return G_SOURCE_REMOVE;
    }

  self->fling_time = now;
  pan_by (self, self->fling_speed * seconds);
  self->fling_speed *= exp (-seconds / FRICTION_SECONDS);
  self->fling_visible = get_visible (self);

  if (fabs (self->fling_speed) > MIN_SPEED)
    return G_SOURCE_CONTINUE;

  self->fling = 0;
  return G_SOURCE_REMOVE;
}

/* Who asked the desktop for less motion sees where they let go, at once. */
static gboolean
may_move_by_itself (GtkWidget *widget)
{
  gboolean is_animated = TRUE;

  g_object_get (gtk_widget_get_settings (widget), "gtk-enable-animations", &is_animated, NULL);
  return is_animated;
}

/* @speed: pixels a second by which the view goes on to later times */
void
sl_timeline_input_start_fling (SlTimelineInput *self, double speed)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);

  sl_timeline_input_stop_fling (self);
  if (self->timeline->document == NULL || fabs (speed) <= MIN_SPEED ||
      gtk_widget_get_frame_clock (widget) == NULL || !may_move_by_itself (widget))
    return;

  self->fling_visible = get_visible (self);
  self->fling_speed = speed;
  self->fling_time = gdk_frame_clock_get_frame_time (gtk_widget_get_frame_clock (widget));
  self->fling = gtk_widget_add_tick_callback (widget, fling_cb, self, NULL);
}

/* @time: of the event, since a turn is no shorter where its picture takes long */
static void
go_on_turning (SlTimelineInput *self, guint32 time)
{
  if (self->wheel_gesture == SL_GESTURE_NONE || self->wheel_gesture != self->gesture ||
      time - self->wheel_time > GESTURE_MSEC)
    sl_timeline_input_begin_gesture (self);
  self->wheel_gesture = self->gesture;
  self->wheel_time = time;
}

static void
turn_wheel (SlTimelineInput *self, double by)
{
  if (self->timeline->wheel == SL_WHEEL_PAN)
    pan_by (self, WHEEL_PAN * by);
  else if (self->timeline->wheel == SL_WHEEL_ROWS)
    scroll_rows (self, WHEEL_ROWS * by);
  else
    zoom_at (self, self->x, pow (ZOOM_STEP, -by));
}

/* What the wheel of a mouse does where no key is held. */
void
sl_timeline_widget_set_wheel (SlTimelineWidget *self, SlWheel wheel)
{
  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  self->wheel = wheel;
}

static gboolean
scroll_cb (SlTimelineInput *self, double dx, double dy, GtkEventControllerScroll *scroll)
{
  GtkEventController *controller = GTK_EVENT_CONTROLLER (scroll);
  GdkModifierType state = gtk_event_controller_get_current_event_state (controller);
  gboolean by_fingers = gtk_event_controller_scroll_get_unit (scroll) == GDK_SCROLL_UNIT_SURFACE;
  double turn;

  if (self->timeline->document == NULL)
    return GDK_EVENT_PROPAGATE;

  sl_timeline_input_stop_fling (self);
  go_on_turning (self, gtk_event_controller_get_current_event_time (controller));
  /* With Shift a wheel may turn sideways. */
  turn = (state & GDK_SHIFT_MASK) != 0 && dy == 0 ? dx : dy;
  if (zoom_addresses_at (self, state, pow (ZOOM_STEP, by_fingers ? -turn / 20 : -turn)))
    return GDK_EVENT_STOP;
  if ((state & GDK_CONTROL_MASK) != 0)
    zoom_at (self, self->x, pow (ZOOM_STEP, by_fingers ? -dy / 20 : -dy));
  else if (by_fingers)
    {
      pan_by (self, dx);
      scroll_rows (self, dy);
    }
  else if ((state & GDK_SHIFT_MASK) != 0 || dx != 0)
    pan_by (self, WHEEL_PAN * (dx != 0 ? dx : dy));
  else if ((state & GDK_ALT_MASK) != 0 || sl_timeline_input_is_on_header (self, self->x))
    scroll_rows (self, WHEEL_ROWS * dy);
  else
    turn_wheel (self, dy);
  return GDK_EVENT_STOP;
}

static void
decelerate_cb (SlTimelineInput *self, double speed_x, double speed_y)
{
  sl_timeline_input_start_fling (self, speed_x);
}

static void
pinch_begin_cb (SlTimelineInput *self, GdkEventSequence *sequence, GtkGesture *gesture)
{
  SlView view;
  double y;

  if (!sl_timeline_get_view (self->timeline, &view))
    return;

  sl_timeline_input_stop_fling (self);
  sl_timeline_input_begin_gesture (self);
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
                    sl_view_zoom (&view, sl_timeline_input_get_plot_x (self, self->pinch_x), scale),
                    sl_timeline_input_get_gesture (self));
}

void
sl_timeline_input_add_scrolling (SlTimelineInput *self)
{
  GtkWidget *widget = GTK_WIDGET (self->timeline);
  GtkGesture *pinch = gtk_gesture_zoom_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (
      GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES | GTK_EVENT_CONTROLLER_SCROLL_KINETIC);

  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect_swapped (scroll, "decelerate", G_CALLBACK (decelerate_cb), self);
  gtk_widget_add_controller (widget, scroll);

  g_signal_connect_swapped (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect_swapped (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
