/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-span-statistics.h"

#include <glib/gi18n.h>

#include "sl-event-text.h"
#include "sl-time-text.h"

static void
clear_share (gpointer data)
{
  g_free (((SlTaskShare *) data)->name);
}

static int
compare_shares (gconstpointer one, gconstpointer other)
{
  guint64 first = ((const SlTaskShare *) one)->ticks;
  guint64 second = ((const SlTaskShare *) other)->ticks;

  return first < second ? 1 : first > second ? -1 : 0;
}

static void
add_task (SlSpanStatistics *self, SlDocument *document, const SlLane *lane, SlSpan span)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  guint n_codes = states != NULL ? sl_track_get_n_codes (states) : 0;
  g_autofree guint64 *times = g_new0 (guint64, n_codes);
  g_autofree guint64 *counts = g_new0 (guint64, n_codes);
  SlTaskShare share = { 0 };

  if (n_codes == 0)
    return;

  sl_track_sum (states, span, times, counts);
  for (guint code = 0; code < n_codes; code++)
    {
      guint32 state, detail;

      sl_track_get_code (states, code, &state, &detail);
      if (state == SL_STATE_RUNNING)
        {
          share.ticks += times[code];
          share.n_runs += counts[code];
        }
    }
  if (share.ticks == 0)
    return;

  share.name = sl_event_text_object (document, lane->object);
  g_array_append_val (self->tasks, share);
}

/**
 * sl_span_statistics_new:
 * @span: in ticks of the trace
 *
 * Sums up what the lanes of the tasks say about @span; costs no more than a picture of it.
 */
SlSpanStatistics *
sl_span_statistics_new (SlDocument *document, SlSpan span)
{
  SlSpanStatistics *self = g_new0 (SlSpanStatistics, 1);
  SlTrace *trace = sl_document_get_trace (document);

  self->n_events = sl_trace_index_at (trace, span.end) - sl_trace_index_at (trace, span.begin);
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTaskShare));
  g_array_set_clear_func (self->tasks, clear_share);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (sl_trace_get_lane (trace, i)->type == SL_LANE_TASK)
      add_task (self, document, sl_trace_get_lane (trace, i), span);

  g_array_sort (self->tasks, compare_shares);
  return self;
}

void
sl_span_statistics_free (SlSpanStatistics *self)
{
  g_array_unref (self->tasks);
  g_free (self);
}

/**
 * sl_span_statistics_dup_text:
 *
 * Returns: a task's time and its share of @span, for people
 */
char *
sl_span_statistics_dup_text (SlDocument *document, SlSpan span, const SlTaskShare *share)
{
  SlClock *clock = sl_document_get_clock (document);
  double part = (double) share->ticks / (double) MAX (sl_span_duration (span), 1);
  SlSpan time = { span.begin, sl_time_add (span.begin, (gint64) share->ticks) };
  g_autofree char *text = sl_time_text_duration (clock, time);

  return g_strdup_printf (_ ("%s · %.1f %%"), text, 100 * part);
}
