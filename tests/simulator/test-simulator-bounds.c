/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What servers and throttling keep, whatever the set: laws over thousands of small random sets with fixed
 * seeds, of the simulator's own record. */
#include "sl-sim-set.h"

#define US     G_GINT64_CONSTANT (1000)
#define N_SETS 1000
#define END    30000 /* of each run, in microseconds */

static void
add_hard_tasks (GRand *random, GString *text, guint n_tasks, double utilisation)
{
  for (guint i = 0; i < n_tasks; i++)
    {
      gint period = g_rand_int_range (random, 1000, 10000);

      g_string_append_printf (text, "[task h%u]\nperiod=%dus\nwcet=%dus\npriority=%d\n", i, period,
                              MAX (1, (gint) (period * utilisation / n_tasks)),
                              g_rand_int_range (random, 0, 9));
    }
}

/* A server with two tasks that ask for far more than it has, from time to time. */
static void
add_server (GRand *random, GString *text, const char *policy, double utilisation, gint *period)
{
  gint budget;

  *period = g_rand_int_range (random, 1000, 8000);
  budget = MAX (1, (gint) (*period * utilisation));
  g_string_append_printf (text,
                          "[server s]\npolicy=%s\nbudget=%dus\nperiod=%dus\npriority=%d\n"
                          "[task u]\nperiod=%dus\njitter=5ms\nexecution=1us..%dus\nserver=s\n"
                          "[task v]\narrivals=0, 3ms, 3ms, 11ms, 19ms\nexecution=1us..%dus\n"
                          "server=s\n",
                          policy, budget, *period, g_rand_int_range (random, 0, 9), *period,
                          4 * budget, 2 * budget);
}

static void
test_isolation (gconstpointer data)
{
  const char *policy = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (500);
  guint n_late = 0;

  g_test_summary ("Whatever the tasks of a constant bandwidth server do, no other task misses a "
                  "deadline where all of them ask for no more than there is");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = SL_SIM_EDF,
                                     .until = END * US,
                                     .quantum = US,
                                     .seed = i };
      double share = g_rand_double_range (random, 0.05, 0.9);
      guint n_hard = (guint) g_rand_int_range (random, 1, 4);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (SlSimRun) run = NULL;
      gint period;

      add_hard_tasks (random, text, n_hard, 1 - share);
      add_server (random, text, policy, share, &period);
      run = sl_sim_set_run (text->str, &options);
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);
          gboolean is_late =
              job->finish > job->deadline || (job->finish < 0 && job->deadline < options.until);

          n_late += is_late && job->task >= n_hard;
          if (is_late && job->task < n_hard)
            g_test_fail_printf ("h%u is late in seed %u:\n%s", job->task, i, text->str);
        }
    }
  /* Else nobody misbehaved. */
  g_assert_cmpuint (n_late, >, N_SETS);
}

/* What tasks from @first on execute in the span. */
static gint64
get_served (const SlSimRun *run, guint first, gint64 begin, gint64 end)
{
  gint64 sum = 0;

  for (guint i = 0; i < run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, i);

      if (slice->task >= first && slice->lock == SL_SIM_NO_LOCK)
        sum += MAX (0, MIN (slice->end, end) - MAX (slice->begin, begin));
    }

  return sum;
}

/* In a period of a polling or deferrable server, which begin with the trace; of a sporadic one, whose
 * budget comes back a period after it began to be used, by each time. */
static void
assert_supply (const SlSimRun *run, guint first, gboolean is_sporadic, gint64 period, gint64 budget)
{
  for (gint64 begin = 0; begin < END * US; begin += period)
    {
      if (is_sporadic)
        g_assert_cmpint (get_served (run, first, 0, begin + period), <=,
                         (begin / period + 2) * budget);
      else
        g_assert_cmpint (get_served (run, first, begin, begin + period), <=, budget);
    }
}

/* From any slice's begin to any slice's end: what a sporadic server used before one of its periods
 * began is back in it, and then after each period. */
static void
assert_windows (const SlSimRun *run, guint first, gint64 period, gint64 budget)
{
  for (guint i = 0; i < run->slices->len; i++)
    for (guint k = i; k < run->slices->len; k++)
      {
        const SlSimSlice *one = &g_array_index (run->slices, SlSimSlice, i);
        const SlSimSlice *other = &g_array_index (run->slices, SlSimSlice, k);

        g_assert_cmpint (get_served (run, first, one->begin, other->end), <=,
                         ((other->end - one->begin) / period + 2) * budget);
      }
}

