/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-test-pack.h"

#include <archive.h>
#include <archive_entry.h>

static la_ssize_t
write_cb (struct archive *archive, void *user_data, const void *bytes, size_t size)
{
  g_byte_array_append (user_data, bytes, size);
  return size;
}

static void
put_member (struct archive *archive, const char *name, gconstpointer bytes, gsize size)
{
  struct archive_entry *entry = archive_entry_new ();

  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, g_str_has_suffix (name, "/") ? AE_IFDIR : AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  if (!g_str_has_suffix (name, "/"))
    archive_entry_set_size (entry, size);
  g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
  if (!g_str_has_suffix (name, "/"))
    g_assert_cmpint (archive_write_data (archive, bytes, size), ==, size);
  archive_entry_free (entry);
}

static GBytes *
finish (struct archive *archive, GByteArray *packed)
{
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
  return g_byte_array_free_to_bytes (packed);
}

static struct archive *
begin (GByteArray *packed)
{
  struct archive *archive = archive_write_new ();

  archive_write_set_bytes_in_last_block (archive, 1);
  return archive;
}

/**
 * sl_test_pack:
 * @suffix: ".gz", ".bz2", ".xz" or ".zst"
 *
 * Returns: (transfer full): @bytes packed
 */
GBytes *
sl_test_pack (const char *suffix, gconstpointer bytes, gsize size)
{
  GByteArray *packed = g_byte_array_new ();
  struct archive *archive = begin (packed);

  archive_write_set_format_raw (archive);
  if (g_str_equal (suffix, ".gz"))
    archive_write_add_filter_gzip (archive);
  else if (g_str_equal (suffix, ".bz2"))
    archive_write_add_filter_bzip2 (archive);
  else if (g_str_equal (suffix, ".xz"))
    archive_write_add_filter_xz (archive);
  else
    archive_write_add_filter_zstd (archive);

  g_assert_cmpint (archive_write_open (archive, packed, NULL, write_cb, NULL), ==, ARCHIVE_OK);
  put_member (archive, "data", bytes, size);
  return finish (archive, packed);
}

/**
 * sl_test_pack_zip:
 * @names: (array zero-terminated=1): of the members, all with @bytes; a folder ends in a slash
 *
 * Returns: (transfer full): a zip archive
 */
GBytes *
sl_test_pack_zip (const char *const *names, gconstpointer bytes, gsize size)
{
  GByteArray *packed = g_byte_array_new ();
  struct archive *archive = begin (packed);

  archive_write_set_format_zip (archive);
  g_assert_cmpint (archive_write_open (archive, packed, NULL, write_cb, NULL), ==, ARCHIVE_OK);
  for (gsize i = 0; names[i] != NULL; i++)
    put_member (archive, names[i], bytes, size);
  return finish (archive, packed);
}

/**
 * sl_test_pack_tar:
 * @format: "v7tar", "ustar", "gnutar" or "pax"
 * @names: (array zero-terminated=1): of the members, all with @bytes
 *
 * Returns: (transfer full): a tar archive
 */
GBytes *
sl_test_pack_tar (const char *format, const char *const *names, gconstpointer bytes, gsize size)
{
  GByteArray *packed = g_byte_array_new ();
  struct archive *archive = begin (packed);

  g_assert_cmpint (archive_write_set_format_by_name (archive, format), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open (archive, packed, NULL, write_cb, NULL), ==, ARCHIVE_OK);
  for (gsize i = 0; names[i] != NULL; i++)
    put_member (archive, names[i], bytes, size);
  return finish (archive, packed);
}
