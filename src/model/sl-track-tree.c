/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-tree.h"

#include "sl-track-codes.h"

/* Sums by mark, in the order in which the marks came. */
typedef struct
{
  SlTrackSum *sums;
  guint n_sums;
  guint allocated;
} SumSet;

/* A node or chunk that waits for its siblings. */
typedef struct
{
  SlTrackChild child; /* @first_sum has no meaning here */
  SlTrackSum *sums;
} Sibling;

typedef struct
{
  guint n;
  Sibling siblings[SL_FAN_OUT];
} Level;

struct _SlTrackTree
{
  SlTrackType type;
  SlTrackSlabs *slabs; /* NULL where chunks are allocated one by one */
  guint64 count;
  SlTrackCodes codes;
  SlOpenLeaf leaf;

  /* By mark: its place in the sums of the leaf, of the open chunk, of the node in hand. A place
   * that does not bear the mark is stale, so that nothing needs to be cleared. */
  guint n_places;
  guint32 *leaf_places;
  guint32 *chunk_places;
  guint32 *node_places;

  /* Of the open chunk: heads and items of its leaves. */
  GByteArray *heads;
  GByteArray *items;
  guint n_leaves;
  guint n_items;
  SlTime end;
  SlTime begins[SL_FAN_OUT];
  guint16 head_offsets[SL_FAN_OUT];
  guint16 item_offsets[SL_FAN_OUT];
  gint64 minimum;
  gint64 maximum;
  SumSet sums;

  Level *levels[SL_TRACK_LEVELS]; /* [0]: chunks; NULL for not reached yet */
};

static void
sum_set_add (SumSet *self, guint32 *places, const SlTrackSum *sum)
{
  guint place = places[sum->mark];

  if (place >= self->n_sums || self->sums[place].mark != sum->mark)
    {
      if (self->n_sums == self->allocated)
        {
          self->allocated = MAX (8, 2 * self->allocated);
          self->sums = g_renew (SlTrackSum, self->sums, self->allocated);
        }
      place = places[sum->mark] = self->n_sums++;
      self->sums[place] = (SlTrackSum) { .mark = sum->mark };
    }

  self->sums[place].ticks += sum->ticks;
  self->sums[place].count += sum->count;
}

static void
sibling_clear (Sibling *self, guint level)
{
  if (level == 0)
    sl_track_chunk_unref (self->child.child);
  else
    sl_track_node_unref (self->child.child);

  g_free (self->sums);
}

static void G_GNUC_NO_INLINE
grow_places (SlTrackTree *self, guint32 mark)
{
  guint n = self->n_places;

  while (n <= mark)
    n *= 2;

  self->leaf_places = g_realloc_n (self->leaf_places, n, sizeof (guint32));
  self->chunk_places = g_realloc_n (self->chunk_places, n, sizeof (guint32));
  self->node_places = g_realloc_n (self->node_places, n, sizeof (guint32));
  memset (self->leaf_places + self->n_places, 0, (n - self->n_places) * sizeof (guint32));
  memset (self->chunk_places + self->n_places, 0, (n - self->n_places) * sizeof (guint32));
  memset (self->node_places + self->n_places, 0, (n - self->n_places) * sizeof (guint32));
  self->n_places = n;
}

static void
begin_chunk (SlTrackTree *self)
{
  g_byte_array_set_size (self->heads, 0);
  g_byte_array_set_size (self->items, 0);
  self->n_leaves = 0;
  self->n_items = 0;
  self->sums.n_sums = 0;
  self->minimum = G_MAXINT64;
  self->maximum = G_MININT64;
}

/**
 * sl_track_tree_new:
 * @type: of all items that will come
 * @slabs: (nullable): outlive the tree's growth, not its roots
 *
 * Returns: (transfer full): an empty tree
 */
SlTrackTree *
sl_track_tree_new (SlTrackType type, SlTrackSlabs *slabs)
{
  SlTrackTree *self = g_new0 (SlTrackTree, 1);

  self->type = type;
  self->slabs = slabs;
  sl_track_codes_init (&self->codes);
  self->n_places = 16;
  self->leaf_places = g_new0 (guint32, self->n_places);
  self->chunk_places = g_new0 (guint32, self->n_places);
  self->node_places = g_new0 (guint32, self->n_places);
  self->heads = g_byte_array_new ();
  self->items = g_byte_array_new ();
  begin_chunk (self);

  return self;
}

