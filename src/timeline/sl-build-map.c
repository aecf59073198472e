/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-build-map-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-build-density-private.h"
#include "sl-bus-kinds.h"
#include "sl-bus-look.h"
#include "sl-time-text.h"

/* Pixels. */
#define CELL        2
#define TOP         5
#define BELOW       6
#define LABEL_EVERY 24
#define WORDS_X     26
#define TORN_EVERY  6

/* What is left out between two touched pages from here on is shown as torn. */
#define TORN_FROM (16u << 20)

/* Up to so many visible events are looked at one by one. */
#define COUNTED_MOST 65536

/* So much of a picture's columns may a part of a tile take. */
#define MOST_TILES(columns) MAX ((columns) / 6, 8)

typedef struct
{
  guint32 count;
  guint32 best; /* of one page and group */
  guint8 group;
} Cell;

typedef struct
{
  const SlPageMap *map;
  Cell *cells; /* by row from the top, then by column */
  guint n_columns;
  guint n_rows;
  guint32 most;
} Grid;

/* Rows of cells of a page, the lowest page at the bottom. */
static void
get_rows (const Grid *grid, guint rank, guint *first, guint *last)
{
  guint n_pages = MAX (sl_page_map_get_n_pages (grid->map), 1);
  guint low = (guint) ((guint64) rank * grid->n_rows / n_pages);
  guint high = (guint) ((guint64) (rank + 1) * grid->n_rows / n_pages);

  high = MAX (high, low + 1);
  *first = grid->n_rows - MIN (high, grid->n_rows);
  *last = grid->n_rows - 1 - MIN (low, grid->n_rows - 1);
}

static void
touch (Grid *grid, guint rank, guint left, guint right, guint32 count, guint8 group)
{
  guint first, last;

  get_rows (grid, rank, &first, &last);
  for (guint row = first; row <= last; row++)
    {
      for (guint column = left; column <= right; column++)
        {
          Cell *cell = &grid->cells[(gsize) row * grid->n_columns + column];

          cell->count += count;
          grid->most = MAX (grid->most, cell->count);
          if (count > cell->best)
            {
              cell->best = count;
              cell->group = group;
            }
        }
    }
}

static guint
get_column (const SlBuild *self, const Grid *grid, SlTime own)
{
  return MIN ((guint) sl_build_column (self, own) / CELL, grid->n_columns - 1);
}

static void
add_tile (SlBuild *self, Grid *grid, const SlPageTile *tile)
{
  guint left[SL_PAGE_PARTS], right[SL_PAGE_PARTS];
  guint visible = 0;

  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    {
      left[i] = get_column (self, grid, tile->begins[i]);
      right[i] = MAX (get_column (self, grid, tile->begins[i + 1] - 1), left[i]);
      if (tile->begins[i + 1] > self->visible.begin && tile->begins[i] < self->visible.end)
        visible |= 1u << i;
    }

  for (guint i = 0; i < tile->n_cells; i++)
    {
      const SlPageCell *cell = &tile->cells[i];
      guint rank = sl_page_map_get_rank (grid->map, cell->page);
      guint32 share = MAX (cell->count / (guint) __builtin_popcount (cell->parts), 1);

      for (guint parts = cell->parts & visible; parts != 0; parts &= parts - 1)
        {
          guint part = (guint) __builtin_ctz (parts);

          touch (grid, rank, left[part], right[part], share, (guint8) cell->group);
        }
    }
}

/* Tiles of one level, then what is left over behind its last one in the levels below. */
static void
add_tiles (SlBuild *self, Grid *grid)
{
  guint level = sl_page_map_choose_level (grid->map, self->visible, MOST_TILES (grid->n_columns));
  guint64 tile = sl_page_map_find_tile (grid->map, level, self->visible.begin);

  for (;;)
    {
      for (; tile < sl_page_map_get_n_tiles (grid->map, level); tile++)
        {
          const SlPageTile *found = sl_page_map_get_tile (grid->map, level, tile);

          if (found->begins[0] >= self->visible.end)
            return;
          add_tile (self, grid, found);
        }
      if (level-- == 0)
        return;

      tile = MAX (tile * 4, sl_page_map_find_tile (grid->map, level, self->visible.begin));
    }
}

