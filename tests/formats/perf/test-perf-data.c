/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A real perf.data file against what another program reads in it, and against itself in pipe form. */
#include <string.h>

#include "sl-format-registry.h"
#include "sl-kind.h"
#include "sl-perf-clock.h"
#include "sl-pt-files.h"
#include "sl-source-extras.h"
#include "sl-test-source.h"

#define CAPTURE "perf_data/perf.data.intel_pt-4.14"

static SlSource *
open_bytes (GBytes *bytes)
{
  g_autoptr (SlMapping) mapping = sl_mapping_new_for_bytes (bytes, "perf.data");
  g_autoptr (SlInput) input = sl_input_new (&mapping, 1);
  g_autoptr (GError) error = NULL;
  SlSource *source = sl_formats_find ("perf-data")->open (input, NULL, NULL, &error);

  g_assert_no_error (error);
  return source;
}

static GBytes *
read_capture (void)
{
  GBytes *bytes = sl_pt_files_read (CAPTURE);

  if (bytes == NULL)
    g_test_skip ("The capture is not here");
  return bytes;
}

/* A field of the text, after @at. */
static guint64
find_number (const char *at, const char *key)
{
  const char *found = strstr (at, key);

  g_assert_nonnull (found);
  return g_ascii_strtoull (found + strlen (key), NULL, 10);
}

static SlPerfClock
read_clock (const char *text)
{
  const char *at = strstr (text, "time_conv_event {");
  SlPerfClock clock;

  g_assert_nonnull (at);
  g_assert_true (sl_perf_clock_init (&clock, find_number (at, "time_shift: "),
                                     find_number (at, "time_mult: "),
                                     find_number (at, "time_zero: ")));
  return clock;
}

static void
assert_switch (const SlEvent *event, const char *at)
{
  const char *sample = strstr (at, "sample_info {");
  gboolean is_out = g_str_has_prefix (strstr (at, "is_out: ") + strlen ("is_out: "), "true");

  g_assert_cmpuint (event->kind, ==, is_out ? SL_KIND_LINUX_SWITCH_OUT : SL_KIND_LINUX_SWITCH_IN);
  g_assert_cmpuint (event->a, ==, find_number (sample, "\n      tid: "));
  g_assert_cmpuint (event->b, ==, find_number (at, "next_prev_tid: "));
  g_assert_cmpuint (event->cpu, ==, find_number (sample, "cpu: "));
}

static int
compare_texts (gconstpointer a, gconstpointer b)
{
  guint64 one = find_number (*(const char *const *) a, "sample_time_ns: ");
  guint64 other = find_number (*(const char *const *) b, "sample_time_ns: ");

  return one < other ? -1 : one > other;
}

static void
test_oracle (void)
{
  g_autoptr (GBytes) bytes = read_capture ();
  g_autoptr (GBytes) oracle = sl_pt_files_read (CAPTURE ".pb_text");
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) switches = g_ptr_array_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  SlPerfClock clock;
  guint n = 0;

  g_test_summary ("Context switches and their times are what another program reads.");

  if (bytes == NULL || oracle == NULL)
    return;

  text = g_strndup (g_bytes_get_data (oracle, NULL), g_bytes_get_size (oracle));
  clock = read_clock (text);
  for (char *at = strstr (text, "context_switch_event {"); at != NULL;
       at = strstr (at + 1, "context_switch_event {"))
    g_ptr_array_add (switches, at);
  g_ptr_array_sort (switches, compare_texts);
  g_assert_cmpuint (switches->len, ==, 152);

  source = open_bytes (bytes);
  events = sl_test_read_all (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);
      const char *at;

      if (event->kind < SL_KIND_LINUX_SWITCH_IN || event->kind > SL_KIND_LINUX_PREEMPTED)
        continue;

      g_assert_cmpuint (n, <, switches->len);
      at = g_ptr_array_index (switches, n++);
      assert_switch (event, at);
      g_assert_cmpuint (sl_perf_clock_to_ns (&clock,
                                             sl_clock_to_absolute (sl_source_get_clock (source),
                                                                   event->time)),
                        ==, find_number (at, "sample_time_ns: "));
    }
  g_assert_cmpuint (n, ==, switches->len);
}

typedef struct
{
  guint16 kind;
  guint counts[2]; /* of processors 0 and 3 */
} Expected;

