/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where a release is a wake-up, a task that is late is not woken: its next job begins at once. If nothing records where that
 * begins either, the two are found as one job, which goes on beyond the next release. Where the period is known, and the
 * release behind it comes as many periods later as were due while it went on, it was as many jobs. Where nobody says the period,
 * the releases do, if they are regular. */
#include "sl-job-arrivals.h"

#include <stdlib.h>

#include "sl-job-slices.h"
#include "sl-kind-action.h"
#include "sl-track-iter.h"

/* By what part of a period a release may be off that somebody says, and of one that only shows. */
#define NEAR      10
#define VERY_NEAR 50

/* From how many distances between releases on, and how many of ten of which are about a multiple of it, a period shows. */
#define LEAST_DISTANCES 4
#define MOST_OF_TEN     8

/* What goes on for more periods is left as it was found: the period may be wrong. */
#define MOST_MERGED 64

/**
 * sl_job_arrivals_find_recorded:
 * @role: of a track of @lane that has a time for each release
 * @jobs: (array length=n_jobs): of the task, by release
 * @values: (out) (array length=n_jobs): what is recorded at the release of each; %SL_JOB_NEVER where nothing is. Jobs that
 *   are released at the same tick get the values of that tick in their order.
 */
void
sl_job_arrivals_find_recorded (const SlLane *lane,
                               SlTrackRole role,
                               const SlJob *jobs,
                               guint n_jobs,
                               SlTime *values)
{
  const SlTrack *track = sl_lane_get_track (lane, role);
  gboolean has_item = FALSE;
  SlTrackIter iter;
  SlItem item;

  if (track != NULL)
    {
      sl_track_iter_init (&iter, track, SL_TIME_MIN);
      has_item = sl_track_iter_next (&iter, &item);
    }

  for (guint i = 0; i < n_jobs; i++)
    {
      values[i] = SL_JOB_NEVER;
      if (jobs[i].release == SL_JOB_NEVER)
        continue;

      while (has_item && item.begin < jobs[i].release)
        has_item = sl_track_iter_next (&iter, &item);
      if (!has_item || item.begin > jobs[i].release)
        continue;

      values[i] = item.value;
      has_item = sl_track_iter_next (&iter, &item);
    }
}

/* When a job that a timer released was due: as recorded with its release, else by how late that timer was. */
static void
find_nominal (const SlLane *lane, const SlJob *jobs, guint n_jobs, SlTime *nominal)
{
  g_autofree SlTime *late_by = g_new (SlTime, n_jobs);

  sl_job_arrivals_find_recorded (lane, SL_ROLE_NOMINAL, jobs, n_jobs, nominal);
  sl_job_arrivals_find_recorded (lane, SL_ROLE_TIMED, jobs, n_jobs, late_by);
  for (guint i = 0; i < n_jobs; i++)
    if (nominal[i] == SL_JOB_NEVER && late_by[i] != SL_JOB_NEVER && late_by[i] >= 0)
      nominal[i] = jobs[i].release - late_by[i];
}

static gboolean
is_periodic (const SlTaskRule *rule)
{
  return rule->period > 0 && !rule->is_sporadic && !rule->is_aperiodic;
}

static gboolean
is_unknown (const SlItem *slice)
{
  return slice->state == SL_STATE_UNKNOWN;
}

/* Whether a slice that @is_wanted lies, for a tick, between two times. */
static gboolean
has_slice (const SlTrack *states,
           gboolean (*is_wanted) (const SlItem *slice),
           SlTime begin,
           SlTime end)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, states, begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < end)
    if (is_wanted (&item))
      return TRUE;

  return FALSE;
}

/* A job that begins at once after an earlier one is released by no timer: it should have been one period of the task
 * model after that one, where the task was still busy with it then. Of a recorded period the trace says that itself. */
static void
follow_nominal (const SlTrack *states, const SlTaskRule *rule, const SlJob *before, SlJob *job)
{
  SlTime due;

  if (!is_periodic (rule) || rule->is_period_recorded || job->nominal != SL_JOB_NEVER ||
      job->release == SL_JOB_NEVER || before->release == SL_JOB_NEVER ||
      (before->flags & SL_JOB_FINISHED) == 0)
    return;

  due = sl_time_add (sl_job_get_arrival (before), rule->period);
  if (due <= before->end && due <= job->release &&
      !has_slice (states, sl_job_slice_is_sleep, before->end, job->release))
    job->nominal = due;
}

/**
 * sl_job_arrivals_set:
 * @is_woken: releases are wake-ups
 * @jobs: (inout) (array length=n_jobs): all of the task, by release; their nominal releases are set as far as they are known
 */
