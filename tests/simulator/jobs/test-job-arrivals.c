/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs that run on into the next one without sleeping, where nobody records where the one ends and the other begins; by hand,
 * and in real recordings by the logs of the recorded programs. */
#include <stdio.h>
#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"
#include "sl-real-linux.h"
#include "sl-task-model.h"

#define TASK   5
#define PERIOD 20000

typedef struct
{
  guint release; /* microseconds */
  guint finish;
} Told;

/* Task 5 is released and executes from then to its finish; 7 has the rest. */
static SlTrace *
load (const Told *told, guint n_told)
{
  g_autoptr (GString) text =
      g_string_new ("# slackline-events 1, unit us, wakeups\ntime,action,task\n0,run,7\n");
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = NULL;
  SlTrace *trace;

  for (guint i = 0; i < n_told; i++)
    g_string_append_printf (
        text, "%u,release,5\n%u,ready,5\n%u,run,5\n%u,finish,5\n%u,sleep,5\n%u,run,7\n",
        told[i].release, told[i].release, told[i].release, told[i].finish, told[i].finish,
        told[i].finish);
  g_string_append (text, "900000,run,8\n");
  bytes = g_bytes_new (text->str, text->len);
  source = sl_open_bytes (bytes, "trace.csv", "slackline-events", NULL, &error);
  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

/* @period: in microseconds, as the user gives it; 0 for none */
static SlJobTable *
find_jobs (SlTrace *trace, gint64 period, guint *first)
{
  guint32 task = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, TASK, 1);
  gint64 microsecond = (gint64) sl_trace_get_span (trace).end / 900000;
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  SlTaskRule rule = { .period = period * microsecond,
                      .deadline = PERIOD * microsecond,
                      .deadline_from = SL_DEADLINE_MODEL };
  SlJobTable *table;

  sl_task_rules_set (rules, task, &rule);
  table = sl_job_table_new (trace, 0, rules, NULL, NULL);
  *first = sl_job_table_find_task (table, task)->first;
  return table;
}

static guint
count_jobs (SlJobTable *table, guint first)
{
  return sl_job_table_find_task (table, sl_job_table_get (table, first)->task)->n_jobs;
}

/* The third goes on for 28 ms, of which it executes all; the next release is two periods behind its own. */
static const Told merged[] = { { 10000, 14000 },  { 30000, 34000 },   { 50000, 78000 },
                               { 90000, 94000 },  { 110000, 114000 }, { 130000, 134000 },
                               { 150000, 154000 } };

static void
test_by_period (void)
{
  g_autoptr (SlTrace) trace = load (merged, G_N_ELEMENTS (merged));
  guint first;
  g_autoptr (SlJobTable) table = find_jobs (trace, PERIOD, &first);
  gint64 us = sl_trace_get_span (trace).end / 900000;
  const SlJob *late, *next;
  gint64 response;

  g_test_summary (
      "A job that goes on beyond the next release, behind which that one is missing, was two: of the first nobody "
      "knows when it finished, but that it was late; the second finished where both were found to.");

  g_assert_cmpuint (count_jobs (table, first), ==, G_N_ELEMENTS (merged) + 1);
  late = sl_job_table_get (table, first + 2);
  g_assert_cmpint (late->flags & (SL_JOB_RUNS_ON | SL_JOB_FINISHED | SL_JOB_MISSED), ==,
                   SL_JOB_RUNS_ON | SL_JOB_MISSED);
  g_assert_cmpint (sl_job_get_finish (late), ==, SL_JOB_NEVER);
  /* Half of the 28 ms, but not before the release of the next. */
  g_assert_cmpint (late->end, ==, 70000 * us + 1);
  next = sl_job_table_get (table, first + 3);
  g_assert_cmpint (sl_job_get_arrival (next), ==, 70000 * us);
  g_assert_true (sl_job_get_response (next, &response));
  g_assert_cmpint (response, ==, 8000 * us);
  g_assert_cmpint (next->flags & (SL_JOB_RUNS_ON | SL_JOB_MISSED), ==, 0);
  g_assert_cmpuint (next->number, ==, 4);
  g_assert_cmpint (sl_job_get_arrival (sl_job_table_get (table, first + 4)), ==, 90000 * us);
}

