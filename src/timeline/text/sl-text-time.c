/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-time.h"

#include "sl-time-text.h"

/**
 * sl_text_time:
 * @origin: reference tick from which %SL_AXIS_DELTA counts
 * @time: reference tick
 *
 * Returns: (transfer full): the time as the axis counts it, to the nanosecond or tick
 */
char *
sl_text_time (const SlRows *rows, SlAxis axis, SlTime origin, SlTime time)
{
  SlClock *clock = sl_trace_set_get_clock (sl_rows_get_set (rows));
  gint64 ns, origin_ns = 0;

  if (axis == SL_AXIS_TSC)
    return sl_time_text_absolute (clock, time);
  if (axis == SL_AXIS_TIME)
    origin = 0;
  if (!sl_clock_to_ns (clock, time, &ns) ||
      (axis == SL_AXIS_DELTA && !sl_clock_to_ns (clock, origin, &origin_ns)))
    return sl_time_text_signed_ticks (sl_time_subtract (time, origin));

  return sl_time_text_elapsed (ns - origin_ns, 1);
}

/**
 * sl_text_duration:
 * @span: reference ticks
 *
 * Returns: (transfer full): in time where a rate is known, else in ticks
 */
char *
sl_text_duration (const SlRows *rows, SlSpan span)
{
  return sl_time_text_duration (sl_trace_set_get_clock (sl_rows_get_set (rows)), span);
}
