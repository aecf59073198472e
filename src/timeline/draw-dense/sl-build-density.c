/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Rows of lanes that are counts: bars of equal width in time, and single boxes where events are
 * few enough to be told apart. */

#include "sl-build-density-private.h"

#include <math.h>

#include "sl-kind.h"

/* Pixels. */
#define BIN_WIDTH 3
#define LEAST_BAR 2
#define DOTS_JOIN 24
/* Up to so many visible events are counted one by one. */
#define COUNTED_MOST 32768

#define LEAST_SCALE 4.0 /* events: one alone is not a full bar */

/* What the busiest eighth of a bin is not asked for below. */
#define EIGHTH_FROM 4

/* The rows of a trace share these. */
struct _SlBuildBins
{
  SlDensityQuery query;
  int *lefts; /* by bin, and the right of the last: columns of pixels */
};

typedef struct
{
  const SlBuildBins *bins;
  SlDensityColumn *columns;
  double scale; /* of a full bar */
} Bars;

/**
 * sl_build_bins_free:
 */
void
sl_build_bins_free (SlBuildBins *self)
{
  g_free (self->lefts);
  g_free (self);
}

static SlTime
floor_to (SlTime time, SlTime width)
{
  SlTime rest = time % width;

  return time - rest - (rest < 0 ? width : 0);
}

static guint64
count_visible (const SlRowPen *self)
{
  SlDensity *density = self->lane->density;

  return sl_density_count_before (density, SL_DENSITY_EVENTS, self->visible.end) -
         sl_density_count_before (density, SL_DENSITY_EVENTS, self->visible.begin);
}

/* Counts the bins event by event where that goes, or at least where the density is too coarse for
 * them. */
static void
count_events (SlRowPen *self, const SlDensityQuery *query)
{
  if (count_visible (self) <= COUNTED_MOST)
    self->picture->kept.counts = sl_build_counts_new (self, query, FALSE);
  if (self->picture->kept.counts == NULL && sl_density_is_coarse (self->lane->density, query))
    self->picture->kept.counts = sl_build_counts_new_refined (self, query);
}

static SlSpan
get_bin_span (const SlBuildBins *bins, guint bin)
{
  SlTime begin = bins->query.begin + bins->query.width * (SlTime) bin;

  return (SlSpan) { begin, sl_time_add (begin, bins->query.width) };
}

/* Column of pixels, clamped to the plot. */
static int
find_left (const SlRowPen *self, SlTime own)
{
  return (int) CLAMP (round (sl_build_x (self, own)) - self->picture->plot_x, 0,
                      self->picture->view.width);
}

static SlBuildBins *
bins_new (const SlRowPen *self)
{
  SlBuildBins *bins = g_new (SlBuildBins, 1);
  SlSpan visible = self->visible;
  double ticks =
      (double) sl_span_duration (visible) * BIN_WIDTH / MAX (self->picture->view.width, 1);
  SlTime width = (SlTime) CLAMP (round (ticks), 1, ldexp (1, 61));
  guint n_bins;

  bins->query.width = width;
  bins->query.begin = floor_to (visible.begin, width);
  bins->query.n_columns = n_bins = (guint) ((visible.end - bins->query.begin - 1) / width + 1);
  bins->lefts = g_new (int, n_bins + 1);
  for (guint i = 0; i < n_bins; i++)
    bins->lefts[i] = find_left (self, get_bin_span (bins, i).begin);
  bins->lefts[n_bins] = find_left (self, get_bin_span (bins, n_bins - 1).end);

  return bins;
}

static void
make_bars (SlRowPen *self, Bars *bars)
{
  SlDensity *density = self->lane->density;
  guint measure = self->lane->measure;
  double least = measure == SL_DENSITY_BYTES ? LEAST_SCALE * 8 : LEAST_SCALE;
  const SlDensityQuery *query;

  if (self->picture->kept.bins == NULL)
    {
      self->picture->kept.bins = bins_new (self);
      count_events (self, &self->picture->kept.bins->query);
    }

  query = &self->picture->kept.bins->query;
  bars->bins = self->picture->kept.bins;
  bars->columns = g_new (SlDensityColumn, query->n_columns);
  if (self->picture->kept.counts != NULL)
    sl_build_counts_fold (self->picture->kept.counts, measure, bars->columns);
  else
    sl_density_fold (density, measure, query, bars->columns);
  bars->scale = 1.2 * sl_density_get_peak (density, measure, query->width) * (double) query->width;
  bars->scale = MAX (bars->scale, least);
}

/* The same bars of what the filter lets through. */
static gboolean
make_match_bars (SlRowPen *self, const Bars *all, Bars *bars)
{
  const SlDensityQuery *query = &all->bins->query;
  guint measure;

  *bars = *all;
  if (self->picture->kept.counts != NULL && self->picture->kept.match_counts == NULL &&
      sl_build_counts_is_of_events (self->picture->kept.counts))
    self->picture->kept.match_counts = sl_build_counts_new (self, query, TRUE);
  if (self->picture->kept.match_counts == NULL &&
      (self->matches == NULL || !sl_bus_matches_find_measure (self->matches, self->lane, &measure)))
    return FALSE;

  bars->columns = g_new (SlDensityColumn, query->n_columns);
  if (self->picture->kept.match_counts != NULL)
    sl_build_counts_fold (self->picture->kept.match_counts, self->lane->measure, bars->columns);
  else
    sl_density_fold (self->matches->density, measure, query, bars->columns);
  return TRUE;
}