static void
test_by_releases (void)
{
  static const Told irregular[] = { { 10000, 14000 },  { 30000, 34000 },   { 50000, 78000 },
                                    { 90000, 94000 },  { 101000, 104000 }, { 144000, 147000 },
                                    { 151000, 154000 } };
  static const Told left_out[] = { { 10000, 14000 },   { 30000, 34000 },   { 50000, 68000 },
                                   { 90000, 94000 },   { 110000, 114000 }, { 130000, 134000 },
                                   { 150000, 154000 }, { 170000, 174000 } };
  g_autoptr (SlTrace) trace = load (merged, G_N_ELEMENTS (merged));
  g_autoptr (SlTrace) irregular_trace = load (irregular, G_N_ELEMENTS (irregular));
  g_autoptr (SlTrace) left_out_trace = load (left_out, G_N_ELEMENTS (left_out));
  guint first;
  g_autoptr (SlJobTable) table = find_jobs (trace, 0, &first);
  g_autoptr (SlJobTable) irregular_table = find_jobs (irregular_trace, 0, &first);
  g_autoptr (SlJobTable) left_out_table = find_jobs (left_out_trace, PERIOD, &first);

  g_test_summary (
      "Where nobody says the period, regular releases do; a job stays one where they are not, and where it was "
      "finished when the missing release was due.");

  g_assert_cmpuint (count_jobs (table, first), ==, G_N_ELEMENTS (merged) + 1);
  g_assert_cmpuint (count_jobs (irregular_table, first), ==, G_N_ELEMENTS (irregular));
  g_assert_cmpuint (count_jobs (left_out_table, first), ==, G_N_ELEMENTS (left_out));
}

/* What a program's log says of its late jobs, in its order: of @tid by how much, in ns. (transfer full) */
static GArray *
read_lateness (const char *name, guint64 tid)
{
  g_auto (GStrv) lines = sl_real_linux_read_lines (name);
  GArray *all = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; lines[i] != NULL; i++)
    {
      gint64 release, start, finish, deadline, late;
      guint64 task;
      guint number;

      if (!g_str_has_suffix (lines[i], "MISS") ||
          sscanf (lines[i],
                  "job %*s %" G_GUINT64_FORMAT " %u rel %" G_GINT64_FORMAT
                  " start %" G_GINT64_FORMAT " fin %" G_GINT64_FORMAT " dl %" G_GINT64_FORMAT,
                  &task, &number, &release, &start, &finish, &deadline) != 6 ||
          task != tid)
        continue;
      late = finish - deadline;
      g_array_append_val (all, late);
    }
  return all;
}

/* Of how much an estimated end is off in these recordings. */
#define OFF_NS 300000

typedef struct
{
  const char *trace;
  const char *log;
  guint n_misses;
} Real;

static void
test_real (gconstpointer data)
{
  const Real *test = data;
  g_autoptr (SlTrace) trace = sl_real_linux_load (test->trace);
  g_autoptr (SlJobTable) table = NULL;
  guint n_found = 0;

  g_test_summary (
      "perf records no call that sleeps: the late jobs of a recorded program, and by how much they were late, are "
      "those of its log all the same, without a word of the user.");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (table, i);
      g_autoptr (GArray) logged = NULL;
      guint n = 0;

      if (task->n_jobs == 0)
        continue;
      logged = read_lateness (test->log,
                              sl_real_linux_get_tid (table, sl_job_table_get (table, task->first)));
      for (guint number = task->first; number < task->first + task->n_jobs; number++)
        {
          const SlJob *job = sl_job_table_get (table, number);

          if (!sl_job_has_missed (job, TRUE))
            continue;
          g_assert_cmpuint (n, <, logged->len);
          g_assert_cmpint (ABS (job->end - job->deadline - g_array_index (logged, gint64, n)), <,
                           OFF_NS);
          n++;
        }
      g_assert_cmpuint (n, ==, logged->len);
      n_found += n;
    }
  g_assert_cmpuint (n_found, ==, test->n_misses);
}

/* When the program's log says that job @number of a task was due. */
static SlTime
find_logged_release (char **lines, guint64 tid, guint number)
{
  for (guint i = 0; lines[i] != NULL; i++)
    {
      guint64 task;
      guint logged;
      gint64 release;

      if (sscanf (lines[i], "job %*s %" G_GUINT64_FORMAT " %u rel %" G_GINT64_FORMAT, &task,
                  &logged, &release) == 3 &&
          task == tid && logged == number)
        return release;
    }

  g_assert_not_reached ();
}

