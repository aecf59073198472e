/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-clock.h"
#include "sl-error.h"

#define SECOND_PS G_GINT64_CONSTANT (1000000000000)

static guint64
random_uint64 (void)
{
  return (guint64) (guint32) g_test_rand_int () << 32 | (guint32) g_test_rand_int ();
}

typedef struct
{
  guint64 numerator;
  guint64 denominator;
  SlTime time;
  gint64 ps;
} Conversion;

static const Conversion conversions[] = {
  { 1000000000, 1, 0, 0 },
  { 1000000000, 1, 1, 1000 },
  { 1000000000, 1, -1, -1000 },
  { 367483000, 1, 367483000, SECOND_PS },
  /* 1 ÷ 3 GHz = 333.3 ps, 2 ÷ 3 GHz = 666.7 ps */
  { 3000000000, 1, 1, 333 },
  { 3000000000, 1, 2, 667 },
  { 3000000000, 1, -2, -667 },
  /* Half a picosecond goes away from zero. */
  { 2000000000000, 1, 1, 1 },
  { 2000000000000, 1, -1, -1 },
  /* The PC's timer runs at 105 ÷ 88 MHz. */
  { 105000000, 88, 105000000, 88 * SECOND_PS },
  { 1, 1, 9223372, 9223372 * SECOND_PS },
};

static void
test_conversions (void)
{
  g_test_summary ("Ticks become picoseconds exactly, rounded once.");

  for (guint i = 0; i < G_N_ELEMENTS (conversions); i++)
    {
      const Conversion *expected = &conversions[i];
      SlRate rate = { 0, expected->numerator, expected->denominator };
      g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 5, &rate, 1);
      gint64 ps = 0;

      g_test_message ("case %u", i);
      g_assert_true (sl_clock_to_ps (clock, expected->time, &ps));
      g_assert_cmpint (ps, ==, expected->ps);
    }
}

static void
test_limits (void)
{
  SlRate slow = { 0, 1, G_MAXUINT64 };
  SlRate fast = { 0, G_MAXUINT64, 1 };
  g_autoptr (SlClock) glacier = sl_clock_new (SL_UNIT_TICKS, 0, &slow, 1);
  g_autoptr (SlClock) light = sl_clock_new (SL_UNIT_TICKS, 0, &fast, 1);
  gint64 ps = 7;
  SlTime time = 7;

  g_test_summary ("What does not fit is refused, never wrapped.");

  g_assert_false (sl_clock_to_ps (glacier, 1, &ps));
  g_assert_false (sl_clock_to_ns (glacier, SL_TIME_MIN, &ps));
  g_assert_false (sl_clock_from_seconds (light, 1, 1, &time));
  g_assert_false (sl_clock_from_seconds (light, G_MININT64, 1, &time));
  g_assert_cmpint (ps, ==, 7);
  g_assert_cmpint (time, ==, 7);
  g_assert_true (sl_clock_to_ps (light, SL_TIME_MAX, &ps));
  g_assert_cmpint (ps, ==, SECOND_PS / 2);
  g_assert_true (sl_clock_from_seconds (glacier, G_MAXINT64, 1, &time));
  g_assert_cmpint (time, ==, 0);
}

static SlClock *
random_clock (void)
{
  SlRate rates[5];
  guint n_rates = g_test_rand_int_range (1, G_N_ELEMENTS (rates) + 1);

  for (guint i = 0; i < n_rates; i++)
    {
      rates[i].from = (gint64) (random_uint64 () >> 20) - (G_GINT64_CONSTANT (1) << 41);
      rates[i].denominator = g_test_rand_int_range (1, 1000);
      rates[i].numerator = 1 + random_uint64 () % (SECOND_PS * rates[i].denominator);
    }

  return sl_clock_new (SL_UNIT_CYCLES, random_uint64 (), rates, n_rates);
}

static void
test_inverse (void)
{
  guint tried = 0;

  g_test_summary ("Up to 10^12 ticks a second, whatever the pieces, a tick comes back from its "
                  "picoseconds, and time never runs backward.");

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (SlClock) clock = random_clock ();
      SlTime time = (gint64) (random_uint64 () >> g_test_rand_int_range (19, 60));
      SlTime back;
      gint64 ps, next;

      if (g_test_rand_bit ())
        time = -time;
      if (!sl_clock_to_ps (clock, time, &ps))
        continue;

      tried++;
      g_assert_true (sl_clock_from_ps (clock, ps, &back));
      g_assert_cmpint (back, ==, time);
      if (sl_clock_to_ps (clock, time + 1, &next))
        g_assert_cmpint (next, >=, ps);
    }
  g_assert_cmpuint (tried, >, 1000);
}

static void
test_pieces (void)
{
  const SlRate rates[] = { { 100, 2000000000, 1 }, { 0, 1000000000, 1 }, { 300, 500000000, 1 } };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 0, rates, G_N_ELEMENTS (rates));
  gint64 ps, ns;
  guint n_rates;

  g_test_summary ("A rate holds from its tick on, the first one before it too.");

  g_assert_cmpint (sl_clock_get_rates (clock, &n_rates)[1].from, ==, 100);
  g_assert_cmpuint (n_rates, ==, 3);
  g_assert_true (sl_clock_to_ps (clock, -10, &ps));
  g_assert_cmpint (ps, ==, -10000);
  g_assert_true (sl_clock_to_ps (clock, 100, &ps));
  g_assert_cmpint (ps, ==, 100000);
  g_assert_true (sl_clock_to_ps (clock, 101, &ps));
  g_assert_cmpint (ps, ==, 100500);
  g_assert_true (sl_clock_to_ps (clock, 301, &ps));
  g_assert_cmpint (ps, ==, 202000);
  g_assert_true (sl_clock_span_to_ns (clock, (SlSpan) { 90, 310 }, &ns));
  g_assert_cmpint (ns, ==, 10 + 100 + 20);
}

