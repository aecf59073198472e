/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Task models in files, next to the traces that they are of. */
#include "sl-task-model.h"

#include <string.h>

#include "sl-error.h"
#include "sl-file-reader.h"
#include "sl-file-writer.h"

/* A model is written by hand; what is larger is something else. */
#define MAX_BYTES (1 << 20)

static SlTaskModel *
load (GFile *file, SlFileReadKind kind, GError **error)
{
  g_autofree char *name = g_file_get_parse_name (file);
  gsize length;
  g_autoptr (GError) failure = NULL;
  g_autofree char *text = sl_file_read (file, kind, MAX_BYTES, &length, &failure);

  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_MESSAGE_TOO_LARGE))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "%s: Not a task model: it is longer than %d bytes", name, MAX_BYTES);
      return NULL;
    }
  if (text == NULL)
    {
      g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", name);
      return NULL;
    }
  if (strlen (text) != length)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_USAGE,
                   "%s: Not a task model: a text is expected, but the byte at offset "
                   "%" G_GSIZE_FORMAT " is 0",
                   name, strlen (text));
      return NULL;
    }

  return sl_task_model_parse (text, name, error);
}

/**
 * sl_task_model_load:
 *
 * Reads a regular file of up to 1 MiB. Fails with %G_IO_ERROR where it cannot be read, else as
 * sl_task_model_parse(). The message names the file.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskModel *
sl_task_model_load (GFile *file, GError **error)
{
  return load (file, SL_FILE_READ_REGULAR, error);
}

/**
 * sl_task_model_load_given:
 * @file: that the user named for this; a pipe is waited for
 *
 * As sl_task_model_load(), but @file may also be a pipe.
 *
 * Returns: (transfer full): %NULL on error
 */
SlTaskModel *
sl_task_model_load_given (GFile *file, GError **error)
{
  return load (file, SL_FILE_READ_REGULAR_PIPES, error);
}

/**
 * sl_task_model_save:
 * @inputs: (nullable): files that must not be written over
 *
 * Returns: %FALSE with an error of sl_file_write() where the file cannot be written; it is not changed then
 */
gboolean
sl_task_model_save (const SlTaskModel *self, GFile *file, const SlFileSet *inputs, GError **error)
{
  g_autofree char *text = sl_task_model_to_text (self);

  return sl_file_write (file, inputs, text, strlen (text), error);
}

/**
 * sl_task_model_get_file:
 * @trace: a trace's file
 *
 * Returns: (transfer full): where the model of that trace stands, if there is one
 */
GFile *
sl_task_model_get_file (GFile *trace)
{
  g_autofree char *uri = g_file_get_uri (trace);
  g_autofree char *model_uri = g_strconcat (uri, SL_TASK_MODEL_SUFFIX, NULL);

  return g_file_new_for_uri (model_uri);
}

/**
 * sl_task_model_is_file:
 *
 * Returns: whether @file is called as the files of task models are
 */
gboolean
sl_task_model_is_file (GFile *file)
{
  g_autofree char *name = g_file_get_basename (file);

  return name != NULL && g_str_has_suffix (name, SL_TASK_MODEL_SUFFIX);
}

/**
 * sl_task_model_dup_title:
 * @file: a task model's
 *
 * Returns: (transfer full): what the model is called, for people: as its file, without what all such
 *   files end in
 */
char *
sl_task_model_dup_title (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  char *name = g_filename_display_name (base);

  if (g_str_has_suffix (name, SL_TASK_MODEL_SUFFIX))
    name[strlen (name) - strlen (SL_TASK_MODEL_SUFFIX)] = '\0';
  return name;
}
