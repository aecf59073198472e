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

/* The detail of a task that runs or is ready is only its processor, and of an instant what it was about. */
static gboolean
is_same (const SlItem *one, const SlItem *other, gboolean is_instant, gboolean is_task)
{
  if (one->state != other->state)
    return FALSE;

  return is_instant || one->detail == other->detail ||
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
  gboolean is_instant, is_task, is_run;
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
  is_task = sl_rows_get (rows, row)->lane_type == SL_LANE_TASK;
  is_run = is_task && !is_instant && item.state == SL_STATE_RUNNING;
  begin = time = is_run ? find_begin (track, &item) : item.begin;
  for (guint i = 0; i < MOST_ITEMS && sl_track_find_before (track, time, &before); i++)
    {
      time = before.begin;
      if (!is_same (&item, &before, is_instant, is_task))
        continue;

      if (is_run)
        time = find_begin (track, &before);
      *period = (SlSpan) { sl_trace_set_to_reference (set, target->trace, time),
                           sl_trace_set_to_reference (set, target->trace, begin) };
      return period->end > period->begin;
    }
  return FALSE;
}
