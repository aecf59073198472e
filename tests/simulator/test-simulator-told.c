/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The simulator, the states, the jobs and the steps say the same of a schedule: laws over thousands of
 * small random sets with fixed seeds in which much happens at one instant. */
#include "sl-decision.h"
#include "sl-job-splitter.h"
#include "sl-reference-set.h"
#include "sl-sim-decoded.h"
#include "sl-step-set.h"

#define MS     G_GINT64_CONSTANT (1000000)
#define N_SETS 80
#define END    60 /* of each run, in milliseconds */

#define N_SCHEDULERS (SL_SIM_RR + 1)
#define N_PROTOCOLS  (SL_SIM_SRP + 1)

static gboolean
is_accepted (SlSimScheduler scheduler, SlSimProtocol protocol)
{
  if (scheduler >= SL_SIM_FIFO)
    return protocol <= SL_SIM_NPP;

  return scheduler != SL_SIM_EDF || (protocol != SL_SIM_PCP && protocol != SL_SIM_ICPP);
}

static const SlLane *
find_lane (SlTrace *trace, SlLaneType type, guint32 object)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == type && (object == 0 || lane->object == object))
        return lane;
    }

  g_assert_not_reached ();
}

/* What @track says of @span: ticks in @state; where that is SL_STATE_NONE, in any. */
static gint64
sum_state (const SlTrack *track, SlSpan span, SlState state)
{
  gint64 sum = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, span.begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < span.end)
    if (state == SL_STATE_NONE || item.state == (guint32) state)
      sum += MAX (0, MIN (item.end, span.end) - MAX (item.begin, span.begin));

  return sum;
}

static gint64
sum_cause (const SlJobPart *parts, guint n_parts, SlCause cause)
{
  gint64 sum = 0;

  for (guint i = 0; i < n_parts; i++)
    if (cause == SL_N_CAUSES || parts[i].cause == cause)
      sum += parts[i].ticks;

  return sum;
}

/* The parts of each job add up to its time, and by state to its task's slices. */
static void
assert_parts (SlJobTable *jobs)
{
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (jobs);

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);
      SlTrace *trace = sl_job_table_get_trace (jobs);
      const SlTrack *states =
          sl_lane_get_track (find_lane (trace, SL_LANE_TASK, job->task), SL_ROLE_STATES);
      const SlSpan span = { job->eligible, job->end };
      guint n;
      const SlJobPart *parts = sl_job_splitter_split (splitter, job, 0, &n);

      g_assert_cmpint (sum_cause (parts, n, SL_N_CAUSES), ==, job->end - job->release);
      g_assert_cmpint (sum_cause (parts, n, SL_CAUSE_EARLIER_JOB), ==,
                       MIN (job->eligible, job->end) - job->release);
      g_assert_cmpint (sum_cause (parts, n, SL_CAUSE_EXECUTION), ==,
                       sum_state (states, span, SL_STATE_RUNNING));
      g_assert_cmpint (job->execution, ==, sum_state (states, span, SL_STATE_RUNNING));
      /* A simulated kernel explains all of it. */
      g_assert_cmpint (sum_cause (parts, n, SL_CAUSE_SUSPENDED), ==, 0);
      g_assert_cmpint (sum_cause (parts, n, SL_CAUSE_NOT_RECORDED), ==, 0);
      g_assert_cmpint (sum_cause (parts, n, SL_CAUSE_PREEMPTED) +
                           sum_cause (parts, n, SL_CAUSE_BLOCKED) +
                           sum_cause (parts, n, SL_CAUSE_UNEXPLAINED),
                       ==,
                       sum_state (states, span, SL_STATE_READY) +
                           sum_state (states, span, SL_STATE_BLOCKED));
    }
}

/* Who is blocked is one of those that wait for that lock, and the other way round; the lock is free,
 * or another one has it. */
