/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the events say of the task they name: its life, its jobs, its sleep. */

#include "sl-shark-private.h"

/* A job of @task is released; if the one before has not finished, it is queued. */
static void
release_job (SlSharkStates *self, SlSharkTask *task, SlTime time)
{
  SlState state = sl_task_tracker_get_state (&task->base.tracker);

  task->base.pending++;
  task->seen = TRUE;
  self->woke = TRUE;
  self->quiet = FALSE;
  if (state == SL_STATE_NONE || state == SL_STATE_IDLE || state == SL_STATE_SUSPENDED ||
      state == SL_STATE_UNKNOWN)
    sl_shark_set_off_state (self, task, time, sl_system_get_ready_state (&task->base), 0);
}

/* The scheduler chose the idle task after @group: nobody was ready then, but for tasks whose server
 * lacks a budget. */
static gboolean
was_idle_after (const SlSharkStates *self, guint64 group)
{
  const SlSharkTask *idle = sl_shark_find_idle_task (self);

  return idle != NULL && idle->chosen_group > group;
}

static void
forget_doubt (SlSharkTask *task)
{
  task->doubtful = 0;
}

/* The activations of @task that are in doubt released no job: each was skipped, or was one with an
 * offset, whose release is recorded when it comes. It slept all the time. */
static void
drop_doubtful (SlSharkTask *task)
{
  SlStateTrack *track = &task->base.tracker.state_track;

  if (task->doubtful == 0)
    return;

  task->base.pending -= MIN (task->base.pending, task->doubtful);
  if ((track->state == SL_STATE_READY || track->state == SL_STATE_THROTTLED) &&
      track->since == task->doubtful_since)
    sl_task_tracker_set_state (&task->base.tracker, track->since, task->asleep, 0);
  forget_doubt (task);
}

/**
 * sl_shark_settle_doubts:
 *
 * The trace is over. An activation by which no task has run released no job where the processor was
 * idle after it: an offset goes beyond the end. Only with servers it may wait for a budget.
 */
void
sl_shark_settle_doubts (SlSharkStates *self)
{
  for (guint i = 0; i < self->system.tasks->len && g_hash_table_size (self->system.servers) == 0;
       i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->system.tasks, i);

      if (task->doubtful > 0 && was_idle_after (self, task->doubtful_group))
        drop_doubtful (task);
    }
}

/* A job is released by an activation. Of a sleeping task that is a guess, which the next release by
 * timer may refute. */
static void
release_by_activation (SlSharkStates *self, SlSharkTask *task)
{
  SlState before = sl_task_tracker_get_state (&task->base.tracker);

  release_job (self, task, task->activation_time);
  if (task->doubtful == 0 && before != sl_task_tracker_get_state (&task->base.tracker))
    {
      task->doubtful = 1;
      task->doubtful_since = task->activation_time;
      task->doubtful_group = task->activation_group;
      task->asleep = before;
    }
  else if (task->doubtful > 0)
    {
      task->doubtful++;
    }
}

/* Activations and releases by timer of @task come together: the latter alone count. */
static void
pair (SlSharkStates *self, SlSharkTask *task, guint64 level)
{
  task->paired = TRUE;
  drop_doubtful (task);
  if (level < SL_SHARK_N_LEVELS)
    self->levels_by_timer |= G_GUINT64_CONSTANT (1) << level;
}

/* @task is activated explicitly. Whether that releases a job, or a release by timer belongs to
 * it, shows before the kernel decides who runs next. */
static void
activate (SlSharkStates *self, SlSharkTask *task)
{
  task->seen = TRUE;
  task->activated = TRUE;
  self->woke = TRUE;
  self->quiet = FALSE;
  self->last_activated = task;
  if (task->release_group == self->group)
    {
      pair (self, task, task->release_level);
      return;
    }

  if (task->activation_group == self->group)
    {
      release_by_activation (self, task);
      task->activation_time = self->system.now;
      return;
    }

  task->activation_group = self->group;
  task->activation_time = self->system.now;
  g_ptr_array_add (self->activations, task);
  self->waiting |= SL_SHARK_WAITING_ACTIVATION;
}

/**
 * sl_shark_settle_activations:
 *
 * Releases the jobs of the activated tasks that have no release by timer. A task that has them
 * was not asleep, or will be released later.
 */
void
sl_shark_settle_activations (SlSharkStates *self)
{
  for (guint i = 0; i < self->activations->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->activations, i);

      if (task->activation_group != 0 && !task->paired && !task->ended)
        release_by_activation (self, task);

      task->activation_group = 0;
    }

  g_ptr_array_set_size (self->activations, 0);
  self->waiting &= ~SL_SHARK_WAITING_ACTIVATION;
}

/* A release by timer comes while activations of @task are in doubt: by them it would have been
 * ready, so that the processor could not be idle. Where it was not, the task's level tells: that of
 * a CBS has no timer for the first release, that of EDF or RM has one for each. */
static void
settle_doubt (SlSharkStates *self, SlSharkTask *task, guint64 level)
{
  gboolean by_timer = level < SL_SHARK_N_LEVELS && (self->levels_by_timer >> level & 1) != 0;

  if (by_timer || was_idle_after (self, task->doubtful_group))
    drop_doubtful (task);
  else
    forget_doubt (task);
}

