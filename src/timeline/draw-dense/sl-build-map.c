/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The row of a page map: a heat map of what its grid has summed up. */

#include "sl-build-map-private.h"

#include <math.h>
#include <string.h>

#include "sl-map-grid-private.h"
#include "sl-vector.h"

#define GREY     8 /* of a cell's values: the last of the ranks */
#define RING_OUT 4 /* pixels around the cells of what is picked */

/* Rows that show the same pages are one element. */
static void
add_elements (SlRowPen *self, const SlMapGrid *grid)
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
          element = sl_build_add_items (self, SL_ELEMENT_FOLD, SL_TARGET_TRACK_PAGES, band->first,
                                        band->end - band->first, self->visible);
          sl_scene_edit_element (self->picture->scene, element)->count = count;
          sl_build_place (self->picture, element,
                          sl_box (self->picture->plot_x,
                                  self->top + SL_MAP_TOP + (grid->n_rows - end) * SL_MAP_CELL,
                                  self->picture->view.width, (end - row) * SL_MAP_CELL));
        }
      row = end;
    }
}

/* Four cells of a column, by group. */
typedef struct
{
  SlQuad groups[SL_MAP_GROUPS];
} Four;

G_STATIC_ASSERT (sizeof (SlMapCell) == sizeof (SlQuad) && SL_MAP_GROUPS == 4);

static inline Four
load_four (const SlMapCell *cells)
{
  Four four;

  for (guint i = 0; i < 4; i++)
    four.groups[i] = sl_quad_load (&cells[i]);
  sl_quads_transpose (four.groups);
  return four;
}

static inline SlQuad
sum_four (const Four *four)
{
  return four->groups[0] + four->groups[1] + four->groups[2] + four->groups[3];
}

/* The colour of the commonest of each cell's groups, of equals the first. */
static inline SlQuad
find_colours (const Four *four, const guint8 *colours)
{
  SlQuad most = four->groups[0], colour = sl_quad_fill (colours[0]);

  for (guint i = 1; i < SL_MAP_GROUPS; i++)
    {
      SlQuad is_more = (SlQuad) (four->groups[i] > most);

      colour = sl_quad_choose (is_more, sl_quad_fill (colours[i]), colour);
      most = sl_quad_choose (is_more, four->groups[i], most);
    }

  return colour;
}

