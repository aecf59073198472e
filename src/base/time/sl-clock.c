/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-clock-private.h"

#include <glib/gi18n-lib.h>

/* What a clock is: its unit, its origin and its rates, in order. */

#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

static SlRate
reduce_rate (SlRate rate)
{
  guint64 common = sl_greatest_common_divisor (rate.numerator, rate.denominator);

  return (SlRate) { rate.from, rate.numerator / common, rate.denominator / common };
}

static int
compare_rates (gconstpointer one, gconstpointer other)
{
  const SlRate *a = one;
  const SlRate *b = other;

  return a->from < b->from ? -1 : a->from > b->from;
}

/* In order, without those that another one replaces at once or that end before the origin. */
static GArray *
normalise_rates (const SlRate *rates, guint n_rates)
{
  g_autoptr (GArray) sorted = g_array_new (FALSE, FALSE, sizeof (SlRate));
  GArray *kept = g_array_new (FALSE, FALSE, sizeof (SlRate));

  for (guint i = 0; i < n_rates; i++)
    {
      SlRate rate = reduce_rate (rates[i]);

      g_array_append_val (sorted, rate);
    }
  g_array_sort (sorted, compare_rates); /* stable: the last of several at one tick stays last */

  for (guint i = 0; i < sorted->len; i++)
    {
      const SlRate *rate = &g_array_index (sorted, SlRate, i);
      const SlRate *next = i + 1 < sorted->len ? rate + 1 : NULL;

      if (next == NULL || (next->from > rate->from && next->from > 0))
        g_array_append_val (kept, *rate);
    }

  return kept;
}

static void
set_pieces (SlClock *self, const SlRate *rates, guint n_rates)
{
  g_autoptr (GArray) kept = normalise_rates (rates, n_rates);

  self->n_pieces = kept->len;
  self->rates = g_memdup2 (kept->data, kept->len * sizeof (SlRate));
  self->pieces = g_new0 (SlClockPiece, kept->len);
  for (guint i = 0; i < kept->len; i++)
    {
      self->pieces[i].rate = self->rates[i];
      if (i > 0)
        {
          SlTime before = i > 1 ? self->rates[i - 1].from : 0;

          self->pieces[i].begin =
              sl_fixed_add (self->pieces[i - 1].begin,
                            sl_clock_ticks_to_fixed (&self->rates[i - 1],
                                                     self->rates[i].from - before));
        }
    }
}

/**
 * sl_clock_new:
 * @origin: the absolute count at tick 0
 * @rates: (array length=n_rates): in any order; of several at one tick the last counts; left
 *   out for %SL_UNIT_NS it is what the unit says, and units that are not time have none
 *
 * Returns: (transfer full): a clock; without @rates its ticks have no known length
 */
SlClock *
sl_clock_new (SlUnit unit, guint64 origin, const SlRate *rates, guint n_rates)
{
  static const SlRate ns_rate = { 0, NS_PER_SECOND, 1 };
  SlClock *self;

  g_return_val_if_fail (unit <= SL_UNIT_BYTES, NULL);
  g_return_val_if_fail (rates != NULL || n_rates == 0, NULL);
  for (guint i = 0; i < n_rates; i++)
    g_return_val_if_fail (rates[i].numerator > 0 && rates[i].denominator > 0, NULL);

  self = g_new0 (SlClock, 1);
  g_atomic_ref_count_init (&self->ref_count);
  self->unit = unit;
  self->origin = origin;
  if (unit == SL_UNIT_NS && n_rates == 0)
    set_pieces (self, &ns_rate, 1);
  else if (unit != SL_UNIT_RECORDS && unit != SL_UNIT_BYTES)
    set_pieces (self, rates, n_rates);

  return self;
}

/**
 * sl_clock_with_rate:
 * @numerator: ticks a second as a fraction, above zero
 * @denominator: above zero
 *
 * Gives or overrides the rate. Units that are not time keep having none: nothing may claim
 * seconds for a trace that recorded no time.
 *
 * Returns: (transfer full): a clock like @self with this rate throughout
 */
SlClock *
sl_clock_with_rate (const SlClock *self, guint64 numerator, guint64 denominator)
{
  SlRate rate = { 0, numerator, denominator };
  SlClock *other;

  g_return_val_if_fail (self != NULL, NULL);

  other = sl_clock_new (self->unit, self->origin, &rate, 1);
  other->shown = self->shown;
  other->has_wall = self->has_wall;
  other->wall = self->wall;
  return other;
}

