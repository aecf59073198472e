/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of a page map. Tiles of the map as long as their parts are about as narrow as a column;
 * where they are wider, the tiles below them, and in the end the events themselves. */

#include "sl-build-density-private.h"
#include "sl-build-map-private.h"

#include <math.h>
#include <string.h>

#include "sl-bus-kinds.h"
#include "sl-bus-look.h"

#define CELL     SL_MAP_CELL
#define N_GROUPS (SL_BUS_GROUP_WRITE + 1)

/* So much of a picture's columns may a part of a tile take. */
#define MOST_TILES(columns) MAX ((columns) / 16, 8)

/* A part that takes more columns than this is looked into. */
#define WIDE_PART 3

/* So many more columns an event takes where there are few. */
#define WIDENED 2

/* Tiles of more cells are summed up before they are put into columns. */
#define DENSE_TILE 1024

/* Zones that are looked into; fewer than are kept at hand. */
#define MOST_DECODED 96

/* Rows of a page that was not asked for yet, and of one that is out of sight. */
#define ROWS_UNKNOWN 0
#define ROWS_HIDDEN  G_MAXUINT32

/* Pages that are kept at hand while events are looked up. */
#define KNOWN 1024

typedef struct
{
  guint32 counts[N_GROUPS];
} Cell;

/* Of one row and group in one tile. */
typedef struct
{
  guint32 counts[SL_PAGE_PARTS];
} PartSums;

/* What a row of cells shows. */
typedef struct
{
  guint first, end; /* ranks of pages */
  guint64 count;    /* events of the pages whose lowest row it is */
} Band;

typedef struct
{
  const SlPageMap *map;   /* whose pages are on the axis */
  const SlPageMap *tiles; /* the same, or that of what the filter lets through */
  SlPlane plane;
  SlAddressAxis axis;
  guint n_columns;
  guint n_rows;
  Cell *cells;     /* by row from below, then by column */
  Band *bands;     /* by row from below */
  PartSums *sums;  /* by row from below, then by group; zeros in between tiles */
  guint32 *rows;   /* by rank: (lowest << 16 | highest) + 1, or one of the above */
  SlTime *borders; /* by column: the first tick that is in it or in a later one; NULL until asked */
  guint may_decode; /* zones */
  gboolean only_matches;
  guint widened; /* by so many columns, where events are few and far between */
} Grid;

static gboolean
find_rows (const Grid *grid, double bottom, double top, guint *lowest, guint *highest)
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

static gboolean
get_rows (Grid *grid, guint rank, guint *lowest, guint *highest)
{
  double bottom, top;

  if (grid->rows[rank] == ROWS_UNKNOWN)
    {
      sl_address_axis_get_page_places (&grid->axis, rank, &bottom, &top);
      grid->rows[rank] = find_rows (grid, bottom, top, lowest, highest)
                             ? (*lowest << 16 | *highest) + 1
                             : ROWS_HIDDEN;
    }
  if (grid->rows[rank] == ROWS_HIDDEN)
    return FALSE;

  *lowest = (grid->rows[rank] - 1) >> 16;
  *highest = (grid->rows[rank] - 1) & 0xffff;
  return TRUE;
}

static void
add_to_band (Grid *grid, guint row, guint highest, guint rank, guint64 count)
{
  grid->bands[row].count += count;
  for (; row <= highest; row++)
    {
      Band *band = &grid->bands[row];

      band->first = band->end == 0 ? rank : MIN (band->first, rank);
      band->end = MAX (band->end, rank + 1);
    }
}

static void
touch (Grid *grid,
       guint lowest,
       guint highest,
       guint left,
       guint right,
       guint32 count,
       guint8 group)
{
  for (guint row = lowest; row <= highest; row++)
    {
      for (guint column = left; column <= right; column++)
        grid->cells[(gsize) row * grid->n_columns + column].counts[group % N_GROUPS] += count;
    }
}

static guint
get_column (const SlBuild *self, const Grid *grid, SlTime own)
{
  return MIN ((guint) sl_build_column (self, own) / CELL, grid->n_columns - 1);
}

