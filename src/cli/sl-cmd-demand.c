/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-cli-words.h"
#include "sl-task-load.h"

/* As many as S.Ha.R.K.'s own "extract" draws. */
#define N_COLUMNS 1000

/* More points than any curve needs; each job costs by the columns that it spans. */
#define MOST_COLUMNS 100000

static gboolean as_csv;
static char *from_text;
static char *to_text;
static int n_wanted = N_COLUMNS;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "columns", 0, 0, G_OPTION_ARG_INT, &n_wanted,
    "How many columns to divide the span into; 1000 by default", "N" },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "First instant of the span: 24305936302, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "First instant after the span", "T" },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "object", 16, FALSE }, { "begin", 16, TRUE },  { "end", 16, TRUE },
  { "running", 12, TRUE }, { "total", 14, TRUE },  { "due", 14, TRUE },
  { "supply", 14, TRUE },  { "behind", 12, TRUE }, { "name", 16, FALSE },
};

typedef struct
{
  SlCliTable table;
  const SlCliTraces *set;
  guint trace; /* the one at hand, of which: */
  SlCliNames *names;
  SlJobTable *jobs;
  SlSpan span;
  guint n_columns;
  SlTaskLoad *load;
} Printer;

static void
add_time (Printer *self, SlTime time)
{
  sl_cli_table_absolute (&self->table, sl_trace_set_get_clock (self->set->set),
                         sl_trace_set_to_reference (self->set->set, self->trace, time));
}

/* Only a task with jobs has a demand. */
static void
print_object (Printer *self, const SlLane *lane)
{
  SlCliTable *table = &self->table;
  gboolean has_jobs =
      lane->type == SL_LANE_TASK && sl_job_table_find_task (self->jobs, lane->object) != NULL;
  guint64 total = 0;

  if (has_jobs)
    sl_task_load_fill (self->jobs, lane->object, self->span, self->load, self->n_columns);
  for (guint i = 0; i < self->n_columns && sl_cli_writer_is_open (table->writer); i++)
    {
      SlSpan column = { sl_task_load_get_edge (self->span, i, self->n_columns),
                        sl_task_load_get_edge (self->span, i + 1, self->n_columns) };
      guint64 running = sl_task_load_sum_active (lane, column);
      const guint64 of_jobs[] = { self->load[i].demand, self->load[i].supply,
                                  self->load[i].missing };

      total += running;
      sl_cli_table_text (table, sl_cli_names_get_text (self->names, lane->object, as_csv));
      add_time (self, column.begin);
      add_time (self, column.end);
      sl_cli_table_decimal (table, running);
      sl_cli_table_decimal (table, total);
      for (guint j = 0; j < G_N_ELEMENTS (of_jobs); j++)
        if (has_jobs)
          sl_cli_table_decimal (table, of_jobs[j]);
        else
          sl_cli_table_empty (table);
      sl_cli_table_text (table, sl_cli_names_get_name (self->names, lane->object));
    }
}

static void
print_trace (Printer *self, SlSpan span)
{
  const SlCliTrace *trace = sl_cli_traces_get (self->set, self->trace);
  g_autofree char *prefix = sl_cli_traces_dup_prefix (self->set, self->trace);
  g_autoptr (SlCliNames) names = sl_cli_names_new (trace->trace, trace->annotations, prefix);
  g_autofree SlTaskLoad *load = NULL;

  self->names = names;
  self->span = sl_span_intersect (sl_trace_set_own_span (self->set->set, self->trace, span),
                                  sl_trace_get_span (trace->trace));
  if (self->span.begin >= self->span.end)
    return;

  self->n_columns = (guint) MIN ((gint64) n_wanted, sl_span_duration (self->span));
  self->load = load = g_new0 (SlTaskLoad, self->n_columns);
  for (guint i = 0; i < sl_trace_get_n_lanes (trace->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace->trace, i);

      if (lane->object != 0 &&
          (lane->type == SL_LANE_TASK || lane->type == SL_LANE_IRQ || lane->type == SL_LANE_TIMER))
        print_object (self, lane);
    }
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = NULL;
  g_autoptr (GPtrArray) tables = NULL;
  Printer printer = { .table = { .writer = writer } };
  SlSpan span;

  if (n_wanted < 1 || n_wanted > MOST_COLUMNS)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "--columns %d: Must be from 1 to %d",
                   n_wanted, MOST_COLUMNS);
      return FALSE;
    }

  set = sl_cli_traces_open (request, error);
  if (set == NULL || !sl_cli_traces_parse_span (set, from_text, to_text, &span, error))
    return FALSE;
  tables = sl_cli_find_all_jobs (set, &deadlines, error);
  if (tables == NULL)
    return FALSE;

  sl_cli_table_init (&printer.table, writer, columns, G_N_ELEMENTS (columns), as_csv);
  printer.set = set;
  for (guint i = 0; i < tables->len; i++)
    {
      printer.trace = i;
      printer.jobs = g_ptr_array_index (tables, i);
      print_trace (&printer, span);
    }

  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_demand = {
  .id = "demand",
  .summary = "Print over time what each task executed, and what was due by then",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
