/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-sim-files.h"

#include <string.h>

#include "sl-file-writer.h"

/* With its task model: neither file is replaced before both are on the disk. */
static gboolean
save_with_model (const SlSimRun *run,
                 SlFileWriter *trace,
                 GFile *file,
                 const SlFileSet *inputs,
                 GError **error)
{
  g_autoptr (GFile) model_file = sl_task_model_get_file (file);
  g_autoptr (SlFileWriter) model = sl_file_writer_new (model_file, inputs, error);
  g_autofree char *text = sl_task_model_to_text (run->model);
  g_autofree char *name = NULL;

  if (model != NULL && sl_file_writer_write (model, text, strlen (text), error) &&
      sl_file_writer_settle (model, error))
    return sl_file_writer_settle (trace, error) && sl_file_writer_finish (model, error) &&
           sl_file_writer_finish (trace, error);

  name = g_file_get_basename (model_file);
  g_prefix_error (error, "%s next to it: ", name);
  return FALSE;
}

/**
 * sl_sim_run_save:
 * @trace: where the trace goes; its model goes to sl_task_model_get_file(), unless @trace is a pipe or
 *   a device, which has nothing beside it
 * @inputs: (nullable): files that must not be written over
 * @error: as of sl_file_writer_new()
 *
 * Writes both files, or neither as far as the file system can promise that.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_sim_run_save (const SlSimRun *run, GFile *trace, const SlFileSet *inputs, GError **error)
{
  g_autoptr (SlFileWriter) writer = sl_file_writer_new (trace, inputs, error);

  if (writer == NULL || !sl_file_writer_write (writer, g_bytes_get_data (run->trace, NULL),
                                               g_bytes_get_size (run->trace), error))
    return FALSE;

  return sl_file_writer_is_direct (writer) ? sl_file_writer_finish (writer, error)
                                           : save_with_model (run, writer, trace, inputs, error);
}
