/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-time.h"

/**
 * sl_time_add:
 * @ticks: either sign
 *
 * Moves @time by @ticks. Stops at the ends of what a #SlTime can hold instead of wrapping, so
 * that a damaged or absurd time cannot turn "later" into "earlier".
 *
 * Returns: ticks since the origin
 */
SlTime
sl_time_add (SlTime time, gint64 ticks)
{
  SlTime sum;

  if (__builtin_add_overflow (time, ticks, &sum))
    return ticks < 0 ? SL_TIME_MIN : SL_TIME_MAX;

  return sum;
}

/**
 * sl_time_subtract:
 *
 * Measures from @earlier to @later; the order need not hold. Stops at the ends of a gint64
 * instead of wrapping.
 *
 * Returns: ticks, negative where @later comes first
 */
SlTime
sl_time_subtract (SlTime later, SlTime earlier)
{
  SlTime difference;

  if (__builtin_sub_overflow (later, earlier, &difference))
    return earlier > 0 ? SL_TIME_MIN : SL_TIME_MAX;

  return difference;
}

/**
 * sl_span_duration:
 * @span: a span with `begin <= end`
 *
 * Returns: ticks in 0 … %SL_TIME_MAX, where it stops instead of wrapping
 */
SlTime
sl_span_duration (SlSpan span)
{
  g_return_val_if_fail (span.begin <= span.end, 0);

  return sl_time_subtract (span.end, span.begin);
}
