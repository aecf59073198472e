/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Servers, and the tasks that they keep from running. */

#include "sl-shark-private.h"

static void
activate_server (SlSharkStates *self, SlServerTracker *server, guint64 context)
{
  SlSharkTask *task = context != 0 ? sl_shark_get_task (self, context) : self->last_activated;

  sl_server_tracker_set_state (server, self->now, SL_STATE_ACTIVE);
  if (task == NULL || task->ended)
    return;

  server->task = &task->tracker;
  task->server = server;
}

static void
exhaust_server (SlSharkStates *self, SlServerTracker *server)
{
  SlSharkTask *task = sl_shark_get_current (self);

  sl_server_tracker_set_state (server, self->now, SL_STATE_EXHAUSTED);
  if (task == NULL || task->finished)
    return;

  server->task = &task->tracker;
  task->server = server;
  task->exhausted = TRUE;
}

static void
replenish_server (SlSharkStates *self, SlServerTracker *server)
{
  SlSharkTask *task = (SlSharkTask *) server->task;

  self->quiet = FALSE;
  if (task != NULL && (task->ended || task->pending == 0))
    sl_server_tracker_set_state (server, self->now, SL_STATE_INACTIVE);
  else if (server->state_track.state != SL_STATE_INACTIVE)
    sl_server_tracker_set_state (server, self->now, SL_STATE_ACTIVE);

  if (task == NULL || task->ended)
    return;

  task->exhausted = FALSE;
  if (sl_task_tracker_get_state (&task->tracker) == SL_STATE_THROTTLED)
    {
      self->woke = TRUE;
      sl_shark_set_off_state (self, task, self->now, SL_STATE_READY, 0);
    }
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
    case SL_KIND_SERVER_RECLAIMING:
      sl_server_tracker_set_state (server, self->now, SL_STATE_INACTIVE);
      break;
    case SL_KIND_SERVER_REMOVE:
      sl_server_tracker_set_state (server, self->now, SL_STATE_NONE);
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
