/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-private.h"

#include <glib/gi18n.h>

#include "sl-row-menu.h"
#include "sl-text.h"
#include "sl-tooltip.h"

G_DEFINE_FINAL_TYPE (SlTimelineWidget, sl_timeline_widget, GTK_TYPE_WIDGET)

enum
{
  PROP_HEADER_WIDTH = 1,
  PROP_COLOUR_BLIND,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

enum
{
  SIGNAL_ROW_FOCUSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

/* The ruler and the strip of cursors, which do not scroll. */
#define TOP_HEIGHT (2 * SL_RULER_BAND_HEIGHT + SL_CURSOR_STRIP_HEIGHT)

static void
drop_scene (SlTimelineWidget *self)
{
  g_clear_pointer (&self->scene, sl_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* Also places what lies over the scene anew. */
void
sl_timeline_invalidate (SlTimelineWidget *self)
{
  drop_scene (self);
  gtk_widget_queue_allocate (GTK_WIDGET (self));
}

static void
drop_style (SlTimelineWidget *self)
{
  g_clear_pointer (&self->style, sl_picture_style_free);
  sl_timeline_invalidate (self);
}

static void
ensure_style (SlTimelineWidget *self)
{
  if (self->style != NULL)
    return;

  self->style = sl_picture_style_new (GTK_WIDGET (self), self->colour_blind);
  sl_document_set_font_scale (self->document, sl_picture_style_get_font_scale (self->style));
}

/* The height of all rows and how much of it is seen. */
static void
configure_adjustment (SlTimelineWidget *self)
{
  double upper = sl_rows_get_height (sl_document_get_rows (self->document));
  double page = MAX (gtk_widget_get_height (GTK_WIDGET (self)) - TOP_HEIGHT, 1);
  double value = MIN (gtk_adjustment_get_value (self->adjustment), MAX (upper - page, 0));

  gtk_adjustment_configure (self->adjustment, value, 0, MAX (upper, page), 36, page * 0.9, page);
}

/* The next frame looks into more of the events than the last one had time for. */
static gboolean
sharpen_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  self->sharpen = 0;
  drop_scene (self);
  return G_SOURCE_REMOVE;
}

/**
 * sl_timeline_ensure_scene:
 *
 * Returns: (nullable) (transfer none): the scene of what is shown now; %NULL without a document
 *   or without a size
 */
SlScene *
sl_timeline_ensure_scene (SlTimelineWidget *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  SlSceneOptions options = { 0 };

  if (self->scene != NULL)
    return self->scene;
  if (self->document == NULL || gtk_widget_get_width (widget) <= self->header_width + 1 ||
      gtk_widget_get_height (widget) <= TOP_HEIGHT)
    return NULL;

  ensure_style (self);
  options.width = gtk_widget_get_width (widget);
  options.height = gtk_widget_get_height (widget);
  options.header_width = self->header_width;
  options.scroll_y = (int) gtk_adjustment_get_value (self->adjustment);
  options.show_ruler = TRUE;
  options.show_cursors = TRUE;
  options.hover = self->hover.type != SL_THING_NONE ? &self->hover : NULL;
  options.focus = sl_timeline_proxies_has_ring (self->proxies) ? &self->focus : NULL;
  options.measure = self->style->measure;
  options.cache = self->folds;
  options.zones = self->zones;
  options.matches = sl_document_get_matches (self->document);
  sl_zone_cache_begin (self->zones, SL_ZONES_A_FRAME);
  self->scene = sl_scene_build (sl_document_get_rows (self->document),
                                sl_document_get_state (self->document), &options);
  if (sl_zone_cache_is_lacking (self->zones) && self->sharpen == 0)
    self->sharpen = gtk_widget_add_tick_callback (widget, sharpen_cb, NULL, NULL);
  return self->scene;
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
  SlScene *scene = sl_timeline_ensure_scene (self);

  if (scene == NULL)
    return FALSE;

  *view = sl_scene_get_view (scene);
  return TRUE;
}

void
sl_timeline_set_hover (SlTimelineWidget *self, const SlThing *thing)
{
  SlThing none = { 0 };

  if (sl_thing_equal (&self->hover, thing != NULL ? thing : &none))
    return;

  self->hover = thing != NULL ? *thing : none;
  drop_scene (self);
}

/**
 * sl_timeline_scroll_to_row:
 *
 * Scrolls as little as is needed to see the whole row.
 */
void
sl_timeline_scroll_to_row (SlTimelineWidget *self, guint row)
{
  const SlRow *shown = sl_rows_get (sl_document_get_rows (self->document), row);

  gtk_adjustment_clamp_page (self->adjustment, shown->y, shown->y + shown->height);
}

/**
 * sl_timeline_set_focus:
 * @thing: what the keys go on from; its row scrolls into sight
 */
void
sl_timeline_set_focus (SlTimelineWidget *self, const SlThing *thing)
{
  guint row;

  self->focus = *thing;
  if (thing->row != NULL && sl_rows_find (sl_document_get_rows (self->document), thing->row, &row))
    sl_timeline_scroll_to_row (self, row);
  sl_timeline_proxies_update (self->proxies);
  sl_timeline_invalidate (self);
  g_signal_emit (self, signals[SIGNAL_ROW_FOCUSED], 0, thing->row);
}

void
sl_timeline_open_menu (SlTimelineWidget *self, const char *row, double x, double y)
{
  GdkRectangle place = { (int) x, (int) y, 1, 1 };

  g_clear_pointer (&self->menu, gtk_widget_unparent);
  self->menu = sl_row_menu_new (self->document, row);
  gtk_widget_set_parent (self->menu, GTK_WIDGET (self));
  gtk_popover_set_pointing_to (GTK_POPOVER (self->menu), &place);
  gtk_popover_popup (GTK_POPOVER (self->menu));
}

static void
document_changed_cb (SlTimelineWidget *self, guint changes)
{
  if (changes == SL_CHANGED_MATCHES)
    {
      drop_scene (self);
      return;
    }

  configure_adjustment (self);
  if ((changes & (SL_CHANGED_TRACE | SL_CHANGED_OVERLAY | SL_CHANGED_VIEW | SL_CHANGED_JOBS)) != 0)
    sl_timeline_proxies_update (self->proxies);
  sl_timeline_proxies_describe_picture (self->proxies);
  sl_timeline_invalidate (self);
}

static void
sl_timeline_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);
  graphene_rect_t bounds =
      GRAPHENE_RECT_INIT (0, 0, gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  SlScene *scene = sl_timeline_ensure_scene (self);
  cairo_t *cr;

  if (scene == NULL)
    return;

  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  sl_painter_draw (self->style->painter, cr, scene, &self->style->palette);
  cairo_destroy (cr);
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

  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? self->header_width + 80 : TOP_HEIGHT + 36;
  *natural = MAX (*minimum, orientation == GTK_ORIENTATION_HORIZONTAL ? 800 : 400);
}

static void
sl_timeline_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  g_clear_pointer (&self->scene, sl_scene_unref);
  if (self->document == NULL)
    return;