void
sl_job_arrivals_set (const SlLane *lane,
                     const SlTaskRule *rule,
                     gboolean is_woken,
                     SlJob *jobs,
                     guint n_jobs)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  g_autofree SlTime *nominal = g_new (SlTime, n_jobs);

  find_nominal (lane, jobs, n_jobs, nominal);
  for (guint i = 0; i < n_jobs; i++)
    if (nominal[i] != SL_JOB_NEVER)
      jobs[i].nominal = MIN (nominal[i], jobs[i].release);
  for (guint i = 1; i < n_jobs && is_woken; i++)
    follow_nominal (states, rule, &jobs[i - 1], &jobs[i]);
}

/* Nobody says where a job ends and the next one begins, and a task that is late does not leave out a release, as one that has
 * no budget may. */
static gboolean
may_run_on (const SlLane *lane, const SlTaskRule *rule)
{
  return !rule->is_sporadic && !rule->is_aperiodic && rule->begin == NULL && rule->end == NULL &&
         !sl_job_slices_have_starts (sl_lane_get_track (lane, SL_ROLE_MARKS)) &&
         !sl_job_states_have (sl_lane_get_track (lane, SL_ROLE_STATES), SL_STATE_THROTTLED);
}

static int
compare_ticks (gconstpointer one, gconstpointer other)
{
  const gint64 *a = one, *b = other;

  return (*a > *b) - (*a < *b);
}

/* Moves what is at most @pivot before what is at least @pivot. Returns: where the first of the latter are */
static gint64 *
split (gint64 *first, gint64 *last, gint64 pivot)
{
  while (TRUE)
    {
      gint64 moved;

      while (*first < pivot)
        first++;
      while (*last > pivot)
        last--;
      if (first >= last)
        return first;

      moved = *first;
      *first++ = *last;
      *last-- = moved;
    }
}

/* The value that would be in the middle of @values if they were in order: most of them are never compared with each other. Where
 * they are split badly again and again, what is left is sorted. */
static gint64
find_middle (gint64 *values, guint n)
{
  gint64 *first = values, *last = values + n - 1;
  const gint64 *middle = values + n / 2;

  for (guint left = 2 * g_bit_storage (n); first < last && left > 0; left--)
    {
      gint64 *begin = split (first, last, first[(last - first + 1) / 2]);

      if (begin > middle)
        last = begin - 1;
      else
        first = begin;
    }
  if (first < last)
    qsort (first, (gsize) (last - first) + 1, sizeof *first, compare_ticks);
  return *middle;
}

/* By how much @distance is off a multiple of @period; nothing is less than one. */
static gint64
get_offset (gint64 distance, gint64 period)
{
  return ABS (distance - MAX ((distance + period / 2) / period, 1) * period);
}

/**
 * sl_job_arrivals_estimate_period:
 * @times: (array length=n_times): in order; %SL_JOB_NEVER for those that are not known
 *
 * Returns: the median of the distances between times that follow each other; 0 where there are none
 */
gint64
sl_job_arrivals_estimate_period (const SlTime *times, guint n_times)
{
  g_autofree gint64 *distances = g_new (gint64, n_times);
  guint n = 0;

  for (guint i = 1; i < n_times; i++)
    if (times[i] != SL_JOB_NEVER && times[i - 1] != SL_JOB_NEVER && times[i] > times[i - 1])
      distances[n++] = times[i] - times[i - 1];
  if (n == 0)
    return 0;

  return find_middle (distances, n);
}

/**
 * sl_job_arrivals_are_regular:
 * @times: (array length=n_times): in order; %SL_JOB_NEVER for those that are not known
 * @period: above 0
 * @off: by how much a distance may be off
 * @n_least: how many distances must be known
 *
 * Returns: whether eight of ten distances between times that follow each other are about a multiple of @period
 */
gboolean
sl_job_arrivals_are_regular (const SlTime *times,
                             guint n_times,
                             gint64 period,
                             gint64 off,
                             guint n_least)
{
  guint n_distances = 0, n_near = 0;

  for (guint i = 1; i < n_times; i++)
    if (times[i] != SL_JOB_NEVER && times[i - 1] != SL_JOB_NEVER && times[i] > times[i - 1])
      {
        n_distances++;
        n_near += get_offset (times[i] - times[i - 1], period) <= off;
      }

  return n_distances >= n_least && n_near * 10 >= n_distances * MOST_OF_TEN;
}

/* As that of the releases of jobs, where they are regular; else 0. */
static gint64
find_regular_period (const SlJob *jobs, guint n_jobs)
{
  g_autofree SlTime *releases = g_new (SlTime, n_jobs);
  gint64 period;

  for (guint i = 0; i < n_jobs; i++)
    releases[i] = jobs[i].release;
  period = sl_job_arrivals_estimate_period (releases, n_jobs);

  return period > 0 && sl_job_arrivals_are_regular (releases, n_jobs, period, period / VERY_NEAR,
                                                    LEAST_DISTANCES)
             ? period
             : 0;
}