/**
 * sl_track_tree_free:
 *
 * Roots made before stay.
 */
void
sl_track_tree_free (SlTrackTree *self)
{
  for (guint level = 0; level < SL_TRACK_LEVELS && self->levels[level] != NULL; level++)
    {
      for (guint i = 0; i < self->levels[level]->n; i++)
        sibling_clear (&self->levels[level]->siblings[i], level);
      g_free (self->levels[level]);
    }

  sl_track_codes_clear (&self->codes);
  g_free (self->leaf_places);
  g_free (self->chunk_places);
  g_free (self->node_places);
  g_byte_array_unref (self->heads);
  g_byte_array_unref (self->items);
  g_free (self->sums.sums);
  g_free (self);
}

/* Puts @siblings under a node; their children are taken, their sums copied. */
static SlTrackNode *
make_node (const Sibling *siblings, guint n_siblings, guint level)
{
  gsize n_sums = 0;
  gsize memory;
  SlTrackNode *node;
  guint first = 0;

  for (guint i = 0; i < n_siblings; i++)
    n_sums += siblings[i].child.n_sums;

  memory = sizeof *node + n_sums * sizeof (SlTrackSum);
  node = g_malloc (memory);
  g_atomic_ref_count_init (&node->ref_count);
  node->level = level;
  node->n_children = n_siblings;
  node->memory = memory;
  for (guint i = 0; i < n_siblings; i++)
    {
      SlTrackChild *child = &node->children[i];

      *child = siblings[i].child;
      child->first_sum = first;
      memcpy (node->sums + first, siblings[i].sums, child->n_sums * sizeof (SlTrackSum));
      first += child->n_sums;
      if (level == 1)
        node->memory += sizeof (SlTrackChunk) + ((SlTrackChunk *) child->child)->n_bytes;
      else
        node->memory += ((SlTrackNode *) child->child)->memory;
    }

  return node;
}

/* What the parent of @node will hold of it. */
static Sibling
summarize_node (SlTrackTree *self, SlTrackNode *node)
{
  SumSet sums = { .sums = NULL };
  SlTrackChild child = {
    .begin = node->children[0].begin,
    .end = node->children[node->n_children - 1].end,
    .minimum = G_MAXINT64,
    .maximum = G_MININT64,
    .child = node,
  };

  for (guint i = 0; i < node->n_children; i++)
    {
      const SlTrackChild *part = &node->children[i];

      child.count += part->count;
      child.minimum = MIN (child.minimum, part->minimum);
      child.maximum = MAX (child.maximum, part->maximum);
      for (guint j = 0; j < part->n_sums; j++)
        sum_set_add (&sums, self->node_places, &node->sums[part->first_sum + j]);
    }

  child.n_sums = sums.n_sums;
  return (Sibling) { .child = child, .sums = sums.sums };
}

