/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job.h"

/**
 * sl_job_get_response:
 * @response: (out): ticks from release to finish
 *
 * Returns: whether both are known
 */
gboolean
sl_job_get_response (const SlJob *self, gint64 *response)
{
  if (!(self->flags & SL_JOB_FINISHED) || self->release == SL_JOB_NEVER)
    return FALSE;

  *response = self->end - self->release;
  return TRUE;
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
