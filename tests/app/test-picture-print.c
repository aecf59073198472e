/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The picture on paper: how many pages, what is on them. */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-app-test.h"
#include "sl-picture-print.h"
#include "sl-test.h"

static gboolean
has_complete_trace (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document)) &&
         sl_document_get_jobs (document) != NULL;
}

/* (transfer full): what the program prints of the file */
static char *
run (const char *program, const char *option, const char *path)
{
  const char *argv[] = { program, option, path, "-", NULL };
  char *output = NULL;
  g_autoptr (GError) error = NULL;

  if (g_str_equal (program, "pdfinfo"))
    argv[1] = path, argv[2] = NULL;
  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, NULL, NULL,
                &error);
  g_assert_no_error (error);
  return output;
}

/* As the user does in the dialog. */
static void
choose_colours (GtkPrintOperation *operation, guint colours)
{
  GtkWidget *choice = NULL;

  g_signal_emit_by_name (operation, "create-custom-widget", &choice);
  g_assert_nonnull (choice);
  g_object_ref_sink (choice);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (sl_app_test_find (choice, GTK_TYPE_DROP_DOWN)),
                              colours);
  g_signal_emit_by_name (operation, "custom-widget-apply", choice);
  g_object_unref (choice);
}

/* Pixels of the first page that are not grey. */
static guint
count_coloured (const char *path)
{
  const char *argv[] = { "pdftoppm", "-r", "40", "-f", "1", "-l", "1", path, NULL };
  g_autoptr (GBytes) output = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) program =
      g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error);
  const guint8 *bytes;
  gsize size;
  guint n_coloured = 0;

  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate (program, NULL, NULL, &output, NULL, &error));
  bytes = g_bytes_get_data (output, &size);
  g_assert_cmpuint (size, >, 1000);
  /* A header of some bytes: from the end on pixels are triples. */
  for (gsize end = size; end > 100; end -= 3)
    {
      const guint8 *pixel = bytes + end - 3;

      n_coloured +=
          MAX (MAX (pixel[0], pixel[1]), pixel[2]) - MIN (MIN (pixel[0], pixel[1]), pixel[2]) > 40;
    }

  return n_coloured;
}

/* Prints into a file, on paper of that height. */
static char *
print (SlWindow *window, const char *path, double height, guint colours)
{
  SlTimelineWidget *timeline =
      SL_TIMELINE_WIDGET (sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET));
  g_autoptr (GtkPrintOperation) operation =
      sl_picture_print_new (timeline, sl_window_get_document (window), "A title");
  g_autoptr (GtkPageSetup) setup =
      gtk_page_setup_copy (gtk_print_operation_get_default_page_setup (operation));
  g_autoptr (GtkPaperSize) size =
      gtk_paper_size_new_custom ("test", "Test", height, 297, GTK_UNIT_MM);
  g_autoptr (GError) error = NULL;

  g_assert_cmpstr (gtk_print_settings_get (gtk_print_operation_get_print_settings (operation),
                                           GTK_PRINT_SETTINGS_OUTPUT_BASENAME),
                   ==, "A title");
  choose_colours (operation, colours);
  gtk_page_setup_set_paper_size (setup, size);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_export_filename (operation, path);
  g_assert_cmpint (gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_EXPORT,
                                            GTK_WINDOW (window), &error),
                   ==, GTK_PRINT_OPERATION_RESULT_APPLY);
  g_assert_no_error (error);
  return run ("pdftotext", "-layout", path);
}

static guint
count_pages (const char *path)
{
  g_autofree char *info = run ("pdfinfo", NULL, path);
  const char *pages = strstr (info, "Pages:");

  g_assert_nonnull (pages);
  return (guint) strtoul (pages + strlen ("Pages:"), NULL, 10);
}

static guint
count (const char *text, const char *part)
{
  guint n = 0;

  for (const char *at = text; (at = strstr (at, part)) != NULL; at += strlen (part))
    n++;
  return n;
}

