/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-preview.h"

#include <glib/gi18n.h>
#include <math.h>

#include "sl-scene-builder.h"
#include "sl-tooltip.h"

/* The schedule of a task set, as a textbook draws it. What is shown stays when the set changes, and
 * is pale as long as it is not what the set says. */
struct _SlTaskSetPreview
{
  SlPictureWidget parent_instance;

  SlTaskSetRun *run; /* NULL until there is one */
  SlSpan span;       /* of the run */
  SlSpan visible;
  gboolean is_chosen; /* by the user; else as much as can be read */
  gboolean is_stale;
  double drag_begin; /* of the visible span, when a drag began */
  double drag_ticks; /* a pixel was then */
};

G_DEFINE_FINAL_TYPE (SlTaskSetPreview, sl_task_set_preview, SL_TYPE_PICTURE_WIDGET)

/* Of the busiest task at first; more of them are not told from each other. */
#define N_FIRST_JOBS 24

#define ZOOM_STEP 1.5

#define STALE_OPACITY 0.4

static SlViewState *
make_state (SlTaskSetPreview *self)
{
  g_autoptr (SlViewState) plain = sl_view_state_new (self->visible);
  g_autoptr (SlViewState) timed = sl_view_state_with_axis (plain, SL_AXIS_TIME);

  return sl_view_state_with_style (timed, SL_STYLE_TEXTBOOK);
}

static SlRows *
make_rows (SlTaskSetPreview *self, SlViewState *state, double font_scale)
{
  g_autoptr (GPtrArray) tables = g_ptr_array_new ();

  g_ptr_array_add (tables, self->run->jobs);
  return sl_rows_new_with_jobs (self->run->set, state, font_scale, tables);
}

static SlScene *
sl_task_set_preview_build (SlPictureWidget *picture, SlPictureStyle *style)
{
  SlTaskSetPreview *self = SL_TASK_SET_PREVIEW (picture);
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (SlRows) rows = NULL;
  SlSceneOptions options = { .width = gtk_widget_get_width (GTK_WIDGET (self)),
                             .show_ruler = TRUE,
                             .measure = style->measure };

  if (self->run == NULL)
    return NULL;

  state = make_state (self);
  rows = make_rows (self, state, sl_picture_style_get_font_scale (style));
  options.header_width = sl_textbook_get_margin (rows, style->measure);
  options.width = MAX (options.width, options.header_width + 100);
  return sl_scene_build (rows, state, &options);
}

static void
sl_task_set_preview_measure (GtkWidget *widget,
                             GtkOrientation orientation,
                             int for_size,
                             int *minimum,
                             int *natural,
                             int *minimum_baseline,
                             int *natural_baseline)
{
  SlScene *scene = NULL;

  /* How high the rows are does not depend on the width. */
  if (orientation == GTK_ORIENTATION_VERTICAL)
    scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (widget));
  *minimum = scene != NULL ? sl_scene_get_height (scene) : 0;
  *natural = *minimum;
}

static void
sl_task_set_preview_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SlTaskSetPreview *self = SL_TASK_SET_PREVIEW (widget);

  if (self->is_stale)
    gtk_snapshot_push_opacity (snapshot, STALE_OPACITY);
  GTK_WIDGET_CLASS (sl_task_set_preview_parent_class)->snapshot (widget, snapshot);
  if (self->is_stale)
    gtk_snapshot_pop (snapshot);
  if (gtk_widget_has_visible_focus (widget))
    gtk_snapshot_render_focus (snapshot, gtk_widget_get_style_context (widget), 0, 0,
                               gtk_widget_get_width (widget), gtk_widget_get_height (widget));
}

/* The shortest distance of two releases, of all tasks. */
static gint64
find_shortest_distance (SlJobTable *jobs)
{
  gint64 shortest = G_MAXINT64;

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      gint64 distance = sl_job_table_get_interarrival (jobs, i);

      if (distance > 0)
        shortest = MIN (shortest, distance);
    }
  return shortest;
}

