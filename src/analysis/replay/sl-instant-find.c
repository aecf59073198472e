/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is asked of an instant. */

#include "sl-instant.h"

/**
 * sl_instant_find_task:
 *
 * Returns: (transfer none) (nullable): %NULL for one without a lane
 */
const SlInstantTask *
sl_instant_find_task (const SlInstant *self, guint32 task)
{
  guint place = sl_steps_get_task_place (self->steps, task);

  return place < self->tasks->len ? &g_array_index (self->tasks, SlInstantTask, place) : NULL;
}

/**
 * sl_instant_find_lock:
 *
 * Returns: (transfer none) (nullable): %NULL for one that is free and that nobody waits for
 */
const SlInstantLock *
sl_instant_find_lock (const SlInstant *self, guint32 lock)
{
  for (guint i = 0; i < self->locks->len; i++)
    if (g_array_index (self->locks, SlInstantLock, i).lock == lock)
      return &g_array_index (self->locks, SlInstantLock, i);

  return NULL;
}

/**
 * sl_instant_get_running:
 * @processor: from 0; beyond the last one there is nobody
 *
 * Returns: who has it, the idle task as well; 0 where nobody knows
 */
guint32
sl_instant_get_running (const SlInstant *self, guint processor)
{
  return processor < self->processors->len
             ? g_array_index (self->processors, SlInstantProcessor, processor).task
             : 0;
}

/**
 * sl_instant_get_held:
 * @number: from 0
 *
 * Returns: a lock that @task holds; 0 where it holds no more than @number
 */
guint32
sl_instant_get_held (const SlInstant *self, guint32 task, guint number)
{
  for (guint i = 0; i < self->locks->len; i++)
    {
      const SlInstantLock *lock = &g_array_index (self->locks, SlInstantLock, i);

      if (lock->owner == task && number-- == 0)
        return lock->lock;
    }

  return 0;
}

/**
 * sl_instant_get_ceiling:
 * @without: what this task holds does not count; 0 for none
 * @ceiling: (out): the highest of the held locks
 * @lock: (out): whose that is
 *
 * Returns: whether a lock is held whose ceiling the task model tells
 */
gboolean
sl_instant_get_ceiling (const SlInstant *self,
                        SlSteps *steps,
                        guint32 without,
                        gint64 *ceiling,
                        guint32 *lock)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_steps_get_jobs (steps));
  gboolean found = FALSE;

  for (guint i = 0; i < self->locks->len; i++)
    {
      const SlInstantLock *held = &g_array_index (self->locks, SlInstantLock, i);
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
