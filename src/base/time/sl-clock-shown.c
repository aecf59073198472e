/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-clock-shown.h"

#include "sl-clock-private.h"

static const struct
{
  const char *id;
  gint64 ns;
} units[SL_N_SHOWN] = {
  [SL_SHOWN_AUTO] = { "auto", 0 },
  [SL_SHOWN_NS] = { "ns", 1 },
  [SL_SHOWN_US] = { "us", 1000 },
  [SL_SHOWN_MS] = { "ms", 1000000 },
  [SL_SHOWN_S] = { "s", G_GINT64_CONSTANT (1000000000) },
  [SL_SHOWN_TICKS] = { "ticks", 0 },
};

/**
 * sl_shown_unit_get_id:
 *
 * Returns: the word of the command line and of saved views
 */
const char *
sl_shown_unit_get_id (SlShownUnit unit)
{
  g_return_val_if_fail ((guint) unit < SL_N_SHOWN, units[0].id);

  return units[unit].id;
}

/**
 * sl_shown_unit_find:
 * @id: as sl_shown_unit_get_id() gives it; "µs" is "us"
 * @unit: (out): set on success only
 *
 * Returns: whether a unit is called that
 */
gboolean
sl_shown_unit_find (const char *id, SlShownUnit *unit)
{
  if (g_str_equal (id, "µs"))
    id = "us";
  for (guint i = 0; i < SL_N_SHOWN; i++)
    {
      if (g_str_equal (units[i].id, id))
        {
          *unit = (SlShownUnit) i;
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * sl_shown_unit_get_ns:
 *
 * Returns: how many nanoseconds the unit is; 0 for one that is not fixed, or no unit of time
 */
gint64
sl_shown_unit_get_ns (SlShownUnit unit)
{
  g_return_val_if_fail ((guint) unit < SL_N_SHOWN, 0);

  return units[unit].ns;
}

/**
 * sl_shown_unit_dup_ns:
 * @unit: a unit of time
 * @ns: may be below 0
 *
 * Returns: (transfer full): a decimal number of them, with all digits down to the nanosecond, so that columns can be
 *   added up
 */
char *
sl_shown_unit_dup_ns (SlShownUnit unit, gint64 ns)
{
  guint64 size = (guint64) sl_shown_unit_get_ns (unit);
  guint64 rest = ns < 0 ? -(guint64) ns : (guint64) ns;
  const char *sign = ns < 0 ? "-" : "";
  int n_digits = 0;

  g_return_val_if_fail (size > 0, NULL);

  for (guint64 place = 1; place < size; place *= 10)
    n_digits++;
  return n_digits > 0 ? g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT, sign,
                                         rest / size, n_digits, rest % size)
                      : g_strdup_printf ("%s%" G_GUINT64_FORMAT, sign, rest);
}

static SlClock *
copy (const SlClock *self)
{
  SlClock *other = sl_clock_new (self->unit, self->origin, self->rates, self->n_pieces);

  other->shown = self->shown;
  other->has_wall = self->has_wall;
  other->wall = self->wall;
  return other;
}

/**
 * sl_clock_with_shown_unit:
 *
 * Times that are written for people then have that unit. Where no rate is known they are ticks as ever.
 *
 * Returns: (transfer full): a clock that is like @self else
 */
SlClock *
sl_clock_with_shown_unit (const SlClock *self, SlShownUnit unit)
{
  SlClock *other;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail ((guint) unit < SL_N_SHOWN, NULL);

  other = copy (self);
  other->shown = unit;
  return other;
}

SlShownUnit
sl_clock_get_shown_unit (const SlClock *self)
{
  g_return_val_if_fail (self != NULL, SL_SHOWN_AUTO);

  return self->shown;
}

/**
 * sl_clock_shows_time:
 *
 * Returns: whether times are written as times, and not as ticks
 */
gboolean
sl_clock_shows_time (const SlClock *self)
{
  return sl_clock_has_rate (self) && sl_clock_get_shown_unit (self) != SL_SHOWN_TICKS;
}

/**
 * sl_clock_with_wall:
 * @unix_ns: nanoseconds since 1970-01-01 00:00 UTC at tick 0
 *
 * Returns: (transfer full): a clock that is like @self else
 */
SlClock *
sl_clock_with_wall (const SlClock *self, gint64 unix_ns)
{
  SlClock *other;

  g_return_val_if_fail (self != NULL, NULL);

  other = copy (self);
  other->has_wall = TRUE;
  other->wall = unix_ns;
  return other;
}

/**
 * sl_clock_has_wall:
 *
 * Returns: whether date and time of day of each tick are known
 */
gboolean
sl_clock_has_wall (const SlClock *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_wall && sl_clock_has_rate (self);
}

/**
 * sl_clock_get_wall:
 * @unix_ns: (out): nanoseconds since 1970-01-01 00:00 UTC
 *
 * Returns: whether they are known, and fit
 */
gboolean
sl_clock_get_wall (const SlClock *self, SlTime time, gint64 *unix_ns)
{
  gint64 ns;

  g_return_val_if_fail (self != NULL, FALSE);

  return self->has_wall && sl_clock_to_ns (self, time, &ns) &&
         !__builtin_add_overflow (self->wall, ns, unix_ns);
}
