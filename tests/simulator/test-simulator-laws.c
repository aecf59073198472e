/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What holds for any task set, over random ones with fixed seeds. */
#include <string.h>

#include "sl-sim-decoded.h"
#include "sl-sim-set.h"

#define US          G_GINT64_CONSTANT (1000)
#define OPTIONS     .until = 100000 * US, .quantum = US
#define N_SETS      25
#define MAX_TASKS   6
#define N_LOCKS     3
#define N_SCHEDULES 16

static const struct
{
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  SlSimOverrun overrun;
} schedules[N_SCHEDULES] = {
  { SL_SIM_RM, SL_SIM_NONE, SL_SIM_CONTINUE }, { SL_SIM_DM, SL_SIM_NPP, SL_SIM_CONTINUE },
  { SL_SIM_FP, SL_SIM_PIP, SL_SIM_CONTINUE },  { SL_SIM_RM, SL_SIM_PCP, SL_SIM_CONTINUE },
  { SL_SIM_RM, SL_SIM_ICPP, SL_SIM_CONTINUE }, { SL_SIM_DM, SL_SIM_SRP, SL_SIM_SKIP },
  { SL_SIM_EDF, SL_SIM_NONE, SL_SIM_SKIP },    { SL_SIM_EDF, SL_SIM_PIP, SL_SIM_CONTINUE },
  { SL_SIM_EDF, SL_SIM_SRP, SL_SIM_CONTINUE }, { SL_SIM_EDF, SL_SIM_NPP, SL_SIM_CONTINUE },
  { SL_SIM_FIFO, SL_SIM_NONE, SL_SIM_SKIP },   { SL_SIM_RR, SL_SIM_NPP, SL_SIM_CONTINUE },
  { SL_SIM_RR, SL_SIM_NONE, SL_SIM_CONTINUE }, { SL_SIM_EDF, SL_SIM_NONE, SL_SIM_ABORT },
  { SL_SIM_RM, SL_SIM_NONE, SL_SIM_THROTTLE }, { SL_SIM_EDF, SL_SIM_NONE, SL_SIM_THROTTLE },
};

/* In microseconds. Task i's priority is MAX_TASKS - i, and its period is not shorter than those
 * before it. */
typedef struct
{
  guint n_tasks;
  gint64 period[MAX_TASKS];
  gint64 wcet[MAX_TASKS];
  gint64 begin[MAX_TASKS]; /* of the outer section */
  gint64 length[MAX_TASKS];
  guint lock[MAX_TASKS]; /* N_LOCKS for no section */
  gboolean nested[MAX_TASKS];
} Set;

/* Each task has up to an equal part of @load percent. */
static void
make_set (GRand *random, gint load, gboolean locks, Set *set)
{
  gint64 period = 2000;

  set->n_tasks = (guint) g_rand_int_range (random, 2, MAX_TASKS + 1);
  for (guint i = 0; i < set->n_tasks; i++)
    {
      gint64 most;

      period += g_rand_int_range (random, 1, 4000);
      most = period * load / 100 / set->n_tasks;
      set->period[i] = period;
      set->wcet[i] = MAX (10, most - g_rand_int_range (random, 0, (gint32) most / 2));
      set->lock[i] = locks ? (guint) g_rand_int_range (random, 0, N_LOCKS + 1) : N_LOCKS;
      set->begin[i] = g_rand_int_range (random, 0, (gint32) set->wcet[i] / 2);
      set->length[i] = g_rand_int_range (random, 4, (gint32) set->wcet[i] / 2);
      set->nested[i] = set->lock[i] + 1 < N_LOCKS && g_rand_boolean (random);
    }
}

static char *
print_set (const Set *set, const char *more)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      g_string_append_printf (text,
                              "[task t%u]\nperiod=%" G_GINT64_FORMAT "us\nwcet=%" G_GINT64_FORMAT
                              "us\npriority=%u\n%s",
                              i, set->period[i], set->wcet[i], MAX_TASKS - i, more);
      if (set->lock[i] < N_LOCKS)
        g_string_append_printf (text, "sections=m%u@%" G_GINT64_FORMAT "us+%" G_GINT64_FORMAT "us",
                                set->lock[i], set->begin[i], set->length[i]);
      if (set->lock[i] < N_LOCKS && set->nested[i])
        g_string_append_printf (text, ", m%u@%" G_GINT64_FORMAT "us+%" G_GINT64_FORMAT "us",
                                set->lock[i] + 1, set->begin[i] + 1, set->length[i] / 2);
      g_string_append_c (text, '\n');
    }

  return g_string_free (text, FALSE);
}

