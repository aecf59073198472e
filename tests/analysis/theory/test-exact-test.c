/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who misses a deadline for certain, of task sets that are worked out here by hand. */
#include "sl-exact-test.h"

/* "-" for a task of which nothing is certain. */
static void
assert_late (const SlTheorySet *set, const char *expected)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlTheoryEffort effort = SL_THEORY_EFFORT;

      g_string_append (text, sl_exact_test_fails (set, i, &effort) ? "late " : "- ");
    }
  g_string_truncate (text, text->len - 1);
  g_assert_cmpstr (text->str, ==, expected);
}

/* Three tasks of 3 in 10, 3 in 10 and 5 in 20 that is due after 10. */
static void
test_offsets (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 3, 10, 10, 0, 3, 0, FALSE },
    { SL_THEORY_TASK, 3, 10, 10, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 5, 20, 10, 0, 1, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("Only tasks count that are released together some day");

  /* Together: 3+3+4, then the other two again, then 1: 17. */
  assert_late (&set, "- - late");
  tasks[2].offset = 6;
  assert_late (&set, "- - -");

  /* Of those at 0 and at 10 each 20 one comes together with the others. */
  tasks[2].offset = 30;
  assert_late (&set, "- - late");

  /* No offset lasts where releases drift. */
  tasks[2].offset = 6;
  tasks[2].is_sporadic = TRUE;
  assert_late (&set, "- - late");

  /* The first alone: 3+5 is in time. */
  tasks[2].is_sporadic = FALSE;
  tasks[2].offset = 0;
  tasks[1].offset = 4;
  assert_late (&set, "- - -");
  tasks[2].deadline = 7;
  assert_late (&set, "- - late");
}

static void
test_overload (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 6, 10, 10, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 9, 20, 200, 0, 1, 7, FALSE },
    { SL_THEORY_SERVER, 5, 10, 10, 0, 3, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, 2, NULL, 0 };

  g_test_summary ("More than there is makes the least urgent late, whatever the offsets");

  /* 6/10 + 9/20 = 1.05. Under EDF everybody comes to be late. */
  assert_late (&set, "- late");
  set.policy = SL_POLICY_EDF;
  assert_late (&set, "late late");
  set.policy = SL_POLICY_RR;
  assert_late (&set, "- -");

  /* A server need not use its budget. */
  set.policy = SL_POLICY_FP;
  set.n_tasks = 3;
  tasks[1].wcet = 7;
  assert_late (&set, "- - -");

  /* By itself. */
  tasks[1].deadline = 6;
  assert_late (&set, "- late -");
  set.policy = SL_POLICY_UNKNOWN;
  assert_late (&set, "- late -");
}

static void
test_locks (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 10, 4, 0, 3, 0, FALSE },
    { SL_THEORY_TASK, 3, 10, 5, 0, 2, 0, FALSE },
    { SL_THEORY_TASK, 4, 40, 8, 0, 1, 0, FALSE },
  };
  SlTheorySection sections[] = { { 0, 0, 0, 1 }, { 2, 0, 0, 3 } };
  SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_PCP, tasks, G_N_ELEMENTS (tasks), sections, 2 };

  g_test_summary ("Locks that others hold prove nothing");

  /* 2+3 is 5; with 3 of blocking both bounds are above the deadlines. The third one keeps the
   * first from running while it has the lock: it may be done sooner than 9. */
  assert_late (&set, "- - -");

  /* The second has no lock: 2+3 is above 4. */
  tasks[1].deadline = 4;
  assert_late (&set, "- late -");
  set.protocol = SL_PROTOCOL_NPP;
  assert_late (&set, "- late -");

  /* Without inheritance the first may wait for the third while the second runs. */
  set.protocol = SL_PROTOCOL_NONE;
  assert_late (&set, "- - -");

  /* The lock is another one: 2+3+4 is above 8. */
  set.protocol = SL_PROTOCOL_PCP;
  sections[1].lock = 1;
  assert_late (&set, "- late late");
}

/* Equal ones by their places in the list. */
static void
test_equal (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 4, 10, 5, 0, 1, 0, FALSE },
    { SL_THEORY_TASK, 4, 10, 5, 0, 1, 0, FALSE },
    { SL_THEORY_TASK, 1, 20, 4, 2, 1, 0, FALSE },
  };
  const SlTheorySet set = { SL_POLICY_FP, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("Equal tasks released together run in the order in which they are listed");

  /* 4; 4+4; 4+4+1. */
  assert_late (&set, "- late late");
}

static void
test_edf (void)
{
  SlTheoryTask tasks[] = {
    { SL_THEORY_TASK, 2, 10, 4, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 3, 7, 5, 0, 0, 0, FALSE },
    { SL_THEORY_TASK, 1, 20, 5, 0, 0, 0, FALSE },
  };
  SlTheorySet set = { SL_POLICY_EDF, SL_PROTOCOL_NONE, tasks, G_N_ELEMENTS (tasks), NULL, 0 };

  g_test_summary ("Under EDF a job that is due at the same time goes first by its release");

  /* From 0 to 2, 2 to 5, 5 to 6: one tick late. */
  assert_late (&set, "- - late");
  tasks[2].deadline = 6;
  assert_late (&set, "- - -");

  /* Twice in 70 ticks the first two come at 0: the first is listed first, the second is late. */
  tasks[0].deadline = 5;
  tasks[0].wcet = 3;
  assert_late (&set, "- late late");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/exact-test/offsets", test_offsets);
  g_test_add_func ("/exact-test/overload", test_overload);
  g_test_add_func ("/exact-test/locks", test_locks);
  g_test_add_func ("/exact-test/equal", test_equal);
  g_test_add_func ("/exact-test/edf", test_edf);
  return g_test_run ();
}
