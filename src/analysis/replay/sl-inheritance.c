/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-inheritance.h"

#include "sl-effective-priority.h"
#include "sl-inversion.h"

/* The trace says on whose behalf a task was scheduled last, which is less than what it inherits: who
 * gives one lock back still has the priority of those that wait for another, and a task that is kept
 * from starting by a ceiling gives its priority to nobody. Where the task model tells the protocol it
 * follows from who waits for what. */

static gboolean
is_inherited (const SlTaskRules *rules, guint32 lock, gboolean *has_ceilings)
{
  const char *protocol = sl_task_rules_get_lock (rules, lock)->protocol;

  *has_ceilings = g_strcmp0 (protocol, "pcp") == 0;
  return *has_ceilings || g_strcmp0 (protocol, "pip") == 0;
}

/* Who keeps @waiter from having @lock, by a protocol under which it inherits; 0 for nobody. */
static guint32
find_blocker (const SlSchedState *self, SlReplay *replay, const SlSchedLock *lock, guint32 waiter)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));
  gboolean has_ceilings;
  guint32 other;
  gint64 ceiling;

  if (!is_inherited (rules, lock->lock, &has_ceilings))
    return 0;
  if (lock->owner != 0 || !has_ceilings ||
      !sl_sched_state_get_ceiling (self, replay, waiter, &ceiling, &other))
    return lock->owner;

  return sl_sched_state_find_lock (self, other)->owner;
}

/* The lock that @task waits for. */
static const SlSchedLock *
find_wanted (const SlSchedState *self, guint32 task)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (self->locks, SlSchedLock, i);

      for (guint k = 0; k < lock->waiters->len; k++)
        if (g_array_index (lock->waiters, guint32, k) == task)
          return lock;
    }

  return NULL;
}

static guint32
find_blocker_of (const SlSchedState *self, SlReplay *replay, guint32 task)
{
  const SlSchedLock *lock = find_wanted (self, task);

  return lock != NULL ? find_blocker (self, replay, lock, task) : 0;
}

/* @waiter gives its effective priority to the task in its way, and to the one in the way of that task. */
static void
give (SlSchedState *self, SlReplay *replay, guint32 waiter)
{
  guint32 heir = find_blocker_of (self, replay, waiter);

  for (guint i = 0; i < SL_MAX_CHAIN && heir != 0 && heir != waiter; i++)
    {
      SlSchedTask *found = (SlSchedTask *) sl_sched_state_find_task (self, heir);

      if (found != NULL && sl_effective_priority_compare (self, replay, waiter, heir) < 0)
        {
          found->inherits = waiter;
          g_array_append_val (self->heirs, heir);
        }
      heir = find_blocker_of (self, replay, heir);
    }
}

/* Returns: whether the task model tells enough for it; else it is what the trace says */
gboolean
sl_inheritance_is_known (SlReplay *replay)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));

  return sl_task_rules_get_scheduler (rules)->protocol != NULL;
}

/**
 * sl_inheritance_find:
 * @sched: (inout): whose locks are there; gets who inherits from whom by them
 */
void
sl_inheritance_find (SlSchedState *sched)
{
  if (!sl_inheritance_is_known (sched->replay))
    return;

  for (guint i = 0; i < sched->heirs->len; i++)
    {
      guint32 heir = g_array_index (sched->heirs, guint32, i);

      ((SlSchedTask *) sl_sched_state_find_task (sched, heir))->inherits = 0;
    }
  g_array_set_size (sched->heirs, 0);
  for (guint i = 0; i < sched->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (sched->locks, SlSchedLock, i);

      for (guint k = 0; k < lock->waiters->len; k++)
        give (sched, sched->replay, g_array_index (lock->waiters, guint32, k));
    }
}
