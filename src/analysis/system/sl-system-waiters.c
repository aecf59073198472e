/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who waits for a mutex, and may have it or not: a task waits as long as its request would be refused. Then it is
 * blocked, and then alone the lock is waited for. Where the trace tells priorities and ceilings these count as well. */

#include "sl-system-private.h"

/**
 * sl_system_is_refused:
 * @task: waits for a lock
 *
 * Returns: whether @task would not get the mutex that it waits for: another task holds it, or one whose ceiling is not
 *   below the task's priority
 */
gboolean
sl_system_is_refused (const SlSystem *self, const SlSystemTask *task)
{
  gboolean refused = sl_lock_tracker_is_held (task->tracker.waits_for);

  for (guint i = 0; task->rank > 0 && !refused && i < self->ceilings->len; i++)
    {
      const SlLockTracker *lock = g_ptr_array_index (self->ceilings, i);

      refused = lock->ceiling >= task->rank && sl_lock_tracker_is_held (lock) &&
                !sl_lock_tracker_is_held_by (lock, &task->tracker);
    }

  return refused;
}

/**
 * sl_system_wake_waiter:
 *
 * If @task is blocked it could run from @time on.
 */
void
sl_system_wake_waiter (SlSystemTask *task, SlTime time)
{
  if (sl_task_tracker_get_state (&task->tracker) == SL_STATE_BLOCKED)
    sl_task_tracker_set_state (&task->tracker, time, sl_system_get_ready_state (task), 0);
}

/**
 * sl_system_refuse_waiter:
 * @task: waits for a lock that it would not get from @time on
 */
void
sl_system_refuse_waiter (SlSystemTask *task, SlTime time)
{
  SlLockTracker *lock = task->tracker.waits_for;

  sl_lock_tracker_set_refused (lock, time, &task->tracker, TRUE);
  if (sl_task_tracker_get_state (&task->tracker) == SL_STATE_READY)
    sl_task_tracker_set_state (&task->tracker, time, SL_STATE_BLOCKED, lock->object);
}

static void
review (SlSystem *self, SlLockTracker *lock, SlTime time)
{
  for (guint i = 0; !lock->counts && i < lock->waiters->len; i++)
    {
      SlSystemTask *task = (SlSystemTask *) g_array_index (lock->waiters, SlLockWaiter, i).task;

      if (sl_system_is_refused (self, task))
        {
          sl_system_refuse_waiter (task, time);
          continue;
        }
      sl_lock_tracker_set_refused (lock, time, &task->tracker, FALSE);
      sl_system_wake_waiter (task, time);
    }
}

/**
 * sl_system_review_waiters:
 * @lock: has another holder, or none
 *
 * Who waits for it, or is kept from another one by its ceiling, may have become ready, or has to wait on.
 */
void
sl_system_review_waiters (SlSystem *self, SlLockTracker *lock, SlTime time)
{
  review (self, lock, time);
  for (guint i = 0; lock->ceiling > 0 && i < self->ceilings->len; i++)
    if (g_ptr_array_index (self->ceilings, i) != lock)
      review (self, g_ptr_array_index (self->ceilings, i), time);
}

/**
 * sl_system_set_ceiling:
 * @task: the most urgent one that uses @lock
 *
 * Says how high the ceiling of @lock is. Nothing happens where the priority of @task is unknown, the ceiling is known,
 * or those of %SL_SYSTEM_MAX_CEILINGS others are.
 */
void
sl_system_set_ceiling (SlSystem *self, const SlSystemTask *task, SlLockTracker *lock)
{
  if (task->rank == 0 || lock->ceiling != 0 || self->ceilings->len == SL_SYSTEM_MAX_CEILINGS)
    return;

  lock->ceiling = task->rank;
  g_ptr_array_add (self->ceilings, lock);
}
