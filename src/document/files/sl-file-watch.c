/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-watch.h"

/**
 * sl_file_watch_start:
 * @files: (element-type GFile): files or folders
 * @owner: a #GObject, which need not live as long as the watch
 * @changed: called with @owner after one of the files changed; more than once for one change
 *
 * Files that cannot be watched, as on some network mounts, are left out.
 *
 * Returns: (transfer full) (element-type GFileMonitor): freeing it ends the watch
 */
GPtrArray *
sl_file_watch_start (GPtrArray *files, gpointer owner, GCallback changed)
{
  GPtrArray *monitors = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_val_if_fail (files != NULL, monitors);

  for (guint i = 0; i < files->len; i++)
    {
      GFileMonitor *monitor =
          g_file_monitor (g_ptr_array_index (files, i), G_FILE_MONITOR_NONE, NULL, NULL);

      if (monitor == NULL)
        continue;

      g_signal_connect_object (monitor, "changed", changed, owner, G_CONNECT_SWAPPED);
      g_ptr_array_add (monitors, monitor);
    }

  return monitors;
}
