/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The one table of colours. A scene names roles; the palette says what they look like. */

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  SL_PALETTE_LIGHT,
  SL_PALETTE_DARK,
  SL_PALETTE_PRINT,
  SL_PALETTE_COLOUR_BLIND,
  SL_PALETTE_COLOUR_BLIND_DARK,
  SL_PALETTE_CONTRAST_LIGHT,
  SL_PALETTE_CONTRAST_DARK,
  SL_N_PALETTES,
} SlPaletteId;

typedef enum
{
  SL_PAINT_NONE,     /* draws nothing */
  SL_PAINT_OBJECT,   /* the object's colour; index says whose */
  SL_PAINT_EDGE,     /* hatches and value lines of the object */
  SL_PAINT_TEXTBOOK, /* boxes of the textbook look: the object's colour, 45 % of it off paper */
  SL_PAINT_LABEL,    /* text and outlines on the object's colour */
  SL_PAINT_TINT, /* the pale form of the object's colour: ready, backgrounds; gone in high contrast */
  SL_PAINT_THIN,    /* the object's colour where there is no room for an outline */
  SL_PAINT_OUTLINE, /* around boxes: the label's colour, or full ink where boxes are outlined */
  SL_PAINT_INK,
  SL_PAINT_SOFT,
  SL_PAINT_DIM,
  SL_PAINT_MISS,
  SL_PAINT_ACCENT,
  SL_PAINT_ON_ACCENT, /* text on accent */
  SL_PAINT_ARROW,
  SL_PAINT_INTERRUPT,        /* level 0 */
  SL_PAINT_INTERRUPT_NESTED, /* level 1 and up */
  SL_PAINT_DENSITY,
  SL_PAINT_BASE, /* the line on which boxes stand */
  SL_PAINT_GRID,
  SL_PAINT_GAP_HATCH,
  SL_PAINT_VIEW, /* the page */
  SL_PAINT_VEIL, /* the page, over what is less important: thin where labels must stay readable */
  SL_PAINT_WINDOW,
  SL_PAINT_HEADER,
  SL_PAINT_GROUP,
  SL_PAINT_CARD,
  SL_PAINT_SELECTED,
  SL_PAINT_GAP,
  SL_PAINT_REGION, /* where a processor's trace output goes in memory */
  SL_PAINT_REGION_EDGE,
  SL_PAINT_TABLE, /* of physical addresses */
  SL_PAINT_TABLE_EDGE,
  SL_N_PAINTS,
} SlPaintRole;

/**
 * SlPaint:
 * @role: #SlPaintRole
 * @index: colour rank of the object, any number, where the role asks for one
 * @alpha: 0 … 255
 */
typedef struct
{
  guint8 role;
  guint8 alpha;
  guint16 index;
} SlPaint;

#define SL_PALETTE_OBJECTS 8

/**
 * SlPalette:
 * @colours: 0xrrggbb by role; those of objects are 0
 * @outlined: every box has an outline in full ink
 * @contrast: high contrast: hatch lines and outlines are 2 px
 * @paper: no colour, and no meaning in grey alone
 *
 * A plain value. Copy one of the table and change surfaces, accent and error to the system's.
 */
typedef struct
{
  const char *id;
  guint32 colours[SL_N_PAINTS];
  guint32 objects[SL_PALETTE_OBJECTS];
  guint32 edges[SL_PALETTE_OBJECTS];
  guint32 labels[SL_PALETTE_OBJECTS];
  gboolean dark;
  gboolean outlined;
  gboolean contrast;
  gboolean paper;
} SlPalette;

const SlPalette *sl_palette_get (SlPaletteId id);
gboolean sl_palette_find (const char *id, SlPaletteId *palette);
guint sl_palette_find_nearest (guint32 colour);
gboolean sl_palette_is_dotted (guint index);
guint32 sl_palette_resolve (const SlPalette *self, SlPaint paint, double *alpha);

/* Heat maps have cells of so many strengths. */
#define SL_CELL_LEVELS 16

guint32
sl_cell_resolve (const SlPalette *palette, SlPaint fill, guint8 code, guint8 level, double *alpha);

static inline SlPaint
sl_paint (SlPaintRole role)
{
  return (SlPaint) { (guint8) role, 255, 0 };
}

static inline SlPaint
sl_paint_alpha (SlPaintRole role, double alpha)
{
  return (SlPaint) { (guint8) role, (guint8) (alpha * 255 + 0.5), 0 };
}

static inline SlPaint
sl_paint_object (SlPaintRole role, guint index, double alpha)
{
  return (SlPaint) { (guint8) role, (guint8) (alpha * 255 + 0.5), (guint16) index };
}

G_END_DECLS
