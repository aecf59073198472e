/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Recordings of trace-cmd: what is read is what was written, in all containers, and what is damaged harms nothing else. */
#include <string.h>

#include "sl-dat-random.h"
#include "sl-kind.h"
#include "sl-linux-kinds.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"

/* Most tests want nothing else of a layout. */
#define LAYOUT(the_version, the_codec, big, the_long, page, cpus, buffers, chunk, the_clock,  \
               the_seed, plain)                                                               \
  {                                                                                           \
    .version = (the_version), .codec = (the_codec), .is_big = (big), .long_size = (the_long), \
    .page_size = (page), .n_cpus = (cpus), .n_buffers = (buffers), .pages_a_chunk = (chunk),  \
    .clock = (the_clock), .seed = (the_seed), .is_plain = (plain)                             \
  }

static const SlDatLayout layouts[] = {
  LAYOUT (7, "zstd", FALSE, 8, 4096, 2, 1, 10, "mono", 1, FALSE),
  LAYOUT (7, "zlib", FALSE, 8, 4096, 3, 2, 3, "local", 2, FALSE),
  LAYOUT (7, "none", FALSE, 8, 4096, 1, 1, 1, "mono", 3, FALSE),
  LAYOUT (6, "none", FALSE, 8, 4096, 2, 1, 1, "boot", 4, FALSE),
  LAYOUT (6, "none", FALSE, 4, 4096, 4, 3, 1, "mono", 5, FALSE),
  LAYOUT (6, "none", TRUE, 4, 4096, 2, 2, 1, "mono", 6, FALSE),
  LAYOUT (6, "none", TRUE, 8, 4096, 2, 1, 1, "mono", 7, FALSE),
  LAYOUT (7, "zstd", TRUE, 8, 65536, 2, 2, 1, "tai", 8, FALSE),
  LAYOUT (7, "zlib", TRUE, 4, 1024, 5, 1, 100, "mono", 9, FALSE),
  LAYOUT (7, "zstd", FALSE, 4, 16384, 2, 4, 2, "mono", 10, TRUE),
};

static SlSource *
open_whole (GBytes *bytes)
{
  g_autoptr (GError) error = NULL;
  SlSource *source = sl_dat_test_open (bytes, &error);

  g_assert_no_error (error);
  return source;
}

/* Notes that say that the processors begin at different times, which random ones may do. */
static guint
count_begins (GArray *notes)
{
  guint count = 0;

  for (guint i = 0; i < notes->len; i++)
    count += strstr (g_array_index (notes, SlNote, i).text, "begin at different times") != NULL;

  return count;
}

/* The fields of an event that no kind is built in for. */
static void
check_fields (SlSource *source, const SlEvent *event, const SlDatExpected *expected)
{
  static const char *const buffers[] = { "top", "one", "two", "three" };
  g_autoptr (GArray) details = sl_details_new ();
  SlFieldValue value;

  g_assert_true (sl_source_describe (source, event->offset, details));
  g_assert_cmpstr (sl_details_find (details, "buffer")->plain, ==, buffers[expected->buffer]);
  if (expected->text == NULL)
    return;

  g_assert_cmpstr (sl_details_find (details, "text")->plain, ==, expected->text);
  g_assert_cmpint (g_ascii_strtoll (sl_details_find (details, "number")->plain, NULL, 10), ==,
                   expected->number);
  g_assert_true (sl_source_read_field (source, event->offset, "number", &value));
  g_assert_cmpint (value.number, ==, expected->number);
  g_assert_true (g_str_has_prefix (sl_details_find (details, "flag")->plain, "0x"));
}

