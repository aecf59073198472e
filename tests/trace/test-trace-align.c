/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-test-trace.h"
#include "sl-trace-align.h"

#define MAX_RATES 4

static SlTrace *
make_trace (SlUnit unit, guint64 origin, const SlRate *rates, guint n_rates)
{
  const SlEvent events[] = { { .time = 0 }, { .time = 999 } };
  g_autoptr (SlClock) clock = sl_clock_new (unit, origin, rates, n_rates);

  return sl_test_trace_new (clock, events, G_N_ELEMENTS (events));
}

static SlTraceSet *
align (SlTrace *first, SlTrace *second, gint64 offset, SlAlignment alignment)
{
  const SlTracePlace places[] = { { .trace = first }, { .trace = second, .offset = offset } };

  return sl_trace_set_new_aligned (places, G_N_ELEMENTS (places), alignment);
}

static void
test_rates (void)
{
  g_test_summary ("Ticks are converted by both rates, exactly, to the nearest tick.");

  for (guint i = 0; i < 300; i++)
    {
      SlRate axis_rate = { 0, (guint64) g_test_rand_int_range (1, G_MAXINT32),
                           (guint64) g_test_rand_int_range (1, 1000) };
      SlRate own_rate = { 0, (guint64) g_test_rand_int_range (1, G_MAXINT32),
                          (guint64) g_test_rand_int_range (1, 1000) };
      g_autoptr (SlTrace) first = make_trace (SL_UNIT_CYCLES, 7, &axis_rate, 1);
      g_autoptr (SlTrace) second = make_trace (SL_UNIT_TICKS, 70, &own_rate, 1);
      gint64 offset = g_test_rand_int ();
      g_autoptr (SlTraceSet) set = align (first, second, offset, SL_ALIGN_START);
      __int128 numerator = (__int128) axis_rate.numerator * (gint64) own_rate.denominator;
      __int128 denominator = (__int128) axis_rate.denominator * (gint64) own_rate.numerator;

      g_assert_true (sl_trace_set_has_pace (set, 1));
      for (guint j = 0; j < 20; j++)
        {
          gint64 own = g_test_rand_int_range (0, G_MAXINT32);
          __int128 exact = own * numerator; /* ÷ denominator */
          __int128 found = (__int128) sl_trace_set_to_reference (set, 1, own) - offset;
          __int128 error = found * denominator - exact;

          g_assert_true (error * 2 <= denominator && -error * 2 <= denominator);
        }
    }
}

static guint
make_rates (SlRate *rates)
{
  guint n_rates = (guint) g_test_rand_int_range (1, MAX_RATES + 1);
  SlTime from = 0;

  for (guint i = 0; i < n_rates; i++)
    {
      rates[i] = (SlRate) { from, (guint64) g_test_rand_int_range (1000000, 2000000000), 1 };
      from += g_test_rand_int_range (1, 2000000000);
    }

  return n_rates;
}

static void
test_changing_rates (void)
{
  g_test_summary ("If clocks change their rates, what is at one tick of the axis is still as "
                  "many seconds from the start in both traces, and order is kept.");

  for (guint i = 0; i < 200; i++)
    {
      SlRate axis_rates[MAX_RATES], own_rates[MAX_RATES];
      guint n_axis_rates = make_rates (axis_rates);
      guint n_own_rates = make_rates (own_rates);
      g_autoptr (SlTrace) first = make_trace (SL_UNIT_CYCLES, 0, axis_rates, n_axis_rates);
      g_autoptr (SlTrace) second = make_trace (SL_UNIT_CYCLES, 0, own_rates, n_own_rates);
      g_autoptr (SlTraceSet) set = align (first, second, 0, SL_ALIGN_START);

      for (guint j = 0; j < 50; j++)
        {
          SlTime own = (SlTime) g_test_rand_int_range (0, G_MAXINT32) * 4;
          SlTime reference = sl_trace_set_to_reference (set, 1, own);
          gint64 ns, reference_ns;

          g_assert_true (sl_clock_to_ns (sl_trace_get_clock (second), own, &ns));
          g_assert_true (sl_clock_to_ns (sl_trace_get_clock (first), reference, &reference_ns));
          /* Each change rounds once, to at most half of the slowest tick, which is 1 µs. */
          g_assert_cmpint (ABS (ns - reference_ns), <=, 2 * MAX_RATES * 500 + 1);
          g_assert_cmpint (sl_trace_set_to_reference (set, 1, own + 1), >=, reference);
        }
    }
}

static void
test_no_rates (void)
{
  SlRate rate = { 0, 1000, 1 };
  g_autoptr (SlTrace) first = make_trace (SL_UNIT_CYCLES, 7, &rate, 1);
  g_autoptr (SlTrace) second = make_trace (SL_UNIT_RECORDS, 0, NULL, 0);
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) rated = sl_annotations_with_rate (plain, 100, 1);
  const SlTracePlace places[] = { { .trace = first },
                                  { .trace = second, .annotations = rated, .offset = 5 } };
  g_autoptr (SlTraceSet) assumed = align (first, second, 5, SL_ALIGN_START);
  g_autoptr (SlTraceSet) given =
      sl_trace_set_new_aligned (places, G_N_ELEMENTS (places), SL_ALIGN_START);

  g_test_summary ("Without a rate a record is a tick of the axis; a rate that the user gave counts "
                  "for records too.");

  g_assert_false (sl_trace_set_has_pace (assumed, 1));
  g_assert_cmpint (sl_trace_set_to_reference (assumed, 1, 100), ==, 105);
  g_assert_true (sl_trace_set_has_pace (given, 1));
  g_assert_cmpint (sl_trace_set_to_reference (given, 1, 100), ==, 1005);
}

