/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cli-command.h"

#include <unistd.h>

#include "sl-bus-kinds.h"
#include "sl-cli-bus-stats.h"
#include "sl-cli-distributions.h"
#include "sl-cli-error.h"
#include "sl-cli-jobs.h"
#include "sl-cli-json.h"
#include "sl-cli-table.h"
#include "sl-cli-words.h"
#include "sl-inversion.h"
#include "sl-job-statistics.h"
#include "sl-statistics.h"
#include "sl-task-standing.h"

/* Of the hottest pages and ports, unless the user says otherwise. */
#define N_HOTTEST 10

/* More are a list that nobody reads and that takes long to rank. */
#define MOST_HOTTEST 10000

static gboolean as_json;
static gboolean with_distributions;
static char *from_text;
static char *to_text;
static int n_hottest = N_HOTTEST;
static SlCliDeadlines deadlines;

static const GOptionEntry entries[] = {
  { "json", 0, 0, G_OPTION_ARG_NONE, &as_json, "Print JSON", NULL },
  { "distributions", 0, 0, G_OPTION_ARG_NONE, &with_distributions,
    "In JSON, also the distributions of execution, response and interarrival times", NULL },
  { "from", 0, 0, G_OPTION_ARG_FILENAME, &from_text,
    "For bus cycles, the first instant of the span: 1000, +1000, 1.5ms", "T" },
  { "to", 0, 0, G_OPTION_ARG_FILENAME, &to_text, "For bus cycles, the first instant after the span",
    "T" },
  { "hottest", 0, 0, G_OPTION_ARG_INT, &n_hottest,
    "How many of the hottest pages and ports to list", "N" },
  SL_CLI_DEADLINE_ENTRIES (deadlines),
  G_OPTION_ENTRY_NULL,
};

static const SlCliColumn columns[] = {
  { "task", 16, FALSE },        { "jobs", 6, TRUE },          { "cpu", 14, TRUE },
  { "share", 8, TRUE },         { "response_min", 12, TRUE }, { "response_mean", 13, TRUE },
  { "response_max", 12, TRUE }, { "jitter", 10, TRUE },       { "misses", 6, TRUE },
};

typedef struct
{
  const SlCliTrace *trace;
  char *prefix; /* of its names */
  SlCliNames *names;
  SlJobTable *jobs;
  SlStatistics *statistics;
  GArray *inversions;   /* of SlInversion */
  SlBusStatistics *bus; /* NULL where the events are not bus cycles */
  gint64 length;        /* of the trace: from its first tick to its last */
} Stats;

static void
stats_clear (gpointer stats)
{
  Stats *self = stats;

  g_clear_pointer (&self->prefix, g_free);
  g_clear_pointer (&self->names, sl_cli_names_free);
  g_clear_pointer (&self->statistics, sl_statistics_free);
  g_clear_pointer (&self->inversions, g_array_unref);
  g_clear_pointer (&self->bus, sl_bus_statistics_free);
}

static double
get_share (const Stats *self, SlTime time)
{
  return self->length > 0 ? (double) time / (double) self->length : 0;
}

static void
get_job_statistics (const Stats *self, guint32 task, SlJobStatistics *jobs)
{
  const SlJobTask *found = sl_job_table_find_task (self->jobs, task);

  *jobs = (SlJobStatistics) { .task = task };
  if (found != NULL)
    sl_job_statistics_init (jobs, self->jobs, found);
}

/* The last key of each entry: what the model or the trace calls its object. */
static void
add_name (const Stats *self, JsonBuilder *builder, guint32 object)
{
  sl_cli_json_add_string (builder, "name", sl_cli_names_get_name (self->names, object));
}

