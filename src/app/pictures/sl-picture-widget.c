/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-picture-widget.h"

#include "sl-picture-snapshot.h"
#include "sl-scene-builder.h"

#define MIN_HEADER_WIDTH 120
#define MAX_HEADER_WIDTH 320

/* Of the picture, that names take at most unless the user chose a width. */
#define MOST_SHARE 0.45

/* What all widgets that show a scene have in common: the scene is built when it is asked for and
 * kept until it is not right any more; fonts and colours follow the desktop and the settings. */
typedef struct
{
  SlPictureStyle *style; /* NULL where it must be made anew */
  SlScene *scene;        /* NULL where it must be built anew */
  int header_width;
  int chosen_header_width; /* by the user; 0 for as wide as names need */
  int natural_header_width;
  int width; /* of the picture, of which they take a share; 0 where that is not known yet */
  guint follow_source; /* 0 for none */
  gboolean natural_is_textbook;
  double natural_scale; /* of the font for which that is; 0 where it was not asked for */
  char *natural_family;
  int header_extra; /* what is beside the names */
  gboolean colour_blind;
} SlPictureWidgetPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SlPictureWidget, sl_picture_widget, GTK_TYPE_WIDGET)

enum
{
  PROP_HEADER_WIDTH = 1,
  PROP_CHOSEN_HEADER_WIDTH,
  PROP_COLOUR_BLIND,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
drop_style (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  g_clear_pointer (&priv->style, sl_picture_style_free);
  sl_picture_widget_invalidate (self);
}

static SlPictureStyle *
ensure_style (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  if (priv->style == NULL)
    priv->style = sl_picture_style_new (GTK_WIDGET (self), priv->colour_blind);
  return priv->style;
}

/**
 * sl_picture_widget_get_scene:
 *
 * Returns: (nullable) (transfer none): the scene of what is shown now; %NULL where nothing is
 */
SlScene *
sl_picture_widget_get_scene (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  g_return_val_if_fail (SL_IS_PICTURE_WIDGET (self), NULL);

  if (priv->scene == NULL)
    priv->scene = SL_PICTURE_WIDGET_GET_CLASS (self)->build (self, ensure_style (self));
  return priv->scene;
}

/**
 * sl_picture_widget_get_palette:
 *
 * Returns: (transfer none): what the picture's colours are now
 */
const SlPalette *
sl_picture_widget_get_palette (SlPictureWidget *self)
{
  g_return_val_if_fail (SL_IS_PICTURE_WIDGET (self), NULL);

  return &ensure_style (self)->palette;
}

/**
 * sl_picture_widget_get_header_width:
 *
 * Returns: pixels that the headers of rows take, where the picture has rows
 */
int
sl_picture_widget_get_header_width (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  g_return_val_if_fail (SL_IS_PICTURE_WIDGET (self), SL_HEADER_WIDTH);

  return priv->header_width;
}

/**
 * sl_picture_widget_redraw:
 *
 * Has the scene built again, where nothing of it moves but what is drawn.
 */
void
sl_picture_widget_redraw (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  g_clear_pointer (&priv->scene, sl_scene_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * sl_picture_widget_invalidate:
 *
 * Has the scene built again, and tells the subclass that it is not right any more.
 */
void
sl_picture_widget_invalidate (SlPictureWidget *self)
{
  SlPictureWidgetClass *klass = SL_PICTURE_WIDGET_GET_CLASS (self);

  sl_picture_widget_redraw (self);
  if (klass->dropped != NULL)
    klass->dropped (self);
}

static void
sl_picture_widget_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  SlPictureWidget *self = SL_PICTURE_WIDGET (widget);
  SlScene *scene = sl_picture_widget_get_scene (self);

  if (scene == NULL)
    return;

  sl_picture_snapshot (ensure_style (self), scene, widget, snapshot);
  /* What has the focus, over the picture. */
  GTK_WIDGET_CLASS (sl_picture_widget_parent_class)->snapshot (widget, snapshot);
}

static void
sl_picture_widget_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (sl_picture_widget_parent_class)->css_changed (widget, change);
  drop_style (SL_PICTURE_WIDGET (widget));
}

static void
set_header_width (SlPictureWidget *self, int width)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  if (width == priv->header_width)
    return;

