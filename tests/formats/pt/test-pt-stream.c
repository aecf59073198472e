/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Laws of Intel PT streams, on streams of a simulated program. */
#include <string.h>

#include <glib/gstdio.h>

#include "sl-format-registry.h"
#include "sl-kind.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-pt-clock.h"
#include "sl-pt-writer.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"

/* How far off what CYC tell may be, in ticks: up to a period of MTC. */
#define CYC_ERROR (84 << 3)

static SlSource *
open_with (GBytes *bytes, gboolean with_timing, GError **error)
{
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "test.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);

  if (with_timing)
    {
      g_hash_table_insert (options, (gpointer) "mtc-freq", (gpointer) "3");
      g_hash_table_insert (options, (gpointer) "tsc-ctc-ratio", (gpointer) "84");
      g_hash_table_insert (options, (gpointer) "nominal-ratio", (gpointer) "24");
    }
  return sl_formats_find ("intel-pt")->open (input, options, NULL, error);
}

static SlPtWriter *
write_random (gboolean has_times, gsize size)
{
  SlPtWorkload workload = {
    .seed = (guint64) g_test_rand_int (),
    .psb_period = (guint) g_test_rand_int_range (256, 40000),
    .has_times = has_times,
    .has_cycles = g_test_rand_bit (),
  };
  SlPtWriter *writer = sl_pt_writer_new (&workload);

  sl_pt_writer_run (writer, size);
  return writer;
}

static GBytes *
get_bytes (SlPtWriter *writer)
{
  GByteArray *bytes = sl_pt_writer_get_bytes (writer);

  return g_bytes_new (bytes->data, bytes->len);
}

/* All packets are events or counted, and all branches are with an event. */
static void
assert_written (SlSource *source, GArray *events, const SlPtWritten *written)
{
  guint64 types[SL_PT_N_TYPES] = { 0 };
  guint64 n_branches = 0, n_taken = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      types[event->kind - SL_KIND_PT_PSB]++;
      n_taken += SL_BRANCHES_TAKEN (event->detail);
      n_branches += SL_BRANCHES_TAKEN (event->detail) + SL_BRANCHES_NOT_TAKEN (event->detail);
    }
  for (guint type = 0; type < SL_PT_N_TYPES; type++)
    {
      guint64 unlisted = sl_source_get_n_unlisted (source, (guint16) (SL_KIND_PT_PSB + type));

      g_assert_true (unlisted == 0 || types[type] == 0);
      g_assert_cmpuint (types[type] + unlisted, ==, written->types[type]);
    }
  g_assert_cmpuint (n_branches, ==, written->n_branches);
  g_assert_cmpuint (n_taken, ==, written->n_taken);
}

static void
assert_order (GArray *events)
{
  for (guint i = 1; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpint ((event - 1)->time, <=, event->time);
      g_assert_cmpuint ((event - 1)->offset, <, event->offset);
    }
}

static void
test_all_is_there (void)
{
  g_test_summary ("Packets and branches add up to what was written, in the order of the file.");

  for (guint round = 0; round < 12; round++)
    {
      g_autoptr (SlPtWriter) writer = write_random (round % 3 != 0, 200000);
      g_autoptr (GBytes) bytes = get_bytes (writer);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = open_with (bytes, round % 2 == 0, &error);
      g_autoptr (GArray) events = NULL;

      g_assert_no_error (error);
      events = sl_test_read_all (source);
      assert_written (source, events, sl_pt_writer_get_written (writer));
      assert_order (events);
      sl_test_reread_at_random (source, events);
    }
}

static void
test_times (void)
{
  g_test_summary ("Time stamps stand at their time, and what is known lies between them.");

  for (guint round = 0; round < 6; round++)
    {
      g_autoptr (SlPtWriter) writer = write_random (TRUE, 100000);
      const SlPtWritten *written = sl_pt_writer_get_written (writer);
      g_autoptr (GBytes) bytes = get_bytes (writer);
      g_autoptr (SlSource) source = open_with (bytes, TRUE, NULL);
      g_autoptr (GArray) events = sl_test_read_all (source);

      g_assert_cmpuint (sl_clock_get_origin (sl_source_get_clock (source)), ==, written->first_tsc);
      for (guint i = 0; i < events->len; i++)
        {
          const SlEvent *event = &g_array_index (events, SlEvent, i);

          g_assert_cmpuint (event->flags & (SL_EVENT_BAD_TIME | SL_EVENT_GAP), ==, 0);
          g_assert_cmpint (event->time, <=,
                           (SlTime) (written->now - written->first_tsc) + CYC_ERROR);
          /* What CYC tell is an estimate, and time does not go back for a stamp. */
          if (event->kind == SL_KIND_PT_TSC)
            g_assert_cmpint (event->time, >=, (SlTime) (event->a - written->first_tsc));
          if (event->kind == SL_KIND_PT_TSC)
            g_assert_cmpint (event->time, <=,
                             (SlTime) (event->a - written->first_tsc) +
                                 (written->types[SL_PT_CYC] > 0 ? CYC_ERROR : 0));
          if (event->kind == SL_KIND_PT_MTC && written->types[SL_PT_CYC] == 0)
            g_assert_cmpint ((event->time + (SlTime) written->first_tsc) % (84 << 3), ==, 0);
        }
    }
}

