/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What led from one row to another while what is picked was done: thin arrows. */

#include "sl-build-private.h"

#include <math.h>

#include "sl-relation-list.h"

#define LINE      1
#define HALO      3
#define HEAD      5.5
#define HEAD_HALF 2.6
#define TOP       5
#define BOTTOM    6

/* Shorter ones would be nothing but a head. */
#define MIN_LENGTH 8

/* Of the row of an object that is scrolled away, the edge of the plot. */
static gboolean
find_row (const SlPicture *self, guint32 object, double *top, double *bottom)
{
  float box[4];
  guint row;

  if (!sl_rows_find_object (self->rows, self->options->job->trace, object, &row))
    return FALSE;

  sl_scene_get_row_box (self->scene, row, box);
  *top = CLAMP (box[1] + TOP, self->plot_y, self->plot_bottom);
  *bottom = CLAMP (box[1] + box[3] - BOTTOM, self->plot_y, self->plot_bottom);
  return TRUE;
}

static void
add_line (SlPicture *self, const SlPoint ends[2], SlPaint paint, double width, gboolean is_dashed)
{
  SlShape *line =
      sl_build_line (self, SL_LAYER_USER, 0,
                     sl_box (ends[0].x, ends[0].y, ends[1].x - ends[0].x, ends[1].y - ends[0].y),
                     paint, width);

  if (is_dashed)
    line->dash[0] = line->dash[1] = 3;
}

static void
add_head (SlPicture *self, const SlPoint ends[2])
{
  double dx = ends[1].x - ends[0].x, dy = ends[1].y - ends[0].y;
  double length = hypot (dx, dy);
  double ux = dx / length, uy = dy / length;
  double x = ends[1].x - HEAD * ux, y = ends[1].y - HEAD * uy;
  SlShape *head = sl_scene_add_shape (self->scene, SL_LAYER_USER, SL_SHAPE_PATH, 0);

  head->fill = sl_paint (SL_PAINT_INK);
  sl_scene_add_points (self->scene, head,
                       (SlPoint[]) {
                           { (float) (x - HEAD_HALF * uy), (float) (y + HEAD_HALF * ux) },
                           { (float) (x + HEAD_HALF * uy), (float) (y - HEAD_HALF * ux) },
                           ends[1],
                       },
                       3);
}

/* In one row from left to right, at its top or its foot; else from the row's edge that is nearer to the other row. */
static gboolean
place (SlPicture *self, const SlSceneRelation *relation, SlPoint ends[2])
{
  double from_top, from_bottom, to_top, to_bottom;
  double left = self->plot_x + sl_view_x (&self->view, relation->begin);
  double right = self->plot_x + sl_view_x (&self->view, relation->end);

  if (!find_row (self, relation->from, &from_top, &from_bottom) ||
      !find_row (self, relation->to, &to_top, &to_bottom))
    return FALSE;

  ends[0] = (SlPoint) { (float) left, (float) ((from_top + from_bottom) / 2) };
  ends[1] = (SlPoint) { (float) right, (float) (from_bottom < to_top ? to_top : to_bottom) };
  if (relation->from == relation->to)
    ends[0].y = ends[1].y =
        (float) (floor (relation->type == SL_RELATION_RELEASE ? from_bottom + 3 : from_top + 2) +
                 0.5);
  return hypot (ends[1].x - ends[0].x, ends[1].y - ends[0].y) >= MIN_LENGTH;
}

/* What is left of it between the edges of the plot; FALSE for nothing. @has_head: whether its end is. */
static gboolean
clip (const SlPicture *self, SlPoint ends[2], gboolean *has_head)
{
  float begin = (float) self->plot_x, end = (float) (self->plot_x + self->view.width);
  float dx = ends[1].x - ends[0].x, dy = ends[1].y - ends[0].y;

  if (ends[1].x < begin || ends[0].x > end)
    return FALSE;

  *has_head = ends[1].x <= end;
  if (ends[0].x < begin)
    ends[0] = (SlPoint) { begin, ends[0].y + (begin - ends[0].x) / dx * dy };
  if (ends[1].x > end)
    ends[1] = (SlPoint) { end, ends[1].y - (ends[1].x - end) / dx * dy };
  return TRUE;
}

/**
 * sl_build_relations:
 *
 * Draws them: a release and its finish, a wake-up and the run that it led to, who gave up a lock and who waited for it,
 * what was sent off and where it arrived, the way from processor to processor.
 */
void
sl_build_relations (SlPicture *self)
{
  const SlSceneJob *job = self->options->job;

  if (sl_view_state_get_style (self->state) == SL_STYLE_TEXTBOOK)
    return;

  for (guint i = 0; job != NULL && i < job->n_relations; i++)
    {
      const SlSceneRelation *relation = &job->relations[i];
      SlPoint ends[2];
      gboolean has_head;

      if (!place (self, relation, ends) || !clip (self, ends, &has_head))
        continue;

      add_line (self, ends, sl_paint_alpha (SL_PAINT_VIEW, 0.8), HALO, FALSE);
      add_line (self, ends, sl_paint (SL_PAINT_INK), LINE, relation->type == SL_RELATION_RUN);
      if (has_head && hypot (ends[1].x - ends[0].x, ends[1].y - ends[0].y) > 1)
        add_head (self, ends);
    }
}
