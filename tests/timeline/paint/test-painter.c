/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the painter writes into the pixels of images, against what cairo draws of the same. */

#include "sl-painter.h"

#define WIDTH  160
#define HEIGHT 120

static SlPaint
random_paint (void)
{
  guint index = (guint) g_test_rand_int_range (0, SL_PALETTE_OBJECTS);
  double alpha = g_test_rand_bit () ? 1 : g_test_rand_double ();

  return sl_paint_object (SL_PAINT_OBJECT, index, alpha);
}

/* Mostly whole numbers, also beyond the picture. */
static float
random_place (int limit)
{
  float place = (float) g_test_rand_int_range (-limit / 2, limit + limit / 2);

  return g_test_rand_int_range (0, 8) == 0 ? place + 0.3f : place;
}

static void
place_shape (SlShape *shape, int width, int height)
{
  shape->x = random_place (WIDTH);
  shape->y = random_place (HEIGHT);
  shape->width = (float) width;
  shape->height = (float) height;
  shape->fill = shape->stroke = random_paint ();
}

static void
fill_values (guint8 *values, guint n_values, guint most)
{
  gboolean sparse = g_test_rand_bit ();

  for (guint i = 0; i < n_values; i++)
    values[i] = sparse && g_test_rand_int_range (0, 16) > 0
                    ? 0
                    : (guint8) g_test_rand_int_range (0, (gint32) most);
}

static void
add_cells (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_CELLS, 0);
  guint size = (guint) g_test_rand_int_range (1, 7);
  guint n_columns = (guint) g_test_rand_int_range (1, 80);
  guint n_rows = (guint) g_test_rand_int_range (1, 20);

  place_shape (shape, (int) (n_columns * size), (int) (n_rows * size));
  shape->spacing = (float) size;
  fill_values (sl_scene_add_values (scene, shape, n_columns * n_rows), 2 * n_columns * n_rows, 9);
}

static void
add_strip (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, 0);
  guint n_columns = (guint) g_test_rand_int_range (1, 2 * WIDTH);
  guint8 *values;

  place_shape (shape, (int) n_columns, g_test_rand_int_range (1, g_test_rand_bit () ? 40 : 300));
  values = sl_scene_add_values (scene, shape, n_columns);
  fill_values (values, 2 * n_columns, 256);
  for (guint i = 0; i < n_columns && g_test_rand_int_range (0, 3) > 0; i++)
    {
      values[2 * i] = 0;
      values[2 * i + 1] = g_test_rand_bit () ? 255 : values[2 * i + 1];
    }
}

static void
add_box (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_BOX, 0);

  place_shape (shape, g_test_rand_int_range (0, WIDTH), g_test_rand_int_range (0, HEIGHT));
}

static void
add_line (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_LINE, 0);
  gboolean upright = g_test_rand_bit ();

  place_shape (shape, upright ? 0 : g_test_rand_int_range (1, WIDTH),
               upright ? g_test_rand_int_range (1, HEIGHT) : 0);
  shape->line_width = 1;
  shape->x += upright ? 0.5f : 0;
  shape->y += upright ? 0 : 0.5f;
}

static void
add_hatch (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_HATCH, 0);

  place_shape (shape, g_test_rand_int_range (1, WIDTH), g_test_rand_int_range (1, HEIGHT));
  shape->hatch = (guint8) g_test_rand_int_range (0, SL_HATCH_DOTS + 1);
  shape->radius = g_test_rand_bit () ? 3 : 0;
  shape->spacing = 5;
  shape->line_width = 1.5f;
}

static void
add_round_box (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_BOX, 0);

  place_shape (shape, g_test_rand_int_range (2, WIDTH), g_test_rand_int_range (2, HEIGHT));
  shape->radius = 4;
  shape->line_width = 1.5f;
}

static void
add_disc (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_MARKS, SL_SHAPE_DISC, 0);

  place_shape (shape, 0, 0);
  shape->radius = (float) g_test_rand_int_range (1, 12) / 2;
  shape->line_width = (float) g_test_rand_int_range (0, 4);
}

static void
add_path (SlScene *scene)
{
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_MARKS, SL_SHAPE_PATH, 0);
  guint n_points = (guint) g_test_rand_int_range (2, 6);
  SlPoint points[6];

  place_shape (shape, 0, 0);
  shape->line_width = (float) g_test_rand_int_range (1, 8) / 2;
  if (g_test_rand_bit ())
    shape->fill = sl_paint (SL_PAINT_NONE);
  for (guint i = 0; i < n_points; i++)
    points[i] = (SlPoint) { random_place (WIDTH), random_place (HEIGHT) };
  sl_scene_add_points (scene, shape, points, n_points);
}

