/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-duration-text.h"

#include <string.h>

#include "sl-time-text.h"

/**
 * sl_duration_text_parse:
 * @text: such as "30s" or "500 ms"; a number without a unit is not a duration
 * @duration_us: (out): in microseconds, never below 0; set on success only
 *
 * Returns: whether @text is a duration
 */
gboolean
sl_duration_text_parse (const char *text, gint64 *duration_us)
{
  const SlRate rate = { 0, G_USEC_PER_SEC, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  SlTime parsed;

  /* A number without a unit would mean ticks. */
  if (text[0] == '\0' || !g_ascii_isalpha (text[strlen (text) - 1]) ||
      !sl_duration_parse (text, clock, &parsed, NULL) || parsed < 0)
    return FALSE;

  *duration_us = parsed;
  return TRUE;
}
