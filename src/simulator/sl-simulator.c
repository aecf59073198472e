/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Discrete events. At one instant what the running task completes comes first, then the timers,
 * then the locks that it asks for: a task that is released when another is about to lock comes
 * before the lock. */
#include "sl-simulator.h"

#include "sl-error.h"
#include "sl-sim-private.h"
#include "sl-wide.h"

/* A run writes some ten records a job; this is a file of a hundred megabytes and more. */
#define MAX_RELEASES 1000000

#define MAX_UNTIL    (G_GINT64_CONSTANT (1000000000) * 1000000)
#define MAX_PRIORITY G_GINT64_CONSTANT (1000000000)

/* SplitMix64: each task has a stream of its own, so that a change of one leaves the others. */
static guint64
draw (SlSimThread *thread)
{
  guint64 mixed = thread->random += G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  mixed = (mixed ^ (mixed >> 30)) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  mixed = (mixed ^ (mixed >> 27)) * G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return mixed ^ (mixed >> 31);
}

/* From 0 to @most. */
static gint64
draw_up_to (SlSimThread *thread, gint64 most)
{
  return most > 0 ? (gint64) (draw (thread) % ((guint64) most + 1)) : 0;
}

static void
plan_release (SlSimThread *thread)
{
  const SlSimTask *task = thread->task;
  gint64 earliest = thread->n_releases > 0 ? thread->release_at : 0;

  if (task->arrivals->len > 0)
    {
      if (thread->n_releases == task->arrivals->len)
        {
          thread->release_at = SL_SIM_NEVER;
          return;
        }
      thread->nominal = g_array_index (task->arrivals, gint64, thread->n_releases);
    }
  else
    {
      thread->nominal = thread->n_releases == 0
                            ? task->offset
                            : thread->nominal + task->period + draw_up_to (thread, task->sporadic);
    }

  thread->release_at = MAX (earliest, thread->nominal + draw_up_to (thread, task->jitter));
  thread->n_releases++;
}

static gint64
draw_execution (SlSimThread *thread)
{
  const GArray *executions = thread->task->executions;
  gint64 first = g_array_index (executions, gint64, 0);

  if (thread->task->is_range)
    return first + draw_up_to (thread, g_array_index (executions, gint64, 1) - first);

  return g_array_index (executions, gint64, thread->n_jobs % executions->len);
}

static void
begin_job (SlSimThread *thread)
{
  const SlSimPending *job = g_queue_peek_head (thread->jobs);

  if (job == NULL)
    return;

  thread->execution = draw_execution (thread);
  thread->n_jobs++;
  thread->done = 0;
  thread->step = 0;
  thread->turn = job->turn;
  thread->started = FALSE;
}

static void
end_job (SlSimulator *self, SlSimThread *thread, gint64 finish)
{
  g_autofree SlSimPending *job = g_queue_pop_head (thread->jobs);

  g_array_index (self->run->jobs, SlSimJob, job->number).finish = finish;
  begin_job (thread);
}

/* What the running job has executed when it comes to its next step; sections shrink and grow with
 * what the job executes. */
static gint64
get_step_end (const SlSimThread *thread)
{
  const SlSimTask *task = thread->task;

  if (thread->step == task->steps->len)
    return thread->execution;

  return (gint64) ((__int128) g_array_index (task->steps, SlSimStep, thread->step).at *
                   thread->execution / task->wcet);
}

static gboolean
takes_next (const SlSimThread *thread)
{
  const GArray *steps = thread->task->steps;

  return thread->step < steps->len && g_array_index (steps, SlSimStep, thread->step).takes;
}

