/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-linux-recording.h"

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-test.h"

/**
 * sl_linux_recording_open:
 * @path: of a file that can be opened
 *
 * Returns: (transfer full): what is in it
 */
SlSource *
sl_linux_recording_open (const char *path)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  SlOpenRequest request = { files, NULL, options };
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

/**
 * sl_linux_recording_find:
 *
 * Returns: (transfer full): where that file would be
 */
char *
sl_linux_recording_find (const char *name)
{
  g_autofree char *below = g_build_filename ("linux", name, NULL);

  return sl_test_make_real_path (below);
}

/**
 * sl_linux_recording_load:
 *
 * Returns: (transfer full) (nullable): the whole of it; %NULL where it is not here
 */
SlTrace *
sl_linux_recording_load (const char *name)
{
  g_autofree char *path = sl_linux_recording_find (name);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return NULL;

  source = sl_linux_recording_open (path);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}