/* Of each column the first tick. Events come in order of time: they go by these. */
static void
find_borders (SlBuild *self, Grid *grid)
{
  if (grid->borders != NULL)
    return;

  grid->borders = g_new (SlTime, grid->n_columns + 1);
  grid->borders[0] = SL_TIME_MIN;
  for (guint column = 1; column < grid->n_columns; column++)
    {
      SlTime time = sl_trace_set_from_reference (self->set, self->info->lane.trace,
                                                 sl_view_time (&self->view, column * CELL));

      while (get_column (self, grid, time) >= column && time > self->visible.begin)
        time--;
      while (get_column (self, grid, time) < column && time < self->visible.end)
        time++;
      grid->borders[column] = time;
    }
  grid->borders[grid->n_columns] = SL_TIME_MAX;
}

static guint8
get_group (const Grid *grid, guint16 kind)
{
  return grid->plane == SL_PLANE_PORTS ? sl_bus_kind_get_port_group (kind)
                                       : sl_bus_kind_get_group (kind);
}

/* Looks each event's page up, once for all pictures that show the zone. */
static const guint32 *
get_ranks (const Grid *grid, SlCachedZone *zone)
{
  guint shift = sl_page_map_get_shift (grid->map);
  g_autofree guint64 *pages = NULL;
  g_autofree guint32 *known = NULL;
  guint32 *ranks;

  if (zone->ranks[grid->plane] != NULL)
    return zone->ranks[grid->plane];

  ranks = g_new (guint32, MAX (zone->n_events, 1));
  pages = g_new0 (guint64, KNOWN);
  known = g_new0 (guint32, KNOWN);
  for (guint i = 0; i < zone->n_events; i++)
    {
      const SlEvent *event = &zone->events[i];
      guint64 page = event->a >> shift;
      guint rank;

      ranks[i] = SL_NO_RANK;
      if (get_group (grid, event->kind) == SL_PAGE_NO_GROUP)
        continue;
      if (pages[page % KNOWN] != page + 1)
        {
          pages[page % KNOWN] = page + 1;
          known[page % KNOWN] = sl_page_map_find (grid->map, event->a, &rank) ? rank : SL_NO_RANK;
        }
      ranks[i] = known[page % KNOWN];
    }

  zone->ranks[grid->plane] = ranks;
  return ranks;
}

static void
add_event (Grid *grid, const SlEvent *event, guint rank, guint column)
{
  guint8 group = get_group (grid, event->kind);
  guint lowest, highest;
  guint64 n_bytes, last;

  if (!get_rows (grid, rank, &lowest, &highest))
    return;

  /* A page that is several rows high shows which of its bytes are touched. */
  if (highest > lowest)
    {
      n_bytes = MAX (sl_bus_event_get_bytes (event), 1);
      last = event->a + MIN (n_bytes - 1, G_MAXUINT64 - event->a);
      if (!find_rows (grid, sl_address_axis_get_place (&grid->axis, event->a),
                      sl_address_axis_get_end_place (&grid->axis, last), &lowest, &highest))
        return;
    }

  add_to_band (grid, lowest, highest, rank, 1);
  touch (grid, lowest, highest, column, MIN (column + grid->widened, grid->n_columns - 1), 1,
         group);
}

static gboolean
add_zone (SlBuild *self, Grid *grid, guint number)
{
  SlCachedZone *zone;
  const guint8 *matches = NULL;
  const guint32 *ranks;
  guint column;

  if (grid->may_decode == 0)
    return FALSE;

  grid->may_decode--;
  zone = sl_zone_cache_get (self->zones, self->trace, number);
  if (zone == NULL)
    return FALSE;

  find_borders (self, grid);
  ranks = get_ranks (grid, zone);
  if (grid->only_matches)
    matches = sl_build_get_matches (self, zone);
  column = get_column (self, grid,
                       MAX (zone->n_events > 0 ? zone->events[0].time : 0, self->visible.begin));
  for (guint i = 0; i < zone->n_events; i++)
    {
      SlTime time = zone->events[i].time;

      if (ranks[i] == SL_NO_RANK || !sl_span_contains (self->visible, time) ||
          (matches != NULL && matches[i] == 0))
        continue;
      while (time >= grid->borders[column + 1])
        column++;
      add_event (grid, &zone->events[i], ranks[i], column);
    }

  return TRUE;
}

