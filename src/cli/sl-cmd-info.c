/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-fields.h"
#include "sl-cli-json.h"
#include "sl-cli-lanes.h"
#include "sl-cli-missing.h"
#include "sl-cli-model.h"
#include "sl-cli-registers.h"
#include "sl-cli-traces.h"
#include "sl-kind.h"
#include "sl-text-topa.h"
#include "sl-time-text.h"

static gboolean as_json;

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json,
    "Print JSON: an object for one trace, an array for several", NULL },
  G_OPTION_ENTRY_NULL,
};

/* Last tick − first tick. */
static guint64
get_ticks (SlTrace *trace)
{
  SlTime duration = sl_span_duration (sl_trace_get_span (trace));

  return duration > 0 ? (guint64) duration - 1 : 0;
}

static char *
dup_offset (const SlCliTrace *trace, guint64 offset)
{
  if (offset == SL_OFFSET_NONE)
    return NULL;
  if (sl_cli_trace_get_n_files (trace) <= 1)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, SL_OFFSET_BYTE (offset));

  return g_strdup_printf ("%u:%" G_GUINT64_FORMAT, SL_OFFSET_FILE (offset),
                          SL_OFFSET_BYTE (offset));
}

/* What stands behind the colon of the object's reference; NULL where nothing does. */
static const char *
get_id (const char *reference)
{
  const char *colon = strchr (reference, ':');

  return colon != NULL ? colon + 1 : NULL;
}

static void
add_hz (JsonBuilder *builder, const SlRate *rate)
{
  json_builder_set_member_name (builder, "hz");
  if (rate == NULL)
    json_builder_add_null_value (builder);
  else if (rate->numerator % rate->denominator == 0 &&
           rate->numerator / rate->denominator <= G_MAXINT64)
    json_builder_add_int_value (builder, (gint64) (rate->numerator / rate->denominator));
  else
    json_builder_add_double_value (builder, (double) rate->numerator / (double) rate->denominator);
}

static void
add_clock (JsonBuilder *builder, const SlCliTrace *trace)
{
  guint n_rates = 0;
  const SlRate *rates = sl_clock_get_rates (trace->clock, &n_rates);

  json_builder_set_member_name (builder, "clock");
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "unit", sl_clock_get_unit_id (trace->clock));
  sl_cli_json_add_absolute (builder, "origin", sl_clock_get_origin (trace->clock));
  add_hz (builder, n_rates > 0 ? &rates[0] : NULL);
  json_builder_set_member_name (builder, "rates");
  json_builder_begin_array (builder);
  for (guint i = 0; i < n_rates; i++)
    {
      json_builder_begin_object (builder);
      sl_cli_json_add_absolute (builder, "from",
                                sl_clock_to_absolute (trace->clock, rates[i].from));
      add_hz (builder, &rates[i]);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  sl_cli_json_add_count (builder, "span", get_ticks (trace->trace));
  json_builder_end_object (builder);
}

static gint
compare_kinds (gconstpointer one, gconstpointer other)
{
  return *(const guint16 *) one - *(const guint16 *) other;
}

/* The kinds of the events, and those that are counted only. */
static GArray *
get_kinds (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);
  GArray *kinds = sl_trace_get_kinds (trace);

  for (guint16 kind = 0; kind < SL_N_BUILTIN_KINDS; kind++)
    {
      if (sl_source_count_unlisted (source, kind) > 0)
        g_array_append_val (kinds, kind);
    }
  g_array_sort (kinds, compare_kinds);
  return kinds;
}

static guint64
count_kind (SlTrace *trace, guint16 kind)
{
  return sl_trace_get_n_events_of_kind (trace, kind) +
         sl_source_count_unlisted (sl_trace_get_source (trace), kind);
}

static void
add_kinds (JsonBuilder *builder, SlTrace *trace)
{
  g_autoptr (GArray) kinds = get_kinds (trace);

  json_builder_set_member_name (builder, "kinds");
  json_builder_begin_object (builder);
  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);

      sl_cli_json_add_count (builder, sl_kind_get (kind)->id, count_kind (trace, kind));
    }
  json_builder_end_object (builder);
}

