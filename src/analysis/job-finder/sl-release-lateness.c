/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-release-lateness.h"

/* Behind a loss, releases up to this part of a period before the grid are on it: timers are not that exact. */
#define EARLY_SHARE 8

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

/* How many periods the jobs behind a loss seem to be late, which begin at @distance, since their numbers count other jobs
 * than there were. */
static gint64
count_lost (const SlTaskRule *rule, gint64 distance, gint64 first)
{
  gint64 off = distance - first + rule->period / EARLY_SHARE;

  return off / rule->period - (off % rule->period < 0 ? 1 : 0);
}

/* Jobs behind this one may have other numbers than they would have if all were recorded. */
static gboolean
is_before_loss (const SlJob *job)
{
  return (job->flags & SL_JOB_LOST) != 0 || job->release == SL_JOB_NEVER;
}

/* Behind the jobs from @begin on of which the numbers are right among each other. */
static guint
find_loss (const SlJob *jobs, guint begin, guint n_jobs)
{
  guint i = begin;

  while (i < n_jobs && !is_before_loss (&jobs[i]))
    i++;

  return MIN (i + 1, n_jobs);
}

/* Puts the distance of each job into @lateness, of those behind a loss as if the first of them came less than a period
 * late.
 *
 * Returns: the first nominal release */
static SlTime
measure (const SlTaskRule *rule, SlTime start, const SlJob *jobs, guint n_jobs, gint64 *lateness)
{
  SlTime first = G_MAXINT64, begin = G_MAXINT64;
  guint end;

  for (guint i = 0; i < n_jobs; i = end)
    {
      SlTime least;
      gint64 n_lost;

      end = find_loss (jobs, i, n_jobs);
      least = find_first (rule, begin == G_MAXINT64 ? start : SL_JOB_NEVER, jobs + i, end - i);
      if (begin == G_MAXINT64)
        begin = least;
      n_lost = least < G_MAXINT64 ? count_lost (rule, least, begin) : 0;
      for (guint k = i; k < end; k++)
        if (jobs[k].release != SL_JOB_NEVER)
          lateness[k] = get_distance (rule, &jobs[k]) - n_lost * rule->period;
      if (least < G_MAXINT64)
        first = MIN (first, least - n_lost * rule->period);
    }

  return first;
}

/* Gives each job from @begin to @end the number that the trace gives it, or what follows from those beside it.
 *
 * Returns: whether there is one, and they grow from @before on */
static gboolean
number_jobs (const SlJob *jobs, guint begin, guint end, gint64 before, gint64 *numbers)
{
  guint i = begin;
  gint64 offset;

  while (i < end && jobs[i].recorded == 0)
    i++;
  if (i == end)
    return FALSE;

  offset = (gint64) jobs[i].recorded - jobs[i].number;
  for (i = begin; i < end; i++)
    {
      if (jobs[i].recorded != 0)
        offset = (gint64) jobs[i].recorded - jobs[i].number;
      numbers[i] = jobs[i].number + offset;
      if (numbers[i] <= before)
        return FALSE;
      before = numbers[i];
    }
  return TRUE;
}

/* As measure(), by the numbers that the trace gives the jobs, which tell how many were lost.
 *
 * Returns: %FALSE where it gives none, or they count something else than periods, as releases would come too early */
static gboolean
measure_numbered (const SlTaskRule *rule,
                  const SlJob *jobs,
                  guint n_jobs,
                  gint64 *lateness,
                  SlTime *first)
{
  g_autofree gint64 *numbers = g_new (gint64, n_jobs);
  SlTime begin = G_MAXINT64;
  guint end;

  *first = G_MAXINT64;
  for (guint i = 0; i < n_jobs; i = end)
    {
      end = find_loss (jobs, i, n_jobs);
      if (!number_jobs (jobs, i, end, i > 0 ? numbers[i - 1] : 0, numbers) ||
          numbers[end - 1] - numbers[0] > G_MAXINT64 / 4 / rule->period)
        return FALSE;

      for (guint k = i; k < end; k++)
        if (jobs[k].release != SL_JOB_NEVER)
          {
            lateness[k] = jobs[k].release - (numbers[k] - numbers[0]) * rule->period;
            *first = MIN (*first, lateness[k]);
          }
      if (begin == G_MAXINT64)
        begin = *first;
    }

  return *first < G_MAXINT64 && *first >= begin - rule->period / EARLY_SHARE;
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
 * activations before it released no job. The numbers that the trace gives the jobs say how many were lost where nothing was
 * recorded; without them, the first job behind a loss comes less than a period late. Releases of sporadic tasks have no
 * latest time, and lists of arrivals no grid: those are unknown.
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
  gboolean is_numbered;
  SlTime first;

  for (guint i = 0; i < n_jobs; i++)
    lateness[i] = SL_RELEASE_LATENESS_UNKNOWN;
  if (n_jobs == 0 || !is_periodic || rule->period > G_MAXINT64 / 4 / n_jobs)
    return;

  is_numbered = start == SL_JOB_NEVER && measure_numbered (rule, jobs, n_jobs, lateness, &first);
  if (!is_numbered)
    first = measure (rule, start, jobs, n_jobs, lateness);
  for (guint i = n_jobs; i-- > 0;)
    {
      if (!is_numbered && is_before_loss (&jobs[i]))
        least_behind = G_MAXINT64;
      if (jobs[i].release == SL_JOB_NEVER)
        continue;

      lateness[i] -= first;
      least_behind = MIN (least_behind, lateness[i]);
      lateness[i] -= count_skipped (rule, least_behind) * rule->period;
    }
}
