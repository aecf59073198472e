/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-painter-private.h"

#include <math.h>
#include <pango/pangocairo.h>

#include "sl-fonts-private.h"
#include "sl-shape-dots.h"
#include "sl-shape-outline.h"
#include "sl-shape-reach.h"

/* Layouts kept between pictures; forgotten as a whole when there are more. */
#define MAX_LAYOUTS 4096

/* Corners of a smaller radius are not round. */
#define SHARP 0.1

/* @map (nullable): %NULL for that of the calling thread. */
static SlPainter *
painter_new (const SlFontSet *fonts, PangoFontMap *map)
{
  SlPainter *self = g_new0 (SlPainter, 1);

  self->fonts = *fonts;
  self->fonts.family = g_strdup (fonts->family);
  self->fonts.mono = g_strdup (fonts->mono);
  self->fonts.serif = g_strdup (fonts->serif);
  self->context = sl_font_set_create_context (map);
  self->hatches = g_hash_table_new_full (g_str_hash, g_str_equal, g_free,
                                         (GDestroyNotify) cairo_pattern_destroy);
  for (guint i = 0; i < SL_N_FONTS; i++)
    self->layouts[i] = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);

  return self;
}

/**
 * sl_painter_new:
 * @fonts: copied; the same as those of the measure that laid the scenes out
 */
SlPainter *
sl_painter_new (const SlFontSet *fonts)
{
  return painter_new (fonts, NULL);
}

/**
 * sl_painter_new_movable:
 *
 * Returns: (transfer full): a painter that draws the same on any thread, one at a time
 */
SlPainter *
sl_painter_new_movable (const SlFontSet *fonts)
{
  g_autoptr (PangoFontMap) map = pango_cairo_font_map_new ();

  return painter_new (fonts, map);
}

/**
 * sl_painter_free:
 */
void
sl_painter_free (SlPainter *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < SL_PAINTER_BANDS; i++)
    sl_painter_free (self->bands[i]);
  for (guint i = 0; i < SL_N_FONTS; i++)
    g_hash_table_unref (self->layouts[i]);
  g_hash_table_unref (self->hatches);
  g_object_unref (self->context);
  g_free ((char *) self->fonts.family);
  g_free ((char *) self->fonts.mono);
  g_free ((char *) self->fonts.serif);
  g_free (self);
}

/**
 * sl_painter_set_paint:
 *
 * Returns: whether it is seen at all
 */
gboolean
sl_painter_set_paint (SlPainter *self, cairo_t *cr, SlPaint paint)
{
  double alpha;
  guint32 rgb = sl_palette_resolve (self->palette, paint, &alpha);

  if (alpha <= 0)
    return FALSE;

  cairo_set_source_rgba (cr, (rgb >> 16 & 0xff) / 255.0, (rgb >> 8 & 0xff) / 255.0,
                         (rgb & 0xff) / 255.0, alpha);
  return TRUE;
}

/**
 * sl_painter_get_pixel:
 * @pixel: (out): see sl_canvas_make_pixel()
 *
 * Returns: whether it is seen at all
 */
gboolean
sl_painter_get_pixel (const SlPainter *self, SlPaint paint, guint32 *pixel)
{
  double alpha;
  guint32 rgb = sl_palette_resolve (self->palette, paint, &alpha);

  if (alpha <= 0)
    return FALSE;

  *pixel = sl_canvas_make_pixel (rgb, alpha);
  return TRUE;
}

/**
 * sl_painter_add_box:
 *
 * Adds a rectangle with round corners to the path.
 */
void
sl_painter_add_box (cairo_t *cr, double x, double y, double width, double height, double radius)
{
  radius = MIN (radius, MIN (width, height) / 2);
  if (radius <= SHARP)
    {
      cairo_rectangle (cr, x, y, width, height);
      return;
    }

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + width - radius, y + radius, radius, -G_PI_2, 0);
  cairo_arc (cr, x + width - radius, y + height - radius, radius, 0, G_PI_2);
  cairo_arc (cr, x + radius, y + height - radius, radius, G_PI_2, G_PI);
  cairo_arc (cr, x + radius, y + radius, radius, G_PI, 3 * G_PI_2);
  cairo_close_path (cr);
}

