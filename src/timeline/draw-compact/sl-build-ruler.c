/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ruler's two bands and the grid. */

#include "sl-build-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

#include "sl-axis-breaks.h"
#include "sl-ticks.h"

#define MIN_GAP 88

/* Of gaps at most so many are looked at. */
#define MAX_GAPS 64

/* At least between two labels. */
#define LABEL_GAP 6

/* Half of what a gap of unknown length takes, and the circle with the question mark in it. */
#define UNKNOWN_HALF  (SL_GAP_UNKNOWN_WIDTH / 2.0)
#define CIRCLE_RADIUS 8

static double
get_x (const SlPicture *self, SlTime time)
{
  return floor (self->plot_x + sl_view_x (&self->view, time)) + 0.5;
}

static void
add_band_head (SlPicture *self, int y, const char *title, const char *base, gboolean chosen)
{
  SlFont font = chosen ? SL_FONT_RULER_BOLD : SL_FONT_RULER;
  SlPaint paint = sl_paint (chosen ? SL_PAINT_INK : SL_PAINT_DIM);
  double middle = sl_build_middle (self, font, y + self->band / 2.0);

  if (self->options->header_width == 0)
    return;

  sl_build_text (self, SL_LAYER_FRAME, (SlTextSpot) { font, SL_ANCHOR_LEFT, 14, middle }, title,
                 paint);
  if (base != NULL)
    sl_build_text (self, SL_LAYER_FRAME,
                   (SlTextSpot) { font, SL_ANCHOR_RIGHT, self->options->header_width - 10, middle },
                   base, paint);
}

/* A gap on screen, and whether times after it are unknown: no label may lie on such a one. */
typedef struct
{
  double x, end;
  SlTime time;
  gboolean unknown;
} Gap;

static void
add_gap (SlPicture *self, GArray *gaps, guint trace, const SlItem *item)
{
  Gap gap = { .unknown = item->detail == SL_GAP_UNKNOWN_LENGTH };
  SlTime end = sl_trace_set_to_reference (self->set, trace, item->end);

  gap.time = sl_trace_set_to_reference (self->set, trace, item->begin);
  gap.x = self->plot_x + sl_view_x (&self->view, gap.time) - (gap.unknown ? UNKNOWN_HALF : 0);
  gap.end = self->plot_x + sl_view_x (&self->view, end) + (gap.unknown ? UNKNOWN_HALF : 0);
  if (item->state == SL_STATE_GAP)
    g_array_append_val (gaps, gap);
}

/* Behind the last gap that was looked at no label is to say what it counts from. */
static void
add_rest (GArray *gaps)
{
  Gap rest = g_array_index (gaps, Gap, gaps->len - 1);

  rest.end = G_MAXDOUBLE;
  rest.unknown = FALSE;
  g_array_append_val (gaps, rest);
}

/* The gaps of one trace; see find_gaps(). */
static void
find_gaps_of (SlPicture *self, GArray *gaps, guint trace, const SlTrack *track)
{
  SlTime begin = sl_trace_set_from_reference (self->set, trace, self->view.visible.begin);
  SlTime end = sl_trace_set_from_reference (self->set, trace, self->view.visible.end);
  guint looked_at = 0;
  SlTrackIter iter;
  SlItem item;

  for (SlTime at = begin; looked_at < MAX_GAPS && sl_track_find_before (track, at, &item);
       at = item.begin, looked_at++)
    {
      if (item.state == SL_STATE_GAP && item.detail == SL_GAP_UNKNOWN_LENGTH)
        {
          add_gap (self, gaps, trace, &item);
          break;
        }
    }
  sl_track_iter_init (&iter, track, begin);
  for (looked_at = 0; looked_at < MAX_GAPS && sl_track_iter_next (&iter, &item) && item.begin < end;
       looked_at++)
    add_gap (self, gaps, trace, &item);
  if (looked_at == MAX_GAPS && gaps->len > 0)
    add_rest (gaps);
}

