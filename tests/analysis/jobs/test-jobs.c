/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"
#include "sl-job-splitter.h"

#define BOOT "trace-start(256,1000) id(264,1) create(296,5) create(304,6) "

static SlJobTable *
find_jobs (SlTrace *trace)
{
  return sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
}

static guint32
find_task (SlTrace *trace, guint64 context)
{
  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, context, 1);
}

/* "release-end" of each job of the task, with letters for its flags. */
static char *
print_jobs (SlJobTable *table, guint64 context)
{
  const SlJobTask *task =
      sl_job_table_find_task (table, find_task (sl_job_table_get_trace (table), context));
  GString *text = g_string_new (NULL);

  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (job->release != SL_JOB_NEVER)
        g_string_append_printf (text, "%" G_GINT64_FORMAT, job->release);
      g_string_append_printf (text, "-%" G_GINT64_FORMAT "%s%s%s%s ", job->end,
                              job->flags & SL_JOB_FINISHED ? "" : "!",
                              job->flags & SL_JOB_QUEUED ? "q" : "",
                              job->flags & SL_JOB_ABORTED ? "a" : "",
                              job->flags & SL_JOB_LOST ? "l" : "");
    }

  if (text->len > 0)
    g_string_truncate (text, text->len - 1);
  return g_string_free (text, FALSE);
}

static void
check_jobs (const char *script, guint64 context, const char *expected)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (script);
  g_autoptr (SlJobTable) table = find_jobs (trace);
  g_autofree char *found = print_jobs (table, context);

  g_assert_cmpstr (found, ==, expected);
}

static void
test_releases (void)
{
  g_test_summary ("A release by timer counts, an activation that comes with one does not; tasks "
                  "that have no timer are released by activations, and queue.");

  check_jobs (BOOT "@100 A(296) R(296,1) S(296,296) C(296) E(296,1) S(264,264) C(264) @200 W "
                   "R(296,1) S(296,296) /W(296) @300 E(296,1) S(264,264) C(264) @400 trace-stop",
              296, "110-140 210-300");
  check_jobs (BOOT "@100 A(296) S(296,296) C(296) @150 A(296) @200 E(296) S(296,296) C(296) "
                   "@300 E(296) S(264,264) C(264) @400 trace-stop",
              296, "100-200 150-300q");
}

static void
test_start (void)
{
  static const char *const ends[] = {
    "@300 W R(304,1) S(304,304) /W(304)",           /* an interrupt of 10 ticks */
    "@300 W @300 R(304,1) @300 S(304,304) /W(304)", /* of none */
    "@290 A(304) S(304,304) C(304)",                /* what the job itself does */
    "@300 S(304,304) C(304)",                       /* the scheduler only now has chosen */
  };

  g_test_summary (
      "A job that waits for the one before starts where that ends and is preempted, "
      "also by a timer that takes no time or by what it does itself; not where the scheduler "
      "chooses another task at that end.");

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *script =
          g_strconcat (BOOT "@100 W R(296,1) S(296,296) /W(296) @150 W R(296,1) /W(296) @200 "
                            "E(296,1) ",
                       i < 3 ? "@200 S(296,296) C(296) " : "", ends[i],
                       " @400 E(304,1) S(296,296) C(296) @500 E(296,1) @600 trace-stop", NULL);
      g_autoptr (SlTrace) trace = sl_event_script_load (script);
      g_autoptr (SlJobTable) table = find_jobs (trace);
      const SlJob *job =
          sl_job_table_get (table, sl_job_table_find_task (table, find_task (trace, 296))->first) +
          1;

      g_assert_cmpint (job->release, ==, 160);
      g_assert_cmpint (job->start, ==, i < 3 ? 200 : 420);
      g_assert_cmpuint (job->preemptions, ==, i < 3 ? 1 : 0);
    }
}

static void
test_early_miss (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      "trace-start(296,1000) id(264,1) id(296,5) @50 W task-deadline-miss(296,0) /W(296) @80 "
      "E(296,1) S(264,264) C(264) @100 W R(296,1) S(296,296) /W(296) @150 E(296,1) S(264,264) "
      "C(264) @200 trace-stop");
  g_autoptr (SlJobTable) table = find_jobs (trace);
  const SlJobTask *task = sl_job_table_find_task (table, find_task (trace, 296));
  guint n_misses;

  g_test_summary ("A miss before the first release belongs to the job that the trace began with.");

  g_assert_cmpuint (task->n_jobs, ==, 2);
  g_assert_cmpuint (sl_job_table_get_misses (table, FALSE, &n_misses)[0], ==, task->first);
  g_assert_cmpuint (n_misses, ==, 1);
}