static void
push_sibling (SlTrackTree *self, Sibling sibling)
{
  for (guint i = 0;; i++)
    {
      SlTrackNode *node;
      Level *level;

      if (self->levels[i] == NULL)
        self->levels[i] = g_new0 (Level, 1);
      level = self->levels[i];
      level->siblings[level->n++] = sibling;
      if (level->n < SL_FAN_OUT || i + 1 == SL_TRACK_LEVELS)
        return;

      node = make_node (level->siblings, level->n, i + 1);
      for (guint j = 0; j < level->n; j++)
        g_free (level->siblings[j].sums);
      level->n = 0;
      sibling = summarize_node (self, node);
    }
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

static void
append_leaf (SlTrackTree *self)
{
  const SlOpenLeaf *leaf = &self->leaf;
  guint8 bytes[SL_LEAF_MAX_BYTES];
  SlLeafRange found;
  const SlLeafRange *range = NULL;

  if (self->type == SL_TRACK_VALUES)
    {
      found = find_range (leaf);
      range = &found;
      self->minimum = MIN (self->minimum, range->minimum);
      self->maximum = MAX (self->maximum, range->maximum);
    }

  self->end = leaf->end;
  self->begins[self->n_leaves] = leaf->begin;
  self->head_offsets[self->n_leaves] = self->heads->len;
  self->item_offsets[self->n_leaves] = self->items->len;
  self->n_leaves++;
  self->n_items += leaf->n_items;
  g_byte_array_append (self->heads, bytes, sl_track_leaf_encode_head (leaf, range, bytes));
  g_byte_array_append (self->items, bytes, sl_track_leaf_encode_items (leaf, range, bytes));

  for (guint i = 0; i < leaf->n_marks; i++)
    sum_set_add (&self->sums, self->chunk_places, &leaf->sums[i]);
}

/* The open chunk as it is, its sums copied. */
static Sibling
make_chunk (SlTrackTree *self, SlTrackSlabs *slabs)
{
  guint n_bytes = self->heads->len + self->items->len + SL_LEAF_PADDING;
  SlTrackSlab *slab = NULL;
  SlTrackChunk *chunk = slabs != NULL ? sl_track_slabs_take (slabs, sizeof *chunk + n_bytes, &slab)
                                      : g_malloc (sizeof *chunk + n_bytes);

  g_atomic_ref_count_init (&chunk->ref_count);
  chunk->slab = slab;
  chunk->n_leaves = self->n_leaves;
  chunk->n_bytes = n_bytes;
  chunk->end = self->end;
  for (guint i = 0; i < SL_FAN_OUT; i++)
    {
      gboolean used = i < self->n_leaves;

      chunk->begin[i] = used ? self->begins[i] : self->end;
      chunk->head_offset[i] = used ? self->head_offsets[i] : 0;
      chunk->item_offset[i] = used ? self->heads->len + self->item_offsets[i] : 0;
    }
  memcpy (chunk->bytes, self->heads->data, self->heads->len);
  memcpy (chunk->bytes + self->heads->len, self->items->data, self->items->len);
  memset (chunk->bytes + n_bytes - SL_LEAF_PADDING, 0, SL_LEAF_PADDING);

  return (Sibling) {
    .child = {
      .begin = chunk->begin[0],
      .end = chunk->end,
      .count = self->n_items,
      .minimum = self->minimum,
      .maximum = self->maximum,
      .n_sums = self->sums.n_sums,
      .child = chunk,
    },
    .sums = g_memdup2 (self->sums.sums, self->sums.n_sums * sizeof (SlTrackSum)),
  };
}

static void G_GNUC_NO_INLINE
flush_leaf (SlTrackTree *self)
{
  append_leaf (self);
  self->leaf.n_items = 0;
  self->leaf.n_marks = 0;
  self->leaf.gap_bits = 0;
  if (self->n_leaves < SL_FAN_OUT)
    return;

  push_sibling (self, make_chunk (self, self->slabs));
  begin_chunk (self);
}

/* The place of @mark in the sums of the open leaf. */
static inline guint
find_place (SlTrackTree *self, guint32 mark)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint place;

  if (G_UNLIKELY (mark >= self->n_places))
    grow_places (self, mark);

  place = self->leaf_places[mark];
  if (place >= leaf->n_marks || leaf->sums[place].mark != mark)
    {
      place = self->leaf_places[mark] = leaf->n_marks++;
      leaf->sums[place] = (SlTrackSum) { .mark = mark };
      leaf->payload_bits[place] = 0;
    }

  return place;
}

static inline void
add_item (SlTrackTree *self, SlTime begin, SlTime end, guint32 mark, guint64 payload)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint64 gap;
  guint place;
  guint i;

  if (G_UNLIKELY (leaf->n_items == SL_LEAF_ITEMS))
    flush_leaf (self);

  place = find_place (self, mark);
  i = leaf->n_items++;
  if (G_UNLIKELY (i == 0))
    leaf->begin = leaf->end = begin;
  gap = (guint64) begin - (guint64) leaf->end;
  leaf->gaps[i] = gap;
  leaf->gap_bits |= gap;
  leaf->payloads[i] = payload;
  leaf->payload_bits[place] |= payload;
  leaf->local[i] = place;
  leaf->sums[place].count++;
  leaf->sums[place].ticks += (guint64) end - (guint64) begin;
  leaf->end = end;
}

