/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-table-private.h"

#include "sl-kind-action.h"
#include "sl-lower-bound.h"
#include "sl-release-lateness.h"

G_DEFINE_BOXED_TYPE (SlJobTable, sl_job_table, sl_job_table_ref, sl_job_table_unref)

/**
 * sl_job_table_ref:
 *
 * Returns: (transfer full): @self
 */
SlJobTable *
sl_job_table_ref (SlJobTable *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/**
 * sl_job_table_unref:
 * @self: (transfer full):
 */
void
sl_job_table_unref (SlJobTable *self)
{
  g_return_if_fail (self != NULL);

  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->trace);
  g_clear_pointer (&self->order, sl_base_order_free);
  sl_task_rules_free (self->rules);
  g_clear_pointer (&self->misses, sl_job_misses_free);
  g_clear_pointer (&self->jobs, g_array_unref);
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->by_task, g_hash_table_unref);
  g_free (self->late_by);
  g_free (self);
}

/**
 * sl_job_table_get_trace:
 *
 * Returns: (transfer none): whose jobs these are
 */
SlTrace *
sl_job_table_get_trace (const SlJobTable *self)
{
  return self->trace;
}

guint32
sl_job_table_get_idle_task (const SlJobTable *self)
{
  return self->idle_task;
}

/**
 * sl_job_table_get_rules:
 *
 * Returns: (transfer none): what the deadlines follow from
 */
const SlTaskRules *
sl_job_table_get_rules (const SlJobTable *self)
{
  return self->rules;
}

guint
sl_job_table_get_n_jobs (const SlJobTable *self)
{
  return self->jobs->len;
}

/**
 * sl_job_table_get:
 * @number: below the number of jobs
 *
 * Returns: (transfer none): a job; the jobs of a task stand next to each other in the table
 */
const SlJob *
sl_job_table_get (const SlJobTable *self, guint number)
{
  g_return_val_if_fail (number < self->jobs->len, NULL);

  return &g_array_index (self->jobs, SlJob, number);
}

guint
sl_job_table_get_n_tasks (const SlJobTable *self)
{
  return self->tasks->len;
}

/**
 * sl_job_table_get_task:
 * @number: below the number of tasks
 *
 * Returns: (transfer none): a task, also one without jobs, in the order of the trace's lanes
 */
const SlJobTask *
sl_job_table_get_task (const SlJobTable *self, guint number)
{
  g_return_val_if_fail (number < self->tasks->len, NULL);

  return &g_array_index (self->tasks, SlJobTask, number);
}

/**
 * sl_job_table_find_task:
 * @task: number in the trace's table
 *
 * Returns: (transfer none) (nullable): %NULL for a task without a lane
 */
const SlJobTask *
sl_job_table_find_task (const SlJobTable *self, guint32 task)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (self->by_task, GUINT_TO_POINTER (task)));

  return place > 0 ? &g_array_index (self->tasks, SlJobTask, place - 1) : NULL;
}

/**
 * sl_job_table_find_at_or_next:
 * @task: number in the trace's table
 * @time: any
 * @next: (out): place of its first job that begins after @time; %G_MAXUINT for none
 *
 * Returns: the place of the job that the task does at @time, whatever state it is in; %G_MAXUINT
 *   for none
 */
guint
sl_job_table_find_at_or_next (const SlJobTable *self, guint32 task, SlTime time, guint *next)
{
  const SlJobTask *found = sl_job_table_find_task (self, task);
  guint low, end;

  *next = G_MAXUINT;
  if (found == NULL || found->n_jobs == 0)
    return G_MAXUINT;

  /* The first job that is eligible after @time. */
  end = found->first + found->n_jobs;
  low = sl_lower_bound (found->first, end, job, sl_job_table_get (self, job)->eligible <= time);
  if (low < end)
    *next = low;
  if (low == found->first || sl_job_table_get (self, low - 1)->end <= time)
    return G_MAXUINT;

  return low - 1;
}

/**
 * sl_job_table_find_at:
 * @task: number in the trace's table
 * @time: any
 *
 * Returns: the place of the job that the task does at @time, whatever state it is in; %G_MAXUINT
 *   for none
 */
guint
sl_job_table_find_at (const SlJobTable *self, guint32 task, SlTime time)
{
  guint next;

  return sl_job_table_find_at_or_next (self, task, time, &next);
}

/**
 * sl_job_table_find_marked:
 * @task: number in the trace's table
 * @kind: of an event of the task; %G_MAXUINT32 for a slice that begins at @time
 * @time: of the event
 *
 * Returns: the place of the job that the event is about: the one that is released or finished by it,
 *   also while an earlier job of the task is in its way or the next one is waiting; else the one that
 *   the task does at @time, or did until then; %G_MAXUINT for none
 */