static void
add_task (const Stats *self, JsonBuilder *builder, const SlTaskStatistics *task)
{
  SlJobStatistics jobs;
  SlTime cpu = task->time[SL_STATE_RUNNING];

  get_job_statistics (self, task->object, &jobs);
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "task", sl_cli_names_get (self->names, task->object));
  sl_cli_json_add_count (builder, "jobs", jobs.n_jobs);
  sl_cli_json_add_count (builder, "cpu", (guint64) cpu);
  sl_cli_json_add_fraction (builder, "share", get_share (self, cpu));
  sl_cli_json_add_range (builder, "response", &jobs.response);
  sl_cli_json_add_range (builder, "interarrival", &jobs.interarrival);
  sl_cli_json_add_figure (builder, "jitter", jobs.interarrival.count > 0,
                          sl_range_get_width (&jobs.interarrival));
  sl_cli_json_add_count (builder, "misses", jobs.n_misses);
  sl_cli_json_add_count (builder, "inferred_misses", jobs.n_inferred_misses);
  sl_cli_json_add_count (builder, "overruns", jobs.n_overruns);
  sl_cli_json_add_count (builder, "activations", task->n_activations);
  sl_cli_json_add_count (builder, "finished", jobs.n_finished);
  sl_cli_json_add_count (builder, "queued", jobs.n_queued);
  sl_cli_json_add_count (builder, "skipped", jobs.n_skipped);
  sl_cli_json_add_count (builder, "aborted", jobs.n_aborted);
  sl_cli_json_add_count (builder, "preemptions", task->n_preemptions);
  sl_cli_json_add_count (builder, "migrations", task->n_migrations);
  sl_cli_json_add_range (builder, "execution", &jobs.execution);
  sl_cli_json_add_range (builder, "lateness", &jobs.lateness);
  sl_cli_json_add_range (builder, "start_interval", &jobs.start_interval);
  sl_cli_json_add_figure (builder, "response_jitter", jobs.response.count > 0,
                          sl_range_get_width (&jobs.response));
  sl_cli_json_add_count (builder, "slices", task->n_slices);
  sl_cli_json_add_range (builder, "slice", &task->slice);
  sl_cli_json_add_fraction (builder, "share_after_first", task->share_after_first);
  if (with_distributions)
    sl_cli_json_add_distributions (builder, self->jobs, task->object);
  add_name (self, builder, task->object);
  json_builder_end_object (builder);
}

static void
add_line (const Stats *self, JsonBuilder *builder, const SlLineStatistics *line)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "line", sl_cli_names_get (self->names, line->object));
  sl_cli_json_add_count (builder, "count", line->count);
  sl_cli_json_add_count (builder, "time", (guint64) line->time);
  sl_cli_json_add_fraction (builder, "share", get_share (self, line->time));
  sl_cli_json_add_range (builder, "duration", &line->duration);
  sl_cli_json_add_range (builder, "interarrival", &line->interarrival);
  sl_cli_json_add_count (builder, "hits", line->n_hits);
  sl_cli_json_add_count (builder, "counted", line->n_counted);
  sl_cli_json_add_fraction (builder, "share_after_first", line->share_after_first);
  add_name (self, builder, line->object);
  json_builder_end_object (builder);
}

static void
add_lock (const Stats *self, JsonBuilder *builder, const SlLockStatistics *lock)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "lock", sl_cli_names_get (self->names, lock->object));
  sl_cli_json_add_count (builder, "held", (guint64) lock->held);
  sl_cli_json_add_count (builder, "n_held", lock->n_held);
  sl_cli_json_add_count (builder, "waited", (guint64) lock->waited);
  sl_cli_json_add_count (builder, "n_waited", lock->n_waited);
  add_name (self, builder, lock->object);
  json_builder_end_object (builder);
}

static void
add_server (const Stats *self, JsonBuilder *builder, const SlServerStatistics *server)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "server", sl_cli_names_get (self->names, server->object));
  sl_cli_json_add_count (builder, "active", (guint64) server->time[SL_STATE_ACTIVE]);
  sl_cli_json_add_count (builder, "exhausted", (guint64) server->time[SL_STATE_EXHAUSTED]);
  sl_cli_json_add_count (builder, "inactive", (guint64) server->time[SL_STATE_INACTIVE]);
  sl_cli_json_add_count (builder, "exhaustions", server->n_exhausted);
  sl_cli_json_add_count (builder, "reclaims", server->reclaimed.count);
  sl_cli_json_add_range (builder, "reclaimed_us", &server->reclaimed);
  add_name (self, builder, server->object);
  json_builder_end_object (builder);
}

static SlTime
get_interrupt_time (const SlProcessorStatistics *processor)
{
  return processor->time[SL_STATE_INTERRUPT] + processor->time[SL_STATE_SOFTIRQ];
}

