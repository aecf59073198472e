/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the sums of blocks, the writer and the readers of a page map share. */

#include "sl-page-map.h"

G_BEGIN_DECLS

/* 4096 × 4⁷ events in a tile of the top level: counts stay below 2³². */
#define SL_PAGE_LEVELS 8

/* Tiles that generations share. */
#define SL_PAGE_SEGMENT 64

/* What one group does to one page in a block. */
typedef struct
{
  guint64 page;
  guint16 count;
  guint16 parts;
  guint16 group;
} SlPageTouch;

struct _SlPageSum
{
  SlTime begins[SL_PAGE_PARTS + 1];
  guint n_touches;
  SlPageTouch touches[];
};

typedef struct
{
  gatomicrefcount ref_count;
  guint n_tiles; /* the writer's alone */
  SlPageTile *tiles[SL_PAGE_SEGMENT];
} SlPageSegment;

typedef struct
{
  GPtrArray *segments; /* of SlPageSegment */
  guint64 n_tiles;
} SlPageLevel;

struct _SlPageMap
{
  gatomicrefcount ref_count;
  SlPageLevel levels[SL_PAGE_LEVELS];
  guint shift;
  guint n_pages;
  guint64 *sorted; /* pages */
  guint32 *ranks;  /* by number */
  guint64 n_events;
  gsize memory;
};

static inline const SlPageTile *
sl_page_level_get (const SlPageLevel *self, guint64 tile)
{
  const SlPageSegment *segment = g_ptr_array_index (self->segments, tile / SL_PAGE_SEGMENT);

  return segment->tiles[tile % SL_PAGE_SEGMENT];
}

G_END_DECLS
