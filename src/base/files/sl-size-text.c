/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-size-text.h"

/* Larger sizes than 1024 TiB are mistakes. */
#define MOST_SHIFT 50

/* Returns: how far a number with that unit is shifted; -1 for no unit */
static int
find_shift (const char *unit)
{
  static const struct
  {
    char letter;
    int shift;
  } units[] = { { 'k', 10 }, { 'm', 20 }, { 'g', 30 }, { 't', 40 } };

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    if (g_ascii_tolower (unit[0]) == units[i].letter &&
        (unit[1] == '\0' || g_ascii_strcasecmp (unit + 1, "ib") == 0))
      return units[i].shift;

  return -1;
}

/**
 * sl_size_parse:
 * @text: a whole number above 0 and its unit: K, M, G or T, with “iB” or without
 * @size: (out): in bytes, at most 1024 TiB
 *
 * Returns: %FALSE for anything else, also for a number without a unit
 */
gboolean
sl_size_parse (const char *text, guint64 *size)
{
  guint64 number = 0;
  const char *at = text;
  int shift;

  for (; g_ascii_isdigit (*at) && number < (G_GUINT64_CONSTANT (1) << MOST_SHIFT); at++)
    number = number * 10 + (guint64) g_ascii_digit_value (*at);
  while (*at == ' ')
    at++;
  shift = find_shift (at);
  if (number == 0 || shift < 0 || number > (G_GUINT64_CONSTANT (1) << (MOST_SHIFT - shift)))
    return FALSE;

  *size = number << shift;
  return TRUE;
}
