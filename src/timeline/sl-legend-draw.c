/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The signs as the rows have them, with the sizes of rows: a box stands on a base line. */

#include "sl-legend-private.h"

#include <math.h>

#include "sl-build-slice-private.h"

#define LEFT   1
#define WIDTH  (SL_LEGEND_WIDTH - 2)
#define MIDDLE (SL_LEGEND_WIDTH / 2.0)
#define BASE   20
#define TOP    5
#define BOX    (BASE - TOP)
#define LOW    9

/* Of the object whose boxes are shown. */
#define COLOUR 0

static SlPaint
paint_of (SlPaintRole role, double alpha)
{
  return sl_paint_object (role, COLOUR, alpha);
}

static void
draw_base (SlPicture *self)
{
  sl_build_line (self, SL_LAYER_PAGE, 0, sl_box (0, BASE + 0.5, SL_LEGEND_WIDTH, 0),
                 sl_paint (SL_PAINT_BASE), 1);
}

static void
draw_box (SlPicture *self)
{
  SlShape *box = sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP, WIDTH, BOX),
                               paint_of (SL_PAINT_OBJECT, 1));

  box->radius = 2;
  box->stroke = paint_of (SL_PAINT_OUTLINE, 0.35);
  box->line_width = 1;
}

static void
draw_holds (SlPicture *self)
{
  draw_box (self);
  sl_build_hatch (self, SL_LAYER_BOXES, 0, SL_HATCH_LOCK,
                  sl_box (LEFT + 1, TOP + 1, WIDTH - 2, BOX - 2), paint_of (SL_PAINT_LABEL, 0.42));
}

static void
draw_raised (SlPicture *self)
{
  draw_box (self);
  sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP - 3, WIDTH, 0), sl_paint (SL_PAINT_INK),
                 2);
}

static void
draw_low (SlPicture *self)
{
  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, BASE - LOW, WIDTH, LOW),
                paint_of (SL_PAINT_TINT, 0.38));
  sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (LEFT, BASE - LOW + 0.5, WIDTH, 0),
                 paint_of (SL_PAINT_THIN, 1), 1);
}

static void
draw_waits (SlPicture *self)
{
  SlShape *shape =
      sl_build_hatch (self, SL_LAYER_BOXES, 0, SL_HATCH_LOCK, sl_box (LEFT, BASE - LOW, WIDTH, LOW),
                      paint_of (SL_PAINT_EDGE, 1));

  shape->spacing = 4;
  shape->line_width = 1.3f;
  shape = sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, BASE - LOW, WIDTH, LOW),
                        sl_paint (SL_PAINT_NONE));
  shape->stroke = paint_of (SL_PAINT_EDGE, 1);
  shape->line_width = 1;
}

static void
draw_spent (SlPicture *self)
{
  sl_build_hatch (self, SL_LAYER_BOXES, 0, SL_HATCH_EXHAUSTED,
                  sl_box (LEFT, BASE - LOW, WIDTH, LOW), paint_of (SL_PAINT_THIN, 1));
  sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (LEFT, BASE - LOW + 0.5, WIDTH, 0),
                 paint_of (SL_PAINT_EDGE, 1), 1);
}

static void
draw_late (SlPicture *self)
{
  draw_box (self);
  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP, WIDTH, BOX),
                sl_paint_alpha (SL_PAINT_VIEW, 0.62));
  sl_build_hatch (self, SL_LAYER_BOXES, 0, SL_HATCH_LATE, sl_box (LEFT, TOP, WIDTH, BOX),
                  sl_paint (SL_PAINT_MISS));
  sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (LEFT, BASE + 0.5, WIDTH, 0),
                 sl_paint (SL_PAINT_MISS), 3);
}

static void
draw_release (SlPicture *self)
{
  const SlPoint head[] = { { (float) MIDDLE, 2 },
                           { (float) MIDDLE + 3.5f, 8.5f },
                           { (float) MIDDLE - 3.5f, 8.5f } };
  SlPaint paint = sl_paint (SL_PAINT_ARROW);
  SlShape *shape;

  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, 6, 0, BASE - 6), paint, 1);
  shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, 0);
  shape->fill = paint;
  sl_scene_add_points (self->scene, shape, head, G_N_ELEMENTS (head));
}

