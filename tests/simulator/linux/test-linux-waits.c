/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Real recordings of Linux, as far as they are here: why their jobs are late. */
#include "sl-decision.h"
#include "sl-inversion.h"
#include "sl-job-splitter.h"
#include "sl-linux-recording.h"
#include "sl-step-laws.h"
#include "sl-wake-chain.h"

static guint64
get_tid (SlTrace *trace, guint32 task)
{
  return task != 0 ? sl_object_table_get (sl_trace_get_objects (trace), task)->id : 0;
}

/* Ticks of a job for a cause; of whatever else is asked of the parts, those of the largest one. */
static gint64
sum_parts (SlJobTable *table, guint number, SlCause cause, SlJobPart *largest)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (table, number);
  gint64 sum = 0, all = 0, response;

  *largest = (SlJobPart) { 0 };
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      all += part->ticks;
      if (part->cause != cause)
        continue;
      sum += part->ticks;
      if (largest->ticks == 0)
        *largest = *part;
    }
  if (sl_job_get_response (sl_job_table_get (table, number), &response))
    g_assert_cmpint (all, ==, response);
  return sum;
}

/* The task "high" waits for a mutex of "low" while "mid" runs, or may not. */
typedef struct
{
  const char *trace;
  guint64 low, mid, high; /* tids; no @mid where priorities are inherited */
  gint64 least, most;     /* that it waits */
} Wait;

static void
check_wait (SlJobTable *table, guint number, const Wait *test)
{
  SlTrace *trace = sl_job_table_get_trace (table);
  const SlJob *job = sl_job_table_get (table, number);
  g_autoptr (GArray) chain = NULL;
  SlInversion inversion;
  gboolean is_intruded;
  SlJobPart part;
  gint64 blocked = sum_parts (table, number, SL_CAUSE_BLOCKED, &part);
  guint n_release;

  g_assert_cmpint (blocked, >=, test->least);
  g_assert_cmpint (blocked, <=, test->most);
  g_assert_cmpuint (get_tid (trace, part.other), ==, test->low);
  g_assert_cmpuint (part.object, !=, 0);

  is_intruded =
      sl_inversions_find_worst (table, job->task, (SlSpan) { job->eligible, job->end }, &inversion);
  g_assert_cmpint (is_intruded, ==, test->mid != 0);
  if (is_intruded)
    g_assert_cmpuint (get_tid (trace, inversion.intruder), ==, test->mid);

  /* A timer, and then who unlocks. */
  chain = sl_wake_chain_find_job (table, number, &n_release);
  g_assert_cmpuint (n_release, ==, 1);
  g_assert_cmpuint (chain->len, ==, 2);
  g_assert_cmpint (g_array_index (chain, SlWake, 0).nominal, ==, job->nominal);
  g_assert_false (sl_wake_is_by_task (trace, &g_array_index (chain, SlWake, 0)));
  g_assert_cmpuint (get_tid (trace, g_array_index (chain, SlWake, 1).waker), ==, test->low);
}

static void
test_waits (gconstpointer data)
{
  const Wait *test = data;
  g_autoptr (SlTrace) trace = sl_linux_recording_load (test->trace);
  g_autoptr (SlJobTable) table = NULL;
  guint n_jobs = 0;

  g_test_summary (
      "The most urgent task waits for the lock of the least urgent one for as long as the recording is known for; a "
      "third task makes that longer where no priority is inherited. Who unlocks wakes it.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      if (get_tid (trace, job->task) != test->high)
        continue;
      check_wait (table, i, test);
      g_assert_cmpint (sl_job_has_missed (job, FALSE), ==, test->mid != 0);
      n_jobs++;
    }
  g_assert_cmpuint (n_jobs, ==, 8);
}

