/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Interrupt lines and their handlers, which take the processor from whatever task has it. */
#include "sl-sim-private.h"

/* Returns: (nullable): which handler executes */
SlSimHandler *
sl_sim_get_handler (const SlSimulator *self)
{
  return self->handling->len > 0 ? g_ptr_array_index (self->handling, self->handling->len - 1)
                                 : NULL;
}

/* Returns: whether the timer interrupts what has the processor; else it waits */
gboolean
sl_sim_takes_timer (const SlSimulator *self)
{
  const SlSimHandler *handler = sl_sim_get_handler (self);

  return handler == NULL || handler->line->is_nested;
}

static gboolean
takes (const SlSimulator *self, const SlSimHandler *other)
{
  const SlSimHandler *handler = sl_sim_get_handler (self);

  return handler == NULL ||
         (handler->line->is_nested && other->line->number < handler->line->number);
}

/**
 * sl_sim_find_interrupt:
 *
 * Returns: (nullable): of the lines that may interrupt what has the processor, the first that asks
 *   for it; of those that have asked until now, the most urgent
 */
SlSimHandler *
sl_sim_find_interrupt (const SlSimulator *self)
{
  SlSimHandler *first = NULL;
  gint64 at = SL_SIM_NEVER;

  for (guint i = 0; i < self->n_handlers; i++)
    {
      SlSimHandler *handler = &self->handlers[i];
      gint64 asks = MAX (handler->arrivals.at, self->now);

      if (asks == SL_SIM_NEVER || !takes (self, handler))
        continue;
      if (asks < at || (asks == at && handler->line->number < first->line->number))
        {
          first = handler;
          at = asks;
        }
    }

  return first;
}

/* Returns: when sl_sim_find_interrupt() asks; %SL_SIM_NEVER where nobody does */
gint64
sl_sim_get_next_interrupt (const SlSimulator *self)
{
  const SlSimHandler *first = sl_sim_find_interrupt (self);

  return first != NULL ? first->arrivals.at : SL_SIM_NEVER;
}

/* The interrupt that @handler waits for comes. */
void
sl_sim_begin_handler (SlSimulator *self, SlSimHandler *handler)
{
  if (self->depth++ == 0)
    self->interrupted = self->now;
  handler->since = self->now;
  handler->left = sl_sim_distribution_draw (&handler->line->distribution, handler->arrivals.n - 1,
                                            &handler->random);
  sl_sim_arrivals_plan (&handler->arrivals, &handler->line->pattern, &handler->random);
  g_ptr_array_add (self->handling, handler);
  sl_sim_log (self, SL_SHARK_INTERRUPT_START, (guint16) handler->line->number, 0);
}

/* The handler that executes is done. What it, or an interrupt inside it, asked of the scheduler is
 * done when nothing is interrupted any more. */
void
sl_sim_end_handler (SlSimulator *self)
{
  const SlSimHandler *handler = sl_sim_get_handler (self);
  const SlSimHandling handling = { handler->number, handler->since, self->now };

  g_array_append_val (self->run->handlings, handling);
  sl_sim_write (self, SL_SHARK_INTERRUPT_END, (guint16) handler->line->number, 0);
  g_ptr_array_set_size (self->handling, (gint) self->handling->len - 1);
  self->depth--;
  if (self->depth == 0)
    sl_sim_leave_interrupt (self, self->running, self->now);
  sl_sim_pass (self, self->options.overhead);

  if (handler->line->task != SL_SIM_NO_TASK)
    {
      sl_sim_release (self, &self->threads[handler->line->task], handling.end);
      self->asked = TRUE;
    }
  if (self->depth == 0 && self->asked && !sl_sim_leaves_to_timer (self))
    sl_sim_reschedule_in_tail (self);
}
