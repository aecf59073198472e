/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-density-private.h"

#include <math.h>

/* The trace's peak is looked for in this many columns of equal width, and of pairs of these. */
#define PEAK_COLUMNS 8192
#define PEAK_LEVELS  14

#define EIGHTHS 8

/**
 * sl_density_ref:
 *
 * Returns: @self
 */
SlDensity *
sl_density_ref (SlDensity *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_density_unref:
 *
 * Frees @self with the last reference.
 */
void
sl_density_unref (SlDensity *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_ptr_array_unref (self->segments);
  g_array_unref (self->codes);
  g_mutex_clear (&self->lock);
  g_free (self->places);
  g_hash_table_unref (self->peaks);
  g_free (self);
}

/**
 * sl_density_get_n_codes:
 *
 * Returns: how many pairs of kind and processor there are
 */
guint
sl_density_get_n_codes (const SlDensity *self)
{
  return self->codes->len;
}

/**
 * sl_density_get_code:
 * @kind: (out):
 * @cpu: (out):
 */
void
sl_density_get_code (const SlDensity *self, guint code, guint16 *kind, guint16 *cpu)
{
  const SlDensityCode *found;

  g_return_if_fail (code < self->codes->len);

  found = &g_array_index (self->codes, SlDensityCode, code);
  *kind = found->kind;
  *cpu = found->cpu;
}

/**
 * sl_density_get_span:
 *
 * Returns: from the first event to one tick after the last; empty without events
 */
SlSpan
sl_density_get_span (const SlDensity *self)
{
  if (self->n_blocks == 0)
    return (SlSpan) { 0, 0 };

  return (SlSpan) { sl_density_get_block (self, 0)->begin,
                    sl_time_add (sl_density_get_block (self, self->n_blocks - 1)->end, 1) };
}

/**
 * sl_density_get_memory:
 *
 * Returns: bytes, of which snapshots share most
 */
gsize
sl_density_get_memory (const SlDensity *self)
{
  return sizeof *self + self->memory;
}

/* The last block that begins before @time, from block @from on, which does. */
static guint64
find_block (const SlDensity *self, guint64 from, SlTime time)
{
  guint64 step = 1, low = from, high;

  while (low + step < self->n_blocks && sl_density_get_block (self, low + step)->begin < time)
    {
      low += step;
      step *= 2;
    }

  high = MIN (low + step, self->n_blocks);
  while (high - low > 1)
    {
      guint64 middle = low + (high - low) / 2;
      const SlDensitySegment *segment =
          g_ptr_array_index (self->segments, middle / SL_DENSITY_SEGMENT);

      if (segment->begins[middle % SL_DENSITY_SEGMENT] < time)
        low = middle;
      else
        high = middle;
    }

  return low;
}

/* The last group that begins before @offset; the first one always does, or at it. */
static guint
find_group (const SlDensityBlock *block, guint64 offset)
{
  guint low = 0, high = block->n_groups;

  while (high - low > 1)
    {
      guint middle = low + (high - low) / 2;

      if (sl_density_block_get_begin (block, middle) < offset)
        low = middle;
      else
        high = middle;
    }

  return low;
}

/* Where @time is among the events; @block is a block that begins before it, and is moved on. */
static SlDensityPlace
find_place (const SlDensity *self, guint64 *number, SlTime time)
{
  SlDensityPlace place = { NULL };
  guint64 offset, begin, end;

  if (self->n_blocks == 0 || time <= sl_density_get_block (self, 0)->begin)
    return place;

  *number = find_block (self, *number, time);
  place.block = sl_density_get_block (self, *number);
  offset = (guint64) time - (guint64) place.block->begin;
  end = (guint64) place.block->end - (guint64) place.block->begin;
  place.whole = offset > end;
  if (place.whole)
    return place;

  place.group = find_group (place.block, offset);
  begin = sl_density_block_get_begin (place.block, place.group);
  if (place.group + 1u < place.block->n_groups)
    end = sl_density_block_get_begin (place.block, place.group + 1);
  else
    end++;
  place.part = offset - begin;
  place.of = MAX (end - begin, 1);
  return place;
}

static inline guint64
spread (guint64 low, guint64 high, const SlDensityPlace *place)
{
  guint64 difference = high - low;

  if (difference == 0 || place->part == 0)
    return low;
  if (place->of <= G_MAXUINT32)
    return low + difference * place->part / place->of;

  return low + (guint64) ((double) difference * ((double) place->part / (double) place->of));
}

static guint64
read_bytes (const SlDensityPlace *place)
{
  const SlDensityBlock *block = place->block;
  guint64 low;

  if (place->whole)
    return block->bytes_before + block->bytes[block->n_groups - 1];

  low = place->group > 0 ? block->bytes[place->group - 1] : 0;
  return block->bytes_before + spread (low, block->bytes[place->group], place);
}

static guint64
read_events (const SlDensityPlace *place)
{
  const SlDensityBlock *block = place->block;
  guint64 low = (guint64) place->group << block->shift;

  if (place->whole)
    return block->first + block->count;

  return block->first + spread (low, MIN (low + (1u << block->shift), block->count), place);
}

static guint64
read_code (const SlDensityPlace *place, guint code)
{
  const SlDensityBlock *block = place->block;
  guint64 sum = code < block->n_before ? block->before[code] : 0;

  for (guint i = 0; i < block->n_codes; i++)
    {
      const guint16 *counts = block->counts + (gsize) i * block->n_groups;

      if (block->numbers[i] != code)
        continue;
      if (place->whole)
        sum += counts[block->n_groups - 1];
      else
        sum +=
            spread (place->group > 0 ? counts[place->group - 1] : 0, counts[place->group], place);
    }

  return sum;
}

/* What was counted up to a place. */
static guint64
read_place (const SlDensityPlace *place, guint measure)
{
  if (place->block == NULL)
    return 0;
  if (measure == SL_DENSITY_EVENTS)
    return read_events (place);
  if (measure == SL_DENSITY_BYTES)
    return read_bytes (place);

  return read_code (place, measure);
}

/**
 * sl_density_count_before:
 *
 * Returns: the running count at @time, as queries see it
 */
guint64
sl_density_count_before (SlDensity *self, guint measure, SlTime time)
{
  guint64 block = 0;
  SlDensityPlace place = find_place (self, &block, time);

  return read_place (&place, measure);
}

/**
 * sl_density_get_total:
 *
 * Returns: what was counted in the whole trace
 */
guint64
sl_density_get_total (const SlDensity *self, guint measure)
{
  SlDensityPlace place = { NULL };

  if (self->n_blocks > 0)
    place.block = sl_density_get_block (self, self->n_blocks - 1);
  place.whole = TRUE;

  return read_place (&place, measure);
}

static SlTime
get_border (const SlDensityQuery *query, guint border)
{
  guint column = border / EIGHTHS;
  __int128 ticks =
      (__int128) query->width * column + (__int128) query->width * (border % EIGHTHS) / EIGHTHS;

  return sl_time_add (query->begin, (gint64) MIN (ticks, SL_TIME_MAX));
}

static void
find_places (SlDensity *self, const SlDensityQuery *query)
{
  guint n_borders = query->n_columns * EIGHTHS + 1;
  guint64 block = 0;

  if (self->places != NULL && self->query.begin == query->begin &&
      self->query.width == query->width && self->query.n_columns == query->n_columns)
    return;

  g_free (self->places);
  self->query = *query;
  self->places = g_new (SlDensityPlace, n_borders);
  for (guint i = 0; i < n_borders; i++)
    self->places[i] = find_place (self, &block, get_border (query, i));
}

/* Whether both places lie outside of all events, so that nothing can be between them. */
static gboolean
is_nothing_between (const SlDensityPlace *one, const SlDensityPlace *other)
{
  return one->block == other->block && (one->block == NULL || (one->whole && other->whole));
}

static void
fold (SlDensity *self, guint measure, const SlDensityQuery *query, SlDensityColumn *columns)
{
  const SlDensityPlace *places;
  guint64 before;

  find_places (self, query);
  places = self->places;
  before = read_place (&places[0], measure);
  for (guint i = 0; i < query->n_columns; i++)
    {
      SlDensityColumn column = { 0, 0 };

      for (guint j = i * EIGHTHS + 1; j <= (i + 1) * EIGHTHS; j++)
        {
          guint64 now;

          if (is_nothing_between (&places[j - 1], &places[j]))
            continue;

          now = read_place (&places[j], measure);
          column.count += now - before;
          column.busiest = MAX (column.busiest, now - before);
          before = now;
        }
      columns[i] = column;
    }
}

/**
 * sl_density_fold:
 * @measure: a code, %SL_DENSITY_EVENTS or %SL_DENSITY_BYTES
 * @columns: (out caller-allocates) (array length=query->n_columns):
 *
 * Costs columns, not events. Several measures over the same columns are cheaper in a row. Any
 * thread.
 */
void
sl_density_fold (SlDensity *self,
                 guint measure,
                 const SlDensityQuery *query,
                 SlDensityColumn *columns)
{
  g_return_if_fail (query->width > 0);

  g_mutex_lock (&self->lock);
  fold (self, measure, query, columns);
  g_mutex_unlock (&self->lock);
}

/* The largest count of one column of @counts, for columns of @width and twice that and so on. */
static double *
make_peaks (guint64 *counts, SlTime width)
{
  double *peaks = g_new0 (double, PEAK_LEVELS);
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

  return peaks;
}

static void
find_peaks (SlDensity *self, SlTime width)
{
  g_autofree SlDensityPlace *places = g_new (SlDensityPlace, PEAK_COLUMNS + 1);
  g_autofree guint64 *counts = g_new (guint64, PEAK_COLUMNS);
  SlTime begin = sl_density_get_span (self).begin;
  guint n_measures = self->codes->len + 2;
  guint64 block = 0;

  for (guint i = 0; i <= PEAK_COLUMNS; i++)
    places[i] = find_place (self, &block, sl_time_add (begin, width * (SlTime) i));

  for (guint i = 0; i < n_measures; i++)
    {
      guint measure = i < self->codes->len ? i : SL_DENSITY_BYTES + (i - self->codes->len);

      for (guint j = 0; j < PEAK_COLUMNS; j++)
        counts[j] = read_place (&places[j + 1], measure) - read_place (&places[j], measure);
      g_hash_table_insert (self->peaks, GUINT_TO_POINTER (measure), make_peaks (counts, width));
    }
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
  double *peaks;
  double peak;

  if (self->n_blocks == 0)
    return 0;

  while (level + 1 < PEAK_LEVELS && least << (level + 1) <= width)
    level++;

  g_mutex_lock (&self->lock);
  if (g_hash_table_size (self->peaks) == 0)
    find_peaks (self, least);
  peaks = g_hash_table_lookup (self->peaks, GUINT_TO_POINTER (measure));
  peak = peaks != NULL ? peaks[level] : 0;
  g_mutex_unlock (&self->lock);

  return peak;
}
