/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What tasks do, and who is chosen to run. */
#include "sl-shark-kernel-private.h"

/* From 0 to @bound - 1, the same on every machine. */
guint
random_below (SlSharkKernel *self, guint bound)
{
  self->random = self->random * G_GUINT64_CONSTANT (6364136223846793005) + 1442695040888963407;

  return bound > 0 ? (guint) ((self->random >> 33) % bound) : 0;
}

static gboolean
has_capacity (const Task *task)
{
  return task->spec.period_us > 0 && task->spec.deadline_us != SL_SHARK_BACKGROUND;
}

static guint64
get_urgency (const SlSharkKernel *self, const Task *task)
{
  if (!self->fixed_priorities || task->deadline >= NEVER - 1)
    return task->deadline;

  return ticks_of_us (self,
                      task->spec.deadline_us != 0 ? task->spec.deadline_us : task->spec.period_us);
}

static gboolean
is_eligible (const SlSharkKernel *self, const Task *task)
{
  return task->state == TASK_READY ||
         (task->state == TASK_BLOCKED_BY_MUTEX && !self->no_inheritance);
}

/* The policy's choice goes first, its shadow is what really runs. */
void
choose (SlSharkKernel *self)
{
  Task *best = self->idle;

  for (guint i = 0; i < self->n_tasks; i++)
    {
      Task *task = &self->tasks[i];

      if (is_eligible (self, task) && get_urgency (self, task) < get_urgency (self, best))
        best = task;
    }

  self->chosen = best;
  while (best->state == TASK_BLOCKED_BY_MUTEX)
    best = self->mutexes[best->mutex].owner;
  self->shadow = best;
  sl_shark_kernel_log (self, SL_SHARK_TASK_SCHEDULE, best->context, self->chosen->context);
}

/* The capacity timer of the chosen task; a shadow runs without one. */
void
arm_capacity (SlSharkKernel *self)
{
  if (self->shadow != self->chosen || !has_capacity (self->shadow))
    return;

  sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
  if (self->shadow->spec.budget_us > 0)
    sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
  self->shadow->capacity_armed = TRUE;
}

void
disarm_capacity (SlSharkKernel *self)
{
  if (self->running == NULL || !self->running->capacity_armed)
    return;

  sl_shark_kernel_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
  self->running->capacity_armed = FALSE;
}

/* @number has an owner again: whoever was to try again for it waits on. */
static void
refuse_others (SlSharkKernel *self, guint number)
{
  for (guint i = 0; i < self->n_tasks; i++)
    {
      Task *waiter = &self->tasks[i];

      if (waiter->state != TASK_READY || !waiter->wants_mutex || waiter->mutex != number)
        continue;

      waiter->state = TASK_BLOCKED_BY_MUTEX;
      truth_follow_task (self, waiter);
      truth_wait (self, waiter, TRUE);
    }
}

static void
take_wanted_mutex (SlSharkKernel *self, Task *task)
{
  Mutex *mutex = &self->mutexes[task->mutex];

  mutex->owner = task;
  task->wants_mutex = FALSE;
  truth_wait (self, task, FALSE);
  truth_hold (self, mutex);
  refuse_others (self, task->mutex);
}

/* @task runs from now on: the tick of the last record. */
void
switch_to (SlSharkKernel *self, Task *task)
{
  Task *old = self->running;

  self->running = task;
  if (old != NULL && old != task)
    truth_follow_task (self, old);
  truth_follow_task (self, task);
  truth_cpu (self);
  if (old == task)
    return;

  if (task->wants_mutex && self->mutexes[task->mutex].owner == NULL)
    take_wanted_mutex (self, task);
  else if (!task->wants_mutex)
    truth_wait (self, task, FALSE);
}

