/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-track-private.h"

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

struct _SlTrackWriter
{
  SlTrackType type;
  guint64 count;
  SlTime end;

  /* Codes by (state, detail): open addressing, number + 1, 0 for free. */
  SlTrackCode *codes;
  guint n_codes;
  guint32 *table;
  guint table_mask;

  /* By mark: its place in the sums of the open leaf, of the open chunk, of the node in hand. A
   * place that does not bear the mark is stale, so that nothing needs to be cleared. */
  guint32 *leaf_places;
  guint32 *chunk_places;
  guint32 *node_places;

  SlOpenLeaf leaf;
  GByteArray *bytes; /* of the leaves of the open chunk */
  guint n_leaves;
  SlTime begins[SL_FAN_OUT];
  SlTime ends[SL_FAN_OUT];
  guint32 offsets[SL_FAN_OUT];
  gint64 minimum; /* of the open chunk */
  gint64 maximum;
  SumSet sums; /* of the open chunk */

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

/**
 * sl_track_writer_new:
 * @type: of all items that will come
 *
 * Returns: (transfer full): a writer of an empty track
 */
SlTrackWriter *
sl_track_writer_new (SlTrackType type)
{
  SlTrackWriter *self = g_new0 (SlTrackWriter, 1);

  self->type = type;
  self->end = SL_TIME_MIN;
  self->table_mask = 15;
  self->table = g_new0 (guint32, self->table_mask + 1);
  self->codes = g_new (SlTrackCode, self->table_mask + 1);
  self->leaf_places = g_new0 (guint32, 2 * (self->table_mask + 1));
  self->chunk_places = g_new0 (guint32, 2 * (self->table_mask + 1));
  self->node_places = g_new0 (guint32, 2 * (self->table_mask + 1));
  self->bytes = g_byte_array_new ();
  self->leaf.type = type;
  self->leaf.minimum = self->minimum = G_MAXINT64;
  self->leaf.maximum = self->maximum = G_MININT64;

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
  for (guint level = 0; level < SL_TRACK_LEVELS && self->levels[level] != NULL; level++)
    {
      for (guint i = 0; i < self->levels[level]->n; i++)
        sibling_clear (&self->levels[level]->siblings[i], level);
      g_free (self->levels[level]);
    }

  g_free (self->codes);
  g_free (self->table);
  g_free (self->leaf_places);
  g_free (self->chunk_places);
  g_free (self->node_places);
  g_byte_array_unref (self->bytes);
  g_free (self->sums.sums);
  g_free (self);
}

static inline guint
hash_code (guint32 state, guint32 detail)
{
  guint64 key = (guint64) state << 32 | detail;

  return (key * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)) >> 40;
}

/* From @size places to twice as many. */
static guint32 *
grow_places (guint32 *places, guint size)
{
  places = g_renew (guint32, places, 2 * (gsize) size);
  memset (places + size, 0, size * sizeof *places);
  return places;
}

static void
grow_table (SlTrackWriter *self)
{
  guint size = 2 * (self->table_mask + 1);

  g_free (self->table);
  self->table = g_new0 (guint32, size);
  self->codes = g_renew (SlTrackCode, self->codes, size);
  self->leaf_places = grow_places (self->leaf_places, size);
  self->chunk_places = grow_places (self->chunk_places, size);
  self->node_places = grow_places (self->node_places, size);
  self->table_mask = size - 1;
  for (guint i = 0; i < self->n_codes; i++)
    {
      guint slot = hash_code (self->codes[i].state, self->codes[i].detail) & self->table_mask;

      while (self->table[slot] != 0)
        slot = (slot + 1) & self->table_mask;
      self->table[slot] = i + 1;
    }
}

/* The number of the code, a new one if need be. */
static inline guint
get_code (SlTrackWriter *self, guint32 state, guint32 detail)
{
  guint slot = hash_code (state, detail) & self->table_mask;
  guint number;

  while ((number = self->table[slot]) != 0)
    {
      const SlTrackCode *code = &self->codes[number - 1];

      if (code->state == state && code->detail == detail)
        return number - 1;
      slot = (slot + 1) & self->table_mask;
    }

  self->codes[self->n_codes] = (SlTrackCode) { state, detail };
  self->table[slot] = ++self->n_codes;
  if (2 * self->n_codes > self->table_mask)
    grow_table (self);
  return self->n_codes - 1;
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
summarize_node (SlTrackWriter *self, SlTrackNode *node)
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
push_sibling (SlTrackWriter *self, Sibling sibling)
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

static void
flush_leaf (SlTrackWriter *self)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint8 bytes[SL_LEAF_MAX_BYTES];
  gsize n_bytes;

  n_bytes = sl_track_leaf_encode (leaf, bytes);
  self->begins[self->n_leaves] = leaf->begin;
  self->ends[self->n_leaves] = self->end;
  self->offsets[self->n_leaves] = self->bytes->len;
  self->n_leaves++;
  g_byte_array_append (self->bytes, bytes, n_bytes);

  for (guint i = 0; i < leaf->n_marks; i++)
    sum_set_add (&self->sums, self->chunk_places, &leaf->sums[i]);
  self->minimum = MIN (self->minimum, leaf->minimum);
  self->maximum = MAX (self->maximum, leaf->maximum);

  leaf->n_items = 0;
  leaf->n_marks = 0;
  leaf->minimum = G_MAXINT64;
  leaf->maximum = G_MININT64;
}

