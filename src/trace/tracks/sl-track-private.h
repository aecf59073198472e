/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a track is stored. 64 items make a leaf: a head, which holds the leaf's sums, and packed
 * items. 8 leaves make a chunk, one allocation, where the heads stand together at the front:
 * a fold goes over these. Above the chunks stands a tree whose nodes hold the sums of up to 8
 * children. Chunks and nodes never change once they are made and are shared by count, so a
 * snapshot makes only the last path of the tree anew.
 *
 * Sums go by mark: twice the number of the code, plus 1 for items without a length. A mark of
 * an item with a length counts ticks, one without counts items, so that what takes no time is
 * not lost in a fold. */

#include <string.h>

#include "sl-track-slab.h"
#include "sl-track.h"

G_BEGIN_DECLS

#define SL_LEAF_ITEMS   64
#define SL_FAN_OUT      8
#define SL_CHUNK_ITEMS  (SL_LEAF_ITEMS * SL_FAN_OUT)
#define SL_TRACK_LEVELS 12

#define SL_MARK_NEW(code, no_length) ((code) << 1 | (no_length))
#define SL_MARK_CODE(mark)           ((mark) >> 1)
#define SL_MARK_HAS_LENGTH(mark)     (((mark) &1) == 0)

typedef struct
{
  guint32 state;
  guint32 detail;
} SlTrackCode;

/**
 * SlTrackSum:
 * @ticks: 0 for a mark without length
 * @count: items
 */
typedef struct
{
  guint64 ticks;
  guint32 mark;
  guint32 count;
} SlTrackSum;

/**
 * SlTrackChunk:
 * @n_bytes: of heads and items, and of %SL_LEAF_PADDING for reads of a word, which only a part of a track has elsewhere
 * @is_in_slab: whether it lies in a slab, whose address then precedes it. One that is a part of its track does not
 * @end: of the last item
 * @begin: of the first item of each leaf; no item of a leaf ends after the next leaf's begin. Behind it stand two numbers for each
 *   leaf, where its head and its items are in the bytes behind these, so that a chunk of one leaf takes no room for more
 */
typedef struct
{
  gatomicrefcount ref_count;
  guint16 n_bytes;
  guint8 n_leaves;
  guint8 is_in_slab;
  SlTime end;
  SlTime begin[];
} SlTrackChunk;

/* Two for each leaf: of its head and of its items. */
static inline const guint16 *
sl_track_chunk_get_offsets (const SlTrackChunk *self)
{
  return (const guint16 *) (gconstpointer) (self->begin + self->n_leaves);
}

static inline const guint8 *
sl_track_chunk_get_bytes (const SlTrackChunk *self)
{
  return (const guint8 *) (sl_track_chunk_get_offsets (self) + 2 * self->n_leaves);
}

static inline const guint8 *
sl_track_chunk_get_head (const SlTrackChunk *self, guint leaf)
{
  return sl_track_chunk_get_bytes (self) + sl_track_chunk_get_offsets (self)[2 * leaf];
}

static inline const guint8 *
sl_track_chunk_get_items (const SlTrackChunk *self, guint leaf)
{
  return sl_track_chunk_get_bytes (self) + sl_track_chunk_get_offsets (self)[2 * leaf + 1];
}

static inline gsize
sl_track_chunk_get_size (guint n_leaves, gsize n_bytes)
{
  return sizeof (SlTrackChunk) + n_leaves * (sizeof (SlTime) + 2 * sizeof (guint16)) + n_bytes;
}

/**
 * SlTrackChild:
 * @child: a #SlTrackChunk under a node of level 1, else a #SlTrackNode
 * @minimum: smallest value (values only)
 * @maximum: largest value (values only)
 */
typedef struct
{
  SlTime begin;
  SlTime end;
  guint64 count;
  gint64 minimum;
  gint64 maximum;
  guint32 first_sum;
  guint32 n_sums;
  gpointer child;
} SlTrackChild;

/**
 * SlTrackNode:
 * @has_short_sums: whether all of its sums fit #SlTrackShortSum, as most do: sums are most of what nodes take
 * @memory: in bytes, of the node and all below it
 */
typedef struct
{
  gatomicrefcount ref_count;
  guint8 level;
  guint8 n_children;
  guint8 has_short_sums;
  gsize memory;
  SlTrackChild children[];
} SlTrackNode;

/* As #SlTrackSum. */
typedef struct
{
  guint32 ticks;
  guint16 mark;
  guint16 count;
} SlTrackShortSum;

/* Above so many sums of a child that is a node they stand in the order of their marks, so that a few are found
 * without going over all. Those of chunks stand as they came. */
#define SL_SUMS_SORTED_FROM 64

