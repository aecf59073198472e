/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The parts of a job's time, each with what it was spent on. */

#include <glib.h>

G_BEGIN_DECLS

/**
 * SlCause:
 *
 * What a part of a job's time was spent on, and what its two objects mean.
 */
typedef enum
{
  SL_CAUSE_EXECUTION, /* it ran, within its WCET where that is known */
  SL_CAUSE_OVERRUN,   /* it ran, beyond its WCET */
  SL_CAUSE_PREEMPTED, /* object: the task that ran instead */
  SL_CAUSE_BLOCKED,   /* object: the lock, 0 for none; other: its holder, 0 where nobody knows */
  SL_CAUSE_INTERRUPT, /* object: the line or timer, 0 where nobody knows */
  SL_CAUSE_THROTTLED, /* it had no budget, or its server had none; object: the task that the scheduler chose although
                            it is less urgent, as the server of a lower class does; 0 for none */
  SL_CAUSE_EARLIER_JOB, /* an earlier job of the same task was not finished */
  SL_CAUSE_SUSPENDED, /* it slept, or waited for something that is not logged; object: the system call, or 0 */
  SL_CAUSE_RELEASE_LATENCY, /* from its nominal release to the recorded one; object: what ran where it was woken: a task
                               or a handler; 0 where nothing ran or nobody knows */
  SL_CAUSE_WAKING, /* it was woken, and was in no queue yet */
  SL_CAUSE_DISPATCH, /* it was ready, and its processor had yet to switch to it, where each wake-up is recorded; object:
                        the less urgent task that still ran there; 0 where none did */
  SL_CAUSE_UNEXPLAINED,  /* it was ready, and no other task ran */
  SL_CAUSE_NOT_RECORDED, /* what tells was not recorded */
  SL_N_CAUSES,
} SlCause;

/**
 * SlJobPart:
 * @cause: why
 * @object: number, 0 for none; see #SlCause
 * @other: number, 0 for none; see #SlCause
 * @ticks: above zero
 * @is_ceiling: in %SL_CAUSE_BLOCKED: by the ceiling of @object; the job may wait for another lock, or
 *   for none
 * @is_uninterruptible: in %SL_CAUSE_SUSPENDED: no signal would have woken it
 * @is_by_interrupt: in %SL_CAUSE_RELEASE_LATENCY: an interrupt released the job
 * @had_run: in %SL_CAUSE_PREEMPTED: the job had run until then, at least once; else @object only kept it from starting, or from going
 *   on once it was woken. Of parts that are the same otherwise the sum is one
 */
typedef struct
{
  SlCause cause;
  guint32 object;
  guint32 other;
  gint64 ticks;
  gboolean is_ceiling;
  gboolean is_uninterruptible;
  gboolean is_by_interrupt;
  gboolean had_run;
} SlJobPart;

void sl_job_parts_sort (GArray *parts);
const SlJobPart *sl_job_parts_find_largest (const SlJobPart *parts, guint n_parts);
gint64 sl_job_parts_sum (const SlJobPart *parts, guint n_parts, SlCause cause);
const char *sl_cause_get_id (SlCause cause);

G_END_DECLS
