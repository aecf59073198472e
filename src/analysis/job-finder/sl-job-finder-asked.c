/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs that only the user knows of: of a task for which no trace says where its jobs begin. What a sleep was for shows
 * only as the task is woken: a job is finished where the last sleep began before the next one is released. Of a thread
 * of which only spans are recorded the user may say which spans are its jobs: those of one name, or from the begin of a span
 * of one name to the end of the next one of another. */
#include "sl-job-finder-private.h"

#include "sl-job-slices.h"
#include "sl-kind-action.h"
#include "sl-source-extras.h"

/* A task's sleeps, up to where it is looked at. */
typedef struct
{
  SlTrackIter iter;
  SlItem slice;
  gboolean has_slice;
  SlTime slept_at;  /* the last sleep began; SL_JOB_NEVER */
  SlTime woken_at;  /* that ended; SL_JOB_NEVER */
  gboolean is_lost; /* since then something was not recorded */
} Sleeps;

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
      if (sl_job_slice_is_sleep (&sleeps->slice))
        {
          sleeps->slept_at = sleeps->slice.begin;
          sleeps->woken_at = sleeps->slice.end;
          sleeps->is_lost = FALSE;
        }
      if (sleeps->slice.state == SL_STATE_WAKING)
        {
          sleeps->woken_at = sleeps->slice.begin;
          sleeps->is_lost = FALSE;
        }
      if (sleeps->slice.state != SL_STATE_UNKNOWN)
        continue;

      sleeps->slept_at = sleeps->woken_at = SL_JOB_NEVER;
      sleeps->is_lost = TRUE;
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

/* A job is released as the task is woken for it; where it did not sleep before, as it begins; where nobody recorded that,
 * nobody knows. */
static SlTime
find_release (SlJobFinder *self, const Sleeps *sleeps, SlTime time)
{
  SlTime before = self->jobs->len > self->first
                      ? g_array_index (self->jobs, SlJob, self->jobs->len - 1).end
                      : SL_TIME_MIN;

  if (sleeps->woken_at != SL_JOB_NEVER && sleeps->woken_at > before)
    return sleeps->woken_at;

  return sleeps->is_lost ? SL_JOB_NEVER : time;
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
has_items (const SlLane *lane, SlTrackRole role)
{
  const SlTrack *track = sl_lane_get_track (lane, role);

  return track != NULL && sl_track_get_count (track) > 0;
}

/* Whether the trace says when a job of the task is released or finished. */
static gboolean
has_job_marks (const SlLane *lane)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);

  for (guint code = 0; marks != NULL && code < sl_track_get_n_codes (marks); code++)
    {
      guint32 kind, detail;

      sl_track_get_code (marks, code, &kind, &detail);
      if (sl_kind_is_release (kind) || sl_kind_get_action (kind) == SL_ACTION_FINISH)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_job_finder_goes_by_wakings:
 * @lane: of a task
 *
 * A task to which the user gives a deadline, but no period that it keeps, which no timer wakes, and of which no mark says when
 * its jobs begin, has one from each wake-up to the next sleep. Waits for locks and sleeps that nothing may interrupt, as for a
 * disk, are parts of it.
 *
 * Returns: whether @lane is of such a task
 */
gboolean
sl_job_finder_goes_by_wakings (SlTrace *trace, const SlLane *lane, const SlTaskRule *rule)
{
  gboolean is_given = rule->deadline > 0 && (rule->deadline_from == SL_DEADLINE_OPTION ||
                                             rule->deadline_from == SL_DEADLINE_MODEL);
  gboolean is_periodic = rule->period > 0 && !rule->is_sporadic && !rule->is_aperiodic;

  return is_given && !is_periodic && rule->begin == NULL && rule->end == NULL &&
         sl_source_records_wakeups (sl_trace_get_source (trace)) &&
         has_items (lane, SL_ROLE_WAKERS) && !has_items (lane, SL_ROLE_TIMED) &&
         !has_job_marks (lane);
}

static gboolean
is_asked (const SlTaskRule *rule)
{
  return rule->period > 0 || rule->deadline > 0;
}

/**
 * sl_job_finder_are_alike:
 *
 * Returns: whether a task has the same jobs, with the same nominal releases, by either rule, whatever the trace says
 *   of it
 */
gboolean
sl_job_finder_are_alike (const SlTaskRule *one, const SlTaskRule *other)
{
  return is_asked (one) == is_asked (other) && one->period == other->period &&
         one->is_sporadic == other->is_sporadic && one->is_aperiodic == other->is_aperiodic &&
         g_strcmp0 (one->begin, other->begin) == 0 && g_strcmp0 (one->end, other->end) == 0;
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

/* A span of interest begins or ends. */
typedef struct
{
  SlTime time;
  gint8 step; /* 1: it begins; -1: it ends */
  gboolean is_empty;
} Point;

/* The last tick of the trace ends what is open; where the thread has finished a job there, nothing was. */
static gboolean
is_closed (SlJobFinder *self, const SlLane *lane)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  SlItem last;

  return marks != NULL && sl_track_find_before (marks, SL_TIME_MAX, &last) &&
         last.begin == self->end && last.state == SL_KIND_ACTED_FINISH;
}

static void
add_points (SlJobFinder *self,
            const SlTrack *track,
            GPatternSpec *begins,
            GPatternSpec *ends,
            gboolean has_last,
            GArray *points)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, track, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    {
      gboolean is_empty = item.begin == item.end;
      Point begin = { item.begin, 1, is_empty };
      Point end = { item.end, -1, is_empty };

      if (item.state != SL_STATE_ACTIVE)
        continue;
      if (matches (self, begins, item.detail))
        g_array_append_val (points, begin);
      if (matches (self, ends, item.detail) && (item.end < self->end || has_last))
        g_array_append_val (points, end);
    }
}

