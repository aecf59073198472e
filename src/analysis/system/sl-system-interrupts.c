/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Interrupts, the flags of the processors, and what is not recorded. */

#include "sl-system-private.h"

#include "sl-kind-action.h"

/**
 * sl_system_enter_line:
 *
 * @cpu enters the handler of @line.
 */
void
sl_system_enter_line (SlSystem *self, SlCpuTracker *cpu, SlIrqTracker *line)
{
  if (!sl_cpu_tracker_begin_interrupt (cpu, self->now, line))
    sl_system_odd (self, SL_SYSTEM_ODD_NESTING);
}

/**
 * sl_system_leave_line:
 * @line: (nullable): %NULL for one that is not followed, which never started
 */
void
sl_system_leave_line (SlSystem *self, SlCpuTracker *cpu, SlIrqTracker *line)
{
  guint ended = line != NULL ? sl_cpu_tracker_end_interrupt (cpu, self->now, line) : 0;

  if (ended == 0)
    sl_system_odd (self, SL_SYSTEM_ODD_NO_INTERRUPT);
  else if (ended > 1)
    sl_system_odd (self, SL_SYSTEM_ODD_MISSING_END);
}

/* A line on several processors counts what each says. */
static void
act_on_line (SlSystem *self, SlCpuTracker *cpu, SlIrqTracker *line, const SlActed *acted)
{
  switch ((guint) acted->action)
    {
    case SL_ACTION_ENTER:
      sl_system_enter_line (self, cpu, line);
      break;
    case SL_ACTION_LEAVE:
      sl_system_leave_line (self, cpu, line);
      break;
    case SL_ACTION_HIT:
      sl_irq_tracker_add_mark (line, self->now, acted->kind, (guint32) acted->value);
      break;
    default:
      sl_irq_tracker_count (line, line->counted_at, self->now,
                            (guint32) CLAMP (acted->value, 0, G_MAXUINT32));
      break;
    }
}

/**
 * sl_system_interrupt:
 * @acted: of the interrupts of its processor
 */
void
sl_system_interrupt (SlSystem *self, const SlActed *acted)
{
  SlCpuTracker *cpu = sl_system_get_cpu (self, acted->cpu);
  SlIrqTracker *line;

  if (cpu == NULL)
    return;

  if (acted->action == SL_ACTION_MASK || acted->action == SL_ACTION_UNMASK)
    {
      sl_cpu_tracker_set_cli (cpu, self->now,
                              acted->action == SL_ACTION_MASK ? SL_STATE_CLI : SL_STATE_NONE);
      return;
    }
  if (acted->action == SL_ACTION_POWER_STATE)
    {
      sl_cpu_tracker_set_power (cpu, self->now,
                                acted->value < 0 ? 0 : 1 + (guint32) MIN (acted->value, 255));
      return;
    }
  if (acted->object == SL_ACTED_NOTHING)
    {
      sl_system_odd (self, SL_SYSTEM_ODD_NO_OBJECT);
      return;
    }

  line = sl_system_get_line (self, acted->object_type, acted->object);
  if (line != NULL)
    act_on_line (self, cpu, line, acted);
}

/**
 * sl_system_take_value:
 * @acted: of a variable; that of a processor is its frequency
 */
void
sl_system_take_value (SlSystem *self, const SlActed *acted)
{
  SlCpuTracker *cpu;

  if (acted->object_type != SL_OBJECT_CPU || acted->object > G_MAXUINT16)
    return;

  cpu = sl_system_get_cpu (self, (guint16) acted->object);
  if (cpu != NULL)
    sl_cpu_tracker_set_frequency (cpu, self->now, acted->value);
}

static gboolean
said_any (const SlSystem *self, guint family)
{
  for (guint kind = 0; kind < sl_kind_get_count (); kind++)
    if (sl_kind_get_family ((guint16) kind) == family && self->said[sl_kind_get_action (kind)])
      return TRUE;

  return FALSE;
}

/**
 * sl_system_switch_recording:
 * @acted: its value is the number of a family of kinds
 *
 * A family that is recorded again, was never switched off and did not show before was off since the trace began.
 */
void
sl_system_switch_recording (SlSystem *self, const SlActed *acted)
{
  gboolean recorded = acted->action == SL_ACTION_ON;
  SlSystemParts parts;

  if (acted->value < 0 || acted->value >= (gint64) sl_recording_get_n_families (self->recording))
    {
      sl_system_odd (self, SL_SYSTEM_ODD_FAMILY);
      return;
    }

  if (recorded && sl_recording_has_family (self->recording, (guint) acted->value) &&
      said_any (self, (guint) acted->value))
    return;
  if (!sl_recording_switch_family (self->recording, self->now, (guint) acted->value, recorded))
    return;

  parts = sl_system_get_parts ((guint) acted->value);
  if (recorded)
    sl_system_unhide (self, self->now, parts & self->hidden);
  else
    sl_system_hide (self, self->now, parts);
  self->hidden = recorded ? self->hidden & ~parts : self->hidden | parts;
}
