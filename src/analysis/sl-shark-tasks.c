/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the events say of the task they name: its life, its jobs, its sleep. */

#include "sl-shark-private.h"

/* A job of @task is released; if the one before has not finished, it is queued. */
static void
release_job (SlSharkStates *self, SlSharkTask *task, SlTime time)
{
  SlState state = sl_task_tracker_get_state (&task->tracker);

  task->pending++;
  task->seen = TRUE;
  self->woke = TRUE;
  self->quiet = FALSE;
  if (state == SL_STATE_NONE || state == SL_STATE_IDLE || state == SL_STATE_SUSPENDED ||
      state == SL_STATE_UNKNOWN)
    sl_shark_set_off_state (self, task, time, SL_STATE_READY, 0);
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
      task->paired = TRUE;
      return;
    }

  if (task->activation_group == self->group)
    {
      release_job (self, task, task->activation_time);
      task->activation_time = self->now;
      return;
    }

  task->activation_group = self->group;
  task->activation_time = self->now;
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
        release_job (self, task, task->activation_time);

      task->activation_group = 0;
    }

  g_ptr_array_set_size (self->activations, 0);
  self->waiting &= ~SL_SHARK_WAITING_ACTIVATION;
}

static gboolean
waits_for_server (const SlSharkTask *task)
{
  return task->server != NULL && task->server->state_track.state == SL_STATE_EXHAUSTED;
}

/* The timer of @task's level releases a job, or recharges the budget that it lacked. */
static void
release_by_timer (SlSharkStates *self, SlSharkTask *task)
{
  if (sl_task_tracker_get_state (&task->tracker) == SL_STATE_THROTTLED && task->pending > 0 &&
      !waits_for_server (task))
    {
      self->woke = TRUE;
      self->quiet = FALSE;
      sl_shark_set_off_state (self, task, self->now, SL_STATE_READY, 0);
      return;
    }

  if (task->activation_group != 0)
    {
      task->paired = TRUE;
      task->activation_group = 0;
    }

  task->release_group = self->group;
  release_job (self, task, self->now);
}

static void
deactivate_server (SlSharkStates *self, SlSharkTask *task)
{
  if (task->server != NULL && task->server->task == &task->tracker && task->pending == 0 &&
      task->server->state_track.state == SL_STATE_ACTIVE)
    sl_server_tracker_set_state (task->server, self->now, SL_STATE_INACTIVE);
}

/* @task finishes a job. It has the processor until it is switched away from. */
static void
finish_job (SlSharkStates *self, SlSharkTask *task)
{
  SlState state;

  task->seen = TRUE;
  task->cycled = TRUE;
  if (task->pending > 0)
    task->pending--;

  deactivate_server (self, task);
  if (sl_shark_runs (self, task))
    {
      sl_shark_went_on (self, task);
      task->finished = TRUE;
      return;
    }

  state = sl_task_tracker_get_state (&task->tracker);
  if (state != SL_STATE_NONE && !sl_task_tracker_is_on_cpu (&task->tracker))
    sl_shark_set_off_state (self, task, self->now,
                            task->pending > 0 ? SL_STATE_READY : SL_STATE_IDLE, 0);
}

/* @task is sent to sleep: none of its jobs is left. */
static void
disable (SlSharkStates *self, SlSharkTask *task)
{
  task->seen = TRUE;
  task->pending = 0;
  deactivate_server (self, task);
  if (sl_shark_get_current (self) == task)
    task->disabled = TRUE;
  else
    sl_shark_set_off_state (self, task, self->now, SL_STATE_SUSPENDED, 0);
}

static void
create_task (SlSharkStates *self, SlSharkTask *task, guint64 pid)
{
  sl_shark_identify_task (self, task, pid);
  task->seen = TRUE;
  sl_shark_set_off_state (self, task, self->now, SL_STATE_SUSPENDED, 0);
}

static void
end_task (SlSharkStates *self, SlSharkTask *task, guint64 pid)
{
  sl_shark_identify_task (self, task, pid);
  task->seen = TRUE;
  if (sl_shark_get_current (self) == task)
    task->ending = TRUE;
  else
    sl_shark_end_task (self, task, self->now);
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

  sl_task_tracker_add_mark (&task->tracker, self->now, event->kind, event->b);
  switch (event->kind)
    {
    case SL_KIND_TASK_CREATE:
      create_task (self, task, event->b);
      break;
    case SL_KIND_TASK_ACTIVATE:
      activate (self, task);
      break;
    case SL_KIND_TASK_TIMER:
      release_by_timer (self, task);
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
