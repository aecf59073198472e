/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What each row holds at cursor A or at the pointer, right of its name. */

#include "sl-build-private.h"

#include <glib/gi18n-lib.h>

#include "sl-time-column.h"

#define PAD 8

/**
 * sl_build_get_name_width:
 *
 * Returns: pixels of the headers without that column
 */
int
sl_build_get_name_width (const SlPicture *self)
{
  return MAX (self->options->header_width - sl_time_column_get_width (self->state), 0);
}

/**
 * sl_build_column_title:
 * @y: the middle of the strip of cursors
 */
void
sl_build_column_title (SlPicture *self, double y)
{
  int x = sl_build_get_name_width (self);
  SlTime time;

  if (sl_time_column_get_width (self->state) == 0 || self->options->header_width == 0)
    return;

  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, x + PAD,
                                sl_build_middle (self, SL_FONT_RULER, y) },
                 sl_view_state_get_cursor (self->state, SL_CURSOR_A, &time) ? _ ("At cursor A")
                                                                            : _ ("At the pointer"),
                 sl_paint (SL_PAINT_DIM));
}

static void
add_value (SlPicture *self, guint row, SlTime time, double left)
{
  const SlRow *info = sl_rows_get (self->rows, row);
  double middle = info->y + self->row_shift + info->height / 2.0;
  g_autofree char *text = sl_time_column_text (self->rows, row, time);
  g_autofree char *shown = NULL;

  if (text[0] == '\0')
    return;

  shown = sl_text_measure_elide (self->measure, SL_FONT_RULER, text,
                                 self->options->header_width - left - 2 * PAD, FALSE);
  if (shown != NULL)
    sl_build_text (self, SL_LAYER_FRAME,
                   (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, left + PAD,
                                  sl_build_middle (self, SL_FONT_RULER, middle) },
                   shown, sl_paint_alpha (SL_PAINT_INK, info->matches ? 1 : 0.4));
}

/**
 * sl_build_time_column:
 *
 * To be called after the headers, since it is over them.
 */
void
sl_build_time_column (SlPicture *self)
{
  double left = sl_build_get_name_width (self);
  guint first = 0;
  SlTime time;

  if (sl_time_column_get_width (self->state) == 0 || self->options->header_width == 0)
    return;

  sl_build_line (self, SL_LAYER_FRAME, 0,
                 sl_box (left + 0.5, self->plot_y, 0, self->plot_bottom - self->plot_y),
                 sl_paint (SL_PAINT_GRID), 1);
  if (!sl_time_column_find_time (self->state, self->options->pointer, &time))
    return;

  sl_rows_at (self->rows, MAX (self->plot_y - self->row_shift, 0), &first);
  for (guint i = first; i < sl_rows_get_count (self->rows); i++)
    {
      const SlRow *row = sl_rows_get (self->rows, i);

      if (row->y + self->row_shift >= self->plot_bottom)
        break;
      /* A thin row has no room for a line of text. */
      if (row->part != SL_ROW_HEADING && !row->is_thin)
        add_value (self, i, time, left);
    }
}
