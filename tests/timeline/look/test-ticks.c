/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-ticks.h"

#include "sl-clock-shown.h"
#include "sl-textbook-unit.h"

#include <math.h>

typedef struct
{
  gint64 visible;
  double width;
  gint64 step;
} Step;

static const Step steps[] = {
  { 10, 1000, 1 },     { 100, 1000, 10 },           { 1000, 1000, 100 },
  { 2400, 1000, 500 }, { 24000000, 1100, 2000000 }, { 1, 1, 100 },
};

static void
test_step (void)
{
  g_test_summary ("Steps are the smallest of 1, 2, 5 × 10ⁿ that keeps labels apart.");

  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    g_assert_cmpint (sl_ticks_choose_step (steps[i].visible, steps[i].width, 88), ==,
                     steps[i].step);
}

typedef struct
{
  SlAxis axis;
  SlSpan visible;
  SlTime origin;
  const char *base;
  const char *first; /* label */
} Label;

/* The clock: 400 MHz, origin 24 × 10⁹; 1000 pixels. */
static const Label labels[] = {
  { SL_AXIS_TIME, { 0, 400000 }, 0, NULL, "0 µs" },
  { SL_AXIS_TIME, { 0, 400000000 }, 0, NULL, "0 ms" },
  { SL_AXIS_TIME, { 0, 1200000 }, 0, NULL, "0 ms" }, /* then 0.5 ms */
  { SL_AXIS_TIME, { 400000000, 409600000 }, 0, "1.00 s +", "+0 ms" },
  { SL_AXIS_DELTA, { 0, 9600000 }, 4000000, NULL, "−10 ms" },
  { SL_AXIS_TSC, { 0, 50000000 }, 0, "24\u202f000 M +", "+0 M" },
};

static void
test_labels (void)
{
  const SlRate rate = { 0, 400000000, 1 };
  g_autoptr (SlClock) clock =
      sl_clock_new (SL_UNIT_CYCLES, G_GUINT64_CONSTANT (24000000000), &rate, 1);

  g_test_summary ("Bases and labels of the three axes say what look/ shows.");

  for (gsize i = 0; i < G_N_ELEMENTS (labels); i++)
    {
      const Label *wanted = &labels[i];
      SlView view =
          sl_view_make ((SlSpan) { 0, G_GINT64_CONSTANT (1) << 40 }, wanted->visible, 1000);
      g_autoptr (SlTicks) ticks = sl_ticks_new (clock, &view, wanted->axis, wanted->origin, 88);
      const char *first = NULL;

      for (guint t = 0; t < ticks->ticks->len && first == NULL; t++)
        first = g_array_index (ticks->ticks, SlTick, t).label;
      g_assert_cmpstr (ticks->base, ==, wanted->base);
      g_assert_cmpstr (first, ==, wanted->first);
    }
}

static void
test_laws (void)
{
  g_test_summary ("Labels on one ruler differ and stand apart; ticks are in order and inside.");

  for (guint i = 0; i < 3000; i++)
    {
      const SlRate rate = { 0, (guint64) g_test_rand_int_range (1, 1 << 30) * 4, 1 };
      guint64 origin = (guint64) g_test_rand_int () << g_test_rand_int_range (0, 32);
      g_autoptr (SlClock) plain = sl_clock_new (SL_UNIT_CYCLES, origin, &rate, i % 4 != 0);
      g_autoptr (SlClock) dated = sl_clock_with_wall (plain, (gint64) g_test_rand_int () << 28);
      g_autoptr (SlClock) clock =
          sl_clock_with_shown_unit (i % 2 == 0 ? plain : dated,
                                    (SlShownUnit) g_test_rand_int_range (0, SL_N_SHOWN));
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
      gint64 length = 10 + (gint64) pow (10, g_test_rand_double () * 11);
      SlTime begin = (SlTime) (g_test_rand_double () * 1e11);
      SlView view = sl_view_make ((SlSpan) { 0, G_GINT64_CONSTANT (1) << 40 },
                                  (SlSpan) { begin, begin + length }, 1200);
      SlAxis axis = (SlAxis) (i % SL_N_AXES);
      g_autoptr (SlTicks) ticks = sl_ticks_new (clock, &view, axis, begin + length / 3, 88);
      double tick_width = 1200.0 / (double) length;
      double last = -1e9;

      for (guint t = 0; t < ticks->ticks->len; t++)
        {
          const SlTick *tick = &g_array_index (ticks->ticks, SlTick, t);
          double x = sl_view_x (&view, tick->time);

          g_assert_cmpint (tick->time, >=, view.visible.begin);
          g_assert_cmpint (tick->time, <, view.visible.end);
          if (tick->label == NULL)
            continue;
          g_assert_true (g_hash_table_add (seen, tick->label));
          g_assert_cmpfloat (x - last, >=, 87 - 2 * tick_width);
          last = x;
        }
    }
}

