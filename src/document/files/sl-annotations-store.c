/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-annotations-store.h"

#include <string.h>

#include <glib/gstdio.h>

#include "sl-file-reader.h"
#include "sl-file-writer.h"
#include "sl-task-model.h"

/* What the user adds to a trace comes back when the same files are opened again. It lies in the
 * user's data folder, one small file for each trace, never beside the trace. */

/* Names of some thousands of objects. */
#define MAX_BYTES (4 << 20)

/* Files are the same where their names and sizes are. */
static char *
dup_path (GPtrArray *files)
{
  g_autoptr (GString) identity = g_string_new (NULL);
  g_autofree char *sum = NULL;
  g_autofree char *name = NULL;

  for (guint i = 0; i < files->len; i++)
    {
      GFile *file = g_ptr_array_index (files, i);
      g_autofree char *uri = g_file_get_uri (file);
      g_autoptr (GFileInfo) info = g_file_query_info (file, G_FILE_ATTRIBUTE_STANDARD_SIZE,
                                                      G_FILE_QUERY_INFO_NONE, NULL, NULL);

      g_string_append_printf (identity, "%s %" G_GOFFSET_FORMAT "\n", uri,
                              info != NULL ? g_file_info_get_size (info) : 0);
    }
  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity->str, -1);
  name = g_strconcat (sum, ".ini", NULL);
  return g_build_filename (g_get_user_data_dir (), "slackline", "traces", name, NULL);
}

static void
save (const char *path, SlAnnotations *annotations)
{
  g_autofree char *text = sl_annotations_to_text (annotations);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  if (text[0] == '\0')
    {
      g_unlink (path);
      return;
    }

  /* What cannot be kept is lost with the window, as the trace itself is not. */
  g_mkdir_with_parents (folder, 0700);
  if (!sl_file_write (file, NULL, text, strlen (text), &error))
    g_info ("The annotations of the trace cannot be saved: %s", error->message);
}

static void
changed_cb (SlDocument *document, guint changes, const char *path)
{
  SlTaskModelStore *store;
  g_autoptr (SlAnnotations) own = NULL;

  if ((changes & SL_CHANGED_ANNOTATIONS) == 0)
    return;

  /* What the task model names stands there, and may be called otherwise tomorrow. */
  store = sl_job_search_get_model_store (sl_document_get_job_search (document));
  own = sl_task_model_unname_objects (sl_task_model_store_get_model (store),
                                      sl_document_get_annotations (document));
  save (path, own);
}

static void
free_path (gpointer path, GClosure *closure)
{
  g_free (path);
}

/**
 * sl_annotations_store_attach:
 * @files: (element-type GFile): what @document's trace was opened from
 *
 * Gives @document what the user added to the same files before, and keeps what he adds from now
 * on.
 */
void
sl_annotations_store_attach (SlDocument *document, GPtrArray *files)
{
  g_autofree char *path = dup_path (files);
  g_autofree char *text = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (SlAnnotations) annotations = NULL;
  gsize length;

  /* A file that is not there, or that somebody spoilt, adds nothing. */
  text = sl_file_read (file, SL_FILE_READ_REGULAR, MAX_BYTES, &length, NULL);
  if (text != NULL)
    annotations = sl_annotations_from_text (text);
  if (annotations != NULL)
    sl_document_set_annotations (document, annotations);

  g_signal_connect_data (document, "changed", G_CALLBACK (changed_cb), g_steal_pointer (&path),
                         free_path, 0);
}
