/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene-parts.h"

/**
 * sl_scene_add_text:
 * @y: of the letters' base line
 *
 * Returns: (transfer none): a piece of text without a halo
 */
SlShape *
sl_scene_add_text (SlScene *self,
                   SlTextMeasure *measure,
                   SlLayer layer,
                   guint32 element,
                   SlFont font,
                   SlAnchor anchor,
                   double x,
                   double y,
                   const char *text,
                   SlPaint paint)
{
  SlShape *shape = sl_scene_add_shape (self, layer, SL_SHAPE_TEXT, element);

  shape->font = (guint8) font;
  shape->anchor = (guint8) anchor;
  shape->x = (float) x;
  shape->y = (float) y;
  shape->width = (float) sl_text_measure_width (measure, font, text);
  shape->text = sl_scene_add_string (self, text);
  shape->stroke = paint;

  return shape;
}

/**
 * sl_scene_get_text_middle:
 *
 * Returns: the base line that puts a line of text's middle at @y
 */
double
sl_scene_get_text_middle (SlTextMeasure *measure, SlFont font, double y)
{
  double ascent, descent;

  sl_text_measure_height (measure, font, &ascent, &descent);
  return y + (ascent - descent) / 2;
}

/**
 * sl_scene_add_box:
 *
 * Returns: (transfer none): a filled rectangle, to be given an outline or round corners
 */
SlShape *
sl_scene_add_box (SlScene *self,
                  SlLayer layer,
                  guint32 element,
                  double x,
                  double y,
                  double width,
                  double height,
                  SlPaint fill)
{
  SlShape *shape = sl_scene_add_shape (self, layer, SL_SHAPE_BOX, element);

  shape->x = (float) x;
  shape->y = (float) y;
  shape->width = (float) width;
  shape->height = (float) height;
  shape->fill = fill;

  return shape;
}
