/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a job is unlike the other jobs of its task, in schedules that are worked out by hand. */

#include "sl-event-script.h"
#include "sl-job-contrast.h"

#define BOOT  "trace-start(256,1000) id(264,1) create(296,5) create(304,6) "
#define SLEEP "E(296,1) S(264,264) C(264) "

/* A job of 296 whose timer rings at @begin: released 10 ticks later and on the processor from 30
 * ticks on, when the handler has ended. */
#define JOB(begin, end) "@" begin " W R(296,1) S(296,296) /W(296) @" end " " SLEEP

static SlJobTable *
find_jobs (const char *script)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (script);

  return sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
}

/* @job: from 1, of the task 296 */
static guint
find_place (SlJobTable *table, guint job)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_job_table_get_trace (table));
  guint32 task = sl_object_table_find (objects, SL_OBJECT_TASK, 296, 1);
  const SlJobTask *found = sl_job_table_find_task (table, task);

  g_assert_nonnull (found);
  g_assert_cmpuint (job, <=, found->n_jobs);
  return found->first + job - 1;
}

static void
check_range (const SlContrastRange *range, gint64 ticks, gint64 least, gint64 most)
{
  g_assert_cmpint (range->ticks, ==, ticks);
  g_assert_cmpint (range->least, ==, least);
  g_assert_cmpint (range->most, ==, most);
}

/* Three jobs of 70, 50 and 270 ticks behind a handler of 20. */
static const char own_work[] =
    BOOT JOB ("100", "200") JOB ("300", "380") JOB ("500", "800") "@900 trace-stop";

/* Two of 70; in the third a handler takes 600-630, and 304 has the processor from there to 770, where
 * 296 goes on. */
static const char waiting[] = BOOT JOB ("100", "200") JOB (
    "300",
    "400") "@500 W R(296,1) S(296,296) /W(296) @600 W R(304,1) S(304,304) /W(304) @750 E(304,1) "
           "S(296,296) C(296) @810 " SLEEP "@900 trace-stop";

static void
test_execution (void)
{
  g_autoptr (SlJobTable) table = find_jobs (own_work);
  SlJobContrast contrast;
  SlJobReason reason;

  g_test_summary ("Of a job that executed longer than the others, what is beyond the longest of "
                  "them is the reason.");

  sl_job_contrast_find (table, find_place (table, 3), &contrast);
  g_assert_cmpuint (contrast.n_others, ==, 2);
  check_range (&contrast.response, 290, 70, 90);
  check_range (&contrast.causes[SL_CAUSE_EXECUTION], 270, 50, 70);
  check_range (&contrast.causes[SL_CAUSE_INTERRUPT], 20, 20, 20);
  g_assert_true (sl_contrast_range_is_beyond (&contrast.causes[SL_CAUSE_EXECUTION], 2));
  g_assert_false (sl_contrast_range_is_beyond (&contrast.causes[SL_CAUSE_INTERRUPT], 2));

  g_assert_true (sl_job_contrast_find_reason (table, find_place (table, 3), &reason));
  g_assert_cmpint (reason.part.cause, ==, SL_CAUSE_EXECUTION);
  g_assert_cmpint (reason.part.ticks, ==, 270);
  g_assert_cmpint (reason.beyond, ==, 270 - 70);
  check_range (&reason.usual, 270, 50, 70);
}

static void
test_within_the_usual (void)
{
  g_autoptr (SlJobTable) table = find_jobs (waiting);
  SlJobContrast contrast;
  SlJobReason reason;

  g_test_summary ("Own execution within the usual is not the reason, however long it is: what kept "
                  "the job waiting is.");

  sl_job_contrast_find (table, find_place (table, 3), &contrast);
  g_assert_cmpuint (contrast.n_others, ==, 2);
  g_assert_cmpint (contrast.causes[SL_CAUSE_PREEMPTED].most, ==, 0);
  g_assert_cmpint (contrast.causes[SL_CAUSE_PREEMPTED].ticks, ==, 140);
  g_assert_true (sl_job_contrast_find_reason (table, find_place (table, 3), &reason));
  g_assert_cmpint (reason.part.cause, ==, SL_CAUSE_PREEMPTED);
  g_assert_cmpint (reason.beyond, ==, 140);

  /* The first waited for the handler alone, although it executed far longer. */
  g_assert_true (sl_job_contrast_find_reason (table, find_place (table, 1), &reason));
  g_assert_cmpint (reason.part.cause, ==, SL_CAUSE_INTERRUPT);
  g_assert_cmpint (reason.beyond, ==, 20);
}

