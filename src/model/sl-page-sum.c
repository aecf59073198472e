/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a row of blocks touches: what every record of a huge trace passes through.
 *
 * A place is a page that one group of events touches. It is looked up once an event, in a table
 * that lasts for the whole row, and has a number from then on: all else is done by number, in
 * plain arrays. So are the lowest levels of tiles, by whichever thread reads the blocks. */

#include "sl-page-map-private.h"

#include <string.h>

/* Slots of the table of places at first, and how many there are for each place: so many that a
 * place is nearly always where it is looked for first. */
#define FIRST_SLOTS 16384
#define FREE_SLOTS  8

/* Kinds whose groups are kept at hand. */
#define KNOWN 64

/* What is needed while blocks are added. It is large and serves one row after the other, so that
 * threads neither ask for memory nor give it back all the time. */
struct _SlPageFinder
{
  SlPageFinder *next; /* among the spare ones of the thread */
  guint shift;
  guint n_places; /* place 0 is none: what was not found yet leads to it */
  guint room;     /* for places */
  guint mask;     /* of slots */
  guint64 *places;
  guint8 *groups;  /* by place */
  guint32 *slots;  /* numbers of places, by their hash */
  guint32 *seen;   /* by place, in the block at hand */
  guint32 *counts; /* by place, in the tile that is put together, as are the parts */
  guint16 *parts;
  guint8 *tiles[SL_PAGE_SUM_LEVELS];
  gsize tiles_room[SL_PAGE_SUM_LEVELS];
};

static void
finder_free (SlPageFinder *self)
{
  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    g_free (self->tiles[level]);
  g_free (self->places);
  g_free (self->groups);
  g_free (self->slots);
  g_free (self->seen);
  g_free (self->counts);
  g_free (self->parts);
  g_free (self);
}

static void
free_spare (gpointer data)
{
  SlPageFinder *next;

  for (SlPageFinder *self = data; self != NULL; self = next)
    {
      next = self->next;
      finder_free (self);
    }
}

/* Finders that the thread has ready. */
static GPrivate spare = G_PRIVATE_INIT (free_spare);

/* Makes room for as many places as there are slots for. */
static void
make_room (SlPageFinder *self)
{
  guint before = self->room;

  self->room = (self->mask + 1) / FREE_SLOTS;
  self->places = g_renew (guint64, self->places, self->room);
  self->groups = g_renew (guint8, self->groups, self->room);
  self->seen = g_renew (guint32, self->seen, self->room);
  self->counts = g_renew (guint32, self->counts, self->room);
  self->parts = g_renew (guint16, self->parts, self->room);
  memset (self->seen + before, 0, (self->room - before) * sizeof (guint32));
  memset (self->counts + before, 0, (self->room - before) * sizeof (guint32));
  memset (self->parts + before, 0, (self->room - before) * sizeof (guint16));
  g_free (self->slots);
  self->slots = g_new0 (guint32, self->mask + 1);
}

static SlPageFinder *
finder_take (guint shift)
{
  SlPageFinder *self = g_private_get (&spare);

  if (self != NULL)
    g_private_set (&spare, self->next);
  else
    {
      self = g_new0 (SlPageFinder, 1);
      self->mask = FIRST_SLOTS - 1;
      make_room (self);
      self->places[0] = SL_PAGE_NO_GROUP;
      self->groups[0] = SL_PAGE_NO_GROUP;
    }

  self->shift = shift;
  self->n_places = 1;
  return self;
}

static void
finder_give_back (SlPageFinder *self)
{
  memset (self->slots, 0, (self->mask + 1) * sizeof (guint32));
  self->next = g_private_get (&spare);
  g_private_set (&spare, self);
}

static inline guint
get_slot (guint64 place, guint8 group, guint shift, guint mask)
{
  guint64 hash = shift >= SL_PAGE_LARGE_SHIFT ? place : place * 256 + group;

  return (guint) (hash * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15) >> 44) & mask;
}

static inline gboolean
is_place (guint64 place, guint8 group, guint shift, guint64 other, const guint8 *other_group)
{
  return place == other && (shift >= SL_PAGE_LARGE_SHIFT || group == *other_group);
}

static void
widen_table (SlPageFinder *self)
{
  self->mask = 4 * self->mask + 3;
  make_room (self);
  for (guint i = 1; i < self->n_places; i++)
    {
      guint slot = get_slot (self->places[i], self->groups[i], self->shift, self->mask);

      while (self->slots[slot] != 0)
        slot = (slot + 1) & self->mask;
      self->slots[slot] = i;
    }
}

/* The place is not the one that its slot leads to. */
static G_GNUC_NO_INLINE guint
find_further (SlPageFinder *self, guint64 place, guint8 group)
{
  guint slot = get_slot (place, group, self->shift, self->mask);

  for (; self->slots[slot] != 0; slot = (slot + 1) & self->mask)
    {
      guint number = self->slots[slot];

      if (is_place (place, group, self->shift, self->places[number], &self->groups[number]))
        return number;
    }

  if (self->n_places == self->room)
    {
      widen_table (self);
      return find_further (self, place, group);
    }

  self->places[self->n_places] = place;
  self->groups[self->n_places] = group;
  self->slots[slot] = self->n_places;
  return self->n_places++;
}

/* What @seen keeps of a place: events in the low half, parts in the high one. */
#define PART(number)     (1u << (16 + (number)))
#define SEEN_COUNT(seen) ((guint16) (seen))
#define SEEN_PARTS(seen) ((guint16) ((seen) >> 16))

/* Where part number @part begins. */
static inline guint
get_first (gsize n_events, guint part)
{
  return (guint) (n_events * part / SL_PAGE_PARTS);
}

