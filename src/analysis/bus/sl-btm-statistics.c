/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-btm-statistics.h"

#include "sl-btm-times.h"
#include "sl-kind.h"

/* Blocks that are read before the span, for what led to its first branches. */
#define BEFORE 1

static void
add_branch (SlBtmStatistics *self, const SlEvent *event, const SlBtmLag *lag, guint64 index)
{
  guint32 facts = sl_branch_facts (event);

  self->n_branches++;
  self->n_pairs += event->kind == SL_KIND_BRANCH;
  self->causes[SL_BRANCH_CAUSE (facts)]++;
  self->n_repeated += (facts & SL_BRANCH_REPEATED) != 0;
  self->n_stalled += (facts & SL_BRANCH_STALLED) != 0;
  if (lag->delay >= 0)
    sl_gap_histogram_add (&self->delays, lag->delay, index);
  if (lag->pair >= 0)
    sl_gap_histogram_add (&self->pairs, lag->pair, index);
}

static void
add_event (SlBtmStatistics *self,
           SlBtmTimes *times,
           const SlEvent *event,
           SlSpan span,
           guint64 index)
{
  SlBtmLag lag;
  gboolean is_branch = sl_btm_times_add (times, event, &lag);

  if (event->time < span.begin || event->time >= span.end)
    return;

  if (is_branch)
    add_branch (self, event, &lag, index);
  self->n_messages += event->kind == SL_KIND_PENTIUM_BRANCH_TRACE;
}

/* Whether there are branches at all: most captures have none and need not be read in order. */
static gboolean
has_branches (SlTrace *trace)
{
  for (guint16 kind = SL_KIND_BRANCH; kind <= SL_KIND_BRANCH_TARGET; kind++)
    {
      if (sl_trace_get_n_events_of_kind (trace, kind) > 0)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_btm_statistics_add:
 * @trace: of bus cycles
 * @span: half open
 * @cancellable: (nullable): looked at for each block; what was counted by then is left
 *
 * Counts the messages of the span, block by block: what a message is follows from those before it.
 *
 * Returns: %FALSE if the file changed since it was loaded
 */
gboolean
sl_btm_statistics_add (SlBtmStatistics *self,
                       SlTrace *trace,
                       SlSpan span,
                       GCancellable *cancellable)
{
  g_autofree SlEvent *events = NULL;
  guint zone = sl_trace_block_of_time (trace, span.begin);
  SlBtmTimes times = { 0 };

  if (!has_branches (trace))
    return TRUE;

  events = g_new (SlEvent, SL_BLOCK_EVENTS);
  for (zone -= MIN (zone, BEFORE); zone < sl_trace_get_n_blocks (trace); zone++)
    {
      const SlZone *info = sl_trace_get_zone (trace, zone);
      gssize n_events;

      if (info->time_min >= span.end || g_cancellable_is_cancelled (cancellable))
        break;

      n_events = sl_trace_read_block (trace, zone, events);
      if (n_events != (gssize) info->count)
        return FALSE;
      for (gssize i = 0; i < n_events; i++)
        add_event (self, &times, &events[i], span, info->first + (guint64) i);
    }

  return TRUE;
}
