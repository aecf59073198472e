/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Bounds of responses and of blocking, of task sets that are worked out here by hand. */
#include "sl-blocking-bound.h"
#include "sl-response-time.h"

static SlBound
find_response (const SlTheorySet *set, guint task, SlBound *blocking)
{
  SlTheoryEffort effort = SL_THEORY_EFFORT;

  return sl_response_time_get (set, task, blocking, &effort);
}

static void
assert_response (const SlTheorySet *set, guint task, gint64 response)
{
  SlBound blocking;
  SlBound bound = find_response (set, task, &blocking);

  g_assert_cmpstr (sl_bound_state_get_id (bound.state), ==, "known");
  g_assert_cmpint (bound.ticks, ==, response);
}

static void
assert_none (const SlTheorySet *set, guint task, SlBoundState state)
{
  SlBound blocking;

  g_assert_cmpstr (sl_bound_state_get_id (find_response (set, task, &blocking).state), ==,
                   sl_bound_state_get_id (state));
}

static void
test_rate_monotonic (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 3, 12, 12, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 1, 4, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 2, 6, 6, 0, 0, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_RM, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("The response of the least urgent task grows until all that comes fits in");

  /* The task of 3 in 12: 3 → 3+1+2=6 → 3+2·1+2=7 → 3+2·1+2·2=9 → 3+3·1+2·2=10 → 10. */
  sl_theory_rank (SL_POLICY_RM, tasks, G_N_ELEMENTS (tasks));
  assert_response (&set, 1, 1);
  assert_response (&set, 2, 3);
  assert_response (&set, 0, 10);

  /* By deadline the first one comes to be the second: 3+1 → 3+1·1=4, and the last one
   * 2 → 2+1+3=6 → 2+2·1+3=7 → 7. */
  tasks[0].deadline = 5;
  set.policy = SL_POLICY_DM;
  sl_theory_rank (SL_POLICY_DM, tasks, G_N_ELEMENTS (tasks));
  assert_response (&set, 1, 1);
  assert_response (&set, 0, 4);
  assert_response (&set, 2, 7);
}

static void
test_several_jobs (void)
{
  const SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 4, 7, 7, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 5, 12, 20, 0, 1, 0, FALSE },
  };
  const SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("A job may take longer than the one before it, which it has to wait for");

  /* The first job ends at 5+2·4=13, the second at 2·5+4·4=26 (14 after its release at 12), the
   * third at 3·5+5·4=35 (11 after 24); the fourth comes at 36. */
  assert_response (&set, 1, 14);
}

static void
test_jitter (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 8, 8, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 4, 20, 20, 0, 1, 0, FALSE },
  };
  const SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("A release that comes late comes close to the next one");

  /* 4+2=6. Where the first release is 3 late the second one comes 5 after it: 4+2·2=8. */
  assert_response (&set, 1, 6);
  tasks[0].jitter = 3;
  assert_response (&set, 1, 8);

  /* Its own jitter does not prolong a response, which counts from the late release: jobs are
   * finished before the next one. */
  tasks[1].jitter = 11;
  assert_response (&set, 1, 8);

  /* Of two jobs 3 apart the second one ends at 4+4 and two jobs before it: 12. */
  tasks[1].jitter = 17;
  assert_response (&set, 1, 12 - 3);
}

static void
test_interrupts (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_INTERRUPT, 1, 5, 0, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 4, 10, 10, 0, 9, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("Interrupts precede every task, under any policy");

  /* 4 → 5 → 4+1=5. */
  assert_response (&set, 0, 1);
  assert_response (&set, 1, 5);
  set.policy = SL_POLICY_EDF;
  assert_response (&set, 0, 1);
  assert_response (&set, 1, 5);
}

static void
test_edf (void)
{
  const SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 4, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 3, 7, 7, 0, 0, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("Under EDF a job is worst off where others are due just before it");

  /* Released together at 0, the second job of the first task (at 4, due at 8) waits for the
   * other's, which is due at 7 and ends at 5: it ends at 7, 3 after its release. The other
   * task's job, released at 1 and due at 8, lets jobs released at 0 and at 4 go first: it ends
   * at 7, 6 after its release. */
  assert_response (&set, 0, 3);
  assert_response (&set, 1, 6);

  /* First come, first served: all that is released with a job may precede it, 5 ticks. */
  set.policy = SL_POLICY_FIFO;
  assert_response (&set, 0, 5);
  assert_response (&set, 1, 5);

  /* Round robin has it done when the processor is done: 2+3=5 → 2·2+3=7 → 7. */
  set.policy = SL_POLICY_RR;
  assert_response (&set, 0, 7);
  assert_response (&set, 1, 7);
}

static void
assert_blocking (const SlTheorySet *set, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlTheoryEffort effort = SL_THEORY_EFFORT;
      SlBound bound = set->policy == SL_POLICY_EDF
                          ? sl_blocking_bound_edf (set, set->tasks[i].deadline, &effort)
                          : sl_blocking_bound_fixed (set, i, &effort);

      if (bound.state == SL_BOUND_KNOWN)
        g_string_append_printf (text, " %" G_GINT64_FORMAT, bound.ticks);
      else
        g_string_append_printf (text, " %s", sl_bound_state_get_id (bound.state));
    }
  g_assert_cmpstr (text->str, ==, expected);
}