static void
test_early_rates (void)
{
  const SlRate rates[] = {
    { -50, 1, 1 }, { 0, 1000000000, 1 }, { 0, 2000000000, 1 }, { 10, 4, 2 }, { 10, 1000000, 1 },
  };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 0, rates, G_N_ELEMENTS (rates));
  guint n_rates;
  const SlRate *kept = sl_clock_get_rates (clock, &n_rates);

  g_test_summary ("Rates that end before the origin, or at once, leave no trace.");

  g_assert_cmpuint (n_rates, ==, 2);
  g_assert_cmpuint (kept[0].numerator, ==, 2000000000);
  g_assert_cmpuint (kept[1].numerator, ==, 1000000);
}

static void
test_span_is_exact (void)
{
  SlRate rate = { 0, 3000000000, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, 0, &rate, 1);

  g_test_summary ("Spans of the same length last equally long wherever they lie.");

  for (guint i = 0; i < 1000; i++)
    {
      SlTime begin = (gint64) (random_uint64 () >> 20);
      SlTime length = g_test_rand_int_range (0, 100000);
      gint64 here, there;

      g_assert_true (sl_clock_span_to_ns (clock, (SlSpan) { begin, begin + length }, &here));
      g_assert_true (sl_clock_span_to_ns (clock, (SlSpan) { 0, length }, &there));
      g_assert_cmpint (here, ==, there);
    }
}

static void
test_absolute (void)
{
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_CYCLES, G_MAXUINT64 - 4, NULL, 0);
  SlTime time;

  g_test_summary ("Absolute ticks use all 64 bits.");

  g_assert_cmpuint (sl_clock_to_absolute (clock, 4), ==, G_MAXUINT64);
  g_assert_true (sl_clock_from_absolute (clock, G_MAXUINT64, &time));
  g_assert_cmpint (time, ==, 4);
  g_assert_false (sl_clock_from_absolute (clock, 0, &time));
  g_assert_false (sl_clock_has_rate (clock));
  g_assert_false (sl_clock_to_ns (clock, 0, &time));
}

static void
test_units (void)
{
  g_autoptr (SlClock) ns = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  g_autoptr (SlClock) records = sl_clock_new (SL_UNIT_RECORDS, 0, NULL, 0);
  g_autoptr (SlClock) still = sl_clock_with_rate (records, 1000, 1);
  g_autoptr (SlClock) cycles = sl_clock_new (SL_UNIT_CYCLES, 9, NULL, 0);
  g_autoptr (SlClock) rated = sl_clock_with_rate (cycles, 1000, 1);
  gint64 ps;

  g_test_summary ("Nanoseconds need no rate, records never get one, cycles take the user's.");

  g_assert_true (sl_clock_to_ps (ns, 3, &ps));
  g_assert_cmpint (ps, ==, 3000);
  g_assert_false (sl_clock_has_rate (still));
  g_assert_cmpstr (sl_clock_get_unit_id (still), ==, "records");
  g_assert_true (sl_clock_has_rate (rated));
  g_assert_cmpuint (sl_clock_get_origin (rated), ==, 9);
}

typedef struct
{
  const char *text;
  guint64 numerator; /* 0 where the text is refused */
  guint64 denominator;
} Rate;

static const Rate rates_as_text[] = {
  { "367483000", 367483000, 1 },
  { "2.5G", 2500000000, 1 },
  { "1193.182 kHz", 1193182, 1 },
  { "14318180/12", 3579545, 3 },
  { "0.1", 1, 10 },
  { "100M", 100000000, 1 },
  { "18446744073709551615", G_MAXUINT64, 1 },
  { "18446744073709551616", 0, 0 },
  { "18446744073709551615k", 0, 0 },
  { "0", 0, 0 },
  { "1/0", 0, 0 },
  { "1/0.5", 0, 0 },
  { "", 0, 0 },
  { ".", 0, 0 },
  { "-1", 0, 0 },
  { "1e9", 0, 0 },
  { "0x10", 16, 1 },
  { "0X10 k", 16000, 1 },
  { ".5G", 500000000, 1 },
  { "0x", 0, 0 },
  { "2.5 Gb", 0, 0 },
  { "1.2.3", 0, 0 },
};

static void
test_parse_rate (void)
{
  g_test_summary ("Rates are read exactly or not at all.");

  for (guint i = 0; i < G_N_ELEMENTS (rates_as_text); i++)
    {
      const Rate *expected = &rates_as_text[i];
      g_autoptr (GError) error = NULL;
      guint64 numerator = 0, denominator = 0;
      gboolean fine = sl_clock_parse_rate (expected->text, &numerator, &denominator, &error);

      g_test_message ("“%s”", expected->text);
      g_assert_cmpint (fine, ==, expected->numerator != 0);
      g_assert_cmpuint (numerator, ==, expected->numerator);
      g_assert_cmpuint (denominator, ==, expected->denominator);
      if (!fine)
        g_assert_error (error, SL_ERROR, SL_ERROR_USAGE);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/clock/conversions", test_conversions);
  g_test_add_func ("/model/clock/limits", test_limits);
  g_test_add_func ("/model/clock/inverse", test_inverse);
  g_test_add_func ("/model/clock/pieces", test_pieces);
  g_test_add_func ("/model/clock/early-rates", test_early_rates);
  g_test_add_func ("/model/clock/span-is-exact", test_span_is_exact);
  g_test_add_func ("/model/clock/absolute", test_absolute);
  g_test_add_func ("/model/clock/units", test_units);
  g_test_add_func ("/model/clock/parse-rate", test_parse_rate);
  return g_test_run ();
}
