/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The strip with the cursors' flags, and what lies between them. */

#include "sl-build-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-text.h"
#include "sl-time-text.h"

/* On either side of the duration between the cursors, in pixels. */
#define TEXT_GAP 6

static double
get_x (const SlPicture *self, SlTime time)
{
  return floor (self->plot_x + sl_view_x (&self->view, time)) + 0.5;
}

static void
add_flag (SlPicture *self, double x, int y, const char *letter)
{
  int size = sl_build_scaled (self, SL_CURSOR_FLAG);
  SlElement element = { .type = SL_ELEMENT_CURSOR, .row = G_MAXUINT };
  guint32 number = sl_scene_add_element (self->scene, &element);
  SlShape *flag =
      sl_build_box (self, SL_LAYER_FRAME, number, sl_box (x - size / 2.0, y + 2, size, size),
                    sl_paint (SL_PAINT_ACCENT));

  sl_scene_edit_element (self->scene, number)->detail = *letter == 'A' ? SL_CURSOR_A : SL_CURSOR_B;
  flag->radius = 3;
  sl_build_place (self, number, sl_box (x - size / 2.0, y + 2, size, size));
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_MIDDLE, x,
                                sl_build_middle (self, SL_FONT_RULER_BOLD, y + 2 + size / 2.0) },
                 letter, sl_paint (SL_PAINT_ON_ACCENT));
}

static void
add_arrow_head (SlPicture *self, double x, double y, double length)
{
  const SlPoint points[] = {
    { (float) x, (float) y },
    { (float) (x + length), (float) y - 3 },
    { (float) (x + length), (float) y + 3 },
  };
  SlShape *shape = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_PATH, 0);

  shape->fill = sl_paint (SL_PAINT_ACCENT);
  sl_scene_add_points (self->scene, shape, points, G_N_ELEMENTS (points));
}

static void
take (GArray *taken, double begin, double end)
{
  SlBuildTaken place = { begin, end };

  g_array_append_val (taken, place);
}

/* A band from @left to @right with @text, of @width, around @at in it; an end that is out of sight has no head. */
static void
add_duration (SlPicture *self,
              double left,
              double right,
              int y,
              const char *text,
              double width,
              double at)
{
  double middle = y + self->band / 2.0, line = floor (middle) + 0.5;
  double begin = at - width / 2 - TEXT_GAP, end = at + width / 2 + TEXT_GAP;

  sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (left, y + 2, right - left, self->band - 4),
                sl_paint (SL_PAINT_SELECTED));
  sl_build_line (self, SL_LAYER_FRAME, 0, sl_box (left, line, begin - left, 0),
                 sl_paint (SL_PAINT_ACCENT), 1);
  sl_build_line (self, SL_LAYER_FRAME, 0, sl_box (end, line, right - end, 0),
                 sl_paint (SL_PAINT_ACCENT), 1);
  if (left > self->plot_x)
    add_arrow_head (self, left, line, 7);
  if (right < self->plot_x + self->view.width)
    add_arrow_head (self, right, line, -7);
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_MIDDLE, at,
                                sl_build_middle (self, SL_FONT_RULER_BOLD, middle) },
                 text, sl_paint (SL_PAINT_INK));
}

/* Whether the markers and the flag of the instant leave the stretch free. */
static gboolean
is_free (SlPicture *self, double begin, double end)
{
  return sl_build_count_covered (self, begin, end) <= 0 &&
         !sl_build_instant_covers (self, begin, end);
}

/* To the right of @right, or to the left of @left where only there nothing is in the way. */
static void
add_beside (SlPicture *self,
            const char *text,
            double left,
            double right,
            double middle,
            GArray *taken)
{
  double width = sl_text_measure_width (self->measure, SL_FONT_RULER, text);
  double begin = right;

  if (!is_free (self, right, right + width) && left - width >= self->plot_x &&
      is_free (self, left - width, left))
    begin = left - width;
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, begin,
                                sl_build_middle (self, SL_FONT_RULER, middle) },
                 text, sl_paint (SL_PAINT_SOFT));
  take (taken, begin, begin + width);
}

/* What lies between the cursors or the ends of the selected span, in words: the duration inside, where markers leave room for
 * it, cycles and frequency beside. @flag is how wide what stands at both ends is. */
