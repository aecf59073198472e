/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-actions.h"
#include "sl-cli-error.h"
#include "sl-cli-feeds.h"
#include "sl-cli-fields.h"
#include "sl-cli-follow.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-cli-unit.h"
#include "sl-cli-words.h"
#include "sl-event-flags.h"
#include "sl-filter.h"

static gboolean as_csv;
static gboolean as_json;
static char *from_text;
static char *to_text;
static char *filter_text;
static char *limit_text;
static char *fields_text;
static gboolean follows;
static char *form_text;
static gboolean as_actions;
static char *unit_text;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "With --actions: print JSON Lines", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "First instant of the span: 24305936302, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the span", "T" },
  { "filter", 0, 0, G_OPTION_ARG_FILENAME, &filter_text,
    "Only events that match, such as 'family = task and a = 296'", "EXPR" },
  { "follow", 0, 0, G_OPTION_ARG_NONE, &follows,
    "Continue with events appended to the file until SIGINT (Ctrl+C)", NULL },
  { "limit", 0, 0, G_OPTION_ARG_FILENAME, &limit_text, "At most this many rows", "N" },
  { "fields", 0, 0, G_OPTION_ARG_FILENAME, &fields_text,
    "Add columns of raw fields, such as 'attribute,size'", "NAME,…" },
  { "form", 0, 0, G_OPTION_ARG_FILENAME, &form_text,
    "Print records as the documentation of their format does: byu", "FORM" },
  { "actions", 0, 0, G_OPTION_ARG_NONE, &as_actions,
    "Print what the events say about the system, in a form that opens again", NULL },
  SL_CLI_UNIT_ENTRY (unit_text),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "index", 8, TRUE },   { "tick", 16, TRUE },    { "delta", 10, TRUE }, { "cpu", 3, TRUE },
  { "kind", 20, FALSE },  { "object", 16, FALSE }, { "a", 10, TRUE },     { "b", 10, TRUE },
  { "offset", 10, TRUE }, { "tick_max", 8, TRUE }, { "flags", 8, FALSE },
};

/* These come only where the user gave some symbols, or allowed those of the trace. */
static const SlCliColumn symbol_columns[] = {
  { "symbol_a", 16, FALSE },
  { "symbol_b", 16, FALSE },
};

/* For scripts: output for people has it in place of the object's reference. */
static const SlCliColumn name_column = { "name", 16, FALSE };

typedef struct
{
  SlCliTable table;
  GString *line;       /* of a form of the format's own; NULL for columns */
  GArray *columns;     /* of SlCliColumn */
  SlCliFields *fields; /* NULL for none */
  const SlCliTraces *set;
  SlClock *clock;   /* of the axis */
  GPtrArray *names; /* of SlCliNames, by trace */
  SlShownUnit unit;
  SlSpan span;
  guint64 rows_left;
  gboolean several_files;
  gboolean has_symbols;
  gboolean has_header; /* it was printed */
  SlCliFollow *follow; /* NULL for all that there is now */
} Printer;

static void
print_parameter (SlCliTable *table, SlFieldForm form, guint64 value)
{
  switch (form)
    {
    case SL_FIELD_DECIMAL:
      sl_cli_table_decimal (table, value);
      break;
    case SL_FIELD_SIGNED:
      sl_cli_table_signed (table, (gint64) value);
      break;
    case SL_FIELD_HEX:
    case SL_FIELD_CODE:
      sl_cli_table_hex (table, value);
      break;
    case SL_FIELD_LOCK:
      if (value < 256)
        sl_cli_table_decimal (table, value);
      else
        sl_cli_table_hex (table, value);
      break;
    case SL_FIELD_NONE:
    default:
      sl_cli_table_empty (table);
      break;
    }
}