/* The sums of all children stand behind them; @place is a number among all of these. */
static inline SlTrackSum
sl_track_node_get_sum (const SlTrackNode *self, guint place)
{
  gconstpointer sums = self->children + self->n_children;

  if (G_LIKELY (self->has_short_sums))
    {
      const SlTrackShortSum *sum = (const SlTrackShortSum *) sums + place;

      return (SlTrackSum) { sum->ticks, sum->mark, sum->count };
    }

  return ((const SlTrackSum *) sums)[place];
}

/**
 * SlTrack:
 * @in_slab: bytes from the begin of its slab to the track; 0 for a piece of its own
 * @codes_at: bytes from the begin of the track to its codes
 * @type: #SlTrackType
 * @n_items: of a track of few, whose only chunk, if there are any, lies between the head and the codes, which are its padding;
 *   %SL_TRACK_MANY for an #SlTreeTrack
 *
 * The head of all tracks. It is as short as it can be: in a long trace of Linux most tracks have one or two items.
 */
struct _SlTrack
{
  gatomicrefcount ref_count;
  guint32 in_slab;
  guint32 n_codes;
  guint16 codes_at;
  guint8 type;
  guint8 n_items;
};

#define SL_TRACK_MANY 0xff

G_STATIC_ASSERT (SL_LEAF_ITEMS < SL_TRACK_MANY);

/**
 * SlTreeTrack:
 * @root: (nullable): %NULL without items
 * @by_state: (nullable): numbers of the codes in the order of their states; %NULL until somebody asks. Atomic
 *
 * A track with a tree.
 */
typedef struct
{
  SlTrack track;
  guint64 count;
  SlTrackNode *root;
  guint32 *by_state;
} SlTreeTrack;

static inline gboolean
sl_track_is_few (const SlTrack *self)
{
  return self->n_items != SL_TRACK_MANY;
}

static inline const SlTrackCode *
sl_track_get_codes (const SlTrack *self)
{
  return (const SlTrackCode *) (gconstpointer) ((const guint8 *) self + self->codes_at);
}

static inline guint64
sl_track_get_n_items (const SlTrack *self)
{
  return sl_track_is_few (self) ? self->n_items : ((const SlTreeTrack *) self)->count;
}

/* Returns: (nullable): %NULL for a track of few, and without items */
static inline const SlTrackNode *
sl_track_get_root (const SlTrack *self)
{
  return sl_track_is_few (self) ? NULL : ((const SlTreeTrack *) self)->root;
}

/* The only chunk of a track without a tree; NULL for a track that has one, or no items. */
static inline const SlTrackChunk *
sl_track_get_only_chunk (const SlTrack *self)
{
  return sl_track_is_few (self) && self->n_items > 0
             ? (const SlTrackChunk *) (gconstpointer) (self + 1)
             : NULL;
}

/* Which leaf holds an item. */
typedef struct
{
  const SlTrackChunk *chunk;
  guint leaf;
  guint64 first; /* index of the leaf's first item */
} SlLeafPlace;

SlTrackChunk *sl_track_chunk_ref (SlTrackChunk *self);
void sl_track_chunk_unref (SlTrackChunk *self);
SlTrackNode *sl_track_node_ref (SlTrackNode *self);
void sl_track_node_unref (SlTrackNode *self);

#define SL_LEAF_PADDING 8

/* Above so many marks, and up to so many items, a leaf's items are added up as fast as its sums: it has none. */
#define SL_LEAF_WEIGHED_MARKS   16
#define SL_LEAF_UNWEIGHED_ITEMS 16

/* Flags of a leaf: log2 of the width of marks, the width of weights, 0 for none. */
#define SL_LEAF_MARK_SHIFT   0
#define SL_LEAF_WEIGHT_SHIFT 2

/* What a leaf's head says. */
typedef struct
{
  guint n_items;
  guint n_marks;      /* 0 with values */
  guint mark_width;   /* bytes */
  guint weight_width; /* bytes; 0 where the weights are left out, as with values */
  guint gap_width;    /* bits */
  const guint8 *marks;
  const guint8 *widths; /* of payloads by place of the mark, in bits */
  const guint8 *counts; /* of items, by place of the mark; where there are weights */
  const guint8 *weights;
  gint64 minimum; /* values only */
  gint64 maximum;
} SlLeafHead;

/* Where the reading of a leaf stands. */
typedef struct
{
  const guint8 *marks;
  const guint8 *widths;
  const guint8 *locals;
  const guint8 *data;
  SlTime time;
  gint64 minimum;
  guint32 bit;
  guint8 position;
  guint8 n_items;
  guint8 n_marks;
  guint8 mark_width;
  guint8 local_width;
  guint8 gap_width;
  guint8 type;
} SlLeafCursor;

extern const guint64 sl_leaf_masks[9];

