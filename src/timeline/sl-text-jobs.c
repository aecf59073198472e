/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-jobs.h"

#include <glib/gi18n-lib.h>

#include "sl-time-text.h"

static char *
dup_name (SlTrace *trace, SlOverlay *overlay, guint32 object)
{
  if (object == 0)
    return g_strdup (_ ("something unknown"));
  if (overlay != NULL)
    return sl_overlay_dup_object_name (overlay, trace, object);

  return sl_object_to_string (sl_object_table_get (sl_trace_get_objects (trace), object));
}

/**
 * sl_text_deadline_from:
 *
 * Returns: (transfer none): who says the deadline, for people
 */
const char *
sl_text_deadline_from (SlDeadlineFrom from)
{
  switch (from)
    {
    case SL_DEADLINE_TRACE:
      return _ ("recorded");
    case SL_DEADLINE_OPTION:
      return _ ("given");
    case SL_DEADLINE_MODEL:
      return _ ("from the task model");
    case SL_DEADLINE_INFERRED:
      return _ ("inferred from the next release");
    case SL_DEADLINE_UNKNOWN:
    default:
      return _ ("unknown");
    }
}

/**
 * sl_text_job_part:
 * @overlay: (nullable): names objects as the user does; %NULL for references such as task:296
 *
 * Returns: what the part of a job's time was spent on, without how long
 */
char *
sl_text_job_part (SlTrace *trace, SlOverlay *overlay, const SlJobPart *part)
{
  g_autofree char *object = dup_name (trace, overlay, part->object);
  g_autofree char *other = dup_name (trace, overlay, part->other);

  switch (part->cause)
    {
    case SL_CAUSE_EXECUTION:
      return g_strdup (_ ("own execution"));
    case SL_CAUSE_OVERRUN:
      return g_strdup (_ ("own execution beyond its WCET"));
    case SL_CAUSE_PREEMPTED:
      return g_strdup_printf (_ ("preempted by %s"), object);
    case SL_CAUSE_BLOCKED:
      if (part->other == 0)
        return g_strdup_printf (_ ("waited for %s"), object);
      /* Translators: a task, and the lock that it holds */
      return g_strdup_printf (_ ("blocked by %s, which held %s"), other, object);
    case SL_CAUSE_INTERRUPT:
      return g_strdup_printf (_ ("interrupted by %s"), object);
    case SL_CAUSE_THROTTLED:
      return g_strdup (_ ("throttled, its budget was spent"));
    case SL_CAUSE_EARLIER_JOB:
      return g_strdup (_ ("waited for the task’s earlier job"));
    case SL_CAUSE_SUSPENDED:
      return g_strdup (_ ("suspended, the reason is not logged"));
    case SL_CAUSE_UNEXPLAINED:
      return g_strdup (_ ("ready, but nothing else ran"));
    case SL_CAUSE_NOT_RECORDED:
      return g_strdup (_ ("not recorded"));
    case SL_N_CAUSES:
    default:
      return g_strdup ("");
    }
}

static char *
describe_lateness (const SlJob *job, const SlClock *clock)
{
  SlTime begin = MIN (job->deadline, job->end);
  SlTime end = MAX (job->deadline, job->end);
  g_autofree char *duration = sl_time_text_duration (clock, (SlSpan) { begin, end });

  if (!(job->flags & SL_JOB_FINISHED))
    return g_strdup_printf (_ ("not finished %s after its deadline"), duration);
  if (job->end < job->deadline)
    return g_strdup_printf (_ ("%s before its deadline, but the trace records a miss"), duration);

  return g_strdup_printf (_ ("%s late"), duration);
}

/**
 * sl_text_job_miss:
 * @overlay: (nullable): as in sl_text_job_part()
 * @number: place of a job with a deadline
 *
 * Returns: one line: the job, by how much it was late, and the largest part of its time
 */
char *
sl_text_job_miss (SlJobTable *table, SlOverlay *overlay, const SlClock *clock, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  SlTrace *trace = sl_job_table_get_trace (table);
  g_autoptr (GArray) parts = sl_job_table_dup_parts (table, number);
  g_autofree char *task = dup_name (trace, overlay, job->task);
  g_autofree char *lateness = describe_lateness (job, clock);
  const char *from = sl_text_deadline_from ((SlDeadlineFrom) job->deadline_from);
  /* As text, for gettext cannot look into G_GUINT64_FORMAT. */
  g_autofree char *deadline =
      g_strdup_printf ("%" G_GUINT64_FORMAT, sl_clock_to_absolute (clock, job->deadline));
  const SlJobPart *largest;
  g_autofree char *cause = NULL;
  g_autofree char *ticks = NULL;

  if (parts->len == 0)
    /* Translators: task, number of its job, "2 ms late", a tick, who says the deadline */
    return g_strdup_printf (_ ("%s, job %u: %s (deadline %s, %s)"), task, job->number, lateness,
                            deadline, from);

  largest = &g_array_index (parts, SlJobPart, 0);
  cause = sl_text_job_part (trace, overlay, largest);
  ticks = sl_time_text_duration (clock, (SlSpan) { job->deadline - largest->ticks, job->deadline });
  /* Translators: task, number of its job, "2 ms late", a tick, who says the deadline, what took
   * the most time, how long */
  return g_strdup_printf (_ ("%s, job %u: %s (deadline %s, %s); largest cause: %s, %s"), task,
                          job->number, lateness, deadline, from, cause, ticks);
}
