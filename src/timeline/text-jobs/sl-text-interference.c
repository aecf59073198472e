/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-interference.h"

#include <glib/gi18n-lib.h>

#include "sl-long-interference.h"
#include "sl-text-jobs.h"
#include "sl-time-text.h"

/**
 * sl_text_job_interference:
 * @annotations: (nullable): as in sl_text_job_part()
 * @number: place of a job in the table
 *
 * Returns: a sentence: which job of another task executed unusually long while this one waited for it; empty where none
 *   did that is known of, and where the job was not late
 */
char *
sl_text_job_interference (SlJobTable *table,
                          SlAnnotations *annotations,
                          const SlClock *clock,
                          guint number)
{
  g_autofree char *task = NULL, *ticks = NULL, *usual = NULL;
  SlLongInterference found;
  const SlJob *other;

  if (!sl_long_interference_find (table, number, &found))
    return g_strdup ("");

  other = sl_job_table_get (table, found.number);
  task = sl_text_object (sl_job_table_get_trace (table), annotations, other->task);
  ticks =
      sl_time_text_duration (clock, (SlSpan) { other->eligible,
                                               sl_time_add (other->eligible, other->execution) });
  usual = sl_time_text_duration (clock, (SlSpan) { other->eligible,
                                                   sl_time_add (other->eligible, found.usual) });
  if (found.is_wcet)
    /* Translators: the number of a job, its task, two durations */
    return g_strdup_printf (
        _ ("Job %u of %s, for which it waited, executed for %s; its WCET is %s."), other->number,
        task, ticks, usual);

  /* Translators: the number of a job, its task, a duration, the task again, a duration */
  return g_strdup_printf (
      _ ("Job %u of %s, for which it waited, executed for %s; three quarters of %s’s other jobs took "
         "at most %s."),
      other->number, task, ticks, task, usual);
}
