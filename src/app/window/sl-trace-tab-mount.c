/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Files on another machine. */

#include "sl-trace-tab-private.h"

typedef struct
{
  SlTraceTab *tab;
  SlTraceLoader *loader; /* that failed; the tab has another one, or none, once the user went on */
} Mounting;

static void
mounting_free (Mounting *self)
{
  g_object_unref (self->tab);
  g_object_unref (self->loader);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Mounting, mounting_free)

static void
mounted_cb (GObject *file, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (Mounting) mounting = user_data;
  SlTraceTab *self = mounting->tab;
  g_autoptr (GError) error = NULL;
  gboolean is_mounted = g_file_mount_enclosing_volume_finish (G_FILE (file), result, &error) ||
                        g_error_matches (error, G_IO_ERROR, G_IO_ERROR_ALREADY_MOUNTED);

  if (self->loader != mounting->loader)
    return;

  g_clear_object (&self->loader);
  self->has_mounted = is_mounted;
  if (is_mounted)
    {
      sl_trace_tab_load (self, NULL);
      return;
    }

  sl_trace_tab_emit_changed (self);
  sl_trace_tab_emit_loaded (self);
  sl_trace_tab_show_error (self, error);
}

static GFile *
find_remote (SlTraceTab *self)
{
  for (guint i = 0; self->files != NULL && i < self->files->len; i++)
    if (g_file_peek_path (g_ptr_array_index (self->files, i)) == NULL)
      return g_ptr_array_index (self->files, i);
  return NULL;
}

/**
 * sl_trace_tab_mount:
 * @loader: that failed with @error
 *
 * Connects to the place of files on another machine, and asks the user for what that needs; then they are loaded once more.
 *
 * Returns: whether @error says that this is needed, and it was not done before
 */
gboolean
sl_trace_tab_mount (SlTraceTab *self, SlTraceLoader *loader, const GError *error)
{
  GFile *remote = find_remote (self);
  g_autoptr (GMountOperation) operation = NULL;
  Mounting *mounting;

  if (self->has_mounted || remote == NULL ||
      !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED))
    return FALSE;

  self->loader = g_object_ref (loader);
  mounting = g_new0 (Mounting, 1);
  mounting->tab = g_object_ref (self);
  mounting->loader = g_object_ref (loader);
  operation = gtk_mount_operation_new (sl_trace_tab_get_window (self));
  g_file_mount_enclosing_volume (remote, G_MOUNT_MOUNT_NONE, operation, NULL, mounted_cb, mounting);
  return TRUE;
}
