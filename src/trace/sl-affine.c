/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The maps of a trace set. */
#include "sl-trace-set.h"

static SlTime
clamp_to_time (__int128 value)
{
  return CLAMP (value, SL_TIME_MIN, SL_TIME_MAX);
}

/* @value × @factor ÷ @divisor to the nearest, halves up; @divisor is above zero. */
static __int128
scale (__int128 value, gint64 factor, gint64 divisor)
{
  __int128 product = value * factor;
  __int128 quotient = product / divisor;
  __int128 rest = product % divisor;

  if (rest < 0)
    {
      rest += divisor;
      quotient--;
    }

  return rest >= divisor - rest ? quotient + 1 : quotient;
}

/**
 * sl_affine_to_reference:
 * @own: a tick of the trace, whether the piece holds there or not
 *
 * Returns: the nearest reference tick
 */
SlTime
sl_affine_to_reference (const SlAffine *self, SlTime own)
{
  return clamp_to_time (self->offset + scale (own, self->numerator, self->denominator));
}

/* The difference has 65 bits and the factor 63: the product fits. */
static __int128
invert (const SlAffine *piece, SlTime reference)
{
  return scale ((__int128) reference - piece->offset, piece->denominator, piece->numerator);
}

/**
 * sl_affine_from_reference:
 *
 * Returns: the nearest tick of the trace, whether the piece holds there or not
 */
SlTime
sl_affine_from_reference (const SlAffine *self, SlTime reference)
{
  return clamp_to_time (invert (self, reference));
}
