/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-book-jobs.h"

#include "sl-kind.h"
#include "sl-row-collect-private.h"

/* Periods before the picture in which a job may have begun that ends in it. */
#define PERIODS_BEFORE 4

/* Releases nearer than this share of a period are one, told by two events. */
#define SAME_RELEASE 1000

static SlBookJob *
get_oldest (GArray *jobs)
{
  for (guint i = 0; i < jobs->len; i++)
    {
      SlBookJob *job = &g_array_index (jobs, SlBookJob, i);

      if (job->finish == SL_BOOK_NEVER)
        return job;
    }

  return NULL;
}

static void
add_release (GArray *jobs, const SlItem *item, gint64 period)
{
  SlBookJob job = {
    .release = item->begin,
    .deadline = SL_BOOK_NEVER,
    .finish = SL_BOOK_NEVER,
    .overrun = SL_BOOK_NEVER,
    .release_mark = item->index,
    .finish_mark = SL_BOOK_NO_MARK,
    .miss_mark = SL_BOOK_NO_MARK,
  };

  if (jobs->len > 0)
    {
      SlBookJob *last = &g_array_index (jobs, SlBookJob, jobs->len - 1);

      if (last->finish == SL_BOOK_NEVER && item->begin - last->release <= period / SAME_RELEASE)
        return;
    }

  g_array_append_val (jobs, job);
}

static void
take_mark (GArray *jobs, const SlItem *item, gint64 period)
{
  SlBookJob *oldest = get_oldest (jobs);

  if (sl_kind_is_release (item->state))
    {
      add_release (jobs, item, period);
      return;
    }
  if (oldest == NULL)
    return;

  if (item->state == SL_KIND_TASK_END_CYCLE)
    {
      oldest->finish = item->begin;
      oldest->finish_mark = item->index;
    }
  else if (item->state == SL_KIND_TASK_DEADLINE_MISS)
    {
      oldest->deadline = item->begin;
      oldest->miss_mark = item->index;
      oldest->missed = TRUE;
    }
  else if (item->state == SL_KIND_TASK_WCET_VIOLATION)
    {
      oldest->overrun = item->begin;
    }
}

/* A job whose deadline nobody tells has to be finished when the next one is released. */
static void
infer_deadlines (GArray *jobs, gint64 period)
{
  for (guint i = 0; i < jobs->len; i++)
    {
      SlBookJob *job = &g_array_index (jobs, SlBookJob, i);

      if (job->deadline != SL_BOOK_NEVER)
        continue;

      job->inferred = TRUE;
      if (i + 1 < jobs->len)
        job->deadline = job[1].release;
      else if (period > 0)
        job->deadline = job->release + period;
    }
}

/**
 * sl_book_jobs_from_marks:
 * @marks: of the task
 * @visible: ticks of the trace
 * @period: mean ticks between releases; 0 where not known
 *
 * What the task's marks alone tell: jobs end in the order in which they were released.
 *
 * Returns: (transfer full) (element-type SlBookJob): by release; also some that began before
 *   @visible
 */
GArray *
sl_book_jobs_from_marks (const SlTrack *marks, SlSpan visible, gint64 period)
{
  GArray *jobs = g_array_new (FALSE, FALSE, sizeof (SlBookJob));
  SlTime from = visible.begin;
  SlTrackIter iter;
  SlItem item;

  if (period > 0 && period < G_MAXINT64 / PERIODS_BEFORE / 2 &&
      from > SL_TIME_MIN + period * PERIODS_BEFORE)
    from -= period * PERIODS_BEFORE;

  sl_track_iter_init (&iter, marks, from);
  while (sl_track_iter_next (&iter, &item))
    {
      take_mark (jobs, &item, period);
      if (item.begin >= visible.end && get_oldest (jobs) == NULL)
        break;
      if (item.begin >= visible.end && item.begin - visible.end > period * 2)
        break;
    }
  infer_deadlines (jobs, period);

  return jobs;
}
