/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Interrupts that are noticed or counted and not followed, and the flags of the processor. */

#include "sl-shark-private.h"

/**
 * sl_shark_count_interrupts:
 * @event: so many interrupts were raised since the last such event
 *
 * The manual has one cell for both parameters; line and number is what they are taken for.
 */
void
sl_shark_count_interrupts (SlSharkStates *self, const SlEvent *event)
{
  SlIrqTracker *line = sl_shark_get_line (self, event->a);

  if (self->n_counts++ == 0)
    self->first_count_offset = event->offset;
  self->n_odd_counts += event->a != 0 && event->b == 0;
  if (line != NULL)
    sl_irq_tracker_count (line, line->values == NULL ? self->counting_since : line->counted_at,
                          self->system.now, (guint32) event->b);
}

/**
 * sl_shark_hit_line:
 * @event: the instant of an interrupt whose end is not recorded
 */
void
sl_shark_hit_line (SlSharkStates *self, const SlEvent *event)
{
  SlIrqTracker *line = sl_shark_get_line (self, event->a);

  if (line != NULL)
    sl_irq_tracker_add_mark (line, self->system.now, event->kind, event->b);
}

/**
 * sl_shark_feed_cpu:
 * @event: of the processor's family
 */
void
sl_shark_feed_cpu (SlSharkStates *self, const SlEvent *event)
{
  switch (event->kind)
    {
    case SL_KIND_CLI:
      sl_cpu_tracker_set_cli (self->cpu, self->system.now, SL_STATE_CLI);
      break;
    case SL_KIND_STI:
      sl_cpu_tracker_set_cli (self->cpu, self->system.now, SL_STATE_NONE);
      break;
    case SL_KIND_TO_REAL_MODE:
      sl_cpu_tracker_set_real_mode (self->cpu, self->system.now, SL_STATE_REAL_MODE);
      break;
    default:
      sl_cpu_tracker_set_real_mode (self->cpu, self->system.now, SL_STATE_NONE);
      break;
    }
}
