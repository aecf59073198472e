/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-unit.h"

/* Digits that a number may have; more than any time has. */
#define MOST_DIGITS 30

/* Decimal exponents that a number may have. */
#define MOST_EXPONENT 99

/**
 * sl_text_unit_parse:
 * @name: "s", "ms", "us", "ns" or "ticks"
 *
 * Returns: %FALSE for another unit
 */
gboolean
sl_text_unit_parse (SlTextUnit *self, const char *name)
{
  static const struct
  {
    const char *name;
    int exponent;
  } units[] = { { "s", 12 }, { "ms", 9 }, { "us", 6 },
                { "µs", 6 }, { "ns", 3 }, { "ticks", SL_TEXT_UNIT_TICKS } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      if (!g_str_equal (units[i].name, name))
        continue;
      *self = (SlTextUnit) { units[i].exponent, 0, 1, '.', 0 };
      return TRUE;
    }

  return FALSE;
}

typedef struct
{
  SlFineTime digits;
  int exponent; /* of ten */
} Number;

static gboolean
read_exponent (const char *text, gsize length, int *exponent)
{
  gboolean is_negative = length > 0 && text[0] == '-';
  gsize at = length > 0 && (text[0] == '-' || text[0] == '+');
  int value = 0;

  if (at == length)
    return FALSE;
  for (; at < length; at++)
    {
      if (!g_ascii_isdigit (text[at]))
        return FALSE;
      value = MIN (10 * value + (text[at] - '0'), MOST_EXPONENT);
    }

  *exponent += is_negative ? -value : value;
  return TRUE;
}

/* A number without a sign; further fraction digits than can be kept are left out, which *@is_cut tells. */
static gboolean
read_number (const char *text, gsize length, char point, Number *number, gboolean *is_cut)
{
  gboolean has_point = FALSE;
  guint n_digits = 0;
  gsize at;

  *number = (Number) { 0, 0 };
  for (at = 0; at < length && text[at] != 'e' && text[at] != 'E'; at++)
    {
      if (text[at] == point && !has_point)
        {
          has_point = TRUE;
          continue;
        }
      if (!g_ascii_isdigit (text[at]))
        return FALSE;
      n_digits++;
      if (number->digits > 0 && n_digits > MOST_DIGITS)
        {
          *is_cut |= text[at] != '0';
          number->exponent += !has_point;
          continue;
        }
      number->digits = 10 * number->digits + (text[at] - '0');
      number->exponent -= has_point;
      n_digits = number->digits > 0 ? n_digits : 0;
    }

  return at > 0 && (text[0] != point || at > 1) &&
         (at == length || read_exponent (text + at + 1, length - at - 1, &number->exponent));
}

/* Returns: digits × 10^exponent, downwards to a whole number; below zero where it is too large */
static SlFineTime
scale (const Number *number, gboolean *is_cut)
{
  static const SlFineTime most = (SlFineTime) SL_TEXT_MOST_TIME * 1000;
  SlFineTime value = number->digits;

  for (int i = 0; i < number->exponent && value > 0; i++)
    {
      value *= 10;
      if (value >= most)
        return -1;
    }
  for (int i = number->exponent; i < 0 && value > 0; i++)
    {
      *is_cut |= value % 10 != 0;
      value /= 10;
    }

  return value;
}

/**
 * sl_text_unit_parse_time:
 * @text: @length bytes, a decimal number, maybe with a fraction and an exponent
 * @time: (out): in ps, or in ticks; set where the text is right
 *
 * Returns: whether it is; %SL_TEXT_TIME_CUT where digits had to be left out
 */
SlTextTimeResult
sl_text_unit_parse_time (const SlTextUnit *self, const char *text, gsize length, SlFineTime *time)
{
  gboolean is_negative = length > 0 && text[0] == '-';
  gboolean is_cut = FALSE;
  gboolean is_ticks = self->exponent == SL_TEXT_UNIT_TICKS;
  gsize sign = is_negative || (length > 0 && text[0] == '+');
  SlFineTime value;
  Number number;

  if (!read_number (text + sign, length - sign, self->point, &number, &is_cut))
    return SL_TEXT_TIME_WRONG;

  number.exponent += is_ticks ? 0 : self->exponent;
  value = scale (&number, &is_cut);
  if ((is_negative && number.digits > 0) || value < 0 ||
      value / (is_ticks ? 1 : 1000) >= SL_TEXT_MOST_TIME)
    return SL_TEXT_TIME_RANGE;

  *time = value;
  return is_cut ? SL_TEXT_TIME_CUT : SL_TEXT_TIME_RIGHT;
}
