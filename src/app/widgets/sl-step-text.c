/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-text.h"

#include <string.h>

/* Beyond so many digits a value does not fit into 64 bits, whatever its unit. */
#define MAX_DIGITS 17

/* A number as it is written: digits without their point, and how many stand behind it. */
typedef struct
{
  gint64 digits;
  guint n_decimals;
} Number;

/* Returns: (nullable): where the unit begins; %NULL where @text does not begin with a number */
static const char *
parse (const char *text, Number *number)
{
  gboolean is_negative = FALSE;
  gboolean is_behind = FALSE;
  guint n_digits = 0;

  *number = (Number) { 0, 0 };
  if (g_str_has_prefix (text, "-"))
    {
      is_negative = TRUE;
      text++;
    }
  for (; g_ascii_isdigit (*text) || (*text == '.' && !is_behind); text++)
    {
      if (*text == '.')
        {
          is_behind = TRUE;
          continue;
        }
      number->digits = number->digits * 10 + g_ascii_digit_value (*text);
      number->n_decimals += is_behind;
      if (++n_digits > MAX_DIGITS)
        return NULL;
    }
  if (is_negative)
    number->digits = -number->digits;
  return n_digits > 0 ? text : NULL;
}

static char *
print (const Number *number, const char *unit)
{
  guint64 digits = (guint64) ABS (number->digits);
  guint64 whole = digits;
  guint64 scale = 1;

  for (guint i = 0; i < number->n_decimals; i++)
    scale *= 10;
  whole = digits / scale;
  if (number->n_decimals == 0)
    return g_strdup_printf ("%s%" G_GUINT64_FORMAT "%s", number->digits < 0 ? "-" : "", whole,
                            unit);
  return g_strdup_printf ("%s%" G_GUINT64_FORMAT ".%0*" G_GUINT64_FORMAT "%s",
                          number->digits < 0 ? "-" : "", whole, (int) number->n_decimals,
                          digits % scale, unit);
}

/**
 * sl_step_text:
 * @text: a number, with a unit or without, as it is typed: "10ms", "2.5 ms", "-3"
 * @by: steps, each one of the last digit
 * @above_zero: it must stay above 0: where it would not, steps are a tenth of that
 *
 * Returns: (transfer full) (nullable): written in the same way; %NULL where @text is no number
 */
char *
sl_step_text (const char *text, int by, gboolean above_zero)
{
  Number number;
  g_autofree char *stripped = g_strstrip (g_strdup (text));
  const char *unit = parse (stripped, &number);

  if (unit == NULL)
    return NULL;

  if (above_zero && number.digits + by <= 0)
    {
      /* Nothing is shorter than a nanosecond. */
      if (number.digits <= 0 || *unit == '\0' || g_str_has_suffix (unit, "ns") ||
          number.n_decimals >= 9)
        return NULL;
      number.digits *= 10;
      number.n_decimals++;
      by = by < -1 && number.digits + by > 0 ? by : -1;
    }
  number.digits += by;
  return print (&number, unit);
}
