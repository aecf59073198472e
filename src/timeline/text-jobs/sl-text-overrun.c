/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-overrun.h"

#include <glib/gi18n-lib.h>

#include "sl-job-overrun.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

static char *
dup_ticks (const SlJob *job, const SlClock *clock, gint64 ticks)
{
  SlTime begin = job->start != SL_JOB_NEVER ? job->start : job->eligible;

  return sl_time_text_duration (clock, (SlSpan) { begin, sl_time_add (begin, ticks) });
}

/**
 * sl_text_overrun_excess:
 * @number: place of a job that executed beyond its WCET
 *
 * Returns: by how much; "" where that is not known
 */
char *
sl_text_overrun_excess (const SlJobTable *table, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  gint64 limit = sl_job_overrun_get_limit (table, job);

  return limit > 0 ? dup_ticks (job, clock, job->execution - limit) : g_strdup ("");
}

/**
 * sl_text_overrun_why:
 * @number: as above
 *
 * Returns: what the job executed, and what it may
 */
char *
sl_text_overrun_why (const SlJobTable *table, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  gint64 limit = sl_job_overrun_get_limit (table, job);
  g_autofree char *execution = dup_ticks (job, clock, job->execution);
  g_autofree char *allowed = NULL;

  if (limit == 0)
    /* Translators: a time */
    return g_strdup_printf (_ ("executed %s, which the trace records as beyond its WCET"),
                            execution);

  allowed = dup_ticks (job, clock, limit);
  /* Translators: two times */
  return g_strdup_printf (_ ("executed %s, its WCET is %s"), execution, allowed);
}

/**
 * sl_text_overrun:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: as above
 *
 * Returns: one line: the job, what it executed, and what it may
 */
char *
sl_text_overrun (SlJobTable *table, SlAnnotations *annotations, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autofree char *task = sl_text_object (sl_job_table_get_trace (table), annotations, job->task);
  g_autofree char *why = sl_text_overrun_why (table, clock, number);

  /* Translators: task, number of its job, "executed 3 ms, its WCET is 2 ms" */
  return g_strdup_printf (_ ("%s, job %u: %s"), task, job->number, why);
}
