/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-scene-snap.h"

#include <math.h>

typedef struct
{
  const SlScene *scene;
  SlView view;
  double x;       /* of the plot */
  guint row;      /* at the place; G_MAXUINT for none */
  double nearest; /* pixels to what was found; more than the reach while nothing was */
  SlSceneSnap *snap;
} Search;

static void
try_time (Search *self, const SlElement *element, SlTime time)
{
  double x = sl_view_x (&self->view, time);
  double distance = fabs (x - self->x);
  float box[4];

  if (element->row >= sl_rows_get_count (sl_scene_get_rows (self->scene)) || x < 0 ||
      x > self->view.width || distance > SL_SNAP_REACH || distance >= self->nearest ||
      !sl_scene_get_row_box (self->scene, element->row, box))
    return;

  self->nearest = distance;
  *self->snap = (SlSceneSnap) { time, element->row, element->y + element->height / 2 - box[1] };
}

static gboolean
search (Search *self, gboolean in_row)
{
  for (guint i = 1; i < sl_scene_get_n_elements (self->scene); i++)
    {
      const SlElement *element = sl_scene_get_element (self->scene, i);

      if (!sl_element_happens (element) || (element->row == self->row) != in_row)
        continue;

      try_time (self, element, element->span.begin);
      try_time (self, element, element->span.end);
    }
  return self->nearest <= SL_SNAP_REACH;
}

/**
 * sl_scene_snap:
 * @x: in pixels of the plot
 * @y: in pixels of the picture
 * @snap: (out): set on success only
 *
 * Finds the begin or end of a box, or the sign, that is nearest to @x: in the row at @y, and only where that has none
 * within %SL_SNAP_REACH, in all rows. Of several at one distance the first one drawn is taken. What is out of sight to
 * the left or right is never meant.
 *
 * Returns: whether there is one
 */
gboolean
sl_scene_snap (const SlScene *self, double x, double y, SlSceneSnap *snap)
{
  Search found = { .scene = self,
                   .view = sl_scene_get_view (self),
                   .x = x,
                   .row = G_MAXUINT,
                   .nearest = SL_SNAP_REACH + 1,
                   .snap = snap };
  const SlElement *row;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (snap != NULL, FALSE);

  row = sl_scene_pick (self, 1, y);
  if (row != NULL && row->type == SL_ELEMENT_ROW)
    found.row = row->row;
  return search (&found, TRUE) || search (&found, FALSE);
}

/**
 * sl_scene_snap_equal:
 * @one: (nullable):
 * @other: (nullable):
 *
 * Returns: whether both are none, or the same place
 */
gboolean
sl_scene_snap_equal (const SlSceneSnap *one, const SlSceneSnap *other)
{
  if (one == NULL || other == NULL)
    return one == other;

  return one->time == other->time && one->row == other->row && one->y == other->y;
}