/* Most rectangles are whole pixels. */
static void
fill_rectangle (SlPainter *self, double x, double y, double width, double height, SlPaint paint)
{
  guint32 pixel;

  if (sl_canvas_has_point (&self->canvas, x, y) &&
      sl_canvas_has_point (&self->canvas, width, height) && width >= 0 && height >= 0)
    {
      if (!sl_painter_get_pixel (self, paint, &pixel))
        return;
      sl_canvas_begin (&self->canvas);
      sl_canvas_fill (&self->canvas, (int) x, (int) y, (int) width, (int) height, pixel);
      sl_canvas_end (&self->canvas);
      return;
    }

  if (!sl_painter_set_paint (self, self->cr, paint))
    return;
  cairo_rectangle (self->cr, x, y, width, height);
  cairo_fill (self->cr);
}

static void
fill_box (SlPainter *self, const SlShape *shape)
{
  if (shape->radius <= SHARP)
    {
      fill_rectangle (self, shape->x, shape->y, shape->width, shape->height, shape->fill);
      return;
    }

  if (!sl_painter_set_paint (self, self->cr, shape->fill))
    return;
  sl_painter_add_box (self->cr, shape->x, shape->y, shape->width, shape->height, shape->radius);
  cairo_fill (self->cr);
}

static void
stroke_box (SlPainter *self, const SlShape *shape)
{
  cairo_t *cr = self->cr;
  double inset = shape->line_width / 2;
  double dash[2] = { shape->dash[0], shape->dash[1] };

  if (shape->line_width <= 0 || shape->width <= shape->line_width ||
      !sl_painter_set_paint (self, cr, shape->stroke))
    return;

  sl_painter_add_box (cr, shape->x + inset, shape->y + inset, shape->width - shape->line_width,
                      shape->height - shape->line_width, shape->radius - inset);
  cairo_set_line_width (cr, shape->line_width);
  cairo_set_dash (cr, dash, dash[0] > 0 ? 2 : 0, 0);
  cairo_stroke (cr);
}

static void
draw_box (SlPainter *self, const SlShape *shape)
{
  SlShape outline, dots;

  fill_box (self, shape);
  if (sl_shape_get_outline (shape, self->palette, &outline))
    stroke_box (self, &outline);
  if (sl_shape_get_dots (shape, &dots))
    sl_painter_draw_hatch (self, &dots);
  stroke_box (self, shape);
}

static void
stroke_path (SlPainter *self, const SlShape *shape)
{
  cairo_t *cr = self->cr;
  double dash[2] = { shape->dash[0], shape->dash[1] };

  if (shape->line_width <= 0 || !sl_painter_set_paint (self, cr, shape->stroke))
    {
      cairo_new_path (cr);
      return;
    }

  cairo_set_line_width (cr, shape->line_width);
  cairo_set_dash (cr, dash, dash[0] > 0 ? 2 : 0, 0);
  cairo_stroke (cr);
}

/* Straight lines without a dash are rectangles: cairo fills these many times faster. */
static void
draw_line (SlPainter *self, const SlShape *shape)
{
  cairo_t *cr = self->cr;
  double half = shape->line_width / 2;

  if (shape->dash[0] <= 0 && (shape->width == 0 || shape->height == 0))
    {
      double x = shape->x - (shape->width == 0 ? half : 0);
      double y = shape->y - (shape->height == 0 ? half : 0);

      fill_rectangle (self, x, y, shape->width == 0 ? shape->line_width : shape->width,
                      shape->height == 0 ? shape->line_width : shape->height, shape->stroke);
      return;
    }

  cairo_move_to (cr, shape->x, shape->y);
  cairo_line_to (cr, shape->x + shape->width, shape->y + shape->height);
  stroke_path (self, shape);
}

