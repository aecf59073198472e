/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is unknown because it was not recorded: families switched off, gaps. */

#include "sl-shark-private.h"

static void
forget_locks (SlSharkStates *self, SlTime time, SlState state)
{
  GHashTableIter iter;
  gpointer lock;

  self->requester = NULL;
  self->waiting &= ~SL_SHARK_WAITING_REQUEST;
  g_hash_table_iter_init (&iter, self->locks);
  while (g_hash_table_iter_next (&iter, NULL, &lock))
    sl_lock_tracker_forget (lock, time, state);
}

static void
forget_servers (SlSharkStates *self, SlTime time)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->servers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      SlServerTracker *server = value;

      if (server->state_track.state != SL_STATE_NONE)
        sl_server_tracker_set_state (server, time, SL_STATE_UNKNOWN);
    }
}

/* Tasks off the processor; the one that has it is known by other families. */
static void
forget_tasks (SlSharkStates *self, SlTime time)
{
  sl_shark_settle_activations (self);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->tasks, i);

      if (task->ended)
        continue;

      task->pending = 0;
      task->doubtful = 0;
      task->finished = FALSE;
      task->disabled = FALSE;
      if (sl_task_tracker_get_state (&task->tracker) != SL_STATE_NONE &&
          !sl_task_tracker_is_on_cpu (&task->tracker))
        sl_task_tracker_set_state (&task->tracker, time, SL_STATE_UNKNOWN, 0);
    }
}

static void
set_line (SlIrqTracker *line, SlTime time, gboolean recorded)
{
  if (line == NULL)
    return;

  sl_irq_tracker_end_counts (line);
  if (recorded)
    sl_irq_tracker_end_all (line, time);
  else
    sl_irq_tracker_begin_unknown (line, time);
}

static void
set_lines (SlSharkStates *self, SlTime time, gboolean recorded)
{
  self->counting_since = SL_TIME_MIN;
  sl_cpu_tracker_end_all_interrupts (self->cpu, time);
  for (guint line = 0; line < SL_SHARK_N_LINES; line++)
    set_line (self->lines[line], time, recorded);
}

static void
set_timer (SlSharkStates *self, SlTime time, gboolean recorded)
{
  sl_cpu_tracker_end_all_interrupts (self->cpu, time);
  set_line (self->timer, time, recorded);
}

static void
set_cpu_flags (SlSharkStates *self, SlTime time, gboolean recorded)
{
  SlState state = recorded ? SL_STATE_NONE : SL_STATE_UNKNOWN;

  sl_cpu_tracker_set_cli (self->cpu, time, state);
  sl_cpu_tracker_set_real_mode (self->cpu, time, state);
}

static void
set_family (SlSharkStates *self, SlSharkFamily family, SlTime time, gboolean recorded)
{
  switch (family)
    {
    case SL_SHARK_TASK:
      if (!recorded)
        forget_tasks (self, time);
      break;
    case SL_SHARK_INTERRUPT:
      set_lines (self, time, recorded);
      break;
    case SL_SHARK_CPU:
      set_cpu_flags (self, time, recorded);
      break;
    case SL_SHARK_MUTEX:
      forget_locks (self, time, recorded ? SL_STATE_NONE : SL_STATE_UNKNOWN);
      break;
    case SL_SHARK_SERVER:
      if (!recorded)
        forget_servers (self, time);
      break;
    case SL_SHARK_TIMER:
      set_timer (self, time, recorded);
      break;
    case SL_SHARK_PRIORITY:
    case SL_SHARK_N_FAMILIES:
    default:
      break;
    }
}

static SlSharkFamily
family_of_filter (guint16 kind)
{
  switch (kind)
    {
    case SL_KIND_FILTER_TASK:
      return SL_SHARK_TASK;
    case SL_KIND_FILTER_INTERRUPT:
      return SL_SHARK_INTERRUPT;
    case SL_KIND_FILTER_CPU:
      return SL_SHARK_CPU;
    case SL_KIND_FILTER_PRIORITY:
      return SL_SHARK_PRIORITY;
    case SL_KIND_FILTER_MUTEX:
      return SL_SHARK_MUTEX;
    case SL_KIND_FILTER_SERVER:
      return SL_SHARK_SERVER;
    case SL_KIND_FILTER_TIMER:
      return SL_SHARK_TIMER;
    default:
      return SL_SHARK_N_FAMILIES;
    }
}

