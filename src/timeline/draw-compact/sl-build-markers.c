/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the user marked: flags in the strip of cursors, and lines or bands through all rows. */

#include "sl-build-private.h"

#include <math.h>

#define FLAG_HEIGHT 16
#define NOTCH       6
#define POLE        1.6
#define TEXT_LEFT   6
#define TEXT_RIGHT  4

/* Between a flag and what comes after it. */
#define APART 2

/* Of a flag whose name has no room, and of one that would cover too much. */
#define LEAST_WIDTH 9
#define MOST_WIDTH  190

static int
get_height (const SlPicture *self)
{
  return sl_build_scaled (self, FLAG_HEIGHT);
}

static double
get_x (const SlPicture *self, SlTime time)
{
  return self->plot_x + sl_view_x (&self->view, time);
}

static gboolean
is_instant (const SlMarker *marker)
{
  return marker->span.begin == marker->span.end;
}

/* Where the marker may be seen, in pixels; the edges are out of the plot where the marker is.
 *
 * Returns: whether any of it is in the plot */
static gboolean
get_sides (const SlPicture *self, const SlMarker *marker, double *left, double *right)
{
  double begin = self->plot_x, end = self->plot_x + self->view.width;

  *left = CLAMP (get_x (self, marker->span.begin), begin - 10, end + 10);
  *right = is_instant (marker) ? *left : CLAMP (get_x (self, marker->span.end), *left, end + 10);
  return *right >= begin && *left <= end;
}

/* How far a flag that begins at @left may go before it meets another one or what is @taken. */
static double
find_end (SlPicture *self, guint number, double left, const GArray *taken)
{
  SlMarkers *markers = sl_view_state_get_markers (self->state);
  double end = MIN (left + sl_build_scaled (self, MOST_WIDTH), self->plot_x + self->view.width);

  for (guint i = number + 1; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *next = sl_markers_get (markers, i);
      double x = get_x (self, next->span.begin);

      if (x > left && next->form == SL_MARKER_FLAG)
        {
          end = MIN (end, x - APART);
          break;
        }
    }
  for (guint i = 0; i < taken->len; i++)
    {
      const SlBuildTaken *place = &g_array_index (taken, SlBuildTaken, i);

      if (place->end > left)
        end = MIN (end, place->begin - APART);
    }
  return end;
}

/* Where the flag of the instant at @x begins: beside the flags of cursors that would hide it, but never so far that it
 * seems to be of another instant. */
static double
find_begin (SlPicture *self, double x, const GArray *taken)
{
  double left = floor (x);
  guint i = 0;

  while (i < taken->len)
    {
      const SlBuildTaken *place = &g_array_index (taken, SlBuildTaken, i++);

      if (place->begin > left || place->end <= left)
        continue;

      left = ceil (place->end) + 1;
      i = 0;
    }
  return left - x > 2 * sl_build_scaled (self, SL_CURSOR_FLAG) ||
                 left + LEAST_WIDTH > self->plot_x + self->view.width
             ? floor (x)
             : left;
}

static guint32
add_element (SlPicture *self, const SlMarker *marker, SlBox box)
{
  SlElement element = { .type = SL_ELEMENT_MARKER, .row = G_MAXUINT, .span = marker->span };
  guint32 number;

  element.target.index = marker->id;
  element.label = sl_scene_add_string (self->scene, marker->name);
  element.note = sl_scene_add_string (self->scene, marker->text);
  number = sl_scene_add_element (self->scene, &element);
  sl_build_place (self, number, box);
  return number;
}

static gboolean
is_chosen (const SlPicture *self, const SlMarker *marker)
{
  return marker->id == sl_view_state_get_chosen_marker (self->state);
}

static void
add_name (SlPicture *self, double left, int y, const char *name, SlPaint paint)
{
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) {
                     SL_FONT_RULER_BOLD, SL_ANCHOR_LEFT, left,
                     sl_build_middle (self, SL_FONT_RULER_BOLD, y + get_height (self) / 2.0) },
                 name, paint);
}