/* A label of one or two runs; of letters that fonts have: of the box that stands for others a row of pixels may differ. */
static void
add_text (SlScene *scene)
{
  static const char *const texts[] = { "control", "Ågy̧", "12 ms" };
  gboolean upright = g_test_rand_int_range (0, 4) == 0;
  guint joined = upright ? 0 : (guint) g_test_rand_int_range (0, 2);
  float x = random_place (WIDTH), y = random_place (HEIGHT);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlTextMeasure *measure = sl_text_measure_new_pango (&fonts);

  for (guint i = 0; i <= joined; i++)
    {
      SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_LABELS, SL_SHAPE_TEXT, 0);

      shape->stroke = random_paint ();
      shape->text =
          sl_scene_add_string (scene, texts[g_test_rand_int_range (0, G_N_ELEMENTS (texts))]);
      shape->font = (guint8) g_test_rand_int_range (0, SL_N_FONTS);
      shape->anchor = (guint8) g_test_rand_int_range (0, SL_ANCHOR_RIGHT + 1);
      shape->x = x + (float) i * 30;
      shape->y = y;
      shape->width = (float) sl_text_measure_width (measure, shape->font, shape->text);
      shape->upright = upright;
      shape->joined = (guint8) (joined - i);
      shape->halo = g_test_rand_bit () ? sl_paint (SL_PAINT_VIEW) : sl_paint (SL_PAINT_NONE);
      shape->radius = 2;
    }
  sl_text_measure_free (measure);
}

/* Of what is written into pixels, or of all there is. */
static SlScene *
make_scene (gboolean of_all)
{
  static void (*const adders[]) (SlScene *) = { add_cells, add_strip, add_box,
                                                add_line,  add_hatch, add_round_box,
                                                add_disc,  add_path,  add_text };
  gint32 n_adders = of_all ? G_N_ELEMENTS (adders) : 4;
  SlSpan span = { 0, WIDTH };
  SlScene *scene = sl_scene_new (WIDTH, HEIGHT, sl_view_make (span, span, WIDTH), NULL);
  SlShape *page = sl_scene_add_shape (scene, SL_LAYER_PAGE, SL_SHAPE_BOX, 0);

  page->width = WIDTH;
  page->height = HEIGHT;
  page->fill = sl_paint (SL_PAINT_VIEW);
  for (guint i = 0; i < 12; i++)
    adders[g_test_rand_int_range (0, n_adders)](scene);
  sl_scene_set_clip (scene, SL_LAYER_BOXES, (float) g_test_rand_int_range (-20, 40),
                     (float) g_test_rand_int_range (-20, 40), WIDTH - 30, HEIGHT - 20);

  return scene;
}

static void
draw (SlScene *scene, cairo_surface_t *surface, int x, int y)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);
  cairo_t *cr = cairo_create (surface);

  cairo_translate (cr, x, y);
  sl_painter_draw (painter, cr, scene, sl_palette_get (SL_PALETTE_LIGHT));
  cairo_destroy (cr);
}

/* The painter's shapes as cairo gets them from a recording, which has no pixels. */
static void
draw_through_cairo (SlScene *scene, cairo_surface_t *surface, int x, int y)
{
  cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cr = cairo_create (surface);

  draw (scene, recording, x, y);
  cairo_set_source_surface (cr, recording, 0, 0);
  cairo_paint (cr);
  cairo_destroy (cr);
  cairo_surface_destroy (recording);
}

/* But for @most bytes, which differ little. */
static void
assert_same (cairo_surface_t *one, cairo_surface_t *other, guint most)
{
  int stride = cairo_image_surface_get_stride (one);

  cairo_surface_flush (one);
  cairo_surface_flush (other);
  for (int y = 0; y < cairo_image_surface_get_height (one); y++)
    {
      const guint8 *a = cairo_image_surface_get_data (one) + y * stride;
      const guint8 *b = cairo_image_surface_get_data (other) + y * stride;

      for (int i = 0; i < 4 * cairo_image_surface_get_width (one); i++)
        if (ABS (a[i] - b[i]) > 1)
          {
            g_assert_cmpuint (most--, >, 0);
            g_assert_cmpint (ABS (a[i] - b[i]), <, 64);
          }
    }
}

static void
test_pixels (void)
{
  g_test_summary ("A picture written into an image's pixels is the one that cairo draws, wherever "
                  "its origin is and however it is clipped.");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SlScene) scene = make_scene (FALSE);
      cairo_surface_t *written = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      cairo_surface_t *drawn = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      int x = g_test_rand_int_range (-10, 10), y = g_test_rand_int_range (-10, 10);

      draw (scene, written, x, y);
      draw_through_cairo (scene, drawn, x, y);
      assert_same (written, drawn, 0);
      cairo_surface_destroy (written);
      cairo_surface_destroy (drawn);
    }
}

