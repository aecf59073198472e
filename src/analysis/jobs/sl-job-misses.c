/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-misses.h"

#include "sl-job-table.h"
#include "sl-lower-bound.h"

struct _SlJobMisses
{
  const GArray *jobs; /* of SlJob; the table's */
  GArray *all;        /* of guint: places of jobs, by the time of the miss */
  GArray *clear;      /* of guint: those of @all whose deadline somebody says */
  GArray *given;      /* of guint: those of @clear whose task has deadlines, task by task */
};

static const SlJob *
get_job (const SlJobMisses *self, guint place)
{
  return &g_array_index (self->jobs, SlJob, place);
}

static int
compare_misses (gconstpointer one, gconstpointer other, gpointer data)
{
  const guint *a = one, *b = other;
  SlTime time = sl_job_get_miss_time (get_job (data, *a));
  SlTime other_time = sl_job_get_miss_time (get_job (data, *b));

  if (time != other_time)
    return time < other_time ? -1 : 1;

  return *a < *b ? -1 : *a > *b;
}

/* The jobs of a task stand next to each other. */
static int
compare_in_task (gconstpointer one, gconstpointer other, gpointer data)
{
  const guint *a = one, *b = other;

  if (get_job (data, *a)->task != get_job (data, *b)->task)
    return *a < *b ? -1 : 1;

  return compare_misses (one, other, data);
}

static void
add_task (SlJobMisses *self, const SlJobTask *task, gboolean has_deadlines)
{
  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      const SlJob *job = get_job (self, i);

      if (!(job->flags & SL_JOB_MISSED))
        continue;

      g_array_append_val (self->all, i);
      if (!sl_job_has_missed (job, FALSE))
        continue;

      g_array_append_val (self->clear, i);
      if (has_deadlines && sl_job_get_miss_time (job) == job->deadline)
        g_array_append_val (self->given, i);
    }
}

/**
 * sl_job_misses_new:
 * @jobs: (element-type SlJob): with their deadlines, judged, task by task; must live as long
 * @tasks: (element-type SlJobTask): whose they are
 * @rules: by which they were judged
 */
SlJobMisses *
sl_job_misses_new (const GArray *jobs, const GArray *tasks, const SlTaskRules *rules)
{
  SlJobMisses *self = g_new0 (SlJobMisses, 1);

  self->jobs = jobs;
  self->all = g_array_new (FALSE, FALSE, sizeof (guint));
  self->clear = g_array_new (FALSE, FALSE, sizeof (guint));
  self->given = g_array_new (FALSE, FALSE, sizeof (guint));
  for (guint i = 0; i < tasks->len; i++)
    {
      const SlJobTask *task = &g_array_index (tasks, SlJobTask, i);

      add_task (self, task,
                task->has_deadlines || sl_task_rules_get (rules, task->task)->deadline > 0);
    }

  g_array_sort_with_data (self->all, compare_misses, self);
  g_array_sort_with_data (self->clear, compare_misses, self);
  g_array_sort_with_data (self->given, compare_in_task, self);
  return self;
}

/**
 * sl_job_misses_free:
 * @self: (transfer full):
 */
void
sl_job_misses_free (SlJobMisses *self)
{
  g_return_if_fail (self != NULL);

  g_array_unref (self->all);
  g_array_unref (self->clear);
  g_array_unref (self->given);
  g_free (self);
}

/**
 * sl_job_misses_get_all:
 * @with_inferred: also where the deadline is nothing but the next release
 * @n_misses: (out):
 *
 * Returns: (transfer none): places of the jobs that missed their deadlines, by the time of the miss
 */
const guint *
sl_job_misses_get_all (const SlJobMisses *self, gboolean with_inferred, guint *n_misses)
{
  const GArray *misses = with_inferred ? self->all : self->clear;

  *n_misses = misses->len;
  return (const guint *) misses->data;
}

/* The first of the given misses of a job at @place or behind it. */
static guint
find_given (const SlJobMisses *self, guint place)
{
  return sl_lower_bound (0, self->given->len, i, g_array_index (self->given, guint, i) < place);
}

/**
 * sl_job_misses_get_given:
 * @first: place of a task's first job
 * @n_jobs: how many the task has
 * @n_misses: (out):
 *
 * Returns: (transfer none): as sl_job_table_get_given_misses()
 */
const guint *
sl_job_misses_get_given (const SlJobMisses *self, guint first, guint n_jobs, guint *n_misses)
{
  guint begin = find_given (self, first);

  *n_misses = find_given (self, first + n_jobs) - begin;
  return *n_misses > 0 ? (const guint *) self->given->data + begin : NULL;
}

static gboolean
is_released (const SlJob *job, SlTime time)
{
  return job->release == SL_JOB_NEVER || job->release <= time;
}

/* How many of a task's jobs are released at @time or before; those of which nobody knows it are
 * the first. */
static guint
count_released (const SlJobMisses *self, guint first, guint n_jobs, SlTime time)
{
  return sl_lower_bound (0, n_jobs, i, is_released (get_job (self, first + i), time));
}

/**
 * sl_job_misses_find:
 * @first: place of a task's first job
 * @n_jobs: how many the task has
 *
 * Returns: the place of the job that missed its deadline at @time; else of the one of which the trace
 *   records a miss then; %G_MAXUINT for neither
 */
guint
sl_job_misses_find (const SlJobMisses *self, guint first, guint n_jobs, SlTime time)
{
  guint recorded = G_MAXUINT;

  for (guint i = count_released (self, first, n_jobs, time); i-- > 0;)
    {
      const SlJob *job = get_job (self, first + i);

      if (sl_job_has_missed (job, FALSE) && sl_job_get_miss_time (job) == time)
        return first + i;
      if (job->miss == time)
        recorded = first + i;
      /* Jobs of one task have to be finished in the order of their releases. */
      if (job->deadline < time && (job->miss < time || job->miss == SL_JOB_NEVER))
        break;
    }

  return recorded;
}
