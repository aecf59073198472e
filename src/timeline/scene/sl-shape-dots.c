/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shape-dots.h"

#define DOT_SIZE  2
#define DOT_PITCH 5
#define DOT_ALPHA 0.6

/**
 * sl_shape_get_dots:
 * @dots: (out): a hatch of dots that fills the box; set on success only
 *
 * Returns: whether @shape is a box in the colour of an object that shares it with an earlier one
 */
gboolean
sl_shape_get_dots (const SlShape *shape, SlShape *dots)
{
  if (shape->type != SL_SHAPE_BOX || shape->fill.role != SL_PAINT_OBJECT ||
      shape->width < DOT_SIZE || !sl_palette_is_dotted (shape->fill.index))
    return FALSE;

  *dots = *shape;
  dots->type = SL_SHAPE_HATCH;
  dots->hatch = SL_HATCH_DOTS;
  dots->spacing = DOT_PITCH;
  dots->line_width = DOT_SIZE;
  dots->stroke =
      sl_paint_object (SL_PAINT_LABEL, shape->fill.index, DOT_ALPHA * shape->fill.alpha / 255.0);
  return TRUE;
}
