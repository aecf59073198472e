/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-export.h"

#include <math.h>
#include <string.h>

#include <glib/gstdio.h>

#include "scene-fixture.h"
#include "sl-error.h"
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

static void
test_failures (void)
{
  g_autoptr (SlTraceSet) set = fixture_random (10);
  g_autoptr (SlScene) scene = fixture_scene (set, sl_trace_set_get_span (set), 900, TRUE);
  SlFontSet fonts = SL_FONT_SET_DEFAULT;
  SlExportOptions options = { SL_EXPORT_PNG, sl_palette_get (SL_PALETTE_LIGHT), &fonts, NULL, 50,
                              SL_TEX_TIKZ };
  g_autoptr (GError) too_large = NULL;
  g_autoptr (GError) nowhere = NULL;

  g_test_summary ("A picture that is too large, or has no place, says so.");

  g_assert_null (sl_export_to_bytes (scene, &options, &too_large));
  g_assert_error (too_large, SL_ERROR, SL_ERROR_USAGE);

  options.scale = 1;
  g_assert_false (sl_export_to_file (scene, &options, "/no/such/folder/x.png", &nowhere));
  g_assert_error (nowhere, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/export/numbers", test_numbers);
  g_test_add_func ("/export/escaping", test_escaping);
  g_test_add_data_func ("/export/document/boxes", GUINT_TO_POINTER (40), test_document);
  g_test_add_data_func ("/export/document/folds", GUINT_TO_POINTER (20000), test_document);
  g_test_add_func ("/export/types", test_types);
  g_test_add_func ("/export/failures", test_failures);
  return g_test_run ();
}
