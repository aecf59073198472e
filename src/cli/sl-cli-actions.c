/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-actions.h"

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
  guint64 left;
} Printer;

/* How others read the times: ticks, with their rate where that is one number. */
static char *
make_first_line (const SlClock *clock)
{
  guint n_rates;
  const SlRate *rates = sl_clock_get_rates (clock, &n_rates);

  if (sl_clock_get_unit (clock) == SL_UNIT_NS)
    return g_strdup ("# slackline-events 1, unit ns, wakeups\n");
  if (n_rates != 1)
    return g_strdup ("# slackline-events 1, unit ticks, wakeups\n");
  if (rates[0].denominator == 1)
    return g_strdup_printf ("# slackline-events 1, unit ticks, rate %" G_GUINT64_FORMAT
                            ", wakeups\n",
                            rates[0].numerator);

  return g_strdup_printf ("# slackline-events 1, unit ticks, rate %" G_GUINT64_FORMAT
                          "/%" G_GUINT64_FORMAT ", wakeups\n",
                          rates[0].numerator, rates[0].denominator);
}

static void
print_date (Printer *self, SlTime time)
{
  if (time != SL_TIME_MAX)
    sl_cli_table_absolute (&self->table, self->clock, time);
  else
    sl_cli_table_empty (&self->table);
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

  text = g_strdup_printf ("%s:%" G_GUINT64_FORMAT, sl_object_type_get_id (acted->object_type),
                          acted->object);
  sl_cli_table_text (&self->table, text);
}

static void
print_value (Printer *self, const SlActed *acted)
{
  if ((sl_action_get_parts (acted->action) & SL_ACTION_HAS_VALUE) == 0 ||
      acted->value == SL_ACTED_NOWHERE)
    sl_cli_table_empty (&self->table);
  else if (sl_action_get_group (acted->action) == SL_TELLS_BRANCHES)
    sl_cli_table_hex (&self->table, (guint64) acted->value);
  else
    sl_cli_table_signed (&self->table, acted->value);
}

static void
print_action (Printer *self, const SlActed *acted, const char *text)
{
  SlCliTable *table = &self->table;

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
          object->type == SL_OBJECT_SEMAPHORE || object->type == SL_OBJECT_SERVER);
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
  SlActed acted;

  if (self->options->as_csv)
    print_names (self, span.begin, G_MAXUINT);
  while (has_room (self) && sl_action_reader_next (reader, &acted) && acted.time < self->span.end)
    if (acted.time >= self->span.begin)
      print_action (self, &acted, "");
  if (self->options->as_csv && self->span.end >= span.end)
    print_names (self, span.end - 1, 1);
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
  if (self->as_csv)
    {
      g_autofree char *line = make_first_line (printer.clock);

      sl_cli_writer_text (writer, line);
    }
  sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns), self->as_csv);
  print_all (&printer);
  return sl_cli_writer_finish (writer, error);
}