/* Room for one more tile of any number of cells. */
static SlPageTile *
begin_tile (SlPageSum *self, guint level)
{
  SlPageFinder *finder = self->finder;
  SlPageSumTiles *tiles = &self->tiles[level];
  gsize most = sizeof (SlPageTile) + finder->n_places * sizeof (SlPageCell) + sizeof (SlTime);

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
  gsize size = sizeof *tile + tile->n_cells * sizeof (SlPageCell);

  tiles->n_tiles++;
  tiles->size += (size + sizeof (SlTime) - 1) & ~(sizeof (SlTime) - 1);
}

/* Writes the cells of what was seen, and forgets it. Whether a place was seen is no branch: nobody
 * could foretell it. */
static void
write_seen (SlPageFinder *self, SlPageTile *tile)
{
  SlPageCell *cell = tile->cells;

  for (guint i = 1; i < self->n_places; i++)
    {
      guint32 seen = self->seen[i];

      *cell = (SlPageCell) { i, SEEN_COUNT (seen), SEEN_PARTS (seen), self->groups[i] };
      cell += seen != 0;
      self->seen[i] = 0;
    }

  tile->n_cells = (guint) (cell - tile->cells);
}

static void
add_up (SlPageFinder *self, const SlPageTile *tile, guint quarter)
{
  for (guint i = 0; i < tile->n_cells; i++)
    {
      const SlPageCell *cell = &tile->cells[i];

      self->counts[cell->page] += cell->count;
      self->parts[cell->page] |= sl_page_parts_join (cell->parts, quarter);
    }
}

/* Likewise, of what was added up. */
static void
write_counts (SlPageFinder *self, SlPageTile *tile)
{
  SlPageCell *cell = tile->cells;

  for (guint i = 1; i < self->n_places; i++)
    {
      *cell = (SlPageCell) { i, self->counts[i], self->parts[i], self->groups[i] };
      cell += self->counts[i] != 0;
      self->counts[i] = 0;
      self->parts[i] = 0;
    }

  tile->n_cells = (guint) (cell - tile->cells);
}

/* Makes one tile of the last ones of the level below. */
static void
merge (SlPageSum *self, guint level)
{
  SlPageTile *merged = begin_tile (self, level);
  guint first = self->tiles[level - 1].n_tiles - SL_PAGE_TILES;

  for (guint i = 0; i < SL_PAGE_TILES; i++)
    {
      const SlPageTile *tile = sl_page_sum_get_tile (self, level - 1, first + i);

      sl_page_tile_join_begins (merged, tile, i);
      add_up (self->finder, tile, i);
    }

  write_counts (self->finder, merged);
  end_tile (self, level, merged);
}

static void
end_block (SlPageSum *self, SlPageTile *tile)
{
  write_seen (self->finder, tile);
  end_tile (self, 0, tile);
  for (guint level = 1;
       level < SL_PAGE_SUM_LEVELS && self->tiles[level - 1].n_tiles % SL_PAGE_TILES == 0; level++)
    merge (self, level);
}

static void
touch (SlPageFinder *self, guint64 address, guint8 group, guint part)
{
  guint64 place = sl_page_place (address, group, self->shift);
  guint number = find_further (self, place, group);

  self->seen[number] = (self->seen[number] + 1) | PART (part);
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
          if (known_groups[known] != SL_PAGE_NO_GROUP)
            touch (self, events[i].a, known_groups[known], part);
        }
    }
}

/* Every record of a load passes through here: what the loop needs is kept in locals, since the
 * compiler cannot know that counting changes none of it. */
static inline void
touch_part (SlPageFinder *self,
            const SlColumns *columns,
            const guint8 *groups,
            guint shift,
            guint part)
{
  guint end = get_first (columns->n_events, part + 1);
  const guint32 *slots = self->slots;
  const guint64 *places = self->places;
  const guint8 *place_groups = self->groups;
  guint32 *seen = self->seen;
  guint mask = self->mask;

  for (guint i = get_first (columns->n_events, part); i < end; i++)
    {
      guint8 group = groups[columns->codes[i]];
      guint64 place = sl_page_place (sl_columns_get_a (columns, i), group, shift);
      guint number;

      if (group == SL_PAGE_NO_GROUP)
        continue;

      number = slots[get_slot (place, group, shift, mask)];
      if (G_UNLIKELY (!is_place (place, group, shift, places[number], &place_groups[number])))
        {
          number = find_further (self, place, group);
          slots = self->slots;
          places = self->places;
          place_groups = self->groups;
          seen = self->seen;
          mask = self->mask;
        }
      seen[number] = (seen[number] + 1) | PART (part);
    }
}

static void
touch_columns (SlPageFinder *self, SlPageGroupFunc group_of, const SlColumns *columns)
{
  guint8 groups[256];

  for (guint i = 0; i < columns->n_pairs; i++)
    groups[columns->pairs[i].code] = group_of (columns->pairs[i].kind);

  for (guint part = 0; part < SL_PAGE_PARTS; part++)
    {
      if (self->shift == SL_PAGE_SHIFT)
        touch_part (self, columns, groups, SL_PAGE_SHIFT, part);
      else
        touch_part (self, columns, groups, self->shift, part);
    }
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
  self->finder = finder_take (sl_page_map_writer_get_shift (writer));
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
  tile = begin_tile (self, 0);
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
  tile = begin_tile (self, 0);
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
  self->places = g_memdup2 (finder->places, finder->n_places * sizeof (guint64));
  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    keep_tiles (self->arena, &self->tiles[level]);
  finder_give_back (g_steal_pointer (&self->finder));
}

/**
 * sl_page_sum_free:
 *
 * For ended sums that did not join a writer. The memory of their tiles goes with the writer.
 */
void
sl_page_sum_free (SlPageSum *self)
{
  g_free (self->places);
  g_free (self);
}
