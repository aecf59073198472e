/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-cmd-stats-json.h"

#include "sl-cli-bus-stats.h"
#include "sl-cli-distributions.h"
#include "sl-cli-json.h"
#include "sl-cli-waits.h"
#include "sl-inversion.h"
#include "sl-period-misses.h"

/**
 * sl_stats_get_share:
 * @time: in ticks
 *
 * Returns: which part of the trace's length it is: from 0 to 1
 */
double
sl_stats_get_share (const SlStats *self, SlTime time)
{
  return self->length > 0 ? (double) time / (double) self->length : 0;
}

/**
 * sl_stats_get_jobs:
 * @jobs: (out): of the jobs of @task; all 0 where it has none
 */
void
sl_stats_get_jobs (const SlStats *self, guint32 task, SlJobStatistics *jobs)
{
  const SlJobTask *found = sl_job_table_find_task (self->jobs, task);

  *jobs = (SlJobStatistics) { .task = task };
  if (found != NULL)
    sl_job_statistics_init (jobs, self->jobs, found);
}

/* The last key of each entry: what the model or the trace calls its object. */
static void
add_name (const SlStats *self, JsonBuilder *builder, guint32 object)
{
  sl_cli_json_add_string (builder, "name", sl_cli_names_get_name (self->names, object));
}

static void
add_share (JsonBuilder *builder, const char *name, gboolean is_known, double share)
{
  if (is_known)
    sl_cli_json_add_fraction (builder, name, share);
  else
    sl_cli_json_add_figure (builder, name, FALSE, 0);
}

/* How many would have missed their deadlines by the period, also where that is the same number. */
static void
add_misses_by_period (const SlStats *self, JsonBuilder *builder, guint32 task)
{
  const SlJobTask *found = sl_job_table_find_task (self->jobs, task);
  SlPeriodMisses misses = { 0 };
  gboolean is_known = found != NULL && sl_period_misses_find (self->jobs, found, &misses);

  sl_cli_json_add_figure (builder, "misses_by_period", is_known, misses.n_by_period);
}

static void
add_task (const SlStats *self, JsonBuilder *builder, const SlTaskStatistics *task)
{
  SlJobStatistics jobs;
  SlTime cpu = task->time[SL_STATE_RUNNING];

  sl_stats_get_jobs (self, task->object, &jobs);
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "task", sl_cli_names_get (self->names, task->object));
  sl_cli_json_add_count (builder, "jobs", jobs.n_jobs);
  sl_cli_json_add_figure (builder, "cpu", task->is_metered, cpu);
  add_share (builder, "share", task->is_metered, sl_stats_get_share (self, cpu));
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
  sl_cli_json_add_figure (builder, "preemptions", task->is_metered, (gint64) task->n_preemptions);
  sl_cli_json_add_figure (builder, "migrations", task->is_metered, (gint64) task->n_migrations);
  sl_cli_json_add_range (builder, "execution", &jobs.execution);
  sl_cli_json_add_range (builder, "lateness", &jobs.lateness);
  sl_cli_json_add_range (builder, "start_interval", &jobs.start_interval);
  sl_cli_json_add_figure (builder, "response_jitter", jobs.response.count > 0,
                          sl_range_get_width (&jobs.response));
  sl_cli_json_add_figure (builder, "slices", task->is_metered, (gint64) task->n_slices);
  sl_cli_json_add_range (builder, "slice", &task->slice);
  add_share (builder, "share_after_first", task->is_metered, task->share_after_first);
  add_misses_by_period (self, builder, task->object);
  if (self->with_distributions)
    sl_cli_json_add_distributions (builder, self->jobs, task->object);
  if (self->with_waits)
    sl_cli_waits_add_json (builder, self->names, self->jobs, task->object);
  add_name (self, builder, task->object);
  json_builder_end_object (builder);
}

static void
add_line (const SlStats *self, JsonBuilder *builder, const SlLineStatistics *line)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "line", sl_cli_names_get (self->names, line->object));
  sl_cli_json_add_count (builder, "count", line->count);
  sl_cli_json_add_count (builder, "time", (guint64) line->time);
  sl_cli_json_add_fraction (builder, "share", sl_stats_get_share (self, line->time));
  sl_cli_json_add_range (builder, "duration", &line->duration);
  sl_cli_json_add_range (builder, "interarrival", &line->interarrival);
  sl_cli_json_add_count (builder, "hits", line->n_hits);
  sl_cli_json_add_count (builder, "counted", line->n_counted);
  sl_cli_json_add_fraction (builder, "share_after_first", line->share_after_first);
  add_name (self, builder, line->object);
  json_builder_end_object (builder);
}

