/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-map-private.h"

#include "sl-lower-bound.h"

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

  for (guint i = 0; i < SL_PAGE_LEVELS; i++)
    g_ptr_array_unref (self->levels[i].segments);
  sl_arena_unref (self->arena);
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
 * sl_page_map_get_shift:
 *
 * Returns: a page has 1 << this many addresses
 */
guint
sl_page_map_get_shift (const SlPageMap *self)
{
  return self->shift;
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

  return self->sorted[rank] << self->shift;
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
  guint64 page = address >> self->shift;

  *rank = sl_lower_bound (0, self->n_pages, i, self->sorted[i] < page);
  return *rank < self->n_pages && self->sorted[*rank] == page;
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
  return sl_page_level_get (&self->levels[level], tile);
}

/**
 * sl_page_map_find_tile:
 *
 * Returns: the first tile that ends after @time; the number of tiles if there is none
 */
guint64
sl_page_map_find_tile (const SlPageMap *self, guint level, SlTime time)
{
  const SlPageLevel *tiles = &self->levels[level];

  return sl_lower_bound (0, tiles->n_tiles, i,
                         sl_page_level_get (tiles, i)->begins[SL_PAGE_PARTS] <= time);
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

  while (level + 1 < SL_PAGE_LEVELS && sl_page_map_find_tile (self, level, span.end) -
                                               sl_page_map_find_tile (self, level, span.begin) >
                                           most)
    level++;

  return level;
}
