/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-time-text.h"

#include "sl-clock-shown.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define GROUP_SIZE 3

/* Points in time from a second on are written to the microsecond. In ns. */
#define POINT_FROM       G_GINT64_CONSTANT (1000000000)
#define POINT_RESOLUTION 1000

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

/* The one that the user fixed; %NULL for none */
static const Unit *
get_fixed (const SlClock *clock)
{
  gint64 ns = sl_shown_unit_get_ns (sl_clock_get_shown_unit (clock));

  return ns > 0 ? choose_unit ((guint64) ns) : NULL;
}

static guint64
magnitude_of (gint64 value)
{
  return value < 0 ? -(guint64) value : (guint64) value;
}

/* Puts a narrow space between groups of three digits, counted from the point to both sides. */
static void
append_grouped (GString *text, const char *digits, gsize n_digits, gboolean is_fraction)
{
  for (gsize i = 0; i < n_digits; i++)
    {
      gsize place = is_fraction ? i : n_digits - i;

      if (i > 0 && place % GROUP_SIZE == 0)
        g_string_append (text, SL_GROUP_SPACE);
      g_string_append_c (text, digits[i]);
    }
}

/**
 * sl_time_text_group:
 * @digits: a number such as "-24305936302" or "1250.0625"; the text before and after its
 *   digits is kept
 *
 * Puts a narrow no-break space (U+202F) between groups of three digits on both sides of the point.
 *
 * Returns: (transfer full): such as "-24 305 936 302" with narrow spaces
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
      g_strdup_printf ("%s%" G_GUINT64_FORMAT, ticks < 0 ? SL_MINUS : "", magnitude_of (ticks));

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
 * sl_time_text_since:
 * @origin: tick that is called 0
 * @time: tick
 * @resolution_ns: the smallest step worth showing, in nanoseconds, above zero
 *
 * Returns: (transfer full): how long @time is after @origin, in the unit that the clock is shown in: as
 *   sl_time_text_elapsed(), or the bare number of ticks
 */
