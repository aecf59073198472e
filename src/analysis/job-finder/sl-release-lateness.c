/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-release-lateness.h"

/* Releases up to this part of a period off the grid are on it: timers are not that exact. */
#define GRID_SHARE 8

/* The jobs of a task and which activation each of them is. */
typedef struct
{
  const SlTaskRule *rule;
  const SlJob *jobs;
  guint n_jobs;
  gint64 *numbers;      /* of activations, as far as none was skipped */
  gboolean is_numbered; /* by the trace, also across losses; else by counting jobs */
} Grid;

/* The first nominal release: what the model says, else @least, the latest one before which no job was released. */
static SlTime
find_first (const SlTaskRule *rule, SlTime start, SlTime least)
{
  return start != SL_JOB_NEVER && rule->offset <= least - start ? start + rule->offset : least;
}

/* How many periods the jobs behind a loss seem to be late, which begin at @distance, since their numbers count other jobs
 * than there were. */
static gint64
count_lost (const SlTaskRule *rule, gint64 distance, gint64 first)
{
  gint64 off = distance - first + rule->period / GRID_SHARE;

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
find_loss (const Grid *self, guint begin)
{
  guint i = begin;

  while (i < self->n_jobs && !is_before_loss (&self->jobs[i]))
    i++;

  return MIN (i + 1, self->n_jobs);
}

/* Numbers the jobs as if none was lost. */
static void
count_jobs (Grid *self)
{
  for (guint i = 0; i < self->n_jobs; i++)
    self->numbers[i] = (gint64) self->jobs[i].number - 1;
  self->is_numbered = FALSE;
}

/* Gives each job from @begin to @end the number that the trace gives it, or what follows from those beside it.
 *
 * Returns: whether there is one, and they grow */
static gboolean
take_numbers (Grid *self, guint begin, guint end)
{
  const SlJob *jobs = self->jobs;
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
      self->numbers[i] = jobs[i].number + offset;
      if (self->numbers[i] <= (i > 0 ? self->numbers[i - 1] : 0))
        return FALSE;
    }
  return TRUE;
}

/* Numbers the jobs as the trace does.
 *
 * Returns: %FALSE where it does not, or with numbers that cannot be activations */
static gboolean
take_all_numbers (Grid *self)
{
  guint end;

  for (guint i = 0; i < self->n_jobs; i = end)
    {
      end = find_loss (self, i);
      if (!take_numbers (self, i, end))
        return FALSE;
    }

  self->is_numbered = TRUE;
  return self->numbers[self->n_jobs - 1] <= G_MAXINT64 / 4 / self->rule->period;
}

/* What the release with number 0 would be if the job came in time and no activation had been skipped. */
static gint64
get_distance (const Grid *self, guint i)
{
  return self->jobs[i].release - self->numbers[i] * self->rule->period;
}

static gint64
find_least_distance (const Grid *self, guint begin, guint end)
{
  gint64 least = G_MAXINT64;

  for (guint i = begin; i < end; i++)
    if (self->jobs[i].release != SL_JOB_NEVER)
      least = MIN (least, get_distance (self, i));

  return least;
}

/* Puts into @lateness by how much each job comes behind the first nominal release and the periods up to it. Where the jobs
 * are only counted, the first ones behind a loss are taken to come less than a period late.
 *
 * Returns: %FALSE where the numbers count something else than activations, as releases would come too early */
static gboolean
measure (const Grid *self, SlTime start, gint64 *lateness)
{
  gint64 period = self->rule->period;
  SlTime first = G_MAXINT64, begin = G_MAXINT64;
  guint end;

  for (guint i = 0; i < self->n_jobs; i = end)
    {
      SlTime least;
      gint64 n_lost = 0;

      end = find_loss (self, i);
      least = find_least_distance (self, i, end);
      if (begin == G_MAXINT64)
        least = begin = find_first (self->rule, start, least);
      else if (!self->is_numbered && least < G_MAXINT64)
        n_lost = count_lost (self->rule, least, begin);
      if (least < G_MAXINT64)
        least -= n_lost * period;
      if (least < begin - period / GRID_SHARE)
        return FALSE;

      first = MIN (first, least);
      for (guint k = i; k < end; k++)
        if (self->jobs[k].release != SL_JOB_NEVER)
          lateness[k] = get_distance (self, k) - n_lost * period;
    }

  for (guint i = 0; i < self->n_jobs; i++)
    if (self->jobs[i].release != SL_JOB_NEVER)
      lateness[i] -= first;
  return TRUE;
}

/* Whether the job began at once after the one before, which it should not have waited for: that tells when the one before
 * ended, but nothing of when activations were. */
static gboolean
is_backlog (const SlJob *job)
{
  return job->nominal != SL_JOB_NEVER && job->nominal < job->release;
}

/* How many activations must have been skipped where all further releases are late by @late or more: as few as leave less
 * than a period, or no more than the jitter. What the trace numbers may be late by any time; only releases on the grid
 * tell that the numbers leave activations out. */
static gint64
count_skipped (const Grid *self, gint64 late)
{
  gint64 period = self->rule->period;
  gint64 most = MAX (self->rule->jitter, period - 1);

  if (late <= most || late == G_MAXINT64 ||
      (self->is_numbered && late % period > period / GRID_SHARE))
    return 0;

  return (late - most - 1) / period + 1;
}

/* Takes the activations that released no job from @lateness. */
static void
leave_out_skipped (const Grid *self, gint64 *lateness)
{
  g_autofree gint64 *least = g_new (gint64, self->n_jobs);
  gint64 least_behind = G_MAXINT64, skipped = 0;

  for (guint i = self->n_jobs; i-- > 0;)
    {
      const SlJob *job = &self->jobs[i];

      if (!self->is_numbered && is_before_loss (job))
        least_behind = G_MAXINT64;
      if (job->release != SL_JOB_NEVER && !is_backlog (job))
        least_behind = MIN (least_behind, lateness[i]);
      least[i] = least_behind;
    }

  for (guint i = 0; i < self->n_jobs; i++)
    {
      const SlJob *job = &self->jobs[i];

      if (job->release != SL_JOB_NEVER)
        {
          if (!is_backlog (job))
            skipped = MAX (skipped, count_skipped (self, least[i]));
          lateness[i] -= MIN (skipped, lateness[i] / self->rule->period) * self->rule->period;
        }
      if (!self->is_numbered && is_before_loss (job))
        skipped = 0;
    }
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
 * activations before it released no job. A job that had to wait for an earlier one of the task says nothing of that: no
 * activation lies between the two. The numbers that the trace gives the jobs say how many were lost where nothing was
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
  g_autofree gint64 *numbers = g_new (gint64, n_jobs);
  Grid grid = { .rule = rule, .jobs = jobs, .n_jobs = n_jobs, .numbers = numbers };

  for (guint i = 0; i < n_jobs; i++)
    lateness[i] = SL_RELEASE_LATENESS_UNKNOWN;
  if (n_jobs == 0 || !is_periodic || rule->period > G_MAXINT64 / 4 / n_jobs)
    return;

  if (start != SL_JOB_NEVER || !take_all_numbers (&grid) || !measure (&grid, start, lateness))
    {
      count_jobs (&grid);
      measure (&grid, start, lateness);
    }
  leave_out_skipped (&grid, lateness);
}
