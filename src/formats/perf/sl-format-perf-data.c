/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What Linux's perf records: samples of tracepoints, streams of Intel PT packets, one for each processor or thread, and
 * the kernel's own records of who ran and what was mapped, on one clock. The layout is in sl-perf-records.h. */

#include "sl-format-perf-data.h"

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-merge-source.h"
#include "sl-perf-code.h"
#include "sl-perf-folder.h"
#include "sl-perf-source.h"
#include "sl-perf-streams.h"
#include "sl-perf-translator.h"
#include "sl-pt-options.h"
#include "sl-pt-stream.h"
#include "sl-source-extras.h"

#define NS_PER_SECOND G_GUINT64_CONSTANT (1000000000)

static guint
perf_data_probe (const SlProbe *probe)
{
  if (probe->head_length < 8)
    return 0;

  return memcmp (probe->head, SL_PERF_MAGIC, 8) == 0 ||
                 memcmp (probe->head, SL_PERF_MAGIC_BIG, 8) == 0
             ? SL_PROBE_MAGIC
             : 0;
}

/* The first time of the kernel's records, on the clock that is asked for. */
static gboolean
find_first_time (const SlPerfCapture *capture, gboolean in_ticks, guint64 *first)
{
  if (capture->first == 0)
    return FALSE;

  *first = in_ticks ? sl_perf_clock_from_ns (&capture->clock, capture->first, capture->first)
                    : capture->first;
  return TRUE;
}

/* The clock of all parts: ticks of the TSC where there are any, or bytes where the streams have no
 * time; the kernel's nanoseconds where there are no streams. */
static SlClock *
make_clock (const SlPerfCapture *capture, SlPerfStreams *streams, guint64 hz)
{
  SlRate rate = { 0, NS_PER_SECOND << capture->clock.shift, MAX (capture->clock.mult, 1) };
  gboolean has_rate = capture->clock.mult > 0 || hz > 0;
  guint64 origin = 0;
  guint64 first;

  if (sl_perf_streams_get_count (streams) == 0)
    {
      find_first_time (capture, FALSE, &origin);
      return sl_clock_new (SL_UNIT_NS, origin, NULL, 0);
    }
  if (!sl_perf_streams_has_time (streams))
    return sl_clock_new (SL_UNIT_BYTES, 0, NULL, 0);

  if (capture->clock.mult == 0)
    rate = (SlRate) { 0, hz, 1 };
  origin = sl_perf_streams_get_first_tsc (streams);
  if (capture->clock.mult > 0 && find_first_time (capture, TRUE, &first))
    origin = MIN (origin, first);
  return sl_clock_new (SL_UNIT_CYCLES, origin, &rate, has_rate ? 1 : 0);
}

/* Whether the kernel's records can stand on the clock. */
static gboolean
can_place (const SlPerfCapture *capture, SlClock *clock, SlNotes *notes)
{
  SlUnit unit = sl_clock_get_unit (clock);

  if (capture->rows->n_records == 0)
    return FALSE;
  if (unit == SL_UNIT_NS || (unit == SL_UNIT_CYCLES && capture->clock.mult > 0))
    return TRUE;

  sl_notes_add (notes, SL_OFFSET_NONE, capture->rows->n_records,
                unit == SL_UNIT_BYTES
                    ? "The streams contain no TSC packets: there are no times, and the kernel's "
                      "records cannot be placed on the axis"
                    : "The conversion of the kernel's times to the TSC is missing: its records "
                      "cannot be placed on the axis");
  return FALSE;
}

/* What is in a file: what its events say depends on that. */
typedef struct
{
  gboolean has_streams;
  gboolean has_tracepoints;
  gboolean is_of_tasks;
} Meaning;

static void
find_meaning (const SlPerfCapture *capture, Meaning *meaning)
{
  meaning->has_tracepoints = capture->features.tracing != NULL &&
                             sl_perf_attrs_find_type (sl_perf_records_get_attrs (capture->records),
                                                      SL_PERF_TYPE_TRACEPOINT) != NULL;
  meaning->is_of_tasks = capture->is_of_tasks;
}

