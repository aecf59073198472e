/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-table.h"
#include "sl-cmd-compare-json.h"

static gboolean as_csv;
static gboolean as_json;
static gboolean with_jobs;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "jobs", 0, 0, G_OPTION_ARG_NONE, &with_jobs, "Print a row for each job, not for each task",
    NULL },
  { "csv", 0, 0, G_OPTION_ARG_NONE, &as_csv, "Print CSV (RFC 4180)", NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON: tasks and jobs", NULL },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

/* A column of text for people only where it is not @is_detail. */
typedef struct
{
  SlCliColumn column;
  gboolean is_detail;
} Column;

static const Column task_columns[] = {
  { { "name", 16, FALSE }, FALSE },
  { { "task_a", 10, FALSE }, TRUE },
  { { "task_b", 10, FALSE }, TRUE },
  { { "jobs_a", 6, TRUE }, FALSE },
  { { "jobs_b", 6, TRUE }, FALSE },
  { { "matched", 7, TRUE }, FALSE },
  { { "alone_a", 7, TRUE }, FALSE },
  { { "alone_b", 7, TRUE }, FALSE },
  { { "outside_a", 9, TRUE }, TRUE },
  { { "outside_b", 9, TRUE }, TRUE },
  { { "misses_a", 8, TRUE }, FALSE },
  { { "misses_b", 8, TRUE }, FALSE },
  { { "missed_only_a", 13, TRUE }, TRUE },
  { { "missed_only_b", 13, TRUE }, TRUE },
  { { "response_a_min", 14, TRUE }, TRUE },
  { { "response_a_mean", 15, TRUE }, TRUE },
  { { "response_a_max", 14, TRUE }, FALSE },
  { { "response_b_min", 14, TRUE }, TRUE },
  { { "response_b_mean", 15, TRUE }, TRUE },
  { { "response_b_max", 14, TRUE }, FALSE },
  { { "release_diff_min", 16, TRUE }, TRUE },
  { { "release_diff_mean", 17, TRUE }, TRUE },
  { { "release_diff_max", 16, TRUE }, TRUE },
  { { "start_diff_min", 14, TRUE }, TRUE },
  { { "start_diff_mean", 15, TRUE }, TRUE },
  { { "start_diff_max", 14, TRUE }, TRUE },
  { { "finish_diff_min", 15, TRUE }, TRUE },
  { { "finish_diff_mean", 16, TRUE }, TRUE },
  { { "finish_diff_max", 15, TRUE }, TRUE },
  { { "response_diff_min", 17, TRUE }, FALSE },
  { { "response_diff_mean", 18, TRUE }, FALSE },
  { { "response_diff_max", 17, TRUE }, FALSE },
  { { "lateness_diff_min", 17, TRUE }, TRUE },
  { { "lateness_diff_mean", 18, TRUE }, TRUE },
  { { "lateness_diff_max", 17, TRUE }, TRUE },
};

static const Column job_columns[] = {
  { { "name", 16, FALSE }, FALSE },         { { "task_a", 10, FALSE }, TRUE },
  { { "job_a", 6, TRUE }, FALSE },          { { "task_b", 10, FALSE }, TRUE },
  { { "job_b", 6, TRUE }, FALSE },          { { "outside", 7, FALSE }, TRUE },
  { { "release_a", 14, TRUE }, FALSE },     { { "release_b", 14, TRUE }, FALSE },
  { { "response_a", 10, TRUE }, FALSE },    { { "response_b", 10, TRUE }, FALSE },
  { { "missed_a", 8, FALSE }, FALSE },      { { "missed_b", 8, FALSE }, FALSE },
  { { "release_diff", 12, TRUE }, TRUE },   { { "start_diff", 10, TRUE }, FALSE },
  { { "finish_diff", 11, TRUE }, FALSE },   { { "response_diff", 13, TRUE }, FALSE },
  { { "lateness_diff", 13, TRUE }, FALSE },
};

/* The cells of a row, of which people see some. */
typedef struct
{
  SlCliTable table;
  const Column *columns;
  guint n_columns;
  guint next;
} Row;

static void
row_init (Row *self,
          SlCliWriter *writer,
          const Column *columns,
          guint n_columns,
          SlCliColumn *shown)
{
  guint n_shown = 0;

  for (guint i = 0; i < n_columns; i++)
    if (as_csv || !columns[i].is_detail)
      shown[n_shown++] = columns[i].column;
  self->columns = columns;
  self->n_columns = n_columns;
  self->next = 0;
  sl_cli_table_init (&self->table, writer, shown, n_shown, as_csv);
}

/* Whether the next cell is to be written. */
static gboolean
row_next (Row *self)
{
  const Column *column = &self->columns[self->next];

  self->next = (self->next + 1) % self->n_columns;
  return as_csv || !column->is_detail;
}

static void
add_text (Row *self, const char *text)
{
  if (row_next (self))
    sl_cli_table_text (&self->table, text);
}

static void
add_figure (Row *self, gboolean is_known, gint64 figure)
{
  if (!row_next (self))
    return;

  if (is_known)
    sl_cli_table_signed (&self->table, figure);
  else
    sl_cli_table_empty (&self->table);
}

static void
add_range (Row *self, const SlRange *range)
{
  char mean[G_ASCII_DTOSTR_BUF_SIZE] = "";

  if (range->count > 0)
    g_ascii_formatd (mean, sizeof mean, "%.1f", sl_range_get_mean (range));
  add_figure (self, range->count > 0, range->min);
  add_text (self, mean);
  add_figure (self, range->count > 0, range->max);
}

static void
add_counts (Row *row, const guint counts[SL_N_SIDES])
{
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_figure (row, TRUE, counts[side]);
}

static void
print_task (const SlCompare *self, Row *row, const SlTaskCompare *task)
{
  add_text (row, task->match.name);
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_text (row, sl_compare_get_task (self, task, side));
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_figure (row, task->match.tasks[side] != 0, sl_compare_count_jobs (task, side));
  add_figure (row, TRUE, task->n_matched);
  add_counts (row, task->n_alone);
  add_counts (row, task->n_outside);
  add_counts (row, task->n_misses);
  add_counts (row, task->n_missed_here);
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_range (row, &task->response[side]);
  for (guint i = 0; i < SL_N_DIFFERENCES; i++)
    add_range (row, &task->differences[i]);
}

static const char *
print_missed (const SlJob *job)
{
  if (job == NULL)
    return "";

  return sl_job_has_missed (job, FALSE) ? "yes" : job->flags & SL_JOB_MET ? "no" : "";
}

static void
print_pair (const SlCompare *self, Row *row, guint pair)
{
  const SlTaskCompare *task =
      sl_job_compare_get_task (self->found, sl_job_compare_get_pair (self->found, pair)->task);
  const SlJob *jobs[SL_N_SIDES];
  gboolean is_alone;
  gint64 ticks = 0;

  for (guint side = 0; side < SL_N_SIDES; side++)
    jobs[side] = sl_job_compare_get_job (self->found, pair, side);
  is_alone = jobs[SL_SIDE_A] == NULL || jobs[SL_SIDE_B] == NULL;

  add_text (row, task->match.name);
  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      add_text (row, sl_compare_get_task (self, task, side));
      add_figure (row, jobs[side] != NULL, jobs[side] != NULL ? jobs[side]->number : 0);
    }
  add_text (row, !is_alone ? "" : sl_job_compare_is_outside (self->found, pair) ? "yes" : "no");
  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      g_autofree char *release = sl_compare_dup_release (self, side, jobs[side]);

      add_text (row, release != NULL ? release : "");
    }
  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      gboolean is_known = sl_job_compare_get_response (self->found, pair, side, &ticks);

      add_figure (row, is_known, ticks);
    }
  for (guint side = 0; side < SL_N_SIDES; side++)
    add_text (row, print_missed (jobs[side]));
  for (guint i = 0; i < SL_N_DIFFERENCES; i++)
    {
      gboolean is_known =
          sl_job_compare_get_difference (self->found, pair, (SlDifference) i, &ticks);

      add_figure (row, is_known, ticks);
    }
}