/* Of how many jobs of a task the release lateness leads to the release that the log names. */
static guint
check_release_lateness (SlJobTable *table, const SlJobTask *task, char **lines)
{
  gint64 apart = 0;
  guint n_checked = 0;

  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      gint64 late = sl_job_table_get_release_lateness (table, i);
      SlTime logged;

      if (job->recorded == 0 || job->release == SL_JOB_NEVER)
        continue;
      logged = find_logged_release (lines, sl_real_linux_get_tid (table, job), job->recorded - 1);
      if (n_checked++ == 0)
        apart = job->release - late - logged;
      g_assert_cmpint (ABS (job->release - late - logged - apart), <, OFF_NS);
    }
  return n_checked;
}

static void
test_lost (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/lost.dat.xz");
  g_autoptr (SlJobTable) table = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_checked = 0;

  g_test_summary (
      "Where records were lost, jobs that queue up behind each other are late by as much as the program's log says, be "
      "it some periods.");

  if (trace == NULL)
    return;

  lines = sl_real_linux_read_lines ("tracedat/lost.jobs.txt");
  table = sl_real_linux_find_jobs (trace, "[task fa]\nperiod=5ms\n[task fb]\nperiod=10ms\n"
                                          "[task fc]\nperiod=20ms\n[task fd]\nperiod=20ms\n");
  for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
    n_checked += check_release_lateness (table, sl_job_table_get_task (table, i), lines);
  g_assert_cmpuint (n_checked, ==, 246);
}

/* By the rules of a model that says nothing, with the user's rate, 0 for none. (transfer full) */
static SlJobTable *
find_jobs_by_rate (SlTrace *trace, guint64 rate)
{
  g_autoptr (SlTaskModel) model = sl_task_model_new ();
  g_autoptr (SlAnnotations) plain = sl_annotations_new ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_with_rate (plain, rate, 1);
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, annotations, NULL);

  return sl_job_table_new (trace, 0, rules, NULL, NULL);
}

/* How many jobs have a recorded deadline, which is @deadline_ns after their release in some of them. */
static guint
count_told_deadlines (SlJobTable *table, gint64 deadline_ns, guint64 rate, gboolean *has_one)
{
  guint n_told = 0;

  *has_one = FALSE;
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (job->deadline_from != SL_DEADLINE_TRACE)
        continue;
      n_told++;
      *has_one |=
          sl_job_get_relative_deadline (job) == deadline_ns / 1000 * (gint64) rate / 1000000;
      g_assert_cmpuint (job->flags & SL_JOB_DEADLINE_RECORDED, !=, 0);
    }
  return n_told;
}

static gboolean
has_note_of_rate (SlTrace *trace)
{
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_source_get_notes (sl_trace_get_source (trace)));

  for (guint i = 0; i < notes->len; i++)
    if (strstr (g_array_index (notes, SlNote, i).text, "once the rate of the clock is given"))
      return TRUE;

  return FALSE;
}

static void
test_in_ns (void)
{
  static const guint64 rate = 2600000000;
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/tsc-clock.dat");
  g_autoptr (SlJobTable) without = NULL, with = NULL;
  gboolean has_one;
  guint n_jobs;

  g_test_summary (
      "Deadlines that programs wrote in nanoseconds are those of a trace in cycles once the user says how long "
      "these are, and a note says so before");

  if (trace == NULL)
    return;

  without = find_jobs_by_rate (trace, 0);
  with = find_jobs_by_rate (trace, rate);
  n_jobs = sl_job_table_get_n_jobs (with);
  g_assert_cmpuint (n_jobs, >, 50);
  g_assert_cmpuint (count_told_deadlines (without, 5000000, rate, &has_one), ==, 0);
  g_assert_cmpuint (count_told_deadlines (with, 5000000, rate, &has_one), >, n_jobs / 2);
  g_assert_true (has_one);
  g_assert_true (has_note_of_rate (trace));
}

int
main (int argc, char **argv)
{
  static const Real sched = { "perf/sched.data.xz", "perf/sched.jobs.txt", 2 };
  static const Real zstd = { "perf/zstd.data", "perf/zstd.jobs.txt", 8 };

  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job-arrivals/by-period", test_by_period);
  g_test_add_func ("/job-arrivals/by-releases", test_by_releases);
  g_test_add_data_func ("/job-arrivals/sched", &sched, test_real);
  g_test_add_data_func ("/job-arrivals/zstd", &zstd, test_real);
  g_test_add_func ("/job-arrivals/lost", test_lost);
  g_test_add_func ("/job-arrivals/in-ns", test_in_ns);

  return g_test_run ();
}
