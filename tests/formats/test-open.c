/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-error.h"
#include "sl-test-pack.h"
#include "sl-test-source.h"

#define MAGIC "TESTREC\n"

/* A format for these tests: a magic, then the records of sl_test_put_record(). "0a.rec", "1a.rec"
 * and so on are one trace. */
static guint
rec_probe (const SlProbe *probe)
{
  if (probe->head_length >= strlen (MAGIC) && memcmp (probe->head, MAGIC, strlen (MAGIC)) == 0)
    return SL_PROBE_MAGIC;

  return 0;
}

static gboolean
rec_joins (const char *name, const char *other)
{
  return g_ascii_isdigit (name[0]) && g_ascii_isdigit (other[0]) &&
         g_str_has_suffix (name, ".rec") && g_str_equal (name + 1, other + 1);
}

static int
rec_compare (const char *name, const char *other)
{
  return name[0] - other[0];
}

static SlSource *
rec_open (SlInput *input, SlFormatOptions *options, GCancellable *cancellable, GError **error)
{
  static const SlRecordFormat format = { .record_size = SL_TEST_RECORD_SIZE,
                                         .decode = sl_test_decode_records };
  g_autoptr (GArray) runs = g_array_new (FALSE, FALSE, sizeof (SlRecordRun));
  g_autoptr (SlClock) clock = sl_test_clock ();

  for (guint i = 0; i < sl_input_get_n_files (input); i++)
    {
      gsize size = sl_mapping_get_size (sl_input_get_file (input, i));
      SlRecordRun run = { i, strlen (MAGIC), 0 };

      if (size < strlen (MAGIC))
        continue;
      run.count = (size - strlen (MAGIC)) / SL_TEST_RECORD_SIZE;
      g_array_append_val (runs, run);
    }

  if (runs->len == 0 || g_array_index (runs, SlRecordRun, 0).count == 0)
    {
      g_set_error_literal (error, SL_ERROR, SL_ERROR_TRUNCATED, "There is no whole record");
      return NULL;
    }

  return sl_record_source_new (&format, input, (const SlRecordRun *) runs->data, runs->len, clock,
                               NULL, NULL, error);
}

static const SlFormatOption rec_options[] = {
  { "colour", "Colour of the records", NULL },
  { "weight", "Weight of the records", "1" },
  { .key = NULL },
};

static const SlFormat rec_format = {
  .struct_size = sizeof (SlFormat),
  .id = "test-records",
  .title = "Test records",
  .options = rec_options,
  .probe = rec_probe,
  .joins = rec_joins,
  .compare_names = rec_compare,
  .open = rec_open,
};

typedef struct
{
  char *folder;
} Fixture;

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("slackline-open-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
remove_all (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_all (child);
    }
  g_remove (path);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  remove_all (fixture->folder);
  g_free (fixture->folder);
}

static char *
write_file (Fixture *fixture, const char *name, gconstpointer bytes, gsize size)
{
  g_autoptr (GError) error = NULL;
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_file_set_contents (path, bytes, size, &error);
  g_assert_no_error (error);
  return path;
}

/* A file of the test format with @n_records from the time @time on. */
static GByteArray *
records (guint n_records, SlTime time)
{
  GByteArray *file = g_byte_array_new ();

  g_byte_array_append (file, (const guint8 *) MAGIC, strlen (MAGIC));
  for (guint i = 0; i < n_records; i++)
    sl_test_put_record (file, time + i, i, TRUE);
  return file;
}

static char *
write_records (Fixture *fixture, const char *name, guint n_records, SlTime time)
{
  g_autoptr (GByteArray) file = records (n_records, time);

  return write_file (fixture, name, file->data, file->len);
}

static GPtrArray *
open_with (const char *const *paths,
           const char *format_id,
           SlFormatOptions *options,
           GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  SlOpenRequest request = { files, format_id, options };
  GPtrArray *sources;

  for (gsize i = 0; paths[i] != NULL; i++)
    g_ptr_array_add (files, g_file_new_for_path (paths[i]));
  sources = sl_open (&request, NULL, NULL, NULL, error);
  g_assert_true (sources == NULL || sources->len > 0);
  return sources;
}

static GPtrArray *
open_paths (const char *const *paths, GError **error)
{
  return open_with (paths, NULL, NULL, error);
}

static void
assert_refused (const char *path, GQuark domain, int code, const char *message)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (open_paths ((const char *[]) { path, NULL }, &error));
  g_assert_error (error, domain, code);
  g_assert_cmpstr (error->message, ==, message);
}

#define AMBIGUOUS                                                                                \
  "The file could be BYU address trace (12 bytes) or BYU address trace (16 bytes): choose with " \
  "--format byu12 or --format byu16"
