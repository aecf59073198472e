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

  if (self->slab != NULL)
    sl_track_slab_unref (self->slab);
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

  g_clear_pointer (&self->root, sl_track_node_unref);
  if (!self->is_few)
    g_free (self->codes);
  g_free (self->by_state);
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
  return self->type;
}

/**
 * sl_track_get_count:
 *
 * Returns: the number of items
 */
guint64
sl_track_get_count (const SlTrack *self)
{
  return self->count;
}

/**
 * sl_track_get_span:
 *
 * Returns: from the begin of the first item to the end of the last; empty at 0 without items
 */
SlSpan
sl_track_get_span (const SlTrack *self)
{
  const SlTrackNode *root = self->root;
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
  const SlTrackChunk *only = sl_track_get_only_chunk (self);

  return sizeof *self + self->n_codes * sizeof *self->codes +
         (self->root != NULL ? self->root->memory
          : only != NULL     ? sl_track_chunk_get_size (only->n_leaves, only->n_bytes)
                             : 0);
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

  *state = self->codes[code].state;
  *detail = self->codes[code].detail;
}

/* The leaf that holds item number @index, which must exist. */
static SlLeafPlace
find_leaf_of_index (const SlTrack *self, guint64 index)
{
  const SlTrackNode *node = self->root;
  guint64 first = 0;

  if (node == NULL)
    return (SlLeafPlace) { sl_track_get_only_chunk (self), 0, 0 };

  for (;;)
    {
      guint i = 0;

      while (index - first >= node->children[i].count)
        first += node->children[i++].count;
      if (node->level == 1)
        {
          guint leaf = (index - first) / SL_LEAF_ITEMS;

          return (SlLeafPlace) { node->children[i].child, leaf, first + leaf * SL_LEAF_ITEMS };
        }
      node = node->children[i].child;
    }
}

/* The last leaf whose first item begins before @time; the first leaf if there is none. There are items. */
static SlLeafPlace
find_leaf_by_begin (const SlTrack *self, SlTime time)
{
  const SlTrackNode *node = self->root;
  guint64 first = 0;

  if (node == NULL)
    return (SlLeafPlace) { sl_track_get_only_chunk (self), 0, 0 };

  for (;;)
    {
      guint i = 0;

      while (i + 1 < node->n_children && node->children[i + 1].begin < time)
        first += node->children[i++].count;
      if (node->level == 1)
        {
          const SlTrackChunk *chunk = node->children[i].child;
          guint leaf = 0;

          while (leaf + 1 < chunk->n_leaves && chunk->begin[leaf + 1] < time)
            leaf++;
          return (SlLeafPlace) { chunk, leaf, first + leaf * SL_LEAF_ITEMS };
        }
      node = node->children[i].child;
    }
}

static void
open_leaf (const SlTrack *self, const SlLeafPlace *place, SlLeafCursor *cursor)
{
  sl_leaf_cursor_init (cursor, self->type, place->chunk, place->leaf);
}

/* Number of items that begin before @time. */
static guint64
count_begun_before (const SlTrack *self, SlTime time)
{
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem item;
  guint n = 0;

  if (self->count == 0)
    return 0;

  place = find_leaf_by_begin (self, time);
  open_leaf (self, &place, &cursor);
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < time)
    n++;

  return place.first + n;
}

static void
make_item (const SlTrack *self,
           const SlLeafCursor *cursor,
           const SlLeafItem *from,
           guint64 index,
           SlItem *item)
{
  *item = (SlItem) { .begin = from->begin, .end = from->end, .index = index };
  if (self->type == SL_TRACK_VALUES)
    item->value = (gint64) (from->payload + (guint64) cursor->minimum);
  else
    {
      guint32 mark = sl_leaf_mark (cursor->marks, cursor->mark_width, from->local);
      const SlTrackCode *code = &self->codes[SL_MARK_CODE (mark)];

      item->state = code->state;
      item->detail = self->type == SL_TRACK_INSTANTS ? from->payload : code->detail;
    }
}

/* What an iterator's opaque words hold: the leaf that the next item stands in. */
typedef struct
{
  const SlTrackChunk *chunk; /* NULL before the first item and at the end of a chunk */
  SlTime time;
  guint32 bit;
  guint32 leaf;
  guint32 position;
} IterState;

G_STATIC_ASSERT (sizeof (IterState) <= sizeof (((SlTrackIter *) NULL)->opaque));