/* Within an instant what lasted ends before anything begins; what is empty begins before it ends. */
static int
compare_points (gconstpointer one, gconstpointer other)
{
  const Point *a = one, *b = other;
  int rank_a = a->step > 0 ? 1 : a->is_empty ? 2 : 0;
  int rank_b = b->step > 0 ? 1 : b->is_empty ? 2 : 0;

  if (a->time != b->time)
    return a->time < b->time ? -1 : 1;
  return rank_a - rank_b;
}

/* A span of the same name inside of another is a part of that one's job. */
static void
take_points (SlJobFinder *self, const GArray *points, gboolean is_one_name)
{
  guint depth = 0;

  for (guint i = 0; i < points->len; i++)
    {
      const Point *point = &g_array_index (points, Point, i);
      gboolean is_open = self->head < self->jobs->len;

      if (point->step > 0)
        {
          if (depth++ > 0 && is_one_name)
            continue;
          if (is_open)
            sl_job_finder_end_job (self, point->time, SL_JOB_FINISHED);
          sl_job_finder_add_job (self, point->time);
        }
      else if (depth > 0 && (--depth == 0 || !is_one_name) && is_open)
        {
          sl_job_finder_end_job (self, point->time, SL_JOB_FINISHED);
          depth = is_one_name ? depth : 0;
        }
    }
}

/**
 * sl_job_finder_take_spans:
 * @lane: of a thread with spans alone
 *
 * Returns: whether the jobs of the thread at hand are the spans that the user says
 */
gboolean
sl_job_finder_take_spans (SlJobFinder *self, const SlLane *lane, const SlTaskRule *rule)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (Point));
  gboolean is_one_name = rule->end == NULL || g_strcmp0 (rule->begin, rule->end) == 0;
  gboolean has_last = is_closed (self, lane);
  GPatternSpec *begins, *ends;

  if (rule->begin == NULL)
    return FALSE;

  begins = g_pattern_spec_new (rule->begin);
  ends = g_pattern_spec_new (is_one_name ? rule->begin : rule->end);
  for (guint i = 0; i < lane->n_tracks; i++)
    if (lane->tracks[i].role == SL_ROLE_STATES || lane->tracks[i].role == SL_ROLE_NESTED)
      add_points (self, lane->tracks[i].track, begins, ends, has_last, points);
  g_pattern_spec_free (begins);
  g_pattern_spec_free (ends);
  g_array_sort (points, compare_points);
  take_points (self, points, is_one_name);
  return TRUE;
}
