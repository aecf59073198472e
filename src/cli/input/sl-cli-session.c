/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-session.h"

#include <string.h>

#include "sl-cli-error.h"
#include "sl-file-reader.h"
#include "sl-view-file.h"

/**
 * sl_cli_session_read:
 * @path: as given
 * @fit: the traces; their span is not empty. Rows that they do not have, and values that cannot be read, are named on the
 *   standard error
 *
 * Fails with %G_FILE_ERROR or %G_IO_ERROR where it cannot be read, else as of sl_view_file_read(); messages
 * begin with @path.
 *
 * Returns: (transfer full): all of the traces, as the file shows them; %NULL on error
 */
SlViewState *
sl_cli_session_read (const char *path, const SlViewFit *fit, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (SlViewState) all = sl_view_state_new (fit->extent);
  g_autofree char *text = NULL;
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) odd = g_ptr_array_new_with_free_func (g_free);
  SlViewFit told = *fit;
  SlViewState *state;
  gsize length;

  text = sl_file_read (file, SL_FILE_READ_REGULAR_PIPES, SL_VIEW_FILE_MOST, &length, error);
  if (text == NULL)
    return NULL;

  told.missing = missing;
  told.odd = odd;
  state = sl_view_file_read (all, text, length, &told, NULL, error);
  if (state == NULL)
    g_prefix_error (error, "%s: ", path);
  for (guint i = 0; i < missing->len; i++)
    sl_cli_note_print ("%s: The row “%s” of the view is not in this trace", path,
                       (const char *) missing->pdata[i]);
  for (guint i = 0; i < odd->len; i++)
    sl_cli_note_print ("%s: Left out %s", path, (const char *) odd->pdata[i]);
  return state;
}