static inline guint64
sl_leaf_load (const guint8 *bytes, guint size)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word) & sl_leaf_masks[size];
}

/* By number of bits. */
extern const guint64 sl_leaf_bit_masks[65];

/* The bits from number @bit on, at least 57 of them. */
static inline guint64
sl_leaf_word (const guint8 *data, guint bit)
{
  guint64 word;

  memcpy (&word, data + bit / 8, sizeof word);
  return GUINT64_FROM_LE (word) >> bit % 8;
}

/* @width bits from bit number @bit on. */
static inline guint64
sl_leaf_bits (const guint8 *data, guint bit, guint width)
{
  guint64 word = sl_leaf_word (data, bit);

  if (width > 56)
    word |= (guint64) data[bit / 8 + 8] << 1 << (63 - bit % 8);

  return word & sl_leaf_bit_masks[width];
}

static inline guint32
sl_leaf_mark (const guint8 *marks, guint width, guint place)
{
  guint32 word;

  if (width == 1)
    return marks[place];

  memcpy (&word, marks + place * width, sizeof word);
  return GUINT32_FROM_LE (word) & (guint32) sl_leaf_masks[width];
}

/* Bits that the place of a mark takes. */
static inline guint
sl_leaf_local_width (guint n_marks)
{
  return n_marks > 1 ? g_bit_storage (n_marks - 1) : 0;
}

void sl_leaf_head_read (SlLeafHead *self, SlTrackType type, const SlTrackChunk *chunk, guint leaf);
void
sl_leaf_cursor_init (SlLeafCursor *self, SlTrackType type, const SlTrackChunk *chunk, guint leaf);

/* One item as it stands in a leaf. */
typedef struct
{
  SlTime begin;
  SlTime end;
  guint64 payload;
  guint8 local;
} SlLeafItem;

static inline gboolean
sl_leaf_cursor_next (SlLeafCursor *self, SlLeafItem *item)
{
  guint position = self->position;
  guint gap_width = self->gap_width;
  guint local;
  guint width;
  guint64 gap;
  guint64 payload;

  if (position >= self->n_items)
    return FALSE;

  self->position++;
  local = sl_leaf_word (self->locals, position * self->local_width) &
          sl_leaf_bit_masks[self->local_width];
  width = self->widths[local];
  if (G_LIKELY (gap_width + width <= 56))
    {
      guint64 word = sl_leaf_word (self->data, self->bit);

      gap = word & sl_leaf_bit_masks[gap_width];
      payload = word >> gap_width & sl_leaf_bit_masks[width];
    }
  else
    {
      gap = sl_leaf_bits (self->data, self->bit, gap_width);
      payload = sl_leaf_bits (self->data, self->bit + gap_width, width);
    }

  self->bit += gap_width + width;
  item->local = local;
  item->payload = payload;
  item->begin = (SlTime) ((guint64) self->time + gap);
  item->end = item->begin;
  if (self->type == SL_TRACK_SLICES)
    item->end = (SlTime) ((guint64) item->begin + payload);
  self->time = item->end;
  return TRUE;
}

/* What items say that have the mark @place of the leaf that @cursor reads; not of values. */
static inline SlState
sl_leaf_get_state (const SlTrack *self, const SlLeafCursor *cursor, guint place)
{
  guint32 mark = sl_leaf_mark (cursor->marks, cursor->mark_width, place);

  return (SlState) sl_track_get_codes (self)[SL_MARK_CODE (mark)].state;
}

static inline gboolean
sl_leaf_has_state (const SlTrack *self, const SlLeafCursor *cursor, SlState state)
{
  for (guint i = 0; i < cursor->n_marks; i++)
    if (sl_leaf_get_state (self, cursor, i) == state)
      return TRUE;

  return FALSE;
}

/* What the item @from of the leaf that @cursor reads says. */
static inline void
sl_track_make_item (const SlTrack *self,
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
      const SlTrackCode *code = &sl_track_get_codes (self)[SL_MARK_CODE (mark)];

      item->state = code->state;
      item->detail = self->type == SL_TRACK_INSTANTS ? from->payload : code->detail;
    }
}

/* Returns: whether it added what all of the child is, ticks and items by group; else its sums are gone over */
typedef gboolean (*SlTrackSumFunc) (const SlTrackNode *node,
                                    const SlTrackChild *child,
                                    guint64 *time_by_group,
                                    guint64 *count_by_group,
                                    gpointer user_data);

void sl_track_sum_groups_with (const SlTrack *self,
                               SlSpan span,
                               const guint8 *group_of,
                               guint64 *time_by_group,
                               guint64 *count_by_group,
                               SlTrackSumFunc ask_first,
                               gpointer user_data);

SlLeafPlace sl_track_find_leaf (const SlTrack *self, SlTime time);

G_END_DECLS
