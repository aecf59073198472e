/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include <gio/gio.h>

#include "sl-cli-run.h"
#include "sl-cli-sample.h"
#include "sl-test.h"

static char *folder;

/* Draws a small trace as @name with up to three more options. */
static GBytes *
render (const char *name, const char *option, const char *other, const char *third)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "trace <&> \"τ\"");
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GMappedFile) file = NULL;
  g_auto (SlCliResult) result =
      sl_cli_run ("render", "-o", path, trace, option, other, third, NULL);

  sl_cli_assert_fine (&result);
  g_assert_cmpstr (result.output, ==, "");
  file = g_mapped_file_new (path, FALSE, NULL);
  g_assert_nonnull (file);
  return g_mapped_file_get_bytes (file);
}

typedef struct
{
  guint n_texts;
  guint n_titles;
  guint n_rows;
  GString *text;
} Seen;

static void
start_element (GMarkupParseContext *context,
               const char *name,
               const char **names,
               const char **values,
               gpointer user_data,
               GError **error)
{
  Seen *seen = user_data;

  seen->n_texts += g_str_equal (name, "text");
  seen->n_titles += g_str_equal (name, "title");
  for (guint i = 0; names[i] != NULL; i++)
    seen->n_rows += g_str_equal (names[i], "data-row");
}

static void
see_text (GMarkupParseContext *context,
          const char *text,
          gsize length,
          gpointer user_data,
          GError **error)
{
  Seen *seen = user_data;

  g_string_append_len (seen->text, text, (gssize) length);
}

static void
test_svg (void)
{
  static const GMarkupParser parser = { .start_element = start_element, .text = see_text };
  Seen seen = { .text = g_string_new (NULL) };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, &seen, NULL);
  g_autoptr (GBytes) bytes = render ("picture.svg", NULL, NULL, NULL);
  g_autoptr (GError) error = NULL;
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  g_autofree char *head = g_strndup (text, MIN (length, 200));

  g_test_summary ("SVG is well-formed, whatever the file is called; text is text, rows are groups, "
                  "boxes have titles.");

  g_markup_parse_context_parse (context, text, (gssize) length, &error);
  g_assert_no_error (error);
  g_assert_true (g_markup_parse_context_end_parse (context, NULL));
  g_assert_nonnull (strstr (head, "width=\"1200\""));
  g_assert_nonnull (strstr (seen.text->str, "trace <&> \"τ\""));
  g_assert_cmpuint (seen.n_texts, >, 3);
  g_assert_cmpuint (seen.n_titles, >, 3);
  g_assert_cmpuint (seen.n_rows, >, 2);
  g_string_free (seen.text, TRUE);
}

static void
test_xmllint (void)
{
  G_GNUC_UNUSED g_autoptr (GBytes) bytes =
      render ("checked.svg", "--title=a<b\x01", "--axis=tsc", NULL);
  g_autofree char *path = g_build_filename (folder, "checked.svg", NULL);
  g_autofree char *xmllint = g_find_program_in_path ("xmllint");
  const char *argv[] = { xmllint, "--noout", path, NULL };
  int status;

  g_test_summary ("A strict reader of XML takes it too.");
  if (xmllint == NULL)
    {
      g_test_skip ("xmllint is not installed");
      return;
    }

  g_assert_true (
      g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, NULL, NULL, &status, NULL));
  g_assert_cmpint (status, ==, 0);
}

static void
test_pdf (void)
{
  g_autoptr (GBytes) bytes = render ("picture.pdf", "--title=A schedule", NULL, NULL);
  g_autofree char *path = g_build_filename (folder, "picture.pdf", NULL);
  g_autofree char *pdftotext = g_find_program_in_path ("pdftotext");
  const char *argv[] = { pdftotext, path, "-", NULL };
  g_autofree char *text = NULL;

  g_test_summary ("PDF holds its text as text.");

  g_assert_cmpmem (g_bytes_get_data (bytes, NULL), 5, "%PDF-", 5);
  if (pdftotext == NULL)
    {
      g_test_skip ("pdftotext is not installed");
      return;
    }

  g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, &text, NULL, NULL, NULL));
  g_assert_nonnull (strstr (text, "A schedule"));
}

static guint32
read_big_endian (const guint8 *bytes)
{
  return (guint32) bytes[0] << 24 | (guint32) bytes[1] << 16 | (guint32) bytes[2] << 8 | bytes[3];
}

static void
test_png (void)
{
  static const struct
  {
    const char *width, *height, *scale;
    guint32 n_columns, n_rows;
  } sizes[] = {
    { "--width=640", "--height=480", "--scale=1", 640, 480 },
    { "--width=640", "--height=480", "--scale=2", 1280, 960 },
    { "--width=401", "--height=301", "--scale=0.5", 201, 151 },
  };

  g_test_summary ("A PNG has the pixels that were asked for.");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) bytes =
          render ("picture.PNG", sizes[i].width, sizes[i].height, sizes[i].scale);
      const guint8 *data = g_bytes_get_data (bytes, NULL);

      g_assert_cmpmem (data, 4, "\x89PNG", 4);
      g_assert_cmpuint (read_big_endian (data + 16), ==, sizes[i].n_columns);
      g_assert_cmpuint (read_big_endian (data + 20), ==, sizes[i].n_rows);
    }
}

