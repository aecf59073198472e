/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Puts the sums of blocks together to tiles, and tiles to tiles of tiles. */

#include "sl-page-map-private.h"

#include <string.h>

/* Pages whose number is looked up in an array: all of memory below 4 GiB. */
#define N_LOW (1u << 20)

/* Stands for a place whose page is one too many. */
#define NO_PLACE G_MAXUINT32

struct _SlPageMapWriter
{
  SlArena *arena; /* of the tiles; the one thing here that other threads use */
  guint shift;
  SlPageLevel levels[SL_PAGE_LEVELS];
  guint32 *low_numbers; /* number + 1 of the pages below N_LOW; NULL until there are any */
  guint low_end;        /* above the highest of them */
  GHashTable *numbers;  /* page → number + 1, of the others */
  GArray *pages;        /* of guint64, by number */
  guint64 n_left_out;
  guint64 n_events;
  gsize memory;
  GArray *slots; /* of guint32, for merging: key → cell + 1 */
};

static void
segment_unref (SlPageSegment *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self);
}

static void
level_init (SlPageLevel *self)
{
  self->segments = g_ptr_array_new_with_free_func ((GDestroyNotify) segment_unref);
}

static void
level_append (SlPageLevel *self, SlPageTile *tile)
{
  SlPageSegment *segment;

  if (self->n_tiles % SL_PAGE_SEGMENT == 0)
    {
      segment = g_new0 (SlPageSegment, 1);
      g_atomic_ref_count_init (&segment->ref_count);
      g_ptr_array_add (self->segments, segment);
    }

  segment = g_ptr_array_index (self->segments, self->segments->len - 1);
  segment->tiles[segment->n_tiles++] = tile;
  self->n_tiles++;
}

static void
level_copy (const SlPageLevel *self, SlPageLevel *copy)
{
  level_init (copy);
  copy->n_tiles = self->n_tiles;
  for (guint i = 0; i < self->segments->len; i++)
    {
      SlPageSegment *segment = g_ptr_array_index (self->segments, i);

      g_atomic_ref_count_inc (&segment->ref_count);
      g_ptr_array_add (copy->segments, segment);
    }
}

/**
 * sl_page_map_writer_new:
 * @shift: as that of the sums that will be added
 *
 * Returns: (transfer full): a writer without tiles
 */
SlPageMapWriter *
sl_page_map_writer_new (guint shift)
{
  SlPageMapWriter *self = g_new0 (SlPageMapWriter, 1);

  self->arena = sl_arena_new ();
  self->shift = shift;
  for (guint i = 0; i < SL_PAGE_LEVELS; i++)
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
  for (guint i = 0; i < SL_PAGE_LEVELS; i++)
    g_ptr_array_unref (self->levels[i].segments);
  sl_arena_unref (self->arena);
  g_free (self->low_numbers);
  g_hash_table_unref (self->numbers);
  g_array_unref (self->pages);
  g_array_unref (self->slots);
  g_free (self);
}

guint
sl_page_map_writer_get_shift (const SlPageMapWriter *self)
{
  return self->shift;
}

SlArena *
sl_page_map_writer_get_arena (const SlPageMapWriter *self)
{
  return self->arena;
}

/* The number + 1 that a page has or gets; 0 where there are too many pages. */
static guint32
add_page (SlPageMapWriter *self, guint64 page)
{
  if (self->pages->len == SL_PAGE_MOST)
    return 0;

  g_array_append_val (self->pages, page);
  return self->pages->len;
}

static guint32
get_number (SlPageMapWriter *self, guint64 page)
{
  guint32 number;

  if (page < N_LOW)
    {
      if (self->low_numbers == NULL)
        self->low_numbers = g_new0 (guint32, N_LOW);
      if (self->low_numbers[page] == 0)
        self->low_numbers[page] = add_page (self, page);
      self->low_end = MAX (self->low_end, (guint) page + 1);
      return self->low_numbers[page];
    }

  number = GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, &page));
  if (number == 0 && (number = add_page (self, page)) != 0)
    g_hash_table_insert (self->numbers, g_memdup2 (&page, sizeof page), GUINT_TO_POINTER (number));

  return number;
}

static void
append_tile (SlPageMapWriter *self, guint level, SlPageTile *tile)
{
  level_append (&self->levels[level], tile);
  self->memory += sl_page_tile_get_size (tile, tile->places != NULL) + sizeof (gpointer);
}