/* The columns that a tile's parts take. */
typedef struct
{
  guint left[SL_PAGE_PARTS];
  guint right[SL_PAGE_PARTS];
  guint visible; /* bit by part */
  guint widest;  /* columns */
} Parts;

static void
place_parts (SlBuild *self, const Grid *grid, const SlPageTile *tile, Parts *parts)
{
  *parts = (Parts) { .visible = 0 };
  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    {
      guint left = get_column (self, grid, tile->begins[i]);
      guint right = MAX (get_column (self, grid, tile->begins[i + 1] - 1), left);

      parts->left[i] = left;
      parts->right[i] = right;
      if (tile->begins[i + 1] <= self->visible.begin || tile->begins[i] >= self->visible.end)
        continue;

      parts->visible |= 1u << i;
      parts->widest = MAX (parts->widest, right - left + 1);
    }
}

/* Of 16 bits; not every processor that this is compiled for has an instruction for it. */
static inline guint
count_parts (guint parts)
{
  parts -= parts >> 1 & 0x5555;
  parts = (parts & 0x3333) + (parts >> 2 & 0x3333);
  parts = (parts + (parts >> 4)) & 0x0f0f;
  return (parts + (parts >> 8)) & 0x1f;
}

/* Adds @share to the columns of each of @parts in one row. */
static inline void
touch_parts (Cell *row, const Parts *places, guint parts, guint32 share, guint8 group)
{
  for (; parts != 0; parts &= parts - 1)
    {
      guint part = (guint) __builtin_ctz (parts);
      guint left = places->left[part], right = places->right[part];
      guint32 count;

      /* Where in a wide part an event is, is not known: a pause in it stays empty. */
      if (right - left >= WIDE_PART)
        right = left;
      count = MAX (left == right ? share : share / (right - left + 1), 1);

      for (guint column = left; column <= right; column++)
        row[column].counts[group] += count;
    }
}

/* The same in a tile of many cells: all parts at once, without a branch. */
static inline void
sum_parts (PartSums *sums, guint parts, guint32 share)
{
  static const guint32 bits[SL_PAGE_PARTS] = { 1 << 0,  1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                               1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                               1 << 12, 1 << 13, 1 << 14, 1 << 15 };

  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    sums->counts[i] += (parts & bits[i]) != 0 ? share : 0;
}

/* Puts the sums of a tile's parts into their columns. */
static void
take_sums (Grid *grid, const Parts *places)
{
  for (guint i = 0; i < grid->n_rows * N_GROUPS; i++)
    {
      Cell *row = grid->cells + (gsize) (i / N_GROUPS) * grid->n_columns;

      for (guint part = 0; part < SL_PAGE_PARTS; part++)
        {
          if (grid->sums[i].counts[part] > 0)
            touch_parts (row, places, 1u << part, grid->sums[i].counts[part],
                         (guint8) (i % N_GROUPS));
        }
    }
  memset (grid->sums, 0, grid->n_rows * N_GROUPS * sizeof *grid->sums);
}

/* The rank on the axis of a tile's page. */
static gboolean
find_rank (const Grid *grid, guint32 page, guint *rank)
{
  *rank = sl_page_map_get_rank (grid->tiles, page);
  return grid->tiles == grid->map ||
         sl_page_map_find (grid->map, sl_page_map_get_page (grid->tiles, *rank), rank);
}

