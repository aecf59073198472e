/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <cairo.h>

#include "sl-cli-run.h"
#include "sl-cli-tex.h"
#include "sl-shark-scenario.h"
#include "sl-test.h"
#include "sl-textbook-models.h"

/* Pictures of what every course draws, opened by the programs that people open them with. */

static char *folder;

/* Writes the trace, and the task model beside it. Returns: the trace's path. */
static char *
write_scenario (const SlTextbookModel *model)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files =
      sl_shark_scenario_make (sl_shark_scenarios_find (model->scenario), truth);
  g_autoptr (GBytes) text = g_bytes_new_static (model->text, strlen (model->text));
  g_autofree char *name = g_strconcat (model->scenario, ".dat", NULL);
  g_autofree char *model_name = g_strconcat (name, ".slackline-tasks", NULL);
  g_autofree char *model_path = sl_cli_write_file (folder, model_name, text);

  g_assert_nonnull (model_path);
  return sl_cli_write_file (folder, name, g_ptr_array_index (files, 0));
}

/* Returns: the picture's path. */
static char *
render (const SlTextbookModel *model, const char *extension, const char *option, const char *other)
{
  g_autofree char *trace = write_scenario (model);
  g_autofree char *name = g_strconcat (model->scenario, "-", extension, NULL);
  char *path = g_build_filename (folder, name, NULL);
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "--style=textbook", "-o", path, trace, option, other, NULL);

  sl_cli_assert_fine (&result);
  return path;
}

static char *
run_program (const char *program, const char *const *arguments)
{
  return sl_cli_run_program (folder, program, arguments);
}

typedef struct
{
  GPtrArray *texts; /* words that stand in the picture */
  gboolean is_text;
} Words;

static void
see_element (GMarkupParseContext *context,
             const char *name,
             const char **names,
             const char **values,
             gpointer user_data,
             GError **error)
{
  Words *words = user_data;

  words->is_text = g_str_equal (name, "text") || g_str_equal (name, "tspan");
}

static void
see_text (GMarkupParseContext *context,
          const char *text,
          gsize length,
          gpointer user_data,
          GError **error)
{
  Words *words = user_data;
  g_auto (GStrv) parts = g_strsplit (text, "\u2009", -1);
  g_autofree char *spaced = g_strjoinv (" ", parts);
  g_auto (GStrv) found = g_strsplit_set (spaced, " \n", -1);

  for (guint i = 0; words->is_text && found[i] != NULL; i++)
    {
      if (*found[i] != '\0')
        g_ptr_array_add (words->texts, g_strdup (found[i]));
    }
}

static GPtrArray *
read_words (const char *svg_path)
{
  static const GMarkupParser parser = { .start_element = see_element, .text = see_text };
  Words words = { .texts = g_ptr_array_new_with_free_func (g_free) };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &words, NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (svg_path, &text, NULL, NULL));
  g_markup_parse_context_parse (context, text, -1, &error);
  g_assert_no_error (error);

  return words.texts;
}

static void
test_svg (gconstpointer data)
{
  g_autofree char *path = render (data, "x.svg", NULL, NULL);
  g_autofree char *png = g_strconcat (path, ".png", NULL);
  g_autofree char *checked = NULL;
  g_autofree char *drawn = NULL;

  g_test_summary ("xmllint reads the SVG, and librsvg draws it.");

  checked = run_program ("xmllint", (const char *[]) { "--noout", path, NULL });
  if (checked != NULL)
    drawn = run_program ("rsvg-convert", (const char *[]) { "-o", png, path, NULL });
  if (drawn != NULL)
    g_assert_true (g_file_test (png, G_FILE_TEST_EXISTS));
}

static void
test_pdf (gconstpointer data)
{
  g_autofree char *svg = render (data, "words.svg", NULL, NULL);
  g_autofree char *path = render (data, "x.pdf", NULL, NULL);
  g_autoptr (GPtrArray) words = read_words (svg);
  g_autofree char *text = sl_cli_read_pdf (folder, path);

  g_test_summary ("pdftotext finds in the PDF each word that the SVG has.");

  if (text == NULL)
    return;

  g_assert_cmpuint (words->len, >, 20);
  for (guint i = 0; i < words->len; i++)
    g_assert_nonnull (strstr (text, g_ptr_array_index (words, i)));
}

