/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The signs of the textbook look, one by one; the legend shows the same. */

#include "sl-build-textbook-private.h"

#include <math.h>

#define HEAD_LENGTH 8.5
#define HEAD_HALF   3.6
#define NOTCH       0.22

/**
 * sl_textbook_add_head:
 * @x, @y: its point
 * @dx, @dy: from the point to the middle of the back
 * @half: half its width
 */
void
sl_textbook_add_head (SlTextbook *self,
                      SlLayer layer,
                      guint32 element,
                      double x,
                      double y,
                      double dx,
                      double dy,
                      double half,
                      SlPaint paint)
{
  double length = hypot (dx, dy), nx = -dy / length * half, ny = dx / length * half;
  const SlPoint points[] = {
    { (float) x, (float) y },
    { (float) (x + dx + nx), (float) (y + dy + ny) },
    { (float) (x + dx * (1 - NOTCH)), (float) (y + dy * (1 - NOTCH)) },
    { (float) (x + dx - nx), (float) (y + dy - ny) },
  };
  SlShape *shape = sl_scene_add_shape (self->picture->scene, layer, SL_SHAPE_PATH, element);

  shape->fill = paint;
  sl_scene_add_points (self->picture->scene, shape, points, G_N_ELEMENTS (points));
}

/**
 * sl_textbook_add_arrow:
 * @up: away from the base line: a release; else a deadline
 */
void
sl_textbook_add_arrow (SlTextbook *self,
                       guint32 element,
                       double x,
                       double base,
                       gboolean up,
                       SlPaint paint,
                       double line_width)
{
  double top = base - SL_TEXTBOOK_ARROW;

  sl_build_line (self->picture, SL_LAYER_MARKS, element,
                 sl_box (x, top + (up ? 5 : 0), 0, SL_TEXTBOOK_ARROW - 5), paint, line_width);
  sl_textbook_add_head (self, SL_LAYER_MARKS, element, x, up ? top : base, 0,
                        up ? HEAD_LENGTH : -HEAD_LENGTH, HEAD_HALF, paint);
  sl_textbook_take (self, x - 1, top, 2, base - top);
}

/**
 * sl_textbook_add_postponed:
 *
 * A deadline that is no longer in force.
 */
void
sl_textbook_add_postponed (SlTextbook *self,
                           SlLayer layer,
                           guint32 element,
                           double x,
                           double top,
                           double base)
{
  SlPaint soft = sl_build_paint (self->pen, SL_PAINT_SOFT, -1, 1);
  SlShape *line = sl_build_line (self->picture, layer, element, sl_box (x, top, 0, base - top - 5),
                                 soft, SL_TEXTBOOK_LINE);

  line->dash[0] = 3.2f;
  line->dash[1] = 2.4f;
  sl_textbook_add_head (self, layer, element, x, base, 0, -HEAD_LENGTH, HEAD_HALF, soft);
}

/**
 * sl_textbook_add_guessed:
 *
 * A server's deadline that follows from a period which nobody says.
 */
void
sl_textbook_add_guessed (SlTextbook *self,
                         SlLayer layer,
                         guint32 element,
                         double x,
                         double top,
                         double base)
{
  const float cx = (float) x, end = (float) base, back = (float) (base - HEAD_LENGTH);
  const SlPoint head[] = { { cx, end },
                           { cx + (float) HEAD_HALF, back },
                           { cx - (float) HEAD_HALF, back },
                           { cx, end } };
  SlPaint soft = sl_build_paint (self->pen, SL_PAINT_SOFT, -1, 1);
  SlShape *line =
      sl_build_line (self->picture, layer, element, sl_box (x, top, 0, base - top - HEAD_LENGTH),
                     soft, SL_TEXTBOOK_LINE);
  SlShape *shape;

  line->dash[0] = 1.2f;
  line->dash[1] = 2.4f;
  shape = sl_scene_add_shape (self->picture->scene, layer, SL_SHAPE_PATH, element);
  shape->fill = sl_paint (SL_PAINT_VIEW);
  shape->stroke = soft;
  shape->line_width = 1;
  sl_scene_add_points (self->picture->scene, shape, head, G_N_ELEMENTS (head));
}

/**
 * sl_textbook_add_recorded_shaft:
 *
 * Below the diamond of a miss that is recorded at another time than the deadline in force.
 */
