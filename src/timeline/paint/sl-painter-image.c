/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws an image in bands, one below the other, on all processors. A band is an image of its own over the same pixels, and has a
 * painter of its own, since fonts and contexts are for one thread at a time. */

#include "sl-painter-private.h"

#include "sl-parallel.h"

/* A lower band is not worth another thread. */
#define LEAST_HEIGHT 32

/* @painters: by band */
typedef struct
{
  SlPainter **painters;
  guint n_bands;
  SlScene *scene;
  const SlPalette *palette;
  double scale;
  guint8 *data;
  cairo_format_t format;
  int width, height, stride;
} Picture;

static void
draw_band (guint number, gpointer user_data)
{
  const Picture *picture = user_data;
  int top = picture->height * (int) number / (int) picture->n_bands;
  int bottom = picture->height * (int) (number + 1) / (int) picture->n_bands;
  cairo_surface_t *band =
      cairo_image_surface_create_for_data (picture->data + (gssize) top * picture->stride,
                                           picture->format, picture->width, bottom - top,
                                           picture->stride);
  cairo_t *cr;

  cairo_surface_set_device_offset (band, 0, -top);
  cr = cairo_create (band);
  cairo_scale (cr, picture->scale, picture->scale);
  sl_painter_draw (picture->painters[number], cr, picture->scene, picture->palette);
  cairo_destroy (cr);
  cairo_surface_destroy (band);
}

/**
 * sl_painter_draw_image:
 * @image: of pixels, without an offset
 * @scale: pixels of @image to one of the picture
 *
 * Draws the scene from the upper left corner of @image on, as sl_painter_draw() would, on several threads where there are
 * several processors.
 */
void
sl_painter_draw_image (SlPainter *self,
                       cairo_surface_t *image,
                       SlScene *scene,
                       const SlPalette *palette,
                       double scale)
{
  gboolean is_split = g_get_num_processors () > 1 &&
                      cairo_image_surface_get_height (image) >= SL_PAINTER_BANDS * LEAST_HEIGHT;
  Picture picture = { .painters = is_split ? self->bands : &self,
                      .n_bands = is_split ? SL_PAINTER_BANDS : 1,
                      .scene = scene,
                      .palette = palette,
                      .scale = scale };

  g_return_if_fail (cairo_surface_get_type (image) == CAIRO_SURFACE_TYPE_IMAGE);

  for (guint i = 0; is_split && i < SL_PAINTER_BANDS; i++)
    if (self->bands[i] == NULL)
      self->bands[i] = sl_painter_new_movable (&self->fonts);
  cairo_surface_flush (image);
  picture.data = cairo_image_surface_get_data (image);
  picture.format = cairo_image_surface_get_format (image);
  picture.width = cairo_image_surface_get_width (image);
  picture.height = cairo_image_surface_get_height (image);
  picture.stride = cairo_image_surface_get_stride (image);
  sl_parallel_run (picture.n_bands, draw_band, &picture);
  cairo_surface_mark_dirty (image);
}