/* Up to three lines, and two servers of two tasks each. */
static char *
print_more (GRand *random, SlSimScheduler scheduler, gboolean aborts)
{
  static const char *const policies[] = { "ps", "ds", "ss", "cbs", "hcbs" };
  GString *text = g_string_new (NULL);
  gint n_lines = g_rand_int_range (random, 0, 4);
  gint n_servers = scheduler <= SL_SIM_EDF && !aborts ? g_rand_int_range (random, 0, 3) : 0;
  gint first = scheduler == SL_SIM_EDF ? 3 : 0;
  gint last = scheduler == SL_SIM_EDF ? 5 : 3;

  for (gint i = 0; i < n_lines; i++)
    g_string_append_printf (
        text, "[interrupt i%d]\nperiod=%dus\njitter=300us\nexecution=20us..300us\nnested=%s\n", i,
        g_rand_int_range (random, 900, 5000), g_rand_boolean (random) ? "yes" : "no");
  for (gint i = 0; i < n_servers; i++)
    {
      gint period = g_rand_int_range (random, 1000, 5000);

      g_string_append_printf (text,
                              "[server s%d]\npolicy=%s\nperiod=%dus\nbudget=%dus\npriority=%d\n", i,
                              policies[g_rand_int_range (random, first, last)], period,
                              g_rand_int_range (random, 100, period / 3),
                              g_rand_int_range (random, 0, MAX_TASKS + 2));
      g_string_append_printf (
          text,
          "[task u%d]\narrivals=1ms, 2ms, 2ms, 9ms, 30ms\nexecution=1us..3ms\n"
          "server=s%d\n[task v%d]\nperiod=%dus\nexecution=1us..900us\nserver=s%d\n",
          i, i, i, period, i);
    }

  return g_string_free (text, FALSE);
}

static guint
count_tasks (const char *set)
{
  guint n = 0;

  for (const char *at = strstr (set, "[task "); at != NULL; at = strstr (at + 1, "[task "))
    n++;
  return n;
}

static void
test_decoded (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (100 + which);

  g_test_summary ("What is read from the trace is what the simulator did");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = schedules[which].scheduler,
                                     .protocol = schedules[which].protocol,
                                     .overrun = schedules[which].overrun,
                                     .until = 40000 * US,
                                     .quantum = 700 * US,
                                     .overhead = i % 3 == 0 ? US : 0,
                                     .seed = i };
      gboolean locks = options.overrun <= SL_SIM_SKIP;
      gboolean aborts = options.overrun == SL_SIM_ABORT;
      g_autoptr (SlSimRun) run = NULL;
      g_autofree char *tasks = NULL;
      g_autofree char *more = print_more (random, options.scheduler, aborts);
      g_autofree char *text = NULL;
      Set set;

      /* Overloads as well; what jobs execute, and when they are released, varies. */
      make_set (random, g_rand_int_range (random, 60, 130), locks, &set);
      tasks = print_set (&set, aborts ? ""
                                      : "jitter=300us\noffset=1ms\nsporadic=2ms\n"
                                        "execution=10%..150%\n");
      text = g_strconcat (tasks, more, NULL);
      g_test_message ("%s", text);
      run = sl_sim_set_run (text, &options);
      sl_sim_assert_decoded (run, count_tasks (text));
    }
}

/* The longest section of a task below @task whose lock one that is not below it uses. */
static gint64
get_blocking (const Set *set, guint task, gboolean any_lock)
{
  gint64 longest = 0;

  for (guint low = task + 1; low < set->n_tasks; low++)
    for (guint high = 0; high <= task; high++)
      for (guint inner = 0; inner <= (set->nested[low] ? 1 : 0); inner++)
        {
          gboolean uses = set->lock[high] == set->lock[low] + inner ||
                          (set->nested[high] && set->lock[high] + 1 == set->lock[low] + inner);

          if (set->lock[low] < N_LOCKS && (any_lock || (set->lock[high] < N_LOCKS && uses)))
            longest = MAX (longest, inner == 0 ? set->length[low] : set->length[low] / 2);
        }

  return longest;
}

/* Response-time analysis (Joseph and Pandya); 0 where it does not end before the period does. */
static gint64
get_bound (const Set *set, guint task, gint64 blocking)
{
  gint64 bound = set->wcet[task] + blocking;
  gint64 before = 0;

  while (bound != before && bound <= set->period[task])
    {
      before = bound;
      bound = set->wcet[task] + blocking;
      for (guint high = 0; high < task; high++)
        bound += (before + set->period[high] - 1) / set->period[high] * set->wcet[high];
    }

  return bound <= set->period[task] ? bound : 0;
}

