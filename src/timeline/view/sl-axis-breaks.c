/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-axis-breaks.h"

#include <glib/gi18n-lib.h>

#include "sl-event-hits.h"

/* At either end of a break, this part of what is left of the axis stays empty, but no more than that part of the stretch:
 * what happens beside it does not touch the break. */
#define END_OF_AXIS    60
#define END_OF_STRETCH 16

/* What is long beside what is left may be found only after what is longer is gone. */
#define ROUNDS 8

/* What is empty of one trace, found from left to right. */
typedef struct
{
  SlTraceSet *set;
  guint trace;
  gint64 least;
  SlTime last;
  GArray *found; /* of SlSpan, in reference ticks */
} Finder;

/* Something happens at @time, a tick of the reference. */
static void
see_reference (Finder *self, SlTime time)
{
  SlSpan empty = { self->last, time };

  if (time > self->last && sl_span_duration (empty) >= self->least)
    g_array_append_val (self->found, empty);
  self->last = MAX (self->last, time);
}

static SlTime
to_reference (const Finder *self, SlTime own)
{
  return sl_trace_set_to_reference (self->set, self->trace, own);
}

/* Zones say when their first and last events are; only what is in a long one is read. */
static void
look_at_events (Finder *self)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, self->trace);
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint i = 0; i < sl_trace_get_n_blocks (trace); i++)
    {
      const SlZone *zone = sl_trace_get_zone (trace, i);
      SlSpan span = { to_reference (self, zone->time_min), to_reference (self, zone->time_max) };
      gssize n_events = 0;

      see_reference (self, span.begin);
      if (sl_span_duration (span) >= self->least)
        n_events = sl_trace_read_block (trace, i, events);
      for (gssize j = 0; j < n_events; j++)
        see_reference (self, to_reference (self, events[j].time));
      see_reference (self, span.end);
    }
}

/* The same of a filter's hits, however many they are: of those that are near each other only the last is looked at. */
static void
look_at_hits (Finder *self, const SlTrack *hits)
{
  SlTime from = SL_TIME_MIN;
  SlItem item, near;
  SlTrackIter iter;

  for (;;)
    {
      SlTime reference, until;

      sl_track_iter_init (&iter, hits, from);
      if (!sl_track_iter_next (&iter, &item))
        return;

      reference = to_reference (self, item.begin);
      see_reference (self, reference);
      until = sl_trace_set_from_reference (self->set, self->trace,
                                           sl_time_add (reference, self->least));
      from = item.begin + 1;
      if (sl_track_find_before (hits, until, &near) && near.begin > item.begin)
        {
          self->last = MAX (self->last, to_reference (self, near.begin));
          from = near.begin + 1;
        }
    }
}

static GArray *
find_empty_of (SlTraceSet *set, guint trace, const SlEventHits *hits, gint64 least)
{
  SlSpan whole = sl_trace_set_get_span (set);
  Finder self = {
    .set = set,
    .trace = trace,
    .least = least,
    .last = whole.begin,
    .found = g_array_new (FALSE, FALSE, sizeof (SlSpan)),
  };

  if (hits != NULL && hits->all != NULL && hits->is_complete)
    look_at_hits (&self, hits->all);
  else
    look_at_events (&self);
  see_reference (&self, whole.end);
  return self.found;
}

/* What is in both, as far as it is long enough. */
static GArray *
intersect (GArray *one, GArray *other, gint64 least)
{
  GArray *both = g_array_new (FALSE, FALSE, sizeof (SlSpan));

  for (guint i = 0; i < one->len; i++)
    for (guint j = 0; j < other->len; j++)
      {
        SlSpan span =
            sl_span_intersect (g_array_index (one, SlSpan, i), g_array_index (other, SlSpan, j));

        if (sl_span_duration (span) >= least)
          g_array_append_val (both, span);
      }

  g_array_unref (one);
  g_array_unref (other);
  return both;
}

static int
compare_lengths (gconstpointer one, gconstpointer other)
{
  gint64 a = sl_span_duration (*(const SlSpan *) one),
         b = sl_span_duration (*(const SlSpan *) other);

  return (a < b) - (a > b);
}

static int
compare_times (gconstpointer one, gconstpointer other)
{
  SlTime a = ((const SlSpan *) one)->begin, b = ((const SlSpan *) other)->begin;

  return (a > b) - (a < b);
}

/**
 * sl_axis_breaks_find_unknown:
 *
 * Gaps of known length, such as datagrams that were lost, take nothing away from the axis.
 *
 * Returns: (transfer none) (nullable): what was not recorded of @trace, if the length of some of it is unknown
 */
