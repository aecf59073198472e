/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-error.h"
#include "sl-format-dump.h"
#include "sl-shark-network.h"
#include "sl-shark-scenario.h"
#include "sl-test.h"

static SlSource *
open_real_trace (void)
{
  g_autofree char *path = sl_test_make_real_path ("shark/test");
  g_autoptr (GError) error = NULL;
  g_autoptr (GMappedFile) file = g_mapped_file_new (path, FALSE, NULL);
  g_autoptr (GBytes) bytes = NULL;
  const char *name = "test";
  SlSource *source;

  if (file == NULL)
    return NULL;

  bytes = g_mapped_file_get_bytes (file);
  source = sl_test_open_bytes (&bytes, &name, 1, NULL, &error);
  g_assert_no_error (error);

  return source;
}

static guint
count_kind (GArray *events, guint16 kind)
{
  guint count = 0;

  for (guint i = 0; i < events->len; i++)
    count += g_array_index (events, SlEvent, i).kind == kind;

  return count;
}

static void
test_real_counts (void)
{
  static const struct
  {
    guint16 kind;
    guint count;
  } expected[] = {
    { SL_KIND_TRACE_START, 1 },
    { SL_KIND_TRACE_STOP, 1 },
    { SL_KIND_ID, 5 },
    { SL_KIND_TASK_CREATE, 1 },
    { SL_KIND_TASK_ACTIVATE, 397 },
    { SL_KIND_TASK_SCHEDULE, 4720 },
    { SL_KIND_CONTEXT_SWITCH, 2366 },
    { SL_KIND_TIMER_POST, 6682 },
    { SL_KIND_TIMER_DELETE, 3931 },
    { SL_KIND_TIMER_WAKEUP_START, 2748 },
    { SL_KIND_TIMER_WAKEUP_END, 2748 },
    { SL_KIND_TASK_TIMER, 1963 },
    { SL_KIND_TASK_END_CYCLE, 2359 },
    { SL_KIND_TASK_END, 1 },
    { SL_KIND_INTERRUPT_START, 1 },
    { SL_KIND_INTERRUPT_END, 1 },
    { SL_KIND_MUTEX_LOCK, 1 },
  };
  g_autoptr (SlSource) source = open_real_trace ();
  g_autoptr (GArray) events = NULL;
  guint sum = 0;

  g_test_summary ("A real trace has the events that were counted in it by hand.");
  if (source == NULL)
    {
      g_test_skip ("the real traces are not here");
      return;
    }

  events = sl_test_read_events (source);
  g_assert_cmpuint (events->len, ==, 27926);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_assert_cmpuint (count_kind (events, expected[i].kind), ==, expected[i].count);
      sum += expected[i].count;
    }
  g_assert_cmpuint (sum, ==, events->len);
}

static void
test_real_clock (void)
{
  g_autoptr (SlSource) source = open_real_trace ();
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) notes = NULL;
  const SlRate *rates;
  const SlEvent *last;
  guint n_rates;

  g_test_summary ("A real trace's clock, span and offsets are those in the file.");
  if (source == NULL)
    {
      g_test_skip ("the real traces are not here");
      return;
    }

  events = sl_test_read_events (source);
  notes = sl_notes_snapshot (sl_source_get_notes (source));
  rates = sl_clock_get_rates (sl_source_get_clock (source), &n_rates);
  last = &g_array_index (events, SlEvent, events->len - 1);
  g_assert_cmpuint (notes->len, ==, 0);
  g_assert_cmpuint (n_rates, ==, 1);
  g_assert_cmpuint (rates[0].numerator, ==, 367483000);
  g_assert_cmpuint (sl_clock_get_origin (sl_source_get_clock (source)), ==, 24305936302);
  g_assert_cmpint (last->time, ==, 7211355757);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpuint (event->offset, ==, 16 * i);
      g_assert_cmpuint (event->flags, ==, 0);
    }
}

static GPtrArray *
make (const char *scenario)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();

  return sl_shark_scenario_make (sl_shark_scenarios_find (scenario), truth);
}

static SlSource *
open_scenario (const char *scenario)
{
  static const char *const names[] = { "0trace.dat", "1trace.dat" };
  g_autoptr (GPtrArray) files = make (scenario);
  g_autoptr (GError) error = NULL;
  SlSource *source =
      sl_test_open_bytes ((GBytes *const *) files->pdata, names, files->len, NULL, &error);

  g_assert_no_error (error);

  return source;
}

