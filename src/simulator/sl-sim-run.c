/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Discrete events. At one instant what the running task or handler completes comes first and whole:
 * all sections that end at this point of its execution, and its job; then the timers: budgets that
 * are used up, deadlines, releases, budgets that come back, ends of quanta; then one decision, for
 * all of these; then the other interrupts; then the locks that tasks ask for: a task that is
 * released when another is about to lock comes before the lock. */
#include "sl-sim-private.h"

static gboolean
has_quantum (const SlSimulator *self)
{
  const SlSimThread *thread = self->running;

  /* Who has nothing more to do gives the rest of its quantum up. */
  return self->options.scheduler == SL_SIM_RR && thread != NULL &&
         !(self->ended && g_queue_is_empty (thread->jobs));
}

/* When the running task has no more to spend; @self->now where it has spent more. */
static gint64
get_spent_time (const SlSimulator *self)
{
  const SlSimThread *thread = self->running;
  gint64 left = SL_SIM_NEVER;

  if (thread == NULL || self->depth > 0 || self->ended)
    return SL_SIM_NEVER;
  if (thread->server_state != NULL)
    left = thread->server_state->budget;
  /* A job that is done finishes first. */
  if (thread->allowance < sl_sim_get_step_end (thread) - thread->done)
    left = MIN (left, thread->allowance);

  return left < SL_SIM_NEVER ? self->now + MAX (left, 0) : SL_SIM_NEVER;
}

static gint64
get_next_timer (const SlSimulator *self)
{
  gint64 next = MIN (get_spent_time (self), sl_sim_server_state_get_next (self));

  for (guint i = 0; i < self->n_threads; i++)
    next = MIN (next, MIN (self->threads[i].arrivals.at, self->threads[i].deadline_at));

  return has_quantum (self) ? MIN (next, self->quantum_at) : next;
}

/**
 * sl_sim_leaves_to_timer:
 *
 * Returns: whether a timer ends at this very instant, whose interrupt decides who goes on. Where the
 *   kernel takes its time, it decides before it takes the interrupt
 */
gboolean
sl_sim_leaves_to_timer (const SlSimulator *self)
{
  return self->options.overhead == 0 && self->now < self->options.until &&
         get_next_timer (self) <= self->now;
}

/* Each job that aborts ends in an interrupt of its own, so that nothing is told of its task but
 * that it sleeps. */
static void
abort_late_jobs (SlSimulator *self)
{
  gint64 instant = self->now;

  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      if (thread->deadline_at > instant)
        continue;

      thread->deadline_at = SL_SIM_NEVER;
      sl_sim_begin_timer (self);
      sl_sim_log (self, SL_SHARK_TASK_DEADLINE_MISS, sl_sim_context (thread), 0);
      sl_sim_log (self, SL_SHARK_TASK_DISABLE, sl_sim_context (thread), 1);
      sl_sim_end_job (self, thread, -1);
      sl_sim_end_timer (self);
    }
}

/* What stops the task has an interrupt of its own as well: that nothing wakes in it tells why the
 * task stops. Where its next release is due, it need not. */
static void
throttle (SlSimulator *self)
{
  SlSimThread *thread = self->running;

  if (thread == NULL || self->depth > 0 || self->ended || thread->allowance > 0 ||
      sl_sim_get_step_end (thread) == thread->done || thread->arrivals.at <= self->now)
    return;

  thread->is_stopped = TRUE;
  sl_sim_begin_timer (self);
  sl_sim_log (self, SL_SHARK_TASK_WCET_VIOLATION, sl_sim_context (thread), 0);
  sl_sim_end_timer (self);
}

/* A task that was stopped goes on with its next release, which the trace tells twice then: that it
 * goes on, and that a job came. */
