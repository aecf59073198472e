/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-amount.h"

#include <string.h>

#include "sl-cli-error.h"
#include "sl-size-text.h"
#include "sl-time-text.h"

/**
 * sl_cli_parse_duration:
 * @option: for messages, such as “record: --duration”
 * @text: (nullable): as given; nothing changes without it
 * @duration_us: (inout): in microseconds, never below 0
 *
 * Returns: %FALSE with @error of %SL_CLI_STATUS_USAGE
 */
gboolean
sl_cli_parse_duration (const char *option, const char *text, gint64 *duration_us, GError **error)
{
  const SlRate rate = { 0, G_USEC_PER_SEC, 1 };
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_TICKS, 0, &rate, 1);
  gint64 parsed;

  if (text == NULL)
    return TRUE;
  /* A number without a unit would mean ticks. */
  if (text[0] != '\0' && g_ascii_isalpha (text[strlen (text) - 1]) &&
      sl_duration_parse (text, clock, &parsed, NULL) && parsed >= 0)
    {
      *duration_us = parsed;
      return TRUE;
    }

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "%s: “%s” is not a duration with a unit, such as 30s or 500ms", option, text);
  return FALSE;
}

/**
 * sl_cli_parse_size:
 * @option: for messages, such as “record: --buffer”
 * @text: (nullable): as given; nothing changes without it
 * @size: (inout): in bytes, at least 1 KiB
 *
 * Returns: %FALSE with @error of %SL_CLI_STATUS_USAGE
 */
gboolean
sl_cli_parse_size (const char *option, const char *text, guint64 *size, GError **error)
{
  if (text == NULL || sl_size_parse (text, size))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "%s: “%s” is not a size with a unit, such as 512K, 8M or 1G, of at most 1024T",
               option, text);
  return FALSE;
}
