/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-unpack.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "sl-error.h"
#include "sl-test-pack.h"

static const char *const suffixes[] = { ".gz", ".bz2", ".xz", ".zst" };

static GByteArray *
sample (gsize size)
{
  GByteArray *bytes = g_byte_array_new ();

  /* Shrinks by some, as traces do. */
  for (gsize i = 0; i < size; i++)
    {
      guint8 byte =
          g_test_rand_int_range (0, 4) == 0 ? (guint8) g_test_rand_int () : (guint8) (i / 64);

      g_byte_array_append (bytes, &byte, 1);
    }

  return bytes;
}

static SlMapping *
unpack (GBytes *packed, const char *name, const SlUnpackLimits *limits, char **note, GError **error)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (packed, name);

  return sl_unpack (mapping, limits, NULL, NULL, NULL, note, error);
}

static void
assert_holds (SlMapping *mapping, GByteArray *bytes, const char *name)
{
  g_assert_cmpmem (sl_mapping_get_data (mapping), sl_mapping_get_size (mapping), bytes->data,
                   bytes->len);
  g_assert_cmpstr (sl_mapping_get_name (mapping), ==, name);
}

static void
test_peels (void)
{
  g_test_summary ("What was packed comes out as it went in, under the name without the suffix.");
  g_autoptr (GByteArray) bytes = sample (300000);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = sl_test_pack (suffixes[i], bytes->data, bytes->len);
      g_autofree char *name = g_strconcat ("trace.dat", suffixes[i], NULL);
      g_autofree char *note = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (SlMapping) mapping =
          unpack (packed, name, &sl_unpack_default_limits, &note, &error);

      g_assert_no_error (error);
      g_assert_null (note);
      assert_holds (mapping, bytes, "trace.dat");
    }
}

static void
test_nothing (void)
{
  g_autoptr (GBytes) packed = sl_test_pack (".gz", NULL, 0);
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) mapping = unpack (packed, "x.gz", &sl_unpack_default_limits, &note, &error);

  g_test_summary ("A packed file of nothing is empty, not damaged.");

  g_assert_no_error (error);
  g_assert_null (note);
  g_assert_cmpuint (sl_mapping_get_size (mapping), ==, 0);
}

static void
test_zip (void)
{
  g_test_summary ("A zip archive of one file opens under that file's name; one of several lists "
                  "them; an empty one says so.");
  g_autoptr (GByteArray) bytes = sample (5000);
  g_autoptr (GBytes) one =
      sl_test_pack_zip ((const char *[]) { "a/", "a/trace.dat", NULL }, bytes->data, bytes->len);
  g_autoptr (GBytes) two =
      sl_test_pack_zip ((const char *[]) { "one", "two", NULL }, bytes->data, bytes->len);
  g_autoptr (GBytes) none = sl_test_pack_zip ((const char *[]) { NULL }, NULL, 0);
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) mapping = unpack (one, "x.zip", &sl_unpack_default_limits, &note, &error);

  g_assert_no_error (error);
  assert_holds (mapping, bytes, "trace.dat");

  g_assert_null (unpack (two, "x.zip", &sl_unpack_default_limits, &note, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED);
  g_assert_cmpstr (error->message, ==,
                   "The zip archive holds 2 files (one, two): unpack it and open one of them");
  g_clear_error (&error);

  g_assert_null (unpack (none, "x.zip", &sl_unpack_default_limits, &note, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_EMPTY);
}

static void
test_plain (void)
{
  g_test_summary ("What is not packed, or only begins as if, is left as it is.");
  static const char *const heads[] = { "", "B", "BZhello, no bzip2 here", "plain" };

  for (guint i = 0; i < G_N_ELEMENTS (heads); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new (heads[i], strlen (heads[i]));
      g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "x.gz");
      g_autofree char *note = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (SlMapping) same =
          sl_unpack (mapping, &sl_unpack_default_limits, NULL, NULL, NULL, &note, &error);

      g_assert_no_error (error);
      g_assert_true (same == mapping);
    }
}

