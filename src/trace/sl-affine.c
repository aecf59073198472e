/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-affine.h"

#include "sl-lower-bound.h"

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

/* The number of the last piece that begins at or before @time, which is a reference tick where @by_reference; 0 before
 * all. */
static guint
find_piece (const SlAffine *pieces, guint n_pieces, gboolean by_reference, SlTime time)
{
  return sl_lower_bound (1, n_pieces, i,
                         (by_reference ? sl_affine_to_reference (&pieces[i], pieces[i].from)
                                       : pieces[i].from) <= time) -
         1;
}

/**
 * sl_affines_are_valid:
 *
 * Returns: whether the pieces ascend and each of them can be inverted
 */
gboolean
sl_affines_are_valid (const SlAffine *pieces, guint n_pieces)
{
  for (guint i = 0; i < n_pieces; i++)
    {
      if (pieces[i].numerator <= 0 || pieces[i].denominator <= 0 ||
          (i > 0 && pieces[i].from <= pieces[i - 1].from))
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_affines_to_reference:
 *
 * Returns: the reference tick nearest to @own
 */
SlTime
sl_affines_to_reference (const SlAffine *pieces, guint n_pieces, SlTime own)
{
  if (n_pieces == 0)
    return own;

  return sl_affine_to_reference (&pieces[find_piece (pieces, n_pieces, FALSE, own)], own);
}

/**
 * sl_affines_from_reference:
 *
 * Returns: the trace's tick nearest to @reference; where the pieces leave a hole, the tick after the hole
 */
SlTime
sl_affines_from_reference (const SlAffine *pieces, guint n_pieces, SlTime reference)
{
  const SlAffine *piece;
  SlTime own;

  if (n_pieces == 0)
    return reference;

  piece = &pieces[find_piece (pieces, n_pieces, TRUE, reference)];
  own = sl_affine_from_reference (piece, reference);

  /* Where the next piece begins further on than this one ends, nothing is between. */
  if (piece < pieces + n_pieces - 1)
    own = MIN (own, piece[1].from);
  if (piece > pieces)
    own = MAX (own, piece->from);

  return own;
}

static gboolean
maps_before (const SlAffine *pieces, guint n_pieces, SlTime own, SlTime reference)
{
  return sl_affines_to_reference (pieces, n_pieces, own) < reference;
}

/**
 * sl_affines_first_from_reference:
 *
 * Returns: the first own tick that maps to @reference or later, whatever rounding does
 */
SlTime
sl_affines_first_from_reference (const SlAffine *pieces, guint n_pieces, SlTime reference)
{
  SlTime low, high;
  gint64 step;

  if (n_pieces == 0)
    return reference;

  low = high = sl_affines_from_reference (pieces, n_pieces, reference);
  for (step = 1; high < SL_TIME_MAX && maps_before (pieces, n_pieces, high, reference);
       step = MIN (step, G_MAXINT64 / 2) * 2)
    high = sl_time_add (high, step);
  for (step = 1; low > SL_TIME_MIN && !maps_before (pieces, n_pieces, low, reference);
       step = MIN (step, G_MAXINT64 / 2) * 2)
    low = sl_time_add (low, -step);

  return sl_lower_bound (low, high, own, maps_before (pieces, n_pieces, own, reference));
}
