/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-waits.h"

#include "sl-job-overrun.h"
#include "sl-job-part-sum.h"
#include "sl-job-splitter.h"

/* Jobs between two looks at whether to go on. */
#define JOBS_AT_ONCE 256

/* @places: where the wait for the same is, plus 1 */
static void
add_part (GArray *waits, GHashTable *places, const SlJobPart *part, guint job)
{
  guint place = GPOINTER_TO_UINT (g_hash_table_lookup (places, part));
  SlTaskWait *wait;

  if (place == 0)
    {
      SlTaskWait first = { .part = *part, .longest_job = job };

      first.part.ticks = 0;
      g_array_append_val (waits, first);
      place = waits->len;
      g_hash_table_insert (places, g_memdup2 (part, sizeof *part), GUINT_TO_POINTER (place));
    }

  wait = &g_array_index (waits, SlTaskWait, place - 1);
  wait->part.had_run &= part->had_run;
  wait->part.ticks = sl_time_add (wait->part.ticks, part->ticks);
  wait->n_jobs++;
  if (part->ticks > wait->longest)
    {
      wait->longest = part->ticks;
      wait->longest_job = job;
    }
}

static int
compare_waits (gconstpointer one, gconstpointer other)
{
  gint64 a = ((const SlTaskWait *) one)->part.ticks, b = ((const SlTaskWait *) other)->part.ticks;

  return (a < b) - (a > b);
}

/**
 * sl_task_waits_new:
 * @task: the task's number
 *
 * Adds up the parts of the jobs of @task, by the causes and objects that sl_job_table_dup_parts() has for each, all but what
 * the task executed itself. Costs by the slices of these jobs; may run in any thread.
 *
 * Returns: (transfer full) (element-type SlTaskWait) (nullable): what took the most time first, of equal ones what came first;
 *   %NULL if @cancellable was cancelled
 */
GArray *
sl_task_waits_new (SlJobTable *jobs, guint32 task, GCancellable *cancellable, GError **error)
{
  const SlJobTask *found = sl_job_table_find_task (jobs, task);
  g_autoptr (GArray) waits = g_array_new (FALSE, FALSE, sizeof (SlTaskWait));
  g_autoptr (GHashTable) places =
      g_hash_table_new_full (sl_job_part_hash, sl_job_part_is_same, g_free, NULL);
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (jobs);

  for (guint i = 0; found != NULL && i < found->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (jobs, found->first + i);
      guint n_parts;
      const SlJobPart *parts =
          sl_job_splitter_split (splitter, job, sl_job_overrun_get_limit (jobs, job), &n_parts);

      for (guint p = 0; p < n_parts; p++)
        if (parts[p].cause != SL_CAUSE_EXECUTION && parts[p].cause != SL_CAUSE_OVERRUN)
          add_part (waits, places, &parts[p], found->first + i);
      if (i % JOBS_AT_ONCE == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return NULL;
    }

  /* g_array_sort() keeps equal ones in order. */
  g_array_sort (waits, compare_waits);
  return g_steal_pointer (&waits);
}