static void
draw_path (SlPainter *self, const SlShape *shape)
{
  const SlPoint *points = sl_scene_get_points (self->scene, shape);
  cairo_t *cr = self->cr;

  cairo_new_path (cr); /* text leaves a point behind */
  for (guint i = 0; i < shape->count; i++)
    cairo_line_to (cr, points[i].x, points[i].y);

  if (shape->fill.role != SL_PAINT_NONE)
    {
      cairo_close_path (cr);
      if (sl_painter_set_paint (self, cr, shape->fill))
        cairo_fill_preserve (cr);
    }
  stroke_path (self, shape);
}

static void
draw_disc (SlPainter *self, const SlShape *shape)
{
  cairo_t *cr = self->cr;

  cairo_new_sub_path (cr);
  cairo_arc (cr, shape->x, shape->y, shape->radius, 0, 2 * G_PI);
  if (sl_painter_set_paint (self, cr, shape->fill))
    cairo_fill_preserve (cr);
  stroke_path (self, shape);
}

static PangoLayout *
get_layout (SlPainter *self, SlFont font, const char *text)
{
  GHashTable *layouts = self->layouts[font];
  PangoLayout *layout = g_hash_table_lookup (layouts, text);

  if (layout != NULL)
    return layout;

  if (g_hash_table_size (layouts) >= MAX_LAYOUTS)
    g_hash_table_remove_all (layouts);
  layout = sl_font_set_create_layout (&self->fonts, self->context, font, text);
  g_hash_table_insert (layouts, g_strdup (text), layout);

  return layout;
}

/* Goes to where the text begins; the caller restores the context. */
static void
move_to_text (SlPainter *self, const SlShape *shape, PangoLayout *layout)
{
  cairo_t *cr = self->cr;
  const cairo_matrix_t upwards = {
    .yx = -1,
    .xy = 1
  }; /* exactly, so that letters stand on the same pixels in any band */
  double x = shape->x, y = shape->y;
  int width, height;

  pango_layout_get_size (layout, &width, &height);
  if (shape->anchor == SL_ANCHOR_MIDDLE)
    x -= width / (2.0 * PANGO_SCALE);
  else if (shape->anchor == SL_ANCHOR_RIGHT)
    x -= width / (double) PANGO_SCALE;
  y -= pango_layout_get_baseline (layout) / (double) PANGO_SCALE;
  if (shape->upright)
    {
      cairo_translate (cr, shape->x, shape->y);
      cairo_transform (cr, &upwards);
      x = -width / (2.0 * PANGO_SCALE);
      y = -height / (2.0 * PANGO_SCALE);
    }
  cairo_move_to (cr, x, y);
}

static void
draw_halo (SlPainter *self, const SlShape *shape)
{
  PangoLayout *layout = get_layout (self, shape->font, shape->text);
  cairo_t *cr = self->cr;

  if (shape->radius <= 0 || !sl_painter_set_paint (self, cr, shape->halo))
    return;

  cairo_save (cr);
  move_to_text (self, shape, layout);
  pango_cairo_layout_path (cr, layout);
  cairo_set_line_width (cr, shape->radius * 2);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_set_dash (cr, NULL, 0, 0);
  cairo_stroke (cr);
  cairo_restore (cr);
}

static void
draw_letters (SlPainter *self, const SlShape *shape)
{
  PangoLayout *layout = get_layout (self, shape->font, shape->text);

  if (!sl_painter_set_paint (self, self->cr, shape->stroke))
    return;

  cairo_save (self->cr);
  move_to_text (self, shape, layout);
  pango_cairo_show_layout (self->cr, layout);
  cairo_restore (self->cr);
}

/* A label with all its runs: the halo of one would hide the end of the one before. */
static void
draw_text (SlPainter *self, const SlShape *shape)
{
  const SlShape *last = shape + shape->joined;

  for (const SlShape *run = shape; run <= last; run++)
    draw_halo (self, run);
  for (const SlShape *run = shape; run <= last; run++)
    draw_letters (self, run);
}