char *
sl_time_text_since (const SlClock *clock, SlTime origin, SlTime time, gint64 resolution_ns)
{
  const Unit *fixed;
  gint64 ns, origin_ns;

  g_return_val_if_fail (clock != NULL, NULL);
  g_return_val_if_fail (resolution_ns > 0, NULL);

  if (!sl_clock_shows_time (clock) || !sl_clock_to_ns (clock, time, &ns) ||
      !sl_clock_to_ns (clock, origin, &origin_ns))
    return sl_time_text_signed_ticks (sl_time_subtract (time, origin));

  fixed = get_fixed (clock);
  return fixed != NULL ? sl_time_text_in_unit (ns - origin_ns, resolution_ns, fixed->ns)
                       : sl_time_text_elapsed (ns - origin_ns, resolution_ns);
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
  g_autoptr (GString) text = g_string_new (ns < 0 ? SL_MINUS : NULL);
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

/* The last digit of a duration that says something: a thousandth of its unit, or of the one that the user fixed where that is
 * finer, but none finer than a tick, which would tell the rounding of the ticks (36748 of 367.483 MHz are meant to be 100 µs),
 * as long as three digits are left. Whole numbers of a fixed unit are never rounded. */
static gint64
choose_resolution (const SlClock *clock, SlTime begin, gint64 ns)
{
  const Unit *fixed = get_fixed (clock);
  gint64 finest = fixed != NULL ? MIN (choose_unit (ns)->ns, fixed->ns) : choose_unit (ns)->ns;
  gint64 resolution = MAX (finest / 1000, 1);
  gint64 tick;

  if (begin == SL_TIME_MAX || !sl_clock_span_to_ns (clock, (SlSpan) { begin, begin + 1 }, &tick))
    return resolution;

  while (resolution < tick && resolution <= ns / 1000)
    resolution *= 10;
  return fixed != NULL ? MIN (resolution, fixed->ns) : resolution;
}

/* Rounds @ns to the digits that a duration is written with. Returns the last one's worth, in ns. */
static gint64
round_duration (const SlClock *clock, SlTime begin, gint64 *ns, const Unit **unit)
{
  gint64 resolution = choose_resolution (clock, begin, *ns);
  gint64 rest = *ns % resolution;

  if (rest < resolution - rest)
    *ns -= rest;
  else if (*ns <= G_MAXINT64 - resolution)
    *ns += resolution - rest;
  *unit = get_fixed (clock);
  if (*unit != NULL)
    return resolution;

  *unit = choose_unit (*ns);
  return MAX (resolution, MAX ((*unit)->ns / 1000, 1));
}

/**
 * sl_time_text_duration:
 * @span: a span with `begin <= end`
 *
 * Writes how long @span takes, for panels and tooltips: in a unit of time, rounded to three
 * decimals or to a tick, where the rate is known, else in the clock's own unit. In the unit that the clock is
 * shown in it has these digits, and at least all of the whole number.
 *
 * Returns: (transfer full): such as "63.914 µs" or "23 486 cycles"
 */
char *
sl_time_text_duration (const SlClock *clock, SlSpan span)
{
  g_autofree char *ticks = NULL;
  gint64 ns;

  g_return_val_if_fail (clock != NULL, NULL);

  if (sl_clock_shows_time (clock) && sl_clock_span_to_ns (clock, span, &ns))
    {
      const Unit *unit;
      gint64 resolution = round_duration (clock, span.begin, &ns, &unit);

      return sl_time_text_in_unit (ns, resolution, unit->ns);
    }

  ticks = sl_time_text_ticks (sl_span_duration (span));
  return g_strdup_printf ("%s %s", ticks, _ (sl_clock_get_unit_id (clock)));
}

/**
 * sl_time_text_point:
 * @ticks: since an origin, from 0 on
 *
 * As sl_time_text_duration(), but to a microsecond at least, since points in time that are near each other are told apart by
 * their last digits.
 *
 * Returns: (transfer full): such as "63.914 µs" or "1.667 687 s"
 */
char *
sl_time_text_point (const SlClock *clock, gint64 ticks)
{
  gint64 ns;

  g_return_val_if_fail (clock != NULL, NULL);

  if (!sl_clock_shows_time (clock) || get_fixed (clock) != NULL ||
      !sl_clock_span_to_ns (clock, (SlSpan) { 0, ticks }, &ns) || ns < POINT_FROM)
    return sl_time_text_duration (clock, (SlSpan) { 0, ticks });

  return sl_time_text_in_unit (ns - ns % POINT_RESOLUTION, POINT_RESOLUTION, POINT_FROM);
}

/* Gives @left steps to parts that were rounded down, or takes them from ones that were rounded up: one
 * for each, the smallest first. The large ones are named elsewhere too, each rounded by itself. */
static void
even_out (const gint64 *parts, guint n_parts, gint64 left, gboolean *is_up, gint64 *shares)
{
  gboolean is_too_much = left < 0;

  for (; left != 0; left += is_too_much ? 1 : -1)
    {
      guint smallest = n_parts;

      for (guint i = 0; i < n_parts; i++)
        if (is_up[i] == is_too_much && (smallest == n_parts || parts[i] < parts[smallest]))
          smallest = i;
      if (smallest == n_parts)
        return;

      shares[smallest] += is_too_much ? -1 : 1;
      is_up[smallest] = !is_too_much;
    }
}

/* Of a step of the last digit: @ticks / @ns of a tick. */
typedef struct
{
  gint64 ns;
  unsigned __int128 ticks;
} StepLength;

/* Steps of the last digit for each part: rounded, and then evened out until they add up to @steps. */
static void
share_out (const gint64 *parts, guint n_parts, StepLength length, gint64 steps, gint64 *shares)
{
  g_autofree gboolean *is_up = g_new (gboolean, MAX (n_parts, 1));
  gint64 left = steps;

  for (guint i = 0; i < n_parts; i++)
    {
      unsigned __int128 product = (unsigned __int128) parts[i] * (guint64) length.ns;
      unsigned __int128 rest = product % length.ticks;

      is_up[i] = rest >= length.ticks - rest;
      shares[i] = (gint64) (product / length.ticks) + is_up[i];
      left -= shares[i];
    }
  even_out (parts, n_parts, left, is_up, shares);
}

/**
 * sl_time_text_shares:
 * @whole: a span with `begin < end`
 * @parts: ticks of each part, at least 0, which add up to the span
 *
 * Writes how long the parts of @whole take, in the unit and with the digits in which
 * sl_time_text_duration() writes the whole, so that the numbers that one reads add up. The large parts read
 * as they do by themselves; small ones are up to one step of the last digit off. A part that these digits would make nothing
 * of has its own, as sl_time_text_duration() writes it.
 *
 * Returns: (transfer full): %NULL-terminated, one text for each part
 */
char **
sl_time_text_shares (const SlClock *clock, SlSpan whole, const gint64 *parts, guint n_parts)
{
  g_autofree gint64 *shares = g_new (gint64, MAX (n_parts, 1));
  char **texts = g_new0 (char *, n_parts + 1);
  gint64 ticks = sl_span_duration (whole);
  gint64 ns, resolution = 0;
  const Unit *unit = NULL;

  g_return_val_if_fail (clock != NULL, texts);
  g_return_val_if_fail (ticks > 0, texts);

  if (sl_clock_shows_time (clock) && sl_clock_span_to_ns (clock, whole, &ns))
    {
      StepLength length = { .ns = ns };

      resolution = round_duration (clock, whole.begin, &ns, &unit);
      length.ticks = (unsigned __int128) (guint64) ticks * (guint64) resolution;
      share_out (parts, n_parts, length, ns / resolution, shares);
    }
  for (guint i = 0; i < n_parts; i++)
    {
      g_autofree char *number = NULL;

      if (unit != NULL && parts[i] > 0 && shares[i] == 0)
        {
          texts[i] =
              sl_time_text_duration (clock,
                                     (SlSpan) { whole.begin, sl_time_add (whole.begin, parts[i]) });
          continue;
        }
      if (unit != NULL)
        {
          texts[i] = sl_time_text_in_unit (shares[i] * resolution, resolution, unit->ns);
          continue;
        }

      number = sl_time_text_ticks ((guint64) parts[i]);
      texts[i] = g_strdup_printf ("%s %s", number, _ (sl_clock_get_unit_id (clock)));
    }
  return texts;
}

/**
 * sl_time_text_range:
 * @begin: tick at which both durations are taken
 * @least, @most: ticks, at least 0
 *
 * Returns: (transfer full): such as "2.163–2.436 ms" or "974.2 µs–1.2 ms"; one duration where both
 *   read the same
 */
char *
sl_time_text_range (const SlClock *clock, SlTime begin, gint64 least, gint64 most)
{
  g_autofree char *from =
      sl_time_text_duration (clock, (SlSpan) { begin, sl_time_add (begin, least) });
  g_autofree char *to =
      sl_time_text_duration (clock, (SlSpan) { begin, sl_time_add (begin, most) });
  char *from_unit = strrchr (from, ' ');
  const char *to_unit = strrchr (to, ' ');

  if (g_str_equal (from, to))
    return g_steal_pointer (&to);
  if (least == 0)
    return g_strdup_printf ("0–%s", to);
  if (from_unit != NULL && g_strcmp0 (from_unit, to_unit) == 0)
    *from_unit = '\0';

  return g_strdup_printf ("%s–%s", from, to);
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

/**
 * sl_time_text_decimal:
 * @format: one conversion of a double and nothing else, such as "%.1f"
 *
 * Returns: (transfer full): the number with a decimal point in every locale, as all times beside
 *   it have one: a comma here would make those points look like groups of thousands
 */
char *
sl_time_text_decimal (const char *format, double value)
{
  char digits[G_ASCII_DTOSTR_BUF_SIZE];

  return g_strdup (g_ascii_formatd (digits, sizeof digits, format, value));
}

/**
 * sl_time_text_frequency:
 * @ns: that a period takes, above 0
 *
 * Returns: (transfer full): with four digits, and the prefix that keeps them few, such as "250 Hz"
 */
char *
sl_time_text_frequency (gint64 ns)
{
  static const char *const names[] = { "Hz", "kHz", "MHz", "GHz" };
  double frequency;
  g_autofree char *number = NULL;
  guint unit = 0;

  g_return_val_if_fail (ns > 0, NULL);

  frequency = 1e9 / (double) ns;
  for (; unit + 1 < G_N_ELEMENTS (names) && frequency >= 999.95; unit++)
    frequency /= 1000;
  number = sl_time_text_decimal ("%.4g", frequency);
  return g_strdup_printf ("%s" SL_GROUP_SPACE "%s", number, names[unit]);
}
