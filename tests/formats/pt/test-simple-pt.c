/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Streams of several processors that simple-pt wrote, with its text. */
#include <string.h>

#include <glib/gstdio.h>

#include "sl-format-registry.h"
#include "sl-open.h"
#include "sl-test-source.h"

#define MOST_STREAMS 4

static const char text[] = "meta nom_freq 32\n"
                           "meta family 6\n"
                           "meta model 151\n"
                           "meta mtc_freq 4\n"
                           "meta tsc_ratio 2 166\n"
                           "5497.714815 42 6963f6000 56124be91000 4096 2000\t/home/a b/c\n"
                           "0.0 1 6963f6000 7f0789ec8000 29000\t/usr/lib/ld.so\n";

static SlMapping *
map_bytes (gconstpointer data, gsize size, const char *name)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);

  return sl_mapping_new_for_bytes (bytes, name);
}

static void
write_tsc (GByteArray *bytes, guint64 tsc)
{
  guint64 packet = GUINT64_TO_LE (tsc << 8 | 0x19);

  g_byte_array_append (bytes, (const guint8 *) &packet, 8);
}

/* Sections of a PSB, a time, the crystal's, and branches with its ticks between; a few bytes of
 * something older before them. */
static SlMapping *
make_stream (GRand *rand, guint cpu, gboolean has_time)
{
  g_autoptr (GByteArray) bytes = g_byte_array_new ();
  g_autofree char *name = g_strdup_printf ("ptout.%u", cpu);
  guint64 tsc = 1000000 + (guint64) g_rand_int_range (rand, 0, 20000);
  guint n_sections = (guint) g_rand_int_range (rand, 1, 6);

  g_byte_array_append (bytes, (const guint8 *) "\x34\x12\x10", 3);
  for (guint i = 0; i < n_sections; i++)
    {
      guint n = (guint) g_rand_int_range (rand, 0, 40);

      for (guint j = 0; j < 8; j++)
        g_byte_array_append (bytes, (const guint8 *) "\x02\x82", 2);
      if (has_time)
        {
          write_tsc (bytes, tsc);
          g_byte_array_append (bytes, (const guint8 *) "\x02\x73\x00\x00\x00\x00\x00", 7);
        }
      g_byte_array_append (bytes, (const guint8 *) "\x02\x23", 2);
      for (guint j = 0; j < n; j++)
        {
          guint8 packets[] = { 0x2d, (guint8) j, 0x10, 0x59, (guint8) (j + 1), 0x06 };

          g_byte_array_append (bytes, packets, has_time ? 6 : 3);
        }
      tsc += 50000 + (guint64) g_rand_int_range (rand, 0, 5000);
    }

  return map_bytes (bytes->data, bytes->len, name);
}

static SlSource *
open_files (const char *sideband,
            SlMapping *const *streams,
            guint n_streams,
            SlInput **input,
            GError **error)
{
  g_autoptr (SlMapping) file = map_bytes (sideband, strlen (sideband), "ptout.sideband");
  SlMapping *files[MOST_STREAMS + 1] = { file };

  memcpy (files + 1, streams, n_streams * sizeof files[0]);
  *input = sl_input_new (files, n_streams + 1);
  return sl_formats_find ("simple-pt")->open (*input, NULL, NULL, error);
}

/* What a stream is by itself, with what the text tells of the machine. */
static SlSource *
open_alone (SlMapping *stream, SlInput **input)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GError) error = NULL;
  SlSource *source;

  g_hash_table_insert (options, "nominal-ratio", "32");
  g_hash_table_insert (options, "mtc-freq", "3");
  g_hash_table_insert (options, "tsc-ctc-ratio", "166/2");
  *input = sl_input_new (&stream, 1);
  source = sl_formats_find ("intel-pt")->open (*input, options, NULL, &error);
  g_assert_no_error (error);
  return source;
}

