/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text to time: the forms that options, filters and entries accept. */

#include "sl-time-text.h"

#include <string.h>

#include "sl-error.h"

/* 10¹⁹ is the largest power of ten in 64 bits. */
#define MAX_DECIMALS 19

typedef struct
{
  const char *text;
  guint exponent; /* a second is 10 to this of them */
} Unit;

static const Unit units[] = {
  { "s", 0 },  { "ms", 3 }, { "us", 6 }, { "µs", 6 }, /* U+00B5, what keyboards give */
  { "μs", 6 },                                        /* U+03BC, the Greek letter */
  { "ns", 9 },
};

/* A number as it was read: @digits ÷ 10 ^ @decimals, in @unit or bare. */
typedef struct
{
  guint64 digits;
  guint decimals;
  gboolean is_hex;
  gboolean has_point;
  const Unit *unit; /* NULL for a bare number */
} Quantity;

static const char *
read_hex (const char *text, Quantity *quantity)
{
  for (; g_ascii_isxdigit (*text); text++)
    {
      if (quantity->digits >> 60 != 0)
        return NULL;
      quantity->digits = quantity->digits << 4 | (guint64) g_ascii_xdigit_value (*text);
    }

  return text;
}

static gboolean
add_digit (Quantity *quantity, char digit)
{
  if (quantity->has_point)
    quantity->decimals++;

  return !__builtin_mul_overflow (quantity->digits, 10, &quantity->digits) &&
         !__builtin_add_overflow (quantity->digits, (guint64) (digit - '0'), &quantity->digits);
}

/* Zeros at the end of a fraction say nothing and must not count against the limit. */
static gboolean
is_idle_zero (const Quantity *quantity, const char *text)
{
  return quantity->has_point && !g_ascii_isdigit (text[strspn (text, "0")]);
}

static const char *
read_decimal (const char *text, Quantity *quantity)
{
  for (;; text++)
    {
      if (*text == '.' && !quantity->has_point)
        quantity->has_point = TRUE;
      else if (!g_ascii_isdigit (*text))
        return text;
      else if (!is_idle_zero (quantity, text) && !add_digit (quantity, *text))
        return NULL;
    }
}

static gboolean
read_unit (const char *text, Quantity *quantity)
{
  while (*text == ' ')
    text++;
  if (*text == '\0')
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (g_str_equal (units[i].text, text))
        quantity->unit = &units[i];
    }

  return quantity->unit != NULL;
}

/* Reads a number with its unit, without a sign. */
static gboolean
parse_quantity (const char *text, Quantity *quantity)
{
  const char *digits, *end;

  *quantity = (Quantity) { .is_hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X') };
  digits = quantity->is_hex ? text + 2 : text;
  if (quantity->is_hex ? !g_ascii_isxdigit (digits[0])
                       : !g_ascii_isdigit (digits[digits[0] == '.' ? 1 : 0]))
    return FALSE;

  end = quantity->is_hex ? read_hex (digits, quantity) : read_decimal (digits, quantity);
  if (end == NULL || end == digits || !read_unit (end, quantity))
    return FALSE;

  /* Ticks have no fraction, and a time in hex is a slip. */
  return quantity->unit == NULL
             ? !quantity->has_point
             : !quantity->is_hex && quantity->decimals + quantity->unit->exponent <= MAX_DECIMALS;
}

static gboolean
check_unit (const Quantity *quantity, const char *text, const SlClock *clock, GError **error)
{
  gboolean is_time =
      sl_clock_get_unit (clock) != SL_UNIT_RECORDS && sl_clock_get_unit (clock) != SL_UNIT_BYTES;

  if (sl_clock_has_rate (clock))
    return TRUE;

  if (is_time)
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” is in %s but the clock's rate is not known: give --rate HZ", text,
                 quantity->unit->text);
  else
    g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                 "“%s” is in %s but the trace recorded no time: give a number of %s", text,
                 quantity->unit->text, sl_clock_get_unit_id (clock));
  return FALSE;
}

/* Returns FALSE where the ticks are out of reach of a SlTime. */
static gboolean
quantity_to_ticks (const Quantity *quantity, const SlClock *clock, gint64 *ticks)
{
  guint64 denominator = 1;

  for (guint i = 0; i < quantity->decimals + quantity->unit->exponent; i++)
    denominator *= 10;

  return quantity->digits <= G_MAXINT64 &&
         sl_clock_from_seconds (clock, quantity->digits, denominator, ticks);
}

static guint
count_digits (const char *text)
{
  guint n_digits = 0;

  while (g_ascii_isdigit (text[n_digits]))
    n_digits++;
  return n_digits;
}

/* Whoever types what is on the screen types a plain space. It is one between groups only where these have three digits, counted
 * from the point. */