/* There is room for whole fours. */
static guint32
find_most (const SlMapGrid *grid)
{
  SlQuad most = { 1, 1, 1, 1 };

  for (gsize i = 0; i < (gsize) grid->n_columns * grid->n_rows; i += 4)
    {
      Four four = load_four (&grid->cells[i]);
      SlQuad sums = sum_four (&four);

      most = sl_quad_choose ((SlQuad) (sums > most), sums, most);
    }

  return MAX (MAX (most[0], most[1]), MAX (most[2], most[3]));
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

/* What cells are drawn by: counts are compared as signed numbers, which is what processors can. */
typedef struct
{
  SlSigned fewest[SL_CELL_LEVELS]; /* less 1: what is more has the level */
  guint8 colours[SL_MAP_GROUPS];
} Look;

/* What is drawn before its groups are known is grey. */
static guint8
get_colour (const SlMapGrid *grid, guint8 group)
{
  if (grid->is_grey)
    return GREY;

  return (guint8) (1 + (grid->by_attribute
                            ? sl_bus_look_colour_of_attribute (group)
                            : sl_bus_look_colour_of_group (grid->first_group + group)));
}

static void
look_init (Look *self, const SlMapGrid *grid, guint32 most)
{
  guint32 fewest[SL_CELL_LEVELS];

  find_levels (most, fewest);
  for (guint level = 1; level < SL_CELL_LEVELS; level++)
    self->fewest[level] = sl_quad_to_signed (sl_quad_fill (MAX (fewest[level], 1) - 1));
  for (guint8 group = 0; group < SL_MAP_GROUPS; group++)
    self->colours[group] = get_colour (grid, group);
}

/* Both values of each of four cells, the second above the first. */
static inline SlQuad
find_values (const Look *self, const SlMapCell *cells)
{
  Four four = load_four (cells);
  SlQuad sums = sum_four (&four), levels = { 0 };
  SlSigned compared = sl_quad_to_signed (sums);

  if (sl_quad_is_zero (sums))
    return levels;

  for (guint level = 1; level < SL_CELL_LEVELS; level++)
    levels -= (SlQuad) (compared > self->fewest[level]);

  return (find_colours (&four, self->colours) & (SlQuad) (sums != 0)) | levels << 8;
}

/* Columns that are written side by side. */
#define SIDE 8

/* @values are all of the map; columns and rows of them from @first and @row on. */
static void
draw_block (const SlMapGrid *grid, const Look *look, guint first, guint row, guint8 *values)
{
  guint n_columns = MIN (SIDE, grid->n_columns - first), n_rows = MIN (4, grid->n_rows - row);
  SlQuad quads[SIDE] = { { 0 } };

  for (guint i = 0; i < n_columns; i++)
    quads[i] = find_values (look, sl_map_grid_get_column_cells (grid, first + i) + row);
  sl_quads_transpose (quads);
  sl_quads_transpose (quads + 4);
  for (guint i = 0; i < n_rows; i++)
    {
      SlBytes16 joined = sl_quads_join (quads[i], quads[4 + i]);
      gsize place = (gsize) (grid->n_rows - 1 - row - i) * grid->n_columns + first;

      if (n_columns == SIDE)
        sl_bytes16_store (values + 2 * place, joined);
      else
        memcpy (values + 2 * place, &joined, 2 * n_columns);
    }
}

static void
draw_cells (SlRowPen *self, const SlMapGrid *grid, guint32 most)
{
  SlShape *shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_BOXES, SL_SHAPE_CELLS, 0);
  guint8 *values;
  Look look;

  look_init (&look, grid, most);
  shape->x = (float) self->picture->plot_x;
  shape->y = (float) self->top + SL_MAP_TOP;
  shape->width = (float) (grid->n_columns * SL_MAP_CELL);
  shape->height = (float) (grid->n_rows * SL_MAP_CELL);
  shape->spacing = SL_MAP_CELL;
  shape->fill = sl_build_paint (self, SL_PAINT_OBJECT, 0, 1);
  values = sl_scene_add_values (self->picture->scene, shape, grid->n_columns * grid->n_rows);
  for (guint column = 0; column < grid->n_columns; column += SIDE)
    {
      for (guint row = 0; row < grid->n_rows; row += 4)
        draw_block (grid, &look, column, row, values);
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

/* Draws over all there is. While what is wanted is being looked for (@found is %NULL), only what is looked
 * into for this picture can be shown. */
static void
draw_over (SlRowPen *self, const SlMapGrid *below, const SlBusMatches *found, guint32 most)
{
  gboolean only_matches = found == NULL || found != self->attributes;
  SlMapGrid grid;

  sl_map_grid_init (self, &grid, found != NULL ? found->maps[below->plane] : self->lane->map);
  grid.by_attribute = below->by_attribute;
  grid.only_matches = self->filter != NULL && only_matches;
  grid.is_unknown = found == NULL;
  sl_map_grid_add_tiles (self, &grid);
  draw_cells (self, &grid, most);
  sl_map_grid_clear (self->picture, &grid);
}

/* What the filter lets through: of the same strength as without a filter. */
static void
draw_matches (SlRowPen *self, const SlMapGrid *below, guint32 most)
{
  gboolean is_of_groups = below->plane == SL_PLANE_PORTS || self->matches == NULL ||
                          self->matches->by_attribute == below->by_attribute;

  draw_over (self, below, is_of_groups ? self->matches : NULL, most);
}

/* The picked event of the row's trace, where it is in sight and touches what the map shows. */
static const SlEvent *
find_picked (SlRowPen *self, const SlMapGrid *grid)
{
  const SlTarget *picked = sl_view_state_get_picked (self->picture->state);
  const SlEvent *event;
  guint zone;

  if (picked->type != SL_TARGET_EVENT || picked->trace != self->info->lane.trace ||
      picked->index >= sl_trace_get_n_events (self->trace) ||
      sl_trace_get_n_blocks (self->trace) == 0)
    return NULL;

  zone = sl_trace_block_of_index (self->trace, picked->index);
  event = sl_block_cache_get_part (self->picture->zones, self->trace, zone,
                                   (guint) (picked->index -
                                            sl_trace_get_zone (self->trace, zone)->first),
                                   1);
  if (event == NULL || !sl_span_contains (self->visible, event->time) ||
      sl_page_group_of_event (grid->plane, event) == SL_PAGE_NO_GROUP)
    return NULL;

  return event;
}

/* A ring around the cells of the picked event. */
static void
draw_ring (SlRowPen *self, SlMapGrid *grid)
{
  const SlEvent *event = find_picked (self, grid);
  guint rank, lowest, highest;
  double x, y;
  SlShape *ring;

  if (event == NULL || !sl_page_map_find (grid->map, event->a, &rank) ||
      !sl_map_grid_get_event_rows (grid, event, rank, &lowest, &highest))
    return;

  x = self->picture->plot_x + sl_map_grid_get_column (self, grid, event->time) * SL_MAP_CELL;
  y = self->top + SL_MAP_TOP + (grid->n_rows - 1 - highest) * SL_MAP_CELL;
  ring = sl_build_box (self->picture, SL_LAYER_USER, 0,
                       sl_box (x - RING_OUT, y - RING_OUT,
                               (1 + grid->widened) * SL_MAP_CELL + 2 * RING_OUT,
                               (highest - lowest + 1) * SL_MAP_CELL + 2 * RING_OUT),
                       sl_paint (SL_PAINT_NONE));
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
sl_build_map (SlRowPen *self)
{
  SlPlane plane = sl_bus_look_get_plane (self->lane->map);
  gboolean by_attribute = sl_bus_look_goes_by_attribute (self->picture->state, self->trace, plane);
  gboolean has_all = by_attribute && self->attributes != NULL && self->attributes->is_complete;
  double strength = self->strength;
  guint32 most;
  SlMapGrid grid;

  sl_map_grid_init (self, &grid, has_all ? self->attributes->maps[plane] : self->lane->map);
  grid.by_attribute = by_attribute;
  grid.is_grey = by_attribute && !has_all;
  sl_map_grid_add_tiles (self, &grid);
  most = find_most (&grid);
  self->picture->map_most[plane] = most;
  if (self->filter != NULL)
    self->strength = SL_STRENGTH_DIMMED;
  draw_cells (self, &grid, most);
  add_elements (self, &grid);
  if (grid.is_grey)
    draw_over (self, &grid, self->attributes, most);
  self->strength = strength;
  draw_ring (self, &grid);
  sl_map_grid_clear (self->picture, &grid);
  if (self->filter != NULL)
    draw_matches (self, &grid, most);
}

/**
 * sl_build_is_map:
 *
 * Returns: whether the row shows a page map
 */
gboolean
sl_build_is_map (const SlPicture *self, const SlRow *row)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, row->lane.trace);

  return sl_trace_get_lane (trace, row->lane.lane)->map != NULL;
}
