/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a batch touches: what every record of a huge trace passes through. The lowest levels
 * of tiles are made here, by whichever thread reads the blocks. Nothing costs more because other
 * blocks of the row touch much. */

#include "sl-page-finder.h"
#include "sl-vector.h"

/* Kinds whose groups are kept at hand. */
#define KNOWN 64

/* Where part number @part begins. */
static inline guint
get_first (gsize n_events, guint part)
{
  return (guint) (n_events * part / SL_PAGE_PARTS);
}

/* Room for one more tile of so many cells, and another one behind them. */
static SlPageTile *
begin_tile (SlPageSum *self, guint level, guint n_cells)
{
  SlPageFinder *finder = self->finder;
  SlPageSumTiles *tiles = &self->tiles[level];
  gsize most = sizeof (SlPageTile) + (n_cells + 1) * sizeof (SlPagePackedCell) + sizeof (SlTime);

  if (tiles->size + most > finder->tiles_room[level])
    {
      finder->tiles_room[level] = MAX (2 * finder->tiles_room[level], tiles->size + 4 * most);
      finder->tiles[level] = g_realloc (finder->tiles[level], finder->tiles_room[level]);
    }

  tiles->data = finder->tiles[level];
  tiles->places[tiles->n_tiles] = tiles->size;
  return (gpointer) (tiles->data + tiles->size);
}

static void
end_tile (SlPageSum *self, guint level, const SlPageTile *tile)
{
  SlPageSumTiles *tiles = &self->tiles[level];
  gsize size = sl_page_tile_get_size (tile, TRUE);

  tiles->n_tiles++;
  tiles->size += (size + sizeof (SlTime) - 1) & ~(sizeof (SlTime) - 1);
}

/* Lists the numbers of the pages that the block touches. All pages of the row are gone through, which
 * are few beside the events of a block; which of them are touched no processor can guess, so that
 * nothing here branches by it. */
static guint
list_touched (SlPageFinder *self)
{
  guint n = 0;

  for (guint number = SL_PAGE_FIRST_NUMBER; number < self->n_numbers; number++)
    {
      const guint8 *seen = (const guint8 *) &self->seen[number];
      SlQuad all = sl_quad_load (seen) | sl_quad_load (seen + SL_VECTOR_SIZE);

      self->touched[n] = number;
      n += !sl_quad_is_zero (all);
    }

  return n;
}

G_STATIC_ASSERT (sizeof (SlPageSeen) == 2 * SL_VECTOR_SIZE && SL_PAGE_WAYS == 2);

/* Where the next cells of a tile are written, those with one event apart. */
typedef struct
{
  SlPagePackedCell *cell;
  SlPagePackedSingle *single;
} Cells;

/* Behind the last cells there is room for another one of each sort: both are written, and one of them
 * is kept. No processor can guess which. */
static inline void
write_cell (Cells *self, guint place, guint count, guint16 parts)
{
  *self->cell = (SlPagePackedCell) { (guint16) place, (guint16) (count - 1), parts };
  *self->single = sl_page_single_new (place, parts);
  self->cell += count > 1;
  self->single += count == 1;
}

/* Writes the cells of a page's groups and forgets what was seen of it. */
static inline void
write_page (SlPageFinder *self, guint number, Cells *cells)
{
  SlPageSeen *seen = &self->seen[number];

  for (guint i = 0; i < SL_PAGE_SLOT; i++)
    {
      guint32 even = seen->of[i][0];
      guint32 odd = seen->of[i][1];
      guint count = SL_PAGE_SEEN_COUNT (even) + SL_PAGE_SEEN_COUNT (odd);
      guint place = self->places[number][i];

      if (G_UNLIKELY ((count != 0) & (place == 0)))
        place = sl_page_finder_add_place (self, number, i);
      write_cell (cells, place - 1, count, SL_PAGE_SEEN_PARTS (even | odd));
    }

  memset (seen, 0, sizeof *seen);
}

/* Puts the cells with one event behind the others. */
static void
end_cells (SlPageFinder *self, SlPageTile *tile, const Cells *cells)
{
  guint n_packed = (guint) (cells->cell - sl_page_tile_get_packed (tile));

  tile->n_singles = (guint) (cells->single - self->singles);
  tile->n_cells = n_packed + tile->n_singles;
  memcpy (sl_page_tile_get_singles (tile), self->singles,
          tile->n_singles * sizeof (SlPagePackedSingle));
}