static void
allow (SlSimulator *self, SlSimThread *thread)
{
  if (self->options.overrun != SL_SIM_THROTTLE || thread->server_state != NULL ||
      thread->task->pattern.period == 0)
    return;

  if (thread->is_stopped)
    sl_sim_log (self, SL_SHARK_TASK_TIMER, sl_sim_context (thread), 1);
  thread->is_stopped = FALSE;
  thread->allowance = thread->task->distribution.wcet;
}

/* Deadlines come before releases: the end of a period is both. */
static void
serve_tasks (SlSimulator *self, gint64 instant)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      if (thread->deadline_at <= instant)
        {
          sl_sim_log (self, SL_SHARK_TASK_DEADLINE_MISS, sl_sim_context (thread), 0);
          thread->deadline_at = SL_SIM_NEVER;
        }
      while (thread->arrivals.at <= instant)
        {
          gint64 nominal = thread->arrivals.at;

          sl_sim_arrivals_plan (&thread->arrivals, &thread->task->pattern, &thread->random);
          allow (self, thread);
          sl_sim_release (self, thread, nominal);
        }
    }
}

static void
serve_timers (SlSimulator *self)
{
  gint64 instant = self->now;

  if (self->options.overrun == SL_SIM_ABORT)
    abort_late_jobs (self);
  throttle (self);
  if (get_next_timer (self) > instant)
    return;

  sl_sim_begin_timer (self);
  sl_sim_server_state_exhaust (self);
  serve_tasks (self, instant);
  sl_sim_server_state_refill (self, instant);
  if (has_quantum (self) && self->quantum_at <= instant)
    {
      self->running->turn = self->turns++;
      self->quantum_at = self->now + self->options.quantum;
    }
  sl_sim_end_timer (self);
}

/* Lets time pass in which the kernel or whoever has the processor does something. */
void
sl_sim_pass (SlSimulator *self, gint64 ticks)
{
  self->now += ticks;
  if (self->depth == 0 && self->running != NULL && self->running->server_state != NULL)
    self->running->server_state->budget -= ticks;
}

static void
execute (SlSimulator *self, gint64 ticks)
{
  SlSimHandler *handler = sl_sim_get_handler (self);
  SlSimThread *thread = self->running;

  sl_sim_pass (self, ticks);
  if (handler != NULL)
    {
      handler->left -= ticks;
      return;
    }
  if (thread == NULL)
    return;

  thread->done += ticks;
  if (thread->allowance != SL_SIM_NEVER)
    thread->allowance -= ticks;
}

static void
complete (SlSimulator *self)
{
  if (sl_sim_get_handler (self) != NULL)
    sl_sim_end_handler (self);
  else
    sl_sim_complete (self, self->running);
}

/* Of whoever has the processor; what has ended is not completed once more. */
static gint64
get_left (const SlSimulator *self)
{
  const SlSimHandler *handler = sl_sim_get_handler (self);

  if (handler != NULL)
    return handler->left;

  return self->running != NULL && !self->ended
             ? sl_sim_get_step_end (self->running) - self->running->done
             : SL_SIM_NEVER;
}

/**
 * sl_sim_simulate:
 *
 * Goes from instant to instant up to the time that the options tell.
 */
void
sl_sim_simulate (SlSimulator *self)
{
  while (TRUE)
    {
      gint64 left = get_left (self);
      gint64 timer = sl_sim_takes_timer (self) ? get_next_timer (self) : SL_SIM_NEVER;
      gint64 interrupt = sl_sim_get_next_interrupt (self);
      gboolean waits = sl_sim_get_handler (self) == NULL && self->running != NULL &&
                       sl_sim_takes_next (self->running);
      gint64 next = MIN (MIN (timer, interrupt), self->options.until);

      if (left <= 0 && !waits)
        complete (self);
      else if (self->now >= self->options.until)
        return;
      else if (timer <= self->now)
        serve_timers (self);
      else if (interrupt <= self->now)
        sl_sim_begin_handler (self, sl_sim_find_interrupt (self));
      else if (left <= 0)
        sl_sim_take_next (self, self->running);
      else
        execute (self, MIN (next - self->now, left));
    }
}
