/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A chain goes from the cause to the effect: each link wakes the task that makes the next one. It begins at an interrupt, or at a
 * task that was awake already when the task at the chain's end fell asleep: the chain does not follow what that one waited for. */
#include "sl-wake-chain.h"

/* When @task fell asleep for the last time before it was woken at @time. */
static SlTime
find_sleep (SlTrace *trace, guint32 task, SlTime time)
{
  const SlLane *lane = sl_trace_get_lane_of_object (trace, task);
  const SlTrack *states;
  SlItem item;

  if (lane == NULL)
    return time;

  states = sl_lane_get_track (lane, SL_ROLE_STATES);
  return states != NULL && sl_track_find_before (states, time, &item) ? item.begin : SL_TIME_MIN;
}

static gboolean
is_in_chain (const GArray *chain, guint32 task)
{
  for (guint i = 0; i < chain->len; i++)
    if (g_array_index (chain, SlWake, i).task == task)
      return TRUE;

  return FALSE;
}

static void
reverse (GArray *chain)
{
  for (guint i = 0; i < chain->len / 2; i++)
    {
      SlWake *one = &g_array_index (chain, SlWake, i);
      SlWake *other = &g_array_index (chain, SlWake, chain->len - 1 - i);
      SlWake kept = *one;

      *one = *other;
      *other = kept;
    }
}

/**
 * sl_wake_chain_find:
 * @task: number of a task
 * @time: in ticks of @trace
 *
 * Returns: (transfer full) (element-type SlWake): how @task was woken for the last time until @time, the first cause first;
 *   empty where nobody knows
 */
GArray *
sl_wake_chain_find (SlTrace *trace, guint32 task, SlTime time)
{
  GArray *chain = g_array_new (FALSE, FALSE, sizeof (SlWake));
  SlTime asleep;
  SlWake wake;

  if (!sl_wake_find (trace, task, time, &wake))
    return chain;

  asleep = find_sleep (trace, task, wake.time);
  g_array_append_val (chain, wake);
  while (chain->len < SL_WAKE_CHAIN_MOST && sl_wake_is_by_task (trace, &wake) &&
         !is_in_chain (chain, wake.waker) && sl_wake_find (trace, wake.waker, wake.time, &wake) &&
         wake.time >= asleep)
    g_array_append_val (chain, wake);

  reverse (chain);
  return chain;
}

/**
 * sl_wake_chain_find_job:
 * @number: place of a job in the table
 * @n_release: (out): how many of them lead to its release
 *
 * Returns: (transfer full) (element-type SlWake): how the job was woken for its release, as sl_wake_chain_find() has it, and
 *   then each time that it was woken until its end; empty where nobody knows
 */
GArray *
sl_wake_chain_find_job (const SlJobTable *jobs, guint number, guint *n_release)
{
  const SlJob *job = sl_job_table_get (jobs, number);
  SlTrace *trace = sl_job_table_get_trace (jobs);
  SlTime time = job->release != SL_JOB_NEVER ? job->release : job->eligible;
  GArray *chain;
  SlWake wake;

  if (job->release != SL_JOB_NEVER && sl_wake_find (trace, job->task, time, &wake) &&
      wake.time == time)
    chain = sl_wake_chain_find (trace, job->task, time);
  else
    chain = g_array_new (FALSE, FALSE, sizeof (SlWake));

  *n_release = chain->len;
  while (sl_wake_find_next (trace, job->task, sl_time_add (time, 1), &wake) && wake.time < job->end)
    {
      g_array_append_val (chain, wake);
      time = wake.time;
    }
  return chain;
}