/* The events of @cpu among @all are those of the stream alone, at the same absolute times. */
static void
assert_has_stream (SlSource *source, GArray *all, guint cpu, SlMapping *stream)
{
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlSource) alone = open_alone (stream, &input);
  g_autoptr (GArray) expected = sl_test_read_all (alone);
  guint at = 0;

  for (guint i = 0; i < all->len; i++)
    {
      SlEvent event = g_array_index (all, SlEvent, i);
      SlEvent other;

      if (event.cpu != cpu)
        continue;
      g_assert_cmpuint (at, <, expected->len);
      other = g_array_index (expected, SlEvent, at++);
      g_assert_cmpuint (sl_clock_to_absolute (sl_source_get_clock (source), event.time), ==,
                        sl_clock_to_absolute (sl_source_get_clock (alone), other.time));
      g_assert_cmpuint (SL_OFFSET_FILE (event.offset), ==, cpu + 1);
      event.time = other.time;
      event.cpu = other.cpu;
      other.offset += SL_OFFSET (cpu + 1, 0);
      sl_test_assert_same_event (&event, &other);
    }
  g_assert_cmpuint (at, ==, expected->len);
}

static void
test_same_as_alone (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20261121);

  g_test_summary ("Merged by time, each stream has the events that it has alone.");

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (GPtrArray) streams =
          g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);
      g_autoptr (SlInput) input = NULL;
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) all = NULL;
      g_autoptr (GError) error = NULL;
      guint n = (guint) g_rand_int_range (rand, 1, MOST_STREAMS + 1);

      for (guint i = 0; i < n; i++)
        g_ptr_array_add (streams, make_stream (rand, i, TRUE));
      source = open_files (text, (SlMapping *const *) streams->pdata, n, &input, &error);
      g_assert_no_error (error);
      g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (source)), ==, SL_UNIT_CYCLES);

      all = sl_test_read_all (source);
      for (guint i = 1; i < all->len; i++)
        g_assert_cmpint (g_array_index (all, SlEvent, i - 1).time, <=,
                         g_array_index (all, SlEvent, i).time);
      for (guint i = 0; i < n; i++)
        assert_has_stream (source, all, i, g_ptr_array_index (streams, i));
      sl_test_reread_at_random (source, all);
    }
}

static void
test_damaged (void)
{
  static const char damaged[] = "meta nom_freq 32\nmeta nom_freq 999\nmeta\nrubbish\n"
                                "5.1 1 zz 0 0\t/x\n5.1 1 0 0\t/y\n5 1 2 3 4\t/z\n\n"
                                "meta tsc_ratio 0 0\nmeta mtc_freq -1\n5.1 1 2 3 4 5 no path";
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);
  g_autoptr (SlMapping) stream = make_stream (rand, 0, TRUE);
  g_autoptr (SlInput) input = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_files (damaged, &stream, 1, &input, &error);
  g_autoptr (GArray) notes = NULL;
  const SlNote *note = NULL;

  g_test_summary ("Damaged lines are one note, with the first one's place and how many they are.");

  g_assert_no_error (error);
  notes = sl_notes_snapshot (sl_source_get_notes (source));
  for (guint i = 0; i < notes->len; i++)
    {
      const SlNote *one = &g_array_index (notes, SlNote, i);

      if (g_str_has_prefix (one->text, "Lines that describe neither"))
        note = one;
    }
  g_assert_nonnull (note);
  g_assert_cmpuint (note->count, ==, 8);
  g_assert_cmpuint (note->offset, ==, SL_OFFSET (0, 17));
}

static gboolean
has_note (SlSource *source, const char *begin)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));
  guint n = 0;

  for (guint i = 0; i < notes->len; i++)
    n += g_str_has_prefix (g_array_index (notes, SlNote, i).text, begin) ? 1 : 0;
  return n == 1;
}

