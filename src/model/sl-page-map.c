/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-map.h"

#include <string.h>

/* Each tile sums up so many of the level below. */
#define FAN 4

/* 4096 × 4⁷ events in a tile of the top level: counts stay below 2³². */
#define LEVELS 8

/* Tiles that generations share. */
#define SEGMENT 64

/* Slots of the table in which the pages of a block are found; twice the most it can hold. */
#define SLOTS (2 * SL_BLOCK_EVENTS)

typedef struct
{
  guint64 page;
  guint16 count;
  guint16 parts;
  guint16 group;
} Touch;

struct _SlPageSum
{
  SlTime begins[SL_PAGE_PARTS + 1];
  guint n_touches;
  Touch touches[];
};

typedef struct
{
  gatomicrefcount ref_count;
  guint n_tiles; /* the writer's alone */
  SlPageTile *tiles[SEGMENT];
} Segment;

typedef struct
{
  GPtrArray *segments; /* of Segment */
  guint64 n_tiles;
} Level;

struct _SlPageMapWriter
{
  Level levels[LEVELS];
  GHashTable *numbers; /* page → number + 1 */
  GArray *pages;       /* of guint64, by number */
  guint64 known[4096]; /* page + 1, by its low bits */
  guint32 known_number[4096];
  guint64 n_left_out;
  guint64 n_events;
  gsize memory;
  GArray *slots; /* of guint32, for merging: key → cell + 1 */
};

struct _SlPageMap
{
  gatomicrefcount ref_count;
  Level levels[LEVELS];
  guint n_pages;
  guint64 *sorted; /* pages */
  guint32 *ranks;  /* by number */
  guint64 n_events;
  gsize memory;
};

/* Kinds whose groups are kept at hand. */
#define KNOWN 64

/* What a block touches, while it is looked through. */
typedef struct
{
  SlPageGroupFunc group_of;
  guint n_touches;
  guint16 known_kinds[KNOWN]; /* kinds whose groups were asked for, by their low bits */
  guint8 known_groups[KNOWN];
  guint16 slots[SLOTS]; /* number of a touch + 1 */
  Touch touches[SL_BLOCK_EVENTS];
} Finder;

static inline Touch *
find_touch (Finder *self, guint64 page, guint8 group)
{
  guint64 hash = (page * 256 + group) * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);
  guint slot = (guint) (hash >> 51);
  Touch *touch;

  for (; self->slots[slot] != 0; slot = (slot + 1) % SLOTS)
    {
      touch = &self->touches[self->slots[slot] - 1];
      if (touch->page == page && touch->group == group)
        return touch;
    }

  touch = &self->touches[self->n_touches++];
  *touch = (Touch) { page, 0, 0, group };
  self->slots[slot] = (guint16) self->n_touches;
  return touch;
}

static inline guint8
find_group (Finder *self, guint16 kind)
{
  guint slot = kind % KNOWN;

  if (self->known_kinds[slot] != kind)
    {
      self->known_kinds[slot] = kind;
      self->known_groups[slot] = self->group_of (kind);
    }

  return self->known_groups[slot];
}

static void
look_through (Finder *self, const SlEvent *events, gsize n_events, guint16 part)
{
  for (gsize i = 0; i < n_events; i++)
    {
      Touch *touch;

      guint8 group = find_group (self, events[i].kind);

      if (group == SL_PAGE_NO_GROUP)
        continue;

      touch = find_touch (self, events[i].a >> SL_PAGE_SHIFT, group);
      touch->count++;
      touch->parts |= part;
    }
}

/**
 * sl_page_sum_new:
 * @events: (array length=n_events): of one block, in time order; at least one
 *
 * Any thread, any order.
 *
 * Returns: (transfer full): for sl_page_map_writer_add()
 */
SlPageSum *
sl_page_sum_new (const SlEvent *events, gsize n_events, SlPageGroupFunc group_of)
{
  g_autofree Finder *finder = g_new (Finder, 1);
  SlTime begins[SL_PAGE_PARTS + 1];
  SlPageSum *sum;
  gsize first = 0;

  finder->group_of = group_of;
  finder->n_touches = 0;
  memset (finder->known_kinds, 0, sizeof finder->known_kinds);
  memset (finder->known_groups, group_of (0), sizeof finder->known_groups);
  memset (finder->slots, 0, sizeof finder->slots);
  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    {
      gsize end = n_events * (i + 1) / SL_PAGE_PARTS;

      begins[i] = events[MIN (first, n_events - 1)].time;
      look_through (finder, events + first, end - first, (guint16) (1u << i));
      first = end;
    }
  begins[SL_PAGE_PARTS] = sl_time_add (events[n_events - 1].time, 1);

  sum = g_malloc (sizeof *sum + finder->n_touches * sizeof (Touch));
  sum->n_touches = finder->n_touches;
  memcpy (sum->begins, begins, sizeof begins);
  memcpy (sum->touches, finder->touches, finder->n_touches * sizeof (Touch));
  return sum;
}

