/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers, and the tasks that they keep from running. */

#include "sl-system-private.h"

/**
 * sl_system_is_throttled:
 *
 * Returns: whether @task runs in a server that has no budget for it, or serves nobody now
 */
gboolean
sl_system_is_throttled (const SlSystemTask *task)
{
  SlState state = task->server != NULL ? task->server->state_track.state : SL_STATE_NONE;

  return state == SL_STATE_EXHAUSTED || state == SL_STATE_INACTIVE;
}

/**
 * sl_system_get_ready_state:
 *
 * Returns: the state of @task while it has a job that could run, and does not have the processor
 */
SlState
sl_system_get_ready_state (const SlSystemTask *task)
{
  return sl_system_is_throttled (task) ? SL_STATE_THROTTLED : SL_STATE_READY;
}

/**
 * sl_system_set_server_state:
 *
 * The tasks that wait for the processor, or for a budget, do so by what @server does.
 *
 * Returns: whether any task may run that had no budget
 */
gboolean
sl_system_set_server_state (SlSystem *self, SlServerTracker *server, SlState state)
{
  gboolean woke = FALSE;

  if (server->state_track.state == state)
    return FALSE;

  sl_server_tracker_set_state (server, self->now, state);
  for (guint i = 0; i < server->served->len; i++)
    {
      SlSystemTask *task = g_ptr_array_index (server->served, i);
      SlState before = sl_task_tracker_get_state (&task->tracker);
      SlState after = sl_system_get_ready_state (task);

      if (before == after || (before != SL_STATE_READY && before != SL_STATE_THROTTLED))
        continue;
      sl_task_tracker_set_state (&task->tracker, self->now, after, 0);
      woke |= after == SL_STATE_READY;
    }

  return woke;
}

static void
set_state (SlSystem *self, SlServerTracker *server, SlState state)
{
  if (!self->is_told)
    sl_system_set_server_state (self, server, state);
  else if (server->state_track.state != state)
    sl_server_tracker_set_state (server, self->now, state);
}

/**
 * sl_system_leave_server:
 *
 * @task runs in no server any more.
 */
void
sl_system_leave_server (SlSystemTask *task)
{
  if (task->server != NULL)
    g_ptr_array_remove_fast (task->server->served, task);
  task->server = NULL;
}

/**
 * sl_system_join_server:
 *
 * @task runs in @server from now on, and in no other.
 */
void
sl_system_join_server (SlServerTracker *server, SlSystemTask *task)
{
  if (task->server == server)
    return;

  sl_system_leave_server (task);
  task->server = server;
  g_ptr_array_add (server->served, task);
}

/**
 * sl_system_has_work:
 *
 * Of a job that was there before the trace began, only what its task does tells.
 *
 * Returns: whether any of the tasks of @server has a job
 */
gboolean
sl_system_has_work (const SlServerTracker *server)
{
  for (guint i = 0; i < server->served->len; i++)
    {
      const SlSystemTask *task = g_ptr_array_index (server->served, i);
      SlState state = sl_task_tracker_get_state (&task->tracker);

      if (task->pending > 0 || state == SL_STATE_READY || state == SL_STATE_THROTTLED)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_system_rest_server:
 * @task: ended a job, or went to sleep
 *
 * Its server has nothing to do any more where none of its tasks has a job.
 */
void
sl_system_rest_server (SlSystem *self, SlSystemTask *task)
{
  if (!self->is_told && task->server != NULL && !sl_system_has_work (task->server) &&
      task->server->state_track.state == SL_STATE_ACTIVE)
    set_state (self, task->server, SL_STATE_INACTIVE);
}

static void
exhaust (SlSystem *self, SlServerTracker *server)
{
  set_state (self, server, SL_STATE_EXHAUSTED);
  for (guint i = 0; !self->is_told && i < server->served->len; i++)
    {
      SlSystemTask *task = g_ptr_array_index (server->served, i);

      if (task->cpu != NULL && !task->finished)
        sl_system_set_off_state (self, task, SL_STATE_THROTTLED, 0);
    }
}

static void
replenish (SlSystem *self, SlServerTracker *server)
{
  for (guint i = 0; i < server->served->len; i++)
    {
      SlSystemTask *task = g_ptr_array_index (server->served, i);

      if (task->cpu != NULL && task->has_off_state && task->off_state == SL_STATE_THROTTLED)
        task->has_off_state = FALSE;
    }

  if (!self->is_told && server->served->len > 0 && !sl_system_has_work (server))
    set_state (self, server, SL_STATE_INACTIVE);
  else if (server->state_track.state != SL_STATE_INACTIVE)
    set_state (self, server, SL_STATE_ACTIVE);
}

/**
 * sl_system_act_on_server:
 * @acted: with a task, that runs in the server from now on
 */
void
sl_system_act_on_server (SlSystem *self, const SlActed *acted)
{
  SlServerTracker *server =
      acted->object != SL_ACTED_NOTHING ? sl_system_get_server (self, acted->object) : NULL;
  SlSystemTask *task;

  if (server == NULL)
    {
      if (acted->object == SL_ACTED_NOTHING)
        sl_system_odd (self, SL_SYSTEM_ODD_NO_OBJECT);
      return;
    }

  task = acted->task != SL_ACTED_NOTHING ? sl_system_get_task (self, acted->task) : NULL;
  if (task != NULL)
    sl_system_join_server (server, task);
  /* If every change of a task's state is recorded, so is who runs in a server. */
  if (self->is_told && task != NULL)
    server->only = server->served->len == 1 ? task->tracker.object : 0;
  if (acted->action == SL_ACTION_REPLENISH || acted->action == SL_ACTION_FORGET)
    sl_server_tracker_note (server, self->now, acted->deadline, acted->nominal);
  if (acted->action != SL_ACTION_FORGET)
    sl_server_tracker_add_mark (server, self->now, acted->kind, (guint32) acted->value);
  switch ((guint) acted->action)
    {
    case SL_ACTION_SERVER_ACTIVATE:
      set_state (self, server, SL_STATE_ACTIVE);
      break;
    case SL_ACTION_EXHAUST:
      exhaust (self, server);
      break;
    case SL_ACTION_REPLENISH:
      replenish (self, server);
      break;
    case SL_ACTION_RECLAIM:
      sl_server_tracker_reclaim (server, self->now, acted->value);
      break;
    case SL_ACTION_FORGET:
      set_state (self, server, SL_STATE_UNKNOWN);
      break;
    case SL_ACTION_SERVER_REMOVE:
      set_state (self, server, SL_STATE_NONE);
      break;
    default:
      set_state (self, server, SL_STATE_INACTIVE);
      break;
    }
}
