/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Stepping through what a row holds, whether it is on screen or folded. */

#include "sl-rows.h"

#include "sl-lower-bound.h"
#include "sl-row-items-private.h"
#include "sl-state-iter.h"

/**
 * sl_row_shows_track:
 *
 * Returns: whether the row draws tracks of that role as things that can be picked
 */
gboolean
sl_row_shows_track (const SlRow *row, SlTrackRole role)
{
  switch (row->part)
    {
    case SL_ROW_NESTED:
      return role == SL_ROLE_STATES || role == SL_ROLE_NESTED;
    case SL_ROW_CLI:
      return role == SL_ROLE_CLI;
    case SL_ROW_REAL_MODE:
      return role == SL_ROLE_REAL_MODE;
    case SL_ROW_STATES:
      break;
    case SL_ROW_QUEUE:
    case SL_ROW_FREQUENCY:
    case SL_ROW_HEADING:
    default:
      return FALSE;
    }

  if (role == SL_ROLE_NESTED)
    return row->lane_type != SL_LANE_CPU || row->has_strips;

  return role == SL_ROLE_STATES || role == SL_ROLE_MARKS || role == SL_ROLE_WAITERS ||
         (role == SL_ROLE_HOLDS && row->lane_type == SL_LANE_LOCK);
}

/**
 * sl_row_draws_values:
 *
 * Returns: whether the row draws tracks of that role as a curve
 */
gboolean
sl_row_draws_values (const SlRow *row, SlTrackRole role)
{
  return (row->part == SL_ROW_STATES && role == SL_ROLE_VALUE) ||
         (row->part == SL_ROW_QUEUE && role == SL_ROLE_QUEUE) ||
         (row->part == SL_ROW_FREQUENCY && role == SL_ROLE_FREQUENCY);
}

/**
 * sl_row_get_state:
 *
 * Returns: the state whose slices alone the row shows; %SL_STATE_NONE for all. The outermost
 *   interrupts stand among the states of their processor
 */
SlState
sl_row_get_state (const SlRow *row)
{
  return row->part == SL_ROW_NESTED ? SL_STATE_INTERRUPT : SL_STATE_NONE;
}

/* Returns: whether a slice is more than the bare base line */
static gboolean
is_drawn (const SlTrack *track, const SlItem *item)
{
  if (sl_track_get_type_of_items (track) != SL_TRACK_SLICES)
    return TRUE;

  return item->state != SL_STATE_IDLE && item->state != SL_STATE_NONE &&
         item->state != SL_STATE_INACTIVE;
}

static const SlTrack *
get_track (const SlRows *rows, guint row, guint track)
{
  const SlLane *lane = sl_rows_get_lane (rows, row);

  if (lane == NULL || track >= lane->n_tracks)
    return NULL;

  return lane->tracks[track].track;
}

static gboolean
get_by_index (const SlTrack *track, guint64 index, SlItem *item)
{
  SlTrackIter iter;
  SlSpan span = sl_track_get_span (track);
  SlTime begin;

  if (index >= sl_track_get_count (track))
    return FALSE;

  /* Tracks are found by time, so an index is found by halving the time. */
  begin = sl_lower_bound (span.begin, span.end, time,
                          !sl_track_find_before (track, time + 1, item) || item->index < index);
  sl_track_iter_init (&iter, track, begin);
  while (sl_track_iter_next (&iter, item))
    {
      if (item->index == index)
        return TRUE;
      if (item->index > index)
        return FALSE;
    }

  return FALSE;
}

/**
 * sl_rows_get_item:
 * @target: of type %SL_TARGET_ITEMS
 * @item: (out): the first of its items, in ticks of its own trace
 *
 * Returns: whether the row is shown and holds it
 */
gboolean
sl_rows_get_item (const SlRows *self, const SlTarget *target, SlItem *item)
{
  const SlTrack *track;
  guint row;

  if (target->type != SL_TARGET_ITEMS || !sl_rows_find (self, target->row, &row))
    return FALSE;

  track = get_track (self, row, target->track);
  return track != NULL && get_by_index (track, target->index, item);
}

/**
 * sl_rows_count_items:
 * @target: of type %SL_TARGET_ITEMS
 *
 * Returns: how many items it is made of: a fold also spans some that its row does not show, and
 *   those of a row of interrupts are left out
 */
guint64
sl_rows_count_items (const SlRows *self, const SlTarget *target)
{
  SlItem first, last;
  const SlTrack *track;
  SlState state;
  guint row;

  if (!sl_rows_get_item (self, target, &first) || !sl_rows_find (self, target->row, &row))
    return 0;

  state = sl_row_get_state (sl_rows_get (self, row));
  track = get_track (self, row, target->track);
  if (state == SL_STATE_NONE || !get_by_index (track, target->index + target->count - 1, &last))
    return target->count;

  return sl_track_count_state (track, state, sl_time_add (last.begin, 1)) -
         sl_track_count_state (track, state, first.begin);
}

