/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The cells of a page map's row from its tiles. Those whose parts are about as narrow as a column
 * are taken; where they are wider, the tiles below them, and in the end the events themselves. */

#include "sl-map-grid-private.h"
#include "sl-vector.h"

/* So much of a picture's columns may a part of a tile take. */
#define MOST_TILES(columns) MAX ((columns) / 16, 8)

/* A part that is longer, in columns, is looked into; an event stands at most so far from its column. */
#define LONG_PART 2

/* The same in tiles of the lowest level, which are zones. */
#define LONG_LOWEST_PART 1

/* All of a part's events, in the units of weights. */
#define WHOLE 65536

/* Tiles of more cells are summed up before they are put into columns, once for all pictures. */
#define DENSE_TILE 512

#define ALL_PARTS ((1u << SL_PAGE_PARTS) - 1)

/* The columns that a tile's parts take: one or two each. In the left one something surely happens,
 * since the part begins there. */
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
find_column (const SlRowPen *self, SlTime own, double *exactly)
{
  *exactly = (sl_build_x (self, own) - self->picture->plot_x) / SL_MAP_CELL;
  return (gint64) sl_build_column (self, own) / SL_MAP_CELL;
}

/* Parts have equally many events: one with a pause is longer than the others. */
static gboolean
is_steady (const SlPageTile *tile, guint part)
{
  double whole = (double) (tile->begins[SL_PAGE_PARTS] - tile->begins[0]);

  return (double) (tile->begins[part + 1] - tile->begins[part]) * SL_PAGE_PARTS <= 1.5 * whole;
}

static void
place_part (SlRowPen *self, const SlMapGrid *grid, const SlPageTile *tile, guint part, Parts *parts)
{
  SlTime begin = tile->begins[part], end = tile->begins[part + 1];
  gint64 most = grid->n_columns - 1;
  double from, to, cut;
  gint64 left = MIN (find_column (self, begin, &from), most);
  gint64 right = MAX (MIN (find_column (self, end - 1, &to), most), left);
  double length = MAX (to - from, 1e-9);

  /* What has no long pause goes on up to the column where the next part begins, which draws that one;
   * else there would be white stripes in what happens steadily. */
  if (is_steady (tile, part))
    right = MIN (right, left + 1);
  /* What lies between may be a pause and stays empty: something surely happens in the right column
   * only where the next part begins there. The last part ends with an event. */
  else if (left != right && part + 1 < SL_PAGE_PARTS &&
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
place_parts (SlRowPen *self, const SlMapGrid *grid, const SlPageTile *tile, Parts *parts)
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

/* So much of @share as of the part lies nearer to its left column. */
static inline guint32
weigh (guint32 share, guint32 weight)
{
  return (guint32) (((guint64) share * weight + WHOLE / 2) / WHOLE);
}

/* Adds @share to the columns of each of @parts in one row. */
static inline void
touch_parts (const SlMapGrid *grid,
             guint row,
             const Parts *places,
             guint parts,
             guint32 share,
             guint8 group)
{
  for (; parts != 0; parts &= parts - 1)
    {
      guint part = (guint) __builtin_ctz (parts);
      guint32 left = weigh (share, places->weights[part]);

      sl_map_grid_get_column_cells (grid, places->left[part])[row].counts[group] += left;
      sl_map_grid_get_column_cells (grid, places->right[part])[row].counts[group] += share - left;
    }
}

/* The rank on the axis of a tile's page. */
static gboolean
find_rank (const SlMapGrid *grid, guint32 page, guint *rank)
{
  *rank = sl_page_map_get_rank (grid->tiles, page);
  return grid->tiles == grid->map ||
         sl_page_map_find (grid->map, sl_page_map_get_page (grid->tiles, *rank), rank);
}

/* What a cell's page and rows are; FALSE where it is out of sight. */
static gboolean
find_cell_rows (SlMapGrid *grid, const SlPageCell *cell, guint *rank, guint *lowest, guint *highest)
{
  return find_rank (grid, cell->page, rank) && sl_map_grid_get_rows (grid, *rank, lowest, highest);
}

/* Each of a cell's parts has an equal share of its events. */
static inline guint32
get_share (const SlPageCell *cell)
{
  return MAX (cell->count / count_parts (cell->parts), 1);
}

static void
add_cells (SlMapGrid *grid, const SlPageTile *tile, const Parts *places)
{
  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);
      guint parts = cell.parts & places->visible;
      guint32 count = cell.count;
      guint lowest, highest, rank;

      if (parts == 0 || !find_cell_rows (grid, &cell, &rank, &lowest, &highest))
        continue;

      if (parts != cell.parts)
        count = (guint32) ((guint64) count * count_parts (parts) / count_parts (cell.parts));
      sl_map_bands_add (grid->bands, lowest, highest, rank, count);
      for (guint row = lowest; row <= highest; row++)
        touch_parts (grid, row, places, parts, get_share (&cell),
                     (guint8) (cell.group % SL_MAP_GROUPS));
    }
}

