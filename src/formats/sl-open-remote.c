/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-open-remote.h"

#include "sl-error.h"
#include "sl-spill.h"

#define COPY_CHUNK (1 << 20)

/**
 * sl_open_remote_check:
 *
 * To be called before anything else is asked of @file.
 *
 * Fails with %SL_ERROR_UNSUPPORTED for files of web servers: GIO's backend for them stops answering after some requests
 * for files that are not there, such as a task model beside the trace.
 *
 * Returns: whether the file can be read by GIO
 */
gboolean
sl_open_remote_check (GFile *file, GError **error)
{
  g_autofree char *uri = NULL;

  if (!g_file_has_uri_scheme (file, "http") && !g_file_has_uri_scheme (file, "https"))
    return TRUE;

  uri = g_file_get_uri (file);
  g_set_error (
      error, SL_ERROR, SL_ERROR_UNSUPPORTED,
      "%s: Files of web servers are not read in place: download it, for instance by “curl -O %s”",
      uri, uri);
  return FALSE;
}

/* Bytes of the file as its machine says; 0 where it does not. */
static guint64
find_size (GFileInputStream *stream, GCancellable *cancellable)
{
  g_autoptr (GFileInfo) info =
      g_file_input_stream_query_info (stream, G_FILE_ATTRIBUTE_STANDARD_SIZE, cancellable, NULL);

  return info != NULL && g_file_info_has_attribute (info, G_FILE_ATTRIBUTE_STANDARD_SIZE)
             ? (guint64) g_file_info_get_size (info)
             : 0;
}

/* GIO says no more than that it cannot. */
static void
explain (GFile *file, GError *error)
{
  g_autofree char *scheme = g_file_get_uri_scheme (file);
  g_autofree char *uri = g_file_get_uri (file);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_MOUNTED))
    {
      g_free (error->message);
      error->message =
          g_strdup_printf ("Its place is not mounted: “gio mount %s” connects to it", uri);
    }
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED))
    {
      g_free (error->message);
      error->message = g_strdup_printf (
          "Nothing on this machine reads “%s://”: install gvfs-backends and log in again, or copy the file here",
          scheme != NULL ? scheme : "?");
    }
}

/**
 * sl_open_remote_map:
 * @file: that g_file_peek_path() knows no path of
 * @name: what to call it
 * @progress: (nullable): told of while it is copied, where its size is known
 *
 * Copies it to memory, or to the cache folder where it is large, and maps the copy. Blocks.
 *
 * Fails as GIO does, with %G_IO_ERROR_NOT_MOUNTED where its place has to be mounted first, and with
 * %G_IO_ERROR_NO_SPACE where the cache folder has too little for it.
 *
 * Returns: (transfer full) (nullable): the copy; %NULL on error
 */
SlMapping *
sl_open_remote_map (GFile *file,
                    const char *name,
                    SlOpenProgress progress,
                    gpointer user_data,
                    GCancellable *cancellable,
                    GError **error)
{
  g_autoptr (GError) failure = NULL;
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, &failure);
  g_autoptr (SlSpill) spill = NULL;
  g_autofree guint8 *chunk = g_malloc (COPY_CHUNK);
  g_autofree char *what = g_strdup_printf ("Copying %s", name);
  guint64 size;
  gssize n_read;

  if (stream == NULL)
    {
      explain (file, failure);
      g_propagate_error (error, g_steal_pointer (&failure));
      return NULL;
    }

  spill = sl_spill_new (SL_SPILL_MEMORY, error);
  if (spill == NULL)
    return NULL;

  size = find_size (stream, cancellable);
  while ((n_read = g_input_stream_read (G_INPUT_STREAM (stream), chunk, COPY_CHUNK, cancellable,
                                        error)) > 0)
    {
      if (!sl_spill_write (spill, chunk, n_read, error))
        return NULL;
      if (progress != NULL && size > 0)
        progress (what, MIN ((double) sl_spill_get_size (spill) / (double) size, 1), user_data);
    }

  return n_read == 0 ? sl_mapping_new_take_fd (sl_spill_steal_fd (spill), name, error) : NULL;
}
