/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is unknown because it was not recorded. */

#include "sl-system-private.h"

#include "sl-kind-action.h"

static void
forget_locks (SlSystem *self, SlTime time, SlState state)
{
  GHashTable *const tables[] = { self->mutexes, self->semaphores };
  GHashTableIter iter;
  gpointer lock;

  for (guint i = 0; i < G_N_ELEMENTS (tables); i++)
    {
      g_hash_table_iter_init (&iter, tables[i]);
      while (g_hash_table_iter_next (&iter, NULL, &lock))
        sl_lock_tracker_forget (((SlSystemLock *) lock)->tracker, time, state);
    }
  for (guint i = 0; i < self->tasks->len; i++)
    ((SlSystemTask *) self->tasks->pdata[i])->requested = NULL;
}

static void
forget_servers (SlSystem *self, SlTime time)
{
  GHashTableIter iter;
  gpointer server;

  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, NULL, &server))
    if (((SlServerTracker *) server)->state_track.state != SL_STATE_NONE)
      sl_server_tracker_set_state (server, time, SL_STATE_UNKNOWN);
}

/* Tasks off their processors; those that have one are known by other events. */
static void
forget_tasks (SlSystem *self, SlTime time)
{
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlSystemTask *task = self->tasks->pdata[i];

      task->pending = 0;
      task->finished = FALSE;
      task->has_off_state = FALSE;
      if (sl_task_tracker_get_state (&task->tracker) != SL_STATE_NONE &&
          !sl_task_tracker_is_on_cpu (&task->tracker))
        sl_task_tracker_set_state (&task->tracker, time, SL_STATE_UNKNOWN, 0);
    }
}

static void
set_table (GHashTable *table, SlTime time, gboolean recorded)
{
  GHashTableIter iter;
  gpointer line;

  g_hash_table_iter_init (&iter, table);
  while (g_hash_table_iter_next (&iter, NULL, &line))
    {
      sl_irq_tracker_end_counts (line);
      if (recorded)
        sl_irq_tracker_end_all (line, time);
      else
        sl_irq_tracker_begin_unknown (line, time);
    }
}

static void
set_lines (SlSystem *self, SlTime time, SlSystemParts parts, gboolean recorded)
{
  if ((parts & (SL_SYSTEM_LINES | SL_SYSTEM_TIMERS)) == 0)
    return;

  for (guint i = 0; i < self->cpus->len; i++)
    if (self->cpus->pdata[i] != NULL)
      sl_cpu_tracker_end_all_interrupts (self->cpus->pdata[i], time);
  if ((parts & SL_SYSTEM_TIMERS) != 0)
    set_table (self->timers, time, recorded);
  if ((parts & SL_SYSTEM_LINES) == 0)
    return;

  set_table (self->lines, time, recorded);
  set_table (self->softirqs, time, recorded);
  set_table (self->vectors, time, recorded);
}

static void
set_flags (SlSystem *self, SlTime time, SlState state)
{
  for (guint i = 0; i < self->cpus->len; i++)
    {
      SlCpuTracker *cpu = self->cpus->pdata[i];

      if (cpu == NULL)
        continue;
      sl_cpu_tracker_set_cli (cpu, time, state);
      sl_cpu_tracker_set_real_mode (cpu, time, state);
    }
}

static void
forget_cpus (SlSystem *self, SlTime time)
{
  for (guint i = 0; i < self->cpus->len; i++)
    if (self->cpus->pdata[i] != NULL)
      sl_system_forget_cpu (self, self->cpus->pdata[i], time);
}

/**
 * sl_system_hide:
 * @parts: of the system
 *
 * Nothing is recorded of @parts from @time on.
 */
void
sl_system_hide (SlSystem *self, SlTime time, SlSystemParts parts)
{
  if ((parts & SL_SYSTEM_LOCKS) != 0)
    forget_locks (self, time, SL_STATE_UNKNOWN);
  if ((parts & SL_SYSTEM_RUNNING) != 0)
    forget_cpus (self, time);
  if ((parts & SL_SYSTEM_TASKS) != 0)
    forget_tasks (self, time);
  if ((parts & SL_SYSTEM_SERVERS) != 0)
    forget_servers (self, time);
  set_lines (self, time, parts, FALSE);
  if ((parts & SL_SYSTEM_FLAGS) != 0)
    set_flags (self, time, SL_STATE_UNKNOWN);
}

/**
 * sl_system_unhide:
 *
 * @parts are recorded again from @time on. What tasks and servers do, and who runs, stays unknown until something is
 * said of them.
 */
void
sl_system_unhide (SlSystem *self, SlTime time, SlSystemParts parts)
{
  if ((parts & SL_SYSTEM_LOCKS) != 0)
    forget_locks (self, time, SL_STATE_NONE);
  set_lines (self, time, parts, TRUE);
  if ((parts & SL_SYSTEM_FLAGS) != 0)
    set_flags (self, time, SL_STATE_NONE);
}

static SlSystemParts
get_parts_of_kind (const SlKind *kind, SlAction action)
{
  switch ((guint) action)
    {
    case SL_ACTION_NONE:
    case SL_ACTION_NAME:
    case SL_ACTION_CHOOSE:
    case SL_ACTION_MIGRATE:
    case SL_ACTION_PRIORITY:
    case SL_ACTION_INHERIT:
    case SL_ACTION_PERIOD:
    case SL_ACTION_WCET:
    case SL_ACTION_PHASE:
    case SL_ACTION_POWER_STATE:
      return 0;
    case SL_ACTION_RUN:
      return SL_SYSTEM_RUNNING;
    case SL_ACTION_MASK:
    case SL_ACTION_UNMASK:
      return SL_SYSTEM_FLAGS;
    default:
      break;
    }

  switch ((guint) sl_action_get_group (action))
    {
    case SL_TELLS_SCHEDULING:
    case SL_TELLS_JOBS:
      return SL_SYSTEM_TASKS;
    case SL_TELLS_LOCKS:
      return SL_SYSTEM_LOCKS;
    case SL_TELLS_SERVERS:
      return SL_SYSTEM_SERVERS;
    case SL_TELLS_INTERRUPTS:
      return kind->object_type == SL_OBJECT_TIMER     ? SL_SYSTEM_TIMERS
             : kind->object_source == SL_FROM_B_TYPED ? SL_SYSTEM_LINES | SL_SYSTEM_TIMERS
                                                      : SL_SYSTEM_LINES;
    default:
      return 0;
    }
}

/**
 * sl_system_get_parts:
 * @family: number of a family of kinds
 *
 * Returns: what of the system shows in the events of @family
 */
SlSystemParts
sl_system_get_parts (guint family)
{
  SlSystemParts parts = 0;

  for (guint kind = 0; kind < sl_kind_get_count (); kind++)
    if (sl_kind_get_family ((guint16) kind) == family)
      parts |= get_parts_of_kind (sl_kind_get ((guint16) kind), sl_kind_get_action (kind));

  return parts;
}
