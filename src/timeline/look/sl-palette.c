/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-palette.h"

#define INK_LIGHT 0x1d1d20
#define INK_DARK  0x161616

/* Of boxes in textbook pictures; the greys for paper are pale as they are. */
#define TEXTBOOK_ALPHA 0.45

/* As much of a veil stays in high contrast. */
#define CONTRAST_VEIL 0.35

/* Hatches and value lines are a quarter darker than the colour on light pages. */
#define LABELS(colour)                                             \
  {                                                                \
    colour, colour, colour, colour, colour, colour, colour, colour \
  }

/* One entry a palette; columns are spelled out so that a colour is found by its role. */
static const SlPalette palettes[SL_N_PALETTES] = {
  [SL_PALETTE_LIGHT] = {
    .id = "light",
    .colours = {
      [SL_PAINT_INK] = 0x241f31,
      [SL_PAINT_SOFT] = 0x5e5c64,
      [SL_PAINT_DIM] = 0x6e6d72,
      [SL_PAINT_MISS] = 0xc01c28,
      [SL_PAINT_ACCENT] = 0x1c71d8,
      [SL_PAINT_ON_ACCENT] = 0xffffff,
      [SL_PAINT_ARROW] = 0x5e5c64,
      [SL_PAINT_INTERRUPT] = 0x77767b,
      [SL_PAINT_INTERRUPT_NESTED] = 0x3d3846,
      [SL_PAINT_DENSITY] = 0x77767b,
      [SL_PAINT_BASE] = 0xc0bfbc,
      [SL_PAINT_GRID] = 0xececeb,
      [SL_PAINT_GAP_HATCH] = 0xb5b3b0,
      [SL_PAINT_VIEW] = 0xffffff,
      [SL_PAINT_WINDOW] = 0xfafafa,
      [SL_PAINT_HEADER] = 0xebebeb,
      [SL_PAINT_GROUP] = 0xf4f3f2,
      [SL_PAINT_CARD] = 0xffffff,
      [SL_PAINT_SELECTED] = 0xe3edfb,
      [SL_PAINT_GAP] = 0xf4f3f2,
      [SL_PAINT_REGION] = 0xc9e6cf,
      [SL_PAINT_REGION_EDGE] = 0x2f7a3d,
      [SL_PAINT_TABLE] = 0xf3e3b8,
      [SL_PAINT_TABLE_EDGE] = 0x8a6414,
    },
    .objects = { 0x6393d4, 0xb7873a, 0x5ea261, 0xa17bc9, 0x3ba196, 0xc47098, 0x8f9349, 0x8a929f },
    .edges = { 0x4a6e9f, 0x89652c, 0x467a49, 0x795c97, 0x2c7970, 0x935472, 0x6b6e37, 0x686e77 },
    .labels = LABELS (INK_LIGHT),
  },
  [SL_PALETTE_DARK] = {
    .id = "dark",
    .colours = {
      [SL_PAINT_INK] = 0xf6f5f4,
      [SL_PAINT_SOFT] = 0xc0bfbc,
      [SL_PAINT_DIM] = 0x9a9996,
      [SL_PAINT_MISS] = 0xff7b63,
      [SL_PAINT_ACCENT] = 0x78aeed,
      [SL_PAINT_ON_ACCENT] = 0x161616,
      [SL_PAINT_ARROW] = 0xc0bfbc,
      [SL_PAINT_INTERRUPT] = 0x9a9996,
      [SL_PAINT_INTERRUPT_NESTED] = 0xdeddda,
      [SL_PAINT_DENSITY] = 0x9a9996,
      [SL_PAINT_BASE] = 0x5e5c64,
      [SL_PAINT_GRID] = 0x2b2b2b,
      [SL_PAINT_GAP_HATCH] = 0x6a6a6a,
      [SL_PAINT_VIEW] = 0x1e1e1e,
      [SL_PAINT_WINDOW] = 0x242424,
      [SL_PAINT_HEADER] = 0x303030,
      [SL_PAINT_GROUP] = 0x242424,
      [SL_PAINT_CARD] = 0x363636,
      [SL_PAINT_SELECTED] = 0x2c3e55,
      [SL_PAINT_GAP] = 0x262626,
      [SL_PAINT_REGION] = 0x354435,
      [SL_PAINT_REGION_EDGE] = 0x79b67b,
      [SL_PAINT_TABLE] = 0x4a3e2d,
      [SL_PAINT_TABLE_EDGE] = 0xcda05a,
    },
    .objects = { 0x7ba9e6, 0xcda05a, 0x79b67b, 0xb898dc, 0x4fb9ae, 0xd98bb0, 0xa9ad62, 0xa3abb8 },
    .edges = { 0x7ba9e6, 0xcda05a, 0x79b67b, 0xb898dc, 0x4fb9ae, 0xd98bb0, 0xa9ad62, 0xa3abb8 },
    .labels = LABELS (INK_DARK),
    .dark = TRUE,
  },
  [SL_PALETTE_PRINT] = {
    .id = "print",
    .colours = {
      [SL_PAINT_INK] = 0x000000,
      [SL_PAINT_SOFT] = 0x404040,
      [SL_PAINT_DIM] = 0x404040,
      [SL_PAINT_MISS] = 0x000000,
      [SL_PAINT_ACCENT] = 0x000000,
      [SL_PAINT_ON_ACCENT] = 0xffffff,
      [SL_PAINT_ARROW] = 0x000000,
      [SL_PAINT_INTERRUPT] = 0x808080,
      [SL_PAINT_INTERRUPT_NESTED] = 0x303030,
      [SL_PAINT_DENSITY] = 0x606060,
      [SL_PAINT_BASE] = 0x000000,
      [SL_PAINT_GRID] = 0xd0d0d0,
      [SL_PAINT_GAP_HATCH] = 0x808080,
      [SL_PAINT_VIEW] = 0xffffff,
      [SL_PAINT_WINDOW] = 0xffffff,
      [SL_PAINT_HEADER] = 0xffffff,
      [SL_PAINT_GROUP] = 0xffffff,
      [SL_PAINT_CARD] = 0xffffff,
      [SL_PAINT_SELECTED] = 0xf0f0f0,
      [SL_PAINT_GAP] = 0xffffff,
      [SL_PAINT_REGION] = 0xffffff,
      [SL_PAINT_REGION_EDGE] = 0x000000,
      [SL_PAINT_TABLE] = 0xe8e8e8,
      [SL_PAINT_TABLE_EDGE] = 0x000000,
    },
    .objects = { 0xe2e2e2, 0xc4c4c4, 0xf6f6f6, 0xd4d4d4, 0xb8b8b8, 0xececec, 0xcccccc, 0xffffff },
    .edges = LABELS (0x000000),
    .labels = LABELS (0x000000),
    .outlined = TRUE,
    .paper = TRUE,
  },
  [SL_PALETTE_COLOUR_BLIND] = {
    .id = "colour-blind",
    .colours = {
      [SL_PAINT_INK] = 0x241f31,
      [SL_PAINT_SOFT] = 0x5e5c64,
      [SL_PAINT_DIM] = 0x6e6d72,
      [SL_PAINT_MISS] = 0xd55e00,
      [SL_PAINT_ACCENT] = 0x1c71d8,
      [SL_PAINT_ON_ACCENT] = 0xffffff,
      [SL_PAINT_ARROW] = 0x5e5c64,
      [SL_PAINT_INTERRUPT] = 0x77767b,
      [SL_PAINT_INTERRUPT_NESTED] = 0x3d3846,
      [SL_PAINT_DENSITY] = 0x77767b,
      [SL_PAINT_BASE] = 0xc0bfbc,
      [SL_PAINT_GRID] = 0xececeb,
      [SL_PAINT_GAP_HATCH] = 0xb5b3b0,
      [SL_PAINT_VIEW] = 0xffffff,
      [SL_PAINT_WINDOW] = 0xfafafa,
      [SL_PAINT_HEADER] = 0xebebeb,
      [SL_PAINT_GROUP] = 0xf4f3f2,
      [SL_PAINT_CARD] = 0xffffff,
      [SL_PAINT_SELECTED] = 0xe3edfb,
      [SL_PAINT_GAP] = 0xf4f3f2,
      [SL_PAINT_REGION] = 0xbfe7dc,
      [SL_PAINT_REGION_EDGE] = 0x009e73,
      [SL_PAINT_TABLE] = 0xf9e7bf,
      [SL_PAINT_TABLE_EDGE] = 0x8a5d00,
    },
    .objects = { 0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0x0072b2, 0xf0e442, 0x000000, 0x332288 },
    .edges = { 0x4087af, 0xac7700, 0x007656, 0x995b7d, 0x005586, 0xb4ab32, 0x000000, 0x261a66 },
    .labels = { INK_LIGHT, INK_LIGHT, INK_LIGHT, INK_LIGHT, 0xffffff, INK_LIGHT, 0xffffff,
                0xffffff },
    .outlined = TRUE,
  },
  [SL_PALETTE_COLOUR_BLIND_DARK] = {
    .id = "colour-blind-dark",
    .colours = {
      [SL_PAINT_INK] = 0xf6f5f4,
      [SL_PAINT_SOFT] = 0xc0bfbc,
      [SL_PAINT_DIM] = 0x9a9996,
      [SL_PAINT_MISS] = 0xd55e00,
      [SL_PAINT_ACCENT] = 0x78aeed,
      [SL_PAINT_ON_ACCENT] = 0x161616,
      [SL_PAINT_ARROW] = 0xc0bfbc,
      [SL_PAINT_INTERRUPT] = 0x9a9996,
      [SL_PAINT_INTERRUPT_NESTED] = 0xdeddda,
      [SL_PAINT_DENSITY] = 0x9a9996,
      [SL_PAINT_BASE] = 0x5e5c64,
      [SL_PAINT_GRID] = 0x2b2b2b,
      [SL_PAINT_GAP_HATCH] = 0x6a6a6a,
      [SL_PAINT_VIEW] = 0x1e1e1e,
      [SL_PAINT_WINDOW] = 0x242424,
      [SL_PAINT_HEADER] = 0x303030,
      [SL_PAINT_GROUP] = 0x242424,
      [SL_PAINT_CARD] = 0x363636,
      [SL_PAINT_SELECTED] = 0x2c3e55,
      [SL_PAINT_GAP] = 0x262626,
      [SL_PAINT_REGION] = 0x163e33,
      [SL_PAINT_REGION_EDGE] = 0x009e73,
      [SL_PAINT_TABLE] = 0x503e16,
      [SL_PAINT_TABLE_EDGE] = 0xe69f00,
    },
    .objects = { 0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0x0072b2, 0xf0e442, 0xffffff, 0xc3d2b4 },
    .edges = { 0x56b4e9, 0xe69f00, 0x009e73, 0xcc79a7, 0x0072b2, 0xf0e442, 0xffffff, 0xc3d2b4 },
    .labels = { INK_DARK, INK_DARK, INK_DARK, INK_DARK, 0xffffff, INK_DARK, INK_DARK, INK_DARK },
    .dark = TRUE,
    .outlined = TRUE,
  },
  [SL_PALETTE_CONTRAST_LIGHT] = {
    .id = "contrast-light",
    .colours = {
      [SL_PAINT_INK] = 0x000000,
      [SL_PAINT_SOFT] = 0x000000,
      [SL_PAINT_DIM] = 0x303030,
      [SL_PAINT_MISS] = 0xa51d2d,
      [SL_PAINT_ACCENT] = 0x1a5fb4,
      [SL_PAINT_ON_ACCENT] = 0xffffff,
      [SL_PAINT_ARROW] = 0x000000,
      [SL_PAINT_INTERRUPT] = 0x5e5c64,
      [SL_PAINT_INTERRUPT_NESTED] = 0x000000,
      [SL_PAINT_DENSITY] = 0x3d3846,
      [SL_PAINT_BASE] = 0x000000,
      [SL_PAINT_GRID] = 0xc0bfbc,
      [SL_PAINT_GAP_HATCH] = 0x000000,
      [SL_PAINT_VIEW] = 0xffffff,
      [SL_PAINT_WINDOW] = 0xffffff,
      [SL_PAINT_HEADER] = 0xffffff,
      [SL_PAINT_GROUP] = 0xffffff,
      [SL_PAINT_CARD] = 0xffffff,
      [SL_PAINT_SELECTED] = 0xe3edfb,
      [SL_PAINT_GAP] = 0xffffff,
      [SL_PAINT_REGION] = 0xffffff,
      [SL_PAINT_REGION_EDGE] = 0x1d5a2a,
      [SL_PAINT_TABLE] = 0xffffff,
      [SL_PAINT_TABLE_EDGE] = 0x5f4300,
    },
    .objects = { 0x1e5ba1, 0x7e4f04, 0x2c6a31, 0x6e4199, 0x056965, 0x913266, 0x5c5f1a, 0x535b69 },
    .edges = { 0x1e5ba1, 0x7e4f04, 0x2c6a31, 0x6e4199, 0x056965, 0x913266, 0x5c5f1a, 0x535b69 },
    .labels = LABELS (0xffffff),
    .outlined = TRUE,
    .contrast = TRUE,
  },
  [SL_PALETTE_CONTRAST_DARK] = {
    .id = "contrast-dark",
    .colours = {
      [SL_PAINT_INK] = 0xffffff,
      [SL_PAINT_SOFT] = 0xffffff,
      [SL_PAINT_DIM] = 0xdddddd,
      [SL_PAINT_MISS] = 0xffa08f,
      [SL_PAINT_ACCENT] = 0x99c1f1,
      [SL_PAINT_ON_ACCENT] = 0x000000,
      [SL_PAINT_ARROW] = 0xffffff,
      [SL_PAINT_INTERRUPT] = 0xc0bfbc,
      [SL_PAINT_INTERRUPT_NESTED] = 0xffffff,
      [SL_PAINT_DENSITY] = 0xdeddda,
      [SL_PAINT_BASE] = 0xffffff,
      [SL_PAINT_GRID] = 0x5e5c64,
      [SL_PAINT_GAP_HATCH] = 0xffffff,
      [SL_PAINT_VIEW] = 0x000000,
      [SL_PAINT_WINDOW] = 0x000000,
      [SL_PAINT_HEADER] = 0x000000,
      [SL_PAINT_GROUP] = 0x000000,
      [SL_PAINT_CARD] = 0x000000,
      [SL_PAINT_SELECTED] = 0x2c3e55,
      [SL_PAINT_GAP] = 0x000000,
      [SL_PAINT_REGION] = 0x000000,
      [SL_PAINT_REGION_EDGE] = 0xa1d4a1,
      [SL_PAINT_TABLE] = 0x000000,
      [SL_PAINT_TABLE_EDGE] = 0xe6bc8b,
    },
    .objects = { 0x96c7ff, 0xe6bc8b, 0xa1d4a1, 0xd5b2ff, 0x93d2cd, 0xfba6ce, 0xc5c993, 0xbdc5d1 },
    .edges = { 0x96c7ff, 0xe6bc8b, 0xa1d4a1, 0xd5b2ff, 0x93d2cd, 0xfba6ce, 0xc5c993, 0xbdc5d1 },
    .labels = LABELS (0x000000),
    .dark = TRUE,
    .outlined = TRUE,
    .contrast = TRUE,
  },
};

