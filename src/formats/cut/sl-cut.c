/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cut.h"

#include "sl-cut-formats.h"
#include "sl-error.h"
#include "sl-open-file.h"

/* Of each format how it is cut, or why it cannot be. */
typedef struct
{
  const char *id;
  gboolean (*cut) (SlCutJob *job, GError **error);
  const char *why;
} Way;

static const char stream[] = "its packets only mean something together with those before them";
static const char wires[] = "it has changes of signals and no records of bus cycles";

static const Way ways[] = {
  { "byu6", sl_cut_byu6, NULL },
  { "byu12", sl_cut_byu12, NULL },
  { "byu16", sl_cut_byu16, NULL },
  { "shark-ftrace", sl_cut_shark, NULL },
  { "pentium-csv", sl_cut_listing, NULL },
  { "ftrace-text", sl_cut_ftrace_text, NULL },
  { "chrome-json", sl_cut_chrome, NULL },
  { "trace-dat", sl_cut_dat, NULL },
  { "pentium-vcd", NULL, wires },
  { "sigrok", NULL, wires },
  { "intel-pt", NULL, stream },
  { "simple-pt", NULL, stream },
  { "lldb-pt", NULL, stream },
  { "perf-data", NULL, "its records refer to tables elsewhere in the file" },
  { "litmus", NULL,
    "it is a file for each processor, and jobs refer to parameters at the beginning" },
  { "topa", NULL, "it is a picture of memory at one instant" },
  { "slackline-events", NULL, "its lines depend on those before them" },
  { "text-log", NULL, "it can only be read with the mapping beside it" },
};

static const Way *
find_way (const char *id)
{
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      if (g_strcmp0 (ways[i].id, id) == 0)
        return &ways[i];
    }

  return NULL;
}

/**
 * sl_cut_get_obstacle:
 *
 * Returns: (transfer none) (nullable): why the trace's own format cannot be cut, an English clause; %NULL where it can be
 */
const char *
sl_cut_get_obstacle (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);
  const char *const *uris = sl_source_get_file_uris (source);
  const Way *way = find_way (sl_source_get_format_id (source));

  if (way == NULL)
    return "nothing says where its records end";
  if (way->cut == NULL)
    return way->why;

  return uris == NULL || uris[0] == NULL ? "it was not read from a file" : NULL;
}

/* Whether it is cut at all. */
static gboolean
check (const SlCutRequest *request, SlCutResult *result, GError **error)
{
  const char *title = sl_source_get_format_title (sl_trace_get_source (request->trace));

  result->why_neutral = sl_cut_get_obstacle (request->trace);
  if (result->why_neutral == NULL || request->neutrally != NULL)
    return TRUE;

  g_set_error (error, SL_ERROR, SL_ERROR_UNSUPPORTED,
               "%s: A trace of this format cannot be cut: %s", title != NULL ? title : "?",
               result->why_neutral);
  return FALSE;
}

/* The files as the source read them. Faults are of the input, not of the target. */
static SlInput *
open_input (const SlCutRequest *request, GCancellable *cancellable, GError **error)
{
  const char *const *uris = sl_source_get_file_uris (sl_trace_get_source (request->trace));
  g_autoptr (GPtrArray) mappings =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_mapping_unref);

  for (guint i = 0; uris[i] != NULL; i++)
    {
      g_autoptr (GFile) file = g_file_new_for_uri (uris[i]);
      g_autoptr (GError) why = NULL;
      g_autoptr (SlOpenFile) opened = sl_open_file_new (file, NULL, NULL, NULL, cancellable, &why);

      if (opened == NULL && g_error_matches (why, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&why));
      else if (opened == NULL)
        g_set_error (error, SL_ERROR, SL_ERROR_MALFORMED, "%s", why->message);
      if (opened == NULL)
        return NULL;
      g_ptr_array_add (mappings, sl_mapping_ref (opened->mapping));
    }

  return sl_input_new ((SlMapping *const *) mappings->pdata, mappings->len);
}

static gboolean
find_events (SlCutJob *job, GError **error)
{
  SlTrace *trace = job->request->trace;

  job->first = sl_trace_index_at (trace, job->request->span.begin);
  job->end = sl_trace_index_at (trace, job->request->span.end);
  if (job->first < job->end)
    {
      job->result->n_events = job->end - job->first;
      return TRUE;
    }

  g_set_error_literal (error, SL_ERROR, SL_ERROR_EMPTY, "No event is in the span");
  return FALSE;
}

/**
 * sl_cut_write:
 * @target: replaced whole, or not at all
 * @inputs: (nullable): files that it must not be, next to those of the trace
 * @result: (out): what was written
 * @cancellable: (nullable): ends it from another thread, with %G_IO_ERROR_CANCELLED
 *
 * Cuts the span out. Blocks; may be called from any thread.
 *
 * Returns: %FALSE with @error: of %SL_ERROR where the trace cannot be cut, has no event in the span or cannot be read
 *   again, else of %G_IO_ERROR or %G_FILE_ERROR
 */
gboolean
sl_cut_write (const SlCutRequest *request,
              GFile *target,
              const SlFileSet *inputs,
              SlCutResult *result,
              GCancellable *cancellable,
              GError **error)
{
  SlCutJob job = { .request = request, .result = result, .cancellable = cancellable };
  g_autoptr (SlInput) input = NULL;
  g_autoptr (SlFileWriter) writer = NULL;

  *result = (SlCutResult) { 0 };
  if (!check (request, result, error) || !find_events (&job, error))
    return FALSE;

  if (result->why_neutral == NULL)
    input = open_input (request, cancellable, error);
  if (input != NULL || result->why_neutral != NULL)
    writer = sl_file_writer_new (target, inputs, error);
  if (writer == NULL)
    return FALSE;

  job.input = input;
  job.writer = writer;
  if (result->why_neutral != NULL)
    return request->neutrally (request->trace, request->span, writer, request->progress,
                               request->user_data, &result->n_events, &result->n_before,
                               &result->size, cancellable, error) &&
           sl_cut_job_report (&job, 1, error) && sl_file_writer_finish (writer, error);

  return find_way (sl_source_get_format_id (sl_trace_get_source (request->trace)))
             ->cut (&job, error) &&
         sl_cut_job_report (&job, 1, error) && sl_file_writer_finish (writer, error);
}
