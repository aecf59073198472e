/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-calls.h"

#include "sl-call-lanes.h"
#include "sl-cli-error.h"
#include "sl-cli-symbols.h"
#include "sl-text-missing-code.h"

/* Ranges that a text lists. */
#define MOST_LISTED 8

/**
 * sl_cli_missing_measure:
 *
 * Returns: (transfer full) (nullable): what is missing of the code that the user gave or allowed; %NULL where he
 *   gave none, or there is nothing to decode
 */
SlMissingCode *
sl_cli_missing_measure (const SlCliTrace *trace)
{
  SlCodeMap *map = sl_annotations_get_code_map (trace->annotations);

  if (map == NULL || !sl_call_lanes_can (trace->trace, map))
    return NULL;

  return sl_missing_code_measure (sl_trace_get_source (trace->trace), map, SL_MISSING_MOST_BYTES,
                                  NULL);
}

static void
add_range (JsonBuilder *builder, const SlMissingRange *range)
{
  g_autofree char *begin = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", range->begin);
  g_autofree char *end = g_strdup_printf ("0x%" G_GINT64_MODIFIER "x", range->end);
  g_autofree char *file = range->file != NULL ? g_filename_display_name (range->file) : NULL;

  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "begin", begin);
  sl_cli_json_add_string (builder, "end", end);
  sl_cli_json_add_string (builder, "file", file);
  json_builder_set_member_name (builder, "pid");
  if (range->process == SL_CODE_NO_PROCESS || range->process > G_MAXINT32)
    json_builder_add_null_value (builder);
  else
    json_builder_add_int_value (builder, range->process);
  sl_cli_json_add_count (builder, "stops", range->n_stops);
  sl_cli_json_add_count (builder, "branches", range->n_branches);
  sl_cli_json_add_count (builder, "ticks", range->ticks);
  json_builder_end_object (builder);
}

/**
 * sl_cli_missing_add_json:
 *
 * Adds the member "missing_code" to an object.
 */
void
sl_cli_missing_add_json (JsonBuilder *builder, const SlMissingCode *missing)
{
  json_builder_set_member_name (builder, "missing_code");
  json_builder_begin_object (builder);
  sl_cli_json_add_count (builder, "bytes", missing->n_bytes);
  sl_cli_json_add_count (builder, "bytes_decoded", missing->n_decoded);
  sl_cli_json_add_count (builder, "branches", missing->n_branches);
  sl_cli_json_add_count (builder, "branches_without_code", missing->n_missing);
  sl_cli_json_add_count (builder, "ticks", missing->ticks);
  sl_cli_json_add_count (builder, "ticks_without_code", missing->missing_ticks);
  sl_cli_json_add_count (builder, "stops_wrong_code", missing->n_wrong_stops);
  sl_cli_json_add_count (builder, "branches_wrong_code", missing->n_wrong);
  json_builder_set_member_name (builder, "ranges");
  json_builder_begin_array (builder);
  for (guint i = 0; i < missing->ranges->len; i++)
    add_range (builder, &g_array_index (missing->ranges, SlMissingRange, i));
  json_builder_end_array (builder);
  json_builder_end_object (builder);
}

/**
 * sl_cli_missing_print:
 *
 * Prints a section of a text.
 */
void
sl_cli_missing_print (SlCliWriter *writer, const SlMissingCode *missing)
{
  g_autofree char *text = sl_text_missing_code (missing);
  g_autofree char *wrong = sl_text_missing_wrong (missing);

  if (text == NULL && wrong == NULL)
    sl_cli_writer_text (writer, "  code     all that ran is known\n");
  if (text != NULL)
    sl_cli_writer_format (writer, "  code     %s\n", text);
  for (guint i = 0; i < MIN (missing->ranges->len, MOST_LISTED); i++)
    {
      const SlMissingRange *range = &g_array_index (missing->ranges, SlMissingRange, i);
      g_autofree char *place = sl_text_missing_place (range);
      g_autofree char *count = sl_text_missing_count (range);

      sl_cli_writer_format (writer, "    %s: %s\n", place, count);
    }
  if (missing->ranges->len > MOST_LISTED)
    sl_cli_writer_format (writer, "    and %u more\n", missing->ranges->len - MOST_LISTED);
  if (wrong != NULL)
    sl_cli_writer_format (writer, "%s%s\n", text != NULL ? "    " : "  code     ", wrong);
}

/* Says on standard error what is missing in what was decoded; nothing where all is there. */
static void
note_missing (const SlCliTrace *trace, const SlMissingCode *missing)
{
  g_autofree char *text = sl_text_missing_code (missing);
  g_autofree char *wrong = sl_text_missing_wrong (missing);
  g_autoptr (GString) list = g_string_new (NULL);

  for (guint i = 0; i < MIN (missing->ranges->len, MOST_LISTED); i++)
    {
      g_autofree char *place =
          sl_text_missing_place (&g_array_index (missing->ranges, SlMissingRange, i));

      g_string_append_printf (list, "%s%s", i > 0 ? "; " : "", place);
    }
  if (missing->ranges->len > MOST_LISTED)
    g_string_append_printf (list, "; and %u more", missing->ranges->len - MOST_LISTED);
  if (text != NULL)
    sl_cli_note_print ("%s: %s: %s", trace->name, text, list->str);
  if (wrong != NULL)
    sl_cli_note_print ("%s: %s", trace->name, wrong);
}

static gboolean
find_in (SlCliTrace *trace, const SlCliRequest *request, SlSpan span)
{
  g_autoptr (SlCallLanes) lanes = NULL;
  g_autoptr (SlMissingCode) missing = NULL;
  SlCodeMap *map;

  sl_cli_symbols_note_unread (trace, request);
  map = sl_annotations_get_code_map (trace->annotations);
  if (!sl_call_lanes_can (trace->trace, map))
    return FALSE;

  lanes = sl_call_lanes_new (trace->trace, map);
  if (sl_call_lanes_set_visible (lanes, span, G_MAXUINT64))
    while (sl_call_lanes_step (lanes, NULL))
      ;
  missing = sl_call_lanes_find_missing (lanes);
  note_missing (trace, missing);
  g_object_unref (trace->trace);
  trace->trace = sl_call_lanes_snapshot (lanes);
  return TRUE;
}

/**
 * sl_cli_calls_find:
 * @set: whose traces get lanes of calls
 * @span: on the axis: what is decoded
 *
 * Fails with wrong usage where no trace can be decoded.
 */
gboolean
sl_cli_calls_find (SlCliTraces *set, const SlCliRequest *request, SlSpan span, GError **error)
{
  guint n = set->traces->len;
  g_autofree SlTraceSetMember *members = g_new0 (SlTraceSetMember, n);
  gboolean is_found = FALSE;
  SlTraceSet *next;

  for (guint i = 0; i < n; i++)
    {
      SlCliTrace *trace = g_ptr_array_index (set->traces, i);

      is_found = find_in (trace, request, sl_trace_set_own_span (set->set, i, span)) || is_found;
      members[i].trace = trace->trace;
      members[i].annotations = trace->annotations;
      members[i].pieces = sl_trace_set_get_pieces (set->set, i, &members[i].n_pieces);
    }
  if (!is_found)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--calls: Needs Intel PT packets and the programs that ran (give them with "
                   "--symbols, or allow those that the trace names with --symbols-from-trace)%s",
                   sl_call_lanes_are_built () ? "" : "; this build has no decoder (libipt)");
      return FALSE;
    }

  next = sl_trace_set_new (members, n);
  g_object_unref (set->set);
  set->set = next;
  return TRUE;
}