#define UNKNOWN "The file is not in a known format; “slackline-cli formats” lists them"

static void
test_tar (Fixture *fixture, gconstpointer data)
{
  g_test_summary (
      "A tar archive of any kind, packed or not, is refused as such, whatever is in it.");
  static const char *const formats[] = { "v7tar", "ustar", "gnutar", "pax" };
  static const char *const names[] = { "trace.shark", NULL };
  g_autoptr (GByteArray) bytes = records (100, 5);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GBytes) tar = sl_test_pack_tar (formats[i], names, bytes->data, bytes->len);
      g_autoptr (GBytes) tgz =
          sl_test_pack (".gz", g_bytes_get_data (tar, NULL), g_bytes_get_size (tar));
      g_autofree char *plain =
          write_file (fixture, "t.tar", g_bytes_get_data (tar, NULL), g_bytes_get_size (tar));
      g_autofree char *packed =
          write_file (fixture, "t.tgz", g_bytes_get_data (tgz, NULL), g_bytes_get_size (tgz));

      assert_refused (plain, SL_ERROR, SL_ERROR_UNSUPPORTED,
                      "t.tar: A tar archive is not supported: unpack it and open the files in it");
      assert_refused (packed, SL_ERROR, SL_ERROR_UNSUPPORTED,
                      "t.tgz: A tar archive is not supported: unpack it and open the files in it");
    }
}

static void
test_empty_packed (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("An empty file that was packed says that it is empty.");
  g_autoptr (GBytes) packed = sl_test_pack (".gz", "", 0);
  g_autofree char *path =
      write_file (fixture, "empty.gz", g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));

  assert_refused (path, SL_ERROR, SL_ERROR_EMPTY, "empty.gz: The file is empty");
}

static void
test_empty (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("An empty file says so.");
  g_autofree char *path = write_file (fixture, "empty", "", 0);

  assert_refused (path, SL_ERROR, SL_ERROR_EMPTY, "empty: The file is empty");
}

static void
test_zeros (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Zeros, of some bytes and of 4 GiB in a sparse file, could be more than one.");
  g_autofree guint8 *zeros = g_malloc0 (100000);
  g_autofree char *few = write_file (fixture, "few", zeros, 100000);
  g_autofree char *many = write_file (fixture, "many", "", 0);

  assert_refused (few, SL_ERROR, SL_ERROR_AMBIGUOUS_FORMAT, "few: " AMBIGUOUS);
  if (truncate (many, G_GINT64_CONSTANT (4) << 30) == 0)
    assert_refused (many, SL_ERROR, SL_ERROR_AMBIGUOUS_FORMAT, "many: " AMBIGUOUS);
}

static void
test_fifteen_bytes (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("15 bytes are in no format.");
  g_autofree char *path = write_file (fixture, "short", "123456789012345", 15);

  assert_refused (path, SL_ERROR, SL_ERROR_UNKNOWN_FORMAT, "short: " UNKNOWN);
}

static void
test_random (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Random bytes are refused by every format.");

  for (guint round = 0; round < 50; round++)
    {
      gsize size = g_test_rand_int_range (500, 70000);
      g_autofree guint8 *bytes = g_malloc (size);
      g_autofree char *path = NULL;

      for (gsize i = 0; i < size; i++)
        bytes[i] = g_test_rand_int ();

      /* Some that begin nearly as a dump of pins does. */
      if (round % 10 == 0)
        memcpy (bytes, "$d\n", 3);
      path = write_file (fixture, "random", bytes, size);
      assert_refused (path, SL_ERROR, SL_ERROR_UNKNOWN_FORMAT, "random: " UNKNOWN);
    }
}

static void
test_broken_but_mine (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A file that a format knows but cannot read fails with that format's error.");
  g_autofree char *path = write_file (fixture, "broken.rec", MAGIC "12345", strlen (MAGIC) + 5);

  assert_refused (path, SL_ERROR, SL_ERROR_TRUNCATED,
                  "broken.rec: Test records: There is no whole record");
}