static void
add_lock (const SlStats *self, JsonBuilder *builder, const SlLockStatistics *lock)
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
add_server (const SlStats *self, JsonBuilder *builder, const SlServerStatistics *server)
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
add_processor (const SlStats *self, JsonBuilder *builder, const SlProcessorStatistics *processor)
{
  json_builder_begin_object (builder);
  sl_cli_json_add_string (builder, "cpu", sl_cli_names_get (self->names, processor->object));
  sl_cli_json_add_count (builder, "running", (guint64) processor->time[SL_STATE_RUNNING]);
  sl_cli_json_add_count (builder, "idle",
                         (guint64) (processor->time[SL_STATE_IDLE] +
                                    processor->time[SL_STATE_ASLEEP]));
  sl_cli_json_add_count (builder, "interrupt", (guint64) get_interrupt_time (processor));
  sl_cli_json_add_fraction (builder, "interrupt_share",
                            sl_stats_get_share (self, get_interrupt_time (processor)));
  sl_cli_json_add_count (builder, "interrupts", processor->interrupts.count);
  sl_cli_json_add_range (builder, "duration", &processor->interrupts);
  sl_cli_json_add_range (builder, "interarrival", &processor->interarrival);
  sl_cli_json_add_count (builder, "asleep", (guint64) processor->time[SL_STATE_ASLEEP]);
  add_name (self, builder, processor->object);
  json_builder_end_object (builder);
}

static void
add_inversion (const SlStats *self, JsonBuilder *builder, const SlInversion *inversion)
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

typedef void (*AddAll) (const SlStats *self, JsonBuilder *builder);

static void
add_tasks (const SlStats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->tasks->len; i++)
    add_task (self, builder, &g_array_index (self->statistics->tasks, SlTaskStatistics, i));
}

static void
add_lines (const SlStats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->lines->len; i++)
    add_line (self, builder, &g_array_index (self->statistics->lines, SlLineStatistics, i));
}

static void
add_locks (const SlStats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->locks->len; i++)
    add_lock (self, builder, &g_array_index (self->statistics->locks, SlLockStatistics, i));
}

static void
add_servers (const SlStats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->servers->len; i++)
    add_server (self, builder, &g_array_index (self->statistics->servers, SlServerStatistics, i));
}

static void
add_processors (const SlStats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->statistics->processors->len; i++)
    add_processor (self, builder,
                   &g_array_index (self->statistics->processors, SlProcessorStatistics, i));
}

static void
add_inversions (const SlStats *self, JsonBuilder *builder)
{
  for (guint i = 0; i < self->inversions->len; i++)
    add_inversion (self, builder, &g_array_index (self->inversions, SlInversion, i));
}

/* Each bus has figures of its own: "bus", with the number of its trace before it where there are
 * several. */
static void
add_bus (const SlStats *self, JsonBuilder *builder)
{
  g_autofree char *name = g_strconcat (self->prefix, "bus", NULL);

  if (self->bus != NULL)
    sl_cli_bus_stats_add_json (builder, name, self->bus, self->trace->clock, self->n_hottest);
}

/* One array of what all traces have. */
static void
add_array (GArray *all, JsonBuilder *builder, const char *name, AddAll add_all)
{
  sl_cli_json_begin_array (builder, name);
  for (guint i = 0; i < all->len; i++)
    add_all (&g_array_index (all, SlStats, i), builder);
  json_builder_end_array (builder);
}

/**
 * sl_stats_print_json:
 * @all: (element-type SlStats): one entry for each trace
 *
 * Prints one object, whose arrays list what all traces have.
 */
gboolean
sl_stats_print_json (GArray *all, SlCliWriter *writer, GError **error)
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
    add_bus (&g_array_index (all, SlStats, i), builder);
  json_builder_end_object (builder);

  return sl_cli_json_print (builder, writer, error);
}