/* Lock 0 is used by the first and the third task, lock 1 by the second and the third, which takes
 * it inside lock 0 and once more after it. */
static void
test_blocking (void)
{
  const SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 20, 20, 0, 3, 0, FALSE },
    { SL_THEORY_TASK, 5, 40, 40, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 9, 90, 90, 0, 1, 0, FALSE },
  };
  const SlTheorySection sections[] = {
    { 0, 0, 1, 1 }, { 1, 1, 0, 4 }, { 2, 0, 1, 3 }, { 2, 1, 2, 1 }, { 2, 1, 6, 2 },
  };
  SlTheorySet set = { SL_POLICY_FP,         SL_PROTOCOL_NONE, tasks,
                      G_N_ELEMENTS (tasks), sections,         G_N_ELEMENTS (sections) };

  g_test_summary ("How long less urgent tasks hold up others, by protocol");

  for (guint i = 0; i < 2; i++)
    {
      set.policy = i == 0 ? SL_POLICY_FP : SL_POLICY_EDF;
      /* The second task may run while the first waits for the third. Under EDF a later job of
       * the first may do the same to the second; under priorities nobody can: 3, as with PIP. */
      set.protocol = SL_PROTOCOL_NONE;
      assert_blocking (&set, i == 0 ? " unbounded-blocking 3 0"
                                    : " unbounded-blocking unbounded-blocking 0");

      /* The longest section below, whatever its lock: 4 of the second task, 3 of the third. */
      set.protocol = SL_PROTOCOL_NPP;
      assert_blocking (&set, " 4 3 0");

      /* The first task waits for lock 0 while the third one waits inside it for lock 1: 4+3. */
      set.protocol = SL_PROTOCOL_PIP;
      assert_blocking (&set, " 7 3 0");

      /* One section: the second task's lock is below the first task. */
      set.protocol = SL_PROTOCOL_ICPP;
      assert_blocking (&set, " 3 3 0");
      set.protocol = SL_PROTOCOL_PCP;
      assert_blocking (&set, " 3 3 0");
      set.protocol = SL_PROTOCOL_SRP;
      assert_blocking (&set, " 3 3 0");

      set.protocol = SL_PROTOCOL_UNKNOWN;
      assert_blocking (&set, " no-method no-method 0");
    }

  /* With the blocking, under priorities: 2+3; 5+3+2=10; 9+2+5=16. */
  set.policy = SL_POLICY_FP;
  set.protocol = SL_PROTOCOL_PCP;
  assert_response (&set, 0, 5);
  assert_response (&set, 1, 10);
  assert_response (&set, 2, 16);
}

/* The first task waits for lock 0, which the third one holds inside of lock 1 … */
static void
test_no_protocol (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 10, 10, 0, 4, 0, FALSE },
    { SL_THEORY_TASK, 5, 40, 40, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 6, 90, 90, 0, 1, 0, FALSE },
  };
  SlTheorySection sections[] = { { 0, 0, 0, 1 }, { 1, 0, 1, 2 }, { 1, 1, 2, 1 }, { 2, 1, 0, 5 } };
  SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, 2, sections, 2 };

  g_test_summary ("Without a protocol blocking has a bound where no third task can run meanwhile");

  /* Two tasks and a lock: 2 to wait, 2 to execute. */
  assert_blocking (&set, " 2 0");
  assert_response (&set, 0, 4);
  set.policy = SL_POLICY_EDF;
  assert_blocking (&set, " 2 0");

  /* A third one that is less urgent than both is never in between. */
  set.n_tasks = 3;
  assert_blocking (&set, " 2 0 0");
  set.policy = SL_POLICY_FP;
  assert_blocking (&set, " 2 0 0");

  /* The one that is waited for waits in its turn, for 5 ticks, and cannot preempt meanwhile. */
  set.n_sections = 4;
  assert_blocking (&set, " 7 5 0");

  /* But this one can. */
  tasks[2].priority = 3;
  sections[1].task = 2;
  sections[2].task = 2;
  sections[3].task = 1;
  assert_blocking (&set, " 7 0 5");
  set.n_sections = 2;
  assert_blocking (&set, " 2 0 0");
  sections[1].task = 1;
  assert_blocking (&set, " unbounded-blocking 0 2");
}

static void
test_inheritance (void)
{
  const SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 20, 20, 0, 4, 0, FALSE },
    { SL_THEORY_TASK, 5, 40, 40, 0, 3, 0, FALSE },
    { SL_THEORY_TASK, 9, 90, 90, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 9, 95, 95, 0, 1, 0, FALSE },
  };
  const SlTheorySection sections[] = {
    { 0, 0, 1, 1 },
    { 1, 0, 0, 2 },
    { 2, 0, 1, 3 },
    { 3, 0, 6, 5 },
  };
  const SlTheorySet set = { SL_POLICY_FP,         SL_PROTOCOL_PIP, tasks,
                            G_N_ELEMENTS (tasks), sections,        G_N_ELEMENTS (sections) };

  g_test_summary ("Under priority inheritance a lock is waited for once, and so is a task");

  /* Only one of the three has the lock: 5 at most, not 2+3+5. */
  assert_blocking (&set, " 5 5 5 0");
}

