/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-failure.h"

#include <gio/gio.h>
#include <glib/gi18n.h>

#include "sl-error.h"

/* What a window says where a file cannot be opened: a headline, and what to do next. The
 * error's own message, which is English and exact, stands between them. */

typedef struct
{
  const char *title;
  const char *advice;
} Text;

static const Text own_texts[] = {
  [SL_ERROR_UNKNOWN_FORMAT] = { N_ ("No Format Fits This File"),
                                N_ ("If you know what it is, choose its format under Open As.") },
  [SL_ERROR_AMBIGUOUS_FORMAT] = { N_ ("Several Formats Fit This File"),
                                  N_ ("Choose the right one under Open As.") },
  [SL_ERROR_TRUNCATED] = { N_ ("The File Ends Too Early"),
                           N_ ("Copy or record the trace again and check that nothing is lost on "
                               "the way.") },
  [SL_ERROR_MALFORMED] = { N_ ("The File Is Damaged"),
                           N_ ("Copy or record the trace again. Where it was recorded in several "
                               "parts, open them together.") },
  [SL_ERROR_UNSUPPORTED] = { N_ ("This Kind of Trace Is Not Supported"),
                             N_ ("Record it in a version or mode that is supported.") },
  [SL_ERROR_TOO_LARGE] = { N_ ("The File Claims to Be Too Large"),
                           N_ ("It is probably damaged, or not a trace at all.") },
  [SL_ERROR_EMPTY] = { N_ ("Nothing to Show"),
                       N_ ("Check that recording was on, and that the tracer wrote its buffer.") },
  [SL_ERROR_USAGE] = { N_ ("The Trace Cannot Be Opened with These Options"),
                       N_ ("Try other options, or open another file.") },
};

static const Text other_text = { N_ ("The File Cannot Be Read"),
                                 N_ ("Check that the disk is connected and try again.") };

static const Text missing_text = { N_ ("File Not Found"),
                                   N_ ("It may have been moved or deleted.") };

static const Text forbidden_text = {
  N_ ("No Permission to Read This File"),
  N_ ("Ask the owner of the file for permission to read it, or for a copy.")
};

static const Text space_text = { N_ ("Not Enough Space to Unpack the File"),
                                 N_ ("Free some space on the disk and try again.") };

static const Text remote_text = {
  N_ ("The Place of the File Cannot Be Reached"),
  N_ ("Connect to it in the file manager, or copy the file to this machine.")
};

static const Text *
choose_text (const GError *error)
{
  if (error->domain == SL_ERROR && error->code >= 0 && error->code < (int) G_N_ELEMENTS (own_texts))
    return &own_texts[error->code];
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return &missing_text;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_PERMISSION_DENIED) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_ACCES) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_PERM))
    return &forbidden_text;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE) ||
      g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOSPC))
    return &space_text;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_NOT_FOUND) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE) ||
      g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return &remote_text;

  return &other_text;
}

/**
 * sl_open_failure_get_title:
 *
 * Returns: a headline
 */
const char *
sl_open_failure_get_title (const GError *error)
{
  return _ (choose_text (error)->title);
}

/**
 * sl_open_failure_get_advice:
 *
 * Returns: what the user can do about it
 */
const char *
sl_open_failure_get_advice (const GError *error)
{
  return _ (choose_text (error)->advice);
}
