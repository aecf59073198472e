/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How what is picked was woken: an upright arrow for each wake-up, from the row of who did it to that of the task, with the
 * number that it has in the details. */

#include "sl-build-private.h"

#include <math.h>

#define LINE       1.2
#define HALO       4
#define DOT        2.4
#define HEAD       6
#define RING       7
#define RING_SHIFT 11
#define MIN_RING   3 /* rings closer together than this, in diameters, share a place */

/* The middle of an object's row; at the edge of the plot where that is scrolled away. FALSE for no row. */
static gboolean
find_row (const SlPicture *self, guint32 object, double *top, double *bottom)
{
  float box[4];
  guint row;

  if (object == 0 || !sl_rows_find_object (self->rows, self->options->job->trace, object, &row))
    return FALSE;

  sl_scene_get_row_box (self->scene, row, box);
  *top = CLAMP (box[1] + 5, self->plot_y, self->plot_bottom);
  *bottom = CLAMP (box[1] + box[3] - 6, self->plot_y, self->plot_bottom);
  return TRUE;
}

static void
add_dot (SlPicture *self, double x, double y)
{
  SlShape *dot = sl_build_box (self, SL_LAYER_USER, 0, sl_box (x - DOT, y - DOT, 2 * DOT, 2 * DOT),
                               sl_paint (SL_PAINT_INK));

  dot->radius = DOT;
}

/* @down: 1 for an arrow down to @y, -1 for one up */
static void
add_head (SlPicture *self, double x, double y, int down)
{
  SlShape *head = sl_scene_add_shape (self->scene, SL_LAYER_USER, SL_SHAPE_PATH, 0);

  head->fill = sl_paint (SL_PAINT_INK);
  sl_scene_add_points (self->scene, head,
                       (SlPoint[]) { { (float) (x - HEAD / 2.0), (float) (y - down * HEAD) },
                                     { (float) (x + HEAD / 2.0), (float) (y - down * HEAD) },
                                     { (float) x, (float) y } },
                       3);
}

static void
add_number (SlPicture *self, double x, double y, guint number)
{
  g_autofree char *text = g_strdup_printf ("%u", number);
  int radius = sl_build_scaled (self, RING);
  SlShape *ring =
      sl_build_box (self, SL_LAYER_USER, 0, sl_box (x - radius, y - radius, 2 * radius, 2 * radius),
                    sl_paint (SL_PAINT_VIEW));

  ring->radius = (float) radius;
  ring->stroke = sl_paint (SL_PAINT_INK);
  ring->line_width = 1;
  sl_build_text (self, SL_LAYER_USER,
                 (SlTextSpot) { SL_FONT_ROW_BOLD, SL_ANCHOR_MIDDLE, x,
                                sl_build_middle (self, SL_FONT_ROW_BOLD, y) },
                 text, sl_paint (SL_PAINT_INK));
}

/* An interrupt is shown in the row of its processor. Returns whether the arrow of @wake was drawn. */
static gboolean
add_wake (SlPicture *self, const SlSceneWake *wake, double x, double *middle)
{
  double from_top, from_bottom, top, bottom, from, to;
  guint32 first = wake->is_by_task ? wake->waker : wake->cpu;
  gboolean is_down;

  if (!find_row (self, wake->woken, &top, &bottom) ||
      (!find_row (self, first, &from_top, &from_bottom) &&
       !find_row (self, wake->is_by_task ? wake->cpu : wake->waker, &from_top, &from_bottom)))
    return FALSE;

  from = (from_top + from_bottom) / 2;
  is_down = from < top;
  to = is_down ? top : bottom;
  *middle = (from + to) / 2;
  sl_build_line (self, SL_LAYER_USER, 0, sl_box (x, MIN (from, to), 0, ABS (to - from)),
                 sl_paint (SL_PAINT_VIEW), HALO);
  sl_build_line (self, SL_LAYER_USER, 0, sl_box (x, MIN (from, to), 0, ABS (to - from)),
                 sl_paint (SL_PAINT_INK), LINE);
  add_dot (self, x, from);
  add_head (self, x, to, is_down ? 1 : -1);
  return TRUE;
}

/**
 * sl_build_wakes:
 *
 * Draws the arrows of what is picked.
 */
void
sl_build_wakes (SlPicture *self)
{
  const SlSceneJob *job = self->options->job;
  double last = -1e9;
  int side = -1;

  for (guint i = 0; job != NULL && i < job->n_wakes; i++)
    {
      double x = floor (self->plot_x + sl_view_x (&self->view, job->wakes[i].time)) + 0.5;
      double middle;

      if (x < self->plot_x || x > self->plot_x + self->view.width ||
          !add_wake (self, &job->wakes[i], x, &middle))
        continue;

      /* Arrows of one instant have their numbers on both sides. */
      side = x - last < MIN_RING * sl_build_scaled (self, RING) && side < 0 ? 1 : -1;
      add_number (self, x + side * sl_build_scaled (self, RING_SHIFT), middle, i + 1);
      last = x;
    }
}
