/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of a page map: a heat map of what its grid has summed up. */

#include "sl-build-map-private.h"

#include <math.h>
#include <string.h>

#include "sl-map-grid-private.h"

#define RING_OUT 4 /* pixels around the cells of what is picked */

/* Counts of events whose levels are not searched for. */
#define FEW 256

/* Rows that show the same pages are one element. */
static void
add_elements (SlBuild *self, const SlMapGrid *grid)
{
  for (guint row = 0; row < grid->n_rows;)
    {
      const SlMapBand *band = &grid->bands[row];
      guint64 count = band->count;
      guint end = row + 1;
      guint32 element;

      for (; end < grid->n_rows && grid->bands[end].first == band->first &&
             grid->bands[end].end == band->end;
           end++)
        count += grid->bands[end].count;
      if (band->end > 0)
        {
          element = sl_build_add_items (self, SL_ELEMENT_FOLD, SL_THING_TRACK_PAGES, band->first,
                                        band->end - band->first, self->visible);
          sl_scene_edit_element (self->scene, element)->count = count;
          sl_build_place (self, element, self->plot_x,
                          self->top + SL_MAP_TOP + (grid->n_rows - end) * SL_MAP_CELL,
                          self->view.width, (end - row) * SL_MAP_CELL);
        }
      row = end;
    }
}

/* Of all groups at once: most cells are empty. */
static inline gboolean
is_empty (const SlMapCell *cell)
{
  guint64 halves[2];

  memcpy (halves, cell->counts, sizeof halves);
  return (halves[0] | halves[1]) == 0;
}

G_STATIC_ASSERT (sizeof (SlMapCell) == 2 * sizeof (guint64));

static inline guint32
sum_cell (const SlMapCell *cell)
{
  guint32 sum = 0;

  for (guint i = 0; i < SL_MAP_GROUPS; i++)
    sum += cell->counts[i];

  return sum;
}

/* The commonest of a cell's groups, of equals the first. */
static inline guint8
find_group (const SlMapCell *cell)
{
  guint32 most = cell->counts[0];
  guint8 group = 0;

  for (guint8 i = 1; i < SL_MAP_GROUPS; i++)
    {
      group = cell->counts[i] > most ? i : group;
      most = cell->counts[i] > most ? cell->counts[i] : most;
    }

  return group;
}

static guint32
find_most (const SlMapGrid *grid)
{
  guint32 most = 1;

  for (guint row = 0; row < grid->n_rows; row++)
    {
      const SlMapCell *cells = grid->cells + (gsize) row * grid->n_columns;

      for (guint column = 0; grid->bands[row].end > 0 && column < grid->n_columns; column++)
        most = MAX (most, sum_cell (&cells[column]));
    }

  return most;
}

/* The fewest events of each level; what is more than the last has it too. */
static void
find_levels (guint32 most, guint32 fewest[SL_CELL_LEVELS])
{
  double scale = log1p (MAX (most, SL_MAP_LEAST_MOST)) / (SL_CELL_LEVELS - 1);

  for (guint8 level = 0; level < SL_CELL_LEVELS; level++)
    {
      guint32 count = (guint32) MIN (MAX (floor (expm1 ((level - 1) * scale)), 0), most);

      /* Rounding may be one off. */
      while (count > 0 && sl_map_get_level (count - 1, most) >= level)
        count--;
      while (count < most && sl_map_get_level (count, most) < level)
        count++;
      fewest[level] = count;
    }
}

/* The levels of the counts that most cells have, and the fewest events of each. */
typedef struct
{
  guint32 fewest[SL_CELL_LEVELS];
  guint8 of_few[FEW];
} Levels;

static guint8
search_level (const Levels *self, guint32 count)
{
  guint low = 0, high = SL_CELL_LEVELS;

  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (self->fewest[middle] <= count)
        low = middle;
      else
        high = middle;
    }

  return (guint8) low;
}

static void
levels_init (Levels *self, guint32 most)
{
  find_levels (most, self->fewest);
  for (guint32 count = 0; count < FEW; count++)
    self->of_few[count] = search_level (self, count);
}

static inline guint8
get_level (const Levels *self, guint32 count)
{
  return count < FEW ? self->of_few[count] : search_level (self, count);
}

