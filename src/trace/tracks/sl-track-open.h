/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Items on their way into a leaf: first as they came, as the analyses write and the thread that
 * packs reads them; then added up. */

#include "sl-track-private.h"

G_BEGIN_DECLS

#define SL_BATCH_ITEMS 32

/* The first batch of a track has room for so many; each further one for twice as many, up to the above. */
#define SL_BATCH_FIRST_ITEMS 4

/**
 * SlBatchItem:
 * @end: of slices, instants; the value of values
 */
typedef struct
{
  SlTime begin;
  gint64 end;
  guint32 state;
  guint32 detail;
} SlBatchItem;

/* What waits for its tree; one that is handed over has room for %SL_BATCH_ITEMS. */
typedef struct
{
  guint n_items;
  SlBatchItem items[];
} SlTrackBatch;

#define SL_BATCH_SIZE(n_items) (sizeof (SlTrackBatch) + (n_items) * sizeof (SlBatchItem))

/**
 * SlOpenLeaf:
 * @end: of the last item
 * @gap_bits: all bits that any gap has
 * @gaps: between an item and the one before it in the leaf
 * @payloads: slices: length; instants: detail; values: the value
 * @local: place of the item's mark in @sums
 * @payload_bits: by place of the mark: all bits that any payload has; not used with values
 *
 * A leaf that is being filled, added up so far.
 */
typedef struct
{
  guint n_items;
  guint n_marks;
  SlTime begin;
  SlTime end;
  guint64 gap_bits;
  guint64 gaps[SL_LEAF_ITEMS];
  guint64 payloads[SL_LEAF_ITEMS];
  guint8 local[SL_LEAF_ITEMS];
  SlTrackSum sums[SL_LEAF_ITEMS];
  guint64 payload_bits[SL_LEAF_ITEMS];
} SlOpenLeaf;

/**
 * SlLeafRange:
 *
 * Values have no marks but a range; they are stored as what they are above @minimum.
 */
typedef struct
{
  gint64 minimum;
  gint64 maximum;
} SlLeafRange;

/* Room for any leaf's head, and for its items. */
#define SL_LEAF_MAX_BYTES (8 + SL_LEAF_ITEMS * (1 + 8 + 8) + 8)

gsize sl_track_leaf_encode_head (const SlOpenLeaf *leaf, const SlLeafRange *range, guint8 *bytes);
gsize sl_track_leaf_encode_items (const SlOpenLeaf *leaf, const SlLeafRange *range, guint8 *bytes);

G_END_DECLS
