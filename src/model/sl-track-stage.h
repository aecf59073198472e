/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Items on their way into a leaf: as they came, as the analyses write and the thread that packs
 * reads them; then with their marks, as many as a leaf holds; then added up. */

#include "sl-track-private.h"

G_BEGIN_DECLS

#define SL_BATCH_ITEMS 32

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

typedef struct
{
  guint n_items;
  SlBatchItem items[SL_BATCH_ITEMS];
} SlTrackBatch;

/**
 * SlTrackStage:
 * @end: of the last item
 * @payload: slices: length; instants: detail; values: the value
 */
typedef struct
{
  guint n_items;
  SlTime end;
  SlTime begin[SL_LEAF_ITEMS];
  guint64 payload[SL_LEAF_ITEMS];
  guint32 mark[SL_LEAF_ITEMS];
} SlTrackStage;

/**
 * SlOpenLeaf:
 * @payloads: by place of the mark: all bits that any payload has
 * @local: place of the item's mark in @sums
 *
 * A leaf on its way into bytes.
 */
typedef struct
{
  SlTrackType type;
  const SlTrackStage *stage;
  guint n_marks;
  guint64 gaps; /* all bits that any gap to the item before has */
  gint64 minimum;
  gint64 maximum;
  guint8 local[SL_LEAF_ITEMS];
  SlTrackSum sums[SL_LEAF_ITEMS];
  guint64 payloads[SL_LEAF_ITEMS];
} SlOpenLeaf;

static inline void
sl_open_leaf_init (SlOpenLeaf *self, SlTrackType type, const SlTrackStage *stage)
{
  self->type = type;
  self->stage = stage;
  self->n_marks = 0;
  self->gaps = 0;
  self->minimum = G_MAXINT64;
  self->maximum = G_MININT64;
}

/* Room for any leaf's head, and for its items. */
#define SL_LEAF_MAX_BYTES (8 + SL_LEAF_ITEMS * (1 + 8 + 8) + 8)

gsize sl_track_leaf_encode_head (const SlOpenLeaf *leaf, guint8 *bytes);
gsize sl_track_leaf_encode_items (const SlOpenLeaf *leaf, guint8 *bytes);

G_END_DECLS