/* Adds the cells of a part of the merged tile; @slots finds those that are there. */
static void
merge_cells (SlPageTile *merged, const SlPageTile *tile, guint quarter, guint32 *slots, guint mask)
{
  SlPageCell *cells = (SlPageCell *) (merged + 1);

  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);
      guint slot = ((cell.page * 16 + cell.group) * 2654435761u >> 7) & mask;
      SlPageCell *found;

      while (slots[slot] != 0)
        {
          found = &cells[slots[slot] - 1];
          if (found->page == cell.page && found->group == cell.group)
            break;
          slot = (slot + 1) & mask;
        }
      if (slots[slot] == 0)
        {
          cells[merged->n_cells++] = (SlPageCell) { cell.page, 0, 0, cell.group };
          slots[slot] = merged->n_cells;
        }
      found = &cells[slots[slot] - 1];
      found->count += cell.count;
      found->parts |= sl_page_parts_join (cell.parts, quarter);
    }
}

/* A merged tile as it is kept: cells with one event apart. */
static SlPageTile *
keep_merged (SlPageMapWriter *self, SlPageTile *merged)
{
  const SlPageCell *cells = (const SlPageCell *) (merged + 1);
  SlPageTile *kept;
  SlPageCell *next;
  guint32 *single;

  for (guint i = 0; i < merged->n_cells; i++)
    merged->n_singles += cells[i].count == 1;

  kept = sl_arena_take (self->arena, sl_page_tile_get_size (merged, FALSE));
  *kept = *merged;
  next = (SlPageCell *) (kept + 1);
  single = (guint32 *) (next + merged->n_cells - merged->n_singles);
  for (guint i = 0; i < merged->n_cells; i++)
    {
      if (cells[i].count > 1)
        *next++ = cells[i];
      else
        *single++ = cells[i].page | (guint32) __builtin_ctz (cells[i].parts) << SL_PAGE_PART_SHIFT |
                    (guint32) cells[i].group << SL_PAGE_PLACE_SHIFT;
    }

  return kept;
}

/* Makes one tile of the last SL_PAGE_TILES tiles of a level. */
static SlPageTile *
merge_tiles (SlPageMapWriter *self, guint level)
{
  const SlPageLevel *below = &self->levels[level];
  guint n_cells = 0, mask = 1;
  g_autofree SlPageTile *merged = NULL;

  for (guint i = 0; i < SL_PAGE_TILES; i++)
    n_cells += sl_page_level_get (below, below->n_tiles - SL_PAGE_TILES + i)->n_cells;
  while (mask < 2 * n_cells)
    mask *= 2;
  g_array_set_size (self->slots, 0);
  g_array_set_size (self->slots, mask);

  merged = g_malloc0 (sizeof *merged + n_cells * sizeof (SlPageCell));
  for (guint i = 0; i < SL_PAGE_TILES; i++)
    {
      const SlPageTile *tile = sl_page_level_get (below, below->n_tiles - SL_PAGE_TILES + i);

      sl_page_tile_join_begins (merged, tile, i);
      merge_cells (merged, tile, i, (guint32 *) (gpointer) self->slots->data, mask - 1);
    }

  return keep_merged (self, merged);
}

/* Drops the cells of pages that are too many. Returns how many events they had. */
static guint64
drop_cells (SlPageTile *tile, const guint32 *places)
{
  SlPagePackedCell *cells = sl_page_tile_get_packed (tile);
  const SlPagePackedSingle *singles = sl_page_tile_get_singles (tile);
  SlPagePackedSingle *kept;
  guint64 n_events = 0;
  guint n_cells = 0, n_singles = 0;

  for (guint i = 0; i < tile->n_cells - tile->n_singles; i++)
    {
      if (places[cells[i].place] == NO_PLACE)
        n_events += cells[i].count + 1u;
      else
        cells[n_cells++] = cells[i];
    }

  kept = (SlPagePackedSingle *) (cells + n_cells);
  for (guint i = 0; i < tile->n_singles; i++)
    {
      SlPagePackedSingle single = singles[i];

      if (places[single.place[0] | single.place[1] << 8] == NO_PLACE)
        n_events++;
      else
        kept[n_singles++] = single;
    }

  tile->n_cells = n_cells + n_singles;
  tile->n_singles = n_singles;
  return n_events;
}

/* What the sum's places are among the pages. @whole: (out): whether all have a page */
static guint32 *
number_places (SlPageMapWriter *self, const SlPageSum *sum, gboolean *whole)
{
  gsize size = sum->n_places * sizeof (guint32);
  guint32 *places = sl_arena_take (self->arena, size);

  *whole = TRUE;
  self->memory += size;
  for (guint i = 0; i < sum->n_places; i++)
    {
      guint32 number = get_number (self, sum->pages[i]);

      places[i] =
          number > 0 ? (number - 1) | (guint32) sum->groups[i] << SL_PAGE_PLACE_SHIFT : NO_PLACE;
      *whole = *whole && number > 0;
    }

  return places;
}