/* Makes the last slice longer where @item only goes on with it. */
static inline gboolean
merge_slice (SlTrackTree *self, const SlBatchItem *item, guint32 mark)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint64 length = (guint64) item->end - (guint64) item->begin;
  guint last = leaf->n_items - 1;
  guint place;

  if (item->begin != leaf->end || leaf->n_items == 0 || !SL_MARK_HAS_LENGTH (mark))
    return FALSE;

  place = leaf->local[last];
  if (leaf->sums[place].mark != mark)
    return FALSE;

  leaf->payloads[last] += length;
  leaf->payload_bits[place] |= leaf->payloads[last];
  leaf->sums[place].ticks += length;
  leaf->end = item->end;
  return TRUE;
}

static void
add_slices (SlTrackTree *self, const SlTrackBatch *batch)
{
  for (guint i = 0; i < batch->n_items; i++)
    {
      const SlBatchItem *item = &batch->items[i];
      guint code = sl_track_codes_get (&self->codes, item->state, item->detail);
      guint32 mark = SL_MARK_NEW (code, item->begin == item->end);

      if (merge_slice (self, item, mark))
        continue;
      add_item (self, item->begin, item->end, mark, (guint64) item->end - (guint64) item->begin);
      self->count++;
    }
}

/* Instants and values: their codes leave the detail out. */
static void
add_points (SlTrackTree *self, const SlTrackBatch *batch)
{
  gboolean values = self->type == SL_TRACK_VALUES;

  for (guint i = 0; i < batch->n_items; i++)
    {
      const SlBatchItem *item = &batch->items[i];
      guint code = sl_track_codes_get (&self->codes, item->state, 0);

      add_item (self, item->begin, item->begin, SL_MARK_NEW (code, 1),
                values ? (guint64) item->end : item->detail);
    }

  self->count += batch->n_items;
}

/**
 * sl_track_tree_add:
 * @batch: items that follow those added before
 *
 * Packs the items.
 */
void
sl_track_tree_add (SlTrackTree *self, const SlTrackBatch *batch)
{
  if (self->type == SL_TRACK_SLICES)
    add_slices (self, batch);
  else
    add_points (self, batch);
}

/* The open leaf and chunk, made into a chunk of the snapshot's own; the tree goes on as if nothing
 * had been. */
static Sibling
copy_open_chunk (SlTrackTree *self)
{
  SumSet sums = self->sums;
  gint64 minimum = self->minimum;
  gint64 maximum = self->maximum;
  guint n_heads = self->heads->len;
  guint n_items = self->items->len;
  Sibling sibling;

  self->sums.sums = g_memdup2 (sums.sums, sums.allocated * sizeof (SlTrackSum));
  append_leaf (self);
  sibling = make_chunk (self, NULL); /* short-lived */

  g_byte_array_set_size (self->heads, n_heads);
  g_byte_array_set_size (self->items, n_items);
  g_free (self->sums.sums);
  self->sums = sums;
  self->n_leaves--;
  self->n_items -= self->leaf.n_items;
  self->minimum = minimum;
  self->maximum = maximum;
  return sibling;
}

/* The whole tree: with new nodes for what still waits for siblings, else shared. */
static SlTrackNode *
make_root (SlTrackTree *self)
{
  Sibling carried = copy_open_chunk (self);
  SlTrackNode *node = NULL;

  for (guint i = 0; i == 0 || self->levels[i] != NULL; i++)
    {
      const Level *level = self->levels[i];
      guint n = level != NULL ? level->n : 0;
      Sibling siblings[SL_FAN_OUT];

      if (node != NULL)
        carried = summarize_node (self, node);
      for (guint j = 0; j < n; j++)
        {
          siblings[j] = level->siblings[j];
          if (i == 0)
            sl_track_chunk_ref (siblings[j].child.child);
          else
            sl_track_node_ref (siblings[j].child.child);
        }
      siblings[n] = carried;
      node = make_node (siblings, n + 1, i + 1);
      g_free (carried.sums);
    }

  return node;
}

/**
 * sl_track_tree_snapshot:
 *
 * Returns: (transfer full): all items so far
 */
SlTrack *
sl_track_tree_snapshot (SlTrackTree *self)
{
  SlTrack *track = g_new0 (SlTrack, 1);

  g_atomic_ref_count_init (&track->ref_count);
  track->type = self->type;
  track->count = self->count;
  track->n_codes = self->codes.n_codes;
  track->codes = g_memdup2 (self->codes.codes, track->n_codes * sizeof (SlTrackCode));
  if (self->count > 0)
    track->root = make_root (self);

  return track;
}
