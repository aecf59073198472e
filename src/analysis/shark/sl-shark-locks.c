/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mutexes and semaphores. The kernel logs that a task asks for one, and that it gives one back,
 * but not that it gets one: that follows from what the scheduler does next. A task waits as long as
 * its request would be refused: then it is blocked, and then alone the lock is waited for. Where the
 * trace tells priorities and ceilings, as that of the simulator does, these count as well. */

#include "sl-shark-private.h"

/* Whether @waiter cannot go on before @task gives a mutex back: the one that it waits for, or the one
 * that its holder waits for, and so on. */
static gboolean
is_in_way (const SlSharkStates *self, const SlSharkTask *task, const SlSharkTask *waiter)
{
  for (guint i = 0; i < self->system.tasks->len && waiter->base.tracker.waits_for != NULL; i++)
    {
      const SlLockTracker *lock = waiter->base.tracker.waits_for;

      if (sl_lock_tracker_is_held_by (lock, &task->base.tracker))
        return TRUE;
      if (!sl_lock_tracker_is_held (lock))
        return sl_system_is_refused (&self->system, &waiter->base);
      waiter = (const SlSharkTask *) g_array_index (lock->holders, SlLockHolder, 0).task;
    }

  return FALSE;
}

/**
 * sl_shark_review_inheritance:
 *
 * The scheduler runs. Who gave a mutex back just before has no more to do with the task whose priority
 * it had, if it is in its way no longer.
 */
void
sl_shark_review_inheritance (SlSharkStates *self)
{
  SlSharkTask *task = self->unlocker;

  self->unlocker = NULL;
  if (task != NULL && task->inherits_from != NULL && !is_in_way (self, task, task->inherits_from))
    sl_shark_end_inheritance (self, task);
}

/* @task got @lock. */
static void
acquire (SlSharkStates *self, SlLockTracker *lock, SlTime time, SlSharkTask *task)
{
  if (!lock->counts && sl_lock_tracker_is_held (lock) &&
      !sl_lock_tracker_is_held_by (lock, &task->base.tracker))
    sl_shark_odd (self, SL_SHARK_ODD_STOLEN);

  sl_lock_tracker_acquire (lock, time, &task->base.tracker);
  sl_system_review_waiters (&self->system, lock, time);
}

/* @task asks for a mutex or waits on a semaphore. Whether it gets it is told by
 * sl_shark_settle_request() at the next event. */
static void
request (SlSharkStates *self, SlSharkTask *task, SlLockTracker *lock)
{
  task->seen = TRUE;
  if (!sl_shark_runs (self, task))
    return;

  /* A module that repeats the kernel's record of the same request. */
  if (self->requester == task && self->requested == lock)
    return;

  sl_shark_went_on (self, task);
  if (lock->counts)
    sl_lock_tracker_drop (lock, self->system.now, &task->base.tracker);

  self->requester = task;
  self->requested = lock;
  self->requested_at = self->system.now;
  self->waiting |= SL_SHARK_WAITING_REQUEST;
}

/**
 * sl_shark_settle_request:
 * @runner: (nullable): who runs next, by the scheduler; %NULL where that did not run
 * @chosen: (nullable): whom the policy chose
 * @left: whether the task that asked leaves the processor
 *
 * Decides what became of the last request: the task got what it asked for if it goes on, and
 * waits otherwise. Where the policy chose the waiting task itself, its priority is inherited;
 * where it did not, the lock gives itself to the first waiter when it is released.
 */
void
sl_shark_settle_request (SlSharkStates *self,
                         SlSharkTask *runner,
                         SlSharkTask *chosen,
                         gboolean left)
{
  SlSharkTask *task = self->requester;
  SlLockTracker *lock = self->requested;

  self->requester = NULL;
  self->waiting &= ~SL_SHARK_WAITING_REQUEST;
  if (!left)
    {
      acquire (self, lock, self->requested_at, task);
      return;
    }

  sl_lock_tracker_wait (lock, self->requested_at, &task->base.tracker);
  if (runner != NULL && runner == chosen)
    lock->hands_over = TRUE;
}

/**
 * sl_shark_went_on:
 * @task: has the processor, and does what a task that still waits could not do
 *
 * What it waited for it has got since.
 */
void
sl_shark_went_on (SlSharkStates *self, SlSharkTask *task)
{
  if (task->base.tracker.waits_for != NULL)
    acquire (self, task->base.tracker.waits_for, self->system.now, task);
}

