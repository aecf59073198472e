/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tracepoints in perf.data: what is read is what was written, in all forms, and what trace.dat has of the same; what is
 * damaged harms nothing else. */
#include <string.h>
#include <zstd.h>

#include "sl-dat-random.h"
#include "sl-error.h"
#include "sl-format-registry.h"
#include "sl-kind.h"
#include "sl-linux-kinds.h"
#include "sl-perf-maker.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"
#include "sl-test.h"

/* Bits of sample_type. */
enum
{
  IP = 1 << 0,
  ADDR = 1 << 3,
  READ = 1 << 4,
  CALLCHAIN = 1 << 5,
  ID = 1 << 6,
  PERIOD = 1 << 8,
  STREAM_ID = 1 << 9,
  IDENTIFIER = 1 << 16,
};

static const SlPerfLayout layouts[] = {
  { .fields = IP | PERIOD | IDENTIFIER, .round = 20000, .n_cpus = 2, .seed = 1 },
  { .fields = IDENTIFIER, .is_pipe = TRUE, .round = 5000, .n_cpus = 3, .seed = 2 },
  { .fields = PERIOD, .has_one_attr = TRUE, .round = 1, .n_cpus = 1, .seed = 3 },
  { .fields = IP | ADDR | ID | STREAM_ID, .round = 100000, .n_cpus = 4, .seed = 4 },
  { .fields = IDENTIFIER, .packing = 81, .round = 30000, .n_cpus = 2, .seed = 5 },
  { .fields = IDENTIFIER, .packing = 83, .is_pipe = TRUE, .round = 9000, .n_cpus = 2, .seed = 6 },
  { .fields = IDENTIFIER | CALLCHAIN, .round = 7000, .n_cpus = 2, .seed = 7, .has_clock = TRUE },
  { .fields = IDENTIFIER | READ, .read_format = 4 | 16, .round = 9000, .n_cpus = 2, .seed = 8 },
  { .fields = ID | READ | CALLCHAIN | IP, .read_format = 31, .round = 400, .n_cpus = 8, .seed = 9 },
  { .fields = IDENTIFIER, .is_overwritten = TRUE, .round = 1 << 20, .n_cpus = 2, .seed = 11 },
  { .fields = IP | PERIOD | IDENTIFIER, .is_big = TRUE, .round = 9000, .n_cpus = 2, .seed = 10 },
};

static GBytes *
make (const SlPerfLayout *layout, guint n_events, GArray **expected, GBytes **dat)
{
  SlDatLayout same = { .version = 7,
                       .codec = "none",
                       .long_size = 8,
                       .page_size = 4096,
                       .n_cpus = layout->n_cpus,
                       .n_buffers = 1,
                       .pages_a_chunk = 1,
                       .clock = "perf",
                       .is_big = layout->is_big,
                       .seed = layout->seed };
  g_autoptr (SlPerfMaker) maker = sl_perf_maker_new (layout);
  guint64 n_quiet;

  *dat = sl_dat_random_write_also (&same, n_events, maker, expected, &n_quiet);
  return sl_perf_maker_finish (maker);
}

static SlSource *
open_bytes (GBytes *bytes, GError **error)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "perf.data");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);

  return sl_formats_find ("perf-data")->open (input, NULL, NULL, error);
}

/* All but the kernel's records of names. */
static GArray *
read_tracepoints (SlSource *source)
{
  GArray *events = sl_test_read_all (source);
  guint n = 0;

  for (guint i = 0; i < events->len; i++)
    if (g_array_index (events, SlEvent, i).kind != SL_KIND_LINUX_COMM)
      g_array_index (events, SlEvent, n++) = g_array_index (events, SlEvent, i);
  g_array_set_size (events, n);
  return events;
}

/* Where the two forms have to differ. */
static SlEvent
without_form (const SlEvent *event)
{
  SlEvent same = *event;

  same.offset = 0;
  same.flags &= ~SL_LINUX_LOSS_FOLLOWS;
  if (same.kind == SL_KIND_LINUX_LOST)
    {
      same.a = 0;
      same.flags &= ~(guint32) SL_EVENT_NO_A;
    }
  return same;
}

