/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shark-kernel-private.h"

#define KERNEL_CONTEXT 248

/* Cycles that the real kernel takes up to each record, as measured in a real trace. */
static guint
get_gap (guint16 code)
{
  switch (code)
    {
    case SL_SHARK_TIMER_WAKEUP_START:
      return 300;
    case SL_SHARK_TIMER_POST:
    case SL_SHARK_TASK_TIMER:
      return 580;
    case SL_SHARK_TASK_SCHEDULE:
      return 607;
    case SL_SHARK_TASK_END_CYCLE:
      return 565;
    case SL_SHARK_TASK_ACTIVATE:
      return 701;
    case SL_SHARK_CONTEXT_SWITCH:
      return 271;
    default:
      return 500;
    }
}

/**
 * sl_shark_kernel_log:
 * @code: an #SlSharkCode, with %SL_SHARK_FAST or without
 *
 * Returns: the tick of the record, which is now
 */
guint64
sl_shark_kernel_log (SlSharkKernel *self, guint16 code, guint16 parameter_1, guint32 parameter_2)
{
  gboolean is_filter = (code & 0xf0) == 0xf0;

  self->now += get_gap (code) + random_below (self, 64);
  if (is_filter || (self->filter & (1u << (code & 0x0f))) == 0)
    sl_shark_writer_add (self->writer, code, parameter_1, self->now, parameter_2);

  return self->now;
}

/**
 * sl_shark_kernel_filter:
 * @family: low nibble of the codes
 * @filtered: whether they are no longer logged
 */
void
sl_shark_kernel_filter (SlSharkKernel *self, guint family, gboolean filtered)
{
  sl_shark_kernel_log (self, SL_SHARK_FILTER_TRACE_EVENTS + family, filtered, 0);
  if (filtered)
    self->filter |= 1u << family;
  else
    self->filter &= ~(1u << family);
}

/**
 * sl_shark_kernel_new:
 * @writer: where records go; must outlive the kernel
 * @truth: (nullable): where the truth goes; must outlive the kernel
 */
SlSharkKernel *
sl_shark_kernel_new (const SlSharkSetup *setup, SlSharkWriter *writer, SlSharkTruth *truth)
{
  SlSharkKernel *self = g_new0 (SlSharkKernel, 1);

  self->writer = writer;
  self->truth = truth;
  self->random = setup->seed;
  self->khz = setup->khz;
  self->fixed_priorities = setup->fixed_priorities;
  self->no_inheritance = setup->no_inheritance;
  self->now = setup->start;
  if (truth != NULL)
    self->cpu = sl_shark_truth_add_track (truth, "cpu:0");

  for (guint i = 0; i < SL_SHARK_MAX_LOCKS; i++)
    {
      self->mutexes[i].address = 0x1720a40 + 0x40 * i;
      self->semaphores[i].index = i;
    }

  return self;
}

void
sl_shark_kernel_free (SlSharkKernel *self)
{
  for (guint i = 0; i < self->n_tasks; i++)
    g_free (self->tasks[i].lane);
  g_free (self);
}

/* Returns: its number, for steps and lines */
guint
sl_shark_kernel_add_task (SlSharkKernel *self, const SlSharkTaskSpec *spec)
{
  Task *task = &self->tasks[self->n_tasks];

  g_assert_cmpuint (self->n_tasks, <, SL_SHARK_MAX_TASKS);

  task->spec = *spec;
  task->number = self->n_tasks;
  task->deadline = NEVER;
  task->release_at = NEVER;
  task->deadline_at = NEVER;
  task->replenish_at = NEVER;

  return self->n_tasks++;
}

void
sl_shark_kernel_add_line (SlSharkKernel *self, const SlSharkLineSpec *spec)
{
  g_assert_cmpuint (self->n_lines, <, SL_SHARK_MAX_LINES);

  self->lines[self->n_lines++] =
      (Line) { .spec = *spec, .at = self->now + ticks_of_us (self, spec->first_us) };
}