static void
test_packets (void)
{
  static const Expected expected[] = {
    { SL_KIND_PT_PSB, { 1, 9 } },       { SL_KIND_PT_FUP, { 10, 139 } },
    { SL_KIND_PT_TIP, { 505, 11534 } }, { SL_KIND_PT_TIP_PGE, { 1, 9 } },
    { SL_KIND_PT_TIP_PGD, { 1, 9 } },   { SL_KIND_PT_PIP, { 15, 426 } },
    { SL_KIND_PT_CBR, { 1, 23 } },      { SL_KIND_PT_TSC, { 1, 23 } },
    { SL_KIND_PT_TMA, { 1, 23 } },      { SL_KIND_PT_MTC, { 325, 2477 } },
  };
  g_autoptr (GBytes) bytes = read_capture ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  guint64 n_branches[2] = { 0 };

  g_test_summary ("The packets of each processor are those that libipt counts.");

  if (bytes == NULL)
    return;

  source = open_bytes (bytes);
  events = sl_test_read_all (source);
  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      guint counts[2] = { 0 };

      for (guint j = 0; j < events->len; j++)
        {
          const SlEvent *event = &g_array_index (events, SlEvent, j);

          counts[event->cpu == 3] += event->kind == expected[i].kind;
          if (i == 0 && event->kind >= SL_KIND_PT_PSB && event->kind <= SL_KIND_PT_PAD)
            n_branches[event->cpu == 3] +=
                SL_BRANCHES_TAKEN (event->detail) + SL_BRANCHES_NOT_TAKEN (event->detail);
        }
      g_assert_cmpuint (counts[0], ==, expected[i].counts[0]);
      g_assert_cmpuint (counts[1], ==, expected[i].counts[1]);
    }
  g_assert_cmpuint (n_branches[0], ==, 47456);
  g_assert_cmpuint (n_branches[1], ==, 329792);
  g_assert_cmpuint (sl_source_get_n_unlisted (source, SL_KIND_PT_PAD), ==, 874 + 19142);
  g_assert_cmpuint (sl_source_get_n_unlisted (source, SL_KIND_PT_TNT_SHORT), ==, 8242 + 61274);
  sl_test_reread_at_random (source, events);
}

static guint64
get_u64 (const guint8 *data, gsize at)
{
  guint64 value;

  memcpy (&value, data + at, sizeof value);
  return GUINT64_FROM_LE (value);
}

/* The same recording as perf writes it to a pipe. */
static GBytes *
to_pipe (GBytes *bytes)
{
  const guint8 *data = g_bytes_get_data (bytes, NULL);
  gsize attr_size = get_u64 (data, 16);
  gsize attrs = get_u64 (data, 24);
  gsize n_attrs = get_u64 (data, 32) / attr_size;
  GByteArray *pipe = g_byte_array_new ();
  guint64 header_size = GUINT64_TO_LE (16);

  g_byte_array_append (pipe, data, 8);
  g_byte_array_append (pipe, (const guint8 *) &header_size, 8);
  for (gsize i = 0; i < n_attrs; i++)
    {
      const guint8 *attr = data + attrs + i * attr_size;
      gsize ids_size = get_u64 (attr, attr_size - 8);
      guint16 size = GUINT16_TO_LE ((guint16) (8 + attr_size - 16 + ids_size));

      g_byte_array_append (pipe, (const guint8 *) "\x40\0\0\0\0\0", 6);
      g_byte_array_append (pipe, (const guint8 *) &size, 2);
      g_byte_array_append (pipe, attr, (guint) attr_size - 16);
      g_byte_array_append (pipe, data + get_u64 (attr, attr_size - 16), (guint) ids_size);
    }
  g_byte_array_append (pipe, data + get_u64 (data, 40), (guint) get_u64 (data, 48));
  return g_byte_array_free_to_bytes (pipe);
}

static void
test_pipe (void)
{
  g_autoptr (GBytes) bytes = read_capture ();
  g_autoptr (GBytes) pipe = NULL;
  g_autoptr (SlSource) one = NULL;
  g_autoptr (SlSource) other = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) again = NULL;

  g_test_summary ("What was recorded into a pipe is read as what was recorded into a file.");

  if (bytes == NULL)
    return;

  pipe = to_pipe (bytes);
  one = open_bytes (bytes);
  other = open_bytes (pipe);
  events = sl_test_read_all (one);
  again = sl_test_read_all (other);
  g_assert_cmpuint (events->len, ==, again->len);
  for (guint i = 0; i < events->len; i++)
    {
      SlEvent expected = g_array_index (events, SlEvent, i);

      expected.offset = g_array_index (again, SlEvent, i).offset;
      sl_test_assert_same_event (&expected, &g_array_index (again, SlEvent, i));
    }
}

