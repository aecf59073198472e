/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs, from release to finish. */
#include "sl-sim-private.h"

static void
begin_job (SlSimThread *thread)
{
  const SlSimPending *job = g_queue_peek_head (thread->jobs);

  if (job == NULL)
    return;

  thread->execution =
      sl_sim_distribution_draw (&thread->task->distribution, thread->n_jobs, &thread->random);
  thread->n_jobs++;
  thread->done = 0;
  thread->step = 0;
  thread->turn = job->turn;
  thread->started = FALSE;
}

/* @finish: -1 where it does not */
void
sl_sim_end_job (SlSimulator *self, SlSimThread *thread, gint64 finish)
{
  g_autofree SlSimPending *job = g_queue_pop_head (thread->jobs);

  g_array_index (self->run->jobs, SlSimJob, job->number).finish = finish;
  begin_job (thread);
  if (thread->server_state != NULL)
    sl_sim_server_state_finish (self, thread);
}

/**
 * sl_sim_get_step_end:
 *
 * Returns: what the job has executed when it comes to its next step; sections shrink and grow with
 *   what it executes
 */
gint64
sl_sim_get_step_end (const SlSimThread *thread)
{
  const SlSimTask *task = thread->task;

  if (thread->step == task->steps->len)
    return thread->execution;

  return (gint64) ((__int128) g_array_index (task->steps, SlSimStep, thread->step).at *
                   thread->execution / task->distribution.wcet);
}

/* Returns: whether the job takes a lock at its next step */
gboolean
sl_sim_takes_next (const SlSimThread *thread)
{
  const GArray *steps = thread->task->steps;

  return thread->step < steps->len && g_array_index (steps, SlSimStep, thread->step).takes;
}

/* The running @thread has executed all of its job. */
static void
finish_job (SlSimulator *self, SlSimThread *thread)
{
  gint64 finish;

  if (thread->deadline_at != SL_SIM_NEVER && g_queue_get_length (thread->jobs) == 1)
    {
      sl_sim_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
      thread->deadline_at = SL_SIM_NEVER;
    }
  finish = sl_sim_log (self, SL_SHARK_TASK_END_CYCLE, sl_sim_context (thread), 1);
  sl_sim_end_job (self, thread, finish);
  self->ended = TRUE;
}

/* The running @thread gives back all locks whose sections end at this point of its execution, and
 * ends its job if that was all of it. Only then is it decided who goes on: a job that has executed
 * everything is never preempted before its end. */
void
sl_sim_complete (SlSimulator *self, SlSimThread *thread)
{
  const GArray *steps = thread->task->steps;
  gboolean inherits = self->options.protocol >= SL_SIM_PIP;

  while (thread->step < steps->len && !sl_sim_takes_next (thread) &&
         sl_sim_get_step_end (thread) <= thread->done)
    sl_sim_unlock (self, thread,
                   &self->locks[g_array_index (steps, SlSimStep, thread->step++).lock]);
  if (thread->step == steps->len && thread->execution <= thread->done)
    finish_job (self, thread);

  if (!sl_sim_leaves_to_timer (self))
    sl_sim_reschedule (self, inherits && !self->ended);
}

/* The running @thread comes to its next section. */
void
sl_sim_take_next (SlSimulator *self, SlSimThread *thread)
{
  const GArray *steps = thread->task->steps;

  sl_sim_lock (self, thread, &self->locks[g_array_index (steps, SlSimStep, thread->step++).lock]);
}

/* What the trace tells of a release: a task that the application activates has no timer of its
 * own, and the servers' modules know only such tasks. */
static gint64
log_release (SlSimulator *self, const SlSimThread *thread)
{
  if (thread->task->pattern.period == 0 || thread->server_state != NULL)
    return sl_sim_log (self, SL_SHARK_TASK_ACTIVATE, sl_sim_context (thread), 0);

  sl_sim_log (self, SL_SHARK_TIMER_POST, 0, 0);
  sl_sim_log (self, SL_SHARK_TIMER_POST, 0, 0);
  return sl_sim_log (self, SL_SHARK_TASK_TIMER, sl_sim_context (thread), 1);
}

/**
 * sl_sim_release:
 * @nominal: when the release was due, from which the deadline counts; the kernel may be late
 */
void
sl_sim_release (SlSimulator *self, SlSimThread *thread, gint64 nominal)
{
  gint64 deadline = thread->task->deadline > 0 ? nominal + thread->task->deadline : SL_SIM_NEVER;
  SlSimJob record = { thread->number, 0, deadline, -1 };
  guint64 turn = self->turns++;
  SlSimPending *job;

  if (self->options.overrun == SL_SIM_SKIP && !g_queue_is_empty (thread->jobs))
    return;

  record.release = log_release (self, thread);
  job = g_new (SlSimPending, 1);
  *job = (SlSimPending) { self->run->jobs->len, deadline, turn };
  g_array_append_val (self->run->jobs, record);
  g_queue_push_tail (thread->jobs, job);
  thread->deadline_at = deadline;
  if (g_queue_get_length (thread->jobs) == 1)
    begin_job (thread);
  if (thread->server_state != NULL)
    sl_sim_server_state_arrival (self, thread);
}
