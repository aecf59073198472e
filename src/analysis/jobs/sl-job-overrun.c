/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-overrun.h"

static const SlTaskRule *
get_rule (const SlJobTable *jobs, guint32 task)
{
  return sl_task_rules_get (sl_job_table_get_rules (jobs), task);
}

/* What the kernel logged while the job ran: each record is a step that took its time from it. So did those by
 * which the kernel took the task on to this job from the one before. */
static gint64
count_records (SlTrace *trace, const SlJob *job)
{
  const SlTrack *states = sl_trace_get_track_of_object (trace, job->task, SL_ROLE_STATES);
  gint64 n = 0;
  SlTrackIter iter;
  SlItem item;

  if (states == NULL)
    return 0;

  sl_track_iter_init (&iter, states, job->eligible);
  while (sl_track_iter_next (&iter, &item) && item.begin < job->end)
    {
      SlSpan part = sl_span_intersect ((SlSpan) { job->eligible, job->end },
                                       (SlSpan) { item.begin, item.end });

      if (item.state == SL_STATE_RUNNING && part.end > part.begin)
        n += (gint64) (sl_trace_index_at (trace, part.end) - sl_trace_index_at (trace, part.begin));
    }
  return n;
}

/**
 * sl_job_overrun_get_limit:
 * @job: of @jobs
 *
 * Where the task model tells what each step of the kernel takes that it records, that is not what the job
 * itself executes.
 *
 * Returns: for how many ticks the job may run by its WCET; 0 where that is not known
 */
gint64
sl_job_overrun_get_limit (const SlJobTable *jobs, const SlJob *job)
{
  gint64 overhead = sl_task_rules_get_scheduler (sl_job_table_get_rules (jobs))->overhead;
  gint64 wcet = get_rule (jobs, job->task)->wcet, steps;

  /* Only then it makes a difference. */
  if (wcet == 0 || overhead == 0 || job->execution <= wcet)
    return wcet;
  if (__builtin_mul_overflow (count_records (sl_job_table_get_trace (jobs), job), overhead, &steps))
    return G_MAXINT64;

  return sl_time_add (wcet, steps);
}

/**
 * sl_job_overrun_is:
 * @job: of @jobs
 *
 * What a trace records as a violation may be one of an earlier job, which has used up what the task may
 * execute in its period. Of a job that is only partly in the trace nobody knows better.
 *
 * Returns: whether the job executed more than its WCET; where that is not known, whether the trace says so
 */
gboolean
sl_job_overrun_is (const SlJobTable *jobs, const SlJob *job)
{
  gint64 limit = sl_job_overrun_get_limit (jobs, job);

  if (limit > 0 && job->execution > limit)
    return TRUE;

  return (job->flags & SL_JOB_WCET_RECORDED) != 0 &&
         (limit == 0 || job->release == SL_JOB_NEVER || (job->flags & SL_JOB_LOST) != 0);
}

static int
compare_fronts (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const SlJob *a = sl_job_table_get (user_data, *(const guint *) one);
  const SlJob *b = sl_job_table_get (user_data, *(const guint *) other);

  if (a->eligible != b->eligible)
    return a->eligible < b->eligible ? -1 : 1;
  return *(const guint *) one < *(const guint *) other ? -1 : 1;
}

/**
 * sl_job_overruns_find:
 *
 * Returns: (transfer full) (element-type guint): places of the jobs that executed beyond their WCET, in the
 *   order of time
 */
GArray *
sl_job_overruns_find (const SlJobTable *jobs)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    if (sl_job_overrun_is (jobs, sl_job_table_get (jobs, i)))
      g_array_append_val (found, i);

  g_array_sort_with_data (found, compare_fronts, (gpointer) jobs);
  return found;
}

/**
 * sl_job_overrun_is_marked:
 * @time: at which the trace records that @task has executed its WCET
 *
 * Returns: whether the job that it had then executed more; %TRUE where nobody knows the job
 */
gboolean
sl_job_overrun_is_marked (const SlJobTable *jobs, guint32 task, SlTime time)
{
  guint job = sl_job_table_find_at (jobs, task, time);

  return job == G_MAXUINT || sl_job_overrun_is (jobs, sl_job_table_get (jobs, job));
}