static void
number_tiles (SlPageMapWriter *self, SlPageSum *sum)
{
  gboolean whole;
  const guint32 *places = number_places (self, sum, &whole);

  self->n_events += sum->n_events;
  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    {
      for (guint i = 0; i < sum->tiles[level].n_tiles; i++)
        {
          SlPageTile *tile = sl_page_sum_get_tile (sum, level, i);
          guint64 n_left_out = whole ? 0 : drop_cells (tile, places);

          tile->places = places;
          if (level > 0)
            continue;
          self->n_events -= n_left_out;
          self->n_left_out += n_left_out;
        }
    }
}

/**
 * sl_page_map_writer_add:
 * @sum: (transfer full): of the blocks that follow those added before; ended
 */
void
sl_page_map_writer_add (SlPageMapWriter *self, SlPageSum *sum)
{
  gboolean aligned = self->levels[0].n_tiles % SL_PAGE_SUM_BLOCKS == 0;
  guint n_of_sum = aligned ? SL_PAGE_SUM_LEVELS : 1; /* levels whose tiles are those of the sum */

  number_tiles (self, sum);
  for (guint i = 0; i < sum->tiles[0].n_tiles; i++)
    {
      append_tile (self, 0, sl_page_sum_get_tile (sum, 0, i));
      for (guint level = 1;
           level < SL_PAGE_LEVELS && self->levels[level - 1].n_tiles % SL_PAGE_TILES == 0; level++)
        {
          SlPageTile *tile = level < n_of_sum
                                 ? sl_page_sum_get_tile (sum, level, ((i + 1) >> (2 * level)) - 1)
                                 : merge_tiles (self, level - 1);

          append_tile (self, level, tile);
        }
    }
  sl_page_sum_free (sum);
}

G_STATIC_ASSERT (SL_PAGE_TILES == 1 << 2);

/**
 * sl_page_map_writer_add_events:
 * @events: (array length=n_events): of the block that follows those added before; at least one
 * @group_of: (nullable): as of sl_page_sum_add_events()
 *
 * Sums a block up by itself and adds the sum.
 */
void
sl_page_map_writer_add_events (SlPageMapWriter *self,
                               const SlEvent *events,
                               gsize n_events,
                               SlPageGroupFunc group_of)
{
  SlPageSum *sum = sl_page_sum_new (self);

  sl_page_sum_add_events (sum, events, n_events, group_of);
  sl_page_sum_end (sum);
  sl_page_map_writer_add (self, sum);
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

/* A page above N_LOW. */
typedef struct
{
  guint64 page;
  guint32 number;
} HighPage;

static int
compare_high_pages (gconstpointer a, gconstpointer b)
{
  const HighPage *one = a, *other = b;

  return one->page < other->page ? -1 : one->page > other->page;
}

static GArray *
sort_high_pages (const GArray *pages)
{
  GArray *high = g_array_new (FALSE, FALSE, sizeof (HighPage));

  for (guint i = 0; i < pages->len; i++)
    {
      HighPage page = { g_array_index (pages, guint64, i), i };

      if (page.page >= N_LOW)
        g_array_append_val (high, page);
    }
  g_array_sort (high, compare_high_pages);

  return high;
}

/* The table of the low pages has them in order, so that few are left to be sorted. */
static void
rank_pages (SlPageMap *map, const SlPageMapWriter *self)
{
  g_autoptr (GArray) high = sort_high_pages (self->pages);
  guint rank = 0;

  map->n_pages = self->pages->len;
  map->sorted = g_new (guint64, map->n_pages + 1);
  map->ranks = g_new (guint32, map->n_pages + 1);
  for (guint page = 0; page < self->low_end; page++)
    {
      if (self->low_numbers[page] == 0)
        continue;
      map->sorted[rank] = page;
      map->ranks[self->low_numbers[page] - 1] = rank++;
    }
  for (guint i = 0; i < high->len; i++)
    {
      const HighPage *page = &g_array_index (high, HighPage, i);

      map->sorted[rank] = page->page;
      map->ranks[page->number] = rank++;
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
  for (guint i = 0; i < SL_PAGE_LEVELS; i++)
    level_copy (&self->levels[i], &map->levels[i]);
  map->arena = sl_arena_ref (self->arena);
  map->n_events = self->n_events;
  map->shift = self->shift;
  rank_pages (map, self);
  map->memory = self->memory + self->pages->len * 12;
  return map;
}
