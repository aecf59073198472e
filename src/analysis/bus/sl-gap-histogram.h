/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How long the gaps between events are: a histogram whose bins widen with the gaps, four to each
 * doubling, and the exact extremes and mean. */

#include "sl-range.h"

G_BEGIN_DECLS

/* Gaps of 0 … 3 ticks have a bin each; those of 2^k ticks up to twice that share four, for each k
 * from 2 to 62. */
#define SL_GAP_BINS 248

/**
 * SlGapHistogram:
 * @gaps: all that @bins count
 * @longest: index in the trace of the event after the first of the longest gaps
 * @n_unknown: gaps whose length was not recorded; no bin counts them
 *
 * All zero is a histogram of no gaps.
 */
typedef struct
{
  SlRange gaps;
  guint64 longest;
  guint64 n_unknown;
  guint64 bins[SL_GAP_BINS];
} SlGapHistogram;

/**
 * sl_gap_histogram_get_bin:
 * @gap: in ticks, not below 0
 *
 * Returns: the bin that counts it
 */
static inline guint
sl_gap_histogram_get_bin (SlTime gap)
{
  guint power;

  if (gap < 4)
    return (guint) gap;

  power = 63 - (guint) __builtin_clzll ((guint64) gap);
  return 4 * (power - 1) + ((guint) (gap >> (power - 2)) & 3);
}

/**
 * sl_gap_histogram_add:
 * @gap: in ticks, not below 0
 * @index: of the event after it, in the trace
 */
static inline void
sl_gap_histogram_add (SlGapHistogram *self, SlTime gap, guint64 index)
{
  if (G_UNLIKELY (self->gaps.count == 0 || gap > self->gaps.max ||
                  (gap == self->gaps.max && index < self->longest)))
    self->longest = index;
  sl_range_add (&self->gaps, gap);
  self->bins[sl_gap_histogram_get_bin (gap)]++;
}

void sl_gap_histogram_merge (SlGapHistogram *self, const SlGapHistogram *other);
SlSpan sl_gap_histogram_get_span (guint bin);
gboolean sl_gap_histogram_get_used (const SlGapHistogram *self, guint *first, guint *last);

G_END_DECLS
