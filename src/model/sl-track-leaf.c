/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A leaf's bytes:
 *
 *   1          flags, see SL_LEAF_…
 *   1          number of items
 *   1          number of marks − 1, 0 with values
 *   m × 1,2,4  marks                          values: 8 bytes, the smallest value
 *   m × 4,8    their ticks, or their items    values: 8 bytes, the largest value
 *   n          heads: place of the mark << 2 | class of the payload's size
 *   n ÷ 4      classes of the gaps' sizes, if there are gaps
 *   …          by item: gap, payload
 *
 * Sizes of gaps and payloads stand apart from the data, so that reading one does not wait for
 * the one before. The table that turns classes into sizes is the best of four for the leaf. */

#include "sl-track-private.h"

const guint8 sl_leaf_sizes[4][4] = {
  { 0, 1, 2, 4 },
  { 1, 2, 3, 4 },
  { 2, 3, 4, 8 },
  { 0, 1, 3, 8 },
};

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

/* What a table makes of numbers that need 0 … 8 bytes: the class for each, 4 for none. */
static const guint8 classes[4][9] = {
  { 0, 1, 2, 3, 3, 4, 4, 4, 4 },
  { 0, 0, 1, 2, 3, 4, 4, 4, 4 },
  { 0, 0, 0, 1, 2, 3, 3, 3, 3 },
  { 0, 1, 2, 2, 3, 3, 3, 3, 3 },
};

static inline guint
bytes_of (guint64 number)
{
  return number == 0 ? 0 : (71 - __builtin_clzll (number)) / 8;
}

/* The table that stores the numbers in the fewest bytes. */
static guint
choose_table (const guint64 *numbers, guint n_numbers)
{
  guint needs[9] = { 0 };
  guint best = 2;
  guint best_total = G_MAXUINT;

  for (guint i = 0; i < n_numbers; i++)
    needs[bytes_of (numbers[i])]++;

  for (guint table = 0; table < 4; table++)
    {
      guint total = 0;

      for (guint need = 0; need < 9; need++)
        {
          guint class = classes[table][need];

          if (class < 4)
            total += needs[need] * sl_leaf_sizes[table][class];
          else if (needs[need] > 0)
            total += 1 << 16;
        }
      if (total < best_total)
        {
          best = table;
          best_total = total;
        }
    }

  return best;
}

static inline guint8 *
put (guint8 *bytes, guint64 number, guint size)
{
  guint64 word = GUINT64_TO_LE (number);

  memcpy (bytes, &word, sizeof word);
  return bytes + size;
}

/* Marks and weights; returns the flags that say how wide they are. */
static guint8
encode_sums (const SlOpenLeaf *leaf, guint8 **bytes)
{
  guint32 largest_mark = 0;
  guint64 largest = 0;
  guint shift;
  gboolean wide;

  for (guint i = 0; i < leaf->n_marks; i++)
    {
      const SlTrackSum *sum = &leaf->sums[i];

      largest_mark = MAX (largest_mark, sum->mark);
      largest = MAX (largest, SL_MARK_HAS_LENGTH (sum->mark) ? sum->ticks : sum->count);
    }

  shift = largest_mark < 1 << 8 ? 0 : largest_mark < 1 << 16 ? 1 : 2;
  wide = largest > G_MAXUINT32;
  for (guint i = 0; i < leaf->n_marks; i++)
    *bytes = put (*bytes, leaf->sums[i].mark, 1 << shift);
  for (guint i = 0; i < leaf->n_marks; i++)
    {
      const SlTrackSum *sum = &leaf->sums[i];

      *bytes = put (*bytes, SL_MARK_HAS_LENGTH (sum->mark) ? sum->ticks : sum->count, wide ? 8 : 4);
    }

  return shift << SL_LEAF_MARK_SHIFT | (wide ? SL_LEAF_WIDE : 0);
}

/**
 * sl_track_leaf_encode:
 * @leaf: with 1 to %SL_LEAF_ITEMS items, the first without a gap
 * @bytes: (out caller-allocates): room for %SL_LEAF_MAX_BYTES
 *
 * Returns: the number of bytes used
 */
