/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-time-text.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define GROUP_SPACE "\xe2\x80\x89" /* U+2009, thin space */
#define MINUS       "\xe2\x88\x92" /* U+2212 */
#define GROUP_SIZE  3

typedef struct
{
  gint64 ns;
  const char *text;
} Unit;

static const Unit units[] = {
  { G_GINT64_CONSTANT (1000000000), "s" },
  { 1000000, "ms" },
  { 1000, "µs" },
  { 1, "ns" },
};

/* The largest unit that shows @size as a number of at least one. */
static const Unit *
choose_unit (guint64 size)
{
  for (gsize i = 0; i < G_N_ELEMENTS (units) - 1; i++)
    {
      if (size >= (guint64) units[i].ns)
        return &units[i];
    }

  return &units[G_N_ELEMENTS (units) - 1];
}

static guint64
magnitude_of (gint64 value)
{
  return value < 0 ? -(guint64) value : (guint64) value;
}

/* Puts a thin space between groups of three digits, counted from the point to both sides. */
static void
append_grouped (GString *text, const char *digits, gsize n_digits, gboolean is_fraction)
{
  for (gsize i = 0; i < n_digits; i++)
    {
      gsize place = is_fraction ? i : n_digits - i;

      if (i > 0 && place % GROUP_SIZE == 0)
        g_string_append (text, GROUP_SPACE);
      g_string_append_c (text, digits[i]);
    }
}

/**
 * sl_time_text_group:
 * @digits: a number such as "-24305936302" or "1250.0625"; what stands before and behind its
 *   digits is kept
 *
 * Puts a thin space (U+2009) between groups of three digits on both sides of the point.
 *
 * Returns: (transfer full): such as "-24 305 936 302" with thin spaces
 */
char *
sl_time_text_group (const char *digits)
{
  GString *text = g_string_new (NULL);
  gsize head, whole;

  g_return_val_if_fail (digits != NULL, NULL);

  head = strcspn (digits, "0123456789");
  g_string_append_len (text, digits, head);
  digits += head;

  whole = strspn (digits, "0123456789");
  append_grouped (text, digits, whole, FALSE);
  digits += whole;

  if (digits[0] == '.')
    {
      gsize fraction = strspn (digits + 1, "0123456789");

      g_string_append_c (text, '.');
      append_grouped (text, digits + 1, fraction, TRUE);
      digits += 1 + fraction;
    }

  g_string_append (text, digits);
  return g_string_free (text, FALSE);
}

/**
 * sl_time_text_ticks:
 *
 * Returns: (transfer full): all digits, in groups of three
 */
char *
sl_time_text_ticks (guint64 ticks)
{
  g_autofree char *digits = g_strdup_printf ("%" G_GUINT64_FORMAT, ticks);

  return sl_time_text_group (digits);
}

/**
 * sl_time_text_signed_ticks:
 *
 * Returns: (transfer full): all digits, in groups of three, after a minus sign (U+2212) where
 *   @ticks is negative
 */
char *
sl_time_text_signed_ticks (gint64 ticks)
{
  g_autofree char *digits =
      g_strdup_printf ("%s%" G_GUINT64_FORMAT, ticks < 0 ? MINUS : "", magnitude_of (ticks));

  return sl_time_text_group (digits);
}

/**
 * sl_time_text_elapsed:
 * @ns: nanoseconds, either sign
 * @resolution_ns: the smallest step worth showing, in nanoseconds, above zero
 *
 * Writes a time with as many digits as @resolution_ns asks for, in the largest of ns, µs, ms
 * and s that leaves a whole part. Two times at least the resolution apart never share a text:
 * digits are cut off, not rounded.
 *
 * Returns: (transfer full): such as "18.070 s" or "−1.25 ms"
 */
char *
sl_time_text_elapsed (gint64 ns, gint64 resolution_ns)
{
  const Unit *unit;

  g_return_val_if_fail (resolution_ns > 0, NULL);

  unit = choose_unit (MAX (magnitude_of (ns), (guint64) resolution_ns));
  return sl_time_text_in_unit (ns, resolution_ns, unit->ns);
}

