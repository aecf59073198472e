/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Ticks and seconds, exactly. A position in time is kept in units of 2⁻⁴⁰ ps in 128 bits;
 * products that need more go through 256 bits. With one rate every result is the exact value
 * rounded once, to the nearest, halves away from zero. With several rates the begin of each is
 * known to 2⁻⁴⁰ ps, and results are as near. */

#include "sl-clock-private.h"

#include "sl-lower-bound.h"

#define PS_PER_SECOND G_GUINT64_CONSTANT (1000000000000)
#define FRACTION_BITS 40

static SlMagnitude
magnitude_of (SlFixed value)
{
  return value < 0 ? -(SlMagnitude) value : (SlMagnitude) value;
}

/* Divides by @divisor and rounds to the nearest, halves away from zero. */
static gboolean
round_to_int64 (SlFixed value, SlMagnitude divisor, gint64 *rounded)
{
  SlMagnitude magnitude = magnitude_of (value);
  SlMagnitude quotient = magnitude / divisor;
  SlMagnitude rest = magnitude % divisor;

  if (magnitude >= (SlMagnitude) SL_FIXED_MAX)
    return FALSE;

  if (rest >= divisor - rest)
    quotient++;
  if (quotient > G_MAXINT64)
    return FALSE;

  *rounded = value < 0 ? -(gint64) quotient : (gint64) quotient;
  return TRUE;
}

/**
 * sl_clock_ticks_to_fixed:
 *
 * Returns: how long @ticks take at @rate, at most %SL_FIXED_MAX either way
 */
SlFixed
sl_clock_ticks_to_fixed (const SlRate *rate, gint64 ticks)
{
  SlWide product = sl_wide_from (magnitude_of (ticks));
  SlMagnitude magnitude;

  product = sl_wide_multiply (product, rate->denominator);
  product = sl_wide_multiply (product, PS_PER_SECOND);
  product = sl_wide_multiply (product, G_GUINT64_CONSTANT (1) << FRACTION_BITS);
  if (!sl_wide_to_magnitude (sl_wide_divide (product, rate->numerator), &magnitude))
    return ticks < 0 ? -SL_FIXED_MAX : SL_FIXED_MAX;

  return ticks < 0 ? -(SlFixed) magnitude : (SlFixed) magnitude;
}

static guint
find_piece_of_time (const SlClock *self, SlTime time)
{
  return sl_lower_bound (1, self->n_pieces, i, self->pieces[i].rate.from <= time) - 1;
}

/* Where a piece is counted from: its own first tick, but the first piece from the origin. */
static SlTime
get_anchor (const SlClock *self, guint piece)
{
  return piece == 0 ? 0 : self->pieces[piece].rate.from;
}

static SlFixed
time_to_fixed (const SlClock *self, SlTime time)
{
  guint piece = find_piece_of_time (self, time);
  gint64 ticks = time - get_anchor (self, piece);

  return sl_fixed_add (self->pieces[piece].begin,
                       sl_clock_ticks_to_fixed (&self->pieces[piece].rate, ticks));
}

/**
 * sl_clock_to_ps:
 * @time: ticks since the origin
 * @ps: (out): picoseconds since the origin, rounded to the nearest; set where %TRUE is returned
 *
 * Returns: %FALSE without a rate, and further than 106 days from the origin
 */
gboolean
sl_clock_to_ps (const SlClock *self, SlTime time, gint64 *ps)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->n_pieces > 0 &&
         round_to_int64 (time_to_fixed (self, time), (SlMagnitude) 1 << FRACTION_BITS, ps);
}

/**
 * sl_clock_to_ns:
 * @time: ticks since the origin
 * @ns: (out): nanoseconds since the origin, rounded to the nearest; set where %TRUE is returned
 *
 * Returns: %FALSE without a rate, and further than 292 years from the origin
 */
gboolean
sl_clock_to_ns (const SlClock *self, SlTime time, gint64 *ns)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->n_pieces > 0 &&
         round_to_int64 (time_to_fixed (self, time), (SlMagnitude) 1000 << FRACTION_BITS, ns);
}

/**
 * sl_clock_span_to_ns:
 * @ns: (out): nanoseconds that @span takes, rounded to the nearest once; set where %TRUE is
 *   returned
 *
 * Returns: %FALSE without a rate, and above 292 years
 */
