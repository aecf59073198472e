/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where the axis is broken: a band through all rows with torn edges, which says how long what it compresses is, and two
 * strokes in the ruler. */

#include "sl-build-private.h"

#include "sl-text.h"

/* Pixels. */
#define TEXT_FROM   14
#define LEAN        3  /* of the strokes, by which their upper ends are further to the right */
#define STROKE_HALF 3  /* of what is between them */
#define STROKE      12 /* high */

static void
add_caption (SlPicture *self, const SlViewPart *part, double x, double y, double height)
{
  g_autofree char *text = sl_text_duration (self->rows, part->span);
  SlShape *shape;

  if (part->width < TEXT_FROM ||
      sl_text_measure_width (self->measure, SL_FONT_ROW, text) > height - 10)
    return;

  shape = sl_build_text (self, SL_LAYER_GAPS,
                         (SlTextSpot) { SL_FONT_ROW, SL_ANCHOR_MIDDLE, x + part->width / 2.0,
                                        y + height / 2 },
                         text, sl_paint (SL_PAINT_SOFT));
  shape->upright = TRUE;
}

/**
 * sl_build_find_room:
 * @begin, @end: (inout): edges of a box, in pixels; set to those of its widest piece that is seen and outside of all breaks
 *
 * Finds where a label has room: the caption of a break is not to be written over it. There is none where @end is not
 * above @begin.
 */
void
sl_build_find_room (const SlPicture *self, double *begin, double *end)
{
  double left = *begin, right = *end;

  *begin = *end = left;
  for (guint i = 0; i < sl_view_get_n_parts (&self->view); i++)
    {
      const SlViewPart part = sl_view_get_part (&self->view, i);
      double from = MAX (left, self->plot_x + part.x);
      double to = MIN (right, self->plot_x + part.x + part.width);

      if (part.is_break || to - from <= *end - *begin)
        continue;
      *begin = from;
      *end = to;
    }
}

/**
 * sl_build_breaks:
 *
 * Draws over all rows in which parts of the picture time is compressed.
 */
void
sl_build_breaks (SlPicture *self)
{
  double bottom = MIN (self->plot_bottom, self->row_shift + sl_rows_get_height (self->rows));
  double height = MAX (bottom - self->plot_y, 0);

  for (guint i = 0; i < self->view.n_parts; i++)
    {
      const SlViewPart *part = &self->view.parts[i];
      double x = self->plot_x + part->x;

      if (!part->is_break)
        continue;

      sl_build_box (self, SL_LAYER_GAPS, 0, sl_box (x, self->plot_y, part->width, height),
                    sl_paint_alpha (SL_PAINT_WINDOW, 0.85));
      sl_build_torn_edge (self, SL_LAYER_GAPS, 0, x, self->plot_y, height);
      sl_build_torn_edge (self, SL_LAYER_GAPS, 0, x + part->width, self->plot_y, height);
      add_caption (self, part, x, self->plot_y, height);
    }
}

/**
 * sl_build_ruler_breaks:
 * @y: top of the ruler
 */
void
sl_build_ruler_breaks (SlPicture *self, int y, int height)
{
  for (guint i = 0; i < self->view.n_parts; i++)
    {
      const SlViewPart *part = &self->view.parts[i];
      double x = self->plot_x + part->x + part->width / 2.0;

      if (!part->is_break)
        continue;

      sl_build_box (self, SL_LAYER_FRAME, 0,
                    sl_box (self->plot_x + part->x, y, part->width, height),
                    sl_paint (SL_PAINT_WINDOW));
      for (int band = y; band < y + height; band += self->band)
        for (int way = -1; way <= 1; way += 2)
          sl_build_line (self, SL_LAYER_FRAME, 0,
                         sl_box (x + way * STROKE_HALF - LEAN, band + (self->band + STROKE) / 2.0,
                                 2 * LEAN, -STROKE),
                         sl_paint (SL_PAINT_INK), 1.5);
    }
}