static SlSpan
get_readable_span (SlTaskSetPreview *self)
{
  gint64 distance = find_shortest_distance (self->run->jobs);
  SlSpan span = self->span;

  if (distance < (span.end - span.begin) / N_FIRST_JOBS)
    span.end = span.begin + distance * N_FIRST_JOBS;
  return span;
}

static void
set_visible (SlTaskSetPreview *self, double begin, double length)
{
  double least = (double) self->span.begin;
  double whole = (double) (self->span.end - self->span.begin);

  length = CLAMP (length, MIN (100, whole), whole);
  begin = CLAMP (begin, least, least + whole - length);
  self->visible.begin = (SlTime) begin;
  self->visible.end = (SlTime) ceil (begin + length);
  self->is_chosen = TRUE;
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
}

static double
get_length (SlTaskSetPreview *self)
{
  return (double) (self->visible.end - self->visible.begin);
}

/* @share: of the visible span, from its begin, what stays where it is */
static void
zoom_at (SlTaskSetPreview *self, double factor, double share)
{
  double length = get_length (self) / factor;
  double anchor = (double) self->visible.begin + share * get_length (self);

  if (self->run != NULL)
    set_visible (self, anchor - share * length, length);
}

static void
pan (SlTaskSetPreview *self, double share)
{
  if (self->run != NULL)
    set_visible (self, (double) self->visible.begin + share * get_length (self), get_length (self));
}

/**
 * sl_task_set_preview_zoom:
 * @factor: above 1 to see less time, larger; the middle stays where it is
 */
void
sl_task_set_preview_zoom (SlTaskSetPreview *self, double factor)
{
  g_return_if_fail (SL_IS_TASK_SET_PREVIEW (self) && factor > 0);

  zoom_at (self, factor, 0.5);
}

/**
 * sl_task_set_preview_reset_zoom:
 *
 * Shows as much from the start as can be read.
 */
void
sl_task_set_preview_reset_zoom (SlTaskSetPreview *self)
{
  g_return_if_fail (SL_IS_TASK_SET_PREVIEW (self));

  self->is_chosen = FALSE;
  if (self->run != NULL)
    self->visible = get_readable_span (self);
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
}