/* The timer of @task's level releases a job, or recharges the budget that it lacked. */
static void
release_by_timer (SlSharkStates *self, SlSharkTask *task, guint64 level)
{
  if (sl_task_tracker_get_state (&task->base.tracker) == SL_STATE_THROTTLED &&
      task->base.pending > 0 && !sl_system_is_throttled (&task->base))
    {
      self->woke = TRUE;
      self->quiet = FALSE;
      sl_shark_set_off_state (self, task, self->system.now, SL_STATE_READY, 0);
      return;
    }

  if (task->activation_group != 0)
    {
      pair (self, task, level);
      task->activation_group = 0;
    }
  else if (task->doubtful > 0)
    {
      settle_doubt (self, task, level);
    }

  task->release_group = self->group;
  task->release_level = level;
  release_job (self, task, self->system.now);
}

/* Whether all that is known of the jobs that @task had when the trace began is that none is left
 * in sight. */
static gboolean
may_have_more (const SlSharkTask *task)
{
  return task->cycled && !task->base.created && !task->emptied && task->base.pending == 0 &&
         sl_task_tracker_get_state (&task->base.tracker) == SL_STATE_IDLE;
}

/**
 * sl_shark_wake_by_running:
 * @task: gets the processor
 *
 * It has work: what activated it released a job. Where it had finished all jobs that the trace tells
 * of, and the processor was not idle since, one was left of those that were released before the trace:
 * the task was not idle but ready.
 */
void
sl_shark_wake_by_running (SlSharkStates *self, SlSharkTask *task)
{
  forget_doubt (task);
  if (!may_have_more (task))
    return;

  task->emptied = was_idle_after (self, task->finished_group);
  if (!task->emptied)
    sl_task_tracker_set_state (&task->base.tracker, task->base.tracker.state_track.since,
                               SL_STATE_READY, 0);
}

/**
 * sl_shark_mark_doubts:
 *
 * Says of each task up to where its state is certain.
 */
void
sl_shark_mark_doubts (SlSharkStates *self)
{
  for (guint i = 0; i < self->system.tasks->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->system.tasks, i);

      task->base.certain = task->doubtful > 0     ? task->doubtful_since
                           : may_have_more (task) ? task->base.tracker.state_track.since
                                                  : SL_TIME_MAX;
    }
}

/* @task finishes a job. It has the processor until it is switched away from. */
static void
finish_job (SlSharkStates *self, SlSharkTask *task)
{
  SlState state;

  task->seen = TRUE;
  task->cycled = TRUE;
  task->finished_group = self->group;
  if (task->base.pending > 0)
    task->base.pending--;

  sl_shark_deactivate_server (self, task);
  if (sl_shark_runs (self, task))
    {
      sl_shark_went_on (self, task);
      task->base.finished = TRUE;
      task->finished_at = self->system.now;
      return;
    }

  state = sl_task_tracker_get_state (&task->base.tracker);
  if (state != SL_STATE_NONE && !sl_task_tracker_is_on_cpu (&task->base.tracker))
    sl_shark_set_off_state (self, task, self->system.now,
                            task->base.pending > 0 ? sl_system_get_ready_state (&task->base)
                                                   : SL_STATE_IDLE,
                            0);
}

/* @task is sent to sleep: none of its jobs is left. */
static void
disable (SlSharkStates *self, SlSharkTask *task)
{
  task->seen = TRUE;
  task->base.pending = 0;
  forget_doubt (task);
  sl_shark_deactivate_server (self, task);
  if (sl_shark_get_current (self) == task)
    task->disabled = TRUE;
  else
    sl_shark_set_off_state (self, task, self->system.now, SL_STATE_SUSPENDED, 0);
}

static void
create_task (SlSharkStates *self, SlSharkTask *task, guint64 pid)
{
  SlSharkTask *creator = sl_shark_get_current (self);

  if (creator != NULL && self->cpu->depth == 0)
    creator->acted = TRUE;
  sl_shark_identify_task (self, task, pid);
  task->seen = TRUE;
  sl_shark_set_off_state (self, task, self->system.now, SL_STATE_SUSPENDED, 0);
}

static void
end_task (SlSharkStates *self, SlSharkTask *task, guint64 pid)
{
  sl_shark_identify_task (self, task, pid);
  task->seen = TRUE;
  if (sl_shark_get_current (self) == task)
    task->base.ending = TRUE;
  else
    sl_shark_end_task (self, task, self->system.now);
}

/**
 * sl_shark_feed_task:
 * @event: of the task family, but for the scheduler's decisions
 */
void
sl_shark_feed_task (SlSharkStates *self, const SlEvent *event)
{
  SlSharkTask *task = event->kind == SL_KIND_TASK_CREATE ? sl_shark_begin_task (self, event->a)
                                                         : sl_shark_get_task (self, event->a);

  if (task == NULL)
    return;

  sl_task_tracker_add_mark (&task->base.tracker, self->system.now, event->kind, event->b);
  if (event->kind == SL_KIND_TASK_TIMER || event->kind == SL_KIND_TASK_END_CYCLE ||
      event->kind == SL_KIND_TASK_DISABLE)
    sl_shark_see_level (self, event->b);
  switch (event->kind)
    {
    case SL_KIND_TASK_CREATE:
      create_task (self, task, event->b);
      break;
    case SL_KIND_TASK_ACTIVATE:
      activate (self, task);
      break;
    case SL_KIND_TASK_TIMER:
      release_by_timer (self, task, event->b);
      break;
    case SL_KIND_TASK_END_CYCLE:
      self->group++;
      finish_job (self, task);
      break;
    case SL_KIND_TASK_DISABLE:
    case SL_KIND_TASK_SLEEP:
      disable (self, task);
      break;
    case SL_KIND_TASK_END:
      end_task (self, task, event->b);
      break;
    case SL_KIND_TASK_DEADLINE_MISS:
      self->quiet = FALSE;
      break;
    case SL_KIND_TASK_WCET_VIOLATION:
      task->violated = sl_shark_get_current (self) == task;
      break;
    default:
      break;
    }
}