static void
test_png (gconstpointer data)
{
  g_autofree char *once = render (data, "1.png", NULL, NULL);
  g_autofree char *twice = render (data, "2.png", "--scale=2", NULL);
  cairo_surface_t *small = cairo_image_surface_create_from_png (once);
  cairo_surface_t *large = cairo_image_surface_create_from_png (twice);

  g_test_summary ("A PNG of twice the scale has twice the pixels each way.");

  g_assert_cmpint (cairo_surface_status (small), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_surface_status (large), ==, CAIRO_STATUS_SUCCESS);
  g_assert_cmpint (cairo_image_surface_get_width (large), ==,
                   2 * cairo_image_surface_get_width (small));
  g_assert_cmpint (cairo_image_surface_get_height (large), ==,
                   2 * cairo_image_surface_get_height (small));
  cairo_surface_destroy (small);
  cairo_surface_destroy (large);
}

static void
test_deadline (gconstpointer data)
{
  g_autofree char *model = render (data, "model.svg", NULL, NULL);
  g_autofree char *given = render (data, "given.svg", "--deadline=task:288=1ms", NULL);
  g_autofree char *bare = render (data, "bare.svg", "--no-model", NULL);
  g_autofree char *with_model = NULL;
  g_autofree char *with_option = NULL;
  g_autofree char *without = NULL;

  g_test_summary (
      "A picture's deadlines come from the model beside the trace, from an option before "
      "that, and from the next releases without either.");

  g_assert_true (g_file_get_contents (model, &with_model, NULL, NULL));
  g_assert_true (g_file_get_contents (given, &with_option, NULL, NULL));
  g_assert_true (g_file_get_contents (bare, &without, NULL, NULL));
  g_assert_nonnull (strstr (with_model, ">deadline<"));
  g_assert_null (strstr (with_model, ">missed<"));
  g_assert_nonnull (strstr (with_option, ">missed<"));
  g_assert_nonnull (strstr (without, ">inferred deadline<"));
  g_assert_null (strstr (without, ">deadline<"));
}

/* Returns: (nullable): what the compiled document says. */
static char *
compile (const char *tex_path)
{
  g_autofree char *pdf = sl_cli_compile_tex (folder, tex_path);

  return pdf != NULL ? sl_cli_read_pdf (folder, pdf) : NULL;
}

static void
test_tikz (gconstpointer data)
{
  g_autofree char *path = render (data, "x.tex", NULL, NULL);
  g_autofree char *text = compile (path);

  g_test_summary ("TikZ compiles, and the document has the axis and the legend.");

  if (text == NULL)
    return;

  g_assert_nonnull (strstr (text, "release"));
  g_assert_nonnull (strstr (text, "finish"));
}

static void
test_beamer (gconstpointer data)
{
  g_autofree char *path = render (data, "slides.tex", "--tex=beamer", "--to=5ms");
  g_autofree char *text = compile (path);
  guint n_pages = 0;

  g_test_summary ("Slides compile; they build the schedule step by step.");

  if (text == NULL)
    return;

  for (const char *at = text; *at != '\0'; at++)
    n_pages += *at == '\f';
  g_assert_cmpuint (n_pages, >, 4);
  g_assert_nonnull (strstr (text, "finish"));
}

static void
test_rtsched (gconstpointer data)
{
  g_autofree char *picture = render (data, "rtsched.tex", "--tex=rtsched", NULL);
  g_autofree char *path = sl_cli_frame_rtsched (folder, picture);
  g_autofree char *text = path != NULL ? compile (path) : NULL;

  g_test_summary ("What is written for rtsched compiles where that package is installed.");

  g_assert_true (text == NULL || *text != '\0');
}

static void
assert_unit (const char *option, const char *name)
{
  g_autofree char *path = render (&sl_textbook_models[0], "unit.svg", option, NULL);
  g_autofree char *expected = g_strconcat (" / ", name, "<", NULL);
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, expected));
}

static void
test_unit (void)
{
  g_test_summary ("The axis names its unit at its end, whatever that is; other labels go by it.");

  assert_unit ("--unit=auto", "ms");
  assert_unit ("--unit=s", "s");
  assert_unit ("--unit=ticks", "cycles");
  assert_unit ("--axis=tsc", "cycles");
}

static void
add (const char *kind, const SlTextbookModel *model, GTestDataFunc function)
{
  g_autofree char *path = g_strconcat ("/cli-textbook/", kind, "/", model->scenario, NULL);

  g_test_add_data_func (path, model, function);
}

int
main (int argc, char **argv)
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();

  g_test_add_func ("/cli-textbook/unit", test_unit);
  for (guint i = 0; i < G_N_ELEMENTS (sl_textbook_models); i++)
    {
      const SlTextbookModel *model = &sl_textbook_models[i];

      add ("svg", model, test_svg);
      add ("pdf", model, test_pdf);
      add ("tikz", model, test_tikz);
      add ("rtsched", model, test_rtsched);
    }
  add ("deadline", &sl_textbook_models[1], test_deadline);
  add ("png", &sl_textbook_models[0], test_png);
  add ("beamer", &sl_textbook_models[0], test_beamer);

  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