/* Writes the cells of what was seen, and forgets it. */
static void
write_seen (SlPageSum *self, SlPageTile *tile)
{
  SlPageFinder *finder = self->finder;
  SlPagePackedCell *first = sl_page_tile_get_packed (tile);
  Cells cells = { first, finder->singles };
  guint n_touched = list_touched (finder);

  for (guint i = 0; i < n_touched; i++)
    write_page (finder, finder->touched[i], &cells);

  for (const SlPagePackedCell *cell = first; cell < cells.cell; cell++)
    self->n_events += cell->count + 1u;
  end_cells (finder, tile, &cells);
  self->n_events += tile->n_singles;
}

/* Adds a cell to what is joined, of which there are @n so far. */
static inline guint
join_cell (SlPageFinder *self, guint place, guint n_events, guint16 parts, guint n)
{
  guint32 count = self->counts[place];

  self->joined[n] = (guint16) place;
  self->counts[place] = count + n_events;
  self->parts[place] |= parts;
  return n + (count == 0);
}

/* Adds a tile's cells to what is joined, of which there are @n so far. */
static guint
join (SlPageFinder *self, SlPageTile *tile, guint quarter, guint n)
{
  const SlPagePackedCell *cells = sl_page_tile_get_packed (tile);
  const SlPagePackedSingle *singles = sl_page_tile_get_singles (tile);
  guint n_packed = tile->n_cells - tile->n_singles;

  for (guint i = 0; i < n_packed; i++)
    n = join_cell (self, cells[i].place, cells[i].count + 1u,
                   sl_page_parts_join (cells[i].parts, quarter), n);
  for (guint i = 0; i < tile->n_singles; i++)
    n = join_cell (self, singles[i].place[0] | singles[i].place[1] << 8, 1,
                   sl_page_parts_join ((guint16) (1u << singles[i].part), quarter), n);

  return n;
}

/* Writes the cells of what was joined, and forgets it. */
static void
write_joined (SlPageFinder *self, SlPageTile *tile, guint n)
{
  Cells cells = { sl_page_tile_get_packed (tile), self->singles };

  for (guint i = 0; i < n; i++)
    {
      guint place = self->joined[i];

      write_cell (&cells, place, self->counts[place], self->parts[place]);
      self->counts[place] = 0;
      self->parts[place] = 0;
    }

  end_cells (self, tile, &cells);
}

G_STATIC_ASSERT (SL_PAGE_ROW_EVENTS <= G_MAXUINT16 + 1);

/* Makes one tile of the last ones of the level below. */
static void
merge (SlPageSum *self, guint level)
{
  SlPageTile *merged = begin_tile (self, level, self->finder->n_places);
  guint first = self->tiles[level - 1].n_tiles - SL_PAGE_TILES;
  guint n = 0;

  for (guint i = 0; i < SL_PAGE_TILES; i++)
    {
      SlPageTile *tile = sl_page_sum_get_tile (self, level - 1, first + i);

      sl_page_tile_join_begins (merged, tile, i);
      n = join (self->finder, tile, i, n);
    }

  write_joined (self->finder, merged, n);
  end_tile (self, level, merged);
}

static void
end_block (SlPageSum *self, SlPageTile *tile)
{
  write_seen (self, tile);
  end_tile (self, 0, tile);
  for (guint level = 1;
       level < SL_PAGE_SUM_LEVELS && self->tiles[level - 1].n_tiles % SL_PAGE_TILES == 0; level++)
    merge (self, level);
}

static inline void
touch (SlPageSeen *seen, guint in_slot, guint event, guint32 bit)
{
  guint32 *place = &seen->of[in_slot][event % SL_PAGE_WAYS];

  *place = (*place + 1) | bit;
}

/* @event: its number in the block */
static void
touch_address (SlPageFinder *self, guint event, guint64 address, guint8 group, guint part)
{
  guint number = sl_page_finder_find (self, address >> self->shift, group);

  touch (&self->seen[number], group % SL_PAGE_SLOT, event, SL_PAGE_PART (part));
}

