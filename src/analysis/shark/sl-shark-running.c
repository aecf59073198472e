/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Who runs, and what becomes of the task that leaves the processor. */

#include "sl-shark-private.h"

/* The kernel's own contexts are not tasks of the scheduler: off the processor they do nothing. */
static gboolean
is_scheduled (const SlSharkTask *task)
{
  return task->base.id >= SL_SHARK_FIRST_CONTEXT;
}

/**
 * sl_shark_set_off_state:
 * @task: does not have the processor
 *
 * Says what a task does off the processor, as far as that is recorded.
 */
void
sl_shark_set_off_state (SlSharkStates *self,
                        SlSharkTask *task,
                        SlTime time,
                        SlState state,
                        guint32 detail)
{
  if (sl_shark_hides (self, SL_SYSTEM_TASKS) && state != SL_STATE_NONE)
    sl_task_tracker_set_state (&task->base.tracker, time, SL_STATE_UNKNOWN, 0);
  else
    sl_task_tracker_set_state (&task->base.tracker, time, state, detail);
}

/* No other task may be ready while the idle task runs. A timer interrupt that wakes nothing and
 * leaves the processor to the idle task has thus taken it from a task without budget; where it
 * tells that the task has executed its WCET, whoever gets the processor. */
static gboolean
ran_out_of_budget (SlSharkStates *self, const SlSharkTask *old, const SlSharkTask *next)
{
  if (old->exhausted || (self->quiet && old->violated))
    return TRUE;

  return self->quiet && next != NULL && next == self->idle_like && old->activated;
}

/* What the task that leaves the processor does now; the rules stand in the order in which their
 * evidence outweighs the next. */
static SlState
decide_state (SlSharkStates *self,
              const SlSharkTask *old,
              const SlSharkTask *next,
              gboolean interrupt,
              guint32 *detail)
{
  *detail = 0;

  if (!is_scheduled (old))
    return SL_STATE_NONE;

  if (sl_shark_hides (self, SL_SYSTEM_TASKS))
    return SL_STATE_UNKNOWN;

  if (old->disabled)
    return SL_STATE_SUSPENDED;

  if (old->base.finished)
    return old->base.pending > 0 ? sl_system_get_ready_state (&old->base) : SL_STATE_IDLE;

  if (old->base.tracker.waits_for != NULL && !interrupt)
    {
      *detail = old->base.tracker.waits_for->object;
      return SL_STATE_BLOCKED;
    }

  if (interrupt && ran_out_of_budget (self, old, next))
    return SL_STATE_THROTTLED;

  if (old->exhausted)
    return SL_STATE_THROTTLED;

  /* The kernel's own context, at shutdown, comes in between: the scheduler chose nobody else. */
  if (next != NULL && next->base.id == SL_SHARK_KERNEL_CONTEXT)
    return SL_STATE_READY;

  return interrupt || self->woke ? sl_system_get_ready_state (&old->base) : SL_STATE_BLOCKED;
}

static gboolean
may_be_idle_task (const SlSharkTask *task)
{
  return is_scheduled (task) && !task->base.created && !task->activated && !task->cycled &&
         !task->ended;
}

static void
update_idle_like (SlSharkStates *self, SlSharkTask *task)
{
  if (!may_be_idle_task (task))
    {
      if (self->idle_like == task)
        self->idle_like = NULL;
      return;
    }

  if (self->idle_like == NULL ||
      task->base.tracker.run_time > self->idle_like->base.tracker.run_time)
    self->idle_like = task;
}

static void
forget_evidence (SlSharkStates *self, SlSharkTask *task)
{
  task->base.finished = FALSE;
  task->disabled = FALSE;
  task->exhausted = FALSE;
  task->violated = FALSE;
}

/* A switch that is decided late must not lie before what became of either task in between. */
static SlTime
get_switch_time (const SlSharkStates *self,
                 const SlSharkTask *old,
                 const SlSharkTask *next,
                 SlTime time)
{
  time = MAX (time, self->cpu->state_track.since);
  if (old != NULL)
    time = MAX (time, old->base.tracker.state_track.since);
  if (next != NULL)
    time = MAX (time, next->base.tracker.state_track.since);

  return time;
}

/**
 * sl_shark_switch:
 * @next: (nullable): %NULL for context 0, no task
 * @time: first tick of @next; may lie before the event that is being looked at
 * @interrupt: whether the switch was made in an interrupt or in its tail
 *
 * @next has the processor from @time on. No interrupt is being handled.
 */