static void
print_offset (Printer *self, guint trace, guint64 offset)
{
  guint first_file = sl_cli_traces_get (self->set, trace)->first_file;
  char text[2 * SL_CLI_NUMBER_LENGTH + 2];
  guint length;

  if (offset == SL_OFFSET_NONE)
    {
      sl_cli_table_empty (&self->table);
      return;
    }
  if (!self->several_files)
    {
      sl_cli_table_decimal (&self->table, SL_OFFSET_BYTE (offset));
      return;
    }

  length = sl_cli_format_decimal (text, first_file + SL_OFFSET_FILE (offset));
  text[length++] = ':';
  length += sl_cli_format_decimal (text + length, SL_OFFSET_BYTE (offset));
  text[length] = '\0';
  sl_cli_table_text (&self->table, text);
}

static void
print_flags (SlCliTable *table, guint32 flags)
{
  char text[SL_EVENT_FLAGS_LENGTH];

  sl_event_flags_to_text (flags, text);
  sl_cli_table_text (table, text);
}

static void
print_symbol (Printer *self, guint trace, SlFieldForm form, guint64 value)
{
  SlAnnotations *annotations = sl_cli_traces_get (self->set, trace)->annotations;
  g_autofree char *text =
      form == SL_FIELD_CODE ? sl_annotations_dup_code_text (annotations, value) : NULL;

  if (text != NULL)
    sl_cli_table_text (&self->table, text);
  else
    sl_cli_table_empty (&self->table);
}

/* In the form of the format's document, which has no line for an event without a record of its own. */
static void
print_record (Printer *self, const SlCliFeed *feed)
{
  SlSource *source = sl_trace_get_source (sl_cli_traces_get (self->set, feed->trace)->trace);

  g_string_truncate (self->line, 0);
  if (feed->event->offset != SL_OFFSET_NONE &&
      sl_source_print (source, feed->event->offset, self->line))
    sl_cli_writer_text (self->table.writer, self->line->str);
}

static void
print_event (Printer *self, guint64 index, const SlCliFeed *feed)
{
  SlCliTable *table = &self->table;
  const SlEvent *event = feed->event;
  const SlKind *kind = sl_kind_get (event->kind);
  const SlCliNames *names = g_ptr_array_index (self->names, feed->trace);
  SlFieldForm a_form = (event->flags & SL_EVENT_NO_A) != 0 ? SL_FIELD_NONE : kind->a.form;
  SlFieldForm b_form = (event->flags & SL_EVENT_NO_B) != 0 ? SL_FIELD_NONE : kind->b.form;

  sl_cli_table_decimal (table, index);
  sl_cli_table_absolute (table, self->clock, feed->time);
  if (feed->previous == SL_TIME_MIN || (event->flags & SL_EVENT_GAP) != 0)
    sl_cli_table_empty (table);
  else
    sl_cli_table_duration (table, self->clock, (SlSpan) { feed->previous, feed->time });
  sl_cli_table_decimal (table, event->cpu);
  sl_cli_table_text (table, kind->id);
  sl_cli_table_text (table, sl_cli_names_get_text (names, event->object, as_csv));
  print_parameter (table, a_form, event->a);
  print_parameter (table, b_form, event->b);
  print_offset (self, feed->trace, event->offset);
  if ((event->flags & SL_EVENT_INTERVAL) != 0 && feed->latest != SL_TIME_MAX)
    sl_cli_table_absolute (table, self->clock,
                           sl_trace_set_to_reference (self->set->set, feed->trace, feed->latest));
  else
    sl_cli_table_empty (table);
  print_flags (table, event->flags);
  if (self->has_symbols)
    {
      print_symbol (self, feed->trace, a_form, event->a);
      print_symbol (self, feed->trace, b_form, event->b);
    }
  if (as_csv)
    sl_cli_table_text (table, sl_cli_names_get_name (names, event->object));
  if (self->fields != NULL)
    sl_cli_fields_print (self->fields, table,
                         sl_trace_get_source (sl_cli_traces_get (self->set, feed->trace)->trace),
                         event);
}

