/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How a table is made: jobs are found, their deadlines set, and then it is measured where their time went. */

#include "sl-job-finder.h"
#include "sl-job-splitter.h"
#include "sl-job-table-private.h"
#include "sl-release-lateness.h"

/* Jobs between two looks at the cancellable. */
#define CANCEL_INTERVAL 16384

/* Places of jobs fit a guint, and their memory stays below that of any trace that makes them. */
#define MAX_JOBS (1u << 30)

static SlJobTable *
table_new (SlTrace *trace, guint32 idle_task, const SlTaskRules *rules)
{
  SlJobTable *self = g_new0 (SlJobTable, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = g_object_ref (trace);
  self->idle_task = idle_task;
  self->rules = sl_task_rules_copy (rules);
  return self;
}

static void
set_deadlines (SlJobTable *self)
{
  SlTime last = sl_trace_get_span (self->trace).end - 1;

  for (guint i = 0; i < self->jobs->len; i++)
    {
      SlJob *job = &g_array_index (self->jobs, SlJob, i);
      const SlTaskRule *rule = sl_task_rules_get (self->rules, job->task);
      gboolean has_next =
          i + 1 < self->jobs->len && job[1].task == job->task && !rule->is_aperiodic;

      sl_job_set_deadline (job, rule->deadline, rule->deadline_from,
                           has_next ? job[1].release : SL_JOB_NEVER);
      sl_job_judge (job, last);
    }

  self->misses = sl_job_misses_new (self->jobs, self->rules);
  self->order = sl_base_order_new (self);
}

/* A simulation's clock begins at 0, where its offsets count from; no clock of S.Ha.R.K. does. */
static SlTime
find_start (SlTrace *trace)
{
  gboolean is_simulated = sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_KERNEL) &&
                          sl_trace_get_span (trace).begin == 0;

  return is_simulated ? 0 : SL_JOB_NEVER;
}

static void
find_release_lateness (SlJobTable *self)
{
  SlTime start = find_start (self->trace);

  self->late_by = g_new (gint64, self->jobs->len);
  for (guint i = 0; i < self->tasks->len; i++)
    {
      const SlJobTask *task = &g_array_index (self->tasks, SlJobTask, i);

      if (task->n_jobs > 0)
        sl_release_lateness_find (sl_task_rules_get (self->rules, task->task), start,
                                  &g_array_index (self->jobs, SlJob, task->first), task->n_jobs,
                                  self->late_by + task->first);
    }
}

/* Who is in a job's way, and whether that is blocking, follows from the deadlines of all. */
static gboolean
measure_jobs (SlJobTable *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (self);

  for (guint i = 0; i < self->jobs->len; i++)
    {
      if (i % CANCEL_INTERVAL == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      sl_job_splitter_measure (splitter, &g_array_index (self->jobs, SlJob, i));
    }

  return TRUE;
}

static gboolean
find_jobs (SlJobTable *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlJobFinder) finder = sl_job_finder_new (self->trace, self->idle_task);

  for (guint i = 0; i < sl_trace_get_n_lanes (self->trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (self->trace, i);
      SlJobTask task = { .task = lane->object, .lane = i, .first = self->jobs->len };

      if (lane->type != SL_LANE_TASK || self->jobs->len > MAX_JOBS)
        continue;
      if (!sl_job_finder_run (finder, lane, self->jobs, &task.n_skipped, cancellable, error))
        return FALSE;

      task.n_jobs = self->jobs->len - task.first;
      g_array_append_val (self->tasks, task);
      g_hash_table_insert (self->by_task, GUINT_TO_POINTER (task.task),
                           GUINT_TO_POINTER (self->tasks->len));
    }

  return TRUE;
}

/* Growing a large array moves it: better begin with room for the releases that the trace counts. */
static guint
guess_n_jobs (SlTrace *trace)
{
  guint64 n_releases = sl_trace_get_n_events_of_action (trace, SL_ACTION_RELEASE) +
                       sl_trace_get_n_events_of_action (trace, SL_ACTION_ACTIVATE);

  return (guint) MIN (n_releases, MAX_JOBS / 64);
}

/**
 * sl_job_table_new:
 * @idle_task: number of the idle task, 0 for none
 * @rules: (nullable): what is asked of the tasks; %NULL for nothing
 * @cancellable: (nullable): looked at now and then
 *
 * Finds the jobs of all tasks. Costs by the number of jobs and slices; may run in any thread.
 *
 * Returns: (transfer full): %NULL with %G_IO_ERROR_CANCELLED
 */
SlJobTable *
sl_job_table_new (SlTrace *trace,
                  guint32 idle_task,
                  const SlTaskRules *rules,
                  GCancellable *cancellable,
                  GError **error)
{
  g_autoptr (SlJobTable) self = table_new (trace, idle_task, rules);

  self->jobs = g_array_sized_new (FALSE, FALSE, sizeof (SlJob), guess_n_jobs (trace));
  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlJobTask));
  self->by_task = g_hash_table_new (NULL, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
      !find_jobs (self, cancellable, error))
    return NULL;

  set_deadlines (self);
  find_release_lateness (self);
  return measure_jobs (self, cancellable, error) ? g_steal_pointer (&self) : NULL;
}

/**
 * sl_job_table_with_rules:
 * @rules: (nullable): as in sl_job_table_new()
 *
 * Returns: (transfer full): the same jobs with the deadlines and the blocking that follow from @rules
 */
SlJobTable *
sl_job_table_with_rules (SlJobTable *self, const SlTaskRules *rules)
{
  SlJobTable *copy = table_new (self->trace, self->idle_task, rules);

  copy->jobs = g_array_copy (self->jobs);
  copy->tasks = g_array_ref (self->tasks);
  copy->by_task = g_hash_table_ref (self->by_task);
  set_deadlines (copy);
  find_release_lateness (copy);
  if (sl_task_rules_have_order (self->rules) || sl_task_rules_have_order (copy->rules))
    measure_jobs (copy, NULL, NULL);
  return copy;
}