static void
test_bytes_without_time (void)
{
  g_autoptr (SlPtWriter) writer = write_random (FALSE, 50000);
  g_autoptr (GBytes) bytes = get_bytes (writer);
  g_autoptr (SlSource) source = open_with (bytes, TRUE, NULL);
  g_autoptr (GArray) events = sl_test_read_all (source);

  g_test_summary ("A stream without time stamps counts bytes, and says so.");

  g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (source)), ==, SL_UNIT_BYTES);
  g_assert_true (sl_test_has_note (
      source, "The stream contains no TSC packets: without times, the axis counts bytes"));
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpint (event->time, ==, (SlTime) event->offset);
    }
}

/* Whoever reads blocks on several threads gets what one thread gets. */
static gpointer
read_every_other (gpointer data)
{
  SlSource *source = data;
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  guint64 n_blocks = sl_source_get_n_blocks (source);
  guint64 n_events = 0;

  for (guint64 block = n_blocks; block > 0; block--)
    n_events += (guint64) MAX (sl_source_read_block (source, block - 1, events), 0);

  return GSIZE_TO_POINTER ((gsize) n_events);
}

static void
test_any_order (void)
{
  g_autoptr (SlPtWriter) writer = write_random (TRUE, 600000);
  g_autoptr (GBytes) bytes = get_bytes (writer);
  g_autoptr (SlSource) one = open_with (bytes, TRUE, NULL);
  g_autoptr (SlSource) other = open_with (bytes, TRUE, NULL);
  g_autoptr (GArray) events = sl_test_read_all (one);
  GThread *threads[3];

  g_test_summary ("Blocks are the same in any order, on any thread.");

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("read", read_every_other, other);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    g_assert_cmpuint (GPOINTER_TO_SIZE (g_thread_join (threads[i])), ==, events->len);
  sl_test_reread_at_random (other, events);
  assert_written (other, events, sl_pt_writer_get_written (writer));
}

static void
test_whole_pass (void)
{
  g_autoptr (SlPtWriter) writer = write_random (TRUE, 600000);
  g_autoptr (GBytes) bytes = get_bytes (writer);
  g_autoptr (SlSource) source = open_with (bytes, TRUE, NULL);
  g_autoptr (SlSource) single = open_with (bytes, TRUE, NULL);
  g_autoptr (GArray) events = sl_test_read_all (single);
  g_autoptr (SlTrace) trace = sl_load_run (source, NULL, NULL, NULL, NULL, NULL);

  g_test_summary ("A trace that is loaded has every event once.");

  g_assert_nonnull (trace);
  g_assert_cmpuint (sl_trace_get_n_events (trace), ==, events->len);
  for (guint i = 0; i < 200; i++)
    {
      guint64 index = (guint64) g_test_rand_int_range (0, (gint32) events->len);
      SlEvent event;

      g_assert_true (sl_trace_read_event (trace, index, &event));
      event.object = 0;
      sl_test_assert_same_event (&event, &g_array_index (events, SlEvent, index));
    }
}

/* The clock by itself, on the figures of the manual's packets. */
static void
test_clock (void)
{
  const SlPtTiming timing = { 100, 2, 3, 12 };
  SlPtClock clock = { 0 };

  g_test_summary ("MTC and CYC tell the time from the TSC and its TMA on.");

  g_assert_false (sl_pt_clock_add_mtc (&clock, &timing, 1));
  sl_pt_clock_set_tsc (&clock, 10000);
  g_assert_false (sl_pt_clock_add_mtc (&clock, &timing, 1));

  /* Crystal count 5 began 20 ticks before the TSC; the next multiple of 8 is 3 counts on. */
  sl_pt_clock_set_tma (&clock, 5, 20);
  g_assert_true (sl_pt_clock_add_mtc (&clock, &timing, 1));
  g_assert_cmpuint (clock.now, ==, 9980 + 3 * 50);
  g_assert_true (sl_pt_clock_add_mtc (&clock, &timing, 3));
  g_assert_cmpuint (clock.now, ==, 9980 + 19 * 50);

  /* 255 to 1 is two steps of 8 counts. */
  g_assert_true (sl_pt_clock_add_mtc (&clock, &timing, 255));
  g_assert_true (sl_pt_clock_add_mtc (&clock, &timing, 1));
  g_assert_cmpuint (clock.now, ==, 9980 + (257 * 8 - 5) * 50);

  /* At a ratio of 24 a cycle is half a tick. */
  sl_pt_clock_set_tsc (&clock, 200000);
  g_assert_false (sl_pt_clock_add_cyc (&clock, &timing, 100));
  sl_pt_clock_set_cbr (&clock, 24);
  g_assert_true (sl_pt_clock_add_cyc (&clock, &timing, 100));
  g_assert_cmpuint (clock.now, ==, 200050);
  g_assert_true (sl_pt_clock_add_cyc (&clock, &timing, 100));
  g_assert_cmpuint (clock.now, ==, 200100);

  /* Nothing is known of the time after an overflow. */
  sl_pt_clock_overflow (&clock);
  g_assert_false (sl_pt_clock_add_cyc (&clock, &timing, 100));
  g_assert_cmpuint (clock.now, ==, 200100);
  sl_pt_clock_set_tsc (&clock, 300000);
  g_assert_true (sl_pt_clock_add_cyc (&clock, &timing, 100));
}

