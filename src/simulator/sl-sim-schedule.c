/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which task goes first, and the records that say so. */
#include "sl-sim-private.h"

/* What the scheduler orders tasks by, the smaller the more urgent. */
static gint64
get_measure (const SlSimulator *self, const SlSimTask *task)
{
  gint64 measure = self->options.scheduler == SL_SIM_RM ? task->period : task->deadline;

  return measure > 0 ? measure : SL_SIM_NEVER;
}

/* 1 for the least urgent; the same for tasks of the same measure. */
static gint64
get_rank (const SlSimulator *self, const SlSimTask *task)
{
  gint64 rank = 1;

  for (guint i = 0; i < self->n_threads; i++)
    if (get_measure (self, self->threads[i].task) > get_measure (self, task))
      rank++;

  return rank;
}

static void
raise_ceilings (SlSimulator *self, const SlSimThread *thread)
{
  const GArray *steps = thread->task->steps;

  for (guint i = 0; i < steps->len; i++)
    {
      SlSimLock *lock = &self->locks[g_array_index (steps, SlSimStep, i).lock];

      lock->ceiling = MAX (lock->ceiling, thread->level);
    }
}

/* Priorities, preemption levels and the locks' ceilings. */
void
sl_sim_rank (SlSimulator *self)
{
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    self->locks[i].ceiling = G_MININT64;

  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];
      SlSimScheduler scheduler = self->options.scheduler;

      if (scheduler == SL_SIM_FP)
        thread->priority = thread->task->priority;
      else if (scheduler == SL_SIM_RM || scheduler == SL_SIM_DM || scheduler == SL_SIM_EDF)
        thread->priority = get_rank (self, thread->task);
      thread->level = thread->priority;
      raise_ceilings (self, thread);
    }
}

/* The greater, the more urgent. Who holds a lock under the immediate ceiling stands between the
 * tasks of the ceiling's priority and those above. */
static gint64
get_urgency (const SlSimulator *self, const SlSimThread *thread)
{
  gint64 urgency = 2 * thread->priority;

  if (self->options.scheduler == SL_SIM_EDF)
    return -((const SlSimPending *) g_queue_peek_head (thread->jobs))->deadline;

  for (guint i = 0; self->options.protocol == SL_SIM_ICPP && thread->n_held > 0 &&
                    i < sl_task_set_get_n_locks (self->set);
       i++)
    if (self->locks[i].owner == thread)
      urgency = MAX (urgency, 2 * self->locks[i].ceiling + 1);

  return urgency;
}

static gboolean
is_candidate (const SlSimulator *self, const SlSimThread *thread)
{
  return !g_queue_is_empty (thread->jobs) &&
         !(self->options.protocol == SL_SIM_NONE && thread->wanted != NULL);
}

/**
 * sl_sim_choose:
 * @chosen: (out) (nullable): whom the policy puts first; of equals the one released first
 *
 * Returns: (nullable): who executes, @chosen or what is in its way; %NULL for the idle task
 */
SlSimThread *
sl_sim_choose (const SlSimulator *self, SlSimThread **chosen)
{
  SlSimThread *best = NULL;
  gint64 most = 0;

  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];
      gint64 urgency;

      if (!is_candidate (self, thread))
        continue;

      urgency = get_urgency (self, thread);
      if (best == NULL || urgency > most || (urgency == most && thread->turn < best->turn))
        {
          best = thread;
          most = urgency;
        }
    }

  *chosen = best;
  while (best != NULL && sl_sim_find_blocker (self, best) != NULL)
    best = sl_sim_find_blocker (self, best);

  return best;
}

/* @thread has the processor from now on. */
void
sl_sim_give (SlSimulator *self, SlSimThread *thread)
{
  if (self->running != thread)
    {
      const SlSimSlice slice = { self->running != NULL ? self->running->number : 0, SL_SIM_NO_LOCK,
                                 self->since, self->now };

      if (self->running != NULL && slice.end > slice.begin)
        g_array_append_val (self->run->slices, slice);
      self->since = self->now;
      self->quantum_at = self->now + self->options.quantum;
    }

  self->running = thread;
  if (thread == NULL)
    return;

  thread->started = TRUE;
  if (thread->wanted != NULL)
    sl_sim_acquire (self, thread, thread->wanted);
}

static SlSimThread *
decide (SlSimulator *self)
{
  SlSimThread *next = sl_sim_choose (self, &self->chosen);

  sl_sim_log (self, SL_SHARK_TASK_SCHEDULE, sl_sim_context (self, next),
              sl_sim_context (self, self->chosen));
  return next;
}

/* The way out of a system call of the running task. */
void
sl_sim_reschedule (SlSimulator *self, gboolean inherits)
{
  SlSimThread *next;

  /* The kernel's scheduler returns at once while a task is not to be preempted. */
  if (self->options.protocol == SL_SIM_NPP && self->running != NULL && self->running->n_held > 0)
    return;

  next = decide (self);
  if (inherits)
    sl_sim_log (self, SL_SHARK_INHERITANCE, sl_sim_context (self, next),
                sl_sim_context (self, self->chosen));
  sl_sim_log (self, SL_SHARK_CONTEXT_SWITCH, sl_sim_context (self, next), 0);
  sl_sim_give (self, next);
}

/* The end of a timer's interrupt, which switches with no record of its own. */
void
sl_sim_reschedule_in_timer (SlSimulator *self)
{
  SlSimThread *next = self->running;

  if (self->options.protocol != SL_SIM_NPP || next == NULL || next->n_held == 0)
    next = decide (self);
  sl_sim_log (self, SL_SHARK_TIMER_WAKEUP_END, sl_sim_context (self, next), 0);
  sl_sim_give (self, next);
}
