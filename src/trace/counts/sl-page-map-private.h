/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the sums of blocks, the writer and the readers of a page map share. */

#include "sl-arena.h"
#include "sl-page-map.h"

G_BEGIN_DECLS

/* 4096 × 4⁷ events in a tile of the top level: counts stay below 2³². */
#define SL_PAGE_LEVELS 8

/* Tiles that generations share. */
#define SL_PAGE_SEGMENT 64

/* A sum makes the tiles of so many levels: all of those that lie in its batch. */
#define SL_PAGE_SUM_LEVELS 3

/* Tiles of one level, one behind the other, with packed cells. */
typedef struct
{
  guint8 *data;
  gsize size;
  guint n_tiles;
  gsize places[SL_PAGE_SUM_BLOCKS]; /* of the tiles, in bytes */
} SlPageSumTiles;

typedef struct _SlPageFinder SlPageFinder;

struct _SlPageSum
{
  SlArena *arena;       /* the writer's */
  SlPageFinder *finder; /* until the sum is ended */
  guint64 n_events;     /* that touch anything */
  guint n_places;       /* once it is ended, as what follows */
  guint64 *pages;       /* by place */
  guint8 *groups;       /* likewise */
  SlPageSumTiles tiles[SL_PAGE_SUM_LEVELS];
};

typedef struct
{
  gatomicrefcount ref_count;
  guint n_tiles;                      /* the writer's alone */
  SlPageTile *tiles[SL_PAGE_SEGMENT]; /* in the arena */
} SlPageSegment;

typedef struct
{
  GPtrArray *segments; /* of SlPageSegment */
  guint64 n_tiles;
} SlPageLevel;

struct _SlPageMap
{
  gatomicrefcount ref_count;
  SlArena *arena; /* of the tiles */
  SlPageLevel levels[SL_PAGE_LEVELS];
  guint shift;
  guint n_pages;
  guint64 *sorted; /* pages */
  guint32 *ranks;  /* by number */
  guint64 n_events;
  gsize memory;
};

guint sl_page_map_writer_get_shift (const SlPageMapWriter *self);
SlArena *sl_page_map_writer_get_arena (const SlPageMapWriter *self);

static inline SlPagePackedCell *
sl_page_tile_get_packed (SlPageTile *self)
{
  return (SlPagePackedCell *) (self + 1);
}

static inline SlPagePackedSingle *
sl_page_tile_get_singles (SlPageTile *self)
{
  return (SlPagePackedSingle *) (sl_page_tile_get_packed (self) + self->n_cells - self->n_singles);
}

/* How many bytes a tile takes with its cells. */
static inline gsize
sl_page_tile_get_size (const SlPageTile *self, gboolean packed)
{
  gsize n_singles = self->n_singles;
  gsize n_others = self->n_cells - n_singles;

  return packed ? sizeof *self + n_others * sizeof (SlPagePackedCell) +
                      n_singles * sizeof (SlPagePackedSingle)
                : sizeof *self + n_others * sizeof (SlPageCell) + n_singles * sizeof (guint32);
}

static inline SlPagePackedSingle
sl_page_single_new (guint place, guint16 parts)
{
  return (SlPagePackedSingle) { { (guint8) place, (guint8) (place >> 8) },
                                (guint8) __builtin_ctz (parts | 1u << SL_PAGE_PARTS) };
}

static inline SlPageTile *
sl_page_sum_get_tile (const SlPageSum *self, guint level, guint tile)
{
  return (gpointer) (self->tiles[level].data + self->tiles[level].places[tile]);
}

/* The parts of tile number @quarter, in the tile that sums it up. */
static inline guint16
sl_page_parts_join (guint16 parts, guint quarter)
{
  guint fours = parts | parts >> 1;

  fours |= fours >> 2;
  fours &= 0x1111;
  fours = (fours | fours >> 3 | fours >> 6 | fours >> 9) & 0xf;
  return (guint16) (fours << (quarter * SL_PAGE_PARTS / SL_PAGE_TILES));
}

static inline void
sl_page_tile_join_begins (SlPageTile *self, const SlPageTile *tile, guint quarter)
{
  const guint step = SL_PAGE_PARTS / SL_PAGE_TILES;

  for (guint i = 0; i < step; i++)
    self->begins[quarter * step + i] = tile->begins[i * SL_PAGE_TILES];
  self->begins[SL_PAGE_PARTS] = tile->begins[SL_PAGE_PARTS];
}

static inline const SlPageTile *
sl_page_level_get (const SlPageLevel *self, guint64 tile)
{
  const SlPageSegment *segment = g_ptr_array_index (self->segments, tile / SL_PAGE_SEGMENT);

  return segment->tiles[tile % SL_PAGE_SEGMENT];
}

G_END_DECLS