/* All parts at once, without a branch; @counts are by part, of one row and group. */
static inline void
sum_parts (guint32 *restrict counts, guint parts, guint32 share)
{
  static const guint32 bits[SL_PAGE_PARTS] = { 1 << 0,  1 << 1,  1 << 2,  1 << 3, 1 << 4,  1 << 5,
                                               1 << 6,  1 << 7,  1 << 8,  1 << 9, 1 << 10, 1 << 11,
                                               1 << 12, 1 << 13, 1 << 14, 1 << 15 };

  for (guint i = 0; i < SL_PAGE_PARTS; i++)
    counts[i] += (parts & bits[i]) != 0 ? share : 0;
}

/* From by part in the end to by part first, which is how columns take them. */
static guint32 *
dup_by_part (const guint32 *sums, guint n_sums)
{
  guint32 *counts = g_new (guint32, (gsize) n_sums * SL_PAGE_PARTS);

  for (guint i = 0; i < n_sums; i++)
    {
      for (guint part = 0; part < SL_PAGE_PARTS; part++)
        counts[(gsize) part * n_sums + i] = sums[(gsize) i * SL_PAGE_PARTS + part];
    }

  return counts;
}

static GArray *
pick_pages (const SlMapGrid *grid, const SlMapBand *bands)
{
  GArray *pages = g_array_new (FALSE, FALSE, sizeof (SlMapRowPages));

  for (guint row = 0; row < grid->n_rows; row++)
    {
      SlMapRowPages shown = { row, bands[row].first, bands[row].end, bands[row].count };

      if (bands[row].end > 0)
        g_array_append_val (pages, shown);
    }

  return pages;
}

static const SlMapTileSums *
sum_up (SlMapSums *kept, SlMapGrid *grid, guint level, guint64 number, const SlPageTile *tile)
{
  g_autofree SlMapBand *bands = g_new0 (SlMapBand, grid->n_rows);
  g_autofree guint32 *sums = g_new0 (guint32, sl_map_layout_get_n_counts (&grid->layout));

  for (guint i = 0; i < tile->n_cells; i++)
    {
      SlPageCell cell = sl_page_tile_get_cell (tile, i);
      guint lowest, highest, rank;

      if (!find_cell_rows (grid, &cell, &rank, &lowest, &highest))
        continue;

      sl_map_bands_add (bands, lowest, highest, rank, cell.count);
      for (guint row = lowest; row <= highest; row++)
        sum_parts (sums + (row * SL_MAP_GROUPS + cell.group % SL_MAP_GROUPS) * SL_PAGE_PARTS,
                   cell.parts, get_share (&cell));
    }

  return sl_map_sums_add (kept, &grid->layout, level, number,
                          dup_by_part (sums, grid->n_rows * SL_MAP_GROUPS),
                          pick_pages (grid, bands));
}

