/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Which pages of memory are touched when, and how often: tiles of some thousand events by pages
 * of 4 KiB, under a pyramid of tiles of tiles. Ports are pages of one address. As with SlDensity, blocks are summed up by any
 * thread and join the writer in order; snapshots are immutable. */

#include "sl-columns.h"

G_BEGIN_DECLS

#define SL_PAGE_SHIFT 12 /* of memory */

/* The planes that a trace's events may have addresses in. */
typedef enum
{
  SL_PLANE_MEMORY,
  SL_PLANE_PORTS,
  SL_N_PLANES,
} SlPlane;

/* A tile is told apart in time into this many parts of equally many events. */
#define SL_PAGE_PARTS 16

/* Each tile sums up so many of the level below. */
#define SL_PAGE_TILES 4

#define SL_PAGE_NO_GROUP 0xff

/* Pages beyond this many have no place in a map. */
#define SL_PAGE_MOST (1u << 20)

/**
 * SlPageGroupFunc:
 *
 * Returns: the group, below 255, of events that touch memory; %SL_PAGE_NO_GROUP for others
 */
typedef guint8 (*SlPageGroupFunc) (guint16 kind);

/* A sum takes so many blocks that follow each other, or fewer. Sums of whole rows, the first of
 * which begins with the trace, join the writer fastest. */
#define SL_PAGE_SUM_BLOCKS 16

typedef struct _SlPageMapWriter SlPageMapWriter;
typedef struct _SlPageSum SlPageSum;

SlPageSum *sl_page_sum_new (const SlPageMapWriter *writer);
void sl_page_sum_free (SlPageSum *self);
void sl_page_sum_add_events (SlPageSum *self,
                             const SlEvent *events,
                             gsize n_events,
                             SlPageGroupFunc group_of);
void sl_page_sum_add_columns (SlPageSum *self, const SlColumns *columns, SlPageGroupFunc group_of);
void sl_page_sum_end (SlPageSum *self);

/**
 * SlPageCell:
 * @page: number of the page in the map
 * @count: events that touch it
 * @parts: bit i is set where the tile's part i has one of these
 * @group: of these events
 */
typedef struct
{
  guint32 page;
  guint32 count;
  guint16 parts;
  guint16 group;
} SlPageCell;

/* A cell of the lowest levels, of which there are so many that their size matters. */
typedef struct
{
  guint16 place; /* in the tile's batch */
  guint16 count; /* less 1: a batch may have 65,536 events */
  guint16 parts;
} SlPagePackedCell;

G_STATIC_ASSERT (sizeof (SlPagePackedCell) == 6);

/* A cell of the lowest levels with one event: where memory is touched at random, most are. */
typedef struct
{
  guint8 place[2]; /* low byte first */
  guint8 part;
} SlPagePackedSingle;

G_STATIC_ASSERT (sizeof (SlPagePackedSingle) == 3);

/* What a place is: the number of its page in the low bits, its group above. A cell with one event of
 * the upper levels is such a number, with the part between them. */
#define SL_PAGE_PART_SHIFT  20
#define SL_PAGE_PLACE_SHIFT 24

G_STATIC_ASSERT (SL_PAGE_MOST <= 1u << SL_PAGE_PART_SHIFT);
G_STATIC_ASSERT (SL_PAGE_PARTS <= 1u << (SL_PAGE_PLACE_SHIFT - SL_PAGE_PART_SHIFT));

/**
 * SlPageTile:
 * @begins: when each part begins, and when the last one ends; after the tile's last event
 * @places: what the places of packed cells are; %NULL where cells are not packed
 * @n_cells: of pages and groups that the tile touches
 * @n_singles: how many of them, the last ones, are touched by one event
 *
 * The cells follow it in memory: sl_page_tile_get_cell() reads them.
 */
typedef struct
{
  SlTime begins[SL_PAGE_PARTS + 1];
  const guint32 *places;
  guint n_cells;
  guint n_singles;
} SlPageTile;

static inline SlPageCell
sl_page_tile_get_packed_cell (const SlPageTile *self, guint number)
{
  const SlPagePackedCell *packed = (const SlPagePackedCell *) (self + 1);
  guint n_packed = self->n_cells - self->n_singles;
  SlPageCell cell;
  guint32 place;

  if (number < n_packed)
    {
      place = self->places[packed[number].place];
      cell.count = packed[number].count + 1u;
      cell.parts = packed[number].parts;
    }
  else
    {
      const SlPagePackedSingle *single =
          (const SlPagePackedSingle *) (packed + n_packed) + (number - n_packed);

      place = self->places[single->place[0] | single->place[1] << 8];
      cell.count = 1;
      cell.parts = (guint16) (1u << single->part);
    }

  cell.page = place & ((1u << SL_PAGE_PLACE_SHIFT) - 1);
  cell.group = (guint16) (place >> SL_PAGE_PLACE_SHIFT);
  return cell;
}

static inline SlPageCell
sl_page_tile_get_cell (const SlPageTile *self, guint number)
{
  const SlPageCell *cells = (const SlPageCell *) (self + 1);
  guint n_counted = self->n_cells - self->n_singles;
  guint32 single;

  if (self->places != NULL)
    return sl_page_tile_get_packed_cell (self, number);
  if (number < n_counted)
    return cells[number];

  single = ((const guint32 *) (cells + n_counted))[number - n_counted];
  return (SlPageCell) {
    .page = single & ((1u << SL_PAGE_PART_SHIFT) - 1),
    .count = 1,
    .parts = (guint16) (1u << (single >> SL_PAGE_PART_SHIFT & (SL_PAGE_PARTS - 1))),
    .group = (guint16) (single >> SL_PAGE_PLACE_SHIFT),
  };
}

typedef struct _SlPageMap SlPageMap;

SlPageMapWriter *sl_page_map_writer_new (guint shift);
void sl_page_map_writer_free (SlPageMapWriter *self);
void sl_page_map_writer_add (SlPageMapWriter *self, SlPageSum *sum);
void sl_page_map_writer_add_events (SlPageMapWriter *self,
                                    const SlEvent *events,
                                    gsize n_events,
                                    SlPageGroupFunc group_of);
guint64 sl_page_map_writer_get_n_left_out (const SlPageMapWriter *self);
SlPageMap *sl_page_map_writer_snapshot (SlPageMapWriter *self);

SlPageMap *sl_page_map_ref (SlPageMap *self);
void sl_page_map_unref (SlPageMap *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlPageMap, sl_page_map_unref)

guint sl_page_map_get_n_pages (const SlPageMap *self);
guint sl_page_map_get_shift (const SlPageMap *self);
guint64 sl_page_map_get_page (const SlPageMap *self, guint rank);
guint sl_page_map_get_rank (const SlPageMap *self, guint32 page);
gboolean sl_page_map_find (const SlPageMap *self, guint64 address, guint *rank);
guint64 sl_page_map_get_count (const SlPageMap *self);
gsize sl_page_map_get_memory (const SlPageMap *self);

guint sl_page_map_choose_level (const SlPageMap *self, SlSpan span, guint most);
guint64 sl_page_map_get_n_tiles (const SlPageMap *self, guint level);
guint64 sl_page_map_find_tile (const SlPageMap *self, guint level, SlTime time);
const SlPageTile *sl_page_map_get_tile (const SlPageMap *self, guint level, guint64 tile);

G_END_DECLS
