/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user shall foresee before it is shown: a plain surface, which says so. */

#include "sl-build-private.h"

#include <glib/gi18n-lib.h>

#define TEXT_DROP 54 /* of the words, below the top of the rows */

/**
 * sl_build_mask:
 *
 * Covers the end of the axis where the set hides it. Above all that is recorded: signs reach beyond
 * the instant that they stand for.
 */
void
sl_build_mask (SlPicture *self)
{
  const char *text = _ ("Hidden until you step");
  double reach = self->view.width + self->options->margin, end = self->plot_x + reach;
  double x, middle;
  SlSpan hidden;
  SlShape *edge;

  if (!sl_trace_set_get_hidden (self->set, &hidden))
    return;

  x = sl_view_x (&self->view, hidden.begin);
  if (x >= reach)
    return;

  x = self->plot_x + CLAMP (x, 0, self->view.width);

  sl_build_box (self, SL_LAYER_MISSES, 0,
                sl_box (x, self->plot_y, end - x, self->plot_bottom - self->plot_y),
                sl_paint (SL_PAINT_WINDOW));
  edge = sl_build_line (self, SL_LAYER_MISSES, 0,
                        sl_box (x, self->plot_y, 0, self->plot_bottom - self->plot_y),
                        sl_paint (SL_PAINT_SOFT), 1);
  edge->dash[0] = 4;
  edge->dash[1] = 4;
  /* The page of the textbook look may end far above the picture. */
  middle = self->plot_y + MIN ((self->plot_bottom - self->plot_y) / 2.0, TEXT_DROP);
  if (end - x > sl_text_measure_width (self->measure, SL_FONT_TITLE, text) + 16)
    sl_build_text (self, SL_LAYER_MISSES,
                   (SlTextSpot) { SL_FONT_TITLE, SL_ANCHOR_MIDDLE, (x + end) / 2,
                                  sl_build_middle (self, SL_FONT_TITLE, middle) },
                   text, sl_paint (SL_PAINT_SOFT));
}
