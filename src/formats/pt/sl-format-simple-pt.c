/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What Andi Kleen's simple-pt writes: a bare stream of Intel PT packets for each processor, and a text
 * beside them. From sptcmd, sptsideband.py and sptdecode of github.com/andikleen/simple-pt.
 *
 * | file | what it holds |
 * | --- | --- |
 * | ptout.N | packets of processor N, in the order of time, of which the oldest may be cut |
 * | ptout.sideband | lines, as below |
 *
 * | line | what it tells |
 * | --- | --- |
 * | meta nom_freq N | maximum non-turbo ratio of core and bus clock |
 * | meta mtc_freq N | MTC frequency and 1; 0 without MTC |
 * | meta tsc_ratio A B | B/A TSC ticks a tick of the crystal clock |
 * | meta family N, model N, stepping N | the processor, of which nothing depends here |
 * | SECONDS PID CR3 ADDRESS LENGTH OFFSET<tab>PATH | a file was mapped; 0.0: before the trace |
 *
 * SECONDS are those of the kernel's tracer. Nothing tells how they convert to the TSC: mappings have
 * no place on the axis. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-merge-source.h"
#include "sl-pt-options.h"
#include "sl-pt-stream.h"
#include "sl-simple-sideband.h"

#define SIDEBAND ".sideband"

/* The processors whose streams are looked for. */
#define MOST_CPUS 512

/* No stream begins further from the others. */
#define MOST_TIME (G_GUINT64_CONSTANT (1) << 56)

static guint
simple_pt_probe (const SlProbe *probe)
{
  SlPtTiming timing = { 0 };
  SlSimpleSideband text;
  gsize size = probe->head_length;
  guint64 n_right;

  /* The last line goes on behind the head. */
  while (size < probe->size && size > 0 && probe->head[size - 1] != '\n')
    size--;

  sl_simple_sideband_read (&text, probe->head, size, &timing);
  n_right = text.n_settings + text.n_mappings;
  return n_right > 0 ? (guint) (SL_PROBE_SHAPE * n_right / (n_right + text.n_others)) : 0;
}

/* The text "ptout.sideband" has the streams "ptout.0", "ptout.1" …. */
static void
simple_pt_companions (SlMapping *file, GPtrArray *names)
{
  const char *name = sl_mapping_get_name (file);
  int length = (int) (strlen (name) - strlen (SIDEBAND));

  if (!g_str_has_suffix (name, SIDEBAND))
    return;

  for (guint cpu = 0; cpu < MOST_CPUS; cpu++)
    g_ptr_array_add (names, g_strdup_printf ("%.*s.%u", length, name, cpu));
}

/* The processor that a stream is of, by its name. */
static guint16
get_cpu (const char *name)
{
  const char *dot = strrchr (name, '.');
  guint64 cpu;

  if (dot != NULL && g_ascii_string_to_unsigned (dot + 1, 10, 0, G_MAXUINT16, &cpu, NULL))
    return (guint16) cpu;
  return 0;
}

static GPtrArray *
read_streams (SlInput *input, const SlPtStreamOptions *machine, SlNotes *notes, GError **error)
{
  g_autoptr (GPtrArray) streams =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_pt_stream_free);

  for (guint i = 1; i < sl_input_get_n_files (input); i++)
    {
      const char *name = sl_mapping_get_name (sl_input_get_file (input, i));
      g_autoptr (GError) failure = NULL;
      SlPtStreamOptions options = *machine;
      SlPtStream *stream;

      options.cpu = get_cpu (name);
      stream = sl_pt_stream_new (input, i, &options, notes, &failure);
      if (stream != NULL)
        g_ptr_array_add (streams, stream);
      else
        sl_notes_add (notes, SL_OFFSET (i, 0), 1, "%s is left out: %s", name, failure->message);
    }

  if (streams->len > 0)
    return g_steal_pointer (&streams);

  g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
               "No stream to decode: files like ptout.0 must be in the same folder as the text "
               "(ptout" SIDEBAND "), under the same name except for the ending");
  return NULL;
}