static void
add_events (SlBuild *self, Grid *grid)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);

  for (guint zone = sl_trace_zone_of_time (self->trace, self->visible.begin);
       zone < sl_trace_get_n_zones (self->trace) &&
       sl_trace_get_zone (self->trace, zone)->time_min < self->visible.end;
       zone++)
    {
      gssize n_events = sl_trace_read_zone (self->trace, zone, events);

      for (gssize i = 0; i < n_events; i++)
        {
          const SlEvent *event = &events[i];
          guint8 group = sl_bus_kind_get_group (event->kind);
          guint column, rank;

          if (group == SL_PAGE_NO_GROUP || !sl_span_contains (self->visible, event->time) ||
              !sl_page_map_find (grid->map, event->a, &rank))
            continue;

          column = get_column (self, grid, event->time);
          touch (grid, rank, column, column, 1, group);
        }
    }
}

static void
add_band (SlBuild *self, const Grid *grid, guint row, guint64 count)
{
  guint n_pages = sl_page_map_get_n_pages (grid->map);
  guint from_below = grid->n_rows - 1 - row;
  guint rank = (guint) (((guint64) from_below * n_pages + grid->n_rows - 1) / grid->n_rows);
  guint end = (guint) (((guint64) (from_below + 1) * n_pages + grid->n_rows - 1) / grid->n_rows);
  guint32 element;

  if (end <= rank)
    {
      rank = MIN ((guint) ((guint64) from_below * n_pages / grid->n_rows), n_pages - 1);
      end = rank + 1;
    }
  element = sl_build_add_items (self, SL_ELEMENT_FOLD, SL_THING_TRACK_PAGES, rank, end - rank,
                                self->visible);
  sl_scene_edit_element (self->scene, element)->count = count;
  sl_build_place (self, element, self->plot_x, self->top + TOP + row * CELL, self->view.width,
                  CELL);
}

static void
draw_cells (SlBuild *self, const Grid *grid)
{
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_CELLS, 0);
  double most = log1p (MAX (grid->most, 8));
  guint8 *values;

  shape->x = (float) self->plot_x;
  shape->y = (float) self->top + TOP;
  shape->width = (float) (grid->n_columns * CELL);
  shape->height = (float) (grid->n_rows * CELL);
  shape->spacing = CELL;
  shape->fill = sl_build_paint (self, SL_PAINT_OBJECT, 0, 1);
  values = sl_scene_add_values (self->scene, shape, grid->n_columns * grid->n_rows);
  for (guint row = 0; row < grid->n_rows; row++)
    {
      guint64 count = 0;

      for (guint column = 0; column < grid->n_columns; column++)
        {
          gsize i = (gsize) row * grid->n_columns + column;
          const Cell *cell = &grid->cells[i];

          if (cell->count == 0)
            continue;

          count += cell->count;
          values[2 * i] = (guint8) (1 + sl_bus_look_colour_of_group (cell->group));
          values[2 * i + 1] = (guint8) ceil (log1p (cell->count) / most * (SL_CELL_LEVELS - 1));
        }
      if (count > 0)
        add_band (self, grid, row, count);
    }
}

/**
 * sl_build_map:
 *
 * Draws the row at hand, whose lane is a page map.
 */
void
sl_build_map (SlBuild *self)
{
  Grid grid = { .map = self->lane->map };
  guint64 tile = sl_page_map_find_tile (grid.map, 0, self->visible.begin);
  guint64 end = sl_page_map_find_tile (grid.map, 0, self->visible.end);

  grid.n_columns = ((guint) self->view.width + CELL - 1) / CELL;
  grid.n_rows = (guint) MAX ((self->info->height - TOP - BELOW) / CELL, 1);
  grid.cells = g_new0 (Cell, (gsize) grid.n_columns * grid.n_rows);
  if ((end - tile) * SL_BLOCK_EVENTS <= COUNTED_MOST)
    add_events (self, &grid);
  else
    add_tiles (self, &grid);
  draw_cells (self, &grid);
  g_free (grid.cells);
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

static void
add_torn_tick (SlBuild *self, double y)
{
  const float x = (float) self->plot_x - 8;
  const SlPoint points[] = { { x, (float) y + 1 },
                             { x + 2, (float) y - 2 },
                             { x + 4, (float) y + 2 },
                             { x + 6, (float) y - 1 } };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_CHROME, SL_SHAPE_PATH, 0);

  shape->stroke = sl_paint (SL_PAINT_DIM);
  shape->line_width = 1;
  sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
}

