/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-address-tally.h"
#include "sl-gap-histogram.h"

#define N_SEEDS 20

static void
assert_hot (const SlAddressTally *tally, guint place, guint64 address, guint64 count, guint64 first)
{
  g_autoptr (GArray) hottest = sl_address_tally_dup_hottest (tally, place + 1);
  const SlAddressCount *hot;

  g_assert_cmpuint (hottest->len, ==, place + 1);
  hot = &g_array_index (hottest, SlAddressCount, place);
  g_assert_cmpuint (hot->address, ==, address);
  g_assert_cmpuint (hot->count, ==, count);
  g_assert_cmpuint (hot->first, ==, first);
}

static void
test_exact (void)
{
  g_autoptr (SlAddressTally) tally = sl_address_tally_new (3);
  guint64 touched[SL_ADDRESS_PARTS], new_ones[SL_ADDRESS_PARTS];

  g_test_summary ("Counts, first events and parts are told for each address; of equally hot ones "
                  "the lowest comes first.");
  sl_address_tally_add (tally, 7, 0, 0);
  sl_address_tally_add (tally, 7, 1, 1);
  sl_address_tally_add (tally, 0, 1, 2);
  sl_address_tally_add (tally, G_MAXUINT64, 63, 3);
  sl_address_tally_add (tally, 7, 63, 4);

  g_assert_true (sl_address_tally_is_exact (tally));
  g_assert_cmpuint (sl_address_tally_get_count (tally), ==, 5);
  g_assert_cmpuint (sl_address_tally_get_n_addresses (tally), ==, 3);
  g_assert_cmpuint (sl_address_tally_get_error (tally), ==, 0);
  assert_hot (tally, 0, 7, 3, 0);
  assert_hot (tally, 1, 0, 1, 2);
  assert_hot (tally, 2, G_MAXUINT64, 1, 3);

  sl_address_tally_get_parts (tally, touched, new_ones);
  for (guint i = 0; i < SL_ADDRESS_PARTS; i++)
    {
      g_assert_cmpuint (touched[i], ==, i == 0 ? 1 : i == 1 || i == 63 ? 2 : 0);
      g_assert_cmpuint (new_ones[i], ==, i == 0 || i == 1 || i == 63 ? 1 : 0);
    }
}

/* Few addresses are hot, most are touched once or twice. */
static guint64
random_address (GRand *rand)
{
  guint32 limit = 1u << g_rand_int_range (rand, 3, 24);

  return g_rand_int_range (rand, 0, (gint32) limit);
}

static void
test_merge (void)
{
  g_test_summary ("Tallies of several threads make the same together, whoever counted what and in "
                  "whatever order they join: exact ones all of it, others their estimates.");
  for (guint seed = 0; seed < N_SEEDS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      guint most = seed % 2 == 0 ? 1 << 20 : 1000;
      g_autoptr (SlAddressTally) all = sl_address_tally_new (most);
      g_autoptr (SlAddressTally) one = sl_address_tally_new (most);
      g_autoptr (SlAddressTally) other = sl_address_tally_new (most);
      guint64 touched[2][SL_ADDRESS_PARTS], new_ones[2][SL_ADDRESS_PARTS];

      for (guint i = 0; i < 20000; i++)
        {
          guint64 address = random_address (rand);
          guint part = (guint) g_rand_int_range (rand, 0, SL_ADDRESS_PARTS);

          sl_address_tally_add (all, address, part, i);
          sl_address_tally_add (g_rand_int_range (rand, 0, 10) < 2 ? one : other, address, part, i);
        }
      sl_address_tally_merge (one, other);

      g_assert_cmpuint (sl_address_tally_get_count (one), ==, 20000);
      g_assert_cmpint (sl_address_tally_is_exact (one), ==, sl_address_tally_is_exact (all));
      g_assert_cmpint (sl_address_tally_is_exact (one), ==, seed % 2 == 0);
      g_assert_cmpuint (sl_address_tally_get_n_addresses (one), ==,
                        sl_address_tally_get_n_addresses (all));
      sl_address_tally_get_parts (one, touched[0], new_ones[0]);
      sl_address_tally_get_parts (all, touched[1], new_ones[1]);
      g_assert_cmpmem (touched[0], sizeof touched[0], touched[1], sizeof touched[1]);
      g_assert_cmpmem (new_ones[0], sizeof new_ones[0], new_ones[1], sizeof new_ones[1]);
      if (seed % 2 == 0)
        {
          g_autoptr (GArray) hot = sl_address_tally_dup_hottest (one, 100);
          g_autoptr (GArray) same = sl_address_tally_dup_hottest (all, 100);

          g_assert_cmpmem (hot->data, hot->len * sizeof (SlAddressCount), same->data,
                           same->len * sizeof (SlAddressCount));
        }
    }
}

/* Two millions of addresses, of which those below 50 are hot: far more than a summary keeps. */
static void
count_many (SlAddressTally *tally, guint64 *counts, guint n, guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);

  for (guint i = 0; i < n; i++)
    {
      guint64 address = i % 4 == 0 ? (guint64) g_rand_int_range (rand, 0, 50)
                                   : (guint64) g_rand_int_range (rand, 50, 2000000);

      counts[address]++;
      sl_address_tally_add (tally, address, 0, i);
    }
}

