/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shape-outline.h"

#define OUTLINE_WIDTH 2

/* Tints are drawn this strong where nothing is dimmed. */
#define TINT_PERCENT 38

/**
 * sl_shape_get_outline:
 * @outline: (out): a box without a fill; set on success only
 *
 * High contrast has no tints: a box that would be tinted gets a thick outline instead, which is
 * dimmed where a filter dims the tint.
 *
 * Returns: whether @shape is such a box and has room for its outline
 */
gboolean
sl_shape_get_outline (const SlShape *shape, const SlPalette *palette, SlShape *outline)
{
  if (!palette->contrast || shape->type != SL_SHAPE_BOX || shape->fill.role != SL_PAINT_TINT ||
      shape->fill.alpha == 0 || shape->width <= 2 * OUTLINE_WIDTH ||
      shape->height <= 2 * OUTLINE_WIDTH)
    return FALSE;

  *outline = *shape;
  outline->fill = sl_paint (SL_PAINT_NONE);
  outline->stroke = shape->fill;
  outline->stroke.role = SL_PAINT_EDGE;
  outline->stroke.alpha = (guint8) MIN (G_MAXUINT8, shape->fill.alpha * 100u / TINT_PERCENT);
  outline->line_width = OUTLINE_WIDTH;
  outline->radius = 0;
  outline->dash[0] = outline->dash[1] = 0;
  return TRUE;
}