static void
test_damaged (void)
{
  g_test_summary ("Of a damaged file what came out is kept with a note; if nothing did, it is an "
                  "error.");
  g_autoptr (GByteArray) bytes = sample (2000000);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = sl_test_pack (suffixes[i], bytes->data, bytes->len);
      g_autoptr (GBytes) cut =
          g_bytes_new_from_bytes (packed, 0, g_bytes_get_size (packed) * 3 / 4);
      g_autoptr (GBytes) head = g_bytes_new_from_bytes (packed, 0, 30);
      g_autofree char *note = NULL;
      g_autofree char *no_note = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (SlMapping) part = unpack (cut, "x", &sl_unpack_default_limits, &note, &error);

      g_test_message ("%s: %s", suffixes[i], note);
      g_assert_no_error (error);
      g_assert_nonnull (note);
      g_assert_cmpuint (sl_mapping_get_size (part), >, 0);
      g_assert_cmpuint (sl_mapping_get_size (part), <, bytes->len);
      g_assert_cmpint (memcmp (sl_mapping_get_data (part), bytes->data, sl_mapping_get_size (part)),
                       ==, 0);

      g_assert_null (unpack (head, "x", &sl_unpack_default_limits, &no_note, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
      g_test_message ("%s", error->message);
    }
}

/* The whole of what comes out of a file that is not an error. */
static SlMapping *
unpack_some (GBytes *packed, char **note)
{
  g_autoptr (GError) error = NULL;
  SlMapping *mapping = unpack (packed, "x", &sl_unpack_default_limits, note, &error);

  g_assert_no_error (error);
  return mapping;
}

static void
test_every_cut (void)
{
  g_test_summary (
      "Cut anywhere, a packed file gives what comes before the cut, with a note that says where, or the "
      "error that nothing does; a later cut never gives less.");
  g_autoptr (GByteArray) bytes = sample (5000);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = sl_test_pack (suffixes[i], bytes->data, bytes->len);
      gsize most = 0;

      for (gsize n = 6; n < g_bytes_get_size (packed); n++)
        {
          g_autoptr (GBytes) cut = g_bytes_new_from_bytes (packed, 0, n);
          g_autofree char *note = NULL;
          g_autofree char *place = g_strdup_printf ("at byte 0x%" G_GSIZE_MODIFIER "x ", n);
          g_autoptr (GError) error = NULL;
          g_autoptr (SlMapping) part = unpack (cut, "x", &sl_unpack_default_limits, &note, &error);

          if (part == NULL)
            {
              g_assert_error (error, SL_ERROR, SL_ERROR_MALFORMED);
              g_assert_null (note);
              g_assert_cmpuint (most, ==, 0);
              continue;
            }
          g_assert_nonnull (note);
          g_assert_nonnull (strstr (note, place));
          g_assert_cmpuint (sl_mapping_get_size (part), >=, most);
          most = sl_mapping_get_size (part);
          g_assert_cmpuint (most, <=, bytes->len);
          g_assert_cmpint (memcmp (sl_mapping_get_data (part), bytes->data, most), ==, 0);
        }

      g_test_message ("%s: %" G_GSIZE_FORMAT " of %u bytes", suffixes[i], most, bytes->len);

      /* What is missing at last is the end of the file alone; but Zstandard's blocks, of which this is
       * one, come out whole or not at all, and have nothing behind them. */
      if (!g_str_equal (suffixes[i], ".zst"))
        g_assert_cmpuint (most, ==, bytes->len);
    }
}

static void
test_small_streams (void)
{
  g_test_summary ("gzip and xz give all that was packed before the middle of a small file.");
  g_autoptr (GByteArray) bytes = sample (20000);

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i += 2)
    {
      g_autoptr (GBytes) packed = sl_test_pack (suffixes[i], bytes->data, bytes->len);
      g_autoptr (GBytes) half = g_bytes_new_from_bytes (packed, 0, g_bytes_get_size (packed) / 2);
      g_autofree char *note = NULL;
      g_autoptr (SlMapping) part = unpack_some (half, &note);

      g_assert_cmpuint (sl_mapping_get_size (part), >, 8000);
    }
}

static void
test_checksum (void)
{
  g_test_summary (
      "A checksum or a size that is wrong is told of, with its place; the bytes are shown.");
  g_autoptr (GByteArray) bytes = sample (5000);
  static const struct
  {
    const char *suffix;
    gsize from_end; /* of the byte that is wrong */
    const char *reason;
  } cases[] = {
    { ".gz", 8, "incorrect data check" },
    { ".gz", 4, "incorrect length check" },
    { ".bz2", 5, "incorrect block" },
    { ".xz", 10, "incorrect data or check" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) packed = sl_test_pack (cases[i].suffix, bytes->data, bytes->len);
      gsize size = g_bytes_get_size (packed);
      guint8 *copy = g_memdup2 (g_bytes_get_data (packed, NULL), size);
      g_autoptr (GBytes) wrong = g_bytes_new_take (copy, size);
      g_autofree char *note = NULL;
      g_autoptr (SlMapping) mapping = NULL;

      copy[size - cases[i].from_end] ^= 1;
      mapping = unpack_some (wrong, &note);
      assert_holds (mapping, bytes, "x");
      g_test_message ("%s: %s", cases[i].suffix, note);
      g_assert_nonnull (note);
      g_assert_nonnull (strstr (note, "is damaged at byte 0x"));
      g_assert_nonnull (strstr (note, cases[i].reason));
    }
}

