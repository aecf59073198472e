/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The job that is picked: a ring from its release to its finish, the instant that it is picked at, and
 * a veil over what took nothing from it. */

#include "sl-textbook-size.h"

#include <math.h>

#include "sl-text.h"

#define RING_OUT    3.5
#define BOX_TOP     5
#define BASE_BOTTOM 6
#define VEIL        0.58
#define FLAG_HEIGHT 17
#define NOTCH       4
#define HIT_WIDTH   9.0f
#define HIT_HEIGHT  7.0f

static double
get_x (const SlPicture *self, SlTime time)
{
  return self->plot_x + sl_view_x (&self->view, time);
}

/* Pixels of the job that may be seen, with a little beyond both edges. */
static void
get_sides (const SlPicture *self, SlSpan span, double *left, double *right)
{
  double end = self->plot_x + self->view.width;

  *left = CLAMP (get_x (self, span.begin), self->plot_x - 10, end + 10);
  *right = CLAMP (get_x (self, span.end), *left, end + 10);
}

/* What the boxes of a row take of it: in the textbook look without the arrows above and the texts
 * around them. */
static gboolean
get_box (const SlPicture *self, guint row, double *top, double *bottom)
{
  float box[4];

  if (!sl_scene_get_row_box (self->scene, row, box))
    return FALSE;

  *top = box[1] + BOX_TOP;
  *bottom = box[1] + box[3] - BASE_BOTTOM;
  if (sl_view_state_get_style (self->state) == SL_STYLE_TEXTBOOK)
    {
      *bottom = sl_textbook_get_base (self, sl_rows_get (self->rows, row));
      *top = *bottom - SL_TEXTBOOK_BOX - SL_TEXTBOOK_LIFT;
    }
  return TRUE;
}

/**
 * sl_build_job_ring:
 *
 * Returns: whether the picked job has one; then what was picked of it needs none
 */
gboolean
sl_build_job_ring (SlPicture *self)
{
  const SlSceneJob *job = self->options->job;
  double left, right, top, bottom;
  SlShape *ring;
  guint row;

  if (job == NULL || job->row == NULL || !sl_rows_find (self->rows, job->row, &row))
    return FALSE;
  if (!get_box (self, row, &top, &bottom))
    return TRUE;

  get_sides (self, job->span, &left, &right);
  ring = sl_build_box (self, SL_LAYER_USER, 0,
                       sl_box (left - RING_OUT, top - RING_OUT, right - left + 2 * RING_OUT,
                               bottom - top + 2 * RING_OUT),
                       sl_paint (SL_PAINT_NONE));
  ring->radius = 5;
  ring->stroke = sl_paint (SL_PAINT_ACCENT);
  ring->line_width = 2;
  return TRUE;
}

static gboolean
is_in_sight (const SlPicture *self, SlTime time)
{
  double x = get_x (self, time);

  return time != SL_TIME_MAX && x >= self->plot_x && x <= self->plot_x + self->view.width;
}

/**
 * sl_build_instant:
 *
 * A thin line through all rows at the instant that is picked.
 */
void
sl_build_instant (SlPicture *self)
{
  const SlSceneJob *job = self->options->job;

  if (job != NULL && is_in_sight (self, job->instant))
    sl_build_line (self, SL_LAYER_GAPS, 0,
                   sl_box (floor (get_x (self, job->instant)) + 0.5, self->plot_y, 0,
                           self->plot_bottom - self->plot_y),
                   sl_paint (SL_PAINT_ACCENT), 1);
}

/**
 * sl_build_present_hit:
 *
 * Of the filter's hits that which is picked: a triangle at the foot of its row.
 */
void
sl_build_present_hit (SlPicture *self)
{
  const SlSceneJob *job = self->options->job;
  const SlTarget *picked = sl_view_state_get_picked (self->state);
  SlShape *sign;
  float x, box[4], bottom;
  guint row;

  if (self->options->hit == NULL || job == NULL || !is_in_sight (self, job->instant) ||
      picked->row == NULL || !sl_rows_find (self->rows, picked->row, &row) ||
      !sl_scene_get_row_box (self->scene, row, box))
    return;

  x = (float) (floor (get_x (self, job->instant)) + 0.5);
  bottom = box[1] + box[3];
  sign = sl_scene_add_shape (self->scene, SL_LAYER_USER, SL_SHAPE_PATH, 0);
  sign->fill = sl_paint (SL_PAINT_ACCENT);
  sl_scene_add_points (self->scene, sign,
                       (SlPoint[]) { { x - HIT_WIDTH / 2, bottom },
                                     { x + HIT_WIDTH / 2, bottom },
                                     { x, bottom - HIT_HEIGHT } },
                       3);
}

/* Puts the flag of the instant beside that of a cursor which would lie over its figures. */
static double
avoid_cursors (SlPicture *self, double x, double left, double width)
{
  double room = sl_build_scaled (self, SL_CURSOR_FLAG) / 2.0 + 3;

  for (guint i = 0; i < SL_N_CURSORS; i++)
    {
      double cursor;
      SlTime time;

      if (!sl_view_state_get_cursor (self->state, (SlCursor) i, &time))
        continue;

      cursor = get_x (self, time);
      if (cursor + room > left && cursor - room < left + width)
        left = cursor <= x ? cursor + room : cursor - room - width;
    }
  return left;
}

static double
keep_in_plot (const SlPicture *self, double left, double width)
{
  return CLAMP (left, self->plot_x, MAX (self->plot_x, self->plot_x + self->view.width - width));
}