/* Adds what a part has in all rows to its columns. */
static void
add_part (SlMapCell *left, SlMapCell *right, const guint32 *counts, guint n_rows, guint32 weight)
{
  for (guint i = 0; i < n_rows; i++)
    {
      SlQuad all = sl_quad_load (counts + (gsize) i * SL_MAP_GROUPS);
      SlQuad share = sl_quad_weigh (all, weight);

      sl_quad_store (&left[i], sl_quad_load (&left[i]) + share);
      sl_quad_store (&right[i], sl_quad_load (&right[i]) + (all - share));
    }
}

G_STATIC_ASSERT (sizeof (SlMapCell) == sizeof (SlQuad) && WHOLE == 1 << 16);

/* The same where both are one. */
static void
add_whole (SlMapCell *column, const guint32 *counts, guint n_rows)
{
  for (guint i = 0; i < n_rows; i++)
    sl_quad_store (&column[i],
                   sl_quad_load (&column[i]) + sl_quad_load (counts + (gsize) i * SL_MAP_GROUPS));
}

/* A tile of many cells that is in sight as a whole. */
static void
add_sums (SlMapGrid *grid, const SlMapTileSums *tile, const Parts *places)
{
  for (guint part = 0; part < SL_PAGE_PARTS; part++)
    {
      const guint32 *counts = tile->counts + (gsize) part * grid->n_rows * SL_MAP_GROUPS;
      SlMapCell *left = sl_map_grid_get_column_cells (grid, places->left[part]);
      SlMapCell *right = sl_map_grid_get_column_cells (grid, places->right[part]);

      if (left == right)
        add_whole (left, counts, grid->n_rows);
      else
        add_part (left, right, counts, grid->n_rows, places->weights[part]);
    }

  for (guint i = 0; i < tile->pages->len; i++)
    {
      const SlMapRowPages *pages = &g_array_index (tile->pages, SlMapRowPages, i);

      sl_map_bands_add (grid->bands, pages->row, pages->row, pages->first, pages->count);
      sl_map_bands_add (grid->bands, pages->row, pages->row, pages->end - 1, 0);
    }
}

static void
add_parts (SlPicture *self,
           SlMapGrid *grid,
           guint level,
           guint64 number,
           const SlPageTile *tile,
           const Parts *places)
{
  SlMapSums *kept = sl_block_cache_get_map_sums (self->zones);
  const SlMapTileSums *sums;

  if (tile->n_cells <= DENSE_TILE || places->visible != ALL_PARTS)
    {
      add_cells (grid, tile, places);
      return;
    }

  sums = sl_map_sums_find (kept, &grid->layout, level, number);
  if (sums == NULL)
    sums = sum_up (kept, grid, level, number, tile);
  add_sums (grid, sums, places);
}

static void
add_tile (SlRowPen *self, SlMapGrid *grid, guint level, guint64 number)
{
  const SlPageTile *tile = sl_page_map_get_tile (grid->tiles, level, number);
  gboolean is_known;
  Parts parts;

  if (tile->begins[SL_PAGE_PARTS] <= self->visible.begin)
    return;

  place_parts (self, grid, tile, &parts);
  if (parts.visible == 0 || tile->n_cells == 0)
    return;
  if ((parts.longest > LONG_PART || grid->is_fine) && level > 0)
    {
      for (guint i = 0; i < SL_PAGE_TILES; i++)
        add_tile (self, grid, level - 1, number * SL_PAGE_TILES + i);
      return;
    }

  /* Tiles of the lowest level alone are zones. */
  is_known = !grid->is_unknown;
  if (level == 0 && (parts.longest > LONG_LOWEST_PART || grid->is_fine || !is_known) &&
      sl_map_grid_add_zone (self, grid, (guint) number))
    return;
  if (is_known)
    add_parts (self->picture, grid, level, number, tile, &parts);
}

/**
 * sl_map_grid_add_tiles:
 *
 * Adds what is visible: tiles of one level, then what is left over behind its last one in the levels
 * below.
 */
void
sl_map_grid_add_tiles (SlRowPen *self, SlMapGrid *grid)
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