static guint8
get_level (double count, double scale, double height)
{
  double level = MIN (count / scale, 1) * 255;

  return count > 0 ? (guint8) MAX (level, ceil (LEAST_BAR * 255 / height)) : 0;
}

static guint8 *
add_strip (SlRowPen *self, double alpha)
{
  SlShape *shape = sl_scene_add_shape (self->picture->scene, SL_LAYER_BOXES, SL_SHAPE_STRIP, 0);

  shape->x = (float) self->picture->plot_x;
  shape->y = (float) self->top + 5;
  shape->width = (float) self->picture->view.width;
  shape->height = (float) self->info->height - 11;
  shape->fill = sl_build_paint (self, SL_PAINT_OBJECT, self->info->colour, alpha);
  return sl_scene_add_values (self->picture->scene, shape, (guint) self->picture->view.width);
}

static void
draw_bars (SlRowPen *self, const Bars *bars)
{
  double height = self->info->height - 11;
  double strength = self->info->colour < 0 ? 0.5 : 1;
  guint64 least = self->lane->measure == SL_DENSITY_BYTES ? 8 * EIGHTH_FROM : EIGHTH_FROM;
  guint8 *pale = add_strip (self, 0.3);
  g_autofree guint8 *levels = g_new0 (guint8, 2 * (gsize) self->picture->view.width);
  guint8 *full;

  for (guint i = 0; i < bars->bins->query.n_columns; i++)
    {
      const SlDensityColumn *column = &bars->columns[i];
      guint8 own = get_level ((double) column->count, bars->scale, height);
      guint8 eighth = column->count >= least
                          ? get_level ((double) column->busiest * 8, bars->scale, height)
                          : own;

      for (int x = bars->bins->lefts[i]; x < bars->bins->lefts[i + 1]; x++)
        {
          levels[2 * x + 1] = own;
          pale[2 * x] = own;
          pale[2 * x + 1] = MAX (eighth, own);
        }
    }

  full = add_strip (self, strength);
  memcpy (full, levels, 2 * (gsize) self->picture->view.width);
}

static void
add_elements (SlRowPen *self, const Bars *bars)
{
  for (guint i = 0; i < bars->bins->query.n_columns; i++)
    {
      SlSpan span = get_bin_span (bars->bins, i);
      int left = bars->bins->lefts[i], right = bars->bins->lefts[i + 1];
      guint32 element;
      SlElement *edited;

      if (bars->columns[i].count == 0)
        continue;

      element = sl_build_add_items (self, SL_ELEMENT_FOLD, SL_TARGET_TRACK_SPAN,
                                    (guint64) span.begin, (guint64) bars->bins->query.width, span);
      edited = sl_scene_edit_element (self->picture->scene, element);
      edited->count = bars->columns[i].count;
      sl_build_place (self->picture, element,
                      sl_box (self->picture->plot_x + left, self->top + 5, MAX (right - left, 1),
                              self->info->height - 11));
    }
}

/* The sign that more is hidden runs over bins that are more than one event. */
static void
draw_dots (SlRowPen *self, const Bars *bars)
{
  int begin = -1, end = 0;

  for (guint i = 0; i <= bars->bins->query.n_columns; i++)
    {
      gboolean last = i == bars->bins->query.n_columns;
      int left = bars->bins->lefts[i];

      if (!last && bars->columns[i].count < 2)
        continue;
      if (begin >= 0 && (last || left - end >= DOTS_JOIN))
        {
          sl_build_dots (self, 0, self->picture->plot_x + begin, self->top + 5, end - begin);
          begin = -1;
        }
      if (last)
        break;
      if (begin < 0)
        begin = left;
      end = bars->bins->lefts[i + 1];
    }
}

/* What the filter lets through stands before all there is. */
static void
draw_filtered (SlRowPen *self, const Bars *all)
{
  double strength = self->strength;
  Bars bars;

  self->strength = SL_STRENGTH_DIMMED;
  draw_bars (self, all);
  self->strength = strength;
  if (!make_match_bars (self, all, &bars))
    return;

  draw_bars (self, &bars);
  g_free (bars.columns);
}

static void
draw_bins (SlRowPen *self)
{
  Bars bars = { .columns = NULL };

  make_bars (self, &bars);
  if (self->filter != NULL)
    draw_filtered (self, &bars);
  else
    draw_bars (self, &bars);
  add_elements (self, &bars);
  if (self->lane->measure != SL_DENSITY_BYTES)
    draw_dots (self, &bars);
  g_free (bars.columns);
}

/**
 * sl_build_density:
 *
 * Draws the row at hand, whose lane is counts.
 */
void
sl_build_density (SlRowPen *self)
{
  const GArray *events = sl_build_find_events (self);

  if (events != NULL && self->lane->measure < sl_density_get_n_codes (self->lane->density))
    sl_build_boxes (self, events);
  else
    draw_bins (self);
}