static void
draw_shape (SlPainter *self, const SlShape *shape)
{
  switch ((SlShapeType) shape->type)
    {
    case SL_SHAPE_BOX:
      draw_box (self, shape);
      break;
    case SL_SHAPE_HATCH:
      sl_painter_draw_hatch (self, shape);
      break;
    case SL_SHAPE_LINE:
      draw_line (self, shape);
      break;
    case SL_SHAPE_PATH:
      draw_path (self, shape);
      break;
    case SL_SHAPE_DISC:
      draw_disc (self, shape);
      break;
    case SL_SHAPE_TEXT:
      draw_text (self, shape);
      break;
    case SL_SHAPE_CELLS:
      sl_painter_draw_cells (self, shape);
      break;
    case SL_SHAPE_STRIP:
      sl_painter_draw_strip (self, shape);
      break;
    default:
      break;
    }
}

static gboolean
is_raster (cairo_surface_t *surface)
{
  cairo_surface_type_t type = cairo_surface_get_type (surface);

  return type != CAIRO_SURFACE_TYPE_PDF && type != CAIRO_SURFACE_TYPE_PS &&
         type != CAIRO_SURFACE_TYPE_SVG;
}

/* Whether any of it, and of what is joined to it, is between @top and @bottom. */
static gboolean
is_between (const SlPainter *self, const SlShape *shape, double top, double bottom)
{
  const SlPoint *points =
      shape->type == SL_SHAPE_PATH ? sl_scene_get_points (self->scene, shape) : NULL;

  for (const SlShape *run = shape; run <= shape + shape->joined; run++)
    {
      double size = run->type == SL_SHAPE_TEXT ? sl_font_set_get_size (&self->fonts, run->font) : 0;
      double run_top, run_bottom;

      sl_shape_get_reach (run, points, size, &run_top, &run_bottom);
      if (run_top < bottom && run_bottom > top)
        return TRUE;
    }
  return FALSE;
}

static void
draw_layer (SlPainter *self, SlLayer layer)
{
  const SlShape *shapes = sl_scene_get_shapes (self->scene, layer);
  guint n_shapes = sl_scene_get_n_shapes (self->scene, layer);
  double left, top, right, bottom;
  float clip[4];

  if (n_shapes == 0)
    return;

  sl_scene_get_clip (self->scene, layer, clip);
  cairo_save (self->cr);
  cairo_rectangle (self->cr, clip[0], clip[1], clip[2], clip[3]);
  cairo_clip (self->cr);
  cairo_clip_extents (self->cr, &left, &top, &right, &bottom);
  sl_canvas_init (&self->canvas, self->cr);
  for (guint i = 0; i < n_shapes; i += 1u + shapes[i].joined)
    if (is_between (self, &shapes[i], top, bottom))
      draw_shape (self, &shapes[i]);
  cairo_restore (self->cr);
}

/**
 * sl_painter_draw:
 * @cr: its unit is a pixel at scale 1; scale it for exports and dense screens
 * @palette: what roles look like
 *
 * Draws into the pixels of images where it can, else on images and screens through masks and
 * patterns, on paper through paths.
 */
void
sl_painter_draw (SlPainter *self, cairo_t *cr, SlScene *scene, const SlPalette *palette)
{
  double dx = 1, dy = 0, device_x, device_y;

  g_return_if_fail (self != NULL && cr != NULL && scene != NULL && palette != NULL);

  cairo_user_to_device_distance (cr, &dx, &dy);
  cairo_surface_get_device_scale (cairo_get_target (cr), &device_x, &device_y);
  self->cr = cr;
  self->scene = scene;
  self->palette = palette;
  self->raster = is_raster (cairo_get_target (cr));
  self->scale = MAX (hypot (dx, dy) * device_x, 0.01);

  cairo_save (cr);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    draw_layer (self, layer);
  cairo_restore (cr);

  self->cr = NULL;
  self->scene = NULL;
  self->palette = NULL;
}
