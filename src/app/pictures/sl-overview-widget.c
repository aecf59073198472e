/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-overview-widget.h"

#include <glib/gi18n.h>
#include <math.h>

#include "sl-place-menu.h"
#include "sl-scene-builder.h"

#define ZOOM_STEP 1.2

#define DRAG_THRESHOLD 4

/* Within so many pixels beside the window it is still taken hold of. */
#define WINDOW_REACH 4

/* The whole trace in a strip: where events are dense, where deadlines were missed, and what part
 * of it the timeline shows: the window. Dragging that moves it; dragging beside it, or where it is all there is,
 * draws a new one. */
struct _SlOverviewWidget
{
  SlPictureWidget parent_instance;

  SlDocument *document;

  double pointer_x;
  SlSpan drag_visible;
  gboolean draws;  /* a new window, */
  gboolean is_new; /* which has begun */
  double start_x;
  guint gesture;
};

G_DEFINE_FINAL_TYPE (SlOverviewWidget, sl_overview_widget, SL_TYPE_PICTURE_WIDGET)

/* The whole trace over the width of the plot, which begins at @x. */
static gboolean
get_view (SlOverviewWidget *self, SlView *view, int *x)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));

  if (scene == NULL)
    return FALSE;

  *view = sl_scene_get_view (scene);
  *x = sl_scene_get_plot_x (scene);
  return TRUE;
}

static SlScene *
sl_overview_widget_build (SlPictureWidget *picture, SlPictureStyle *style)
{
  SlOverviewWidget *self = SL_OVERVIEW_WIDGET (picture);
  GtkWidget *widget = GTK_WIDGET (picture);
  SlSceneOptions options = {
    .width = gtk_widget_get_width (widget),
    .height = gtk_widget_get_height (widget),
    .header_width = sl_picture_widget_get_header_width (picture),
    .margin = SL_PLOT_MARGIN,
    .measure = style->measure,
  };
  SlSpan span;

  if (self->document == NULL || options.width <= options.header_width + 2 * options.margin)
    return NULL;

  span = sl_trace_set_get_span (sl_document_get_trace_set (self->document));
  if (span.end <= span.begin)
    return NULL;

  return sl_scene_build_overview (sl_document_get_trace_set (self->document),
                                  sl_document_get_state (self->document),
                                  sl_document_get_job_tables (self->document),
                                  sl_document_get_hits (self->document), &options);
}

static void
sl_overview_widget_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 200 : SL_OVERVIEW_HEIGHT;
  *natural = *minimum;
}

static void
center_at (SlOverviewWidget *self, double x)
{
  SlView view;
  SlView shown;
  int plot_x;

  if (!get_view (self, &view, &plot_x))
    return;

  shown = sl_view_make (view.extent,
                        sl_view_state_get_visible (sl_document_get_state (self->document)), 1000);
  sl_document_show (self->document,
                    sl_view_center (&shown,
                                    sl_view_time (&view, CLAMP (x - plot_x, 0, view.width))),
                    self->gesture);
}

static void
drag_begin_cb (SlOverviewWidget *self, double x, double y)
{
  SlView view;
  double begin, end;
  int plot_x;

  if (!get_view (self, &view, &plot_x))
    return;

  self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->document));
  self->drag_visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  self->start_x = x;
  self->is_new = FALSE;
  begin = sl_view_x (&view, self->drag_visible.begin) + plot_x;
  end = sl_view_x (&view, self->drag_visible.end) + plot_x;
  self->draws = x < begin - WINDOW_REACH || x > end + WINDOW_REACH ||
                sl_span_equal (self->drag_visible, view.extent);
}

/* Shows the span from where the pointer was pressed to where it is. */
static void
draw_window (SlOverviewWidget *self, const SlView *view, int plot_x, double dx)
{
  double width = view->width;
  SlTime one = sl_view_time (view, CLAMP (self->start_x - plot_x, 0, width));
  SlTime other = sl_view_time (view, CLAMP (self->start_x + dx - plot_x, 0, width));

  self->is_new = self->is_new || fabs (dx) >= DRAG_THRESHOLD;
  if (self->is_new && one != other)
    sl_document_show (self->document, (SlSpan) { MIN (one, other), MAX (one, other) },
                      self->gesture);
}

