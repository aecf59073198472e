/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-output.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-spool.h"
#include "sl-cli-words.h"
#include "sl-code-load.h"
#include "sl-code-map.h"
#include "sl-task-model.h"

static void
add_model_beside (SlFileSet *inputs, const char *trace_uri)
{
  g_autoptr (GFile) trace = g_file_new_for_uri (trace_uri);
  g_autoptr (GFile) model = sl_task_model_get_file (trace);

  sl_file_set_add_file (inputs, model);
}

static void
add_trace (SlFileSet *inputs, const SlCliTrace *trace)
{
  const char *const *uris = sl_source_get_file_uris (sl_trace_get_source (trace->trace));
  SlCodeMap *map = sl_annotations_get_code_map (trace->annotations);

  for (guint i = 0; uris != NULL && uris[i] != NULL; i++)
    {
      sl_file_set_add_uri (inputs, uris[i]);
      add_model_beside (inputs, uris[i]);
    }
  for (guint i = 0; map != NULL && i < sl_code_map_get_count (map); i++)
    sl_file_set_add_path (inputs, sl_code_map_get (map, i)->path);
}

/**
 * sl_cli_inputs_add_given:
 * @name: a file as given; "-" is standard input, which may come from a file as well
 *
 * Adds a file that the command reads.
 */
void
sl_cli_inputs_add_given (SlFileSet *inputs, const char *name)
{
  gboolean is_input = strcmp (name, SL_CLI_STANDARD_INPUT) == 0;
  struct stat status;
  g_autoptr (GFile) file = NULL;

  /* A terminal or a socket may be standard output as well. */
  if (is_input && (fstat (STDIN_FILENO, &status) != 0 || !S_ISREG (status.st_mode)))
    return;

  file = g_file_new_for_commandline_arg (is_input ? "/dev/stdin" : name);
  sl_file_set_add_file (inputs, file);
}

/**
 * sl_cli_inputs_new:
 * @set: the traces, with the files that belong to them and the programs that they name
 * @model: (nullable): path of the task model that is given
 *
 * Models beside the traces count even where they are not read: somebody wrote them by hand.
 *
 * Returns: (transfer full): the files that the command must not write over
 */
SlFileSet *
sl_cli_inputs_new (const SlCliTraces *set, const SlCliRequest *request, const char *model)
{
  SlFileSet *inputs = sl_file_set_new ();

  for (guint i = 0; i < set->traces->len; i++)
    add_trace (inputs, sl_cli_traces_get (set, i));
  for (guint i = 0; request->files[i] != NULL; i++)
    if (strcmp (request->files[i], SL_CLI_STANDARD_INPUT) == 0)
      sl_cli_inputs_add_given (inputs, request->files[i]);
  for (guint i = 0; request->symbols != NULL && request->symbols[i] != NULL; i++)
    {
      guint number;
      g_autoptr (SlCodeFile) file =
          sl_code_load_parse (sl_cli_numbered_split (request->symbols[i], &number), NULL);

      if (file != NULL)
        sl_file_set_add_path (inputs, file->path);
    }
  if (model != NULL)
    sl_cli_inputs_add_given (inputs, model);

  return inputs;
}

/**
 * sl_cli_output_is_standard:
 * @name: the file as given
 *
 * Returns: whether it is standard output, such as /dev/stdout: nothing else must be printed there then
 */
gboolean
sl_cli_output_is_standard (const char *name)
{
  struct stat file, output;

  return stat (name, &file) == 0 && fstat (STDOUT_FILENO, &output) == 0 &&
         file.st_dev == output.st_dev && file.st_ino == output.st_ino &&
         file.st_rdev == output.st_rdev;
}

/**
 * sl_cli_output_fail:
 * @name: the file as given
 * @failure: why it was not written
 *
 * Returns: %FALSE, with @error of %SL_CLI_STATUS_OUTPUT; but %TRUE for a pipe whose reader went away, which has
 *   seen what it wanted
 */
gboolean
sl_cli_output_fail (const char *name, const GError *failure, GError **error)
{
  if (g_error_matches (failure, G_IO_ERROR, G_IO_ERROR_BROKEN_PIPE))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_OUTPUT, "%s: Cannot be written: %s", name,
               failure->message);
  return FALSE;
}
