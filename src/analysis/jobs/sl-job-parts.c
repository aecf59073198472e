/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-parts.h"

static int
compare_parts (gconstpointer one, gconstpointer other)
{
  const SlJobPart *a = one, *b = other;

  if (a->ticks != b->ticks)
    return a->ticks > b->ticks ? -1 : 1;
  if (a->cause != b->cause)
    return a->cause < b->cause ? -1 : 1;
  if (a->object != b->object)
    return a->object < b->object ? -1 : 1;

  if (a->other != b->other)
    return a->other < b->other ? -1 : 1;

  if (a->is_ceiling != b->is_ceiling)
    return a->is_ceiling - b->is_ceiling;

  return a->is_uninterruptible - b->is_uninterruptible;
}

/**
 * sl_job_parts_sort:
 * @parts: (element-type SlJobPart):
 *
 * Puts the largest first; equal ones stand in the same order in every run.
 */
void
sl_job_parts_sort (GArray *parts)
{
  g_array_sort (parts, compare_parts);
}

/**
 * sl_job_parts_find_largest:
 *
 * Returns: (transfer none) (nullable): what sl_job_parts_sort() puts first; %NULL for no parts
 */
const SlJobPart *
sl_job_parts_find_largest (const SlJobPart *parts, guint n_parts)
{
  const SlJobPart *largest = NULL;

  for (guint i = 0; i < n_parts; i++)
    if (largest == NULL || compare_parts (&parts[i], largest) < 0)
      largest = &parts[i];

  return largest;
}

/**
 * sl_job_parts_sum:
 * @parts: (array length=n_parts):
 *
 * Returns: the ticks that were spent on @cause
 */
gint64
sl_job_parts_sum (const SlJobPart *parts, guint n_parts, SlCause cause)
{
  gint64 ticks = 0;

  for (guint i = 0; i < n_parts; i++)
    ticks += parts[i].cause == cause ? parts[i].ticks : 0;

  return ticks;
}

/**
 * sl_cause_get_id:
 *
 * Returns: (transfer none): the word of the command line and of JSON
 */
const char *
sl_cause_get_id (SlCause cause)
{
  static const char *const ids[SL_N_CAUSES] = {
    [SL_CAUSE_EXECUTION] = "execution",
    [SL_CAUSE_OVERRUN] = "overrun",
    [SL_CAUSE_PREEMPTED] = "preempted",
    [SL_CAUSE_BLOCKED] = "blocked",
    [SL_CAUSE_INTERRUPT] = "interrupt",
    [SL_CAUSE_THROTTLED] = "throttled",
    [SL_CAUSE_EARLIER_JOB] = "earlier-job",
    [SL_CAUSE_SUSPENDED] = "suspended",
    [SL_CAUSE_UNEXPLAINED] = "unexplained",
    [SL_CAUSE_NOT_RECORDED] = "not-recorded",
    [SL_CAUSE_WAKING] = "waking",
    [SL_CAUSE_DISPATCH] = "dispatch",
    [SL_CAUSE_RELEASE_LATENCY] = "release-latency",
  };

  g_return_val_if_fail (cause < SL_N_CAUSES, "");

  return ids[cause];
}
