/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Finding a time among the groups of a density, and reading what was counted up to there. */

#include <string.h>

#include "sl-density-private.h"

#include "sl-lower-bound.h"

/* Read from where nothing else of the block has to be. */
static inline SlTime
get_begin (const SlDensity *self, guint64 block)
{
  const SlDensitySegment *segment = g_ptr_array_index (self->segments, block / SL_DENSITY_SEGMENT);

  return segment->begins[block % SL_DENSITY_SEGMENT];
}

/* The last block that begins before @time, from block @from on, which does. */
static guint64
find_block (const SlDensity *self, guint64 from, SlTime time)
{
  guint64 step = 1, low = from;

  while (low + step < self->n_blocks && get_begin (self, low + step) < time)
    {
      low += step;
      step *= 2;
    }

  return sl_lower_bound (low + 1, MIN (low + step, self->n_blocks), block,
                         get_begin (self, block) < time) -
         1;
}

/* The last group that begins before @offset; the first one always does, or at it. */
static guint
find_group (const SlDensityBlock *block, guint64 offset)
{
  return sl_lower_bound (1, block->n_groups, group,
                         sl_density_block_get_begin (block, group) < offset) -
         1;
}

/**
 * sl_density_refine_place:
 * @place: (inout): as sl_density_find_block() left it
 *
 * Finds the group, for which the block itself has to be looked at.
 */
void
sl_density_refine_place (SlDensityPlace *place)
{
  const SlDensityBlock *block = place->block;
  guint64 offset = place->part;
  guint64 begin, end;

  if (block == NULL || place->next != NULL)
    return;

  end = (guint64) block->end - (guint64) block->begin;
  place->whole = offset > end;
  if (place->whole)
    return;

  place->group = find_group (block, offset);
  begin = sl_density_block_get_begin (block, place->group);
  if (place->group + 1u < block->n_groups)
    end = sl_density_block_get_begin (block, place->group + 1);
  else
    end++;
  place->part = offset - begin;
  place->of = MAX (end - begin, 1);
}

/**
 * sl_density_find_block:
 * @number: (inout): of a block that does not begin after @time, 0 if none is known; moved on
 * @even_length: blocks of fewer ticks are taken as evenly spread, as groups always are
 *
 * Looks at no block, which may be far away in memory.
 *
 * Returns: where @time is among the blocks, to be refined
 */
SlDensityPlace
sl_density_find_block (const SlDensity *self, guint64 *number, SlTime time, guint64 even_length)
{
  SlDensityPlace place = { .block = NULL };
  guint64 begin;

  if (self->n_blocks == 0 || time <= get_begin (self, 0))
    return place;

  *number = find_block (self, *number, time);
  begin = (guint64) get_begin (self, *number);
  place.block = sl_density_get_block (self, *number);
  place.part = (guint64) time - begin;
  if (*number + 1 < self->n_blocks)
    {
      place.of = (guint64) get_begin (self, *number + 1) - begin;
      if (place.of < even_length)
        place.next = sl_density_get_block (self, *number + 1);
    }

  return place;
}

/**
 * sl_density_find_place:
 * @number: (inout): of a block that does not begin after @time, 0 if none is known; moved on
 * @even_length: blocks of fewer ticks are taken as evenly spread, as groups always are
 *
 * Returns: where @time is among the events
 */
SlDensityPlace
sl_density_find_place (const SlDensity *self, guint64 *number, SlTime time, guint64 even_length)
{
  SlDensityPlace place = sl_density_find_block (self, number, time, even_length);

  sl_density_refine_place (&place);
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

static inline guint64
read_group (const SlDensityPlace *place, const guint16 *counts)
{
  if (place->whole)
    return counts[place->block->n_groups - 1];

  return spread (place->group > 0 ? counts[place->group - 1] : 0, counts[place->group], place);
}

static guint64
read_code (const SlDensityPlace *place, guint code)
{
  const SlDensityBlock *block = place->block;
  guint64 sum = code < block->n_before ? block->before[code] : 0;

  for (guint i = 0; i < block->n_codes; i++)
    {
      if (block->numbers[i] == code)
        sum += read_group (place, block->counts + (gsize) i * block->n_groups);
    }

  return sum;
}

/**
 * sl_density_read:
 * @place: not in a block that is taken as evenly spread
 * @measure: a code, %SL_DENSITY_EVENTS or %SL_DENSITY_BYTES
 *
 * Returns: what was counted up to the place
 */
guint64
sl_density_read (const SlDensityPlace *place, guint measure)
{
  if (place->block == NULL)
    return 0;
  if (measure == SL_DENSITY_EVENTS)
    return read_events (place);
  if (measure == SL_DENSITY_BYTES)
    return read_bytes (place);

  return read_code (place, measure);
}

/* Of a block that is taken as evenly spread. */
static void
read_between (const SlDensity *self, const SlDensityPlace *place, guint64 *counts)
{
  const SlDensityBlock *block = place->block, *next = place->next;
  guint n_codes = self->codes->len;
  guint n_next = MIN (next->n_before, n_codes);
  guint n_both = MIN (block->n_before, n_next);
  double share = (double) place->part / (double) MAX (place->of, 1);

  /* No division here: there are many of these. Differences are at most a block's events. */
  for (guint i = 0; i < n_both; i++)
    counts[i] =
        block->before[i] + (guint) ((double) (gint) (next->before[i] - block->before[i]) * share);
  for (guint i = n_both; i < n_next; i++)
    counts[i] = (guint) ((double) next->before[i] * share);
  memset (counts + n_next, 0, (n_codes - n_next) * sizeof *counts);
  counts[sl_density_number_measure (self, SL_DENSITY_BYTES)] =
      spread (block->bytes_before, next->bytes_before, place);
  counts[sl_density_number_measure (self, SL_DENSITY_EVENTS)] =
      spread (block->first, next->first, place);
}

/**
 * sl_density_read_all:
 * @counts: (out caller-allocates) (array): by number of the measure, see
 *   sl_density_number_measure()
 *
 * What was counted of every measure up to the place; costs little more than one of them, since what
 * costs is to come to the place.
 */
void
sl_density_read_all (const SlDensity *self, const SlDensityPlace *place, guint64 *counts)
{
  const SlDensityBlock *block = place->block;
  guint n_codes = self->codes->len;
  guint n_before = block != NULL ? MIN (block->n_before, n_codes) : 0;

  if (place->next != NULL)
    {
      read_between (self, place, counts);
      return;
    }

  if (n_before > 0)
    memcpy (counts, block->before, n_before * sizeof *counts);
  memset (counts + n_before, 0, (n_codes + 2 - n_before) * sizeof *counts);
  if (block == NULL)
    return;

  for (guint i = 0; i < block->n_codes; i++)
    counts[block->numbers[i]] += read_group (place, block->counts + (gsize) i * block->n_groups);
  counts[sl_density_number_measure (self, SL_DENSITY_BYTES)] = read_bytes (place);
  counts[sl_density_number_measure (self, SL_DENSITY_EVENTS)] = read_events (place);
}
