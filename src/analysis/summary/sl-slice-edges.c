/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-slice-edges.h"

/* More slices than these are not walked over: then it is faster to look the tick up. */
#define MOST_STEPS 32

/**
 * sl_slice_edges_init:
 * @self: (out caller-allocates):
 * @track: of slices; must outlive @self
 */
void
sl_slice_edges_init (SlSliceEdges *self, const SlTrack *track)
{
  g_return_if_fail (sl_track_get_type_of_items (track) == SL_TRACK_SLICES);

  *self = (SlSliceEdges) { .track = track };
}

static void
look_up (SlSliceEdges *self, SlTime time)
{
  sl_track_iter_init (&self->iter, self->track, sl_time_subtract (time, 1));
  self->n_items = 0;
  while (self->n_items < G_N_ELEMENTS (self->items) &&
         sl_track_iter_next (&self->iter, &self->items[self->n_items]))
    self->n_items++;
  self->has_begun = TRUE;
}

static void
walk (SlSliceEdges *self)
{
  self->items[0] = self->items[1];
  self->n_items--;
  if (self->n_items > 0 && sl_track_iter_next (&self->iter, &self->items[1]))
    self->n_items++;
}

/**
 * sl_slice_edges_at:
 * @time: not before the one that was asked for last
 * @items: (out caller-allocates): the slices that end or begin at @time, in this order
 *
 * Returns: how many there are
 */
guint
sl_slice_edges_at (SlSliceEdges *self, SlTime time, SlItem items[SL_SLICE_EDGES_MOST])
{
  guint count = 0;

  if (!self->has_begun)
    look_up (self, time);
  for (guint i = 0; i < MOST_STEPS && self->n_items > 0 && self->items[0].end < time; i++)
    walk (self);
  if (self->n_items > 0 && self->items[0].end < time)
    look_up (self, time);

  for (guint i = 0; i < self->n_items; i++)
    if (self->items[i].begin == time || self->items[i].end == time)
      items[count++] = self->items[i];
  return count;
}
