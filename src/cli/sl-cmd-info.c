/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-calls.h"
#include "sl-cli-fields.h"
#include "sl-cli-registers.h"
#include "sl-cmd-info-json.h"
#include "sl-kind.h"
#include "sl-source-extras.h"
#include "sl-text-topa.h"
#include "sl-time-text.h"

static gboolean as_json;

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json,
    "Print JSON: an object for one trace, an array for several", NULL },
  G_OPTION_ENTRY_NULL,
};

static void
print_clock (SlCliWriter *writer, const SlCliTrace *trace)
{
  guint n_rates = 0;
  const SlRate *rates = sl_clock_get_rates (trace->clock, &n_rates);
  const char *unit = sl_clock_get_unit_id (trace->clock);
  const char *name =
      sl_source_extras_get_clock_name (sl_source_get_extras (sl_trace_get_source (trace->trace)));
  SlSpan span = sl_trace_get_span (trace->trace);
  SlTime last = MAX (span.begin, span.end - 1);

  sl_cli_writer_format (writer, "  clock    %s", unit);
  if (name != NULL)
    sl_cli_writer_format (writer, " (%s)", name);
  sl_cli_writer_format (writer, " from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                        sl_clock_to_absolute (trace->clock, span.begin),
                        sl_clock_to_absolute (trace->clock, last));
  sl_cli_writer_format (writer, ", %" G_GUINT64_FORMAT " %s", sl_info_get_ticks (trace->trace),
                        unit);
  if (n_rates > 0)
    {
      g_autofree char *duration =
          sl_time_text_duration (trace->clock, (SlSpan) { span.begin, last });

      sl_cli_writer_format (writer, " (%s)", duration);
    }
  sl_cli_writer_char (writer, '\n');

  for (guint i = 0; i < n_rates; i++)
    sl_cli_writer_format (writer, "  rate     %.*f Hz from %" G_GUINT64_FORMAT "\n",
                          rates[i].numerator % rates[i].denominator == 0 ? 0 : 3,
                          (double) rates[i].numerator / (double) rates[i].denominator,
                          sl_clock_to_absolute (trace->clock, rates[i].from));
  if (n_rates == 0 && sl_clock_get_unit (trace->clock) < SL_UNIT_RECORDS)
    sl_cli_writer_text (writer, "  rate     not known: give --rate HZ for times in seconds\n");
}

static void
print_kinds (SlCliWriter *writer, SlTrace *trace)
{
  g_autoptr (GArray) kinds = sl_info_get_kinds (trace);

  sl_cli_writer_text (writer, "  kinds\n");
  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);

      sl_cli_writer_format (writer, "    %10" G_GUINT64_FORMAT "  %s\n",
                            sl_info_count_kind (trace, kind), sl_kind_get (kind)->id);
    }
}

/* So many instrumentation points, user events and functions are printed for people; --json has all. */
#define MOST_NUMBERED 16

static gboolean
is_numbered (SlObjectType type)
{
  return type == SL_OBJECT_IPOINT || type == SL_OBJECT_USER_EVENT || type == SL_OBJECT_FUNCTION;
}

static void
print_objects (SlCliWriter *writer, const SlCliTrace *trace)
{
  const SlObjectTable *objects = sl_trace_get_objects (trace->trace);
  guint n_numbered = 0;

  sl_cli_writer_text (writer, "  objects\n");
  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      g_autofree char *reference = sl_object_to_string (object);
      g_autofree char *name =
          sl_annotations_dup_object_name (trace->annotations, trace->trace, number);

      if (is_numbered (object->type) && n_numbered++ >= MOST_NUMBERED)
        continue;
      sl_cli_writer_format (writer, "    %-18s %s\n", reference, name);
    }
  if (n_numbered > MOST_NUMBERED)
    sl_cli_writer_format (writer, "    and %u more like these, which --json lists\n",
                          n_numbered - MOST_NUMBERED);
}

/* Where the trace lay in memory, and how that ended. */
static void
print_memory (SlCliWriter *writer, const SlTopaLayout *layout)
{
  g_autofree char *summary = sl_text_topa_summary (layout);
  g_autofree char *damage = sl_text_topa_damage (layout);

  sl_cli_writer_format (writer, "  memory   %s\n", summary);
  if (damage != NULL)
    sl_cli_writer_format (writer, "           %s\n", damage);
  sl_cli_registers_print (writer, layout);
}