static void
check_event (const SlEvent *event, const SlDatExpected *expected, guint64 origin)
{
  SlEvent wanted = expected->event;

  wanted.time -= (SlTime) origin;
  wanted.offset = event->offset;
  wanted.flags |= event->flags & SL_LINUX_LOSS_FOLLOWS;
  /* What a mark is called is not this format's. */
  if (wanted.kind == SL_KIND_LINUX_PRINT)
    {
      wanted.a = event->a;
      wanted.b = event->b;
      wanted.detail = event->detail;
    }
  /* No room may have been left for the number. */
  if (wanted.kind == SL_KIND_LINUX_LOST && (event->flags & SL_EVENT_NO_A) != 0)
    {
      wanted.a = 0;
      wanted.flags |= SL_EVENT_NO_A;
    }
  sl_test_assert_same_event (event, &wanted);
}

/* Records are found wherever one looks first, and what a description says of an event its kind may have. */
static void
check_records (SlSource *source, const GArray *events, guint64 origin)
{
  for (guint i = 0; i < MIN (events->len, 100); i++)
    {
      const SlEvent *event =
          &g_array_index (events, SlEvent, (guint) g_test_rand_int_range (0, (gint32) events->len));
      g_autoptr (GArray) details = sl_details_new ();

      g_assert_true (sl_source_describe (source, event->offset, details));
      g_assert_cmpuint (g_ascii_strtoull (sl_details_find (details, "timestamp")->plain, NULL, 10),
                        ==, origin + (guint64) event->time);
      for (guint j = 0; j < details->len; j++)
        g_assert_true (sl_source_may_have_field (source, event->kind,
                                                 g_array_index (details, SlDetail, j).field));
    }
  g_assert_false (sl_source_may_have_field (source, SL_KIND_LINUX_SCHED_WAKING, "prev_state"));
  g_assert_true (sl_source_may_have_field (source, SL_KIND_LINUX_SCHED_SWITCH, "prev_state"));
}

static void
check_layout (const SlDatLayout *layout, guint n_events)
{
  g_autoptr (GArray) expected = NULL;
  guint64 n_quiet;
  g_autoptr (GBytes) bytes = sl_dat_random_write (layout, n_events, &expected, &n_quiet);
  g_autoptr (SlSource) source = open_whole (bytes);
  g_autoptr (GArray) events = sl_test_read_all (source);
  guint64 origin = sl_clock_get_origin (sl_source_get_clock (source));
  g_autoptr (GArray) notes = NULL;

  g_assert_cmpuint (events->len, ==, expected->len);
  g_assert_cmpuint (sl_source_get_n_unlisted (source, SL_KIND_LINUX_SCHED_STAT_RUNTIME), ==,
                    n_quiet);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const SlDatExpected *wanted = &g_array_index (expected, SlDatExpected, i);

      check_event (event, wanted, origin);
      if (i % 7 == 0)
        check_fields (source, event, wanted);
    }
  check_records (source, events, origin);
  sl_test_reread_at_random (source, events);
  notes = sl_notes_snapshot (sl_source_get_notes (source));
  g_assert_cmpuint (notes->len, ==, count_begins (notes));
}

static void
test_same_events (void)
{
  g_test_summary ("The events that are read are those that were written, in every container, byte "
                  "order and size of a long");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    for (guint n_events = 1; n_events < 40000; n_events *= 23)
      {
        SlDatLayout layout = layouts[i];

        layout.seed = (guint32) g_test_rand_int_range (0, G_MAXINT32);
        check_layout (&layout, n_events);
      }
}

/* In a recording with one buffer: exactly those events say that a loss follows which are the last before one. */
static void
check_losses (const GArray *events)
{
  const SlEvent *last[8] = { NULL };
  guint n_losses = 0;

  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const SlEvent *before = last[event->cpu];
      gboolean is_loss = event->kind == SL_KIND_LINUX_LOST;

      if (before != NULL)
        g_assert_cmpint ((before->flags & SL_LINUX_LOSS_FOLLOWS) != 0, ==, is_loss);
      n_losses += before != NULL && is_loss;
      last[event->cpu] = event;
    }
  g_assert_cmpuint (n_losses, >, 0);
}