static void
do_step (SlSimulator *self, SlSimThread *thread)
{
  const GArray *steps = thread->task->steps;

  if (thread->step < steps->len)
    {
      const SlSimStep *step = &g_array_index (steps, SlSimStep, thread->step++);

      if (step->takes)
        sl_sim_lock (self, thread, &self->locks[step->lock]);
      else
        sl_sim_unlock (self, thread, &self->locks[step->lock]);
      return;
    }

  if (thread->deadline_at != SL_SIM_NEVER && g_queue_get_length (thread->jobs) == 1)
    {
      sl_sim_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
      thread->deadline_at = SL_SIM_NEVER;
    }
  sl_sim_log (self, SL_SHARK_TASK_END_CYCLE, sl_sim_context (self, thread), 1);
  end_job (self, thread, self->now);
  sl_sim_reschedule (self, FALSE);
}

static void
release (SlSimulator *self, SlSimThread *thread)
{
  gint64 deadline = thread->task->deadline > 0 ? self->now + thread->task->deadline : SL_SIM_NEVER;
  const SlSimJob record = { thread->number, self->now, deadline, -1 };
  guint64 turn = self->turns++;
  SlSimPending *job;

  plan_release (thread);
  if (self->options.overrun == SL_SIM_SKIP && !g_queue_is_empty (thread->jobs))
    return;

  if (thread->task->period > 0)
    {
      sl_sim_log (self, SL_SHARK_TIMER_POST, 0, 0);
      sl_sim_log (self, SL_SHARK_TIMER_POST, 0, 0);
      sl_sim_log (self, SL_SHARK_TASK_TIMER, sl_sim_context (self, thread), 1);
    }
  else
    {
      sl_sim_log (self, SL_SHARK_TASK_ACTIVATE, sl_sim_context (self, thread), 0);
    }

  job = g_new (SlSimPending, 1);
  *job = (SlSimPending) { self->run->jobs->len, self->now, deadline, turn };
  g_array_append_val (self->run->jobs, record);
  g_queue_push_tail (thread->jobs, job);
  thread->deadline_at = deadline;
  if (g_queue_get_length (thread->jobs) == 1)
    begin_job (thread);
}

/* Each job that aborts ends in an interrupt of its own, so that nothing is told of its task but
 * that it sleeps. */
static void
abort_late_jobs (SlSimulator *self)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      if (thread->deadline_at > self->now)
        continue;

      thread->deadline_at = SL_SIM_NEVER;
      sl_sim_log (self, SL_SHARK_TIMER_WAKEUP_START, 0, 0);
      sl_sim_log (self, SL_SHARK_TASK_DEADLINE_MISS, sl_sim_context (self, thread), 0);
      sl_sim_log (self, SL_SHARK_TASK_DISABLE, sl_sim_context (self, thread), 1);
      end_job (self, thread, -1);
      sl_sim_reschedule_in_timer (self);
    }
}

/* Deadlines come before releases: the end of a period is both. */
static void
serve_tasks (SlSimulator *self)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      if (thread->deadline_at <= self->now)
        {
          sl_sim_log (self, SL_SHARK_TASK_DEADLINE_MISS, sl_sim_context (self, thread), 0);
          thread->deadline_at = SL_SIM_NEVER;
        }
      while (thread->release_at <= self->now)
        release (self, thread);
    }
}

static gboolean
has_quantum (const SlSimulator *self)
{
  return self->options.scheduler == SL_SIM_RR && self->running != NULL;
}

static gint64
get_next_task_timer (const SlSimulator *self)
{
  gint64 next = SL_SIM_NEVER;

  for (guint i = 0; i < self->n_threads; i++)
    next = MIN (next, MIN (self->threads[i].release_at, self->threads[i].deadline_at));

  return next;
}

static gint64
get_next_timer (const SlSimulator *self)
{
  gint64 next = get_next_task_timer (self);

  return has_quantum (self) ? MIN (next, self->quantum_at) : next;
}

static void
serve_timers (SlSimulator *self)
{
  if (self->options.overrun == SL_SIM_ABORT)
    abort_late_jobs (self);
  if (get_next_timer (self) > self->now)
    return;

  sl_sim_log (self, SL_SHARK_TIMER_WAKEUP_START, 0, 0);
  serve_tasks (self);
  if (has_quantum (self) && self->quantum_at <= self->now)
    {
      self->running->turn = self->turns++;
      self->quantum_at = self->now + self->options.quantum;
    }
  sl_sim_reschedule_in_timer (self);
}

