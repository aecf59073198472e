/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Real recordings of Linux and LITMUS^RT, as far as they are here: which jobs were late, by what the recorded programs and the
 * tools of others say of them; what was lost, and who moved. */
#include <stdio.h>
#include <string.h>

#include "sl-kind-action.h"
#include "sl-long-interference.h"
#include "sl-real-linux.h"
#include "sl-schedulability.h"
#include "sl-source-extras.h"
#include "sl-task-model.h"
#include "sl-test.h"

/* "16145 7" of the job that is the task's eighth. */
static char *
make_key (guint64 tid, guint number)
{
  return g_strdup_printf ("%" G_GUINT64_FORMAT " %u", tid, number);
}

static GHashTable *
new_set (void)
{
  return g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
}

/* (transfer full): the jobs that the program said were late */
static GHashTable *
read_misses (const char *name, guint64 without, guint *n_jobs)
{
  g_auto (GStrv) lines = sl_real_linux_read_lines (name);
  GHashTable *misses = new_set ();

  *n_jobs = 0;
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      guint n = g_strv_length (words);
      guint64 tid = n > 3 ? g_ascii_strtoull (words[2], NULL, 10) : 0;

      /* job NAME TID NUMBER … MISS */
      if (n < 12 || !g_str_equal (words[0], "job"))
        continue;
      (*n_jobs)++;
      if (tid != without && g_str_equal (words[n - 1], "MISS"))
        g_hash_table_add (misses, make_key (tid, (guint) g_ascii_strtoull (words[3], NULL, 10)));
    }
  return misses;
}

typedef struct
{
  const char *trace;
  const char *jobs;
  guint n_misses; /* that the program says */
  guint64
      without; /* tid of a task that counts its deadlines from releases that the kernel has skipped */
  gboolean is_inferred; /* no clock or no mark says its deadlines */
} Late;

static void
test_misses (gconstpointer data)
{
  const Late *test = data;
  g_autoptr (SlTrace) trace = sl_real_linux_load (test->trace);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GHashTable) expected = NULL;
  g_autoptr (GHashTable) found = new_set ();
  GHashTableIter iter;
  gpointer key;
  guint n_jobs;

  g_test_summary (
      "The jobs that missed their deadlines are those of which the recorded program said it; where deadlines are "
      "inferred from the releases none is missed unless that is asked for");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  expected = read_misses (test->jobs, test->without, &n_jobs);
  g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, n_jobs);
  g_assert_cmpuint (g_hash_table_size (expected), ==, test->n_misses);
  for (guint i = 0; i < n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (test->is_inferred)
        g_assert_false (sl_job_has_missed (job, FALSE));
      if (sl_real_linux_get_tid (table, job) != test->without && sl_job_has_missed (job, TRUE))
        g_hash_table_add (found, make_key (sl_real_linux_get_tid (table, job), job->number - 1));
    }
  g_assert_cmpuint (g_hash_table_size (found), ==, test->n_misses);
  g_hash_table_iter_init (&iter, expected);
  while (g_hash_table_iter_next (&iter, &key, NULL))
    {
      g_test_message ("job %s", (const char *) key);
      g_assert_true (g_hash_table_contains (found, key));
    }
}

typedef struct
{
  gint64 release;
  gint64 start;
  gint64 finish;
} Logged;

/* What the program's log says of @job. */
static void
find_logged (char **lines, SlJobTable *table, const SlJob *job, Logged *logged)
{
  g_autofree char *first = g_strdup_printf (" %" G_GUINT64_FORMAT " %u rel ",
                                            sl_real_linux_get_tid (table, job), job->number - 1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      const char *found = strstr (lines[i], first);

      if (found != NULL &&
          sscanf (found + strlen (first),
                  "%" G_GINT64_FORMAT " start %" G_GINT64_FORMAT " fin %" G_GINT64_FORMAT,
                  &logged->release, &logged->start, &logged->finish) == 3)
        return;
    }
  g_assert_not_reached ();
}

