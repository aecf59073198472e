/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding things in a scheduling state. */

#include "sl-sched-state.h"

/**
 * sl_sched_state_find_task:
 *
 * Returns: (transfer none) (nullable): %NULL for one without a lane
 */
const SlSchedTask *
sl_sched_state_find_task (const SlSchedState *self, guint32 task)
{
  guint index = sl_replay_get_task_index (self->replay, task);

  return index < self->tasks->len ? &g_array_index (self->tasks, SlSchedTask, index) : NULL;
}

/**
 * sl_sched_state_find_lock:
 *
 * Returns: (transfer none) (nullable): %NULL for one that is free and that nobody waits for
 */
const SlSchedLock *
sl_sched_state_find_lock (const SlSchedState *self, guint32 lock)
{
  for (guint i = 0; i < self->locks->len; i++)
    if (g_array_index (self->locks, SlSchedLock, i).lock == lock)
      return &g_array_index (self->locks, SlSchedLock, i);

  return NULL;
}

/**
 * sl_sched_state_get_running:
 * @processor: from 0; beyond the last one there is nobody
 *
 * Returns: who has it, the idle task as well; 0 where nobody knows
 */
guint32
sl_sched_state_get_running (const SlSchedState *self, guint processor)
{
  return processor < self->processors->len
             ? g_array_index (self->processors, SlSchedProcessor, processor).task
             : 0;
}

/**
 * sl_sched_state_get_held:
 * @number: from 0
 *
 * Returns: a lock that @task holds; 0 where it holds no more than @number
 */
guint32
sl_sched_state_get_held (const SlSchedState *self, guint32 task, guint number)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (self->locks, SlSchedLock, i);

      if (lock->owner == task && number-- == 0)
        return lock->lock;
    }

  return 0;
}

/**
 * sl_sched_state_get_ceiling:
 * @without: what this task holds does not count; 0 for none
 * @ceiling: (out): the highest of the held locks
 * @lock: (out): whose that is
 *
 * Returns: whether a lock is held whose ceiling the task model tells
 */
gboolean
sl_sched_state_get_ceiling (const SlSchedState *self,
                            SlReplay *replay,
                            guint32 without,
                            gint64 *ceiling,
                            guint32 *lock)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));
  gboolean found = FALSE;

  for (guint i = 0; i < self->locks->len; i++)
    {
      const SlSchedLock *held = &g_array_index (self->locks, SlSchedLock, i);
      const SlLockRule *rule = sl_task_rules_get_lock (rules, held->lock);

      if (held->owner == 0 || held->owner == without || !rule->has_ceiling ||
          (found && rule->ceiling <= *ceiling))
        continue;

      *ceiling = rule->ceiling;
      *lock = held->lock;
      found = TRUE;
    }

  return found;
}
