/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The shapes that all parts of the picture are made of. */
#include "sl-topa-scene-private.h"

#include "sl-scene-parts.h"

#define HEAD       8
#define HEAD_HALF  4
#define HATCH_LINE 1

/**
 * sl_topa_build_text:
 * @spot: its y is that of the line's middle
 *
 * Returns: a piece of text
 */
SlShape *
sl_topa_build_text (SlTopaBuild *self,
                    guint32 element,
                    SlTextSpot spot,
                    const char *text,
                    SlPaintRole paint)
{
  SlShape *shape;

  spot.y = sl_scene_get_text_middle (self->measure, spot.font, spot.y);
  shape =
      sl_scene_add_text (self->scene, self->measure, SL_LAYER_LABELS, spot, text, sl_paint (paint));
  shape->element = element;
  return shape;
}

/**
 * sl_topa_build_box:
 *
 * Returns: a rectangle with an outline of 1 px
 */
SlShape *
sl_topa_build_box (SlTopaBuild *self,
                   SlLayer layer,
                   guint32 element,
                   SlBox box,
                   SlPaint fill,
                   SlPaint stroke)
{
  SlShape *shape = sl_scene_add_box (self->scene, layer, element, box, fill);

  shape->stroke = stroke;
  shape->line_width = stroke.role == SL_PAINT_NONE ? 0 : 1;
  return shape;
}

/**
 * sl_topa_build_hatch:
 *
 * Hatches a rectangle, finer than rows of the timeline are.
 */
void
sl_topa_build_hatch (SlTopaBuild *self, guint32 element, SlHatch hatch, SlBox box, SlPaint paint)
{
  SlShape *shape = sl_scene_add_hatch (self->scene, SL_LAYER_BOXES, element, hatch, box, paint);

  shape->line_width = HATCH_LINE;
  shape->spacing = hatch == SL_HATCH_LATE ? 5 : 9;
}

/**
 * sl_topa_build_line:
 * @points: of a line that bends at right angles
 * @has_head: whether it ends in an arrow's head; its last stretch is level
 *
 * A line with a halo, so that lines that it crosses break.
 */
void
sl_topa_build_line (SlTopaBuild *self,
                    guint32 element,
                    const SlPoint *points,
                    guint n_points,
                    SlPaintRole paint,
                    double width,
                    gboolean has_head)
{
  const SlPoint end = points[n_points - 1];
  float back = points[n_points - 2].x < end.x ? -1 : 1;
  SlPaint paints[] = { sl_paint (SL_PAINT_VIEW), sl_paint (paint) };
  SlShape *shape;

  for (guint i = 0; i < G_N_ELEMENTS (paints); i++)
    {
      shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, i == 0 ? 0 : element);
      sl_scene_add_points (self->scene, shape, points, n_points);
      shape->stroke = paints[i];
      shape->line_width = (float) (i == 0 ? width + 4 : width);
    }

  if (has_head)
    {
      const SlPoint head[] = { end,
                               { end.x + back * HEAD, end.y - HEAD_HALF },
                               { end.x + back * HEAD, end.y + HEAD_HALF } };

      shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, element);
      sl_scene_add_points (self->scene, shape, head, G_N_ELEMENTS (head));
      shape->fill = sl_paint (paint);
    }
}

/**
 * sl_topa_build_element:
 * @detail: number of an entry or pointer
 * @label: what is said of it
 *
 * Returns: the element's number
 */
guint32
sl_topa_build_element (SlTopaBuild *self,
                       SlElementType type,
                       guint detail,
                       const char *label,
                       SlBox box)
{
  SlElement element = {
    .type = type,
    .row = G_MAXUINT,
    .detail = detail,
    .count = 1,
    .label = sl_scene_add_string (self->scene, label),
    .x = box.x,
    .y = box.y,
    .width = box.width,
    .height = box.height,
  };

  return sl_scene_add_element (self->scene, &element);
}

/**
 * sl_topa_build_region_y:
 * @offset: of a byte in the part; what lies behind it counts as its end
 *
 * Returns: the byte's height in the column, whose addresses grow upwards, in pixels from the top of
 *   the picture
 */
double
sl_topa_build_region_y (const SlTopaPart *part, guint64 offset)
{
  double share = (double) offset / (double) part->size;

  return SL_TOPA_COLUMN_Y + part->y + part->height * (1 - MIN (share, 1));
}
