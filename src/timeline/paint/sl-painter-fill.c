/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How surfaces are filled: hatches and strips. */
#include "sl-painter-private.h"

#include <math.h>

/* From one line of a hatch to the next, along the edge of its rectangle. */
static double
get_pitch (const SlShape *shape)
{
  gboolean upright = shape->hatch == SL_HATCH_EXHAUSTED || shape->hatch == SL_HATCH_DOTS;

  return shape->spacing * (upright ? 1 : G_SQRT2);
}

/* Strokes as long as they are wide. */
static void
add_dots (cairo_t *cr, const SlShape *shape, double x, double y, double width, double height)
{
  double pitch = shape->spacing, size = shape->line_width;

  for (double top = ceil (y / pitch) * pitch; top < y + height; top += pitch)
    {
      for (double left = ceil (x / pitch) * pitch; left < x + width; left += pitch)
        {
          cairo_move_to (cr, left - size / 2, top + size / 2);
          cairo_line_to (cr, left + size / 2, top + size / 2);
        }
    }
}

/* Lines of one hatch through a rectangle, each at a multiple of the spacing from the origin. */
static void
add_hatch_lines (cairo_t *cr, const SlShape *shape, double x, double y, double width, double height)
{
  double pitch = get_pitch (shape);

  if (shape->hatch == SL_HATCH_DOTS)
    {
      add_dots (cr, shape, x, y, width, height);
    }
  else if (shape->hatch == SL_HATCH_EXHAUSTED)
    {
      for (double at = ceil (x / pitch) * pitch; at <= x + width; at += pitch)
        {
          cairo_move_to (cr, at, y);
          cairo_line_to (cr, at, y + height);
        }
    }
  else if (shape->hatch == SL_HATCH_LOCK)
    {
      for (double sum = ceil ((x + y) / pitch) * pitch; sum <= x + width + y + height; sum += pitch)
        {
          cairo_move_to (cr, sum - y, y);
          cairo_line_to (cr, sum - y - height, y + height);
        }
    }
  else
    {
      for (double gap = ceil ((x - y - height) / pitch) * pitch; gap <= x + width - y; gap += pitch)
        {
          cairo_move_to (cr, gap + y, y);
          cairo_line_to (cr, gap + y + height, y + height);
        }
    }
}

/* One tile that repeats: its side is the pitch in device pixels, rounded, so that it meets
 * itself; the pattern is anchored at the picture's origin. */
static cairo_pattern_t *
get_hatch_pattern (SlPainter *self, const SlShape *shape)
{
  double alpha;
  guint32 rgb = sl_palette_resolve (self->palette, shape->stroke, &alpha);
  double line_width = shape->line_width;
  g_autofree char *key = g_strdup_printf ("%u %06x %.3f %.2f %.2f %.2f", shape->hatch, rgb, alpha,
                                          line_width, shape->spacing, self->scale);
  cairo_pattern_t *pattern = g_hash_table_lookup (self->hatches, key);
  double pitch = get_pitch (shape);
  int repeats = 4;
  int side = MAX ((int) lround (pitch * repeats * self->scale), 1);
  SlShape tile = *shape;
  cairo_surface_t *surface;
  cairo_matrix_t matrix;
  cairo_t *cr;

  if (pattern != NULL)
    return pattern;

  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, side, side);
  cr = cairo_create (surface);
  cairo_scale (cr, side / (pitch * repeats), side / (pitch * repeats));
  cairo_set_line_width (cr, line_width);
  sl_painter_set_paint (self, cr, shape->stroke);
  tile.x = tile.y = 0;
  add_hatch_lines (cr, &tile, -pitch, -pitch, pitch * (repeats + 2), pitch * (repeats + 2));
  cairo_stroke (cr);
  cairo_destroy (cr);

  pattern = cairo_pattern_create_for_surface (surface);
  cairo_surface_destroy (surface);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_matrix_init_scale (&matrix, self->scale, self->scale);
  cairo_pattern_set_matrix (pattern, &matrix);
  g_hash_table_insert (self->hatches, g_steal_pointer (&key), pattern);

  return pattern;
}

