/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* A place in a track of slices that mostly moves forward: short ways are walked, long ones are
 * looked up. */

#include "sl-track.h"

G_BEGIN_DECLS

#define SL_TRACK_CURSOR_ITEMS 16

/**
 * SlTrackCursor:
 * @item: the slice it stands at, where @has_item
 * @n_ahead: items that are read at a time: few where it looked up, more as it goes on
 * @items: read ahead
 */
typedef struct
{
  const SlTrack *track;
  SlTrackIter iter;
  SlTime at;
  SlItem item;
  gboolean has_item;
  guint position; /* of the next in @items */
  guint n_items;
  guint n_ahead;
  SlItem items[SL_TRACK_CURSOR_ITEMS];
} SlTrackCursor;

void sl_track_cursor_init (SlTrackCursor *self, const SlTrack *track);
gboolean sl_track_cursor_seek (SlTrackCursor *self, SlTime time);
gboolean sl_track_cursor_cut (SlTrackCursor *self, SlSpan span, SlItem *piece);

G_END_DECLS
