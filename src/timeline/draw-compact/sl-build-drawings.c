/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Boxes, arrows and texts with which the user explains what happens in the rows. Each has its name on a
 * tag by which it is moved, and the first two a handle at the end to which they were drawn. */

#include "sl-build-private.h"

#include <math.h>

#define TAG_HEIGHT 18
#define TAG_MARGIN 6
#define MOST_WIDTH 320

#define LINE      2.5
#define HALO      5.5
#define HEAD      11.0
#define HEAD_HALF 5.0
#define HANDLE    12

/* Between a sign and a name that is beside it. */
#define ASIDE 2

/* Of a box around an instant. */
#define LEAST_BOX 6

/* From where an arrow to an instant comes that begins in the row where it ends. */
#define CALL_X 46
#define CALL_Y 26

/* Pixels beyond the plot; what is farther away is drawn to there. */
#define FAR 20000

typedef struct
{
  SlPicture *picture;
  const SlMarker *marker;
  SlPoint ends[2]; /* at the beginning and at the end of its span, in the middle of their rows */
  double top, bottom;
  int tag_height; /* as its text needs it */
} Drawing;

/* Of no row in particular, all of the plot. */
static gboolean
find_row (const SlPicture *self, const char *key, double *top, double *bottom)
{
  float box[4];
  guint row;

  *top = self->plot_y;
  *bottom = self->plot_bottom;
  if (key[0] == '\0')
    return TRUE;
  if (!sl_rows_find (self->rows, key, &row))
    return FALSE;

  sl_scene_get_row_box (self->scene, row, box);
  *top = box[1];
  *bottom = box[1] + box[3];
  return TRUE;
}

static float
find_x (const SlPicture *self, SlTime time)
{
  return (float) CLAMP (self->plot_x + sl_view_x (&self->view, time), -FAR, FAR);
}

/* Where a row is hidden, the other one counts.
 *
 * Returns: whether any of it is in sight */
static gboolean
find_place (Drawing *self)
{
  const SlPicture *picture = self->picture;
  const SlMarker *marker = self->marker;
  double top, bottom, to_top, to_bottom;
  gboolean has_row = find_row (picture, marker->row, &top, &bottom);
  gboolean has_to_row = find_row (picture, marker->to_row[0] != '\0' ? marker->to_row : marker->row,
                                  &to_top, &to_bottom);

  if (!has_row && !has_to_row)
    return FALSE;
  if (!has_row)
    top = to_top, bottom = to_bottom;
  if (!has_to_row)
    to_top = top, to_bottom = bottom;

  self->top = MIN (top, to_top);
  self->bottom = MAX (bottom, to_bottom);
  self->ends[0] = (SlPoint) { find_x (picture, marker->span.begin), (float) (top + bottom) / 2 };
  self->ends[1] =
      (SlPoint) { find_x (picture, marker->span.end), (float) (to_top + to_bottom) / 2 };
  return self->ends[0].x <= picture->plot_x + picture->view.width &&
         self->ends[1].x >= picture->plot_x && self->top < picture->plot_bottom &&
         self->bottom > picture->plot_y;
}

static guint32
add_element (const Drawing *self, SlMarkerElement what, SlBox box)
{
  SlPicture *picture = self->picture;
  SlElement element = { .type = SL_ELEMENT_MARKER,
                        .row = G_MAXUINT,
                        .span = self->marker->span,
                        .state = self->marker->form,
                        .detail = what };
  guint32 number;

  element.target.index = self->marker->id;
  element.label = sl_scene_add_string (picture->scene, self->marker->name);
  element.note = sl_scene_add_string (picture->scene, self->marker->text);
  sl_rows_find (picture->rows, self->marker->row, &element.row);
  number = sl_scene_add_element (picture->scene, &element);
  sl_build_place (picture, number, box);
  return number;
}

static SlPaint
get_paint (const Drawing *self, SlPaintRole role, double alpha)
{
  return sl_paint_object (role, self->marker->colour, alpha);
}

/* Signs of lateness, which are above everything that was recorded. */
static gboolean
is_late (const SlElement *element)
{
  return element->type == SL_ELEMENT_MISS || element->type == SL_ELEMENT_OVERRUN ||
         element->type == SL_ELEMENT_RECORDED_MISS;
}