typedef enum
{
  ROWS_ALL,
  ROWS_DIFFERENT,
  ROWS_EQUAL,
} Rows;

/* People see what differs first, and no task without a job, such as the boot context; scripts see
 * all in the comparison's order. */
static void
print_rows (const SlCompare *self, Row *row, SlCliWriter *writer, Rows rows)
{
  guint n_rows = with_jobs ? sl_job_compare_get_n_pairs (self->found)
                           : sl_job_compare_get_n_tasks (self->found);

  for (guint i = 0; i < n_rows && sl_cli_writer_is_open (writer); i++)
    {
      gboolean differs = with_jobs ? sl_job_compare_get_pair (self->found, i)->differs
                                   : sl_job_compare_get_task (self->found, i)->n_different > 0;

      if (rows != ROWS_ALL && differs != (rows == ROWS_DIFFERENT))
        continue;
      if (with_jobs)
        print_pair (self, row, i);
      else if (rows == ROWS_ALL || sl_job_compare_get_task (self->found, i)->n_pairs > 0)
        print_task (self, row, sl_job_compare_get_task (self->found, i));
    }
}

static gboolean
print_table (const SlCompare *self, SlCliWriter *writer, GError **error)
{
  SlCliColumn shown[MAX (G_N_ELEMENTS (task_columns), G_N_ELEMENTS (job_columns))];
  Row row;

  for (guint side = 0; side < SL_N_SIDES && !as_csv; side++)
    sl_cli_writer_format (writer, "%s  %s\n", side == SL_SIDE_A ? "A" : "B",
                          sl_cli_traces_get (self->set, side)->name);
  if (!as_csv)
    sl_cli_writer_char (writer, '\n');

  if (with_jobs)
    row_init (&row, writer, job_columns, G_N_ELEMENTS (job_columns), shown);
  else
    row_init (&row, writer, task_columns, G_N_ELEMENTS (task_columns), shown);
  if (as_csv)
    {
      print_rows (self, &row, writer, ROWS_ALL);
    }
  else
    {
      print_rows (self, &row, writer, ROWS_DIFFERENT);
      print_rows (self, &row, writer, ROWS_EQUAL);
    }

  return sl_cli_writer_finish (writer, error);
}

