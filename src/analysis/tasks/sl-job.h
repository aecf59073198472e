/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* One job of a task: from its release to its end. */

#include "sl-time.h"

G_BEGIN_DECLS

/* In place of a time: it never happened, or nobody knows when. */
#define SL_JOB_NEVER SL_TIME_MAX

/**
 * SlJobFlags:
 * @SL_JOB_FINISHED: its end is its finish; else what is told at SlJob.end
 * @SL_JOB_QUEUED: released while an earlier job of the task was not finished
 * @SL_JOB_ABORTED: the task ended, or was put to sleep, before the job finished
 * @SL_JOB_LOST: what became of it lies where nothing was recorded
 * @SL_JOB_MISS_RECORDED: the trace says that it missed its deadline
 * @SL_JOB_WCET_RECORDED: the trace says that it took longer than its WCET
 * @SL_JOB_MISSED: it missed its deadline, as recorded or as computed, be it inferred: see
 *   sl_job_has_missed()
 * @SL_JOB_MET: it kept its deadline; with neither of these nobody knows
 * @SL_JOB_DEADLINE_RECORDED: the trace says its deadline, whether or not that is the one in force
 * @SL_JOB_RUNS_ON: the task went on with its next job without sleeping, behind that one's release: when it finished is not
 *   recorded, and its end is estimated
 * @SL_JOB_UNMETERED: the trace does not say when its task executed; see sl_job_get_execution()
 * @SL_JOB_DEADLINE_RELATIVE: the trace says by how much the deadline in force comes after the release, but not when it is
 * @SL_JOB_SLEPT: of a lost one: its end is when the task fell asleep with it, and whether that was its finish nobody knows
 */
typedef enum
{
  SL_JOB_FINISHED = 1 << 0,
  SL_JOB_QUEUED = 1 << 1,
  SL_JOB_ABORTED = 1 << 2,
  SL_JOB_LOST = 1 << 3,
  SL_JOB_MISS_RECORDED = 1 << 4,
  SL_JOB_WCET_RECORDED = 1 << 5,
  SL_JOB_MISSED = 1 << 6,
  SL_JOB_MET = 1 << 7,
  SL_JOB_DEADLINE_RECORDED = 1 << 8,
  SL_JOB_RUNS_ON = 1 << 9,
  SL_JOB_UNMETERED = 1 << 10,
  SL_JOB_DEADLINE_RELATIVE = 1 << 11,
  SL_JOB_SLEPT = 1 << 12,
} SlJobFlags;

/**
 * SlDeadlineFrom:
 *
 * Who says when a job has to be finished. What the user gives for a task is in force before all others; then what
 * the trace records with the release of the job, the task model, a miss that the trace records, and the next
 * release.
 */
typedef enum
{
  SL_DEADLINE_UNKNOWN,
  SL_DEADLINE_TRACE, /* the trace: with the release of the job, relative to it for its task, or by a miss */
  SL_DEADLINE_OPTION,   /* the user, for this task and now */
  SL_DEADLINE_MODEL,    /* the task model */
  SL_DEADLINE_INFERRED, /* nobody: the task's next release, or its period as estimated */
} SlDeadlineFrom;

/**
 * SlJob:
 * @release: when it was recorded to be released; %SL_JOB_NEVER where it lies before the trace
 * @nominal: when it should have been, @release or earlier, as recorded or a period later; else %SL_JOB_NEVER
 * @eligible: from here on no earlier job of the task is in its way; @release or later
 * @start: first tick in which it ran; %SL_JOB_NEVER if it did not
 * @end: its finish; of an aborted job when that was; of one that runs on an estimate of it; else the end of what is known
 * @deadline: absolute; %SL_JOB_NEVER where nobody knows
 * @miss: when the trace says that it missed its deadline, which need not be @deadline where the
 *   user gives another; %SL_JOB_NEVER
 * @execution: ticks in which it ran
 * @task: the task's number
 * @number: in its task, from 1, in order of release
 * @recorded: what number the trace gives the job, and 1 more; 0 where it gives none
 * @preemptions: how often it lost the processor to another task; interrupts do not count
 * @flags: #SlJobFlags
 * @deadline_from: #SlDeadlineFrom
 */
typedef struct
{
  SlTime release;
  SlTime nominal;
  SlTime eligible;
  SlTime start;
  SlTime end;
  SlTime deadline;
  SlTime miss;
  gint64 execution;
  guint32 task;
  guint32 number;
  guint32 recorded;
  guint32 preemptions;
  guint16 flags;
  guint16 deadline_from;
} SlJob;

/* From when on its response and its relative deadline count: the nominal release where the trace records one, else the
 * recorded one; %SL_JOB_NEVER for neither. */
static inline SlTime
sl_job_get_arrival (const SlJob *self)
{
  return self->nominal != SL_JOB_NEVER ? self->nominal : self->release;
}

/* From its arrival on; 0 where nobody knows. */
static inline gint64
sl_job_get_relative_deadline (const SlJob *self)
{
  return self->deadline != SL_JOB_NEVER ? MAX (self->deadline - sl_job_get_arrival (self), 0) : 0;
}

static inline SlTime
sl_job_get_finish (const SlJob *self)
{
  return (self->flags & SL_JOB_FINISHED) ? self->end : SL_JOB_NEVER;
}

/* Whether the job missed a deadline; one that is nothing but the task's next release counts only
 * @with_inferred. */
static inline gboolean
sl_job_has_missed (const SlJob *self, gboolean with_inferred)
{
  return (self->flags & SL_JOB_MISSED) != 0 &&
         (with_inferred || (self->flags & SL_JOB_MISS_RECORDED) != 0 ||
          self->deadline_from != SL_DEADLINE_INFERRED);
}

/* Whether the deadline in force passed before the job's end. */
static inline gboolean
sl_job_is_past_deadline (const SlJob *self)
{
  return self->deadline != SL_JOB_NEVER && self->end > self->deadline;
}

/* Whether the trace records a miss at a time that is not the deadline in force. */
static inline gboolean
sl_job_has_other_miss (const SlJob *self)
{
  return self->miss != SL_JOB_NEVER && self->miss != self->deadline;
}

/* When a job that missed its deadline did so: the deadline in force; where it kept that, the miss
 * that the trace records. */
static inline SlTime
sl_job_get_miss_time (const SlJob *self)
{
  return self->miss == SL_JOB_NEVER || sl_job_is_past_deadline (self) ? self->deadline : self->miss;
}

void sl_job_set_deadline (SlJob *self,
                          gint64 relative,
                          SlDeadlineFrom from,
                          SlTime recorded,
                          SlTime inferred);
void sl_job_judge (SlJob *self, SlTime last);
gboolean sl_job_get_response (const SlJob *self, gint64 *response);
gboolean sl_job_get_execution (const SlJob *self, gint64 *execution);
gboolean sl_job_get_lateness (const SlJob *self, gint64 *lateness);
gboolean sl_job_get_tardiness (const SlJob *self, gint64 *tardiness);
const char *sl_deadline_from_get_id (SlDeadlineFrom from);

G_END_DECLS
