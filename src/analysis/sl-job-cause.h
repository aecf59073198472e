/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Where the time of a job went: parts that do not overlap and that add up, to the tick, to the
 * time from its release to its end. */

#include "sl-job-table.h"

G_BEGIN_DECLS

/**
 * SlCause:
 *
 * What a part of a job's time was spent on, and what its two objects mean.
 */
typedef enum
{
  SL_CAUSE_EXECUTION,    /* it ran, within its WCET where that is known */
  SL_CAUSE_OVERRUN,      /* it ran, beyond its WCET */
  SL_CAUSE_PREEMPTED,    /* object: the task that ran instead */
  SL_CAUSE_BLOCKED,      /* object: the lock; other: who had it, 0 where nobody knows */
  SL_CAUSE_INTERRUPT,    /* object: the line or timer, 0 where nobody knows */
  SL_CAUSE_THROTTLED,    /* its budget was spent */
  SL_CAUSE_EARLIER_JOB,  /* an earlier job of the same task was not finished */
  SL_CAUSE_SUSPENDED,    /* it slept, or waited for something that is not logged */
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
 */
typedef struct
{
  SlCause cause;
  guint32 object;
  guint32 other;
  gint64 ticks;
} SlJobPart;

/* Takes jobs apart; quickest where they come in the table's order. One thread. */
typedef struct _SlJobSplitter SlJobSplitter;

SlJobSplitter *sl_job_splitter_new (SlTrace *trace, guint32 idle_task);
void sl_job_splitter_free (SlJobSplitter *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlJobSplitter, sl_job_splitter_free)

const SlJobPart *
sl_job_splitter_split (SlJobSplitter *self, const SlJob *job, gint64 wcet, guint *n_parts);

void sl_job_splitter_measure (SlJobSplitter *self, SlJob *job);

GArray *sl_job_table_dup_parts (SlJobTable *table, guint number);
void sl_job_parts_sort (GArray *parts);
const char *sl_cause_get_id (SlCause cause);

G_END_DECLS
