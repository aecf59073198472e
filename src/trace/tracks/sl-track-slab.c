/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-slab.h"

#include "sl-arena.h"

/* Whole slabs, in bytes. They grow with the trace, so that a short one takes little; the largest are huge pages where the
 * system has such, which cost as much to get as a few small ones. */
#define FIRST_SIZE (64 * 1024)
#define MOST_SIZE  (2 * 1024 * 1024)

/* So much of a slab gets its memory at once. */
#define FILLED_SIZE (32 * 1024)

/**
 * sl_track_slab_unref:
 *
 * Frees the slab with the last piece of it, if nobody fills it any more. Any thread.
 */
void
sl_track_slab_unref (SlTrackSlab *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    sl_zero_pages_unmap (self, self->size);
}

static SlTrackSlab *
slab_new (gsize size)
{
  SlTrackSlab *slab = sl_zero_pages_map (size);

  sl_zero_pages_fill (slab, FILLED_SIZE);
  g_atomic_ref_count_init (&slab->ref_count);
  slab->size = size;
  slab->filled = FILLED_SIZE;
  slab->used = sizeof *slab;
  return slab;
}

/**
 * sl_track_slabs_take:
 * @size: in bytes, at most 32 KiB
 * @slab: (out) (transfer full): to be unreferenced instead of freeing the piece
 *
 * Returns: (transfer none): a piece of memory, aligned for any word
 */
gpointer
sl_track_slabs_take (SlTrackSlabs *self, gsize size, SlTrackSlab **slab)
{
  gsize rounded = (size + 7) / 8 * 8;
  gpointer piece;

  if (self->open == NULL)
    self->open = slab_new (FIRST_SIZE);
  if (rounded > self->open->size - self->open->used)
    {
      gsize next_size = MIN (2 * self->open->size, MOST_SIZE);

      sl_track_slabs_clear (self);
      self->open = slab_new (next_size);
    }

  if (self->open->used + rounded > self->open->filled)
    {
      sl_zero_pages_fill ((guint8 *) self->open + self->open->filled, FILLED_SIZE);
      self->open->filled += FILLED_SIZE;
    }

  piece = (guint8 *) self->open + self->open->used;
  self->open->used += rounded;
  g_atomic_ref_count_inc (&self->open->ref_count);
  *slab = self->open;
  return piece;
}

/**
 * sl_track_slabs_clear:
 *
 * Pieces stay.
 */
void
sl_track_slabs_clear (SlTrackSlabs *self)
{
  g_clear_pointer (&self->open, sl_track_slab_unref);
}
