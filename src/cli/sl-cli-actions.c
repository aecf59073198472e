/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-actions.h"

#include <json-glib/json-glib.h>

#include "sl-action-reader.h"
#include "sl-action-text.h"
#include "sl-cli-error.h"
#include "sl-cli-table.h"

static const SlCliColumn columns[] = {
  { "time", 16, TRUE },     { "cpu", 3, TRUE },      { "action", 16, FALSE },
  { "task", 12, FALSE },    { "object", 20, FALSE }, { "value", 10, TRUE },
  { "deadline", 16, TRUE }, { "nominal", 16, TRUE }, { "text", 16, FALSE },
};

/* Rows of actions on their way out. */
typedef struct
{
  const SlCliActions *options;
  SlSpan span; /* in ticks of the trace */
  SlTrace *trace;
  SlActionText *text;
  SlCliTable table;
  GString *line; /* of CSV or JSON */
  guint64 left;
} Printer;

/* How others read the times: in ticks, with their rate where that is one number. */
static void
print_first_line (const Printer *self)
{
  g_autofree char *rate = sl_action_text_dup_rate (self->text);
  g_autofree char *origin = sl_action_text_dup_origin (self->text, 0);
  const char *words[SL_ACTION_TEXT_MOST_WORDS];
  guint n_words = sl_action_text_list_words (self->text, words);
  gboolean has_rate = rate[0] != '\0', has_origin = origin[0] != '\0';

  if (self->options->as_csv)
    {
      sl_action_text_append_head (self->text, 0, self->line);
      sl_cli_writer_text (self->table.writer, self->line->str);
    }
  else if (self->options->as_json)
    {
      sl_cli_writer_format (
          self->table.writer,
          "{\"format\":\"slackline-events\",\"version\":1,\"unit\":\"%s\"%s%s%s%s%s%s",
          sl_action_text_get_unit (self->text), has_rate ? ",\"rate\":\"" : "", rate,
          has_rate ? "\"" : "", has_origin ? ",\"origin\":\"" : "", origin, has_origin ? "\"" : "");
      for (guint i = 0; i < n_words; i++)
        sl_cli_writer_format (self->table.writer, ",\"%s\":true", words[i]);
      sl_cli_writer_text (self->table.writer, "}\n");
    }
}

/* What is empty in CSV is left out. Numbers are texts, as absolute ticks are in all JSON: readers that keep numbers as doubles
 * have no more than 2⁵³. */
static void
print_as_json (Printer *self)
{
  for (guint i = 0; i < SL_N_ACTION_CELLS; i++)
    {
      const char *cell = sl_action_text_get_cell (self->text, i);
      g_autoptr (JsonNode) node = NULL;
      g_autofree char *quoted = NULL;

      if (cell[0] == '\0')
        continue;
      node = json_node_init_string (json_node_alloc (), cell);
      quoted = i == SL_ACTION_CELL_CPU ? g_strdup (cell) : json_to_string (node, FALSE);
      g_string_append_printf (self->line, "%s\"%s\":%s", i == 0 ? "{" : ",",
                              sl_action_cell_get_title (i), quoted);
    }
  g_string_append (self->line, "}\n");
}

/* The cells at hand, in the form that was asked for. */
static void
print_line (Printer *self)
{
  self->left--;
  if (!self->options->as_csv && !self->options->as_json)
    {
      for (guint i = 0; i < SL_N_ACTION_CELLS; i++)
        sl_cli_table_text (&self->table, sl_action_text_get_cell (self->text, i));
      return;
    }

  g_string_truncate (self->line, 0);
  if (self->options->as_csv)
    sl_action_text_append_csv (self->text, self->line);
  else
    print_as_json (self);
  sl_cli_writer_text (self->table.writer, self->line->str);
}

static gboolean
has_room (const Printer *self)
{
  return self->left > 0 && sl_cli_writer_is_open (self->table.writer);
}

/* What at most @most of the objects that are named are called, each in its first life. */
static void
print_names (Printer *self, SlTime time, guint most)
{
  guint32 number = 0;

  while (most-- > 0 && has_room (self) && sl_action_text_set_name (self->text, &number, time))
    print_line (self);
}

/* The names come first; one more says how long the trace is, which may end after its last action. */
static void
print_all (Printer *self)
{
  g_autoptr (SlActionReader) reader = sl_action_reader_new (self->trace);
  SlSpan span = sl_trace_get_span (self->trace);
  gboolean opens_again = self->options->as_csv || self->options->as_json;
  SlActed acted;

  if (opens_again)
    print_names (self, span.begin, G_MAXUINT);
  while (has_room (self) && sl_action_reader_next (reader, &acted) && acted.time < self->span.end)
    if (acted.time >= self->span.begin)
      {
        sl_action_text_set (self->text, &acted);
        print_line (self);
      }
  if (opens_again && self->span.end >= span.end)
    print_names (self, span.end - 1, 1);
}

/**
 * sl_cli_actions_check_form:
 *
 * Returns: %FALSE with %SL_CLI_STATUS_USAGE where JSON Lines are asked for without actions, or two forms at once
 */
gboolean
sl_cli_actions_check_form (gboolean as_actions, gboolean as_csv, gboolean as_json, GError **error)
{
  if (as_json && !as_actions)
    g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                         "--json: Events are printed as CSV only; --actions has JSON Lines");
  else if (as_json && as_csv)
    g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                         "events: Give --csv or --json, not both");
  else
    return TRUE;

  return FALSE;
}

/**
 * sl_cli_actions_print:
 * @request: the files of one trace
 *
 * Returns: %FALSE with more traces than one, or where they cannot be read or the actions not be written
 */
gboolean
sl_cli_actions_print (const SlCliActions *self,
                      const SlCliRequest *request,
                      SlCliWriter *writer,
                      GError **error)
{
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (GString) line = g_string_new (NULL);
  g_autoptr (SlActionText) text = NULL;
  Printer printer = { .options = self, .left = self->limit };

  if (set == NULL || !sl_cli_traces_parse_span (set, self->from, self->to, &printer.span, error))
    return FALSE;
  if (set->traces->len != 1)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                           "--actions: Prints one trace at a time; name the files of one trace");
      return FALSE;
    }

  printer.trace = sl_cli_traces_get (set, 0)->trace;
  printer.text = text = sl_action_text_new (printer.trace);
  printer.line = line;
  if (self->as_csv || self->as_json)
    printer.table.writer = writer;
  else
    sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  print_first_line (&printer);
  print_all (&printer);
  return sl_cli_writer_finish (writer, error);
}