/* The next place to the right of @x, or to the left, where no sign is over a name of that width. All of them are whole pixels,
 * as names are drawn. */
static double
find_free (const Drawing *self, double x, double y, double width, int direction)
{
  const SlScene *scene = self->picture->scene;
  gboolean is_covered;

  do
    {
      is_covered = FALSE;
      for (guint i = 1; i < sl_scene_get_n_elements (scene); i++)
        {
          const SlElement *sign = sl_scene_get_element (scene, i);

          if (!is_late (sign) || sign->y >= y + self->tag_height || sign->y + sign->height <= y ||
              sign->x >= x + width || sign->x + sign->width <= x)
            continue;
          x = direction > 0 ? ceil (sign->x + sign->width) + ASIDE
                            : floor (sign->x - width) - ASIDE;
          is_covered = TRUE;
        }
    }
  while (is_covered);

  return x;
}

/* To the right of the signs that would cover it, or where it has no room there, to their left; where it has none at
 * all, it stays. */
static double
step_aside (const Drawing *self, double x, double y, double width)
{
  const SlPicture *picture = self->picture;
  double right = find_free (self, x, y, width, 1);
  double left;

  if (right + width <= picture->plot_x + picture->view.width)
    return right;

  left = find_free (self, x, y, width, -1);
  return left >= picture->plot_x ? left : x;
}

/* Its upper left corner is at @x and @y, or as near to that as it can be in the plot. */
static void
add_tag (const Drawing *self, double x, double y)
{
  SlPicture *picture = self->picture;
  gboolean is_text = self->marker->form == SL_MARKER_TEXT;
  gboolean is_chosen = self->marker->id == sl_view_state_get_chosen_marker (picture->state);
  double most = MIN (MOST_WIDTH, picture->view.width);
  g_autofree char *name = sl_text_measure_elide (picture->measure, SL_FONT_RULER_BOLD,
                                                 self->marker->name, most - 2 * TAG_MARGIN, FALSE);
  double width =
      ceil (name != NULL ? sl_text_measure_width (picture->measure, SL_FONT_RULER_BOLD, name) +
                               2 * TAG_MARGIN
                         : HANDLE);
  SlBox box;
  SlShape *tag;

  x = floor (MAX (MIN (x, picture->plot_x + picture->view.width - width), picture->plot_x));
  y = floor (MAX (MIN (y, picture->plot_bottom - self->tag_height), picture->plot_y));
  x = step_aside (self, x, y, width);
  box = sl_box (x, y, width, self->tag_height);
  tag = sl_build_box (picture, SL_LAYER_GAPS, add_element (self, SL_MARKER_TAG, box), box,
                      is_text ? sl_paint (SL_PAINT_VIEW) : get_paint (self, SL_PAINT_OBJECT, 1));
  tag->radius = 3;
  tag->stroke = is_chosen ? sl_paint (SL_PAINT_INK) : get_paint (self, SL_PAINT_EDGE, 1);
  tag->line_width = is_chosen ? 2 : 1;
  if (name != NULL)
    sl_build_text (picture, SL_LAYER_GAPS,
                   (SlTextSpot) {
                       SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, x + TAG_MARGIN,
                       sl_build_middle (picture, SL_FONT_RULER_BOLD, y + self->tag_height / 2.0) },
                   name, is_text ? sl_paint (SL_PAINT_INK) : get_paint (self, SL_PAINT_LABEL, 1));
}

/* Where it can be seen, around @x and @y. */
static void
add_handle (const Drawing *self, double x, double y)
{
  const SlPicture *picture = self->picture;

  if (x >= picture->plot_x && x <= picture->plot_x + picture->view.width && y >= picture->plot_y &&
      y <= picture->plot_bottom)
    add_element (self, SL_MARKER_HEAD, sl_box (x - HANDLE / 2.0, y - HANDLE / 2.0, HANDLE, HANDLE));
}