gsize
sl_track_leaf_encode (const SlOpenLeaf *leaf, guint8 *bytes)
{
  guint64 payloads[SL_LEAF_ITEMS] = { 0 };
  guint n = leaf->n_items;
  guint8 *p = bytes + 3;
  guint8 flags = 0;
  guint payload_table;
  guint gap_table = 0;
  guint64 any_gap = 0;
  guint8 *heads;
  guint8 *gaps;

  if (leaf->type == SL_TRACK_VALUES)
    {
      p = put (p, leaf->minimum, 8);
      p = put (p, leaf->maximum, 8);
    }
  else
    flags = encode_sums (leaf, &p);

  for (guint i = 0; i < n; i++)
    {
      any_gap |= leaf->gaps[i];
      payloads[i] = leaf->payloads[i] - (leaf->type == SL_TRACK_VALUES ? leaf->minimum : 0);
    }
  payload_table = choose_table (payloads, n);
  if (any_gap != 0)
    gap_table = choose_table (leaf->gaps, n);

  heads = p;
  gaps = heads + n;
  p = gaps;
  if (any_gap != 0)
    {
      p += (n + 3) / 4;
      memset (gaps, 0, p - gaps);
    }

  for (guint i = 0; i < n; i++)
    {
      guint class;

      if (any_gap != 0)
        {
          class = classes[gap_table][bytes_of (leaf->gaps[i])];
          gaps[i / 4] |= class << (i % 4 * 2);
          p = put (p, leaf->gaps[i], sl_leaf_sizes[gap_table][class]);
        }
      class = classes[payload_table][bytes_of (payloads[i])];
      heads[i] = leaf->local[i] << 2 | class;
      p = put (p, payloads[i], sl_leaf_sizes[payload_table][class]);
    }

  bytes[0] = flags | (any_gap != 0 ? SL_LEAF_GAPS : 0) | payload_table << SL_LEAF_PAYLOAD_SHIFT |
             gap_table << SL_LEAF_GAP_SHIFT;
  bytes[1] = n;
  bytes[2] = leaf->type == SL_TRACK_VALUES ? 0 : leaf->n_marks - 1;
  return p - bytes;
}

/**
 * sl_leaf_head_read:
 * @bytes: where the leaf begins
 *
 * Finds the sums.
 */
void
sl_leaf_head_read (SlLeafHead *self, SlTrackType type, const guint8 *bytes)
{
  self->flags = bytes[0];
  self->n_items = bytes[1];
  if (type == SL_TRACK_VALUES)
    {
      self->n_marks = 0;
      self->marks = self->weights = NULL;
      self->minimum = (gint64) sl_leaf_load (bytes + 3, 8);
      self->maximum = (gint64) sl_leaf_load (bytes + 11, 8);
      self->heads = bytes + 19;
      return;
    }

  self->minimum = self->maximum = 0;
  self->n_marks = bytes[2] + 1;
  self->marks = bytes + 3;
  self->weights = self->marks + (self->n_marks << (self->flags & 3));
  self->heads = self->weights + self->n_marks * (self->flags & SL_LEAF_WIDE ? 8 : 4);
}

/**
 * sl_leaf_cursor_init:
 * @bytes: where the leaf begins
 * @begin: of its first item
 *
 * Stands before the first item.
 */
void
sl_leaf_cursor_init (SlLeafCursor *self, SlTrackType type, const guint8 *bytes, SlTime begin)
{
  SlLeafHead head;
  guint n;

  sl_leaf_head_read (&head, type, bytes);
  n = head.n_items;
  *self = (SlLeafCursor) {
    .heads = head.heads,
    .data = head.heads + n,
    .marks = head.marks,
    .time = begin,
    .minimum = head.minimum,
    .n_items = n,
    .mark_width = 1 << (head.flags & 3),
    .type = type,
    .payload_sizes = sl_leaf_sizes[head.flags >> SL_LEAF_PAYLOAD_SHIFT & 3],
    .gap_sizes = sl_leaf_sizes[head.flags >> SL_LEAF_GAP_SHIFT & 3],
  };
  if (head.flags & SL_LEAF_GAPS)
    {
      self->gaps = self->data;
      self->data += (n + 3) / 4;
    }
}
