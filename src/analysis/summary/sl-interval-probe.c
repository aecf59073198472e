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
  *self = (SlIntervalProbe) { .number = number, .same = same, .from = from, .to = to };
  self->gaps = sl_recorded_gaps_find_events (trace);
  self->gaps_of_cpus = g_array_new (FALSE, TRUE, sizeof (guint));
}

/**
 * sl_interval_probe_clear:
 */
void
sl_interval_probe_clear (SlIntervalProbe *self)
{
  g_clear_pointer (&self->gaps, g_array_unref);
  g_clear_pointer (&self->gaps_of_cpus, g_array_unref);
}

static void
pass_gap (SlIntervalProbe *self, guint32 cpu)
{
  if (self->same != SL_INTERVAL_SAME_CPU || cpu > G_MAXUINT16)
    {
      self->n_gaps++;
      return;
    }

  if (self->gaps_of_cpus->len <= cpu)
    g_array_set_size (self->gaps_of_cpus, cpu + 1);
  g_array_index (self->gaps_of_cpus, guint, cpu)++;
}

/**
 * sl_interval_probe_get_n_gaps:
 * @cpu: of an event
 *
 * Returns: how many gaps there were, up to the event that was looked at last, that events may be missing in which pair with it
 */
guint
sl_interval_probe_get_n_gaps (const SlIntervalProbe *self, guint cpu)
{
  return self->n_gaps +
         (cpu < self->gaps_of_cpus->len ? g_array_index (self->gaps_of_cpus, guint, cpu) : 0);
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

  for (; self->next_gap < self->gaps->len; self->next_gap++)
    {
      const SlRecordedGapEvent *gap =
          &g_array_index (self->gaps, SlRecordedGapEvent, self->next_gap);

      if (gap->event > index)
        break;
      pass_gap (self, gap->cpu);
    }
  if ((!is_from && !is_to) ||
      !sl_interval_end_init (&hit->end, self->same, self->number,
                             self->from != NULL ? self->from : self->to, event))
    return FALSE;

  hit->end.index = index;
  hit->end.n_gaps = sl_interval_probe_get_n_gaps (self, event->cpu);
  hit->is_from = is_from;
  hit->is_to = is_to;
  return TRUE;
}
