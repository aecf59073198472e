/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-traces.h"

#include "sl-cli-align.h"
#include "sl-cli-error.h"
#include "sl-cli-words.h"
#include "sl-time-text.h"

/* "N:T" with a sign or none before T. */
static gboolean
parse_offset (const char *text, const SlClock *clock, gint64 *offset, GError **error)
{
  guint number;
  const char *value = sl_cli_numbered_split (text, &number);
  gboolean is_negative = value[0] == '-';

  if (number == SL_CLI_ALL)
    g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                 "Write it as N:T, such as 1:2.5ms or 1:-300: the number of the trace, from 0, "
                 "and how much later it begins");
  else if (number == 0)
    g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                 "The others are moved relative to trace 0; it cannot be moved itself");
  else if (sl_duration_parse (value + (value[0] == '-' || value[0] == '+'), clock, offset, error))
    {
      *offset = is_negative ? -*offset : *offset;
      return TRUE;
    }

  g_prefix_error (error, "--offset %s: ", text);
  return FALSE;
}

static gboolean
parse_offsets (const SlCliRequest *request, GPtrArray *traces, SlTracePlace *places, GError **error)
{
  const SlCliTrace *first = g_ptr_array_index (traces, 0);

  if (!sl_cli_numbered_check ("--offset", request->offsets, traces->len, "traces", error))
    return FALSE;

  for (guint i = 0; request->offsets != NULL && request->offsets[i] != NULL; i++)
    {
      gint64 offset;
      guint number;

      if (!parse_offset (request->offsets[i], first->clock, &offset, error))
        return FALSE;
      sl_cli_numbered_split (request->offsets[i], &number);
      places[number].offset = offset;
    }

  return TRUE;
}

static SlTraceSet *
join (const SlCliRequest *request, GPtrArray *traces, GError **error)
{
  g_autofree SlTracePlace *places = g_new0 (SlTracePlace, traces->len);

  if (!parse_offsets (request, traces, places, error))
    return NULL;

  for (guint i = 0; i < traces->len; i++)
    {
      const SlCliTrace *trace = g_ptr_array_index (traces, i);

      places[i].trace = trace->trace;
      places[i].annotations = trace->annotations;
    }
  return sl_cli_align (request->align, traces, places, error);
}

/**
 * sl_cli_traces_open:
 *
 * Opens and loads the trace that the files hold, or with --join the traces.
 *
 * Returns: (transfer full): %NULL on error
 */
SlCliTraces *
sl_cli_traces_open (const SlCliRequest *request, GError **error)
{
  g_autoptr (GPtrArray) traces = sl_cli_open_all (request, error);
  g_autoptr (SlTraceSet) set = NULL;
  SlCliTraces *self;

  if (traces == NULL)
    return NULL;
  if (traces->len > 1 && !request->join)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "The files hold %u different traces: use --join to put them on one axis; "
                   "without it only “info” takes several",
                   traces->len);
      return NULL;
    }

  set = join (request, traces, error);
  if (set == NULL)
    return NULL;

  self = g_new0 (SlCliTraces, 1);
  self->traces = g_steal_pointer (&traces);
  self->set = g_steal_pointer (&set);
  return self;
}

void
sl_cli_traces_free (SlCliTraces *self)
{
  g_ptr_array_unref (self->traces);
  g_object_unref (self->set);
  g_free (self);
}

/**
 * sl_cli_traces_get:
 * @trace: below sl_trace_set_get_size()
 *
 * Returns: (transfer none):
 */
const SlCliTrace *
sl_cli_traces_get (const SlCliTraces *self, guint trace)
{
  return g_ptr_array_index (self->traces, trace);
}

/**
 * sl_cli_traces_is_joined:
 *
 * Returns: whether there are several traces, so that each must be told from the others
 */
gboolean
sl_cli_traces_is_joined (const SlCliTraces *self)
{
  return self->traces->len > 1;
}

/**
 * sl_cli_traces_print_length:
 * @ticks: as many from the beginning of @trace on: how long a tick takes may change
 *
 * Writes a cell.
 */
void
sl_cli_traces_print_length (SlCliTable *table, const SlCliTrace *trace, gint64 ticks)
{
  SlTime begin = sl_trace_get_span (trace->trace).begin;

  sl_cli_table_between (table, trace->clock, begin, sl_time_add (begin, ticks));
}

/**
 * sl_cli_traces_dup_prefix:
 *
 * Returns: (transfer full): what stands before the names of a trace's lanes and tasks: "1:" for
 *   trace 1 of several; empty for the only one
 */