static void
assert_same_events (GArray *events, GArray *expected)
{
  g_assert_cmpuint (events->len, ==, expected->len);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *one = &g_array_index (events, SlEvent, i);
      const SlEvent *other = &g_array_index (expected, SlEvent, i);

      g_assert_cmpint (one->time, ==, other->time);
      g_assert_cmpuint (one->kind, ==, other->kind);
      g_assert_cmpuint (one->a, ==, other->a);
      g_assert_cmpuint (one->b, ==, other->b);
    }
}

/* Each of these shapes holds the whole of the same trace. */
static void
test_shapes_agree (void)
{
  static const char *const shapes[] = {
    "two-chunk-files", "two-chunks-joined", "datagrams", "capture", "empty-slots",
  };
  g_autoptr (SlSource) plain = open_scenario ("jumping-balls");
  g_autoptr (GArray) expected = sl_test_read_events (plain);

  g_test_summary ("One trace says the same in whatever shape it left the kernel.");
  for (guint i = 0; i < G_N_ELEMENTS (shapes); i++)
    {
      g_autoptr (SlSource) source = open_scenario (shapes[i]);
      g_autoptr (GArray) events = sl_test_read_events (source);

      g_test_message ("%s", shapes[i]);
      assert_same_events (events, expected);
    }
}

static void
test_captures_agree (void)
{
  static const SlSharkNetwork network = { .first_packet = 1, .repeat = 3, .delay = 5 };
  g_autoptr (GPtrArray) files = make ("jumping-balls");
  g_autoptr (SlSource) plain = open_scenario ("jumping-balls");
  g_autoptr (GArray) expected = sl_test_read_events (plain);
  const char *name = "capture";

  g_test_summary ("Captures of all kinds of links and files hold the same trace.");
  for (SlSharkCapture kind = SL_SHARK_CAPTURE_NONE; kind <= SL_SHARK_CAPTURE_PCAPNG; kind++)
    {
      g_autoptr (GBytes) capture =
          sl_shark_shape_datagrams (g_ptr_array_index (files, 0), &network, kind);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = sl_test_open_bytes (&capture, &name, 1, NULL, &error);
      g_autoptr (GArray) events = NULL;
      g_autoptr (GArray) notes = NULL;

      g_assert_no_error (error);
      events = sl_test_read_events (source);
      notes = sl_notes_snapshot (sl_source_get_notes (source));
      assert_same_events (events, expected);
      g_assert_cmpuint (notes->len, ==, 2); /* one came twice, one came late */
    }
}

static void
test_describe_datagram (void)
{
  g_autoptr (SlSource) source = open_scenario ("datagrams");
  g_autoptr (GArray) details = sl_details_new ();
  const SlDetail *packet;
  const SlDetail *code;

  g_test_summary ("All raw fields of a record are told, and the datagram that brought it.");
  g_assert_true (sl_source_describe (source, 984 + 24, details));
  packet = &g_array_index (details, SlDetail, details->len - 1);
  g_assert_cmpstr (packet->name, ==, "Datagram");
  g_assert_cmpstr (packet->value, ==, "2");
  code = &g_array_index (details, SlDetail, 0);
  g_assert_cmpstr (code->name, ==, "Code");
  g_assert_true (g_str_has_prefix (code->value, "0x00"));
  g_assert_false (sl_source_describe (source, 984, details));
  g_assert_false (sl_source_describe (source, 984 + 25, details));
}