static void
simulate (SlSimulator *self)
{
  while (TRUE)
    {
      SlSimThread *task = self->running;
      gint64 left = task != NULL ? get_step_end (task) - task->done : SL_SIM_NEVER;
      gint64 timer = get_next_timer (self);

      if (left <= 0 && !takes_next (task))
        do_step (self, task);
      else if (self->now == self->options.until)
        return;
      else if (timer <= self->now)
        serve_timers (self);
      else if (left <= 0)
        do_step (self, task);
      else
        {
          gint64 until = MIN (MIN (timer, self->options.until) - self->now, left);

          if (task != NULL)
            task->done += until;
          self->now += until;
        }
    }
}

/* What is under way when the trace ends. */
static void
finish (SlSimulator *self)
{
  sl_sim_give (self, NULL);
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    {
      const SlSimLock *lock = &self->locks[i];

      if (lock->owner != NULL && lock->since < self->now)
        {
          const SlSimSlice held = { lock->owner->number, i, lock->since, self->now };

          g_array_append_val (self->run->slices, held);
        }
    }
  sl_sim_log (self, SL_SHARK_TRACE_STOP, 0, 0);
  self->run->trace = g_byte_array_free_to_bytes (g_steal_pointer (&self->records));
  self->run->model = sl_sim_make_model (self);
}

static gint64
get_hyperperiod (const SlTaskSet *set, gint64 most)
{
  gint64 hyperperiod = 1;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      gint64 period = sl_task_set_get_task (set, i)->period;
      gint64 a = hyperperiod;
      gint64 b = period;
      gint64 rest;

      if (period == 0)
        continue;
      for (; b != 0; a = b, b = rest)
        rest = a % b;
      if (hyperperiod / a > most / period)
        return most;
      hyperperiod = hyperperiod / a * period;
    }

  return hyperperiod;
}

static gint64
get_default_end (const SlTaskSet *set)
{
  gint64 longest = 0;
  gint64 latest = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (set, i);
      guint n_arrivals = task->arrivals->len;

      longest = MAX (longest, MAX (task->period, task->wcet));
      latest = MAX (latest, task->offset);
      if (n_arrivals > 0)
        latest = MAX (latest, g_array_index (task->arrivals, gint64, n_arrivals - 1) + task->wcet);
    }

  longest = MIN (longest, MAX_UNTIL / 100);
  return MIN (MAX_UNTIL, latest + MAX (longest, get_hyperperiod (set, 100 * longest)));
}

static gboolean G_GNUC_PRINTF (2, 3) refuse (GError **error, const char *format, ...)
{
  va_list arguments;

  va_start (arguments, format);
  if (error != NULL)
    *error = g_error_new_valist (SL_ERROR, SL_ERROR_USAGE, format, arguments);
  va_end (arguments);
  return FALSE;
}

static gboolean
check_task (const SlSimTask *task, const SlSimOptions *options, GError **error)
{
  if (options->scheduler == SL_SIM_FP && !task->has_priority)
    return refuse (error, "[task %s]: It has no priority, by which fp schedules", task->name);
  if (options->scheduler == SL_SIM_FP && ABS (task->priority) > MAX_PRIORITY)
    return refuse (error,
                   "[task %s], priority: %" G_GINT64_FORMAT
                   ": −1000000000 to 1000000000 are accepted by the simulator",
                   task->name, task->priority);
  if (options->overrun == SL_SIM_ABORT && task->steps->len > 0)
    return refuse (error,
                   "[task %s], sections: A job that holds a lock cannot be aborted; take "
                   "--overrun continue or skip",
                   task->name);
  if (options->overrun == SL_SIM_ABORT && (task->deadline == 0 || task->deadline > task->period))
    return refuse (error, "[task %s]: --overrun abort wants a deadline up to the period",
                   task->name);

  return TRUE;
}