static void
add_frame (const Drawing *self)
{
  double left = self->ends[0].x, right = MAX (self->ends[1].x, left + LEAST_BOX);
  double top = self->top + 1, bottom = self->bottom - 1;
  gboolean back = self->marker->points_back;
  SlShape *frame;

  add_handle (self, back ? left : right,
              self->ends[back ? 0 : 1].y >= self->ends[back ? 1 : 0].y ? bottom
                                                                       : top + self->tag_height);
  frame =
      sl_build_box (self->picture, SL_LAYER_GAPS, 0, sl_box (left, top, right - left, bottom - top),
                    get_paint (self, SL_PAINT_OBJECT, 0.12));
  frame->radius = 4;
  frame->stroke = get_paint (self, SL_PAINT_EDGE, 1);
  frame->line_width = 2;
  add_tag (self, left, top);
}

static void
add_shaft (const Drawing *self, SlPoint tail, SlPoint neck, SlPaint paint, double width)
{
  sl_build_line (self->picture, SL_LAYER_GAPS, 0,
                 sl_box (tail.x, tail.y, neck.x - tail.x, neck.y - tail.y), paint, width);
}

/* On the side where there is room for the name. */
static SlPoint
find_caller (const Drawing *self, SlPoint head)
{
  const SlPicture *picture = self->picture;
  float by = head.x + 2 * CALL_X < picture->plot_x + picture->view.width ? CALL_X : -CALL_X;

  return (SlPoint) { head.x + by, head.y - CALL_Y };
}

static void
add_arrow (const Drawing *self)
{
  gboolean back = self->marker->points_back;
  SlPoint tail = self->ends[back ? 1 : 0], head = self->ends[back ? 0 : 1], neck;
  double length, ux, uy;
  SlShape *shape;

  if (hypot (head.x - tail.x, head.y - tail.y) < 2 * HEAD)
    tail = find_caller (self, head);
  length = hypot (head.x - tail.x, head.y - tail.y);
  ux = (head.x - tail.x) / length;
  uy = (head.y - tail.y) / length;
  neck = (SlPoint) { (float) (head.x - HEAD * ux), (float) (head.y - HEAD * uy) };
  add_handle (self, head.x, head.y);
  add_shaft (self, tail, neck, sl_paint (SL_PAINT_VIEW), HALO);
  add_shaft (self, tail, neck, get_paint (self, SL_PAINT_EDGE, 1), LINE);
  shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_GAPS, SL_SHAPE_PATH, 0);
  shape->fill = get_paint (self, SL_PAINT_EDGE, 1);
  shape->stroke = sl_paint (SL_PAINT_VIEW);
  shape->line_width = 1;
  sl_scene_add_points (self->picture->scene, shape,
                       (SlPoint[]) {
                           head,
                           { (float) (neck.x - HEAD_HALF * uy), (float) (neck.y + HEAD_HALF * ux) },
                           { (float) (neck.x + HEAD_HALF * uy), (float) (neck.y - HEAD_HALF * ux) },
                       },
                       3);
  /* Beside the line where that is level, else over its tail. */
  if (fabs (ux) > 0.9)
    add_tag (self, tail.x + (ux > 0 ? 0 : -2 * self->tag_height), tail.y - self->tag_height - LINE);
  else
    add_tag (self, tail.x - (ux > 0 ? 2 : 1) * self->tag_height, tail.y - self->tag_height / 2.0);
}

/**
 * sl_build_drawings:
 *
 * Draws the markers that are not on the axis. Those of hidden rows are not drawn.
 */
void
sl_build_drawings (SlPicture *self)
{
  SlMarkers *markers = sl_view_state_get_markers (self->state);

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      Drawing drawing = { .picture = self,
                          .marker = sl_markers_get (markers, i),
                          .tag_height = sl_build_scaled (self, TAG_HEIGHT) };

      if (drawing.marker->form == SL_MARKER_FLAG || !find_place (&drawing))
        continue;

      if (drawing.marker->form == SL_MARKER_BOX)
        add_frame (&drawing);
      else if (drawing.marker->form == SL_MARKER_ARROW)
        add_arrow (&drawing);
      else if (drawing.marker->row[0] != '\0')
        add_tag (&drawing, drawing.ends[0].x, drawing.ends[0].y - drawing.tag_height / 2.0);
      else
        add_tag (&drawing, drawing.ends[0].x, drawing.top);
    }
}