/* The gaps on screen, and the last one of unknown length before it; none where all are of known length. */
static GArray *
find_gaps (SlPicture *self)
{
  GArray *gaps = g_array_new (FALSE, FALSE, sizeof (Gap));

  for (guint i = 0; i < sl_trace_set_get_size (self->set); i++)
    {
      const SlTrack *track = sl_axis_breaks_find_unknown (sl_trace_set_get_trace (self->set, i));

      if (track != NULL)
        find_gaps_of (self, gaps, i, track);
    }

  return gaps;
}

/* Where a ruler that begins anew behind each gap would have no room for a single time, it says the time
 * that was recorded, which leaves the gaps out. */
static gboolean
leave_out_crowd (const SlPicture *self, GArray *gaps)
{
  guint room = (guint) MIN (self->view.width / sl_build_scaled (self, MIN_GAP), MAX_GAPS / 2);
  const Gap *before = NULL;
  guint n_times = 0;

  for (guint i = 0; i < gaps->len; i++)
    {
      const Gap *gap = &g_array_index (gaps, Gap, i);

      if (!gap->unknown || gap->time < self->view.visible.begin)
        continue;
      n_times += before == NULL || before->time != gap->time;
      before = gap;
    }
  if (n_times <= room)
    return FALSE;

  g_array_set_size (gaps, 0);
  return TRUE;
}

static gboolean
is_free (const GArray *gaps, double x, double end)
{
  for (guint i = 0; i < gaps->len; i++)
    {
      const Gap *gap = &g_array_index (gaps, Gap, i);

      if ((gap->unknown || gap->end == G_MAXDOUBLE) && end > gap->x && x < gap->end)
        return FALSE;
    }

  return TRUE;
}

/**
 * Band:
 * @y: top
 * @chosen: in bold ink, and gives the grid down to @grid_bottom
 * @remark: (nullable): said where the ticks have no base
 * @label_end: right edge of the last label; ticks that stand too close to it have none, as those of
 *   a span of less than a few ticks do
 * @base_end: right edge of what labels leave out, if that is said beside them: no tick crosses it
 * @limit: where labels must end
 */
typedef struct
{
  int y;
  SlAxis axis;
  gboolean chosen;
  int grid_bottom;
  const GArray *gaps;
  const char *remark;
  double label_end;
  double base_end;
  double limit;
} Band;

static void
add_tick (SlPicture *self, Band *band, const SlTick *tick)
{
  SlFont font = band->chosen ? SL_FONT_RULER_BOLD : SL_FONT_RULER;
  double x = get_x (self, tick->time);
  /* None goes through the label of the tick before. */
  double length = tick->label != NULL && x >= band->label_end ? self->band - 8 : 5;
  double bottom = band->y + self->band;
  double end;

  if (x < self->plot_x)
    return;

  if (x >= band->base_end)
    sl_build_line (self, SL_LAYER_FRAME, 0, sl_box (x, bottom - 1 - length, 0, length),
                   sl_paint (band->chosen ? SL_PAINT_INK : SL_PAINT_DIM), 1);
  if (tick->label == NULL)
    return;

  if (band->chosen)
    sl_build_line (self, SL_LAYER_PAGE, 0,
                   sl_box (x, self->plot_y, 0, band->grid_bottom - self->plot_y),
                   sl_paint (SL_PAINT_GRID), 1);
  end = x + 5 + sl_text_measure_width (self->measure, font, tick->label);
  if (x + 5 < band->label_end + LABEL_GAP || end > band->limit || !is_free (band->gaps, x + 5, end))
    return;

  band->label_end = end;
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { font, SL_ANCHOR_LEFT, x + 5,
                                sl_build_middle (self, font, bottom - self->band / 2.0 - 1) },
                 tick->label, sl_paint (band->chosen ? SL_PAINT_INK : SL_PAINT_SOFT));
}

/* The ticks up to @end, which is where the next gap of unknown length is. */
static void
add_ticks (SlPicture *self, Band *band, const SlTicks *ticks, SlTime end)
{
  for (guint i = 0; i < ticks->ticks->len; i++)
    {
      const SlTick *tick = &g_array_index (ticks->ticks, SlTick, i);

      if (tick->time < end)
        add_tick (self, band, tick);
    }
}

/* Up to there times count from the gap before. */
static SlTime
find_next_unknown (const GArray *gaps, SlTime after)
{
  SlTime next = SL_TIME_MAX;

  for (guint i = 0; i < gaps->len; i++)
    {
      const Gap *gap = &g_array_index (gaps, Gap, i);

      if (gap->unknown && gap->time > after)
        next = MIN (next, gap->time);
    }

  return next;
}