static void
draw_finish (SlPicture *self)
{
  SlShape *disc = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_DISC, 0);

  disc->x = (float) MIDDLE;
  disc->y = BASE - 1.5f;
  disc->radius = 3.1f;
  disc->fill = sl_paint (SL_PAINT_INK);
  disc->stroke = sl_paint (SL_PAINT_VIEW);
  disc->line_width = 1;
}

static void
draw_suspended (SlPicture *self)
{
  SlShape *line = sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (LEFT, BASE - 0.5, WIDTH, 0),
                                 paint_of (SL_PAINT_THIN, 1), 1);

  line->dash[0] = 2;
  line->dash[1] = 3;
}

static void
draw_waking (SlPicture *self)
{
  sl_build_waking (self, 0, sl_box (LEFT, BASE - LOW, WIDTH, LOW), paint_of (SL_PAINT_EDGE, 1));
}

static void
draw_uninterruptible (SlPicture *self)
{
  sl_build_uninterruptible (self, 0, sl_box (LEFT, BASE, WIDTH, 0), paint_of (SL_PAINT_EDGE, 1));
}

static void
draw_stopped (SlPicture *self)
{
  sl_build_stopped (self, 0, sl_box (LEFT, BASE, WIDTH, 0), paint_of (SL_PAINT_EDGE, 1));
}

static void
draw_budget (SlPicture *self)
{
  const SlPoint area[] = { { LEFT, BASE },
                           { LEFT, TOP },
                           { (float) MIDDLE, BASE - 3 },
                           { LEFT + WIDTH, BASE - 3 },
                           { LEFT + WIDTH, BASE } };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_BOXES, SL_SHAPE_PATH, 0);

  shape->fill = paint_of (SL_PAINT_TINT, 0.25);
  sl_scene_add_points (self->scene, shape, area, G_N_ELEMENTS (area));
  sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP, MIDDLE - LEFT, BASE - 3 - TOP),
                 paint_of (SL_PAINT_EDGE, 1), 1.6);
  sl_build_line (self, SL_LAYER_BOXES, 0, sl_box (MIDDLE, BASE - 3, LEFT + WIDTH - MIDDLE, 0),
                 paint_of (SL_PAINT_EDGE, 1), 1.6);
}

/* As sl_build_budget() does. */
static void
draw_budget_deadline (SlPicture *self, gboolean is_computed)
{
  const SlPoint head[] = { { (float) MIDDLE, BASE },
                           { (float) MIDDLE + 3.5f, BASE - 6.5f },
                           { (float) MIDDLE - 3.5f, BASE - 6.5f },
                           { (float) MIDDLE, BASE } };
  SlPaint paint = sl_paint (SL_PAINT_ARROW);
  SlShape *shape;

  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, 2, 0, BASE - 8), paint, 1);
  shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, 0);
  shape->fill = is_computed ? sl_paint (SL_PAINT_VIEW) : paint;
  shape->stroke = paint;
  shape->line_width = 1;
  sl_scene_add_points (self->scene, shape, head, G_N_ELEMENTS (head));
}

static void
draw_server_deadline (SlPicture *self)
{
  draw_budget_deadline (self, FALSE);
}

static void
draw_computed_deadline (SlPicture *self)
{
  draw_budget_deadline (self, TRUE);
}

static void
draw_interrupt (SlPicture *self, gboolean nested)
{
  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT + 4, BASE - 8, WIDTH - 8, 8),
                sl_paint (SL_PAINT_INTERRUPT));
  if (nested)
    sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (MIDDLE - 4, BASE - 16, 8, 8),
                  sl_paint (SL_PAINT_INTERRUPT_NESTED));
}

static void
draw_mark (SlPicture *self)
{
  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, BASE - 8, 0, 8), sl_paint (SL_PAINT_SOFT),
                 1);
  sl_build_box (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE - 1.5, BASE - 9, 3, 3),
                sl_paint (SL_PAINT_SOFT));
}

