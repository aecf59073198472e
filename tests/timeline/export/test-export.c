/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-export.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "scene-fixture.h"
#include "sl-error.h"
#include "sl-png-writer.h"
#include "sl-shape-outline.h"
#include "sl-svg-text.h"
#include "sl-svg-writer.h"

static const struct
{
  double number;
  const char *text;
} numbers[] = {
  { 0, "0" },       { 1, "1" },         { -1, "-1" },           { 0.5, "0.5" },
  { 0.25, "0.25" }, { -0.25, "-0.25" }, { 0.004, "0" },         { -0.004, "0" },
  { 12.3, "12.3" }, { 99.999, "100" },  { 1200.07, "1200.07" }, { 1e9, "1000000000" },
};

static void
test_numbers (void)
{
  g_test_summary ("A number is exact to a hundredth and says no more than it must.");

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);

      sl_svg_append_number (text, numbers[i].number);
      g_assert_cmpstr (text->str, ==, numbers[i].text);
    }
  for (guint i = 0; i < 10000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      double number = g_test_rand_double_range (-1e6, 1e6);

      sl_svg_append_number (text, number);
      g_assert_cmpfloat (fabs (g_ascii_strtod (text->str, NULL) - number), <=, 0.00501);
    }
}

static void
keep_text (GMarkupParseContext *context,
           const char *text,
           gsize length,
           gpointer user_data,
           GError **error)
{
  g_string_append_len (user_data, text, (gssize) length);
}

static void
test_escaping (void)
{
  static const GMarkupParser parser = { .text = keep_text };

  g_test_summary ("Any bytes make well-formed XML; what is plain UTF-8 comes back as it was.");

  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) xml = g_string_new ("<a>");
      g_autoptr (GString) seen = g_string_new (NULL);
      g_autoptr (GError) error = NULL;
      GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, seen, NULL);
      char value[24] = "";
      gboolean plain = i % 2 == 0;

      for (guint j = 0; j + 1 < sizeof value; j++)
        value[j] =
            (char) (plain ? g_test_rand_int_range (0x20, 0x7f) : g_test_rand_int_range (1, 256));
      sl_svg_append_escaped (xml, value);
      g_string_append (xml, "</a>");

      g_markup_parse_context_parse (context, xml->str, (gssize) xml->len, &error);
      g_assert_no_error (error);
      g_assert_true (g_markup_parse_context_end_parse (context, NULL));
      g_markup_parse_context_free (context);
      if (plain)
        g_assert_cmpstr (seen->str, ==, value);
    }
}

typedef struct
{
  guint n_rows;
  guint n_titles;
  guint n_paths;
  GHashTable *ids;
  gboolean missing; /* a reference to something not defined before */
} Seen;

static void
see_attribute (Seen *seen, const char *name, const char *value)
{
  const char *reference = strstr (value, "url(#");
  g_autofree char *id = NULL;

  seen->n_rows += g_str_equal (name, "data-row");
  if (g_str_equal (name, "id"))
    g_hash_table_add (seen->ids, g_strdup (value));
  if (reference == NULL)
    return;

  id = g_strndup (reference + 5, strcspn (reference + 5, ")"));
  seen->missing |= !g_hash_table_contains (seen->ids, id);
}

static void
see_element (GMarkupParseContext *context,
             const char *name,
             const char **names,
             const char **values,
             gpointer user_data,
             GError **error)
{
  Seen *seen = user_data;

  seen->n_titles += g_str_equal (name, "title");
  seen->n_paths += g_str_equal (name, "path");
  for (guint i = 0; names[i] != NULL; i++)
    see_attribute (seen, names[i], values[i]);
}

static guint
count_shapes (SlScene *scene, SlShapeType type)
{
  guint count = 0;

  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (scene, layer);

      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i++)
        count += shapes[i].type == type;
    }

  return count;
}

static guint
count_boxes (SlScene *scene)
{
  guint count = 0;

  for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
    count += sl_scene_get_element (scene, i)->type == SL_ELEMENT_BOX;

  return count;
}