static void
test_describe_data_pointer (void)
{
  static const guint8 records[] = {
    0x20, 0x00, 0x00, 0x01, 0, 0, 0, 0, 0x00, 0x10, 0, 0, 0x00, 0x10, 0,    0, /* trace start */
    0x09, 0x00, 0x07, 0x00, 0, 0, 0, 0, 0x00, 0x20, 0, 0, 0x08, 0x00, 0,    0, /* user event 0 */
    0x1a, 0x00, 0x02, 0x00, 0, 0, 0, 0, 0x00, 0x30, 0, 0, 0x40, 0x0a, 0x72, 0x01,
  };
  g_autoptr (GBytes) bytes = g_bytes_new (records, sizeof records);
  const char *name = "trace.dat";
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_test_open_bytes (&bytes, &name, 1, "shark-ftrace", &error);
  g_autoptr (GArray) start = sl_details_new ();
  g_autoptr (GArray) user = sl_details_new ();
  g_autoptr (GArray) pointer = sl_details_new ();

  g_test_summary (
      "A data pointer is a detail of the event before it, and of no other; codes have their names.");
  g_assert_no_error (error);
  g_assert_true (sl_source_describe (source, 0, start));
  g_assert_true (sl_source_describe (source, 16, user));
  g_assert_true (sl_source_describe (source, 32, pointer));
  g_assert_cmpstr (g_array_index (start, SlDetail, 0).value, ==, "0x0020 (FTrace_EVT_trace_start)");

  g_assert_cmpuint (start->len, ==, pointer->len);
  g_assert_cmpuint (user->len, ==, start->len + 3);
  g_assert_cmpstr (g_array_index (user, SlDetail, start->len).name, ==, "Data pointer");
  g_assert_cmpstr (g_array_index (user, SlDetail, start->len).value, ==, "0x1720a40");
  g_assert_cmpstr (g_array_index (user, SlDetail, start->len + 1).value, ==, "2");
  g_assert_cmpstr (g_array_index (user, SlDetail, start->len + 2).name, ==, "number");
  g_assert_cmpstr (g_array_index (user, SlDetail, start->len + 2).value, ==, "0");
}

/* The event that stands at @offset, which must be there. */
static const SlEvent *
find_event (GArray *events, guint64 offset)
{
  for (guint i = 0; i < events->len; i++)
    {
      if (g_array_index (events, SlEvent, i).offset == offset)
        return &g_array_index (events, SlEvent, i);
    }

  g_assert_not_reached ();
}

static void
check_damaged (GArray *events, GArray *expected, guint damaged)
{
  g_assert_cmpuint (events->len, ==, expected->len);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = find_event (events, 16 * i);
      const SlEvent *sound = &g_array_index (expected, SlEvent, i);

      g_assert_cmpuint (event->kind, ==, sound->kind);
      if (i != damaged)
        g_assert_cmpint (event->time, ==, sound->time);
      else
        g_assert_cmpint (event->time, ==, sound[-1].time);
      g_assert_cmpuint (event->flags, ==, i == damaged ? SL_EVENT_BAD_TIME : 0);
      g_assert_cmpuint (g_array_index (events, SlEvent, i).offset, ==, 16 * i);
    }
}

static void
test_one_damaged_tsc (void)
{
  g_autoptr (GPtrArray) files = make ("jumping-balls");
  g_autoptr (SlSource) plain = open_scenario ("jumping-balls");
  g_autoptr (GArray) expected = sl_test_read_events (plain);
  gsize size;
  const guint8 *data = g_bytes_get_data (g_ptr_array_index (files, 0), &size);
  const char *name = "damaged";

  g_test_summary ("One damaged time stamp costs nothing but that time, wherever it stands.");
  for (guint i = 0; i < 200; i++)
    {
      guint damaged = g_test_rand_int_range (1, (gint32) expected->len);
      guint8 *copy = g_memdup2 (data, size);
      g_autoptr (GBytes) bytes = g_bytes_new_take (copy, size);
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;
      g_autoptr (GArray) notes = NULL;

      /* One of the bits of the TSC that stand for more than 1000 spans of this trace. */
      copy[16 * damaged + 5 + g_test_rand_int_range (0, 3)] ^= 1 << g_test_rand_int_range (0, 8);
      source = sl_test_open_bytes (&bytes, &name, 1, NULL, NULL);
      events = sl_test_read_events (source);
      notes = sl_notes_snapshot (sl_source_get_notes (source));
      check_damaged (events, expected, damaged);
      g_assert_cmpuint (notes->len, ==, 1);
      g_assert_cmpuint (g_array_index (notes, SlNote, 0).count, ==, 1);
      g_assert_cmpuint (g_array_index (notes, SlNote, 0).offset, ==, 16 * damaged);
    }
}

