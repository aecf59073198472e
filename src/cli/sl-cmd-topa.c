/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-output.h"
#include "sl-cli-registers.h"
#include "sl-cli-writer.h"
#include "sl-error.h"
#include "sl-formats.h"
#include "sl-open-companions.h"
#include "sl-open-file.h"
#include "sl-text-topa.h"
#include "sl-time-text.h"
#include "sl-topa-capture.h"

static struct
{
  char *state;
  char **memory;
  char *output;
} given;

static const GOptionEntry entries[] = {
  { "state", 0, 0, G_OPTION_ARG_FILENAME, &given.state,
    "Contents of the registers when tracing stopped", "STATE" },
  { "memory", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &given.memory,
    "A dump of physical memory and the address of its first byte; may be repeated. Without one, "
    "the dumps that STATE names",
    "DUMP[@BASE]" },
  { "output", 'o', 0, G_OPTION_ARG_FILENAME, &given.output, "The stream to write", "OUT.pt" },
  G_OPTION_ENTRY_NULL,
};

static gboolean
fail_usage (GError **error, const char *message)
{
  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "topa: %s", message);
  return FALSE;
}

/* Files that are read are added to @inputs. */
static SlMapping *
map (const char *path, SlFileSet *inputs, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (SlOpenFile) item = sl_open_file_new (file, NULL, NULL, NULL, NULL, error);

  if (item == NULL)
    return NULL;

  sl_file_set_add_file (inputs, file);
  return sl_mapping_ref (item->mapping);
}

/* Cuts the base off DUMP@BASE; a file whose name has an @ before something that is not a number is left whole. */
static gboolean
split_base (const char *text, char **path, guint64 *base, gboolean *has_base, GError **error)
{
  const char *at = strrchr (text, '@');
  gboolean is_hex;

  *has_base = FALSE;
  *path = g_strdup (text);
  if (at == NULL || g_file_test (text, G_FILE_TEST_EXISTS))
    return TRUE;

  is_hex = g_ascii_strncasecmp (at + 1, "0x", 2) == 0;
  if (!g_ascii_string_to_unsigned (at + (is_hex ? 3 : 1), is_hex ? 16 : 10, 0, G_MAXUINT64, base,
                                   NULL))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "topa: --memory %s: “%s” is not an address; write a decimal or 0x-hex number",
                   text, at + 1);
      return FALSE;
    }

  (*path)[at - text] = '\0';
  *has_base = TRUE;
  return TRUE;
}

static gboolean
add_given_dumps (SlTopaCapture *capture, SlFileSet *inputs, GError **error)
{
  for (guint i = 0; given.memory[i] != NULL; i++)
    {
      g_autofree char *path = NULL;
      g_autoptr (SlMapping) dump = NULL;
      guint64 base;
      gboolean has_base;

      if (!split_base (given.memory[i], &path, &base, &has_base, error))
        return FALSE;

      dump = map (path, inputs, error);
      if (dump == NULL)
        return FALSE;
      if (!has_base)
        base = sl_topa_capture_guess_base (capture, sl_mapping_get_name (dump));
      if (!sl_topa_capture_add_dump (capture, dump, base, error))
        return FALSE;
    }

  return TRUE;
}

