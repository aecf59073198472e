/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-release-lateness.h"

/* What the first release would be if @job came in time and no activation had been skipped. */
static gint64
get_distance (const SlTaskRule *rule, const SlJob *job)
{
  return job->release - (gint64) (job->number - 1) * rule->period;
}

/* The first nominal release: what the model says, else the latest one before which no job was
 * released. */
static SlTime
find_first (const SlTaskRule *rule, SlTime start, const SlJob *jobs, guint n_jobs)
{
  gint64 least = G_MAXINT64;

  for (guint i = 0; i < n_jobs; i++)
    if (jobs[i].release != SL_JOB_NEVER)
      least = MIN (least, get_distance (rule, &jobs[i]));

  return start != SL_JOB_NEVER && rule->offset <= least - start ? start + rule->offset : least;
}

/* How many activations must have been skipped where all further releases are late by @late or more:
 * as few as leave less than a period, or no more than the jitter. */
static gint64
count_skipped (const SlTaskRule *rule, gint64 late)
{
  gint64 most = MAX (rule->jitter, rule->period - 1);

  return late > most ? (late - most - 1) / rule->period + 1 : 0;
}

/**
 * sl_release_lateness_find:
 * @rule: what is asked of the task
 * @start: from which the offset counts; %SL_JOB_NEVER where that is not known
 * @jobs: all of the task, by release
 * @lateness: (out) (array length=n_jobs): ticks from the nominal release of each job to the recorded
 *   one, 0 or more; %SL_RELEASE_LATENESS_UNKNOWN where either is not known
 *
 * Nominal releases are a period apart. The first is at the offset behind @start; where that is not
 * known, or releases come before it, the grid is laid as late as no release comes before its own.
 * Where a release and all behind it are late by a period or more, and by more than the jitter,
 * activations before it released no job. Releases of sporadic tasks have no latest time, and lists
 * of arrivals no grid: those are unknown.
 */
void
sl_release_lateness_find (const SlTaskRule *rule,
                          SlTime start,
                          const SlJob *jobs,
                          guint n_jobs,
                          gint64 *lateness)
{
  gboolean is_periodic = rule->period > 0 && !rule->is_sporadic;
  gint64 least_behind = G_MAXINT64;
  SlTime first;

  for (guint i = 0; i < n_jobs; i++)
    lateness[i] = SL_RELEASE_LATENESS_UNKNOWN;
  if (n_jobs == 0 || !is_periodic || rule->period > G_MAXINT64 / 4 / n_jobs)
    return;

  first = find_first (rule, start, jobs, n_jobs);
  for (guint i = n_jobs; i-- > 0;)
    {
      gint64 late;

      if (jobs[i].release == SL_JOB_NEVER)
        continue;

      late = get_distance (rule, &jobs[i]) - first;
      least_behind = MIN (least_behind, late);
      lateness[i] = late - count_skipped (rule, least_behind) * rule->period;
    }
}
