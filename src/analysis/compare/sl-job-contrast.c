/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-contrast.h"

#include <stdlib.h>
#include <string.h>

#include "sl-job-splitter.h"

/* The usual is what the other jobs of the task had, from the least to the most: a range that one
 * reads off the trace, without an assumption on how times are spread. */

/* An excess over the usual counts from this part of the response on: a smaller one explains nothing. */
#define NOTABLE_SHARE 100

/* Whether its times are those of a whole job. */
static gboolean
is_whole (const SlJob *job)
{
  return (job->flags & SL_JOB_FINISHED) != 0 && (job->flags & SL_JOB_LOST) == 0 &&
         job->release != SL_JOB_NEVER;
}

static int
compare_places (const void *one, const void *other)
{
  guint a = *(const guint *) one, b = *(const guint *) other;

  return a < b ? -1 : a > b;
}

/**
 * sl_job_contrast_list_others:
 * @number: place of a job in the table
 * @others: (out caller-allocates): places of the nearest whole jobs of its task but for @number itself, on both sides in
 *   turn
 *
 * Returns: how many there are
 */
guint
sl_job_contrast_list_others (const SlJobTable *table,
                             guint number,
                             guint others[SL_JOB_CONTRAST_MOST])
{
  const SlJobTask *task = sl_job_table_find_task (table, sl_job_table_get (table, number)->task);
  guint place = number - task->first, n_others = 0;

  for (guint by = 1; by < task->n_jobs && n_others < SL_JOB_CONTRAST_MOST; by++)
    {
      if (by <= place && is_whole (sl_job_table_get (table, number - by)))
        others[n_others++] = number - by;
      if (place + by < task->n_jobs && n_others < SL_JOB_CONTRAST_MOST &&
          is_whole (sl_job_table_get (table, number + by)))
        others[n_others++] = number + by;
    }
  return n_others;
}

static void
widen (SlContrastRange *range, gint64 ticks, gboolean is_first)
{
  range->least = is_first ? ticks : MIN (range->least, ticks);
  range->most = is_first ? ticks : MAX (range->most, ticks);
}

/* By cause, with all that it executed under one. */
static void
sum_up (SlJobSplitter *splitter, const SlJob *job, gint64 ticks[SL_N_CAUSES])
{
  guint n_parts;
  const SlJobPart *parts = sl_job_splitter_split (splitter, job, 0, &n_parts);

  memset (ticks, 0, sizeof (gint64) * SL_N_CAUSES);
  for (guint i = 0; i < n_parts; i++)
    ticks[parts[i].cause == SL_CAUSE_OVERRUN ? SL_CAUSE_EXECUTION : parts[i].cause] +=
        parts[i].ticks;
}

static gint64
get_duration (const SlJob *job)
{
  return job->end - (job->release != SL_JOB_NEVER ? sl_job_get_arrival (job) : job->eligible);
}

/**
 * sl_job_contrast_find:
 * @number: place of a job in the table
 * @contrast: (out):
 *
 * Takes the job and its neighbours apart: costs their slices.
 */
void
sl_job_contrast_find (SlJobTable *table, guint number, SlJobContrast *contrast)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (table);
  guint others[SL_JOB_CONTRAST_MOST];
  guint n_others = sl_job_contrast_list_others (table, number, others);
  gint64 ticks[SL_N_CAUSES];

  /* In the table's order, in which jobs are taken apart the quickest. */
  qsort (others, n_others, sizeof *others, compare_places);
  *contrast = (SlJobContrast) { .n_others = n_others };
  for (guint i = 0; i < n_others; i++)
    {
      const SlJob *other = sl_job_table_get (table, others[i]);

      sum_up (splitter, other, ticks);
      widen (&contrast->response, get_duration (other), i == 0);
      for (guint cause = 0; cause < SL_N_CAUSES; cause++)
        widen (&contrast->causes[cause], ticks[cause], i == 0);
    }

  sum_up (splitter, job, ticks);
  contrast->response.ticks = get_duration (job);
  for (guint cause = 0; cause < SL_N_CAUSES; cause++)
    contrast->causes[cause].ticks = ticks[cause];
}

/**
 * sl_job_contrast_get_usual_execution:
 * @number: place of a job in the table
 * @range: (out): of execution, as in sl_job_contrast_find()
 *
 * Costs nothing but a look at the neighbours in the table.
 *
 * Returns: how many other jobs the range is of
 */