static void
test_document (gconstpointer data)
{
  static const GMarkupParser parser = { .start_element = see_element };
  guint n_slices = GPOINTER_TO_UINT (data);
  g_autoptr (SlTraceSet) set = fixture_random (n_slices);
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), 900, TRUE);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlSvgOptions options = { sl_palette_get (SL_PALETTE_LIGHT), &fonts, "a < b", 1 };
  GString *text = sl_svg_writer_write (scene, &options);
  Seen seen = { .ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL) };
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &seen, NULL);
  g_autoptr (GError) error = NULL;

  g_test_summary ("A document is well-formed, refers only to what it defined, has a title for "
                  "every box and one path for every strip.");

  g_markup_parse_context_parse (context, text->str, (gssize) text->len, &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, NULL));
  g_assert_false (seen.missing);
  g_assert_cmpuint (seen.n_titles, >, count_boxes (scene));
  g_assert_cmpuint (seen.n_paths, ==, count_shapes (scene, SL_SHAPE_STRIP));
  g_assert_cmpuint (seen.n_rows, >=, sl_rows_get_count (sl_scene_get_rows (scene)));

  g_markup_parse_context_free (context);
  g_hash_table_unref (seen.ids);
  g_string_free (text, TRUE);
}

/* Those that stand for a tint, and those that the boxes have in every palette. */
static guint
count_outlines (SlScene *scene, const SlPalette *palette, guint *n_tinted)
{
  guint n_outlines = 0;

  *n_tinted = 0;
  for (guint layer = 0; layer < SL_N_LAYERS; layer++)
    {
      const SlShape *shapes = sl_scene_get_shapes (scene, layer);

      for (guint i = 0; i < sl_scene_get_n_shapes (scene, layer); i++)
        {
          SlShape outline;

          *n_tinted += sl_shape_get_outline (&shapes[i], palette, &outline);
          n_outlines += shapes[i].type == SL_SHAPE_BOX && shapes[i].stroke.role != SL_PAINT_NONE &&
                        shapes[i].line_width > 0 && shapes[i].width > shapes[i].line_width;
        }
    }

  return n_outlines + *n_tinted;
}

static void
see_rectangle (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer user_data,
               GError **error)
{
  guint *n_outlines = user_data;
  gboolean is_empty = FALSE;

  for (guint i = 0; g_str_equal (name, "rect") && names[i] != NULL; i++)
    is_empty |= g_str_equal (names[i], "fill") && g_str_equal (values[i], "none");
  *n_outlines += is_empty && g_strv_contains (names, "stroke");
}

static void
test_contrast (gconstpointer data)
{
  static const GMarkupParser parser = { .start_element = see_rectangle };
  const SlPalette *palette = sl_palette_get (GPOINTER_TO_UINT (data));
  g_autoptr (SlTraceSet) set = fixture_random (40);
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), 900, TRUE);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlSvgOptions options = { palette, &fonts, NULL, 1 };
  GString *text = sl_svg_writer_write (scene, &options);
  guint n_tinted, n_outlines = 0;
  GMarkupParseContext *context = g_markup_parse_context_new (&parser, 0, &n_outlines, NULL);

  g_test_summary ("A box that high contrast does not tint has an outline in a document too.");

  g_assert_true (g_markup_parse_context_parse (context, text->str, (gssize) text->len, NULL));
  g_assert_cmpuint (n_outlines, ==, count_outlines (scene, palette, &n_tinted));
  g_assert_cmpuint (n_tinted > 0, ==, palette->contrast);

  g_markup_parse_context_free (context);
  g_string_free (text, TRUE);
}

static void
test_types (void)
{
  SlExportType type;

  g_test_summary ("The extension of a file says what it is, in any case; nothing else does.");

  for (guint i = 0; i < SL_N_EXPORTS; i++)
    {
      g_autofree char *name = g_strconcat ("/a.b/c.", sl_export_type_get_extension (i), NULL);
      g_autofree char *upper = g_ascii_strup (name, -1);

      g_assert_true (sl_export_type_find (name, &type) && type == i);
      g_assert_true (sl_export_type_find (upper, &type) && type == i);
    }
  g_assert_false (sl_export_type_find ("svg", &type));
  g_assert_false (sl_export_type_find ("/a.svg/b", &type));
  g_assert_false (sl_export_type_find ("a.svg.gz", &type));
}

typedef struct
{
  const guint8 *data;
  gsize left;
} Stream;

static cairo_status_t
read_cb (void *closure, unsigned char *data, unsigned int length)
{
  Stream *stream = closure;

  if (stream->left < length)
    return CAIRO_STATUS_READ_ERROR;

  memcpy (data, stream->data, length);
  stream->data += length;
  stream->left -= length;
  return CAIRO_STATUS_SUCCESS;
}