static gboolean
check (const SlTaskSet *set, const SlSimOptions *options, GError **error)
{
  gint64 n_releases = 0;

  if (options->protocol >= SL_SIM_PIP && options->scheduler >= SL_SIM_FIFO)
    return refuse (error, "Under fifo and rr the protocols are none and npp");
  if ((options->protocol == SL_SIM_PCP || options->protocol == SL_SIM_ICPP) &&
      options->scheduler == SL_SIM_EDF)
    return refuse (error, "Under edf the protocols are none, npp, pip and srp");
  if (options->protocol == SL_SIM_PIP && sl_task_set_may_deadlock (set))
    return refuse (error, "The order in which tasks nest locks goes round in a circle: under pip "
                          "they may wait for each other; take pcp, icpp, srp or npp");
  if (options->until < 0 || options->until > MAX_UNTIL)
    return refuse (error, "The end lies beyond 0 to 1000000 s");
  if (options->quantum <= 0)
    return refuse (error, "The quantum is not above 0");

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (set, i);

      if (!check_task (task, options, error))
        return FALSE;
      if (task->period > 0)
        n_releases += options->until / task->period;
    }
  if (n_releases > MAX_RELEASES)
    return refuse (error,
                   "%" G_GINT64_FORMAT " jobs would be released; up to %d are accepted: "
                   "give an earlier end",
                   n_releases, MAX_RELEASES);
  if (options->scheduler == SL_SIM_RR && options->until / options->quantum > MAX_RELEASES)
    return refuse (error, "More than %d quanta: give a longer one, or an earlier end",
                   MAX_RELEASES);

  return TRUE;
}

static void
set_up (SlSimulator *self)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      thread->task = sl_task_set_get_task (self->set, i);
      thread->number = i;
      thread->random = self->options.seed ^ ((guint64) (i + 1) << 48);
      thread->jobs = g_queue_new ();
      thread->deadline_at = SL_SIM_NEVER;
      plan_release (thread);
    }
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    self->locks[i].waiters = g_queue_new ();
  sl_sim_rank (self);
}

static void
tear_down (SlSimulator *self)
{
  for (guint i = 0; i < self->n_threads; i++)
    g_queue_free_full (self->threads[i].jobs, g_free);
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    g_queue_free (self->locks[i].waiters);
  g_free (self->threads);
  g_free (self->locks);
}

/**
 * sl_simulator_run:
 *
 * Fails with %SL_ERROR_USAGE where the options do not fit each other or the set.
 *
 * Returns: (transfer full): %NULL on error
 */
SlSimRun *
sl_simulator_run (const SlTaskSet *set, const SlSimOptions *options, GError **error)
{
  SlSimulator self = { .set = set, .options = *options };

  if (options->until == 0)
    self.options.until = get_default_end (set);
  if (!check (set, &self.options, error))
    return NULL;

  self.n_threads = sl_task_set_get_n_tasks (set);
  self.threads = g_new0 (SlSimThread, self.n_threads);
  self.locks = g_new0 (SlSimLock, sl_task_set_get_n_locks (set));
  self.records = g_byte_array_new ();
  self.run = g_new0 (SlSimRun, 1);
  self.run->slices = g_array_new (FALSE, FALSE, sizeof (SlSimSlice));
  self.run->jobs = g_array_new (FALSE, FALSE, sizeof (SlSimJob));

  set_up (&self);
  sl_sim_boot (&self);
  simulate (&self);
  finish (&self);
  tear_down (&self);
  return self.run;
}

void
sl_sim_run_free (SlSimRun *self)
{
  g_bytes_unref (self->trace);
  sl_task_model_free (self->model);
  g_array_unref (self->slices);
  g_array_unref (self->jobs);
  g_free (self);
}