static void
test_left_out (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);
  g_autoptr (SlMapping) with = make_stream (rand, 0, TRUE);
  g_autoptr (SlMapping) without = make_stream (rand, 1, FALSE);
  g_autoptr (SlMapping) rubbish = map_bytes ("rubbish", 7, "ptout.2");
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlInput) timeless = NULL;
  g_autoptr (SlInput) nothing = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (SlSource) bytes = NULL;
  g_autoptr (GArray) all = NULL;

  g_test_summary ("Streams without a place on the clock are told; without any stream it fails.");

  source = open_files (text, (SlMapping *[]) { with, without, rubbish }, 3, &input, &error);
  g_assert_no_error (error);
  all = sl_test_read_all (source);
  assert_has_stream (source, all, 0, with);
  for (guint i = 0; i < all->len; i++)
    g_assert_cmpuint (g_array_index (all, SlEvent, i).cpu, ==, 0);
  g_assert_true (has_note (source, "A stream of trace data without a time"));
  g_assert_true (has_note (source, "ptout.2 is left out"));
  g_assert_true (has_note (source, "The conversion of the times of mapped files"));

  bytes = open_files (text, &without, 1, &timeless, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (bytes)), ==, SL_UNIT_BYTES);

  g_assert_null (open_files (text, &rubbish, 1, &nothing, &error));
  g_assert_nonnull (strstr (error->message, "ptout.0"));
}

static const char *
detect (const char *name, gconstpointer data, gsize size)
{
  SlProbe probe = { .head = data, .head_length = size, .size = size, .name = name };
  const SlFormat *format = sl_formats_detect (&probe, NULL);

  return format != NULL ? format->id : NULL;
}

static void
test_names (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (9);
  g_autoptr (SlMapping) stream = make_stream (rand, 0, TRUE);
  g_autoptr (SlMapping) file = map_bytes (text, strlen (text), "run.sideband");
  g_autoptr (SlMapping) other = map_bytes (text, strlen (text), "run");
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  const SlFormat *format = sl_formats_find ("simple-pt");

  g_test_summary (
      "The text is told by its lines and names its streams; a stream alone stays bare.");

  g_assert_cmpstr (detect ("ptout.sideband", text, strlen (text)), ==, "simple-pt");
  g_assert_cmpstr (detect ("ptout.0", sl_mapping_get_data (stream), sl_mapping_get_size (stream)),
                   ==, "intel-pt");

  format->companions (other, names);
  g_assert_cmpuint (names->len, ==, 0);
  format->companions (file, names);
  g_assert_cmpstr (g_ptr_array_index (names, 0), ==, "run.0");
  g_assert_cmpstr (g_ptr_array_index (names, 17), ==, "run.17");
}

static void
write_file (const char *folder, const char *name, gconstpointer data, gsize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, data, (gssize) size, &error);
  g_assert_no_error (error);
}

static void
test_folder (void)
{
  static const char *const files[] = { "ptout.0", "ptout.1", "ptout.sideband" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (10);
  g_autoptr (GPtrArray) asked = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GPtrArray) sources = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("slackline-simple-XXXXXX", &error);
  SlOpenRequest request = { .files = asked };

  g_test_summary ("A folder of small streams and their text is one trace.");

  g_assert_no_error (error);
  write_file (folder, files[2], text, strlen (text));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SlMapping) stream = make_stream (rand, i, TRUE);

      write_file (folder, files[i], sl_mapping_get_data (stream), sl_mapping_get_size (stream));
    }

  g_ptr_array_add (asked, g_file_new_for_path (folder));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = g_build_filename (folder, files[i], NULL);

      g_assert_cmpint (g_unlink (path), ==, 0);
    }
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/formats/simple-pt/same-as-alone", test_same_as_alone);
  g_test_add_func ("/formats/simple-pt/damaged", test_damaged);
  g_test_add_func ("/formats/simple-pt/left-out", test_left_out);
  g_test_add_func ("/formats/simple-pt/names", test_names);
  g_test_add_func ("/formats/simple-pt/folder", test_folder);

  return g_test_run ();
}
