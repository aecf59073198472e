/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text to rate: what --rate and the window's entry accept. */

#include "sl-clock.h"

#include "sl-error.h"
#include "sl-wide.h"

/* Digits with at most one point as @digits ÷ @scale; @text moves behind them. */
static gboolean
parse_decimal (const char **text, guint64 *digits, guint64 *scale)
{
  const char *at = *text;
  gboolean has_digit = FALSE, has_point = FALSE;

  *digits = 0;
  *scale = 1;
  for (; g_ascii_isdigit (*at) || (*at == '.' && !has_point); at++)
    {
      if (*at == '.')
        {
          has_point = TRUE;
          continue;
        }

      has_digit = TRUE;
      if (__builtin_mul_overflow (*digits, 10, digits) ||
          __builtin_add_overflow (*digits, (guint64) (*at - '0'), digits) ||
          (has_point && __builtin_mul_overflow (*scale, 10, scale)))
        return FALSE;
    }

  *text = at;
  return has_digit;
}

/* A whole number behind 0x, as times may be. */
static gboolean
parse_hex (const char **text, guint64 *digits, guint64 *scale)
{
  const char *at = *text;

  if (at[0] != '0' || (at[1] != 'x' && at[1] != 'X') || !g_ascii_isxdigit (at[2]))
    return FALSE;

  *digits = 0;
  *scale = 1;
  for (at += 2; g_ascii_isxdigit (*at); at++)
    {
      if (*digits >> 60 != 0)
        return FALSE;
      *digits = *digits << 4 | (guint64) g_ascii_xdigit_value (*at);
    }

  *text = at;
  return TRUE;
}

/* The factor of a suffix; 0 where there is no such suffix. */
static guint64
get_suffix_factor (const char *suffix)
{
  static const struct
  {
    const char *text;
    guint64 factor;
  } suffixes[] = {
    { "", 1 },        { "Hz", 1 },        { "k", 1000 },       { "kHz", 1000 },
    { "M", 1000000 }, { "MHz", 1000000 }, { "G", 1000000000 }, { "GHz", 1000000000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (suffixes); i++)
    {
      if (g_str_equal (suffixes[i].text, suffix))
        return suffixes[i].factor;
    }

  return 0;
}

static gboolean
parse_rate (const char *text, guint64 *numerator, guint64 *denominator)
{
  guint64 divisor = 1, divisor_scale = 1, factor, common;

  if (!parse_hex (&text, numerator, denominator) && !parse_decimal (&text, numerator, denominator))
    return FALSE;

  if (*text == '/')
    {
      text++;
      if (!parse_decimal (&text, &divisor, &divisor_scale) || divisor_scale != 1)
        return FALSE;
    }

  while (*text == ' ')
    text++;
  factor = get_suffix_factor (text);
  if (*numerator == 0 || divisor == 0 || factor == 0)
    return FALSE;

  common = sl_greatest_common_divisor (factor, *denominator);
  factor /= common;
  *denominator /= common;
  if (__builtin_mul_overflow (*numerator, factor, numerator) ||
      __builtin_mul_overflow (*denominator, divisor, denominator))
    return FALSE;

  common = sl_greatest_common_divisor (*numerator, *denominator);
  *numerator /= common;
  *denominator /= common;
  return TRUE;
}

/**
 * sl_clock_parse_rate:
 * @text: "367483000", "2.5G", "14318180/12", "1193.182 kHz"
 * @numerator: (out): ticks a second in lowest terms, above zero; set on success
 * @denominator: (out): above zero; set on success
 *
 * Fails with %SL_ERROR_USAGE.
 */
gboolean
sl_clock_parse_rate (const char *text, guint64 *numerator, guint64 *denominator, GError **error)
{
  guint64 found_numerator, found_denominator;

  g_return_val_if_fail (text != NULL, FALSE);

  if (!parse_rate (text, &found_numerator, &found_denominator))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "“%s” is not a rate: give ticks per second above 0 and below 2⁶⁴, such as "
                   "367483000, 2.5G or 14318180/12",
                   text);
      return FALSE;
    }

  *numerator = found_numerator;
  *denominator = found_denominator;
  return TRUE;
}
