/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-gaps.h"

/**
 * sl_recorded_gaps_new:
 *
 * Returns: (transfer full) (element-type SlItem): the stretches in which recording was lost or paused, in
 *   order; where one chunk follows another next to nothing is missing, and a note says so
 */
GArray *
sl_recorded_gaps_new (SlTrace *trace)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (SlItem));

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      SlTrackIter iter;
      SlItem item;

      if (lane->type != SL_LANE_TRACE || sl_lane_get_track (lane, SL_ROLE_STATES) == NULL)
        continue;

      sl_track_iter_init (&iter, sl_lane_get_track (lane, SL_ROLE_STATES),
                          sl_trace_get_span (trace).begin);
      while (sl_track_iter_next (&iter, &item))
        if (item.state == SL_STATE_GAP && item.detail != SL_GAP_SEAM)
          g_array_append_val (gaps, item);
    }

  return gaps;
}

/**
 * sl_recorded_gaps_are_of_processors:
 *
 * Costs a look at each lane.
 *
 * Returns: whether %SL_GAP_LOST is about one of several processors each time, so that the lanes say what is unknown
 *   meanwhile, and of whom it is not
 */
gboolean
sl_recorded_gaps_are_of_processors (SlTrace *trace)
{
  guint n_processors = 0;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace) && n_processors < 2; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      n_processors += lane->type == SL_LANE_CPU && sl_lane_get_track (lane, SL_ROLE_STATES) != NULL;
    }
  return n_processors > 1;
}

/**
 * sl_recorded_gaps_get_event:
 *
 * Returns: the number of the first event after @gap; the last one of the trace where there is none
 */
guint64
sl_recorded_gaps_get_event (SlTrace *trace, const SlItem *gap)
{
  guint64 first = sl_trace_index_at (trace, gap->end), n_events = sl_trace_get_n_events (trace);
  SlEvent event;

  /* Where no time passes in a gap of unknown length, the event before it has the same time. */
  for (guint64 i = first; i < n_events && sl_trace_read_event (trace, i, &event); i++)
    {
      if (event.time != gap->end)
        break;
      if ((event.flags & (SL_EVENT_GAP | SL_EVENT_LOST)) != 0)
        return i;
    }

  return MIN (first, n_events - 1);
}

/**
 * sl_recorded_gaps_find_events:
 *
 * Returns: (transfer full) (element-type guint64): the number of the first event after each gap, in order
 */
GArray *
sl_recorded_gaps_find_events (SlTrace *trace)
{
  g_autoptr (GArray) gaps = sl_recorded_gaps_new (trace);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < gaps->len; i++)
    {
      guint64 event = sl_recorded_gaps_get_event (trace, &g_array_index (gaps, SlItem, i));

      g_array_append_val (events, event);
    }
  return events;
}
