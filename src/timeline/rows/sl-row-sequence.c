/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-row-sequence.h"

#include "sl-lower-bound.h"
#include "sl-row-items-private.h"
#include "sl-state-iter.h"

/* Items that are asked for come with their neighbours: lists ask for one after the other. */
#define WINDOW 64

typedef struct
{
  guint track;
  SlItem item;
} Member;

struct _SlRowSequence
{
  SlRows *rows;
  const SlLane *lane;
  guint trace;
  const char *row;
  SlState state; /* of the slices that the row shows; SL_STATE_NONE for all */
  guint *tracks; /* numbers in the lane of those that the row shows */
  guint n_tracks;
  guint64 count;

  Member window[WINDOW];
  guint64 window_begin;
  guint n_window;
};

static const SlTrack *
get_track (const SlRowSequence *self, guint number)
{
  return self->lane->tracks[self->tracks[number]].track;
}

static guint64
count_in_track (const SlRowSequence *self, guint number, SlTime time)
{
  return sl_track_count_state (get_track (self, number), self->state, time);
}

/**
 * sl_row_sequence_new:
 * @row: number of a row; a heading has nothing in it
 *
 * What begins first comes first; of what begins at the same tick, what is drawn first.
 */
SlRowSequence *
sl_row_sequence_new (SlRows *rows, guint row)
{
  SlRowSequence *self = g_new0 (SlRowSequence, 1);
  const SlRow *info = sl_rows_get (rows, row);

  self->rows = sl_rows_ref (rows);
  self->lane = sl_rows_get_lane (rows, row);
  self->trace = info->lane.trace;
  self->row = info->key;
  self->state = sl_row_get_state (info);
  if (self->lane == NULL)
    return self;

  self->tracks = g_new (guint, MAX (self->lane->n_tracks, 1));
  for (guint i = 0; i < self->lane->n_tracks; i++)
    if (sl_row_shows_track (info, self->lane->tracks[i].role))
      {
        const SlTrack *track = self->lane->tracks[i].track;

        self->tracks[self->n_tracks++] = i;
        self->count += sl_track_count_state (track, self->state, SL_TIME_MAX);
      }
  return self;
}

/**
 * sl_row_sequence_free:
 * @self: (transfer full):
 */
void
sl_row_sequence_free (SlRowSequence *self)
{
  g_return_if_fail (self != NULL);

  sl_rows_unref (self->rows);
  g_free (self->tracks);
  g_free (self);
}

guint64
sl_row_sequence_get_count (const SlRowSequence *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->count;
}

static guint64
count_before (const SlRowSequence *self, SlTime time)
{
  guint64 count = 0;

  for (guint i = 0; i < self->n_tracks; i++)
    count += count_in_track (self, i, time);
  return count;
}

/* The last tick that at most @position items begin before. */
static SlTime
find_tick (const SlRowSequence *self, guint64 position)
{
  SlTime low = SL_TIME_MAX, high = SL_TIME_MIN;

  for (guint i = 0; i < self->n_tracks; i++)
    if (sl_track_get_count (get_track (self, i)) > 0)
      {
        low = MIN (low, sl_track_get_span (get_track (self, i)).begin);
        high = MAX (high, sl_track_get_span (get_track (self, i)).end);
      }

  return low < high ? sl_lower_bound (low, high, tick, count_before (self, tick + 1) <= position)
                    : low;
}

/* The next of the track that begins at @from or later: a slice may reach into it. */
static gboolean
next_from (SlStateIter *iter, SlTime from, SlItem *item)
{
  while (sl_state_iter_next (iter, item))
    if (item->begin >= from)
      return TRUE;
  return FALSE;
}

static void
fill_window (SlRowSequence *self, guint64 position)
{
  SlTime from = find_tick (self, position);
  guint64 at = count_before (self, from);
  g_autofree SlStateIter *iters = g_new (SlStateIter, self->n_tracks);
  g_autofree SlItem *heads = g_new (SlItem, self->n_tracks);
  g_autofree gboolean *has_head = g_new (gboolean, self->n_tracks);

  for (guint i = 0; i < self->n_tracks; i++)
    {
      sl_state_iter_init (&iters[i], get_track (self, i), self->state, from);
      has_head[i] = next_from (&iters[i], from, &heads[i]);
    }

  self->n_window = 0;
  self->window_begin = position;
  while (self->n_window < WINDOW)
    {
      guint first = self->n_tracks;

      for (guint i = 0; i < self->n_tracks; i++)
        if (has_head[i] && (first == self->n_tracks || heads[i].begin < heads[first].begin))
          first = i;
      if (first == self->n_tracks)
        return;

      if (at++ >= position)
        self->window[self->n_window++] = (Member) { self->tracks[first], heads[first] };
      has_head[first] = next_from (&iters[first], from, &heads[first]);
    }
}

/**
 * sl_row_sequence_get:
 * @target: (out): what stands there, to be picked
 * @item: (out): the same, in ticks of its own trace
 *
 * Returns: whether @position is below the count
 */
gboolean
sl_row_sequence_get (SlRowSequence *self, guint64 position, SlTarget *target, SlItem *item)
{
  const Member *member;

  g_return_val_if_fail (self != NULL, FALSE);

  if (position >= self->count)
    return FALSE;
  if (position < self->window_begin || position - self->window_begin >= self->n_window)
    fill_window (self, position - position % (WINDOW / 2));
  if (position - self->window_begin >= self->n_window)
    return FALSE;

  member = &self->window[position - self->window_begin];
  *item = member->item;
  *target = (SlTarget) { SL_TARGET_ITEMS, self->trace, self->row, member->track, item->index, 1 };
  return TRUE;
}

/* Of an item of the track among those that the row shows. */
static guint64
get_number (const SlRowSequence *self, guint track, const SlItem *item)
{
  guint64 number = count_in_track (self, track, item->begin);
  SlItem other;

  if (self->state == SL_STATE_NONE)
    return item->index;

  while (sl_track_find_state (get_track (self, track), self->state, number, &other) &&
         other.index < item->index)
    number++;

  return number;
}

/**
 * sl_row_sequence_find:
 * @target: of a fold its first item is meant
 *
 * Returns: the position of @target; %G_MAXUINT64 where the row does not hold it
 */
guint64
sl_row_sequence_find (const SlRowSequence *self, const SlTarget *target)
{
  guint64 position;
  gboolean found = FALSE;
  SlItem item;

  g_return_val_if_fail (self != NULL, G_MAXUINT64);

  if (g_strcmp0 (target->row, self->row) != 0 || target->trace != self->trace ||
      !sl_rows_get_item (self->rows, target, &item))
    return G_MAXUINT64;

  position = 0;
  for (guint i = 0; i < self->n_tracks; i++)
    {
      if (self->tracks[i] == target->track)
        {
          position += get_number (self, i, &item);
          found = TRUE;
        }
      /* At the same tick, tracks before this one come first. */
      else
        position += count_in_track (self, i, found ? item.begin : sl_time_add (item.begin, 1));
    }
  return found ? position : G_MAXUINT64;
}

/**
 * sl_row_sequence_find_time:
 * @time: in ticks of the row's own trace
 *
 * Returns: how many items begin before @time: the position of the first that does not
 */
guint64
sl_row_sequence_find_time (const SlRowSequence *self, SlTime time)
{
  g_return_val_if_fail (self != NULL, 0);

  return count_before (self, time);
}