/* Without the program that GTK would start. */
static void
check_preview (SlWindow *window)
{
  SlTimelineWidget *timeline =
      SL_TIMELINE_WIDGET (sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET));
  g_autoptr (GtkPrintOperation) operation =
      sl_picture_print_new (timeline, sl_window_get_document (window), "A title");
  g_autofree char *path =
      g_build_filename (g_get_user_cache_dir (), "slackline", "preview.pdf", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  g_object_set (gtk_settings_get_default (), "gtk-print-preview-command", "no-such-program %f",
                NULL);
  gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PREVIEW, GTK_WINDOW (window),
                           &error);
  g_assert_no_error (error);
  sl_app_test_spin (300);
  text = run ("pdftotext", "-layout", path);
  g_assert_cmpuint (count (text, "A title"), ==, 1);
  g_unlink (path);
}

/* The heading of the tasks is once on each page that has a row of them, and above it where they go on. */
static void
check_headings (const char *text)
{
  g_auto (GStrv) pages = g_strsplit (text, "\f", -1);
  guint n_repeated = 0;

  for (guint i = 0; pages[i] != NULL; i++)
    {
      const char *task = strstr (pages[i], "· pid ");
      const char *heading = strstr (pages[i], "Tasks\n");

      if (i == 0 || task == NULL)
        continue;
      g_assert_nonnull (heading);
      g_assert_true (heading < task);
      g_assert_null (strstr (heading + 1, "Tasks\n"));
      n_repeated++;
    }
  g_assert_cmpuint (n_repeated, >, 0);
}

static void
test_pages (void)
{
  GtkApplication *application = sl_app_test_start ();
  SlWindow *window = sl_window_new (application);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *folder = g_dir_make_tmp ("slackline-print-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "print.pdf", NULL);
  g_autofree char *one = NULL;
  g_autofree char *several = NULL;
  g_autofree char *many = NULL;
  guint n_rows, n_pages;

  g_test_summary (
      "All rows are printed, each once, under a title, a ruler and the heading of their group on each page; on as many pages "
      "as they need; "
      "in black and white, or in colours. Without a program for a look at the pages they are written for the one that shows PDF.");

  g_ptr_array_add (files, g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                     "jumping-balls.shark", NULL));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  /* Tasks without jobs are folded up once the jobs are known. */
  sl_app_test_spin (200);

  one = print (window, path, 400, 1);
  g_assert_cmpuint (count_pages (path), ==, 1);
  n_rows = count (one, "ctx ");
  g_assert_cmpuint (n_rows, >, 3);
  g_assert_cmpuint (count (one, "A title"), ==, 1);
  g_assert_null (strstr (one, "Page 1 of"));
  g_assert_cmpuint (count_coloured (path), ==, 0);

  check_preview (window);

  several = print (window, path, 110, 0);
  n_pages = count_pages (path);
  g_assert_cmpuint (n_pages, >, 1);
  g_assert_cmpuint (count (several, "ctx "), ==, n_rows);
  g_assert_cmpuint (count (several, "A title"), ==, n_pages);
  g_assert_nonnull (strstr (several, "Page 1 of"));
  g_assert_cmpuint (count_coloured (path), >, 100);

  /* A few rows on each. */
  many = print (window, path, 80, 0);
  g_assert_cmpuint (count_pages (path), >, n_pages);
  check_headings (many);

  g_unlink (path);
  g_rmdir (folder);
  gtk_window_destroy (GTK_WINDOW (window));
  sl_app_test_spin (50);
}

int
main (int argc, char *argv[])
{
  g_autofree char *program = g_find_program_in_path ("pdftotext");

  g_test_init (&argc, &argv, NULL);
  if (program == NULL || !gtk_init_check ())
    {
      g_test_message ("no display, or no pdftotext");
      return 77;
    }

  g_test_add_func ("/picture-print/pages", test_pages);
  return g_test_run ();
}