/* The same clock; "first" is what stands at or after the begin. */
static const struct
{
  SlShownUnit unit;
  SlAxis axis;
  SlSpan visible;
  const char *base;
  const char *first;
} fixed[] = {
  { SL_SHOWN_MS, SL_AXIS_TIME, { 0, 400000 }, NULL, "0 ms" },
  { SL_SHOWN_MS, SL_AXIS_TIME, { 40000, 440000 }, NULL, "0.1 ms" },
  { SL_SHOWN_US, SL_AXIS_TIME, { 400000000, 409600000 }, "1\u202f000\u202f000 µs +", "+0 µs" },
  { SL_SHOWN_S, SL_AXIS_TIME, { 400000000, 409600000 }, "1.00 s +", "+0 s" },
  { SL_SHOWN_NS, SL_AXIS_TIME, { 0, 400000 }, NULL, "0 ns" },
  { SL_SHOWN_TICKS, SL_AXIS_TIME, { 0, 400000 }, NULL, "0 k" },
  { SL_SHOWN_TICKS, SL_AXIS_DELTA, { 0, 400000 }, NULL, "0 k" },
  { SL_SHOWN_MS, SL_AXIS_TSC, { 0, 50000000 }, "24\u202f000 M +", "+0 M" },
};

static void
test_fixed_unit (void)
{
  const SlRate rate = { 0, 400000000, 1 };
  g_autoptr (SlClock) plain =
      sl_clock_new (SL_UNIT_CYCLES, G_GUINT64_CONSTANT (24000000000), &rate, 1);

  g_test_summary (
      "In a unit that is fixed, all labels and their base have it, and no two are alike.");

  for (gsize i = 0; i < G_N_ELEMENTS (fixed); i++)
    {
      g_autoptr (SlClock) clock = sl_clock_with_shown_unit (plain, fixed[i].unit);
      SlView view =
          sl_view_make ((SlSpan) { 0, G_GINT64_CONSTANT (1) << 40 }, fixed[i].visible, 1000);
      g_autoptr (SlTicks) ticks = sl_ticks_new (clock, &view, fixed[i].axis, 0, 88);
      g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
      const char *first = NULL;

      for (guint j = 0; j < ticks->ticks->len; j++)
        {
          const char *label = g_array_index (ticks->ticks, SlTick, j).label;

          if (label == NULL)
            continue;
          first = first != NULL ? first : label;
          g_assert_true (g_hash_table_add (seen, (gpointer) label));
        }
      g_assert_cmpstr (ticks->base, ==, fixed[i].base);
      g_assert_cmpstr (first, ==, fixed[i].first);
    }
}