static void
test_any_cut_is_sorted (void)
{
  g_autoptr (GPtrArray) files = make ("jumping-balls");
  g_autoptr (SlSource) plain = open_scenario ("jumping-balls");
  g_autoptr (GArray) expected = sl_test_read_events (plain);
  gsize size;
  const guint8 *data = g_bytes_get_data (g_ptr_array_index (files, 0), &size);
  const char *name = "cyclic";

  g_test_summary ("A chunk that is turned round anywhere gives the same trace.");
  for (guint cut = 1; cut < expected->len; cut += 7)
    {
      GByteArray *turned = g_byte_array_new ();
      g_autoptr (GBytes) bytes = NULL;
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;

      g_byte_array_append (turned, data + 16 * cut, size - 16 * cut);
      g_byte_array_append (turned, data, 16 * cut);
      bytes = g_byte_array_free_to_bytes (turned);
      source = sl_test_open_bytes (&bytes, &name, 1, NULL, NULL);
      events = sl_test_read_events (source);
      assert_same_events (events, expected);
    }
}

static void
test_set_offsets (void)
{
  g_autoptr (SlSource) source = open_scenario ("two-chunk-files");
  g_autoptr (GArray) events = sl_test_read_events (source);

  g_test_summary ("An event of a set of chunks says in which file it stands.");
  g_assert_cmpuint (g_array_index (events, SlEvent, 299).offset, ==, SL_OFFSET (0, 299 * 16));
  g_assert_cmpuint (g_array_index (events, SlEvent, 300).offset, ==, SL_OFFSET (1, 0));
}

static void
test_truncated_tail (void)
{
  g_autoptr (SlSource) plain = open_scenario ("jumping-balls");
  g_autoptr (SlSource) cut = open_scenario ("truncated-tail");
  g_autoptr (GArray) expected = sl_test_read_events (plain);
  g_autoptr (GArray) events = sl_test_read_events (cut);
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (cut));

  g_test_summary ("A cut record costs that record, and a note counts the bytes that are left.");
  g_array_set_size (expected, expected->len - 1);
  assert_same_events (events, expected);
  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_cmpuint (g_array_index (notes, SlNote, 0).count, ==, 11);
  g_assert_cmpuint (g_array_index (notes, SlNote, 0).offset, ==, 16 * expected->len);
}

static void
test_scenarios_open (void)
{
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  g_test_summary ("Each generated trace is recognised by its shape, and its times never go back.");
  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autoptr (SlSource) source = open_scenario (scenarios[i].id);
      g_autoptr (GArray) events = sl_test_read_events (source);

      g_test_message ("%s: %u events", scenarios[i].id, events->len);
      g_assert_cmpuint (events->len, >, 0);
      for (guint j = 1; j < events->len; j++)
        g_assert_cmpint (g_array_index (events, SlEvent, j).time, >=,
                         g_array_index (events, SlEvent, j - 1).time);
    }
}

static void
test_truth_is_a_partition (void)
{
  guint n_scenarios;
  const SlSharkScenario *scenarios = sl_shark_scenarios_get_all (&n_scenarios);

  g_test_summary ("What a scenario knows about its tasks and its processor never overlaps.");
  for (guint i = 0; i < n_scenarios; i++)
    {
      g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
      G_GNUC_UNUSED g_autoptr (GPtrArray) files = sl_shark_scenario_make (&scenarios[i], truth);
      guint n_slices;
      const SlSharkTruthSlice *slices = sl_shark_truth_get_slices (truth, &n_slices);

      for (guint j = 0; j < n_slices; j++)
        {
          g_assert_cmpuint (slices[j].begin, <, slices[j].end);
          if (j > 0 && g_str_equal (slices[j].lane, slices[j - 1].lane) &&
              (g_str_has_prefix (slices[j].lane, "task:") || g_str_equal (slices[j].lane, "cpu:0")))
            g_assert_cmpuint (slices[j].begin, >=, slices[j - 1].end);
        }
    }
}

static void
test_sample_is_generated (void)
{
  g_autoptr (GPtrArray) files = make ("jumping-balls");
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "jumping-balls.shark", NULL);
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;
  gsize size;
  gsize expected_size;
  const char *expected = g_bytes_get_data (g_ptr_array_index (files, 0), &expected_size);

  g_test_summary ("The sample trace is what the generator writes.");
  g_file_get_contents (path, &contents, &size, &error);
  g_assert_no_error (error);
  g_assert_cmpmem (contents, size, expected, expected_size);
}