guint
sl_job_table_find_marked (const SlJobTable *self, guint32 task, guint32 kind, SlTime time)
{
  guint next;
  guint at = sl_job_table_find_at_or_next (self, task, time, &next);
  guint before = time > SL_TIME_MIN ? sl_job_table_find_at (self, task, time - 1) : G_MAXUINT;

  if (sl_kind_get_action (kind) == SL_ACTION_FINISH && before != G_MAXUINT &&
      sl_job_table_get (self, before)->end == time)
    return before;

  if (sl_kind_is_release (kind))
    {
      const SlJobTask *found = sl_job_table_find_task (self, task);
      guint end = found != NULL ? found->first + found->n_jobs : 0;

      for (guint i = MIN (at, next); i < end && sl_job_table_get (self, i)->release <= time; i++)
        if (sl_job_table_get (self, i)->release == time)
          return i;
    }

  return at != G_MAXUINT ? at : before;
}

/**
 * sl_job_table_get_order:
 *
 * Returns: (transfer none): which of two tasks is more urgent by itself
 */
const SlBaseOrder *
sl_job_table_get_order (const SlJobTable *self)
{
  return self->order;
}

/**
 * sl_job_table_get_misses:
 * @with_inferred: also where the deadline is nothing but the next release
 * @n_misses: (out):
 *
 * Returns: (transfer none): places of the jobs that missed their deadlines, by the time of the
 *   miss
 */
const guint *
sl_job_table_get_misses (const SlJobTable *self, gboolean with_inferred, guint *n_misses)
{
  return sl_job_misses_get_all (self->misses, with_inferred, n_misses);
}

/**
 * sl_job_table_has_deadlines:
 * @task: number in the trace's table
 *
 * Returns: whether the user or the trace gives the deadlines of the task's jobs: then these say who was late, and a
 *   miss that the trace records at another time is a second word on it
 */
gboolean
sl_job_table_has_deadlines (const SlJobTable *self, guint32 task)
{
  const SlJobTask *found = sl_job_table_find_task (self, task);

  return found != NULL &&
         (found->has_deadlines || sl_task_rules_get (self->rules, task)->deadline > 0);
}

/**
 * sl_job_table_get_given_misses:
 * @task: number in the trace's table
 * @n_misses: (out):
 *
 * Returns: (transfer none): of a task as sl_job_table_has_deadlines() has it, the places of its jobs that missed the
 *   deadline in force, by the time of the miss. %NULL if there are none, and of other tasks
 */
const guint *
sl_job_table_get_given_misses (const SlJobTable *self, guint32 task, guint *n_misses)
{
  const SlJobTask *found = sl_job_table_find_task (self, task);

  *n_misses = 0;
  return found == NULL
             ? NULL
             : sl_job_misses_get_given (self->misses, found->first, found->n_jobs, n_misses);
}

/**
 * sl_job_table_find_miss:
 * @task: number in the trace's table
 * @time: in ticks of the trace
 *
 * Returns: the place of the task's job that missed its deadline at @time; else of the one of which
 *   the trace records a miss then; %G_MAXUINT for neither
 */
guint
sl_job_table_find_miss (const SlJobTable *self, guint32 task, SlTime time)
{
  const SlJobTask *found = sl_job_table_find_task (self, task);

  return found == NULL ? G_MAXUINT
                       : sl_job_misses_find (self->misses, found->first, found->n_jobs, time);
}

/**
 * sl_job_table_get_interarrival:
 * @number: place of a job
 *
 * Returns: ticks from the release of the task's job before; -1 where either is unknown
 */
gint64
sl_job_table_get_interarrival (const SlJobTable *self, guint number)
{
  const SlJob *job = sl_job_table_get (self, number);

  if (job->number == 1 || job->release == SL_JOB_NEVER || job[-1].release == SL_JOB_NEVER)
    return -1;

  return job->release - job[-1].release;
}

/**
 * sl_job_table_get_release_lateness:
 * @number: place of a job
 *
 * Returns: ticks from its nominal release to the recorded one, as sl_release_lateness_find() has it;
 *   %SL_RELEASE_LATENESS_UNKNOWN (-1) where either is not known
 */
gint64
sl_job_table_get_release_lateness (const SlJobTable *self, guint number)
{
  g_return_val_if_fail (number < self->jobs->len, SL_RELEASE_LATENESS_UNKNOWN);

  return self->late_by[number];
}