static void
print_header (Printer *self)
{
  g_array_append_vals (self->columns, columns, G_N_ELEMENTS (columns));
  if (self->has_symbols)
    g_array_append_vals (self->columns, symbol_columns, G_N_ELEMENTS (symbol_columns));
  if (as_csv)
    g_array_append_vals (self->columns, &name_column, 1);
  if (self->fields != NULL)
    sl_cli_fields_add_columns (self->fields, self->columns);
  sl_cli_table_init (&self->table, self->table.writer,
                     (const SlCliColumn *) (gpointer) self->columns->data, self->columns->len,
                     as_csv);
  sl_cli_table_set_unit (&self->table, self->unit);
}

/* Prints all rows, or those before the first block that can no longer be read. */
static gboolean
print_events (Printer *self, GArray *feeds, GError **error)
{
  guint64 index = sl_cli_feeds_get_index (feeds);
  SlCliFeed *feed;

  if (self->line == NULL && !self->has_header)
    print_header (self);
  self->has_header = TRUE;
  while (self->rows_left > 0 && (feed = sl_cli_feeds_get_first (feeds)) != NULL &&
         feed->time < self->span.end && sl_cli_writer_is_open (self->table.writer))
    {
      if ((self->follow == NULL || sl_cli_follow_is_new (self->follow, feed->event->offset)) &&
          sl_cli_feed_matches (feed))
        {
          /* Of one trace, blocks in which nothing matches are left out and not counted. */
          if (self->line != NULL)
            print_record (self, feed);
          else
            print_event (self, feeds->len > 1 ? index : feed->index, feed);
          self->rows_left--;
        }
      index++;
      sl_cli_feed_next (feed, feeds->len == 1);
      if (sl_cli_feed_is_lost (feed))
        break;
    }

  return sl_cli_writer_finish (self->table.writer, error) &&
         sl_cli_feeds_check (self->set, feeds, error);
}

static gboolean
parse_limit (guint64 *limit, GError **error)
{
  *limit = G_MAXUINT64;
  if (limit_text == NULL ||
      g_ascii_string_to_unsigned (limit_text, 10, 0, G_MAXUINT64, limit, NULL))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--limit %s: Not a number of rows of 0 or more", limit_text);
  return FALSE;
}

/* A form is all that is printed, and all traces have it. */
static gboolean
check_form (const SlCliTraces *set, GError **error)
{
  if (as_csv || fields_text != NULL)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--form %s: This form has no columns; omit --csv and --fields", form_text);
      return FALSE;
    }

  for (guint i = 0; i < set->traces->len; i++)
    {
      SlSource *source = sl_trace_get_source (sl_cli_traces_get (set, i)->trace);
      const char *form = sl_source_get_form (source);

      if (g_strcmp0 (form, form_text) == 0)
        continue;
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--form %s: A trace in the format %s cannot be printed in this form%s%s",
                   form_text, sl_source_get_format_id (source),
                   form != NULL ? "; its form is " : "", form != NULL ? form : "");
      return FALSE;
    }
  return TRUE;
}

/* What can be wrong with the options only shows with the traces. */
static gboolean
check_options (const SlCliTraces *set, const SlFilter *filter, SlCliFields *fields, GError **error)
{
  if (form_text != NULL && !check_form (set, error))
    return FALSE;
  if (filter != NULL && !sl_cli_traces_check_filter (set, "--filter", filter, error))
    return FALSE;
  return fields == NULL || sl_cli_fields_check (fields, set, error);
}

