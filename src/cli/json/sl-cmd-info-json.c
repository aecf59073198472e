/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cmd-info-json.h"

#include <string.h>

#include "sl-cli-calls.h"
#include "sl-cli-fields.h"
#include "sl-cli-json.h"
#include "sl-cli-lanes.h"
#include "sl-cli-model.h"
#include "sl-cli-registers.h"
#include "sl-kind.h"
#include "sl-source-extras.h"

/**
 * sl_info_get_ticks:
 *
 * Returns: the last tick minus the first
 */
guint64
sl_info_get_ticks (SlTrace *trace)
{
  SlTime duration = sl_span_duration (sl_trace_get_span (trace));

  return duration > 0 ? (guint64) duration - 1 : 0;
}

/**
 * sl_info_dup_offset:
 * @offset: in a file of @trace, or %SL_OFFSET_NONE
 *
 * Returns: (transfer full) (nullable): the offset in bytes, after the number of the file where there are several
 */
char *
sl_info_dup_offset (const SlCliTrace *trace, guint64 offset)
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

/* Of the origin, in UTC. */
static void
add_wall (JsonBuilder *builder, const SlCliTrace *trace)
{
  const gint64 second = G_GINT64_CONSTANT (1000000000);
  g_autoptr (GDateTime) date = NULL;
  g_autofree char *day = NULL;
  g_autofree char *text = NULL;
  gint64 wall;

  if (!sl_source_extras_get_wall (sl_source_get_extras (sl_trace_get_source (trace->trace)),
                                  sl_clock_get_origin (trace->clock), &wall) ||
      wall < 0)
    return;

  date = g_date_time_new_from_unix_utc (wall / second);
  if (date == NULL)
    return;

  day = g_date_time_format (date, "%Y-%m-%dT%H:%M:%S");
  text = g_strdup_printf ("%s.%09dZ", day, (int) (wall % second));
  sl_cli_json_add_string (builder, "wall", text);
}

static void
add_clock (JsonBuilder *builder, const SlCliTrace *trace)
{
  guint n_rates = 0;
  const SlRate *rates = sl_clock_get_rates (trace->clock, &n_rates);
  const char *name =
      sl_source_extras_get_clock_name (sl_source_get_extras (sl_trace_get_source (trace->trace)));

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
  sl_cli_json_add_count (builder, "span", sl_info_get_ticks (trace->trace));
  if (name != NULL)
    sl_cli_json_add_string (builder, "name", name);
  add_wall (builder, trace);
  json_builder_end_object (builder);
}

static gint
compare_kinds (gconstpointer one, gconstpointer other)
{
  return *(const guint16 *) one - *(const guint16 *) other;
}

/**
 * sl_info_get_kinds:
 *
 * Returns: (transfer full) (element-type guint16): the kinds of the events and of unlisted records, ascending
 */
GArray *
sl_info_get_kinds (SlTrace *trace)
{
  SlSource *source = sl_trace_get_source (trace);
  GArray *kinds = sl_trace_get_kinds (trace);

  for (guint16 kind = 0; kind < SL_N_BUILTIN_KINDS; kind++)
    {
      if (sl_source_get_n_unlisted (source, kind) > 0)
        g_array_append_val (kinds, kind);
    }
  g_array_sort (kinds, compare_kinds);
  return kinds;
}

/**
 * sl_info_count_kind:
 *
 * Returns: the events and the unlisted records of @kind
 */
guint64
sl_info_count_kind (SlTrace *trace, guint16 kind)
{
  return sl_trace_get_n_events_of_kind (trace, kind) +
         sl_source_get_n_unlisted (sl_trace_get_source (trace), kind);
}

static void
add_kinds (JsonBuilder *builder, SlTrace *trace)
{
  g_autoptr (GArray) kinds = sl_info_get_kinds (trace);

  json_builder_set_member_name (builder, "kinds");
  json_builder_begin_object (builder);
  for (guint i = 0; i < kinds->len; i++)
    {
      guint16 kind = g_array_index (kinds, guint16, i);

      sl_cli_json_add_count (builder, sl_kind_get (kind)->id, sl_info_count_kind (trace, kind));
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
      g_autofree char *offset = sl_info_dup_offset (trace, note->offset);

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

/**
 * sl_info_dup_model_path:
 *
 * Returns: (transfer full) (nullable): UTF-8: the task model that other commands read without being asked to
 */
char *
sl_info_dup_model_path (const SlCliTrace *trace)
{
  g_autoptr (GFile) file = sl_cli_model_find (trace);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  return path != NULL ? g_utf8_make_valid (path, -1) : NULL;
}

static void
add_model (JsonBuilder *builder, const SlCliTrace *trace)
{
  g_autofree char *path = sl_info_dup_model_path (trace);

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

/**
 * sl_info_print_json:
 * @traces: (element-type SlCliTrace):
 * @set: (nullable): the axis of all traces; %NULL where each has an axis of its own
 *
 * Prints an object for one trace, an array for several.
 */
gboolean
sl_info_print_json (GPtrArray *traces, const SlCliTraces *set, SlCliWriter *writer, GError **error)
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
