/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-figures.h"
#include "sl-test.h"

static int
compare_values (gconstpointer one, gconstpointer other)
{
  gint64 a = ((const SlJobValue *) one)->value, b = ((const SlJobValue *) other)->value;

  return a < b ? -1 : a > b;
}

static SlJobFigures *
make_figures (guint n_values, gint32 most)
{
  SlJobFigures *self = g_new0 (SlJobFigures, 1);

  self->values = g_array_new (FALSE, FALSE, sizeof (SlJobValue));
  for (guint i = 0; i < n_values; i++)
    {
      SlJobValue value = { g_test_rand_int_range (-3, most), i };

      self->sum += (double) value.value;
      g_array_append_val (self->values, value);
    }
  g_array_sort (self->values, compare_values);
  return self;
}

static gint64
get_value (const SlJobFigures *self, guint place)
{
  return g_array_index (self->values, SlJobValue, place).value;
}

/* By counting, as the definition has it. */
static void
check_percentile (const SlJobFigures *self, guint percent)
{
  gint64 value = sl_job_figures_get_percentile (self, percent);
  guint n_not_above = 0, n_below = 0;

  for (guint i = 0; i < self->values->len; i++)
    {
      n_not_above += get_value (self, i) <= value;
      n_below += get_value (self, i) < value;
    }
  g_assert_cmpuint (n_not_above * 100, >=, percent * self->values->len);
  g_assert_true (n_below == 0 || n_below * 100 < percent * self->values->len);
}

/* Every value is in one bar, between the edges of that. */
static void
check_bars (const SlJobFigures *self, guint n_bars)
{
  gint64 begin = get_value (self, 0), last = get_value (self, self->values->len - 1);
  guint n_found = 0;

  g_assert_cmpint (sl_job_figures_get_edge (begin, last, 0, n_bars), ==, begin);
  g_assert_cmpint (sl_job_figures_get_edge (begin, last, n_bars, n_bars), ==, last + 1);
  for (guint bar = 0; bar < n_bars; bar++)
    {
      gint64 from = sl_job_figures_get_edge (begin, last, bar, n_bars);
      gint64 to = sl_job_figures_get_edge (begin, last, bar + 1, n_bars);
      guint first = sl_job_figures_find (self, from), end = sl_job_figures_find (self, to);

      g_assert_cmpint (from, <=, to);
      g_assert_cmpuint (first, <=, end);
      for (guint i = first; i < end; i++)
        g_assert_true (get_value (self, i) >= from && get_value (self, i) < to);
      n_found += end - first;
    }
  g_assert_cmpuint (n_found, ==, self->values->len);
}

static void
test_laws (void)
{
  g_test_summary ("Percentiles are what counting gives, and bars have each value once.");
  for (guint i = 0; i < 500; i++)
    {
      g_autoptr (SlJobFigures) self =
          make_figures ((guint) g_test_rand_int_range (1, 60),
                        g_test_rand_bit () ? 5 : g_test_rand_int_range (0, G_MAXINT32));

      for (guint percent = 0; percent <= 100; percent++)
        check_percentile (self, percent);
      check_bars (self, (guint) g_test_rand_int_range (1, 80));
    }
}

static void
test_known (void)
{
  static const gint64 known[] = { 3, 5, 5, 8, 40 };
  g_autoptr (SlJobFigures) self = make_figures (0, 5);

  g_test_summary ("Figures of five values that were worked out by hand.");
  for (guint i = 0; i < G_N_ELEMENTS (known); i++)
    {
      SlJobValue value = { known[i], i };

      g_array_append_val (self->values, value);
      self->sum += (double) known[i];
    }
  g_assert_cmpint (sl_job_figures_get_mean (self), ==, 12);
  g_assert_cmpint (sl_job_figures_get_percentile (self, 0), ==, 3);
  g_assert_cmpint (sl_job_figures_get_percentile (self, 20), ==, 3);
  g_assert_cmpint (sl_job_figures_get_percentile (self, 21), ==, 5);
  g_assert_cmpint (sl_job_figures_get_percentile (self, 50), ==, 5);
  g_assert_cmpint (sl_job_figures_get_percentile (self, 90), ==, 40);
  g_assert_cmpint (sl_job_figures_get_median (self), ==, 5);
  g_assert_cmpuint (sl_job_figures_find (self, 5), ==, 1);
  g_assert_cmpuint (sl_job_figures_find (self, 6), ==, 3);
  g_array_remove_index (self->values, 0);
  g_assert_cmpint (sl_job_figures_get_median (self), ==, 6);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job-figures/laws", test_laws);
  g_test_add_func ("/job-figures/known", test_known);
  return g_test_run ();
}
