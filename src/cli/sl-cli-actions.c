/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-actions.h"

#include <json-glib/json-glib.h>

#include "sl-action-reader.h"
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
  SlClock *clock;
  SlCliTable table;
  GString *line; /* of JSON */
  guint64 left;
} Printer;

/* Returns: (transfer full): ticks a second; empty where that is not one number */
static char *
get_rate (const SlClock *clock)
{
  guint n_rates;
  const SlRate *rates = sl_clock_get_rates (clock, &n_rates);

  if (sl_clock_get_unit (clock) == SL_UNIT_NS || n_rates != 1)
    return g_strdup ("");
  if (rates[0].denominator == 1)
    return g_strdup_printf ("%" G_GUINT64_FORMAT, rates[0].numerator);

  return g_strdup_printf ("%" G_GUINT64_FORMAT "/%" G_GUINT64_FORMAT, rates[0].numerator,
                          rates[0].denominator);
}

/* How others read the times: in ticks, with their rate where that is one number. */
static void
print_first_line (const Printer *self, SlCliWriter *writer)
{
  const char *unit = sl_clock_get_unit (self->clock) == SL_UNIT_NS ? "ns" : "ticks";
  g_autofree char *rate = get_rate (self->clock);
  gboolean has_rate = rate[0] != '\0';

  if (self->options->as_csv)
    sl_cli_writer_format (writer, "# slackline-events 1, unit %s%s%s, wakeups\n", unit,
                          has_rate ? ", rate " : "", rate);
  if (self->options->as_json)
    sl_cli_writer_format (writer,
                          "{\"format\":\"slackline-events\",\"version\":1,\"unit\":\"%s\"%s%s%s,"
                          "\"wakeups\":true}\n",
                          unit, has_rate ? ",\"rate\":\"" : "", rate, has_rate ? "\"" : "");
}

static void
print_date (Printer *self, SlTime time)
{
  if (time != SL_TIME_MAX)
    sl_cli_table_absolute (&self->table, self->clock, time);
  else
    sl_cli_table_empty (&self->table);
}

/* Returns: (transfer full): its type and its native id, as a trace of actions has it */
static char *
dup_object (const SlActed *acted)
{
  SlObject object = { .type = acted->object_type, .id = acted->object };
  guint32 process = 0;

  if (object.type == SL_OBJECT_FUTEX)
    sl_futex_id_get_address (object.id, &process);
  return process != 0 || object.type == SL_OBJECT_REASON
             ? sl_object_to_string (&object)
             : g_strdup_printf ("%s:%" G_GUINT64_FORMAT, sl_object_type_get_id (object.type),
                                object.id);
}

static void
print_object (Printer *self, const SlActed *acted)
{
  g_autofree char *text = NULL;

  if (acted->object == SL_ACTED_NOTHING)
    {
      sl_cli_table_empty (&self->table);
      return;
    }
  if (sl_action_is_of_addresses (acted->action))
    {
      sl_cli_table_hex (&self->table, acted->object);
      return;
    }

  text = dup_object (acted);
  sl_cli_table_text (&self->table, text);
}

static gboolean
has_value (const SlActed *acted)
{
  return (sl_action_get_parts (acted->action) & SL_ACTION_HAS_VALUE) != 0 &&
         acted->value != SL_ACTED_NOWHERE &&
         (!sl_action_may_lack_value (acted->action) || acted->value != 0);
}

static gint64
get_value (const SlActed *acted)
{
  return sl_action_has_job_number (acted->action) ? acted->value - 1 : acted->value;
}

static void
print_value (Printer *self, const SlActed *acted)
{
  if (!has_value (acted))
    sl_cli_table_empty (&self->table);
  else if (sl_action_get_group (acted->action) == SL_TELLS_BRANCHES)
    sl_cli_table_hex (&self->table, (guint64) acted->value);
  else
    sl_cli_table_signed (&self->table, get_value (acted));
}

/* As absolute ticks are in all JSON: readers that keep numbers as doubles have no more than 2⁵³. */
static void
append_date (Printer *self, const char *key, SlTime time)
{
  guint64 absolute = sl_clock_to_absolute (self->clock, time);
  const char *separator = self->line->len > 1 ? "," : "";

  if (time == SL_TIME_MAX)
    return;
  if (sl_clock_is_before_zero (self->clock, time))
    g_string_append_printf (self->line, "%s\"%s\":\"%" G_GINT64_FORMAT "\"", separator, key,
                            (gint64) absolute);
  else
    g_string_append_printf (self->line, "%s\"%s\":\"%" G_GUINT64_FORMAT "\"", separator, key,
                            absolute);
}