/**
 * sl_clock_ref:
 *
 * Returns: (transfer full): @self
 */
SlClock *
sl_clock_ref (SlClock *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_clock_unref:
 * @self: (transfer full):
 */
void
sl_clock_unref (SlClock *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_free (self->rates);
  g_free (self->pieces);
  g_free (self);
}

/**
 * sl_clock_get_unit:
 *
 * Returns: what ticks count
 */
SlUnit
sl_clock_get_unit (const SlClock *self)
{
  g_return_val_if_fail (self != NULL, SL_UNIT_TICKS);

  return self->unit;
}

/**
 * sl_clock_get_unit_id:
 *
 * Returns: (transfer none): "cycles", "ticks", "ns", "records" or "bytes"
 */
const char *
sl_clock_get_unit_id (const SlClock *self)
{
  static const char *const ids[] = {
    [SL_UNIT_CYCLES] = N_ ("cycles"),   [SL_UNIT_TICKS] = N_ ("ticks"), [SL_UNIT_NS] = "ns",
    [SL_UNIT_RECORDS] = N_ ("records"), [SL_UNIT_BYTES] = N_ ("bytes"),
  };

  g_return_val_if_fail (self != NULL, "ticks");

  return ids[self->unit];
}

/**
 * sl_clock_get_origin:
 *
 * Returns: the absolute count at tick 0
 */
guint64
sl_clock_get_origin (const SlClock *self)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->origin;
}

/**
 * sl_clock_to_absolute:
 * @time: ticks since the origin
 *
 * Returns: the absolute count, which wraps at 2⁶⁴ as a counter does
 */
guint64
sl_clock_to_absolute (const SlClock *self, SlTime time)
{
  g_return_val_if_fail (self != NULL, 0);

  return self->origin + (guint64) time;
}

/**
 * sl_clock_is_before_zero:
 * @time: ticks since the origin
 *
 * Returns: whether the count at @time would be below 0, so that sl_clock_to_absolute() taken as a
 *   signed number is what to print: another trace on the axis of this clock may begin before it
 */
gboolean
sl_clock_is_before_zero (const SlClock *self, SlTime time)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return time < 0 && -(guint64) time > self->origin;
}

/**
 * sl_clock_dup_absolute:
 * @time: ticks since the origin
 *
 * Returns: (transfer full): the absolute count in decimal, with a minus sign below 0
 */
char *
sl_clock_dup_absolute (const SlClock *self, SlTime time)
{
  guint64 absolute = sl_clock_to_absolute (self, time);

  return sl_clock_is_before_zero (self, time)
             ? g_strdup_printf ("%" G_GINT64_FORMAT, (gint64) absolute)
             : g_strdup_printf ("%" G_GUINT64_FORMAT, absolute);
}

/**
 * sl_clock_from_absolute:
 * @absolute: as sl_clock_to_absolute() gives it
 * @time: (out): ticks since the origin, negative before it; set where %TRUE is returned
 *
 * Returns: whether @absolute, taken as a plain number, is in the range of #SlTime
 */
gboolean
sl_clock_from_absolute (const SlClock *self, guint64 absolute, SlTime *time)
{
  SlTime found;

  g_return_val_if_fail (self != NULL, FALSE);

  if (__builtin_sub_overflow (absolute, self->origin, &found))
    return FALSE;

  *time = found;
  return TRUE;
}

/**
 * sl_clock_has_rate:
 *
 * Returns: whether ticks can be turned into seconds
 */
gboolean
sl_clock_has_rate (const SlClock *self)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return self->n_pieces > 0;
}

/**
 * sl_clock_get_rates:
 * @n_rates: (out):
 *
 * Returns: (transfer none) (array length=n_rates) (nullable): the rates in lowest terms, by
 *   ascending first tick, of which only the first may lie at or before the origin; %NULL where
 *   there are none
 */
const SlRate *
sl_clock_get_rates (const SlClock *self, guint *n_rates)
{
  g_return_val_if_fail (self != NULL, NULL);

  *n_rates = self->n_pieces;
  return self->rates;
}