static void
assert_waiters (const SlSchedState *sched)
{
  guint n_blocked = 0, n_waiters = 0;

  for (guint i = 0; i < sched->tasks->len; i++)
    {
      const SlSchedTask *task = &g_array_index (sched->tasks, SlSchedTask, i);
      const SlSchedLock *lock;
      gboolean found = FALSE;

      if (task->state != SL_STATE_BLOCKED)
        continue;

      n_blocked++;
      lock = sl_sched_state_find_lock (sched, task->lock);
      g_assert_nonnull (lock);
      g_assert_cmpuint (lock->owner, !=, task->task);
      for (guint k = 0; k < lock->waiters->len; k++)
        found = found || g_array_index (lock->waiters, guint32, k) == task->task;
      g_assert_true (found);
    }
  for (guint i = 0; i < sched->locks->len; i++)
    n_waiters += g_array_index (sched->locks, SlSchedLock, i).waiters->len;
  g_assert_cmpuint (n_blocked, ==, n_waiters);
}

/* Who runs from @time on; 0 for nobody. */
static guint32
get_runner (SlReplay *replay, SlTime time)
{
  SlTrace *trace = sl_replay_get_recorded (replay);
  const SlTrack *states = sl_lane_get_track (find_lane (trace, SL_LANE_CPU, 0), SL_ROLE_STATES);
  guint32 idle_task = sl_job_table_get_idle_task (sl_replay_get_jobs (replay));
  SlItem item;

  if (!sl_track_find_at (states, time, &item) || item.state != SL_STATE_RUNNING ||
      item.detail == idle_task)
    return 0;

  return item.detail;
}

/* What became of the processor by the last decision of each instant is what the processor's row says,
 * and nobody gets it without one. */
static void
assert_decisions (SlReplay *replay)
{
  g_autoptr (GArray) decisions = g_array_new (FALSE, FALSE, sizeof (SlDecision));
  SlTime end = sl_trace_get_span (sl_replay_get_recorded (replay)).end - 1;
  guint32 runner = 0;
  SlTime time = 0;
  guint64 index = 0;

  while (sl_decisions_find (replay, index, 1, decisions))
    {
      const SlDecision *first = &g_array_index (decisions, SlDecision, 0);
      g_autoptr (SlSchedState) sched = sl_sched_state_new (replay, first->index);

      if (first->time > time)
        {
          g_assert_cmpuint (runner, ==, get_runner (replay, time));
          g_assert_cmpuint (runner, ==, get_runner (replay, first->time - 1));
        }
      if (first->kind == SL_DECISION_RUN || first->kind == SL_DECISION_IDLE)
        runner = first->task;
      assert_waiters (sched);
      time = first->time;
      index = first->index;
    }
  if (time < end)
    g_assert_cmpuint (runner, ==, get_runner (replay, end - 1));
}

static void
test_told (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  SlSimScheduler scheduler = (SlSimScheduler) (which / N_PROTOCOLS);
  SlSimProtocol protocol = (SlSimProtocol) (which % N_PROTOCOLS);
  g_autoptr (GRand) random = g_rand_new_with_seed (1400 + which);

  g_test_summary (
      "The trace says what the simulator did, jobs' parts add up to their tasks' states, "
      "and the steps name who runs and who waits as the rows do");

  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = scheduler,
                                     .protocol = protocol,
                                     .until = END * MS,
                                     .quantum = 2 * MS };
      g_autoptr (SlStepRun) run = NULL;
      g_autofree char *text = NULL;
      SlReferenceSet set;

      sl_reference_set_draw (random, &set);
      text = sl_reference_set_print (&set);
      g_test_message ("%s", text);
      run = sl_step_run_new (text, &options);
      sl_sim_assert_decoded (run->run, set.n_tasks);
      assert_parts (sl_replay_get_jobs (run->replay));
      assert_decisions (run->replay);
    }
}

int
main (int argc, char *argv[])
{
  static const char *const schedulers[N_SCHEDULERS] = { "rm", "dm", "fp", "edf", "fifo", "rr" };

  g_test_init (&argc, &argv, NULL);
  for (SlSimScheduler scheduler = SL_SIM_RM; scheduler <= SL_SIM_RR; scheduler++)
    for (SlSimProtocol protocol = SL_SIM_NONE; protocol <= SL_SIM_SRP; protocol++)
      {
        g_autofree char *path = g_strdup_printf ("/told/%s/%s", schedulers[scheduler],
                                                 sl_sim_protocol_get_id (protocol));

        if (is_accepted (scheduler, protocol))
          g_test_add_data_func (path, GUINT_TO_POINTER (scheduler * N_PROTOCOLS + protocol),
                                test_told);
      }
  return g_test_run ();
}