  configure_adjustment (self);
  sl_timeline_proxies_allocate (self->proxies);
  if (self->menu != NULL)
    gtk_popover_present (GTK_POPOVER (self->menu));
}

static gboolean
sl_timeline_widget_query_tooltip (GtkWidget *widget,
                                  int x,
                                  int y,
                                  gboolean keyboard,
                                  GtkTooltip *tooltip)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);
  SlScene *scene = sl_timeline_ensure_scene (self);
  const SlElement *element;
  GdkRectangle area;

  if (scene == NULL)
    return FALSE;

  element = keyboard ? sl_scene_find (scene, &self->focus) : sl_scene_pick (scene, x, y);
  /* A row says its name in its header only. */
  if (element == NULL || (element->type == SL_ELEMENT_ROW && x >= self->header_width) ||
      !sl_tooltip_fill (tooltip, scene, element, &self->style->palette))
    return FALSE;

  area = (GdkRectangle) { (int) element->x, (int) element->y, MAX ((int) element->width, 1),
                          MAX ((int) element->height, 1) };
  if (!keyboard)
    {
      /* A wide box would put its tooltip far from the pointer. */
      area.x = x - 8;
      area.width = 16;
    }
  gtk_tooltip_set_tip_area (tooltip, &area);
  return TRUE;
}

static gboolean
sl_timeline_widget_focus (GtkWidget *widget, GtkDirectionType direction)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (widget);

  return self->document != NULL && sl_timeline_proxies_move_focus (self->proxies, direction);
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
sl_timeline_widget_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sl_timeline_widget_parent_class)->css_changed (widget, change);
  drop_style (SL_TIMELINE_WIDGET (widget));
}

static void
sl_timeline_widget_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (object);

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
sl_timeline_widget_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (object);

  switch (id)
    {
    case PROP_HEADER_WIDTH:
      self->header_width = g_value_get_int (value);
      gtk_widget_queue_resize (GTK_WIDGET (self));
      sl_timeline_invalidate (self);
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
sl_timeline_widget_dispose (GObject *object)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (object);

  sl_timeline_widget_set_document (self, NULL);
  g_clear_pointer (&self->menu, gtk_widget_unparent);
  g_clear_pointer (&self->proxies, sl_timeline_proxies_free);
  g_clear_pointer (&self->style, sl_picture_style_free);

  G_OBJECT_CLASS (sl_timeline_widget_parent_class)->dispose (object);
}

