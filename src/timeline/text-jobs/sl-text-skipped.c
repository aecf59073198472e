/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-skipped.h"

#include <glib/gi18n-lib.h>

#include "sl-job-arrivals.h"
#include "sl-task-estimate.h"
#include "sl-time-text.h"

/* Between how many releases a distance is usual. */
#define LEAST_INTERVALS 4

/* By what part of the usual distance releases may be off. */
#define NEAR 10

/* Whether the releases of @task, where they are known, are mostly a multiple of @period apart: those of a task that catches up
 * are not, and what they miss is not known. */
static gboolean
is_regular (const SlJobTable *table, const SlJobTask *task, gint64 period)
{
  g_autofree SlTime *releases = g_new (SlTime, task->n_jobs);

  for (guint i = 0; i < task->n_jobs; i++)
    releases[i] = sl_job_table_get (table, task->first + i)->release;
  return sl_job_arrivals_are_regular (releases, task->n_jobs, period, period / NEAR, 0);
}

/* Ticks from one release of @task to the next: as the task model or the trace says, else as is usual; 0 where nobody knows. */
static gint64
find_period (const SlJobTable *table, const SlJobTask *task, gboolean *is_usual)
{
  const SlTaskRule *rule = sl_task_rules_get (sl_job_table_get_rules (table), task->task);
  gint64 period = rule->period;
  SlTaskEstimate estimate;

  *is_usual = period == 0;
  if (rule->is_aperiodic || rule->is_sporadic)
    return 0;
  if (period > 0 && !rule->is_period_recorded)
    return period;

  if (*is_usual)
    {
      sl_task_estimate_init (&estimate, table, task->task);
      period = estimate.n_intervals >= LEAST_INTERVALS ? estimate.period : 0;
    }
  return period > 0 && is_regular (table, task, period) ? period : 0;
}

/**
 * sl_text_job_skipped:
 * @number: place of a job in the table
 *
 * A task that is still busy when its next release is due may leave that out, as SCHED_DEADLINE and sched_yield() or a
 * loop that waits for the next period do: who counts periods then counts more misses than there are late jobs.
 *
 * Returns: a sentence: that releases which were due while the job was not finished are missing; empty where there are none
 */
char *
sl_text_job_skipped (const SlJobTable *table, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  const SlJobTask *task = sl_job_table_find_task (table, job->task);
  g_autofree char *came = NULL, *usual = NULL;
  gint64 period, distance;
  SlTime arrival = sl_job_get_arrival (job);
  gboolean is_usual;
  guint n_skipped;

  if (number + 1 >= task->first + task->n_jobs || arrival == SL_JOB_NEVER ||
      sl_job_get_arrival (job + 1) == SL_JOB_NEVER)
    return g_strdup ("");

  period = find_period (table, task, &is_usual);
  distance = sl_job_get_arrival (job + 1) - arrival;
  if (period <= 0 || job->end - arrival <= period || distance < period + period / 2)
    return g_strdup ("");

  n_skipped = (guint) MIN ((distance + period / 2) / period - 1, G_MAXINT);
  came = sl_time_text_duration (clock, (SlSpan) { arrival, sl_time_add (arrival, distance) });
  usual = sl_time_text_duration (clock, (SlSpan) { arrival, sl_time_add (arrival, period) });
  if (is_usual)
    /* Translators: durations, how many releases */
    return g_strdup_printf (
        g_dngettext (
            GETTEXT_PACKAGE,
            "The next release came %s after this one instead of the usual %s: %u release was skipped.",
            "The next release came %s after this one instead of the usual %s: %u releases were skipped.",
            n_skipped),
        came, usual, n_skipped);
  /* Translators: durations, how many releases */
  return g_strdup_printf (
      g_dngettext (
          GETTEXT_PACKAGE,
          "The next release came %s after this one instead of %s: %u release was skipped.",
          "The next release came %s after this one instead of %s: %u releases were skipped.",
          n_skipped),
      came, usual, n_skipped);
}
