/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What of a scene is where. */
#include "sl-scene-private.h"

/* What is smaller than this is still hit by a finger or an unsteady hand. */
#define HIT_WIDTH  8.0f
#define HIT_HEIGHT 16.0f

static int
get_rank (SlElementType type)
{
  switch (type)
    {
    case SL_ELEMENT_MISS:
    case SL_ELEMENT_OVERRUN:
    case SL_ELEMENT_RECORDED_MISS:
      return 5;
    case SL_ELEMENT_RELEASE:
    case SL_ELEMENT_DEADLINE:
    case SL_ELEMENT_FINISH:
    case SL_ELEMENT_TICK:
    case SL_ELEMENT_INHERITS:
    case SL_ELEMENT_CURSOR:
    case SL_ELEMENT_MARKER:
      return 4;
    case SL_ELEMENT_BOX:
    case SL_ELEMENT_FOLD:
    case SL_ELEMENT_VALUE:
    case SL_ELEMENT_TOPA_ENTRY:
    case SL_ELEMENT_TOPA_REGION:
    case SL_ELEMENT_TOPA_POINTER:
      return 3;
    case SL_ELEMENT_GAP:
      return 2;
    case SL_ELEMENT_ROW:
    case SL_ELEMENT_HEADING:
    case SL_ELEMENT_RULER:
      return 1;
    case SL_ELEMENT_SELECTION:
    case SL_ELEMENT_NONE:
    default:
      return 0;
    }
}

/* A gap that is wide enough to be meant covers what is under it. */
static int
get_rank_at (const SlElement *element, double x)
{
  if (element->type == SL_ELEMENT_GAP && element->width >= HIT_WIDTH && x >= element->x &&
      x < element->x + element->width)
    return get_rank (SL_ELEMENT_BOX);

  return get_rank (element->type);
}

/* Squared distance to the element's rectangle; negative where it is out of reach. */
static double
get_distance (const SlElement *element, double x, double y)
{
  double reach_x = get_rank (element->type) > 1 ? MAX (HIT_WIDTH - element->width, 0) / 2 : 0;
  double reach_y = get_rank (element->type) > 2 ? MAX (HIT_HEIGHT - element->height, 0) / 2 : 0;
  double dx = MAX (MAX (element->x - x, x - (element->x + element->width)), 0);
  double dy = MAX (MAX (element->y - y, y - (element->y + element->height)), 0);

  if (dx > reach_x || dy > reach_y)
    return -1;

  return dx * dx + dy * dy;
}

/* What lies under the ruler or the headers is not to be seen there. */
static gboolean
is_covered (const SlScene *self, const SlElement *element, double x, double y)
{
  if (element->type == SL_ELEMENT_RULER || element->type == SL_ELEMENT_CURSOR ||
      element->type == SL_ELEMENT_MARKER)
    return FALSE;
  if (y < self->plot_y)
    return TRUE;

  return x < self->header_width && element->type != SL_ELEMENT_ROW &&
         element->type != SL_ELEMENT_HEADING;
}

/**
 * sl_scene_pick:
 * @x: pixels from the picture's left edge
 * @y: pixels from its top
 *
 * Marks come before boxes, boxes before rows; of two of a kind the nearer one, else the one drawn
 * later. Targets are at least 8 × 16 pixels.
 *
 * Returns: (nullable) (transfer none): what is there
 */
const SlElement *
sl_scene_pick (const SlScene *self, double x, double y)
{
  const SlElement *best = NULL;
  double best_distance = 0;
  int best_rank = 0;

  for (guint i = self->elements->len - 1; i > 0; i--)
    {
      const SlElement *element = &g_array_index (self->elements, SlElement, i);
      int rank = get_rank_at (element, x);
      double distance;

      if (rank == 0 || rank < best_rank || is_covered (self, element, x, y))
        continue;

      distance = get_distance (element, x, y);
      if (distance < 0 || (best != NULL && rank == best_rank && distance >= best_distance))
        continue;

      best = element;
      best_rank = rank;
      best_distance = distance;
    }

  return best;
}

/**
 * sl_scene_find:
 *
 * Returns: (nullable) (transfer none): the element that shows @target, be it folded with others
 */
const SlElement *
sl_scene_find (const SlScene *self, const SlTarget *target)
{
  if (target->type != SL_TARGET_ITEMS && target->type != SL_TARGET_ROW)
    return NULL;

  for (guint i = 1; i < self->elements->len; i++)
    {
      const SlElement *element = &g_array_index (self->elements, SlElement, i);
      const SlTarget *shown = &element->target;

      if (shown->type != target->type || shown->trace != target->trace ||
          g_strcmp0 (shown->row, target->row) != 0)
        continue;
      if (target->type == SL_TARGET_ROW ||
          (shown->track == target->track && target->index >= shown->index &&
           target->index - shown->index < shown->count))
        return element;
    }

  return NULL;
}

static void
set_box (float box[4], double x, double y, double width, double height)
{
  box[0] = (float) x;
  box[1] = (float) y;
  box[2] = (float) width;
  box[3] = (float) height;
}

static gboolean
is_on_screen (const SlScene *self, const SlRow *row)
{
  int y = row->y + self->row_shift;

  return y + row->height > self->plot_y && y < self->height;
}

/**
 * sl_scene_get_row_box:
 * @box: (out): x, y, width and height of the row's part of the plot, unclipped
 *
 * Returns: whether any of it is on screen
 */
gboolean
sl_scene_get_row_box (const SlScene *self, guint row, float box[4])
{
  const SlRow *info = sl_rows_get (self->rows, row);

  set_box (box, self->plot_x, info->y + self->row_shift, self->view.width, info->height);
  return is_on_screen (self, info);
}

/**
 * sl_scene_get_header_box:
 * @box: (out): x, y, width and height of the row's header, unclipped
 *
 * Returns: whether any of it is on screen
 */
gboolean
sl_scene_get_header_box (const SlScene *self, guint row, float box[4])
{
  const SlRow *info = sl_rows_get (self->rows, row);
  gboolean heading = info->part == SL_ROW_HEADING;

  set_box (box, 0, info->y + self->row_shift, heading ? self->width : self->header_width,
           info->height);
  return is_on_screen (self, info);
}
