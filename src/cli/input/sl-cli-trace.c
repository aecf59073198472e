/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What commands ask of one trace. */

#include "sl-cli-input.h"
#include "sl-source-extras.h"

/**
 * sl_cli_trace_get_n_files:
 *
 * Returns: how many files the trace was made of; above 1 offsets need the file's number. A stream
 *   that was put together from dumps of memory is one, in which its offsets count
 */
guint
sl_cli_trace_get_n_files (const SlCliTrace *self)
{
  if (sl_source_get_topa_layout (sl_trace_get_source (self->trace)) != NULL)
    return 1;

  return g_strv_length ((char **) sl_source_get_file_names (sl_trace_get_source (self->trace)));
}
