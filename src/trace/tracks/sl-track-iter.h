/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Going forward in a track by more than an item: to a time, or over all of it. */

#include "sl-track.h"

G_BEGIN_DECLS

#define SL_TRACK_READER_ITEMS 32

/**
 * SlTrackReader:
 * @items: read ahead
 *
 * For who wants all items from a time on, one by one: quicker than an #SlTrackIter by itself, and larger.
 */
typedef struct
{
  SlTrackIter iter;
  guint position; /* of the next in @items */
  guint n_items;
  SlItem items[SL_TRACK_READER_ITEMS];
} SlTrackReader;

void sl_track_iter_seek (SlTrackIter *self, SlTime from);
gboolean
sl_track_iter_next_in_state (SlTrackIter *self, SlState state, guint n_leaves, SlItem *item);

/**
 * sl_track_reader_init:
 * @track: must outlive the reader
 * @from: as in sl_track_iter_init()
 */
static inline void
sl_track_reader_init (SlTrackReader *self, const SlTrack *track, SlTime from)
{
  sl_track_iter_init (&self->iter, track, from);
  self->position = self->n_items = 0;
}

/**
 * sl_track_reader_next:
 *
 * Returns: (transfer none) (nullable): the next item, up to the next call; %NULL after the last
 */
static inline const SlItem *
sl_track_reader_next (SlTrackReader *self)
{
  if (self->position == self->n_items)
    {
      self->position = 0;
      self->n_items = sl_track_iter_read (&self->iter, self->items, SL_TRACK_READER_ITEMS);
      if (self->n_items == 0)
        return NULL;
    }

  return &self->items[self->position++];
}

G_END_DECLS