static double
measure (SlPicture *self, const char *name)
{
  return sl_text_measure_width (self->measure, SL_FONT_RULER_BOLD, name);
}

static void
add_flag (SlPicture *self, guint number, const SlMarker *marker, double x, int y, GArray *taken)
{
  double left = find_begin (self, x, taken), room = find_end (self, number, left, taken) - left;
  g_autofree char *name = sl_text_measure_elide (self->measure, SL_FONT_RULER_BOLD, marker->name,
                                                 room - TEXT_LEFT - TEXT_RIGHT - NOTCH, FALSE);
  double width = name != NULL ? TEXT_LEFT + measure (self, name) + TEXT_RIGHT + NOTCH : LEAST_WIDTH;
  const float begin = (float) left, end = (float) (left + width), top = (float) y;
  const float height = (float) get_height (self);
  guint32 element = add_element (self, marker, sl_box (left, y, width, height));
  const SlPoint points[] = { { begin, top },
                             { end, top },
                             { end - (float) MIN (NOTCH, width / 2), top + height / 2 },
                             { end, top + height },
                             { begin, top + height } };
  SlShape *flag = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_PATH, element);

  flag->fill = sl_paint_object (SL_PAINT_OBJECT, marker->colour, 1);
  flag->stroke = is_chosen (self, marker) ? sl_paint (SL_PAINT_INK)
                                          : sl_paint_object (SL_PAINT_OUTLINE, marker->colour, 0.2);
  flag->line_width = is_chosen (self, marker) ? 1.5f : 1;
  sl_scene_add_points (self->scene, flag, points, G_N_ELEMENTS (points));
  sl_build_box (self, SL_LAYER_FRAME, element,
                sl_box (floor (x) + 0.5 - POLE / 2, y, POLE, self->band - 3),
                sl_paint_object (SL_PAINT_EDGE, marker->colour, 1));
  if (name != NULL)
    add_name (self, left + TEXT_LEFT, y, name, sl_paint_object (SL_PAINT_LABEL, marker->colour, 1));
}

static void
add_bar (SlPicture *self,
         guint number,
         const SlMarker *marker,
         double x,
         double end,
         int y,
         GArray *taken)
{
  double left = MAX (floor (x), self->plot_x);
  double right = MAX (MIN (floor (end), self->plot_x + self->view.width), left + 3);
  SlBox box = sl_box (left, y, right - left, get_height (self));
  guint32 element = add_element (self, marker, box);
  double room = MIN (find_end (self, number, left, taken), right) - left - 2 * TEXT_RIGHT;
  g_autofree char *name =
      sl_text_measure_elide (self->measure, SL_FONT_RULER_BOLD, marker->name, room, FALSE);
  SlShape *bar = sl_build_box (self, SL_LAYER_FRAME, element, box,
                               sl_paint_object (SL_PAINT_OBJECT, marker->colour, 0.3));

  if (is_chosen (self, marker))
    {
      bar->stroke = sl_paint (SL_PAINT_INK);
      bar->line_width = 1.5f;
    }
  sl_build_box (self, SL_LAYER_FRAME, element, sl_box (left, y, right - left, POLE),
                sl_paint_object (SL_PAINT_EDGE, marker->colour, 1));
  if (name != NULL)
    add_name (self, left + TEXT_RIGHT + (room - measure (self, name)) / 2, y, name,
              sl_paint (SL_PAINT_INK));
}

/* The strip's pixels that the flag of the marker takes with all of its name; @begin is @end where it is out of sight. */
static void
get_flag (SlPicture *self, const SlMarker *marker, double *begin, double *end)
{
  if (marker->form != SL_MARKER_FLAG || !get_sides (self, marker, begin, end))
    {
      *begin = *end = 0;
      return;
    }

  *begin = floor (*begin);
  if (is_instant (marker))
    *end = *begin + APART +
           MIN (TEXT_LEFT + measure (self, marker->name) + TEXT_RIGHT + NOTCH,
                sl_build_scaled (self, MOST_WIDTH));
}

