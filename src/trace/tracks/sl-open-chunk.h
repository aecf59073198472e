/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The chunk of a growing track to which leaves are still added. */

#include "sl-track-levels.h"
#include "sl-track-open.h"

G_BEGIN_DECLS

/* Bytes that grow; in an arena they only move to larger pieces. */
typedef struct
{
  guint8 *data; /* NULL without any room */
  guint len;
  guint room;
} SlOpenBytes;

/**
 * SlOpenChunk:
 * @arena: (nullable): that has the bytes; %NULL where malloc() has them
 * @heads: of all leaves, one behind the other
 * @items: of all leaves, likewise
 * @end: of the last item
 * @begins: of the first item, by leaf
 * @head_offsets: in @heads, by leaf
 * @item_offsets: in @items, by leaf
 * @minimum: smallest value (values only)
 * @maximum: largest value (values only)
 * @sums: of all items
 */
typedef struct
{
  SlArena *arena;
  SlOpenBytes heads;
  SlOpenBytes items;
  guint n_leaves;
  guint n_items;
  SlTime end;
  SlTime begins[SL_FAN_OUT];
  guint16 head_offsets[SL_FAN_OUT];
  guint16 item_offsets[SL_FAN_OUT];
  gint64 minimum;
  gint64 maximum;
  SlSumSet sums;
} SlOpenChunk;

void sl_open_chunk_begin (SlOpenChunk *self);
void sl_open_chunk_append (SlOpenChunk *self, SlTrackType type, const SlOpenLeaf *leaf);
gsize sl_open_chunk_get_size (const SlOpenChunk *self, guint padding);
void sl_open_chunk_fill (const SlOpenChunk *self, SlTrackChunk *chunk, guint padding);
SlTrackSibling sl_open_chunk_freeze (const SlOpenChunk *self, SlTrackSlabs *slabs);
SlTrackSibling
sl_open_chunk_freeze_with (SlOpenChunk *self, SlTrackType type, const SlOpenLeaf *leaf);
void sl_open_chunk_clear (SlOpenChunk *self);

G_END_DECLS
