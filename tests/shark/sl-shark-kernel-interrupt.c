/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The timer, interrupt lines, and what they bring. */
#include "sl-shark-kernel-private.h"

static guint64
next_timer (const SlSharkKernel *self)
{
  guint64 next = NEVER;

  for (guint i = 0; i < self->n_tasks; i++)
    {
      const Task *task = &self->tasks[i];

      next = MIN (next, MIN (task->release_at, MIN (task->deadline_at, task->replenish_at)));
    }

  return next;
}

static const Line *
next_line (const SlSharkKernel *self)
{
  const Line *next = NULL;

  for (guint i = 0; i < self->n_lines; i++)
    {
      if (next == NULL || self->lines[i].at < next->at)
        next = &self->lines[i];
    }

  return next;
}

/* Returns: the absolute tick at which something interrupts */
guint64
next_interrupt (const SlSharkKernel *self)
{
  const Line *line = next_line (self);

  return MIN (next_timer (self), line != NULL ? line->at : NEVER);
}

static void
enter (SlSharkKernel *self, guint16 code, guint line, SlSharkTruthTrack **track)
{
  self->depth++;
  sl_shark_kernel_log (self, code, line, 0);
  truth_line (self, track, line, TRUE);
  if (self->depth == 1 && self->running != NULL)
    truth_follow_task (self, self->running);
}

static void
serve_deadline (SlSharkKernel *self, Task *task)
{
  gboolean is_period =
      task->spec.deadline_us == 0 || task->spec.deadline_us == task->spec.period_us;

  task->deadline_at = NEVER;
  if (self->fixed_priorities && is_period)
    {
      /* The end of the period is served first, and takes the deadline's timer away. */
      sl_shark_kernel_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
      return;
    }

  sl_shark_kernel_log (self, SL_SHARK_TASK_DEADLINE_MISS, task->context, 0);
  if (task->n_pending > 0)
    task->missed[task->n_pending - 1] = TRUE;
}

static void
serve_replenishment (SlSharkKernel *self, Task *task)
{
  task->replenish_at = NEVER;
  sl_shark_kernel_log (self, SL_SHARK_SERVER_REPLENISH, 0, task->spec.server);
  truth_server (self, task, "active");
  task->budget = ticks_of_us (self, task->spec.budget_us);
  task->deadline += ticks_of_us (self, task->spec.period_us);
  task->state = TASK_READY;
  truth_follow_task (self, task);
  self->reschedule = TRUE;
}

/* Timers that expire within a microsecond are served together. */
static void
serve_timers (SlSharkKernel *self)
{
  guint64 due = self->now + ticks_of_us (self, 1);

  for (guint i = 0; i < self->n_tasks; i++)
    {
      Task *task = &self->tasks[i];

      if (task->deadline_at <= due)
        serve_deadline (self, task);
      if (task->replenish_at <= due)
        serve_replenishment (self, task);
      if (task->release_at <= due)
        release_job (self, task);
    }
}

/* Ends the timer's handler; the outermost one also switches, with no record of its own. */
static void
leave_timer (SlSharkKernel *self)
{
  self->depth--;
  if (self->depth == 0 && self->reschedule)
    {
      disarm_capacity (self);
      choose (self);
      arm_capacity (self);
      self->reschedule = FALSE;
    }
  else
    {
      self->shadow = self->running;
    }

  sl_shark_kernel_log (self, SL_SHARK_TIMER_WAKEUP_END, self->shadow->context, 0);
  truth_line (self, &self->timer, 0, FALSE);
  if (self->depth == 0)
    switch_to (self, self->shadow);
}

static void
serve_timer_interrupt (SlSharkKernel *self)
{
  enter (self, SL_SHARK_TIMER_WAKEUP_START, 0, &self->timer);
  serve_timers (self);
  leave_timer (self);
}

/* The budget of the running @task is used up: it is off until its server's deadline. */
void
exhaust_budget (SlSharkKernel *self, Task *task)
{
  enter (self, SL_SHARK_TIMER_WAKEUP_START, 0, &self->timer);
  disarm_capacity (self);
  sl_shark_kernel_log (self, SL_SHARK_SERVER_EXHAUST, 0, task->spec.server);
  truth_server (self, task, "exhausted");
  sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
  task->state = TASK_THROTTLED;
  task->replenish_at = MAX (task->deadline, self->now + ticks_of_us (self, 20));
  self->reschedule = TRUE;
  leave_timer (self);
}

static void
serve_nested (SlSharkKernel *self, const Line *line)
{
  Line *nested = NULL;

  for (guint i = 0; i < self->n_lines; i++)
    {
      if (self->lines[i].spec.line == line->spec.nested_line)
        nested = &self->lines[i];
    }
  if (nested == NULL)
    return;

  enter (self, SL_SHARK_INTERRUPT_START, nested->spec.line, &nested->track);
  self->now += ticks_of_us (self, nested->spec.body_us);
  self->depth--;
  sl_shark_kernel_log (self, SL_SHARK_INTERRUPT_END, nested->spec.line, 0);
  truth_line (self, &nested->track, nested->spec.line, FALSE);
}

/* A switch after a hardware interrupt is logged by nothing but the scheduler's choice. */
static void
leave_line (SlSharkKernel *self, Line *line)
{
  self->depth--;
  sl_shark_kernel_log (self, SL_SHARK_INTERRUPT_END, line->spec.line, 0);
  truth_line (self, &line->track, line->spec.line, FALSE);
  truth_follow_task (self, self->running);
  truth_cpu (self);

  if (line->spec.activates >= 0 && self->tasks[line->spec.activates].state != TASK_ABSENT)
    activate (self, &self->tasks[line->spec.activates]);
  if (!self->reschedule)
    return;

  self->reschedule = FALSE;
  disarm_capacity (self);
  choose (self);
  switch_to (self, self->shadow);
  arm_capacity (self);
}

static void
serve_line (SlSharkKernel *self, Line *line)
{
  guint64 half = ticks_of_us (self, line->spec.body_us) / 2;

  line->at += ticks_of_us (self, line->spec.period_us);
  enter (self, SL_SHARK_INTERRUPT_START, line->spec.line, &line->track);
  self->now += half;
  serve_nested (self, line);
  if (next_timer (self) <= self->now)
    serve_timer_interrupt (self);
  self->now += half;
  leave_line (self, line);
}

/* What is due first. */
void
serve_interrupt (SlSharkKernel *self)
{
  const Line *line = next_line (self);

  if (line != NULL && line->at < next_timer (self))
    serve_line (self, &self->lines[line - self->lines]);
  else
    serve_timer_interrupt (self);
}