static void
add_cells (Grid *grid, const SlPageTile *tile, const Parts *places)
{
  gboolean dense = tile->n_cells > DENSE_TILE;

  for (guint i = 0; i < tile->n_cells; i++)
    {
      const SlPageCell *cell = &tile->cells[i];
      guint parts = cell->parts & places->visible;
      guint8 group = (guint8) (cell->group % N_GROUPS);
      guint32 share, count = cell->count;
      guint lowest, highest, rank;

      if (parts == 0 || !find_rank (grid, cell->page, &rank) ||
          !get_rows (grid, rank, &lowest, &highest))
        continue;

      /* Of a tile that is cut by the picture's edge, its parts have equal shares. */
      share = count / count_parts (cell->parts);
      if (parts != cell->parts)
        count = (guint32) ((guint64) count * count_parts (parts) / count_parts (cell->parts));
      add_to_band (grid, lowest, highest, rank, count);
      for (guint row = lowest; row <= highest; row++)
        {
          if (dense)
            sum_parts (&grid->sums[row * N_GROUPS + group], parts, MAX (share, 1));
          else
            touch_parts (grid->cells + (gsize) row * grid->n_columns, places, parts, share, group);
        }
    }

  if (dense)
    take_sums (grid, places);
}

static void
add_tile (SlBuild *self, Grid *grid, guint level, guint64 number)
{
  const SlPageTile *tile = sl_page_map_get_tile (grid->tiles, level, number);
  gboolean is_known;
  Parts parts;

  if (tile->begins[SL_PAGE_PARTS] <= self->visible.begin)
    return;

  place_parts (self, grid, tile, &parts);
  if (parts.visible == 0 || tile->n_cells == 0)
    return;
  if (parts.widest > WIDE_PART && level > 0)
    {
      for (guint i = 0; i < SL_PAGE_TILES; i++)
        add_tile (self, grid, level - 1, number * SL_PAGE_TILES + i);
      return;
    }

  /* Tiles of the lowest level alone are zones. Of the map of everything it is not known what the
   * filter lets through. */
  is_known = !grid->only_matches || grid->tiles != grid->map;
  if (level == 0 && (parts.widest >= WIDE_PART || !is_known) &&
      add_zone (self, grid, (guint) number))
    return;
  if (is_known)
    add_cells (grid, tile, &parts);
}

/* Tiles of one level, then what is left over behind its last one in the levels below. */
static void
add_tiles (SlBuild *self, Grid *grid)
{
  guint level = sl_page_map_choose_level (grid->tiles, self->visible, MOST_TILES (grid->n_columns));
  guint64 tile = sl_page_map_find_tile (grid->tiles, level, self->visible.begin);

  for (;;)
    {
      for (; tile < sl_page_map_get_n_tiles (grid->tiles, level); tile++)
        {
          if (sl_page_map_get_tile (grid->tiles, level, tile)->begins[0] >= self->visible.end)
            return;
          add_tile (self, grid, level, tile);
        }
      if (level-- == 0)
        return;

      tile = MAX (tile * SL_PAGE_TILES,
                  sl_page_map_find_tile (grid->tiles, level, self->visible.begin));
    }
}

/* Rows that show the same pages are one element. */
static void
add_elements (SlBuild *self, const Grid *grid)
{
  for (guint row = 0; row < grid->n_rows;)
    {
      const Band *band = &grid->bands[row];
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
                          self->top + SL_MAP_TOP + (grid->n_rows - end) * CELL, self->view.width,
                          (end - row) * CELL);
        }
      row = end;
    }
}

/* The commonest of a cell's groups. */
static guint32
sum_cell (const Cell *cell, guint8 *group)
{
  guint32 sum = 0;

  *group = 0;
  for (guint8 i = 0; i < N_GROUPS; i++)
    {
      sum += cell->counts[i];
      if (cell->counts[i] > cell->counts[*group])
        *group = i;
    }

  return sum;
}

