/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-recorded-gaps.h"

#include <stdlib.h>

static void
add_gaps (GArray *gaps,
          SlTrace *trace,
          const SlTrack *track,
          guint32 cpu,
          gboolean is_lost_left_out)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, sl_trace_get_span (trace).begin);
  while (sl_track_iter_next (&iter, &item))
    {
      SlRecordedGap gap = { item.begin, item.end, (SlGapReason) item.detail, cpu };

      if (item.state == SL_STATE_GAP && item.detail != SL_GAP_SEAM &&
          !(is_lost_left_out && item.detail == SL_GAP_LOST))
        g_array_append_val (gaps, gap);
    }
}

static int
compare_gaps (gconstpointer one, gconstpointer other)
{
  const SlRecordedGap *a = one, *b = other;

  if (a->end != b->end)
    return a->end < b->end ? -1 : 1;
  if (a->begin != b->begin)
    return a->begin < b->begin ? -1 : 1;
  return a->cpu < b->cpu ? -1 : a->cpu > b->cpu;
}

static gboolean
is_of_processor (const SlLane *lane)
{
  return lane->type == SL_LANE_TRACE && lane->object != 0;
}

/* Whether it is known of which processors events were lost. */
static gboolean
have_losses (SlTrace *trace)
{
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (is_of_processor (sl_trace_get_lane (trace, i)))
      return TRUE;

  return FALSE;
}

/**
 * sl_recorded_gaps_new:
 *
 * Where one chunk follows another next to nothing is missing, and a note says so. Of several processors each has gaps of
 * its own, which may overlap.
 *
 * Returns: (transfer full) (element-type SlRecordedGap): the stretches in which recording was lost or paused, as they end
 */
GArray *
sl_recorded_gaps_new (SlTrace *trace)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (SlRecordedGap));
  gboolean is_by_processor = sl_recorded_gaps_are_of_processors (trace) && have_losses (trace);

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);
      gboolean is_cpu = is_of_processor (lane);
      const SlTrack *track = sl_lane_get_track (lane, SL_ROLE_STATES);

      if (track == NULL || lane->type != SL_LANE_TRACE || (is_cpu && !is_by_processor))
        continue;
      add_gaps (gaps, trace, track,
                is_cpu
                    ? (guint32) sl_object_table_get (sl_trace_get_objects (trace), lane->object)->id
                    : SL_RECORDED_GAP_ALL,
                is_by_processor && !is_cpu);
    }
  if (gaps->len > 1)
    qsort (gaps->data, gaps->len, sizeof (SlRecordedGap), compare_gaps);
  return gaps;
}

/**
 * sl_recorded_gaps_are_of_processors:
 *
 * Returns: whether %SL_GAP_LOST is about one of several processors each time, so that the lanes say what is unknown
 *   meanwhile, and of whom it is not
 */
gboolean
sl_recorded_gaps_are_of_processors (SlTrace *trace)
{
  guint n_lanes, n_processors = 0;
  const guint *lanes = sl_trace_get_lanes_of_type (trace, SL_LANE_CPU, &n_lanes);

  for (guint i = 0; i < n_lanes; i++)
    n_processors += sl_lane_get_track (sl_trace_get_lane (trace, lanes[i]), SL_ROLE_STATES) != NULL;
  return n_processors > 1;
}

static int
compare_events (gconstpointer one, gconstpointer other)
{
  const SlRecordedGapEvent *a = one, *b = other;

  return a->event < b->event ? -1 : a->event > b->event;
}

static gboolean
is_of_gap (const SlRecordedGap *gap, const SlEvent *event)
{
  return gap->cpu == SL_RECORDED_GAP_ALL || event->cpu == gap->cpu;
}

/**
 * sl_recorded_gaps_get_event:
 *
 * Returns: the number of the first event after @gap; the last one of the trace where there is none
 */
guint64
sl_recorded_gaps_get_event (SlTrace *trace, const SlRecordedGap *gap)
{
  guint64 first = sl_trace_index_at (trace, gap->end), n_events = sl_trace_get_n_events (trace);
  guint64 found = G_MAXUINT64;
  SlEvent event;

  /* Where no time passes in a gap of unknown length, the event before it has the same time. */
  for (guint64 i = first; i < n_events && sl_trace_read_event (trace, i, &event); i++)
    {
      if (event.time != gap->end)
        break;
      if (!is_of_gap (gap, &event))
        continue;
      if ((event.flags & (SL_EVENT_GAP | SL_EVENT_LOST)) != 0)
        return i;
      if (gap->cpu != SL_RECORDED_GAP_ALL)
        found = MIN (found, i);
    }

  return MIN (found != G_MAXUINT64 ? found : first, n_events - 1);
}

/**
 * sl_recorded_gaps_find_events:
 *
 * Returns: (transfer full) (element-type SlRecordedGapEvent): the first event after each gap, in order
 */
GArray *
sl_recorded_gaps_find_events (SlTrace *trace)
{
  g_autoptr (GArray) gaps = sl_recorded_gaps_new (trace);
  GArray *events = g_array_new (FALSE, FALSE, sizeof (SlRecordedGapEvent));

  for (guint i = 0; i < gaps->len; i++)
    {
      const SlRecordedGap *gap = &g_array_index (gaps, SlRecordedGap, i);
      SlRecordedGapEvent event = { sl_recorded_gaps_get_event (trace, gap), gap->cpu };

      g_array_append_val (events, event);
    }
  /* Those of two processors may end at the same time. */
  if (events->len > 1)
    qsort (events->data, events->len, sizeof (SlRecordedGapEvent), compare_events);
  return events;
}