/* Bars of some columns; @peak: the paler ones behind them are what is meant. */
static void
draw_counts (SlPicture *self, gboolean peak)
{
  static const int heights[] = { 5, 8, 6, 10, 7, 5 };

  for (guint i = 0; i < G_N_ELEMENTS (heights); i++)
    {
      double x = LEFT + 1 + 4.0 * i;

      if (peak)
        sl_build_box (self, SL_LAYER_BOXES, 0,
                      sl_box (x, BASE - heights[i] * 1.6, 4, heights[i] * 1.6),
                      paint_of (SL_PAINT_OBJECT, 0.3));
      sl_build_box (self, SL_LAYER_BOXES, 0,
                    sl_box (x, BASE - (peak ? heights[i] * 0.6 : heights[i]), 4,
                            peak ? heights[i] * 0.6 : heights[i]),
                    paint_of (SL_PAINT_OBJECT, 1));
    }
}

static void
draw_cycle (SlPicture *self)
{
  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP, WIDTH, BOX),
                paint_of (SL_PAINT_OBJECT, 0.3));
  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP, 3, BOX), paint_of (SL_PAINT_OBJECT, 1));
}

static void
draw_special (SlPicture *self)
{
  SlShape *box = sl_build_box (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE - 6, BASE - 15, 12, 12),
                               sl_paint (SL_PAINT_VIEW));

  box->stroke = sl_paint (SL_PAINT_INK);
  box->line_width = 2;
  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, BASE - 3, 0, 3), sl_paint (SL_PAINT_INK),
                 1);
}

static void
draw_page (SlPicture *self)
{
  static const double alphas[] = { 0.3, 0.55, 1, 0.75 };

  for (guint i = 0; i < 12; i++)
    sl_build_box (self, SL_LAYER_BOXES, 0,
                  sl_box (LEFT + 2 + 2.0 * i, BASE - 8 + 2.0 * (i * 5 % 3), 2, 2),
                  paint_of (SL_PAINT_OBJECT, alphas[i % G_N_ELEMENTS (alphas)]));
}

static void
draw_jump (SlPicture *self)
{
  const SlPoint head[] = { { (float) MIDDLE, TOP },
                           { (float) MIDDLE + 3, TOP + 5 },
                           { (float) MIDDLE - 3, TOP + 5 } };
  SlPaint paint = paint_of (SL_PAINT_EDGE, 1);
  SlShape *shape;

  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (LEFT, BASE - 1, MIDDLE - LEFT, 0), paint, 1.5);
  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, BASE - 1, 0, TOP + 4 - BASE), paint, 1.5);
  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, TOP, LEFT + WIDTH - MIDDLE, 0), paint,
                 1.5);
  shape = sl_scene_add_shape (self->scene, SL_LAYER_MARKS, SL_SHAPE_PATH, 0);
  shape->fill = paint;
  sl_scene_add_points (self->scene, shape, head, G_N_ELEMENTS (head));
}

static void
draw_migration (SlPicture *self)
{
  const double tip = LEFT + 18;

  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (tip, TOP + 1, LEFT + WIDTH - tip, BOX - 1),
                paint_of (SL_PAINT_OBJECT, 1));
  sl_build_tag (self, tip + 0.5, TOP - 1.5, "1", sl_paint (SL_PAINT_INK));
}

static void
draw_folded (SlPicture *self)
{
  SlRowPen pen = { .picture = self, .strength = 1 };

  sl_build_box (self, SL_LAYER_BOXES, 0, sl_box (LEFT, TOP + 2, WIDTH, BOX - 2),
                paint_of (SL_PAINT_TINT, 0.22));
  draw_counts (self, FALSE);
  sl_build_dots (&pen, 0, LEFT, TOP + 1, WIDTH);
}

static void
draw_miss (SlPicture *self, gboolean hollow)
{
  if (!hollow)
    sl_build_line (self, SL_LAYER_MISSES, 0, sl_box (MIDDLE, 9, 0, BASE - 9),
                   sl_paint (SL_PAINT_MISS), 2.5);
  sl_build_miss (self, SL_LAYER_MISSES, 0, MIDDLE, 9, 7.5, hollow);
}

static void
draw_recorded_miss (SlPicture *self)
{
  SlShape *shaft = sl_build_line (self, SL_LAYER_MISSES, 0, sl_box (MIDDLE, 9, 0, BASE - 9),
                                  sl_paint (SL_PAINT_MISS), 1.5);

  shaft->dash[0] = shaft->dash[1] = 2;
  sl_build_miss (self, SL_LAYER_MISSES, 0, MIDDLE, 9, 6.5, TRUE);
}