/* Opens the leaf in which the next item stands and goes to that item. */
static void
resume (const SlTrackIter *self, const IterState *state, SlLeafPlace *place, SlLeafCursor *cursor)
{
  SlLeafItem skipped;
  guint position;

  if (state->chunk != NULL)
    {
      *place = (SlLeafPlace) { .chunk = state->chunk, .leaf = state->leaf };
      open_leaf (self->track, place, cursor);
      cursor->position = state->position;
      cursor->bit = state->bit;
      cursor->time = state->time;
      return;
    }

  *place = find_leaf_of_index (self->track, self->next_index);
  open_leaf (self->track, place, cursor);
  position = self->next_index - place->first;
  while (cursor->position < position)
    sl_leaf_cursor_next (cursor, &skipped);
}

/* Notes where the next item stands: in a leaf that is opened again then. */
static void
suspend (SlTrackIter *self, SlLeafPlace *place, SlLeafCursor *cursor)
{
  IterState state = { place->chunk, cursor->time, cursor->bit, place->leaf, cursor->position };

  if (cursor->position == cursor->n_items)
    {
      if (++state.leaf < place->chunk->n_leaves)
        {
          place->leaf++;
          open_leaf (self->track, place, cursor);
          state.position = 0;
          state.bit = cursor->bit;
          state.time = cursor->time;
        }
      else
        state.chunk = NULL;
    }
  memcpy (self->opaque, &state, sizeof state);
}

/**
 * sl_track_iter_init:
 * @track: must outlive the iterator
 * @from: any time
 *
 * Stands before the first slice that ends after @from or begins at or after it, or before the
 * first instant or value at or after it.
 */
void
sl_track_iter_init (SlTrackIter *self, const SlTrack *track, SlTime from)
{
  gboolean has_length = track->type == SL_TRACK_SLICES;
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem item;
  SlTime time;
  guint32 bit;
  guint8 position;

  *self = (SlTrackIter) { .track = track };
  if (track->count == 0)
    return;

  place = find_leaf_by_begin (track, from);
  open_leaf (track, &place, &cursor);
  do
    {
      time = cursor.time;
      bit = cursor.bit;
      position = cursor.position;
    }
  while (sl_leaf_cursor_next (&cursor, &item) && item.begin < from &&
         (!has_length || item.end <= from));

  cursor.time = time;
  cursor.bit = bit;
  cursor.position = position;
  self->next_index = place.first + position;
  suspend (self, &place, &cursor);
}

/**
 * sl_track_iter_read:
 * @items: (out caller-allocates): room for @n_items
 *
 * The next items at once, which costs less than one by one.
 *
 * Returns: how many; may be fewer than there are, but 0 only at the end
 */
guint
sl_track_iter_read (SlTrackIter *self, SlItem *items, guint n_items)
{
  IterState state;
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem next;
  guint n = 0;

  if (n_items == 0 || self->next_index >= self->track->count)
    return 0;

  memcpy (&state, self->opaque, sizeof state);
  resume (self, &state, &place, &cursor);
  while (n < n_items && sl_leaf_cursor_next (&cursor, &next))
    make_item (self->track, &cursor, &next, self->next_index++, &items[n++]);
  if (n > 0)
    suspend (self, &place, &cursor);

  return n;
}

/**
 * sl_track_iter_next:
 * @item: (out): the next item
 *
 * Returns: %FALSE at the end
 */
gboolean
sl_track_iter_next (SlTrackIter *self, SlItem *item)
{
  return sl_track_iter_read (self, item, 1) == 1;
}

/* The last item that begins before @time. */
static gboolean
find_last (const SlTrack *self, SlTime time, SlItem *item)
{
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem next, last;
  guint n = 0;

  if (self->count == 0)
    return FALSE;

  place = find_leaf_by_begin (self, time);
  open_leaf (self, &place, &cursor);
  for (; sl_leaf_cursor_next (&cursor, &next) && next.begin < time; n++)
    last = next;
  if (n == 0)
    return FALSE;

  make_item (self, &cursor, &last, place.first + n - 1, item);
  return TRUE;
}

static gboolean
get_last (const SlTrack *self, SlItem *item)
{
  SlTrackIter iter = { .track = self, .next_index = self->count - 1 };

  return self->count > 0 && sl_track_iter_next (&iter, item);
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
