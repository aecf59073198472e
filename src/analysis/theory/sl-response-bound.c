/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which analysis bounds a task's response, by the set's policy. */

#include "sl-blocking-bound.h"
#include "sl-response-time.h"

static SlBound
fail (SlBoundState state)
{
  return (SlBound) { state, 0 };
}

static gboolean
has_servers (const SlTheorySet *set)
{
  for (guint i = 0; i < set->n_tasks; i++)
    if (set->tasks[i].kind == SL_THEORY_SERVER || set->tasks[i].kind == SL_THEORY_BANDWIDTH)
      return TRUE;

  return FALSE;
}

/**
 * sl_response_time_get:
 * @task: number in the set; none that is served
 * @blocking: (out): for how long less urgent tasks may be in the way; under EDF that of an
 *   interval as long as its deadline
 *
 * Returns: the longest response of a job of @task, as the set's policy and protocol allow
 */
SlBound
sl_response_time_get (const SlTheorySet *set, guint task, SlBound *blocking, SlTheoryEffort *effort)
{
  gboolean is_interrupt = set->tasks[task].kind == SL_THEORY_INTERRUPT;

  *blocking = (SlBound) { SL_BOUND_KNOWN, 0 };
  if (set->policy == SL_POLICY_EDF && !is_interrupt)
    return sl_response_time_get_edf (set, task, blocking, effort);
  if (set->policy == SL_POLICY_FIFO && !is_interrupt)
    return has_servers (set) ? fail (SL_BOUND_NO_METHOD)
                             : sl_response_time_get_edf (set, task, blocking, effort);
  if (set->policy == SL_POLICY_UNKNOWN && !is_interrupt)
    {
      *blocking = fail (SL_BOUND_NO_METHOD);
      return *blocking;
    }

  *blocking = sl_blocking_bound_fixed (set, task, effort);
  if (blocking->state != SL_BOUND_KNOWN)
    return *blocking;
  if (set->policy == SL_POLICY_RR && !is_interrupt)
    return has_servers (set) ? fail (SL_BOUND_NO_METHOD)
                             : sl_response_time_get_busy_period (set, effort);

  return sl_response_time_get_fixed (set, task, blocking->ticks, effort);
}
