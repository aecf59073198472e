/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-private.h"

#include <glib/gi18n.h>

#include "sl-text.h"
#include "sl-time-column.h"

/* A picture that was not drawn anew for so long rests. */
#define REST_MSEC 300

/* About a millisecond of work. */
#define LOOK_AHEAD_CHUNKS 200

G_DEFINE_FINAL_TYPE (SlTimelineWidget, sl_timeline_widget, SL_TYPE_PICTURE_WIDGET)

static int
get_header_width (SlTimelineWidget *self)
{
  return sl_picture_widget_get_header_width (SL_PICTURE_WIDGET (self));
}

static void
redraw (SlTimelineWidget *self)
{
  sl_picture_widget_redraw (SL_PICTURE_WIDGET (self));
}

static void
invalidate (SlTimelineWidget *self)
{
  sl_picture_widget_invalidate (SL_PICTURE_WIDGET (self));
}

/* What lies over the scene is placed anew. */
static void
sl_timeline_widget_dropped (SlPictureWidget *picture)
{
  gtk_widget_queue_allocate (GTK_WIDGET (picture));
}

/**
 * sl_timeline_get_top_height:
 *
 * Returns: of the ruler and the strip of cursors, which do not scroll
 */
int
sl_timeline_get_top_height (SlTimelineWidget *self)
{
  SlRows *rows = sl_document_get_rows (self->document);

  return sl_ruler_get_height (rows, sl_document_get_state (self->document)) +
         sl_band_get_height (rows);
}

/* The ruler and the strip of cursors at their highest. */
static int
get_max_top_height (SlTimelineWidget *self)
{
  return self->document != NULL ? 3 * sl_band_get_height (sl_document_get_rows (self->document))
                                : 3 * SL_BAND_HEIGHT;
}

/* The height of all rows and how much of it is seen. */
static void
configure_adjustment (SlTimelineWidget *self)
{
  double upper = sl_rows_get_height (sl_document_get_rows (self->document));
  int top = sl_timeline_get_top_height (self);
  double page = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - top, 1);
  double value = MIN (gtk_adjustment_get_value (self->adjustment), MAX (upper - page, 0));

  gtk_adjustment_configure (self->adjustment, value, 0, MAX (upper, page), 36, page * 0.9, page);
}

/* The next frame looks into more of the events than the last one had time for. */
static gboolean
sharpen_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  self->sharpen = 0;
  redraw (self);
  return G_SOURCE_REMOVE;
}

static gboolean
look_ahead_cb (gpointer user_data)
{
  SlTimelineWidget *self = user_data;

  if (sl_fold_cache_look_ahead (self->folds, LOOK_AHEAD_CHUNKS))
    return G_SOURCE_CONTINUE;

  self->look_ahead = 0;
  return G_SOURCE_REMOVE;
}

static gboolean
rested_cb (gpointer user_data)
{
  SlTimelineWidget *self = user_data;

  self->look_ahead = g_idle_add_full (G_PRIORITY_LOW, look_ahead_cb, self, NULL);
  return G_SOURCE_REMOVE;
}

/* Not while the trace grows or the view moves. */
static void
look_ahead_later (SlTimelineWidget *self)
{
  g_clear_handle_id (&self->look_ahead, g_source_remove);
  self->look_ahead = g_timeout_add_full (G_PRIORITY_LOW, REST_MSEC, rested_cb, self, NULL);
}

/**
 * sl_timeline_get_picked:
 *
 * Returns: (nullable) (transfer none): the job and the instant that are picked; good until the next
 *   change
 */
const SlSceneJob *
sl_timeline_get_picked (SlTimelineWidget *self)
{
  if (!self->knows_picked)
    self->picked = sl_picked_job_new (self->document);
  self->knows_picked = TRUE;
  return self->picked != NULL ? sl_picked_job_get (self->picked) : NULL;
}

static SlScene *
sl_timeline_widget_build (SlPictureWidget *picture, SlPictureStyle *style)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (picture);
  GtkWidget *widget = GTK_WIDGET (picture);
  int header_width = get_header_width (self);
  SlSceneOptions options = { 0 };
  SlScene *scene;

  if (self->document != NULL)
    sl_document_set_font_scale (self->document, sl_picture_style_get_font_scale (style));
  if (self->document == NULL ||
      gtk_widget_get_width (widget) <= header_width + 2 * SL_PLOT_MARGIN + 1 ||
      gtk_widget_get_height (widget) <= get_max_top_height (self))
    return NULL;

  options.width = gtk_widget_get_width (widget);
  options.height = gtk_widget_get_height (widget);
  options.header_width = header_width;
  options.margin = SL_PLOT_MARGIN;
  options.scroll_y = (int) gtk_adjustment_get_value (self->adjustment);
  options.show_ruler = TRUE;
  options.show_cursors = TRUE;
  options.hover = self->hover.type != SL_TARGET_NONE ? &self->hover : NULL;
  options.focus = sl_timeline_proxies_has_ring (self->proxies) ? &self->focus : NULL;
  options.job = sl_timeline_get_picked (self);
  options.pointer = self->has_pointed ? &self->pointed : NULL;
  options.snap = self->has_snap ? &self->snap : NULL;
  options.zoomed = self->is_zooming ? &self->zoomed : NULL;
  options.hit = sl_document_get_hit (self->document);
  options.measure = style->measure;
  options.cache = self->folds;
  options.zones = self->zones;
  options.matches = sl_document_get_matches (self->document);
  options.attributes = sl_document_get_attributes (self->document);
  sl_block_cache_begin (self->zones, SL_BLOCKS_A_FRAME);
  scene = sl_scene_build (sl_document_get_rows (self->document),
                          sl_document_get_state (self->document), &options);
  if (sl_block_cache_is_lacking (self->zones) && self->sharpen == 0)
    self->sharpen = gtk_widget_add_tick_callback (widget, sharpen_cb, NULL, NULL);
  look_ahead_later (self);
  return scene;
}

