/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-error.h"

#include <stdio.h>

#include "sl-error.h"

GQuark
sl_cli_error_quark (void)
{
  return g_quark_from_static_string ("sl-cli-error-quark");
}

/**
 * sl_cli_error_get_status:
 * @error: any error of a command
 *
 * Errors of other domains than %SL_CLI_ERROR come from reading, but for those that the core or
 * the option parser blames on the user.
 *
 * Returns: the exit status
 */
SlCliStatus
sl_cli_error_get_status (const GError *error)
{
  if (error->domain == SL_CLI_ERROR)
    return (SlCliStatus) error->code;
  if (error->domain == G_OPTION_ERROR || g_error_matches (error, SL_ERROR, SL_ERROR_USAGE))
    return SL_CLI_STATUS_USAGE;

  return SL_CLI_STATUS_INPUT;
}

/* Bytes that would break the line or drive the terminal (a file's name may hold any) print as
 * escapes, bytes that are not UTF-8 as U+FFFD. The text stays UTF-8 in every locale, so that a log
 * looks the same everywhere. */
static void
print_line (const char *message)
{
  g_autofree char *valid = g_utf8_make_valid (message, -1);
  g_autoptr (GString) line = g_string_new ("slackline-cli: ");

  for (const char *p = valid; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (g_unichar_iscntrl (c))
        g_string_append_printf (line, "\\x%02x", c);
      else
        g_string_append_unichar (line, c);
    }
  g_string_append_c (line, '\n');
  fputs (line->str, stderr);
}

/**
 * sl_cli_error_print:
 * @error: what went wrong
 *
 * Prints one line on standard error.
 */
void
sl_cli_error_print (const GError *error)
{
  print_line (error->message);
}

/**
 * sl_cli_note_print:
 *
 * Prints one line on standard error of something that may well be a mistake but ends nothing: the
 * exit status stays what it is.
 */
void
sl_cli_note_print (const char *format, ...)
{
  g_autofree char *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  message = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  print_line (message);
}

/**
 * sl_cli_refuse:
 * @option: with its dashes
 * @value: as given
 * @why: untranslated
 *
 * Returns: %FALSE, with @error of %SL_CLI_STATUS_USAGE
 */
gboolean
sl_cli_refuse (GError **error, const char *option, const char *value, const char *why)
{
  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "%s %s: %s", option, value, why);
  return FALSE;
}