static void
check_fields (SlSource *source, SlSource *dat, const SlEvent *event, const SlEvent *other)
{
  g_autoptr (GArray) details = sl_details_new ();
  g_autoptr (GArray) others = sl_details_new ();

  g_assert_true (sl_source_describe (source, event->offset, details));
  g_assert_true (sl_source_describe (dat, other->offset, others));
  for (guint i = 0; i < others->len && event->kind != SL_KIND_LINUX_LOST; i++)
    {
      const SlDetail *detail = &g_array_index (others, SlDetail, i);
      SlFieldValue one, two;

      /* perf.data has no buffers and no symbols. */
      if (g_str_equal (detail->name, "buffer") || g_str_equal (detail->name, "function_name"))
        continue;
      g_assert_nonnull (sl_details_find (details, detail->name));
      g_assert_cmpstr (sl_details_find (details, detail->name)->value, ==, detail->value);
      if (sl_source_read_field (dat, other->offset, detail->field, &two))
        {
          g_assert_true (sl_source_read_field (source, event->offset, detail->field, &one));
          g_assert_cmpint (one.number, ==, two.number);
        }
    }
}

/* Numbers of names are each file's own. Returns: that of the other, where the names are the same. */
static guint64
same_mark (SlSource *source, SlSource *dat, const SlEvent *event, const SlEvent *other)
{
  g_autofree char *one =
      sl_source_get_object_name (source, SL_OBJECT_USER_EVENT, event->a, event->time);
  g_autofree char *two =
      sl_source_get_object_name (dat, SL_OBJECT_USER_EVENT, other->a, other->time);

  g_assert_cmpstr (one, ==, two);
  return other->a;
}

static void
check_layout (const SlPerfLayout *layout)
{
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GBytes) dat_bytes = NULL;
  g_autoptr (GBytes) bytes = make (layout, 5000, &expected, &dat_bytes);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_bytes (bytes, &error);
  g_autoptr (SlSource) dat = sl_dat_test_open (dat_bytes, NULL);
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) others = NULL;
  g_autoptr (GArray) notes = NULL;

  g_assert_no_error (error);
  all = sl_test_read_all (source);
  events = read_tracepoints (source);
  others = sl_test_read_all (dat);
  notes = sl_notes_snapshot (sl_source_get_notes (source));
  for (guint i = 0; i < notes->len; i++)
    g_test_message ("note: %s at %d", g_array_index (notes, SlNote, i).text,
                    (int) g_array_index (notes, SlNote, i).offset);
  g_assert_cmpuint (events->len, ==, expected->len);
  g_assert_cmpuint (events->len, ==, others->len);
  g_assert_cmpuint (sl_clock_get_origin (sl_source_get_clock (source)), ==,
                    sl_clock_get_origin (sl_source_get_clock (dat)));
  g_assert_cmpuint (sl_source_get_n_unlisted (source, SL_KIND_LINUX_SCHED_STAT_RUNTIME), ==,
                    sl_source_get_n_unlisted (dat, SL_KIND_LINUX_SCHED_STAT_RUNTIME));
  for (guint i = 0; i < events->len; i++)
    {
      SlEvent one = without_form (&g_array_index (events, SlEvent, i));
      SlEvent other = without_form (&g_array_index (others, SlEvent, i));

      /* Timers are known by the kernel's symbols, which perf.data has not. */
      if (one.kind == SL_KIND_LINUX_HRTIMER_START)
        one.detail = other.detail;
      if (one.kind == SL_KIND_LINUX_PRINT)
        one.a = same_mark (source, dat, &one, &other);
      sl_test_assert_same_event (&one, &other);
      if (i % 7 == 0)
        check_fields (source, dat, &g_array_index (events, SlEvent, i),
                      &g_array_index (others, SlEvent, i));
    }
  sl_test_reread_at_random (source, all);
  g_assert_cmpuint (notes->len, ==, 0);
}

static void
test_same_events (void)
{
  g_test_summary (
      "The events of a recording are those that trace.dat has of it, in every form of perf.data");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_test_message ("layout %u", i);
      check_layout (&layouts[i]);
    }
}