static void
append_text (Printer *self, const char *text)
{
  g_autoptr (JsonNode) node = json_node_init_string (json_node_alloc (), text);
  g_autofree char *quoted = json_to_string (node, FALSE);

  g_string_append_printf (self->line, ",\"text\":%s", quoted);
}

/* What is empty in CSV is left out. */
static void
print_object_of_json (Printer *self, const SlActed *acted, const char *text)
{
  g_autofree char *object = acted->object != SL_ACTED_NOTHING ? dup_object (acted) : NULL;

  g_string_assign (self->line, "{");
  append_date (self, "time", acted->time);
  g_string_append_printf (self->line, ",\"cpu\":%u,\"action\":\"%s\"", acted->cpu,
                          sl_action_get_id (acted->action));
  if (acted->task != SL_ACTED_NOTHING)
    g_string_append_printf (self->line, ",\"task\":\"%" G_GUINT64_FORMAT "\"", acted->task);
  if (acted->object != SL_ACTED_NOTHING && sl_action_is_of_addresses (acted->action))
    g_string_append_printf (self->line, ",\"object\":\"0x%" G_GINT64_MODIFIER "x\"", acted->object);
  else if (acted->object != SL_ACTED_NOTHING)
    g_string_append_printf (self->line, ",\"object\":\"%s\"", object);
  if (has_value (acted))
    g_string_append_printf (self->line, ",\"value\":\"%" G_GINT64_FORMAT "\"", get_value (acted));
  append_date (self, "deadline", acted->deadline);
  append_date (self, "nominal", acted->nominal);
  if (text[0] != '\0')
    append_text (self, text);
  g_string_append (self->line, "}\n");
  sl_cli_writer_text (self->table.writer, self->line->str);
}

static void
print_action (Printer *self, const SlActed *acted, const char *text)
{
  SlCliTable *table = &self->table;

  if (self->options->as_json)
    {
      print_object_of_json (self, acted, text);
      self->left--;
      return;
    }

  sl_cli_table_absolute (table, self->clock, acted->time);
  sl_cli_table_decimal (table, acted->cpu);
  sl_cli_table_text (table, sl_action_get_id (acted->action));
  if (acted->task != SL_ACTED_NOTHING)
    sl_cli_table_decimal (table, acted->task);
  else
    sl_cli_table_empty (table);
  print_object (self, acted);
  print_value (self, acted);
  print_date (self, acted->deadline);
  print_date (self, acted->nominal);
  sl_cli_table_text (table, text);
  self->left--;
}

static gboolean
has_room (const Printer *self)
{
  return self->left > 0 && sl_cli_writer_is_open (self->table.writer);
}

/* Whether @object has a name that the text keeps. */
static gboolean
has_name (const Printer *self, guint32 number, const SlObject *object)
{
  return object->name != NULL && object->life == 1 &&
         number != sl_trace_get_idle_task (self->trace) &&
         (object->type == SL_OBJECT_TASK || object->type == SL_OBJECT_MUTEX ||
          object->type == SL_OBJECT_SEMAPHORE || object->type == SL_OBJECT_FUTEX ||
          object->type == SL_OBJECT_SERVER);
}

/* What at most @most of the objects that are named are called, each in its first life. */
static void
print_names (Printer *self, SlTime time, guint most)
{
  SlObjectTable *objects = sl_trace_get_objects (self->trace);
  guint size = sl_object_table_get_size (objects);

  for (guint32 number = 1; number <= size && most > 0 && has_room (self); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      gboolean is_task = object->type == SL_OBJECT_TASK;
      SlActed acted = {
        .time = time,
        .task = is_task ? object->id : SL_ACTED_NOTHING,
        .object = is_task ? SL_ACTED_NOTHING : object->id,
        .object_type = object->type,
        .deadline = SL_TIME_MAX,
        .nominal = SL_TIME_MAX,
        .action = SL_ACTION_NAME,
      };

      if (!has_name (self, number, object))
        continue;
      print_action (self, &acted, object->name);
      most--;
    }
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
      print_action (self, &acted, "");
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
  printer.clock = sl_trace_get_clock (printer.trace);
  printer.line = line;
  print_first_line (&printer, writer);
  if (self->as_json)
    printer.table.writer = writer;
  else
    sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns), self->as_csv);
  print_all (&printer);
  return sl_cli_writer_finish (writer, error);
}
