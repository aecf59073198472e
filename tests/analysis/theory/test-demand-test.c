/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What whole task sets and servers ask for, worked out here by hand. */
#include "sl-demand-test.h"
#include "sl-response-time.h"
#include "sl-server-bound.h"
#include "sl-utilisation.h"

static void
run (const SlTheorySet *set, SlDemandTest *test)
{
  SlTheoryEffort effort = SL_THEORY_EFFORT;

  sl_demand_test_run (test, set, &effort);
}

static void
test_utilisation (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 1, 4, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 2, 6, 6, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 3, 12, 12, 0, 0, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_RM, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };
  SlUtilisation load;

  g_test_summary ("A third, a quarter and a quarter; both bounds leave it open");

  /* 1/4+1/3+1/4=5/6; 3(2^(1/3)-1)=0.7798; 5/4·4/3·5/4=25/12. */
  sl_utilisation_init (&load, &set, FALSE);
  g_assert_cmpuint (load.n_tasks, ==, 3);
  g_assert_cmpfloat_with_epsilon (load.total, 5.0 / 6, 1e-12);
  g_assert_cmpfloat_with_epsilon (load.liu_layland, 0.7797631, 1e-6);
  g_assert_cmpfloat_with_epsilon (load.product, 25.0 / 12, 1e-12);
  g_assert_cmpint (load.versus_one, ==, -1);
  g_assert_true (load.applies);

  /* 1/4+1/3+5/12 is 1, which no sum of doubles has to be. */
  tasks[2].wcet = 5;
  sl_utilisation_init (&load, &set, TRUE);
  g_assert_cmpint (load.versus_one, ==, 0);
  g_assert_false (load.applies);
  tasks[2].wcet = 6;
  sl_utilisation_init (&load, &set, FALSE);
  g_assert_cmpint (load.versus_one, ==, 1);

  tasks[1].period = 0;
  sl_utilisation_init (&load, &set, FALSE);
  g_assert_cmpuint (load.n_left_out, ==, 1);
  g_assert_false (load.applies);
}

static void
test_demand (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 6, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 2, 8, 5, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 3, 9, 7, 0, 0, 0, FALSE },
  };
  const SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };
  SlDemandTest test;

  g_test_summary ("Three jobs are due within 7 ticks: 7 fit, 8 do not");

  /* Due by 4: 2; by 5: 4; by 7: 7; by 10: 9; by 13: 11; by 16: 16, 14 of them before. The
   * processor's first stretch of work: 7 → 2·2+2+3=9 → 2·2+2·2+3=11 → 11 → 2·2+2·2+2·3=14 →
   * 3·2+2·2+2·3=16 → 16. */
  run (&set, &test);
  g_assert_cmpint (test.state, ==, SL_BOUND_KNOWN);
  g_assert_true (test.passes);
  g_assert_cmpint (test.horizon, ==, 16);

  tasks[2].deadline = 6;
  run (&set, &test);
  g_assert_cmpint (test.state, ==, SL_BOUND_KNOWN);
  g_assert_false (test.passes);
  g_assert_cmpint (test.interval, ==, 6);
  g_assert_cmpint (test.demand, ==, 7);
  g_assert_cmpint (test.blocking, ==, 0);
}

/* Counted job by job. */
static gint64
count_due (const SlTheorySet *set, gint64 interval)
{
  gint64 sum = 0;

  for (guint i = 0; i < set->n_tasks; i++)
    for (gint64 release = 0; release + set->tasks[i].deadline <= interval;
         release += set->tasks[i].period)
      sum += set->tasks[i].wcet;

  return sum;
}

static void
test_demand_bound_function (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 6, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 2, 8, 5, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 3, 9, 7, 0, 0, 0, FALSE },
  };
  const SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("The demand of an interval is that of the jobs that are released and due in it");

  for (gint64 interval = 1; interval <= 150; interval++)
    {
      SlBound demand = sl_demand_test_get_demand (&set, interval);

      g_assert_cmpint (demand.state, ==, SL_BOUND_KNOWN);
      g_assert_cmpint (demand.ticks, ==, count_due (&set, interval));
    }

  /* What has no deadline is due in no interval; what has no period asks for nobody knows what. */
  tasks[1].deadline = 0;
  g_assert_cmpint (sl_demand_test_get_demand (&set, 7).ticks, ==, 5);
  tasks[0].period = 0;
  g_assert_cmpint (sl_demand_test_get_demand (&set, 7).state, ==, SL_BOUND_NO_FIGURES);
}

