/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Intel PT as it lay in physical memory: a state file, which tells the registers, and dumps of
 * memory. The state file's lines are in sl-topa-state.c, the entries of tables in
 * sl-topa-layout.h, both from the manual's chapter 36, "Table of Physical Addresses (ToPA)". What
 * is rebuilt from them is read like any stream of packets. */
#include "sl-formats.h"

#include <glib/gi18n-lib.h>

#include "sl-error.h"
#include "sl-pt-options.h"
#include "sl-pt-stream.h"
#include "sl-topa-capture.h"
#include "sl-topa-source.h"

static guint
topa_probe (const SlProbe *probe)
{
  return sl_topa_state_probe ((const char *) probe->head, probe->head_length);
}

static void
topa_companions (SlMapping *file, GPtrArray *names)
{
  g_autoptr (SlTopaCapture) capture = sl_topa_capture_new (file, NULL);
  GArray *dumps;

  if (capture == NULL)
    return;

  dumps = sl_topa_capture_get_state (capture)->dumps;
  for (guint i = 0; i < dumps->len; i++)
    g_ptr_array_add (names, g_strdup (g_array_index (dumps, SlTopaDump, i).file));
}

static gboolean
add_dumps (SlTopaCapture *capture, SlInput *input, GError **error)
{
  if (sl_input_get_n_files (input) < 2)
    {
      const SlTopaState *state = sl_topa_capture_get_state (capture);

      g_set_error (
          error, SL_ERROR, SL_ERROR_EMPTY,
          "Memory dump missing: %s%s must be in the same folder as the state file, under the name "
          "that its phys_file gives",
          state->dumps->len > 0 ? g_array_index (state->dumps, SlTopaDump, 0).file : "one",
          state->dumps->len > 1 ? " and others" : "");
      return FALSE;
    }

  for (guint i = 1; i < sl_input_get_n_files (input); i++)
    {
      SlMapping *dump = sl_input_get_file (input, i);
      guint64 base = sl_topa_capture_guess_base (capture, sl_mapping_get_name (dump));

      if (!sl_topa_capture_add_dump (capture, dump, base, error))
        return FALSE;
    }

  return TRUE;
}

/* What the state file says of the machine beside the output, as the file beside a bare stream
 * does; what the user says overrides it. */
static gboolean
read_options (SlPtStreamOptions *options,
              const SlTopaState *state,
              SlMapping *text,
              SlFormatOptions *user,
              GError **error)
{
  if ((state->registers.known >> SL_TOPA_CONTROL & 1) != 0)
    options->timing.mtc_frequency =
        SL_TOPA_CONTROL_MTC_FREQUENCY (state->registers.values[SL_TOPA_CONTROL]);

  return sl_pt_options_parse_text (options, (const char *) sl_mapping_get_data (text),
                                   sl_mapping_get_size (text), error) &&
         sl_pt_options_parse (options, user, error);
}

/* Where bytes of the stream are missing: no dump has them, or later laps have written over them. */
static GArray *
find_breaks (const SlTopaLayout *layout)
{
  GArray *breaks = g_array_new (FALSE, FALSE, sizeof (guint64));

  for (guint i = 0; i < layout->pieces->len; i++)
    {
      const SlTopaPiece *piece = &g_array_index (layout->pieces, SlTopaPiece, i);

      if (piece->is_missing ||
          (i > 0 && (piece - 1)->age == SL_TOPA_EARLIER && piece->age != SL_TOPA_EARLIER))
        g_array_append_val (breaks, piece->offset);
    }

  return breaks;
}

static SlSource *
topa_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  SlMapping *text = sl_input_get_file (input, 0);
  g_autoptr (SlTopaCapture) capture = sl_topa_capture_new (text, error);
  g_autoptr (SlMapping) bytes = NULL;
  g_autoptr (SlInput) rebuilt = NULL;
  g_autoptr (GArray) breaks = NULL;
  SlPtStreamOptions options = { 0 };
  SlTopaLayout *layout;
  SlPtStream *stream;
  SlSource *source;

  if (capture == NULL || !add_dumps (capture, input, error) ||
      !read_options (&options, sl_topa_capture_get_state (capture), text, user, error))
    return NULL;

  bytes = sl_topa_capture_rebuild (capture, cancellable, error);
  if (bytes == NULL)
    return NULL;

  layout = sl_topa_capture_get_layout (capture);
  breaks = find_breaks (layout);
  options.breaks = breaks;
  rebuilt = sl_input_new (&bytes, 1);
  stream = sl_pt_stream_new (rebuilt, 0, &options, sl_topa_capture_get_notes (capture), error);
  if (stream == NULL)
    {
      /* That nothing was written is for a reason. */
      if (layout->failure != NULL)
        {
          g_clear_error (error);
          g_set_error (error, SL_ERROR, SL_ERROR_EMPTY, "No data to decode was written: %s",
                       layout->failure);
        }
      return NULL;
    }

  source = sl_topa_source_new (sl_pt_stream_to_source (stream, rebuilt), layout);
  sl_notes_add_all (sl_source_get_notes (source), sl_topa_capture_get_notes (capture));
  if (layout->failure != NULL)
    sl_notes_add (sl_source_get_notes (source), SL_OFFSET_NONE, 1,
                  "Output ended by an operational error: %s", layout->failure);
  return source;
}

static const char *const extensions[] = { "txt", NULL };

const SlFormat sl_format_topa = {
  .struct_size = sizeof (SlFormat),
  .id = "topa",
  .title = N_ ("Intel PT in physical memory (ToPA)"),
  .traits = SL_TRAIT_PACKETS,
  .tells = SL_TELLS_BRANCHES,
  .extensions = extensions,
  .options = sl_pt_option_table,
  .probe = topa_probe,
  .companions = topa_companions,
  .some_fields = sl_pt_some_fields,
  .open = topa_open,
};