const SlTrack *
sl_axis_breaks_find_unknown (SlTrace *trace)
{
  const SlLane *own = sl_trace_get_own_lane (trace, NULL);
  const SlTrack *track = own != NULL ? sl_lane_get_track (own, SL_ROLE_STATES) : NULL;

  for (guint code = 0; track != NULL && code < sl_track_get_n_codes (track); code++)
    {
      guint32 state, detail;

      sl_track_get_code (track, code, &state, &detail);
      if (state == SL_STATE_GAP && detail == SL_GAP_UNKNOWN_LENGTH)
        return track;
    }

  return NULL;
}

static gboolean
has_counts (SlTrace *trace)
{
  for (guint lane = 0; lane < sl_trace_get_n_lanes (trace); lane++)
    if (sl_trace_get_lane (trace, lane)->density != NULL)
      return TRUE;

  return FALSE;
}

/**
 * sl_axis_breaks_get_obstacle:
 *
 * Returns: (nullable): why the axis of the view cannot be broken, a translated sentence; %NULL where it can
 */
const char *
sl_axis_breaks_get_obstacle (SlTraceSet *set, const SlViewState *state)
{
  if (sl_view_state_get_style (state) == SL_STYLE_TEXTBOOK)
    return _ (
        "Only the compact look compresses empty time: in the textbook look, time is the same everywhere");

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlTrace *trace = sl_trace_set_get_trace (set, i);

      if (sl_axis_breaks_find_unknown (trace) != NULL)
        return _ ("Empty time cannot be compressed: the trace has gaps of unknown length");
      if (has_counts (trace))
        return _ ("Empty time cannot be compressed in bus traces");
    }

  return NULL;
}

/**
 * sl_axis_breaks_are_shown:
 *
 * Returns: whether the view asks for breaks and may have some
 */
gboolean
sl_axis_breaks_are_shown (SlTraceSet *set, const SlViewState *state)
{
  return sl_view_state_has_name (state, SL_NAMES_SHOWN_SIGNS, SL_AXIS_BREAKS) &&
         sl_axis_breaks_get_obstacle (set, state) == NULL;
}

/* What is empty in all traces for @least ticks at least: the longest stretches, by time. */
static GArray *
find_longest (SlTraceSet *set, GPtrArray *hits, gint64 least)
{
  GArray *found = NULL;

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      const SlEventHits *own = hits != NULL && i < hits->len ? g_ptr_array_index (hits, i) : NULL;
      GArray *empty = find_empty_of (set, i, own, least);

      found = found != NULL ? intersect (found, empty, least) : empty;
    }
  if (found == NULL)
    return g_array_new (FALSE, FALSE, sizeof (SlSpan));

  g_array_sort (found, compare_lengths);
  g_array_set_size (found, MIN (found->len, SL_VIEW_BREAKS));
  g_array_sort (found, compare_times);
  return found;
}

static gint64
sum_up (const GArray *spans)
{
  gint64 sum = 0;

  for (guint i = 0; i < spans->len; i++)
    sum += sl_span_duration (g_array_index (spans, SlSpan, i));
  return sum;
}

/**
 * sl_axis_breaks_find:
 * @hits: (nullable) (element-type SlEventHits): by number of the trace, where a filter's hits are; may be shorter,
 *   and its elements may be %NULL
 * @breaks: (out caller-allocates) (array fixed-size=16): in reference ticks, by time
 *
 * Finds in which stretches no trace has an event, or one that the filter asks for where all of these are known: the longest
 * ones of those that are at least a fiftieth of what is left of the axis without them. Costs the blocks of the traces.
 *
 * Returns: how many, at most %SL_VIEW_BREAKS
 */
guint
sl_axis_breaks_find (SlTraceSet *set, GPtrArray *hits, SlSpan *breaks)
{
  gint64 whole = sl_span_duration (sl_trace_set_get_span (set)), left = whole;
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (SlSpan));

  for (guint round = 0; round < ROUNDS && found->len < SL_VIEW_BREAKS; round++)
    {
      GArray *next = find_longest (set, hits, MAX (left / SL_AXIS_BREAK_PART, 1));
      gboolean is_more = next->len > found->len;

      g_array_unref (found);
      found = next;
      left = whole - sum_up (found);
      if (!is_more)
        break;
    }

  for (guint i = 0; i < found->len; i++)
    {
      SlSpan span = g_array_index (found, SlSpan, i);
      gint64 length = sl_span_duration (span);
      gint64 end = MIN (left / END_OF_AXIS, length / END_OF_STRETCH);

      end = MAX (end, length > 2 ? 1 : 0);
      breaks[i] = (SlSpan) { span.begin + end, span.end - end };
    }
  return found->len;
}