/* @packed with @more after it. */
static GBytes *
append (GBytes *packed, gconstpointer more, gsize size)
{
  GByteArray *all = g_byte_array_new ();

  g_byte_array_append (all, g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
  g_byte_array_append (all, more, size);
  return g_byte_array_free_to_bytes (all);
}

static void
test_after_the_end (void)
{
  g_test_summary (
      "A stream that follows belongs to the file, zeros are padding, and of anything else a note says "
      "where it is.");
  g_autoptr (GByteArray) bytes = sample (5000);
  g_autoptr (GByteArray) twice = g_byte_array_new ();
  static const guint8 zeros[512];

  g_byte_array_append (twice, bytes->data, bytes->len);
  g_byte_array_append (twice, bytes->data, bytes->len);
  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = sl_test_pack (suffixes[i], bytes->data, bytes->len);
      gsize size = g_bytes_get_size (packed);
      g_autoptr (GBytes) two = append (packed, g_bytes_get_data (packed, NULL), size);
      g_autoptr (GBytes) padded = append (packed, zeros, sizeof zeros);
      g_autoptr (GBytes) other = append (packed, "signature", strlen ("signature"));
      g_autofree char *place =
          g_strdup_printf ("from byte 0x%" G_GSIZE_MODIFIER "x of the file, 9 bytes", size);
      g_autofree char *no_note = NULL;
      g_autofree char *note = NULL;
      g_autoptr (SlMapping) all = unpack_some (two, &no_note);
      g_autoptr (SlMapping) one = NULL;
      g_autoptr (SlMapping) same = NULL;

      g_assert_null (no_note);
      assert_holds (all, twice, "x");
      one = unpack_some (padded, &no_note);
      g_assert_null (no_note);
      assert_holds (one, bytes, "x");
      same = unpack_some (other, &note);
      assert_holds (same, bytes, "x");
      g_assert_nonnull (note);
      g_assert_nonnull (strstr (note, place));
    }
}

static void
test_empty (void)
{
  g_test_summary ("An empty file that was packed is an empty file.");

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = sl_test_pack (suffixes[i], "", 0);
      g_autofree char *note = NULL;
      g_autoptr (SlMapping) mapping = unpack_some (packed, &note);

      g_assert_null (note);
      g_assert_cmpuint (sl_mapping_get_size (mapping), ==, 0);
    }
}

static void
test_nested (void)
{
  g_test_summary ("A packed file that was packed again comes out plain.");
  g_autoptr (GByteArray) bytes = sample (5000);
  g_autoptr (GBytes) inner = sl_test_pack (".gz", bytes->data, bytes->len);
  g_autoptr (GBytes) outer =
      sl_test_pack (".xz", g_bytes_get_data (inner, NULL), g_bytes_get_size (inner));
  g_autoptr (SlMapping) file = sl_mapping_new_for_bytes (outer, "x.gz.xz");
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) mapping =
      sl_unpack (file, &sl_unpack_default_limits, NULL, NULL, NULL, &note, &error);

  g_assert_no_error (error);
  g_assert_null (note);
  assert_holds (mapping, bytes, "x");
}

