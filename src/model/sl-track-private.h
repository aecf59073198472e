/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How a track is stored. 64 items make a leaf: packed bytes that begin with the leaf's sums.
 * 8 leaves make a chunk, one allocation. Above the chunks stands a tree whose nodes hold the
 * sums of up to 8 children. Chunks and nodes never change once they are made and are shared by
 * count, so a snapshot makes only the last path of the tree anew.
 *
 * Sums go by mark: twice the number of the code, plus 1 for items without a length. A mark of
 * an item with a length counts ticks, one without counts items, so that what takes no time is
 * not lost in a fold. */

#include <string.h>

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

typedef struct
{
  gatomicrefcount ref_count;
  guint16 n_items;
  guint8 n_leaves;
  guint32 n_bytes;
  SlTime begin[SL_FAN_OUT];
  SlTime end[SL_FAN_OUT];
  guint32 offset[SL_FAN_OUT]; /* of the leaf in @bytes */
  guint8 bytes[];             /* the last 8 are padding, for reads of a word */
} SlTrackChunk;

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

typedef struct
{
  gatomicrefcount ref_count;
  guint8 level;
  guint8 n_children;
  gsize memory; /* of the node and all below it */
  SlTrackChild children[SL_FAN_OUT];
  SlTrackSum sums[];
} SlTrackNode;

struct _SlTrack
{
  gatomicrefcount ref_count;
  SlTrackType type;
  guint64 count;
  SlTrackNode *root; /* NULL for no items */
  guint n_codes;
  SlTrackCode *codes;
};

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

/* A leaf on its way into bytes. */
typedef struct
{
  SlTrackType type;
  SlTime begin;
  guint n_items;
  guint n_marks;
  gint64 minimum; /* values only */
  gint64 maximum;
  guint64 gaps[SL_LEAF_ITEMS];     /* since the end of the item before */
  guint64 payloads[SL_LEAF_ITEMS]; /* slices: length; instants: detail; values: the value */
  guint8 local[SL_LEAF_ITEMS];     /* place of the item's mark in @sums */
  SlTrackSum sums[SL_LEAF_ITEMS];
} SlOpenLeaf;

/* Room that any leaf's bytes fit in. */
#define SL_LEAF_MAX_BYTES (3 + SL_LEAF_ITEMS * (4 + 8 + 1 + 8 + 8) + SL_LEAF_ITEMS / 4 + 8)

gsize sl_track_leaf_encode (const SlOpenLeaf *leaf, guint8 *bytes);

/* The sums at the head of a leaf. */
typedef struct
{
  guint n_items;
  guint n_marks;
  guint8 flags;
  const guint8 *marks;
  const guint8 *weights;
  gint64 minimum;
  gint64 maximum;
  const guint8 *heads;
} SlLeafHead;

/* Where the reading of a leaf stands. */
typedef struct
{
  const guint8 *heads;
  const guint8 *gaps; /* NULL where no item has one */
  const guint8 *data;
  const guint8 *marks;
  SlTime time;
  gint64 minimum;
  guint8 position;
  guint8 n_items;
  guint8 mark_width;
  guint8 type;
  const guint8 *payload_sizes;
  const guint8 *gap_sizes;
} SlLeafCursor;

extern const guint8 sl_leaf_sizes[4][4];
extern const guint64 sl_leaf_masks[9];

/* Flags of a leaf: log2 of the width of marks, wide weights, gaps, and the numbers of the
 * tables of sizes for payloads and gaps. */
#define SL_LEAF_MARK_SHIFT    0
#define SL_LEAF_WIDE          (1 << 2)
#define SL_LEAF_GAPS          (1 << 3)
#define SL_LEAF_PAYLOAD_SHIFT 4
#define SL_LEAF_GAP_SHIFT     6

static inline guint64
sl_leaf_load (const guint8 *bytes, guint size)
{
  guint64 word;

  memcpy (&word, bytes, sizeof word);
  return GUINT64_FROM_LE (word) & sl_leaf_masks[size];
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

void sl_leaf_head_read (SlLeafHead *self, SlTrackType type, const guint8 *bytes);
void sl_leaf_cursor_init (SlLeafCursor *self, SlTrackType type, const guint8 *bytes, SlTime begin);

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
  guint head;
  guint size;

  if (position >= self->n_items)
    return FALSE;

  self->position++;
  if (self->gaps != NULL)
    {
      size = self->gap_sizes[self->gaps[position / 4] >> (position % 4 * 2) & 3];
      self->time = (SlTime) ((guint64) self->time + sl_leaf_load (self->data, size));
      self->data += size;
    }

  head = self->heads[position];
  size = self->payload_sizes[head & 3];
  item->local = head >> 2;
  item->begin = self->time;
  item->payload = sl_leaf_load (self->data, size);
  self->data += size;
  if (self->type == SL_TRACK_SLICES)
    self->time = (SlTime) ((guint64) self->time + item->payload);
  item->end = self->time;
  return TRUE;
}

G_END_DECLS
