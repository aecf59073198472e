/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-range.h"

#include <math.h>

/**
 * sl_range_merge:
 *
 * Takes all figures of @other in.
 */
void
sl_range_merge (SlRange *self, const SlRange *other)
{
  if (other->count == 0)
    return;

  self->min = self->count > 0 ? MIN (self->min, other->min) : other->min;
  self->max = self->count > 0 ? MAX (self->max, other->max) : other->max;
  self->sum = sl_time_add (self->sum, other->sum);
  self->count += other->count;
}

/**
 * sl_range_get_mean:
 *
 * Returns: 0 without figures
 */
double
sl_range_get_mean (const SlRange *self)
{
  return self->count > 0 ? (double) self->sum / (double) self->count : 0;
}

/**
 * sl_range_get_rounded_mean:
 *
 * Returns: the mean, as the nearest whole number; 0 without figures
 */
gint64
sl_range_get_rounded_mean (const SlRange *self)
{
  return (gint64) llround (sl_range_get_mean (self));
}

/**
 * sl_range_get_width:
 *
 * Returns: the largest less the smallest: the jitter
 */
gint64
sl_range_get_width (const SlRange *self)
{
  return self->count > 0 ? sl_time_subtract (self->max, self->min) : 0;
}