static void
add_objects (JsonBuilder *builder, const SlCliTrace *trace)
{
  const SlObjectTable *objects = sl_trace_get_objects (trace->trace);

  json_builder_set_member_name (builder, "objects");
  json_builder_begin_array (builder);
  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      g_autofree char *reference = sl_object_to_string (object);
      g_autofree char *name =
          sl_annotations_dup_object_name (trace->annotations, trace->trace, number);

      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "type", sl_object_type_get_id (object->type));
      sl_cli_json_add_string (builder, "id", get_id (reference));
      sl_cli_json_add_string (builder, "name", name);
      sl_cli_json_add_absolute (builder, "first",
                                sl_clock_to_absolute (trace->clock, object->first));
      sl_cli_json_add_absolute (builder, "last", sl_clock_to_absolute (trace->clock, object->last));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

static void
add_lanes (JsonBuilder *builder, SlTrace *trace)
{
  g_autoptr (GPtrArray) lanes = sl_cli_lanes_dup_names (trace);

  json_builder_set_member_name (builder, "lanes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < lanes->len; i++)
    json_builder_add_string_value (builder, g_ptr_array_index (lanes, i));
  json_builder_end_array (builder);
}

static void
add_notes (JsonBuilder *builder, const SlCliTrace *trace)
{
  json_builder_set_member_name (builder, "notes");
  json_builder_begin_array (builder);
  for (guint i = 0; i < sl_trace_get_n_notes (trace->trace); i++)
    {
      const SlNote *note = sl_trace_get_note (trace->trace, i);
      g_autofree char *offset = dup_offset (trace, note->offset);

      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "text", note->text);
      sl_cli_json_add_string (builder, "offset", offset);
      sl_cli_json_add_count (builder, "count", note->count);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

/* Offsets count these from 0. */
static void
add_files (JsonBuilder *builder, SlSource *source)
{
  const char *const *names = sl_source_get_file_names (source);

  json_builder_set_member_name (builder, "files");
  json_builder_begin_array (builder);
  for (guint i = 0; names[i] != NULL; i++)
    json_builder_add_string_value (builder, names[i]);
  json_builder_end_array (builder);
}

/* The task model that other commands read without being asked to. */
static char *
dup_model_path (const SlCliTrace *trace)
{
  g_autoptr (GFile) file = sl_cli_model_find (trace);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  return path != NULL ? g_utf8_make_valid (path, -1) : NULL;
}

static void
add_model (JsonBuilder *builder, const SlCliTrace *trace)
{
  g_autofree char *path = dup_model_path (trace);

  json_builder_set_member_name (builder, "model");
  if (path != NULL)
    json_builder_add_string_value (builder, path);
  else
    json_builder_add_null_value (builder);
}

static void
add_piece (JsonBuilder *builder, const SlCliTraces *set, const SlAffine *piece, guint trace)
{
  g_autofree char *at =
      sl_clock_dup_absolute (sl_trace_set_get_clock (set->set),
                             sl_trace_set_to_reference (set->set, trace, piece->from));

  json_builder_begin_object (builder);
  sl_cli_json_add_absolute (builder, "from",
                            sl_clock_to_absolute (sl_cli_traces_get (set, trace)->clock,
                                                  piece->from));
  sl_cli_json_add_string (builder, "at", at);
  json_builder_set_member_name (builder, "numerator");
  json_builder_add_int_value (builder, piece->numerator);
  json_builder_set_member_name (builder, "denominator");
  json_builder_add_int_value (builder, piece->denominator);
  json_builder_end_object (builder);
}

/* Where the trace stands on the axis of all: from tick "from" of its own on, which stands at "at",
 * one of its ticks is numerator ÷ denominator of the axis. */
static void
add_axis (JsonBuilder *builder, const SlCliTraces *set, guint trace)
{
  const SlAffine identity = { 0, 0, 1, 1 };
  guint n_pieces;
  const SlAffine *pieces = sl_trace_set_get_pieces (set->set, trace, &n_pieces);

  json_builder_set_member_name (builder, "axis");
  json_builder_begin_object (builder);
  sl_cli_json_add_count (builder, "trace", trace);
  json_builder_set_member_name (builder, "offset");
  json_builder_add_int_value (builder, sl_trace_set_to_reference (set->set, trace, 0));
  json_builder_set_member_name (builder, "rate_known");
  json_builder_add_boolean_value (builder, sl_trace_set_has_pace (set->set, trace));
  json_builder_set_member_name (builder, "pieces");
  json_builder_begin_array (builder);
  if (n_pieces == 0)
    add_piece (builder, set, &identity, trace);
  for (guint i = 0; i < n_pieces; i++)
    add_piece (builder, set, &pieces[i], trace);
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/* @set is NULL for traces that stand each for itself. */
static void
add_trace (JsonBuilder *builder, const SlCliTrace *trace, const SlCliTraces *set, guint number)
{
  SlSource *source = sl_trace_get_source (trace->trace);
  g_autofree char *name = g_utf8_make_valid (trace->name, -1);
  g_autoptr (SlMissingCode) missing = sl_cli_missing_measure (trace);

  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "file", name);
  add_files (builder, source);
  sl_cli_json_add_string (builder, "format", sl_source_get_format_id (source));
  add_model (builder, trace);
  sl_cli_json_add_count (builder, "events", sl_trace_get_n_events (trace->trace));
  add_clock (builder, trace);
  add_kinds (builder, trace->trace);
  sl_cli_fields_add_names (builder, trace->trace);
  add_objects (builder, trace);
  add_lanes (builder, trace->trace);
  add_notes (builder, trace);
  if (sl_source_get_topa_layout (source) != NULL)
    sl_cli_registers_add_json (builder, sl_source_get_topa_layout (source));
  if (missing != NULL)
    sl_cli_missing_add_json (builder, missing);
  if (set != NULL)
    add_axis (builder, set, number);
  json_builder_end_object (builder);
}

static gboolean
print_json (GPtrArray *traces, const SlCliTraces *set, SlCliWriter *writer, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  if (traces->len > 1)
    json_builder_begin_array (builder);
  for (guint i = 0; i < traces->len; i++)
    add_trace (builder, g_ptr_array_index (traces, i), set, i);
  if (traces->len > 1)
    json_builder_end_array (builder);

  return sl_cli_json_print (builder, writer, error);
}

static void
print_clock (SlCliWriter *writer, const SlCliTrace *trace)
{
  guint n_rates = 0;
  const SlRate *rates = sl_clock_get_rates (trace->clock, &n_rates);
  const char *unit = sl_clock_get_unit_id (trace->clock);
  SlSpan span = sl_trace_get_span (trace->trace);
  SlTime last = MAX (span.begin, span.end - 1);

  sl_cli_writer_format (writer, "  clock    %s from %" G_GUINT64_FORMAT " to %" G_GUINT64_FORMAT,
                        unit, sl_clock_to_absolute (trace->clock, span.begin),
                        sl_clock_to_absolute (trace->clock, last));
  sl_cli_writer_format (writer, ", %" G_GUINT64_FORMAT " %s", get_ticks (trace->trace), unit);
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
  g_autoptr (GArray) kinds = get_kinds (trace);

  sl_cli_writer_text (writer, "  kinds\n");
  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);

      sl_cli_writer_format (writer, "    %10" G_GUINT64_FORMAT "  %s\n", count_kind (trace, kind),
                            sl_kind_get (kind)->id);
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
      g_autofree char *offset = dup_offset (trace, note->offset);

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
  g_autofree char *model = dup_model_path (trace);
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
    return print_json (traces, set, writer, error);

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