static void
test_same_in_all_containers (void)
{
  g_autoptr (GArray) first = NULL;

  g_test_summary ("One recording is the same to the last offset, however it is packed");

  for (guint i = 0; i < 4; i++)
    {
      static const char *const codecs[] = { "zstd", "zlib", "none", "none" };
      SlDatLayout layout =
          LAYOUT (i < 3 ? 7 : 6, codecs[i], FALSE, 8, 4096, 2, 1, 4, "mono", 42, FALSE);
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) bytes = sl_dat_random_write (&layout, 5000, &expected, &n_quiet);
      g_autoptr (SlSource) source = open_whole (bytes);
      g_autoptr (GArray) events = sl_test_read_all (source);

      check_losses (events);
      if (first == NULL)
        {
          first = g_steal_pointer (&events);
          continue;
        }
      g_assert_cmpuint (events->len, ==, first->len);
      for (guint j = 0; j < events->len; j++)
        sl_test_assert_same_event (&g_array_index (events, SlEvent, j),
                                   &g_array_index (first, SlEvent, j));
    }
}

/* Whatever is there: times do not go back, everything can be described, nothing is read twice in two ways. */
static void
check_sane (GBytes *bytes)
{
  g_autoptr (SlSource) source = sl_dat_test_open (bytes, NULL);
  g_autoptr (GArray) events = NULL;
  SlTime last = 0;

  if (source == NULL)
    return;

  events = sl_test_read_all (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      g_autoptr (GArray) details = sl_details_new ();

      g_assert_cmpint (event->time, >=, last);
      last = event->time;
      if (i % 16 == 0)
        g_assert_true (sl_source_describe (source, event->offset, details));
    }
  sl_test_reread_at_random (source, events);
}

static void
test_cut (void)
{
  g_test_summary ("A file that ends anywhere is read as far as it goes");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) whole = sl_dat_random_write (&layouts[i], 700, &expected, &n_quiet);

      for (guint j = 0; j < 60; j++)
        {
          gsize length = (gsize) g_test_rand_int_range (0, (gint32) g_bytes_get_size (whole));
          g_autoptr (GBytes) cut = g_bytes_new_from_bytes (whole, 0, length);

          check_sane (cut);
        }
    }
}

static void
test_damage (void)
{
  g_test_summary ("Bytes changed at random are never more than wrong values and notes");

  for (guint i = 0; i < G_N_ELEMENTS (layouts); i++)
    {
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) whole = sl_dat_random_write (&layouts[i], 700, &expected, &n_quiet);
      gsize size;
      const guint8 *data = g_bytes_get_data (whole, &size);

      for (guint j = 0; j < 60; j++)
        {
          guint8 *changed = g_memdup2 (data, size);
          guint n_changes = 1u << g_test_rand_int_range (0, 8);
          g_autoptr (GBytes) damaged = NULL;

          for (guint k = 0; k < n_changes; k++)
            changed[g_test_rand_int_range (0, (gint32) size)] =
                (guint8) g_test_rand_int_range (0, 256);
          damaged = g_bytes_new_take (changed, size);
          check_sane (damaged);
        }
    }
}

/* How many events are those of @expected, leaving out CPU @cpu. */
static guint
count_same (GArray *events, GArray *expected, guint16 cpu, guint64 origin)
{
  guint n_same = 0;
  guint at = 0;

  for (guint i = 0; i < expected->len; i++)
    {
      SlDatExpected *wanted = &g_array_index (expected, SlDatExpected, i);

      if (wanted->event.cpu == cpu)
        continue;
      while (at < events->len && g_array_index (events, SlEvent, at).cpu == cpu)
        at++;
      g_assert_cmpuint (at, <, events->len);
      check_event (&g_array_index (events, SlEvent, at++), wanted, origin);
      n_same++;
    }

  return n_same;
}

