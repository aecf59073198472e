/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Puts the sums of blocks together to tiles, and tiles to tiles of tiles. */

#include "sl-page-map-private.h"

#include <string.h>

struct _SlPageMapWriter
{
  SlArena *arena; /* of the tiles; the one thing here that other threads use */
  guint shift;
  SlPageLevel levels[SL_PAGE_LEVELS];
  GHashTable *numbers; /* page → number + 1 */
  GArray *pages;       /* of guint64, by number */
  guint64 known[4096]; /* page + 1, by its low bits */
  guint32 known_number[4096];
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
  for (guint i = 0; i < tile->n_cells; i++)
    {
      const SlPageCell *cell = &tile->cells[i];
      guint slot = ((cell->page * 16 + cell->group) * 2654435761u >> 7) & mask;
      SlPageCell *found;

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
      found->parts |= sl_page_parts_join (cell->parts, quarter);
    }
}

/* Makes one tile of the last SL_PAGE_TILES tiles of a level. */
static SlPageTile *
merge_tiles (SlPageMapWriter *self, guint level)
{
  const SlPageLevel *below = &self->levels[level];
  guint n_cells = 0, mask = 1;
  g_autofree SlPageTile *merged = NULL;
  SlPageTile *kept;
  gsize size;

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

  size = sizeof *merged + merged->n_cells * sizeof (SlPageCell);
  kept = sl_arena_take (self->arena, size);
  memcpy (kept, merged, size);
  return kept;
}

/* Gives the cells of a tile the numbers of pages for those of places. Returns how many events of
 * it have a page. */
static guint64
number_cells (SlPageTile *tile, const guint32 *numbers, guint64 *n_left_out)
{
  guint64 n_events = 0;
  guint n_cells = 0;

  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = tile->cells[i];

      cell.page = numbers[cell.page] - 1;
      tile->cells[n_cells] = cell;
      if (G_LIKELY (cell.page != G_MAXUINT32))
        {
          n_events += cell.count;
          n_cells++;
        }
      else
        *n_left_out += cell.count;
    }

  tile->n_cells = n_cells;
  return n_events;
}

/* Page numbers + 1 of the sum's places; 0 where there are too many pages. */
static guint32 *
number_places (SlPageMapWriter *self, const SlPageSum *sum)
{
  guint32 *numbers = g_new (guint32, sum->n_places);

  numbers[0] = 0;
  for (guint i = 1; i < sum->n_places; i++)
    numbers[i] = get_number (self, sl_page_place_get_page (sum->places[i], self->shift));

  return numbers;
}

static void
number_tiles (SlPageMapWriter *self, SlPageSum *sum)
{
  g_autofree guint32 *numbers = number_places (self, sum);

  for (guint level = 0; level < SL_PAGE_SUM_LEVELS; level++)
    {
      guint64 left_out_above = 0;

      for (guint i = 0; i < sum->tiles[level].n_tiles; i++)
        {
          SlPageTile *tile = sl_page_sum_get_tile (sum, level, i);

          if (level == 0)
            self->n_events += number_cells (tile, numbers, &self->n_left_out);
          else
            number_cells (tile, numbers, &left_out_above);
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

      if (sl_page_map_find (map, g_array_index (pages, guint64, i) << map->shift, &rank))
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
  for (guint i = 0; i < SL_PAGE_LEVELS; i++)
    level_copy (&self->levels[i], &map->levels[i]);
  map->arena = sl_arena_ref (self->arena);
  map->n_events = self->n_events;
  map->shift = self->shift;
  rank_pages (map, self->pages);
  map->memory = self->memory + self->pages->len * 12;
  return map;
}