void
sl_shark_switch (SlSharkStates *self, SlSharkTask *next, SlTime time, gboolean interrupt)
{
  SlSharkTask *old = sl_shark_get_current (self);
  SlState state;
  guint32 detail;

  self->scheduled = NULL;
  self->vm86_caller = NULL;
  self->waiting &= ~(SL_SHARK_WAITING_SCHEDULE | SL_SHARK_WAITING_VM86);
  if (self->runner_unknown)
    return;

  if (next != NULL)
    next->chosen_group = self->group;
  if (old != NULL && old == next)
    {
      forget_evidence (self, old);
      return;
    }

  if (next != NULL)
    sl_shark_wake_by_running (self, next);
  time = get_switch_time (self, old, next, time);
  if (old != NULL)
    {
      state = decide_state (self, old, next, interrupt, &detail);
      forget_evidence (self, old);
      sl_cpu_tracker_switch (self->cpu, time, (SlTaskTracker *) next, state, detail);
      update_idle_like (self, old);
      if (old->base.ending)
        sl_shark_end_task (self, old, time);
    }
  else
    {
      sl_cpu_tracker_switch (self->cpu, time, (SlTaskTracker *) next, SL_STATE_NONE, 0);
    }

  self->woke = FALSE;
  if (next == NULL)
    return;

  /* Others had the processor for no time at all in between. */
  if (next->finished_at == time)
    sl_task_tracker_go_on (&next->base.tracker, time);

  next->seen = TRUE;
  forget_evidence (self, next);
  sl_shark_dispatch_waiter (self, next, time);
  if (next->base.id == SL_SHARK_VM86_CONTEXT && old != NULL && !old->ended)
    {
      self->vm86_caller = old;
      self->waiting |= SL_SHARK_WAITING_VM86;
    }
}

/**
 * sl_shark_runs:
 * @task: did something that only a running task does
 *
 * Takes @task for the one that has the processor where nobody knows better.
 *
 * Returns: whether @task has the processor
 */
gboolean
sl_shark_runs (SlSharkStates *self, SlSharkTask *task)
{
  if (sl_shark_get_current (self) == task)
    return TRUE;

  if (self->runner_unknown)
    return FALSE;

  if (!self->cpu->known && self->cpu->depth == 0)
    {
      sl_shark_switch (self, task, self->system.now, FALSE);
      return TRUE;
    }

  sl_shark_odd (self, SL_SHARK_ODD_NOT_RUNNING);
  return FALSE;
}

/**
 * sl_shark_end_inheritance:
 * @runner: has its own priority again, if it had another one, and keeps nobody from starting
 */
void
sl_shark_end_inheritance (SlSharkStates *self, SlSharkTask *runner)
{
  if (runner->inherits_from == NULL)
    return;

  runner->inherits_from->inherited_by = NULL;
  runner->inherits_from = NULL;
  sl_system_set_inheritance (&self->system, &runner->base, NULL);
}

/**
 * sl_shark_inherit:
 * @runner: the task that really runs
 * @chosen: the task that the policy chose: @runner has its priority, or is protected by a ceiling
 *   under the stack resource policy, which gives nobody a priority
 *
 * The scheduler ran. A priority is inherited until the scheduler says otherwise of either task, or
 * the task that is waited for leaves the way free; that others run in between does not end it.
 */
void
sl_shark_inherit (SlSharkStates *self, SlSharkTask *runner, SlSharkTask *chosen)
{
  if (runner->inherits_from == chosen && runner != chosen)
    return;

  sl_shark_end_inheritance (self, runner);
  if (chosen->inherited_by != NULL)
    sl_shark_end_inheritance (self, chosen->inherited_by);

  if (runner == chosen)
    return;

  runner->inherits_from = chosen;
  chosen->inherited_by = runner;
  sl_system_set_inheritance (&self->system, &runner->base, &chosen->base);
}

static SlTime
get_run_time (const SlSharkStates *self, const SlSharkTask *task)
{
  const SlStateTrack *track = &task->base.tracker.state_track;
  SlTime open = track->state == SL_STATE_RUNNING ? MAX (self->system.now - track->since, 0) : 0;

  return task->base.tracker.run_time + open;
}

/* Whether @task is more like the idle task than @other, where either may be it. */
static gboolean
is_more_idle (const SlSharkStates *self, const SlSharkTask *task, const SlSharkTask *other)
{
  if (task->acted != other->acted)
    return other->acted;

  return get_run_time (self, task) > get_run_time (self, other);
}

/**
 * sl_shark_find_idle_task:
 *
 * The kernel does not tell its idle task: it is there from the start, is never activated, never
 * finishes a job, starts no trace, creates no task, and runs more than others of which that is
 * true. Where no time was left for it, it may have run for none.
 *
 * Returns: (transfer none) (nullable): the best guess by now; %NULL where there is none such
 */
const SlSharkTask *
sl_shark_find_idle_task (const SlSharkStates *self)
{
  const SlSharkTask *best = NULL;

  for (guint i = 0; i < self->system.tasks->len; i++)
    {
      const SlSharkTask *task = g_ptr_array_index (self->system.tasks, i);

      if (may_be_idle_task (task) && task->seen &&
          (best == NULL || is_more_idle (self, task, best)))
        best = task;
    }

  return best;
}

/**
 * sl_shark_guess_idle_task:
 *
 * Returns: the number of sl_shark_find_idle_task(); 0 where there is none
 */
guint32
sl_shark_guess_idle_task (const SlSharkStates *self)
{
  const SlSharkTask *task = sl_shark_find_idle_task (self);

  return task != NULL ? task->base.tracker.object : 0;
}
