/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers, and the tasks that they keep from running. */

#include "sl-shark-private.h"

static void
set_state (SlSharkStates *self, SlServerTracker *server, SlState state)
{
  self->woke |= sl_system_set_server_state (&self->system, server, state);
}

/* It has nothing to do until a task is activated. */
static void
create_server (SlSharkStates *self, SlServerTracker *server, guint64 context)
{
  SlSharkTask *task = context != 0 ? sl_shark_get_task (self, context) : NULL;

  set_state (self, server, SL_STATE_INACTIVE);
  if (task != NULL && !task->ended)
    sl_system_join_server (server, &task->base);
}

static void
activate_server (SlSharkStates *self, SlServerTracker *server, guint64 context)
{
  SlSharkTask *task = context != 0 ? sl_shark_get_task (self, context) : self->last_activated;

  set_state (self, server, SL_STATE_ACTIVE);
  if (task == NULL || task->ended)
    return;

  server->task = &task->base.tracker;
  sl_system_join_server (server, &task->base);
}

static void
exhaust_server (SlSharkStates *self, SlServerTracker *server)
{
  SlSharkTask *task = sl_shark_get_current (self);

  if (task != NULL && !task->base.finished)
    {
      server->task = &task->base.tracker;
      sl_system_join_server (server, &task->base);
      task->exhausted = TRUE;
    }
  set_state (self, server, SL_STATE_EXHAUSTED);
}

static void
replenish_server (SlSharkStates *self, SlServerTracker *server)
{
  SlSharkTask *task = (SlSharkTask *) server->task;

  self->quiet = FALSE;
  if (task != NULL && !task->ended)
    task->exhausted = FALSE;
  if (task != NULL && !sl_system_has_work (server))
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
  if (task->base.server != NULL && task->base.server->task == &task->base.tracker &&
      !sl_system_has_work (task->base.server) &&
      task->base.server->state_track.state == SL_STATE_ACTIVE)
    set_state (self, task->base.server, SL_STATE_INACTIVE);
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
  SlServerTracker *server = sl_system_get_server (&self->system, event->b);

  if (server == NULL)
    return;

  sl_server_tracker_add_mark (server, self->system.now, event->kind, event->a);
  switch (event->kind)
    {
    case SL_KIND_SERVER_CREATE:
      create_server (self, server, event->a);
      break;
    case SL_KIND_SERVER_USING_REC:
      sl_server_tracker_reclaim (server, self->system.now, (gint64) event->a);
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