/* Reads whatever can be read. */
static void
read_whatever (const guint8 *data, gsize size)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, size);
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = open_bytes (bytes, &error);
  g_autoptr (GArray) events = NULL;

  g_assert_true ((source != NULL) == (error == NULL));
  if (source == NULL)
    return;

  events = sl_test_read_all (source);
  for (guint i = 1; i < events->len; i++)
    g_assert_cmpint (g_array_index (events, SlEvent, i).time, >=,
                     g_array_index (events, SlEvent, i - 1).time);
}

static void
test_cut (void)
{
  g_test_summary ("A file that ends anywhere is read as far as it goes");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GArray) expected = NULL;
      g_autoptr (GBytes) dat = NULL;
      g_autoptr (GBytes) bytes = make (&layouts[i], 200, &expected, &dat);
      gsize size;
      const guint8 *data = g_bytes_get_data (bytes, &size);

      for (gsize end = 0; end < size; end += 1 + end / 50 + (gsize) g_test_rand_int_range (0, 40))
        read_whatever (data, end);
    }
}

static void
test_damage (void)
{
  g_test_summary ("A damaged file is read in order, or refused");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    for (guint n = 0; n < 60; n++)
      {
        g_autoptr (GArray) expected = NULL;
        g_autoptr (GBytes) dat = NULL;
        g_autoptr (GBytes) bytes = make (&layouts[i], 150, &expected, &dat);
        gsize size;
        g_autofree guint8 *data = g_bytes_unref_to_data (g_steal_pointer (&bytes), &size);
        guint n_bytes = (guint) g_test_rand_int_range (1, 30);

        for (guint j = 0; j < n_bytes; j++)
          {
            gsize at = (gsize) g_test_rand_int_range (0, (gint32) size);

            data[g_test_rand_bit () ? at : at % 4000 % size] = (guint8) g_test_rand_int ();
          }
        read_whatever (data, size);
      }
}

/* The times of some samples, in a file whose samples have id, address and thread before it. */
static void
set_times (guint8 *data, guint first, guint n, guint64 time)
{
  guint64 at;

  memcpy (&at, data + 40, sizeof at);
  at = GUINT64_FROM_LE (at);
  time = GUINT64_TO_LE (time);
  for (guint i = 0; i < first + n; at += data[at + 6] + 256u * data[at + 7])
    if (data[at] == 9 && i++ >= first)
      memcpy (data + at + 8 + 24, &time, sizeof time);
}

static void
test_bad_times (void)
{
  static const guint64 times[] = {
    G_MAXUINT64, G_MAXUINT64 - 1, G_GUINT64_CONSTANT (1) << 63, G_GUINT64_CONSTANT (1) << 59, 1, 0
  };

  g_test_summary ("Times that cannot be are not believed, however many records have them");

  for (guint i = 0; i < G_N_ELEMENTS (times); i++)
    for (guint n = 1; n < 5; n++)
      {
        g_autoptr (GArray) expected = NULL;
        g_autoptr (GBytes) dat = NULL;
        g_autoptr (GBytes) bytes = make (&layouts[0], 300, &expected, &dat);
        gsize size;
        g_autofree guint8 *data = g_bytes_unref_to_data (g_steal_pointer (&bytes), &size);

        set_times (data, 20, n, times[i]);
        read_whatever (data, size);
      }
}

/* The head of a pipe, and one packed record. */
static GBytes *
make_bomb (gsize n_zeros)
{
  GByteArray *file = g_byte_array_new ();
  g_autofree guint8 *zeros = g_malloc0 (n_zeros);
  g_autofree guint8 *packed = g_malloc (ZSTD_compressBound (n_zeros));
  gsize size = ZSTD_compress (packed, ZSTD_compressBound (n_zeros), zeros, n_zeros, 3);
  guint8 header[8] = { 81, 0, 0, 0, 0, 0, (guint8) (size + 8), (guint8) ((size + 8) >> 8) };

  g_assert_cmpuint (size, <, 65000);
  g_byte_array_append (file, (const guint8 *) "PERFILE2\x10\0\0\0\0\0\0", 16);
  g_byte_array_append (file, header, sizeof header);
  g_byte_array_append (file, packed, (guint) size);
  return g_byte_array_free_to_bytes (file);
}