static void
add_difference (SlPicture *self, SlSpan span, double a, double b, double flag, int y, GArray *taken)
{
  SlClock *clock = sl_trace_set_get_clock (self->set);
  g_autofree char *duration = sl_text_duration (self->rows, span);
  g_autofree char *ticks = sl_time_text_ticks ((guint64) sl_span_duration (span));
  double begin = self->plot_x, end = self->plot_x + self->view.width;
  double left = MAX (MIN (a, b) + flag / 2 + 2, begin);
  double right = MIN (MAX (a, b) - flag / 2 - 2, end);
  double width = sl_text_measure_width (self->measure, SL_FONT_RULER_BOLD, duration);
  double middle = y + self->band / 2.0, at;
  g_autoptr (GString) beside = g_string_new (NULL);
  gint64 ns;

  /* Neither cursor nor anything between them is on screen. */
  if (MAX (a, b) < begin || MIN (a, b) > end)
    return;

  if (right - left > width + 40 &&
      sl_build_find_free (self, left, right, width + 2 * TEXT_GAP, &at) &&
      !sl_build_instant_covers (self, at - width / 2 - TEXT_GAP, at + width / 2 + TEXT_GAP))
    {
      add_duration (self, left, right, y, duration, width, at);
      take (taken, at - width / 2 - TEXT_GAP, at + width / 2 + TEXT_GAP);
    }
  else
    {
      g_string_append_printf (beside, "%s · ", duration);
    }

  g_string_append (beside, ticks);
  if (sl_clock_span_to_ns (clock, span, &ns) && ns > 0)
    {
      g_autofree char *frequency = sl_time_text_frequency (ns);

      g_string_append_printf (beside, " · %s", frequency);
    }
  add_beside (self, beside->str, left - flag - 10, right + flag + 10, middle, taken);
}

/* Of what the flags in the strip are around. */
static void
add_between (SlPicture *self, int y, const double *x, double flag, GArray *taken)
{
  SlTime a, b;
  SlSpan selection;

  if (sl_view_state_get_cursor (self->state, SL_CURSOR_A, &a) &&
      sl_view_state_get_cursor (self->state, SL_CURSOR_B, &b))
    add_difference (self, (SlSpan) { MIN (a, b), MAX (a, b) }, x[SL_CURSOR_A], x[SL_CURSOR_B], flag,
                    y, taken);
  else if (sl_view_state_get_selection (self->state, &selection))
    add_difference (self, selection, get_x (self, selection.begin), get_x (self, selection.end), 0,
                    y, taken);
}

/* Flags that would lie over each other stand next to each other, in the order of their cursors. */
static void
spread_flags (double *x, double flag)
{
  SlCursor first = x[SL_CURSOR_B] < x[SL_CURSOR_A] ? SL_CURSOR_B : SL_CURSOR_A;
  SlCursor other = first == SL_CURSOR_A ? SL_CURSOR_B : SL_CURSOR_A;
  double middle = floor ((x[first] + x[other]) / 2) + 0.5;

  if (x[other] - x[first] >= flag + 1)
    return;

  x[first] = middle - flag / 2 - 1;
  x[other] = middle + flag / 2;
}

/**
 * sl_build_flags:
 * @y: top of the strip
 *
 * Draws the flags of cursors and markers, and what lies between the cursors.
 */
void
sl_build_flags (SlPicture *self, int y)
{
  static const char *const letters[SL_N_CURSORS] = { "A", "B" };
  gboolean present[SL_N_CURSORS];
  gboolean is_seen[SL_N_CURSORS] = { FALSE };
  SlTime time;
  double x[SL_N_CURSORS] = { 0 };
  double flag = sl_build_scaled (self, SL_CURSOR_FLAG);
  g_autoptr (GArray) taken = g_array_new (FALSE, FALSE, sizeof (SlBuildTaken));

  for (guint i = 0; i < SL_N_CURSORS; i++)
    {
      present[i] = sl_view_state_get_cursor (self->state, i, &time);
      if (!present[i])
        continue;

      x[i] = get_x (self, time);
      is_seen[i] = x[i] >= self->plot_x && x[i] <= self->plot_x + self->view.width;
    }
  if (present[SL_CURSOR_A] && present[SL_CURSOR_B])
    spread_flags (x, flag);
  for (guint i = 0; i < SL_N_CURSORS; i++)
    if (present[i])
      take (taken, x[i] - flag / 2, x[i] + flag / 2);
  add_between (self, y, x, flag, taken);
  sl_build_take_instant (self, taken);
  sl_build_marker_flags (self, y, taken);
  sl_build_instant_flag (self, y);
  for (guint i = 0; i < SL_N_CURSORS; i++)
    if (is_seen[i])
      add_flag (self, x[i], y, letters[i]);
}

/**
 * sl_build_cursor_strip:
 * @y: top of the strip
 */
void
sl_build_cursor_strip (SlPicture *self, int y)
{
  double width = sl_scene_get_width (self->scene);
  gboolean has_markers = sl_markers_get_count (sl_view_state_get_markers (self->state)) > 0;

  sl_build_box (self, SL_LAYER_FRAME, 0, sl_box (0, y, width, self->band),
                sl_paint (SL_PAINT_WINDOW));
  if (self->options->header_width > 0)
    sl_build_text (self, SL_LAYER_FRAME,
                   (SlTextSpot) { SL_FONT_RULER, SL_ANCHOR_LEFT, 14,
                                  sl_build_middle (self, SL_FONT_RULER, y + self->band / 2.0) },
                   has_markers ? _ ("Cursors, markers") : _ ("Cursors"), sl_paint (SL_PAINT_DIM));

  sl_build_column_title (self, y + self->band / 2.0);
  sl_build_flags (self, y);
  sl_build_line (self, SL_LAYER_FRAME, 0, sl_box (0, y + self->band - 0.5, width, 0),
                 sl_paint_alpha (SL_PAINT_BASE, 0.7), 1);
}
