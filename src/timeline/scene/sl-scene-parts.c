/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene-parts.h"

/**
 * sl_scene_add_text:
 *
 * Returns: (transfer none): a piece of text without a halo
 */
SlShape *
sl_scene_add_text (SlScene *self,
                   SlTextMeasure *measure,
                   SlLayer layer,
                   SlTextSpot spot,
                   const char *text,
                   SlPaint paint)
{
  SlShape *shape = sl_scene_add_shape (self, layer, SL_SHAPE_TEXT, 0);

  shape->font = (guint8) spot.font;
  shape->anchor = (guint8) spot.anchor;
  shape->label_anchor = (guint8) spot.anchor;
  shape->x = (float) spot.x;
  shape->y = (float) spot.y;
  shape->width = (float) sl_text_measure_width (measure, spot.font, text);
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
sl_scene_add_box (SlScene *self, SlLayer layer, guint32 element, SlBox box, SlPaint fill)
{
  SlShape *shape = sl_scene_add_shape (self, layer, SL_SHAPE_BOX, element);

  shape->x = box.x;
  shape->y = box.y;
  shape->width = box.width;
  shape->height = box.height;
  shape->fill = fill;

  return shape;
}

/**
 * sl_scene_add_hatch:
 *
 * Returns: (transfer none): a hatched rectangle; spacing and line width follow the hatch
 */
SlShape *
sl_scene_add_hatch (SlScene *self,
                    SlLayer layer,
                    guint32 element,
                    SlHatch hatch,
                    SlBox box,
                    SlPaint stroke)
{
  static const struct
  {
    float spacing, line_width;
  } looks[] = {
    [SL_HATCH_LOCK] = { 4.2f, 1 },      [SL_HATCH_LATE] = { 5, 1.5f },
    [SL_HATCH_EXHAUSTED] = { 4, 1.5f }, [SL_HATCH_GAP] = { 9, 1.2f },
    [SL_HATCH_DOTS] = { 5, 2 },
  };
  SlShape *shape = sl_scene_add_shape (self, layer, SL_SHAPE_HATCH, element);

  shape->hatch = (guint8) hatch;
  shape->x = box.x;
  shape->y = box.y;
  shape->width = box.width;
  shape->height = box.height;
  shape->stroke = stroke;
  shape->spacing = looks[hatch].spacing;
  shape->line_width = looks[hatch].line_width;

  return shape;
}