static void
test_long_interference (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/fifo-jobs.dat");
  g_autoptr (SlJobTable) table = NULL;
  g_auto (GStrv) lines = NULL;
  guint n_misses;
  const guint *misses;

  g_test_summary (
      "Each late job of a recorded program is late since one of its most urgent task took 3 ms instead of 1, "
      "by its own log; that job is found.");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  lines = sl_real_linux_read_lines ("tracedat/fifo-jobs.jobs.txt");
  misses = sl_job_table_get_misses (table, FALSE, &n_misses);
  g_assert_cmpuint (n_misses, ==, 10);
  for (guint i = 0; i < n_misses; i++)
    {
      const SlJob *late = sl_job_table_get (table, misses[i]), *other;
      SlLongInterference found;
      Logged of_late, of_other;

      g_assert_true (sl_long_interference_find (table, misses[i], &found));
      other = sl_job_table_get (table, found.number);
      g_assert_cmpuint (sl_real_linux_get_tid (table, other), ==, 16145);
      g_assert_false (found.is_wcet);
      g_assert_cmpint (found.usual, <, 1200000);
      find_logged (lines, table, late, &of_late);
      find_logged (lines, table, other, &of_other);
      g_assert_cmpint (of_other.finish - of_other.start, >, 2900000);
      g_assert_cmpint (of_other.finish, >, of_late.release);
      g_assert_cmpint (of_other.finish, <, of_late.finish);
    }
}

static void
test_throttled (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/dl-timers.dat");
  guint n_throttled = 0;

  g_test_summary (
      "A task of SCHED_DEADLINE that overruns its budget is throttled until that is filled up, at most for a "
      "period, and its job goes on");

  if (trace == NULL)
    return;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states =
          lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
      SlTrackIter iter;
      SlItem item;

      if (states == NULL)
        continue;
      sl_track_iter_init (&iter, states, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        if (item.state == SL_STATE_THROTTLED)
          {
            n_throttled++;
            g_assert_cmpint (item.end - item.begin, <, 40000000);
          }
    }
  g_assert_cmpuint (n_throttled, >=, 8);
}

static void
test_cyclictest (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/cyclictest.dat");
  g_autoptr (SlJobTable) table = NULL;
  guint n_late = 0;

  g_test_summary (
      "The threads of cyclictest are released every 2 and 2.5 ms to the nanosecond by their timers, woken after that, and "
      "due a period later as far as anybody can infer");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, 900);
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      /* Of its second thread half a millisecond more. */
      gint64 period = sl_job_table_find_task (table, job->task)->n_jobs == 500 ? 2000000 : 2500000;

      n_late += sl_job_has_missed (job, FALSE);
      if (job->nominal == SL_JOB_NEVER)
        continue;
      g_assert_cmpint (job->deadline - job->nominal, ==, period);
      g_assert_cmpint (job->release, >, job->nominal);
      if (i > 0 && job->task == (job - 1)->task && (job - 1)->nominal != SL_JOB_NEVER)
        g_assert_cmpint ((job->nominal - (job - 1)->nominal) % period, ==, 0);
    }
  g_assert_cmpuint (n_late, ==, 0);
}

static void
test_lost (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/lost.dat.xz");
  SlEvent *events;
  gssize n_events;
  guint n_places = 0, n_counted = 0;

  g_test_summary ("Records were lost in 21 places, in 14 of which it is known how many");

  if (trace == NULL)
    return;

  events = g_new (SlEvent, SL_BLOCK_EVENTS);
  for (guint64 block = 0;
       (n_events = sl_source_read_block (sl_trace_get_source (trace), block, events)) >= 0; block++)
    for (gssize i = 0; i < n_events; i++)
      if (events[i].kind == SL_KIND_LINUX_LOST)
        {
          n_places++;
          n_counted += (events[i].flags & SL_EVENT_NO_A) == 0;
        }
  g_free (events);
  g_assert_cmpuint (n_places, ==, 21);
  g_assert_cmpuint (n_counted, ==, 14);
}

static void
test_migrations (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/migrate.dat");
  g_autoptr (SlJobTable) table = NULL;
  guint n_migrations = 0;

  g_test_summary (
      "Each of 122 migrations is a mark of its task, and tasks that move run on both processors");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *marks =
          lane->type == SL_LANE_TASK ? sl_lane_get_track (lane, SL_ROLE_MARKS) : NULL;
      SlTrackIter iter;
      SlItem item;

      if (marks == NULL)
        continue;
      sl_track_iter_init (&iter, marks, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        n_migrations += sl_kind_get_action (item.state) == SL_ACTION_MIGRATE;
    }
  g_assert_cmpuint (n_migrations, ==, 122);
}

static void
test_tsc (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/tsc-clock.dat");
  SlClock *clock;
  gint64 ns;

  g_test_summary ("A trace in cycles of which no record says how long they are has no nanoseconds");

  if (trace == NULL)
    return;

  clock = sl_trace_get_clock (trace);
  g_assert_cmpint (sl_clock_get_unit (clock), ==, SL_UNIT_CYCLES);
  g_assert_false (sl_clock_span_to_ns (clock, (SlSpan) { 0, 1000 }, &ns));
}

