/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-call-lanes.h"
#include "sl-cli-error.h"
#include "sl-cli-symbols.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-instruction-search.h"

static gboolean as_csv;
static char *from_text;
static char *to_text;
static char *limit_text;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text, "First instant: 24305936302, +1000, 1.5ms",
    "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the last", "T" },
  { "limit", 0, 0, G_OPTION_ARG_FILENAME, &limit_text,
    "At most this many rows, up to 1000000, which is the default", "N" },
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "tick", 16, TRUE }, { "cpu", 4, TRUE },     { "pid", 7, TRUE },      { "address", 18, TRUE },
  { "size", 4, TRUE },  { "class", 10, FALSE }, { "symbol", 24, FALSE }, { "bytes", 30, FALSE },
};

typedef struct
{
  SlCliTable table;
  const SlCliTraces *set;
  guint trace;
  SlCodeMap *map;
} Printer;

static gboolean
parse_limit (guint *limit, GError **error)
{
  guint64 number = SL_INSTRUCTIONS_MOST;

  if (limit_text != NULL &&
      !g_ascii_string_to_unsigned (limit_text, 10, 0, SL_INSTRUCTIONS_MOST, &number, NULL))
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "--limit %s: Is not a number of rows from 0 to %u", limit_text,
                   SL_INSTRUCTIONS_MOST);
      return FALSE;
    }

  *limit = (guint) number;
  return TRUE;
}

static void
print_executed (Printer *self, const SlExecuted *executed)
{
  const SlInstruction *instruction = &executed->instruction;
  g_autofree char *symbol =
      sl_code_map_dup_text (self->map, instruction->process, instruction->address);
  g_autofree char *bytes = sl_instruction_dup_bytes (instruction, "");

  sl_cli_table_absolute (&self->table, sl_trace_set_get_clock (self->set->set),
                         sl_trace_set_to_reference (self->set->set, self->trace,
                                                    instruction->time));
  sl_cli_table_decimal (&self->table, executed->cpu);
  if (instruction->process != SL_CODE_NO_PROCESS && instruction->process <= G_MAXINT32)
    sl_cli_table_decimal (&self->table, instruction->process);
  else
    sl_cli_table_empty (&self->table);
  sl_cli_table_hex (&self->table, instruction->address);
  sl_cli_table_decimal (&self->table, instruction->size);
  sl_cli_table_text (&self->table,
                     sl_instruction_class_get_id ((SlInstructionClass) instruction->type));
  sl_cli_table_text (&self->table, symbol != NULL ? symbol : "");
  sl_cli_table_text (&self->table, bytes);
}

/* Returns: whether the trace can be decoded */
static gboolean
print_trace (Printer *self, const SlCliRequest *request, SlSpan span, guint *rows_left)
{
  const SlCliTrace *trace = sl_cli_traces_get (self->set, self->trace);
  g_autoptr (SlInstructionSearch) found = NULL;

  sl_cli_symbols_note_unread (trace, request);
  self->map = sl_annotations_get_code_map (trace->annotations);
  if (!sl_call_lanes_can (trace->trace, self->map))
    return FALSE;

  found = sl_instruction_search_new (trace->trace, self->map,
                                     sl_trace_set_own_span (self->set->set, self->trace, span),
                                     *rows_left, NULL);
  for (guint i = 0; i < found->list->len && sl_cli_writer_is_open (self->table.writer); i++)
    print_executed (self, &g_array_index (found->list, SlExecuted, i));
  *rows_left -= found->list->len;
  if (found->n_instructions > found->list->len)
    sl_cli_note_print ("%s: %u of %" G_GUINT64_FORMAT " instructions are printed; see --from, --to "
                       "and --limit",
                       trace->name, found->list->len, found->n_instructions);
  if (found->n_gaps > 0)
    sl_cli_note_print (
        "%s: Decoding stopped %" G_GUINT64_FORMAT
        " times and continued at the next boundary; “info” shows which code is missing",
        trace->name, found->n_gaps);
  return TRUE;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = NULL;
  Printer printer = { .table = { .writer = writer } };
  gboolean is_decoded = FALSE;
  SlSpan span;
  guint limit;

  if (!parse_limit (&limit, error))
    return FALSE;

  set = sl_cli_traces_open (request, error);
  if (set == NULL || !sl_cli_traces_parse_span (set, from_text, to_text, &span, error))
    return FALSE;

  sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns), as_csv);
  printer.set = set;
  for (guint i = 0; i < set->traces->len; i++)
    {
      printer.trace = i;
      is_decoded = print_trace (&printer, request, span, &limit) || is_decoded;
    }
  if (!is_decoded)
    {
      g_set_error (
          error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
          "instructions: Needs packets of Intel PT and the programs that ran (give them by "
          "--symbols, or allow those that the trace names by --symbols-from-trace)%s",
          sl_call_lanes_are_built () ? "" : "; this build has no decoder (libipt)");
      return FALSE;
    }

  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_instructions = {
  .id = "instructions",
  .summary = "Print the instructions that ran, decoded from Intel PT and the programs",
  .reads_files = TRUE,
  .entries = entries,
  .run = run,
};