/**
 * sl_timeline_get_view:
 * @view: (out): of the plot, whose pixel 0 lies right of the headers
 *
 * Returns: %FALSE where nothing is shown
 */
gboolean
sl_timeline_get_view (SlTimelineWidget *self, SlView *view)
{
  SlScene *scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (self));

  if (scene == NULL)
    return FALSE;

  *view = sl_scene_get_view (scene);
  return TRUE;
}

void
sl_timeline_set_hover (SlTimelineWidget *self, const SlTarget *target)
{
  SlTarget none = { 0 };

  if (sl_target_equal (&self->hover, target != NULL ? target : &none))
    return;

  self->hover = target != NULL ? *target : none;
  redraw (self);
}

static void
fit_headers (SlTimelineWidget *self)
{
  SlPictureWidget *picture = SL_PICTURE_WIDGET (self);

  self->style = sl_view_state_get_style (sl_document_get_state (self->document));
  sl_document_set_font_scale (self->document, sl_picture_widget_get_font_scale (picture));
  sl_picture_widget_fit_headers (picture, sl_document_get_rows (self->document),
                                 self->style == SL_STYLE_TEXTBOOK);
}

/* For the column of values. */
static void
make_room (SlTimelineWidget *self)
{
  sl_picture_widget_set_header_extra (SL_PICTURE_WIDGET (self),
                                      sl_time_column_get_width (
                                          sl_document_get_state (self->document)));
}

static void
document_changed_cb (SlTimelineWidget *self, guint changes)
{
  if ((changes & ~(guint) (SL_CHANGED_VISIBLE | SL_CHANGED_MATCHES)) != 0)
    {
      g_clear_pointer (&self->picked, sl_picked_job_free);
      self->knows_picked = FALSE;
    }
  if ((changes & SL_CHANGED_PICKED) != 0)
    {
      sl_timeline_input_leave_pointer (self->input);
      sl_timeline_follow_picked (self);
    }
  if (changes == SL_CHANGED_MATCHES)
    {
      redraw (self);
      return;
    }

  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_SET | SL_CHANGED_ANNOTATIONS)) != 0 ||
      self->style != sl_view_state_get_style (sl_document_get_state (self->document)))
    fit_headers (self);
  make_room (self);
  configure_adjustment (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_ANNOTATIONS | SL_CHANGED_VIEW | SL_CHANGED_JOBS)) !=
      0)
    sl_timeline_proxies_update (self->proxies);
  sl_timeline_proxies_describe_picture (self->proxies);
  invalidate (self);
}

static void
sl_timeline_widget_measure (GtkWidget *widget,
                            GtkOrientation orientation,
                            int for_size,
                            int *minimum,
                            int *natural,
                            int *minimum_baseline,
                            int *natural_baseline)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? get_header_width (self) + 80
                                                       : get_max_top_height (self) + 36;
  *natural = MAX (*minimum, orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 400);
}

static void
sl_timeline_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  GTK_WIDGET_CLASS (sl_timeline_widget_parent_class)
      ->size_allocate (widget, width, height, baseline);
  if (self->document == NULL)
    return;

  configure_adjustment (self);
  sl_timeline_proxies_allocate (self->proxies);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

/**
 * sl_timeline_widget_set_plain:
 *
 * Whether nothing is said of how the timeline is used: an audience has no use for that.
 */
void
sl_timeline_widget_set_plain (SlTimelineWidget *self, gboolean plain)
{
  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  self->is_plain = plain;
}

static gboolean
sl_timeline_widget_focus (GtkWidget *widget, GtkDirectionType direction)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  /* The items of an open menu are inside the timeline. */
  if (self->menu != NULL && gtk_widget_get_focus_child (widget) == self->menu)
    return gtk_widget_child_focus (self->menu, direction);

  return self->document != NULL && sl_timeline_proxies_move_focus (self->proxies, direction);
}

/* Names in another font need another room. */
static void
sl_timeline_widget_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  GTK_WIDGET_CLASS (sl_timeline_widget_parent_class)->css_changed (widget, change);
  if (self->document != NULL && sl_picture_widget_has_new_font (SL_PICTURE_WIDGET (self)))
    fit_headers (self);
}