static void
touch_events (SlPageFinder *self, SlPageGroupFunc group_of, const SlEvent *events, gsize n_events)
{
  guint16 known_kinds[KNOWN] = { 0 }; /* kinds whose groups were asked for, by their low bits */
  guint8 known_groups[KNOWN];

  memset (known_groups, group_of (0), sizeof known_groups);
  for (guint part = 0; part < SL_PAGE_PARTS; part++)
    {
      guint end = get_first (n_events, part + 1);

      for (guint i = get_first (n_events, part); i < end; i++)
        {
          guint known = events[i].kind % KNOWN;

          if (known_kinds[known] != events[i].kind)
            {
              known_kinds[known] = events[i].kind;
              known_groups[known] = group_of (events[i].kind);
            }
          if (known_groups[known] != SL_PAGE_NO_GROUP && (events[i].flags & SL_EVENT_NO_A) == 0)
            touch_address (self, i, events[i].a, known_groups[known], part);
        }
    }
}

/* A code of the block whose events touch pages, and its group + 1; sixteen times each. */
typedef struct
{
  SlBytes16 code;
  SlBytes16 group;
} Toucher;

/* Sixteen events' groups + 1; 0 for those that touch nothing. */
static inline SlBytes16
find_groups (const guint8 *codes, const Toucher *touchers, guint n_touchers)
{
  SlBytes16 found = sl_bytes16_load (codes);
  SlBytes16 groups = { 0 };

  for (guint i = 0; i < n_touchers; i++)
    groups |= (SlBytes16) (found == touchers[i].code) & touchers[i].group;

  return groups;
}

/* Writes the keys of sixteen events, whose pages are all in the table. */
static inline void
find_keys (const guint32 *addresses, SlBytes16 groups, guint32 *keys)
{
  SlQuad wide[4];

  sl_bytes16_unpack (groups, wide);
  for (guint i = 0; i < 4; i++)
    {
      SlQuad page = sl_quad_load (addresses + 4 * i) >> SL_PAGE_SHIFT << SL_PAGE_SLOT_SHIFT;
      SlQuad touches = (SlQuad) (wide[i] != 0);

      sl_quad_store (keys + 4 * i, ((page + wide[i] - 1) & touches) | (SL_PAGE_NO_KEY & ~touches));
    }
}

G_STATIC_ASSERT (G_MAXUINT32 >> SL_PAGE_SHIFT < SL_PAGE_DIRECT);

/* Every record of a load passes through here: what the loop needs is kept in a local, since the
 * compiler cannot know that counting does not change it. */
static void
touch_keys (SlPageFinder *self, const guint32 *keys, const guint32 *end, guint32 bit)
{
  SlPageSeen *seen = self->seen;

  for (; end - keys >= SL_PAGE_WAYS; keys += SL_PAGE_WAYS)
    {
      for (guint i = 0; i < SL_PAGE_WAYS; i++)
        {
          guint number = sl_page_finder_find_direct (self, keys[i] >> SL_PAGE_SLOT_SHIFT);

          touch (&seen[number], keys[i] % SL_PAGE_SLOT, i, bit);
        }
    }
  if (keys < end)
    touch (&seen[sl_page_finder_find_direct (self, *keys >> SL_PAGE_SLOT_SHIFT)],
           *keys % SL_PAGE_SLOT, 0, bit);
}

static void
touch_direct (SlPageFinder *self,
              const SlColumns *columns,
              const Toucher *touchers,
              guint n_touchers)
{
  guint32 keys[SL_BLOCK_EVENTS];

  /* The columns have room for whole blocks. */
  for (guint i = 0; i < columns->n_events; i += SL_VECTOR_SIZE)
    find_keys (columns->a + i, find_groups (columns->codes + i, touchers, n_touchers), keys + i);

  for (guint part = 0; part < SL_PAGE_PARTS; part++)
    touch_keys (self, keys + get_first (columns->n_events, part),
                keys + get_first (columns->n_events, part + 1), SL_PAGE_PART (part));
}

static void
touch_part (SlPageFinder *self, const SlColumns *columns, const guint8 *groups, guint part)
{
  guint end = get_first (columns->n_events, part + 1);

  for (guint i = get_first (columns->n_events, part); i < end; i++)
    {
      guint8 group = groups[columns->codes[i]];

      if (group != SL_PAGE_NO_GROUP)
        touch_address (self, i, sl_columns_get_a (columns, i), group, part);
    }
}

