/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers, throttling, interrupts and overhead worked out by hand. Tasks are a, b, c in the order
 * of the set; times are milliseconds, "a0-2" says that a runs from 0 to 2. */
#include <string.h>

#include "sl-shark-record.h"
#include "sl-sim-set.h"

#define MS G_GINT64_CONSTANT (1000000)
#define US G_GINT64_CONSTANT (1000)

typedef struct
{
  const char *name;
  const char *set;
  SlSimScheduler scheduler;
  SlSimOverrun overrun;
  guint until;
  const char *schedule;
} Example;

/* The server s stands between a and b. c asks for 2 ms at 2, 1 ms at 8 and 2 ms at 12. */
#define SERVED(policy)                                                     \
  "[task a]\nperiod=4ms\nwcet=1ms\n"                                       \
  "[task b]\nperiod=6ms\nwcet=2ms\n"                                       \
  "[task c]\narrivals=2ms, 8ms, 12ms\nexecution=2ms, 1ms, 2ms\nserver=s\n" \
  "[server s]\npolicy=" policy "\nbudget=2ms\nperiod=5ms\n"

/* b asks for 2 ms at 3 and at 5. */
#define TWICE(policy)                                 \
  "[task a]\nperiod=10ms\nwcet=4ms\n"                 \
  "[task b]\narrivals=3ms, 5ms\nwcet=2ms\nserver=s\n" \
  "[server s]\npolicy=" policy "\nbudget=2ms\nperiod=5ms\n"

/* U of the server is 2/4. */
#define BANDWIDTH(policy, wcet, arrivals, execution)                     \
  "[task a]\nperiod=6ms\nwcet=" wcet "\n"                                \
  "[task b]\narrivals=" arrivals "\nexecution=" execution "\nserver=s\n" \
  "[server s]\npolicy=" policy "\nbudget=2ms\nperiod=4ms\n"

static const Example examples[] = {
  /* The server looks for work at 0 and finds none. c waits until 5, runs to 7 and leaves no
   * budget for what comes at 8, which waits until 10, where 1 ms is left and lost; so what comes at
   * 12 waits until 15, and is preempted by a at 16. */
  { "ps", SERVED ("ps"), SL_SIM_RM, SL_SIM_CONTINUE, 20,
    "a0-1 b1-3 a4-5 c5-7 b7-8 a8-9 b9-10 c10-11 a12-13 b13-15 c15-16 a16-17 c17-18 b18-20" },
  /* The budget is kept: c runs at 2, when it comes, and after a at 9 and 13. b has its first job's
   * second ms from 5 to 6, its second job from 6 to 8, and the fourth from 18 on. */
  { "ds", SERVED ("ds"), SL_SIM_RM, SL_SIM_CONTINUE, 20,
    "a0-1 b1-2 c2-4 a4-5 b5-8 a8-9 c9-10 a12-13 c13-15 b15-16 a16-17 b17-20" },
  /* Of the 2 ms used from 2 to 4, both come back at 7; a is above s, so that s is active from 8 on:
   * the ms used from 9 to 10 comes back at 13, in time for the second one that c asks for then. */
  { "ss", SERVED ("ss"), SL_SIM_RM, SL_SIM_CONTINUE, 20,
    "a0-1 b1-2 c2-4 a4-5 b5-8 a8-9 c9-10 a12-13 c13-15 b15-16 a16-17 b17-20" },
  /* Budget for the first job at 5, for the second one at 10. */
  { "ps-twice", TWICE ("ps"), SL_SIM_RM, SL_SIM_CONTINUE, 14, "a0-4 b5-7 b10-12 a12-14" },
  /* The end of one budget and the beginning of the next: twice the budget at a stretch. */
  { "ds-twice", TWICE ("ds"), SL_SIM_RM, SL_SIM_CONTINUE, 14, "a0-3 b3-7 a7-8 a10-14" },
  /* What was used from 3 on comes back at 8, not at 5. */
  { "ss-twice", TWICE ("ss"), SL_SIM_RM, SL_SIM_CONTINUE, 14, "a0-3 b3-5 a5-6 b8-10 a10-14" },
  /* At 1 the server's deadline is 5, before a's 6. At 3 the budget is used up: the deadline is 9, and
   * a goes first. At 7, 1 ms left is not below (9 − 7) · 2/4: a new budget, deadline 11, before a's
   * 12. */
  { "cbs", BANDWIDTH ("cbs", "3ms", "1ms, 7ms", "3ms, 1ms"), SL_SIM_EDF, SL_SIM_CONTINUE, 12,
    "a0-1 b1-3 a3-5 b5-6 a6-7 b7-8 a8-10" },
  /* At 6, 1 ms left is below (9 − 6) · 2/4: budget and deadline stay, and are used up at 7, where
   * the deadline becomes 13, after a's 12. */
  { "cbs-keeps", BANDWIDTH ("cbs", "3ms", "1ms, 6ms", "3ms, 2ms"), SL_SIM_EDF, SL_SIM_CONTINUE, 12,
    "a0-1 b1-3 a3-5 b5-7 a7-10 b10-11" },
  /* Nobody else wants the processor at 3: a constant bandwidth server goes on with the deadline 9, … */
  { "cbs-alone", BANDWIDTH ("cbs", "1ms", "1ms", "3ms"), SL_SIM_EDF, SL_SIM_CONTINUE, 12,
    "a0-1 b1-4 a6-7" },
  /* … a hard one waits for the deadline of 5. */
  { "hcbs", BANDWIDTH ("hcbs", "1ms", "1ms", "3ms"), SL_SIM_EDF, SL_SIM_CONTINUE, 12,
    "a0-1 b1-3 b5-6 a6-7" },
  /* a's first job asks for 3 ms and has 2 of them until 5, where it goes on; after it its second
   * job, of 1 ms. b has the rest: 3 ms of each 5. */
  { "throttle",
    "[task a]\nperiod=5ms\nwcet=2ms\nexecution=3ms, 1ms\n[task b]\nperiod=15ms\nwcet=9ms\n",
    SL_SIM_RM, SL_SIM_THROTTLE, 15, "a0-2 b2-5 a5-7 b7-10 a10-12 b12-15" },
  /* Interrupts at 0 and 5, of 1 ms. */
  { "interrupt", "[task a]\nperiod=10ms\nwcet=5ms\n[interrupt i]\nperiod=5ms\nwcet=1ms\n",
    SL_SIM_RM, SL_SIM_CONTINUE, 10, "a1-5 a6-7" },
  /* The handler from 2 to 3 releases b, which is more urgent than a. */
  { "interrupt-task",
    "[task a]\nperiod=10ms\nwcet=4ms\npriority=1\n[task b]\nwcet=2ms\npriority=2\n"
    "[interrupt i]\narrivals=2ms\nwcet=1ms\ntask=b\n",
    SL_SIM_FP, SL_SIM_CONTINUE, 10, "a0-2 b3-5 a5-7" },
};