/* The family of kinds that a filter record switches, by a member of it. */
static guint16
member_of_filtered_family (guint16 kind)
{
  switch (kind)
    {
    case SL_KIND_FILTER_TRACE_EVENTS:
      return SL_KIND_TRACE_START;
    case SL_KIND_FILTER_IPOINT:
      return SL_KIND_IPOINT;
    case SL_KIND_FILTER_TASK:
      return SL_KIND_TASK_CREATE;
    case SL_KIND_FILTER_INTERRUPT:
      return SL_KIND_INTERRUPT_START;
    case SL_KIND_FILTER_CPU:
      return SL_KIND_CLI;
    case SL_KIND_FILTER_PRIORITY:
      return SL_KIND_CONTEXT_SWITCH;
    case SL_KIND_FILTER_MUTEX:
      return SL_KIND_MUTEX_LOCK;
    case SL_KIND_FILTER_SIGNAL:
      return SL_KIND_SIGNAL;
    case SL_KIND_FILTER_SERVER:
      return SL_KIND_SERVER_ACTIVE;
    case SL_KIND_FILTER_USER:
      return SL_KIND_USER_EVENT_0;
    case SL_KIND_FILTER_DATA:
      return SL_KIND_DATA_POINTER;
    default:
      return SL_KIND_TIMER_POST;
    }
}

static gboolean
saw_family (const SlSharkStates *self, guint family)
{
  for (guint16 kind = 0; kind < SL_N_BUILTIN_KINDS; kind++)
    {
      if (self->seen[kind] && sl_kind_get_family (kind) == family)
        return TRUE;
    }

  return FALSE;
}

/* A switch shows in three families: in the scheduler's records, or in those of switches in tasks
 * together with the ends of timer interrupts. */
static void
update_runner (SlSharkStates *self, SlTime time)
{
  gboolean unknown = self->not_recorded[SL_SHARK_TASK] &&
                     (self->not_recorded[SL_SHARK_PRIORITY] || self->not_recorded[SL_SHARK_TIMER]);

  if (unknown && !self->runner_unknown)
    sl_cpu_tracker_forget (self->cpu, time);

  self->runner_unknown = unknown;
}

/**
 * sl_shark_set_recorded:
 * @filter_kind: kind of the filter record
 *
 * A family of events is not recorded from now on, or is again. What it feeds is unknown in
 * between. A family that is recorded again, was never switched off and did not show before was
 * off since the trace began; its lanes are empty there, and the lane "trace" tells why.
 */
void
sl_shark_set_recorded (SlSharkStates *self, guint16 filter_kind, gboolean recorded)
{
  guint family_number = sl_kind_get_family (member_of_filtered_family (filter_kind));
  SlSharkFamily family = family_of_filter (filter_kind);

  if (recorded && sl_recording_has_family (self->recording, family_number) &&
      saw_family (self, family_number))
    return;

  if (!sl_recording_switch_family (self->recording, self->now, family_number, recorded) ||
      family == SL_SHARK_N_FAMILIES)
    return;

  self->not_recorded[family] = !recorded;
  set_family (self, family, self->now, recorded);
  update_runner (self, self->now);
}

/**
 * sl_shark_begin_gap:
 *
 * Nothing is known from @time on.
 */
void
sl_shark_begin_gap (SlSharkStates *self, SlTime time)
{
  self->scheduled = NULL;
  self->vm86_caller = NULL;
  self->waiting &= ~(SL_SHARK_WAITING_SCHEDULE | SL_SHARK_WAITING_VM86);
  forget_locks (self, time, SL_STATE_UNKNOWN);
  sl_cpu_tracker_forget (self->cpu, time);
  forget_tasks (self, time);
  forget_servers (self, time);
  set_lines (self, time, FALSE);
  set_timer (self, time, FALSE);
  set_cpu_flags (self, time, FALSE);
}

/**
 * sl_shark_end_gap:
 *
 * Events are recorded again from @time on. Who runs and what the tasks do stays unknown until
 * an event tells.
 */
void
sl_shark_end_gap (SlSharkStates *self, SlTime time)
{
  if (!self->not_recorded[SL_SHARK_MUTEX])
    forget_locks (self, time, SL_STATE_NONE);
  if (!self->not_recorded[SL_SHARK_INTERRUPT])
    set_lines (self, time, TRUE);
  if (!self->not_recorded[SL_SHARK_TIMER])
    set_timer (self, time, TRUE);
  if (!self->not_recorded[SL_SHARK_CPU])
    set_cpu_flags (self, time, TRUE);
}
