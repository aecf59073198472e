/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job.h"

/**
 * sl_job_get_response:
 * @response: (out): ticks from release to finish; from the nominal release where the trace records it
 *
 * Returns: whether both are known
 */
gboolean
sl_job_get_response (const SlJob *self, gint64 *response)
{
  if (!(self->flags & SL_JOB_FINISHED) || self->release == SL_JOB_NEVER)
    return FALSE;

  *response = self->end - sl_job_get_arrival (self);
  return TRUE;
}

/**
 * sl_job_get_execution:
 * @execution: (out): ticks in which it ran, so far where it has not finished
 *
 * Returns: whether the trace says that
 */
gboolean
sl_job_get_execution (const SlJob *self, gint64 *execution)
{
  *execution = self->execution;
  return (self->flags & SL_JOB_UNMETERED) == 0;
}

/**
 * sl_job_get_lateness:
 * @lateness: (out): ticks from deadline to finish, below 0 where it came in time
 *
 * Returns: whether both are known
 */
gboolean
sl_job_get_lateness (const SlJob *self, gint64 *lateness)
{
  if (!(self->flags & SL_JOB_FINISHED) || self->deadline == SL_JOB_NEVER)
    return FALSE;

  *lateness = self->end - self->deadline;
  return TRUE;
}

/**
 * sl_job_get_tardiness:
 * @tardiness: (out): ticks by which it came late; 0 where it did not
 *
 * Returns: whether finish and deadline are known
 */
gboolean
sl_job_get_tardiness (const SlJob *self, gint64 *tardiness)
{
  if (!sl_job_get_lateness (self, tardiness))
    return FALSE;

  *tardiness = MAX (*tardiness, 0);
  return TRUE;
}

/**
 * sl_job_set_deadline:
 * @relative: ticks after the release, the nominal one where the trace records it; 0 where nobody gives a deadline
 * @from: who gives it
 * @recorded: absolute, by the trace; %SL_JOB_NEVER for none
 * @inferred: from the releases of the task; %SL_JOB_NEVER for none
 *
 * In the order of #SlDeadlineFrom: as the user gives it, as it is recorded, by the task model, by the miss that the
 * trace records, as inferred.
 */
void
sl_job_set_deadline (SlJob *self,
                     gint64 relative,
                     SlDeadlineFrom from,
                     SlTime recorded,
                     SlTime inferred)
{
  gboolean is_given = relative > 0 && self->release != SL_JOB_NEVER;
  /* Then the deadline was some time before. */
  gboolean says_later = (self->flags & SL_JOB_FINISHED) != 0 && self->miss > self->end;

  self->deadline = SL_JOB_NEVER;
  self->deadline_from = SL_DEADLINE_UNKNOWN;
  self->flags &= (guint16) ~(SL_JOB_DEADLINE_RECORDED | SL_JOB_DEADLINE_RELATIVE);
  if (recorded != SL_JOB_NEVER || (is_given && from == SL_DEADLINE_TRACE))
    self->flags |= SL_JOB_DEADLINE_RECORDED;

  if (recorded != SL_JOB_NEVER && !(is_given && from == SL_DEADLINE_OPTION))
    {
      self->deadline = recorded;
      self->deadline_from = SL_DEADLINE_TRACE;
      if (is_given && from == SL_DEADLINE_TRACE &&
          recorded == sl_time_add (sl_job_get_arrival (self), relative))
        self->flags |= SL_JOB_DEADLINE_RELATIVE;
    }
  else if (is_given)
    {
      self->deadline = sl_time_add (sl_job_get_arrival (self), relative);
      self->deadline_from = from;
      self->flags |= from == SL_DEADLINE_TRACE ? SL_JOB_DEADLINE_RELATIVE : 0;
    }
  else if (self->miss != SL_JOB_NEVER && !(says_later && inferred != SL_JOB_NEVER))
    {
      self->deadline = self->miss;
      self->deadline_from = SL_DEADLINE_TRACE;
    }
  else if (inferred != SL_JOB_NEVER)
    {
      self->deadline = inferred;
      self->deadline_from = SL_DEADLINE_INFERRED;
    }
}

/**
 * sl_job_judge:
 * @last: the trace's last tick; what lies beyond it nobody knows
 *
 * Sets whether the job missed its deadline, or met it, or neither is known.
 */
void
sl_job_judge (SlJob *self, SlTime last)
{
  self->flags &= ~(SL_JOB_MISSED | SL_JOB_MET);
  if (self->flags & SL_JOB_MISS_RECORDED)
    {
      self->flags |= SL_JOB_MISSED;
      return;
    }
  if (self->deadline > last)
    return;

  if (self->flags & SL_JOB_LOST)
    {
      if ((self->flags & SL_JOB_SLEPT) != 0 && self->end > self->deadline)
        self->flags |= SL_JOB_MISSED;
      return;
    }
  if (self->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED | SL_JOB_RUNS_ON))
    {
      if (self->end > self->deadline)
        self->flags |= SL_JOB_MISSED;
      else if (self->flags & SL_JOB_FINISHED)
        self->flags |= SL_JOB_MET;
      return;
    }

  self->flags |= SL_JOB_MISSED;
}

/**
 * sl_deadline_from_get_id:
 *
 * Returns: (transfer none): the command line's word; empty where nobody says a deadline
 */
const char *
sl_deadline_from_get_id (SlDeadlineFrom from)
{
  switch (from)
    {
    case SL_DEADLINE_TRACE:
      return "trace";
    case SL_DEADLINE_OPTION:
      return "option";
    case SL_DEADLINE_MODEL:
      return "model";
    case SL_DEADLINE_INFERRED:
      return "inferred";
    case SL_DEADLINE_UNKNOWN:
    default:
      return "";
    }
}