static void
test_example (gconstpointer data)
{
  const Example *example = data;
  const SlSimOptions options = { .scheduler = example->scheduler,
                                 .overrun = example->overrun,
                                 .until = example->until * MS,
                                 .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (example->set, &options);
  g_autofree char *schedule = sl_sim_set_print (run, MS);

  g_assert_cmpstr (schedule, ==, example->schedule);
}

/* i comes at 1 for 3 ms, j at 2 for 1 ms on a more urgent line, a job of a at 3. */
static void
test_nested (gconstpointer data)
{
  gboolean is_nested = GPOINTER_TO_INT (data);
  g_autofree char *set = g_strdup_printf (
      "[task a]\narrivals=3ms\nwcet=1ms\n[interrupt i]\nmatch=3\narrivals=1ms\nwcet=3ms\nnested=%s\n"
      "[interrupt j]\nmatch=irq:1\narrivals=2ms\nwcet=1ms\n",
      is_nested ? "yes" : "no");
  const SlSimOptions options = { .until = 10 * MS, .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (set, &options);
  const SlSimHandling *first = &g_array_index (run->handlings, SlSimHandling, 0);
  const SlSimHandling *second = &g_array_index (run->handlings, SlSimHandling, 1);
  const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, 0);

  g_test_summary ("A handler that allows it is interrupted by the timer and by more urgent lines");

  g_assert_cmpuint (run->handlings->len, ==, 2);
  g_assert_cmpuint (first->line, ==, is_nested ? 1 : 0);
  g_assert_cmpint (first->begin, ==, is_nested ? 2 * MS : 1 * MS);
  g_assert_cmpint (first->end, ==, is_nested ? 3 * MS : 4 * MS);
  g_assert_cmpint (second->begin, ==, is_nested ? 1 * MS : 4 * MS);
  g_assert_cmpint (second->end, ==, 5 * MS);
  /* After the handler of 3 ms the timer goes first. */
  g_assert_cmpint (job->release, ==, is_nested ? 3 * MS : 4 * MS);
  g_assert_cmpint (job->finish, ==, 6 * MS);
}

/* The release is the fourth record of the timer's interrupt, which has six; after the job's 2 ms the
 * timer is removed, and the job's end is recorded. */
static void
test_overhead (void)
{
  const SlSimOptions options = { .until = 9 * MS, .quantum = MS, .overhead = US };
  g_autoptr (SlSimRun) run = sl_sim_set_run ("[task a]\nperiod=10ms\nwcet=2ms\n", &options);
  const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, 0);
  const SlSimSlice *slice = &g_array_index (run->slices, SlSimSlice, 0);

  g_test_summary ("Each step of the kernel takes its time");

  g_assert_cmpint (job->release, ==, 3 * US);
  g_assert_cmpint (job->deadline, ==, 10 * MS);
  g_assert_cmpint (slice->begin, ==, 5 * US);
  g_assert_cmpint (job->finish, ==, 6 * US + 2 * MS + US);
  g_assert_cmpint (slice->end, ==, job->finish + 2 * US);
}