static void
test_total (void)
{
  g_test_summary ("No file unpacks to more than the limit, which a user may raise.");
  SlUnpackLimits limits = sl_unpack_default_limits;
  g_autoptr (GByteArray) bytes = sample (200000);
  static const char *const member[] = { "one", NULL };

  for (guint i = 0; i <= G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = i < G_N_ELEMENTS (suffixes)
                                      ? sl_test_pack (suffixes[i], bytes->data, bytes->len)
                                      : sl_test_pack_zip (member, bytes->data, bytes->len);
      g_autofree char *note = NULL;
      g_autoptr (GError) error = NULL;
      g_autoptr (SlMapping) mapping = NULL;

      limits.total = bytes->len - 1;
      g_assert_null (unpack (packed, "x", &limits, &note, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_TOO_LARGE);
      g_assert_nonnull (strstr (error->message, "the limit of 199999 bytes"));
      g_assert_nonnull (strstr (error->message, "--unpack-limit"));
      g_clear_error (&error);

      limits.total = bytes->len;
      mapping = unpack (packed, "x", &limits, &note, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (sl_mapping_get_size (mapping), ==, bytes->len);
    }
}

static void
test_random_damage (void)
{
  g_test_summary ("No damage to a packed file crashes: it gives bytes or an error, never both.");
  g_autoptr (GByteArray) bytes = sample (3000);
  static const char *const member[] = { "one", NULL };

  for (guint i = 0; i <= G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed = i < G_N_ELEMENTS (suffixes)
                                      ? sl_test_pack (suffixes[i], bytes->data, bytes->len)
                                      : sl_test_pack_zip (member, bytes->data, bytes->len);
      gsize size = g_bytes_get_size (packed);

      for (guint round = 0; round < 200; round++)
        {
          guint8 *copy = g_memdup2 (g_bytes_get_data (packed, NULL), size);
          g_autoptr (GBytes) damaged = NULL;
          g_autofree char *note = NULL;
          g_autoptr (GError) error = NULL;
          g_autoptr (SlMapping) mapping = NULL;

          for (guint j = 0; j < 3; j++)
            copy[g_test_rand_int_range (0, size)] = g_test_rand_int ();
          damaged = g_bytes_new_take (copy, g_test_rand_int_range (0, size + 1));
          mapping = unpack (damaged, "x", &sl_unpack_default_limits, &note, &error);
          g_assert_true ((mapping == NULL) == (error != NULL));
        }
    }
}

static void
test_bomb (void)
{
  g_test_summary ("A bomb ends with an error that tells its ratio and the limit.");
  gsize size = 20 << 20;
  g_autofree guint8 *zeros = g_malloc0 (size);

  for (guint i = 0; i <= G_N_ELEMENTS (suffixes); i++)
    {
      g_autoptr (GBytes) packed =
          i < G_N_ELEMENTS (suffixes)
              ? sl_test_pack (suffixes[i], zeros, size)
              : sl_test_pack_zip ((const char *[]) { "bomb", NULL }, zeros, size);
      g_autofree char *note = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_null (unpack (packed, "bomb", &sl_unpack_default_limits, &note, &error));
      g_assert_error (error, SL_ERROR, SL_ERROR_TOO_LARGE);
      g_assert_nonnull (strstr (error->message, "the limit is 250 times"));
      g_test_message ("%s", error->message);
    }
}

static void
test_spills (void)
{
  g_test_summary ("What is too large for memory goes to a file in the cache folder that no one "
                  "sees, and comes out the same.");
  SlUnpackLimits limits = sl_unpack_default_limits;
  g_autoptr (GByteArray) bytes = sample (1000000);
  g_autoptr (GBytes) packed = sl_test_pack (".gz", bytes->data, bytes->len);
  g_autofree char *folder = g_build_filename (g_get_user_cache_dir (), "slackline", NULL);
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlMapping) mapping = NULL;
  g_autoptr (GDir) dir = NULL;

  limits.memory = 300000;
  mapping = unpack (packed, "x.gz", &limits, &note, &error);
  g_assert_no_error (error);
  assert_holds (mapping, bytes, "x");

  dir = g_dir_open (folder, 0, &error);
  g_assert_no_error (error);
  g_assert_null (g_dir_read_name (dir));
}

static void
cancel_cb (const char *what, double fraction, gpointer cancellable)
{
  g_assert_cmpstr (what, ==, "Unpacking x.gz");
  g_assert_cmpfloat (fraction, >=, 0);
  g_assert_cmpfloat (fraction, <=, 1);
  g_cancellable_cancel (cancellable);
}

static void
test_cancel (void)
{
  g_test_summary ("Unpacking tells how far it is and can be cancelled.");
  g_autoptr (GByteArray) bytes = sample (1000000);
  g_autoptr (GBytes) packed = sl_test_pack (".gz", bytes->data, bytes->len);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (packed, "x.gz");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autofree char *note = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_null (sl_unpack (mapping, &sl_unpack_default_limits, cancel_cb, cancellable, cancellable,
                            &note, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_autofree char *cache = g_dir_make_tmp ("slackline-cache-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (cache, "slackline", NULL);
  int status;

  /* Not G_TEST_OPTION_ISOLATE_DIRS: it leaks. */
  g_assert_true (g_setenv ("XDG_CACHE_HOME", cache, TRUE));
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/formats/unpack/peels", test_peels);
  g_test_add_func ("/formats/unpack/nothing", test_nothing);
  g_test_add_func ("/formats/unpack/zip", test_zip);
  g_test_add_func ("/formats/unpack/plain", test_plain);
  g_test_add_func ("/formats/unpack/every-cut", test_every_cut);
  g_test_add_func ("/formats/unpack/small-streams", test_small_streams);
  g_test_add_func ("/formats/unpack/checksum", test_checksum);
  g_test_add_func ("/formats/unpack/after-the-end", test_after_the_end);
  g_test_add_func ("/formats/unpack/empty", test_empty);
  g_test_add_func ("/formats/unpack/nested", test_nested);
  g_test_add_func ("/formats/unpack/total", test_total);
  g_test_add_func ("/formats/unpack/damaged", test_damaged);
  g_test_add_func ("/formats/unpack/random-damage", test_random_damage);
  g_test_add_func ("/formats/unpack/bomb", test_bomb);
  g_test_add_func ("/formats/unpack/spills", test_spills);
  g_test_add_func ("/formats/unpack/cancel", test_cancel);
  status = g_test_run ();

  g_rmdir (folder);
  g_rmdir (cache);
  return status;
}