static gboolean
print (const SlCliTraces *set, GPtrArray *tables, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  const SlJobSide sides[] = { { 0, g_ptr_array_index (tables, 0) },
                              { 1, g_ptr_array_index (tables, 1) } };
  g_autoptr (SlJobCompare) found = sl_job_compare_new (set->set, sides);
  SlCompare self = { set, found, { NULL, NULL } };
  gboolean is_done;

  for (guint side = 0; side < SL_N_SIDES; side++)
    {
      g_autofree char *prefix = sl_cli_traces_dup_prefix (set, side);

      self.names[side] = sl_cli_names_new (sl_cli_traces_get (set, side)->trace,
                                           sl_cli_traces_get (set, side)->annotations, prefix);
    }
  is_done =
      as_json ? sl_compare_print_json (&self, writer, error) : print_table (&self, writer, error);
  for (guint side = 0; side < SL_N_SIDES; side++)
    sl_cli_names_free (self.names[side]);
  return is_done;
}

/* Two traces on one axis: --join is what the command is for, and first releases are what two runs
 * have in common. */
static gboolean
run (const SlCliRequest *request, GError **error)
{
  SlCliRequest joined = *request;
  g_autofree char *release = g_strdup ("release");
  g_autoptr (SlCliTraces) set = NULL;
  g_autoptr (GPtrArray) tables = NULL;

  if (as_csv && as_json)
    {
      g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                           "compare: Give --csv or --json, not both");
      return FALSE;
    }

  joined.join = TRUE;
  if (joined.align == NULL)
    joined.align = release;
  set = sl_cli_traces_open (&joined, error);
  if (set == NULL)
    return FALSE;
  if (set->traces->len != SL_N_SIDES)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                   "compare: Give two traces, A and B; the files hold %u (a file given twice "
                   "counts once, and so do files that belong together)",
                   set->traces->len);
      return FALSE;
    }

  tables = sl_cli_find_all_jobs (set, &deadlines, error);
  return tables != NULL && print (set, tables, error);
}

const SlCliCommand sl_cmd_compare = {
  .id = "compare",
  .summary = "Print how the jobs of two traces differ: two runs, two schedulers, before and after",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