static guint
probe (const char *data, gsize size)
{
  SlProbe head = { (const guint8 *) data, size, size, "file" };

  return sl_formats_find ("shark-ftrace")->probe (&head);
}

static void
test_probe_refuses (void)
{
  g_autofree char *bytes = g_malloc0 (4096);

  g_test_summary ("Zeros, text and random bytes do not look like records.");
  g_assert_cmpuint (probe (bytes, 0), ==, 0);
  g_assert_cmpuint (probe (bytes, 15), ==, 0);
  g_assert_cmpuint (probe (bytes, 4096), ==, 0);
  memset (bytes, ' ', 4096);
  g_assert_cmpuint (probe (bytes, 4096), <, 100);
  for (gsize i = 0; i < 4096; i++)
    bytes[i] = g_test_rand_int_range (0, 256);
  g_assert_cmpuint (probe (bytes, 4096), <, 100);
}

static void
test_names (void)
{
  const SlFormat *format = sl_formats_find ("shark-ftrace");

  g_test_summary (
      "Chunks of one set are known by their names and stand in the order of their numbers.");
  g_assert_true (format->joins ("0trace.dat", "1trace.dat"));
  g_assert_true (format->joins ("10trace.dat", "9trace.dat"));
  g_assert_false (format->joins ("0trace.dat", "1other.dat"));
  g_assert_false (format->joins ("trace.dat", "1trace.dat"));
  g_assert_false (format->joins ("0", "1"));
  g_assert_cmpint (format->compare_names ("2trace.dat", "10trace.dat"), <, 0);
  g_assert_cmpint (format->compare_names ("10trace.dat", "9trace.dat"), >, 0);
  g_assert_cmpint (format->compare_names ("0trace.dat", "0trace.dat"), ==, 0);
  g_assert_cmpint (format->compare_names ("0trace.dat", "1trace.dat"), <, 0);
}

static SlSource *
open_with (const char *port, GCancellable *cancellable, GError **error)
{
  static const SlSharkNetwork network = { .first_packet = 1 };
  g_autoptr (GPtrArray) files = make ("interrupts");
  g_autoptr (GBytes) capture =
      sl_shark_shape_datagrams (g_ptr_array_index (files, 0), &network, SL_SHARK_CAPTURE_PCAP_VLAN);
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (capture, "capture");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  g_autoptr (GHashTable) options = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (options, (gpointer) "port", (gpointer) port);

  return sl_formats_find ("shark-ftrace")->open (input, options, cancellable, error);
}

static void
test_port (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_with ("4000", NULL, &error);
  g_autoptr (SlSource) none = NULL;

  g_test_summary ("Datagrams on another port are known by their beginning; a port must be one.");
  g_assert_no_error (error);
  g_assert_nonnull (source);
  none = open_with ("65536", NULL, &error);
  g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) none = NULL;

  g_test_summary ("Opening can be cancelled.");
  g_cancellable_cancel (cancellable);
  none = open_with ("20000", cancellable, &error);
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shark/real/counts", test_real_counts);
  g_test_add_func ("/shark/real/clock", test_real_clock);
  g_test_add_func ("/shark/shapes-agree", test_shapes_agree);
  g_test_add_func ("/shark/captures-agree", test_captures_agree);
  g_test_add_func ("/shark/describe-datagram", test_describe_datagram);
  g_test_add_func ("/shark/describe-data-pointer", test_describe_data_pointer);
  g_test_add_func ("/shark/one-damaged-tsc", test_one_damaged_tsc);
  g_test_add_func ("/shark/any-cut-is-sorted", test_any_cut_is_sorted);
  g_test_add_func ("/shark/set-offsets", test_set_offsets);
  g_test_add_func ("/shark/truncated-tail", test_truncated_tail);
  g_test_add_func ("/shark/scenarios-open", test_scenarios_open);
  g_test_add_func ("/shark/truth-is-a-partition", test_truth_is_a_partition);
  g_test_add_func ("/shark/sample-is-generated", test_sample_is_generated);
  g_test_add_func ("/shark/probe-refuses", test_probe_refuses);
  g_test_add_func ("/shark/port", test_port);
  g_test_add_func ("/shark/cancel", test_cancel);
  g_test_add_func ("/shark/names", test_names);

  return g_test_run ();
}
