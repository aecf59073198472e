/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Real recordings of Linux, as far as they are here: what the lanes and jobs say, against what trace-cmd's report says of run
 * times and what the recorded programs printed of their own jobs. */

#include <string.h>

#include "sl-job-table.h"
#include "sl-kind-action.h"
#include "sl-linux-kinds.h"
#include "sl-linux-names.h"
#include "sl-linux-recording.h"
#include "sl-period-misses.h"
#include "sl-task-model.h"

/* What a task did by a report or by the lanes: ns, by tid. */
typedef GHashTable RunTimes;

static void
add (RunTimes *times, guint64 tid, guint64 ns)
{
  gpointer key = GSIZE_TO_POINTER (tid);

  g_hash_table_insert (times, key,
                       GSIZE_TO_POINTER (GPOINTER_TO_SIZE (g_hash_table_lookup (times, key)) + ns));
}

/* "task,comm,run_ns,switched_in" up to an empty line; the name may have commas. */
static RunTimes *
read_report (const char *name)
{
  g_autofree char *path = sl_linux_recording_find (name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  RunTimes *times = g_hash_table_new (NULL, NULL);

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 1; lines[i] != NULL && lines[i][0] != '\0'; i++)
    {
      char *last = strrchr (lines[i], ',');
      char *run;

      *last = '\0';
      run = strrchr (lines[i], ',');
      if (!g_str_has_prefix (lines[i], "idle"))
        add (times, g_ascii_strtoull (lines[i], NULL, 10), g_ascii_strtoull (run + 1, NULL, 10));
    }
  return times;
}

/* Time and tid as one key. */
static gint64 *
make_key (SlTime time, guint64 tid)
{
  gint64 key = time * 4194304 + (gint64) tid;

  return g_memdup2 (&key, sizeof key);
}

/* When each task was switched to, and away from. */
static void
collect_switches (SlTrace *trace, GHashTable *begins, GHashTable *ends)
{
  SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  gssize n_events;

  for (guint64 block = 0;
       (n_events = sl_source_read_block (sl_trace_get_source (trace), block, events)) >= 0; block++)
    for (gssize i = 0; i < n_events; i++)
      if (events[i].kind == SL_KIND_LINUX_SCHED_SWITCH)
        {
          g_hash_table_add (begins, make_key (events[i].time, events[i].a));
          g_hash_table_add (ends, make_key (events[i].time, events[i].b));
        }
  g_free (events);
}

/* A report counts what begins and ends with a switch. */
static gboolean
is_whole (GHashTable *begins, GHashTable *ends, SlSpan span, guint64 tid)
{
  g_autofree gint64 *begin = make_key (span.begin, tid);
  g_autofree gint64 *end = make_key (span.end, tid);

  return g_hash_table_contains (begins, begin) && g_hash_table_contains (ends, end);
}

static RunTimes *
sum_lanes (SlTrace *trace)
{
  g_autoptr (GHashTable) begins = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  g_autoptr (GHashTable) ends = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  RunTimes *times = g_hash_table_new (NULL, NULL);

  collect_switches (trace, begins, ends);
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
      SlSpan span = { SL_TIME_MIN, SL_TIME_MIN };
      SlTrackIter iter;
      guint64 tid;
      SlItem item;

      if (lane->type != SL_LANE_TASK || states == NULL)
        continue;
      tid = sl_object_table_get (sl_trace_get_objects (trace), lane->object)->id;
      sl_track_iter_init (&iter, states, SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        {
          if (item.state != SL_STATE_RUNNING && item.state != SL_STATE_INTERRUPTED)
            continue;
          if (item.begin != span.end)
            span.begin = item.begin;
          span.end = item.end;
          if (is_whole (begins, ends, span, tid))
            add (times, tid, (guint64) (span.end - span.begin));
        }
    }
  return times;
}

