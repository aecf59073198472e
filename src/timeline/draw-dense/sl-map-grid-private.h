/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The cells of a page map's row, while they are summed up. */

#include "sl-build-density-private.h"
#include "sl-build-map-private.h"
#include "sl-bus-look.h"
#include "sl-map-sums.h"
#include "sl-page-group.h"

G_BEGIN_DECLS

/* Groups of one sort are told apart by the number that remains. */
G_STATIC_ASSERT (SL_N_PAGE_GROUPS_OF_BUS == SL_MAP_GROUPS);
G_STATIC_ASSERT (SL_N_PAGE_GROUPS == 2 * SL_MAP_GROUPS);

typedef struct
{
  guint32 counts[SL_MAP_GROUPS];
} SlMapCell;

/* Cells behind the last one, so that they can be read four at a time. */
#define SL_MAP_SPARE 3

/* Rows of a page that was not asked for yet, and of one that is out of sight. */
#define SL_MAP_ROWS_UNKNOWN 0
#define SL_MAP_ROWS_HIDDEN  G_MAXUINT32

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
  guint8 first_group; /* of those that the map has */
  SlAddressAxis axis;
  SlMapLayout layout;
  guint n_columns;
  guint n_rows;
  GByteArray *room;
  SlMapCell *cells; /* in @room, by column, then by row from below: events come column by column */
  SlMapBand *bands; /* by row from below */
  guint32 *rows;    /* by rank: (lowest << 16 | highest) + 1, or one of the above */
  SlTime *borders; /* by column: the first tick that is in it or in a later one; NULL until asked */
  guint may_decode; /* zones */
  gboolean
      is_fine; /* pages are high enough, and zones few enough, to tell addresses in them apart */
  gboolean only_matches;
  gboolean by_attribute; /* groups are types of memory, not of cycles */
  gboolean is_grey;      /* drawn without regard to groups */
  gboolean is_unknown;   /* @tiles are not of these groups: only what is looked into can be shown */
  guint widened;         /* by so many columns, where events are few and far between */
} SlMapGrid;

static inline SlMapCell *
sl_map_grid_get_column_cells (const SlMapGrid *self, guint column)
{
  return self->cells + (gsize) column * self->n_rows;
}

void sl_map_grid_init (SlRowPen *pen, SlMapGrid *self, const SlPageMap *tiles);
void sl_map_grid_clear (SlPicture *picture, SlMapGrid *self);
gboolean sl_map_grid_find_rows (const SlMapGrid *self,
                                double bottom,
                                double top,
                                guint *lowest,
                                guint *highest);
guint32 sl_map_grid_ask_rows (SlMapGrid *self, guint rank);

/**
 * sl_map_grid_get_rows:
 * @rank: of a page
 * @lowest, @highest: (out): both inclusive
 *
 * Every visible event passes through here.
 *
 * Returns: whether the page is in sight
 */
static inline gboolean
sl_map_grid_get_rows (SlMapGrid *self, guint rank, guint *lowest, guint *highest)
{
  guint32 rows = self->rows[rank];

  if (G_UNLIKELY (rows == SL_MAP_ROWS_UNKNOWN))
    rows = sl_map_grid_ask_rows (self, rank);
  if (rows == SL_MAP_ROWS_HIDDEN)
    return FALSE;

  *lowest = (rows - 1) >> 16;
  *highest = (rows - 1) & 0xffff;
  return TRUE;
}

/**
 * sl_map_bands_add:
 *
 * Says that rows @row to @highest show the page, and that @count events belong to the first.
 */
static inline void
sl_map_bands_add (SlMapBand *bands, guint row, guint highest, guint rank, guint64 count)
{
  bands[row].count += count;
  for (; row <= highest; row++)
    {
      SlMapBand *band = &bands[row];

      band->first = band->end == 0 ? rank : MIN (band->first, rank);
      band->end = MAX (band->end, rank + 1);
    }
}

guint sl_map_grid_get_column (const SlRowPen *pen, const SlMapGrid *self, SlTime own);
void sl_map_grid_find_borders (SlRowPen *pen, SlMapGrid *self);

gboolean sl_map_grid_get_event_rows (SlMapGrid *self,
                                     const SlEvent *event,
                                     guint rank,
                                     guint *lowest,
                                     guint *highest);
gboolean sl_map_grid_add_zone (SlRowPen *pen, SlMapGrid *self, guint number);
void sl_map_grid_add_tiles (SlRowPen *pen, SlMapGrid *self);

G_END_DECLS