static void
test_skipped (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      BOOT "@100 A(296) R(296,1) S(296,296) C(296) @150 A(296) S(296,296) C(296) @200 E(296,1) "
           "S(264,264) C(264) @300 trace-stop");
  g_autoptr (SlJobTable) table = find_jobs (trace);
  g_autofree char *found = print_jobs (table, 296);

  g_test_summary ("An activation of a task that is not asleep, and has releases by timer, is "
                  "counted as skipped.");

  g_assert_cmpstr (found, ==, "110-200");
  g_assert_cmpuint (sl_job_table_find_task (table, find_task (trace, 296))->n_skipped, ==, 1);
}

static void
test_ends (void)
{
  g_test_summary ("A job that its task's end takes away is aborted; one that the trace's end cuts "
                  "is just not finished; one that began before the trace has no release.");

  check_jobs (BOOT
              "@100 A(296) S(296,296) C(296) @200 end(296,5) S(264,264) C(264) @300 trace-stop",
              296, "100-200!a");
  check_jobs (BOOT "@100 A(296) S(296,296) C(296) @300 trace-stop", 296, "100-300!");
  check_jobs ("trace-start(296,1000) @100 E(296) S(264,264) C(264) @300 trace-stop", 296, "-100");
  check_jobs ("trace-start(296,1000) @100 E(296) S(296,296) C(296) @150 A(296) @200 E(296) "
              "S(296,296) C(296) @250 A(296) @300 E(296) S(296,296) C(296) @400 E(296) S(264,264) "
              "C(264) @500 trace-stop",
              296, "-100 -200q 150-300q 250-400q");
}

static void
test_recharge (void)
{
  g_test_summary ("A timer that recharges the budget of a throttled task releases no job.");

  check_jobs ("trace-start(264,1000) @100 W A(296) + S(296,296) + /W(296) "
              "@200 W S(264,264) /W(264) @300 W + R(296) S(296,296) + /W(296) "
              "@400 E(296,2) S(264,264) C(264) @500 trace-stop",
              296, "110-400");
}

static void
test_gap (void)
{
  g_test_summary ("A job that was open when recording stopped, and still is when the next one is "
                  "released, is lost; those after it are not shifted.");

  check_jobs (BOOT "@100 A(296) S(296,296) C(296) @200 blackout-start @300 blackout-end @400 "
                   "A(296) S(296,296) C(296) @500 E(296) S(264,264) C(264) @600 trace-stop",
              296, "100-200!l 400-500");
}

static void
test_ceiling (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      BOOT "@50 A(304) S(304,304) C(304) @80 lock(304,0x2000) @100 W R(296,1) S(304,296) /W(304) "
           "@200 unlock(304,0x2000) S(296,296) inheritance(296,296) C(296) @280 E(296,1) "
           "S(304,304) C(304) @400 trace-stop");
  g_autoptr (SlJobTable) table = find_jobs (trace);
  const SlJobTask *task = sl_job_table_find_task (table, find_task (trace, 296));
  g_autoptr (GArray) parts = sl_job_table_dup_parts (table, task->first);
  const SlJobPart *part = &g_array_index (parts, SlJobPart, 0);

  g_test_summary ("A ready task that a ceiling holds back while another runs by its priority is "
                  "blocked by that one and its lock, not preempted.");

  g_assert_cmpint (part->cause, ==, SL_CAUSE_BLOCKED);
  g_assert_cmpuint (part->object, ==,
                    sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_MUTEX, 0x2000,
                                          1));
  g_assert_cmpuint (part->other, ==, find_task (trace, 304));
  g_assert_true (part->is_ceiling);
  g_assert_cmpint (part->ticks, ==, 70);
  sl_event_script_check (trace, "task:304", SL_ROLE_CEILING, "120 active task:296, 210");
  sl_event_script_check (trace, "task:304", SL_ROLE_INHERITS, "");
}