/* Among streams with times, those without have no place. Returns whether there are times. */
static gboolean
drop_timeless (GPtrArray *streams, guint64 *origin, SlNotes *notes)
{
  gboolean has_time = FALSE;

  *origin = G_MAXUINT64;
  for (guint i = 0; i < streams->len; i++)
    {
      const SlPtStream *stream = g_ptr_array_index (streams, i);

      if (!sl_pt_stream_has_time (stream))
        continue;
      *origin = MIN (*origin, sl_pt_stream_get_origin (stream));
      has_time = TRUE;
    }

  for (guint i = streams->len; i > 0 && has_time; i--)
    {
      if (sl_pt_stream_has_time (g_ptr_array_index (streams, i - 1)))
        continue;
      sl_notes_add (notes, SL_OFFSET_NONE, 1,
                    "A stream of trace data without a time, while others have one, is left out");
      g_ptr_array_remove_index (streams, i - 1);
    }

  if (!has_time)
    sl_notes_add (notes, SL_OFFSET_NONE, 1,
                  "The streams contain no TSC packets: without times, the axis counts bytes");
  return has_time;
}

/* Puts the streams on one clock; they go over into the source. */
static SlSource *
merge_streams (GPtrArray *streams, SlInput *input, guint64 hz, SlNotes *notes)
{
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlClock) clock = NULL;
  SlRate rate = { 0, hz, 1 };
  guint64 origin;
  gboolean has_time = drop_timeless (streams, &origin, notes);

  clock = has_time ? sl_clock_new (SL_UNIT_CYCLES, origin, &rate, hz > 0 ? 1 : 0)
                   : sl_clock_new (SL_UNIT_BYTES, 0, NULL, 0);
  while (streams->len > 0)
    {
      SlPtStream *stream = g_ptr_array_steal_index (streams, 0);

      if (has_time)
        sl_pt_stream_shift (stream,
                            (SlTime) MIN (sl_pt_stream_get_origin (stream) - origin, MOST_TIME));
      g_ptr_array_add (sources, sl_pt_stream_to_source (stream, input));
    }

  return sl_merge_source_new ((SlSource *const *) sources->pdata, sources->len, clock);
}

static void
note_lines (const SlSimpleSideband *text, SlNotes *notes)
{
  if (text->n_others > 0)
    sl_notes_add (notes, SL_OFFSET (0, text->first_other), text->n_others,
                  "Lines that describe neither the machine nor a mapped file");
  if (text->n_mappings > 0)
    sl_notes_add (notes, SL_OFFSET (0, text->first_mapping), text->n_mappings,
                  "The conversion of the times of mapped files to the TSC is missing: they "
                  "cannot be placed on the axis");
}

static SlSource *
simple_pt_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  SlMapping *file = sl_input_get_file (input, 0);
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (GPtrArray) streams = NULL;
  SlPtStreamOptions options = { 0 };
  SlSimpleSideband text;
  SlSource *source;

  sl_simple_sideband_read (&text, sl_mapping_get_data (file), sl_mapping_get_size (file),
                           &options.timing);
  if (!sl_pt_options_parse (&options, user, error) ||
      g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;

  note_lines (&text, notes);
  streams = read_streams (input, &options, notes, error);
  if (streams == NULL)
    return NULL;

  source = merge_streams (streams, input, options.hz, notes);
  sl_notes_add_all (sl_source_get_notes (source), notes);
  return source;
}

static const char *const extensions[] = { "sideband", NULL };

const SlFormat sl_format_simple_pt = {
  .struct_size = sizeof (SlFormat),
  .id = "simple-pt",
  .title = N_ ("Intel PT recorded by simple-pt"),
  .traits = SL_TRAIT_PACKETS,
  .tells = SL_TELLS_BRANCHES,
  .extensions = extensions,
  .options = sl_pt_option_table,
  .probe = simple_pt_probe,
  .companions = simple_pt_companions,
  .some_fields = sl_pt_some_fields,
  .open = simple_pt_open,
};
