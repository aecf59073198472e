/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-text-wait.h"

#include <glib/gi18n-lib.h>

#include "sl-text-cause.h"

/* Between the instant when it was due and its start.
 *
 * @object: whom @part names */
static char *
describe_latency (const SlJobPart *part, const char *object, const char *ticks)
{
  switch ((int) part->cause)
    {
    case SL_CAUSE_RELEASE_LATENCY:
      if (part->object != 0 && part->is_by_interrupt)
        /* Translators: a duration, a task or an interrupt handler */
        return g_strdup_printf (_ ("Its timer interrupt came %s late while %s ran."), ticks,
                                object);
      if (part->object != 0)
        /* Translators: a duration, a task or an interrupt handler */
        return g_strdup_printf (_ ("It was released %s late while %s ran."), ticks, object);
      /* Translators: a duration */
      return g_strdup_printf (_ ("It was released %s late."), ticks);
    case SL_CAUSE_WAKING:
      /* Translators: a duration */
      return g_strdup_printf (_ ("It was woken, and put into a queue only after %s."), ticks);
    case SL_CAUSE_DISPATCH:
    default:
      if (part->object != 0)
        /* Translators: a duration, a task */
        return g_strdup_printf (_ ("Its processor took %s to switch to it from %s, which is less "
                                   "urgent."),
                                ticks, object);
      /* Translators: a duration */
      return g_strdup_printf (_ ("Its processor was idle and took %s to run it."), ticks);
    }
}

/**
 * sl_text_wait:
 * @annotations: (nullable): names objects as the user does
 * @part: of the job's time
 * @ticks: how long that was
 *
 * Returns: a sentence about the job, which it calls “it”; empty where it executed
 */
char *
sl_text_wait (SlTrace *trace, SlAnnotations *annotations, const SlJobPart *part, const char *ticks)
{
  g_autofree char *object = sl_text_object (trace, annotations, part->object);
  g_autofree char *other = sl_text_object (trace, annotations, part->other);

  switch (part->cause)
    {
    case SL_CAUSE_PREEMPTED:
      if (!part->had_run)
        /* Translators: a duration, a task */
        return g_strdup_printf (_ ("It waited %s while %s ran."), ticks, object);
      /* Translators: a task, a duration */
      return g_strdup_printf (_ ("It was preempted by %s for %s."), object, ticks);
    case SL_CAUSE_BLOCKED:
      if (part->other == 0)
        /* Translators: a duration, a lock */
        return g_strdup_printf (_ ("It waited %s for %s."), ticks, object);
      if (part->object == 0)
        /* Translators: a task, a duration */
        return g_strdup_printf (_ ("%s, which is less urgent, kept it from running for %s."), other,
                                ticks);
      /* Translators: a duration, a lock, a task */
      return g_strdup_printf (_ ("It waited %s for %s, held by %s."), ticks, object, other);
    case SL_CAUSE_INTERRUPT:
      /* Translators: what interrupted, a duration */
      return g_strdup_printf (_ ("It was interrupted by %s for %s."), object, ticks);
    case SL_CAUSE_THROTTLED:
      if (part->object != 0)
        /* Translators: a duration, a task of the lowest priority */
        return g_strdup_printf (_ ("It was throttled for %s while %s ran (fair server)."), ticks,
                                object);
      /* Translators: a duration */
      return g_strdup_printf (_ ("It had no budget for %s."), ticks);
    case SL_CAUSE_EARLIER_JOB:
      /* Translators: a duration */
      return g_strdup_printf (_ ("It waited %s for the task’s earlier job."), ticks);
    case SL_CAUSE_SUSPENDED:
      if (part->object != 0)
        /* Translators: a duration, a system call */
        return g_strdup_printf (_ ("It slept for %s in %s."), ticks, object);
      /* Translators: a duration */
      return g_strdup_printf (_ ("It was suspended for %s; the trace does not say why."), ticks);
    case SL_CAUSE_RELEASE_LATENCY:
    case SL_CAUSE_WAKING:
    case SL_CAUSE_DISPATCH:
      return describe_latency (part, object, ticks);
    case SL_CAUSE_UNEXPLAINED:
      /* Translators: a duration */
      return g_strdup_printf (_ ("It was ready for %s while nothing else ran."), ticks);
    case SL_CAUSE_NOT_RECORDED:
      /* Translators: a duration */
      return g_strdup_printf (_ ("What it did for %s was not recorded."), ticks);
    case SL_CAUSE_EXECUTION:
    case SL_CAUSE_OVERRUN:
    case SL_N_CAUSES:
    default:
      return g_strdup ("");
    }
}
