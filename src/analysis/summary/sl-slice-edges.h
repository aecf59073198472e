/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which slices of a track begin or end at a tick, asked for ticks that do not go backwards. */

#include "sl-track.h"

G_BEGIN_DECLS

typedef struct
{
  const SlTrack *track;
  SlTrackIter iter;
  SlItem
      items[2]; /* the first that ends at or after the tick asked for last, and the one after it */
  guint n_items;
  gboolean has_begun;
} SlSliceEdges;

#define SL_SLICE_EDGES_MOST 2

void sl_slice_edges_init (SlSliceEdges *self, const SlTrack *track);
guint sl_slice_edges_at (SlSliceEdges *self, SlTime time, SlItem items[SL_SLICE_EDGES_MOST]);

G_END_DECLS
