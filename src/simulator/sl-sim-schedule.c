/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which task goes first, and the records that say so. */
#include "sl-sim-private.h"

/* What the scheduler orders by, the smaller the more urgent. */
static gint64
get_measure (const SlSimulator *self, const SlSimTask *task)
{
  gint64 measure;

  if (task->server != SL_SIM_NO_SERVER)
    measure = sl_task_set_get_server (self->set, task->server)->period;
  else
    measure = self->options.scheduler == SL_SIM_RM ? task->pattern.period : task->deadline;

  return measure > 0 ? measure : SL_SIM_NEVER;
}

/* 1 for the least urgent; the same for those of the same measure. Servers without tasks count as
 * well, so that a task more in one of them changes nothing. */
static gint64
get_rank (const SlSimulator *self, gint64 measure)
{
  gint64 rank = 1;

  for (guint i = 0; i < self->n_threads; i++)
    if (self->threads[i].server_state == NULL &&
        get_measure (self, self->threads[i].task) > measure)
      rank++;
  for (guint i = 0; i < self->n_server_states; i++)
    if (self->server_states[i].server->period > measure)
      rank++;

  return rank;
}

static gint64
get_priority (const SlSimulator *self, const SlSimThread *thread)
{
  switch (self->options.scheduler)
    {
    case SL_SIM_FP:
      return thread->server_state != NULL ? thread->server_state->server->priority
                                          : thread->task->priority;
    case SL_SIM_RM:
    case SL_SIM_DM:
    case SL_SIM_EDF:
      return get_rank (self, get_measure (self, thread->task));
    case SL_SIM_FIFO:
    case SL_SIM_RR:
    default:
      return 0;
    }
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

  for (guint i = 0; i < self->n_server_states; i++)
    {
      SlSimServerState *state = &self->server_states[i];

      state->priority = self->options.scheduler == SL_SIM_FP
                            ? state->server->priority
                            : get_rank (self, state->server->period);
    }
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      thread->priority = get_priority (self, thread);
      thread->level = thread->priority;
      raise_ceilings (self, thread);
    }
}

/* Later ones count as this one. */
#define MAX_DEADLINE (G_MAXINT64 / 4)

/* The greater, the more urgent. A server precedes tasks that are as urgent; who holds a lock under
 * the immediate ceiling stands between those of the ceiling's priority and those above. */
static gint64
get_urgency (const SlSimulator *self, const SlSimThread *thread)
{
  const SlSimServerState *state = thread->server_state;
  gint64 urgency = 4 * thread->priority;

  if (self->options.scheduler == SL_SIM_EDF)
    {
      gint64 deadline = state != NULL
                            ? state->deadline
                            : ((const SlSimPending *) g_queue_peek_head (thread->jobs))->deadline;

      return -2 * MIN (deadline, MAX_DEADLINE) + (state != NULL);
    }

  for (guint i = 0; self->options.protocol == SL_SIM_ICPP && thread->n_held > 0 &&
                    i < sl_task_set_get_n_locks (self->set);
       i++)
    if (self->locks[i].owner == thread)
      urgency = MAX (urgency, 4 * self->locks[i].ceiling + 2);

  return urgency + (state != NULL);
}

static gboolean
is_candidate (const SlSimulator *self, const SlSimThread *thread)
{
  if (g_queue_is_empty (thread->jobs) || thread->is_stopped || thread->is_stuck)
    return FALSE;
  if (self->options.protocol == SL_SIM_NONE && thread->wanted != NULL)
    return FALSE;

  return thread->server_state == NULL || sl_sim_server_state_serves (self, thread);
}

/* Returns: (nullable): whom the policy puts first; of equals the one released first */
static SlSimThread *
find_first (const SlSimulator *self)
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

  return best;
}

/* Returns: (nullable): who executes in @thread's stead: the last of those each of which is in the way
 *   of the one before; %NULL where they stand in a circle */
static SlSimThread *
follow_blockers (const SlSimulator *self, SlSimThread *thread)
{
  SlSimThread *blocker = sl_sim_find_blocker (self, thread);

  for (guint i = 0; blocker != NULL; i++)
    {
      if (i > self->n_threads)
        return NULL;
      thread = blocker;
      blocker = sl_sim_find_blocker (self, thread);
    }

  return thread;
}

