/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-btm-times.h"

#include <string.h>

#include "sl-branch-cause.h"
#include "sl-bus-kinds.h"
#include "sl-kind.h"

/* Code is read by lines of 32 bytes where it is cached. */
#define LINE_SHIFT 5

static guint32
get_line (guint64 address)
{
  return (guint32) (address >> LINE_SHIFT);
}

static void
add_fetch (SlBtmTimesCpu *cpu, const SlEvent *event)
{
  if (cpu->n_fetches == SL_BTM_FETCHES)
    {
      cpu->n_fetches--;
      memmove (cpu->times, cpu->times + 1, cpu->n_fetches * sizeof *cpu->times);
      memmove (cpu->lines, cpu->lines + 1, cpu->n_fetches * sizeof *cpu->lines);
    }
  cpu->times[cpu->n_fetches] = event->time;
  cpu->lines[cpu->n_fetches++] = get_line (event->a);
}

static void
add_message (SlBtmTimesCpu *cpu, SlTime time)
{
  if (cpu->n_firsts == G_N_ELEMENTS (cpu->firsts))
    {
      cpu->n_firsts--;
      memmove (cpu->firsts, cpu->firsts + 1, cpu->n_firsts * sizeof *cpu->firsts);
    }
  cpu->firsts[cpu->n_firsts++] = time;
}

/* When code was last read where the branch leads: since the branch before, and ahead of the message.
 * Addresses of the bus are physical: with paging only code that lies at its linear address counts.
 * In the line of the branch itself code is read anyway. */
static SlTime
find_fetch (const SlBtmTimesCpu *cpu, guint32 line, SlTime message)
{
  for (guint i = cpu->n_fetches; i > 0; i--)
    {
      if (cpu->lines[i - 1] == line && cpu->times[i - 1] <= message &&
          cpu->times[i - 1] >= cpu->since)
        return cpu->times[i - 1];
    }

  return SL_TIME_MIN;
}

static void
end_branch (SlBtmTimesCpu *cpu, const SlEvent *event, SlBtmLag *lag)
{
  gboolean is_interrupt = SL_BRANCH_CAUSE (sl_branch_facts (event)) == SL_BRANCH_INTERRUPT;
  SlTime first = event->time, from = SL_TIME_MIN;

  *lag = (SlBtmLag) { -1, -1 };
  /* The message that the event follows. */
  if (cpu->n_firsts > 0)
    cpu->n_firsts--;
  if (event->kind == SL_KIND_BRANCH && cpu->n_firsts > 0)
    {
      first = cpu->firsts[0];
      cpu->n_firsts--;
      memmove (cpu->firsts, cpu->firsts + 1, cpu->n_firsts * sizeof *cpu->firsts);
      lag->pair = event->time - first;
    }

  if (is_interrupt && cpu->has_acknowledged)
    from = cpu->acknowledged;
  else if (event->kind == SL_KIND_BRANCH && get_line (event->a) != get_line (event->b))
    from = find_fetch (cpu, get_line (event->b), first);
  if (from != SL_TIME_MIN && from <= first)
    lag->delay = first - from;
  if (is_interrupt)
    cpu->has_acknowledged = FALSE;
  cpu->since = first;
}

/**
 * sl_btm_times_add:
 * @event: the next one of the capture
 * @lag: (out): what is known of a branch
 *
 * Returns: whether @event is a branch
 */
gboolean
sl_btm_times_add (SlBtmTimes *self, const SlEvent *event, SlBtmLag *lag)
{
  SlBtmTimesCpu *cpu = &self->cpus[event->cpu & 1];

  if ((event->flags & SL_EVENT_GAP) != 0)
    *self = (SlBtmTimes) { 0 };

  switch (event->kind)
    {
    case SL_KIND_PENTIUM_CODE_READ:
    case SL_KIND_PENTIUM_CODE_READ_NONCACHEABLE:
      add_fetch (cpu, event);
      return FALSE;
    case SL_KIND_PENTIUM_INTERRUPT_ACKNOWLEDGE:
      if (sl_bus_event_get_acknowledge (event) == SL_BUS_SECOND_ACKNOWLEDGE)
        {
          cpu->acknowledged = event->time;
          cpu->has_acknowledged = TRUE;
        }
      return FALSE;
    case SL_KIND_PENTIUM_BRANCH_TRACE:
      add_message (cpu, event->time);
      return FALSE;
    default:
      if (!sl_branch_is_kind (event->kind))
        return FALSE;
      end_branch (cpu, event, lag);
      return TRUE;
    }
}
