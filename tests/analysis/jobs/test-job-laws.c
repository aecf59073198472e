/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-splitter.h"
#include "sl-random-events.h"

static gint64
running_between (SlTrace *trace, guint lane, SlSpan span)
{
  const SlTrack *states = sl_lane_get_track (sl_trace_get_lane (trace, lane), SL_ROLE_STATES);
  gint64 sum = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, states, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    if (item.state == SL_STATE_RUNNING)
      sum += MIN (item.end, span.end) - MAX (item.begin, span.begin);

  return sum;
}

static void
check_job (SlTrace *trace, const SlJobTask *task, const SlJob *job, GArray *parts)
{
  SlTime begin = job->release != SL_JOB_NEVER ? job->release : job->eligible;
  gint64 sum = 0, own = 0;

  g_assert_cmpint (begin, <=, job->eligible);
  g_assert_cmpint (job->eligible, <=, job->end);
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      g_assert_cmpint (part->ticks, >, 0);
      sum += part->ticks;
      if (part->cause == SL_CAUSE_EXECUTION || part->cause == SL_CAUSE_OVERRUN)
        own += part->ticks;
      if (i > 0)
        g_assert_cmpint (part[-1].ticks, >=, part->ticks);
      for (guint j = 0; j < i; j++)
        {
          const SlJobPart *other = &g_array_index (parts, SlJobPart, j);

          g_assert_false (part->cause == other->cause && part->object == other->object &&
                          part->other == other->other);
        }
    }

  g_assert_cmpint (sum, ==, job->end - begin);
  g_assert_cmpint (own, ==, job->execution);
  g_assert_cmpint (own, ==,
                   running_between (trace, task->lane, (SlSpan) { job->eligible, job->end }));
  if (job->start != SL_JOB_NEVER)
    g_assert_true (job->start >= job->eligible && job->start < job->end);
}

static void
check_trace (SlTrace *trace, SlJobTable *table)
{
  guint n_jobs = 0;

  for (guint t = 0; t < sl_job_table_get_n_tasks (table); t++)
    {
      const SlJobTask *task = sl_job_table_get_task (table, t);

      g_assert_cmpuint (task->first, ==, n_jobs);
      for (guint i = task->first; i < task->first + task->n_jobs; i++)
        {
          const SlJob *job = sl_job_table_get (table, i);
          g_autoptr (GArray) parts = sl_job_table_dup_parts (table, i);

          g_assert_cmpuint (job->task, ==, task->task);
          g_assert_cmpuint (job->number, ==, i - task->first + 1);
          if (i > task->first)
            g_assert_cmpint (job->eligible, >=, job[-1].end);
          check_job (trace, task, job, parts);
        }
      n_jobs += task->n_jobs;
    }

  g_assert_cmpuint (n_jobs, ==, sl_job_table_get_n_jobs (table));
}

/* Gives some tasks rules, so that overruns and deadlines occur. */
static SlTaskRules *
make_rules (SlTrace *trace, GRand *rand)
{
  SlTaskRules *rules = sl_task_rules_new ();

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      SlTaskRule rule = {
        .deadline = g_rand_int_range (rand, 0, 200),
        .deadline_from = SL_DEADLINE_MODEL,
        .wcet = g_rand_int_range (rand, 0, 40),
      };

      if (lane->type == SL_LANE_TASK && g_rand_boolean (rand))
        sl_task_rules_set (rules, lane->object, &rule);
    }

  return rules;
}

static void
test_sums (void)
{
  guint64 n_jobs = 0;

  g_test_summary ("Whatever events come in whatever order: the parts of each job's time do not "
                  "repeat and add up to it, its execution is what its lane says, and the jobs of "
                  "a task are done one after another.");

  for (guint seed = 0; seed < 300; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      g_autoptr (SlTaskRules) rules = make_rules (trace, rand);
      g_autoptr (SlJobTable) table =
          sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, NULL);

      g_test_message ("seed %u", seed);
      check_trace (trace, table);
      n_jobs += sl_job_table_get_n_jobs (table);
    }

  g_assert_cmpuint (n_jobs, >, 3000);
}

static void
check_same (SlJobTable *one, SlJobTable *other)
{
  g_assert_cmpuint (sl_job_table_get_n_jobs (one), ==, sl_job_table_get_n_jobs (other));
  for (guint i = 0; i < sl_job_table_get_n_jobs (one); i++)
    g_assert_cmpmem (sl_job_table_get (one, i), sizeof (SlJob), sl_job_table_get (other, i),
                     sizeof (SlJob));
}

static void
test_rules (void)
{
  g_test_summary ("Other rules for found jobs give the same as finding them by those rules, and "
                  "misses are listed by time.");

  for (guint seed = 0; seed < 100; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      g_autoptr (SlTaskRules) rules = make_rules (trace, rand);
      g_autoptr (SlJobTable) plain = sl_job_table_new (trace, 0, NULL, NULL, NULL);
      g_autoptr (SlJobTable) ruled = sl_job_table_new (trace, 0, rules, NULL, NULL);
      g_autoptr (SlJobTable) changed = sl_job_table_with_rules (plain, rules);
      g_autoptr (SlJobTable) again = sl_job_table_with_rules (ruled, NULL);
      guint n_misses, n_clear;
      const guint *misses = sl_job_table_get_misses (ruled, TRUE, &n_misses);

      check_same (ruled, changed);
      check_same (plain, again);
      sl_job_table_get_misses (ruled, FALSE, &n_clear);
      g_assert_cmpuint (n_clear, <=, n_misses);
      for (guint i = 1; i < n_misses; i++)
        g_assert_cmpint (sl_job_get_miss_time (sl_job_table_get (ruled, misses[i - 1])), <=,
                         sl_job_get_miss_time (sl_job_table_get (ruled, misses[i])));
    }
}

static void
test_cancelled (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);
  g_autoptr (SlTrace) trace = sl_random_trace (rand);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("Who no longer wants the jobs gets none.");

  g_cancellable_cancel (cancellable);
  g_assert_null (sl_job_table_new (trace, 0, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job-laws/sums", test_sums);
  g_test_add_func ("/job-laws/rules", test_rules);
  g_test_add_func ("/job-laws/cancelled", test_cancelled);

  return g_test_run ();
}