/* @chosen: (out) (nullable): whom the policy puts first. Who waits in a circle does so for ever, and
 *   is not chosen any more: nobody could execute in its stead
 *
 * Returns: (nullable): who executes, @chosen or what is in its way; %NULL for the idle task */
static SlSimThread *
choose (const SlSimulator *self, SlSimThread **chosen)
{
  SlSimThread *next = NULL;

  for (*chosen = find_first (self); *chosen != NULL; *chosen = find_first (self))
    {
      next = follow_blockers (self, *chosen);
      if (next != NULL)
        return next;
      (*chosen)->is_stuck = TRUE;
    }

  return NULL;
}

static void
record_slice (SlSimulator *self, gint64 end)
{
  const SlSimSlice slice = { self->running != NULL ? self->running->number : 0, SL_SIM_NO_LOCK,
                             self->since, end };

  if (self->running != NULL && slice.end > slice.begin)
    g_array_append_val (self->run->slices, slice);
}

/* @thread has the processor from @time on. */
void
sl_sim_give (SlSimulator *self, SlSimThread *thread, gint64 time)
{
  if (self->running != thread)
    {
      record_slice (self, time);
      self->since = time;
      self->quantum_at = time + self->options.quantum;
    }

  self->running = thread;
  self->ended = FALSE;
  sl_sim_server_state_watch (self);
  if (thread == NULL)
    return;

  thread->started = TRUE;
  if (thread->wanted != NULL)
    sl_sim_acquire (self, thread, thread->wanted, time);
}

/* Nothing passes yet: in the tail of an interrupt the decision is the switch. */
static SlSimThread *
decide (SlSimulator *self)
{
  SlSimThread *next = choose (self, &self->chosen);

  sl_sim_write (self, SL_SHARK_TASK_SCHEDULE, sl_sim_context (next), sl_sim_context (self->chosen));
  return next;
}

/* The kernel's scheduler returns at once while a task is not to be preempted. */
static gboolean
is_preemptable (const SlSimulator *self)
{
  return self->options.protocol != SL_SIM_NPP || self->running == NULL ||
         self->running->n_held == 0;
}

/* The way out of a system call of the running task. */
void
sl_sim_reschedule (SlSimulator *self, gboolean inherits)
{
  SlSimThread *next;

  if (!is_preemptable (self))
    return;

  next = decide (self);
  sl_sim_pass (self, self->options.overhead);
  if (inherits)
    sl_sim_log (self, SL_SHARK_INHERITANCE, sl_sim_context (next), sl_sim_context (self->chosen));
  sl_sim_write (self, SL_SHARK_CONTEXT_SWITCH, sl_sim_context (next), 0);
  sl_sim_give (self, next, self->now);
  sl_sim_pass (self, self->options.overhead);
}

/* The outermost interrupt ended at @time: @next has the processor. */
void
sl_sim_leave_interrupt (SlSimulator *self, SlSimThread *next, gint64 time)
{
  if (time > self->interrupted || next != self->running)
    {
      record_slice (self, self->interrupted);
      self->since = time;
    }
  sl_sim_give (self, next, time);
}

/* The timer's interrupt begins. */
void
sl_sim_begin_timer (SlSimulator *self)
{
  if (self->depth++ == 0)
    self->interrupted = self->now;
  sl_sim_log (self, SL_SHARK_TIMER_WAKEUP_START, 0, 0);
}

/* It ends, and switches with no record of its own; inside another interrupt it leaves that to the
 * end of the outermost. */
void
sl_sim_end_timer (SlSimulator *self)
{
  SlSimThread *next = self->running;

  if (self->depth == 1)
    self->asked = FALSE;
  if (self->depth == 1 && is_preemptable (self))
    {
      next = decide (self);
      sl_sim_pass (self, self->options.overhead);
    }
  sl_sim_write (self, SL_SHARK_TIMER_WAKEUP_END, sl_sim_context (next), 0);
  self->depth--;
  if (self->depth == 0)
    sl_sim_leave_interrupt (self, next, self->now);
  else
    self->asked = TRUE;
  sl_sim_pass (self, self->options.overhead);
}

/* After the end of another interrupt the scheduler's decision itself is the switch. */
void
sl_sim_reschedule_in_tail (SlSimulator *self)
{
  self->asked = FALSE;
  if (!is_preemptable (self))
    return;

  sl_sim_give (self, decide (self), self->now);
  sl_sim_pass (self, self->options.overhead);
}