static void
test_deadlock (void)
{
  const SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 4, 20, 20, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 4, 40, 40, 0, 1, 0, FALSE },
  };
  const SlTheorySection sections[] = {
    { 0, 7, 0, 3 },
    { 0, 8, 1, 1 },
    { 1, 8, 0, 3 },
    { 1, 7, 1, 1 },
  };
  SlTheorySet set = { SL_POLICY_FP,         SL_PROTOCOL_PIP, tasks,
                      G_N_ELEMENTS (tasks), sections,        G_N_ELEMENTS (sections) };

  g_test_summary ("Where tasks may wait for each other in a circle there is no bound");

  assert_blocking (&set, " unbounded-blocking unbounded-blocking");
  assert_none (&set, 1, SL_BOUND_BLOCKED);
  set.protocol = SL_PROTOCOL_ICPP;
  assert_blocking (&set, " 3 0");
}

static void
test_none (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 3, 6, 6, 0, 3, 0, FALSE },
    { SL_THEORY_TASK, 4, 8, 8, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 1, 100, 100, 0, 1, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("Where there is no bound it says why");

  /* 3/6+4/8 is all there is. */
  assert_none (&set, 2, SL_BOUND_OVERLOAD);
  tasks[1].period = 0;
  assert_response (&set, 0, 3);
  assert_none (&set, 1, SL_BOUND_NO_FIGURES);
  assert_none (&set, 2, SL_BOUND_NO_FIGURES);
  set.policy = SL_POLICY_UNKNOWN;
  assert_none (&set, 0, SL_BOUND_NO_METHOD);
}

static void
test_hostile (void)
{
  static const gint64 lengths[] = { 0,
                                    1,
                                    999999937,
                                    999999929,
                                    2,
                                    SL_THEORY_MOST - 1,
                                    SL_THEORY_MOST,
                                    G_MAXINT64,
                                    SL_THEORY_MOST / 2 + 1,
                                    3 };
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  g_test_summary ("Whatever the figures are, there is an answer, and soon");

  for (guint i = 0; i < 300; i++)
    {
      SlTheoryTask tasks[4];
      SlTheorySection sections[3];
      const SlTheorySet set = { (SlPolicy) g_rand_int_range (random, 0, 7),
                                (SlProtocol) g_rand_int_range (random, 0, 7),
                                tasks,
                                G_N_ELEMENTS (tasks),
                                sections,
                                G_N_ELEMENTS (sections) };

      for (guint k = 0; k < G_N_ELEMENTS (tasks); k++)
        tasks[k] =
            (SlTheoryTask) { (SlTheoryKind) g_rand_int_range (random, 0, 4),
                             lengths[g_rand_int_range (random, 0, 10)],
                             lengths[g_rand_int_range (random, 0, 10)],
                             lengths[g_rand_int_range (random, 0, 10)],
                             g_rand_boolean (random) ? 0
                                                     : lengths[g_rand_int_range (random, 0, 10)],
                             g_rand_int_range (random, 0, 3),
                             0,
                             FALSE };
      for (guint k = 0; k < G_N_ELEMENTS (sections); k++)
        sections[k] = (SlTheorySection) { (guint) g_rand_int_range (random, 0, 4),
                                          (guint) g_rand_int_range (random, 0, 2), 0,
                                          lengths[g_rand_int_range (random, 1, 7)] };
      for (guint k = 0; k < G_N_ELEMENTS (tasks); k++)
        {
          SlTheoryEffort effort = 20000;
          SlBound blocking;
          SlBound bound = sl_response_time_get (&set, k, &blocking, &effort);

          g_assert_cmpint (bound.ticks, >=, 0);
          g_assert_true (bound.state != SL_BOUND_KNOWN || bound.ticks >= tasks[k].wcet ||
                         tasks[k].kind == SL_THEORY_BANDWIDTH);
        }
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/response-time/rate-monotonic", test_rate_monotonic);
  g_test_add_func ("/response-time/several-jobs", test_several_jobs);
  g_test_add_func ("/response-time/jitter", test_jitter);
  g_test_add_func ("/response-time/interrupts", test_interrupts);
  g_test_add_func ("/response-time/edf", test_edf);
  g_test_add_func ("/response-time/blocking", test_blocking);
  g_test_add_func ("/response-time/no-protocol", test_no_protocol);
  g_test_add_func ("/response-time/inheritance", test_inheritance);
  g_test_add_func ("/response-time/deadlock", test_deadlock);
  g_test_add_func ("/response-time/none", test_none);
  g_test_add_func ("/response-time/hostile", test_hostile);
  return g_test_run ();
}
