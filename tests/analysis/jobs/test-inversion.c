/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"
#include "sl-inversion.h"
#include "sl-random-events.h"
#include "sl-scenario-trace.h"
#include "sl-shark-scenario.h"

/* Low has 304, medium 312, high 296. */
#define BOOT                                                                                  \
  "trace-start(264,1000) id(264,1) @20 A(304) S(304,304) C(304) @60 lock(304,0x2000) @100 W " \
  "A(296) S(296,296) /W(296) "

static char *
print_object (SlTrace *trace, guint32 object)
{
  if (object == 0)
    return g_strdup ("-");

  return sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), object));
}

static char *
print_inversions (SlTrace *trace, const SlTaskRules *rules)
{
  g_autoptr (SlJobTable) table =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
  g_autoptr (GArray) found = sl_inversions_find (table, NULL, NULL);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < found->len; i++)
    {
      const SlInversion *wait = &g_array_index (found, SlInversion, i);
      g_autofree char *task = print_object (trace, wait->task);
      g_autofree char *intruder = print_object (trace, wait->intruder);

      g_string_append_printf (text, "%s%s %" G_GINT64_FORMAT "-%" G_GINT64_FORMAT,
                              i > 0 ? "; " : "", task, wait->span.begin, wait->span.end);
      for (guint link = 0; link < wait->n_links; link++)
        {
          g_autofree char *lock = print_object (trace, wait->chain[link].lock);
          g_autofree char *holder = print_object (trace, wait->chain[link].holder);

          g_string_append_printf (text, " %s/%s", lock, holder);
        }
      g_string_append_printf (text, " %s %" G_GINT64_FORMAT, intruder, wait->intruder_ticks);
    }

  return g_string_free (text, FALSE);
}

static void
check (const char *script, const char *expected)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (script);
  g_autofree char *found = print_inversions (trace, NULL);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_bounded (void)
{
  g_test_summary ("With inheritance a waiting task is kept only by the critical section: what runs "
                  "in between is more urgent.");

  check (BOOT
         "@200 lock(296,0x2000) S(304,296) inheritance(304,296) C(304) @300 "
         "unlock(304,0x2000) S(296,296) inheritance(296,296) C(296) @400 unlock(296,0x2000) "
         "S(296,296) inheritance(296,296) C(296) @450 E(296) S(304,304) C(304) @500 trace-stop",
         "task:296 230-300 mutex:0x2000/task:304 - 0");
}

static void
test_unbounded (void)
{
  g_test_summary ("Without inheritance a task that needs no lock keeps the waiting one from "
                  "running, for as long as it likes.");

  check (BOOT "@200 lock(296,0x2000) S(304,304) C(304) @250 W A(312) S(312,312) /W(312) @400 "
              "E(312) S(304,304) C(304) @500 unlock(304,0x2000) S(296,296) C(296) @600 E(296) "
              "S(304,304) C(304) @700 trace-stop",
         "task:296 220-500 mutex:0x2000/task:304 task:312 140");
}

static void
test_chain (void)
{
  g_test_summary ("A holder may wait itself: the chain tells who held what.");

  check ("trace-start(264,1000) id(264,1) @20 A(304) S(304,304) C(304) @60 lock(304,0x2000) @100 "
         "W A(312) S(312,312) /W(312) @150 lock(312,0x3000) @170 lock(312,0x2000) S(304,312) "
         "inheritance(304,312) C(304) @200 W A(296) S(296,296) /W(296) @250 lock(296,0x3000) "
         "S(304,296) inheritance(304,296) C(304) @300 unlock(304,0x2000) S(312,296) "
         "inheritance(312,296) C(312) @350 unlock(312,0x2000) S(312,296) inheritance(312,296) "
         "C(312) @400 unlock(312,0x3000) S(296,296) inheritance(296,296) C(296) @450 E(296) "
         "S(312,312) C(312) @500 trace-stop",
         "task:312 200-300 mutex:0x2000/task:304 - 0; "
         "task:296 280-400 mutex:0x3000/task:312 mutex:0x2000/task:304 - 0");
}

static void
test_priorities (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      BOOT "@200 lock(296,0x2000) S(304,304) C(304) @250 W A(312) S(312,312) /W(312) @400 E(312) "
           "S(304,304) C(304) @500 unlock(304,0x2000) S(296,296) C(296) @600 trace-stop");
  SlObjectTable *objects = sl_trace_get_objects (trace);
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autofree char *bounded = NULL;
  g_autofree char *none = NULL;
  SlTaskRule rule = { .has_priority = TRUE, .priority = 2 };

  g_test_summary ("Known priorities count: a more urgent task does not intrude, and waiting for "
                  "a more urgent one is not an inversion.");

  sl_task_rules_set (rules, sl_object_table_find (objects, SL_OBJECT_TASK, 296, 1), &rule);
  rule.priority = 3;
  sl_task_rules_set (rules, sl_object_table_find (objects, SL_OBJECT_TASK, 312, 1), &rule);
  bounded = print_inversions (trace, rules);
  g_assert_cmpstr (bounded, ==, "task:296 220-500 mutex:0x2000/task:304 - 0");

  sl_task_rules_set (rules, sl_object_table_find (objects, SL_OBJECT_TASK, 304, 1), &rule);
  none = print_inversions (trace, rules);
  g_assert_cmpstr (none, ==, "");
}

