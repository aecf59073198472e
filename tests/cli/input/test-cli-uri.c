/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Traces that are named by a URI. */

#include <glib/gstdio.h>
#include <string.h>

#include "sl-cli-run.h"
#include "sl-test.h"

static char *folder;
static char *path;

static void
test_same (void)
{
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_auto (SlCliResult) by_path = sl_cli_run ("events", path, NULL);
  g_auto (SlCliResult) by_uri = sl_cli_run ("events", uri, NULL);

  g_test_summary ("A URI leads to the same events as the path.");

  sl_cli_assert_fine (&by_path);
  sl_cli_assert_fine (&by_uri);
  g_assert_cmpstr (by_uri.output, ==, by_path.output);
}

static void
test_path_first (void)
{
  g_autofree char *odd = g_build_filename (folder, "nowhere:", NULL);
  g_autofree char *copy = g_build_filename (odd, "trace.shark", NULL);
  g_autofree char *text = NULL;
  const char *arguments[] = { "info", "nowhere://trace.shark", NULL };
  gsize length;

  g_test_summary ("What is a file here is one, whatever it is called.");

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  g_assert_cmpint (g_mkdir (odd, 0700), ==, 0);
  g_assert_true (g_file_set_contents (copy, text, (gssize) length, NULL));
  {
    g_auto (SlCliResult) result = sl_cli_run_argv (arguments, folder);

    sl_cli_assert_fine (&result);
  }
}

static void
test_unread (void)
{
  g_auto (SlCliResult) unknown = sl_cli_run ("info", "nowhere://host/a.dat", NULL);
  g_auto (SlCliResult) web = sl_cli_run ("jobs", "https://host/a.dat", NULL);
  g_auto (SlCliResult) missing = sl_cli_run ("info", "file:///none/a.dat", NULL);

  g_test_summary ("What cannot be read is named as it was given, with what to do.");

  sl_cli_assert_fails (&unknown, 3,
                       "nowhere://host/a.dat: Nothing on this machine reads “nowhere://”");
  sl_cli_assert_fails (&web, 3, "https://host/a.dat: Files of web servers are not read in place");
  sl_cli_assert_fails (&missing, 3, "file:///none/a.dat: ");
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = sl_cli_make_folder ();
  path = g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "jumping-balls.shark", NULL);

  g_test_add_func ("/cli-uri/same", test_same);
  g_test_add_func ("/cli-uri/path-first", test_path_first);
  g_test_add_func ("/cli-uri/unread", test_unread);

  status = g_test_run ();
  g_free (path);
  sl_test_remove_folder (folder);
  return status;
}
