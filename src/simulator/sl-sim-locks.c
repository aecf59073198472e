/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who has to wait for whom. Where a protocol lets a task inherit, nothing is computed for it: the
 * waiting task keeps its place in the order, and whoever is in its way executes in its stead. */
#include "sl-sim-private.h"

/* The holder, other than @thread, of the lock with the highest ceiling, if that is @level or more. */
static SlSimThread *
find_ceiling_holder (const SlSimulator *self, const SlSimThread *thread, gint64 level)
{
  const SlSimLock *highest = NULL;

  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    {
      const SlSimLock *lock = &self->locks[i];

      if (lock->owner != NULL && lock->owner != thread && lock->ceiling >= level &&
          (highest == NULL || lock->ceiling > highest->ceiling))
        highest = lock;
    }

  return highest != NULL ? highest->owner : NULL;
}

/**
 * sl_sim_find_blocker:
 *
 * Returns: (nullable): who keeps @thread from going on, by the protocol; %NULL for nobody
 */
SlSimThread *
sl_sim_find_blocker (const SlSimulator *self, const SlSimThread *thread)
{
  switch (self->options.protocol)
    {
    case SL_SIM_PIP:
      return thread->wanted != NULL ? thread->wanted->owner : NULL;
    case SL_SIM_PCP:
      if (thread->wanted == NULL)
        return NULL;
      if (thread->wanted->owner != NULL)
        return thread->wanted->owner;
      return find_ceiling_holder (self, thread, thread->priority);
    case SL_SIM_SRP:
      return thread->started ? NULL : find_ceiling_holder (self, thread, thread->level);
    case SL_SIM_NONE:
    case SL_SIM_NPP:
    case SL_SIM_ICPP:
    default:
      return NULL;
    }
}

/* From @time on @thread no longer waits for what it was refused. */
void
sl_sim_end_wait (SlSimulator *self, SlSimThread *thread, gint64 time)
{
  SlSimSlice wait = { thread->number, 0, thread->refused_at, time };

  if (thread->refused == NULL)
    return;

  wait.lock = (guint) (thread->refused - self->locks);
  if (wait.end > wait.begin)
    g_array_append_val (self->run->waits, wait);
  thread->refused = NULL;
}

/* A lock was asked for, taken or given back: who would not get now what it waits for? */
static void
review_waits (SlSimulator *self, gint64 time)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];
      gboolean is_refused = thread->wanted != NULL && (self->options.protocol == SL_SIM_NONE ||
                                                       sl_sim_find_blocker (self, thread) != NULL);

      if (!is_refused || thread->refused != thread->wanted)
        sl_sim_end_wait (self, thread, time);
      if (!is_refused || thread->refused != NULL)
        continue;

      thread->refused = thread->wanted;
      thread->refused_at = time;
    }
}

/**
 * sl_sim_acquire:
 * @lock: free
 *
 * Gives @lock to @thread, which asks for nothing then.
 */
void
sl_sim_acquire (SlSimulator *self, SlSimThread *thread, SlSimLock *lock, gint64 time)
{
  thread->wanted = NULL;
  thread->n_held++;
  lock->owner = thread;
  lock->since = time;
  review_waits (self, time);
}

/* Who holds what @thread waits for; %NULL where nobody does. */
static SlSimThread *
get_holder (const SlSimThread *thread)
{
  return thread->wanted != NULL ? thread->wanted->owner : NULL;
}

/* @thread waits. A circle of tasks that wait for each other closes with a request; under protocols
 * with ceilings none does. */
static void
find_deadlock (SlSimulator *self, SlSimThread *thread, gint64 time)
{
  SlSimThread *next = get_holder (thread);

  for (guint i = 0; next != NULL && next != thread && i < self->n_threads; i++)
    next = get_holder (next);
  if (next != thread)
    return;

  do
    {
      const SlSimWait wait = { time, next->number, (guint) (next->wanted - self->locks),
                               get_holder (next)->number };

      g_array_append_val (self->run->deadlocks, wait);
      next = get_holder (next);
    }
  while (next != thread);
}

static guint32
get_address (const SlSimulator *self, const SlSimLock *lock)
{
  return sl_simulator_get_address ((guint) (lock - self->locks));
}

/* The running @thread asks for @lock. */
void
sl_sim_lock (SlSimulator *self, SlSimThread *thread, SlSimLock *lock)
{
  gint64 time;

  time = sl_sim_log (self, SL_SHARK_MUTEX_LOCK, sl_sim_context (thread), get_address (self, lock));
  thread->wanted = lock;
  if (self->options.protocol == SL_SIM_NONE && lock->owner != NULL)
    {
      find_deadlock (self, thread, time);
      review_waits (self, time);
      g_queue_push_tail (lock->waiters, thread);
      sl_sim_reschedule (self, FALSE);
      return;
    }
  if (sl_sim_find_blocker (self, thread) != NULL)
    {
      find_deadlock (self, thread, time);
      review_waits (self, time);
      sl_sim_reschedule (self, TRUE);
      return;
    }

  sl_sim_acquire (self, thread, lock, time);
}

/* The running @thread gives @lock back; without a protocol the first waiter has it at once, and goes
 * to the end of the queue where they take turns. Who goes on is another matter. */
void
sl_sim_unlock (SlSimulator *self, SlSimThread *thread, SlSimLock *lock)
{
  const SlSimSlice held = { thread->number, (guint) (lock - self->locks), lock->since, self->now };
  SlSimThread *next = g_queue_pop_head (lock->waiters);

  sl_sim_log (self, SL_SHARK_MUTEX_UNLOCK, sl_sim_context (thread), get_address (self, lock));
  if (held.end > held.begin)
    g_array_append_val (self->run->slices, held);
  thread->n_held--;
  lock->owner = NULL;
  review_waits (self, held.end);
  if (next == NULL)
    return;

  sl_sim_acquire (self, next, lock, held.end);
  if (self->options.scheduler == SL_SIM_RR)
    next->turn = self->turns++;
}
