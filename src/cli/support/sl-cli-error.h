/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What ends a command early, and the exit status that says so to scripts; and what is odd but ends
 * nothing. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlCliStatus:
 * @SL_CLI_STATUS_FINE: all is done
 * @SL_CLI_STATUS_CHECK_FAILED: a check said no
 * @SL_CLI_STATUS_USAGE: the command line makes no sense, or not with this file
 * @SL_CLI_STATUS_INPUT: the input cannot be read
 * @SL_CLI_STATUS_OUTPUT: the output cannot be written
 *
 * Exit statuses; scripts rely on the numbers. As codes of %SL_CLI_ERROR they say how the
 * command ends.
 */
typedef enum
{
  SL_CLI_STATUS_FINE = 0,
  SL_CLI_STATUS_CHECK_FAILED = 1,
  SL_CLI_STATUS_USAGE = 2,
  SL_CLI_STATUS_INPUT = 3,
  SL_CLI_STATUS_OUTPUT = 4,
} SlCliStatus;

#define SL_CLI_ERROR (sl_cli_error_quark ())
GQuark sl_cli_error_quark (void);

SlCliStatus sl_cli_error_get_status (const GError *error);
void sl_cli_error_print (const GError *error);
gboolean sl_cli_refuse (GError **error, const char *option, const char *value, const char *why);
void sl_cli_note_print (const char *format, ...) G_GNUC_PRINTF (1, 2);

G_END_DECLS
