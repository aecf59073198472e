/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The grid and the axis of a textbook picture. */

#include "sl-build-textbook-private.h"

#include <glib/gi18n-lib.h>

#define AXIS_LINE  2
#define GRID_THIN  0.6
#define GRID_TENTH 1.0

/* Between two numbers, and from the middle of one to the next. */
#define NUMBER_DROP      20 /* of the letters below the line */
#define NUMBER_GAP       8
#define MIN_NUMBER_PITCH 34

/* Between the last one and the name. */
#define NAME_GAP 5

/**
 * sl_textbook_add_grid:
 *
 * One line a unit, behind all rows.
 */
void
sl_textbook_add_grid (SlTextbook *self, double top, double bottom)
{
  SlPicture *picture = self->picture;
  SlTime time;

  for (gint64 i = sl_textbook_unit_first (&self->unit, picture->view.visible.begin);
       sl_textbook_unit_to_time (&self->unit, i, &time) && time <= picture->view.visible.end; i++)
    {
      double x = picture->plot_x + sl_view_x (&picture->view, time);

      sl_build_line (picture, SL_LAYER_PAGE, 0, sl_box (x, top, 0, bottom - top),
                     sl_paint (SL_PAINT_GRID), i % 10 == 0 ? GRID_TENTH : GRID_THIN);
    }
}

/* As wide as the widest one. */
static void
space_numbers (SlTextbook *self)
{
  SlView *view = &self->picture->view;
  double width = 0;
  SlTime time;

  for (gint64 i = sl_textbook_unit_first (&self->unit, view->visible.begin);
       sl_textbook_unit_to_time (&self->unit, i, &time) && time <= view->visible.end; i++)
    {
      g_autofree char *number = sl_textbook_unit_number (&self->unit, i);

      width = MAX (width, sl_textbook_text_width (self, SL_TEXTBOOK_NORMAL, number));
    }

  sl_textbook_unit_space_numbers (&self->unit, MAX (width + NUMBER_GAP,
                                                    sl_textbook_scaled (self, MIN_NUMBER_PITCH)));
}

/* Returns: right end of the last one */
static double
add_numbers (SlTextbook *self, double y)
{
  SlPicture *picture = self->picture;
  double end = picture->plot_x;
  SlTime time;

  space_numbers (self);
  for (gint64 i = sl_textbook_unit_first (&self->unit, picture->view.visible.begin);
       sl_textbook_unit_to_time (&self->unit, i, &time) && time <= picture->view.visible.end; i++)
    {
      double x = picture->plot_x + sl_view_x (&picture->view, time);
      gboolean numbered = i % self->unit.number_every == 0;
      g_autofree char *number = NULL;

      sl_build_line (picture, SL_LAYER_FRAME, 0, sl_box (x, y, 0, numbered ? 6 : 4),
                     sl_paint (SL_PAINT_INK), 1.1);
      if (!numbered)
        continue;

      number = sl_textbook_unit_number (&self->unit, i);
      end =
          x +
          sl_textbook_add_text (self,
                                &(SlTextbookText) { SL_LAYER_FRAME, 0, SL_TEXTBOOK_NORMAL, number,
                                                    sl_paint (SL_PAINT_INK) },
                                (SlTextbookPlace) { SL_ANCHOR_MIDDLE, x,
                                                    y + sl_textbook_scaled (self, NUMBER_DROP) }) /
              2;
    }

  return end;
}

/* Beside the last number, at the arrow's head; above the head where that number takes the room. */
static void
add_name (SlTextbook *self, guint32 element, double y, double numbers_end)
{
  double right = sl_scene_get_width (self->picture->scene) - 4;
  const char *unit =
      *self->unit.name != '\0' ? self->unit.name : _ (sl_clock_get_unit_id (self->unit.clock));
  g_autofree char *name = g_strdup_printf (SL_TEXTBOOK_I "t" SL_TEXTBOOK_R " / %s", unit);
  double left = right - sl_textbook_text_width (self, SL_TEXTBOOK_NORMAL, name);

  sl_textbook_add_text (self,
                        &(SlTextbookText) { SL_LAYER_FRAME, element, SL_TEXTBOOK_NORMAL, name,
                                            sl_paint (SL_PAINT_INK) },
                        (SlTextbookPlace) { SL_ANCHOR_RIGHT, right,
                                            left < numbers_end + NAME_GAP
                                                ? y - 8
                                                : y + sl_textbook_scaled (self, NUMBER_DROP) });
}

/**
 * sl_textbook_is_window:
 *
 * Returns: whether the rows are between a legend and the axis and are scrolled; on a page all of
 *   them are drawn, and legend and caption are below
 */
gboolean
sl_textbook_is_window (const SlPicture *picture)
{
  return picture->options->height > 0 && picture->options->show_cursors;
}

/**
 * sl_textbook_add_axis:
 *
 * An arrow to the right, numbered, with the unit at its head.
 */
void
sl_textbook_add_axis (SlTextbook *self, double y)
{
  SlPicture *picture = self->picture;
  double end = picture->plot_x + picture->view.width + SL_TEXTBOOK_RIGHT - 14;
  SlElement element = { .type = SL_ELEMENT_RULER, .row = G_MAXUINT };
  guint32 number = sl_scene_add_element (picture->scene, &element);

  sl_build_place (picture, number,
                  sl_box (picture->plot_x, y - 4, picture->view.width,
                          sl_textbook_scaled (self, 28)));
  if (sl_textbook_is_window (picture))
    sl_build_box (picture, SL_LAYER_FRAME, number,
                  sl_box (0, y - 6, sl_scene_get_width (picture->scene),
                          sl_scene_get_height (picture->scene) - y + 6),
                  sl_paint (SL_PAINT_VIEW));
  sl_build_line (picture, SL_LAYER_FRAME, number,
                 sl_box (picture->plot_x - 6, y, end - picture->plot_x, 0), sl_paint (SL_PAINT_INK),
                 AXIS_LINE);
  sl_textbook_add_head (self, SL_LAYER_FRAME, number, end + 6, y, -14, 0, 4.6,
                        sl_paint (SL_PAINT_INK));
  add_name (self, number, y, add_numbers (self, y));
}
