/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-gap-histogram.h"

/**
 * sl_gap_histogram_merge:
 *
 * Adds what @other counted: other gaps of the same trace.
 */
void
sl_gap_histogram_merge (SlGapHistogram *self, const SlGapHistogram *other)
{
  self->n_unknown += other->n_unknown;
  if (other->gaps.count == 0)
    return;

  if (self->gaps.count == 0 || other->gaps.max > self->gaps.max ||
      (other->gaps.max == self->gaps.max && other->longest < self->longest))
    self->longest = other->longest;
  sl_range_merge (&self->gaps, &other->gaps);
  for (guint i = 0; i < SL_GAP_BINS; i++)
    self->bins[i] += other->bins[i];
}

/**
 * sl_gap_histogram_get_span:
 *
 * Returns: the lengths that @bin counts, in ticks, half open
 */
SlSpan
sl_gap_histogram_get_span (guint bin)
{
  guint power = bin / 4 + 1;
  SlTime width, begin;

  g_return_val_if_fail (bin < SL_GAP_BINS, ((SlSpan) { 0, 0 }));

  if (bin < 4)
    return (SlSpan) { bin, bin + 1 };

  width = G_GINT64_CONSTANT (1) << (power - 2);
  begin = (4 + bin % 4) * width;
  return (SlSpan) { begin, sl_time_add (begin, width) };
}

/**
 * sl_gap_histogram_get_used:
 * @first: (out): the first bin that counts a gap
 * @last: (out): the last one
 *
 * Returns: %FALSE where no bin does
 */
gboolean
sl_gap_histogram_get_used (const SlGapHistogram *self, guint *first, guint *last)
{
  if (self->gaps.count == 0)
    return FALSE;

  *first = sl_gap_histogram_get_bin (self->gaps.min);
  *last = sl_gap_histogram_get_bin (self->gaps.max);
  return TRUE;
}