static void
draw_cells (SlBuild *self, const SlMapGrid *grid, guint32 most)
{
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_CELLS, 0);
  guint8 colours[SL_MAP_GROUPS];
  Levels levels;
  guint8 *values;

  levels_init (&levels, most);
  for (guint8 group = 0; group < SL_MAP_GROUPS; group++)
    colours[group] = (guint8) (1 + sl_bus_look_colour_of_group (group));
  shape->x = (float) self->plot_x;
  shape->y = (float) self->top + SL_MAP_TOP;
  shape->width = (float) (grid->n_columns * SL_MAP_CELL);
  shape->height = (float) (grid->n_rows * SL_MAP_CELL);
  shape->spacing = SL_MAP_CELL;
  shape->fill = sl_build_paint (self, SL_PAINT_OBJECT, 0, 1);
  values = sl_scene_add_values (self->scene, shape, grid->n_columns * grid->n_rows);
  for (guint row = 0; row < grid->n_rows; row++)
    {
      const SlMapCell *cells = grid->cells + (gsize) (grid->n_rows - 1 - row) * grid->n_columns;

      if (grid->bands[grid->n_rows - 1 - row].end == 0)
        continue;
      for (guint column = 0; column < grid->n_columns; column++)
        {
          guint8 *value = values + 2 * ((gsize) row * grid->n_columns + column);

          if (is_empty (&cells[column]))
            continue;

          value[0] = colours[find_group (&cells[column])];
          value[1] = get_level (&levels, sum_cell (&cells[column]));
        }
    }
}

/**
 * sl_map_get_level:
 * @most: of any cell in the picture
 *
 * Returns: the level that a cell of @count events has
 */
guint8
sl_map_get_level (guint32 count, guint32 most)
{
  return (guint8) ceil (log1p (count) / log1p (MAX (most, SL_MAP_LEAST_MOST)) *
                        (SL_CELL_LEVELS - 1));
}

/* What the filter lets through, over all there is: of the same strength as without a filter. While
 * it is being looked for, only what is looked into for this picture can be told. */
static void
draw_matches (SlBuild *self, guint32 most)
{
  const SlPageMap *tiles = self->lane->map;
  SlMapGrid grid;

  if (self->matches != NULL)
    tiles = self->matches->maps[sl_bus_look_get_plane (self->lane->map)];
  sl_map_grid_init (self, &grid, tiles);
  grid.only_matches = TRUE;
  sl_map_grid_add_tiles (self, &grid);
  draw_cells (self, &grid, most);
  sl_map_grid_clear (&grid);
}

/* The picked event of the row's trace, where it is in sight and touches what the map shows. */
static const SlEvent *
find_picked (SlBuild *self, const SlMapGrid *grid)
{
  const SlThing *picked = sl_view_state_get_picked (self->state);
  const SlEvent *event;
  guint zone;

  if (picked->type != SL_THING_EVENT || picked->trace != self->info->lane.trace ||
      picked->index >= sl_trace_get_n_events (self->trace) ||
      sl_trace_get_n_zones (self->trace) == 0)
    return NULL;

  zone = sl_trace_zone_of_index (self->trace, picked->index);
  event = sl_zone_cache_get_part (self->zones, self->trace, zone,
                                  (guint) (picked->index -
                                           sl_trace_get_zone (self->trace, zone)->first),
                                  1);
  if (event == NULL || !sl_span_contains (self->visible, event->time) ||
      sl_map_grid_get_group (grid, event->kind) == SL_PAGE_NO_GROUP)
    return NULL;

  return event;
}

/* A ring around the cells of the picked event. */
static void
draw_ring (SlBuild *self, SlMapGrid *grid)
{
  const SlEvent *event = find_picked (self, grid);
  guint rank, lowest, highest;
  double x, y;
  SlShape *ring;

  if (event == NULL || !sl_page_map_find (grid->map, event->a, &rank) ||
      !sl_map_grid_get_event_rows (grid, event, rank, &lowest, &highest))
    return;

  x = self->plot_x + sl_map_grid_get_column (self, grid, event->time) * SL_MAP_CELL;
  y = self->top + SL_MAP_TOP + (grid->n_rows - 1 - highest) * SL_MAP_CELL;
  ring =
      sl_build_box (self, SL_LAYER_USER, 0, x - RING_OUT, y - RING_OUT,
                    (1 + grid->widened) * SL_MAP_CELL + 2 * RING_OUT,
                    (highest - lowest + 1) * SL_MAP_CELL + 2 * RING_OUT, sl_paint (SL_PAINT_NONE));
  ring->radius = 5;
  ring->stroke = sl_paint (SL_PAINT_ACCENT);
  ring->line_width = 2;
}

/**
 * sl_build_map:
 *
 * Draws the row at hand, whose lane is a page map.
 */
void
sl_build_map (SlBuild *self)
{
  double strength = self->strength;
  guint32 most;
  SlMapGrid grid;

  sl_map_grid_init (self, &grid, self->lane->map);
  sl_map_grid_add_tiles (self, &grid);
  most = find_most (&grid);
  self->map_most[grid.plane] = most;
  if (self->filter != NULL)
    self->strength = SL_STRENGTH_DIMMED;
  draw_cells (self, &grid, most);
  self->strength = strength;
  add_elements (self, &grid);
  draw_ring (self, &grid);
  sl_map_grid_clear (&grid);
  if (self->filter != NULL)
    draw_matches (self, most);
}

/**
 * sl_build_is_map:
 *
 * Returns: whether the row shows a page map
 */
gboolean
sl_build_is_map (const SlBuild *self, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, row->lane.trace);

  return sl_trace_get_lane (trace, row->lane.lane)->map != NULL;
}