/* The way out of a system call that may have changed who runs. */
void
switch_in_task (SlSharkKernel *self, gboolean inherits)
{
  disarm_capacity (self);
  choose (self);
  arm_capacity (self);
  if (inherits)
    sl_shark_kernel_log (self, SL_SHARK_INHERITANCE, self->shadow->context, self->chosen->context);
  sl_shark_kernel_log (self, SL_SHARK_CONTEXT_SWITCH, self->shadow->context, 0);
  switch_to (self, self->shadow);
}

static void
begin_job (SlSharkKernel *self, Task *task, guint64 release)
{
  guint deadline_us = task->spec.deadline_us != 0 ? task->spec.deadline_us : task->spec.period_us;

  task->job++;
  task->step = 0;
  task->left = 0;
  if (deadline_us == SL_SHARK_BACKGROUND || deadline_us == 0)
    task->deadline = NEVER - 1;
  else
    task->deadline = release + ticks_of_us (self, deadline_us);
}

static void
add_job (SlSharkKernel *self, Task *task)
{
  if (task->n_pending == SL_SHARK_MAX_PENDING)
    return;

  task->missed[task->n_pending] = FALSE;
  task->pending[task->n_pending++] = self->now;
  if (task->n_pending > 1)
    return;

  begin_job (self, task, self->now);
  task->state = TASK_READY;
  truth_follow_task (self, task);
  self->reschedule = TRUE;
}

/* A periodic task's job; posts the deadline and the end of the period. */
void
release_job (SlSharkKernel *self, Task *task)
{
  guint deadline_us = task->spec.deadline_us != 0 ? task->spec.deadline_us : task->spec.period_us;
  guint64 early = deadline_us == task->spec.period_us ? ticks_of_us (self, 1) : 0;

  sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
  if (!task->spec.reactivated)
    sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
  sl_shark_kernel_log (self, SL_SHARK_TASK_TIMER, task->context, task->spec.level);
  if (!task->spec.reactivated)
    task->deadline_at = task->release_at + ticks_of_us (self, deadline_us) - early;
  task->release_at += ticks_of_us (self, task->spec.period_us);
  add_job (self, task);
}

/* A task that is not asleep, or was released too short a time ago, is not released. */
static void
release_sporadic (SlSharkKernel *self, Task *task)
{
  if (task->n_refused < task->spec.refused)
    {
      task->n_refused++;
      return;
    }
  if (task->n_pending > 0)
    return;

  task->release_at = self->now;
  release_job (self, task);
  task->release_at = NEVER;
}

/* An explicit activation; a server's task brings its server along. */
void
activate (SlSharkKernel *self, Task *task)
{
  sl_shark_kernel_log (self, SL_SHARK_TASK_ACTIVATE, task->context, 0);
  if (task->spec.sporadic)
    {
      release_sporadic (self, task);
      return;
    }

  add_job (self, task);
  if (task->spec.budget_us == 0)
    return;

  sl_shark_kernel_log (self, SL_SHARK_SERVER_ACTIVE, 0, task->spec.server);
  if (task->state != TASK_THROTTLED)
    truth_server (self, task, "active");
  sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
  if (task->n_pending == 1)
    task->budget = ticks_of_us (self, task->spec.budget_us);
}

static void
finish_job (SlSharkKernel *self, Task *task)
{
  guint64 release;

  disarm_capacity (self);
  if (task->n_pending == 1 && task->deadline_at != NEVER)
    {
      sl_shark_kernel_log (self, SL_SHARK_TIMER_DELETE, 0, 0);
      task->deadline_at = NEVER;
    }

  sl_shark_kernel_log (self, SL_SHARK_TASK_END_CYCLE, task->context, task->spec.level);
  truth_job_done (self, task, self->now);
  release = task->pending[0];
  if (task->n_pending > 0)
    begin_job (self, task, release);
  else
    task->state = TASK_IDLE;
  if (task->spec.budget_us > 0 && task->n_pending == 0)
    truth_server (self, task, "inactive");
  switch_in_task (self, FALSE);
}