static void
test_bomb (void)
{
  g_autoptr (GBytes) bytes = make_bomb (64 << 20);
  g_autoptr (GError) error = NULL;

  g_test_summary ("Packed records may not become larger than the limits for packed files");

  g_assert_null (open_bytes (bytes, &error));
  g_assert_error (error, SL_ERROR, SL_ERROR_TOO_LARGE);
}

/* Where the packed bytes of the @n-th piece begin. */
static void
damage_piece (guint8 *data, guint n)
{
  guint64 at;

  memcpy (&at, data + 40, sizeof at);
  at = GUINT64_FROM_LE (at);
  for (; n > 0; at += data[at + 6] + 256u * data[at + 7])
    if (data[at] == 81 && --n == 0)
      memset (data + at + 8, 0xff, 16);
}

static void
test_damaged_pack (void)
{
  SlPerfLayout layout = layouts[4];
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GBytes) dat = NULL;
  g_autoptr (GBytes) bytes = make (&layout, 5000, &expected, &dat);
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) notes = NULL;
  gsize size;
  g_autofree guint8 *data = g_bytes_unref_to_data (g_steal_pointer (&bytes), &size);
  gboolean is_said = FALSE;

  g_test_summary (
      "What is packed before a damaged piece is read, and the rest is said to be missing");

  damage_piece (data, 5);
  bytes = g_bytes_new (data, size);
  source = open_bytes (bytes, NULL);
  g_assert_nonnull (source);
  events = read_tracepoints (source);
  g_assert_cmpuint (events->len, >, 100);
  g_assert_cmpuint (events->len, <, expected->len);
  notes = sl_notes_snapshot (sl_source_get_notes (source));
  for (guint i = 0; i < notes->len; i++)
    is_said |= strstr (g_array_index (notes, SlNote, i).text, "packed records") != NULL;
  g_assert_true (is_said);
}

/* The records of a fixture with Intel PT, whose clock has two ticks a nanosecond from 1000 ns on, and begins at 4000. */
#define TWO_TICKS(ns) (((SlTime) (ns) -1000) * 2 - 4000)

static void
test_one_source (void)
{
  SlPerfLayout layout = layouts[1];
  g_autoptr (GArray) expected = NULL;
  g_autoptr (GBytes) dat = NULL;
  g_autoptr (GBytes) bytes = make (&layout, 2000, &expected, &dat);
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "formats", "fixtures", "perf-data", "pipe.hex", NULL);
  g_autoptr (GBytes) fixture = sl_test_read_hex (path);
  g_autoptr (GByteArray) joined = g_byte_array_new ();
  g_autoptr (GBytes) both = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GError) error = NULL;
  guint n_packets = 0, n_switches = 0, n = 0;

  g_test_summary ("Tracepoints, records of switches and Intel PT are one source, on one clock");

  g_byte_array_append (joined, g_bytes_get_data (bytes, NULL), (guint) g_bytes_get_size (bytes));
  g_byte_array_append (joined, (const guint8 *) g_bytes_get_data (fixture, NULL) + 16,
                       (guint) g_bytes_get_size (fixture) - 16);
  both = g_bytes_new (joined->data, joined->len);
  source = open_bytes (both, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sl_clock_get_unit (sl_source_get_clock (source)), ==, SL_UNIT_CYCLES);
  events = read_tracepoints (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if (event->kind == SL_KIND_PT_TIP)
        n_packets++;
      else if (event->kind == SL_KIND_LINUX_SWITCH_IN)
        n_switches++;
      else if (event->kind >= SL_KIND_LINUX_SCHED_SWITCH && event->kind < SL_N_BUILTIN_KINDS)
        {
          while (g_array_index (expected, SlDatExpected, n).event.kind == SL_KIND_LINUX_LOST ||
                 g_array_index (expected, SlDatExpected, n).event.kind >= SL_N_BUILTIN_KINDS)
            n++;
          g_assert_cmpuint (event->kind, ==, g_array_index (expected, SlDatExpected, n).event.kind);
          g_assert_cmpint (event->time, ==,
                           TWO_TICKS (g_array_index (expected, SlDatExpected, n).event.time));
          n++;
        }
    }
  g_assert_cmpuint (n_packets, ==, 4);
  g_assert_cmpuint (n_switches, ==, 2);
  g_assert_cmpuint (n, >, 1000);
  g_assert_true (sl_source_has_trait (source, SL_TRAIT_PACKETS));
  g_assert_true (sl_source_says (source, SL_TELLS_WAKEUPS));
  g_assert_true (sl_source_says (source, SL_TELLS_BRANCHES));
}

