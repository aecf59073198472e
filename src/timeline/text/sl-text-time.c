/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-time.h"

#include "sl-time-text.h"
#include "sl-wall-text.h"

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
  gint64 wall;

  if (axis == SL_AXIS_TSC)
    return sl_time_text_absolute (clock, time);
  if (axis == SL_AXIS_WALL && sl_clock_get_wall (clock, time, &wall))
    return sl_wall_text (wall, 1);

  return sl_time_text_since (clock, axis == SL_AXIS_DELTA ? origin : 0, time, 1);
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
