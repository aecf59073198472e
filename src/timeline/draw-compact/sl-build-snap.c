/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the pointer is about to do: the edge that it means, and the span that it drags out to zoom into. */

#include "sl-build-private.h"

#include <math.h>

#include "sl-text.h"

#define RING 5
#define HALO 4

static double
get_x (const SlPicture *self, SlTime time)
{
  return floor (self->plot_x + sl_view_x (&self->view, time)) + 0.5;
}

static void
add_ring (SlPicture *self, double x, double y, SlPaint stroke, double line_width)
{
  SlShape *ring =
      sl_build_box (self, SL_LAYER_USER, 0, sl_box (x - RING, y - RING, 2 * RING, 2 * RING),
                    sl_paint (SL_PAINT_NONE));

  ring->radius = RING;
  ring->stroke = stroke;
  ring->line_width = (float) line_width;
}

/**
 * sl_build_snap:
 *
 * A ring around the edge or sign that the pointer means, and a line up to the ruler.
 */
void
sl_build_snap (SlPicture *self)
{
  const SlSceneSnap *snap = self->options->snap;
  double x, y;
  float box[4];

  if (snap == NULL)
    return;

  y = self->plot_y + snap->y;
  if (snap->row < sl_rows_get_count (self->rows))
    {
      if (!sl_scene_get_row_box (self->scene, snap->row, box))
        return;
      y = box[1] + snap->y;
    }
  x = get_x (self, snap->time);
  if (x < self->plot_x || x > self->plot_x + self->view.width + 1)
    return;

  y = CLAMP (y, self->plot_y + RING, self->plot_bottom - RING);
  sl_build_line (self, SL_LAYER_USER, 0, sl_box (x, self->plot_y, 0, y - RING - self->plot_y),
                 sl_paint_alpha (SL_PAINT_ACCENT, 0.75), 1);
  add_ring (self, x, y, sl_paint (SL_PAINT_VIEW), HALO);
  add_ring (self, x, y, sl_paint (SL_PAINT_ACCENT), 2);
}

/* How long the span is, in the middle of what is seen of it. */
static void
add_length (SlPicture *self, double left, double right)
{
  g_autofree char *text = sl_text_duration (self->rows, *self->options->zoomed);
  double width = sl_text_measure_width (self->measure, SL_FONT_RULER_BOLD, text) + 16;
  double end = self->plot_x + self->view.width;
  double middle = CLAMP ((left + right) / 2, self->plot_x + width / 2,
                         MAX (end - width / 2, self->plot_x + width / 2));
  double y = self->plot_y + 8;
  SlShape *box = sl_build_box (self, SL_LAYER_USER, 0, sl_box (middle - width / 2, y, width, 22),
                               sl_paint (SL_PAINT_ACCENT));

  box->radius = 4;
  sl_build_text (self, SL_LAYER_USER,
                 (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_MIDDLE, middle,
                                sl_build_middle (self, SL_FONT_RULER_BOLD, y + 11) },
                 text, sl_paint (SL_PAINT_ON_ACCENT));
}

/**
 * sl_build_zoomed:
 *
 * The span that is dragged out to be zoomed into: what is beside it fades.
 */
void
sl_build_zoomed (SlPicture *self)
{
  const SlSpan *span = self->options->zoomed;
  double begin = self->plot_x, end = self->plot_x + self->view.width;
  double height = self->plot_bottom - self->plot_y;
  double left, right;

  if (span == NULL)
    return;

  left = CLAMP (get_x (self, span->begin), begin, end);
  right = CLAMP (get_x (self, span->end), left, end);
  sl_build_box (self, SL_LAYER_USER, 0, sl_box (begin, self->plot_y, left - begin, height),
                sl_paint_alpha (SL_PAINT_VIEW, 0.6));
  sl_build_box (self, SL_LAYER_USER, 0, sl_box (right, self->plot_y, end - right, height),
                sl_paint_alpha (SL_PAINT_VIEW, 0.6));
  sl_build_line (self, SL_LAYER_USER, 0, sl_box (left, self->plot_y, 0, height),
                 sl_paint (SL_PAINT_ACCENT), 1);
  sl_build_line (self, SL_LAYER_USER, 0, sl_box (right, self->plot_y, 0, height),
                 sl_paint (SL_PAINT_ACCENT), 1);
  add_length (self, left, right);
}
