/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-private.h"

/**
 * sl_track_chunk_ref:
 *
 * Returns: @self
 */
SlTrackChunk *
sl_track_chunk_ref (SlTrackChunk *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_track_chunk_unref:
 *
 * Frees the chunk with its last owner.
 */
void
sl_track_chunk_unref (SlTrackChunk *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (self->is_in_slab)
    sl_track_slab_unref (((SlTrackSlab **) (gpointer) self)[-1]);
  else
    g_free (self);
}

/**
 * sl_track_node_ref:
 *
 * Returns: @self
 */
SlTrackNode *
sl_track_node_ref (SlTrackNode *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_track_node_unref:
 *
 * Frees the node, and what only it holds below, with its last owner.
 */
void
sl_track_node_unref (SlTrackNode *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_children; i++)
    {
      if (self->level == 1)
        sl_track_chunk_unref (self->children[i].child);
      else
        sl_track_node_unref (self->children[i].child);
    }
  g_free (self);
}

/**
 * sl_track_ref:
 *
 * Returns: @self
 */
SlTrack *
sl_track_ref (SlTrack *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_track_unref:
 *
 * Frees the track with its last owner. Any thread.
 */
void
sl_track_unref (SlTrack *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  if (!sl_track_is_few (self))
    {
      SlTreeTrack *tree = (SlTreeTrack *) self;

      g_clear_pointer (&tree->root, sl_track_node_unref);
      g_free (tree->by_state);
    }
  if (self->in_slab > 0)
    sl_track_slab_unref ((SlTrackSlab *) (gpointer) ((guint8 *) self - self->in_slab));
  else
    g_free (self);
}

/**
 * sl_track_get_type_of_items:
 *
 * Returns: what all items are
 */
SlTrackType
sl_track_get_type_of_items (const SlTrack *self)
{
  return (SlTrackType) self->type;
}

/**
 * sl_track_get_count:
 *
 * Returns: the number of items
 */
guint64
sl_track_get_count (const SlTrack *self)
{
  return sl_track_get_n_items (self);
}

/**
 * sl_track_get_span:
 *
 * Returns: from the begin of the first item to the end of the last; empty at 0 without items
 */
SlSpan
sl_track_get_span (const SlTrack *self)
{
  const SlTrackNode *root = sl_track_get_root (self);
  const SlTrackChunk *only = sl_track_get_only_chunk (self);

  if (only != NULL)
    return (SlSpan) { only->begin[0], only->end };
  if (root == NULL)
    return (SlSpan) { 0, 0 };

  return (SlSpan) { root->children[0].begin, root->children[root->n_children - 1].end };
}

/**
 * sl_track_get_memory:
 *
 * Returns: bytes that the track takes; what it shares with other snapshots is counted in each
 */
gsize
sl_track_get_memory (const SlTrack *self)
{
  const SlTrackNode *root = sl_track_get_root (self);

  return self->codes_at + self->n_codes * sizeof (SlTrackCode) + (root != NULL ? root->memory : 0);
}

/**
 * sl_track_get_n_codes:
 *
 * Returns: how many codes the track has; every item has one of them
 */
guint
sl_track_get_n_codes (const SlTrack *self)
{
  return self->n_codes;
}

/**
 * sl_track_get_code:
 * @code: number of the code
 * @state: (out): what the items say
 * @detail: (out): see #SlState; 0 for instants and values, whose codes leave the detail out
 */
void
sl_track_get_code (const SlTrack *self, guint code, guint32 *state, guint32 *detail)
{
  g_return_if_fail (code < self->n_codes);

  *state = sl_track_get_codes (self)[code].state;
  *detail = sl_track_get_codes (self)[code].detail;
}

/* Number of items that begin before @time. */
static guint64
count_begun_before (const SlTrack *self, SlTime time)
{
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem item;
  guint n = 0;

  if (sl_track_get_n_items (self) == 0)
    return 0;

  place = sl_track_find_leaf (self, time);
  sl_leaf_cursor_init (&cursor, self->type, place.chunk, place.leaf);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < time)
    n++;

  return place.first + n;
}

/* The last item that begins before @time. */
static gboolean
find_last (const SlTrack *self, SlTime time, SlItem *item)
{
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem next, last;
  guint n = 0;

  if (sl_track_get_n_items (self) == 0)
    return FALSE;

  place = sl_track_find_leaf (self, time);
  sl_leaf_cursor_init (&cursor, self->type, place.chunk, place.leaf);
  for (; sl_leaf_cursor_next (&cursor, &next) && next.begin < time; n++)
    last = next;
  if (n == 0)
    return FALSE;

  sl_track_make_item (self, &cursor, &last, place.first + n - 1, item);
  return TRUE;
}

static gboolean
get_last (const SlTrack *self, SlItem *item)
{
  guint64 n_items = sl_track_get_n_items (self);
  SlTrackIter iter = { .track = self, .next_index = n_items - 1 };

  return n_items > 0 && sl_track_iter_next (&iter, item);
}

/**
 * sl_track_find_at:
 * @item: (out): the last item that begins at or before @time
 *
 * Returns: whether there is one that still holds at @time: a slice that has not ended or begins
 *   there, an instant that stands there, any value
 */
gboolean
sl_track_find_at (const SlTrack *self, SlTime time, SlItem *item)
{
  if (time == SL_TIME_MAX ? !get_last (self, item) : !find_last (self, time + 1, item))
    return FALSE;

  return self->type == SL_TRACK_VALUES || item->end > time || item->begin == time;
}

/**
 * sl_track_find_before:
 * @item: (out): the last item that begins before @time
 *
 * Returns: whether there is one
 */
gboolean
sl_track_find_before (const SlTrack *self, SlTime time, SlItem *item)
{
  return find_last (self, time, item);
}

/**
 * sl_track_count_between:
 *
 * Returns: the number of items that begin in @span
 */
guint64
sl_track_count_between (const SlTrack *self, SlSpan span)
{
  return count_begun_before (self, span.end) - count_begun_before (self, span.begin);
}