static void
test_theory (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("tracedat/fifo-jobs.dat");
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (SlSchedulability) theory = NULL;
  const SlTaskTheory *first, *second;
  g_autoptr (GError) error = NULL;

  g_test_summary (
      "Tasks of SCHED_FIFO are analysed with their recorded periods, deadlines and priorities: fa, at 40, before fb, at 30. "
      "Their demand is 3.131/5 + 3.443/10 + 4.295/20 + 4.371/20, and fb's response the least t with 3.443 + 3.131 ⌈t/5⌉ ms");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  theory = sl_schedulability_new (table, NULL, &error);
  g_assert_cmpint (theory->policy, ==, SL_POLICY_FP);
  g_assert_cmpuint (theory->estimated, ==, SL_ESTIMATED_WCET);
  g_assert_cmpuint (theory->tasks->len, ==, 4);
  first = &g_array_index (theory->tasks, SlTaskTheory, 0);
  second = &g_array_index (theory->tasks, SlTaskTheory, 1);
  g_assert_cmpint (first->task.period, ==, 5000000);
  g_assert_cmpint (second->task.period, ==, 10000000);
  g_assert_cmpint (first->task.priority, >, second->task.priority);
  g_assert_cmpint (second->response.ticks, ==, second->task.wcet + 2 * first->task.wcet);
  g_assert_cmpfloat_with_epsilon (theory->utilisation.total, 1.4038, 0.0001);
}

typedef struct
{
  const char *files;
  const char *statistics;
} Litmus;

/* The job of the task that comes after @n of it. */
static const SlJob *
find_next (SlJobTable *table, guint64 tid, guint n)
{
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (sl_real_linux_get_tid (table, job) == tid && job->number == n + 1)
        return job;
    }

  return NULL;
}

static void
test_litmus (gconstpointer data)
{
  const Litmus *test = data;
  g_autoptr (SlTrace) trace = sl_real_linux_load (test->files);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_auto (GStrv) lines = NULL;
  guint n_lines = 0;

  g_test_summary (
      "Jobs of LITMUS^RT have the response times, the lateness and the misses that its own st-job-stats prints");

  if (trace == NULL)
    return;

  table = sl_real_linux_find_jobs (trace, "");
  lines = sl_real_linux_read_lines (test->statistics);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], ",", -1);
      gpointer tid;
      guint n;
      const SlJob *job;
      gint64 response, lateness;

      /* Task, Job, Period, Response, DL Miss?, Lateness, … */
      if (lines[i][0] == '#' || g_strv_length (cells) < 6)
        continue;
      tid = GSIZE_TO_POINTER (g_ascii_strtoull (g_strstrip (cells[0]), NULL, 10));
      n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, tid));
      g_hash_table_insert (counts, tid, GUINT_TO_POINTER (n + 1));
      job = find_next (table, GPOINTER_TO_SIZE (tid), n);
      g_test_message ("%s", lines[i]);
      g_assert_nonnull (job);
      g_assert_true (sl_job_get_response (job, &response));
      g_assert_true (sl_job_get_lateness (job, &lateness));
      g_assert_cmpint (response, ==, g_ascii_strtoll (g_strstrip (cells[3]), NULL, 10));
      g_assert_cmpint (sl_job_has_missed (job, FALSE), ==, atoi (g_strstrip (cells[4])));
      g_assert_cmpint (lateness, ==, g_ascii_strtoll (g_strstrip (cells[5]), NULL, 10));
      n_lines++;
    }
  g_assert_cmpuint (n_lines, >, 10);
}

static void
test_processes (void)
{
  g_autoptr (SlTrace) trace = sl_real_linux_load ("public/trappy-trace_surfaceflinger.html.xz");
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskModel) model = NULL;
  g_autoptr (GError) error = NULL;
  SlObjectTable *objects;
  guint n_meant = 0;

  g_test_summary (
      "A task model means by NAME/PROCESS the threads of one process, where text with TGIDs says which these are");

  if (trace == NULL)
    return;

  model = sl_task_model_parse ("[task all]\nmatch=*/?*\n", "a.slackline-tasks", &error);
  g_assert_no_error (error);
  objects = sl_trace_get_objects (trace);
  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      guint64 process = object->type == SL_OBJECT_TASK
                            ? sl_source_get_process_of (sl_trace_get_source (trace), object->id)
                            : 0;
      g_autofree char *group =
          sl_task_model_find (model, SL_MODEL_TASK, trace, annotations, number);

      if (process != 0)
        g_assert_cmpstr (group, ==, "all");
      n_meant += group != NULL;
    }
  g_assert_cmpuint (n_meant, >, 20);
}