static void
test_damage_stays_where_it_is (void)
{
  g_test_summary ("Pages that are damaged harm no other CPU, and there is a note and a gap");

  for (guint i = 0; i < 2; i++)
    {
      SlDatLayout layout = LAYOUT (i == 0 ? 7 : 6, i == 0 ? "zstd" : "none", FALSE, 8, 4096, 2, 1,
                                   4, "mono", 11, FALSE);
      g_autoptr (GArray) expected = NULL;
      guint64 n_quiet;
      g_autoptr (GBytes) whole = sl_dat_random_write (&layout, 9000, &expected, &n_quiet);
      gsize size;
      const guint8 *data = g_bytes_get_data (whole, &size);
      guint8 *changed = g_memdup2 (data, size);
      g_autoptr (GBytes) damaged = NULL;
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;
      g_autoptr (GArray) notes = NULL;

      /* The pages of the last CPU are last in version 6, and only options follow them in version 7. */
      memset (changed + size - size / 8, 0xff, size / 16);
      damaged = g_bytes_new_take (changed, size);
      source = open_whole (damaged);
      events = sl_test_read_all (source);
      notes = sl_notes_snapshot (sl_source_get_notes (source));
      g_assert_cmpuint (notes->len, >, count_begins (notes));
      g_assert_cmpuint (count_same (events, expected, 1,
                                    sl_clock_get_origin (sl_source_get_clock (source))),
                        >, expected->len / 3);
    }
}

static void
test_options_lead_back (void)
{
  SlDatLayout layout = LAYOUT (7, "none", FALSE, 8, 4096, 1, 1, 1, "mono", 5, FALSE);
  g_autoptr (GArray) expected = NULL;
  guint64 n_quiet;
  g_autoptr (GBytes) whole = sl_dat_random_write (&layout, 100, &expected, &n_quiet);
  gsize size;
  const guint8 *data = g_bytes_get_data (whole, &size);
  guint8 *changed = g_memdup2 (data, size);
  g_autoptr (GBytes) looped = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  guint64 first;

  g_test_summary ("Options that lead back to themselves are read once");

  /* The last section has the first options, and its last 8 bytes are where the second are; theirs are 0. */
  memcpy (&first, data + 18 + 5 + 2, 8);
  first = GUINT64_FROM_LE (first);
  memcpy (changed + first - 8, data + 18 + 5 + 2, 8);
  looped = g_bytes_new_take (changed, size);
  source = open_whole (looped);
  events = sl_test_read_all (source);
  g_assert_cmpuint (events->len, ==, expected->len);
  g_assert_true (sl_test_has_note (source, "The options lead back to themselves"));
}

/* What tracefs has of a tracer of latencies: times in microseconds since the latency began. */
static const char latency[] =
    "# tracer: wakeup_rt\n"
    "#\n"
    "# latency: 15 us, #4/4, CPU#3 | (M:preempt VP:0, KP:0, SP:0 HP:0 #P:4)\n"
    "#    | task: rt-312 (uid:0 nice:0 policy:1 rt_prio:99)\n"
    "  <idle>-0       3dNh4    0us :      0:120:R   + [003]   312:  0:R rt\n"
    "  <idle>-0       3dNh4    1us+: ttwu_do_activate.constprop.87 <-try_to_wake_up\n"
    "  <idle>-0       3d..3   15us!: __schedule <-schedule\n"
    "  <idle>-0       3d..3   15us :      0:120:R ==> [003]   312:  0:R rt\n";