/**
 * sl_time_text_in_unit:
 * @ns: nanoseconds, either sign
 * @resolution_ns: the smallest step worth showing, in nanoseconds, above zero
 * @unit_ns: 1, 1000, 1000000 or 1000000000
 *
 * As sl_time_text_elapsed(), for a ruler, whose labels all have one unit.
 *
 * Returns: (transfer full): such as "0.250 ms"
 */
char *
sl_time_text_in_unit (gint64 ns, gint64 resolution_ns, gint64 unit_ns)
{
  g_autoptr (GString) text = g_string_new (ns < 0 ? MINUS : NULL);
  const Unit *unit = choose_unit (unit_ns);
  guint64 rest = magnitude_of (ns);
  guint64 step = unit_ns;

  g_return_val_if_fail (resolution_ns > 0, NULL);
  g_return_val_if_fail (unit->ns == unit_ns, NULL);

  g_string_append_printf (text, "%" G_GUINT64_FORMAT, rest / step);
  rest %= step;
  for (gboolean first = TRUE; step > (guint64) resolution_ns && step >= 10; first = FALSE)
    {
      step /= 10;
      g_string_append_printf (text, "%s%" G_GUINT64_FORMAT, first ? "." : "", rest / step);
      rest %= step;
    }
  g_string_append_printf (text, " %s", unit->text);

  return sl_time_text_group (text->str);
}

/* The last digit of a duration that says something: a thousandth of its unit, but none finer than
 * a tick, which would tell the rounding of the ticks (36748 of 367.483 MHz are meant to be 100 µs),
 * as long as three digits are left. */
static gint64
choose_resolution (const SlClock *clock, SlTime begin, gint64 ns)
{
  gint64 resolution = MAX (choose_unit (ns)->ns / 1000, 1);
  gint64 tick;

  if (begin == SL_TIME_MAX || !sl_clock_span_to_ns (clock, (SlSpan) { begin, begin + 1 }, &tick))
    return resolution;

  while (resolution < tick && resolution <= ns / 1000)
    resolution *= 10;
  return resolution;
}

/**
 * sl_time_text_duration:
 * @span: a span with `begin <= end`
 *
 * Writes how long @span takes, for panels and tooltips: in a unit of time, rounded to three
 * decimals or to a tick, where the rate is known, else in the clock's own unit.
 *
 * Returns: (transfer full): such as "63.914 µs" or "23 486 cycles"
 */
char *
sl_time_text_duration (const SlClock *clock, SlSpan span)
{
  g_autofree char *ticks = NULL;
  gint64 ns;

  g_return_val_if_fail (clock != NULL, NULL);

  if (sl_clock_span_to_ns (clock, span, &ns))
    {
      gint64 resolution = choose_resolution (clock, span.begin, ns);
      gint64 rest = ns % resolution;
      const Unit *unit;

      if (rest < resolution - rest)
        ns -= rest;
      else if (ns <= G_MAXINT64 - resolution)
        ns += resolution - rest;
      unit = choose_unit (ns);
      return sl_time_text_in_unit (ns, MAX (resolution, MAX (unit->ns / 1000, 1)), unit->ns);
    }

  ticks = sl_time_text_ticks (sl_span_duration (span));
  return g_strdup_printf ("%s %s", ticks, _ (sl_clock_get_unit_id (clock)));
}

/**
 * sl_time_text_absolute:
 * @time: ticks of @clock
 *
 * Returns: (transfer full): the absolute count, in groups of three digits, with a minus sign where
 *   it is below 0
 */
char *
sl_time_text_absolute (const SlClock *clock, SlTime time)
{
  guint64 absolute = sl_clock_to_absolute (clock, time);

  return sl_clock_is_before_zero (clock, time) ? sl_time_text_signed_ticks ((gint64) absolute)
                                               : sl_time_text_ticks (absolute);
}
