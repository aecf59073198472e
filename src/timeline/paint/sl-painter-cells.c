/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Heat maps: an image of a pixel a cell, enlarged without smoothing. Where they are drawn on an image,
 * their cells are put there row by row. */

#include "sl-painter-private.h"

#include <string.h>

/* Pixels; larger cells are nothing that is drawn often. */
#define MOST_SIZE 4

static guint32
get_pixel (const SlPalette *palette, SlPaint fill, guint8 code, guint8 level)
{
  double alpha;
  guint32 colour = sl_cell_resolve (palette, fill, code, level, &alpha);
  guint32 pixel;

  pixel = (guint32) (alpha * 255 + 0.5) << 24;
  for (guint shift = 0; shift <= 16; shift += 8)
    pixel |= (guint32) ((colour >> shift & 0xff) * alpha + 0.5) << shift;

  return pixel;
}

/* By code, then by level; nothing where the code is 0. */
typedef struct
{
  guint32 pixels[16 * SL_CELL_LEVELS];
  guint32 kept[16 * SL_CELL_LEVELS];
} Table;

static void
table_init (Table *self, const SlPalette *palette, SlPaint fill)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->pixels); i++)
    {
      guint8 code = (guint8) (i / SL_CELL_LEVELS), level = (guint8) (i % SL_CELL_LEVELS);

      self->pixels[i] = code > 0 ? get_pixel (palette, fill, code, level) : 0;
      self->kept[i] = sl_canvas_make_kept (self->pixels[i]);
    }
}

static inline guint
get_entry (const guint8 *value)
{
  return value[0] % 16u * SL_CELL_LEVELS + value[1] % (guint) SL_CELL_LEVELS;
}

/* Inlined for the one size that there is. */
static inline void
enlarge (const Table *self,
         const guint8 *values,
         guint n_cells,
         guint size,
         guint32 *restrict pixels,
         guint32 *restrict kept)
{
  for (guint i = 0; i < n_cells; i++)
    {
      guint entry = get_entry (&values[2 * i]);
      guint32 pixel = self->pixels[entry], keeps = self->kept[entry];

      for (guint j = 0; j < size; j++)
        {
          *pixels++ = pixel;
          *kept++ = keeps;
        }
    }
}

/* Cells side by side that are drawn at once; where they are all empty, nothing is. */
#define RUN 32

static gboolean
is_empty (const guint8 *values, guint n_cells)
{
  static const guint8 nothing[2 * RUN] = { 0 };

  return memcmp (values, nothing, 2 * n_cells) == 0;
}

static void
draw_run (SlPainter *self,
          const Table *table,
          const guint8 *values,
          guint n_cells,
          guint size,
          int x,
          int y)
{
  guint32 pixels[RUN * MOST_SIZE], kept[RUN * MOST_SIZE];

  if (is_empty (values, n_cells))
    return;

  if (size == 2)
    enlarge (table, values, n_cells, 2, pixels, kept);
  else
    enlarge (table, values, n_cells, size, pixels, kept);
  for (guint i = 0; i < size; i++)
    sl_canvas_put_over (&self->canvas, x, y + (int) i, pixels, kept, (int) (n_cells * size));
}

static void
draw_on_canvas (SlPainter *self,
                const SlShape *shape,
                const Table *table,
                int n_columns,
                int n_rows)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  int size = (int) shape->spacing;

  sl_canvas_begin (&self->canvas);
  for (int row = 0; row < n_rows; row++)
    {
      for (int column = 0; column < n_columns; column += RUN)
        {
          int n_cells = MIN (n_columns - column, RUN);

          draw_run (self, table, values, (guint) n_cells, (guint) size,
                    (int) shape->x + column * size, (int) shape->y + row * size);
          values += 2 * n_cells;
        }
    }
  sl_canvas_end (&self->canvas);
}

static void
look_up (const Table *self, const guint8 *values, int n_cells, guint32 *pixels)
{
  for (int i = 0; i < n_cells; i++)
    pixels[i] = self->pixels[get_entry (&values[2 * i])];
}

static void
draw_enlarged (SlPainter *self, const SlShape *shape, const Table *table, int n_columns, int n_rows)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, n_columns, n_rows);

  for (int row = 0; row < n_rows; row++)
    look_up (table, values + 2 * (gsize) row * (gsize) n_columns, n_columns,
             (guint32 *) (gpointer) (cairo_image_surface_get_data (image) +
                                     row * cairo_image_surface_get_stride (image)));
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

/**
 * sl_painter_draw_cells:
 * @shape: cells
 */
void
sl_painter_draw_cells (SlPainter *self, const SlShape *shape)
{
  int n_columns = (int) (shape->width / shape->spacing);
  int n_rows = (int) (shape->height / shape->spacing);
  Table table;

  if (n_columns <= 0 || n_rows <= 0)
    return;

  table_init (&table, self->palette, shape->fill);
  if (sl_canvas_has_point (&self->canvas, shape->x, shape->y) &&
      sl_canvas_has_point (&self->canvas, shape->spacing, 0) && shape->spacing <= MOST_SIZE)
    draw_on_canvas (self, shape, &table, n_columns, n_rows);
  else
    draw_enlarged (self, shape, &table, n_columns, n_rows);
}