static void
test_deadlines (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      BOOT "@100 W R(296,1) S(296,296) /W(296) @180 W task-deadline-miss(296,0) /W(296) @200 W "
           "R(296,1) /W(296) @250 E(296,1) S(296,296) C(296) @280 E(296,1) S(264,264) C(264) "
           "@300 W R(296,1) S(296,296) /W(296) @390 E(296,1) S(264,264) C(264) @500 trace-stop");
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlJobTable) table = find_jobs (trace);
  g_autoptr (SlJobTable) ruled = NULL;
  const SlJob *jobs = sl_job_table_get (table, 0);
  guint n_misses;
  gint64 lateness;

  g_test_summary ("A recorded miss tells its deadline, else the next release is taken; an option "
                  "overrides both, but a recorded miss stays one.");

  g_assert_cmpuint (jobs[0].deadline_from, ==, SL_DEADLINE_TRACE);
  g_assert_cmpint (jobs[0].deadline, ==, 190);
  g_assert_true (sl_job_get_lateness (&jobs[0], &lateness) && lateness == 60);
  g_assert_cmpuint (jobs[1].deadline_from, ==, SL_DEADLINE_INFERRED);
  g_assert_true (jobs[1].flags & SL_JOB_MET);
  g_assert_cmpuint (jobs[2].deadline_from, ==, SL_DEADLINE_UNKNOWN);
  g_assert_false (jobs[2].flags & (SL_JOB_MET | SL_JOB_MISSED));

  sl_task_rules_set_deadline (rules, jobs[0].task, 170);
  ruled = sl_job_table_with_rules (table, rules);
  jobs = sl_job_table_get (ruled, 0);
  g_assert_cmpuint (jobs[0].deadline_from, ==, SL_DEADLINE_OPTION);
  g_assert_cmpint (jobs[0].deadline, ==, 280);
  g_assert_true (jobs[0].flags & SL_JOB_MISSED);
  g_assert_true (jobs[1].flags & SL_JOB_MET);
  g_assert_true (jobs[2].flags & SL_JOB_MET);
  sl_job_table_get_misses (ruled, FALSE, &n_misses);
  g_assert_cmpuint (n_misses, ==, 1);
  g_assert_cmpuint (sl_job_table_find_at (ruled, jobs[0].task, 260), ==, 1);
  g_assert_cmpuint (sl_job_table_find_at (ruled, jobs[0].task, 285), ==, G_MAXUINT);
}

static void
test_marked (void)
{
  g_autoptr (SlTrace) trace =
      sl_event_script_load (BOOT "@100 A(296) S(296,296) C(296) @150 A(296) @200 E(296) S(296,296) "
                                 "C(296) @300 E(296) S(264,264) C(264) @400 trace-stop");
  g_autoptr (SlJobTable) table = find_jobs (trace);
  guint32 task = find_task (trace, 296);

  g_test_summary ("A job's own release and finish are its own, also where jobs of a task queue.");

  g_assert_cmpuint (sl_job_table_find_marked (table, task, SL_KIND_TASK_ACTIVATE, 100), ==, 0);
  g_assert_cmpuint (sl_job_table_find_marked (table, task, SL_KIND_TASK_ACTIVATE, 150), ==, 1);
  g_assert_cmpuint (sl_job_table_find_marked (table, task, SL_KIND_TASK_END_CYCLE, 200), ==, 0);
  g_assert_cmpuint (sl_job_table_find_marked (table, task, SL_KIND_TASK_END_CYCLE, 300), ==, 1);
  g_assert_cmpuint (sl_job_table_find_marked (table, task, G_MAXUINT32, 150), ==, 0);
  g_assert_cmpuint (sl_job_table_find_marked (table, task, G_MAXUINT32, 200), ==, 1);
  g_assert_cmpuint (sl_job_table_find_marked (table, task, G_MAXUINT32, 350), ==, G_MAXUINT);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/jobs/releases", test_releases);
  g_test_add_func ("/jobs/start", test_start);
  g_test_add_func ("/jobs/skipped", test_skipped);
  g_test_add_func ("/jobs/early-miss", test_early_miss);
  g_test_add_func ("/jobs/ends", test_ends);
  g_test_add_func ("/jobs/recharge", test_recharge);
  g_test_add_func ("/jobs/gap", test_gap);
  g_test_add_func ("/jobs/ceiling", test_ceiling);
  g_test_add_func ("/jobs/deadlines", test_deadlines);
  g_test_add_func ("/jobs/marked", test_marked);

  return g_test_run ();
}
