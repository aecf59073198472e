/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Columns of a density. A picture asks for the same columns of one measure after the other, and
 * what costs is to come to the borders: all measures are read there at once. */

#include <math.h>

#include "sl-density-private.h"
#include "sl-prefetch.h"

/* The trace's peak is looked for in this many columns of equal width, and of pairs of these. */
#define PEAK_COLUMNS 8192
#define PEAK_LEVELS  14

/* While one border is read, what others have to say comes from memory: blocks first, then what they
 * point to. */
#define FAR_AHEAD  24
#define NEAR_AHEAD 10
#define KEPT       32

G_STATIC_ASSERT (FAR_AHEAD + 2 <= KEPT);

/* What is read of a block first: where its groups begin. */
#define BEGINS_SIZE (SL_BLOCK_EVENTS / SL_DENSITY_GROUP * sizeof (guint32))

/* Whether both places lie outside of all events, so that nothing can be between them. */
static gboolean
is_nothing_between (const SlDensityPlace *one, const SlDensityPlace *other)
{
  return one->block == other->block && (one->block == NULL || (one->whole && other->whole));
}

/**
 * sl_density_add_eighth:
 * @columns: (inout): of the first measure; others follow @n_columns later each
 * @before, @now: (array length=n_measures): what was counted up to both borders of an eighth
 */
void
sl_density_add_eighth (SlDensityColumn *columns,
                       guint n_columns,
                       guint n_measures,
                       const guint64 *before,
                       const guint64 *now)
{
  for (guint i = 0; i < n_measures; i++, columns += n_columns)
    {
      guint64 count = now[i] - before[i];

      columns->count += count;
      columns->busiest = MAX (columns->busiest, count);
    }
}

/* A block's own fields, and the begins of its groups behind them. */
static void
prefetch_block (const SlDensityPlace *place)
{
  if (place->block == NULL)
    return;

  sl_prefetch (place->block, sizeof *place->block + (place->next == NULL ? BEGINS_SIZE : 0));
  if (place->next != NULL)
    sl_prefetch (place->next, sizeof *place->next);
}

static void
prefetch_counts (const SlDensityPlace *place)
{
  const SlDensityBlock *block = place->block;

  if (block == NULL)
    return;

  sl_prefetch (block->before, block->n_before * sizeof *block->before);
  if (place->next != NULL)
    {
      sl_prefetch (place->next->before, place->next->n_before * sizeof *block->before);
      return;
    }
  for (guint i = 0; i < block->n_codes; i++)
    sl_prefetch (block->counts + (gsize) i * block->n_groups + place->group, 1);
}

/* Places of borders, of which the last few are kept. */
typedef struct
{
  const SlDensity *density;
  const SlDensityQuery *query;
  guint n_borders;
  guint64 block; /* of the last one that was found */
  SlDensityPlace places[KEPT];
} Borders;

static SlDensityPlace *
find_border (Borders *self, guint number)
{
  guint64 even_length = (guint64) self->query->width / SL_DENSITY_EIGHTHS / SL_DENSITY_EVEN;
  SlDensityPlace *place = &self->places[number % KEPT];

  *place = sl_density_find_block (self->density, &self->block,
                                  sl_density_get_border (self->query, number), even_length);
  return place;
}

/* To be called for each border in turn: finds the one that comes @FAR_AHEAD and refines the one that
 * comes @NEAR_AHEAD. */
static const SlDensityPlace *
come_to_border (Borders *self, guint number)
{
  if (number + FAR_AHEAD < self->n_borders)
    prefetch_block (find_border (self, number + FAR_AHEAD));
  if (number + NEAR_AHEAD < self->n_borders)
    {
      SlDensityPlace *near = &self->places[(number + NEAR_AHEAD) % KEPT];

      sl_density_refine_place (near);
      prefetch_counts (near);
    }

  return &self->places[number % KEPT];
}

static void
borders_init (Borders *self, const SlDensity *density, const SlDensityQuery *query)
{
  *self = (Borders) { density, query, query->n_columns * SL_DENSITY_EIGHTHS + 1, 0, { { 0 } } };
  for (guint i = 0; i < MIN (FAR_AHEAD, self->n_borders); i++)
    prefetch_block (find_border (self, i));
  for (guint i = 0; i < MIN (NEAR_AHEAD, self->n_borders); i++)
    sl_density_refine_place (&self->places[i]);
}