/* "0x7f00 0x86", of each futex that a task asks for; and what the calls return */
static char *
print_futexes (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  GString *text = g_string_new (NULL);
  gssize n_events;

  for (guint64 block = 0; (n_events = sl_source_read_block (source, block, events)) >= 0; block++)
    for (gssize i = 0; i < n_events; i++)
      {
        gboolean is_enter = events[i].kind == SL_KIND_LINUX_SYS_ENTER_FUTEX;
        g_autoptr (GArray) details = NULL;

        if (!is_enter && events[i].kind != SL_KIND_LINUX_SYS_EXIT_FUTEX)
          continue;
        details = sl_details_new ();
        g_assert_true (sl_source_describe (source, events[i].offset, details));
        for (guint k = 0; k < details->len; k++)
          {
            const SlDetail *detail = &g_array_index (details, SlDetail, k);

            if (g_str_equal (detail->field, "uaddr") || g_str_equal (detail->field, "op") ||
                g_str_equal (detail->field, "val"))
              g_string_append_printf (text, "%s 0x%" G_GINT64_MODIFIER "x\n", detail->field,
                                      g_ascii_strtoull (detail->plain, NULL, 0) & G_MAXUINT32);
          }
      }
  return g_string_free (text, FALSE);
}

static void
test_fields (void)
{
  g_autoptr (SlTrace) dat = sl_real_linux_load ("tracedat/pi-block.dat");
  g_autoptr (SlTrace) text = dat != NULL ? sl_real_linux_load ("text/pi-block.trace.txt.xz") : NULL;
  g_autofree char *expected = NULL;
  g_autofree char *found = NULL;

  g_test_summary (
      "The arguments of system calls are the same fields in a trace.dat and in the kernel's own text of it");

  if (text == NULL)
    return;

  expected = print_futexes (dat);
  found = print_futexes (text);
  g_assert_cmpuint (strlen (expected), >, 1000);
  g_assert_cmpuint (strlen (found), ==, strlen (expected));
  g_assert_true (g_str_equal (found, expected));
}

int
main (int argc, char **argv)
{
  static const Late late[] = {
    { "tracedat/dl-miss.dat", "tracedat/dl-miss.jobs.txt", 1, 15335, FALSE },
    { "tracedat/dl-timers.dat", "tracedat/dl-timers.jobs.txt", 16, 29426, FALSE },
    { "tracedat/fifo-jobs.dat", "tracedat/fifo-jobs.jobs.txt", 10, 0, FALSE },
    { "tracedat/instances.dat", "tracedat/instances.jobs.txt", 45, 0, FALSE },
    { "tracedat/nopi-inversion.dat", "tracedat/nopi-inversion.jobs.txt", 8, 0, FALSE },
    { "tracedat/pi-block.dat", "tracedat/pi-block.jobs.txt", 0, 0, FALSE },
    { "tracedat/migrate.dat", "tracedat/migrate.jobs.txt", 16, 0, FALSE },
    { "tracedat/tsc-clock.dat", "tracedat/tsc-clock.jobs.txt", 5, 0, TRUE },
  };
  static const Litmus litmus[] = {
    { "litmus/st-pi-0.bin litmus/st-pi-1.bin", "litmus/st-pi.job-stats.txt" },
    { "litmus/st-nopi-0.bin litmus/st-nopi-1.bin", "litmus/st-nopi.job-stats.txt" },
  };

  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (late); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-facts/misses/%s", late[i].trace);

      g_test_add_data_func (path, &late[i], test_misses);
    }
  g_test_add_func ("/linux-facts/theory", test_theory);
  for (gsize i = 0; i < G_N_ELEMENTS (litmus); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-facts/litmus/%s", litmus[i].statistics);

      g_test_add_data_func (path, &litmus[i], test_litmus);
    }
  g_test_add_func ("/linux-facts/long-interference", test_long_interference);
  g_test_add_func ("/linux-facts/throttled", test_throttled);
  g_test_add_func ("/linux-facts/cyclictest", test_cyclictest);
  g_test_add_func ("/linux-facts/lost", test_lost);
  g_test_add_func ("/linux-facts/migrations", test_migrations);
  g_test_add_func ("/linux-facts/tsc", test_tsc);
  g_test_add_func ("/linux-facts/processes", test_processes);
  g_test_add_func ("/linux-facts/fields", test_fields);

  return g_test_run ();
}
