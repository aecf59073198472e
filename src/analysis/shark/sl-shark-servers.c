/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers, and the tasks that they keep from running. */

#include "sl-shark-private.h"

/**
 * sl_shark_waits_for_server:
 *
 * Returns: whether @task runs in a server, as far as the events tell, that has no budget for it or does
 *   not serve anybody now
 */
gboolean
sl_shark_waits_for_server (const SlSharkTask *task)
{
  SlState state = task->server != NULL ? task->server->state_track.state : SL_STATE_NONE;

  return state == SL_STATE_EXHAUSTED || state == SL_STATE_INACTIVE;
}

/**
 * sl_shark_get_ready_state:
 *
 * Returns: the state of @task while it has a job that could run, and does not have the processor
 */
SlState
sl_shark_get_ready_state (const SlSharkTask *task)
{
  return sl_shark_waits_for_server (task) ? SL_STATE_THROTTLED : SL_STATE_READY;
}

/* The tasks that wait for the processor, or for a budget, do so by what @server does. */
static void
set_state (SlSharkStates *self, SlServerTracker *server, SlState state)
{
  if (server->state_track.state == state)
    return;

  sl_server_tracker_set_state (server, self->now, state);
  for (guint i = 0; i < server->served->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (server->served, i);
      SlState before = sl_task_tracker_get_state (&task->tracker);

      if (before == SL_STATE_READY && sl_shark_waits_for_server (task))
        {
          sl_shark_set_off_state (self, task, self->now, SL_STATE_THROTTLED, 0);
        }
      else if (before == SL_STATE_THROTTLED && state == SL_STATE_ACTIVE)
        {
          self->woke = TRUE;
          sl_shark_set_off_state (self, task, self->now, SL_STATE_READY, 0);
        }
    }
}

/* @task runs in @server from now on. */
static void
join_server (SlServerTracker *server, SlSharkTask *task)
{
  if (task->server == server)
    return;

  sl_shark_leave_server (task);
  task->server = server;
  g_ptr_array_add (server->served, task);
}

/**
 * sl_shark_leave_server:
 *
 * @task runs in no server any more.
 */
void
sl_shark_leave_server (SlSharkTask *task)
{
  if (task->server != NULL)
    g_ptr_array_remove_fast (task->server->served, task);
  task->server = NULL;
}

/* It has nothing to do until a task is activated. */
static void
create_server (SlSharkStates *self, SlServerTracker *server, guint64 context)
{
  SlSharkTask *task = context != 0 ? sl_shark_get_task (self, context) : NULL;

  set_state (self, server, SL_STATE_INACTIVE);
  if (task != NULL && !task->ended)
    join_server (server, task);
}

static void
activate_server (SlSharkStates *self, SlServerTracker *server, guint64 context)
{
  SlSharkTask *task = context != 0 ? sl_shark_get_task (self, context) : self->last_activated;

  set_state (self, server, SL_STATE_ACTIVE);
  if (task == NULL || task->ended)
    return;

  server->task = &task->tracker;
  join_server (server, task);
}

static void
exhaust_server (SlSharkStates *self, SlServerTracker *server)
{
  SlSharkTask *task = sl_shark_get_current (self);

  if (task != NULL && !task->finished)
    {
      server->task = &task->tracker;
      join_server (server, task);
      task->exhausted = TRUE;
    }
  set_state (self, server, SL_STATE_EXHAUSTED);
}

/* Of a job that was there before the trace began, only what its task does tells. */
static gboolean
has_work (const SlServerTracker *server)
{
  for (guint i = 0; i < server->served->len; i++)
    {
      const SlSharkTask *task = g_ptr_array_index (server->served, i);
      SlState state = sl_task_tracker_get_state (&task->tracker);

      if (task->pending > 0 || state == SL_STATE_READY || state == SL_STATE_THROTTLED)
        return TRUE;
    }

  return FALSE;
}

static void
replenish_server (SlSharkStates *self, SlServerTracker *server)
{
  SlSharkTask *task = (SlSharkTask *) server->task;

  self->quiet = FALSE;
  if (task != NULL && !task->ended)
    task->exhausted = FALSE;
  if (task != NULL && !has_work (server))
    set_state (self, server, SL_STATE_INACTIVE);
  else if (server->state_track.state != SL_STATE_INACTIVE)
    set_state (self, server, SL_STATE_ACTIVE);
}

/**
 * sl_shark_deactivate_server:
 * @task: (nullable): ended a job, or went to sleep
 *
 * Its server has nothing to do any more where none of its tasks has a job.
 */
void
sl_shark_deactivate_server (SlSharkStates *self, SlSharkTask *task)
{
  if (task->server != NULL && task->server->task == &task->tracker && !has_work (task->server) &&
      task->server->state_track.state == SL_STATE_ACTIVE)
    set_state (self, task->server, SL_STATE_INACTIVE);
}

/**
 * sl_shark_feed_server:
 * @event: of the server family
 *
 * Which task a server serves is told by few events: else it is the one that was activated just
 * before, or that runs when the budget is used up.
 */
void
sl_shark_feed_server (SlSharkStates *self, const SlEvent *event)
{
  SlServerTracker *server = sl_shark_get_server (self, event->b);

  if (server == NULL)
    return;

  sl_server_tracker_add_mark (server, self->now, event->kind, event->a);
  switch (event->kind)
    {
    case SL_KIND_SERVER_CREATE:
      create_server (self, server, event->a);
      break;
    case SL_KIND_SERVER_USING_REC:
      sl_server_tracker_reclaim (server, self->now, (gint64) event->a);
      break;
    case SL_KIND_SERVER_RECLAIMING:
      set_state (self, server, SL_STATE_INACTIVE);
      break;
    case SL_KIND_SERVER_REMOVE:
      set_state (self, server, SL_STATE_NONE);
      break;
    case SL_KIND_SERVER_ACTIVE:
      activate_server (self, server, event->a);
      break;
    case SL_KIND_SERVER_EXHAUST:
      exhaust_server (self, server);
      break;
    case SL_KIND_SERVER_REPLENISH:
      replenish_server (self, server);
      break;
    default:
      break;
    }
}
