/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-amount.h"

#include "sl-cli-error.h"
#include "sl-duration-text.h"
#include "sl-size-text.h"

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
  if (text == NULL || sl_duration_text_parse (text, duration_us))
    return TRUE;

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
