/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recordings of several threads of perf, which are folders, against the same records in one file. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-byte-reader.h"
#include "sl-dat-random.h"
#include "sl-linux-kinds.h"
#include "sl-open.h"
#include "sl-perf-maker.h"
#include "sl-test-source.h"
#include "sl-test.h"

#define N_CPUS 3

/* A record that says nothing, and those that hold packed ones. */
#define FINISHED_ROUND 68
#define COMPRESSED     81
#define COMPRESSED2    83

typedef struct
{
  char *folder;
  GBytes *whole; /* all records in one file */
  SlSource *source;
  GArray *expected;
} Fixture;

static SlSource *
open_path (const char *path, GError **error)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  SlOpenRequest request = { .files = files };

  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, error);
  if (sources == NULL)
    return NULL;
  g_assert_cmpuint (sources->len, ==, 1);
  return g_object_ref (g_ptr_array_index (sources, 0));
}

static void
write_bytes (const Fixture *fixture, const char *name, gconstpointer data, gsize size)
{
  g_autofree char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) size, &error);
  g_assert_no_error (error);
}

static GBytes *
make_file (const SlPerfLayout *layout)
{
  SlDatLayout same = { .version = 7,
                       .codec = "none",
                       .long_size = 8,
                       .page_size = 4096,
                       .n_cpus = N_CPUS,
                       .n_buffers = 1,
                       .pages_a_chunk = 1,
                       .clock = "perf",
                       .seed = layout->seed };
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GBytes) dat = NULL;
  g_autoptr (SlPerfMaker) maker = sl_perf_maker_new (layout);
  guint64 n_quiet;

  dat = sl_dat_random_write_also (&same, 3000, maker, &expected, &n_quiet);
  return sl_perf_maker_finish (maker);
}

/* Moves a record to the file of its processor: what is left in its place says nothing. */
static void
move_record (guint8 *data, gsize at, GByteArray *file)
{
  const guint32 nothing = GUINT32_TO_LE (FINISHED_ROUND);

  g_byte_array_append (file, data + at, sl_bytes_u16_le (data + at + 6));
  memcpy (data + at, &nothing, sizeof nothing);
}

/* What perf record --threads makes of the same events. */
static void
write_folder (const Fixture *fixture)
{
  gsize size;
  g_autofree guint8 *data =
      g_memdup2 (g_bytes_get_data (fixture->whole, &size), g_bytes_get_size (fixture->whole));
  GByteArray *files[N_CPUS];
  guint64 begin = sl_bytes_u64_le (data + 40);
  guint64 end = begin + sl_bytes_u64_le (data + 48);

  for (guint i = 0; i < N_CPUS; i++)
    files[i] = g_byte_array_new ();
  for (guint64 at = begin; at < end; at += sl_bytes_u16_le (data + at + 6))
    {
      guint32 type = sl_bytes_u32_le (data + at);

      if (type == COMPRESSED || type == COMPRESSED2)
        move_record (data, at, files[1]);
    }
  for (guint i = 0; i < fixture->expected->len; i++)
    {
      const SlEvent *event = &g_array_index (fixture->expected, SlEvent, i);

      if (event->offset < size)
        move_record (data, event->offset, files[event->cpu]);
    }

  data[72 + 24 / 8] |= 1 << 24 % 8; /* DIR_FORMAT; no feature behind it is there */
  write_bytes (fixture, "data", data, size);
  for (guint i = 0; i < N_CPUS; i++)
    {
      g_autofree char *name = g_strdup_printf ("data.%u", i);

      write_bytes (fixture, name, files[i]->data, files[i]->len);
      g_byte_array_unref (files[i]);
    }
}

static void
set_up (Fixture *fixture, gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("slackline-folder-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->whole = make_file (data);
  fixture->source = sl_open_bytes (fixture->whole, "perf.data", "perf-data", NULL, &error);
  g_assert_no_error (error);
  fixture->expected = sl_test_read_all (fixture->source);
  g_assert_cmpuint (fixture->expected->len, >, 2000);
  write_folder (fixture);
}

static void
tear_down (Fixture *fixture, gconstpointer data)
{
  sl_test_remove_folder (fixture->folder);
  g_free (fixture->folder);
  g_bytes_unref (fixture->whole);
  g_object_unref (fixture->source);
  g_array_unref (fixture->expected);
}

/* Names have numbers in the order in which they are read, so that texts are compared by what is said of them. */
static void
assert_same (SlSource *source, const SlEvent *event, SlSource *whole, const SlEvent *expected)
{
  g_autoptr (GArray) details = sl_details_new ();
  g_autoptr (GArray) others = sl_details_new ();
  SlEvent one = *event;
  SlEvent other = *expected;

  one.offset = other.offset = 0;
  if (one.kind == SL_KIND_LINUX_PRINT)
    one.a = other.a;
  sl_test_assert_same_event (&one, &other);

  g_assert_true (sl_source_describe (source, event->offset, details));
  g_assert_true (sl_source_describe (whole, expected->offset, others));
  g_assert_cmpuint (details->len, ==, others->len);
  for (guint i = 0; i < details->len; i++)
    g_assert_cmpstr (g_array_index (details, SlDetail, i).value, ==,
                     g_array_index (others, SlDetail, i).value);
}

static void
test_same (Fixture *fixture, gconstpointer data)
{
  g_autofree char *main_file = g_build_filename (fixture->folder, "data", NULL);
  const char *paths[] = { fixture->folder, main_file };

  g_test_summary ("A folder has the events that one file with the same records has");

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = open_path (paths[i], &error);
      g_autoptr (GArray) events = NULL;

      g_assert_no_error (error);
      events = sl_test_read_all (source);
      g_assert_cmpuint (events->len, ==, fixture->expected->len);
      for (guint j = 0; j < events->len; j++)
        assert_same (source, &g_array_index (events, SlEvent, j), fixture->source,
                     &g_array_index (fixture->expected, SlEvent, j));
      sl_test_reread_at_random (source, events);
    }
}

