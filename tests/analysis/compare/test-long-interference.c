/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Whose job took unusually long while another waited for it, in schedules that are worked out by hand. */

#include "sl-event-script.h"
#include "sl-long-interference.h"

/* Every 1000 ticks, 304 is released with 296 and runs first, from 40 ticks on; then 296 runs for 100. What 304
 * executes in each. */
static SlTrace *
load (const guint *busy, guint n_busy)
{
  g_autoptr (GString) script =
      g_string_new ("trace-start(256,1000) id(264,1) create(296,5) create(304,6) ");

  for (guint i = 0; i < n_busy; i++)
    {
      guint begin = 1000 + 1000 * i, end = begin + 40 + busy[i];

      g_string_append_printf (
          script, "@%u W R(304,1) R(296,2) S(304,304) /W(304) @%u E(304,1) S(296,296) C(296) ",
          begin, end);
      g_string_append_printf (script, "@%u E(296,1) S(264,264) C(264) ", end + 100);
    }
  g_string_append (script, "@9000 trace-stop");
  return sl_event_script_load (script->str);
}

static guint32
find_task (SlTrace *trace, guint64 task)
{
  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, task, 1);
}

/* With a deadline of 300 ticks for 296. @wcet: of 304; 0 for none */
static SlJobTable *
find_jobs (SlTrace *trace, gint64 wcet)
{
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  SlTaskRule late = { .deadline = 300, .deadline_from = SL_DEADLINE_OPTION };
  SlTaskRule busy = { .wcet = wcet };

  sl_task_rules_set (rules, find_task (trace, 296), &late);
  sl_task_rules_set (rules, find_task (trace, 304), &busy);
  return sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
}

static guint
find_place (SlJobTable *table, guint64 task, guint job)
{
  const SlJobTask *found =
      sl_job_table_find_task (table, find_task (sl_job_table_get_trace (table), task));

  g_assert_nonnull (found);
  g_assert_cmpuint (job, <=, found->n_jobs);
  return found->first + job - 1;
}

static void
test_unusual (void)
{
  static const guint busy[] = { 100, 110, 400, 90, 390, 100, 100, 100 };
  g_autoptr (SlTrace) trace = load (busy, G_N_ELEMENTS (busy));
  g_autoptr (SlJobTable) table = find_jobs (trace, 0);
  SlLongInterference found;

  g_test_summary (
      "A job that was late since another task's took four times as long as three quarters of those is told "
      "which; that one in four takes so long does not make it usual.");

  g_assert_true (sl_long_interference_find (table, find_place (table, 296, 3), &found));
  g_assert_cmpuint (found.number, ==, find_place (table, 304, 3));
  /* Of 90, 100, 100, 100, 100, 110, 390 the sixth. */
  g_assert_cmpint (found.usual, ==, 110);
  g_assert_false (found.is_wcet);
  g_assert_true (sl_long_interference_find (table, find_place (table, 296, 5), &found));
  g_assert_cmpuint (found.number, ==, find_place (table, 304, 5));

  g_assert_false (sl_long_interference_find (table, find_place (table, 296, 2), &found));
}

static void
test_usual (void)
{
  static const guint busy[] = { 400, 410, 400, 390, 405, 100, 100 };
  static const guint few[] = { 100, 400, 100 };
  g_autoptr (SlTrace) trace = load (busy, G_N_ELEMENTS (busy));
  g_autoptr (SlTrace) short_trace = load (few, G_N_ELEMENTS (few));
  g_autoptr (SlJobTable) table = find_jobs (trace, 0);
  g_autoptr (SlJobTable) few_jobs = find_jobs (short_trace, 0);
  SlLongInterference found;

  g_test_summary (
      "A job that takes as long as its task's often do is not named, nor is one of a task with few jobs.");

  g_assert_cmpint (sl_job_table_get (table, find_place (table, 296, 2))->flags & SL_JOB_MISSED, !=,
                   0);
  g_assert_false (sl_long_interference_find (table, find_place (table, 296, 2), &found));
  g_assert_cmpint (sl_job_table_get (few_jobs, find_place (few_jobs, 296, 2))->flags &
                       SL_JOB_MISSED,
                   !=, 0);
  g_assert_false (sl_long_interference_find (few_jobs, find_place (few_jobs, 296, 2), &found));
}

static void
test_wcet (void)
{
  static const guint busy[] = { 100, 400, 100 };
  g_autoptr (SlTrace) trace = load (busy, G_N_ELEMENTS (busy));
  g_autoptr (SlJobTable) table = find_jobs (trace, 150);
  g_autoptr (SlJobTable) allowed = find_jobs (trace, 400);
  SlLongInterference found;

  g_test_summary (
      "Where the WCET is known, a job beyond it is named however few there are, and one within it is not.");

  g_assert_true (sl_long_interference_find (table, find_place (table, 296, 2), &found));
  g_assert_cmpuint (found.number, ==, find_place (table, 304, 2));
  g_assert_cmpint (found.usual, ==, 150);
  g_assert_true (found.is_wcet);
  g_assert_false (sl_long_interference_find (allowed, find_place (allowed, 296, 2), &found));
}

static void
test_notable (void)
{
  static const guint busy[] = { 100, 100, 300, 100, 100, 100 };
  g_autoptr (SlTrace) trace = load (busy, G_N_ELEMENTS (busy));
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  SlTaskRule late = { .deadline = 1, .deadline_from = SL_DEADLINE_OPTION };
  g_autoptr (SlJobTable) table = NULL;
  SlLongInterference found;

  g_test_summary (
      "What a job took beyond the usual is named where it is more than a quarter of how late the other was.");

  sl_task_rules_set (rules, find_task (trace, 296), &late);
  table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
  /* 200 ticks beyond the usual of about 420 that it was late. */
  g_assert_true (sl_long_interference_find (table, find_place (table, 296, 3), &found));
  /* Nothing beyond the usual of about 220. */
  g_assert_false (sl_long_interference_find (table, find_place (table, 296, 4), &found));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/long-interference/unusual", test_unusual);
  g_test_add_func ("/long-interference/usual", test_usual);
  g_test_add_func ("/long-interference/wcet", test_wcet);
  g_test_add_func ("/long-interference/notable", test_notable);

  return g_test_run ();
}
