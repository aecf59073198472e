/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-cursor.h"

#include "sl-track-iter.h"

/**
 * sl_track_cursor_init:
 * @track: (nullable): must outlive @self; %NULL for one without slices
 */
void
sl_track_cursor_init (SlTrackCursor *self, const SlTrack *track)
{
  self->track = track;
  self->at = SL_TIME_MAX;
  self->has_item = FALSE;
  self->position = self->n_items = 0;
  self->n_ahead = 1;
}

static gboolean
step (SlTrackCursor *self)
{
  if (self->position == self->n_items)
    {
      self->position = 0;
      self->n_items = sl_track_iter_read (&self->iter, self->items, self->n_ahead);
      self->n_ahead = MIN (4 * self->n_ahead, SL_TRACK_CURSOR_ITEMS);
    }
  if (self->n_items == 0)
    return FALSE;

  self->item = self->items[self->position++];
  return TRUE;
}

/* From where the iterator is now to the first slice that ends after @time. */
static void
begin_at (SlTrackCursor *self, SlTime time)
{
  self->position = self->n_items = 0;
  do
    self->has_item = step (self);
  while (self->has_item && self->item.end <= time);
}

/* The slice at hand ends by @time. */
static void
go_on (SlTrackCursor *self, SlTime time)
{
  guint64 next = self->iter.next_index;

  if (self->position < self->n_items && self->items[self->n_items - 1].end > time)
    {
      do
        self->item = self->items[self->position++];
      while (self->item.end <= time);
      return;
    }

  sl_track_iter_seek (&self->iter, time);
  if (self->iter.next_index != next)
    self->n_ahead = 1;
  begin_at (self, time);
}

/**
 * sl_track_cursor_seek:
 * @time: any, cheapest where it is not before the last
 *
 * Moves to the first slice that ends after @time.
 *
 * Returns: whether there is one; it may begin after @time
 */
gboolean
sl_track_cursor_seek (SlTrackCursor *self, SlTime time)
{
  if (self->track == NULL)
    return FALSE;

  if (time < self->at)
    {
      sl_track_iter_init (&self->iter, self->track, time);
      self->n_ahead = 1;
      begin_at (self, time);
    }
  else if (self->has_item && self->item.end <= time)
    {
      go_on (self, time);
    }

  self->at = time;
  return self->has_item;
}

/**
 * sl_track_cursor_cut:
 * @span: half open, not empty
 * @piece: (out caller-allocates): begins where @span does
 *
 * Takes the first piece off @span in which the track says one thing: where it says nothing, the
 * state is %SL_STATE_NONE and the detail 0.
 *
 * Returns: whether the slice of the piece begins before it
 */
gboolean
sl_track_cursor_cut (SlTrackCursor *self, SlSpan span, SlItem *piece)
{
  if (!sl_track_cursor_seek (self, span.begin) || self->item.begin >= span.end)
    {
      *piece = (SlItem) { .begin = span.begin, .end = span.end };
      return FALSE;
    }

  if (self->item.begin > span.begin)
    {
      *piece = (SlItem) { .begin = span.begin, .end = self->item.begin };
      return FALSE;
    }

  *piece = self->item;
  piece->begin = span.begin;
  piece->end = MIN (self->item.end, span.end);
  return self->item.begin < span.begin;
}
