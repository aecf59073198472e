/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-recurrence.h"

/* Among so many items before it: a tooltip must not take long. */
#define MOST_ITEMS 20000

static const SlTrack *
get_track (const SlRows *rows, const SlTarget *target, guint *row)
{
  const SlLane *lane;

  if (target->type != SL_TARGET_ITEMS || target->count != 1 || target->row == NULL ||
      !sl_rows_find (rows, target->row, row))
    return NULL;

  lane = sl_rows_get_lane (rows, *row);
  return lane != NULL && target->track < lane->n_tracks ? lane->tracks[target->track].track : NULL;
}

/* Where the task goes on after an interrupt it has not begun anew. */
static SlTime
find_begin (const SlTrack *track, const SlItem *item)
{
  SlTime begin = item->begin;
  SlItem before;

  for (guint i = 0; i < MOST_ITEMS && sl_track_find_before (track, begin, &before); i++)
    {
      if (before.end != begin ||
          (before.state != SL_STATE_INTERRUPTED && before.state != SL_STATE_RUNNING))
        break;
      begin = before.begin;
    }
  return begin;
}

/* The detail of a task that runs or is ready is only its processor, and of an instant what it was about, but for a mark
 * that names something: that is what it is. */
static gboolean
is_same (const SlLane *lane, const SlItem *one, const SlItem *other, gboolean is_instant)
{
  gboolean is_task = lane->type == SL_LANE_TASK;

  if (one->state != other->state)
    return FALSE;
  if (is_instant)
    return sl_lane_get_marked_object (lane, one) == sl_lane_get_marked_object (lane, other);

  return one->detail == other->detail ||
         (is_task && (one->state == SL_STATE_RUNNING || one->state == SL_STATE_READY));
}

/**
 * sl_row_recurrence_find:
 * @target: of type %SL_TARGET_ITEMS, a single item
 * @period: (out): in reference ticks: from the begin of the last such thing before it to its own begin
 *
 * The same thing is a slice in the same state of the same task, line or lock, or an instant of the same kind. What
 * a task runs before and after an interrupt is one. Only the last 20,000 items before it are looked through.
 *
 * Returns: whether there is one
 */
gboolean
sl_row_recurrence_find (const SlRows *rows, const SlTarget *target, SlSpan *period)
{
  SlTraceSet *set = sl_rows_get_set (rows);
  gboolean is_instant, is_run;
  const SlLane *lane;
  const SlTrack *track;
  SlItem item, before;
  SlTime begin, time;
  guint row;

  g_return_val_if_fail (period != NULL, FALSE);

  track = get_track (rows, target, &row);
  if (track == NULL || sl_track_get_type_of_items (track) == SL_TRACK_VALUES ||
      !sl_rows_get_item (rows, target, &item))
    return FALSE;

  is_instant = sl_track_get_type_of_items (track) == SL_TRACK_INSTANTS;
  lane = sl_rows_get_lane (rows, row);
  is_run = lane->type == SL_LANE_TASK && !is_instant && item.state == SL_STATE_RUNNING;
  begin = time = is_run ? find_begin (track, &item) : item.begin;
  for (guint i = 0; i < MOST_ITEMS && sl_track_find_before (track, time, &before); i++)
    {
      time = before.begin;
      if (!is_same (lane, &item, &before, is_instant))
        continue;

      if (is_run)
        time = find_begin (track, &before);
      *period = (SlSpan) { sl_trace_set_to_reference (set, target->trace, time),
                           sl_trace_set_to_reference (set, target->trace, begin) };
      return period->end > period->begin;
    }
  return FALSE;
}

static gboolean
find_same_before (const SlLane *lane, const SlTrack *track, const SlItem *from, SlItem *found)
{
  SlTime time = from->begin;

  for (guint i = 0; i < MOST_ITEMS && sl_track_find_before (track, time, found); i++)
    {
      if (is_same (lane, from, found, TRUE))
        return TRUE;
      time = found->begin;
    }
  return FALSE;
}

static gboolean
find_same_after (const SlLane *lane, const SlTrack *track, const SlItem *from, SlItem *found)
{
  SlTrackIter iter;

  sl_track_iter_init (&iter, track, sl_time_add (from->begin, 1));
  for (guint i = 0; i < MOST_ITEMS && sl_track_iter_next (&iter, found); i++)
    if (found->begin > from->begin && is_same (lane, from, found, TRUE))
      return TRUE;

  return FALSE;
}

/**
 * sl_row_recurrence_find_instant:
 * @target: of type %SL_TARGET_ITEMS, a single item
 * @direction: below 0 for the last before it, above 0 for the next one
 * @other: (out): where %TRUE is returned, an instant of the same kind in the row; of a mark that names something, one
 *   that names the same
 *
 * Looks through 20,000 items at most.
 *
 * Returns: whether @target is an instant, and there is one
 */
gboolean
sl_row_recurrence_find_instant (const SlRows *rows,
                                const SlTarget *target,
                                int direction,
                                SlTarget *other)
{
  const SlTrack *track;
  const SlLane *lane;
  SlItem item, found;
  guint row;

  g_return_val_if_fail (other != NULL, FALSE);

  track = get_track (rows, target, &row);
  if (track == NULL || sl_track_get_type_of_items (track) != SL_TRACK_INSTANTS ||
      !sl_rows_get_item (rows, target, &item))
    return FALSE;

  lane = sl_rows_get_lane (rows, row);
  if (direction < 0 ? !find_same_before (lane, track, &item, &found)
                    : !find_same_after (lane, track, &item, &found))
    return FALSE;

  *other = *target;
  other->index = found.index;
  return TRUE;
}
