/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-tex.h"

#include <string.h>

/* Debian has no package of rtsched: LaTeX also looks in the folder that SLACKLINE_TEX names. */
static char **
make_environment (void)
{
  const char *named = g_getenv ("SLACKLINE_TEX");
  g_autofree char *shared = g_test_build_filename (G_TEST_DIST, "..", "..", "shared", "tex", NULL);
  g_autofree char *inputs = g_strconcat (".:", named != NULL ? named : shared, ":", NULL);

  return g_environ_setenv (g_get_environ (), "TEXINPUTS", inputs, TRUE);
}

/**
 * sl_cli_run_program:
 * @folder: in which it runs
 *
 * Returns: (transfer full) (nullable): what the program prints; %NULL, and the test is skipped,
 *   without it
 */
char *
sl_cli_run_program (const char *folder, const char *program, const char *const *arguments)
{
  g_autofree char *found = g_find_program_in_path (program);
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_auto (GStrv) environment = make_environment ();
  g_autofree char *complaint = NULL;
  g_autofree char *skipped = NULL;
  char *output = NULL;
  int status;

  if (found == NULL)
    {
      skipped = g_strdup_printf ("%s is not installed", program);
      g_test_skip (skipped);
      return NULL;
    }

  g_ptr_array_add (argv, found);
  for (guint i = 0; arguments[i] != NULL; i++)
    g_ptr_array_add (argv, (gpointer) arguments[i]);
  g_ptr_array_add (argv, NULL);
  g_assert_true (g_spawn_sync (folder, (char **) argv->pdata, environment, G_SPAWN_DEFAULT, NULL,
                               NULL, &output, &complaint, &status, NULL));
  if (!g_spawn_check_wait_status (status, NULL))
    g_test_message ("%s: %s%s", program, output, complaint);
  g_assert_true (g_spawn_check_wait_status (status, NULL));

  return output;
}

/**
 * sl_cli_read_pdf:
 *
 * Returns: (transfer full) (nullable): its text, laid out as it is
 */
char *
sl_cli_read_pdf (const char *folder, const char *path)
{
  return sl_cli_run_program (folder, "pdftotext", (const char *[]) { "-layout", path, "-", NULL });
}

/**
 * sl_cli_compile_tex:
 * @path: in @folder
 *
 * Returns: (transfer full) (nullable): the path of the PDF
 */
char *
sl_cli_compile_tex (const char *folder, const char *path)
{
  g_autofree char *output = sl_cli_run_program (folder, "pdflatex",
                                                (const char *[]) { "-interaction=nonstopmode",
                                                                   "-halt-on-error", path, NULL });
  g_autofree char *stem = g_strndup (path, strlen (path) - strlen (".tex"));

  return output != NULL ? g_strconcat (stem, ".pdf", NULL) : NULL;
}

/**
 * sl_cli_frame_rtsched:
 * @picture: the path of commands for rtsched
 *
 * Returns: (transfer full) (nullable): the path of a document in @folder that has them; %NULL, and the
 *   test is skipped, without the package
 */
char *
sl_cli_frame_rtsched (const char *folder, const char *picture)
{
  static const char frame[] = "\\documentclass{article}\\usepackage[T1]{fontenc}"
                              "\\usepackage{rtsched}\\begin{document}\\input{%s}\\end{document}\n";
  g_autofree char *kpsewhich = g_find_program_in_path ("kpsewhich");
  g_auto (GStrv) environment = make_environment ();
  const char *argv[] = { kpsewhich, "rtsched.sty", NULL };
  g_autofree char *stem = g_strndup (picture, strlen (picture) - strlen (".tex"));
  g_autofree char *document = g_strdup_printf (frame, picture);
  g_autofree char *found = NULL;
  char *path;

  if (kpsewhich == NULL ||
      !g_spawn_sync (folder, (char **) argv, environment, 0, NULL, NULL, &found, NULL, NULL,
                     NULL) ||
      *found == '\0')
    {
      g_test_skip ("The LaTeX package rtsched is not installed");
      return NULL;
    }

  path = g_strconcat (stem, "-frame.tex", NULL);
  g_assert_true (g_file_set_contents (path, document, -1, NULL));
  return path;
}

static void
free_word (gpointer data)
{
  SlCliWord *word = data;

  g_free (word->text);
  g_free (word);
}

static void
see_word (GMarkupParseContext *context,
          const char *name,
          const char **names,
          const char **values,
          gpointer user_data,
          GError **error)
{
  static const char *const sides[] = { "xMin", "yMin", "xMax", "yMax" };
  double numbers[G_N_ELEMENTS (sides)] = { 0 };
  SlCliWord *word;

  if (!g_str_equal (name, "word"))
    return;

  for (guint i = 0; names[i] != NULL; i++)
    {
      for (guint side = 0; side < G_N_ELEMENTS (sides); side++)
        if (g_str_equal (names[i], sides[side]))
          numbers[side] = g_ascii_strtod (values[i], NULL);
    }
  word = g_new0 (SlCliWord, 1);
  *word = (SlCliWord) { numbers[0], numbers[1], numbers[2], numbers[3], NULL };
  g_ptr_array_add (user_data, word);
}

static void
see_letters (GMarkupParseContext *context,
             const char *text,
             gsize length,
             gpointer user_data,
             GError **error)
{
  GPtrArray *words = user_data;
  SlCliWord *word = words->len > 0 ? g_ptr_array_index (words, words->len - 1) : NULL;

  if (word != NULL && word->text == NULL &&
      g_strcmp0 (g_markup_parse_context_get_element (context), "word") == 0)
    word->text = g_strndup (text, length);
}

/**
 * sl_cli_find_words:
 *
 * Returns: (transfer full) (nullable) (element-type SlCliWord): of all pages; %NULL, and the test is
 *   skipped, where nothing can read them
 */
GPtrArray *
sl_cli_find_words (const char *folder, const char *pdf_path)
{
  static const GMarkupParser parser = { .start_element = see_word, .text = see_letters };
  g_autofree char *output =
      sl_cli_run_program (folder, "pdftotext", (const char *[]) { "-bbox", pdf_path, "-", NULL });
  GPtrArray *words = output != NULL ? g_ptr_array_new_with_free_func (free_word) : NULL;
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, words, NULL);
  g_autoptr (GError) error = NULL;
  const char *body = output != NULL ? strstr (output, "<html") : NULL;

  if (body != NULL)
    g_markup_parse_context_parse (context, body, -1, &error);
  g_assert_no_error (error);

  return words;
}
