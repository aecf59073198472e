/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-random-events.h"
#include "sl-task-load.h"

#define N_COLUMNS 24

/* Whether a job that counts is due by @time and still runs after it. */
static gboolean
is_short (const SlJobTable *table, const SlJobTask *task, SlSpan span, SlTime time)
{
  const SlTrack *states =
      sl_lane_get_track (sl_trace_get_lane (sl_job_table_get_trace (table), task->lane),
                         SL_ROLE_STATES);

  for (guint i = 0; i < task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, task->first + i);
      SlTrackIter iter;
      SlItem item;

      if (job->release == SL_JOB_NEVER || job->release < span.begin || job->deadline > time)
        continue;

      sl_track_iter_init (&iter, states, MAX (time, job->eligible));
      while (sl_track_iter_next (&iter, &item) && item.begin < job->end)
        if (item.state == SL_STATE_RUNNING && MIN (item.end, job->end) > MAX (time, job->eligible))
          return TRUE;
    }
  return FALSE;
}

static void
check_task (const SlJobTable *table, const SlJobTask *task, SlSpan span)
{
  SlTaskLoad load[N_COLUMNS], whole;
  guint64 running = 0;

  sl_task_load_fill (table, task->task, span, load, N_COLUMNS);
  sl_task_load_fill (table, task->task, span, &whole, 1);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      SlTime end = span.begin + sl_span_duration (span) * (i + 1) / N_COLUMNS;

      running += load[i].running;
      g_assert_cmpuint (load[i].supply, <=, running);
      g_assert_cmpuint (load[i].demand, <=, load[i].supply + load[i].missing);
      g_assert_cmpint (load[i].missing > 0, ==, is_short (table, task, span, end));
      if (i == 0)
        continue;

      g_assert_cmpuint (load[i].supply, >=, load[i - 1].supply);
      g_assert_cmpuint (load[i].demand, >=, load[i - 1].demand);
    }
  g_assert_cmpuint (running, ==, whole.running);
  g_assert_cmpuint (load[N_COLUMNS - 1].demand, ==, whole.demand);
  g_assert_cmpuint (load[N_COLUMNS - 1].supply, ==, whole.supply);
}

static void
test_laws (void)
{
  g_test_summary ("Columns add up to the whole; something is missing exactly where a job is due "
                  "and has not had what it needs; with it the supply covers the demand.");

  for (guint seed = 0; seed < 60; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      g_autoptr (SlJobTable) table =
          sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
      SlSpan span = sl_trace_get_span (trace);

      if (sl_span_duration (span) < N_COLUMNS)
        continue;
      for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
        check_task (table, sl_job_table_get_task (table, i), span);
    }
}

static void
test_known (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) states = NULL;
  const guint32 idle_task = 9;

  g_test_summary ("What was not recorded of a processor counts neither as work nor as idle time.");

  sl_track_writer_add_slice (writer, 0, 10, SL_STATE_RUNNING, 4);
  sl_track_writer_add_slice (writer, 10, 60, SL_STATE_UNKNOWN, 0);
  sl_track_writer_add_slice (writer, 60, 70, SL_STATE_RUNNING, idle_task);
  sl_track_writer_add_slice (writer, 70, 80, SL_STATE_IDLE, 0);
  sl_track_writer_add_slice (writer, 80, 90, SL_STATE_RUNNING, 5);
  sl_track_writer_add_slice (writer, 90, 100, SL_STATE_UNKNOWN, 0);
  states = sl_track_writer_snapshot (writer);

  g_assert_cmpfloat_with_epsilon (sl_task_load_get_share_of_known (states, (SlSpan) { 0, 100 },
                                                                   idle_task),
                                  0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (sl_task_load_get_share_of_known (states, (SlSpan) { 0, 20 },
                                                                   idle_task),
                                  1, 1e-9);
  g_assert_cmpfloat (sl_task_load_get_share_of_known (states, (SlSpan) { 20, 50 }, idle_task), ==,
                     0);
  g_assert_cmpfloat (sl_task_load_get_share_of_known (states, (SlSpan) { 5, 5 }, idle_task), ==, 0);
}

static void
test_only_interrupts (void)
{
  g_autoptr (SlTrackWriter) writer = sl_track_writer_new (SL_TRACK_SLICES);
  g_autoptr (SlTrack) states = NULL;

  g_test_summary (
      "Where nobody says who runs, the share of interrupts in what is known is no share of work.");

  sl_track_writer_add_slice (writer, 0, 10, SL_STATE_INTERRUPT, 4);
  sl_track_writer_add_slice (writer, 10, 100, SL_STATE_UNKNOWN, 0);
  states = sl_track_writer_snapshot (writer);

  g_assert_false (sl_task_load_says_who_runs (states));
  g_assert_cmpfloat (sl_task_load_get_share_of_known (states, (SlSpan) { 0, 100 }, 0), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/task-load/laws", test_laws);
  g_test_add_func ("/task-load/known", test_known);
  g_test_add_func ("/task-load/only-interrupts", test_only_interrupts);

  return g_test_run ();
}