/* As sl_build_recorded() does. */
static void
draw_event (SlPicture *self)
{
  sl_build_line (self, SL_LAYER_MARKS, 0, sl_box (MIDDLE, BASE + 1, 0, 4), sl_paint (SL_PAINT_SOFT),
                 1);
}

static void
draw_outer_interrupt (SlPicture *self)
{
  draw_interrupt (self, FALSE);
}

static void
draw_nested_interrupt (SlPicture *self)
{
  draw_interrupt (self, TRUE);
}

static void
draw_density (SlPicture *self)
{
  draw_counts (self, FALSE);
}

static void
draw_peak (SlPicture *self)
{
  draw_counts (self, TRUE);
}

static void
draw_missed_deadline (SlPicture *self)
{
  draw_miss (self, FALSE);
}

static void
draw_overrun (SlPicture *self)
{
  draw_miss (self, TRUE);
}

static void
draw_gap (SlPicture *self)
{
  sl_build_gap_band (self, SL_LAYER_GAPS, 0, sl_box (LEFT + 2, 2, WIDTH - 4, BASE - 2));
}

static void
draw_named (SlPicture *self)
{
  sl_build_unknown (self, 0, sl_box (LEFT, TOP, WIDTH, BOX),
                    paint_of (SL_PAINT_TINT, SL_STRENGTH_NAMED), sl_paint (SL_PAINT_GAP_HATCH));
}

/* The signs that this look draws; a deadline alone has none. */
static void (*const draw_sign[SL_N_LEGEND_SIGNS]) (SlPicture *self) = {
  [SL_LEGEND_RUNNING] = draw_box,
  [SL_LEGEND_CALL] = draw_box,
  [SL_LEGEND_SPAN] = draw_box,
  [SL_LEGEND_READY] = draw_low,
  [SL_LEGEND_WAKING] = draw_waking,
  [SL_LEGEND_HOLDS] = draw_holds,
  [SL_LEGEND_WAITS] = draw_waits,
  [SL_LEGEND_RAISED] = draw_raised,
  [SL_LEGEND_SPENT] = draw_spent,
  [SL_LEGEND_LATE] = draw_late,
  [SL_LEGEND_MISS] = draw_missed_deadline,
  [SL_LEGEND_OVERRUN] = draw_overrun,
  [SL_LEGEND_RECORDED] = draw_recorded_miss,
  [SL_LEGEND_RELEASE] = draw_release,
  [SL_LEGEND_FINISH] = draw_finish,
  [SL_LEGEND_SUSPENDED] = draw_suspended,
  [SL_LEGEND_UNINTERRUPTIBLE] = draw_uninterruptible,
  [SL_LEGEND_STOPPED] = draw_stopped,
  [SL_LEGEND_BUDGET] = draw_budget,
  [SL_LEGEND_SERVER_DEADLINE] = draw_server_deadline,
  [SL_LEGEND_COMPUTED_DEADLINE] = draw_computed_deadline,
  [SL_LEGEND_VALUE] = draw_budget,
  [SL_LEGEND_INTERRUPT] = draw_outer_interrupt,
  [SL_LEGEND_NESTED] = draw_nested_interrupt,
  [SL_LEGEND_MARK] = draw_mark,
  [SL_LEGEND_EVENT] = draw_event,
  [SL_LEGEND_DENSITY] = draw_density,
  [SL_LEGEND_PEAK] = draw_peak,
  [SL_LEGEND_CYCLE] = draw_cycle,
  [SL_LEGEND_SPECIAL] = draw_special,
  [SL_LEGEND_PAGE] = draw_page,
  [SL_LEGEND_JUMP] = draw_jump,
  [SL_LEGEND_MIGRATION] = draw_migration,
  [SL_LEGEND_FOLDED] = draw_folded,
  [SL_LEGEND_NAMED] = draw_named,
  [SL_LEGEND_GAP] = draw_gap,
};

/**
 * sl_legend_draw:
 *
 * Draws a sign as the compact look has it.
 */
void
sl_legend_draw (SlPicture *self, SlLegendSign sign)
{
  g_return_if_fail (sign < SL_N_LEGEND_SIGNS);

  if (sign != SL_LEGEND_GAP && sign != SL_LEGEND_SUSPENDED && sign != SL_LEGEND_STOPPED)
    draw_base (self);
  if (draw_sign[sign] != NULL)
    draw_sign[sign](self);
}