guint
sl_job_contrast_get_usual_execution (const SlJobTable *table, guint number, SlContrastRange *range)
{
  guint others[SL_JOB_CONTRAST_MOST];
  guint n_others = sl_job_contrast_list_others (table, number, others);

  *range = (SlContrastRange) { .ticks = sl_job_table_get (table, number)->execution };
  for (guint i = 0; i < n_others; i++)
    widen (range, sl_job_table_get (table, others[i])->execution, i == 0);
  return n_others;
}

/**
 * sl_contrast_range_is_beyond:
 * @n_others: as in #SlJobContrast
 *
 * Returns: whether the job had more of it than each of the others; %FALSE where there are none
 */
gboolean
sl_contrast_range_is_beyond (const SlContrastRange *self, guint n_others)
{
  return n_others > 0 && self->ticks > self->most;
}

/**
 * sl_contrast_range_stands_out:
 * @n_others: as in #SlJobContrast
 * @response: of the job
 *
 * Returns: whether the job had more of it than each of the others, by so much that it may explain something: at least a
 *   hundredth of the response
 */
gboolean
sl_contrast_range_stands_out (const SlContrastRange *self, guint n_others, gint64 response)
{
  return sl_contrast_range_is_beyond (self, n_others) &&
         self->ticks - self->most >= response / NOTABLE_SHARE;
}

/* Whether the job would have been late had it never waited. */
static gboolean
is_late_by_itself (const SlJob *job, gint64 waited)
{
  return job->release != SL_JOB_NEVER && sl_job_is_past_deadline (job) &&
         waited < sl_time_subtract (job->end, job->deadline);
}

/**
 * sl_job_contrast_judge:
 * @number: place of a job in the table
 * @parts: of that job, in any order
 * @reason: (out): set on success only
 *
 * Finds what took the most of a job's time apart from its own execution within the usual: waiting
 * counts whole, own execution only beyond what the task's other jobs have at most, or beyond the
 * WCET where that is more. Of a job that is late by its own execution alone that is the reason, however usual it is.
 *
 * Returns: whether anything took time
 */
gboolean
sl_job_contrast_judge (const SlJobTable *table,
                       guint number,
                       const SlJobPart *parts,
                       guint n_parts,
                       SlJobReason *reason)
{
  SlJobReason found = { .part = { .cause = SL_CAUSE_EXECUTION } };
  const SlJobPart *other = NULL;
  gint64 waited = 0;

  for (guint i = 0; i < n_parts; i++)
    {
      const SlJobPart *part = &parts[i];

      if (part->cause == SL_CAUSE_OVERRUN)
        found.beyond = part->ticks;
      if (part->cause != SL_CAUSE_OVERRUN && part->cause != SL_CAUSE_EXECUTION)
        waited += part->ticks;
      if (part->cause == SL_CAUSE_OVERRUN || part->cause == SL_CAUSE_EXECUTION)
        found.part.ticks += part->ticks;
      else if (other == NULL)
        other = part;
      else
        {
          const SlJobPart both[] = { *other, *part };

          other = sl_job_parts_find_largest (both, 2) == &both[0] ? other : part;
        }
    }
  if (n_parts == 0)
    return FALSE;

  found.n_others = sl_job_contrast_get_usual_execution (table, number, &found.usual);
  if (sl_contrast_range_is_beyond (&found.usual, found.n_others))
    found.beyond = MAX (found.beyond, found.usual.ticks - found.usual.most);
  if (is_late_by_itself (sl_job_table_get (table, number), waited))
    {
      found.has_longer = other != NULL && other->ticks > found.part.ticks;
    }
  else if (other != NULL && (found.part.ticks == 0 || other->ticks > found.beyond))
    {
      found.part = *other;
      found.beyond = other->ticks;
    }
  *reason = found;
  return TRUE;
}

/**
 * sl_job_contrast_find_reason:
 * @number: place of a job in the table
 * @reason: (out): set on success only
 *
 * As sl_job_contrast_judge(), for one job.
 *
 * Returns: whether anything took time
 */
gboolean
sl_job_contrast_find_reason (SlJobTable *table, guint number, SlJobReason *reason)
{
  g_autoptr (GArray) parts = sl_job_table_dup_parts (table, number);

  return sl_job_contrast_judge (table, number, (const SlJobPart *) parts->data, parts->len, reason);
}
