/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-iter.h"

#include "sl-track-private.h"

/* The leaf that holds item number @index, which must exist. */
static SlLeafPlace
find_leaf_of_index (const SlTrack *self, guint64 index)
{
  const SlTrackNode *node = sl_track_get_root (self);
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

/**
 * sl_track_find_leaf:
 * @self: has items
 *
 * Returns: the last leaf whose first item begins before @time; the first leaf if there is none
 */
SlLeafPlace
sl_track_find_leaf (const SlTrack *self, SlTime time)
{
  const SlTrackNode *node = sl_track_get_root (self);
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

/* What an iterator's opaque words hold: the leaf that the next item is in, and where the reading of it stands. */
typedef struct
{
  const SlTrackChunk *chunk; /* NULL before the first item and at the end of a chunk */
  guint leaf;
  SlLeafCursor cursor;
} IterState;

G_STATIC_ASSERT (sizeof (IterState) <= sizeof (((SlTrackIter *) NULL)->opaque));

/* Opens the leaf in which the next item is and goes to that item. */
static inline void
resume (const SlTrackIter *self, SlLeafPlace *place, SlLeafCursor *cursor)
{
  IterState state;
  SlLeafItem skipped;
  guint position;

  memcpy (&state, self->opaque, sizeof state);
  if (G_LIKELY (state.chunk != NULL))
    {
      *place = (SlLeafPlace) { .chunk = state.chunk, .leaf = state.leaf };
      *cursor = state.cursor;
      return;
    }

  *place = find_leaf_of_index (self->track, self->next_index);
  sl_leaf_cursor_init (cursor, self->track->type, place->chunk, place->leaf);
  position = self->next_index - place->first;
  while (cursor->position < position)
    sl_leaf_cursor_next (cursor, &skipped);
}

/* Notes where the next item is. */
static inline void
suspend (SlTrackIter *self, const SlLeafPlace *place, SlLeafCursor *cursor)
{
  IterState state = { .chunk = place->chunk, .leaf = place->leaf };

  if (cursor->position == cursor->n_items)
    {
      if (++state.leaf == place->chunk->n_leaves)
        {
          memset (self->opaque, 0, sizeof self->opaque);
          return;
        }
      sl_leaf_cursor_init (cursor, self->track->type, place->chunk, state.leaf);
    }
  state.cursor = *cursor;
  memcpy (self->opaque, &state, sizeof state);
}

/* Goes over the items of a leaf from @cursor on that begin before @from and end by then. */
static void
skip_items (SlTrackIter *self, const SlLeafPlace *place, SlLeafCursor *cursor, SlTime from)
{
  gboolean has_length = self->track->type == SL_TRACK_SLICES;
  SlLeafItem item;
  SlTime time;
  guint32 bit;
  guint8 position;

  do
    {
      time = cursor->time;
      bit = cursor->bit;
      position = cursor->position;
    }
  while (sl_leaf_cursor_next (cursor, &item) && item.begin < from &&
         (!has_length || item.end <= from));

  cursor->time = time;
  cursor->bit = bit;
  cursor->position = position;
  self->next_index = place->first + position;
  suspend (self, place, cursor);
}

/**
 * sl_track_iter_init:
 * @track: must outlive the iterator
 * @from: any time
 *
 * Is before the first slice that ends after @from or begins at or after it, or before the
 * first instant or value at or after it.
 */
void
sl_track_iter_init (SlTrackIter *self, const SlTrack *track, SlTime from)
{
  SlLeafPlace place;
  SlLeafCursor cursor;

  *self = (SlTrackIter) { .track = track };
  if (sl_track_get_n_items (track) == 0)
    return;

  place = sl_track_find_leaf (track, from);
  sl_leaf_cursor_init (&cursor, track->type, place.chunk, place.leaf);
  skip_items (self, &place, &cursor, from);
}

/**
 * sl_track_iter_seek:
 * @from: any time
 *
 * Goes on to where sl_track_iter_init() would begin, unless it is there or behind it already. Short ways cost less than that
 * would.
 */
void
sl_track_iter_seek (SlTrackIter *self, SlTime from)
{
  SlTrackIter found;
  SlLeafPlace place;
  SlLeafCursor cursor;
  IterState state;

  if (self->next_index >= sl_track_get_n_items (self->track))
    return;

  memcpy (&state, self->opaque, sizeof state);
  if (state.chunk == NULL || state.chunk->end <= from)
    {
      sl_track_iter_init (&found, self->track, from);
      if (found.next_index > self->next_index)
        *self = found;
      return;
    }

  place = (SlLeafPlace) { state.chunk, state.leaf, self->next_index - state.cursor.position };
  while (place.leaf + 1 < place.chunk->n_leaves && place.chunk->begin[place.leaf + 1] < from)
    {
      place.leaf++;
      place.first += SL_LEAF_ITEMS;
    }
  if (place.leaf == state.leaf)
    cursor = state.cursor;
  else
    sl_leaf_cursor_init (&cursor, self->track->type, place.chunk, place.leaf);
  skip_items (self, &place, &cursor, from);
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
  SlLeafPlace place;
  SlLeafCursor cursor;
  SlLeafItem next;
  guint n = 0;

  if (n_items == 0 || self->next_index >= sl_track_get_n_items (self->track))
    return 0;

  resume (self, &place, &cursor);
  while (n < n_items && sl_leaf_cursor_next (&cursor, &next))
    sl_track_make_item (self->track, &cursor, &next, self->next_index++, &items[n++]);
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

/* The next item of the leaf that is in @state; @cursor is behind it, or at the end of the leaf. */
static gboolean
find_in_leaf (SlTrackIter *self, SlLeafCursor *cursor, SlState state, SlItem *item)
{
  SlLeafItem next;

  while (sl_leaf_cursor_next (cursor, &next))
    {
      guint64 index = self->next_index++;

      if (sl_leaf_get_state (self->track, cursor, next.local) != state)
        continue;
      sl_track_make_item (self->track, cursor, &next, index, item);
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_track_iter_next_in_state:
 * @self: of slices or instants
 * @n_leaves: how many leaves are gone over at most; of those without the state only the heads are looked at
 * @item: (out): the next item in @state; set on success only
 *
 * Returns: whether one was found; else there may be one behind where the iterator is now
 */
gboolean
sl_track_iter_next_in_state (SlTrackIter *self, SlState state, guint n_leaves, SlItem *item)
{
  SlLeafPlace place;
  SlLeafCursor cursor;

  for (guint i = 0; i < n_leaves && self->next_index < sl_track_get_n_items (self->track); i++)
    {
      gboolean is_found = FALSE;

      resume (self, &place, &cursor);
      if (cursor.position > 0 || sl_leaf_has_state (self->track, &cursor, state))
        is_found = find_in_leaf (self, &cursor, state, item);
      else
        self->next_index += cursor.n_items;
      if (!is_found)
        cursor.position = cursor.n_items;
      suspend (self, &place, &cursor);
      if (is_found)
        return TRUE;
    }

  return FALSE;
}