static void
test_supply (gconstpointer data)
{
  static const SlSimScheduler schedulers[] = { SL_SIM_RM, SL_SIM_DM, SL_SIM_FP };
  const char *policy = data;
  gboolean is_sporadic = g_str_equal (policy, "ss");
  g_autoptr (GRand) random = g_rand_new_with_seed (600);
  gint64 most = 0;

  g_test_summary ("No server gives its tasks more than its budget");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = schedulers[i % 3],
                                     .until = END * US,
                                     .quantum = US,
                                     .seed = i };
      double share = g_rand_double_range (random, 0.05, 0.6);
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (SlSimRun) run = NULL;
      gint64 budget;
      gint period;

      add_hard_tasks (random, text, 2, g_rand_double_range (random, 0.1, 0.6));
      add_server (random, text, policy, share, &period);
      if (i % 4 == 0)
        g_string_append (text, "[interrupt i]\nperiod=1700us\nexecution=10us..90us\n");
      run = sl_sim_set_run (text->str, &options);
      budget = MAX (1, (gint) (period * share)) * US;
      assert_supply (run, 2, is_sporadic, period * US, budget);
      if (is_sporadic && i % 20 == 0)
        assert_windows (run, 2, period * US, budget);
      most = MAX (most, get_served (run, 2, 0, period * US) * 100 / budget);
    }
  /* The bound is met. */
  g_assert_cmpint (most, ==, 100);
}

static void
test_throttle (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (700);
  guint n_full = 0;

  g_test_summary ("A throttled task executes no more than its WCET from release to release");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = i % 2 == 0 ? SL_SIM_RM : SL_SIM_EDF,
                                     .overrun = SL_SIM_THROTTLE,
                                     .until = END * US,
                                     .quantum = US,
                                     .seed = i };
      gint period = g_rand_int_range (random, 1000, 6000);
      gint wcet = g_rand_int_range (random, 10, period / 2);
      g_autofree char *text =
          g_strdup_printf ("[task a]\nperiod=%dus\nwcet=%dus\nexecution=10%%..250%%\nsporadic=1ms\n"
                           "[task b]\nperiod=2ms\nwcet=300us\nexecution=50%%..200%%\n",
                           period, wcet);
      g_autoptr (SlSimRun) run = sl_sim_set_run (text, &options);
      gint64 before = 0;

      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);
          gint64 sum = 0;

          if (job->task != 0)
            continue;
          for (guint n = 0; n < run->slices->len; n++)
            {
              const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, n);

              if (slice->task == 0)
                sum += MAX (0, MIN (slice->end, job->release) - MAX (slice->begin, before));
            }
          before = job->release;
          g_assert_cmpint (sum, <=, wcet * US);
          n_full += sum == wcet * US;
        }
    }
  g_assert_cmpuint (n_full, >, N_SETS);
}

static void
test_seed (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1000);

  g_test_summary (
      "With servers, interrupts and overhead too the same seed gives the same trace, and "
      "another one another");

  for (guint i = 0; i < 20; i++)
    {
      SlSimOptions options = { .scheduler = SL_SIM_EDF,
                               .until = END * US,
                               .quantum = US,
                               .overhead = i % 2,
                               .seed = i };
      g_autoptr (GString) text = g_string_new ("[interrupt i]\nperiod=2ms\nexecution=1us..90us\n");
      g_autoptr (SlSimRun) one = NULL;
      g_autoptr (SlSimRun) again = NULL;
      g_autoptr (SlSimRun) other = NULL;
      gint period;

      add_hard_tasks (random, text, 2, 0.5);
      add_server (random, text, i % 3 == 0 ? "hcbs" : "cbs", 0.4, &period);
      one = sl_sim_set_run (text->str, &options);
      again = sl_sim_set_run (text->str, &options);
      options.seed += 100;
      other = sl_sim_set_run (text->str, &options);
      g_assert_true (g_bytes_equal (one->trace, again->trace));
      g_assert_false (g_bytes_equal (one->trace, other->trace));
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/simulator/isolation/cbs", "cbs", test_isolation);
  g_test_add_data_func ("/simulator/isolation/hcbs", "hcbs", test_isolation);
  g_test_add_data_func ("/simulator/supply/ps", "ps", test_supply);
  g_test_add_data_func ("/simulator/supply/ds", "ds", test_supply);
  g_test_add_data_func ("/simulator/supply/ss", "ss", test_supply);
  g_test_add_func ("/simulator/throttle", test_throttle);
  g_test_add_func ("/simulator/seed", test_seed);
  return g_test_run ();
}
