/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-bus-kinds.h"
#include "sl-cli-bus-stats.h"
#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-table.h"
#include "sl-cli-unit.h"
#include "sl-cli-waits.h"
#include "sl-cmd-stats-json.h"
#include "sl-inversion.h"
#include "sl-task-standing.h"

/* Of the hottest pages and ports, unless the user says otherwise. */
#define N_HOTTEST 10

/* More are a list that nobody reads and that takes long to rank. */
#define MOST_HOTTEST 10000

static gboolean as_json;
static gboolean with_distributions;
static gboolean with_waits;
static char *from_text;
static char *to_text;
static int n_hottest = N_HOTTEST;
static char *unit_text;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
  { "distributions", 0, 0, G_OPTION_ARG_NONE, &with_distributions,
    "In JSON, also the distributions of execution, response and interarrival times", NULL },
  { "waits", 0, 0, G_OPTION_ARG_NONE, &with_waits,
    "Print what the jobs of each task waited for instead; in JSON, also", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "For bus cycles, the first instant of the span: 1000, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "For bus cycles, the first instant after the span",
    "T" },
  { "hottest", 0, 0, G_OPTION_ARG_INT, &n_hottest,
    "How many of the hottest pages and ports to list", "N" },
  SL_CLI_UNIT_ENTRY (unit_text),
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "task", 16, FALSE },        { "jobs", 6, TRUE },          { "cpu", 14, TRUE },
  { "share", 8, TRUE },         { "response_min", 12, TRUE }, { "response_mean", 13, TRUE },
  { "response_max", 12, TRUE }, { "jitter", 10, TRUE },       { "misses", 6, TRUE },
};

static void
stats_clear (gpointer stats)
{
  SlStats *self = stats;

  g_clear_pointer (&self->prefix, g_free);
  g_clear_pointer (&self->names, sl_cli_names_free);
  g_clear_pointer (&self->statistics, sl_statistics_free);
  g_clear_pointer (&self->inversions, g_array_unref);
  g_clear_pointer (&self->bus, sl_bus_statistics_free);
}

static void
print_range (const SlStats *self, SlCliTable *table, const SlRange *range)
{
  if (range->count == 0)
    {
      for (guint i = 0; i < 3; i++)
        sl_cli_table_empty (table);
      return;
    }

  sl_cli_traces_print_length (table, self->trace, range->min);
  sl_cli_traces_print_length (table, self->trace, (gint64) sl_range_get_mean (range));
  sl_cli_traces_print_length (table, self->trace, range->max);
}

static void
print_task (const SlStats *self, SlCliTable *table, const SlTaskStatistics *task)
{
  char share[G_ASCII_DTOSTR_BUF_SIZE];
  SlJobStatistics jobs;

  sl_stats_get_jobs (self, task->object, &jobs);
  sl_cli_table_text (table, sl_cli_names_get_text (self->names, task->object, FALSE));
  sl_cli_table_decimal (table, jobs.n_jobs);
  if (task->is_metered)
    {
      sl_cli_traces_print_length (table, self->trace, task->time[SL_STATE_RUNNING]);
      sl_cli_table_text (table,
                         g_ascii_formatd (share, sizeof share, "%.4f",
                                          sl_stats_get_share (self, task->time[SL_STATE_RUNNING])));
    }
  else
    {
      sl_cli_table_empty (table);
      sl_cli_table_empty (table);
    }
  print_range (self, table, &jobs.response);
  if (jobs.interarrival.count > 0)
    sl_cli_traces_print_length (table, self->trace, sl_range_get_width (&jobs.interarrival));
  else
    sl_cli_table_empty (table);
  sl_cli_table_decimal (table, jobs.n_misses);
}

static int
compare_standings (gconstpointer one, gconstpointer other)
{
  return sl_task_standing_compare (one, other);
}

/* Those with jobs first. */
static void
print_tasks (const SlStats *self, SlCliTable *table)
{
  const GArray *tasks = self->statistics->tasks;
  g_autoptr (GArray) order = g_array_new (FALSE, FALSE, sizeof (SlTaskStanding));

  for (guint i = 0; i < tasks->len; i++)
    {
      const SlTaskStatistics *task = &g_array_index (tasks, SlTaskStatistics, i);
      SlTaskStanding standing;

      sl_task_standing_init (&standing, self->jobs, task->object,
                             (double) task->time[SL_STATE_RUNNING], i);
      g_array_append_val (order, standing);
    }
  g_array_sort (order, compare_standings);
  for (guint i = 0; i < order->len; i++)
    {
      const SlTaskStatistics *task =
          &g_array_index (tasks, SlTaskStatistics, g_array_index (order, SlTaskStanding, i).place);

      if (self->with_waits)
        sl_cli_waits_print (table, self->trace, self->names, self->jobs, task->object);
      else
        print_task (self, table, task);
    }
}

static void
begin_table (SlCliTable *table, SlCliWriter *writer, SlShownUnit unit)
{
  if (with_waits)
    sl_cli_waits_begin (table, writer);
  else
    sl_cli_table_init (table, writer, columns, G_N_ELEMENTS (columns), FALSE);
  sl_cli_table_set_unit (table, unit);
}

