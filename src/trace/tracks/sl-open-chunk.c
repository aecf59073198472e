/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-chunk.h"

#define FIRST_BYTES 256 /* room of the first heads and items */

/**
 * sl_open_chunk_begin:
 *
 * Begins another chunk; room and arena stay.
 */
void
sl_open_chunk_begin (SlOpenChunk *self)
{
  self->heads.len = 0;
  self->items.len = 0;
  self->n_leaves = 0;
  self->n_items = 0;
  self->sums.n_sums = 0;
  self->minimum = G_MAXINT64;
  self->maximum = G_MININT64;
}

/* What has to move leaves its room to the arena: never more than it gets then. */
static void G_GNUC_NO_INLINE
make_room (SlOpenChunk *self, SlOpenBytes *bytes, guint room)
{
  guint8 *data;

  bytes->room = MAX (bytes->room, FIRST_BYTES);
  while (bytes->room < room)
    bytes->room *= 2;
  if (self->arena == NULL)
    {
      bytes->data = g_realloc (bytes->data, bytes->room);
      return;
    }

  data = sl_arena_take (self->arena, bytes->room);
  if (bytes->len > 0)
    memcpy (data, bytes->data, bytes->len);
  bytes->data = data;
}

static inline void
append (SlOpenChunk *self, SlOpenBytes *bytes, const guint8 *data, gsize size)
{
  if (G_UNLIKELY (bytes->len + size > bytes->room))
    make_room (self, bytes, bytes->len + (guint) size);
  /* An empty piece has no address, and may come before there is room. */
  if (size > 0)
    memcpy (bytes->data + bytes->len, data, size);
  bytes->len += (guint) size;
}

static SlLeafRange
find_range (const SlOpenLeaf *leaf)
{
  SlLeafRange range = { G_MAXINT64, G_MININT64 };

  for (guint i = 0; i < leaf->n_items; i++)
    {
      range.minimum = MIN (range.minimum, (gint64) leaf->payloads[i]);
      range.maximum = MAX (range.maximum, (gint64) leaf->payloads[i]);
    }

  return range;
}

/**
 * sl_open_chunk_append:
 * @self: with fewer than %SL_FAN_OUT leaves
 * @leaf: with 1 to %SL_LEAF_ITEMS items
 */
void
sl_open_chunk_append (SlOpenChunk *self, SlTrackType type, const SlOpenLeaf *leaf)
{
  guint8 bytes[SL_LEAF_MAX_BYTES];
  SlLeafRange found;
  const SlLeafRange *range = NULL;

  if (type == SL_TRACK_VALUES)
    {
      found = find_range (leaf);
      range = &found;
      self->minimum = MIN (self->minimum, range->minimum);
      self->maximum = MAX (self->maximum, range->maximum);
    }

  self->end = leaf->end;
  self->begins[self->n_leaves] = leaf->begin;
  self->head_offsets[self->n_leaves] = self->heads.len;
  self->item_offsets[self->n_leaves] = self->items.len;
  self->n_leaves++;
  self->n_items += leaf->n_items;
  append (self, &self->heads, bytes, sl_track_leaf_encode_head (leaf, range, bytes));
  append (self, &self->items, bytes, sl_track_leaf_encode_items (leaf, range, bytes));

  for (guint i = 0; i < leaf->n_marks; i++)
    sl_sum_set_add (&self->sums, &leaf->sums[i]);
}

/**
 * sl_open_chunk_get_size:
 * @padding: bytes, %SL_LEAF_PADDING unless something else follows the chunk
 *
 * Returns: bytes that a chunk of its leaves needs
 */
gsize
sl_open_chunk_get_size (const SlOpenChunk *self, guint padding)
{
  return sl_track_chunk_get_size (self->n_leaves, self->heads.len + self->items.len + padding);
}

/**
 * sl_open_chunk_fill:
 * @chunk: (out caller-allocates): of sl_open_chunk_get_size() bytes
 * @padding: as there
 *
 * Makes @chunk what the open one is.
 */
