/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heat maps: an image of a pixel a cell, enlarged without smoothing. */

#include "sl-painter-private.h"

static guint32
get_pixel (const SlPalette *palette, SlPaint fill, guint8 code, guint8 level)
{
  double alpha, strength;
  guint32 colour = sl_cell_resolve (palette, fill, code, level, &alpha);
  guint32 pixel;

  strength = alpha;
  pixel = (guint32) (alpha * 255 + 0.5) << 24;
  for (guint shift = 0; shift <= 16; shift += 8)
    pixel |= (guint32) ((colour >> shift & 0xff) * strength + 0.5) << shift;

  return pixel;
}

/**
 * sl_painter_draw_cells:
 * @shape: cells
 */
void
sl_painter_draw_cells (SlPainter *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  int n_columns = (int) (shape->width / shape->spacing);
  int n_rows = (int) (shape->height / shape->spacing);
  cairo_surface_t *image;
  guint32 table[16][SL_CELL_LEVELS];

  if (n_columns <= 0 || n_rows <= 0)
    return;

  for (guint code = 0; code < 16; code++)
    {
      for (guint level = 0; level < SL_CELL_LEVELS; level++)
        table[code][level] = get_pixel (self->palette, shape->fill, (guint8) code, (guint8) level);
    }

  image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, n_columns, n_rows);
  for (int row = 0; row < n_rows; row++)
    {
      guint32 *pixels = (guint32 *) (gpointer) (cairo_image_surface_get_data (image) +
                                                row * cairo_image_surface_get_stride (image));

      for (int column = 0; column < n_columns; column++, values += 2)
        pixels[column] = values[0] == 0 ? 0 : table[values[0] % 16][values[1] % SL_CELL_LEVELS];
    }
  cairo_surface_mark_dirty (image);

  cairo_save (self->cr);
  cairo_translate (self->cr, shape->x, shape->y);
  cairo_scale (self->cr, shape->spacing, shape->spacing);
  cairo_set_source_surface (self->cr, image, 0, 0);
  cairo_pattern_set_filter (cairo_get_source (self->cr), CAIRO_FILTER_NEAREST);
  cairo_paint (self->cr);
  cairo_restore (self->cr);
  cairo_surface_destroy (image);
}
