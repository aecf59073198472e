/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stands in for a fuzzing engine: runs the target once on each fixture of the folders and files named, and
 * on what is left of it when it is cut in half. Where SL_FUZZ_SEEDS names a folder, it writes the bytes of
 * the fixtures there instead, for an engine to begin with. */
#include "sl-test.h"

#include <string.h>

int LLVMFuzzerTestOneInput (const guint8 *data, gsize size);

static void
use_bytes (GBytes *bytes, const char *path)
{
  const char *seeds = g_getenv ("SL_FUZZ_SEEDS");
  g_autofree char *name = NULL;
  g_autofree char *seed = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  if (seeds == NULL)
    {
      LLVMFuzzerTestOneInput (data, size);
      LLVMFuzzerTestOneInput (data, size / 2);
      return;
    }

  name = g_strdelimit (g_strdup (path), "/", '_');
  seed = g_build_filename (seeds, name, NULL);
  g_file_set_contents (seed, (const char *) data, size, &error);
  g_assert_no_error (error);
}

static gboolean
is_fixture (const char *name)
{
  return g_str_has_suffix (name, ".hex") || g_str_has_suffix (name, ".txt") ||
         g_str_has_suffix (name, ".slackline-tasks") ||
         g_str_has_suffix (name, ".slackline-exercise");
}

static guint
use_path (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const char *name;
  guint n_used = 0;
  char *text;
  gsize size;

  if (dir == NULL)
    {
      g_assert_true (g_file_get_contents (path, &text, &size, NULL));
      bytes = g_bytes_new_take (text, size);
      if (g_str_has_suffix (path, ".hex"))
        {
          g_bytes_unref (bytes);
          bytes = sl_test_read_hex (path);
        }
      use_bytes (bytes, path);
      return 1;
    }

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      if (is_fixture (name))
        g_ptr_array_add (names, g_build_filename (path, name, NULL));
    }
  for (guint i = 0; i < names->len; i++)
    n_used += use_path (g_ptr_array_index (names, i));
  return n_used;
}

int
main (int argc, char *argv[])
{
  for (int i = 1; i < argc; i++)
    g_assert_cmpuint (use_path (argv[i]), >, 0);

  return 0;
}