static void
test_folders (Fixture *fixture, gconstpointer data)
{
  g_test_summary (
      "A folder opens if it holds one set of files, or one file; else it says why not.");
  g_autofree char *one = NULL;
  g_autofree char *two = NULL;
  g_autofree char *other = NULL;
  g_autofree char *name = g_path_get_basename (fixture->folder);
  g_autofree char *nothing =
      g_strdup_printf ("%s: The folder holds no files that belong together: open one of its files",
                       name);
  g_autofree char *several =
      g_strdup_printf ("%s: The folder holds 2 traces, among them those that begin with 0a.rec "
                       "and 0b.rec: open the files of one of them",
                       name);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;

  assert_refused (fixture->folder, SL_ERROR, SL_ERROR_EMPTY, nothing);

  one = write_records (fixture, "0a.rec", 10, 0);
  two = write_records (fixture, "1a.rec", 10, 100);
  other = write_file (fixture, "README", "Read me", 7);
  sources = open_paths ((const char *[]) { fixture->folder, NULL }, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  g_assert_cmpuint (g_strv_length (
                        (char **) sl_source_get_file_names (g_ptr_array_index (sources, 0))),
                    ==, 2);

  g_free (g_steal_pointer (&other));
  other = write_records (fixture, "0b.rec", 10, 0);
  assert_refused (fixture->folder, SL_ERROR, SL_ERROR_USAGE, several);
}

static void
test_not_regular (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Pipes and devices are refused at once, missing files too.");
  g_autofree char *pipe = g_build_filename (fixture->folder, "pipe", NULL);
  g_autofree char *missing = g_build_filename (fixture->folder, "missing", NULL);

  g_assert_cmpint (mkfifo (pipe, 0600), ==, 0);
  assert_refused (pipe, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                  "pipe: It is a pipe; only regular files can be opened");
  assert_refused ("/dev/null", G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                  "null: It is a device; only regular files can be opened");
  assert_refused (missing, G_IO_ERROR, G_IO_ERROR_NOT_FOUND,
                  "missing: The file cannot be opened: No such file or directory");
}

static void
test_unreadable (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A file without permission to read says so.");
  g_autofree char *path = write_records (fixture, "secret.rec", 1, 0);

  if (geteuid () == 0)
    {
      g_test_skip ("root may read everything");
      return;
    }

  g_assert_cmpint (g_chmod (path, 0), ==, 0);
  assert_refused (path, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED,
                  "secret.rec: The file cannot be opened: Permission denied");
}

static void
test_other_encoding (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A name that is not UTF-8 opens, and shows as valid UTF-8.");
  g_autofree char *path = write_records (fixture, "\xe4ndern.rec", 1, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources = open_paths ((const char *[]) { path, NULL }, &error);
  const char *name;

  g_assert_no_error (error);
  name = sl_source_get_file_names (g_ptr_array_index (sources, 0))[0];
  g_assert_true (g_utf8_validate (name, -1, NULL));
  g_assert_true (g_str_has_suffix (name, "ndern.rec"));
}

static void
test_join (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Files that a format joins are one trace in the format's order, given in any "
                  "order, twice, or packed; an empty one among them does no harm; others are "
                  "traces of their own.");
  g_autofree char *two = write_records (fixture, "2a.rec", 5, 200);
  g_autofree char *zero = write_records (fixture, "0a.rec", 5, 0);
  g_autofree char *three = write_file (fixture, "3a.rec", "", 0);
  g_autofree char *alone = write_records (fixture, "alone.rec", 7, 0);
  g_autoptr (GByteArray) plain = records (5, 100);
  g_autoptr (GBytes) packed = sl_test_pack (".gz", plain->data, plain->len);
  g_autofree char *one =
      write_file (fixture, "1a.rec.gz", g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources =
      open_paths ((const char *[]) { three, two, alone, one, zero, two, NULL }, &error);
  const char *const *names;
  g_autoptr (GArray) events = NULL;

  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 2);
  names = sl_source_get_file_names (g_ptr_array_index (sources, 0));
  g_assert_cmpuint (g_strv_length ((char **) names), ==, 4);
  g_assert_cmpstr (names[0], ==, "0a.rec");
  g_assert_cmpstr (names[1], ==, "1a.rec.gz");
  g_assert_cmpstr (names[3], ==, "3a.rec");
  g_assert_cmpstr (sl_source_get_format_id (g_ptr_array_index (sources, 0)), ==, "test-records");

  events = sl_test_read_all (g_ptr_array_index (sources, 0));
  g_assert_cmpuint (events->len, ==, 15);
  g_assert_cmpuint (SL_OFFSET_FILE (g_array_index (events, SlEvent, 5).offset), ==, 1);
  g_assert_cmpint (g_array_index (events, SlEvent, 14).time, ==, 204);
}

static void
test_options (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Unknown formats and options are refused with what there is.");
  g_autofree char *path = write_records (fixture, "x.rec", 1, 0);
  const char *paths[] = { path, NULL };
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources = NULL;

  g_hash_table_insert (options, (gpointer) "weight", (gpointer) "2");
  sources = open_with (paths, "test-records", options, &error);
  g_assert_no_error (error);

  g_hash_table_insert (options, (gpointer) "size", (gpointer) "2");
  g_assert_null (open_with (paths, NULL, options, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_assert_cmpstr (error->message, ==,
                   "x.rec: Test records: This format has no option “size”; its options are "
                   "colour, weight");
  g_clear_error (&error);

  g_assert_null (open_with (paths, "wav", NULL, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
  g_assert_cmpstr (error->message, ==,
                   "Unknown format “wav”; “slackline-cli formats” lists the formats");
}

static void
test_forced (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("--format skips detection.");
  g_autofree char *path = write_file (fixture, "x", "12345678", 8);
  g_autoptr (GError) error = NULL;

  g_assert_null (open_with ((const char *[]) { path, NULL }, "test-records", NULL, &error));
  g_assert_cmpstr (error->message, ==, "x: Test records: There is no whole record");
}

static void
test_packed (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A damaged .gz opens as far as it is right, with a note; one that gives nothing "
                  "and a bomb are refused by name.");
  g_autoptr (GByteArray) plain = records (100000, 0);
  g_autoptr (GBytes) packed = sl_test_pack (".gz", plain->data, plain->len);
  g_autofree guint8 *zeros = g_malloc0 (20 << 20);
  g_autoptr (GBytes) bomb = sl_test_pack (".gz", zeros, 20 << 20);
  g_autofree char *note = NULL;
  g_autofree char *cut = write_file (fixture, "cut.rec.gz", g_bytes_get_data (packed, NULL),
                                     g_bytes_get_size (packed) / 2);
  g_autofree char *stub = write_file (fixture, "stub.rec.gz", g_bytes_get_data (packed, NULL), 12);
  g_autofree char *bomb_path =
      write_file (fixture, "bomb.gz", g_bytes_get_data (bomb, NULL), g_bytes_get_size (bomb));
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources = open_paths ((const char *[]) { cut, NULL }, &error);
  g_autoptr (GArray) events = NULL;

  g_assert_no_error (error);
  events = sl_test_read_all (g_ptr_array_index (sources, 0));
  g_assert_cmpuint (events->len, >, 1000);
  note = g_strdup_printf ("The gzip data ends too early, at byte 0x%" G_GSIZE_MODIFIER
                          "x of the file: only the data before that point is shown",
                          g_bytes_get_size (packed) / 2);
  g_assert_true (sl_test_has_note (g_ptr_array_index (sources, 0), note));

  assert_refused (stub, SL_ERROR, SL_ERROR_MALFORMED,
                  "stub.rec.gz: The gzip data is damaged from the start: it ends before any data "
                  "could be unpacked");
  g_assert_null (open_paths ((const char *[]) { bomb_path, NULL }, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_TOO_LARGE);
  g_assert_true (g_str_has_prefix (error->message, "bomb.gz: The gzip data unpacks to more than"));
}

static void
test_shrinks (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("A file that is cut while it is open keeps what is left; a note tells.");
  g_autofree char *path = write_records (fixture, "x.rec", 20000, 0);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) sources = open_paths ((const char *[]) { path, NULL }, &error);
  g_autoptr (GArray) events = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (truncate (path, 10000 * SL_TEST_RECORD_SIZE), ==, 0);
  events = sl_test_read_all (g_ptr_array_index (sources, 0));
  g_assert_cmpuint (events->len, ==, 2 * SL_BLOCK_EVENTS);
  g_assert_true (
      sl_test_has_note (g_ptr_array_index (sources, 0), "The file shrank while it was open"));
}

static void
test_cancelled (Fixture *fixture, gconstpointer data)
{
  g_test_summary ("Opening a packed file can be cancelled.");
  g_autoptr (GByteArray) plain = records (10000, 0);
  g_autoptr (GBytes) packed = sl_test_pack (".xz", plain->data, plain->len);
  g_autofree char *path =
      write_file (fixture, "x.xz", g_bytes_get_data (packed, NULL), g_bytes_get_size (packed));
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  SlOpenRequest request = { .files = files };

  g_ptr_array_add (files, g_file_new_for_path (path));
  g_cancellable_cancel (cancellable);
  g_assert_null (sl_open (&request, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

#define ADD(path, function) \
  g_test_add ("/formats/open/" path, Fixture, NULL, set_up, function, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_assert_true (sl_formats_add (&rec_format, NULL));

  ADD ("empty", test_empty);
  ADD ("empty-packed", test_empty_packed);
  ADD ("tar", test_tar);
  ADD ("zeros", test_zeros);
  ADD ("fifteen-bytes", test_fifteen_bytes);
  ADD ("random", test_random);
  ADD ("broken-but-mine", test_broken_but_mine);
  ADD ("folders", test_folders);
  ADD ("not-regular", test_not_regular);
  ADD ("unreadable", test_unreadable);
  ADD ("other-encoding", test_other_encoding);
  ADD ("join", test_join);
  ADD ("options", test_options);
  ADD ("forced", test_forced);
  ADD ("packed", test_packed);
  ADD ("shrinks", test_shrinks);
  ADD ("cancelled", test_cancelled);
  return g_test_run ();
}