static void
test_late_by_itself (void)
{
  static const struct
  {
    gint64
        deadline; /* of a job that is preempted for 140 ticks, executes for 130 and waits for a handler for 20 */
    SlCause cause;
  } cases[] = { { 100, SL_CAUSE_EXECUTION }, { 200, SL_CAUSE_PREEMPTED } };
  g_autoptr (SlTrace) trace = sl_event_script_load (waiting);
  guint32 task = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, 296, 1);

  g_test_summary (
      "Of a job that would have been late had it never waited, its own execution is the reason.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
      SlTaskRule rule = { .deadline = cases[i].deadline, .deadline_from = SL_DEADLINE_OPTION };
      g_autoptr (SlJobTable) table = NULL;
      SlJobReason reason;

      sl_task_rules_set (rules, task, &rule);
      table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
      g_assert_true (sl_job_contrast_find_reason (table, find_place (table, 3), &reason));
      g_assert_cmpint (sl_job_table_get (table, find_place (table, 3))->flags & SL_JOB_MISSED, !=,
                       0);
      g_assert_cmpint (reason.part.cause, ==, cases[i].cause);
      g_assert_cmpint (reason.has_longer, ==, cases[i].cause == SL_CAUSE_EXECUTION);
    }
}

static void
test_alone (void)
{
  g_autoptr (SlJobTable) table = find_jobs (BOOT JOB ("100", "200") "@300 trace-stop");
  SlJobContrast contrast;
  SlContrastRange usual;

  g_test_summary ("A task's only job is compared with none, so that nothing of it is unusual.");

  sl_job_contrast_find (table, find_place (table, 1), &contrast);
  g_assert_cmpuint (contrast.n_others, ==, 0);
  g_assert_cmpint (contrast.response.ticks, ==, 90);
  g_assert_cmpint (contrast.causes[SL_CAUSE_EXECUTION].ticks, ==, 70);
  g_assert_false (sl_contrast_range_is_beyond (&contrast.response, contrast.n_others));
  g_assert_cmpuint (sl_job_contrast_get_usual_execution (table, find_place (table, 1), &usual), ==,
                    0);
}

static void
test_unfinished (void)
{
  g_autoptr (SlJobTable) table =
      find_jobs (BOOT JOB ("100", "200")
                     JOB ("300", "380") "@500 W R(296,1) S(296,296) /W(296) @900 trace-stop");
  SlContrastRange usual;

  g_test_summary ("A job that is not finished is compared with those that are, and they not with "
                  "it.");

  g_assert_cmpuint (sl_job_contrast_get_usual_execution (table, find_place (table, 3), &usual), ==,
                    2);
  check_range (&usual, 370, 50, 70);
  g_assert_cmpuint (sl_job_contrast_get_usual_execution (table, find_place (table, 1), &usual), ==,
                    1);
  check_range (&usual, 70, 50, 50);
}

static void
test_laws (void)
{
  static const char *const scripts[] = { own_work, waiting };

  g_test_summary ("The causes of a job add up to its response, and each job lies within the range "
                  "of all, one of which is the largest.");

  for (guint i = 0; i < G_N_ELEMENTS (scripts); i++)
    {
      g_autoptr (SlJobTable) table = find_jobs (scripts[i]);
      guint n_longest = 0;

      for (guint job = 1; job <= 3; job++)
        {
          SlJobContrast contrast;
          gint64 sum = 0;

          sl_job_contrast_find (table, find_place (table, job), &contrast);
          for (guint cause = 0; cause < SL_N_CAUSES; cause++)
            sum += contrast.causes[cause].ticks;
          g_assert_cmpint (sum, ==, contrast.response.ticks);
          n_longest += sl_contrast_range_is_beyond (&contrast.response, contrast.n_others);
        }
      g_assert_cmpuint (n_longest, ==, 1);
    }
}

static void
test_stands_out (void)
{
  static const SlContrastRange a_little = { .ticks = 1009, .least = 0, .most = 1000 };
  static const SlContrastRange enough = { .ticks = 1010, .least = 0, .most = 1000 };

  g_test_summary ("What is beyond the other jobs by less than a hundredth of the response does not "
                  "stand out.");

  g_assert_true (sl_contrast_range_is_beyond (&a_little, 2));
  g_assert_false (sl_contrast_range_stands_out (&a_little, 2, 1000));
  g_assert_true (sl_contrast_range_stands_out (&enough, 2, 1000));
  g_assert_false (sl_contrast_range_stands_out (&enough, 0, 1000));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/job-contrast/execution", test_execution);
  g_test_add_func ("/job-contrast/within-the-usual", test_within_the_usual);
  g_test_add_func ("/job-contrast/alone", test_alone);
  g_test_add_func ("/job-contrast/unfinished", test_unfinished);
  g_test_add_func ("/job-contrast/late-by-itself", test_late_by_itself);
  g_test_add_func ("/job-contrast/stands-out", test_stands_out);
  g_test_add_func ("/job-contrast/laws", test_laws);
  return g_test_run ();
}