G_STATIC_ASSERT (SLOTS == 1 << (64 - 51));

/**
 * sl_page_sum_free:
 *
 * For sums that did not join a writer.
 */
void
sl_page_sum_free (SlPageSum *self)
{
  g_free (self);
}

static void
segment_unref (Segment *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < self->n_tiles; i++)
    g_free (self->tiles[i]);
  g_free (self);
}

static void
level_init (Level *self)
{
  self->segments = g_ptr_array_new_with_free_func ((GDestroyNotify) segment_unref);
}

static const SlPageTile *
level_get (const Level *self, guint64 tile)
{
  const Segment *segment = g_ptr_array_index (self->segments, tile / SEGMENT);

  return segment->tiles[tile % SEGMENT];
}

static void
level_append (Level *self, SlPageTile *tile)
{
  Segment *segment;

  if (self->n_tiles % SEGMENT == 0)
    {
      segment = g_new0 (Segment, 1);
      g_atomic_ref_count_init (&segment->ref_count);
      g_ptr_array_add (self->segments, segment);
    }

  segment = g_ptr_array_index (self->segments, self->segments->len - 1);
  segment->tiles[segment->n_tiles++] = tile;
  self->n_tiles++;
}

static void
level_copy (const Level *self, Level *copy)
{
  level_init (copy);
  copy->n_tiles = self->n_tiles;
  for (guint i = 0; i < self->segments->len; i++)
    {
      Segment *segment = g_ptr_array_index (self->segments, i);

      g_atomic_ref_count_inc (&segment->ref_count);
      g_ptr_array_add (copy->segments, segment);
    }
}

/**
 * sl_page_map_writer_new:
 *
 * Returns: (transfer full): a writer without tiles
 */
SlPageMapWriter *
sl_page_map_writer_new (void)
{
  SlPageMapWriter *self = g_new0 (SlPageMapWriter, 1);

  for (guint i = 0; i < LEVELS; i++)
    level_init (&self->levels[i]);
  self->numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  self->pages = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->slots = g_array_new (FALSE, TRUE, sizeof (guint32));
  return self;
}

/**
 * sl_page_map_writer_free:
 *
 * Snapshots stay.
 */
void
sl_page_map_writer_free (SlPageMapWriter *self)
{
  for (guint i = 0; i < LEVELS; i++)
    g_ptr_array_unref (self->levels[i].segments);
  g_hash_table_unref (self->numbers);
  g_array_unref (self->pages);
  g_array_unref (self->slots);
  g_free (self);
}

/* The page's number + 1; 0 where there are too many pages. */
static guint32
get_number (SlPageMapWriter *self, guint64 page)
{
  guint slot = (guint) (page % G_N_ELEMENTS (self->known));
  guint32 number;

  if (self->known[slot] == page + 1)
    return self->known_number[slot];

  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &page));
  if (number == 0 && self->pages->len == SL_PAGE_MOST)
    return 0;
  if (number == 0)
    {
      g_array_append_val (self->pages, page);
      number = self->pages->len;
      g_hash_table_insert (self->numbers, g_memdup2 (&page, sizeof page),
                           GUINT_TO_POINTER (number));
    }

  self->known[slot] = page + 1;
  self->known_number[slot] = number;
  return number;
}

static void
append_tile (SlPageMapWriter *self, guint level, SlPageTile *tile)
{
  level_append (&self->levels[level], tile);
  self->memory += sizeof *tile + tile->n_cells * sizeof (SlPageCell) + sizeof (gpointer);
}