static void
test_absolute (void)
{
  g_autoptr (SlTrace) first = make_trace (SL_UNIT_CYCLES, 7000, NULL, 0);
  g_autoptr (SlTrace) earlier = make_trace (SL_UNIT_CYCLES, 6000, NULL, 0);
  g_autoptr (SlTrace) other = make_trace (SL_UNIT_TICKS, 6000, NULL, 0);
  g_autoptr (SlTraceSet) same = align (first, earlier, 3, SL_ALIGN_ABSOLUTE);
  g_autoptr (SlTraceSet) different = align (first, other, 3, SL_ALIGN_ABSOLUTE);

  g_test_summary ("Counts of one counter are laid upon each other; others start together.");

  g_assert_true (sl_trace_set_shares_count (same, 1));
  g_assert_cmpint (sl_trace_set_to_reference (same, 1, 0), ==, -997);
  g_assert_false (sl_trace_set_shares_count (different, 1));
  g_assert_cmpint (sl_trace_set_to_reference (different, 1, 0), ==, 3);
}

static void
test_anchors (void)
{
  g_test_summary (
      "An instant of one trace is aligned with that of the first, offset and rates that "
      "change or not; without one the traces begin together.");

  for (guint i = 0; i < 300; i++)
    {
      SlRate axis_rates[MAX_RATES], own_rates[MAX_RATES];
      guint n_axis_rates = make_rates (axis_rates), n_own_rates = make_rates (own_rates);
      g_autoptr (SlTrace) first = make_trace (SL_UNIT_CYCLES, 7, axis_rates, n_axis_rates);
      g_autoptr (SlTrace) second =
          make_trace (SL_UNIT_CYCLES, 70, own_rates, i % 4 == 0 ? 0 : n_own_rates);
      SlTracePlace places[] = { { .trace = first },
                                { .trace = second,
                                  .offset = g_test_rand_int_range (-1000, 1000),
                                  .has_anchor = TRUE,
                                  .anchor = g_test_rand_int_range (0, G_MAXINT32),
                                  .onto = g_test_rand_int_range (0, G_MAXINT32) } };
      g_autoptr (SlTraceSet) set = sl_trace_set_new_aligned (places, 2, SL_ALIGN_RELEASE);
      g_autoptr (SlTraceSet) start = sl_trace_set_new_aligned (places, 2, SL_ALIGN_START);
      g_autoptr (SlTraceSet) plain = NULL;

      for (guint j = 0; j < 20; j++)
        {
          SlTime own = g_test_rand_int_range (0, G_MAXINT32);

          g_assert_cmpint (sl_trace_set_to_reference (set, 1, own), <=,
                           sl_trace_set_to_reference (set, 1, own + 1));
        }
      g_assert_cmpint (sl_trace_set_to_reference (set, 1, places[1].anchor), ==,
                       places[1].onto + places[1].offset);
      places[1].has_anchor = FALSE;
      plain = sl_trace_set_new_aligned (places, 2, SL_ALIGN_RELEASE);
      g_assert_cmpint (sl_trace_set_to_reference (plain, 1, 500), ==,
                       sl_trace_set_to_reference (start, 1, 500));
    }
}

static void
test_first (void)
{
  g_autoptr (SlTrace) trace = make_trace (SL_UNIT_CYCLES, 0, NULL, 0);

  g_test_summary ("The first tick from a tick of the axis on is the first, coarse or fine.");

  for (guint i = 0; i < 300; i++)
    {
      gint64 numerator = g_test_rand_int_range (1, 1 << g_test_rand_int_range (1, 30));
      gint64 denominator = g_test_rand_int_range (1, 1 << g_test_rand_int_range (1, 30));
      SlTime turn = g_test_rand_int_range (1, 1000000);
      SlAffine pieces[2] = { { 0, g_test_rand_int (), numerator, denominator } };
      SlTraceSetMember members[] = { { .trace = trace }, { trace, NULL, pieces, 2 } };
      g_autoptr (SlTraceSet) set = NULL;

      pieces[1] = (SlAffine) { turn, 0, denominator, numerator };
      pieces[1].offset =
          sl_affine_to_reference (&pieces[0], turn) - sl_affine_to_reference (&pieces[1], turn);
      set = sl_trace_set_new (members, G_N_ELEMENTS (members));
      for (guint j = 0; j < 30; j++)
        {
          SlTime own = g_test_rand_int_range (-1000000, 3000000);
          SlTime reference =
              sl_trace_set_to_reference (set, 1, own) + g_test_rand_int_range (-2, 3);
          SlTime first = sl_trace_set_first_from_reference (set, 1, reference);

          g_assert_cmpint (sl_trace_set_to_reference (set, 1, first), >=, reference);
          g_assert_cmpint (sl_trace_set_to_reference (set, 1, first - 1), <, reference);
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/model/trace-align/rates", test_rates);
  g_test_add_func ("/model/trace-align/changing-rates", test_changing_rates);
  g_test_add_func ("/model/trace-align/no-rates", test_no_rates);
  g_test_add_func ("/model/trace-align/absolute", test_absolute);
  g_test_add_func ("/model/trace-align/anchors", test_anchors);
  g_test_add_func ("/model/trace-align/first", test_first);
  return g_test_run ();
}