/* What the labels of a part leave out, said before them. */
static void
add_base (SlPicture *self, Band *band, const char *base, double x)
{
  SlFont font = band->chosen ? SL_FONT_RULER_BOLD : SL_FONT_RULER;
  double begin = x + 5, end = begin + sl_text_measure_width (self->measure, font, base);

  if (begin < band->label_end + LABEL_GAP || end > band->limit)
    return;

  band->label_end = band->base_end = end;
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { font, SL_ANCHOR_LEFT, begin,
                                sl_build_middle (self, font, band->y + self->band / 2.0 - 1) },
                 base, sl_paint (SL_PAINT_DIM));
}

/* On an axis with breaks each part has ticks of its own. */
static void
add_broken_band (SlPicture *self, Band *band)
{
  SlClock *clock = sl_trace_set_get_clock (self->set);

  add_band_head (self, band->y, sl_ticks_get_axis_title (clock, band->axis), NULL, band->chosen);
  for (guint i = 0; i < self->view.n_parts; i++)
    {
      const SlViewPart *part = &self->view.parts[i];
      SlView view = { .extent = self->view.extent, .visible = part->span, .width = part->width };
      double x = self->plot_x + part->x;
      g_autoptr (SlTicks) ticks = NULL;

      if (part->is_break)
        continue;

      ticks = sl_ticks_new (clock, &view, band->axis, sl_view_state_get_origin (self->state),
                            sl_build_scaled (self, MIN_GAP));
      band->limit = x + part->width;
      if (ticks->base != NULL)
        add_base (self, band, ticks->base, x);
      add_ticks (self, band, ticks, SL_TIME_MAX);
    }
}

static void
add_band (SlPicture *self, Band *band)
{
  SlClock *clock = sl_trace_set_get_clock (self->set);
  g_autoptr (SlTicks) ticks = NULL;
  SlTime next = find_next_unknown (band->gaps, SL_TIME_MIN);

  band->limit = self->plot_x + self->view.width;
  if (self->view.n_parts > 0)
    {
      add_broken_band (self, band);
      return;
    }

  ticks = sl_ticks_new (clock, &self->view, band->axis, sl_view_state_get_origin (self->state),
                        sl_build_scaled (self, MIN_GAP));
  add_band_head (self, band->y, sl_ticks_get_axis_title (clock, band->axis),
                 ticks->base != NULL ? ticks->base : band->remark, band->chosen);
  add_ticks (self, band, ticks, next);
  while (next < self->view.visible.end)
    {
      g_autoptr (SlTicks) behind = sl_ticks_new_after_gap (clock, &self->view, band->axis, next,
                                                           sl_build_scaled (self, MIN_GAP));

      next = find_next_unknown (band->gaps, next);
      add_ticks (self, band, behind, next);
    }
}

/* Whether a gap is as wide as those of unknown length are where there is room. Several at one instant
 * are drawn as one. */
static gboolean
is_wide (const GArray *gaps, guint number)
{
  const Gap *gap = &g_array_index (gaps, Gap, number);
  double nearest = G_MAXDOUBLE;

  for (guint i = 0; i < gaps->len; i++)
    {
      const Gap *other = &g_array_index (gaps, Gap, i);

      if (other->time == gap->time && other->unknown && i < number)
        return FALSE;
      if (other->time != gap->time)
        nearest = MIN (nearest, fabs (other->x - gap->x));
    }

  return sl_build_unknown_width (nearest) == SL_GAP_UNKNOWN_WIDTH;
}