typedef struct
{
  const char *execution;
  const char *lasts; /* in microseconds */
} Law;

static const Law laws[] = {
  { "100us, 300us", "100 300 100 300" },
  { "50%, 120%", "500 1200 500 1200" },
  { "100%: 200us", "200 200 200 200" },
};

static void
test_law (gconstpointer data)
{
  const Law *law = data;
  g_autofree char *set =
      g_strdup_printf ("[task a]\nperiod=5ms\nwcet=1ms\nexecution=%s\n", law->execution);
  const SlSimOptions options = { .until = 20 * MS, .quantum = MS };
  g_autoptr (SlSimRun) run = sl_sim_set_run (set, &options);
  g_autoptr (GString) text = g_string_new (NULL);

  g_test_summary ("Jobs execute what the set says");

  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);

      g_string_append_printf (text, "%s%d", i > 0 ? " " : "",
                              (int) ((job->finish - job->release) / US));
    }
  g_assert_cmpstr (text->str, ==, law->lasts);
}

/* Sums over a thousand jobs that have the processor to themselves, in microseconds. */
static void
measure (const char *execution, double *mean, double *variance, guint *n_long)
{
  g_autofree char *set = g_strdup_printf ("[task a]\nperiod=5ms\nexecution=%s\n", execution);
  const SlSimOptions options = { .until = 5000 * MS, .quantum = MS, .seed = 3 };
  g_autoptr (SlSimRun) run = sl_sim_set_run (set, &options);
  double squares = 0;

  *mean = 0;
  *n_long = 0;
  for (guint i = 0; i < run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, i);
      double lasts = (double) (job->finish - job->release) / US;

      g_assert_cmpfloat (lasts, >=, 1000);
      g_assert_cmpfloat (lasts, <=, 3000);
      *mean += lasts / run->jobs->len;
      squares += lasts * lasts / run->jobs->len;
      *n_long += lasts > 2000;
    }
  *variance = squares - *mean * *mean;
}

/* Of anything between 1 and 3 ms the variance is 2²/12, of the mean of four such draws a quarter of
 * that. */
static void
test_spread (void)
{
  double mean, variance;
  guint n_long;

  g_test_summary ("Laws with a range have the mean and the variance that they promise");

  measure ("1ms..3ms", &mean, &variance, &n_long);
  g_assert_cmpfloat_with_epsilon (mean, 2000, 50);
  g_assert_cmpfloat_with_epsilon (variance, 333333, 30000);
  measure ("normal 1ms..3ms", &mean, &variance, &n_long);
  g_assert_cmpfloat_with_epsilon (mean, 2000, 30);
  g_assert_cmpfloat_with_epsilon (variance, 83333, 10000);
  measure ("90%: 1ms..1200us, 10%: normal 2500us..3ms", &mean, &variance, &n_long);
  g_assert_cmpuint (n_long, >, 70);
  g_assert_cmpuint (n_long, <, 130);
}

/* The deadlines of the server @number by the records of the trace: "from deadline", in lines. */
static char *
derive_deadlines (const SlSimRun *run, guint number, gint64 period)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (run->trace, &size);
  GString *text = g_string_new (NULL);
  gboolean is_exhausted = FALSE;
  gint64 deadline = 0;

  for (gsize at = 0; at + 16 <= size; at += 16)
    {
      guint code = data[at] | data[at + 1] << 8;
      guint32 server = 0;
      gint64 time = 0;

      for (guint i = 0; i < 4; i++)
        {
          time |= (gint64) data[at + 8 + i] << (8 * i) | (gint64) data[at + 4 + i] << (32 + 8 * i);
          server |= (guint32) data[at + 12 + i] << (8 * i);
        }
      if (server != sl_simulator_get_server_address (number))
        continue;
      if (code == SL_SHARK_SERVER_EXHAUST)
        is_exhausted = TRUE;
      if (code != SL_SHARK_SERVER_REPLENISH)
        continue;

      deadline = is_exhausted ? deadline + period : time + period;
      is_exhausted = FALSE;
      g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", time, deadline);
    }

  return g_string_free (text, FALSE);
}