gboolean
sl_clock_span_to_ns (const SlClock *self, SlSpan span, gint64 *ns)
{
  guint piece;
  SlFixed length;
  gint64 ticks;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (span.begin <= span.end, FALSE);

  if (self->n_pieces == 0)
    return FALSE;

  piece = find_piece_of_time (self, span.begin);
  if (piece == find_piece_of_time (self, span.end) &&
      !__builtin_sub_overflow (span.end, span.begin, &ticks))
    length = sl_clock_ticks_to_fixed (&self->pieces[piece].rate, ticks);
  else
    length = sl_fixed_add (time_to_fixed (self, span.end), -time_to_fixed (self, span.begin));

  return round_to_int64 (length, (SlMagnitude) 1000 << FRACTION_BITS, ns);
}

/* @value is twice the ticks since the piece's anchor, rounded down. */
static gboolean
add_half_ticks (SlTime anchor, SlWide value, gboolean is_negative, SlTime *time)
{
  SlMagnitude magnitude;
  gint64 ticks, sum;

  if (!sl_wide_to_magnitude (value, &magnitude))
    return FALSE;

  magnitude = (magnitude + 1) >> 1;
  if (magnitude > G_MAXINT64)
    return FALSE;

  ticks = is_negative ? -(gint64) magnitude : (gint64) magnitude;
  if (__builtin_add_overflow (anchor, ticks, &sum))
    return FALSE;

  *time = sum;
  return TRUE;
}

static guint
find_piece_of_position (const SlClock *self, SlFixed position)
{
  return sl_lower_bound (1, self->n_pieces, i, self->pieces[i].begin <= position) - 1;
}

/**
 * sl_clock_from_seconds:
 * @numerator: seconds since the origin as a fraction, either sign
 * @denominator: above zero
 * @time: (out): the nearest tick; set where %TRUE is returned
 *
 * Returns: %FALSE without a rate, and where the tick is out of reach of a #SlTime
 */
gboolean
sl_clock_from_seconds (const SlClock *self, gint64 numerator, guint64 denominator, SlTime *time)
{
  SlWide value = sl_wide_from (magnitude_of (numerator));
  SlMagnitude magnitude;
  SlFixed position;
  const SlClockPiece *piece;
  guint number;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (denominator > 0, FALSE);

  if (self->n_pieces == 0)
    return FALSE;

  value = sl_wide_multiply (sl_wide_multiply (value, PS_PER_SECOND), G_GUINT64_CONSTANT (1)
                                                                         << FRACTION_BITS);
  if (!sl_wide_to_magnitude (sl_wide_divide (value, denominator), &magnitude))
    magnitude = (SlMagnitude) SL_FIXED_MAX;

  position = numerator < 0 ? -(SlFixed) magnitude : (SlFixed) magnitude;
  number = find_piece_of_position (self, position);
  piece = &self->pieces[number];
  if (number > 0 && position == SL_FIXED_MAX)
    return FALSE;

  if (number == 0)
    {
      /* From the fraction itself, not from its rounded position: this is exact. */
      value = sl_wide_multiply (sl_wide_from (magnitude_of (numerator)), piece->rate.numerator);
      value = sl_wide_divide (sl_wide_multiply (value, 2), denominator);
    }
  else
    {
      value = sl_wide_multiply (sl_wide_from ((SlMagnitude) (position - piece->begin)),
                                piece->rate.numerator);
      value = sl_wide_divide (sl_wide_multiply (value, 2), G_GUINT64_CONSTANT (1) << FRACTION_BITS);
      value = sl_wide_divide (value, PS_PER_SECOND);
    }

  return add_half_ticks (get_anchor (self, number), sl_wide_divide (value, piece->rate.denominator),
                         numerator < 0, time);
}

/**
 * sl_clock_from_ps:
 * @ps: picoseconds since the origin, either sign
 * @time: (out): the nearest tick; set where %TRUE is returned
 *
 * Up to 10¹² ticks a second this finds the tick back that sl_clock_to_ps() was given.
 *
 * Returns: %FALSE without a rate, and where the tick is out of reach of a #SlTime
 */
gboolean
sl_clock_from_ps (const SlClock *self, gint64 ps, SlTime *time)
{
  return sl_clock_from_seconds (self, ps, PS_PER_SECOND, time);
}