static gboolean
sl_timeline_widget_grab_focus (GtkWidget *widget)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  if (self->document == NULL)
    return FALSE;

  sl_timeline_proxies_grab_focus (self->proxies);
  return TRUE;
}

static void
sl_timeline_widget_dispose (GObject *object)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (object);

  sl_timeline_widget_set_document (self, NULL);
  g_clear_handle_id (&self->look_ahead, g_source_remove);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->proxies, sl_timeline_proxies_free);

  G_OBJECT_CLASS (sl_timeline_widget_parent_class)->dispose (object);
}

static void
sl_timeline_widget_finalize (GObject *object)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (object);

  /* Not sooner: controllers speak up to the end. */
  g_clear_pointer (&self->input, sl_timeline_input_free);
  g_clear_pointer (&self->picked, sl_picked_job_free);
  g_clear_pointer (&self->said_step, g_free);
  g_clear_pointer (&self->folds, sl_fold_cache_free);
  g_clear_pointer (&self->zones, sl_block_cache_free);
  g_clear_object (&self->adjustment);

  G_OBJECT_CLASS (sl_timeline_widget_parent_class)->finalize (object);
}

static void
sl_timeline_widget_class_init (SlTimelineWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  SlPictureWidgetClass *picture_class = SL_PICTURE_WIDGET_CLASS (klass);

  object_class->dispose = sl_timeline_widget_dispose;
  object_class->finalize = sl_timeline_widget_finalize;

  widget_class->measure = sl_timeline_widget_measure;
  widget_class->size_allocate = sl_timeline_widget_size_allocate;
  widget_class->query_tooltip = sl_timeline_query_tooltip;
  widget_class->css_changed = sl_timeline_widget_css_changed;
  widget_class->focus = sl_timeline_widget_focus;
  widget_class->grab_focus = sl_timeline_widget_grab_focus;
  picture_class->build = sl_timeline_widget_build;
  picture_class->dropped = sl_timeline_widget_dropped;

  /**
   * SlTimelineWidget::row-focused:
   * @row: (nullable): key of the row that the keys go on in
   */
  g_signal_new ("row-focused", SL_TYPE_TIMELINE_WIDGET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);

  sl_timeline_install_actions (widget_class);
  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sl_timeline_widget_init (SlTimelineWidget *self)
{
  self->folds = sl_fold_cache_new ();
  self->zones = sl_block_cache_new ();
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 36, 1, 1));
  g_signal_connect_object (self->adjustment, "value-changed",
                           G_CALLBACK (sl_picture_widget_invalidate), self, G_CONNECT_SWAPPED);

  self->proxies = sl_timeline_proxies_new (self);
  self->input = sl_timeline_input_new (self);
  sl_timeline_add_keys (self);

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
}

static void
stepped_cb (SlTimelineWidget *self)
{
  sl_timeline_proxies_update (self->proxies);
}

/**
 * sl_timeline_widget_set_document:
 * @document: (nullable): what to show
 */
void
sl_timeline_widget_set_document (SlTimelineWidget *self, SlDocument *document)
{
  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (self->document != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->document, document_changed_cb, self);
      g_signal_handlers_disconnect_by_func (sl_document_get_step_mode (self->document), stepped_cb,
                                            self);
    }
  /* Their keys are of the rows of that document. */
  if (document != self->document)
    self->hover = self->focus = self->kept_focus = (SlTarget) { 0 };
  g_set_object (&self->document, document);
  if (document == NULL)
    {
      redraw (self);
      return;
    }

  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sl_document_get_step_mode (document), "moved", G_CALLBACK (stepped_cb),
                           self, G_CONNECT_SWAPPED);
  fit_headers (self);
  make_room (self);
  sl_timeline_proxies_update (self->proxies);
  sl_timeline_proxies_describe_picture (self->proxies);
  invalidate (self);
}

/**
 * sl_timeline_widget_get_adjustment:
 *
 * Returns: (transfer none): how far the rows are scrolled, in pixels
 */
GtkAdjustment *
sl_timeline_widget_get_adjustment (SlTimelineWidget *self)
{
  g_return_val_if_fail (SL_IS_TIMELINE_WIDGET (self), NULL);

  return self->adjustment;
}

/**
 * sl_timeline_widget_zoom:
 * @factor: above 1 to see less time
 *
 * Zooms at the pointer while it is over the plot, else at the middle.
 */
void
sl_timeline_widget_zoom (SlTimelineWidget *self, double factor)
{
  SlView view;
  double x, y;

  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (!sl_timeline_get_view (self, &view))
    return;

  sl_timeline_input_get_pointer (self->input, &x, &y);
  x = sl_timeline_input_is_on_header (self->input, x)
          ? view.width / 2.0
          : sl_timeline_input_get_plot_x (self->input, x);
  sl_document_show (self->document, sl_view_zoom (&view, x, factor), SL_GESTURE_NONE);
}