void
sl_textbook_add_recorded_shaft (SlTextbook *self,
                                SlLayer layer,
                                guint32 element,
                                double x,
                                double top,
                                double base)
{
  SlShape *shaft = sl_build_line (self->picture, layer, element, sl_box (x, top, 0, base - top),
                                  sl_paint (SL_PAINT_MISS), SL_TEXTBOOK_LINE);

  shaft->dash[0] = shaft->dash[1] = 2;
}

/**
 * sl_textbook_add_disc:
 *
 * The end of a job.
 */
void
sl_textbook_add_disc (SlTextbook *self, guint32 element, double x, double base)
{
  SlShape *disc =
      sl_scene_add_shape (self->picture->scene, SL_LAYER_LABELS, SL_SHAPE_DISC, element);

  disc->x = (float) x;
  disc->y = (float) base;
  disc->radius = 3.85f;
  disc->fill = sl_build_paint (self->pen, SL_PAINT_INK, -1, 1);
  disc->stroke = sl_paint (SL_PAINT_VIEW);
  disc->line_width = 1.1f;
}

/**
 * sl_textbook_add_section:
 *
 * A critical section over the box that holds it.
 */
void
sl_textbook_add_section (SlTextbook *self,
                         guint32 element,
                         double x,
                         double y,
                         double width,
                         double height)
{
  SlShape *shape = sl_build_hatch (self->picture, SL_LAYER_BOXES, element, SL_HATCH_LOCK,
                                   sl_box (x, y, width, height),
                                   sl_build_paint (self->pen, SL_PAINT_INK, -1, 0.75));

  shape->spacing = 4.6f;
  shape->line_width = 0.8f;
  for (int side = 0; side < 2; side++)
    sl_build_line (self->picture, SL_LAYER_BOXES, element, sl_box (x + side * width, y, 0, height),
                   sl_build_paint (self->pen, SL_PAINT_INK, -1, 1), SL_TEXTBOOK_THIN);
}

/**
 * sl_textbook_add_raised:
 * @lift: how high it holds the box
 *
 * What holds a raised box up.
 */
void
sl_textbook_add_raised (SlTextbook *self,
                        guint32 element,
                        double x,
                        double base,
                        double width,
                        double lift)
{
  SlPaint ink = sl_build_paint (self->pen, SL_PAINT_INK, -1, 1);
  SlShape *shape = sl_build_hatch (self->picture, SL_LAYER_BOXES, element, SL_HATCH_EXHAUSTED,
                                   sl_box (x, base - lift, width, lift),
                                   sl_build_paint (self->pen, SL_PAINT_INK, -1, 0.35));

  shape->spacing = 4;
  shape->line_width = 0.6f;
  sl_build_line (self->picture, SL_LAYER_BOXES, element,
                 sl_box (x - 1.1, base - lift, width + 2.2, 0), ink, 2.2);
  for (int side = 0; side < 2; side++)
    sl_build_line (self->picture, SL_LAYER_BOXES, element,
                   sl_box (x + side * width, base - lift, 0, lift), ink, 2.2);
}

/**
 * sl_textbook_add_strip:
 *
 * A low hatched bar.
 */
void
sl_textbook_add_strip (SlTextbook *self,
                       guint32 element,
                       SlHatch hatch,
                       double x,
                       double y,
                       double width,
                       SlPaint paint)
{
  gboolean late = hatch == SL_HATCH_LATE;
  SlShape *shape = sl_build_hatch (self->picture, SL_LAYER_BOXES, element, hatch,
                                   sl_box (x, y, width, SL_TEXTBOOK_LOW), paint);

  shape->spacing = late ? 3.3f : 3.6f;
  shape->line_width = late ? 1.1f : 0.8f;
  shape = sl_build_box (self->picture, SL_LAYER_BOXES, element,
                        sl_box (x, y, width, SL_TEXTBOOK_LOW), sl_paint (SL_PAINT_NONE));
  shape->stroke = paint;
  shape->line_width = 0.9f;
}

/**
 * sl_textbook_add_gap:
 * @element: 0 for none
 * @alpha: 0 … 1
 *
 * Time of which it is not recorded whether the task executed.
 */
void
sl_textbook_add_gap (SlTextbook *self, guint32 element, SlBox box, double alpha)
{
  sl_build_box (self->picture, SL_LAYER_BOXES, element, box, sl_paint_alpha (SL_PAINT_GAP, alpha));
  sl_build_hatch (self->picture, SL_LAYER_GAPS, element, SL_HATCH_GAP, box,
                  sl_paint_alpha (SL_PAINT_GAP_HATCH, alpha));
}
