/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-format-dump.h"
#include "sl-shark-writer.h"

#define N_RATES 70000
#define ORIGIN  G_GUINT64_CONSTANT (1000000)

/* A file that is gone over by two threads, which meet in its midst. */
#define N_LONG (2 * 262144)
#define MIDST  (N_LONG / 2)

static SlSource *
open_records (SlSharkWriter *writer)
{
  g_autoptr (GBytes) bytes = sl_shark_writer_get_bytes (writer);
  g_autoptr (GError) error = NULL;
  const char *name = "hostile.dat";
  SlSource *source = sl_test_open_bytes (&bytes, &name, 1, NULL, &error);

  g_assert_no_error (error);
  return source;
}

static void
test_many_rates (void)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) notes = NULL;
  guint n_rates;

  g_test_summary ("A clock rate in each record costs no memory without bound: a clock of two "
                  "million rates took 170 bytes a record, and as JSON 900.");

  sl_shark_writer_add (writer, SL_SHARK_TRACE_START, 256, ORIGIN, 400000);
  for (guint i = 1; i < N_RATES; i++)
    sl_shark_writer_add (writer, SL_SHARK_CYCLES_PER_MSEC, 0, ORIGIN + 300 * i, 400000 + i % 2);

  source = open_records (writer);
  events = sl_test_read_events (source);
  notes = sl_notes_snapshot (sl_source_get_notes (source));
  sl_clock_get_rates (sl_source_get_clock (source), &n_rates);
  g_assert_cmpuint (events->len, ==, N_RATES);
  g_assert_cmpuint (n_rates, ==, 65536);
  g_assert_cmpuint (notes->len, ==, 1);
  g_assert_cmpuint (g_array_index (notes, SlNote, 0).count, ==, N_RATES - 65536);
}

static void
test_equal_times (void)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary ("Records that all bear one time stamp are events in file order.");

  sl_shark_writer_add (writer, SL_SHARK_TRACE_START, 256, ORIGIN, 400000);
  for (guint i = 1; i < 20000; i++)
    sl_shark_writer_add (writer, 0x15, 256 + 8 * (i % 20), ORIGIN, 0);

  source = open_records (writer);
  events = sl_test_read_events (source);
  g_assert_cmpuint (events->len, ==, 20000);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpint (event->time, ==, 0);
      g_assert_cmpuint (event->offset, ==, 16 * (guint64) i);
    }
}

static void
test_descending_times (void)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  g_autoptr (SlSource) source = NULL;
  g_autoptr (GArray) events = NULL;

  g_test_summary ("Records that stand from last to first are put in order, and none is lost.");

  for (guint i = 0; i < 20000; i++)
    sl_shark_writer_add (writer, 0x15, 256 + 8 * (i % 20), ORIGIN + 300 * (20000 - i), 0);

  source = open_records (writer);
  events = sl_test_read_events (source);
  g_assert_cmpuint (events->len, ==, 20000);
  for (guint i = 0; i < events->len; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpint (event->time, ==, 300 * i);
      g_assert_cmpuint (event->offset, ==, 16 * (guint64) (19999 - i));
    }
}

/* A long file, whose records come every ten ticks; turned round so that it begins with number @first. */
static GBytes *
make_long (guint first)
{
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();

  for (guint i = 0; i < N_LONG; i++)
    {
      guint number = (first + i) % N_LONG;

      if (number == 0)
        sl_shark_writer_add (writer, SL_SHARK_TRACE_START, 256, ORIGIN, 400000);
      else
        sl_shark_writer_add (writer, 0x15, 256 + 8 * (number % 20), ORIGIN + 10 * number, number);
    }

  return sl_shark_writer_get_bytes (writer);
}

static void
check_long (GBytes *bytes, guint first, guint damaged, guint n_notes)
{
  const char *name = "long.dat";
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_test_open_bytes (&bytes, &name, 1, NULL, &error);
  g_autoptr (GArray) events = sl_test_read_events (source);
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (source));

  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, N_LONG);
  g_assert_cmpuint (notes->len, ==, n_notes);
  for (guint i = 0; i < N_LONG; i++)
    {
      const SlEvent *event = &g_array_index (events, SlEvent, i);

      g_assert_cmpint (event->time, ==, 10 * (i == damaged ? i - 1 : i));
      g_assert_cmpuint (event->offset, ==, 16 * (guint64) ((i + N_LONG - first) % N_LONG));
    }
}

static void
test_threads_meet (void)
{
  static const guint8 empty[16] = { 0 };
  g_autoptr (GBytes) plain = make_long (0);

  g_test_summary ("Where threads meet that go over a long file, records go on, turn round, are "
                  "damaged or missing as they are anywhere else.");

  check_long (plain, 0, G_MAXUINT, 0);
  for (guint place = MIDST - 2; place <= MIDST + 2; place++)
    {
      g_autoptr (GBytes) turned = make_long (N_LONG - place);
      guint8 *copy = g_memdup2 (g_bytes_get_data (plain, NULL), 16 * N_LONG);
      g_autoptr (GBytes) damaged = g_bytes_new_take (copy, 16 * N_LONG);
      g_autoptr (SlSource) source = NULL;
      g_autoptr (GArray) events = NULL;
      const char *name = "long.dat";

      check_long (turned, N_LONG - place, G_MAXUINT, 1);

      copy[16 * place + 6] ^= 1;
      check_long (damaged, 0, place, 1);

      memcpy (copy + 16 * place, empty, sizeof empty);
      source = sl_test_open_bytes (&damaged, &name, 1, NULL, NULL);
      events = sl_test_read_events (source);
      g_assert_cmpuint (events->len, ==, N_LONG - 1);
      g_assert_cmpint (g_array_index (events, SlEvent, place).time, ==, 10 * (place + 1));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shark/hostile/many-rates", test_many_rates);
  g_test_add_func ("/shark/hostile/equal-times", test_equal_times);
  g_test_add_func ("/shark/hostile/descending-times", test_descending_times);
  g_test_add_func ("/shark/hostile/threads-meet", test_threads_meet);

  return g_test_run ();
}