static void
drop_plain_spaces (GString *text)
{
  gboolean has_point = FALSE;
  guint n_before = 0;

  for (gsize i = 0; i < text->len; i++)
    {
      guint n_after = count_digits (text->str + i + 1);

      if (text->str[i] == ' ' && n_after > 0 &&
          (has_point ? n_before == 3 : n_before > 0 && n_before <= 3 && n_after == 3))
        {
          g_string_erase (text, (gssize) i--, 1);
          n_before = 0;
          continue;
        }
      has_point = has_point || text->str[i] == '.';
      n_before = g_ascii_isdigit (text->str[i]) ? n_before + 1 : 0;
    }
}

/* The text forms of this program group digits; what it prints, or has ever printed, it must read. */
static char *
drop_group_spaces (const char *text)
{
  g_autoptr (GString) joined = g_string_new (text);

  g_string_replace (joined, SL_GROUP_SPACE, "", 0);
  g_string_replace (joined, "\u2009", "", 0);
  drop_plain_spaces (joined);
  return g_string_free (g_steal_pointer (&joined), FALSE);
}

/* The time at which the count is @below less than 0. */
static SlTime
get_time_below_zero (const SlClock *clock, guint64 below)
{
  guint64 before;

  if (__builtin_add_overflow (below, sl_clock_get_origin (clock), &before) ||
      before > (guint64) SL_TIME_MAX)
    return SL_TIME_MIN;

  return -(SlTime) before;
}

/**
 * sl_time_parse:
 * @text: a bare decimal or 0x-hex integer is an absolute tick, below 0 where another trace on the
 *   axis of the clock begins before its count; "+N" is N ticks since the origin; a number with s, ms,
 *   us, µs or ns, with or without a plus sign and a fraction, is time since the origin, rounded to the
 *   nearest tick
 * @time: (out): ticks since the origin, not clamped to any trace, but to what a #SlTime can hold;
 *   set on success
 *
 * Fails with %SL_ERROR_USAGE, also where a unit of time needs a rate that @clock lacks.
 */
gboolean
sl_time_parse (const char *text, const SlClock *clock, SlTime *time, GError **error)
{
  g_autofree char *plain = NULL;
  gboolean is_relative, is_negative;
  Quantity quantity;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (clock != NULL, FALSE);

  plain = drop_group_spaces (text);
  is_relative = plain[0] == '+';
  is_negative = plain[0] == '-';
  if (!parse_quantity (plain + (is_relative || is_negative), &quantity) ||
      (is_negative && quantity.unit != NULL))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not a time: give an absolute tick, +N ticks since the origin, or a "
                   "number with s, ms, us or ns",
                   text);
      return FALSE;
    }

  if (quantity.unit != NULL && !check_unit (&quantity, text, clock, error))
    return FALSE;

  if (quantity.unit != NULL)
    {
      if (!quantity_to_ticks (&quantity, clock, time))
        *time = SL_TIME_MAX;
    }
  else if (is_relative)
    *time = (SlTime) MIN (quantity.digits, (guint64) SL_TIME_MAX);
  else if (is_negative)
    *time = get_time_below_zero (clock, quantity.digits);
  else if (!sl_clock_from_absolute (clock, quantity.digits, time))
    *time = quantity.digits < sl_clock_get_origin (clock) ? SL_TIME_MIN : SL_TIME_MAX;

  return TRUE;
}

/**
 * sl_duration_parse:
 * @text: a bare decimal or 0x-hex number of ticks, or a number with s, ms, us, µs or ns
 * @ticks: (out): at least 0; a time is converted by the rate that holds at the origin on; set
 *   on success
 *
 * Fails with %SL_ERROR_USAGE, also where a unit of time needs a rate that @clock lacks.
 */
gboolean
sl_duration_parse (const char *text, const SlClock *clock, gint64 *ticks, GError **error)
{
  g_autofree char *plain = NULL;
  Quantity quantity;

  g_return_val_if_fail (text != NULL, FALSE);
  g_return_val_if_fail (clock != NULL, FALSE);

  plain = drop_group_spaces (text);
  if (!parse_quantity (plain, &quantity) || (quantity.unit == NULL && quantity.digits > G_MAXINT64))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not a duration: give a number of ticks below 2⁶³, or a number with "
                   "s, ms, us or ns",
                   text);
      return FALSE;
    }

  if (quantity.unit == NULL)
    {
      *ticks = quantity.digits;
      return TRUE;
    }

  if (!check_unit (&quantity, text, clock, error))
    return FALSE;
  if (quantity_to_ticks (&quantity, clock, ticks))
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_USAGE, "“%s” is out of range: it must be below 2⁶³ ticks",
               text);
  return FALSE;
}