static void
test_throttled (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/dl-miss.dat");
  g_autoptr (SlJobTable) table = NULL;
  guint n_misses = 0;

  g_test_summary (
      "A task of SCHED_DEADLINE that overruns its budget is late since it is throttled: at least for a third of the "
      "job's time.");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      SlJobPart part;
      gint64 response;

      if (!sl_job_has_missed (job, FALSE) || !sl_job_get_response (job, &response))
        continue;
      g_assert_cmpint (3 * sum_parts (table, i, SL_CAUSE_THROTTLED, &part), >, response);
      g_assert_cmpuint (part.object, ==, 0);
      n_misses++;
    }
  g_assert_cmpuint (n_misses, >=, 12);
}

/* Decisions whose reason follows from recorded priorities and classes, and those against them. */
static void
count_reasons (SlReplay *replay, guint *n_explained, guint *n_unexplained)
{
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (replay);
  guint64 index = 0;

  while (sl_decision_search_find (search, index, 1, decisions))
    for (guint i = 0; i < decisions->len; i++)
      {
        const SlDecision *decision = &g_array_index (decisions, SlDecision, i);

        index = decision->index;
        *n_explained +=
            decision->reason == SL_REASON_PRIORITY || decision->reason == SL_REASON_CLASS;
        *n_unexplained += decision->reason == SL_REASON_UNEXPLAINED;
      }
}

static void
test_classes (void)
{
  static const char *const names[] = { "tracedat/dl-timers.dat", "tracedat/migrate.dat",
                                       "tracedat/pi-block.dat", "tracedat/fifo-jobs.dat" };

  g_test_summary (
      "The real scheduler does what its recorded priorities and classes say, but for single decisions that "
      "nobody recorded the reason of.");

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (SlTrace) trace = sl_linux_recording_load (names[i]);
      guint n_explained = 0, n_unexplained = 0;
      g_autoptr (SlReplay) replay = NULL;
      g_autoptr (SlJobTable) table = NULL;

      if (trace == NULL)
        {
          g_test_skip (SL_LINUX_NOT_HERE);
          return;
        }

      table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
      replay = sl_replay_new (table, SL_POLICY_UNKNOWN, NULL, NULL);
      count_reasons (replay, &n_explained, &n_unexplained);
      g_test_message ("%s: %u explained, %u not", names[i], n_explained, n_unexplained);
      g_assert_cmpuint (n_explained, >, 50);
      /* In dl-timers.dat, of whom was seen only as an interrupt ended, with somebody in the queue already. */
      g_assert_cmpuint (n_unexplained, <=, 2);
    }
}

static void
test_moving (gconstpointer data)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (1717);
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (SlReplay) replay = NULL;

  g_test_summary (
      "The queue by recorded priorities, which are inherited, is the same from wherever "
      "one comes to a place");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  replay = sl_replay_new (table, SL_POLICY_UNKNOWN, NULL, NULL);
  for (guint i = 0; i < 4; i++)
    sl_step_laws_assert_moves (replay, random);
}

static void
test_late_start (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("tracedat/instances.dat");
  g_autoptr (SlJobTable) table = NULL;
  g_autoptr (GArray) parts = NULL;
  SlJobPart part;

  g_test_summary (
      "fa was due at 177 ms and waited as a fair task up to 253 ms, as nobody's later job: for 25.047 ms while fb had CPU 0, "
      "16.270 while fd, 16.222 while fc had it, by its switches; its second job, due at 182 ms, waited for the first");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  parts = sl_job_table_dup_parts (table, 0);
  g_assert_cmpint (g_array_index (parts, SlJobPart, 0).cause, ==, SL_CAUSE_PREEMPTED);
  g_assert_cmpint (sum_parts (table, 0, SL_CAUSE_PREEMPTED, &part), >, 75000000);
  g_assert_cmpint (part.ticks, <=, 25047000);
  g_assert_cmpint (part.ticks, >, 24900000);
  g_assert_cmpint (sum_parts (table, 0, SL_CAUSE_RELEASE_LATENCY, &part), <, 50000);
  g_assert_cmpint (sum_parts (table, 0, SL_CAUSE_EARLIER_JOB, &part), ==, 0);
  g_assert_cmpint (sum_parts (table, 1, SL_CAUSE_RELEASE_LATENCY, &part), <, 50000);
  g_assert_cmpint (sum_parts (table, 1, SL_CAUSE_EARLIER_JOB, &part), ==, 72167042);
}