static void
print_notes (SlCliWriter *writer, const SlCliTrace *trace)
{
  guint n_notes = sl_trace_get_n_notes (trace->trace);

  sl_cli_writer_text (writer, n_notes > 0 ? "  notes\n" : "  notes    none\n");
  for (guint i = 0; i < n_notes; i++)
    {
      const SlNote *note = sl_trace_get_note (trace->trace, i);
      g_autofree char *offset = sl_info_dup_offset (trace, note->offset);

      sl_cli_writer_format (writer, "    %s", note->text);
      if (offset != NULL)
        sl_cli_writer_format (writer, ", first at offset %s", offset);
      sl_cli_writer_format (writer, ", count %" G_GUINT64_FORMAT "\n", note->count);
    }
}

static void
print_axis (SlCliWriter *writer, const SlCliTraces *set, guint trace)
{
  const char *unit = sl_clock_get_unit_id (sl_cli_traces_get (set, trace)->clock);
  const char *axis_unit = sl_clock_get_unit_id (sl_trace_set_get_clock (set->set));
  guint n_pieces;
  const SlAffine *pieces = sl_trace_set_get_pieces (set->set, trace, &n_pieces);

  sl_cli_writer_format (writer, "  axis     trace %u", trace);
  if (trace == 0)
    {
      sl_cli_writer_format (writer, ", whose %s the axis counts\n", axis_unit);
      return;
    }

  sl_cli_writer_format (writer, ", begins %+" G_GINT64_FORMAT " %s from the first",
                        sl_trace_set_to_reference (set->set, trace, 0), axis_unit);
  sl_cli_writer_format (writer, ", %" G_GINT64_FORMAT " %s for %" G_GINT64_FORMAT " %s%s\n",
                        pieces[0].numerator, axis_unit, pieces[0].denominator, unit,
                        sl_trace_set_has_pace (set->set, trace)
                            ? ""
                            : " (assumed: give --rate N:HZ for each)");
}

static void
print_trace (SlCliWriter *writer, const SlCliTrace *trace, const SlCliTraces *set, guint number)
{
  const SlTopaLayout *layout = sl_source_get_topa_layout (sl_trace_get_source (trace->trace));
  SlSource *source = sl_trace_get_source (trace->trace);
  g_autofree char *name = g_utf8_make_valid (trace->name, -1);
  g_autofree char *model = sl_info_dup_model_path (trace);
  g_autoptr (SlMissingCode) missing = sl_cli_missing_measure (trace);

  sl_cli_writer_format (writer, "%s\n", name);
  sl_cli_writer_format (writer, "  format   %s (%s)\n", sl_source_get_format_title (source),
                        sl_source_get_format_id (source));
  sl_cli_writer_format (writer, "  events   %" G_GUINT64_FORMAT "\n",
                        sl_trace_get_n_events (trace->trace));
  if (model != NULL)
    sl_cli_writer_format (writer, "  model    %s\n", model);
  print_clock (writer, trace);
  if (set != NULL)
    print_axis (writer, set, number);
  print_kinds (writer, trace->trace);
  sl_cli_fields_print_names (writer, trace->trace);
  print_objects (writer, trace);
  if (layout != NULL)
    print_memory (writer, layout);
  if (missing != NULL)
    sl_cli_missing_print (writer, missing);
  print_notes (writer, trace);
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = request->join ? sl_cli_traces_open (request, error) : NULL;
  g_autoptr (GPtrArray) traces = NULL;

  if (request->join)
    traces = set != NULL ? g_ptr_array_ref (set->traces) : NULL;
  else
    traces = sl_cli_open_all (request, error);
  if (traces == NULL)
    return FALSE;
  if (as_json)
    return sl_info_print_json (traces, set, writer, error);

  for (guint i = 0; i < traces->len; i++)
    print_trace (writer, g_ptr_array_index (traces, i), set, i);
  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_info = {
  .id = "info",
  .summary = "Show what files contain: format, clock, events, objects, lanes, notes",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
