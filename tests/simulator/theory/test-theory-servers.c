/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bounds of servers beside the simulator, over random sets with fixed seeds. */
#include "sl-demand-test.h"
#include "sl-response-time.h"
#include "sl-server-bound.h"
#include "sl-sim-set.h"

#define US        G_GINT64_CONSTANT (1000)
#define MAX_TASKS 5
#define MAX_OWN   2
#define UNTIL     (80000 * US)

/* The first of @tasks is the server; the others are numbered as in the simulator's set, one less. */
typedef struct
{
  SlServer server;
  guint n_tasks;
  SlTheoryTask tasks[MAX_TASKS];
  guint n_served;
  SlTheoryTask served[MAX_OWN];
} Set;

static const char *const words[] = {
  [SL_SERVER_POLLING] = "ps",
  [SL_SERVER_DEFERRABLE] = "ds",
  [SL_SERVER_SPORADIC] = "ss",
  [SL_SERVER_CBS] = "cbs",
};

/* All together ask for up to @load percent; what is served asks for up to @share percent of the
 * server's budgets. */
static void
make_set (GRand *random, SlServerPolicy policy, gint load, gint share, Set *set)
{
  gint64 period = g_rand_int_range (random, 300, 2500);
  gint64 budget = MAX (20, period * g_rand_int_range (random, 10, 40) / 100);
  gint left = load - (gint) (100 * budget / period);

  set->server = (SlServer) { policy, budget * US, period * US, 0 };
  set->n_tasks = (guint) g_rand_int_range (random, 2, MAX_TASKS + 1);
  sl_server_bound_fill_task (&set->server, &set->tasks[0]);
  period = 400;
  for (guint i = 1; i < set->n_tasks; i++)
    {
      gint64 most;

      period += g_rand_int_range (random, 1, 1500);
      most = period * left / 100 / (set->n_tasks - 1);
      set->tasks[i] = (SlTheoryTask) {
        .kind = SL_THEORY_TASK,
        .wcet = MAX (10, most - g_rand_int_range (random, 0, (gint32) MAX (2, most / 2))) * US,
        .period = period * US,
        .deadline = period * US,
      };
    }
  sl_theory_rank (SL_POLICY_RM, set->tasks, set->n_tasks);
  set->server.priority = set->tasks[0].priority;

  set->n_served = (guint) g_rand_int_range (random, 1, MAX_OWN + 1);
  for (guint i = 0; i < set->n_served; i++)
    {
      gint64 own = g_rand_int_range (random, 2000, 9000);

      set->served[i] = (SlTheoryTask) {
        .kind = SL_THEORY_SERVED,
        .wcet =
            MAX (5, own * set->server.budget / set->server.period * share / 100 / set->n_served) *
            US,
        .period = own * US,
        .deadline = own * US,
      };
    }
}

static char *
print_set (const Set *set)
{
  GString *text = g_string_new (NULL);

  for (guint i = 1; i < set->n_tasks; i++)
    g_string_append_printf (text,
                            "[task t%u]\nperiod=%" G_GINT64_FORMAT "ns\nwcet=%" G_GINT64_FORMAT
                            "ns\n",
                            i, set->tasks[i].period, set->tasks[i].wcet);
  for (guint i = 0; i < set->n_served; i++)
    g_string_append_printf (text,
                            "[task s%u]\nperiod=%" G_GINT64_FORMAT "ns\nwcet=%" G_GINT64_FORMAT
                            "ns\noffset=%uus\nsporadic=2ms\nserver=s\n",
                            i, set->served[i].period, set->served[i].wcet, 77 * (i + 1));
  g_string_append_printf (text,
                          "[server s]\npolicy=%s\nbudget=%" G_GINT64_FORMAT
                          "ns\nperiod=%" G_GINT64_FORMAT "ns\n",
                          words[set->server.policy], set->server.budget, set->server.period);
  return g_string_free (text, FALSE);
}

static SlSimRun *
run_set (const Set *set, guint seed)
{
  const SlSimOptions options = {
    .scheduler = set->server.policy == SL_SERVER_CBS ? SL_SIM_EDF : SL_SIM_RM,
    .until = UNTIL,
    .quantum = US,
    .seed = seed,
  };
  g_autofree char *text = print_set (set);

  return sl_sim_set_run (text, &options);
}