  priv->header_width = width;
  gtk_widget_queue_resize (GTK_WIDGET (self));
  sl_picture_widget_invalidate (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_HEADER_WIDTH]);
}

/* Large text in a narrow window, or a width that was chosen where there was more room, would leave none for what the names
 * are of. */
static int
limit_width (const SlPictureWidgetPrivate *priv, int width)
{
  int most = MAX ((int) (priv->width * MOST_SHARE), MIN_HEADER_WIDTH);

  return priv->width > 0 ? MIN (width, most) : width;
}

static void
follow_header_width (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);
  int chosen = priv->chosen_header_width;
  int wanted =
      chosen != 0 ? CLAMP (chosen, MIN_HEADER_WIDTH, MAX_HEADER_WIDTH) : priv->natural_header_width;

  set_header_width (self, priv->header_extra + limit_width (priv, wanted));
}

static gboolean
follow_cb (gpointer user_data)
{
  SlPictureWidget *self = SL_PICTURE_WIDGET (user_data);
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  priv->follow_source = 0;
  follow_header_width (self);
  return G_SOURCE_REMOVE;
}

static void
sl_picture_widget_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  SlPictureWidgetPrivate *priv =
      sl_picture_widget_get_instance_private (SL_PICTURE_WIDGET (widget));

  g_clear_pointer (&priv->scene, sl_scene_unref);
  if (width == priv->width)
    return;

  /* Nothing can ask for another size while it gets one. */
  priv->width = width;
  if ((priv->natural_scale > 0 || priv->chosen_header_width != 0) && priv->follow_source == 0)
    priv->follow_source = g_idle_add_full (G_PRIORITY_HIGH_IDLE, follow_cb, widget, NULL);
}

/**
 * sl_picture_widget_get_names_width:
 *
 * Returns: pixels of the row headers without what is beside the names
 */
int
sl_picture_widget_get_names_width (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  g_return_val_if_fail (SL_IS_PICTURE_WIDGET (self), 0);

  return priv->header_width - priv->header_extra;
}

/**
 * sl_picture_widget_set_header_extra:
 * @extra: pixels that the headers of rows have beside the room for names
 */
void
sl_picture_widget_set_header_extra (SlPictureWidget *self, int extra)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  g_return_if_fail (SL_IS_PICTURE_WIDGET (self));
  g_return_if_fail (extra >= 0 && extra <= MAX_HEADER_WIDTH);

  priv->header_extra = extra;
  follow_header_width (self);
}

/**
 * sl_picture_widget_get_font_scale:
 *
 * Returns: height of the font now over that of the design
 */
double
sl_picture_widget_get_font_scale (SlPictureWidget *self)
{
  g_return_val_if_fail (SL_IS_PICTURE_WIDGET (self), 1);

  return sl_picture_style_get_font_scale (ensure_style (self));
}

/**
 * sl_picture_widget_fit_headers:
 * @rows: of the picture, for the font that it has now
 * @is_textbook: its look
 *
 * Makes the headers as wide as the rows' names need, unless the user chose a width; but less than half of the picture. They never
 * become narrower while names come and go, unless the font or the look is another one.
 */
void
sl_picture_widget_fit_headers (SlPictureWidget *self, const SlRows *rows, gboolean is_textbook)
{
  int needed;
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);
  SlPictureStyle *style;

  g_return_if_fail (SL_IS_PICTURE_WIDGET (self));

  style = ensure_style (self);
  needed = is_textbook ? MAX (sl_textbook_get_margin (rows, style->measure), SL_HEADER_WIDTH)
                       : sl_header_get_width (rows, style->measure);
  if (sl_picture_widget_has_new_font (self) || priv->natural_is_textbook != is_textbook)
    {
      priv->natural_header_width = 0;
      priv->natural_is_textbook = is_textbook;
      priv->natural_scale = sl_picture_style_get_font_scale (style);
      g_free (priv->natural_family);
      priv->natural_family = g_strdup (style->fonts.family);
    }
  priv->natural_header_width = MAX (priv->natural_header_width, needed);
  follow_header_width (self);
}