/* An image of @scene at @scale by the painter, at once or in bands. */
static cairo_surface_t *
make_image (SlPainter *painter, SlScene *scene, int scale, gboolean in_bands)
{
  const SlPalette *palette = sl_palette_get (SL_PALETTE_LIGHT);
  cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (WIDTH * scale),
                                                       (int) (2 * HEIGHT * scale));
  cairo_t *cr;

  if (in_bands)
    {
      sl_painter_draw_image (painter, image, scene, palette, scale);
      return image;
    }

  cr = cairo_create (image);
  cairo_scale (cr, scale, scale);
  sl_painter_draw (painter, cr, scene, palette);
  cairo_destroy (cr);
  cairo_surface_flush (image);
  return image;
}

/* What cairo makes of the edge of a halo depends on where the image begins, for a pixel or two. */
#define EDGE_BYTES 16

static void
test_bands (void)
{
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);

  g_test_summary (
      "A picture that several threads draw in bands is the same as one that is drawn at once, "
      "whatever reaches over the border of a band.");

  for (guint i = 0; i < 300; i++)
    {
      int scale = 1 + (int) i % 2;
      g_autoptr (SlScene) scene = make_scene (TRUE);
      cairo_surface_t *one, *other;

      sl_scene_set_clip (scene, SL_LAYER_BOXES, -20, -20, WIDTH, 2 * HEIGHT);
      one = make_image (painter, scene, scale, FALSE);
      other = make_image (painter, scene, scale, TRUE);
      assert_same (one, other, EDGE_BYTES);
      cairo_surface_destroy (one);
      cairo_surface_destroy (other);
    }
}

static void
test_page (void)
{
  SlSpan span = { 0, 1000 };
  g_autoptr (SlScene) scene = sl_scene_new (1000, 700, sl_view_make (span, span, 1000), NULL);
  SlShape *page = sl_scene_add_shape (scene, SL_LAYER_PAGE, SL_SHAPE_BOX, 0);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 1000, 700);
  const SlPalette *palette = sl_palette_get (SL_PALETTE_LIGHT);
  const guint8 *data;

  g_test_summary ("A page that is too large for caches is filled to its edges, and no further.");

  page->x = 3;
  page->y = 1;
  page->width = 995;
  page->height = 698;
  page->fill = sl_paint (SL_PAINT_ACCENT);
  draw (scene, surface, 0, 0);
  cairo_surface_flush (surface);
  data = cairo_image_surface_get_data (surface);
  for (int y = 0; y < 700; y++)
    {
      const guint32 *row =
          (const guint32 *) (gconstpointer) (data + y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < 1000; x++)
        g_assert_cmphex (row[x] & 0xffffff, ==,
                         x >= 3 && x < 998 && y >= 1 && y < 699 ? palette->colours[SL_PAINT_ACCENT]
                                                                : 0);
    }
  cairo_surface_destroy (surface);
}

/* Of a picture of one tinted box of 40 by 8. */
static guint
count_coloured (SlPaletteId id, guint32 *colour)
{
  const SlPalette *palette = sl_palette_get (id);
  const SlSpan span = { 0, WIDTH };
  const SlFontSet fonts = SL_FONT_SET_DEFAULT;
  g_autoptr (SlPainter) painter = sl_painter_new (&fonts);
  g_autoptr (SlScene) scene = sl_scene_new (WIDTH, HEIGHT, sl_view_make (span, span, WIDTH), NULL);
  SlShape *shape = sl_scene_add_shape (scene, SL_LAYER_BOXES, SL_SHAPE_BOX, 0);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, WIDTH, HEIGHT);
  cairo_t *cr = cairo_create (surface);
  guint n_pixels = 0;

  shape->x = shape->y = 20;
  shape->width = 40;
  shape->height = 8;
  shape->fill = sl_paint_object (SL_PAINT_TINT, 0, 0.38);
  sl_painter_draw (painter, cr, scene, palette);
  cairo_surface_flush (surface);
  *colour = palette->edges[0];
  for (int y = 0; y < HEIGHT; y++)
    {
      const guint32 *row =
          (const guint32 *) (gconstpointer) (cairo_image_surface_get_data (surface) +
                                             y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < WIDTH; x++)
        n_pixels += (row[x] & 0xffffff) == *colour;
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return n_pixels;
}

static void
test_tinted (void)
{
  guint32 colour;

  g_test_summary ("In high contrast, where there are no tints, a tinted box has an outline of two "
                  "pixels.");

  g_assert_cmpuint (count_coloured (SL_PALETTE_LIGHT, &colour), ==, 0);
  g_assert_cmpuint (count_coloured (SL_PALETTE_CONTRAST_LIGHT, &colour), ==, 2 * 2 * (40 + 4));
  g_assert_cmpuint (count_coloured (SL_PALETTE_CONTRAST_DARK, &colour), ==, 2 * 2 * (40 + 4));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/painter/pixels", test_pixels);
  g_test_add_func ("/painter/bands", test_bands);
  g_test_add_func ("/painter/page", test_page);
  g_test_add_func ("/painter/tinted", test_tinted);

  return g_test_run ();
}
