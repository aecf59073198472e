/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is unknown because it was not recorded: families switched off, gaps. */

#include "sl-shark-private.h"

/* What is left of the events before says nothing any more of @parts. */
static void
forget (SlSharkStates *self, SlSystemParts parts)
{
  if ((parts & SL_SYSTEM_LOCKS) != 0)
    {
      self->requester = NULL;
      self->waiting &= ~SL_SHARK_WAITING_REQUEST;
    }
  if ((parts & SL_SYSTEM_LINES) != 0)
    self->counting_since = SL_TIME_MIN;
}

/* Tasks off the processor; the one that has it is known by other families. */
static void
forget_tasks (SlSharkStates *self)
{
  sl_shark_settle_activations (self);
  for (guint i = 0; i < self->system.tasks->len; i++)
    {
      SlSharkTask *task = g_ptr_array_index (self->system.tasks, i);

      if (task->ended)
        continue;

      task->doubtful = 0;
      task->disabled = FALSE;
    }
}

/* The scheduler's records tell who runs as well as those of the family of switches. */
static void
hide (SlSharkStates *self, SlTime time, SlSystemParts parts)
{
  forget (self, parts);
  if ((parts & SL_SYSTEM_TASKS) != 0)
    forget_tasks (self);
  sl_system_hide (&self->system, time, parts & ~SL_SYSTEM_RUNNING);
}

static void
unhide (SlSharkStates *self, SlTime time, SlSystemParts parts)
{
  forget (self, parts);
  sl_system_unhide (&self->system, time, parts);
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
  gboolean unknown = sl_shark_hides (self, SL_SYSTEM_TASKS) &&
                     sl_shark_hides (self, SL_SYSTEM_RUNNING | SL_SYSTEM_TIMERS);

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
  guint family = sl_kind_get_family (member_of_filtered_family (filter_kind));
  SlSystemParts parts;

  if (recorded && sl_recording_has_family (self->system.recording, family) &&
      saw_family (self, family))
    return;

  if (!sl_recording_switch_family (self->system.recording, self->system.now, family, recorded))
    return;

  parts = sl_system_get_parts (family);
  if (recorded)
    self->system.hidden &= ~parts;
  else
    self->system.hidden |= parts;
  if (recorded)
    unhide (self, self->system.now, parts);
  else
    hide (self, self->system.now, parts);
  update_runner (self, self->system.now);
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
  sl_cpu_tracker_forget (self->cpu, time);
  hide (self, time, SL_SYSTEM_ALL);
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
  unhide (self, time, SL_SYSTEM_ALL & ~self->system.hidden);
}