/* Reads the files, and prints what was not printed of them. */
static gboolean
print_files (Printer *self, const SlCliRequest *request, SlFilter *filter, GError **error)
{
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GArray) feeds = NULL;

  if (set == NULL || !sl_cli_traces_parse_span (set, from_text, to_text, &self->span, error) ||
      !check_options (set, filter, self->fields, error) ||
      !sl_cli_unit_parse (unit_text, sl_trace_set_get_clock (set->set), &self->unit, error))
    return FALSE;
  feeds = sl_cli_feeds_new (set, filter, self->span.begin, error);
  if (feeds == NULL)
    return FALSE;

  names = g_ptr_array_new_with_free_func ((GDestroyNotify) sl_cli_names_free);
  for (guint i = 0; i < set->traces->len; i++)
    g_ptr_array_add (names, sl_cli_names_new (sl_cli_traces_get (set, i)->trace,
                                              sl_cli_traces_get (set, i)->annotations, ""));
  self->set = set;
  self->clock = sl_trace_set_get_clock (set->set);
  self->names = names;
  self->has_symbols = request->symbols != NULL || request->symbols_from_trace;
  self->several_files =
      sl_cli_traces_is_joined (set) || sl_cli_trace_get_n_files (sl_cli_traces_get (set, 0)) > 1;

  return print_events (self, feeds, error);
}

/* Again and again, until the user or whoever reads it has enough. */
static gboolean
print_growing (Printer *self, const SlCliRequest *request, SlFilter *filter, GError **error)
{
  g_autoptr (SlCliFollow) follow = sl_cli_follow_new (request, error);
  g_autoptr (GError) failure = NULL;

  if (follow == NULL)
    return FALSE;

  self->follow = follow;
  do
    {
      g_autoptr (GError) unread = NULL;

      sl_cli_follow_begin (follow);
      if (!print_files (self, request, filter, &unread) &&
          !sl_cli_follow_has_no_event (follow, unread))
        {
          g_propagate_error (error, g_steal_pointer (&unread));
          return FALSE;
        }
    }
  while (self->rows_left > 0 && sl_cli_follow_wait (follow, &failure));

  if (failure == NULL)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&failure));
  return FALSE;
}

/* What the events mean, not the events: what chooses among them or adds to them has no place. */
static gboolean
print_actions (const SlCliRequest *request, SlCliWriter *writer, guint64 limit, GError **error)
{
  const SlCliActions actions = { from_text, to_text, limit, as_csv, as_json };
  const char *other = filter_text != NULL   ? "--filter"
                      : fields_text != NULL ? "--fields"
                      : form_text != NULL   ? "--form"
                      : follows             ? "--follow"
                                            : NULL;

  if (other == NULL)
    return sl_cli_actions_print (&actions, request, writer, error);

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--actions: Cannot be combined with %s, which is about events", other);
  return FALSE;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlFilter) filter = NULL;
  g_autoptr (GArray) all_columns = g_array_new (FALSE, FALSE, sizeof (SlCliColumn));
  g_autoptr (SlCliFields) fields = NULL;
  g_autoptr (GString) line = form_text != NULL ? g_string_new (NULL) : NULL;
  Printer printer = { 0 };

  if (!parse_limit (&printer.rows_left, error) ||
      !sl_cli_filter_parse ("--filter", filter_text, &filter, error) ||
      !sl_cli_actions_check_form (as_actions, as_csv, as_json, error))
    return FALSE;
  if (as_actions && unit_text != NULL)
    return sl_cli_refuse (error, "--unit", unit_text, "actions have the unit of the trace");
  if (as_actions)
    return print_actions (request, writer, printer.rows_left, error);
  if (fields_text != NULL && (fields = sl_cli_fields_parse (fields_text, error)) == NULL)
    return FALSE;
  /* People want to see what they asked for. */
  if (fields == NULL && filter != NULL && !as_csv && form_text == NULL)
    fields = sl_cli_fields_new_for_filter (filter);
  if (filter != NULL && sl_filter_compares_state (filter))
    sl_cli_note_print ("--filter: events have no state; “slices” prints states");

  printer.table.writer = writer;
  printer.columns = all_columns;
  printer.line = line;
  printer.fields = fields;
  return follows ? print_growing (&printer, request, filter, error)
                 : print_files (&printer, request, filter, error);
}

const SlCliCommand sl_cmd_events = {
  .id = "events",
  .summary = "Print the recorded events, one row each",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