/* Runs of equal pixels and others; alpha is either 255 or what it takes to lose nothing. */
static cairo_surface_t *
make_surface (GRand *rand, int width, int height, gboolean opaque)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  guint8 *pixels = cairo_image_surface_get_data (surface);
  guint32 pixel = 0xff000000;

  for (int y = 0; y < height; y++)
    {
      guint32 *line =
          (guint32 *) (gpointer) (pixels + y * cairo_image_surface_get_stride (surface));

      for (int x = 0; x < width; x++)
        {
          if (g_rand_int_range (rand, 0, 4) == 0)
            pixel = 0xff000000 | (g_rand_int (rand) & 0xffffff);
          if (!opaque && g_rand_int_range (rand, 0, 9) == 0)
            pixel = 0;
          line[x] = pixel;
        }
    }

  cairo_surface_mark_dirty (surface);
  return surface;
}

static void
assert_same_surface (cairo_surface_t *one, cairo_surface_t *other)
{
  int width = cairo_image_surface_get_width (one), height = cairo_image_surface_get_height (one);

  g_assert_cmpint (cairo_surface_status (other), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (width, ==, cairo_image_surface_get_width (other));
  g_assert_cmpint (height, ==, cairo_image_surface_get_height (other));
  for (int y = 0; y < height; y++)
    {
      const guint32 *line = (const guint32 *) (gpointer) (cairo_image_surface_get_data (one) +
                                                          y * cairo_image_surface_get_stride (one));
      const guint32 *same =
          (const guint32 *) (gpointer) (cairo_image_surface_get_data (other) +
                                        y * cairo_image_surface_get_stride (other));

      for (int x = 0; x < width; x++)
        g_assert_cmphex (line[x] >> 24 == 0 ? 0 : line[x], ==,
                         cairo_image_surface_get_format (other) == CAIRO_FORMAT_RGB24
                             ? same[x] | 0xff000000
                             : same[x]);
    }
}

static void
test_png (void)
{
  static const int sizes[][2] = { { 1, 1 }, { 1, 300 }, { 301, 2 }, { 640, 480 }, { 3000, 40 } };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  g_test_summary ("A PNG holds each pixel, with and without transparent ones, as another reader "
                  "sees it.");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (sizes); i++)
    {
      cairo_surface_t *surface = make_surface (rand, sizes[i / 2][0], sizes[i / 2][1], i % 2 == 0);
      g_autoptr (GBytes) bytes = sl_png_writer_write (surface);
      Stream stream = { g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes) };
      cairo_surface_t *read = cairo_image_surface_create_from_png_stream (read_cb, &stream);

      assert_same_surface (surface, read);
      cairo_surface_destroy (surface);
      cairo_surface_destroy (read);
    }
}

static void
test_failures (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (10);
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), 900, TRUE);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlExportOptions options = { SL_EXPORT_PNG, sl_palette_get (SL_PALETTE_LIGHT), &fonts, NULL, 50,
                              SL_TEX_TIKZ };
  g_autoptr (GFile) file = g_file_new_for_path ("/no/such/folder/x.png");
  g_autoptr (GError) too_large = NULL;
  g_autoptr (GError) nowhere = NULL;

  g_test_summary ("A picture that is too large, or has no place, says so.");

  g_assert_null (sl_export_to_bytes (scene, &options, &too_large));
  g_assert_error (too_large, SL_ERROR, SL_ERROR_USAGE);

  options.scale = 1;
  g_assert_false (sl_export_to_file (scene, &options, file, NULL, &nowhere));
  g_assert_error (nowhere, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/numbers", test_numbers);
  g_test_add_func ("/export/escaping", test_escaping);
  g_test_add_data_func ("/export/document/boxes", GUINT_TO_POINTER (40), test_document);
  g_test_add_data_func ("/export/document/folds", GUINT_TO_POINTER (20000), test_document);
  g_test_add_data_func ("/export/contrast/none", GUINT_TO_POINTER (SL_PALETTE_LIGHT),
                        test_contrast);
  g_test_add_data_func ("/export/contrast/light", GUINT_TO_POINTER (SL_PALETTE_CONTRAST_LIGHT),
                        test_contrast);
  g_test_add_data_func ("/export/contrast/dark", GUINT_TO_POINTER (SL_PALETTE_CONTRAST_DARK),
                        test_contrast);
  g_test_add_func ("/export/types", test_types);
  g_test_add_func ("/export/png", test_png);
  g_test_add_func ("/export/failures", test_failures);
  return g_test_run ();
}
