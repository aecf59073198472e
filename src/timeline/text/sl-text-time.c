/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-time.h"

#include <glib/gi18n-lib.h>

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

/**
 * sl_text_when:
 * @span: reference ticks; begin and end are the same for an instant
 *
 * Returns: (transfer full): when it begins and how long it takes; in a second line date and time of day where the trace
 *   has them
 */
char *
sl_text_when (const SlRows *rows, SlSpan span)
{
  g_autofree char *begin = sl_text_time (rows, SL_AXIS_TIME, 0, span.begin);
  g_autofree char *when = NULL;
  g_autofree char *date = NULL;
  gint64 wall;

  if (span.begin == span.end)
    {
      when = g_strdup_printf (_ ("at %s"), begin);
    }
  else
    {
      g_autofree char *duration = sl_text_duration (rows, span);

      when = g_strdup_printf (_ ("from %s, for %s"), begin, duration);
    }
  if (!sl_clock_get_wall (sl_trace_set_get_clock (sl_rows_get_set (rows)), span.begin, &wall))
    return g_steal_pointer (&when);

  date = sl_wall_text (wall, 1);
  return g_strdup_printf ("%s\n%s", when, date);
}

/**
 * sl_text_share:
 *
 * Returns: (transfer full): @part of @whole, for people
 */
char *
sl_text_share (guint64 part, guint64 whole)
{
  g_autofree char *text =
      sl_time_text_decimal ("%.2f", whole > 0 ? 100.0 * (double) part / (double) whole : 0);

  return g_strdup_printf (_ ("%s %%"), text);
}