static void
lock_mutex (SlSharkKernel *self, Task *task, guint number)
{
  Mutex *mutex = &self->mutexes[number];

  sl_shark_kernel_log (self, SL_SHARK_MUTEX_LOCK, task->context, mutex->address);
  if (mutex->owner == NULL)
    {
      mutex->owner = task;
      truth_hold (self, mutex);
      refuse_others (self, number);
      return;
    }

  task->state = TASK_BLOCKED_BY_MUTEX;
  task->mutex = number;
  task->wants_mutex = TRUE;
  truth_wait (self, task, TRUE);
  switch_in_task (self, !self->no_inheritance);
}

/* Gives @mutex to the first task that waits for it. */
static void
hand_over (SlSharkKernel *self, guint number)
{
  for (guint i = 0; i < self->n_tasks; i++)
    {
      Task *waiter = &self->tasks[i];

      if (waiter->state != TASK_BLOCKED_BY_MUTEX || waiter->mutex != number)
        continue;

      take_wanted_mutex (self, waiter);
      waiter->state = TASK_READY;
      truth_follow_task (self, waiter);
      return;
    }
}

static void
unlock_mutex (SlSharkKernel *self, Task *task, guint number)
{
  Mutex *mutex = &self->mutexes[number];

  sl_shark_kernel_log (self, SL_SHARK_MUTEX_UNLOCK, task->context, mutex->address);
  mutex->owner = NULL;
  truth_hold (self, mutex);
  if (self->no_inheritance)
    {
      hand_over (self, number);
      switch_in_task (self, FALSE);
      return;
    }
  for (guint i = 0; i < self->n_tasks; i++)
    {
      Task *waiter = &self->tasks[i];

      if (waiter->state == TASK_BLOCKED_BY_MUTEX && waiter->mutex == number)
        {
          waiter->state = TASK_READY;
          truth_follow_task (self, waiter);
          truth_wait (self, waiter, FALSE);
        }
    }
  switch_in_task (self, TRUE);
}

static void
wait_for_semaphore (SlSharkKernel *self, Task *task, guint number)
{
  Semaphore *semaphore = &self->semaphores[number];

  sl_shark_kernel_log (self, SL_SHARK_MUTEX_WAIT, task->context, semaphore->index);
  if (semaphore->count > 0)
    {
      semaphore->count--;
      sl_shark_kernel_log (self, SL_SHARK_CONTEXT_SWITCH, task->context, 0);
      return;
    }

  task->state = TASK_BLOCKED_BY_SEMAPHORE;
  task->semaphore = number;
  truth_wait (self, task, TRUE);
  switch_in_task (self, FALSE);
}

/* The real kernel logs the post after the scheduler's choice, in the chosen task's name. */
static void
post_semaphore (SlSharkKernel *self, Task *task, guint number)
{
  Semaphore *semaphore = &self->semaphores[number];
  Task *woken = NULL;

  for (guint i = 0; i < self->n_tasks && woken == NULL; i++)
    {
      if (self->tasks[i].state == TASK_BLOCKED_BY_SEMAPHORE && self->tasks[i].semaphore == number)
        woken = &self->tasks[i];
    }

  if (woken != NULL)
    woken->state = TASK_READY;
  else
    semaphore->count++;

  disarm_capacity (self);
  choose (self);
  arm_capacity (self);
  sl_shark_kernel_log (self, SL_SHARK_MUTEX_POST, self->shadow->context, semaphore->index);
  if (woken != NULL)
    {
      truth_follow_task (self, woken);
      truth_wait (self, woken, FALSE);
    }
  sl_shark_kernel_log (self, SL_SHARK_CONTEXT_SWITCH, self->shadow->context, 0);
  switch_to (self, self->shadow);
}

static guint16
free_context (const SlSharkKernel *self)
{
  guint16 context = 256;

  for (guint i = 0; i < self->n_tasks; i++)
    {
      if (self->tasks[i].state != TASK_ABSENT && self->tasks[i].context == context)
        {
          context += 8;
          i = G_MAXUINT; /* from the start again: contexts stand in no order */
        }
    }

  return context;
}

