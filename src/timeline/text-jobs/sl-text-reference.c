/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-reference.h"

#include <glib/gi18n-lib.h>

#include "sl-period-misses.h"
#include "sl-text-cause.h"
#include "sl-time-text.h"

/* As long as @ticks from @begin on. */
static char *
dup_ticks (const SlClock *clock, SlTime begin, gint64 ticks)
{
  return sl_time_text_duration (clock, (SlSpan) { begin, sl_time_add (begin, ticks) });
}

/**
 * sl_text_deadline_reference:
 * @annotations: (nullable): as in sl_text_job_part()
 * @task: of @table
 *
 * Returns: two sentences: that its deadlines count from its releases, and how many jobs would have missed theirs by the
 *   period; empty where that is the same number, or nobody knows
 */
char *
sl_text_deadline_reference (const SlJobTable *table,
                            SlAnnotations *annotations,
                            const SlClock *clock,
                            const SlJobTask *task)
{
  g_autofree char *name = NULL, *slip = NULL, *period = NULL;
  SlPeriodMisses misses;

  if (!sl_period_misses_find (table, task, &misses) || !sl_period_misses_differ (&misses))
    return g_strdup ("");

  name = sl_text_object (sl_job_table_get_trace (table), annotations, task->task);
  slip = dup_ticks (clock, misses.first, misses.slip);
  period = dup_ticks (clock, misses.first, misses.period);
  /* Translators: a task, a duration, two numbers of jobs, a duration, a number of jobs */
  return g_strdup_printf (
      _ ("The deadlines of %s count from its releases, which slipped by up to %s: %u of %u jobs "
         "missed theirs. Counted from its first release in periods of %s, %u would have."),
      name, slip, misses.n_misses, misses.n_jobs, period, misses.n_by_period);
}