static char *
print_deadlines (const SlSimRun *run, guint number)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < run->deadlines->len; i++)
    {
      const SlSimDeadline *deadline = &g_array_index (run->deadlines, SlSimDeadline, i);

      if (deadline->server == number)
        g_string_append_printf (text, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT "\n", deadline->from,
                                deadline->deadline);
    }

  return g_string_free (text, FALSE);
}

/* Buttazzo's example of a constant bandwidth server: Q = 3, T = 8 beside a task of C = 4, T = 7. */
static void
test_deadlines_by_hand (void)
{
  const SlSimOptions options = { .scheduler = SL_SIM_EDF, .until = 28 * MS, .quantum = MS };
  g_autoptr (SlSimRun) run =
      sl_sim_set_run ("[task a]\nperiod=7ms\nwcet=4ms\n"
                      "[task b]\narrivals=3ms, 13ms\nexecution=4ms, 3ms\nserver=s\n"
                      "[server s]\npolicy=cbs\nbudget=3ms\nperiod=8ms\n",
                      &options);
  g_autofree char *deadlines = print_deadlines (run, 0);

  g_test_summary ("The deadlines of a constant bandwidth server are those of the textbook");

  g_assert_cmpstr (deadlines, ==, "3000000 11000000\n7000000 19000000\n15000000 27000000\n");
}

static void
test_deadlines (gconstpointer data)
{
  const char *policy = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (1500);
  guint n = 0;

  g_test_summary ("The records of a constant bandwidth server tell its deadlines");

  for (guint i = 0; i < 500; i++)
    {
      gint period = g_rand_int_range (random, 2, 12);
      const SlSimOptions options = { .scheduler = SL_SIM_EDF,
                                     .until = 60 * MS,
                                     .quantum = MS,
                                     .overhead = i % 3 == 0 ? US : 0,
                                     .seed = i };
      g_autofree char *set = g_strdup_printf (
          "[task a]\nperiod=%dms\nwcet=%dms\n"
          "[task b]\nperiod=%dms\nexecution=1ms..5ms\njitter=2ms\nserver=s\n"
          "[task c]\narrivals=1ms, 2ms, 7ms, 9ms, 30ms\nexecution=1ms, 3ms\nserver=s\n"
          "[server s]\npolicy=%s\nbudget=%dms\nperiod=%dms\n",
          g_rand_int_range (random, 4, 12), g_rand_int_range (random, 1, 4),
          g_rand_int_range (random, 4, 20), policy, g_rand_int_range (random, 1, period), period);
      g_autoptr (SlSimRun) run = sl_sim_set_run (set, &options);
      g_autofree char *derived = derive_deadlines (run, 0, period * MS);
      g_autofree char *recorded = print_deadlines (run, 0);

      g_assert_cmpstr (derived, ==, recorded);
      n += run->deadlines->len;
    }
  g_assert_cmpuint (n, >, 2000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (examples); i++)
    {
      g_autofree char *path = g_strconcat ("/simulator/servers/", examples[i].name, NULL);

      g_test_add_data_func (path, &examples[i], test_example);
    }
  g_test_add_data_func ("/simulator/nested/no", GINT_TO_POINTER (FALSE), test_nested);
  g_test_add_data_func ("/simulator/nested/yes", GINT_TO_POINTER (TRUE), test_nested);
  g_test_add_func ("/simulator/overhead", test_overhead);
  for (guint i = 0; i < G_N_ELEMENTS (laws); i++)
    {
      g_autofree char *path = g_strdup_printf ("/simulator/execution/%u", i);

      g_test_add_data_func (path, &laws[i], test_law);
    }
  g_test_add_func ("/simulator/spread", test_spread);
  g_test_add_func ("/simulator/deadlines/by-hand", test_deadlines_by_hand);
  g_test_add_data_func ("/simulator/deadlines/cbs", "cbs", test_deadlines);
  g_test_add_data_func ("/simulator/deadlines/hcbs", "hcbs", test_deadlines);
  return g_test_run ();
}