/* All lines together, as one source of interrupts. */
static void
add_processor (const Stats *self, JsonBuilder *builder, const SlProcessorStatistics *processor)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "cpu", sl_cli_names_get (self->names, processor->object));
  sl_cli_json_add_count (builder, "running", (guint64) processor->time[SL_STATE_RUNNING]);
  sl_cli_json_add_count (builder, "idle", (guint64) processor->time[SL_STATE_IDLE]);
  sl_cli_json_add_count (builder, "interrupt", (guint64) get_interrupt_time (processor));
  sl_cli_json_add_fraction (builder, "interrupt_share",
                            get_share (self, get_interrupt_time (processor)));
  sl_cli_json_add_count (builder, "interrupts", processor->interrupts.count);
  sl_cli_json_add_range (builder, "duration", &processor->interrupts);
  sl_cli_json_add_range (builder, "interarrival", &processor->interarrival);
  add_name (self, builder, processor->object);
  json_builder_end_object (builder);
}

static void
add_inversion (const Stats *self, JsonBuilder *builder, const SlInversion *inversion)
{
  SlClock *clock = self->trace->clock;

  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "task", sl_cli_names_get (self->names, inversion->task));
  sl_cli_json_add_figure (builder, "job", inversion->job != G_MAXUINT,
                          inversion->job != G_MAXUINT
                              ? sl_job_table_get (self->jobs, inversion->job)->number
                              : 0);
  sl_cli_json_add_absolute (builder, "begin", sl_clock_to_absolute (clock, inversion->span.begin));
  sl_cli_json_add_absolute (builder, "end", sl_clock_to_absolute (clock, inversion->span.end));
  json_builder_set_member_name (builder, "bounded");
  json_builder_add_boolean_value (builder, inversion->intruder == 0);
  json_builder_set_member_name (builder, "chain");
  json_builder_begin_array (builder);
  for (guint i = 0; i < inversion->n_links; i++)
    {
      json_builder_begin_object (builder);
      sl_cli_json_add_string (builder, "lock",
                              sl_cli_names_get (self->names, inversion->chain[i].lock));
      sl_cli_json_add_string (builder, "holder",
                              sl_cli_names_get (self->names, inversion->chain[i].holder));
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
  sl_cli_json_add_count (builder, "intruder", (guint64) inversion->intruder_ticks);
  add_name (self, builder, inversion->task);
  json_builder_end_object (builder);
}

typedef void (*AddAll) (const Stats *self, JsonBuilder *builder);

static void
add_tasks (const Stats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->tasks->len; i++)
    add_task (self, builder, &g_array_index (self->statistics->tasks, SlTaskStatistics, i));
}

static void
add_lines (const Stats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->lines->len; i++)
    add_line (self, builder, &g_array_index (self->statistics->lines, SlLineStatistics, i));
}

static void
add_locks (const Stats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->locks->len; i++)
    add_lock (self, builder, &g_array_index (self->statistics->locks, SlLockStatistics, i));
}

static void
add_servers (const Stats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->servers->len; i++)
    add_server (self, builder, &g_array_index (self->statistics->servers, SlServerStatistics, i));
}

static void
add_processors (const Stats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->processors->len; i++)
    add_processor (self, builder,
                   &g_array_index (self->statistics->processors, SlProcessorStatistics, i));
}

static void
add_inversions (const Stats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->inversions->len; i++)
    add_inversion (self, builder, &g_array_index (self->inversions, SlInversion, i));
}

/* Each bus has figures of its own: "bus", with the number of its trace before it where there are
 * several. */
static void
add_bus (const Stats *self, JsonBuilder *builder)
{
  g_autofree char *name = g_strconcat (self->prefix, "bus", NULL);

  if (self->bus != NULL)
    sl_cli_bus_stats_add_json (builder, name, self->bus, self->trace->clock, (guint) n_hottest);
}

/* One array of what all traces have. */
static void
add_array (GArray *all, JsonBuilder *builder, const char *name, AddAll add_all)
{
  sl_cli_json_begin_array (builder, name);
  for (guint i = 0; i < all->len; i++)
    add_all (&g_array_index (all, Stats, i), builder);
  json_builder_end_array (builder);
}

static gboolean
print_json (GArray *all, SlCliWriter *writer, GError **error)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();

  json_builder_begin_object (builder);
  add_array (all, builder, "tasks", add_tasks);
  add_array (all, builder, "interrupts", add_lines);
  add_array (all, builder, "locks", add_locks);
  add_array (all, builder, "servers", add_servers);
  add_array (all, builder, "inversions", add_inversions);
  add_array (all, builder, "processors", add_processors);
  for (guint i = 0; i < all->len; i++)
    add_bus (&g_array_index (all, Stats, i), builder);
  json_builder_end_object (builder);

  return sl_cli_json_print (builder, writer, error);
}