static void
test_large (Fixture *fixture, gconstpointer data)
{
  g_autofree char *main_file = g_build_filename (fixture->folder, "data", NULL);
  g_autofree char *zeros = g_malloc0 (2 << 20);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;

  g_test_summary ("The main file of a folder may be large, as may be others in it");

  write_bytes (fixture, "other", zeros, 2 << 20);
  g_assert_cmpint (truncate (main_file, 3 << 20), ==, 0);
  source = open_path (fixture->folder, &error);
  g_assert_no_error (error);
}

static void
test_missing (Fixture *fixture, gconstpointer data)
{
  g_autofree char *first = g_build_filename (fixture->folder, "data.0", NULL);
  g_autofree char *main_file = g_build_filename (fixture->folder, "data", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlSource) alone = NULL;

  g_test_summary ("Files that are missing are notes, and the others are read");

  g_assert_cmpint (unlink (first), ==, 0);
  source = open_path (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_true (sl_test_has_note (source, "The file data.0 of the recording is missing"));
  g_assert_false (sl_test_has_note (source, "The file data.1 of the recording is missing"));

  for (guint i = 1; i < N_CPUS; i++)
    {
      g_autofree char *name = g_strdup_printf ("%s/data.%u", fixture->folder, i);

      g_assert_cmpint (unlink (name), ==, 0);
    }
  alone = open_path (main_file, &error);
  g_assert_no_error (error);
  g_assert_true (sl_test_has_note (
      alone, "The file belongs to a folder (perf record --threads): the samples are in data.0, "
             "data.1 and so on, which are not in the same folder"));
}

static void
test_cut (Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = g_build_filename (fixture->folder, "data.1", NULL);
  g_autofree char *bytes = NULL;
  gsize size;

  g_test_summary ("A file that ends anywhere is read as far as it goes");

  g_assert_true (g_file_get_contents (name, &bytes, &size, NULL));
  for (gsize length = 0; length < size; length += 1 + size / 50)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;

      write_bytes (fixture, "data.1", bytes, length);
      source = open_path (fixture->folder, &error);
      g_assert_no_error (error);
      events = sl_test_read_all (source);
      g_assert_cmpuint (events->len, <, fixture->expected->len);
    }
}

static void
test_links (Fixture *fixture, gconstpointer data)
{
  g_autofree char *name = g_build_filename (fixture->folder, "data.1", NULL);
  g_autofree char *elsewhere = g_build_filename (fixture->folder, "notes.txt", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlSource) none = NULL;

  g_test_summary (
      "A link to a file that is no recording is a note; a pipe is refused, not waited for");

  write_bytes (fixture, "notes.txt", "nothing that perf wrote", 23);
  g_assert_cmpint (unlink (name) | symlink (elsewhere, name), ==, 0);
  source = open_path (fixture->folder, &error);
  g_assert_no_error (error);
  g_assert_true (sl_test_has_note (source, "The file ends inside a record"));

  g_assert_cmpint (unlink (name) | mkfifo (name, 0600), ==, 0);
  none = open_path (fixture->folder, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_null (none);
}

int
main (int argc, char **argv)
{
  /* IDENTIFIER is bit 16 of sample_type. */
  static const SlPerfLayout plain = { .fields = 1 << 16,
                                      .round = 9000,
                                      .n_cpus = N_CPUS,
                                      .seed = 11 };
  static const SlPerfLayout no_ids = { .has_one_attr = TRUE,
                                       .round = 500,
                                       .n_cpus = N_CPUS,
                                       .seed = 12 };
  static const SlPerfLayout packed = { .fields = 1 << 16,
                                       .packing = COMPRESSED,
                                       .round = 9000,
                                       .n_cpus = N_CPUS,
                                       .seed = 13 };

  g_test_init (&argc, &argv, NULL);
#define ADD(name, layout, function) \
  g_test_add ("/perf-folder/" name, Fixture, &layout, set_up, function, tear_down)
  ADD ("same", plain, test_same);
  ADD ("same/no-ids", no_ids, test_same);
  ADD ("same/packed", packed, test_same);
  ADD ("large", plain, test_large);
  ADD ("missing", plain, test_missing);
  ADD ("cut", plain, test_cut);
  ADD ("links", plain, test_links);
  return g_test_run ();
}