/* Whether the task was woken for @job: it was asleep up to its release. */
static gboolean
is_woken_for (const SlTrack *states, const SlJob *job)
{
  SlItem before;

  return sl_track_find_before (states, job->release, &before) && sl_job_slice_is_sleep (&before);
}

/* How many jobs were released while @job went on, itself included. */
static guint
count_merged (const SlTrack *states, gint64 period, const SlJob *job, const SlJob *next)
{
  gint64 distance, periods;

  if (job->release == SL_JOB_NEVER || next->release == SL_JOB_NEVER ||
      (job->flags & SL_JOB_FINISHED) == 0 || job->end - job->release <= period)
    return 1;

  distance = next->release - job->release;
  periods = (distance + period / 2) / period;
  if (periods > MOST_MERGED || get_offset (distance, period) > period / NEAR ||
      (job->end - job->release) / period + 1 != periods ||
      has_slice (states, is_unknown, job->release, job->end) || !is_woken_for (states, job) ||
      !is_woken_for (states, next))
    return 1;

  return (guint) periods;
}

static gint64
count_execution (const SlTrack *states, SlTime begin, SlTime end)
{
  gint64 ticks = 0;
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, states, begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < end)
    if (item.state == SL_STATE_RUNNING)
      ticks += MIN (item.end, end) - MAX (item.begin, begin);

  return ticks;
}

/* When the task has executed for @ticks since @begin; @end where it has not by then. */
static SlTime
find_executed (const SlTrack *states, SlTime begin, SlTime end, gint64 ticks)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, states, begin);
  while (sl_track_iter_next (&iter, &item) && item.begin < end)
    {
      gint64 part = MIN (item.end, end) - MAX (item.begin, begin);

      if (item.state != SL_STATE_RUNNING)
        continue;
      if (ticks <= part)
        return MAX (item.begin, begin) + ticks;
      ticks -= part;
    }

  return end;
}

/* Appends what @whole was: @n_merged jobs, of which only the end of the last is recorded. As far as anybody knows they
 * executed alike; each was finished after the next one's release, since the task did not sleep there. */
static void
append_merged (GArray *jobs,
               const SlTrack *states,
               gint64 period,
               const SlJob *whole,
               guint n_merged)
{
  gint64 ticks = count_execution (states, whole->eligible, whole->end);
  SlTime before = whole->eligible;

  for (guint i = 0; i < n_merged; i++)
    {
      SlJob job = *whole;

      job.release = whole->release + (gint64) i * period;
      job.eligible = MAX (before, job.release);
      if (i > 0)
        job.nominal = job.release;
      if (i + 1 < n_merged)
        {
          job.end = MAX (find_executed (states, whole->eligible, whole->end,
                                        ticks / n_merged * (gint64) (i + 1)),
                         job.release + period + 1);
          job.end = MIN (job.end, whole->end);
          job.flags = (guint16) ((job.flags & ~SL_JOB_FINISHED) | SL_JOB_RUNS_ON);
        }
      before = job.end;
      g_array_append_val (jobs, job);
    }
}

/**
 * sl_job_arrivals_split:
 * @lane: of a task whose releases are wake-ups
 * @jobs: (element-type SlJob) (inout): to which those of the task were appended last
 * @first: place of the first of them
 *
 * Takes jobs that were found as one apart, where the period is known or shows.
 */
void
sl_job_arrivals_split (const SlLane *lane, const SlTaskRule *rule, GArray *jobs, guint first)
{
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  g_autoptr (GArray) apart = NULL;
  gint64 period;

  if (!may_run_on (lane, rule) || first == jobs->len)
    return;

  period = rule->period > 0
               ? rule->period
               : find_regular_period (&g_array_index (jobs, SlJob, first), jobs->len - first);
  if (period == 0)
    return;

  for (guint i = first; i < jobs->len; i++)
    {
      const SlJob *job = &g_array_index (jobs, SlJob, i);
      guint n_merged = i + 1 < jobs->len ? count_merged (states, period, job, job + 1) : 1;

      if (apart == NULL && n_merged == 1)
        continue;
      if (apart == NULL)
        {
          apart = g_array_new (FALSE, FALSE, sizeof (SlJob));
          g_array_append_vals (apart, &g_array_index (jobs, SlJob, first), i - first);
        }
      if (n_merged == 1)
        g_array_append_val (apart, *job);
      else
        append_merged (apart, states, period, job, n_merged);
    }
  if (apart == NULL)
    return;

  for (guint i = 0; i < apart->len; i++)
    g_array_index (apart, SlJob, i).number = i + 1;
  g_array_set_size (jobs, first);
  g_array_append_vals (jobs, apart->data, apart->len);
}
