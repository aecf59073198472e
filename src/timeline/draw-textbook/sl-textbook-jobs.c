/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-textbook-jobs.h"

#include "sl-job-overrun.h"
#include "sl-kind-action.h"
#include "sl-lower-bound.h"

/* Marks at one tick that are looked at for the one that is meant. */
#define MAX_AT_ONCE 16

static gboolean
is_finish (guint32 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_FINISH;
}

static gboolean
is_miss (guint32 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_MISS;
}

static gboolean
is_overrun (guint32 kind)
{
  return sl_kind_get_action (kind) == SL_ACTION_OVERRUN;
}

static guint64
find_mark (const SlTrack *marks, SlTime time, gboolean (*is_wanted) (guint32 kind))
{
  SlTrackIter iter;
  SlItem item;

  if (marks == NULL || time == SL_TEXTBOOK_NEVER)
    return SL_TEXTBOOK_NO_MARK;

  sl_track_iter_init (&iter, marks, time);
  for (guint i = 0; i < MAX_AT_ONCE && sl_track_iter_next (&iter, &item) && item.begin <= time; i++)
    {
      if (item.begin == time && is_wanted (item.state))
        return item.index;
    }

  return SL_TEXTBOOK_NO_MARK;
}

/* When the trace says that the job took longer than its WCET. */
static SlTime
find_recorded_overrun (const SlTrack *marks, const SlJob *job)
{
  SlTrackIter iter;
  SlItem item;

  if (marks == NULL)
    return SL_TEXTBOOK_NEVER;

  sl_track_iter_init (&iter, marks, job->eligible);
  while (sl_track_iter_next (&iter, &item) && item.begin <= job->end)
    {
      if (is_overrun (item.state))
        return item.begin;
    }

  return SL_TEXTBOOK_NEVER;
}

/* When it had run for @limit. */
static SlTime
find_overrun (const SlTrack *states, const SlJob *job, gint64 limit)
{
  gint64 left = limit;
  SlTrackIter iter;
  SlItem item;

  if (states == NULL || job->start == SL_JOB_NEVER)
    return SL_TEXTBOOK_NEVER;

  sl_track_iter_init (&iter, states, job->start);
  while (sl_track_iter_next (&iter, &item) && item.begin < job->end)
    {
      SlSpan part =
          sl_span_intersect ((SlSpan) { job->start, job->end }, (SlSpan) { item.begin, item.end });

      if (item.state != SL_STATE_RUNNING || part.end <= part.begin)
        continue;
      if (part.end - part.begin > left)
        return part.begin + left;
      left -= part.end - part.begin;
    }

  return SL_TEXTBOOK_NEVER;
}

static SlTextbookJob
make_job (const SlJobTable *table, const SlJob *job, const SlLane *lane)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  gint64 limit = sl_job_overrun_get_limit (table, job);
  SlTextbookJob made = {
    .job = job,
    .release = job->release,
    .deadline = job->deadline,
    .finish = sl_job_get_finish (job),
    .overrun = SL_TEXTBOOK_NEVER,
    .recorded = sl_job_has_other_miss (job) ? job->miss : SL_TEXTBOOK_NEVER,
    .end = job->end,
    .abort = job->flags & SL_JOB_ABORTED ? job->end : SL_TEXTBOOK_NEVER,
    .inferred = job->deadline_from == SL_DEADLINE_INFERRED,
  };

  made.missed = sl_job_has_missed (job, FALSE) && sl_job_get_miss_time (job) == job->deadline;
  if (limit > 0 && job->execution > limit)
    made.overrun = find_overrun (states, job, limit);
  else if (sl_job_overrun_is (table, job))
    made.overrun = find_recorded_overrun (marks, job);

  made.release_mark = find_mark (marks, made.release, sl_kind_is_release);
  made.finish_mark = find_mark (marks, made.finish, is_finish);
  made.miss_mark = find_mark (marks, job->miss, is_miss);
  return made;
}

/* The first job of those of @task that is not over at @time. */
static guint
find_first (const SlJobTable *table, const SlJobTask *task, SlTime time)
{
  guint low = sl_lower_bound (task->first, task->first + task->n_jobs, job,
                              sl_job_table_get (table, job)->end < time);

  while (low > task->first && sl_job_table_get (table, low - 1)->deadline != SL_JOB_NEVER &&
         sl_job_table_get (table, low - 1)->deadline >= time)
    low--;

  return low;
}

static gboolean
is_after (const SlJob *job, SlTime time)
{
  return job->release != SL_JOB_NEVER && job->release > time;
}

/**
 * sl_textbook_jobs_count:
 * @table: (nullable): of the trace
 * @task: number in the trace's table
 * @visible: ticks of the trace
 * @most: beyond which nobody wants to know
 *
 * Returns: how many jobs sl_textbook_jobs_find() would find; @most + 1 for more
 */
guint
sl_textbook_jobs_count (const SlJobTable *table, guint32 task, SlSpan visible, guint most)
{
  const SlJobTask *found = table != NULL ? sl_job_table_find_task (table, task) : NULL;
  guint count = 0, first;

  if (found == NULL)
    return 0;

  first = find_first (table, found, visible.begin);
  for (guint i = first; i < found->first + found->n_jobs && count <= most; i++)
    {
      if (is_after (sl_job_table_get (table, i), visible.end))
        break;
      count++;
    }

  return count;
}

/**
 * sl_textbook_jobs_find:
 * @table: (nullable): of the trace; %NULL while nobody knows
 * @task: number in the trace's table
 * @lane: of @task
 * @visible: ticks of the trace
 *
 * Returns: (transfer full) (element-type SlTextbookJob): by release: those that are released, run, or
 *   have to be finished in @visible
 */
GArray *
sl_textbook_jobs_find (const SlJobTable *table, guint32 task, const SlLane *lane, SlSpan visible)
{
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (SlTextbookJob));
  const SlJobTask *found = table != NULL ? sl_job_table_find_task (table, task) : NULL;

  if (found == NULL)
    return jobs;

  for (guint i = find_first (table, found, visible.begin); i < found->first + found->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);
      SlTextbookJob made;

      if (is_after (job, visible.end))
        break;

      made = make_job (table, job, lane);
      g_array_append_val (jobs, made);
    }

  return jobs;
}
