/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-interval-probe.h"

#include "sl-recorded-gaps.h"

/**
 * sl_interval_probe_init:
 * @self: (out caller-allocates): before the first event
 * @trace: complete
 * @from: (nullable): bound to @trace
 * @to: (nullable): bound to @trace
 */
void
sl_interval_probe_init (SlIntervalProbe *self,
                        SlTrace *trace,
                        guint number,
                        SlIntervalSame same,
                        SlFilterRun *from,
                        SlFilterRun *to)
{
  *self = (SlIntervalProbe) { number, same, from, to, sl_recorded_gaps_find_events (trace), 0 };
}

/**
 * sl_interval_probe_clear:
 */
void
sl_interval_probe_clear (SlIntervalProbe *self)
{
  g_clear_pointer (&self->gaps, g_array_unref);
}

/**
 * sl_interval_probe_look:
 * @event: resolved; after those looked at before
 * @index: of @event
 * @previous: time of the event before; %SL_TIME_MIN for none
 * @hit: (out): set on success only
 *
 * Returns: whether @event begins or ends an interval
 */
gboolean
sl_interval_probe_look (SlIntervalProbe *self,
                        const SlEvent *event,
                        guint64 index,
                        SlTime previous,
                        SlIntervalHit *hit)
{
  gboolean is_from = self->from != NULL && sl_filter_run_match_event (self->from, event, previous);
  gboolean is_to = self->to != NULL && sl_filter_run_match_event (self->to, event, previous);

  while (self->n_gaps < self->gaps->len &&
         g_array_index (self->gaps, guint64, self->n_gaps) <= index)
    self->n_gaps++;
  if ((!is_from && !is_to) ||
      !sl_interval_end_init (&hit->end, self->same, self->number,
                             self->from != NULL ? self->from : self->to, event))
    return FALSE;

  hit->end.index = index;
  hit->end.n_gaps = self->n_gaps;
  hit->is_from = is_from;
  hit->is_to = is_to;
  return TRUE;
}