static void
test_heir (void)
{
  g_autoptr (SlTrace) trace = sl_linux_recording_load ("perf/mono.data.xz");
  g_autoptr (SlJobTable) table = NULL;
  guint n_waits = 0;

  g_test_summary (
      "perf recorded no locks, but that low inherited from high: for 6.258, 6.302 and 6.498 ms its three jobs waited for what "
      "low had, and nobody else waited so");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  for (guint i = 0; i < sl_job_table_get_n_jobs (table); i++)
    {
      SlJobPart part;

      if (get_tid (trace, sl_job_table_get (table, i)->task) != 22642)
        continue;
      g_assert_cmpint (sum_parts (table, i, SL_CAUSE_SUSPENDED, &part), ==, 0);
      if (sum_parts (table, i, SL_CAUSE_BLOCKED, &part) < 6000000)
        continue;
      n_waits++;
      g_assert_cmpuint (get_tid (trace, part.other), ==, 22640);
      g_assert_cmpint (sum_parts (table, i, SL_CAUSE_BLOCKED, &part), <, 6500000);
    }
  g_assert_cmpuint (n_waits, ==, 3);
}

static guint
count_slices (SlTrace *trace, SlState state)
{
  guint n_slices = 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      SlTrackIter iter;
      SlItem item;

      if (lane->type != SL_LANE_TASK || sl_lane_get_track (lane, SL_ROLE_STATES) == NULL)
        continue;
      sl_track_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES), SL_TIME_MIN);
      while (sl_track_iter_next (&iter, &item))
        n_slices += item.state == state;
    }
  return n_slices;
}

static void
test_unqueued (gconstpointer data)
{
  const char *name = data;
  g_autoptr (SlTrace) trace = sl_linux_recording_load (name);

  g_test_summary (
      "Where no record says when a task that was woken gets into a queue, it is ready from then on, also up to where "
      "records were lost, or the trace ends: nobody takes milliseconds to be woken");

  if (trace == NULL)
    {
      g_test_skip (SL_LINUX_NOT_HERE);
      return;
    }

  g_assert_cmpuint (count_slices (trace, SL_STATE_WAKING), ==, 0);
  g_assert_cmpuint (count_slices (trace, SL_STATE_READY), >, 100);
}

int
main (int argc, char **argv)
{
  static const char *const moving[] = { "tracedat/pi-block.dat", "tracedat/migrate.dat",
                                        "tracedat/lost.dat.xz", "perf/mono.data.xz" };
  static const char *const unqueued[] = { "perf/lost.data.xz", "perf/mono.data.xz",
                                          "perf/sched.data.xz" };
  static const Wait waits[] = {
    { "tracedat/nopi-inversion.dat", 15877, 15878, 15879, 25000000, 26500000 },
    { "tracedat/pi-block.dat", 15591, 0, 15595, 6100000, 6600000 },
  };

  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (waits); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-waits/waits/%s", waits[i].trace);

      g_test_add_data_func (path, &waits[i], test_waits);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (moving); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-waits/moving/%s", moving[i]);

      g_test_add_data_func (path, moving[i], test_moving);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (unqueued); i++)
    {
      g_autofree char *path = g_strdup_printf ("/linux-waits/unqueued/%s", unqueued[i]);

      g_test_add_data_func (path, unqueued[i], test_unqueued);
    }
  g_test_add_func ("/linux-waits/heir", test_heir);
  g_test_add_func ("/linux-waits/throttled", test_throttled);
  g_test_add_func ("/linux-waits/late-start", test_late_start);
  g_test_add_func ("/linux-waits/classes", test_classes);

  return g_test_run ();
}