/* 2026-11-23 14:03:05.25 UTC is tick 0; a tick is a microsecond. */
static const struct
{
  SlSpan visible;
  const char *base;
  const char *first;
  gint64 step_s; /* 0 for less than a second */
} walls[] = {
  { { 0, 60000000 }, "2026-11-23", "14:03:10", 10 },
  { { 0, G_GINT64_CONSTANT (3600000000) }, "2026-11-23", "14:10:00", 600 },
  { { 0, G_GINT64_CONSTANT (36000000000) }, "2026-11-23", "16:00:00", 7200 },
  { { 0, 60000 }, "14:03:05.25 +", "+0 ms", 0 },
  { { 60000, 61000 }, "14:03:05.310 +", "+0 µs", 0 },
};

static void
test_wall (void)
{
  const SlRate rate = { 0, 1000000, 1 };
  g_autoptr (SlClock) plain = sl_clock_new (SL_UNIT_CYCLES, 77, &rate, 1);
  g_autoptr (SlClock) clock = NULL;
  g_autoptr (GDateTime) date = g_date_time_new_utc (2026, 11, 23, 14, 3, 5.25);

  g_test_summary ("Times of day stand at round times of the day, whatever the trace began at.");

  clock = sl_clock_with_wall (plain, g_date_time_to_unix (date) * G_GINT64_CONSTANT (1000000000) +
                                         250000000);
  for (gsize i = 0; i < G_N_ELEMENTS (walls); i++)
    {
      SlView view =
          sl_view_make ((SlSpan) { 0, G_GINT64_CONSTANT (1) << 50 }, walls[i].visible, 1000);
      g_autoptr (SlTicks) ticks = sl_ticks_new (clock, &view, SL_AXIS_WALL, 0, 88);
      guint j = 0;

      while (j < ticks->ticks->len && g_array_index (ticks->ticks, SlTick, j).label == NULL)
        j++;
      g_assert_cmpuint (j, <, ticks->ticks->len);
      g_assert_cmpstr (ticks->base, ==, walls[i].base);
      g_assert_cmpstr (g_array_index (ticks->ticks, SlTick, j).label, ==, walls[i].first);
      if (walls[i].step_s > 0)
        g_assert_cmpint (ticks->step, ==, walls[i].step_s * G_GINT64_CONSTANT (1000000000000));
    }
}

static void
test_book_duration (void)
{
  static const struct
  {
    SlShownUnit unit;
    const char *longer, *shorter; /* 3.25 ms and 35 ns */
  } cases[] = {
    { SL_SHOWN_AUTO, "3.25", "35\u2009ns" },
    { SL_SHOWN_US, "3250", "0.04" },
    { SL_SHOWN_MS, "3.25", "0.000035" },
    { SL_SHOWN_S, "0.0032", "0.000000035" },
  };
  g_autoptr (SlClock) bare = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (bare, 1000000000, 1);
  const SlSpan all = { 0, 60000000 };
  const SlView view = sl_view_make (all, all, 1000);

  g_test_summary (
      "In a textbook picture a time that is not zero is not said to be zero, in any unit.");

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlClock) clock = sl_clock_with_shown_unit (rated, cases[i].unit);
      g_autofree char *longer = NULL, *shorter = NULL;
      SlTextbookUnit unit;

      sl_textbook_unit_init (&unit, clock, &view, SL_AXIS_TIME, 0, 5000000);
      longer = sl_textbook_unit_duration (&unit, (SlSpan) { 0, 3250000 });
      shorter = sl_textbook_unit_duration (&unit, (SlSpan) { 0, 35 });
      g_assert_cmpstr (longer, ==, cases[i].longer);
      g_assert_cmpstr (shorter, ==, cases[i].shorter);
    }
}

int
main (int argc, char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ticks/step", test_step);
  g_test_add_func ("/ticks/labels", test_labels);
  g_test_add_func ("/ticks/laws", test_laws);
  g_test_add_func ("/ticks/fixed-unit", test_fixed_unit);
  g_test_add_func ("/ticks/wall", test_wall);
  g_test_add_func ("/ticks/book-duration", test_book_duration);

  return g_test_run ();
}