static void
test_of_tasks (void)
{
  g_test_summary ("A recording of single tasks says that it is one.");

  for (guint is_of_command = 0; is_of_command < 2; is_of_command++)
    {
      const SlPerfLayout layout = { .fields = IDENTIFIER,
                                    .of_command = is_of_command,
                                    .round = 9000,
                                    .n_cpus = 2,
                                    .seed = 1 };
      g_autoptr (GArray) expected = NULL;
      g_autoptr (GBytes) dat = NULL;
      g_autoptr (GBytes) bytes = make (&layout, 50, &expected, &dat);
      g_autoptr (SlSource) source = open_bytes (bytes, NULL);
      g_autoptr (GArray) notes = NULL;
      guint n_found = 0;

      g_assert_nonnull (source);
      notes = sl_notes_snapshot (sl_source_get_notes (source));
      for (guint i = 0; i < notes->len; i++)
        n_found += strstr (g_array_index (notes, SlNote, i).text, "Only some tasks") != NULL;
      g_assert_cmpuint (n_found, ==, is_of_command);
    }
}

static void
test_wall (void)
{
  static const SlPerfLayout dated[] = {
    { .fields = IDENTIFIER,
      .round = 9000,
      .n_cpus = 2,
      .seed = 1,
      .has_clock = TRUE,
      .wall_shift = 7 },
    { .fields = IDENTIFIER,
      .round = 9000,
      .n_cpus = 2,
      .seed = 2,
      .packing = 81,
      .wall_shift = -4000000000 },
    { .fields = IDENTIFIER,
      .round = 9000,
      .n_cpus = 1,
      .seed = 3,
      .is_pipe = TRUE,
      .wall_shift = G_GINT64_CONSTANT (1795953785000000000) },
    { .fields = IDENTIFIER, .round = 9000, .n_cpus = 2, .seed = 4, .has_clock = TRUE },
  };

  g_test_summary (
      "The time of day is what the file says of it, and unknown where it says nothing.");

  for (guint i = 0; i < G_N_ELEMENTS (dated); i++)
    {
      g_autoptr (GArray) expected = NULL;
      g_autoptr (GBytes) dat = NULL;
      g_autoptr (GBytes) bytes = make (&dated[i], 50, &expected, &dat);
      g_autoptr (GError) error = NULL;
      g_autoptr (SlSource) source = open_bytes (bytes, &error);
      gint64 wall;

      g_assert_no_error (error);
      g_assert_cmpint (sl_source_extras_get_wall (sl_source_get_extras (source), 9000, &wall), ==,
                       dated[i].wall_shift != 0);
      if (dated[i].wall_shift != 0)
        g_assert_cmpint (wall, ==, 9000 + dated[i].wall_shift);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/perf-tracepoints/same-events", test_same_events);
  g_test_add_func ("/perf-tracepoints/of-tasks", test_of_tasks);
  g_test_add_func ("/perf-tracepoints/wall", test_wall);
  g_test_add_func ("/perf-tracepoints/cut", test_cut);
  g_test_add_func ("/perf-tracepoints/damage", test_damage);
  g_test_add_func ("/perf-tracepoints/bad-times", test_bad_times);
  g_test_add_func ("/perf-tracepoints/bomb", test_bomb);
  g_test_add_func ("/perf-tracepoints/damaged-pack", test_damaged_pack);
  g_test_add_func ("/perf-tracepoints/one-source", test_one_source);
  return g_test_run ();
}
