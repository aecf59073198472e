/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A bare stream of Intel PT packets, as a processor wrote it: no header, no magic but the PSB
 * packets. The packets are in sl-pt-packet.h. What they do not tell of the machine can be given by
 * options, or by a text file of the same name with ".txt" behind it. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-pt-options.h"
#include "sl-pt-stream.h"

#define SIDECAR ".txt"

/* Nothing else begins with a PSB; a stream that was cut out of a ring has its first one anywhere,
 * and then counts by how much of what follows decodes. */
static guint
intel_pt_probe (const SlProbe *probe)
{
  gsize first = sl_pt_find_psb (probe->head, probe->head_length, 0);
  SlPtContext context = { 0 };
  gsize n_bad = 0;
  gsize at = first;

  if (first == probe->head_length)
    return 0;
  if (first == 0)
    return SL_PROBE_MAGIC;

  while (at < probe->head_length)
    {
      SlPtPacket packet;
      gsize next;

      if (sl_pt_packet_read (&context, probe->head + at, probe->head_length - at, &packet))
        {
          at += packet.length;
          continue;
        }
      if (packet.type == SL_PT_CUT)
        break;

      next = sl_pt_find_psb (probe->head, probe->head_length, at + 1);
      n_bad += next - at;
      at = next;
      context = (SlPtContext) { 0 };
    }

  return (guint) (SL_PROBE_SHAPE - SL_PROBE_SHAPE * n_bad / (probe->head_length - first));
}

/* A stream and the text beside it. */
static gboolean
intel_pt_joins (const char *name, const char *other)
{
  gsize length = MIN (strlen (name), strlen (other));

  return strncmp (name, other, length) == 0 &&
         (g_str_equal (name + length, SIDECAR) || g_str_equal (other + length, SIDECAR));
}

/* Given or not, the text beside a stream goes with it. */
static void
intel_pt_companions (SlMapping *file, GPtrArray *names)
{
  const char *name = sl_mapping_get_name (file);

  if (!g_str_has_suffix (name, SIDECAR))
    g_ptr_array_add (names, g_strconcat (name, SIDECAR, NULL));
}

static gboolean
read_sidecar (SlInput *input, SlPtStreamOptions *options, GError **error)
{
  SlMapping *text;

  if (sl_input_get_n_files (input) == 1)
    return TRUE;

  text = sl_input_get_file (input, 1);
  if (sl_input_get_n_files (input) > 2 || !g_str_has_suffix (sl_mapping_get_name (text), SIDECAR))
    {
      g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
                   "A stream is one file, plus one of the same name with " SIDECAR
                   " appended that describes the machine; %u files were given",
                   sl_input_get_n_files (input));
      return FALSE;
    }

  if (sl_pt_options_parse_text (options, (const char *) sl_mapping_get_data (text),
                                sl_mapping_get_size (text), error))
    return TRUE;

  g_prefix_error (error, "%s: ", sl_mapping_get_name (text));
  return FALSE;
}

static SlSource *
intel_pt_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  SlPtStreamOptions options = { 0 };
  SlPtStream *stream;
  gboolean has_time;
  SlSource *source;

  if (!read_sidecar (input, &options, error) || !sl_pt_options_parse (&options, user, error))
    return NULL;

  stream = sl_pt_stream_new (input, 0, &options, notes, error);
  if (stream == NULL)
    return NULL;

  has_time = sl_pt_stream_has_time (stream);
  source = sl_pt_stream_to_source (stream, input);
  sl_notes_add_all (sl_source_get_notes (source), notes);
  if (!has_time)
    sl_notes_add (sl_source_get_notes (source), SL_OFFSET_NONE, 1,
                  N_ ("The stream contains no TSC packets: without times, the axis counts bytes"));
  return source;
}

static const char *const extensions[] = { "pt", NULL };
static const char *const mime_types[] = { "application/x-intel-pt", NULL };

const SlFormat sl_format_intel_pt = {
  .struct_size = sizeof (SlFormat),
  .id = "intel-pt",
  .title = N_ ("Intel Processor Trace"),
  .traits = SL_TRAIT_PACKETS,
  .tells = SL_TELLS_BRANCHES,
  .extensions = extensions,
  .mime_types = mime_types,
  .options = sl_pt_option_table,
  .probe = intel_pt_probe,
  .joins = intel_pt_joins,
  .companions = intel_pt_companions,
  .some_fields = sl_pt_some_fields,
  .open = intel_pt_open,
};