static Task *
add_system_task (SlSharkKernel *self, const SlSharkTaskSpec *spec)
{
  Task *task = &self->tasks[sl_shark_kernel_add_task (self, spec)];

  task->context = 256 + 8 * self->n_created;
  task->pid = self->n_created++;
  task->state = TASK_SUSPENDED;
  truth_add_task (self, task);

  return task;
}

/**
 * sl_shark_kernel_boot:
 * @main_task: what the first task does, which runs from now on
 *
 * Makes the kernel's own tasks (interrupt server, main, dummy, shutdown), and logs the trace's
 * start and their ids. Tasks added before are created by main's steps.
 */
void
sl_shark_kernel_boot (SlSharkKernel *self, const SlSharkTaskSpec *main_task)
{
  static const SlSharkTaskSpec server = { .level = 0 };
  static const SlSharkTaskSpec dummy = { .level = 4 };
  Task *first = add_system_task (self, &server);
  Task *user = add_system_task (self, main_task);

  self->idle = add_system_task (self, &dummy);
  add_system_task (self, &server);

  user->state = TASK_READY;
  user->deadline = NEVER - 1;
  self->idle->state = TASK_READY;
  sl_shark_kernel_log (self, SL_SHARK_TRACE_START, user->context, self->khz);
  switch_to (self, user);
  for (Task *task = first; task < first + 4; task++)
    sl_shark_kernel_log (self, SL_SHARK_ID, task->context, task->pid);
}

static void
compute (SlSharkKernel *self, Task *task, guint64 ticks)
{
  self->now += ticks;
  if (task == self->idle)
    return;

  task->left -= ticks;
  if (task->spec.budget_us > 0)
    task->budget -= ticks;
}

static guint64
get_room (const SlSharkKernel *self, const Task *task)
{
  if (task == self->idle)
    return NEVER;

  return task->spec.budget_us > 0 ? MIN (task->left, task->budget) : task->left;
}

/**
 * sl_shark_kernel_run:
 * @duration_us: from now on; what the kernel does at its end is done to its end
 */
void
sl_shark_kernel_run (SlSharkKernel *self, guint64 duration_us)
{
  guint64 end = self->now + duration_us * self->khz / 1000;

  while (self->now < end)
    {
      Task *task = self->running;
      guint64 next = MAX (next_interrupt (self), self->now);
      guint64 room = get_room (self, task);

      if (MIN (next, end) - self->now < room || next == self->now)
        {
          compute (self, task, MIN (next, end) - self->now);
          if (next <= self->now)
            serve_interrupt (self);
        }
      else
        {
          compute (self, task, room);
          if (task->left > 0)
            exhaust_budget (self, task);
          else
            do_step (self, task);
        }
    }
}

/* The way down: over the kernel's own context to the shutdown task, which stops the tracer. */
void
sl_shark_kernel_shut_down (SlSharkKernel *self)
{
  Task *task = self->idle + 1;

  sl_shark_kernel_log (self, SL_SHARK_CONTEXT_SWITCH, KERNEL_CONTEXT, 0);
  if (self->running->state != TASK_ABSENT)
    {
      Task *old = self->running;

      self->running = NULL;
      truth_follow_task (self, old);
      truth_cpu (self);
    }
  self->now += ticks_of_us (self, 40);
  task->state = TASK_READY;
  sl_shark_kernel_log (self, SL_SHARK_TASK_SCHEDULE, task->context, task->context);
  sl_shark_kernel_log (self, SL_SHARK_CONTEXT_SWITCH, task->context, 0);
  switch_to (self, task);
  self->now += ticks_of_us (self, 20);
  sl_shark_kernel_log (self, SL_SHARK_TRACE_STOP, 0, 0);

  for (guint i = 0; i < self->n_tasks; i++)
    {
      while (self->tasks[i].n_pending > 0)
        truth_job_done (self, &self->tasks[i], 0);
    }
  if (self->truth != NULL)
    sl_shark_truth_finish (self->truth, self->now + 1);
}

guint64
sl_shark_kernel_get_now (const SlSharkKernel *self)
{
  return self->now;
}

guint16
sl_shark_kernel_get_context (const SlSharkKernel *self, guint task)
{
  return self->tasks[task].context;
}