/* The first border is the begin of the first column. */
static void
fold (SlDensity *self, const SlDensityQuery *query)
{
  guint n_measures = sl_density_get_n_measures (self);
  g_autofree guint64 *counts = g_new (guint64, 2 * (gsize) n_measures);
  guint64 *before = counts, *now = counts + n_measures;
  Borders borders;

  g_free (self->columns);
  self->columns = g_new0 (SlDensityColumn, (gsize) query->n_columns * n_measures);
  self->query = *query;
  borders_init (&borders, self, query);
  sl_density_read_all (self, come_to_border (&borders, 0), before);
  for (guint i = 1; i < borders.n_borders; i++)
    {
      const SlDensityPlace *place = come_to_border (&borders, i);
      guint64 *swapped = before;

      if (is_nothing_between (&borders.places[(i - 1) % KEPT], place))
        continue;

      sl_density_read_all (self, place, now);
      sl_density_add_eighth (self->columns + (i - 1) / SL_DENSITY_EIGHTHS, query->n_columns,
                             n_measures, before, now);
      before = now;
      now = swapped;
    }
}

static gboolean
is_folded (const SlDensity *self, const SlDensityQuery *query)
{
  return self->columns != NULL && self->query.begin == query->begin &&
         self->query.width == query->width && self->query.n_columns == query->n_columns;
}

/**
 * sl_density_fold:
 * @measure: a code, %SL_DENSITY_EVENTS or %SL_DENSITY_BYTES
 * @columns: (out caller-allocates) (array length=query->n_columns):
 *
 * Costs columns, not events. Further measures over the same columns cost next to nothing if they are
 * asked for in a row. Any thread.
 */
void
sl_density_fold (SlDensity *self,
                 guint measure,
                 const SlDensityQuery *query,
                 SlDensityColumn *columns)
{
  gsize first = (gsize) sl_density_number_measure (self, measure) * query->n_columns;

  g_return_if_fail (query->width > 0);

  g_mutex_lock (&self->lock);
  if (!is_folded (self, query))
    fold (self, query);
  for (guint i = 0; i < query->n_columns; i++)
    columns[i] = self->columns[first + i];
  g_mutex_unlock (&self->lock);
}

/* The largest count of one column of @counts, for columns of @width and twice that and so on. */
static void
find_peaks_of (guint64 *counts, SlTime width, double *peaks)
{
  guint n_columns = PEAK_COLUMNS;

  for (guint level = 0; level < PEAK_LEVELS; level++)
    {
      for (guint i = 0; i < n_columns; i++)
        peaks[level] = MAX (peaks[level], (double) counts[i]);

      peaks[level] /= ldexp ((double) width, (int) level);
      n_columns /= 2;
      for (guint i = 0; i < n_columns; i++)
        counts[i] = counts[2 * i] + counts[2 * i + 1];
    }
}

static void
find_peaks (SlDensity *self, SlTime width)
{
  guint n_measures = sl_density_get_n_measures (self);
  g_autofree guint64 *counts = g_new (guint64, (gsize) PEAK_COLUMNS * n_measures);
  g_autofree guint64 *before = g_new0 (guint64, n_measures);
  g_autofree guint64 *now = g_new (guint64, n_measures);
  SlTime begin = sl_density_get_span (self).begin;
  guint64 block = 0;

  for (guint i = 0; i < PEAK_COLUMNS; i++)
    {
      SlTime end = sl_time_add (begin, width * (SlTime) (i + 1));
      SlDensityPlace place =
          sl_density_find_place (self, &block, end, (guint64) width / SL_DENSITY_EVEN);

      sl_density_read_all (self, &place, now);
      for (guint j = 0; j < n_measures; j++)
        {
          counts[(gsize) j * PEAK_COLUMNS + i] = now[j] - before[j];
          before[j] = now[j];
        }
    }

  self->peaks = g_new0 (double, (gsize) n_measures *PEAK_LEVELS);
  for (guint j = 0; j < n_measures; j++)
    find_peaks_of (counts + (gsize) j * PEAK_COLUMNS, width, self->peaks + j * PEAK_LEVELS);
}

/**
 * sl_density_get_peak:
 * @width: ticks in a column
 *
 * What a scale goes by that shall not depend on what is visible.
 *
 * Returns: the largest count a tick of any stretch of the whole trace of about @width, at least
 *   1/8192 of the trace; 0 without events
 */
double
sl_density_get_peak (SlDensity *self, guint measure, SlTime width)
{
  SlSpan span = sl_density_get_span (self);
  SlTime least = MAX (sl_span_duration (span) / PEAK_COLUMNS + 1, 1);
  guint level = 0;
  double peak;

  if (self->n_blocks == 0)
    return 0;

  while (level + 1 < PEAK_LEVELS && least << (level + 1) <= width)
    level++;

  g_mutex_lock (&self->lock);
  if (self->peaks == NULL)
    find_peaks (self, least);
  peak = self->peaks[sl_density_number_measure (self, measure) * PEAK_LEVELS + level];
  g_mutex_unlock (&self->lock);

  return peak;
}