static void
test_bound (gconstpointer data)
{
  SlSimProtocol protocol = (SlSimProtocol) GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (200 + protocol);
  guint n_checked = 0;

  g_test_summary ("No response is above the bound, in which a job waits for one section at most");

  for (guint i = 0; i < 300; i++)
    {
      const SlSimOptions options = { .protocol = protocol, OPTIONS, .seed = i };
      g_autoptr (SlSimRun) run = NULL;
      g_autofree char *text = NULL;
      Set set;

      make_set (random, 85, TRUE, &set);
      text = print_set (&set, "sporadic=1ms\n");
      run = sl_sim_set_run (text, &options);
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);
          gint64 bound =
              get_bound (&set, job->task, get_blocking (&set, job->task, protocol == SL_SIM_NPP));

          if (bound == 0 || job->finish < 0)
            continue;
          g_assert_cmpint (job->finish - job->release, <=, bound * US);
          n_checked++;
        }
    }
  g_assert_cmpuint (n_checked, >, 1000);
}

static void
test_worst_case (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (300);

  g_test_summary ("Released together, without sections, first jobs take as long as the bound says");

  for (guint i = 0; i < 300; i++)
    {
      const SlSimOptions options = { OPTIONS, .seed = i };
      g_autoptr (SlSimRun) run = NULL;
      g_autofree char *text = NULL;
      Set set;

      make_set (random, 90, FALSE, &set);
      text = print_set (&set, "");
      run = sl_sim_set_run (text, &options);
      for (guint task = 0; task < set.n_tasks; task++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, task);
          gint64 bound = get_bound (&set, task, 0);

          g_assert_cmpuint (job->task, ==, task);
          if (bound > 0)
            g_assert_cmpint (job->finish, ==, bound * US);
          else
            g_assert_true (job->finish > job->deadline || job->finish < 0);
        }
    }
}

static void
test_edf (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (400);

  g_test_summary ("EDF misses nothing where the deadlines are the periods and no more is asked for "
                  "than there is");

  for (guint i = 0; i < 300; i++)
    {
      const SlSimOptions options = { .scheduler = SL_SIM_EDF, OPTIONS, .seed = i };
      g_autoptr (SlSimRun) run = NULL;
      g_autofree char *text = NULL;
      Set set;

      make_set (random, 100, FALSE, &set);
      text = print_set (&set, "");
      run = sl_sim_set_run (text, &options);
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);

          g_assert_cmpint (job->finish, <=, job->deadline);
          g_assert_true (job->finish >= 0 || job->deadline >= options.until);
        }
    }
}

static void
test_seed (void)
{
  const char *set = "[task a]\nperiod=5ms\nexecution=1ms..3ms\njitter=1ms\n";
  SlSimOptions options = { .until = 100000 * US, .quantum = US, .seed = 1 };
  g_autoptr (SlSimRun) one = sl_sim_set_run (set, &options);
  g_autoptr (SlSimRun) again = sl_sim_set_run (set, &options);
  g_autoptr (SlSimRun) other = NULL;

  g_test_summary ("The same seed gives the same trace, another one another");

  options.seed = 2;
  other = sl_sim_set_run (set, &options);
  g_assert_true (g_bytes_equal (one->trace, again->trace));
  g_assert_false (g_bytes_equal (one->trace, other->trace));
}

int
main (int argc, char *argv[])
{
  static const SlSimProtocol bounded[] = { SL_SIM_NPP, SL_SIM_PCP, SL_SIM_ICPP, SL_SIM_SRP };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < N_SCHEDULES; i++)
    {
      g_autofree char *path = g_strdup_printf ("/simulator/decoded/%u", i);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_decoded);
    }
  for (guint i = 0; i < G_N_ELEMENTS (bounded); i++)
    {
      g_autofree char *path =
          g_strdup_printf ("/simulator/bound/%s", sl_sim_protocol_get_id (bounded[i]));

      g_test_add_data_func (path, GUINT_TO_POINTER (bounded[i]), test_bound);
    }
  g_test_add_func ("/simulator/worst-case", test_worst_case);
  g_test_add_func ("/simulator/edf", test_edf);
  g_test_add_func ("/simulator/seed", test_seed);
  return g_test_run ();
}