/**
 * sl_rows_get_span:
 * @span: (out): reference ticks from the first item's begin to the last one's end
 *
 * Returns: whether @target has a place in time and its row is shown
 */
gboolean
sl_rows_get_span (const SlRows *self, const SlTarget *target, SlSpan *span)
{
  SlTraceSet *set = sl_rows_get_set (self);
  SlItem first, last;
  guint row;

  if (target->type == SL_TARGET_EVENT && target->trace < sl_trace_set_get_size (set))
    {
      SlTrace *trace = sl_trace_set_get_trace (set, target->trace);
      SlEvent event;

      if (!sl_trace_read_event (trace, target->index, &event))
        return FALSE;

      span->begin = span->end = sl_trace_set_to_reference (set, target->trace, event.time);
      return TRUE;
    }
  if (target->type == SL_TARGET_ITEMS && target->track == SL_TARGET_TRACK_PAGES)
    {
      *span = sl_trace_set_get_span (set);
      return TRUE;
    }
  if (target->type == SL_TARGET_ITEMS && target->track == SL_TARGET_TRACK_SPAN)
    {
      SlTime begin = (SlTime) target->index;

      span->begin = sl_trace_set_to_reference (set, target->trace, begin);
      span->end = sl_trace_set_to_reference (set, target->trace,
                                             sl_time_add (begin, (gint64) target->count));
      return TRUE;
    }
  if (!sl_rows_get_item (self, target, &first) || !sl_rows_find (self, target->row, &row))
    return FALSE;

  last = first;
  if (target->count > 1 && !get_by_index (get_track (self, row, target->track),
                                          target->index + target->count - 1, &last))
    last = first;

  span->begin = sl_trace_set_to_reference (set, target->trace, first.begin);
  span->end = sl_trace_set_to_reference (set, target->trace, last.end);
  return TRUE;
}

/* Items of a row stand in the order of their begin, then of their track. */
typedef struct
{
  SlTime begin;
  guint track;
  guint64 index;
} Place;

static int
compare_places (const Place *one, const Place *other)
{
  if (one->begin != other->begin)
    return one->begin < other->begin ? -1 : 1;
  if (one->track != other->track)
    return one->track < other->track ? -1 : 1;
  if (one->index != other->index)
    return one->index < other->index ? -1 : 1;

  return 0;
}

/* The first slice in @state after @from, or the last before it. */
static gboolean
find_in_state (const SlTrack *track,
               SlState state,
               guint number,
               const Place *from,
               int direction,
               Place *found)
{
  SlTime time = direction > 0 ? from->begin : sl_time_add (from->begin, 1);
  guint64 place = sl_track_count_state (track, state, time);
  SlItem item;

  while ((direction > 0 || place-- > 0) && sl_track_find_state (track, state, place, &item))
    {
      *found = (Place) { item.begin, number, item.index };
      if (compare_places (found, from) * direction > 0)
        return TRUE;
      place += direction > 0;
    }

  return FALSE;
}

static gboolean
find_next_in (const SlTrack *track, SlState state, guint number, const Place *from, Place *next)
{
  SlTrackIter iter;
  SlItem item;

  if (state != SL_STATE_NONE)
    return find_in_state (track, state, number, from, 1, next);

  sl_track_iter_init (&iter, track, from->begin);
  while (sl_track_iter_next (&iter, &item))
    {
      *next = (Place) { item.begin, number, item.index };
      if (compare_places (next, from) > 0 && is_drawn (track, &item))
        return TRUE;
    }

  return FALSE;
}

static gboolean
find_previous_in (const SlTrack *track,
                  SlState state,
                  guint number,
                  const Place *from,
                  Place *previous)
{
  SlTime before = from->begin;
  gboolean found = FALSE;
  SlTrackIter iter;
  SlItem item;

  if (state != SL_STATE_NONE)
    return find_in_state (track, state, number, from, -1, previous);

  /* Those at the same tick first: they may stand before @from by track or index. */
  sl_track_iter_init (&iter, track, from->begin);
  while (sl_track_iter_next (&iter, &item) && item.begin <= from->begin)
    {
      Place place = { item.begin, number, item.index };

      if (item.begin == from->begin && compare_places (&place, from) < 0 && is_drawn (track, &item))
        {
          *previous = place;
          found = TRUE;
        }
    }

  while (!found && sl_track_find_before (track, before, &item))
    {
      *previous = (Place) { item.begin, number, item.index };
      found = is_drawn (track, &item);
      before = item.begin;
    }

  return found;
}

/**
 * sl_rows_step:
 * @from: (nullable): where to start; %NULL, or a target of another row, for the row's first or
 *   last
 * @direction: above 0 for later, below 0 for earlier
 * @target: (out): set on success only
 *
 * The next slice, mark or waiter of the row by its begin, drawn or not: nothing is out of reach
 * of the keyboard because it is folded or off screen.
 *
 * Returns: whether there is one
 */
