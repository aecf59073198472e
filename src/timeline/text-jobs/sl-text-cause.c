/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-cause.h"

#include <glib/gi18n-lib.h>

#include "sl-kind.h"
#include "sl-namesakes.h"

/**
 * sl_text_object:
 * @annotations: (nullable): names objects as the user does; %NULL for references such as task:296
 * @object: number in the trace's table; 0 for one that nobody knows
 *
 * Returns: its name
 */
char *
sl_text_object (SlTrace *trace, SlAnnotations *annotations, guint32 object)
{
  const SlObject *info;
  g_autofree char *name = NULL;

  if (object == 0)
    return g_strdup (_ ("something unknown"));

  info = sl_object_table_get (sl_trace_get_objects (trace), object);
  if (annotations == NULL)
    return sl_object_to_string (info);

  name = sl_namesakes_dup_title (annotations, trace, object);
  /* The kernel's names of these are words of anything: TIMER, nvme0. */
  if (info->name != NULL && info->type == SL_OBJECT_SOFTIRQ)
    return g_strdup_printf ("softirq %s", name);
  if (info->name != NULL && info->type == SL_OBJECT_IRQ &&
      sl_trace_get_n_events_of_kind (trace, SL_KIND_LINUX_IRQ_HANDLER_ENTRY) > 0)
    return g_strdup_printf ("IRQ %u %s", (guint) info->id, name);
  return g_steal_pointer (&name);
}

/**
 * sl_text_job_part:
 * @annotations: (nullable): names objects as the user does; %NULL for references such as task:296
 *
 * Returns: what the part of a job's time was spent on, without how long
 */
char *
sl_text_job_part (SlTrace *trace, SlAnnotations *annotations, const SlJobPart *part)
{
  g_autofree char *object = sl_text_object (trace, annotations, part->object);
  g_autofree char *other = sl_text_object (trace, annotations, part->other);

  switch (part->cause)
    {
    case SL_CAUSE_EXECUTION:
      return g_strdup (_ ("own execution"));
    case SL_CAUSE_OVERRUN:
      return g_strdup (_ ("own execution beyond its WCET"));
    case SL_CAUSE_PREEMPTED:
      if (!part->had_run)
        return g_strdup_printf (_ ("waited while %s ran"), object);
      return g_strdup_printf (_ ("preempted by %s"), object);
    case SL_CAUSE_BLOCKED:
      if (part->other == 0)
        return g_strdup_printf (_ ("waited for %s"), object);
      if (part->object == 0)
        return g_strdup_printf (_ ("blocked by less urgent %s"), other);
      if (part->is_ceiling)
        /* Translators: a lock, the task that holds it */
        return g_strdup_printf (_ ("blocked by the ceiling of %s, which %s holds"), object, other);
      /* Translators: a lock, and the task that has it */
      return g_strdup_printf (_ ("blocked on %s by %s"), object, other);
    case SL_CAUSE_INTERRUPT:
      return g_strdup_printf (_ ("interrupted by %s"), object);
    case SL_CAUSE_THROTTLED:
      if (part->object != 0)
        /* Translators: a task of the lowest priority */
        return g_strdup_printf (_ ("throttled while %s ran (fair server)"), object);
      return g_strdup (_ ("throttled, its budget used up"));
    case SL_CAUSE_EARLIER_JOB:
      return g_strdup (_ ("waited for the task’s earlier job"));
    case SL_CAUSE_SUSPENDED:
      if (part->object != 0 && part->is_uninterruptible)
        /* Translators: a system call */
        return g_strdup_printf (_ ("slept uninterruptibly in %s"), object);
      if (part->object != 0)
        /* Translators: a system call */
        return g_strdup_printf (_ ("slept in %s"), object);
      if (part->is_uninterruptible)
        return g_strdup (_ ("slept uninterruptibly"));
      return g_strdup (_ ("suspended, the reason is not logged"));
    case SL_CAUSE_RELEASE_LATENCY:
      if (part->object != 0 && part->is_by_interrupt)
        /* Translators: a task or an interrupt handler */
        return g_strdup_printf (_ ("its timer interrupt came late while %s ran"), object);
      if (part->object != 0)
        /* Translators: a task or an interrupt handler */
        return g_strdup_printf (_ ("released late while %s ran"), object);
      return g_strdup (_ ("released late"));
    case SL_CAUSE_WAKING:
      return g_strdup (_ ("woken, not yet queued"));
    case SL_CAUSE_DISPATCH:
      if (part->object != 0)
        /* Translators: a task: the scheduler has yet to take the processor from it */
        return g_strdup_printf (_ ("scheduling latency while less urgent %s still ran"), object);
      return g_strdup (_ ("scheduling latency, its processor idle"));
    case SL_CAUSE_UNEXPLAINED:
      return g_strdup (_ ("ready, but nothing else ran"));
    case SL_CAUSE_NOT_RECORDED:
      return g_strdup (_ ("not recorded"));
    case SL_N_CAUSES:
    default:
      return g_strdup ("");
    }
}
