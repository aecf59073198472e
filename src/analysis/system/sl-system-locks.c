/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Mutexes and semaphores. A task waits for a lock as long as it would not get it. Who gets it the trace may say;
 * where it never does, of one lock, it is who asked and went on. */

#include "sl-system-private.h"

static void
review (SlSystem *self, SlLockTracker *lock, SlTime time)
{
  if (!self->is_told)
    sl_system_review_waiters (self, lock, time);
}

/* Whether the trace says who gets @lock. */
static gboolean
is_explicit (const SlSystem *self, const SlSystemLock *lock)
{
  return self->is_told || lock->is_explicit;
}

static void
acquire (SlSystem *self, SlSystemTask *task, SlSystemLock *lock, SlTime time)
{
  SlLockTracker *tracker = lock->tracker;

  task->requested = NULL;
  if (!tracker->counts && sl_lock_tracker_is_held (tracker) &&
      !sl_lock_tracker_is_held_by (tracker, &task->tracker))
    sl_system_odd (self, SL_SYSTEM_ODD_STOLEN);

  sl_lock_tracker_acquire (tracker, time, &task->tracker);
  review (self, tracker, self->now);
}

/**
 * sl_system_went_on:
 *
 * @task did something else after it asked for a lock: it had got it, if the trace does not say otherwise.
 */
void
sl_system_went_on (SlSystem *self, SlSystemTask *task)
{
  SlSystemLock *lock = task->requested;

  task->requested = NULL;
  if (lock != NULL && !is_explicit (self, lock))
    acquire (self, task, lock, task->requested_at);
}

/**
 * sl_system_leave_waiting:
 *
 * @task leaves its processor: what it asked for it has not got. If it waits for a lock already, it was refused again.
 */
void
sl_system_leave_waiting (SlSystem *self, SlSystemTask *task)
{
  SlSystemLock *lock = task->requested;

  task->requested = NULL;
  if (lock != NULL)
    {
      if (is_explicit (self, lock) || lock->tracker->counts ||
          sl_lock_tracker_is_held (lock->tracker))
        sl_lock_tracker_wait (lock->tracker, task->requested_at, &task->tracker);
      else
        acquire (self, task, lock, task->requested_at);
    }
  else if (task->tracker.waits_for != NULL)
    {
      sl_lock_tracker_set_refused (task->tracker.waits_for, self->now, &task->tracker, TRUE);
    }
}

/**
 * sl_system_dispatch_waiter:
 * @task: has got a processor
 *
 * If it waited for a lock it tries again, and gets it where nobody has it.
 */
void
sl_system_dispatch_waiter (SlSystem *self, SlSystemTask *task)
{
  SlLockTracker *tracker = task->tracker.waits_for;
  const SlObject *object;
  SlSystemLock *lock;

  if (tracker == NULL)
    return;

  sl_lock_tracker_set_refused (tracker, self->now, &task->tracker, FALSE);
  object = sl_object_table_builder_get (self->objects, tracker->object);
  lock = sl_system_get_lock (self, object->type, object->id);
  if (lock != NULL && !is_explicit (self, lock) &&
      (tracker->counts || !sl_lock_tracker_is_held (tracker)))
    acquire (self, task, lock, self->now);
}

/**
 * sl_system_drop_locks:
 *
 * @task ended at @time: it has no lock any more, and waits for none.
 */
void
sl_system_drop_locks (SlSystem *self, SlSystemTask *task, SlTime time)
{
  task->requested = NULL;
  if (task->tracker.waits_for != NULL)
    sl_lock_tracker_stop_waiting (task->tracker.waits_for, time, &task->tracker);
  while (task->tracker.holds->len > 0)
    {
      SlLockTracker *lock = g_ptr_array_index (task->tracker.holds, 0);

      sl_lock_tracker_drop (lock, time, &task->tracker);
      review (self, lock, time);
    }
}