gboolean
sl_rows_step (const SlRows *self, guint row, const SlTarget *from, int direction, SlTarget *target)
{
  const SlRow *info = sl_rows_get (self, row);
  const SlLane *lane = sl_rows_get_lane (self, row);
  Place place = { direction > 0 ? SL_TIME_MIN : SL_TIME_MAX, 0, 0 };
  SlState state = sl_row_get_state (info);
  Place best = { 0, 0, 0 };
  gboolean found = FALSE;
  SlItem item;

  if (lane == NULL)
    return FALSE;
  if (from != NULL && g_strcmp0 (from->row, info->key) == 0 && sl_rows_get_item (self, from, &item))
    place = (Place) { item.begin, from->track, from->index };

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      const SlTrack *track = lane->tracks[i].track;
      Place candidate;

      if (!sl_row_shows_track (info, lane->tracks[i].role))
        continue;
      if (direction > 0 ? !find_next_in (track, state, i, &place, &candidate)
                        : !find_previous_in (track, state, i, &place, &candidate))
        continue;
      if (!found || (compare_places (&candidate, &best) < 0) == (direction > 0))
        best = candidate;
      found = TRUE;
    }
  if (!found)
    return FALSE;

  *target = (SlTarget) { SL_TARGET_ITEMS, info->lane.trace, info->key, best.track, best.index, 1 };
  return TRUE;
}

/**
 * sl_rows_first_in:
 * @visible: reference ticks
 * @target: (out): set on success only
 *
 * Returns: whether something of the row begins in @visible; the first of it
 */
gboolean
sl_rows_first_in (const SlRows *self, guint row, SlSpan visible, SlTarget *target)
{
  const SlRow *info = sl_rows_get (self, row);
  const SlLane *lane = sl_rows_get_lane (self, row);
  SlTraceSet *set = sl_rows_get_set (self);
  gboolean found = FALSE;
  Place best = { 0, 0, 0 };

  if (lane == NULL)
    return FALSE;

  for (guint i = 0; i < lane->n_tracks; i++)
    {
      SlTime begin = sl_trace_set_from_reference (set, info->lane.trace, visible.begin);
      SlTime end = sl_trace_set_from_reference (set, info->lane.trace, visible.end);
      Place from = { begin == SL_TIME_MIN ? begin : begin - 1, G_MAXUINT, 0 };
      Place candidate;

      if (!sl_row_shows_track (info, lane->tracks[i].role) ||
          !find_next_in (lane->tracks[i].track, sl_row_get_state (info), i, &from, &candidate) ||
          candidate.begin >= end)
        continue;
      if (!found || compare_places (&candidate, &best) < 0)
        best = candidate;
      found = TRUE;
    }
  if (!found)
    return FALSE;

  *target = (SlTarget) { SL_TARGET_ITEMS, info->lane.trace, info->key, best.track, best.index, 1 };
  return TRUE;
}

/* Ticks between @time, of the row's trace, and the item at @place; 0 where that contains it. */
static guint64
get_distance (const SlTrack *track, const Place *place, SlTime time)
{
  SlTime last;
  SlItem item;

  if (!get_by_index (track, place->index, &item))
    return G_MAXUINT64;

  last = MAX (item.begin, item.end - 1);
  if (time < item.begin)
    return (guint64) item.begin - (guint64) time;

  return time > last ? (guint64) time - (guint64) last : 0;
}

/**
 * sl_rows_find_nearest:
 * @time: reference ticks
 * @target: (out): set on success only
 *
 * The slice, mark or waiter of the row that contains @time or is closest to it. A slice is preferred
 * to a mark at the same distance.
 *
 * Returns: whether the row has any
 */
gboolean
sl_rows_find_nearest (const SlRows *self, guint row, SlTime time, SlTarget *target)
{
  const SlRow *info = sl_rows_get (self, row);
  const SlLane *lane = sl_rows_get_lane (self, row);
  SlState state = sl_row_get_state (info);
  guint64 least = G_MAXUINT64;
  Place from = { 0, G_MAXUINT, G_MAXUINT64 };
  Place best = { 0, 0, 0 };

  if (lane == NULL)
    return FALSE;

  from.begin = sl_trace_set_from_reference (sl_rows_get_set (self), info->lane.trace, time);
  for (guint i = 0; i < lane->n_tracks; i++)
    for (int direction = -1; direction <= 1; direction += 2)
      {
        const SlTrack *track = lane->tracks[i].track;
        Place candidate;
        guint64 distance;

        if (!sl_row_shows_track (info, lane->tracks[i].role) ||
            (direction > 0 ? !find_next_in (track, state, i, &from, &candidate)
                           : !find_previous_in (track, state, i, &from, &candidate)))
          continue;

        distance = get_distance (track, &candidate, from.begin);
        if (distance < least ||
            (distance == least && least != G_MAXUINT64 && lane->tracks[i].role == SL_ROLE_STATES))
          {
            best = candidate;
            least = distance;
          }
      }
  if (least == G_MAXUINT64)
    return FALSE;

  *target = (SlTarget) { SL_TARGET_ITEMS, info->lane.trace, info->key, best.track, best.index, 1 };
  return TRUE;
}