void
sl_open_chunk_fill (const SlOpenChunk *self, SlTrackChunk *chunk, guint padding)
{
  guint n_bytes = self->heads.len + self->items.len + padding;
  guint16 *offsets;
  guint8 *bytes;

  g_atomic_ref_count_init (&chunk->ref_count);
  chunk->is_in_slab = FALSE;
  chunk->n_leaves = self->n_leaves;
  chunk->n_bytes = n_bytes;
  chunk->end = self->end;
  offsets = (guint16 *) sl_track_chunk_get_offsets (chunk);
  for (guint i = 0; i < self->n_leaves; i++)
    {
      chunk->begin[i] = self->begins[i];
      offsets[2 * i] = self->head_offsets[i];
      offsets[2 * i + 1] = (guint16) (self->heads.len + self->item_offsets[i]);
    }
  bytes = (guint8 *) sl_track_chunk_get_bytes (chunk);
  memcpy (bytes, self->heads.data, self->heads.len);
  /* Without item bytes there is no array: the heads alone describe all items. */
  if (self->items.len > 0)
    memcpy (bytes + self->heads.len, self->items.data, self->items.len);
  memset (bytes + n_bytes - padding, 0, padding);
}

static SlTrackChunk *
take_chunk (const SlOpenChunk *self, SlTrackSlabs *slabs)
{
  gsize size = sl_open_chunk_get_size (self, SL_LEAF_PADDING);
  SlTrackSlab *slab;
  SlTrackSlab **piece;

  if (slabs == NULL)
    return g_malloc (size);

  piece = sl_track_slabs_take (slabs, sizeof slab + size, &slab);
  *piece = slab;
  return (SlTrackChunk *) (gpointer) (piece + 1);
}

/**
 * sl_open_chunk_freeze:
 * @self: with at least a leaf; stays as it is
 * @slabs: (nullable): where the chunk lies; %NULL for a piece of its own
 *
 * Returns: a chunk with its sums, both of which the caller owns
 */
SlTrackSibling
sl_open_chunk_freeze (const SlOpenChunk *self, SlTrackSlabs *slabs)
{
  SlTrackChunk *chunk = take_chunk (self, slabs);

  sl_open_chunk_fill (self, chunk, SL_LEAF_PADDING);
  chunk->is_in_slab = slabs != NULL;
  return (SlTrackSibling) {
    .child = {
      .begin = chunk->begin[0],
      .end = chunk->end,
      .count = self->n_items,
      .minimum = self->minimum,
      .maximum = self->maximum,
      .n_sums = self->sums.n_sums,
      .child = chunk,
    },
    .sums = sl_sum_set_dup (&self->sums),
  };
}

/**
 * sl_open_chunk_freeze_with:
 * @leaf: follows those of the chunk
 *
 * Goes on as if nothing had been.
 *
 * Returns: as sl_open_chunk_freeze(), with @leaf as the last one
 */
SlTrackSibling
sl_open_chunk_freeze_with (SlOpenChunk *self, SlTrackType type, const SlOpenLeaf *leaf)
{
  SlTrackSum *sums = sl_sum_set_dup (&self->sums);
  guint n_sums = self->sums.n_sums;
  gint64 minimum = self->minimum;
  gint64 maximum = self->maximum;
  guint n_heads = self->heads.len;
  guint n_items = self->items.len;
  SlTrackSibling sibling;

  sl_open_chunk_append (self, type, leaf);
  sibling = sl_open_chunk_freeze (self, NULL); /* short-lived */

  self->heads.len = n_heads;
  self->items.len = n_items;
  if (n_sums > 0)
    memcpy (self->sums.sums, sums, n_sums * sizeof *sums);
  self->sums.n_sums = n_sums;
  g_free (sums);
  self->n_leaves--;
  self->n_items -= leaf->n_items;
  self->minimum = minimum;
  self->maximum = maximum;
  return sibling;
}

/**
 * sl_open_chunk_clear:
 *
 * Frees what it holds, but for what is the arena's.
 */
void
sl_open_chunk_clear (SlOpenChunk *self)
{
  sl_sum_set_clear (&self->sums);
  if (self->arena != NULL)
    return;

  g_free (self->heads.data);
  g_free (self->items.data);
}
