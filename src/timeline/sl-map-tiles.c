/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of a page map's row from its tiles. Those whose parts are about as narrow as a column
 * are taken; where they are wider, the tiles below them, and in the end the events themselves. */

#include "sl-map-grid-private.h"

#include <string.h>

/* So much of a picture's columns may a part of a tile take. */
#define MOST_TILES(columns) MAX ((columns) / 16, 8)

/* A part that is longer, in columns, is looked into; an event stands at most so far from its column. */
#define LONG_PART 2

/* The same in tiles of the lowest level, which are zones. */
#define LONG_LOWEST_PART 1

/* All of a part's events, in the units of weights. */
#define WHOLE 65536

/* Tiles of more cells are summed up before they are put into columns. */
#define DENSE_TILE 1024

/* The columns that a tile's parts take: one or two each, in which something surely happens, since a
 * part begins there. What lies between two of them may be a pause and stays empty. */
typedef struct
{
  guint left[SL_PAGE_PARTS];
  guint right[SL_PAGE_PARTS];
  guint32 weights[SL_PAGE_PARTS]; /* of the left one */
  guint visible;                  /* bit by part */
  double longest;                 /* columns */
} Parts;

/* The tick's place among the columns, as a whole number and exactly. */
static gint64
find_column (const SlBuild *self, SlTime own, double *exactly)
{
  *exactly = (sl_build_x (self, own) - self->plot_x) / SL_MAP_CELL;
  return (gint64) sl_build_column (self, own) / SL_MAP_CELL;
}

static void
place_part (SlBuild *self, const SlMapGrid *grid, const SlPageTile *tile, guint part, Parts *parts)
{
  SlTime begin = tile->begins[part], end = tile->begins[part + 1];
  gint64 most = grid->n_columns - 1;
  double from, to, cut;
  gint64 left = MIN (find_column (self, begin, &from), most);
  gint64 right = MAX (MIN (find_column (self, end - 1, &to), most), left);
  double length = MAX (to - from, 1e-9);

  /* The last part ends with an event, others where the next one begins. */
  if (left != right && part + 1 < SL_PAGE_PARTS &&
      (end >= self->visible.end || MIN (find_column (self, end, &to), most) != right))
    right = left;
  if (begin < self->visible.begin && right != left)
    left = right;
  else if (begin < self->visible.begin)
    length = MAX (length, LONG_PART + 1);

  cut = (double) (left + 1 + right) / 2;
  parts->left[part] = (guint) left;
  parts->right[part] = (guint) right;
  parts->weights[part] =
      left == right ? WHOLE : (guint32) (CLAMP ((cut - from) / length, 0, 1) * WHOLE);
  parts->visible |= 1u << part;
  parts->longest = MAX (parts->longest, length);
}