static void
test_options (void)
{
  static const char *const wrong[][2] = {
    { "mtc-freq", "16" },     { "tsc-ctc-ratio", "0/2" }, { "tsc-ctc-ratio", "1/0" },
    { "nominal-ratio", "0" }, { "tsc-hz", "fast" },       { "cpu", "-1" },
  };
  g_autoptr (SlPtWriter) writer = write_random (TRUE, 1000);
  g_autoptr (GBytes) bytes = get_bytes (writer);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "test.pt");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);

  g_test_summary ("Options that make no sense are refused, by their name.");

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);
      g_autoptr (GError) error = NULL;

      g_hash_table_insert (options, (gpointer) wrong[i][0], (gpointer) wrong[i][1]);
      g_assert_null (sl_formats_find ("intel-pt")->open (input, options, NULL, &error));
      g_assert_nonnull (error);
      g_assert_true (g_str_has_prefix (error->message, wrong[i][0]));
    }
}

static void
test_sidecar (void)
{
  static const char text[] = "# machine\ntsc-hz = 2400000000\ncpu=7\nunknown-key=1\n";
  g_autoptr (SlPtWriter) writer = write_random (TRUE, 5000);
  g_autoptr (GBytes) bytes = get_bytes (writer);
  g_autoptr (GBytes) sidecar = g_bytes_new_static (text, strlen (text));
  g_autoptr (SlMapping) stream = sl_mapping_new_for_bytes (bytes, "run.pt");
  g_autoptr (SlMapping) beside = sl_mapping_new_for_bytes (sidecar, "run.pt.txt");
  SlMapping *const mappings[] = { stream, beside };
  g_autoptr (SlInput) input = sl_input_new (mappings, 2);
  const SlFormat *format = sl_formats_find ("intel-pt");
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = format->open (input, NULL, NULL, &error);
  g_autoptr (GArray) events = NULL;
  const SlRate *rates;
  guint n_rates;

  g_test_summary ("A text beside the stream tells of the machine.");

  g_assert_no_error (error);
  g_assert_true (format->joins ("run.pt.txt", "run.pt"));
  g_assert_true (format->joins ("run.pt", "run.pt.txt"));
  g_assert_false (format->joins ("run.pt", "other.pt.txt"));
  rates = sl_clock_get_rates (sl_source_get_clock (source), &n_rates);
  g_assert_cmpuint (n_rates, ==, 1);
  g_assert_cmpuint (rates[0].numerator, ==, 2400000000);
  events = sl_test_read_all (source);
  g_assert_cmpuint (g_array_index (events, SlEvent, 0).cpu, ==, 7);
}

static void
test_companion (void)
{
  static const guint8 bytes[] = {
    2,    0x82, 2,    0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2,
    0x82, 2,    0x82, 0x19, 1, 2,    3, 4,    5, 6,    7, 2,    0x23
  };
  const char *text = "tsc-hz=1000000\n";
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("slackline-pt-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "run.pt", NULL);
  g_autofree char *beside = g_strconcat (path, ".txt", NULL);
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  SlOpenRequest request = { .files = files };
  g_autoptr (GPtrArray) sources = NULL;

  g_test_summary ("A stream that is opened alone takes the text beside it along.");

  g_assert_true (g_file_set_contents (path, (const char *) bytes, sizeof bytes, &error));
  g_assert_true (g_file_set_contents (beside, text, -1, &error));
  g_ptr_array_add (files, g_file_new_for_path (path));
  sources = sl_open (&request, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (sources->len, ==, 1);
  g_assert_true (sl_clock_has_rate (sl_source_get_clock (g_ptr_array_index (sources, 0))));

  g_unlink (path);
  g_unlink (beside);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/pt-stream/all-is-there", test_all_is_there);
  g_test_add_func ("/pt-stream/times", test_times);
  g_test_add_func ("/pt-stream/bytes-without-time", test_bytes_without_time);
  g_test_add_func ("/pt-stream/any-order", test_any_order);
  g_test_add_func ("/pt-stream/whole-pass", test_whole_pass);
  g_test_add_func ("/pt-stream/clock", test_clock);
  g_test_add_func ("/pt-stream/options", test_options);
  g_test_add_func ("/pt-stream/sidecar", test_sidecar);
  g_test_add_func ("/pt-stream/companion", test_companion);

  return g_test_run ();
}