static void
test_run_times (gconstpointer data)
{
  const char *const *names = data;
  g_autoptr (SlTrace) trace = sl_linux_recording_load (names[0]);
  g_autoptr (GHashTable) report = NULL;
  g_autoptr (GHashTable) lanes = NULL;
  GHashTableIter iter;
  gpointer tid, ns;

  g_test_summary (
      "Each task's lane shows it running for exactly as long as the report of the recording "
      "says, to the nanosecond or what the text has.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  report = read_report (names[1]);
  lanes = sum_lanes (trace);
  g_assert_cmpuint (g_hash_table_size (report), >, 50);
  g_hash_table_iter_init (&iter, report);
  while (g_hash_table_iter_next (&iter, &tid, &ns))
    {
      g_test_message ("task %zu", GPOINTER_TO_SIZE (tid));
      g_assert_cmpuint (GPOINTER_TO_SIZE (g_hash_table_lookup (lanes, tid)), ==,
                        GPOINTER_TO_SIZE (ns));
    }
}

/* A job as the program printed it, on CLOCK_MONOTONIC. */
typedef struct
{
  guint64 tid;
  guint number;
  gint64 start;
  gint64 finish;
  gint64 deadline;
  gint64 response;
} Printed;

static GArray *
read_jobs (const char *name)
{
  g_autofree char *path = sl_linux_recording_find (name);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (Printed));

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) words = g_strsplit (lines[i], " ", -1);
      Printed job;

      /* job NAME TID NUMBER rel TIME start TIME fin TIME dl TIME … */
      if (g_strv_length (words) < 14 || !g_str_equal (words[0], "job"))
        continue;
      job = (Printed) {
        g_ascii_strtoull (words[2], NULL, 10), (guint) g_ascii_strtoull (words[3], NULL, 10),
        g_ascii_strtoll (words[7], NULL, 10),  g_ascii_strtoll (words[9], NULL, 10),
        g_ascii_strtoll (words[11], NULL, 10), g_ascii_strtoll (words[13], NULL, 10)
      };
      g_array_append_val (jobs, job);
    }
  return jobs;
}

/* Of each task, the job with the program's number. */
static const SlJob *
find_job (SlJobTable *table, guint64 tid, guint number)
{
  const SlObjectTable *objects = sl_trace_get_objects (sl_job_table_get_trace (table));

  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (sl_object_table_get (objects, job->task)->id == tid && job->number == number + 1)
        return job;
    }

  return NULL;
}

typedef struct
{
  const char *trace;
  const char *jobs;
  const char *without; /* tid of a task whose deadlines are those of its server */
} Case;

/* The program reads the time before it writes "begin" and after it has slept on; both take longer under load. */
#define MOST_BETWEEN 200000

static void
test_jobs (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (SlTrace) trace = sl_linux_recording_load (test->trace);
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GArray) jobs = NULL;
  g_autoptr (GError) error = NULL;
  gint64 origin;

  g_test_summary (
      "The jobs are those that the recorded program printed, with its finishes and, on its own "
      "clock, its responses, and its deadlines to the nanosecond.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  origin = (gint64) sl_clock_get_origin (sl_trace_get_clock (trace));
  table = sl_job_table_new (trace, 0, rules, NULL, &error);
  g_assert_no_error (error);
  jobs = read_jobs (test->jobs);
  g_assert_cmpuint (jobs->len, >, 20);
  g_assert_cmpuint (sl_job_table_get_n_jobs (table), ==, jobs->len);
  for (guint i = 0; i < jobs->len; i++)
    {
      const Printed *printed = &g_array_index (jobs, Printed, i);
      const SlJob *job = find_job (table, printed->tid, printed->number);

      g_test_message ("job %u of task %d", printed->number, (int) printed->tid);
      g_assert_nonnull (job);
      g_assert_cmpint (job->flags & SL_JOB_FINISHED, !=, 0);
      g_assert_cmpint (ABS (job->end + origin - printed->finish), <, MOST_BETWEEN);
      g_assert_cmpint (ABS (job->start + origin - printed->start), <, MOST_BETWEEN);
      if (test->without == NULL || printed->tid != g_ascii_strtoull (test->without, NULL, 10))
        {
          gint64 response;

          g_assert_cmpint (job->deadline + origin, ==, printed->deadline);
          g_assert_true (sl_job_get_response (job, &response));
          g_assert_cmpint (ABS (response - printed->response), <, MOST_BETWEEN);
        }
    }
}