static void
drag_update_cb (SlOverviewWidget *self, double dx, double dy)
{
  SlView view;
  gint64 ticks;
  int plot_x;

  if (!get_view (self, &view, &plot_x))
    return;
  if (self->draws)
    {
      draw_window (self, &view, plot_x, dx);
      return;
    }

  ticks = sl_view_ticks (&view, dx);
  sl_document_show (self->document,
                    (SlSpan) { sl_time_add (self->drag_visible.begin, ticks),
                               sl_time_add (self->drag_visible.end, ticks) },
                    self->gesture);
}

/* A click beside the window moves it there. */
static void
drag_end_cb (SlOverviewWidget *self, double dx, double dy)
{
  if (self->document != NULL && self->draws && !self->is_new)
    center_at (self, self->start_x);
  self->draws = FALSE;
}

static void
motion_cb (SlOverviewWidget *self, double x, double y)
{
  self->pointer_x = x;
}

static gboolean
scroll_cb (SlOverviewWidget *self, double dx, double dy)
{
  SlView view, shown;
  SlTime time;
  int plot_x;

  if (!get_view (self, &view, &plot_x))
    return GDK_EVENT_PROPAGATE;

  shown = sl_view_make (view.extent,
                        sl_view_state_get_visible (sl_document_get_state (self->document)), 1000);
  time = sl_view_time (&view, CLAMP (self->pointer_x - plot_x, 0, view.width));
  sl_document_show (self->document,
                    sl_view_zoom (&shown, CLAMP (sl_view_x (&shown, time), 0, 1000),
                                  pow (ZOOM_STEP, -dy)),
                    SL_GESTURE_NONE);
  return GDK_EVENT_STOP;
}

/* About an instant of the whole trace. Not while the button is down: GTK 4.8 loses count of what is pressed where a popover
 * comes meanwhile. */
static void
menu_cb (SlOverviewWidget *self, int n_presses, double x, double y, GtkGesture *gesture)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  double parent_x, parent_y;
  SlView view;
  SlTime time;
  int plot_x;

  if (self->document == NULL || !get_view (self, &view, &plot_x) ||
      !gtk_widget_translate_coordinates (GTK_WIDGET (self), parent, x, y, &parent_x, &parent_y))
    return;

  gtk_gesture_set_state (gesture, GTK_EVENT_SEQUENCE_CLAIMED);
  time = sl_view_time (&view, CLAMP (x - plot_x, 0, view.width));
  /* An image has no children for those who do not see it. */
  sl_place_menu_popup (parent, self->document, sl_place_new ((SlSpan) { time, time }, time),
                       parent_x, parent_y);
}

static void
sl_overview_widget_dispose (GObject *object)
{
  SlOverviewWidget *self = SL_OVERVIEW_WIDGET (object);

  sl_overview_widget_set_document (self, NULL);

  G_OBJECT_CLASS (sl_overview_widget_parent_class)->dispose (object);
}

static void
sl_overview_widget_class_init (SlOverviewWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sl_overview_widget_dispose;

  widget_class->measure = sl_overview_widget_measure;
  SL_PICTURE_WIDGET_CLASS (klass)->build = sl_overview_widget_build;

  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sl_overview_widget_init (SlOverviewWidget *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *menu = gtk_gesture_click_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect_swapped (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (menu), GDK_BUTTON_SECONDARY);
  g_signal_connect_swapped (menu, "released", G_CALLBACK (menu_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (menu));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole trace"), -1);
}

/**
 * sl_overview_widget_set_document:
 * @document: (nullable): what to show
 */
void
sl_overview_widget_set_document (SlOverviewWidget *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_OVERVIEW_WIDGET (self));

  if (self->document != NULL)
    g_signal_handlers_disconnect_by_func (self->document, sl_picture_widget_redraw, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    g_signal_connect_object (document, "changed", G_CALLBACK (sl_picture_widget_redraw), self,
                             G_CONNECT_SWAPPED);
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
}
