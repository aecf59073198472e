/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-tree.h"

#include "sl-open-chunk.h"
#include "sl-prefetch.h"
#include "sl-track-codes.h"

#define NO_PLACE 0xff

G_STATIC_ASSERT (SL_LEAF_ITEMS < NO_PLACE);

struct _SlTrackTree
{
  SlTrackType type;
  SlTrackSlabs *slabs; /* NULL where chunks are allocated one by one */
  SlArena *arena;      /* that has the tree and its bytes; NULL where malloc() has them */
  guint64 count;
  SlTrackCodes codes;
  SlOpenLeaf leaf;

  /* By mark: its place in the sums of the leaf, or %NO_PLACE. */
  guint n_places;
  guint8 *leaf_places;
  guint32 last_mark; /* of the leaf's last item */

  SlOpenChunk chunk;
  SlTrackLevels levels;
};

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
  SlArena *arena = slabs != NULL ? sl_arena_ref (slabs->growing) : NULL;
  SlTrackTree *self =
      arena != NULL ? sl_arena_take (arena, sizeof (SlTrackTree)) : g_new0 (SlTrackTree, 1);

  self->type = type;
  self->slabs = slabs;
  self->arena = self->levels.arena = self->chunk.arena = arena;
  sl_track_codes_init (&self->codes);
  sl_open_chunk_begin (&self->chunk);

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
  SlArena *arena = self->arena;

  sl_track_levels_clear (&self->levels);
  sl_open_chunk_clear (&self->chunk);
  sl_track_codes_clear (&self->codes);
  g_free (self->leaf_places);
  if (arena != NULL)
    {
      sl_arena_unref (arena);
      return;
    }

  g_free (self);
}

/**
 * sl_track_tree_clear:
 * @self: nothing was frozen of it but by snapshots
 *
 * Makes the tree an empty one of @type.
 */
void
sl_track_tree_clear (SlTrackTree *self, SlTrackType type)
{
  SlOpenLeaf *leaf = &self->leaf;

  for (guint i = 0; i < leaf->n_marks; i++)
    self->leaf_places[leaf->sums[i].mark] = NO_PLACE;
  leaf->n_items = 0;
  leaf->n_marks = 0;
  leaf->gap_bits = 0;
  self->type = type;
  self->count = 0;
  sl_track_codes_empty (&self->codes);
  sl_open_chunk_begin (&self->chunk);
}

static void G_GNUC_NO_INLINE
flush_leaf (SlTrackTree *self)
{
  SlOpenLeaf *leaf = &self->leaf;

  sl_open_chunk_append (&self->chunk, self->type, &self->leaf);
  for (guint i = 0; i < leaf->n_marks; i++)
    self->leaf_places[leaf->sums[i].mark] = NO_PLACE;
  leaf->n_items = 0;
  leaf->n_marks = 0;
  leaf->gap_bits = 0;
  if (self->chunk.n_leaves < SL_FAN_OUT)
    return;

  sl_track_levels_push (&self->levels, sl_open_chunk_freeze (&self->chunk, self->slabs));
  sl_open_chunk_begin (&self->chunk);
}

/* Returns: the number of a code that has had none */
static guint G_GNUC_NO_INLINE
add_code (SlTrackTree *self, guint32 state, guint32 detail)
{
  guint code = sl_track_codes_add (&self->codes, state, detail);
  guint n = MAX (16, self->n_places);

  while (n <= SL_MARK_NEW (code, 1))
    n *= 2;
  if (n == self->n_places)
    return code;

  self->leaf_places = g_realloc (self->leaf_places, n);
  memset (self->leaf_places + self->n_places, NO_PLACE, n - self->n_places);
  self->n_places = n;
  return code;
}

static inline guint
get_code (SlTrackTree *self, guint32 state, guint32 detail)
{
  guint code_plus_one = sl_track_codes_find (&self->codes, state, detail);

  return G_LIKELY (code_plus_one > 0) ? code_plus_one - 1 : add_code (self, state, detail);
}

/* The place of @mark in the sums of the open leaf. */
static inline guint
get_place (SlTrackTree *self, guint32 mark)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint place = self->leaf_places[mark];

  if (G_UNLIKELY (place == NO_PLACE))
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

  place = get_place (self, mark);
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
  self->last_mark = mark;
}

/* Whether a slice from @begin on only goes on with the last one. */
static inline gboolean
goes_on (const SlTrackTree *self, SlTime begin, guint32 mark)
{
  return mark == self->last_mark && begin == self->leaf.end && self->leaf.n_items > 0 &&
         SL_MARK_HAS_LENGTH (mark);
}

static void
extend_last (SlTrackTree *self, SlTime end)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint64 length = (guint64) end - (guint64) leaf->end;
  guint last = leaf->n_items - 1;
  guint place = leaf->local[last];

  leaf->payloads[last] += length;
  leaf->payload_bits[place] |= leaf->payloads[last];
  leaf->sums[place].ticks += length;
  leaf->end = end;
}