/**
 * sl_palette_get:
 *
 * Returns: (transfer none): one of the table; copy it to change surfaces to the system's
 */
const SlPalette *
sl_palette_get (SlPaletteId id)
{
  g_return_val_if_fail ((guint) id < SL_N_PALETTES, &palettes[SL_PALETTE_LIGHT]);

  return &palettes[id];
}

/**
 * sl_palette_find:
 * @id: "light", "dark", "print", "colour-blind", "colour-blind-dark", "contrast-light" or
 *   "contrast-dark"
 * @palette: (out): set on success only
 *
 * Returns: whether there is such a palette
 */
gboolean
sl_palette_find (const char *id, SlPaletteId *palette)
{
  for (guint i = 0; i < SL_N_PALETTES; i++)
    {
      if (g_str_equal (palettes[i].id, id))
        {
          *palette = (SlPaletteId) i;
          return TRUE;
        }
    }

  return FALSE;
}

static int
get_distance (guint32 one, guint32 other)
{
  int distance = 0;

  for (guint shift = 0; shift < 24; shift += 8)
    {
      int step = (int) (one >> shift & 0xff) - (int) (other >> shift & 0xff);

      distance += step * step;
    }
  return distance;
}

/**
 * sl_palette_find_nearest:
 * @colour: 0xrrggbb that the user wishes for
 *
 * A wish is granted by the nearest colour of the light palette: so it keeps its contrast, and has
 * its counterpart in every other palette.
 *
 * Returns: the rank of an object with that colour
 */
