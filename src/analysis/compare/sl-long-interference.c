/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The largest part of a late job's time says which task was in its way. That may be what it always is: what differed
 * may be that a job of that task, or of another one, executed for longer than usual. The usual is the third quartile of
 * its task's jobs, which a job in ten that takes long does not move, as it moves their maximum. */

#include "sl-long-interference.h"

#include <stdlib.h>

#include "sl-job-contrast.h"
#include "sl-job-overrun.h"
#include "sl-job-splitter.h"

/* Of fewer other jobs nobody knows what is usual. */
#define LEAST_OTHERS 4

/* What is less than this part of the usual beyond it is within it. */
#define NOTABLE_OF_USUAL 5

/* What is less than this part of how late a job was did not make it late. */
#define NOTABLE_OF_LATENESS 4

typedef struct
{
  SlJobTable *table;
  SlSpan span;   /* in which the late job waited */
  gint64 excess; /* of what was found */
  SlLongInterference *found;
} Search;

static int
compare_ticks (const void *one, const void *other)
{
  gint64 a = *(const gint64 *) one, b = *(const gint64 *) other;

  return (a > b) - (a < b);
}

/* Returns: %FALSE where nobody knows what is usual */
static gboolean
find_usual (const SlJobTable *table, guint number, SlLongInterference *interference)
{
  gint64 limit = sl_job_overrun_get_limit (table, sl_job_table_get (table, number));
  guint others[SL_JOB_CONTRAST_MOST];
  gint64 ticks[SL_JOB_CONTRAST_MOST];
  guint n_others;

  *interference = (SlLongInterference) { .number = number, .usual = limit, .is_wcet = limit > 0 };
  if (limit > 0)
    return TRUE;

  n_others = sl_job_contrast_list_others (table, number, others);
  if (n_others < LEAST_OTHERS)
    return FALSE;

  for (guint i = 0; i < n_others; i++)
    ticks[i] = sl_job_table_get (table, others[i])->execution;
  qsort (ticks, n_others, sizeof *ticks, compare_ticks);
  interference->usual = ticks[(n_others * 3 + 3) / 4 - 1];
  return TRUE;
}

/* The longest job of @task that is under way within the span; %G_MAXUINT for none. */
static guint
find_longest (const Search *self, guint32 task)
{
  const SlJobTask *jobs = sl_job_table_find_task (self->table, task);
  guint next, longest = sl_job_table_find_at_or_next (self->table, task, self->span.begin, &next);

  if (next == G_MAXUINT)
    return longest;

  for (; next < jobs->first + jobs->n_jobs; next++)
    {
      const SlJob *job = sl_job_table_get (self->table, next);

      if (job->eligible >= self->span.end)
        break;
      if (longest == G_MAXUINT ||
          job->execution > sl_job_table_get (self->table, longest)->execution)
        longest = next;
    }
  return longest;
}

/* @ticks: for how long that task was in the way */
static void
try_task (Search *self, guint32 task, gint64 ticks)
{
  guint longest = find_longest (self, task);
  SlLongInterference interference;
  gint64 beyond;

  if (longest == G_MAXUINT || (sl_job_table_get (self->table, longest)->flags & SL_JOB_LOST) != 0 ||
      !find_usual (self->table, longest, &interference))
    return;

  beyond = sl_job_table_get (self->table, longest)->execution - interference.usual;
  if (!interference.is_wcet && beyond < interference.usual / NOTABLE_OF_USUAL)
    return;

  beyond = MIN (beyond, ticks);
  if (beyond <= self->excess)
    return;

  self->excess = beyond;
  *self->found = interference;
}

/* The task that @part waited for; 0 for none. */
static guint32
get_task (const SlJobPart *part)
{
  switch (part->cause)
    {
    case SL_CAUSE_PREEMPTED:
      return part->object;
    case SL_CAUSE_BLOCKED:
      return part->other;
    case SL_CAUSE_RELEASE_LATENCY:
      return part->is_by_interrupt ? 0 : part->object;
    case SL_CAUSE_EXECUTION:
    case SL_CAUSE_OVERRUN:
    case SL_CAUSE_INTERRUPT:
    case SL_CAUSE_THROTTLED:
    case SL_CAUSE_EARLIER_JOB:
    case SL_CAUSE_SUSPENDED:
    case SL_CAUSE_WAKING:
    case SL_CAUSE_DISPATCH:
    case SL_CAUSE_UNEXPLAINED:
    case SL_CAUSE_NOT_RECORDED:
    case SL_N_CAUSES:
    default:
      return 0;
    }
}

/**
 * sl_long_interference_find:
 * @number: place of a job in the table that is past its deadline
 * @interference: (out): set on success only
 *
 * Looks at the jobs of the tasks that the job waited for, of which the one is found that executed the longest beyond its
 * WCET, or beyond the usual. What it executed beyond that, as far as its task was in the way at all, is more than a quarter
 * of how late the job was.
 *
 * Returns: whether there was such a job
 */
gboolean
sl_long_interference_find (SlJobTable *table, guint number, SlLongInterference *interference)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlTime begin = job->release != SL_JOB_NEVER ? sl_job_get_arrival (job) : job->eligible;
  g_autoptr (GArray) parts = NULL;
  Search search = { .table = table, .span = { begin, job->end }, .found = interference };

  if (!sl_job_is_past_deadline (job))
    return FALSE;

  parts = sl_job_table_dup_parts (table, number);
  search.excess = (job->end - job->deadline) / NOTABLE_OF_LATENESS;
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);
      guint32 task = get_task (part);

      if (task != 0 && task != job->task && sl_job_table_find_task (table, task) != NULL)
        try_task (&search, task, part->ticks);
    }
  return search.excess > (job->end - job->deadline) / NOTABLE_OF_LATENESS;
}
