/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The way of an item into a track: it waits in a batch, and goes with it into the tree, which is
 * the writer's own thread's work or the packer's. */

#include "sl-track-packer.h"

struct _SlTrackWriter
{
  SlTime end;
  SlTrackBatch *batch;
  SlTrackType type;
  SlTrackTree *tree;
  SlTrackPacker *packer; /* NULL where the writer packs */
};

/**
 * sl_track_writer_new:
 * @type: of all items that will come
 *
 * Returns: (transfer full): a writer of an empty track
 */
SlTrackWriter *
sl_track_writer_new (SlTrackType type)
{
  return sl_track_writer_new_packed (type, NULL);
}

/**
 * sl_track_writer_new_packed:
 * @type: of all items that will come
 * @packer: (nullable): packs them in its thread; must be freed before the writer
 *
 * Returns: (transfer full): a writer of an empty track
 */
SlTrackWriter *
sl_track_writer_new_packed (SlTrackType type, SlTrackPacker *packer)
{
  SlTrackWriter *self = g_new0 (SlTrackWriter, 1);

  self->type = type;
  self->end = SL_TIME_MIN;
  self->packer = packer;
  self->batch = g_new0 (SlTrackBatch, 1);
  self->tree = sl_track_tree_new (type, packer != NULL ? sl_track_packer_get_slabs (packer) : NULL);

  return self;
}

/**
 * sl_track_writer_free:
 *
 * Snapshots stay.
 */
void
sl_track_writer_free (SlTrackWriter *self)
{
  sl_track_tree_free (self->tree);
  g_free (self->batch);
  g_free (self);
}

static void G_GNUC_NO_INLINE
pack_batch (SlTrackWriter *self)
{
  if (self->packer != NULL)
    sl_track_packer_push (self->packer, self->tree, &self->batch);
  else
    sl_track_tree_add (self->tree, self->batch);

  self->batch->n_items = 0;
}

static inline void
add_item (SlTrackWriter *self, SlBatchItem item)
{
  SlTrackBatch *batch = self->batch;

  batch->items[batch->n_items++] = item;
  if (G_UNLIKELY (batch->n_items == SL_BATCH_ITEMS))
    pack_batch (self);
}

/**
 * sl_track_writer_add_slice:
 * @begin: not before the end of the slice before; else it is cut
 * @end: not before @begin; a slice without a length is legal
 * @detail: see #SlState
 *
 * A slice that touches the one before and says the same makes that one longer.
 */
void
sl_track_writer_add_slice (SlTrackWriter *self,
                           SlTime begin,
                           SlTime end,
                           SlState state,
                           guint32 detail)
{
  g_return_if_fail (self->type == SL_TRACK_SLICES);

  begin = MAX (begin, self->end);
  end = MAX (begin, end);
  self->end = end;
  add_item (self, (SlBatchItem) { begin, end, state, detail });
}

/**
 * sl_track_writer_add_instant:
 * @time: not before the instant before; else it is put there
 * @detail: an object or any number
 *
 * Codes of a track of instants go by kind alone: their detail is 0.
 */
void
sl_track_writer_add_instant (SlTrackWriter *self, SlTime time, guint16 kind, guint32 detail)
{
  g_return_if_fail (self->type == SL_TRACK_INSTANTS);

  self->end = MAX (time, self->end);
  add_item (self, (SlBatchItem) { self->end, self->end, kind, detail });
}

/**
 * sl_track_writer_add_value:
 * @time: not before the value before; else it is put there
 *
 * The value holds from @time to the next.
 */
void
sl_track_writer_add_value (SlTrackWriter *self, SlTime time, gint64 value)
{
  g_return_if_fail (self->type == SL_TRACK_VALUES);

  self->end = MAX (time, self->end);
  add_item (self, (SlBatchItem) { self->end, value, 0, 0 });
}

/**
 * sl_track_writer_get_end:
 *
 * Returns: the end of the last item; %SL_TIME_MIN before the first
 */
SlTime
sl_track_writer_get_end (const SlTrackWriter *self)
{
  return self->end;
}

/**
 * sl_track_writer_snapshot:
 *
 * Returns: (transfer full): all items so far; shares what was frozen before
 */
SlTrack *
sl_track_writer_snapshot (SlTrackWriter *self)
{
  if (self->packer != NULL)
    sl_track_packer_drain (self->packer);

  sl_track_tree_add (self->tree, self->batch);
  self->batch->n_items = 0;
  return sl_track_tree_snapshot (self->tree);
}
