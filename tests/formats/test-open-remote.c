/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open.h"

#include <string.h>

#include "sl-format-dump.h"
#include "sl-open-remote.h"

/* A file that has no path, as one of another machine: it is in the program. */
#define REMOTE "resource:///remote/jumping-balls.shark"

static GPtrArray *
open_uri (const char *uri, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  SlOpenRequest request = { .files = files };

  g_ptr_array_add (files, g_file_new_for_uri (uri));
  return sl_open (&request, NULL, NULL, NULL, error);
}

static void
progress_cb (const char *what, double fraction, gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpstr (what, ==, "Copying its name");
  g_assert_cmpfloat (fraction, >, *last);
  *last = fraction;
}

static void
test_map (void)
{
  g_autoptr (GFile) file = g_file_new_for_uri (REMOTE);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) mapping = NULL;
  g_autofree char *text = NULL;
  gsize size;
  double last = 0;

  g_test_summary ("A file that no path leads to is copied whole, and how far that is is said.");

  g_assert_null (g_file_peek_path (file));
  g_assert_true (g_file_load_contents (file, NULL, &text, &size, NULL, NULL));
  mapping = sl_open_remote_map (file, "its name", progress_cb, &last, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (sl_mapping_get_data (mapping), sl_mapping_get_size (mapping), text, size);
  g_assert_cmpfloat (last, ==, 1);
}

static void
test_open (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "jumping-balls.shark", NULL);
  g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) local = open_uri (uri, &error);
  g_autoptr (GPtrArray) remote = open_uri (REMOTE, &error);
  g_autofree char *here = NULL;
  g_autofree char *there = NULL;

  g_test_summary ("It holds what the same file here holds.");

  g_assert_no_error (error);
  g_assert_cmpuint (local->len, ==, 1);
  g_assert_cmpuint (remote->len, ==, 1);
  here = sl_test_dump_source (local->pdata[0]);
  there = sl_test_dump_source (remote->pdata[0]);
  g_assert_cmpstr (there, ==, here);
}

static void
test_cancelled (void)
{
  g_autoptr (GFile) file = g_file_new_for_uri (REMOTE);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("Copying can be stopped.");

  g_cancellable_cancel (cancellable);
  g_assert_null (sl_open_remote_map (file, "file", NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_unread (void)
{
  static const struct
  {
    const char *uri;
    const char *said;
  } wrong[] = {
    { "resource:///remote/none", "resource" },
    { "nowhere://host/file.dat", "Nothing on this machine reads “nowhere://”" },
    { "http://host/file.dat", "“curl -O http://host/file.dat”" },
    { "https://host/file.dat", "“curl -O https://host/file.dat”" },
  };

  g_test_summary ("What cannot be read says what to do instead.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (open_uri (wrong[i].uri, &error));
      g_assert_nonnull (error);
      if (strstr (error->message, wrong[i].said) == NULL)
        g_error ("%s: %s", wrong[i].uri, error->message);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/open-remote/map", test_map);
  g_test_add_func ("/open-remote/open", test_open);
  g_test_add_func ("/open-remote/cancelled", test_cancelled);
  g_test_add_func ("/open-remote/unread", test_unread);
  return g_test_run ();
}