/* 304 holds a lock that 296 waits for; 312 runs in between. */
static char *
print_with_policy (const char *policy, const gint64 *priorities)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      BOOT "@200 lock(296,0x2000) S(304,304) C(304) @250 W A(312) S(312,312) /W(312) @400 E(312) "
           "S(304,304) C(304) @500 unlock(304,0x2000) S(296,296) C(296) @600 trace-stop");
  static const guint64 contexts[] = { 296, 304, 312 };
  SlObjectTable *objects = sl_trace_get_objects (trace);
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  const SlSchedulerRule scheduler = { .policy = policy };

  sl_task_rules_set_scheduler (rules, &scheduler);
  for (guint i = 0; i < G_N_ELEMENTS (contexts); i++)
    {
      SlTaskRule rule = { .name = "t",
                          .has_priority = priorities != NULL,
                          .priority = priorities != NULL ? priorities[i] : 0 };

      sl_task_rules_set (rules, sl_object_table_find (objects, SL_OBJECT_TASK, contexts[i], 1),
                         &rule);
    }
  return print_inversions (trace, rules);
}

static void
test_no_priorities (void)
{
  static const char *const policies[] = { "rr", "fifo" };
  static const gint64 equal[] = { 2, 2, 2 }, below[] = { 2, 2, 1 }, holder_below[] = { 2, 1, 2 };
  const char *with_intruder = "task:296 220-500 mutex:0x2000/task:304 task:312 140";
  const char *without = "task:296 220-500 mutex:0x2000/task:304 - 0";

  g_test_summary ("Where no task is less urgent than the one that waits, no priority is inverted: "
                  "under round robin, first in, first out, and between equals.");

  for (guint i = 0; i < G_N_ELEMENTS (policies); i++)
    {
      g_autofree char *text = print_with_policy (policies[i], NULL);

      g_assert_cmpstr (text, ==, "");
    }

  g_autofree char *none = print_with_policy ("fp", equal);
  g_autofree char *unbounded = print_with_policy ("fp", below);
  g_autofree char *bounded = print_with_policy ("fp", holder_below);

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (unbounded, ==, with_intruder);
  g_assert_cmpstr (bounded, ==, without);
}

static void
test_scenario (void)
{
  g_autoptr (SlSharkTruth) truth = sl_shark_truth_new ();
  g_autoptr (GPtrArray) files =
      sl_shark_scenario_make (sl_shark_scenarios_find ("mutex-inheritance"), truth);
  g_autoptr (SlTrace) trace = sl_scenario_load (files);
  g_autoptr (SlJobTable) table =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  g_autoptr (GArray) found = sl_inversions_find (table, NULL, NULL);

  g_test_summary ("The kernel with inheritance has only bounded inversions, each in a job.");

  g_assert_cmpuint (found->len, >, 0);
  for (guint i = 0; i < found->len; i++)
    {
      g_assert_cmpint (g_array_index (found, SlInversion, i).intruder_ticks, ==, 0);
      g_assert_cmpuint (g_array_index (found, SlInversion, i).job, !=, G_MAXUINT);
    }
}

static void
test_any_order (void)
{
  g_test_summary ("Whatever events come in whatever order: an inversion has a chain of different "
                  "holders, none of them the one who waits, and nobody intrudes for longer than "
                  "the wait.");

  for (guint seed = 0; seed < 200; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      g_autoptr (SlJobTable) table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
      g_autoptr (GArray) found = sl_inversions_find (table, NULL, NULL);

      for (guint i = 0; i < found->len; i++)
        {
          const SlInversion *wait = &g_array_index (found, SlInversion, i);

          g_assert_cmpuint (wait->n_links, >, 0);
          g_assert_cmpint (wait->intruder_ticks, <=, sl_span_duration (wait->span));
          g_assert_cmpint (wait->intruder_ticks > 0, ==, wait->intruder != 0);
          for (guint one = 0; one < wait->n_links; one++)
            {
              g_assert_cmpuint (wait->chain[one].holder, !=, wait->task);
              for (guint other = 0; other < one; other++)
                g_assert_cmpuint (wait->chain[one].holder, !=, wait->chain[other].holder);
            }
        }
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/inversion/bounded", test_bounded);
  g_test_add_func ("/inversion/unbounded", test_unbounded);
  g_test_add_func ("/inversion/chain", test_chain);
  g_test_add_func ("/inversion/priorities", test_priorities);
  g_test_add_func ("/inversion/no-priorities", test_no_priorities);
  g_test_add_func ("/inversion/scenario", test_scenario);
  g_test_add_func ("/inversion/any-order", test_any_order);

  return g_test_run ();
}