/* The open chunk as it is, its sums copied. */
static Sibling
make_chunk (SlTrackWriter *self)
{
  SlTrackChunk *chunk = g_malloc0 (sizeof *chunk + self->bytes->len + 8);
  guint n_leaves = self->n_leaves;

  g_atomic_ref_count_init (&chunk->ref_count);
  chunk->n_leaves = n_leaves;
  chunk->n_bytes = self->bytes->len + 8;
  memcpy (chunk->begin, self->begins, sizeof chunk->begin);
  memcpy (chunk->end, self->ends, sizeof chunk->end);
  memcpy (chunk->offset, self->offsets, sizeof chunk->offset);
  memcpy (chunk->bytes, self->bytes->data, self->bytes->len);
  chunk->n_items = (n_leaves - 1) * SL_LEAF_ITEMS + chunk->bytes[chunk->offset[n_leaves - 1] + 1];

  return (Sibling) {
    .child = {
      .begin = chunk->begin[0],
      .end = chunk->end[n_leaves - 1],
      .count = chunk->n_items,
      .minimum = self->minimum,
      .maximum = self->maximum,
      .n_sums = self->sums.n_sums,
      .child = chunk,
    },
    .sums = g_memdup2 (self->sums.sums, self->sums.n_sums * sizeof (SlTrackSum)),
  };
}

static void
flush_chunk (SlTrackWriter *self)
{
  push_sibling (self, make_chunk (self));
  g_byte_array_set_size (self->bytes, 0);
  self->n_leaves = 0;
  self->sums.n_sums = 0;
  self->minimum = G_MAXINT64;
  self->maximum = G_MININT64;
}

static inline void
add_item (SlTrackWriter *self, SlTime begin, SlTime end, guint32 mark, guint64 payload)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint i;
  guint place;

  if (leaf->n_items == SL_LEAF_ITEMS)
    {
      flush_leaf (self);
      if (self->n_leaves == SL_FAN_OUT)
        flush_chunk (self);
    }

  i = leaf->n_items++;
  if (i == 0)
    leaf->begin = begin;
  leaf->gaps[i] = i == 0 ? 0 : (guint64) begin - (guint64) self->end;
  leaf->payloads[i] = payload;

  place = self->leaf_places[mark];
  if (place >= leaf->n_marks || leaf->sums[place].mark != mark)
    {
      place = self->leaf_places[mark] = leaf->n_marks++;
      leaf->sums[place] = (SlTrackSum) { .mark = mark };
    }
  leaf->local[i] = place;
  leaf->sums[place].count++;
  leaf->sums[place].ticks += (guint64) end - (guint64) begin;

  self->end = end;
  self->count++;
}

/* Makes the last item longer if the new one only goes on with it. */
static inline gboolean
merge_slice (SlTrackWriter *self, SlTime begin, SlTime end, guint32 mark)
{
  SlOpenLeaf *leaf = &self->leaf;
  guint last = leaf->n_items - 1;
  guint64 length = (guint64) end - (guint64) begin;
  guint place;

  if (leaf->n_items == 0 || begin != self->end || !SL_MARK_HAS_LENGTH (mark))
    return FALSE;

  place = leaf->local[last];
  if (leaf->sums[place].mark != mark)
    return FALSE;

  leaf->payloads[last] += length;
  leaf->sums[place].ticks += length;
  self->end = end;
  return TRUE;
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
  guint32 mark;

  g_return_if_fail (self->type == SL_TRACK_SLICES);

  begin = MAX (begin, self->end);
  end = MAX (begin, end);
  mark = SL_MARK_NEW (get_code (self, state, detail), begin == end);
  if (!merge_slice (self, begin, end, mark))
    add_item (self, begin, end, mark, (guint64) end - (guint64) begin);
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

  time = MAX (time, self->end);
  add_item (self, time, time, SL_MARK_NEW (get_code (self, kind, 0), 1), detail);
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

  time = MAX (time, self->end);
  add_item (self, time, time, SL_MARK_NEW (get_code (self, 0, 0), 1), value);
  self->leaf.minimum = MIN (self->leaf.minimum, value);
  self->leaf.maximum = MAX (self->leaf.maximum, value);
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

/* The open leaf and chunk, made into a chunk of the snapshot's own; the writer goes on as if
 * nothing had been. */
static Sibling
copy_open_chunk (SlTrackWriter *self)
{
  SlOpenLeaf leaf = self->leaf;
  guint n_leaves = self->n_leaves;
  guint n_bytes = self->bytes->len;
  gint64 minimum = self->minimum;
  gint64 maximum = self->maximum;
  SumSet sums = self->sums;
  Sibling sibling;

  self->sums.sums = g_memdup2 (sums.sums, sums.allocated * sizeof (SlTrackSum));
  flush_leaf (self);
  sibling = make_chunk (self);

  g_free (self->sums.sums);
  self->sums = sums;
  self->minimum = minimum;
  self->maximum = maximum;
  g_byte_array_set_size (self->bytes, n_bytes);
  self->n_leaves = n_leaves;
  self->leaf = leaf;
  return sibling;
}

/* The whole tree: nodes are made for what still waits for siblings. */
static SlTrackNode *
make_root (SlTrackWriter *self)
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
 * sl_track_writer_snapshot:
 *
 * Returns: (transfer full): all items so far; shares what was frozen before
 */
SlTrack *
sl_track_writer_snapshot (SlTrackWriter *self)
{
  SlTrack *track = g_new0 (SlTrack, 1);

  g_atomic_ref_count_init (&track->ref_count);
  track->type = self->type;
  track->count = self->count;
  track->n_codes = self->n_codes;
  track->codes = g_memdup2 (self->codes, self->n_codes * sizeof (SlTrackCode));
  if (self->count > 0)
    track->root = make_root (self);

  return track;
}
