/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-overview-widget.h"

#include <glib/gi18n.h>
#include <math.h>

#include "sl-picture-style.h"
#include "sl-scene-builder.h"

#define ZOOM_STEP 1.2

/* The whole trace in a strip: where events are dense, where deadlines were missed, and what part
 * of it the timeline shows. Dragging moves that part. */
struct _SlOverviewWidget
{
  GtkWidget parent_instance;

  SlDocument *document;
  SlPictureStyle *style; /* NULL where it must be made anew */
  SlScene *scene;        /* NULL where it must be built anew */
  int header_width;
  gboolean colour_blind;

  double pointer_x;
  SlSpan drag_visible;
  guint gesture;
};

G_DEFINE_FINAL_TYPE (SlOverviewWidget, sl_overview_widget, GTK_TYPE_WIDGET)

enum
{
  PROP_HEADER_WIDTH = 1,
  PROP_COLOUR_BLIND,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
drop_scene (SlOverviewWidget *self)
{
  g_clear_pointer (&self->scene, sl_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drop_style (SlOverviewWidget *self)
{
  g_clear_pointer (&self->style, sl_picture_style_free);
  drop_scene (self);
}

/* The whole trace over the width right of the header. */
static gboolean
get_view (SlOverviewWidget *self, SlView *view)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self)) - self->header_width;
  SlSpan span;

  if (self->document == NULL || width < 1)
    return FALSE;

  span = sl_trace_set_get_span (sl_document_get_set (self->document));
  if (span.end <= span.begin)
    return FALSE;

  *view = sl_view_make (span, span, width);
  return TRUE;
}

static void
ensure_scene (SlOverviewWidget *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  SlView view;

  if (self->scene != NULL || !get_view (self, &view))
    return;

  if (self->style == NULL)
    self->style = sl_picture_style_new (widget, self->colour_blind);
  self->scene =
      sl_scene_build_overview (sl_document_get_set (self->document),
                               sl_document_get_state (self->document),
                               sl_document_get_job_tables (self->document),
                               gtk_widget_get_width (widget), gtk_widget_get_height (widget),
                               self->header_width, self->style->measure);
}

static void
sl_overview_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SlOverviewWidget *self = SL_OVERVIEW_WIDGET (widget);
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  cairo_t *cr;

  ensure_scene (self);
  if (self->scene == NULL)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  sl_painter_draw (self->style->painter, cr, self->scene, &self->style->palette);
  cairo_destroy (cr);
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
sl_overview_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  g_clear_pointer (&SL_OVERVIEW_WIDGET (widget)->scene, sl_scene_unref);
}

static void
sl_overview_widget_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sl_overview_widget_parent_class)->css_changed (widget, change);
  drop_style (SL_OVERVIEW_WIDGET (widget));
}

static void
center_at (SlOverviewWidget *self, double x)
{
  SlView view;
  SlView shown;

  if (!get_view (self, &view))
    return;

  shown = sl_view_make (view.extent,
                        sl_view_state_get_visible (sl_document_get_state (self->document)), 1000);
  sl_document_show (self->document,
                    sl_view_center (&shown, sl_view_time (&view, CLAMP (x - self->header_width, 0,
                                                                        view.width))),
                    self->gesture);
}

static void
drag_begin_cb (SlOverviewWidget *self, double x, double y)
{
  SlView view;
  double begin, end;

  if (!get_view (self, &view))
    return;

  self->gesture = sl_view_history_new_gesture (sl_document_get_history (self->document));
  self->drag_visible = sl_view_state_get_visible (sl_document_get_state (self->document));
  begin = sl_view_x (&view, self->drag_visible.begin) + self->header_width;
  end = sl_view_x (&view, self->drag_visible.end) + self->header_width;

  /* Beside the window: it comes to the pointer first. */
  if (x < begin - 4 || x > end + 4)
    {
      center_at (self, x);
      self->drag_visible = sl_view_state_get_visible (sl_document_get_state (self->document));
    }
}

static void
drag_update_cb (SlOverviewWidget *self, double dx, double dy)
{
  SlView view;
  gint64 ticks;

  if (!get_view (self, &view))
    return;

  ticks = sl_view_ticks (&view, dx);
  sl_document_show (self->document,
                    (SlSpan) { sl_time_add (self->drag_visible.begin, ticks),
                               sl_time_add (self->drag_visible.end, ticks) },
                    self->gesture);
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

  if (!get_view (self, &view))
    return GDK_EVENT_PROPAGATE;

  shown = sl_view_make (view.extent,
                        sl_view_state_get_visible (sl_document_get_state (self->document)), 1000);
  time = sl_view_time (&view, CLAMP (self->pointer_x - self->header_width, 0, view.width));
  sl_document_show (self->document,
                    sl_view_zoom (&shown, CLAMP (sl_view_x (&shown, time), 0, 1000),
                                  pow (ZOOM_STEP, -dy)),
                    SL_GESTURE_NONE);
  return GDK_EVENT_STOP;
}

static void
sl_overview_widget_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlOverviewWidget *self = SL_OVERVIEW_WIDGET (object);

  switch (id)
    {
    case PROP_HEADER_WIDTH:
      g_value_set_int (value, self->header_width);
      break;
    case PROP_COLOUR_BLIND:
      g_value_set_boolean (value, self->colour_blind);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_overview_widget_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlOverviewWidget *self = SL_OVERVIEW_WIDGET (object);

  switch (id)
    {
    case PROP_HEADER_WIDTH:
      self->header_width = g_value_get_int (value);
      drop_scene (self);
      break;
    case PROP_COLOUR_BLIND:
      self->colour_blind = g_value_get_boolean (value);
      drop_style (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_overview_widget_dispose (GObject *object)
{
  SlOverviewWidget *self = SL_OVERVIEW_WIDGET (object);

  sl_overview_widget_set_document (self, NULL);
  g_clear_pointer (&self->style, sl_picture_style_free);

  G_OBJECT_CLASS (sl_overview_widget_parent_class)->dispose (object);
}

static void
sl_overview_widget_class_init (SlOverviewWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sl_overview_widget_dispose;
  object_class->get_property = sl_overview_widget_get_property;
  object_class->set_property = sl_overview_widget_set_property;

  widget_class->snapshot = sl_overview_widget_snapshot;
  widget_class->measure = sl_overview_widget_measure;
  widget_class->size_allocate = sl_overview_widget_size_allocate;
  widget_class->css_changed = sl_overview_widget_css_changed;

  /**
   * SlOverviewWidget:header-width:
   *
   * As that of the timeline, in pixels.
   */
  properties[PROP_HEADER_WIDTH] =
      g_param_spec_int ("header-width", NULL, NULL, 120, 320, SL_HEADER_WIDTH,
                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  /**
   * SlOverviewWidget:colour-blind:
   *
   * Whether the colours are those that colour-blind people can tell apart.
   */
  properties[PROP_COLOUR_BLIND] = g_param_spec_boolean ("colour-blind", NULL, NULL, FALSE,
                                                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_css_name (widget_class, "overview");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sl_overview_widget_init (SlOverviewWidget *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);

  self->header_width = SL_HEADER_WIDTH;
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  g_signal_connect_swapped (motion, "motion", G_CALLBACK (motion_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Overview of the whole trace"), -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (drop_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (drop_style), self, G_CONNECT_SWAPPED);
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
    g_signal_handlers_disconnect_by_func (self->document, drop_scene, self);
  g_set_object (&self->document, document);
  if (document != NULL)
    g_signal_connect_object (document, "changed", G_CALLBACK (drop_scene), self, G_CONNECT_SWAPPED);
  drop_scene (self);
}
