/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-shape-reach.h"

/* Cairo's default: the tip of a join is at most so many line widths from its corner. */
#define MITER_LIMIT 10

/* Letters of other scripts and marks above them are higher than those that a font's size is made for. */
#define LETTER_HEIGHTS 2

/**
 * sl_shape_get_reach:
 * @points: (nullable): of a path
 * @font_size: of a text, in pixels at scale 1
 * @top: (out): no pixel of it is above
 * @bottom: (out): nor below
 *
 * Pixels of the picture. A text reaches this far without those that are joined to it.
 */
void
sl_shape_get_reach (const SlShape *shape,
                    const SlPoint *points,
                    double font_size,
                    double *top,
                    double *bottom)
{
  double low = MIN (shape->y, shape->y + shape->height);
  double high = MAX (shape->y, shape->y + shape->height);
  double margin = 1;

  switch ((SlShapeType) shape->type)
    {
    case SL_SHAPE_LINE:
      margin += shape->line_width / 2;
      break;
    case SL_SHAPE_DISC:
      low = high = shape->y;
      margin += shape->radius + shape->line_width / 2;
      break;
    case SL_SHAPE_TEXT:
      low = high = shape->y;
      margin += LETTER_HEIGHTS * font_size + shape->radius;
      if (shape->upright)
        margin += shape->width / 2;
      break;
    case SL_SHAPE_PATH:
      low = G_MAXDOUBLE;
      high = -G_MAXDOUBLE;
      for (guint i = 0; i < shape->count; i++)
        {
          low = MIN (low, points[i].y);
          high = MAX (high, points[i].y);
        }
      margin += MITER_LIMIT * shape->line_width / 2;
      break;
    case SL_SHAPE_BOX:
    case SL_SHAPE_HATCH:
    case SL_SHAPE_CELLS:
    case SL_SHAPE_STRIP:
    default:
      break;
    }

  *top = low - margin;
  *bottom = high + margin;
}