static guint32
find_most (const Grid *grid)
{
  guint32 most = 1;

  for (guint row = 0; row < grid->n_rows; row++)
    {
      const Cell *cells = grid->cells + (gsize) row * grid->n_columns;

      for (guint column = 0; grid->bands[row].end > 0 && column < grid->n_columns; column++)
        {
          guint32 sum = 0;

          for (guint i = 0; i < N_GROUPS; i++)
            sum += cells[column].counts[i];
          most = MAX (most, sum);
        }
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

static inline guint8
get_level (const guint32 fewest[SL_CELL_LEVELS], guint32 count)
{
  guint low = 0, high = SL_CELL_LEVELS;

  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (fewest[middle] <= count)
        low = middle;
      else
        high = middle;
    }

  return (guint8) low;
}

static void
draw_cells (SlBuild *self, const Grid *grid, guint32 most)
{
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_CELLS, 0);
  guint32 fewest[SL_CELL_LEVELS];
  guint8 *values;

  find_levels (most, fewest);
  shape->x = (float) self->plot_x;
  shape->y = (float) self->top + SL_MAP_TOP;
  shape->width = (float) (grid->n_columns * CELL);
  shape->height = (float) (grid->n_rows * CELL);
  shape->spacing = CELL;
  shape->fill = sl_build_paint (self, SL_PAINT_OBJECT, 0, 1);
  values = sl_scene_add_values (self->scene, shape, grid->n_columns * grid->n_rows);
  for (guint row = 0; row < grid->n_rows; row++)
    {
      const Cell *cells = grid->cells + (gsize) (grid->n_rows - 1 - row) * grid->n_columns;

      if (grid->bands[grid->n_rows - 1 - row].end == 0)
        continue;
      for (guint column = 0; column < grid->n_columns; column++)
        {
          guint8 *value = values + 2 * ((gsize) row * grid->n_columns + column);
          guint8 group;
          guint32 count = sum_cell (&cells[column], &group);

          if (count == 0)
            continue;

          value[0] = (guint8) (1 + sl_bus_look_colour_of_group (group));
          value[1] = get_level (fewest, count);
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

static void
grid_init (SlBuild *self, Grid *grid, const SlPageMap *tiles)
{
  const SlPageMap *map = self->lane->map;
  SlAddressView view;

  *grid = (Grid) { .map = map, .tiles = tiles, .plane = sl_bus_look_get_plane (map) };
  sl_view_state_get_addresses (self->state, self->info->key, &view);
  sl_address_axis_init (&grid->axis, map, &view);
  grid->n_columns = ((guint) self->view.width + CELL - 1) / CELL;
  grid->n_rows =
      (guint) CLAMP ((self->info->height - SL_MAP_TOP - SL_MAP_BELOW) / CELL, 1, G_MAXINT16);
  grid->cells = g_new0 (Cell, (gsize) grid->n_columns * grid->n_rows);
  grid->bands = g_new0 (Band, grid->n_rows);
  grid->sums = g_new0 (PartSums, grid->n_rows * N_GROUPS);
  grid->rows = g_new0 (guint32, sl_page_map_get_n_pages (map) + 1);
  if (sl_build_find_events (self) != NULL)
    grid->widened = WIDENED;

  /* Tiles and zones are made of the same blocks, unless there are no zones to look into. */
  if (sl_page_map_get_n_tiles (map, 0) == sl_trace_get_n_zones (self->trace))
    grid->may_decode = MOST_DECODED;
}

static void
grid_clear (Grid *grid)
{
  g_free (grid->cells);
  g_free (grid->bands);
  g_free (grid->sums);
  g_free (grid->rows);
  g_free (grid->borders);
}

/* What the filter lets through, over all there is: of the same strength as without a filter. While
 * it is being looked for, only what is looked into for this picture can be told. */
static void
draw_matches (SlBuild *self, guint32 most)
{
  const SlPageMap *tiles = self->lane->map;
  Grid grid;

  if (self->matches != NULL)
    tiles = self->matches->maps[sl_bus_look_get_plane (self->lane->map)];
  grid_init (self, &grid, tiles);
  grid.only_matches = TRUE;
  add_tiles (self, &grid);
  draw_cells (self, &grid, most);
  grid_clear (&grid);
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
  Grid grid;

  grid_init (self, &grid, self->lane->map);
  add_tiles (self, &grid);
  most = find_most (&grid);
  self->map_most[grid.plane] = most;
  if (self->filter != NULL)
    self->strength = SL_STRENGTH_DIMMED;
  draw_cells (self, &grid, most);
  self->strength = strength;
  add_elements (self, &grid);
  grid_clear (&grid);
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