guint
sl_palette_find_nearest (guint32 colour)
{
  const SlPalette *light = sl_palette_get (SL_PALETTE_LIGHT);
  guint nearest = 0;

  for (guint i = 1; i < SL_PALETTE_OBJECTS; i++)
    if (get_distance (light->objects[i], colour) < get_distance (light->objects[nearest], colour))
      nearest = i;

  return nearest;
}

/**
 * sl_palette_is_dotted:
 * @index: colour rank of an object
 *
 * Returns: whether boxes in its colour carry dots, because an earlier object has the same colour
 */
gboolean
sl_palette_is_dotted (guint index)
{
  return index >= SL_PALETTE_OBJECTS;
}

/**
 * sl_palette_resolve:
 * @alpha: (out): 0 … 1
 *
 * What a role looks like. Tints vanish in high contrast: their outline says the same. Where boxes
 * need an outline to be seen, what is too thin for one has the darker colour of edges.
 *
 * Returns: 0xrrggbb
 */
guint32
sl_palette_resolve (const SlPalette *self, SlPaint paint, double *alpha)
{
  guint index = paint.index % SL_PALETTE_OBJECTS;

  *alpha = paint.alpha / 255.0;
  switch ((SlPaintRole) paint.role)
    {
    case SL_PAINT_OBJECT:
      return self->objects[index];
    case SL_PAINT_EDGE:
      return self->edges[index];
    case SL_PAINT_TEXTBOOK:
      if (!self->paper)
        *alpha *= TEXTBOOK_ALPHA;
      return self->objects[index];
    case SL_PAINT_LABEL:
      return self->labels[index];
    case SL_PAINT_TINT:
      if (self->contrast)
        *alpha = 0;
      return self->objects[index];
    case SL_PAINT_THIN:
      return self->outlined ? self->edges[index] : self->objects[index];
    case SL_PAINT_OUTLINE:
      if (self->outlined)
        *alpha = paint.alpha > 0 ? 1 : 0;
      return self->outlined ? self->colours[SL_PAINT_INK] : self->labels[index];
    case SL_PAINT_VEIL:
      if (self->contrast)
        *alpha *= CONTRAST_VEIL;
      return self->colours[SL_PAINT_VIEW];
    case SL_PAINT_NONE:
      *alpha = 0;
      return 0;
    case SL_PAINT_INK:
    case SL_PAINT_SOFT:
    case SL_PAINT_DIM:
    case SL_PAINT_MISS:
    case SL_PAINT_ACCENT:
    case SL_PAINT_ON_ACCENT:
    case SL_PAINT_ARROW:
    case SL_PAINT_INTERRUPT:
    case SL_PAINT_INTERRUPT_NESTED:
    case SL_PAINT_DENSITY:
    case SL_PAINT_BASE:
    case SL_PAINT_GRID:
    case SL_PAINT_GAP_HATCH:
    case SL_PAINT_VIEW:
    case SL_PAINT_WINDOW:
    case SL_PAINT_HEADER:
    case SL_PAINT_GROUP:
    case SL_PAINT_CARD:
    case SL_PAINT_SELECTED:
    case SL_PAINT_GAP:
    case SL_PAINT_REGION:
    case SL_PAINT_REGION_EDGE:
    case SL_PAINT_TABLE:
    case SL_PAINT_TABLE_EDGE:
    case SL_N_PAINTS:
    default:
      return self->colours[paint.role < SL_N_PAINTS ? paint.role : SL_PAINT_INK];
    }
}

