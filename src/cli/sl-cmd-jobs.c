/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-chain.h"
#include "sl-cli-jobs.h"
#include "sl-cli-table.h"
#include "sl-cli-traces.h"
#include "sl-cli-unit.h"
#include "sl-job-fields.h"

static gboolean as_csv;
static gboolean as_chain;
static gboolean with_inferred;
static char *unit_text;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "chain", 0, 0, G_OPTION_ARG_NONE, &as_chain,
    "Print who woke each job instead, and who woke that one, and so on", NULL },
  { "inferred", 0, 0, G_OPTION_ARG_NONE, &with_inferred,
    "Also count missed deadlines inferred from the task's releases", NULL },
  SL_CLI_UNIT_ENTRY (unit_text),
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

/* Characters that people usually need. */
static const guint widths[SL_N_JOB_FIELDS] = { 16, 6, 14, 14, 14, 14, 10, 10, 10, 3,
                                               8,  6, 40, 8,  0,  10, 24, 3,  14, 15 };

static gboolean
is_shown (guint field)
{
  return as_csv || !sl_job_fields_is_for_scripts (field);
}

static void
print_jobs (SlCliTable *table,
            const SlCliTraces *set,
            guint trace,
            SlJobTable *jobs,
            SlShownUnit unit)
{
  g_autoptr (SlJobFields) fields = sl_job_fields_new (jobs);
  g_autoptr (GArray) order = sl_job_fields_dup_order (fields);
  g_autofree char *prefix = sl_cli_traces_dup_prefix (set, trace);

  sl_job_fields_set_axis (fields, set->set, trace, prefix);
  sl_job_fields_set_with_inferred (fields, with_inferred);
  sl_job_fields_set_unit (fields, unit);
  if (!as_csv)
    sl_job_fields_set_for_people (fields);
  for (guint line = 0; line < order->len && sl_cli_writer_is_open (table->writer); line++)
    {
      const char *const *row = sl_job_fields_get (fields, g_array_index (order, guint, line));

      for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
        if (is_shown (i))
          sl_cli_table_text (table, row[i]);
    }
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (GPtrArray) tables = NULL;
  SlShownUnit unit;
  SlCliColumn columns[SL_N_JOB_FIELDS];
  SlCliTable table;
  guint n_columns = 0;

  if (set == NULL ||
      !sl_cli_unit_parse (unit_text, sl_trace_set_get_clock (set->set), &unit, error))
    return FALSE;
  tables = sl_cli_find_all_jobs (set, &deadlines, error);
  if (tables == NULL)
    return FALSE;

  if (as_chain)
    {
      sl_cli_chain_print (set, tables, writer, as_csv, unit);
      return sl_cli_writer_finish (writer, error);
    }

  for (guint i = 0; i < SL_N_JOB_FIELDS; i++)
    if (is_shown (i))
      columns[n_columns++] =
          (SlCliColumn) { sl_job_fields_get_id (i), widths[i], sl_job_fields_is_number (i) };

  sl_cli_table_init (&table, writer, columns, n_columns, as_csv);
  for (guint i = 0; i < tables->len; i++)
    print_jobs (&table, set, i, g_ptr_array_index (tables, i), unit);
  sl_cli_jobs_note_references (set, tables);
  sl_cli_jobs_note_unchecked (set, tables);

  return sl_cli_writer_finish (writer, error);
}

const SlCliCommand sl_cmd_jobs = {
  .id = "jobs",
  .summary = "Print each job of each task: when, how long, on time or not, and why",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