static void
check_latency (GBytes *bytes)
{
  g_autoptr (SlSource) source = open_whole (bytes);
  g_autoptr (GArray) events = sl_test_read_all (source);
  g_autofree char *name = sl_source_get_object_name (source, SL_OBJECT_TASK, 312, 0);
  const SlEvent *last;

  g_assert_cmpuint (events->len, ==, 4);
  last = &g_array_index (events, SlEvent, 3);
  g_assert_cmpint (last->kind, ==, SL_KIND_LINUX_SCHED_SWITCH);
  g_assert_cmpuint (last->a, ==, 312);
  g_assert_cmpuint (last->b, ==, 0);
  g_assert_cmpuint (last->cpu, ==, 3);
  g_assert_cmpint (last->time, ==, 15000);
  g_assert_cmpint (g_array_index (events, SlEvent, 0).kind, ==, SL_KIND_LINUX_SCHED_WAKEUP);
  g_assert_cmpuint (g_array_index (events, SlEvent, 0).a, ==, 312);
  g_assert_cmpint (g_array_index (events, SlEvent, 1).time, ==, 1000);
  g_assert_cmpstr (name, ==, "rt");
}

static void
test_latency_of_version_6 (void)
{
  SlDatLayout layout = LAYOUT (6, "none", FALSE, 8, 4096, 1, 1, 1, "mono", 5, FALSE);
  g_autoptr (SlDatWriter) writer = sl_dat_writer_new (&layout);
  g_autoptr (GBytes) empty = sl_dat_writer_finish (writer);
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) bytes = NULL;
  const guint8 *data, *tag;
  gsize size;

  g_test_summary ("Where a file has the text of a tracer of latencies, that is read");
  data = g_bytes_get_data (empty, &size);
  tag = memmem (data, size, "flyrecord", 10);
  g_byte_array_append (file, data, (guint) (tag - data));
  g_byte_array_append (file, (const guint8 *) "latency  ", 10);
  g_byte_array_append (file, (const guint8 *) latency, strlen (latency));
  bytes = g_bytes_new (file->data, file->len);
  check_latency (bytes);
}

static void
test_latency_of_version_7 (void)
{
  guint8 option[16] = { 0xa5, 0xa5, 0xa5, 0x5a, 0xa5, 0xa5, 0x5a, 0xa5,
                        0,    'l',  'o',  'c',  'a',  'l',  0,    0 };
  SlDatExtra extra = { 22, option, sizeof option };
  SlDatLayout layout = LAYOUT (7, "none", FALSE, 8, 4096, 1, 1, 1, "mono", 5, FALSE);
  g_autoptr (SlDatWriter) writer = NULL;
  g_autoptr (GByteArray) file = g_byte_array_new ();
  g_autoptr (GBytes) empty = NULL, bytes = NULL;
  guint8 head[16] = { 22 };
  const guint8 *data;
  guint8 *place;
  gsize size;

  g_test_summary ("The same in a section");
  layout.extras = &extra;
  layout.n_extras = 1;
  writer = sl_dat_writer_new (&layout);
  empty = sl_dat_writer_finish (writer);
  data = g_bytes_get_data (empty, &size);
  head[8] = (guint8) strlen (latency);
  head[9] = (guint8) (strlen (latency) >> 8);
  g_byte_array_append (file, data, (guint) size);
  place = memmem (file->data, file->len, option, 8);
  for (guint i = 0; i < 8; i++)
    place[i] = (guint8) ((guint64) size >> 8 * i);
  g_byte_array_append (file, head, sizeof head);
  g_byte_array_append (file, (const guint8 *) latency, strlen (latency));
  bytes = g_bytes_new (file->data, file->len);
  check_latency (bytes);
}

/* The clock of a file of a few events, and when the first of them was recorded. */
static SlClock *
read_clock (const SlDatLayout *layout, guint64 *first, gboolean *has_wall)
{
  g_autoptr (GArray) expected = NULL;
  guint64 n_quiet;
  g_autoptr (GBytes) bytes = sl_dat_random_write (layout, 50, &expected, &n_quiet);
  g_autoptr (SlSource) source = open_whole (bytes);
  g_autoptr (GArray) events = sl_test_read_all (source);
  SlClock *clock = sl_source_get_clock (source);
  gint64 wall;

  *first = (guint64) g_array_index (expected, SlDatExpected, 0).event.time -
           (guint64) g_array_index (events, SlEvent, 0).time;
  /* With a date, times are Unix time. */
  *has_wall = sl_source_extras_get_wall (sl_source_get_extras (source), 1234, &wall);
  g_assert_true (!*has_wall || wall == 1234);
  return sl_clock_ref (clock);
}