/**
 * sl_cell_resolve:
 * @fill: of the heat map, for its alpha
 * @code: of a cell: a colour's rank + 1
 * @level: below %SL_CELL_LEVELS
 * @alpha: (out): 0 … 1
 *
 * Returns: 0xrrggbb: stronger cells are less pale, the strongest darker too, or lighter on a dark
 *   page
 */
guint32
sl_cell_resolve (const SlPalette *palette, SlPaint fill, guint8 code, guint8 level, double *alpha)
{
  SlPaint paint = sl_paint_object (SL_PAINT_OBJECT, code > 0 ? code - 1u : 0, 1);
  double share = (double) level / (SL_CELL_LEVELS - 1);
  double mixed = MAX (share - 0.6, 0) / 0.4 * 0.28;
  double view_alpha;
  guint32 view = sl_palette_resolve (palette, sl_paint (SL_PAINT_VIEW), &view_alpha);
  double far_end = (view >> 8 & 0xff) < 0x80 ? 255 : 0;
  guint32 colour = sl_palette_resolve (palette, paint, alpha);
  guint32 result = 0;

  *alpha = (0.3 + 0.7 * share) * fill.alpha / 255;
  for (guint shift = 0; shift <= 16; shift += 8)
    result |= (guint32) ((colour >> shift & 0xff) * (1 - mixed) + far_end * mixed) << shift;

  return result;
}
