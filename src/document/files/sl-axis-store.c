/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-axis-store.h"

#include <glib/gstdio.h>

#include "sl-file-reader.h"
#include "sl-file-writer.h"
#include "sl-key-file.h"

/* A small key file in the user's data folder for each pair of traces, as the annotations of one trace
 * has one. */

#define GROUP "axis"

#define MAX_BYTES (1 << 16)

/**
 * sl_axis_store_dup_path:
 * @files: (element-type GFile): of the first trace
 * @trace: one that stands on its axis
 *
 * Returns: (transfer full): the file that keeps its place
 */
char *
sl_axis_store_dup_path (GPtrArray *files, SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);
  const char *const *uris = sl_source_get_file_uris (source);
  g_autoptr (GString) identity = g_string_new (sl_source_get_format_id (source));
  g_autofree char *sum = NULL;
  g_autofree char *name = NULL;

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (g_ptr_array_index (files, i));

      g_string_append_printf (identity, "\n%s", uri);
    }
  /* Names would be the same in every folder. */
  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    g_string_append_printf (identity, "\n%s", uris[i]);

  sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, identity->str, -1);
  name = g_strconcat (sum, ".ini", NULL);
  return g_build_filename (g_get_user_data_dir (), "slackline", "axes", name, NULL);
}

/**
 * sl_axis_store_restore:
 * @number: of the trace in the document's set
 *
 * Puts the trace where it stood the last time. What cannot be read changes nothing.
 */
void
sl_axis_store_restore (const char *path, SlDocument *document, guint number)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GFile) stored = g_file_new_for_path (path);
  g_autofree char *text = NULL;
  g_autofree char *rate = NULL;
  g_autofree char *align = NULL;
  gsize length;
  guint64 numerator, denominator;
  SlAlignment alignment;
  gint64 offset;

  text = sl_file_read (stored, SL_FILE_READ_REGULAR, MAX_BYTES, &length, NULL);
  if (text == NULL || !sl_key_file_load (file, text, length, NULL))
    return;

  offset = g_key_file_get_int64 (file, GROUP, "offset", NULL);
  align = g_key_file_get_string (file, GROUP, "align", NULL);
  if (align != NULL && sl_alignment_find (align, &alignment))
    sl_document_set_alignment (document, alignment);
  rate = g_key_file_get_string (file, GROUP, "rate", NULL);
  if (rate != NULL && sl_clock_parse_rate (rate, &numerator, &denominator, NULL))
    sl_document_set_rate (document, number, numerator, denominator);
  if (offset != 0)
    sl_document_set_offset (document, number, offset, SL_GESTURE_NONE);
}

/**
 * sl_axis_store_save:
 * @number: of the trace in the document's set
 */
void
sl_axis_store_save (const char *path, SlDocument *document, guint number)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  gint64 offset = sl_view_state_get_offset (sl_document_get_state (document), number);
  SlAnnotations *annotations =
      sl_trace_set_get_annotations (sl_document_get_trace_set (document), number);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *text = NULL;
  g_autoptr (GFile) target = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  gsize length;
  guint64 numerator, denominator;
  SlAlignment alignment = sl_document_get_alignment (document);
  gboolean has_rate = sl_annotations_get_rate (annotations, &numerator, &denominator);

  if (offset == 0 && !has_rate && alignment == SL_ALIGN_START)
    {
      g_unlink (path);
      return;
    }

  g_key_file_set_int64 (file, GROUP, "offset", offset);
  if (alignment != SL_ALIGN_START)
    g_key_file_set_string (file, GROUP, "align", sl_alignment_get_id (alignment));
  if (has_rate)
    {
      g_autofree char *rate =
          g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, numerator, denominator);

      g_key_file_set_string (file, GROUP, "rate", rate);
    }

  g_mkdir_with_parents (folder, 0700);
  text = g_key_file_to_data (file, &length, NULL);
  if (!sl_file_write (target, NULL, text, length, &error))
    g_info ("The position of the trace cannot be saved: %s", error->message);
}