static void
request (SlSystem *self, SlSystemTask *task, SlSystemLock *lock)
{
  if (task->cpu == NULL && self->is_told)
    {
      sl_lock_tracker_wait (lock->tracker, self->now, &task->tracker);
      return;
    }
  if (task->cpu == NULL)
    {
      sl_lock_tracker_wait (lock->tracker, self->now, &task->tracker);
      sl_system_set_off_state (self, task, SL_STATE_BLOCKED, lock->tracker->object);
      return;
    }

  if (lock->tracker->counts)
    sl_lock_tracker_drop (lock->tracker, self->now, &task->tracker);
  task->requested = lock;
  task->requested_at = self->now;
}

static void
unlock (SlSystem *self, SlSystemTask *task, SlLockTracker *lock)
{
  if (!sl_lock_tracker_is_held_by (lock, &task->tracker))
    {
      sl_system_odd (self, SL_SYSTEM_ODD_UNLOCK);
      return;
    }

  sl_lock_tracker_release (lock, self->now, &task->tracker);
  review (self, lock, self->now);
}

/* The semaphore's first waiter gets it; a task that had passed it leaves its critical section. */
static void
post (SlSystem *self, SlSystemTask *task, SlSystemLock *lock)
{
  SlSystemTask *woken = (SlSystemTask *) sl_lock_tracker_get_first_waiter (lock->tracker);

  if (task != NULL)
    sl_lock_tracker_release (lock->tracker, self->now, &task->tracker);
  if (woken == NULL)
    return;

  if (self->is_told)
    return;
  if (!lock->is_explicit)
    acquire (self, woken, lock, self->now);
  sl_system_wake_waiter (woken, self->now);
}

static void
block (SlSystem *self, SlSystemTask *task, SlSystemLock *lock)
{
  SlTime since = lock != NULL && task->requested == lock ? task->requested_at : self->now;

  task->requested = NULL;
  if (lock != NULL)
    {
      sl_lock_tracker_wait (lock->tracker, since, &task->tracker);
      sl_lock_tracker_set_refused (lock->tracker, self->now, &task->tracker, TRUE);
    }
  sl_system_set_off_state (self, task, SL_STATE_BLOCKED, lock != NULL ? lock->tracker->object : 0);
}

static void
act (SlSystem *self, SlSystemTask *task, SlSystemLock *lock, SlAction action)
{
  switch ((guint) action)
    {
    case SL_ACTION_WAIT:
      if (self->is_told)
        break;
      request (self, task, lock);
      break;
    case SL_ACTION_REQUEST:
      request (self, task, lock);
      break;
    case SL_ACTION_ACQUIRE:
      lock->is_explicit = TRUE;
      acquire (self, task, lock, self->now);
      if (!self->is_told)
        sl_system_wake_waiter (task, self->now);
      break;
    case SL_ACTION_UNLOCK:
      unlock (self, task, lock->tracker);
      break;
    default:
      break;
    }
}

static gboolean
is_lock (const SlActed *acted)
{
  return acted->object != SL_ACTED_NOTHING &&
         (acted->object_type == SL_OBJECT_MUTEX || acted->object_type == SL_OBJECT_SEMAPHORE ||
          acted->object_type == SL_OBJECT_FUTEX);
}

/**
 * sl_system_act_on_lock:
 * @acted: without a task only a post, which may come from an interrupt
 */
void
sl_system_act_on_lock (SlSystem *self, const SlActed *acted)
{
  SlSystemLock *lock =
      is_lock (acted) ? sl_system_get_lock (self, acted->object_type, acted->object) : NULL;
  SlSystemTask *task =
      acted->task != SL_ACTED_NOTHING ? sl_system_get_task (self, acted->task) : NULL;

  if (task == NULL && acted->action != SL_ACTION_POST)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_NO_TASK);
      return;
    }
  if (acted->action == SL_ACTION_BLOCK)
    {
      block (self, task, lock);
      return;
    }
  if (lock == NULL)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_NO_OBJECT);
      return;
    }

  if (lock->tracker->counts && (acted->action == SL_ACTION_WAIT || acted->action == SL_ACTION_POST))
    sl_lock_tracker_add_mark (lock->tracker, self->now, acted->kind,
                              task != NULL ? task->tracker.object : 0);
  if (task != NULL && (task->requested != lock || acted->action == SL_ACTION_UNLOCK))
    sl_system_went_on (self, task);
  if (acted->action == SL_ACTION_POST)
    post (self, task, lock);
  else
    act (self, task, lock, acted->action);
}