/* A gap of unknown length breaks the ruler, too: how long it was is the question. */
static void
add_break (SlPicture *self, guint32 element, const Gap *gap, int y, int height)
{
  double x = MAX (gap->x, self->plot_x);
  double end = MIN (gap->end, self->plot_x + self->view.width);
  double middle = y + height / 2.0;
  SlShape *disc;

  if (end <= x)
    return;

  sl_build_gap_band (self, SL_LAYER_FRAME, element, sl_box (x, y, end - x, height));
  if (end - x < SL_GAP_UNKNOWN_WIDTH)
    return;

  disc = sl_scene_add_shape (self->scene, SL_LAYER_FRAME, SL_SHAPE_DISC, element);
  disc->x = (float) (x + UNKNOWN_HALF);
  disc->y = (float) middle;
  disc->radius = (float) sl_build_scaled (self, CIRCLE_RADIUS);
  disc->fill = sl_paint (SL_PAINT_GAP);
  disc->stroke = sl_paint (SL_PAINT_SOFT);
  disc->line_width = 1;
  sl_build_text (self, SL_LAYER_FRAME,
                 (SlTextSpot) { SL_FONT_RULER_BOLD, SL_ANCHOR_MIDDLE, x + UNKNOWN_HALF,
                                sl_build_middle (self, SL_FONT_RULER_BOLD, middle) },
                 "?", sl_paint (SL_PAINT_INK));
}

/**
 * sl_band_get_height:
 *
 * Returns: of each band of the ruler, and of the strip of cursors, in pixels: they grow with the interface font, as
 *   rows do
 */
int
sl_band_get_height (const SlRows *rows)
{
  return (int) lround (SL_BAND_HEIGHT * sl_rows_get_font_scale (rows));
}

/**
 * sl_ruler_get_height:
 * @rows: of @state
 *
 * Returns: of the ruler above the rows, in pixels: of one band where two would carry the same
 *   numbers; in the textbook look, of the legend that is in the ruler's place
 */
int
sl_ruler_get_height (const SlRows *rows, SlViewState *state)
{
  gboolean is_one = sl_ticks_are_elapsed (sl_trace_set_get_clock (sl_rows_get_set (rows))) &&
                    sl_view_state_get_axis (state) != SL_AXIS_DELTA &&
                    sl_view_state_get_style (state) == SL_STYLE_COMPACT;

  return (is_one ? 1 : 2) * sl_band_get_height (rows);
}

/**
 * sl_build_ruler:
 * @y: top of the upper band
 *
 * Recorded ticks above, time below where it is counted differently; the chosen axis is in bold ink
 * and gives the grid.
 */
void
sl_build_ruler (SlPicture *self, int y)
{
  SlAxis axis = sl_view_state_get_axis (self->state);
  SlAxis lower = axis == SL_AXIS_TSC ? SL_AXIS_TIME : axis;
  int height = sl_ruler_get_height (self->rows, self->state);
  gboolean is_one = height == self->band;
  int rows_end = self->row_shift + sl_rows_get_height (self->rows);
  int grid_bottom = MAX (MIN (self->plot_bottom, rows_end), self->plot_y);
  SlElement element = { .type = SL_ELEMENT_RULER, .row = G_MAXUINT };
  guint32 number = sl_scene_add_element (self->scene, &element);
  g_autoptr (GArray) gaps = find_gaps (self);
  const char *remark = leave_out_crowd (self, gaps) ? _ ("gaps left out") : NULL;
  Band recorded = { y, SL_AXIS_TSC, is_one || axis == SL_AXIS_TSC, grid_bottom, gaps, remark, 0, 0,
                    0 };
  Band elapsed = {
    y + self->band, lower, axis != SL_AXIS_TSC, grid_bottom, gaps, remark, 0, 0, 0,
  };

  sl_build_place (self, number, sl_box (self->plot_x, y, self->view.width, height));
  sl_build_box (self, SL_LAYER_FRAME, number,
                sl_box (0, y, sl_scene_get_width (self->scene), height),
                sl_paint (SL_PAINT_WINDOW));
  add_band (self, &recorded);
  if (!is_one)
    add_band (self, &elapsed);
  for (int line = self->band; line <= height; line += self->band)
    sl_build_line (self, SL_LAYER_FRAME, 0,
                   sl_box (0, y + line - 0.5, sl_scene_get_width (self->scene), 0),
                   sl_paint_alpha (SL_PAINT_BASE, 0.7), 1);
  for (guint i = 0; i < gaps->len; i++)
    {
      const Gap *gap = &g_array_index (gaps, Gap, i);

      if (gap->unknown && is_wide (gaps, i))
        add_break (self, number, gap, y, height);
    }
  sl_build_ruler_breaks (self, y, height);
}
