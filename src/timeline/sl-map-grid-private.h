/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The cells of a page map's row, while they are summed up. */

#include "sl-build-density-private.h"
#include "sl-build-map-private.h"
#include "sl-bus-kinds.h"
#include "sl-bus-look.h"
#include "sl-map-sums.h"

G_BEGIN_DECLS

#define SL_MAP_GROUPS (SL_BUS_GROUP_WRITE + 1)

typedef struct
{
  guint32 counts[SL_MAP_GROUPS];
} SlMapCell;

/* Of one row and group in one tile. */
typedef struct
{
  guint32 counts[SL_PAGE_PARTS];
} SlMapPartSums;

/* What a row of cells shows. */
typedef struct
{
  guint first, end; /* ranks of pages */
  guint64 count;    /* events of the pages whose lowest row it is */
} SlMapBand;

typedef struct
{
  const SlPageMap *map;   /* whose pages are on the axis */
  const SlPageMap *tiles; /* the same, or that of what the filter lets through */
  SlPlane plane;
  SlAddressAxis axis;
  SlMapLayout layout;
  guint n_columns;
  guint n_rows;
  SlMapCell *cells;    /* by row from below, then by column */
  SlMapBand *bands;    /* by row from below */
  SlMapPartSums *sums; /* by row from below, then by group; zeros in between tiles */
  guint32 *rows;       /* by rank: (lowest << 16 | highest) + 1, or one of the above */
  SlTime *borders; /* by column: the first tick that is in it or in a later one; NULL until asked */
  guint may_decode; /* zones */
  gboolean only_matches;
  guint widened; /* by so many columns, where events are few and far between */
} SlMapGrid;

void sl_map_grid_init (SlBuild *build, SlMapGrid *self, const SlPageMap *tiles);
void sl_map_grid_clear (SlMapGrid *self);
gboolean sl_map_grid_find_rows (const SlMapGrid *self,
                                double bottom,
                                double top,
                                guint *lowest,
                                guint *highest);
gboolean sl_map_grid_get_rows (SlMapGrid *self, guint rank, guint *lowest, guint *highest);
void sl_map_bands_add (SlMapBand *bands, guint row, guint highest, guint rank, guint64 count);
guint sl_map_grid_get_column (const SlBuild *build, const SlMapGrid *self, SlTime own);
void sl_map_grid_find_borders (SlBuild *build, SlMapGrid *self);

guint8 sl_map_grid_get_group (const SlMapGrid *self, guint16 kind);
gboolean sl_map_grid_get_event_rows (SlMapGrid *self,
                                     const SlEvent *event,
                                     guint rank,
                                     guint *lowest,
                                     guint *highest);
gboolean sl_map_grid_add_zone (SlBuild *build, SlMapGrid *self, guint number);
void sl_map_grid_add_tiles (SlBuild *build, SlMapGrid *self);

G_END_DECLS