char *
sl_cli_traces_dup_prefix (const SlCliTraces *self, guint trace)
{
  return sl_cli_traces_is_joined (self) ? g_strdup_printf ("%u:", trace) : g_strdup ("");
}

/**
 * sl_cli_traces_dup_title:
 *
 * Returns: (transfer full): the names of all files, without their folders
 */
char *
sl_cli_traces_dup_title (const SlCliTraces *self)
{
  GString *title = g_string_new (NULL);

  for (guint i = 0; i < self->traces->len; i++)
    {
      g_autofree char *name = g_filename_display_basename (sl_cli_traces_get (self, i)->name);

      g_string_append_printf (title, "%s%s", i > 0 ? " + " : "", name);
    }

  return g_string_free (title, FALSE);
}

static gboolean
parse_time (const SlCliTraces *self,
            const char *option,
            const char *text,
            SlTime *time,
            GError **error)
{
  if (text[0] == '-' && !sl_cli_traces_is_joined (self))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "%s %s: Only joined traces have ticks below 0", option, text);
      return FALSE;
    }
  if (sl_time_parse (text, sl_trace_set_get_clock (self->set), time, error))
    return TRUE;

  g_prefix_error (error, "%s %s: ", option, text);
  return FALSE;
}

/**
 * sl_cli_traces_parse_span:
 * @from: (nullable): first tick; %NULL for the first of all
 * @to: (nullable): first tick after it; %NULL for the end of all
 * @span: (out): the part of the axis that they name; may be empty
 * @error: of usage, if a time cannot be read or @from is not before @to
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_traces_parse_span (const SlCliTraces *self,
                          const char *from,
                          const char *to,
                          SlSpan *span,
                          GError **error)
{
  SlSpan whole = sl_trace_set_get_span (self->set);
  SlSpan wanted = whole;

  if (from != NULL && !parse_time (self, "--from", from, &wanted.begin, error))
    return FALSE;
  if (to != NULL && !parse_time (self, "--to", to, &wanted.end, error))
    return FALSE;
  if (from != NULL && to != NULL && wanted.begin >= wanted.end)
    {
      g_set_error (
          error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
          "--from %s --to %s: The span %s: --from is its first tick, --to the first after it", from,
          to, wanted.begin == wanted.end ? "is empty" : "ends before it begins");
      return FALSE;
    }

  span->begin = CLAMP (wanted.begin, whole.begin, whole.end);
  span->end = CLAMP (wanted.end, span->begin, whole.end);
  return TRUE;
}

/**
 * sl_cli_traces_check_filter:
 * @option: that gives @filter, for errors
 * @error: of usage, if it compares with a name that nothing in any of the traces has
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_traces_check_filter (const SlCliTraces *self,
                            const char *option,
                            const SlFilter *filter,
                            GError **error)
{
  g_autoptr (GPtrArray) traces = g_ptr_array_new ();
  g_autoptr (GPtrArray) annotations_of = g_ptr_array_new ();

  for (guint i = 0; i < self->traces->len; i++)
    {
      g_ptr_array_add (traces, sl_cli_traces_get (self, i)->trace);
      g_ptr_array_add (annotations_of, sl_cli_traces_get (self, i)->annotations);
    }
  if (sl_filter_check_names (filter, (SlTrace *const *) traces->pdata,
                             (SlAnnotations *const *) annotations_of->pdata, traces->len, error))
    return TRUE;

  g_prefix_error (error, "%s: ", option);
  return FALSE;
}

/**
 * sl_cli_traces_check_filter_somewhere:
 * @option: that gives @filter, for errors
 * @error: as of sl_cli_traces_check_filter(), or of usage if @filter fits none of the traces
 *
 * A filter may use a field that only one of several traces has.
 *
 * Returns: %FALSE on error
 */
gboolean
sl_cli_traces_check_filter_somewhere (const SlCliTraces *self,
                                      const char *option,
                                      SlFilter *filter,
                                      GError **error)
{
  g_autoptr (GError) failure = NULL;

  for (guint i = 0; i < self->traces->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (self, i);
      g_autoptr (SlFilterRun) check = NULL;

      g_clear_error (&failure);
      check =
          sl_filter_run_new_with_annotations (filter, trace->trace, trace->annotations, &failure);
      if (check != NULL)
        return sl_cli_traces_check_filter (self, option, filter, error);
    }

  g_propagate_prefixed_error (error, g_steal_pointer (&failure), "%s: ", option);
  return FALSE;
}
