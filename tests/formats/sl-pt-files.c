/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-pt-files.h"

#include <string.h>

#include "sl-byte-reader.h"
#include "sl-test.h"

/* perf.data: where the header says the records are, the record that raw bytes follow, and the last
 * one that may be skipped. */
#define PERF_HEADER        104
#define PERF_DATA          40
#define PERF_AUXTRACE      71
#define PERF_AUXTRACE_SIZE 48

/**
 * sl_pt_files_find:
 * @name: below the folder "pt" of the real traces
 *
 * Returns: (transfer full) (nullable): its path, %NULL where it is not there
 */
char *
sl_pt_files_find (const char *name)
{
  g_autofree char *below = g_build_filename ("pt", name, NULL);
  g_autofree char *path = sl_test_make_real_path (below);

  return g_file_test (path, G_FILE_TEST_EXISTS) ? g_steal_pointer (&path) : NULL;
}

/**
 * sl_pt_files_read:
 *
 * Returns: (transfer full) (nullable): the bytes of the file, %NULL where it is not there
 */
GBytes *
sl_pt_files_read (const char *name)
{
  g_autofree char *path = sl_pt_files_find (name);
  g_autoptr (GError) error = NULL;
  char *data;
  gsize size;

  if (path == NULL)
    return NULL;

  g_file_get_contents (path, &data, &size, &error);
  g_assert_no_error (error);
  return g_bytes_new_take (data, size);
}

/**
 * sl_pt_files_read_aux:
 * @name: of a perf.data file whose records stand in the machine's own order
 * @index: of an AUX buffer
 *
 * Returns: (transfer full) (nullable): the AUX stream of @index, %NULL without the file
 */
GBytes *
sl_pt_files_read_aux (const char *name, guint32 index)
{
  g_autoptr (GBytes) file = sl_pt_files_read (name);
  GByteArray *stream;
  const guint8 *data;
  gsize size, end;

  if (file == NULL)
    return NULL;

  stream = g_byte_array_new ();
  data = g_bytes_get_data (file, &size);
  g_assert_cmpuint (size, >=, PERF_HEADER);
  end = sl_bytes_u64_le (data + PERF_DATA) + sl_bytes_u64_le (data + PERF_DATA + 8);
  g_assert_cmpuint (end, <=, size);

  for (gsize at = sl_bytes_u64_le (data + PERF_DATA); at < end;)
    {
      gsize length = sl_bytes_u16_le (data + at + 6);
      gsize payload = 0;

      g_assert_cmpuint (length, >=, 8);
      if (sl_bytes_u32_le (data + at) == PERF_AUXTRACE)
        {
          g_assert_cmpuint (length, ==, PERF_AUXTRACE_SIZE);
          payload = sl_bytes_u64_le (data + at + 8);
          if (sl_bytes_u32_le (data + at + 32) == index)
            g_byte_array_append (stream, data + at + length, (guint) payload);
        }
      at += length + payload;
    }

  return g_byte_array_free_to_bytes (stream);
}