/* Jobs of the task of which the program printed that they were late, by the deadlines that it counted itself. */
static guint
count_late (GArray *jobs, guint64 tid)
{
  guint n_late = 0;

  for (guint i = 0; i < jobs->len; i++)
    {
      const Printed *job = &g_array_index (jobs, Printed, i);

      n_late += job->tid == tid && job->finish > job->deadline;
    }
  return n_late;
}

/* As the program asked for, by its marks alone. */
static SlJobTable *
find_asked_jobs (SlTrace *trace)
{
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (NULL, trace, annotations, &error);
  SlJobTable *table = sl_job_table_new (trace, 0, rules, NULL, &error);

  g_assert_no_error (error);
  return table;
}

static void
test_references (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (SlTrace) trace = sl_linux_recording_load (test->trace);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GArray) jobs = NULL;
  guint n_tasks = 0;

  g_test_summary (
      "By the period from its first release, a task missed as many deadlines as the program printed; by its "
      "releases as many, but for one whose server slipped.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = find_asked_jobs (trace);
  jobs = read_jobs (test->jobs);
  for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (table, i);
      guint64 tid = sl_object_table_get (sl_trace_get_objects (trace), task->task)->id;
      SlPeriodMisses misses;

      if (task->n_jobs == 0)
        continue;

      g_test_message ("task %u", (guint) tid);
      n_tasks++;
      g_assert_true (sl_period_misses_find (table, task, &misses));
      g_assert_cmpuint (misses.n_by_period, ==, count_late (jobs, tid));
      g_assert_cmpint (sl_period_misses_differ (&misses), ==,
                       test->without != NULL && tid == g_ascii_strtoull (test->without, NULL, 10));
    }
  g_assert_cmpuint (n_tasks, >=, 3);
}

static void
test_server_periods (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/dl-timers.dat");
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GError) error = NULL;
  gint64 first = -1;
  guint n_jobs = 0;

  g_test_summary (
      "A task of SCHED_DEADLINE that yields is released as its budget comes back: whole periods of "
      "20 ms apart, and due 15 ms later.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = sl_job_table_new (trace, 0, rules, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      gint64 nominal = job->deadline - 15000000;

      /* Its first release is by a timer of its own. */
      if (sl_object_table_get (sl_trace_get_objects (trace), job->task)->id != 29426 ||
          job->number == 1)
        continue;
      if (first < 0)
        first = nominal;
      n_jobs++;
      g_assert_cmpint (ABS ((nominal - first + 10000000) % 20000000 - 10000000), <=, 700);
    }
  g_assert_cmpuint (n_jobs, ==, 30);
}

static const SlTrack *
find_server_deadlines (SlTrace *trace, guint64 tid)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_SERVER &&
          sl_object_table_get (sl_trace_get_objects (trace), lane->object)->id == tid)
        return sl_lane_get_track (lane, SL_ROLE_DEADLINES);
    }

  return NULL;
}

/* A replenishment timer expires as the next period of the server begins: a period after its deadline, less its relative
 * deadline. Returns: whether one was known */
static gboolean
assert_deadline (SlTrace *trace, const SlEvent *event)
{
  guint32 tid = sl_linux_get_common_pid (event);
  const SlTrack *deadlines = find_server_deadlines (trace, tid);
  gint64 apart = tid == 29426 ? 20000000 - 15000000 : 0;
  gint64 expires;
  SlItem item;

  if (deadlines == NULL || !sl_track_find_before (deadlines, event->time, &item))
    return FALSE;

  expires = (gint64) (event->b - sl_clock_get_origin (sl_trace_get_clock (trace)));
  g_assert_cmpint (ABS (item.value - (expires - apart)), <=, 1500);
  return TRUE;
}

