/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs that only the user knows of: of a task for which no trace says where its jobs begin. What a sleep was for shows
 * only as the task is woken: a job is finished where the last sleep began before the next one is released. */
#include "sl-job-finder-private.h"

#include "sl-kind-action.h"

/* A task's sleeps, up to where it is looked at. */
typedef struct
{
  SlTrackIter iter;
  SlItem slice;
  gboolean has_slice;
  SlTime slept_at; /* the last sleep began; SL_JOB_NEVER */
  SlTime woken_at; /* that ended; SL_JOB_NEVER */
} Sleeps;

static gboolean
is_sleep (const SlItem *slice)
{
  return slice->state == SL_STATE_IDLE || slice->state == SL_STATE_SUSPENDED ||
         (slice->state == SL_STATE_BLOCKED && slice->detail == 0);
}

static gboolean
has_open_job (const SlJobFinder *self)
{
  return self->head < self->jobs->len;
}

/* Goes on to the slices that begin before @time. */
static void
advance (SlJobFinder *self, Sleeps *sleeps, SlTime time)
{
  for (; sleeps->has_slice && sleeps->slice.begin < time;
       sleeps->has_slice = sl_track_iter_next (&sleeps->iter, &sleeps->slice))
    {
      if (is_sleep (&sleeps->slice))
        {
          sleeps->slept_at = sleeps->slice.begin;
          sleeps->woken_at = sleeps->slice.end;
        }
      if (sleeps->slice.state == SL_STATE_WAKING)
        sleeps->woken_at = sleeps->slice.begin;
      if (sleeps->slice.state != SL_STATE_UNKNOWN)
        continue;

      sleeps->slept_at = sleeps->woken_at = SL_JOB_NEVER;
      if (has_open_job (self))
        sl_job_finder_end_job (self, sleeps->slice.begin, SL_JOB_LOST);
    }
}

static void
begin (SlJobFinder *self, Sleeps *sleeps)
{
  *sleeps = (Sleeps) { .slept_at = SL_JOB_NEVER, .woken_at = SL_JOB_NEVER };
  sl_track_iter_init (&sleeps->iter, self->states, SL_TIME_MIN);
  sleeps->has_slice = sl_track_iter_next (&sleeps->iter, &sleeps->slice);
}

static SlTime
get_last_begin (const SlJobFinder *self)
{
  const SlJob *job = &g_array_index (self->jobs, SlJob, self->jobs->len - 1);

  return job->release;
}

/* Returns whether the job that is open was finished by the last sleep. */
static gboolean
end_by_sleep (SlJobFinder *self, const Sleeps *sleeps)
{
  if (!has_open_job (self) || sleeps->slept_at == SL_JOB_NEVER ||
      (get_last_begin (self) != SL_JOB_NEVER && sleeps->slept_at < get_last_begin (self)))
    return FALSE;

  sl_job_finder_end_job (self, sleeps->slept_at, SL_JOB_FINISHED);
  return TRUE;
}

static void
take_timed (SlJobFinder *self, const SlTrack *timed)
{
  SlTrackIter iter;
  SlItem item;
  Sleeps sleeps;

  begin (self, &sleeps);
  sl_track_iter_init (&iter, timed, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      advance (self, &sleeps, item.begin);
      end_by_sleep (self, &sleeps);
      if (!has_open_job (self))
        sl_job_finder_add_job (self, item.begin);
    }
  advance (self, &sleeps, SL_TIME_MAX);
}

static gboolean
matches (SlJobFinder *self, GPatternSpec *spec, guint32 object)
{
  const char *name =
      object != 0 ? sl_object_table_get (sl_trace_get_objects (self->trace), object)->name : NULL;

  return spec != NULL && name != NULL && g_pattern_spec_match_string (spec, name);
}

/* A job is released as the task is woken for it; where it did not sleep before, as it begins. */
static SlTime
find_release (SlJobFinder *self, const Sleeps *sleeps, SlTime time)
{
  SlTime before = self->jobs->len > self->first
                      ? g_array_index (self->jobs, SlJob, self->jobs->len - 1).end
                      : SL_TIME_MIN;

  return sleeps->woken_at != SL_JOB_NEVER && sleeps->woken_at > before ? sleeps->woken_at : time;
}

static void
take_logged (SlJobFinder *self, const SlTrack *logged, GPatternSpec *begins, GPatternSpec *ends)
{
  SlTrackIter iter;
  SlItem item;
  Sleeps sleeps;

  begin (self, &sleeps);
  sl_track_iter_init (&iter, logged, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      if (matches (self, begins, item.detail))
        {
          advance (self, &sleeps, item.begin);
          if (has_open_job (self) && !end_by_sleep (self, &sleeps))
            sl_job_finder_end_job (self, item.begin, SL_JOB_FINISHED);
          sl_job_finder_add_job (self, find_release (self, &sleeps, item.begin));
        }
      else if (matches (self, ends, item.detail))
        {
          advance (self, &sleeps, item.begin);
          if (!has_open_job (self))
            sl_job_finder_add_job (self, begins == NULL && sleeps.woken_at != SL_JOB_NEVER
                                             ? find_release (self, &sleeps, item.begin)
                                             : SL_JOB_NEVER);
          sl_job_finder_end_job (self, item.begin, SL_JOB_FINISHED);
        }
    }
  advance (self, &sleeps, SL_TIME_MAX);
}

static gboolean
has_releases (const SlLane *lane)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);

  for (guint code = 0; marks != NULL && code < sl_track_get_n_codes (marks); code++)
    {
      guint32 kind, detail;

      sl_track_get_code (marks, code, &kind, &detail);
      if (sl_kind_is_release (kind))
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_asked (const SlTaskRule *rule)
{
  return rule->period > 0 || rule->deadline > 0;
}

/**
 * sl_job_finder_are_alike:
 *
 * Returns: whether a task has the same jobs by either rule, whatever the trace says of it
 */
gboolean
sl_job_finder_are_alike (const SlTaskRule *one, const SlTaskRule *other)
{
  return is_asked (one) == is_asked (other) && g_strcmp0 (one->begin, other->begin) == 0 &&
         g_strcmp0 (one->end, other->end) == 0;
}

/**
 * sl_job_finder_take_asked:
 *
 * Returns: whether the jobs of the task at hand are found by what the user says of them
 */
gboolean
sl_job_finder_take_asked (SlJobFinder *self, const SlLane *lane, const SlTaskRule *rule)
{
  const SlTrack *logged = sl_lane_get_track (lane, SL_ROLE_LOGGED);
  const SlTrack *timed = sl_lane_get_track (lane, SL_ROLE_TIMED);
  GPatternSpec *begins, *ends;

  if (logged != NULL && (rule->begin != NULL || rule->end != NULL))
    {
      begins = rule->begin != NULL ? g_pattern_spec_new (rule->begin) : NULL;
      ends = rule->end != NULL ? g_pattern_spec_new (rule->end) : NULL;
      take_logged (self, logged, begins, ends);
      g_clear_pointer (&begins, g_pattern_spec_free);
      g_clear_pointer (&ends, g_pattern_spec_free);
      return TRUE;
    }
  if (timed == NULL || !is_asked (rule) || has_releases (lane))
    return FALSE;

  take_timed (self, timed);
  return TRUE;
}