static SlTheorySet
get_theory (const Set *set)
{
  return (SlTheorySet) { set->server.policy == SL_SERVER_CBS ? SL_POLICY_EDF : SL_POLICY_RM,
                         SL_PROTOCOL_NONE,
                         set->tasks,
                         set->n_tasks,
                         NULL,
                         0 };
}

/* Bounds of the tasks, then of the served ones, numbered as in the simulator's set. */
static void
find_bounds (const Set *set, SlBound *bounds)
{
  const SlTheorySet theory = get_theory (set);
  SlTheoryEffort effort = SL_THEORY_EFFORT;
  SlBound blocking, own = { SL_BOUND_KNOWN, 0 };
  SlDemandTest test;

  if (set->server.policy != SL_SERVER_CBS)
    own = sl_response_time_get (&theory, 0, &blocking, &effort);
  for (guint i = 1; i < set->n_tasks; i++)
    bounds[i - 1] = sl_response_time_get (&theory, i, &blocking, &effort);
  sl_demand_test_run (&test, &theory, &effort);
  for (guint i = 0; i < set->n_served; i++)
    {
      SlBound *bound = &bounds[set->n_tasks - 1 + i];

      *bound =
          sl_server_bound_get_response (&set->server, own, set->served, set->n_served, &effort);
      if (set->server.policy == SL_SERVER_CBS && !test.passes)
        bound->state = SL_BOUND_OVERLOAD;
    }
}

static void
test_bounds (gconstpointer data)
{
  SlServerPolicy policy = (SlServerPolicy) GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (900 + policy);
  guint n_checked = 0, n_served = 0, n_met = 0;

  g_test_summary ("No response is above its bound, outside a server or in one");

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (SlSimRun) run = NULL;
      SlBound bounds[MAX_TASKS + MAX_OWN];
      Set set;

      make_set (random, policy, 90, 95, &set);
      find_bounds (&set, bounds);
      run = run_set (&set, i);
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);
          const SlBound *bound = &bounds[job->task];
          gint64 response = (job->finish >= 0 ? job->finish : UNTIL) - job->release;

          if (bound->state != SL_BOUND_KNOWN)
            continue;
          g_assert_cmpint (response, <=, bound->ticks);
          n_checked++;
          n_served += job->task >= set.n_tasks - 1;
          n_met += response == bound->ticks;
        }
    }
  g_test_message ("%u responses, %u of them served, %u as long as the bound", n_checked, n_served,
                  n_met);
  g_assert_cmpuint (n_checked, >, 2000);
  g_assert_cmpuint (n_served, >, 500);
}

static void
test_isolation (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (950);
  guint n_passed = 0;

  g_test_summary ("Whatever runs in a constant bandwidth server, others keep their deadlines if it "
                  "has its share");

  for (guint i = 0; i < 200; i++)
    {
      g_autoptr (SlSimRun) run = NULL;
      SlTheoryEffort effort = SL_THEORY_EFFORT;
      SlDemandTest test;
      SlTheorySet theory;
      Set set;

      /* What is served asks for thrice of what there is. */
      make_set (random, SL_SERVER_CBS, 100, 300, &set);
      theory = get_theory (&set);
      sl_demand_test_run (&test, &theory, &effort);
      if (test.state != SL_BOUND_KNOWN || !test.passes)
        continue;

      n_passed++;
      run = run_set (&set, i);
      for (guint k = 0; k < run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->jobs, SlSimJob, k);

          if (job->task < set.n_tasks - 1)
            g_assert_true (job->finish >= 0 ? job->finish <= job->deadline
                                            : job->deadline >= UNTIL);
        }
    }
  g_assert_cmpuint (n_passed, >, 50);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint policy = SL_SERVER_POLLING; policy <= SL_SERVER_CBS; policy++)
    {
      g_autofree char *path = g_strdup_printf ("/theory/server/%s", words[policy]);

      g_test_add_data_func (path, GUINT_TO_POINTER (policy), test_bounds);
    }
  g_test_add_func ("/theory/server/isolation", test_isolation);
  return g_test_run ();
}