static void
touch_columns (SlPageFinder *self, SlPageGroupFunc group_of, const SlColumns *columns)
{
  gboolean direct = self->shift == SL_PAGE_SHIFT && !columns->is_wide;
  guint8 groups[256] = { 0 };
  Toucher touchers[SL_COLUMNS_PAIRS];
  guint n_touchers = 0;

  /* Of the pairs with one code, which have one group, the last alone counts. */
  for (guint i = 0; i < columns->n_pairs; i++)
    groups[columns->pairs[i].code] = (guint8) (i + 1);

  for (guint i = 0; i < columns->n_pairs; i++)
    {
      guint8 code = columns->pairs[i].code;
      guint8 group = group_of (columns->pairs[i].kind);

      if (groups[code] != i + 1)
        continue;

      groups[code] = group;
      if (group == SL_PAGE_NO_GROUP)
        continue;
      direct = direct && group < SL_PAGE_SLOT;
      touchers[n_touchers++] =
          (Toucher) { sl_bytes16_fill (code), sl_bytes16_fill ((guint8) (group + 1)) };
    }

  if (direct)
    touch_direct (self, columns, touchers, n_touchers);
  for (guint part = 0; part < SL_PAGE_PARTS && !direct; part++)
    touch_part (self, columns, groups, part);
}

/**
 * sl_page_sum_new:
 * @writer: that the sum will be added to; outlives it
 *
 * Any thread; the one that makes a sum adds its blocks and ends it.
 *
 * Returns: (transfer full): what the blocks of a row touch, none of them yet
 */
SlPageSum *
sl_page_sum_new (const SlPageMapWriter *writer)
{
  SlPageSum *self = g_new0 (SlPageSum, 1);

  self->arena = sl_page_map_writer_get_arena (writer);
  self->finder = sl_page_finder_take (sl_page_map_writer_get_shift (writer));
  return self;
}

/**
 * sl_page_sum_add_events:
 * @events: (array length=n_events): of the next block, in time order; at least one
 * @group_of: (nullable): %NULL where it is known that none of the events touches anything
 *
 * At most %SL_PAGE_SUM_BLOCKS blocks can be added.
 */
void
sl_page_sum_add_events (SlPageSum *self,
                        const SlEvent *events,
                        gsize n_events,
                        SlPageGroupFunc group_of)
{
  SlPageTile *tile;

  g_return_if_fail (self->tiles[0].n_tiles < SL_PAGE_SUM_BLOCKS);

  if (group_of != NULL)
    touch_events (self->finder, group_of, events, n_events);
  tile = begin_tile (self, 0, (guint) n_events);
  for (guint part = 0; part < SL_PAGE_PARTS; part++)
    tile->begins[part] = events[get_first (n_events, part)].time;
  tile->begins[SL_PAGE_PARTS] = sl_time_add (events[n_events - 1].time, 1);
  end_block (self, tile);
}

/**
 * sl_page_sum_add_columns:
 * @columns: the next block, counted, not empty
 *
 * Does what sl_page_sum_add_events() does.
 */
void
sl_page_sum_add_columns (SlPageSum *self, const SlColumns *columns, SlPageGroupFunc group_of)
{
  SlPageTile *tile;

  g_return_if_fail (self->tiles[0].n_tiles < SL_PAGE_SUM_BLOCKS);

  if (group_of != NULL)
    touch_columns (self->finder, group_of, columns);
  tile = begin_tile (self, 0, columns->n_events);
  for (guint part = 0; part < SL_PAGE_PARTS; part++)
    tile->begins[part] = sl_columns_get_time (columns, get_first (columns->n_events, part));
  tile->begins[SL_PAGE_PARTS] = sl_time_add (sl_columns_get_end (columns), 1);
  end_block (self, tile);
}

static void
keep_tiles (SlArena *arena, SlPageSumTiles *tiles)
{
  const guint8 *data = tiles->data;

  if (tiles->size == 0)
    return;

  tiles->data = sl_arena_take (arena, tiles->size);
  memcpy (tiles->data, data, tiles->size);
}

/**
 * sl_page_sum_end:
 *
 * No more blocks come.
 */
void
sl_page_sum_end (SlPageSum *self)
{
  SlPageFinder *finder = self->finder;

  self->n_places = finder->n_places;
  self->pages = g_memdup2 (finder->place_pages, finder->n_places * sizeof (guint64));
  self->groups = g_memdup2 (finder->place_groups, finder->n_places);
  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    keep_tiles (self->arena, &self->tiles[level]);
  sl_page_finder_give_back (g_steal_pointer (&self->finder));
}

/**
 * sl_page_sum_free:
 *
 * For ended sums that did not join a writer. The memory of their tiles goes with the writer.
 */
void
sl_page_sum_free (SlPageSum *self)
{
  g_free (self->pages);
  g_free (self->groups);
  g_free (self);
}
