/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What tiles of a page map amount to on an address axis, row by row: the same in every picture of
 * that axis, whatever stretch of time it shows, and so kept from picture to picture. One thread at a
 * time. */

#include "sl-address-axis.h"

G_BEGIN_DECLS

/**
 * SlMapLayout:
 * @map: whose pages are on the axis
 * @tiles: whose tiles are summed up
 *
 * What decides in which row a page is.
 */
typedef struct
{
  const SlPageMap *map;
  const SlPageMap *tiles;
  SlAddressView view;
  guint n_rows;
} SlMapLayout;

/* Groups of events that a map tells apart. */
#define SL_MAP_GROUPS 4

/* Of a tile. */
static inline gsize
sl_map_layout_get_n_counts (const SlMapLayout *self)
{
  return (gsize) self->n_rows * SL_PAGE_PARTS * SL_MAP_GROUPS;
}

/**
 * SlMapRowPages:
 * @first, @end: ranks of pages that the row shows
 * @count: events of the pages whose lowest row it is
 */
typedef struct
{
  guint row;
  guint first, end;
  guint64 count;
} SlMapRowPages;

/**
 * SlMapTileSums:
 * @counts: events by part of the tile, then by row from below, then by group
 * @pages: (element-type SlMapRowPages): of rows that show any
 */
typedef struct
{
  guint32 *counts;
  GArray *pages;
} SlMapTileSums;

typedef struct _SlMapSums SlMapSums;

SlMapSums *sl_map_sums_new (void);
void sl_map_sums_free (SlMapSums *self);
GByteArray *sl_map_sums_take_room (SlMapSums *self, guint size);
void sl_map_sums_give_room (SlMapSums *self, GByteArray *room);
const SlMapTileSums *
sl_map_sums_find (SlMapSums *self, const SlMapLayout *layout, guint level, guint64 tile);
const SlMapTileSums *sl_map_sums_add (SlMapSums *self,
                                      const SlMapLayout *layout,
                                      guint level,
                                      guint64 tile,
                                      guint32 *counts,
                                      GArray *pages);

G_END_DECLS