/* Adds the cells of a part of the merged tile; @slots finds those that are there. */
static void
merge_cells (SlPageTile *merged, const SlPageTile *tile, guint quarter, guint32 *slots, guint mask)
{
  const guint step = SL_PAGE_PARTS / FAN;

  for (guint i = 0; i < tile->n_cells; i++)
    {
      const SlPageCell *cell = &tile->cells[i];
      guint slot = ((cell->page * 16 + cell->group) * 2654435761u >> 7) & mask;
      guint16 parts = 0;
      SlPageCell *found;

      for (guint j = 0; j < step; j++)
        {
          if ((cell->parts >> (j * FAN) & ((1u << FAN) - 1)) != 0)
            parts |= (guint16) (1u << (quarter * step + j));
        }
      while (slots[slot] != 0)
        {
          found = &merged->cells[slots[slot] - 1];
          if (found->page == cell->page && found->group == cell->group)
            break;
          slot = (slot + 1) & mask;
        }
      if (slots[slot] == 0)
        {
          merged->cells[merged->n_cells++] = (SlPageCell) { cell->page, 0, 0, cell->group };
          slots[slot] = merged->n_cells;
        }
      found = &merged->cells[slots[slot] - 1];
      found->count += cell->count;
      found->parts |= parts;
    }
}

/* Makes one tile of the last FAN tiles of a level. */
static SlPageTile *
merge_tiles (SlPageMapWriter *self, guint level)
{
  const Level *below = &self->levels[level];
  const guint step = SL_PAGE_PARTS / FAN;
  guint n_cells = 0, mask = 1;
  SlPageTile *merged;

  for (guint i = 0; i < FAN; i++)
    n_cells += level_get (below, below->n_tiles - FAN + i)->n_cells;
  while (mask < 2 * n_cells)
    mask *= 2;
  g_array_set_size (self->slots, 0);
  g_array_set_size (self->slots, mask);

  merged = g_malloc0 (sizeof *merged + n_cells * sizeof (SlPageCell));
  for (guint i = 0; i < FAN; i++)
    {
      const SlPageTile *tile = level_get (below, below->n_tiles - FAN + i);

      for (guint j = 0; j < step; j++)
        merged->begins[i * step + j] = tile->begins[j * FAN];
      merged->begins[SL_PAGE_PARTS] = tile->begins[SL_PAGE_PARTS];
      merge_cells (merged, tile, i, (guint32 *) (gpointer) self->slots->data, mask - 1);
    }

  return g_realloc (merged, sizeof *merged + merged->n_cells * sizeof (SlPageCell));
}

/**
 * sl_page_map_writer_add:
 * @sum: (transfer full): of the block that follows those added before
 */
void
sl_page_map_writer_add (SlPageMapWriter *self, SlPageSum *sum)
{
  SlPageTile *tile = g_malloc (sizeof *tile + sum->n_touches * sizeof (SlPageCell));

  memcpy (tile->begins, sum->begins, sizeof tile->begins);
  tile->n_cells = 0;
  for (guint i = 0; i < sum->n_touches; i++)
    {
      const Touch *touch = &sum->touches[i];
      guint32 number = get_number (self, touch->page);

      if (number == 0)
        self->n_left_out += touch->count;
      else
        tile->cells[tile->n_cells++] =
            (SlPageCell) { number - 1, touch->count, touch->parts, touch->group };
      self->n_events += number > 0 ? touch->count : 0;
    }
  sl_page_sum_free (sum);

  append_tile (self, 0, tile);
  for (guint level = 0; level + 1 < LEVELS && self->levels[level].n_tiles % FAN == 0; level++)
    append_tile (self, level + 1, merge_tiles (self, level));
}

/**
 * sl_page_map_writer_get_n_left_out:
 *
 * Returns: how many events touch pages beyond the most that a map holds
 */
guint64
sl_page_map_writer_get_n_left_out (const SlPageMapWriter *self)
{
  return self->n_left_out;
}

static int
compare_pages (gconstpointer a, gconstpointer b)
{
  guint64 one = *(const guint64 *) a, other = *(const guint64 *) b;

  return one < other ? -1 : one > other;
}

static void
rank_pages (SlPageMap *map, const GArray *pages)
{
  map->n_pages = pages->len;
  map->sorted = g_memdup2 (pages->data, pages->len * sizeof (guint64));
  map->ranks = g_new (guint32, pages->len + 1);
  if (pages->len > 0)
    qsort (map->sorted, pages->len, sizeof (guint64), compare_pages);
  for (guint i = 0; i < pages->len; i++)
    {
      guint rank;

      if (sl_page_map_find (map, g_array_index (pages, guint64, i) << SL_PAGE_SHIFT, &rank))
        map->ranks[i] = rank;
    }
}