static void
test_options (void)
{
  static const char *const options[] = {
    "--axis=tsc",      "--axis=delta",    "--origin=+600",    "--palette=dark",
    "--palette=print", "--style=compact", "--view=timeline",  "--lane=task:*",
    "--from=+300",     "--to=1us",        "--filter=cpu = 0",
  };

  g_test_summary ("Each option of a picture is taken.");

  for (guint i = 0; i < G_N_ELEMENTS (options); i++)
    {
      g_autoptr (GBytes) bytes = render ("option.svg", options[i], NULL, NULL);

      g_test_message ("%s", options[i]);
      g_assert_cmpuint (g_bytes_get_size (bytes), >, 500);
    }
}

static void
test_lanes (void)
{
  g_autoptr (GBytes) bytes = render ("lanes.svg", "--lane=task:264", "--lane=mutex:*", NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  g_test_summary ("Only the lanes asked for are drawn.");

  g_assert_nonnull (strstr (text, "data-row=\"task:264\""));
  g_assert_nonnull (strstr (text, "data-row=\"mutex:0x1720a40\""));
  g_assert_null (strstr (text, "data-row=\"task:256\""));
  g_assert_null (strstr (text, "data-row=\"cpu:0"));
}

/* A view as somebody may write it by hand. */
static void
test_session (void)
{
  g_autofree char *path = sl_cli_write_text (folder, "a.slackline-view",
                                             "[slackline-view]\nversion=1\n"
                                             "[rows]\nhidden=task:256;\n"
                                             "[marker 1]\nbegin=0\nend=0\nname=start-up over\n"
                                             "[marker 2]\nbegin=1\nend=4\nname=steady\n");
  g_autofree char *option = g_strconcat ("--session=", path, NULL);
  g_autoptr (GBytes) svg = render ("session.svg", option, NULL, NULL);
  g_autoptr (GBytes) csv = render ("session.csv", option, NULL, NULL);
  g_autofree char *picture = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_autofree char *table = g_strndup (g_bytes_get_data (csv, NULL), g_bytes_get_size (csv));
  g_autofree char *trace = sl_cli_make_mixture (folder, "session");
  g_autofree char *foreign =
      sl_cli_write_text (folder, "b.slackline-view", "[Desktop Entry]\nName=x\n");
  g_autofree char *output = g_build_filename (folder, "no.svg", NULL);
  g_auto (SlCliResult) refused =
      sl_cli_run ("render", "-o", output, trace, "--session", foreign, NULL);
  g_autofree char *other =
      sl_cli_write_text (folder, "c.slackline-view",
                         "[slackline-view]\nversion=1\n[rows]\nhidden=task:7;task:nobody;\n"
                         "[names]\ntask:7=stranger\n[view]\nlook=pretty\nlok=compact\n");
  g_auto (SlCliResult) noted = sl_cli_run ("render", "-o", output, trace, "--session", other, NULL);

  g_test_summary (
      "A saved view says which rows are drawn, and brings its markers; another file is refused "
      "by its name; rows that the trace does not have are named, and values that cannot be read.");

  g_assert_nonnull (strstr (picture, "data-row=\"task:264\""));
  g_assert_null (strstr (picture, "data-row=\"task:256\""));
  g_assert_nonnull (strstr (picture, "start-up over"));
  g_assert_nonnull (strstr (table, ",start-up over,1\n"));
  g_assert_nonnull (strstr (table, ",marker,"));
  g_assert_nonnull (strstr (table, ",steady,1\n"));
  sl_cli_assert_fails (&refused, 3, foreign);
  g_assert_nonnull (strstr (noted.errors, "“stranger”"));
  g_assert_nonnull (strstr (noted.errors, "“task:nobody”"));
  g_assert_nonnull (
      strstr (noted.errors,
              "c.slackline-view: Left out line 8: [view] look=pretty (use compact, textbook)"));
  g_assert_nonnull (strstr (noted.errors, "line 9: [view] lok=compact (unknown key)"));
}

static void
test_tex (gconstpointer data)
{
  const char *kind = data;
  g_autofree char *option = g_strconcat ("--tex=", kind, NULL);
  g_autofree char *name = g_strconcat (kind, ".tex", NULL);
  g_autoptr (GBytes) bytes = render (name, "--style=textbook", option, NULL);
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autofree char *tex = g_find_program_in_path ("pdflatex");
  const char *command[] = { tex, "-interaction=nonstopmode", "-halt-on-error", name, NULL };
  g_autofree char *output = NULL;
  int status;

  g_test_summary ("What is written as LaTeX compiles with TikZ alone, whatever tasks are called.");

  g_assert_nonnull (strstr (text, "\\begin{tikzpicture}"));
  if (tex == NULL)
    {
      g_test_skip ("pdflatex is not installed");
      return;
    }

  g_assert_true (g_spawn_sync (folder, (char **) command, NULL, G_SPAWN_STDERR_TO_DEV_NULL, NULL,
                               NULL, &output, NULL, &status, NULL));
  g_test_message ("%s", output);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
}

typedef struct
{
  const char *arguments[6]; /* after "render FILE" */
  const char *part;
} WrongUsage;

static const WrongUsage wrong_usage[] = {
  { { "-o", "x.svg", "--origin=1s" }, "give --rate HZ" },
  { { NULL }, "-o" },
  { { "-o", "x.ps" }, "svg, pdf, png, tex or csv" },
  { { "-o", "x.tex", "--tex=plain" }, "use tikz, rtsched or beamer" },
  { { "-o", "x.bmp" }, "svg, pdf, png, tex or csv" },
  { { "-o", "x.svg", "--style=baroque" }, "--style" },
  { { "-o", "x.svg", "--cpu=0" }, "textbook look" },
  { { "-o", "x.svg", "--style=textbook", "--cpu=-1" }, "number of a processor" },
  { { "-o", "x.svg", "--style=textbook", "--cpu=9" }, "no such processor" },
  { { "-o", "x.svg", "--axis=space" }, "--axis" },
  { { "-o", "x.svg", "--axis=wall" }, "time of day" },
  { { "-o", "x.svg", "--unit=hours" }, "use auto, ns, us, ms, s or ticks" },
  { { "-o", "x.svg", "--unit=ms" }, "give --rate HZ" },
  { { "-o", "x.svg", "--sort=age" }, "use appearance, name, load or misses" },
  { { "-o", "x.svg", "--quiet-rows=away" }, "use full, thin or hidden" },
  { { "-o", "x.svg", "--values=1s" }, "give --rate HZ" },
  { { "-o", "x.svg", "--palette=neon" }, "colour-blind" },
  { { "-o", "x.svg", "--width=10" }, "--width" },
  { { "-o", "x.svg", "--scale=0" }, "--scale" },
  { { "-o", "x.png", "--scale=20", "--width=9000" }, "32767 each way; choose rows" },
  { { "-o", "x.svg", "--view=topa" }, "--view" },
  { { "-o", "x.svg", "--filter=(" }, "--filter" },
  { { "-o", "x.svg", "--title=\xff" }, "--title" },
};

static void
test_wrong_usage (void)
{
  g_autofree char *jobless = sl_cli_make_switches (folder, "clockless", 40, 0);
  g_autofree char *with_jobs = sl_cli_make_mixture (folder, "jobs");

  g_test_summary ("What cannot be drawn ends with status 2 and one line that says why.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong_usage); i++)
    {
      gboolean is_textbook = g_strv_contains (wrong_usage[i].arguments, "--style=textbook");
      const char *arguments[G_N_ELEMENTS (wrong_usage[i].arguments) + 3] = {
        "render", is_textbook ? with_jobs : jobless
      };
      g_auto (SlCliResult) result = { 0 };

      for (guint j = 0; wrong_usage[i].arguments[j] != NULL; j++)
        arguments[2 + j] = wrong_usage[i].arguments[j];

      result = sl_cli_run_argv (arguments, folder);
      sl_cli_assert_fails (&result, 2, wrong_usage[i].part);
    }
}

static void
test_unit (void)
{
  static const struct
  {
    const char *option;
    const char *label;
    const char * not ;
  } units[] = { { "--unit=us", "µs<", "ms<" },
                { "--unit=ns", "ns<", "µs<" },
                { "--unit=ticks", ">0", "µs<" } };

  g_test_summary ("All times of a picture have the unit that is asked for.");

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GBytes) bytes = render ("unit.svg", units[i].option, "--rate=1000000", NULL);
      g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

      g_assert_nonnull (strstr (text, units[i].label));
      g_assert_null (strstr (text, units[i].not ));
    }
}

static void
test_bad_output (void)
{
  g_autofree char *trace = sl_cli_make_mixture (folder, "output");
  g_autofree char *beyond = g_build_filename (folder, "no-such-folder", "x.svg", NULL);
  g_auto (SlCliResult) nowhere = sl_cli_run ("render", "-o", beyond, trace, NULL);

  g_test_summary ("A picture that cannot be written ends with status 4.");

  sl_cli_assert_fails (&nowhere, 4, beyond);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  g_test_add_func ("/render/svg", test_svg);
  g_test_add_func ("/render/xmllint", test_xmllint);
  g_test_add_func ("/render/pdf", test_pdf);
  g_test_add_func ("/render/png", test_png);
  g_test_add_func ("/render/options", test_options);
  g_test_add_func ("/render/lanes", test_lanes);
  g_test_add_func ("/render/session", test_session);
  g_test_add_data_func ("/render/tikz", "tikz", test_tex);
  g_test_add_data_func ("/render/beamer", "beamer", test_tex);
  g_test_add_func ("/render/wrong-usage", test_wrong_usage);
  g_test_add_func ("/render/unit", test_unit);
  g_test_add_func ("/render/bad-output", test_bad_output);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
