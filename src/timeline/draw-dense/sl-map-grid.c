/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which pages and which ticks belong to which cell of a page map's row. */

#include "sl-map-grid-private.h"

#include <math.h>

/* So many more columns an event takes where there are few. */
#define WIDENED 2

/* Zones that are looked into, which are fewer than are kept at hand. What is beyond that shows the events
 * of a long part in the column in which it begins. */
#define MOST_DECODED 96

/* So many are looked into only because a page is so high that addresses in it can be told apart. */
#define MOST_FINE 24

/**
 * sl_map_grid_find_rows:
 * @bottom, @top: places on the axis
 * @lowest, @highest: (out): both inclusive
 *
 * Returns: whether what lies there is in sight
 */
gboolean
sl_map_grid_find_rows (const SlMapGrid *grid,
                       double bottom,
                       double top,
                       guint *lowest,
                       guint *highest)
{
  double low = bottom * grid->n_rows, high = top * grid->n_rows;

  if (top <= 0 || bottom >= 1)
    return FALSE;

  /* What is lower than a row is in one row only, so that nothing counts twice. */
  if (high - low < 1)
    high = low = floor (CLAMP (low, 0, grid->n_rows - 1));
  else
    {
      low = round (MAX (low, 0));
      high = round (MIN (high, grid->n_rows)) - 1;
    }

  *lowest = (guint) MIN (low, grid->n_rows - 1);
  *highest = (guint) CLAMP (high, *lowest, grid->n_rows - 1);
  return TRUE;
}

/**
 * sl_map_grid_ask_rows:
 * @rank: of a page that was not asked for yet
 *
 * Finds the rows of the page once for the picture.
 *
 * Returns: what to keep of them
 */
guint32
sl_map_grid_ask_rows (SlMapGrid *grid, guint rank)
{
  double bottom, top;
  guint lowest, highest;

  sl_address_axis_get_page_places (&grid->axis, rank, &bottom, &top);
  grid->rows[rank] = sl_map_grid_find_rows (grid, bottom, top, &lowest, &highest)
                         ? (lowest << 16 | highest) + 1
                         : SL_MAP_ROWS_HIDDEN;
  return grid->rows[rank];
}

/**
 * sl_map_grid_get_column:
 *
 * Returns: the column of cells in which the tick lies, clamped to what is visible
 */
guint
sl_map_grid_get_column (const SlRowPen *self, const SlMapGrid *grid, SlTime own)
{
  return MIN ((guint) sl_build_column (self, own) / SL_MAP_CELL, grid->n_columns - 1);
}

/**
 * sl_map_grid_find_borders:
 *
 * Finds of each column the first tick: events come in order of time and go by these.
 */
void
sl_map_grid_find_borders (SlRowPen *self, SlMapGrid *grid)
{
  if (grid->borders != NULL)
    return;

  grid->borders = g_new (SlTime, grid->n_columns + 1);
  grid->borders[0] = SL_TIME_MIN;
  for (guint column = 1; column < grid->n_columns; column++)
    {
      SlTime time =
          sl_trace_set_from_reference (self->picture->set, self->info->lane.trace,
                                       sl_view_time (&self->picture->view, column * SL_MAP_CELL));

      while (sl_map_grid_get_column (self, grid, time) >= column && time > self->visible.begin)
        time--;
      while (sl_map_grid_get_column (self, grid, time) < column && time < self->visible.end)
        time++;
      grid->borders[column] = time;
    }
  grid->borders[grid->n_columns] = SL_TIME_MAX;
}

/* Whether a page is higher than a cell. By touched pages and by addresses all are as high as the
 * first, by doublings none is higher. */
static gboolean
has_high_pages (const SlMapGrid *self)
{
  double bottom, top;

  if (sl_page_map_get_n_pages (self->map) == 0)
    return FALSE;

  sl_address_axis_get_page_places (&self->axis, 0, &bottom, &top);
  return (top - bottom) * self->n_rows > 1;
}

static guint
count_zones (const SlRowPen *self)
{
  guint first, last;

  if (sl_trace_get_n_blocks (self->trace) == 0)
    return 0;

  first = sl_trace_block_of_time (self->trace, self->visible.begin);
  last = sl_trace_block_of_time (self->trace, self->visible.end);
  return last - MIN (first, last) + 1;
}

/**
 * sl_map_grid_init:
 * @tiles: those of the row's lane, or of what the filter lets through of it
 *
 * Makes an empty grid for the row at hand, to be cleared.
 */
void
sl_map_grid_init (SlRowPen *self, SlMapGrid *grid, const SlPageMap *tiles)
{
  const SlPageMap *map = self->lane->map;
  SlAddressView view;

  *grid = (SlMapGrid) { .map = map, .tiles = tiles, .plane = sl_bus_look_get_plane (map) };
  grid->first_group = sl_bus_look_get_first_group (self->lane);
  sl_view_state_get_addresses (self->picture->state, self->info->key, &view);
  sl_address_axis_init (&grid->axis, map, &view);
  grid->n_columns = ((guint) self->picture->view.width + SL_MAP_CELL - 1) / SL_MAP_CELL;
  grid->n_rows =
      (guint) CLAMP ((self->info->height - SL_MAP_TOP - SL_MAP_BELOW) / SL_MAP_CELL, 1, G_MAXINT16);
  grid->layout = (SlMapLayout) { map, tiles, view, grid->n_rows };
  grid->room = sl_map_sums_take_room (sl_block_cache_get_map_sums (self->picture->zones),
                                      (grid->n_columns * grid->n_rows + SL_MAP_SPARE) *
                                          (guint) sizeof *grid->cells);
  grid->cells = (gpointer) grid->room->data;
  grid->bands = g_new0 (SlMapBand, grid->n_rows);
  grid->rows = g_new0 (guint32, sl_page_map_get_n_pages (map) + 1);
  if (sl_build_find_events (self) != NULL)
    grid->widened = WIDENED;

  /* Tiles and zones are made of the same blocks, unless there are no zones to look into. */
  if (sl_page_map_get_n_tiles (map, 0) == sl_trace_get_n_blocks (self->trace))
    {
      grid->may_decode = MOST_DECODED;
      grid->is_fine = has_high_pages (grid) && count_zones (self) <= MOST_FINE;
    }
}

/**
 * sl_map_grid_clear:
 */
void
sl_map_grid_clear (SlPicture *self, SlMapGrid *grid)
{
  sl_map_sums_give_room (sl_block_cache_get_map_sums (self->zones), g_steal_pointer (&grid->room));
  g_free (grid->bands);
  g_free (grid->rows);
  g_free (grid->borders);
}