/**
 * sl_page_map_writer_snapshot:
 *
 * Returns: (transfer full): what was added until now
 */
SlPageMap *
sl_page_map_writer_snapshot (SlPageMapWriter *self)
{
  SlPageMap *map = g_new0 (SlPageMap, 1);

  g_atomic_ref_count_init (&map->ref_count);
  for (guint i = 0; i < LEVELS; i++)
    level_copy (&self->levels[i], &map->levels[i]);
  map->n_events = self->n_events;
  rank_pages (map, self->pages);
  map->memory = self->memory + self->pages->len * 12;
  return map;
}

/**
 * sl_page_map_ref:
 *
 * Returns: @self
 */
SlPageMap *
sl_page_map_ref (SlPageMap *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_page_map_unref:
 *
 * Frees @self with the last reference.
 */
void
sl_page_map_unref (SlPageMap *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  for (guint i = 0; i < LEVELS; i++)
    g_ptr_array_unref (self->levels[i].segments);
  g_free (self->sorted);
  g_free (self->ranks);
  g_free (self);
}

/**
 * sl_page_map_get_n_pages:
 *
 * Returns: how many pages are touched
 */
guint
sl_page_map_get_n_pages (const SlPageMap *self)
{
  return self->n_pages;
}

/**
 * sl_page_map_get_page:
 * @rank: below the number of pages
 *
 * Returns: address of the page, by rank from the lowest on
 */
guint64
sl_page_map_get_page (const SlPageMap *self, guint rank)
{
  g_return_val_if_fail (rank < self->n_pages, 0);

  return self->sorted[rank] << SL_PAGE_SHIFT;
}

/**
 * sl_page_map_get_rank:
 * @page: of a cell
 *
 * Returns: how many touched pages lie below it
 */
guint
sl_page_map_get_rank (const SlPageMap *self, guint32 page)
{
  return self->ranks[page];
}

/**
 * sl_page_map_find:
 * @rank: (out): of the page that holds @address; else of the next one above
 *
 * Returns: whether that page is touched
 */
gboolean
sl_page_map_find (const SlPageMap *self, guint64 address, guint *rank)
{
  guint64 page = address >> SL_PAGE_SHIFT;
  guint low = 0, high = self->n_pages;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (self->sorted[middle] < page)
        low = middle + 1;
      else
        high = middle;
    }

  *rank = low;
  return low < self->n_pages && self->sorted[low] == page;
}

/**
 * sl_page_map_get_count:
 *
 * Returns: how many events are in the map
 */
guint64
sl_page_map_get_count (const SlPageMap *self)
{
  return self->n_events;
}

/**
 * sl_page_map_get_memory:
 *
 * Returns: bytes, of which snapshots share most
 */
gsize
sl_page_map_get_memory (const SlPageMap *self)
{
  return sizeof *self + self->memory;
}

/**
 * sl_page_map_get_n_tiles:
 *
 * Returns: how many tiles a level has; what is left over at its end is in the levels below only
 */
guint64
sl_page_map_get_n_tiles (const SlPageMap *self, guint level)
{
  return self->levels[level].n_tiles;
}

/**
 * sl_page_map_get_tile:
 *
 * Returns: (transfer none): a tile
 */
const SlPageTile *
sl_page_map_get_tile (const SlPageMap *self, guint level, guint64 tile)
{
  return level_get (&self->levels[level], tile);
}

/**
 * sl_page_map_find_tile:
 *
 * Returns: the first tile that ends after @time; the number of tiles if there is none
 */
guint64
sl_page_map_find_tile (const SlPageMap *self, guint level, SlTime time)
{
  guint64 low = 0, high = self->levels[level].n_tiles;

  while (low < high)
    {
      guint64 middle = low + (high - low) / 2;

      if (level_get (&self->levels[level], middle)->begins[SL_PAGE_PARTS] > time)
        high = middle;
      else
        low = middle + 1;
    }

  return low;
}

/**
 * sl_page_map_choose_level:
 *
 * Returns: the finest level with at most @most tiles in @span
 */
guint
sl_page_map_choose_level (const SlPageMap *self, SlSpan span, guint most)
{
  guint level = 0;

  while (level + 1 < LEVELS && sl_page_map_find_tile (self, level, span.end) -
                                       sl_page_map_find_tile (self, level, span.begin) >
                                   most)
    level++;

  return level;
}
