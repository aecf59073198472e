/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <string.h>
#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-names.h"
#include "sl-cli-table.h"
#include "sl-filter.h"

static gboolean as_csv;
static char *from_text;
static char *to_text;
static char *filter_text;
static char *limit_text;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV after RFC 4180", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text, "First instant: 24305936302, +1000, 1.5ms",
    "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the last", "T" },
  { "filter", 0, 0, G_OPTION_ARG_FILENAME, &filter_text,
    "Only events that match, such as 'family = task and a = 296'", "EXPR" },
  { "limit", 0, 0, G_OPTION_ARG_FILENAME, &limit_text, "At most this many rows", "N" },
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "index", 8, TRUE },   { "tick", 16, TRUE },    { "delta", 10, TRUE }, { "cpu", 3, TRUE },
  { "kind", 20, FALSE },  { "object", 16, FALSE }, { "a", 10, TRUE },     { "b", 10, TRUE },
  { "offset", 10, TRUE }, { "tick_max", 8, TRUE }, { "flags", 8, FALSE },
};

/* What flags print as; the others say which fields are empty. */
static const struct
{
  SlEventFlags flag;
  const char *word;
} flag_words[] = {
  { SL_EVENT_BAD_TIME, "bad-time" }, { SL_EVENT_FAST, "fast" }, { SL_EVENT_GUESSED, "guessed" },
  { SL_EVENT_INFERRED, "inferred" }, { SL_EVENT_GAP, "gap" },   { SL_EVENT_LOST, "lost" },
};

typedef struct
{
  SlCliTable table;
  SlTrace *trace;
  guint64 origin;
  SlCliNames *names;
  SlFilterRun *filter; /* NULL for all */
  SlSpan span;
  guint64 rows_left;
  gboolean several_files;
  SlEvent *events; /* of one zone */
} Printer;