/* The dumps that the state file names, which lie beside it. */
static gboolean
add_named_dumps (SlTopaCapture *capture, SlFileSet *inputs, GError **error)
{
  g_autofree char *folder = g_path_get_dirname (given.state);
  GArray *dumps = sl_topa_capture_get_state (capture)->dumps;

  if (dumps->len == 0)
    return fail_usage (error,
                       "No dump given: --memory DUMP[@BASE], or phys_file in the state file");

  for (guint i = 0; i < dumps->len; i++)
    {
      const SlTopaDump *dump = &g_array_index (dumps, SlTopaDump, i);
      g_autofree char *path = g_build_filename (folder, dump->file, NULL);
      g_autoptr (SlMapping) mapping = NULL;

      if (!sl_open_is_neighbour (dump->file))
        {
          g_set_error (
              error, SL_ERROR, SL_ERROR_MALFORMED,
              "phys_file=%s is not in the folder of the state file or below it; to read it, give "
              "it with --memory",
              dump->file);
          return FALSE;
        }
      mapping = map (path, inputs, error);
      if (mapping == NULL || !sl_topa_capture_add_dump (capture, mapping, dump->base, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_stream (SlMapping *stream, const SlFileSet *inputs, GError **error)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (given.output);
  g_autoptr (GError) failure = NULL;

  return sl_file_write (file, inputs, sl_mapping_get_data (stream), sl_mapping_get_size (stream),
                        &failure) ||
         sl_cli_output_fail (given.output, failure, error);
}

static gboolean
print_report (SlTopaCapture *capture, SlMapping *stream, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (GArray) notes = sl_notes_snapshot (sl_topa_capture_get_notes (capture));
  const SlTopaLayout *layout = sl_topa_capture_get_layout (capture);
  g_autofree char *summary = sl_text_topa_summary (layout);

  sl_cli_writer_format (writer, "%s: %" G_GSIZE_FORMAT " bytes\n", given.output,
                        sl_mapping_get_size (stream));
  sl_cli_writer_format (writer, "memory: %s\n", summary);
  for (guint i = 0; i < notes->len; i++)
    {
      const SlNote *note = &g_array_index (notes, SlNote, i);

      sl_cli_writer_format (writer, "note: %s", note->text);
      if (note->count > 1)
        sl_cli_writer_format (writer, " (%" G_GUINT64_FORMAT ")", note->count);
      if (note->offset != SL_OFFSET_NONE)
        sl_cli_writer_format (writer, ", at offset %" G_GUINT64_FORMAT, note->offset);
      sl_cli_writer_char (writer, '\n');
    }
  sl_cli_registers_print (writer, layout);

  return sl_cli_writer_finish (writer, error);
}

static SlTopaCapture *
read_capture (SlFileSet *inputs, GError **error)
{
  g_autoptr (SlMapping) state = map (given.state, inputs, error);
  g_autoptr (SlTopaCapture) capture = NULL;

  if (state == NULL)
    return NULL;

  capture = sl_topa_capture_new (state, error);
  if (capture == NULL || !(given.memory != NULL ? add_given_dumps (capture, inputs, error)
                                                : add_named_dumps (capture, inputs, error)))
    {
      if ((*error)->domain == SL_ERROR)
        g_prefix_error (error, "%s: %s: ", given.state, sl_format_topa.title);
      return NULL;
    }

  return g_steal_pointer (&capture);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlFileSet) inputs = sl_file_set_new ();
  g_autoptr (SlTopaCapture) capture = NULL;
  g_autoptr (SlMapping) stream = NULL;
  const SlTopaLayout *layout;

  if (given.state == NULL)
    return fail_usage (error, "No state given: --state STATE");
  if (given.output == NULL)
    return fail_usage (error, "No output given: -o OUT.pt");

  capture = read_capture (inputs, error);
  if (capture == NULL)
    return FALSE;

  stream = sl_topa_capture_rebuild (capture, NULL, error);
  if (stream == NULL || !write_stream (stream, inputs, error) ||
      (!sl_cli_output_is_standard (given.output) && !print_report (capture, stream, error)))
    return FALSE;

  layout = sl_topa_capture_get_layout (capture);
  if (layout->failure == NULL)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_CHECK_FAILED, "%s: %s: %s", given.state,
               sl_format_topa.title, layout->failure);
  return FALSE;
}

const SlCliCommand sl_cmd_topa = {
  .id = "topa",
  .summary = "Rebuild an Intel PT stream from a dump of physical memory",
  .description =
      "Writes the bytes in the order in which the processor wrote them, including a torn oldest "
      "end, and reports\nwhere the first PSB is. An operational error of the tables is reported "
      "on standard error with status 1;\nthe bytes before it are written.",
  .entries = entries,
  .run = run,
};
