/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-wall-text.h"

#include "sl-time-text.h"

#define NS_PER_SECOND G_GINT64_CONSTANT (1000000000)

static gint64
floor_to (gint64 value, gint64 step)
{
  gint64 rest = value % step;

  return rest < 0 ? value - rest - step : value - rest;
}

/**
 * sl_wall_get_zone:
 * @unix_ns: nanoseconds since 1970-01-01 00:00 UTC
 *
 * Returns: nanoseconds by which the local time is ahead of UTC then
 */
gint64
sl_wall_get_zone (gint64 unix_ns)
{
  gint64 seconds = floor_to (unix_ns, NS_PER_SECOND) / NS_PER_SECOND;
  g_autoptr (GDateTime) local = g_date_time_new_from_unix_local (seconds);

  return local != NULL ? g_date_time_get_utc_offset (local) * 1000 : 0;
}

/**
 * sl_wall_find_midnight:
 *
 * Returns: the Unix time, in nanoseconds, at which the local day of @unix_ns began
 */
gint64
sl_wall_find_midnight (gint64 unix_ns)
{
  gint64 zone = sl_wall_get_zone (unix_ns);

  return floor_to (unix_ns + zone, SL_WALL_DAY_NS) - zone;
}

/**
 * sl_wall_round_step:
 * @seconds: above 0
 *
 * Returns: the least number of seconds from @seconds on that divides minutes, hours or days as people do
 */
gint64
sl_wall_round_step (gint64 seconds)
{
  static const gint64 steps[] = { 1,   2,   5,    10,   15,   30,    60,    120,   300,
                                  600, 900, 1800, 3600, 7200, 10800, 21600, 43200, 86400 };

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] >= seconds)
      return steps[i];

  return (seconds + 86399) / 86400 * 86400;
}

/**
 * sl_wall_text_of_day:
 * @ns: since midnight; a day or more begins anew
 * @resolution_ns: the smallest step worth showing, above 0
 *
 * Returns: (transfer full): such as "14:03:05.250", cut off and not rounded
 */
char *
sl_wall_text_of_day (gint64 ns, gint64 resolution_ns)
{
  gint64 rest = ns - floor_to (ns, SL_WALL_DAY_NS);
  gint64 seconds = rest / NS_PER_SECOND;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *fraction = NULL;

  g_return_val_if_fail (resolution_ns > 0, NULL);

  rest %= NS_PER_SECOND;
  g_string_append_c (text, '0');
  for (gint64 place = NS_PER_SECOND / 10; place > 0 && resolution_ns <= place; place /= 10)
    {
      if (place == NS_PER_SECOND / 10)
        g_string_append_c (text, '.');
      g_string_append_c (text, (char) ('0' + rest / place % 10));
    }
  fraction = sl_time_text_group (text->str);
  return g_strdup_printf ("%02d:%02d:%02d%s", (int) (seconds / 3600), (int) (seconds / 60 % 60),
                          (int) (seconds % 60), fraction + 1);
}

/**
 * sl_wall_text_date:
 *
 * Returns: (transfer full): such as "2026-11-23"
 */
char *
sl_wall_text_date (gint64 unix_ns)
{
  gint64 seconds = floor_to (unix_ns, NS_PER_SECOND) / NS_PER_SECOND;
  g_autoptr (GDateTime) local = g_date_time_new_from_unix_local (seconds);

  return local != NULL ? g_date_time_format (local, "%Y-%m-%d") : g_strdup ("?");
}

/**
 * sl_wall_text:
 * @resolution_ns: the smallest step worth showing, above 0
 *
 * Returns: (transfer full): such as "2026-11-23 14:03:05.250"
 */
char *
sl_wall_text (gint64 unix_ns, gint64 resolution_ns)
{
  g_autofree char *date = sl_wall_text_date (unix_ns);
  g_autofree char *time =
      sl_wall_text_of_day (unix_ns - sl_wall_find_midnight (unix_ns), resolution_ns);

  return g_strdup_printf ("%s %s", date, time);
}