static void
print_parameter (SlCliTable *table, SlFieldForm form, guint64 value)
{
  switch (form)
    {
    case SL_FIELD_DECIMAL:
      sl_cli_table_decimal (table, value);
      break;
    case SL_FIELD_HEX:
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
print_offset (Printer *self, guint64 offset)
{
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

  length = sl_cli_format_decimal (text, SL_OFFSET_FILE (offset));
  text[length++] = ':';
  length += sl_cli_format_decimal (text + length, SL_OFFSET_BYTE (offset));
  text[length] = '\0';
  sl_cli_table_text (&self->table, text);
}

static void
print_flags (SlCliTable *table, guint32 flags)
{
  char text[64] = "";

  for (guint i = 0; i < G_N_ELEMENTS (flag_words); i++)
    {
      if ((flags & flag_words[i].flag) == 0)
        continue;
      if (text[0] != '\0')
        g_strlcat (text, "+", sizeof text);
      g_strlcat (text, flag_words[i].word, sizeof text);
    }
  sl_cli_table_text (table, text);
}

/* @previous is the time of the trace's event before it; SL_TIME_MIN for the first. */
static void
print_event (Printer *self, guint64 index, const SlEvent *event, SlTime previous)
{
  SlCliTable *table = &self->table;
  const SlKind *kind = sl_kind_get (event->kind);

  sl_cli_table_decimal (table, index);
  sl_cli_table_decimal (table, self->origin + (guint64) event->time);
  if (previous == SL_TIME_MIN || (event->flags & SL_EVENT_GAP) != 0)
    sl_cli_table_empty (table);
  else
    sl_cli_table_decimal (table, (guint64) event->time - (guint64) previous);
  sl_cli_table_decimal (table, event->cpu);
  sl_cli_table_text (table, kind->id);
  sl_cli_table_text (table, sl_cli_names_get (self->names, event->object));
  print_parameter (table, (event->flags & SL_EVENT_NO_A) != 0 ? SL_FIELD_NONE : kind->a.form,
                   event->a);
  print_parameter (table, (event->flags & SL_EVENT_NO_B) != 0 ? SL_FIELD_NONE : kind->b.form,
                   event->b);
  print_offset (self, event->offset);
  if ((event->flags & SL_EVENT_INTERVAL) != 0)
    sl_cli_table_decimal (table, self->origin + event->b);
  else
    sl_cli_table_empty (table);
  print_flags (table, event->flags);
}

/* Returns FALSE when nothing further is to be printed. */
static gboolean
print_zone (Printer *self, const SlZone *zone, gssize n_events, SlTime previous)
{
  for (gssize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &self->events[i];

      if (event->time >= self->span.end || self->rows_left == 0)
        return FALSE;
      if (event->time >= self->span.begin &&
          (self->filter == NULL || sl_filter_run_match_event (self->filter, event, previous)))
        {
          print_event (self, zone->first + (guint64) i, event, previous);
          self->rows_left--;
        }
      previous = event->time;
    }

  return sl_cli_writer_is_open (self->table.writer);
}

/* Prints all rows, or those before the first block that can no longer be read. */
static gboolean
print_events (Printer *self, const SlCliTrace *trace, GError **error)
{
  guint n_zones = sl_trace_get_n_zones (self->trace);
  const SlZone *lost = NULL;

  sl_cli_table_init (&self->table, self->table.writer, columns, G_N_ELEMENTS (columns), as_csv);
  for (guint i = sl_trace_zone_of_time (self->trace, self->span.begin); i < n_zones; i++)
    {
      const SlZone *zone = sl_trace_get_zone (self->trace, i);
      SlTime previous = i > 0 ? sl_trace_get_zone (self->trace, i - 1)->time_max : SL_TIME_MIN;
      gssize n_events;

      if (zone->time_min >= self->span.end || self->rows_left == 0)
        break;
      if (self->filter != NULL && !sl_filter_run_may_match_zone (self->filter, zone))
        continue;

      n_events = sl_trace_read_zone (self->trace, i, self->events);
      sl_trace_resolve (self->trace, self->events, (gsize) MAX (n_events, 0));
      if (!print_zone (self, zone, n_events, previous))
        break;
      if (n_events < (gssize) zone->count)
        {
          lost = zone;
          break;
        }
    }

  if (!sl_cli_writer_finish (self->table.writer, error))
    return FALSE;
  if (lost == NULL)
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_INPUT,
               "%s: %s: The file shrank while it was read: the events from index %" G_GUINT64_FORMAT
               " on are lost",
               trace->name, sl_source_get_format_title (sl_trace_get_source (trace->trace)),
               lost->first);
  return FALSE;
}

static gboolean
parse_limit (guint64 *limit, GError **error)
{
  *limit = G_MAXUINT64;
  if (limit_text == NULL ||
      g_ascii_string_to_unsigned (limit_text, 10, 0, G_MAXUINT64, limit, NULL))
    return TRUE;

  g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
               "--limit %s: Is not a number of rows from 0 up", limit_text);
  return FALSE;
}

static gboolean
parse_filter (SlFilter **filter, GError **error)
{
  *filter = NULL;
  if (filter_text == NULL)
    return TRUE;
  if (!sl_cli_check_text ("--filter", filter_text, error))
    return FALSE;

  *filter = sl_filter_parse (filter_text, error);
  if (*filter == NULL)
    g_prefix_error (error, "--filter: ");
  return *filter != NULL;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTrace) trace = NULL;
  g_autoptr (SlCliNames) names = NULL;
  g_autoptr (SlFilter) filter = NULL;
  g_autoptr (SlFilterRun) filter_run = NULL;
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  Printer printer = { 0 };

  if (!parse_limit (&printer.rows_left, error) || !parse_filter (&filter, error))
    return FALSE;

  trace = sl_cli_open (request, error);
  if (trace == NULL || !sl_cli_trace_parse_span (trace, from_text, to_text, &printer.span, error))
    return FALSE;
  if (filter != NULL)
    {
      filter_run = sl_filter_run_new_with_overlay (filter, trace->trace, trace->overlay, error);
      if (filter_run == NULL)
        {
          g_prefix_error (error, "--filter: ");
          return FALSE;
        }
    }

  names = sl_cli_names_new (trace->trace);
  printer.table.writer = writer;
  printer.trace = trace->trace;
  printer.origin = sl_clock_get_origin (trace->clock);
  printer.names = names;
  printer.filter = filter_run;
  printer.several_files = sl_cli_trace_get_n_files (trace) > 1;
  printer.events = events;

  return print_events (&printer, trace, error);
}

const SlCliCommand sl_cmd_events = {
  .id = "events",
  .summary = "Print the recorded events, one row each",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
