/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What GTK gives to draw on records each shape and draws all of them later, in one thread. Pixels are drawn at once, by all
 * processors, and only copied later. */

#include "sl-picture-snapshot.h"

/* Of more pixels only those on screen should be drawn, which GTK sees to. */
#define MOST_PIXELS (1 << 24)

/* Returns: (transfer full) (nullable): %NULL for an empty picture, and for one that is too large */
static cairo_surface_t *
make_image (SlPictureStyle *style, SlScene *scene, int width, int height, int scale)
{
  cairo_surface_t *image;

  if (width <= 0 || height <= 0 || (gint64) width * height > MOST_PIXELS)
    return NULL;

  image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  if (cairo_surface_status (image) != CAIRO_STATUS_SUCCESS)
    {
      cairo_surface_destroy (image);
      return NULL;
    }

  sl_painter_draw_image (style->painter, image, scene, &style->palette, scale);
  return image;
}

/* Takes @image over. */
static GdkTexture *
make_texture (cairo_surface_t *image)
{
  int width = cairo_image_surface_get_width (image);
  int height = cairo_image_surface_get_height (image);
  gsize stride = (gsize) cairo_image_surface_get_stride (image);
  g_autoptr (GBytes) bytes = NULL;

  cairo_surface_flush (image);
  bytes = g_bytes_new_with_free_func (cairo_image_surface_get_data (image), stride * (gsize) height,
                                      (GDestroyNotify) cairo_surface_destroy, image);
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

/* Whether GTK draws with cairo, which takes an image as it is, but copies a texture. */
static gboolean
is_drawn_by_cairo (GtkWidget *widget)
{
  return GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (gtk_widget_get_native (widget)));
}

/**
 * sl_picture_snapshot:
 * @widget: in a window, and shown
 *
 * Draws the scene over all of @widget.
 */
void
sl_picture_snapshot (SlPictureStyle *style,
                     SlScene *scene,
                     GtkWidget *widget,
                     GtkSnapshot *snapshot)
{
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  int scale = gtk_widget_get_scale_factor (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, (float) width, (float) height);
  cairo_surface_t *image = make_image (style, scene, width * scale, height * scale, scale);
  cairo_t *cr;

  if (image != NULL && !is_drawn_by_cairo (widget))
    {
      g_autoptr (GdkTexture) texture = make_texture (image);

      gtk_snapshot_append_texture (snapshot, texture, &bounds);
      return;
    }

  cr = gtk_snapshot_append_cairo (snapshot, &bounds);
  if (image != NULL)
    {
      cairo_surface_set_device_scale (image, scale, scale);
      cairo_set_source_surface (cr, image, 0, 0);
      cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
      cairo_paint (cr);
      cairo_surface_destroy (image);
    }
  else
    sl_painter_draw (style->painter, cr, scene, &style->palette);
  cairo_destroy (cr);
}
