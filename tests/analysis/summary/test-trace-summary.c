/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"
#include "sl-job-statistics.h"
#include "sl-random-events.h"
#include "sl-trace-summary.h"

#define BOOT "trace-start(256,1000) id(264,1) create(296,5) create(304,6) "

static const SlTaskSummary *
find (const SlTraceSummary *summary, const SlJobTable *table, guint64 context)
{
  guint32 task = sl_object_table_find (sl_trace_get_objects (sl_job_table_get_trace (table)),
                                       SL_OBJECT_TASK, context, 1);

  for (guint i = 0; i < summary->tasks->len; i++)
    {
      const SlTaskSummary *line = &g_array_index (summary->tasks, SlTaskSummary, i);

      if (line->task == task)
        return line;
    }

  return NULL;
}

/* A job of 296 from 100 to 150, another from 200 to 290. */
static void
test_worst (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (
      BOOT "@100 A(296) S(296,296) C(296) @150 E(296,1) S(264,264) C(264) "
           "@200 A(296) S(296,296) C(296) @290 E(296,1) S(264,264) C(264) @400 trace-stop");
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  guint32 task = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, 296, 1);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (SlTraceSummary) summary = NULL;
  const SlTaskSummary *line;

  g_test_summary ("The worst response is the longest, beside the deadline of its own job.");

  sl_task_rules_set_deadline (rules, task, 60);
  table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);
  summary = sl_trace_summary_new (table);
  line = find (summary, table, 296);

  g_assert_nonnull (line);
  g_assert_cmpuint (line->n_jobs, ==, 2);
  g_assert_cmpint (line->response, ==, 90);
  g_assert_cmpint (line->limit, ==, 60);
  g_assert_true (line->is_late);
  g_assert_false (line->is_open);
  g_assert_cmpuint (line->n_misses, ==, 1);
  g_assert_cmpuint (summary->n_misses, ==, 1);
  g_assert_cmpuint (summary->worst_miss, ==, line->worst);
  g_assert_cmpuint (sl_job_table_get (table, line->worst)->number, ==, 2);
  /* 264, 296, and 304, which did nothing. */
  g_assert_cmpuint (summary->n_tasks, ==, 3);
  g_assert_null (find (summary, table, 304));
}

/* What the statistics say of the task, which are worked out apart. */
static void
check_task (const SlTraceSummary *summary, const SlJobTable *table, const SlJobTask *task)
{
  SlJobStatistics statistics;

  sl_job_statistics_init (&statistics, table, task);
  for (guint i = 0; i < summary->tasks->len; i++)
    {
      const SlTaskSummary *line = &g_array_index (summary->tasks, SlTaskSummary, i);

      if (line->task != task->task)
        continue;

      g_assert_cmpuint (line->n_misses, ==, statistics.n_misses);
      g_assert_cmpfloat (line->share, >=, 0);
      g_assert_cmpfloat (line->share, <=, 1);
      if (statistics.response.count > 0)
        g_assert_cmpint (line->response, >=, statistics.response.max);
      if (statistics.response.count > 0 && !line->is_open)
        g_assert_cmpint (line->response, ==, statistics.response.max);
    }
}

static void
test_laws (void)
{
  g_test_summary (
      "The summary says what the statistics of the jobs say; what is worst is one of the "
      "jobs that are counted.");

  for (guint seed = 0; seed < 60; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      g_autoptr (SlJobTable) table =
          sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
      g_autoptr (SlTraceSummary) summary = sl_trace_summary_new (table);
      guint n_misses;

      for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
        check_task (summary, table, sl_job_table_get_task (table, i));
      sl_job_table_get_misses (table, FALSE, &n_misses);
      g_assert_true ((summary->worst_miss != G_MAXUINT) == (n_misses > 0));
      g_assert_true ((summary->worst_overrun != G_MAXUINT) == (summary->n_overruns > 0));
      g_assert_cmpfloat (summary->busy, >=, 0);
      g_assert_cmpfloat (summary->busy, <=, 1);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/trace-summary/worst", test_worst);
  g_test_add_func ("/trace-summary/laws", test_laws);

  return g_test_run ();
}