/* What the colours mean. */
static void
add_legend (SlBuild *self, double x, double y)
{
  static const struct
  {
    const char *text;
    guint8 group;
  } entries[] = {
    { N_ ("fetch"), SL_BUS_GROUP_FETCH },
    { N_ ("read"), SL_BUS_GROUP_READ },
    { N_ ("invalidate"), SL_BUS_GROUP_INVALIDATE },
    { N_ ("write"), SL_BUS_GROUP_WRITE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++, y += 16)
    {
      int colour = sl_bus_look_colour_of_group (entries[i].group);

      sl_build_box (self, SL_LAYER_CHROME, 0, x, y - 5, 10, 10,
                    sl_build_paint (self, SL_PAINT_OBJECT, colour, 1));
      sl_build_text (self, SL_LAYER_CHROME, SL_FONT_ROW, SL_ANCHOR_LEFT, x + 15,
                     sl_build_middle (self, SL_FONT_ROW, y), _ (entries[i].text),
                     sl_paint (SL_PAINT_SOFT));
    }
}

static void
add_words (SlBuild *self, const SlRow *row, double top, guint n_pages)
{
  g_autofree char *digits = g_strdup_printf ("%u", n_pages);
  g_autofree char *grouped = sl_time_text_group (digits);
  g_autofree char *pages =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s page", "%s pages", n_pages), grouped);
  SlPaint paint = sl_paint (SL_PAINT_SOFT);

  sl_build_text (self, SL_LAYER_CHROME, SL_FONT_NAME, SL_ANCHOR_LEFT, WORDS_X,
                 sl_build_middle (self, SL_FONT_NAME, top + 20), row->title,
                 sl_paint (SL_PAINT_INK));
  sl_build_text (self, SL_LAYER_CHROME, SL_FONT_ROW, SL_ANCHOR_LEFT, WORDS_X,
                 sl_build_middle (self, SL_FONT_ROW, top + 38), pages, paint);
  sl_build_text (self, SL_LAYER_CHROME, SL_FONT_ROW, SL_ANCHOR_LEFT, WORDS_X,
                 sl_build_middle (self, SL_FONT_ROW, top + 52), _ ("of 4 KiB"), paint);
  add_legend (self, WORDS_X, top + 76);
}

/**
 * sl_build_map_header:
 *
 * Writes the addresses beside the map, and where untouched ones are left out.
 */
void
sl_build_map_header (SlBuild *self, const SlRow *row, double top)
{
  SlTrace *trace = sl_trace_set_get_trace (self->set, row->lane.trace);
  const SlPageMap *map = sl_trace_get_lane (trace, row->lane.lane)->map;
  double height = row->height - TOP - BELOW, torn = top;
  guint n_pages = sl_page_map_get_n_pages (map), last = G_MAXUINT;
  SlPaint paint = sl_paint (SL_PAINT_SOFT);

  add_words (self, row, top, n_pages);
  for (double y = top + TOP + height; y >= top + TOP + 8; y -= LABEL_EVERY)
    {
      guint rank = (guint) MIN ((top + TOP + height - y) / height * n_pages, n_pages - 1);
      g_autofree char *text = NULL;

      if (rank == last)
        continue;

      last = rank;
      text = g_strdup_printf ("%08" G_GINT64_MODIFIER "x", sl_page_map_get_page (map, rank));

      sl_build_text (self, SL_LAYER_CHROME, SL_FONT_MONO, SL_ANCHOR_RIGHT, self->plot_x - 12, y,
                     text, paint);
      sl_build_line (self, SL_LAYER_CHROME, 0, self->plot_x - 4, y - 0.5, 4, 0, paint, 1);
    }

  for (guint i = n_pages; i-- > 1;)
    {
      double y = top + TOP + height - height * i / n_pages;

      if (y - torn < TORN_EVERY ||
          sl_page_map_get_page (map, i) - sl_page_map_get_page (map, i - 1) < TORN_FROM)
        continue;

      add_torn_tick (self, y);
      torn = y;
    }
}
