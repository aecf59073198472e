/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The way of an item into a track: it waits in a batch, and goes with it into the tree, which is
 * the writer's own thread's work or the packer's. A trace may have more tracks of a few items than anything else:
 * a batch is no larger than it has to be, and there is no tree before the first full one. */

#include "sl-track-packer.h"

/* What each item needs comes first. */
struct _SlTrackWriter
{
  SlTime end;
  SlTrackBatch *batch;
  guint n_items; /* in @batch, which has it only when it is handed over */
  guint room;    /* of @batch */
  guint n_seen;  /* items of @batch that @last has */
  guint8 type;
  gboolean is_closed;
  SlTrackTree *tree;     /* NULL until a batch is full */
  SlTrackPacker *packer; /* that has @batch; NULL where the writer packs */
  SlTrack *last;         /* the last snapshot, NULL where it is older than @tree */
};

/* What writers that are closed have: nothing is ever kept there. */
static struct
{
  guint n_items;
  SlBatchItem items[1];
} closed_batch;

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

  self->type = (guint8) type;
  self->end = SL_TIME_MIN;
  self->packer = packer;
  self->room = SL_BATCH_FIRST_ITEMS;
  self->batch = packer != NULL ? sl_track_packer_take_batch (packer, self->room)
                               : g_malloc (SL_BATCH_SIZE (self->room));

  return self;
}

/* Frees all but the last snapshot, and leaves what is the packer's. */
static void
drop_items (SlTrackWriter *self)
{
  g_clear_pointer (&self->tree, sl_track_tree_free);
  if (self->packer == NULL && self->batch != (SlTrackBatch *) (gpointer) &closed_batch)
    g_free (self->batch);
  self->batch = (SlTrackBatch *) (gpointer) &closed_batch;
  self->n_items = 0;
  self->room = 1;
}

/**
 * sl_track_writer_free:
 *
 * Snapshots stay.
 */
void
sl_track_writer_free (SlTrackWriter *self)
{
  drop_items (self);
  g_clear_pointer (&self->last, sl_track_unref);
  g_free (self);
}

static SlTrackTree *
new_tree (const SlTrackWriter *self)
{
  return sl_track_tree_new (self->type,
                            self->packer != NULL ? sl_track_packer_get_slabs (self->packer) : NULL);
}

/* Makes a longer batch of a short one. */
static void
widen (SlTrackWriter *self)
{
  SlTrackBatch *shorter = self->batch;
  guint room = self->room;

  self->room = 2 * room;
  if (self->packer == NULL)
    {
      self->batch = g_realloc (shorter, SL_BATCH_SIZE (self->room));
      return;
    }

  self->batch = sl_track_packer_take_batch (self->packer, self->room);
  memcpy (self->batch, shorter, SL_BATCH_SIZE (self->n_items));
  sl_track_packer_give_batch (self->packer, shorter, room);
}

/* The batch is full: of a short one a longer is made, another is packed. */
static void G_GNUC_NO_INLINE
make_room (SlTrackWriter *self)
{
  if (self->is_closed)
    {
      self->n_items = 0;
      g_return_if_reached ();
    }
  if (self->room < SL_BATCH_ITEMS)
    {
      widen (self);
      return;
    }

  if (self->tree == NULL)
    self->tree = new_tree (self);
  self->batch->n_items = self->n_items;
  if (self->packer != NULL)
    sl_track_packer_push (self->packer, self->tree, &self->batch);
  else
    sl_track_tree_add (self->tree, self->batch);

  self->n_items = 0;
  self->n_seen = 0;
  g_clear_pointer (&self->last, sl_track_unref);
}

static inline void
add_item (SlTrackWriter *self, SlBatchItem item)
{
  self->batch->items[self->n_items++] = item;
  if (G_UNLIKELY (self->n_items == self->room))
    make_room (self);
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

/* Few items need a tree only for as long as it takes to pack them. */
static SlTrack *
pack_few (const SlTrackWriter *self)
{
  g_autoptr (SlTrackPacker) own = self->packer == NULL ? sl_track_packer_new () : NULL;

  return sl_track_packer_pack_few (own != NULL ? own : self->packer, self->type, self->batch,
                                   own == NULL && self->is_closed);
}

static void
pack (SlTrackWriter *self)
{
  g_clear_pointer (&self->last, sl_track_unref);
  self->batch->n_items = self->n_items;
  if (self->tree == NULL)
    {
      self->last = pack_few (self);
    }
  else
    {
      if (self->packer != NULL)
        sl_track_packer_drain (self->packer);
      if (self->n_items > 0)
        sl_track_tree_add (self->tree, self->batch);
      self->n_items = 0;
      self->last = sl_track_tree_snapshot (self->tree);
    }

  self->n_seen = self->n_items;
}

/* The track is whole: frees what only growing takes. */
static void
finish (SlTrackWriter *self)
{
  if (self->packer != NULL && self->batch != (SlTrackBatch *) (gpointer) &closed_batch)
    sl_track_packer_give_batch (self->packer, self->batch, self->room);
  drop_items (self);
  self->n_seen = 0;
}

/**
 * sl_track_writer_close:
 *
 * No more items come: a track of few is packed at once, any other by the next snapshot, and what only growing takes
 * is freed then.
 */
void
sl_track_writer_close (SlTrackWriter *self)
{
  self->is_closed = TRUE;
  if (self->tree != NULL)
    return;

  if (self->last == NULL || self->n_seen != self->n_items)
    pack (self);
  finish (self);
}

/**
 * sl_track_writer_is_packed:
 *
 * Returns: whether it is closed, and a snapshot costs nothing any more
 */
gboolean
sl_track_writer_is_packed (const SlTrackWriter *self)
{
  return self->is_closed && self->tree == NULL;
}

/**
 * sl_track_writer_snapshot:
 *
 * Returns: (transfer full): all items so far; shares what was frozen before
 */
SlTrack *
sl_track_writer_snapshot (SlTrackWriter *self)
{
  if (self->last == NULL || self->n_seen != self->n_items)
    pack (self);
  if (self->is_closed)
    finish (self);
  return sl_track_ref (self->last);
}