static void
sl_timeline_widget_finalize (GObject *object)
{
  SlTimelineWidget *self = SL_TIMELINE_WIDGET (object);

  /* Not sooner: controllers speak up to the end. */
  g_clear_pointer (&self->input, sl_timeline_input_free);
  g_clear_pointer (&self->folds, sl_fold_cache_free);
  g_clear_pointer (&self->zones, sl_zone_cache_free);
  g_clear_object (&self->adjustment);

  G_OBJECT_CLASS (sl_timeline_widget_parent_class)->finalize (object);
}

static void
sl_timeline_widget_class_init (SlTimelineWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sl_timeline_widget_dispose;
  object_class->finalize = sl_timeline_widget_finalize;
  object_class->get_property = sl_timeline_widget_get_property;
  object_class->set_property = sl_timeline_widget_set_property;

  widget_class->snapshot = sl_timeline_widget_snapshot;
  widget_class->measure = sl_timeline_widget_measure;
  widget_class->size_allocate = sl_timeline_widget_size_allocate;
  widget_class->query_tooltip = sl_timeline_widget_query_tooltip;
  widget_class->focus = sl_timeline_widget_focus;
  widget_class->grab_focus = sl_timeline_widget_grab_focus;
  widget_class->css_changed = sl_timeline_widget_css_changed;

  /**
   * SlTimelineWidget:header-width:
   *
   * Of the rows' headers, in pixels.
   */
  properties[PROP_HEADER_WIDTH] =
      g_param_spec_int ("header-width", NULL, NULL, 120, 320, SL_HEADER_WIDTH,
                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  /**
   * SlTimelineWidget:colour-blind:
   *
   * Whether the colours are those that colour-blind people can tell apart.
   */
  properties[PROP_COLOUR_BLIND] = g_param_spec_boolean ("colour-blind", NULL, NULL, FALSE,
                                                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SlTimelineWidget::row-focused:
   * @row: (nullable): key of the row that the keys go on in
   */
  signals[SIGNAL_ROW_FOCUSED] =
      g_signal_new ("row-focused", SL_TYPE_TIMELINE_WIDGET, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                    G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_css_name (widget_class, "timeline");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_GROUP);
}

static void
sl_timeline_widget_init (SlTimelineWidget *self)
{
  self->header_width = SL_HEADER_WIDTH;
  self->folds = sl_fold_cache_new ();
  self->zones = sl_zone_cache_new ();
  self->adjustment = g_object_ref_sink (gtk_adjustment_new (0, 0, 1, 36, 1, 1));
  g_signal_connect_object (self->adjustment, "value-changed", G_CALLBACK (sl_timeline_invalidate),
                           self, G_CONNECT_SWAPPED);

  self->proxies = sl_timeline_proxies_new (self);
  self->input = sl_timeline_input_new (self);
  sl_timeline_add_keys (self);

  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Timeline"), -1);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (drop_style), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (adw_style_manager_get_default (), "notify::high-contrast",
                           G_CALLBACK (drop_style), self, G_CONNECT_SWAPPED);
}

GtkWidget *
sl_timeline_widget_new (void)
{
  return g_object_new (SL_TYPE_TIMELINE_WIDGET, NULL);
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
    g_signal_handlers_disconnect_by_func (self->document, document_changed_cb, self);
  g_set_object (&self->document, document);
  g_clear_pointer (&self->scene, sl_scene_unref);
  if (document == NULL)
    return;

  g_signal_connect_object (document, "changed", G_CALLBACK (document_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sl_timeline_proxies_update (self->proxies);
  sl_timeline_proxies_describe_picture (self->proxies);
  sl_timeline_invalidate (self);
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

int
sl_timeline_widget_get_header_width (SlTimelineWidget *self)
{
  g_return_val_if_fail (SL_IS_TIMELINE_WIDGET (self), SL_HEADER_WIDTH);

  return self->header_width;
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
  x -= self->header_width;
  if (x < 0 || x > view.width)
    x = view.width / 2.0;
  sl_document_show (self->document, sl_view_zoom (&view, x, factor), SL_GESTURE_NONE);
}

/**
 * sl_timeline_widget_show_thing:
 * @thing: what is to be seen: its row scrolls into sight
 */
void
sl_timeline_widget_show_thing (SlTimelineWidget *self, const SlThing *thing)
{
  guint row;

  g_return_if_fail (SL_IS_TIMELINE_WIDGET (self));

  if (thing->row != NULL && sl_rows_find (sl_document_get_rows (self->document), thing->row, &row))
    sl_timeline_scroll_to_row (self, row);
}
