/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-slab.h"

/* Slabs grow with the trace, so that a short one takes little. */
#define FIRST_BYTES (64 * 1024)
#define MOST_BYTES  (256 * 1024)

/**
 * sl_track_slab_unref:
 *
 * Frees the slab with the last piece of it, if nobody fills it any more. Any thread.
 */
void
sl_track_slab_unref (SlTrackSlab *self)
{
  if (g_atomic_ref_count_dec (&self->ref_count))
    g_free (self);
}

static SlTrackSlab *
slab_new (gsize size)
{
  SlTrackSlab *slab = g_malloc (sizeof *slab + size);

  g_atomic_ref_count_init (&slab->ref_count);
  slab->size = size;
  slab->used = 0;
  return slab;
}

/**
 * sl_track_slabs_take:
 * @size: in bytes, at most 64 KiB
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
    self->open = slab_new (FIRST_BYTES);
  if (rounded > self->open->size - self->open->used)
    {
      gsize next_size = MIN (2 * self->open->size, MOST_BYTES);

      sl_track_slabs_clear (self);
      self->open = slab_new (next_size);
    }

  piece = self->open->bytes + self->open->used;
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