/**
 * sl_painter_draw_hatch:
 * @shape: a hatch
 *
 * A pattern on screens and images, lines on paper.
 */
void
sl_painter_draw_hatch (SlPainter *self, const SlShape *shape)
{
  cairo_t *cr = self->cr;
  SlShape look = *shape;

  if (self->palette->contrast && shape->hatch != SL_HATCH_DOTS)
    look.line_width = 2;

  if (self->raster)
    {
      cairo_set_source (cr, get_hatch_pattern (self, &look));
      sl_painter_add_box (cr, shape->x, shape->y, shape->width, shape->height, shape->radius);
      cairo_fill (cr);
      return;
    }

  if (!sl_painter_set_paint (self, cr, look.stroke))
    return;

  cairo_save (cr);
  cairo_rectangle (cr, shape->x, shape->y, shape->width, shape->height);
  cairo_clip (cr);
  add_hatch_lines (cr, &look, shape->x, shape->y, shape->width, shape->height);
  cairo_set_line_width (cr, look.line_width);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

/* Coverage of one pixel row of a strip, which lies between @low and @high, in 255ths of a pixel above
 * the strip's bottom. */
static void
fill_row (guint8 *restrict row,
          const gint32 *restrict bottoms,
          const gint32 *restrict tops,
          guint n_columns,
          gint32 low,
          gint32 high)
{
  for (guint i = 0; i < n_columns; i++)
    {
      gint32 covered = MIN (tops[i], high) - MAX (bottoms[i], low);

      row[i] = (guint8) MAX (covered, 0);
    }
}

/* The same of strips that are so low that short numbers do, of which processors compare twice as many
 * at once. */
static void
fill_short_row (guint8 *restrict row,
                const gint16 *restrict bottoms,
                const gint16 *restrict tops,
                guint n_columns,
                gint16 low,
                gint16 high)
{
  for (guint i = 0; i < n_columns; i++)
    {
      gint16 top = MIN (tops[i], high), bottom = MAX (bottoms[i], low);

      row[i] = (guint8) MAX ((gint16) (top - bottom), 0);
    }
}

#define SHORT_HEIGHT (G_MAXINT16 / 255)

/* Where a strip's bars begin and end, in 255ths of a pixel above its bottom: a value of 255 is the whole
 * height, so that value × height counts these and what is covered comes out in whole numbers. */
typedef struct
{
  gint32 *bottoms; /* of bars higher than short numbers can tell, else the two below */
  gint32 *tops;
  gint16 *short_bottoms;
  gint16 *short_tops;
  guint n_columns;
  int height;
  gint32 highest;
} Bars;

static void
bars_init (Bars *self, const guint8 *values, guint n_columns, int height)
{
  *self = (Bars) { .n_columns = n_columns, .height = height };
  if (height <= SHORT_HEIGHT)
    {
      self->short_bottoms = g_new (gint16, n_columns);
      self->short_tops = g_new (gint16, n_columns);
    }
  else
    {
      self->bottoms = g_new (gint32, n_columns);
      self->tops = g_new (gint32, n_columns);
    }

  for (guint i = 0; i < n_columns; i++)
    {
      gint32 bottom = values[2 * i] * height, top = values[2 * i + 1] * height;

      self->highest = MAX (self->highest, top);
      if (self->short_tops != NULL)
        {
          self->short_bottoms[i] = (gint16) bottom;
          self->short_tops[i] = (gint16) top;
          continue;
        }
      self->bottoms[i] = bottom;
      self->tops[i] = top;
    }
}

static void
bars_clear (Bars *self)
{
  g_free (self->bottoms);
  g_free (self->tops);
  g_free (self->short_bottoms);
  g_free (self->short_tops);
}

/* Row by row from above, which is how an image lies in memory. Returns whether there is anything. */
static gboolean
bars_fill_row (const Bars *self, int row, guint8 *covered)
{
  int low = (self->height - 1 - row) * 255;

  if (self->highest <= low)
    return FALSE;

  if (self->short_tops != NULL)
    fill_short_row (covered, self->short_bottoms, self->short_tops, self->n_columns, (gint16) low,
                    (gint16) (low + 255));
  else
    fill_row (covered, self->bottoms, self->tops, self->n_columns, low, low + 255);
  return TRUE;
}

static void
draw_on_canvas (SlPainter *self, const SlShape *shape)
{
  g_autofree guint8 *covered = g_new (guint8, MAX (shape->count, 1));
  guint32 pixel;
  Bars bars;

  if (!sl_painter_get_pixel (self, shape->fill, &pixel))
    return;

  bars_init (&bars, sl_scene_get_values (self->scene, shape), shape->count, (int) shape->height);
  sl_canvas_begin (&self->canvas);
  for (int row = 0; row < bars.height; row++)
    {
      if (bars_fill_row (&bars, row, covered))
        sl_canvas_fill_covered (&self->canvas, (int) shape->x, (int) shape->y + row, covered,
                                (int) shape->count, pixel);
    }
  sl_canvas_end (&self->canvas);
  bars_clear (&bars);
}

static cairo_surface_t *
make_mask (const guint8 *values, guint n_columns, int height)
{
  cairo_surface_t *mask = cairo_image_surface_create (CAIRO_FORMAT_A8, (int) n_columns, height);
  guint8 *pixels = cairo_image_surface_get_data (mask);
  int stride = cairo_image_surface_get_stride (mask);
  Bars bars;

  bars_init (&bars, values, n_columns, height);
  cairo_surface_flush (mask);
  for (int row = 0; row < height; row++)
    bars_fill_row (&bars, row, pixels + (gsize) row * stride);
  cairo_surface_mark_dirty (mask);
  bars_clear (&bars);

  return mask;
}

static void
draw_mask (SlPainter *self, const SlShape *shape)
{
  int height = MAX ((int) lround (shape->height * self->scale), 1);
  cairo_surface_t *mask =
      make_mask (sl_scene_get_values (self->scene, shape), shape->count, height);
  cairo_t *cr = self->cr;
  cairo_pattern_t *pattern;
  cairo_matrix_t matrix;

  pattern = cairo_pattern_create_for_surface (mask);
  cairo_pattern_set_filter (pattern, CAIRO_FILTER_NEAREST);
  cairo_matrix_init_scale (&matrix, 1, height / shape->height);
  cairo_matrix_translate (&matrix, -shape->x, -shape->y);
  cairo_pattern_set_matrix (pattern, &matrix);
  if (sl_painter_set_paint (self, cr, shape->fill))
    cairo_mask (cr, pattern);
  cairo_pattern_destroy (pattern);
  cairo_surface_destroy (mask);
}

static void
draw_bars (SlPainter *self, const SlShape *shape)
{
  const guint8 *values = sl_scene_get_values (self->scene, shape);
  cairo_t *cr = self->cr;

  for (guint i = 0; i < shape->count; i++)
    {
      double bottom = values[i * 2] / 255.0 * shape->height;
      double top = values[i * 2 + 1] / 255.0 * shape->height;

      if (top > bottom)
        cairo_rectangle (cr, shape->x + i, shape->y + shape->height - top, 1, top - bottom);
    }
  if (sl_painter_set_paint (self, cr, shape->fill))
    cairo_fill (cr);
  cairo_new_path (cr);
}

/**
 * sl_painter_draw_strip:
 * @shape: a strip
 *
 * Into the pixels of an image where that goes, else through a mask on screens and images, as one path
 * on paper.
 */
void
sl_painter_draw_strip (SlPainter *self, const SlShape *shape)
{
  if (sl_canvas_has_point (&self->canvas, shape->x, shape->y) && shape->height >= 1 &&
      sl_canvas_has_point (&self->canvas, shape->height, 0))
    draw_on_canvas (self, shape);
  else if (self->raster)
    draw_mask (self, shape);
  else
    draw_bars (self, shape);
}