static gboolean
print_tables (GArray *all, SlCliWriter *writer, SlShownUnit unit, GError **error)
{
  gboolean has_head = FALSE;
  SlCliTable table;

  for (guint n = 0; n < all->len; n++)
    {
      const SlStats *self = &g_array_index (all, SlStats, n);

      if (self->bus != NULL)
        continue;
      if (!has_head)
        begin_table (&table, writer, unit);
      has_head = TRUE;
      print_tasks (self, &table);
    }
  for (guint n = 0; n < all->len && !with_waits; n++)
    {
      const SlStats *self = &g_array_index (all, SlStats, n);

      sl_cli_jobs_print_inversions (writer, self->prefix, self->jobs, self->trace,
                                    self->inversions);
    }
  for (guint n = 0; n < all->len; n++)
    {
      const SlStats *self = &g_array_index (all, SlStats, n);

      if (self->bus == NULL)
        continue;
      if (has_head)
        sl_cli_writer_char (writer, '\n');
      has_head = TRUE;
      if (self->prefix[0] != '\0')
        sl_cli_writer_format (writer, "%s bus\n\n", self->prefix);
      sl_cli_bus_stats_print (writer, self->bus, self->trace->clock, self->n_hottest);
    }

  return sl_cli_writer_finish (writer, error);
}

/* JSON and what is counted of bus cycles have ticks, which can be added up over all. */
static gboolean
check_unit (const SlCliTraces *set, SlShownUnit *unit, GError **error)
{
  *unit = SL_SHOWN_TICKS;
  if (as_json && unit_text != NULL)
    return sl_cli_refuse (error, "--unit", unit_text, "JSON is in ticks");

  for (guint i = 0; i < set->traces->len; i++)
    {
      const SlCliTrace *trace = sl_cli_traces_get (set, i);

      if (unit_text != NULL && sl_source_says (sl_trace_get_source (trace->trace), SL_TELLS_BUS))
        return sl_cli_refuse (error, "--unit", unit_text, "statistics of bus cycles are in ticks");
      if (!sl_cli_unit_parse (unit_text, trace->clock, unit, error))
        return FALSE;
    }
  return TRUE;
}

/* The span is for bus cycles: jobs are told of as a whole, and a part of one is none. */
static gboolean
check_options (const SlCliTraces *set, GError **error)
{
  if (n_hottest < 0 || n_hottest > MOST_HOTTEST)
    {
      g_set_error (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE, "--hottest %d: Must be from 0 to %d",
                   n_hottest, MOST_HOTTEST);
      return FALSE;
    }
  for (guint i = 0; i < set->traces->len; i++)
    if (sl_source_says (sl_trace_get_source (sl_cli_traces_get (set, i)->trace), SL_TELLS_BUS))
      return TRUE;
  if (from_text == NULL && to_text == NULL)
    return TRUE;

  g_set_error_literal (error, SL_CLI_ERROR, SL_CLI_STATUS_USAGE,
                       "--from and --to are for traces of bus cycles; jobs and their tasks are "
                       "always reported for the whole trace");
  return FALSE;
}

/* @part is what of the axis the bus cycles are counted in. */
static gboolean
add_stats (GArray *all, const SlCliTraces *set, SlSpan part, SlJobTable *jobs, GError **error)
{
  guint number = all->len;
  SlTrace *trace = sl_cli_traces_get (set, number)->trace;
  SlSpan span = sl_trace_get_span (trace);
  SlStats *stats;

  g_array_set_size (all, number + 1);
  stats = &g_array_index (all, SlStats, number);
  stats->trace = sl_cli_traces_get (set, number);
  stats->prefix = sl_cli_traces_dup_prefix (set, number);
  stats->jobs = jobs;
  stats->n_hottest = (guint) n_hottest;
  stats->with_distributions = with_distributions;
  stats->with_waits = with_waits;
  stats->length = MAX (sl_span_duration (span) - 1, 0);
  stats->names = sl_cli_names_new (trace, stats->trace->annotations, stats->prefix);
  stats->statistics =
      sl_statistics_new (trace, span, sl_job_table_get_idle_task (jobs), NULL, error);
  if (stats->statistics != NULL)
    stats->inversions = sl_inversions_find (jobs, NULL, error);
  if (stats->inversions == NULL || !sl_source_says (sl_trace_get_source (trace), SL_TELLS_BUS))
    return stats->inversions != NULL;

  stats->bus =
      sl_bus_statistics_new (trace,
                             sl_span_intersect (span,
                                                sl_trace_set_own_span (set->set, number, part)),
                             NULL, NULL, NULL, error);
  return stats->bus != NULL;
}

static gboolean
run (const SlCliRequest *request, GError **error)
{
  g_autoptr (SlCliWriter) writer = sl_cli_writer_new (STDOUT_FILENO, "standard output");
  g_autoptr (SlCliTraces) set = sl_cli_traces_open (request, error);
  g_autoptr (GPtrArray) tables = NULL;
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (SlStats));
  SlShownUnit unit;
  SlSpan part;

  if (set == NULL || !check_options (set, error) || !check_unit (set, &unit, error) ||
      !sl_cli_traces_parse_span (set, from_text, to_text, &part, error))
    return FALSE;
  tables = sl_cli_find_all_jobs (set, &deadlines, error);
  if (tables == NULL)
    return FALSE;

  g_array_set_clear_func (all, stats_clear);
  for (guint i = 0; i < tables->len; i++)
    if (!add_stats (all, set, part, g_ptr_array_index (tables, i), error))
      return FALSE;

  if (!with_waits)
    sl_cli_jobs_note_references (set, tables);
  return as_json ? sl_stats_print_json (all, writer, error)
                 : print_tables (all, writer, unit, error);
}

const SlCliCommand sl_cmd_stats = {
  .id = "stats",
  .summary = "Print statistics of tasks, interrupts, locks, servers and bus cycles",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