static void
add_slices (SlTrackTree *self, const SlTrackBatch *batch)
{
  const SlBatchItem *end = batch->items + batch->n_items;

  for (const SlBatchItem *item = batch->items; item < end; item++)
    {
      guint code = get_code (self, item->state, item->detail);
      guint32 mark = SL_MARK_NEW (code, item->begin == item->end);

      if (goes_on (self, item->begin, mark))
        {
          extend_last (self, item->end);
          continue;
        }
      add_item (self, item->begin, item->end, mark, (guint64) item->end - (guint64) item->begin);
      self->count++;
    }
}

/* Instants and values: their codes leave the detail out. */
static void
add_points (SlTrackTree *self, const SlTrackBatch *batch)
{
  const SlBatchItem *end = batch->items + batch->n_items;
  gboolean values = self->type == SL_TRACK_VALUES;

  for (const SlBatchItem *item = batch->items; item < end; item++)
    add_item (self, item->begin, item->begin, SL_MARK_NEW (get_code (self, item->state, 0), 1),
              values ? (guint64) item->end : item->detail);

  self->count += batch->n_items;
}

/**
 * sl_track_tree_prefetch_head:
 *
 * Asks for what sl_track_tree_prefetch() reads.
 */
void
sl_track_tree_prefetch_head (const SlTrackTree *self)
{
  sl_prefetch (self, G_STRUCT_OFFSET (SlTrackTree, leaf.gaps));
  sl_prefetch (&self->leaf_places, sizeof self->leaf_places);
}

/**
 * sl_track_tree_prefetch:
 *
 * Asks for what the next items change, where many trees take turns.
 */
void
sl_track_tree_prefetch (const SlTrackTree *self)
{
  const SlOpenLeaf *leaf = &self->leaf;

  /* A batch fills half of a leaf; of sums there are few as a rule. */
  sl_prefetch (&leaf->gaps[leaf->n_items % SL_LEAF_ITEMS], SL_BATCH_ITEMS / 2 * sizeof *leaf->gaps);
  sl_prefetch (&leaf->payloads[leaf->n_items % SL_LEAF_ITEMS],
               SL_BATCH_ITEMS / 2 * sizeof *leaf->payloads);
  sl_prefetch (leaf->local, SL_LEAF_ITEMS);
  sl_prefetch (leaf->sums, 8 * sizeof *leaf->sums);
  sl_prefetch (leaf->payload_bits, 8 * sizeof *leaf->payload_bits);
  sl_prefetch (self->leaf_places, MIN (self->n_places, 64));
  sl_track_codes_prefetch (&self->codes);
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

/* Sets what all tracks have. */
static void
init_head (const SlTrackTree *self, SlTrack *track, gsize codes_at, guint n_items)
{
  *track = (SlTrack) {
    .n_codes = self->codes.n_codes,
    .codes_at = (guint16) codes_at,
    .type = (guint8) self->type,
    .n_items = (guint8) n_items,
  };
  g_atomic_ref_count_init (&track->ref_count);
  if (track->n_codes > 0)
    memcpy ((gpointer) sl_track_get_codes (track), self->codes.codes,
            track->n_codes * sizeof (SlTrackCode));
}

/**
 * sl_track_tree_snapshot:
 *
 * Returns: (transfer full): all items so far
 */
SlTrack *
sl_track_tree_snapshot (SlTrackTree *self)
{
  SlTreeTrack *tree = g_malloc (sizeof *tree + self->codes.n_codes * sizeof (SlTrackCode));

  *tree = (SlTreeTrack) { .count = self->count };
  init_head (self, &tree->track, sizeof *tree, SL_TRACK_MANY);
  if (self->count > 0)
    tree->root = sl_track_levels_make_root (&self->levels,
                                            sl_open_chunk_freeze_with (&self->chunk, self->type,
                                                                       &self->leaf));

  return &tree->track;
}

/* To where codes may stand, of which the padding of a chunk is one at least. */
static gsize
round_up (gsize size)
{
  G_STATIC_ASSERT (sizeof (SlTrackCode) >= SL_LEAF_PADDING);

  return (size + G_ALIGNOF (SlTrackCode) - 1) / G_ALIGNOF (SlTrackCode) * G_ALIGNOF (SlTrackCode);
}

/**
 * sl_track_tree_make_few:
 * @self: with at most a leaf of items; to be cleared before any others are added
 * @slabs: (nullable): where it lies, since it stays as long as the trace; %NULL for a piece of its own
 *
 * Returns: (transfer full): its items as a track in one piece
 */
SlTrack *
sl_track_tree_make_few (SlTrackTree *self, SlTrackSlabs *slabs)
{
  gsize codes_at = sizeof (SlTrack), size;
  SlTrackSlab *slab = NULL;
  SlTrack *track;

  if (self->count > 0)
    {
      sl_open_chunk_append (&self->chunk, self->type, &self->leaf);
      codes_at = round_up (codes_at + sl_open_chunk_get_size (&self->chunk, 0));
    }

  size = codes_at + self->codes.n_codes * sizeof (SlTrackCode);
  track = slabs != NULL ? sl_track_slabs_take (slabs, size, &slab) : g_malloc (size);
  init_head (self, track, codes_at, (guint) self->count);
  if (slab != NULL)
    track->in_slab = (guint32) ((guint8 *) track - (guint8 *) slab);
  if (self->count > 0)
    sl_open_chunk_fill (&self->chunk, (SlTrackChunk *) sl_track_get_only_chunk (track), 0);
  return track;
}
