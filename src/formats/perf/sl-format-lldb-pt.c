/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What LLDB's "trace save" writes: a file of JSON that names one stream of Intel PT packets for each
 * thread, or for each processor with the kernel's records of its context switches. From
 * lldb/docs/use/intel_pt.rst and lldb/source/Plugins/Trace/intel-pt of LLVM.
 *
 * | key | value |
 * | --- | --- |
 * | type | "intel-pt" |
 * | cpuInfo | vendor, family, model, stepping |
 * | processes[] | pid, threads[] (tid, iptTrace), modules[] (file, systemPath, loadAddress) |
 * | cpus[] | id, iptTrace, contextSwitchTrace; instead of the threads' iptTrace |
 * | tscPerfZeroConversion | timeMult, timeShift, timeZero: as in sl-perf-clock.h |
 *
 * It is opened as perf would have recorded it: what is read here is written down as records of a
 * pipe of perf's, whose reader does the rest. */

#include "sl-formats.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "sl-error.h"
#include "sl-format-perf-data.h"
#include "sl-lldb-bundle.h"
#include "sl-perf-records.h"
#include "sl-perf-translator.h"
#include "sl-perf-writer.h"
#include "sl-pt-options.h"
#include "sl-pt-stream.h"
#include "sl-source-extras.h"

static guint
lldb_pt_probe (const SlProbe *probe)
{
  gsize at = 0;

  while (at < probe->head_length && g_ascii_isspace (probe->head[at]))
    at++;
  if (at == probe->head_length || probe->head[at] != '{' ||
      memmem (probe->head, probe->head_length, "\"intel-pt\"", 10) == NULL ||
      memmem (probe->head, probe->head_length, "\"type\"", 6) == NULL)
    return 0;

  return SL_PROBE_SHAPE;
}

static void
lldb_pt_companions (SlMapping *file, GPtrArray *names)
{
  g_autoptr (SlLldbBundle) bundle = sl_lldb_bundle_new (file, NULL);

  if (bundle == NULL)
    return;

  for (guint i = 0; i < bundle->streams->len; i++)
    {
      const SlLldbStream *stream = &g_array_index (bundle->streams, SlLldbStream, i);

      g_ptr_array_add (names, g_strdup (stream->trace));
      if (stream->switches != NULL)
        g_ptr_array_add (names, g_strdup (stream->switches));
    }
}

static SlMapping *
find_file (SlInput *input, const char *name, GError **error)
{
  for (guint i = 1; i < sl_input_get_n_files (input); i++)
    {
      SlMapping *file = sl_input_get_file (input, i);

      if (g_str_equal (sl_mapping_get_name (file), name))
        return file;
    }

  g_set_error (error, SL_ERROR, SL_ERROR_EMPTY,
               "%s, which the bundle names, is not in the same folder", name);
  return NULL;
}

static gboolean
write_bundle (const SlLldbBundle *bundle, SlInput *input, SlPerfWriter *writer, GError **error)
{
  if (!sl_perf_writer_begin (writer, &bundle->clock, error))
    return FALSE;

  for (guint i = 0; i < bundle->streams->len; i++)
    {
      const SlLldbStream *stream = &g_array_index (bundle->streams, SlLldbStream, i);
      SlMapping *trace = find_file (input, stream->trace, error);
      SlMapping *switches = NULL;

      if (stream->switches != NULL)
        switches = find_file (input, stream->switches, error);
      if (trace == NULL || (stream->switches != NULL && switches == NULL) ||
          (switches != NULL &&
           !sl_perf_writer_add_switches (writer, stream->cpu, switches, error)) ||
          !sl_perf_writer_add_stream (writer, i, stream->cpu, stream->tid, trace, error))
        return FALSE;
    }

  return TRUE;
}

static SlSource *
lldb_pt_open (SlInput *input, SlFormatOptions *user, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlLldbBundle) bundle = sl_lldb_bundle_new (sl_input_get_file (input, 0), error);
  g_autoptr (SlPerfWriter) writer = NULL;
  g_autoptr (SlMapping) file = NULL;
  g_autoptr (SlInput) records = NULL;
  SlSource *source;

  if (bundle == NULL)
    return NULL;

  writer = sl_perf_writer_new (error);
  if (writer == NULL || !write_bundle (bundle, input, writer, error))
    return NULL;

  file = sl_perf_writer_finish (writer, error);
  records = file != NULL ? sl_input_new (&file, 1) : NULL;
  source = records != NULL ? sl_perf_data_open_input (records, user, cancellable, error) : NULL;
  if (source != NULL)
    sl_source_extras_take_code_files (sl_source_get_extras (source),
                                      g_ptr_array_ref (bundle->code_files));
  return source;
}

static const char *const extensions[] = { "json", NULL };

const SlFormat sl_format_lldb_pt = {
  .struct_size = sizeof (SlFormat),
  .id = "lldb-pt",
  .title = N_ ("LLDB's Intel PT bundle"),
  .traits = SL_TRAIT_PACKETS,
  .tells = SL_TELLS_SCHEDULING | SL_TELLS_BRANCHES,
  .translator = &sl_perf_translator,
  .extensions = extensions,
  .options = sl_pt_option_table,
  .probe = lldb_pt_probe,
  .companions = lldb_pt_companions,
  .some_fields = sl_pt_some_fields,
  .open = lldb_pt_open,
};
