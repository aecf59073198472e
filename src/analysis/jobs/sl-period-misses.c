/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A job under a constant bandwidth server that yields is released as its server has budget again. If a job took longer than
 * a period, the server goes on a period later (L. Abeni and G. Buttazzo, Integrating multimedia applications in hard
 * real-time systems, RTSS 1998), and with it all releases that follow: their deadlines, which count from them, move as
 * well. A program that counts periods from its first release has none of that. Both can only be compared where the trace
 * says which job is which: without numbers nobody knows whether a period has passed without a job. */
#include "sl-period-misses.h"

/* By which part of a period numbers may be ahead of the releases; if by more, they count something else. */
#define NEAR 8

/* When the job with the number 0 would be released if this one came in time. */
static SlTime
get_begin (const SlJob *job, gint64 period)
{
  return sl_job_get_arrival (job) - (SlTime) (job->recorded - 1) * period;
}

/* Whether the number of the job and its deadline tell anything: the deadline counts from the release. */
static gboolean
is_usable (const SlJob *job, const SlTaskRule *rule)
{
  gboolean is_relative = (job->flags & SL_JOB_DEADLINE_RELATIVE) != 0 ||
                         job->deadline_from == SL_DEADLINE_OPTION ||
                         job->deadline_from == SL_DEADLINE_MODEL;

  return is_relative && job->recorded != 0 && job->recorded <= G_MAXINT64 / 4 / rule->period;
}

/* The first release by the period: the latest one before which no job came.
 *
 * Returns: whether the jobs have numbers, and these count periods */
static gboolean
find_first (const SlJob *jobs, guint n_jobs, const SlTaskRule *rule, SlTime *first)
{
  guint32 before = 0;
  SlTime begin = SL_JOB_NEVER;

  *first = SL_JOB_NEVER;
  for (guint i = 0; i < n_jobs; i++)
    {
      SlTime distance;

      if (sl_job_get_arrival (&jobs[i]) == SL_JOB_NEVER)
        continue;
      if (!is_usable (&jobs[i], rule) || jobs[i].recorded <= before)
        return FALSE;

      before = jobs[i].recorded;
      distance = get_begin (&jobs[i], rule->period);
      if (begin == SL_JOB_NEVER)
        begin = distance;
      *first = MIN (*first, distance);
    }
  return begin != SL_JOB_NEVER && begin - *first <= rule->period / NEAR;
}

/* @self: has its period and its first release */
static void
count (SlPeriodMisses *self, const SlJob *jobs, guint n_jobs, SlTime last)
{
  for (guint i = 0; i < n_jobs; i++)
    {
      SlJob by_period = jobs[i];

      if (sl_job_get_arrival (&jobs[i]) == SL_JOB_NEVER)
        continue;

      by_period.deadline = sl_period_misses_get_deadline (self, &jobs[i]);
      sl_job_judge (&by_period, last);
      self->slip = MAX (self->slip, get_begin (&jobs[i], self->period) - self->first);
      self->n_jobs += (jobs[i].flags & (SL_JOB_MISSED | SL_JOB_MET)) != 0;
      self->n_misses += (jobs[i].flags & SL_JOB_MISSED) != 0;
      self->n_by_period += (by_period.flags & SL_JOB_MISSED) != 0;
    }
}

/**
 * sl_period_misses_find:
 * @task: of @table
 * @misses: (out): unchanged for %FALSE
 *
 * Returns: whether the deadlines of @task count from its releases, and the trace numbers its jobs such that they could
 *   count from its first release and its period just as well
 */
gboolean
sl_period_misses_find (const SlJobTable *table, const SlJobTask *task, SlPeriodMisses *misses)
{
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (table), task->task);
  const SlJob *jobs = task->n_jobs > 0 ? sl_job_table_get (table, task->first) : NULL;
  SlPeriodMisses found = { .period = rule->period };

  if (jobs == NULL || rule->period <= 0 || rule->is_sporadic || rule->is_aperiodic ||
      !find_first (jobs, task->n_jobs, rule, &found.first))
    return FALSE;

  count (&found, jobs, task->n_jobs, sl_trace_get_span (sl_job_table_get_trace (table)).end - 1);
  *misses = found;
  return TRUE;
}

/* Whether it matters from where the deadlines count. */
gboolean
sl_period_misses_differ (const SlPeriodMisses *self)
{
  return self->n_misses != self->n_by_period;
}

/**
 * sl_period_misses_get_deadline:
 * @job: of the task, released when that is known
 *
 * Returns: its absolute deadline by the period
 */
SlTime
sl_period_misses_get_deadline (const SlPeriodMisses *self, const SlJob *job)
{
  SlTime release = self->first + (SlTime) (job->recorded - 1) * self->period;

  return sl_time_add (release, sl_job_get_relative_deadline (job));
}