static void
test_clock (void)
{
  static const struct
  {
    const char *clock;
    SlUnit unit;
  } clocks[] = { { "local", SL_UNIT_NS },        { "global", SL_UNIT_NS },
                 { "mono", SL_UNIT_NS },         { "mono_raw", SL_UNIT_NS },
                 { "boot", SL_UNIT_NS },         { "tai", SL_UNIT_NS },
                 { "perf", SL_UNIT_NS },         { "uptime", SL_UNIT_TICKS },
                 { "counter", SL_UNIT_RECORDS }, { "x86-tsc", SL_UNIT_CYCLES },
                 { "ppc-tb", SL_UNIT_TICKS } };

  g_test_summary ("The clock’s name decides the unit, options decide when it began and how long a "
                  "cycle is");

  for (guint i = 0; i < 2 * G_N_ELEMENTS (clocks); i++)
    {
      SlDatLayout layout = { .version = i % 2 == 0 ? 6 : 7,
                             .codec = "none",
                             .long_size = 8,
                             .page_size = 4096,
                             .n_cpus = 1,
                             .n_buffers = 1,
                             .pages_a_chunk = 1,
                             .clock = clocks[i / 2].clock,
                             .seed = i,
                             .tsc_mult = 3,
                             .tsc_shift = 2,
                             .date_us = i % 3 == 0 ? 0 : 5000,
                             .offset_ns = -7 };
      guint64 first;
      gboolean has_wall;
      g_autoptr (SlClock) clock = read_clock (&layout, &first, &has_wall);
      gboolean is_ns = clocks[i / 2].unit == SL_UNIT_NS;
      guint n_rates;
      const SlRate *rates = sl_clock_get_rates (clock, &n_rates);

      g_assert_cmpint (sl_clock_get_unit (clock), ==, clocks[i / 2].unit);
      g_assert_cmpuint (sl_clock_get_origin (clock), ==,
                        first + (is_ns ? layout.date_us * 1000 - 7 : 0));
      g_assert_cmpint (has_wall, ==, is_ns && layout.date_us != 0);
      if (clocks[i / 2].unit == SL_UNIT_CYCLES)
        {
          /* ns = ticks × 3 ÷ 4. */
          g_assert_cmpuint (n_rates, ==, 1);
          g_assert_cmpuint (rates[0].numerator / 4 * 3, ==, rates[0].denominator * 1000000000);
        }
      else if (g_str_equal (clocks[i / 2].clock, "uptime"))
        {
          /* Measured on Linux 6.18: 200 ms are 20 of its ticks. */
          g_assert_cmpuint (n_rates, ==, 1);
          g_assert_cmpuint (rates[0].numerator * 200 / rates[0].denominator, ==, 20 * 1000);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trace-dat/same-events", test_same_events);
  g_test_add_func ("/trace-dat/same-in-all-containers", test_same_in_all_containers);
  g_test_add_func ("/trace-dat/cut", test_cut);
  g_test_add_func ("/trace-dat/damage", test_damage);
  g_test_add_func ("/trace-dat/damage-stays-where-it-is", test_damage_stays_where_it_is);
  g_test_add_func ("/trace-dat/options-lead-back", test_options_lead_back);
  g_test_add_func ("/trace-dat/latency/version-6", test_latency_of_version_6);
  g_test_add_func ("/trace-dat/latency/version-7", test_latency_of_version_7);
  g_test_add_func ("/trace-dat/clock", test_clock);

  return g_test_run ();
}