static void
test_demand_with_blocking (void)
{
  const SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 6, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 5, 20, 20, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 1, 50, 15, 0, 0, 0, FALSE },
  };
  SlTheorySection sections[] = { { 0, 0, 0, 1 }, { 1, 0, 1, 2 } };
  SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_SRP, tasks, 2, sections, G_N_ELEMENTS (sections) };
  SlDemandTest test;

  g_test_summary ("2 to execute and 2 to wait for fit into 4; 3 to wait for do not");

  run (&set, &test);
  g_assert_true (test.passes);
  sections[1].length = 3;
  run (&set, &test);
  g_assert_false (test.passes);
  g_assert_cmpint (test.interval, ==, 4);
  g_assert_cmpint (test.demand, ==, 2);
  g_assert_cmpint (test.blocking, ==, 3);

  /* Of two tasks neither can be between the other and the lock. */
  set.protocol = SL_PROTOCOL_NONE;
  run (&set, &test);
  g_assert_cmpint (test.state, ==, SL_BOUND_KNOWN);
  g_assert_cmpint (test.blocking, ==, 3);
  set.n_tasks = 3;
  run (&set, &test);
  g_assert_cmpint (test.state, ==, SL_BOUND_BLOCKED);
  g_assert_false (test.passes);
}

static void
test_demand_with_interrupts (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_INTERRUPT, 2, 5, 0, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 3, 10, 5, 0, 0, 0, FALSE },
  };
  const SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };
  SlDemandTest test;

  g_test_summary ("What a job needs is done when the next interrupt comes: 2+3 in 5");

  run (&set, &test);
  g_assert_true (test.passes);
  tasks[1].deadline = 4;
  run (&set, &test);
  g_assert_false (test.passes);
  g_assert_cmpint (test.demand, ==, 5);
}

static void
test_server (void)
{
  SlServer server = { SL_SERVER_POLLING, 2, 6, 3 };
  SlTheoryTask tasks[] = { { 0 }, { SL_THEORY_TASK, 4, 20, 20, 0, 1, 0, FALSE } };
  const SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };
  const SlTheoryTask served = { SL_THEORY_SERVED, 3, 40, 40, 0, 3, 0, FALSE };
  SlTheoryEffort effort = SL_THEORY_EFFORT;
  SlBound blocking, bound;

  g_test_summary ("A deferrable server may go twice in a row, others may not");

  /* 4 → 4+2=6 → 6. */
  sl_server_bound_fill_task (&server, &tasks[0]);
  bound = sl_response_time_get (&set, 1, &blocking, &effort);
  g_assert_cmpint (bound.ticks, ==, 6);

  /* The server looks just before the request, and 6 later again: 2 within 6+2, 1 more 6 later. */
  bound = sl_response_time_get (&set, 0, &blocking, &effort);
  g_assert_cmpint (bound.ticks, ==, 2);
  bound = sl_server_bound_get_response (&server, bound, &served, 1, &effort);
  g_assert_cmpint (bound.state, ==, SL_BOUND_KNOWN);
  g_assert_cmpint (bound.ticks, ==, 14);

  /* Spent at the end of a period, from 4 on, and again at its begin: 4+2·2=8, in which the next
   * budget, 6+2 after the first tick, does not fall. */
  server.policy = SL_SERVER_DEFERRABLE;
  sl_server_bound_fill_task (&server, &tasks[0]);
  bound = sl_response_time_get (&set, 1, &blocking, &effort);
  g_assert_cmpint (bound.ticks, ==, 8);

  /* Used up 4 ticks before the period ends: 2 within 4+2, 1 more 6 later. */
  bound =
      sl_server_bound_get_response (&server, (SlBound) { SL_BOUND_KNOWN, 2 }, &served, 1, &effort);
  g_assert_cmpint (bound.ticks, ==, 12);

  server.budget = 7;
  bound =
      sl_server_bound_get_response (&server, (SlBound) { SL_BOUND_KNOWN, 2 }, &served, 1, &effort);
  g_assert_cmpint (bound.state, ==, SL_BOUND_NO_FIGURES);
}

static void
test_bandwidth (void)
{
  const SlServer server = { SL_SERVER_CBS, 2, 8, 0 };
  SlTheoryTask tasks[] = { { 0 }, { SL_THEORY_TASK, 3, 4, 4, 0, 0, 0, FALSE } };
  const SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };
  SlDemandTest test;

  g_test_summary ("A quarter for the server and three for the task are all there is");

  sl_server_bound_fill_task (&server, &tasks[0]);
  run (&set, &test);
  g_assert_cmpint (test.state, ==, SL_BOUND_KNOWN);
  g_assert_true (test.passes);

  tasks[0].wcet = 3;
  run (&set, &test);
  g_assert_cmpint (test.state, ==, SL_BOUND_OVERLOAD);
  g_assert_false (test.passes);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/demand-test/utilisation", test_utilisation);
  g_test_add_func ("/demand-test/demand", test_demand);
  g_test_add_func ("/demand-test/demand-bound-function", test_demand_bound_function);
  g_test_add_func ("/demand-test/blocking", test_demand_with_blocking);
  g_test_add_func ("/demand-test/interrupts", test_demand_with_interrupts);
  g_test_add_func ("/demand-test/server", test_server);
  g_test_add_func ("/demand-test/bandwidth", test_bandwidth);
  return g_test_run ();
}