static void
place_parts (SlBuild *self, const SlMapGrid *grid, const SlPageTile *tile, Parts *parts)
{
  *parts = (Parts) { .visible = 0 };
  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    {
      if (MAX (tile->begins[i + 1], tile->begins[i] + 1) > self->visible.begin &&
          tile->begins[i] < self->visible.end)
        place_part (self, grid, tile, i, parts);
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

/* Adds @share to the columns of each of @parts in one row, so much to each as of the part lies
 * nearer to it. */
static inline void
touch_parts (SlMapCell *row, const Parts *places, guint parts, guint32 share, guint8 group)
{
  for (; parts != 0; parts &= parts - 1)
    {
      guint part = (guint) __builtin_ctz (parts);
      guint32 left = (guint32) (((guint64) share * places->weights[part] + WHOLE / 2) / WHOLE);

      row[places->left[part]].counts[group] += left;
      row[places->right[part]].counts[group] += share - left;
    }
}

/* The same in a tile of many cells: all parts at once, without a branch. */
static inline void
sum_parts (SlMapPartSums *sums, guint parts, guint32 share)
{
  static const guint32 bits[SL_PAGE_PARTS] = { 1 << 0,  1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                               1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                               1 << 12, 1 << 13, 1 << 14, 1 << 15 };

  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    sums->counts[i] += (parts & bits[i]) != 0 ? share : 0;
}

/* Puts the sums of a tile's parts into their columns. */
static void
take_sums (SlMapGrid *grid, const Parts *places)
{
  for (guint i = 0; i < grid->n_rows * SL_MAP_GROUPS; i++)
    {
      SlMapCell *row = grid->cells + (gsize) (i / SL_MAP_GROUPS) * grid->n_columns;

      for (guint part = 0; part < SL_PAGE_PARTS; part++)
        {
          if (grid->sums[i].counts[part] > 0)
            touch_parts (row, places, 1u << part, grid->sums[i].counts[part],
                         (guint8) (i % SL_MAP_GROUPS));
        }
    }
  memset (grid->sums, 0, grid->n_rows * SL_MAP_GROUPS * sizeof *grid->sums);
}

/* The rank on the axis of a tile's page. */
static gboolean
find_rank (const SlMapGrid *grid, guint32 page, guint *rank)
{
  *rank = sl_page_map_get_rank (grid->tiles, page);
  return grid->tiles == grid->map ||
         sl_page_map_find (grid->map, sl_page_map_get_page (grid->tiles, *rank), rank);
}

static void
add_cells (SlMapGrid *grid, const SlPageTile *tile, const Parts *places)
{
  gboolean dense = tile->n_cells > DENSE_TILE;

  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);
      guint parts = cell.parts & places->visible;
      guint8 group = (guint8) (cell.group % SL_MAP_GROUPS);
      guint32 share, count = cell.count;
      guint lowest, highest, rank;

      if (parts == 0 || !find_rank (grid, cell.page, &rank) ||
          !sl_map_grid_get_rows (grid, rank, &lowest, &highest))
        continue;

      /* Of a tile that is cut by the picture's edge, its parts have equal shares. */
      share = count / count_parts (cell.parts);
      if (parts != cell.parts)
        count = (guint32) ((guint64) count * count_parts (parts) / count_parts (cell.parts));
      sl_map_grid_add_to_band (grid, lowest, highest, rank, count);
      for (guint row = lowest; row <= highest; row++)
        {
          if (dense)
            sum_parts (&grid->sums[row * SL_MAP_GROUPS + group], parts, MAX (share, 1));
          else
            touch_parts (grid->cells + (gsize) row * grid->n_columns, places, parts, MAX (share, 1),
                         group);
        }
    }

  if (dense)
    take_sums (grid, places);
}

static void
add_tile (SlBuild *self, SlMapGrid *grid, guint level, guint64 number)
{
  const SlPageTile *tile = sl_page_map_get_tile (grid->tiles, level, number);
  gboolean is_known;
  Parts parts;

  if (tile->begins[SL_PAGE_PARTS] <= self->visible.begin)
    return;

  place_parts (self, grid, tile, &parts);
  if (parts.visible == 0 || tile->n_cells == 0)
    return;
  if (parts.longest > LONG_PART && level > 0)
    {
      for (guint i = 0; i < SL_PAGE_TILES; i++)
        add_tile (self, grid, level - 1, number * SL_PAGE_TILES + i);
      return;
    }

  /* Tiles of the lowest level alone are zones. Of the map of everything it is not known what the
   * filter lets through. */
  is_known = !grid->only_matches || grid->tiles != grid->map;
  if (level == 0 && (parts.longest > LONG_LOWEST_PART || !is_known) &&
      sl_map_grid_add_zone (self, grid, (guint) number))
    return;
  if (is_known)
    add_cells (grid, tile, &parts);
}

/**
 * sl_map_grid_add_tiles:
 *
 * Adds what is visible: tiles of one level, then what is left over behind its last one in the levels
 * below.
 */
void
sl_map_grid_add_tiles (SlBuild *self, SlMapGrid *grid)
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