/* @task gives back a mutex. Either the first waiter has it from now on, or all may try again when
 * they run, as the mutex's protocol has it. */
static void
unlock (SlSharkStates *self, SlSharkTask *task, SlLockTracker *lock)
{
  SlTaskTracker *waiter;

  task->seen = TRUE;
  self->woke = TRUE;
  if (sl_shark_runs (self, task))
    sl_shark_went_on (self, task);

  if (!sl_lock_tracker_is_held_by (lock, &task->base.tracker))
    {
      sl_shark_odd (self, SL_SHARK_ODD_UNLOCK);
      return;
    }

  sl_lock_tracker_release (lock, self->system.now, &task->base.tracker);
  self->unlocker = task;
  waiter = sl_lock_tracker_get_first_waiter (lock);
  if (lock->hands_over && waiter != NULL)
    {
      acquire (self, lock, self->system.now, (SlSharkTask *) waiter);
      sl_system_wake_waiter ((SlSystemTask *) waiter, self->system.now);
      return;
    }

  sl_system_review_waiters (&self->system, lock, self->system.now);
}

/**
 * sl_shark_refuse_waiter:
 * @task: was chosen by the policy, and another one runs in its stead
 *
 * If it waits for a mutex, it does not get it, though nobody may hold it: by some ceiling.
 */
void
sl_shark_refuse_waiter (SlSharkStates *self, SlSharkTask *task)
{
  if (task->base.tracker.waits_for != NULL && !task->base.tracker.waits_for->counts)
    sl_system_refuse_waiter (&task->base, self->system.now);
}

/* A semaphore is posted; @task, which may be NULL, posts it or is woken by it. The first waiter gets it. A task
 * that had passed it and posts it itself leaves its critical section; of semaphores that others post,
 * which only signal, a task is taken to leave when it waits again. */
static void
post (SlSharkStates *self, SlSharkTask *task, SlLockTracker *lock)
{
  SlSharkTask *woken = (SlSharkTask *) sl_lock_tracker_get_first_waiter (lock);
  SlSharkTask *poster = task;

  self->woke = TRUE;
  self->quiet = FALSE;
  if (task != NULL && task->base.tracker.waits_for == lock)
    {
      woken = task;
      poster = self->cpu->depth == 0 ? sl_shark_get_current (self) : NULL;
    }

  if (poster != NULL && poster != woken)
    sl_lock_tracker_release (lock, self->system.now, &poster->base.tracker);

  if (woken == NULL)
    return;

  acquire (self, lock, self->system.now, woken);
  sl_system_wake_waiter (&woken->base, self->system.now);
}

/**
 * sl_shark_dispatch_waiter:
 * @task: gets the processor at @time
 *
 * A task that waited gets a mutex that is free, and tries again for one that is not: then it
 * may block once more without another request. A semaphore it has got whoever posted it.
 */
void
sl_shark_dispatch_waiter (SlSharkStates *self, SlSharkTask *task, SlTime time)
{
  SlLockTracker *lock = task->base.tracker.waits_for;

  if (lock != NULL && (lock->counts || !sl_lock_tracker_is_held (lock)))
    acquire (self, lock, time, task);
}

/**
 * sl_shark_feed_lock:
 * @event: of a mutex or a semaphore
 */
void
sl_shark_feed_lock (SlSharkStates *self, const SlEvent *event)
{
  gboolean semaphore = event->kind == SL_KIND_MUTEX_WAIT || event->kind == SL_KIND_MUTEX_POST;
  SlLockTracker *lock = sl_shark_get_lock (self, event->b, semaphore);
  SlSharkTask *task = sl_shark_get_task (self, event->a);

  if (lock == NULL || (task == NULL && event->kind != SL_KIND_MUTEX_POST))
    return;

  if (lock->counts)
    sl_lock_tracker_add_mark (lock, self->system.now, event->kind,
                              task != NULL ? task->base.tracker.object : 0);

  switch (event->kind)
    {
    case SL_KIND_MUTEX_CREATE:
      sl_system_set_ceiling (&self->system, &task->base, lock);
      break;
    case SL_KIND_MUTEX_LOCK:
    case SL_KIND_MUTEX_WAIT:
      request (self, task, lock);
      break;
    case SL_KIND_MUTEX_UNLOCK:
      if (lock->counts)
        post (self, task, lock);
      else
        unlock (self, task, lock);
      break;
    case SL_KIND_MUTEX_POST:
      post (self, task, lock);
      break;
    default:
      break;
    }
}