static void
print_range (SlCliTable *table, const SlRange *range)
{
  if (range->count == 0)
    {
      for (guint i = 0; i < 3; i++)
        sl_cli_table_empty (table);
      return;
    }

  sl_cli_table_signed (table, range->min);
  sl_cli_table_signed (table, (gint64) sl_range_get_mean (range));
  sl_cli_table_signed (table, range->max);
}

static void
print_task (const Stats *self, SlCliTable *table, const SlTaskStatistics *task)
{
  char share[G_ASCII_DTOSTR_BUF_SIZE];
  SlJobStatistics jobs;

  get_job_statistics (self, task->object, &jobs);
  sl_cli_table_text (table, sl_cli_names_get_text (self->names, task->object, FALSE));
  sl_cli_table_decimal (table, jobs.n_jobs);
  sl_cli_table_decimal (table, (guint64) task->time[SL_STATE_RUNNING]);
  sl_cli_table_text (table, g_ascii_formatd (share, sizeof share, "%.4f",
                                             get_share (self, task->time[SL_STATE_RUNNING])));
  print_range (table, &jobs.response);
  if (jobs.interarrival.count > 0)
    sl_cli_table_signed (table, sl_range_get_width (&jobs.interarrival));
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
print_tasks (const Stats *self, SlCliTable *table)
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
    print_task (self, table,
                &g_array_index (tasks, SlTaskStatistics,
                                g_array_index (order, SlTaskStanding, i).place));
}

static gboolean
print_tables (GArray *all, SlCliWriter *writer, GError **error)
{
  gboolean has_head = FALSE;
  SlCliTable table;

  for (guint n = 0; n < all->len; n++)
    {
      const Stats *self = &g_array_index (all, Stats, n);

      if (self->bus != NULL)
        continue;
      if (!has_head)
        sl_cli_table_init (&table, writer, columns, G_N_ELEMENTS (columns), FALSE);
      has_head = TRUE;
      print_tasks (self, &table);
    }
  for (guint n = 0; n < all->len; n++)
    {
      const Stats *self = &g_array_index (all, Stats, n);

      sl_cli_jobs_print_inversions (writer, self->prefix, self->jobs, self->trace,
                                    self->inversions);
    }
  for (guint n = 0; n < all->len; n++)
    {
      const Stats *self = &g_array_index (all, Stats, n);

      if (self->bus == NULL)
        continue;
      if (has_head)
        sl_cli_writer_char (writer, '\n');
      has_head = TRUE;
      if (self->prefix[0] != '\0')
        sl_cli_writer_format (writer, "%s bus\n\n", self->prefix);
      sl_cli_bus_stats_print (writer, self->bus, self->trace->clock, (guint) n_hottest);
    }

  return sl_cli_writer_finish (writer, error);
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
  Stats *stats;

  g_array_set_size (all, number + 1);
  stats = &g_array_index (all, Stats, number);
  stats->trace = sl_cli_traces_get (set, number);
  stats->prefix = sl_cli_traces_dup_prefix (set, number);
  stats->jobs = jobs;
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
  g_autoptr (GArray) all = g_array_new (FALSE, TRUE, sizeof (Stats));
  SlSpan part;

  if (set == NULL || !check_options (set, error) ||
      !sl_cli_traces_parse_span (set, from_text, to_text, &part, error))
    return FALSE;
  tables = sl_cli_find_all_jobs (set, &deadlines, error);
  if (tables == NULL)
    return FALSE;

  g_array_set_clear_func (all, stats_clear);
  for (guint i = 0; i < tables->len; i++)
    if (!add_stats (all, set, part, g_ptr_array_index (tables, i), error))
      return FALSE;

  return as_json ? print_json (all, writer, error) : print_tables (all, writer, error);
}

const SlCliCommand sl_cmd_stats = {
  .id = "stats",
  .summary = "Print statistics of tasks, interrupts, locks, servers and bus cycles",
  .reads_files = TRUE,
  .entries = entries,
  .deadlines = &deadlines,
  .run = run,
};