static void
set_meaning (SlSource *source, const Meaning *meaning)
{
  SlActionGroups tells = meaning->has_tracepoints ? SL_LINUX_TELLS : SL_TELLS_SCHEDULING;
  const SlTranslator *translator = &sl_perf_translator;

  if (meaning->has_tracepoints)
    translator = meaning->is_of_tasks ? &sl_perf_tasks_translator : &sl_perf_system_translator;
  if (meaning->has_streams)
    tells |= SL_TELLS_BRANCHES;
  sl_source_set_traits (source, (meaning->has_streams ? SL_TRAIT_PACKETS : 0) |
                                    (meaning->has_tracepoints ? SL_TRAIT_LINUX_CLASSES : 0));
  sl_source_set_meaning (source, tells, translator);
}

/**
 * sl_perf_data_open_input:
 * @input: held by the source
 * @user: (nullable): what the user gave
 *
 * Opens a perf.data file, or what another format was written down to as one.
 *
 * Returns: (transfer full) (nullable): its events; or %NULL with @error
 */
SlSource *
sl_perf_data_open_input (SlInput *input,
                         SlFormatOptions *user,
                         GCancellable *cancellable,
                         GError **error)
{
  g_autoptr (SlNotes) notes = sl_notes_new ();
  g_autoptr (SlPerfCapture) capture = NULL;
  g_autoptr (SlPerfStreams) streams = NULL;
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (SlClock) clock = NULL;
  g_autoptr (GPtrArray) code_files = NULL;
  SlPtStreamOptions options = { 0 };
  Meaning meaning = { 0 };
  SlSource *source;

  capture = sl_perf_capture_new (input, notes, error);
  if (capture == NULL)
    return NULL;

  code_files = sl_perf_code_find (capture);
  options.timing = capture->timing;
  if (!sl_pt_options_parse (&options, user, error))
    return NULL;
  find_meaning (capture, &meaning);
  if (meaning.has_tracepoints && meaning.is_of_tasks)
    sl_notes_add (
        notes, SL_OFFSET_NONE, 1,
        N_ ("Only some tasks were recorded (perf record without -a): what others did, and most of what woke these, "
            "is not known"));
  streams = sl_perf_streams_new (capture, &options, notes, cancellable, error);
  if (streams == NULL)
    return NULL;

  clock = make_clock (capture, streams, options.hz);
  sl_perf_streams_to_sources (streams, capture, clock, sources);
  meaning.has_streams = sources->len > 0;
  if (can_place (capture, clock, notes))
    g_ptr_array_add (sources, sl_perf_source_new (g_steal_pointer (&capture), clock));
  if (sources->len == 0)
    {
      g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
                   "The file holds neither Intel PT data nor records of the kernel");
      return NULL;
    }

  source = sources->len == 1
               ? g_object_ref (g_ptr_array_index (sources, 0))
               : sl_merge_source_new ((SlSource *const *) sources->pdata, sources->len, clock);
  set_meaning (source, &meaning);
  sl_notes_add_all (sl_source_get_notes (source), notes);
  sl_source_extras_take_code_files (sl_source_get_extras (source), g_steal_pointer (&code_files));
  return source;
}

static const char *const extensions[] = { "data", NULL };
static const char *const mime_types[] = { "application/x-perf-data", NULL };

/* A kind may come from several types of records, and a damaged one ends where it likes: nothing but type
 * and misc is in all of a kind. */
static const char *const some_fields[] = {
  "addr",
  "aux_offset",
  "aux_size",
  "comm",
  "cpu",
  "filename",
  "flags",
  "id",
  "ip",
  "ip-payload",
  "len",
  "lost",
  "next_prev_pid",
  "next_prev_tid",
  "pgoff",
  "pid",
  "ppid",
  "ptid",
  "sample-pid-tid",
  "tid",
  "time",
  NULL,
};

const SlFormat sl_format_perf_data = {
  .struct_size = sizeof (SlFormat),
  .id = "perf-data",
  .title = N_ ("Linux perf"),
  .traits = SL_TRAIT_PACKETS,
  .tells = SL_TELLS_SCHEDULING | SL_TELLS_BRANCHES,
  .translator = &sl_perf_translator,
  .extensions = extensions,
  .mime_types = mime_types,
  .options = sl_pt_option_table,
  .probe = perf_data_probe,
  .some_fields = some_fields,
  .open = sl_perf_data_open_input,
  .companions = sl_perf_folder_list,
};
