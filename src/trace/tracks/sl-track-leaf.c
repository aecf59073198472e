/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A leaf's head:
 *
 *   1          flags, see SL_LEAF_…
 *   1          number of items
 *   1          number of marks, 0 with values
 *   1          width of gaps in bits, 0 for no gaps
 *   m × 1,2,4  marks
 *   m × 1      widths of payloads in bits
 *   m × 1      numbers of items                 left out with many marks or few items
 *   m × w      their ticks, or their items      likewise
 *
 * Behind the first four bytes of a leaf of values instead, where the flags are the bytes of the smallest value:
 *
 *   1          width of payloads in bits
 *   0 … 8      the smallest value, its sign in the lowest bit
 *   0 … 8      how much larger the largest one is, in as many bytes as the width needs
 *
 * Its items:
 *
 *   n × l      bits: place of the mark, as wide as the number of marks needs
 *   …          bits, item by item: gap, payload
 *
 * Slices of one mark tend to be of one size (an interrupt's handler takes what it takes), so that
 * each mark has a width of its own; and no length depends on the item before. */

#include "sl-track-open.h"

const guint64 sl_leaf_masks[9] = {
  0,
  G_GUINT64_CONSTANT (0xff),
  G_GUINT64_CONSTANT (0xffff),
  G_GUINT64_CONSTANT (0xffffff),
  G_GUINT64_CONSTANT (0xffffffff),
  G_GUINT64_CONSTANT (0xffffffffff),
  G_GUINT64_CONSTANT (0xffffffffffff),
  G_GUINT64_CONSTANT (0xffffffffffffff),
  G_MAXUINT64,
};

#define MASK(n)    ((n) == 0 ? 0 : G_MAXUINT64 >> ((64 - (n)) & 63))
#define MASKS_4(n) MASK (n), MASK ((n) + 1), MASK ((n) + 2), MASK ((n) + 3)
#define MASKS(n)   MASKS_4 (n), MASKS_4 ((n) + 4), MASKS_4 ((n) + 8), MASKS_4 ((n) + 12)

const guint64 sl_leaf_bit_masks[65] = { MASKS (0), MASKS (16), MASKS (32), MASKS (48), MASK (64) };

static inline guint
bits_of (guint64 number)
{
  return number == 0 ? 0 : 64 - __builtin_clzll (number);
}

static inline guint8 *
put (guint8 *bytes, guint64 number, guint size)
{
  guint64 word = GUINT64_TO_LE (number);

  memcpy (bytes, &word, sizeof word);
  return bytes + size;
}

static inline guint64
get_weight (const SlTrackSum *sum)
{
  return SL_MARK_HAS_LENGTH (sum->mark) ? sum->ticks : sum->count;
}

/* Marks, widths, counts and weights; returns the flags that say how wide they are. */
static guint8
encode_sums (const SlOpenLeaf *leaf, guint8 **bytes)
{
  guint32 marks = 0;
  guint64 weights = 0;
  guint shift;
  guint width = 0;

  for (guint i = 0; i < leaf->n_marks; i++)
    {
      marks |= leaf->sums[i].mark;
      weights |= get_weight (&leaf->sums[i]);
    }

  shift = marks < 1 << 8 ? 0 : marks < 1 << 16 ? 1 : 2;
  if (leaf->n_marks <= SL_LEAF_WEIGHED_MARKS && leaf->n_items > SL_LEAF_UNWEIGHED_ITEMS)
    width = MAX (1, (bits_of (weights) + 7) / 8);
  for (guint i = 0; i < leaf->n_marks; i++)
    *bytes = put (*bytes, leaf->sums[i].mark, 1 << shift);
  for (guint i = 0; i < leaf->n_marks; i++)
    *bytes = put (*bytes, bits_of (leaf->payload_bits[i]), 1);
  for (guint i = 0; width > 0 && i < leaf->n_marks; i++)
    *bytes = put (*bytes, leaf->sums[i].count, 1);
  for (guint i = 0; width > 0 && i < leaf->n_marks; i++)
    *bytes = put (*bytes, get_weight (&leaf->sums[i]), width);

  return shift << SL_LEAF_MARK_SHIFT | width << SL_LEAF_WEIGHT_SHIFT;
}

static inline guint
get_range_width (const SlLeafRange *range)
{
  return bits_of ((guint64) range->maximum - (guint64) range->minimum);
}

/* So that numbers near 0 have few bits, whatever their sign. */
static inline guint64
fold_sign (gint64 value)
{
  return (guint64) value << 1 ^ (guint64) (value >> 63);
}

static inline gint64
unfold_sign (guint64 folded)
{
  return (gint64) (folded >> 1 ^ -(folded & 1));
}

/* Returns: the flags */
static guint8
encode_range (const SlLeafRange *range, guint8 **bytes)
{
  guint64 minimum = fold_sign (range->minimum);
  guint size = (bits_of (minimum) + 7) / 8;
  guint width = get_range_width (range);

  *bytes = put (*bytes, width, 1);
  *bytes = put (*bytes, minimum, size);
  *bytes = put (*bytes, (guint64) range->maximum - (guint64) range->minimum, (width + 7) / 8);
  return (guint8) size;
}

/**
 * sl_track_leaf_encode_head:
 * @leaf: with 1 to %SL_LEAF_ITEMS items
 * @range: (nullable): of the items, if they are values
 * @bytes: (out caller-allocates): room for %SL_LEAF_MAX_BYTES
 *
 * Returns: the number of bytes used
 */
gsize
sl_track_leaf_encode_head (const SlOpenLeaf *leaf, const SlLeafRange *range, guint8 *bytes)
{
  guint8 *p = bytes + 4;

  bytes[1] = leaf->n_items;
  bytes[2] = range != NULL ? 0 : leaf->n_marks;
  bytes[3] = bits_of (leaf->gap_bits);
  bytes[0] = range != NULL ? encode_range (range, &p) : encode_sums (leaf, &p);

  return p - bytes;
}

/* Bits that go out by whole bytes; fewer than 8 wait. */
typedef struct
{
  guint8 *bytes;
  guint64 waiting;
  guint n_waiting;
} BitWriter;

/* @width is at most 56. */
static inline void
put_some_bits (BitWriter *self, guint64 number, guint width)
{
  self->waiting |= number << self->n_waiting;
  self->n_waiting += width;
  put (self->bytes, self->waiting, 0);
  self->bytes += self->n_waiting / 8;
  self->waiting >>= self->n_waiting & ~7u;
  self->n_waiting &= 7;
}

static inline void
put_bits (BitWriter *self, guint64 number, guint width)
{
  if (G_LIKELY (width <= 56))
    {
      put_some_bits (self, number, width);
      return;
    }

  put_some_bits (self, number & G_MAXUINT32, 32);
  put_some_bits (self, number >> 32, width - 32);
}

static guint8 *
end_bits (BitWriter *self)
{
  put (self->bytes, self->waiting, 0);
  return self->bytes + (self->n_waiting > 0);
}

/* Of eight bytes the lower @width bits each, one after the other. */
static inline guint64
close_up (guint64 bytes, guint width)
{
  guint spare = 8 - width;

  bytes = (bytes & G_GUINT64_CONSTANT (0x00ff00ff00ff00ff)) |
          (bytes & G_GUINT64_CONSTANT (0xff00ff00ff00ff00)) >> spare;
  bytes = (bytes & G_GUINT64_CONSTANT (0x0000ffff0000ffff)) |
          (bytes & G_GUINT64_CONSTANT (0xffff0000ffff0000)) >> 2 * spare;
  return (bytes & G_GUINT64_CONSTANT (0x00000000ffffffff)) |
         (bytes & G_GUINT64_CONSTANT (0xffffffff00000000)) >> 4 * spare;
}

/* Eight at a time: they fill whole bytes. */
static guint8 *
encode_locals (const SlOpenLeaf *leaf, guint8 *bytes)
{
  guint n_items = leaf->n_items;
  guint width = sl_leaf_local_width (leaf->n_marks);

  for (guint i = 0; width > 0 && i < n_items; i += 8)
    put (bytes + i / 8 * width,
         close_up (sl_leaf_load (leaf->local + i, MIN (8, n_items - i)), width), 0);

  return bytes + (n_items * width + 7) / 8;
}

/**
 * sl_track_leaf_encode_items:
 * @leaf: with 1 to %SL_LEAF_ITEMS items
 * @range: (nullable): of the items, if they are values
 * @bytes: (out caller-allocates): room for %SL_LEAF_MAX_BYTES
 *
 * Returns: the number of bytes used
 */
gsize
sl_track_leaf_encode_items (const SlOpenLeaf *leaf, const SlLeafRange *range, guint8 *bytes)
{
  guint64 base = range != NULL ? (guint64) range->minimum : 0;
  guint gap_width = bits_of (leaf->gap_bits);
  guint8 widths[SL_LEAF_ITEMS];
  BitWriter writer = { .bytes = encode_locals (leaf, bytes) };

  for (guint i = 0; i < leaf->n_marks; i++)
    widths[i] = range != NULL ? get_range_width (range) : bits_of (leaf->payload_bits[i]);

  for (guint i = 0; i < leaf->n_items; i++)
    {
      guint width = widths[leaf->local[i]];
      guint64 payload = leaf->payloads[i] - base;

      if (G_LIKELY (gap_width + width <= 56))
        put_some_bits (&writer, leaf->gaps[i] | payload << gap_width, gap_width + width);
      else
        {
          put_bits (&writer, leaf->gaps[i], gap_width);
          put_bits (&writer, payload, width);
        }
    }

  return end_bits (&writer) - bytes;
}

/* The head of a leaf of values. */
static void
read_range (SlLeafHead *self, const guint8 *bytes)
{
  gint64 minimum = unfold_sign (sl_leaf_load (bytes + 5, bytes[0]));
  guint64 range = sl_leaf_load (bytes + 5 + bytes[0], (bytes[4] + 7u) / 8);

  *self = (SlLeafHead) {
    .n_items = bytes[1],
    .mark_width = 1,
    .gap_width = bytes[3],
    .marks = bytes + 4,
    .widths = bytes + 4,
    .minimum = minimum,
    .maximum = (gint64) ((guint64) minimum + range),
  };
}

/**
 * sl_leaf_head_read:
 * @leaf: number in @chunk
 *
 * Finds the parts of the head.
 */
void
sl_leaf_head_read (SlLeafHead *self, SlTrackType type, const SlTrackChunk *chunk, guint leaf)
{
  const guint8 *bytes = sl_track_chunk_get_head (chunk, leaf);

  if (type == SL_TRACK_VALUES)
    {
      read_range (self, bytes);
      return;
    }

  self->n_items = bytes[1];
  self->n_marks = bytes[2];
  self->gap_width = bytes[3];
  self->mark_width = 1 << (bytes[0] >> SL_LEAF_MARK_SHIFT & 3);
  self->weight_width = bytes[0] >> SL_LEAF_WEIGHT_SHIFT;
  self->marks = bytes + 4;
  self->minimum = self->maximum = 0;
  self->widths = self->marks + self->n_marks * self->mark_width;
  self->counts = self->widths + self->n_marks;
  self->weights = self->counts + self->n_marks;
}

/**
 * sl_leaf_cursor_init:
 * @leaf: number in @chunk
 *
 * Stands before the first item.
 */
void
sl_leaf_cursor_init (SlLeafCursor *self, SlTrackType type, const SlTrackChunk *chunk, guint leaf)
{
  const guint8 *items = sl_track_chunk_get_items (chunk, leaf);
  SlLeafHead head;
  guint local_width;

  sl_leaf_head_read (&head, type, chunk, leaf);
  local_width = sl_leaf_local_width (head.n_marks);
  *self = (SlLeafCursor) {
    .marks = head.marks,
    .widths = head.widths,
    .locals = items,
    .data = items + (head.n_items * local_width + 7) / 8,
    .time = chunk->begin[leaf],
    .minimum = head.minimum,
    .n_items = head.n_items,
    .n_marks = head.n_marks,
    .mark_width = head.mark_width,
    .local_width = local_width,
    .gap_width = head.gap_width,
    .type = type,
  };
}