static void
test_bounds (void)
{
  g_autofree guint64 *counts = g_new0 (guint64, 2000000);
  g_autoptr (SlAddressTally) tally = sl_address_tally_new (10000);
  g_autoptr (SlAddressTally) other = sl_address_tally_new (10000);
  g_autoptr (GArray) hottest = NULL;
  guint64 error, n_addresses = 0;

  g_test_summary ("Beyond its bound a tally estimates: how many addresses there are within a few "
                  "hundredths, and counts of the hottest that are never too high and never lower "
                  "by more than the error it tells; no hotter address is left out.");
  count_many (tally, counts, 1500000, 1);
  count_many (other, counts, 500000, 2);
  sl_address_tally_merge (tally, other);
  for (guint i = 0; i < 2000000; i++)
    n_addresses += counts[i] > 0;

  g_assert_false (sl_address_tally_is_exact (tally));
  g_assert_cmpuint (sl_address_tally_get_n_addresses (tally), >, n_addresses / 100 * 93);
  g_assert_cmpuint (sl_address_tally_get_n_addresses (tally), <, n_addresses / 100 * 107);

  error = sl_address_tally_get_error (tally);
  g_assert_cmpuint (error, >, 0);
  g_assert_cmpuint (error, <=, 2000000 / 65536);
  hottest = sl_address_tally_dup_hottest (tally, 50);
  g_assert_cmpuint (hottest->len, ==, 50);
  for (guint i = 0; i < hottest->len; i++)
    {
      const SlAddressCount *hot = &g_array_index (hottest, SlAddressCount, i);

      g_assert_cmpuint (hot->address, <, 50);
      g_assert_cmpuint (hot->count, <=, counts[hot->address]);
      g_assert_cmpuint (hot->count + error, >=, counts[hot->address]);
    }
}

static void
test_bins (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  SlTime end = 0;

  g_test_summary ("The bins of gaps follow each other without holes, none wider than a quarter of "
                  "where it begins, and each gap is in its bin.");
  for (guint bin = 0; bin < SL_GAP_BINS; bin++)
    {
      SlSpan span = sl_gap_histogram_get_span (bin);

      g_assert_cmpint (span.begin, ==, end);
      g_assert_cmpint (span.end, >, span.begin);
      g_assert_cmpuint (sl_gap_histogram_get_bin (span.begin), ==, bin);
      g_assert_cmpuint (sl_gap_histogram_get_bin (span.end - 1), ==, bin);
      if (bin >= 4)
        g_assert_cmpint (span.end - span.begin, <=, span.begin / 4);
      end = span.end;
    }
  g_assert_cmpint (end, ==, SL_TIME_MAX);
  g_assert_cmpuint (sl_gap_histogram_get_bin (SL_TIME_MAX), ==, SL_GAP_BINS - 1);

  for (guint i = 0; i < 10000; i++)
    {
      SlTime gap =
          ((gint64) g_rand_int (rand) << 31 | g_rand_int (rand)) >> g_rand_int_range (rand, 0, 62);

      g_assert_true (
          sl_span_contains (sl_gap_histogram_get_span (sl_gap_histogram_get_bin (gap)), gap));
    }
}

static void
test_histogram (void)
{
  static const SlTime gaps[] = { 24, 8, 0, 1802, 24, 1802 };
  SlGapHistogram one = { .n_unknown = 1 };
  SlGapHistogram other = { .n_unknown = 2 };
  guint first, last;

  g_test_summary ("Two histograms together know the extremes, the mean and the first of the "
                  "longest gaps.");
  g_assert_false (sl_gap_histogram_get_used (&one, &first, &last));
  for (guint i = 0; i < G_N_ELEMENTS (gaps); i++)
    sl_gap_histogram_add (i % 2 == 0 ? &one : &other, gaps[i], i);
  sl_gap_histogram_merge (&one, &other);

  g_assert_cmpuint (one.gaps.count, ==, 6);
  g_assert_cmpint (one.gaps.min, ==, 0);
  g_assert_cmpint (one.gaps.max, ==, 1802);
  g_assert_cmpint (one.gaps.sum, ==, 3660);
  g_assert_cmpuint (one.longest, ==, 3);
  g_assert_cmpuint (one.n_unknown, ==, 3);
  g_assert_cmpuint (one.bins[sl_gap_histogram_get_bin (24)], ==, 2);
  g_assert_true (sl_gap_histogram_get_used (&one, &first, &last));
  g_assert_cmpuint (first, ==, 0);
  g_assert_cmpuint (last, ==, sl_gap_histogram_get_bin (1802));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/address-tally/exact", test_exact);
  g_test_add_func ("/address-tally/merge", test_merge);
  g_test_add_func ("/address-tally/bounds", test_bounds);
  g_test_add_func ("/gap-histogram/bins", test_bins);
  g_test_add_func ("/gap-histogram/histogram", test_histogram);
  return g_test_run ();
}