static void
test_lost_data (void)
{
  const gsize aux = 0x6768;   /* a record of processor 3 */
  const guint64 end = 0x3370; /* of the data that it tells of */
  g_autoptr (GBytes) bytes = read_capture ();
  g_autoptr (GBytes) damaged = NULL;
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autofree guint8 *copy = NULL;
  guint n_lost = 0;

  g_test_summary (
      "Where the kernel lost trace data, decoding goes on at the next PSB, and says so.");

  if (bytes == NULL)
    return;

  copy = g_memdup2 (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_assert_cmpuint (get_u64 (copy, aux + 16), ==, end);
  copy[aux + 24] = 1;
  damaged = g_bytes_new (copy, g_bytes_get_size (bytes));
  source = open_bytes (damaged);
  events = sl_test_read_all (source);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      if ((event->flags & SL_EVENT_LOST) == 0 || event->kind == SL_KIND_LINUX_AUX)
        continue;
      g_assert_cmpuint (event->kind, ==, SL_KIND_PT_PSB);
      g_assert_cmpuint (event->cpu, ==, 3);
      g_assert_cmpuint (SL_OFFSET_BYTE (event->offset), >=, end);
      n_lost++;
    }
  g_assert_cmpuint (n_lost, ==, 1);
  g_assert_true (
      sl_test_has_note (source, "The kernel lost trace data because its buffer was full"));
}

static void
test_clock (void)
{
  g_test_summary ("Times of the kernel stand at the first tick that converts back to them.");

  for (guint round = 0; round < 20000; round++)
    {
      SlPerfClock clock;
      guint32 mult = (guint32) g_test_rand_int_range (1, G_MAXINT32);
      guint64 zero = (guint64) g_test_rand_int () << 31 | (guint32) g_test_rand_int ();
      guint64 ns = zero + ((guint64) (guint32) g_test_rand_int () << 8);
      guint64 tsc;

      g_assert_true (sl_perf_clock_init (&clock, 31, mult, zero));
      tsc = sl_perf_clock_from_ns (&clock, ns, zero + (guint32) g_test_rand_int ());
      g_assert_cmpuint (sl_perf_clock_to_ns (&clock, tsc) - ns, <, 1);
      if (tsc > 0)
        g_assert_cmpint ((gint64) (sl_perf_clock_to_ns (&clock, tsc - 1) - ns), <, 0);
    }
}

static guint64
draw_time (void)
{
  return ((guint64) g_test_rand_int () << 32 | (guint32) g_test_rand_int ()) >>
         g_test_rand_int_range (0, 64);
}

/* Also where a damaged time is 2⁶³ and more from the origin, or a damaged clock begins within the trace. */
static void
test_places (void)
{
  g_test_summary ("A later time is never at an earlier tick or place.");

  g_assert_cmpint (sl_perf_clock_place (5, 7), ==, 0);
  g_assert_cmpint (sl_perf_clock_place (9, 7), ==, 2);
  g_assert_cmpint (sl_perf_clock_place (G_MAXUINT64, 0), ==, G_GINT64_CONSTANT (1) << 61);
  for (guint i = 0; i < 100000; i++)
    {
      guint64 one = draw_time (), other = draw_time (), origin = draw_time ();
      guint64 zero = draw_time (), mult = 1 + (draw_time () & G_MAXINT32);
      SlPerfClock clock;

      g_assert_cmpint (sl_perf_clock_place (MIN (one, other), origin), <=,
                       sl_perf_clock_place (MAX (one, other), origin));
      g_assert_true (
          sl_perf_clock_init (&clock, (guint64) g_test_rand_int_range (0, 33), mult, zero));
      g_assert_cmpuint (sl_perf_clock_from_ns (&clock, MIN (one, other), origin), <=,
                        sl_perf_clock_from_ns (&clock, MAX (one, other), origin));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/formats/perf-data/places", test_places);
  g_test_add_func ("/formats/perf-data/oracle", test_oracle);
  g_test_add_func ("/formats/perf-data/packets", test_packets);
  g_test_add_func ("/formats/perf-data/pipe", test_pipe);
  g_test_add_func ("/formats/perf-data/lost-data", test_lost_data);
  g_test_add_func ("/formats/perf-data/clock", test_clock);

  return g_test_run ();
}