static void
create_task (SlSharkKernel *self, guint number)
{
  Task *task = &self->tasks[number];

  task->context = free_context (self);
  task->pid = self->n_created++;
  task->state = TASK_SUSPENDED;
  sl_shark_kernel_log (self, SL_SHARK_TASK_CREATE, task->context, task->pid);
  truth_add_task (self, task);
  truth_follow_task (self, task);
  if (task->spec.budget_us > 0 || task->spec.sporadic || task->spec.queued)
    return; /* sleeps until somebody activates it */
  if (task->spec.offset_us > 0)
    {
      /* An activation at an offset logs nothing but its timer, or itself as well. */
      if (task->spec.activated_ahead)
        sl_shark_kernel_log (self, SL_SHARK_TASK_ACTIVATE, task->context, 0);
      sl_shark_kernel_log (self, SL_SHARK_TIMER_POST, 0, 0);
      task->release_at = self->now + ticks_of_us (self, task->spec.offset_us);
      return;
    }

  sl_shark_kernel_log (self, SL_SHARK_TASK_ACTIVATE, task->context, 0);
  task->release_at = self->now;
  if (task->spec.reactivated)
    task->release_at += ticks_of_us (self, task->spec.period_us);
  if (task->spec.period_us > 0 && !task->spec.reactivated)
    release_job (self, task);
  else
    add_job (self, task);
  switch_in_task (self, FALSE);
}

static void
exit_task (SlSharkKernel *self, Task *task)
{
  sl_shark_kernel_log (self, SL_SHARK_TASK_END, task->context, task->pid);
  task->state = TASK_ABSENT;
  task->release_at = NEVER;
  task->deadline_at = NEVER;
  while (task->n_pending > 0)
    truth_job_done (self, task, 0);
  switch_in_task (self, FALSE);
}

static guint64
compute_ticks (SlSharkKernel *self, const Task *task, guint us)
{
  guint64 ticks = ticks_of_us (self, us);

  ticks -= ticks * random_below (self, task->spec.jitter + 1) / 100;

  return task->spec.late_job == task->job ? ticks * 3 : ticks;
}

/* @task has done its last step, and now does the next. */
void
do_step (SlSharkKernel *self, Task *task)
{
  SlSharkStep step = task->spec.steps[task->step++];

  switch (step.what)
    {
    case SL_SHARK_END:
      finish_job (self, task);
      break;
    case SL_SHARK_COMPUTE:
      task->left = compute_ticks (self, task, step.value);
      break;
    case SL_SHARK_LOCK:
      lock_mutex (self, task, step.value);
      break;
    case SL_SHARK_UNLOCK:
      unlock_mutex (self, task, step.value);
      break;
    case SL_SHARK_WAIT:
      wait_for_semaphore (self, task, step.value);
      break;
    case SL_SHARK_POST:
      post_semaphore (self, task, step.value);
      break;
    case SL_SHARK_CREATE:
      create_task (self, step.value);
      break;
    case SL_SHARK_POINT:
      sl_shark_kernel_log (self, SL_SHARK_IPOINT, step.value, 0);
      break;
    case SL_SHARK_FAST_POINT: /* parameter 2 is what the slot held before */
      sl_shark_kernel_log (self, SL_SHARK_IPOINT | SL_SHARK_FAST, step.value, 0xdeadbeef);
      break;
    case SL_SHARK_USER:
      sl_shark_kernel_log (self, SL_SHARK_USER_EVENT_0 + 16 * step.value, task->job, 0);
      break;
    case SL_SHARK_FREQUENCY:
      self->khz = step.value;
      sl_shark_kernel_log (self, SL_SHARK_CYCLES_PER_MSEC, 0, step.value);
      break;
    case SL_SHARK_EXIT:
      exit_task (self, task);
      break;
    default:
      g_assert_not_reached ();
    }
}