/* As the keys of the timeline. */
static gboolean
key_cb (SlTaskSetPreview *self, guint key, guint code, GdkModifierType modifiers)
{
  if ((modifiers & (GDK_CONTROL_MASK | GDK_ALT_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;

  switch (key)
    {
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      sl_task_set_preview_zoom (self, ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      sl_task_set_preview_zoom (self, 1 / ZOOM_STEP);
      return GDK_EVENT_STOP;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      sl_task_set_preview_reset_zoom (self);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      pan (self, -0.1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      pan (self, 0.1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
      pan (self, -1e9);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
      pan (self, 1e9);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

/* Of the pixels of the axis, how many lie left of @x. */
static double
get_share (SlTaskSetPreview *self, double x)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  double margin = scene != NULL ? sl_scene_get_plot_x (scene) : 0;
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - margin;

  return width > 0 ? CLAMP ((x - margin) / width, 0, 1) : 0.5;
}

static gboolean
scroll_cb (SlTaskSetPreview *self, double dx, double dy, GtkEventControllerScroll *controller)
{
  GdkEvent *event = gtk_event_controller_get_current_event (GTK_EVENT_CONTROLLER (controller));
  GdkModifierType modifiers =
      gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (controller));
  double x = 0;
  double y = 0;

  if ((modifiers & GDK_CONTROL_MASK) != 0)
    {
      double share = 0.5;

      if (gdk_event_get_position (event, &x, &y))
        {
          GtkNative *native = gtk_widget_get_native (GTK_WIDGET (self));
          double left = 0, top = 0, own_x = 0, own_y = 0;

          gtk_native_get_surface_transform (native, &left, &top);
          if (gtk_widget_translate_coordinates (GTK_WIDGET (native), GTK_WIDGET (self), x - left,
                                                y - top, &own_x, &own_y))
            share = get_share (self, own_x);
        }
      zoom_at (self, pow (ZOOM_STEP, -dy), share);
      return GDK_EVENT_STOP;
    }
  if ((modifiers & GDK_SHIFT_MASK) != 0)
    dx += dy;
  if (dx == 0 || (dy != 0 && (modifiers & GDK_SHIFT_MASK) == 0))
    return GDK_EVENT_PROPAGATE;

  pan (self, 0.1 * dx);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (SlTaskSetPreview *self, double x, double y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->drag_begin = (double) self->visible.begin;
  self->drag_ticks = width > 0 ? get_length (self) / width : 0;
}

static void
drag_update_cb (SlTaskSetPreview *self, double dx, double dy)
{
  if (self->run != NULL)
    set_visible (self, self->drag_begin - dx * self->drag_ticks, get_length (self));
}

static gboolean
query_tooltip_cb (SlTaskSetPreview *self,
                  int x,
                  int y,
                  gboolean is_keyboard,
                  GtkTooltip *tooltip,
                  gpointer user_data)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));
  const SlElement *element = scene != NULL && !is_keyboard ? sl_scene_pick (scene, x, y) : NULL;

  return element != NULL && element->type != SL_ELEMENT_ROW &&
         sl_tooltip_fill (tooltip, scene, element, x,
                          sl_picture_widget_get_palette (SL_PICTURE_WIDGET (self)));
}

static void
sl_task_set_preview_dispose (GObject *object)
{
  g_clear_pointer (&SL_TASK_SET_PREVIEW (object)->run, sl_task_set_run_unref);

  G_OBJECT_CLASS (sl_task_set_preview_parent_class)->dispose (object);
}

static void
sl_task_set_preview_class_init (SlTaskSetPreviewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sl_task_set_preview_dispose;
  widget_class->measure = sl_task_set_preview_measure;
  widget_class->snapshot = sl_task_set_preview_snapshot;
  SL_PICTURE_WIDGET_CLASS (klass)->build = sl_task_set_preview_build;
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
}

static void
sl_task_set_preview_init (SlTaskSetPreview *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll =
      gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  GtkGesture *drag = gtk_gesture_drag_new ();

  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (self, "query-tooltip", G_CALLBACK (query_tooltip_cb), NULL);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  g_signal_connect_swapped (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), scroll);
  g_signal_connect_swapped (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect_swapped (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Preview of the schedule"), -1);
}

GtkWidget *
sl_task_set_preview_new (void)
{
  return g_object_new (SL_TYPE_TASK_SET_PREVIEW, NULL);
}

/**
 * sl_task_set_preview_show:
 *
 * Shows another run, where the user zoomed in at the same place as before.
 */
void
sl_task_set_preview_show (SlTaskSetPreview *self, SlTaskSetRun *run)
{
  g_autofree char *description = NULL;

  g_return_if_fail (SL_IS_TASK_SET_PREVIEW (self));

  sl_task_set_run_ref (run);
  g_clear_pointer (&self->run, sl_task_set_run_unref);
  self->run = run;
  self->span = sl_task_set_run_get_span (run);
  if (!self->is_chosen)
    self->visible = get_readable_span (self);
  else
    set_visible (self, (double) self->visible.begin, get_length (self));
  self->is_stale = FALSE;

  description = sl_task_set_run_describe (run);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  description, -1);
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/**
 * sl_task_set_preview_set_stale:
 * @is_stale: whether what is shown is not what the set says
 */
void
sl_task_set_preview_set_stale (SlTaskSetPreview *self, gboolean is_stale)
{
  g_return_if_fail (SL_IS_TASK_SET_PREVIEW (self));

  if (self->is_stale == is_stale)
    return;

  self->is_stale = is_stale;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