/* Over the instant at @x, or to the left or the right of it where it covers less of the markers there. */
static double
place_flag (SlPicture *self, double x, double width)
{
  const double places[] = { x - width / 2, x - width - 1, x + 1 };
  double best = 0, least = INFINITY;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      double left = keep_in_plot (self, avoid_cursors (self, x, places[i], width), width);
      double covered = sl_build_count_covered (self, left, left + width);

      if (covered < least)
        {
          least = covered;
          best = left;
        }
    }
  return best;
}

/* Where the flag with the time of the instant stands in the strip. */
static char *
dup_flag (SlPicture *self, double *left, double *width)
{
  SlTime time = self->options->job->instant;
  double x = floor (get_x (self, time)) + 0.5;
  char *text = self->options->hit != NULL
                   ? g_strdup (self->options->hit)
                   : sl_text_time (self->rows, sl_view_state_get_axis (self->state),
                                   sl_view_state_get_origin (self->state), time);

  *width = sl_text_measure_width (self->measure, SL_FONT_RULER_BOLD, text) + 12;
  *left = place_flag (self, x, *width);
  return text;
}

/**
 * sl_build_instant_covers:
 *
 * Returns: whether the flag of the instant stands somewhere between @left and @right
 */
gboolean
sl_build_instant_covers (SlPicture *self, double left, double right)
{
  const SlSceneJob *job = self->options->job;
  g_autofree char *text = NULL;
  double begin, width;

  if (job == NULL || !is_in_sight (self, job->instant))
    return FALSE;

  text = dup_flag (self, &begin, &width);
  return text != NULL && begin < right && begin + width > left;
}

/**
 * sl_build_take_instant:
 * @taken: (element-type SlBuildTaken): gets the room of that flag
 */
void
sl_build_take_instant (SlPicture *self, GArray *taken)
{
  const SlSceneJob *job = self->options->job;
  g_autofree char *text = NULL;
  double begin, width;
  SlBuildTaken place;

  if (job == NULL || !is_in_sight (self, job->instant))
    return;

  text = dup_flag (self, &begin, &width);
  place = (SlBuildTaken) { begin, begin + width };
  g_array_append_val (taken, place);
}

/**
 * sl_build_instant_flag:
 * @y: top of the strip of cursors
 *
 * The time of that instant, or which hit it is, notched down to its line.
 */
void
sl_build_instant_flag (SlPicture *self, int y)
{
  const SlSceneJob *job = self->options->job;
  g_autofree char *text = NULL;
  int height = sl_build_scaled (self, FLAG_HEIGHT);
  double x, width, left;
  SlShape *flag, *notch;

  if (job == NULL || !is_in_sight (self, job->instant))
    return;

  text = dup_flag (self, &left, &width);
  x = floor (get_x (self, job->instant)) + 0.5;
  flag = sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (left, y + 1, width, height),
                       sl_paint (SL_PAINT_ACCENT));
  flag->radius = 3;
  notch = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_PATH, 0);
  notch->fill = sl_paint (SL_PAINT_ACCENT);
  sl_scene_add_points (self->scene, notch,
                       (SlPoint[]) {
                           { (float) CLAMP (x - NOTCH, MIN (left, x), x), (float) (y + height) },
                           { (float) CLAMP (x + NOTCH, x, MAX (left + width, x)),
                             (float) (y + height) },
                           { (float) x, (float) (y + height + NOTCH) } },
                       3);
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_MIDDLE, left + width / 2,
                                sl_build_middle (self, SL_FONT_RULER_BOLD, y + 1 + height / 2.0) },
                 text, sl_paint (SL_PAINT_ON_ACCENT));
}

static gboolean
took_time (const SlSceneJob *job, const SlRow *row)
{
  if (row->lane.trace != job->trace || row->lane_type == SL_LANE_CPU)
    return row->lane.trace == job->trace;

  for (guint i = 0; i < job->n_objects; i++)
    if (job->objects[i] == row->object)
      return TRUE;

  return FALSE;
}

static void
add_veil (SlPicture *self, double x, double y, double width, double height)
{
  if (width > 0)
    sl_build_box (self, SL_LAYER_GAPS, 0, sl_box (x, y, width, height),
                  sl_paint_alpha (SL_PAINT_VEIL, VEIL));
}

/**
 * sl_build_veil:
 *
 * Pales what took nothing from the picked job, and all before its release and after its finish; not where arrows lead to
 * who woke it.
 */
void
sl_build_veil (SlPicture *self)
{
  const SlSceneJob *job = self->options->job;
  double begin = self->plot_x, end = self->plot_x + self->view.width, left, right;
  int margin = self->options->margin;

  if (job == NULL || !job->is_veiled || job->n_wakes > 0 ||
      sl_view_state_get_style (self->state) == SL_STYLE_TEXTBOOK)
    return;

  get_sides (self, job->span, &left, &right);
  left = CLAMP (left, begin, end);
  right = CLAMP (right, left, end);
  for (guint i = 0; i < sl_rows_get_count (self->rows); i++)
    {
      const SlRow *row = sl_rows_get (self->rows, i);
      float box[4];

      if (row->part == SL_ROW_HEADING || !sl_scene_get_row_box (self->scene, i, box))
        continue;

      if (!took_time (job, row))
        {
          add_veil (self, begin - margin, box[1], end - begin + 2 * margin, box[3]);
          continue;
        }
      add_veil (self, begin, box[1], left - begin, box[3]);
      add_veil (self, right, box[1], end - right, box[3]);
    }
}
