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

/* Events of one row and group, by part of the tile. */
typedef struct
{
  guint16 row;
  guint16 group;
  guint32 counts[SL_PAGE_PARTS];
} SlMapRowSum;

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

typedef struct
{
  GArray *sums;  /* of SlMapRowSum */
  GArray *pages; /* of SlMapRowPages */
} SlMapTileSums;

typedef struct _SlMapSums SlMapSums;

SlMapSums *sl_map_sums_new (void);
void sl_map_sums_free (SlMapSums *self);
const SlMapTileSums *
sl_map_sums_find (SlMapSums *self, const SlMapLayout *layout, guint level, guint64 tile);
const SlMapTileSums *sl_map_sums_add (SlMapSums *self,
                                      const SlMapLayout *layout,
                                      guint level,
                                      guint64 tile,
                                      GArray *sums,
                                      GArray *pages);

G_END_DECLS