/**
 * sl_build_count_covered:
 *
 * Returns: how many pixels of the markers' flags and bars what stands between @left and @right would cover
 */
double
sl_build_count_covered (SlPicture *self, double left, double right)
{
  SlMarkers *markers = sl_view_state_get_markers (self->state);
  double covered = 0;

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      double begin, end;

      get_flag (self, sl_markers_get (markers, i), &begin, &end);
      covered += MAX (MIN (end, right) - MAX (begin, left), 0);
    }
  return covered;
}

/* Where in the free stretch from @begin to @end something of @width is nearest to @wanted, if there is room for it and that
 * is nearer than @best, which may be NAN. */
static double
find_nearest (double begin, double end, double width, double wanted, double best)
{
  double middle;

  if (end - begin < width)
    return best;

  middle = CLAMP (wanted, begin + width / 2, end - width / 2);
  return isnan (best) || fabs (middle - wanted) < fabs (best - wanted) ? middle : best;
}

/**
 * sl_build_find_free:
 * @left: of the strip, in pixels
 * @right: of the strip
 * @width: of what is to be written, in pixels
 * @middle: (out): where it is written: as near to the middle of the strip as can be
 *
 * Returns: whether there is room for it beside the markers with their names
 */
gboolean
sl_build_find_free (SlPicture *self, double left, double right, double width, double *middle)
{
  SlMarkers *markers = sl_view_state_get_markers (self->state);
  double free_from = left, wanted = (left + right) / 2, best = NAN;

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      double begin, end;

      get_flag (self, sl_markers_get (markers, i), &begin, &end);
      if (end <= begin)
        continue;

      best = find_nearest (free_from, MIN (begin, right), width, wanted, best);
      free_from = MAX (free_from, end);
    }
  *middle = find_nearest (free_from, right, width, wanted, best);
  return !isnan (*middle);
}

/**
 * sl_build_marker_flags:
 * @y: top of the strip
 * @taken: (element-type SlBuildTaken): what else is in the strip: names end before it
 */
void
sl_build_marker_flags (SlPicture *self, int y, GArray *taken)
{
  SlMarkers *markers = sl_view_state_get_markers (self->state);

  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < sl_markers_get_count (markers); i++)
      {
        const SlMarker *marker = sl_markers_get (markers, i);
        double left, right;

        /* Flags over bars: a bar is wide enough to be found beside them. */
        if (marker->form != SL_MARKER_FLAG || is_instant (marker) != (pass == 1) ||
            !get_sides (self, marker, &left, &right))
          continue;

        if (is_instant (marker))
          add_flag (self, i, marker, left, y + 3, taken);
        else
          add_bar (self, i, marker, left, right, y + 3, taken);
      }
}

static void
add_edge (SlPicture *self, double x, guint colour, double strength)
{
  if (x < self->plot_x || x > self->plot_x + self->view.width)
    return;

  sl_build_line (self, SL_LAYER_GAPS, 0,
                 sl_box (floor (x) + 0.5, self->plot_y, 0, self->plot_bottom - self->plot_y),
                 sl_paint_object (SL_PAINT_EDGE, colour, strength), 1);
}

/**
 * sl_build_marker_lines:
 *
 * Draws each marker on the axis through all rows.
 */
void
sl_build_marker_lines (SlPicture *self)
{
  SlMarkers *markers = sl_view_state_get_markers (self->state);

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);
      double left, right;

      if (marker->form != SL_MARKER_FLAG || !get_sides (self, marker, &left, &right))
        continue;

      add_edge (self, left, marker->colour, is_instant (marker) ? 0.75 : 0.55);
      if (is_instant (marker))
        continue;

      sl_build_box (self, SL_LAYER_GAPS, 0,
                    sl_box (left, self->plot_y, right - left, self->plot_bottom - self->plot_y),
                    sl_paint_object (SL_PAINT_OBJECT, marker->colour, 0.09));
      add_edge (self, right, marker->colour, 0.55);
    }
}
