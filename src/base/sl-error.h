/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlError:
 * @SL_ERROR_UNKNOWN_FORMAT: no format claims the file
 * @SL_ERROR_AMBIGUOUS_FORMAT: more than one format claims the file
 * @SL_ERROR_TRUNCATED: the file ends inside a record that nothing else can replace
 * @SL_ERROR_MALFORMED: a field contradicts the format's own rules
 * @SL_ERROR_UNSUPPORTED: valid, but a version or feature that is not read here
 * @SL_ERROR_TOO_LARGE: a count or size is beyond what is accepted
 * @SL_ERROR_EMPTY: there is nothing to show in the file
 * @SL_ERROR_USAGE: what the user asked for makes no sense (an option, a filter, a time)
 *
 * Why something could not be done. Reading and writing the file itself fails with
 * %G_FILE_ERROR or %G_IO_ERROR; cancelling with %G_IO_ERROR_CANCELLED. Messages are
 * English, one sentence without a full stop, with position, value and range.
 */
typedef enum
{
  SL_ERROR_UNKNOWN_FORMAT,
  SL_ERROR_AMBIGUOUS_FORMAT,
  SL_ERROR_TRUNCATED,
  SL_ERROR_MALFORMED,
  SL_ERROR_UNSUPPORTED,
  SL_ERROR_TOO_LARGE,
  SL_ERROR_EMPTY,
  SL_ERROR_USAGE,
} SlError;

#define SL_ERROR (sl_error_quark ())
GQuark sl_error_quark (void);

G_END_DECLS