/**
 * sl_picture_widget_has_new_font:
 *
 * Returns: whether names are of another size or family than when the headers were fitted
 */
gboolean
sl_picture_widget_has_new_font (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  SlPictureStyle *style;

  g_return_val_if_fail (SL_IS_PICTURE_WIDGET (self), FALSE);

  style = ensure_style (self);
  return sl_picture_style_get_font_scale (style) != priv->natural_scale ||
         g_strcmp0 (style->fonts.family, priv->natural_family) != 0;
}

static void
sl_picture_widget_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  SlPictureWidgetPrivate *priv =
      sl_picture_widget_get_instance_private (SL_PICTURE_WIDGET (object));

  switch (id)
    {
    case PROP_HEADER_WIDTH:
      g_value_set_int (value, priv->header_width);
      break;
    case PROP_CHOSEN_HEADER_WIDTH:
      g_value_set_int (value, priv->chosen_header_width);
      break;
    case PROP_COLOUR_BLIND:
      g_value_set_boolean (value, priv->colour_blind);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_picture_widget_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  SlPictureWidget *self = SL_PICTURE_WIDGET (object);
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);

  switch (id)
    {
    case PROP_HEADER_WIDTH:
      set_header_width (self, g_value_get_int (value));
      break;
    case PROP_CHOSEN_HEADER_WIDTH:
      priv->chosen_header_width = g_value_get_int (value);
      follow_header_width (self);
      break;
    case PROP_COLOUR_BLIND:
      priv->colour_blind = g_value_get_boolean (value);
      drop_style (self);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
sl_picture_widget_dispose (GObject *object)
{
  SlPictureWidgetPrivate *priv =
      sl_picture_widget_get_instance_private (SL_PICTURE_WIDGET (object));

  g_clear_pointer (&priv->scene, sl_scene_unref);
  g_clear_pointer (&priv->style, sl_picture_style_free);
  g_clear_pointer (&priv->natural_family, g_free);
  g_clear_handle_id (&priv->follow_source, g_source_remove);

  G_OBJECT_CLASS (sl_picture_widget_parent_class)->dispose (object);
}

static void
sl_picture_widget_class_init (SlPictureWidgetClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sl_picture_widget_dispose;
  object_class->get_property = sl_picture_widget_get_property;
  object_class->set_property = sl_picture_widget_set_property;

  widget_class->snapshot = sl_picture_widget_snapshot;
  widget_class->size_allocate = sl_picture_widget_size_allocate;
  widget_class->css_changed = sl_picture_widget_css_changed;

  /**
   * SlPictureWidget:header-width:
   *
   * Of the rows' headers, in pixels, where the picture has rows.
   */
  properties[PROP_HEADER_WIDTH] =
      g_param_spec_int ("header-width", NULL, NULL, MIN_HEADER_WIDTH, 2 * MAX_HEADER_WIDTH,
                        SL_HEADER_WIDTH,
                        G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SlPictureWidget:chosen-header-width:
   *
   * The width of the rows' headers that the user chose; 0 for as wide as the rows' names need.
   */
  properties[PROP_CHOSEN_HEADER_WIDTH] =
      g_param_spec_int ("chosen-header-width", NULL, NULL, 0, MAX_HEADER_WIDTH, 0,
                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  /**
   * SlPictureWidget:colour-blind:
   *
   * Whether the colours are those that colour-blind people can tell apart.
   */
  properties[PROP_COLOUR_BLIND] = g_param_spec_boolean ("colour-blind", NULL, NULL, FALSE,
                                                        G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sl_picture_widget_init (SlPictureWidget *self)
{
  SlPictureWidgetPrivate *priv = sl_picture_widget_get_instance_private (self);
  AdwStyleManager *manager = adw_style_manager_get_default ();

  priv->header_width = SL_HEADER_WIDTH;
  priv->natural_header_width = SL_HEADER_WIDTH;
  g_signal_connect_object (manager, "notify::dark", G_CALLBACK (drop_style), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (manager, "notify::high-contrast", G_CALLBACK (drop_style), self,
                           G_CONNECT_SWAPPED);
}
