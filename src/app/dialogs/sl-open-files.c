/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-files.h"

#include <glib/gi18n.h>

#include "sl-file-writer.h"

G_DEFINE_INTERFACE (SlFileHolder, sl_file_holder, GTK_TYPE_WINDOW)

static void
sl_file_holder_default_init (SlFileHolderInterface *interface)
{
}

static void
add_trace (SlFileSet *files, SlTrace *trace, SlAnnotations *annotations)
{
  const char *const *uris = sl_source_get_file_uris (sl_trace_get_source (trace));
  SlCodeMap *map = sl_annotations_get_code_map (annotations);

  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    sl_file_set_add_uri (files, uris[i]);
  for (guint i = 0; map != NULL && i < sl_code_map_get_count (map); i++)
    sl_file_set_add_path (files, sl_code_map_get (map, i)->path);
}

/**
 * sl_open_files_add_model:
 * @store: (nullable): a task model, which need not be in a file
 */
void
sl_open_files_add_model (SlFileSet *files, SlTaskModelStore *store)
{
  GFile *file = store != NULL ? sl_task_model_store_get_file (store) : NULL;

  if (file != NULL)
    sl_file_set_add_file (files, file);
}

/**
 * sl_open_files_add_document:
 * @document: whose files are added, as @kind asks for them
 */
void
sl_open_files_add_document (SlFileSet *files, SlDocument *document, SlOpenFilesKind kind)
{
  SlTraceSet *set = sl_document_get_trace_set (document);

  for (guint i = 0; i < sl_trace_set_get_size (set); i++)
    {
      SlJobSearch *search = sl_document_get_job_search_of (document, i);

      add_trace (files, sl_trace_set_get_trace (set, i), sl_trace_set_get_annotations (set, i));
      if (kind == SL_OPEN_ALL && search != NULL)
        sl_open_files_add_model (files, sl_job_search_get_model_store (search));
    }
}

/**
 * sl_open_files_collect:
 *
 * Looks through all windows of the program.
 *
 * Returns: (transfer full): what they show of files on this machine
 */
SlFileSet *
sl_open_files_collect (SlOpenFilesKind kind)
{
  SlFileSet *files = sl_file_set_new ();
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GObject) window = g_list_model_get_item (windows, i);

      if (SL_IS_FILE_HOLDER (window))
        SL_FILE_HOLDER_GET_IFACE (window)->add_files (SL_FILE_HOLDER (window), files, kind);
    }

  return files;
}

/**
 * sl_open_files_check_target:
 * @file: that the user chose to save to
 *
 * A window that opens a pipe waits for whoever reads it, and cannot even be closed meanwhile.
 *
 * Returns: %FALSE with %G_IO_ERROR_NOT_REGULAR_FILE where something other than a regular file is there
 */
gboolean
sl_open_files_check_target (GFile *file, GError **error)
{
  GFileType type = g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL);

  if (type != G_FILE_TYPE_SPECIAL)
    return TRUE;

  g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE,
                       _ ("It is a pipe or a device"));
  return FALSE;
}

/**
 * sl_open_files_save:
 * @file: that the user chose
 *
 * Writes it, unless it is a file that some window shows.
 *
 * Returns: %FALSE with an error of sl_file_write() or sl_open_files_check_target()
 */
gboolean
sl_open_files_save (GFile *file, gconstpointer bytes, gsize size, GError **error)
{
  g_autoptr (SlFileSet) inputs = sl_open_files_collect (SL_OPEN_ALL);

  return sl_open_files_check_target (file, error) &&
         sl_file_write (file, inputs, bytes, size, error);
}