static void
test_server_deadlines (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/dl-timers.dat");
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  guint n_known = 0, n_unknown = 0;
  gssize n_events;

  g_test_summary (
      "The deadlines that servers have by the kernel’s rule are those that it had itself, as the timers show that "
      "it starts where budgets are used up or given up.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  for (guint64 block = 0;
       (n_events = sl_source_read_block (sl_trace_get_source (trace), block, events)) >= 0; block++)
    for (gssize i = 0; i < n_events; i++)
      {
        guint32 tid = sl_linux_get_common_pid (&events[i]);

        if (events[i].kind != SL_KIND_LINUX_HRTIMER_START || tid < 29425 || tid > 29427 ||
            SL_LINUX_TIMER_CLASS (sl_linux_get_extra (&events[i])) != SL_LINUX_TIMER_DEADLINE)
          continue;
        if (assert_deadline (trace, &events[i]))
          n_known++;
        else
          n_unknown++;
      }
  g_assert_cmpuint (n_known, ==, 95);
  g_assert_cmpuint (n_unknown, ==, 0);
}

int
main (int argc, char **argv)
{
  static const char *const runs[][2] = {
    { "text/dl-miss.trace.txt.xz", "text/dl-miss.oracle.csv" },
    { "text/pi-block.trace.txt.xz", "text/pi-block.oracle.csv" },
    { "tracedat/pi-block.report-R-t.txt.xz", "tracedat/pi-block.oracle.csv" },
    { "tracedat/dl-miss.dat", "tracedat/dl-miss.oracle.csv" },
    { "tracedat/dl-timers.dat", "tracedat/dl-timers.oracle.csv" },
    { "tracedat/pi-block.dat", "tracedat/pi-block.oracle.csv" },
    { "tracedat/nopi-inversion.dat", "tracedat/nopi-inversion.oracle.csv" },
    { "tracedat/fifo-jobs.dat", "tracedat/fifo-jobs.oracle.csv" },
    { "tracedat/migrate.dat", "tracedat/migrate.oracle.csv" },
    { "tracedat/cyclictest.dat", "tracedat/cyclictest.oracle.csv" },
    { "tracedat/tsc-clock.dat", "tracedat/tsc-clock.oracle.csv" },
    { "tracedat/instances.dat", "tracedat/instances.oracle.csv" },
    { "perf/sched.data.xz", "perf/sched.oracle.csv" },
    { "perf/mono.data.xz", "perf/mono.oracle.csv" },
    { "perf/zstd.data", "perf/zstd.oracle.csv" },
    { "perf/pipe.data.xz", "perf/pipe.oracle.csv" },
  };
  static const Case jobs[] = {
    { "tracedat/dl-timers.dat", "tracedat/dl-timers.jobs.txt", "29426" },
    { "tracedat/pi-block.dat", "tracedat/pi-block.jobs.txt", NULL },
    { "tracedat/nopi-inversion.dat", "tracedat/nopi-inversion.jobs.txt", NULL },
    { "tracedat/migrate.dat", "tracedat/migrate.jobs.txt", NULL },
  };

  /* On other clocks than the program's. */
  static const Case others[] = {
    { "tracedat/dl-miss.dat", "tracedat/dl-miss.jobs.txt", "15335" },
    { "tracedat/fifo-jobs.dat", "tracedat/fifo-jobs.jobs.txt", NULL },
  };

  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (runs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-real/run-times/%s", runs[i][0]);

      g_test_add_data_func (path, runs[i], test_run_times);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (jobs); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-real/jobs/%s", jobs[i].trace);

      g_test_add_data_func (path, &jobs[i], test_jobs);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (jobs) + G_N_ELEMENTS (others); i++)
    {
      const Case *test = i < G_N_ELEMENTS (jobs) ? &jobs[i] : &others[i - G_N_ELEMENTS (jobs)];
      g_autofree char *path = g_strdup_printf ("/linux-real/references/%s", test->trace);

      g_test_add_data_func (path, test, test_references);
    }
  g_test_add_func ("/linux-real/server-periods", test_server_periods);
  g_test_add_func ("/linux-real/server-deadlines", test_server_deadlines);

  return g_test_run ();
}
