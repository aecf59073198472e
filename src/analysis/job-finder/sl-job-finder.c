/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-finder-private.h"

#include "sl-job-slices.h"
#include "sl-kind-action.h"
#include "sl-source-extras.h"
#include "sl-state-iter.h"
#include "sl-track-iter.h"

/**
 * sl_job_finder_new:
 * @idle_task: number of the idle task, 0 for none
 * @rules: what the user says of the tasks; they live as long as the finder
 *
 * Returns: (transfer full):
 */
SlJobFinder *
sl_job_finder_new (SlTrace *trace, guint32 idle_task, const SlTaskRules *rules)
{
  SlJobFinder *self = g_new0 (SlJobFinder, 1);
  SlSource *source = sl_trace_get_source (trace);

  self->trace = trace;
  self->rules = rules;
  self->is_of_kernel = sl_source_has_trait (source, SL_TRAIT_KERNEL);
  self->is_told = sl_source_records_wakeups (source);
  self->has_marks = self->is_of_kernel || sl_source_says (source, SL_TELLS_JOBS) ||
                    sl_trace_get_n_events_of_action (trace, SL_ACTION_RELEASE) > 0 ||
                    sl_trace_get_n_events_of_action (trace, SL_ACTION_FINISH) > 0;
  self->gaps = g_array_new (FALSE, FALSE, sizeof (SlSpan));
  self->processors = sl_processors_new (trace);
  self->idle_at = sl_processors_find_idle (self->processors, idle_task);

  return self;
}

void
sl_job_finder_free (SlJobFinder *self)
{
  g_array_unref (self->gaps);
  sl_processors_free (self->processors);
  g_free (self);
}

static gboolean
is_working (const SlJobFinder *self, const SlItem *slice)
{
  switch ((int) slice->state)
    {
    case SL_STATE_RUNNING:
    case SL_STATE_INTERRUPTED:
    case SL_STATE_READY:
    case SL_STATE_WAKING:
    case SL_STATE_THROTTLED:
      return TRUE;
    case SL_STATE_BLOCKED:
      return slice->detail != 0;
    case SL_STATE_UNINTERRUPTIBLE:
      return self->wakers != NULL;
    default:
      return FALSE;
    }
}

/* Whether the task is woken at @time. */
static gboolean
is_woken_at (const SlJobFinder *self, SlTime time)
{
  SlTrackIter iter;
  SlItem item;

  sl_track_iter_init (&iter, self->wakers, time);
  return sl_track_iter_next (&iter, &item) && item.begin == time;
}

/* When the job is released that begins with @slice, behind a slice of @before. */
static SlTime
get_release (const SlJobFinder *self, const SlItem *slice, SlState before)
{
  gboolean is_known = self->wakers != NULL ? is_woken_at (self, slice->begin)
                                           : before != SL_STATE_UNKNOWN && before != SL_STATE_NONE;

  return is_known ? slice->begin : SL_JOB_NEVER;
}

/* A job begins where the task wakes up and ends where it goes to sleep; waiting for a lock is no
 * sleep. */
static gboolean
find_by_states (SlJobFinder *self, GCancellable *cancellable, GError **error)
{
  SlState before = SL_STATE_NONE;
  SlTrackReader reader;
  const SlItem *slice;

  sl_track_reader_init (&reader, self->states, SL_TIME_MIN);
  while ((slice = sl_track_reader_next (&reader)) != NULL)
    {
      gboolean open = self->head < self->jobs->len;

      if (slice->index % CANCEL_INTERVAL == 0 &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (is_working (self, slice) && !open)
        sl_job_finder_add_job (self, get_release (self, slice, before));
      else if (slice->state == SL_STATE_UNKNOWN && open)
        sl_job_finder_end_job (self, slice->begin, SL_JOB_LOST);
      else if (!is_working (self, slice) && open)
        sl_job_finder_end_job (self, slice->begin, SL_JOB_FINISHED);
      before = slice->state;
    }

  return TRUE;
}

/* Whom events name may change within a gap: that makes a slice, and no gap. */
static void
find_gaps (SlJobFinder *self)
{
  SlStateIter iter;
  SlItem slice;

  g_array_set_size (self->gaps, 0);
  if (!sl_job_states_have (self->states, SL_STATE_UNKNOWN))
    return;

  sl_state_iter_init (&iter, self->states, SL_STATE_UNKNOWN, SL_TIME_MIN);
  while (sl_state_iter_next (&iter, &slice))
    {
      SlSpan span = { slice.begin, slice.end };
      SlSpan *last =
          self->gaps->len > 0 ? &g_array_index (self->gaps, SlSpan, self->gaps->len - 1) : NULL;

      if (last != NULL && last->end == span.begin)
        last->end = span.end;
      else
        g_array_append_val (self->gaps, span);
    }
}

/* Where the first gap begins that ends behind @time; SL_TIME_MIN where none does that begins before @end. */
static SlTime
find_gap (const SlJobFinder *self, SlTime time, SlTime end)
{
  for (guint i = 0; i < self->gaps->len; i++)
    {
      const SlSpan *gap = &g_array_index (self->gaps, SlSpan, i);

      if (gap->end > time)
        return gap->begin < end ? gap->begin : SL_TIME_MIN;
    }

  return SL_TIME_MIN;
}

/* What became of jobs that are still open behind the last mark lies in a gap, if there is one since, or behind the trace. */
static void
end_open_jobs (SlJobFinder *self)
{
  guint gap = self->gaps->len > self->n_lost ? self->n_lost : self->gaps->len - 1;

  while (self->head < self->jobs->len)
    if (self->head < self->unsure || self->gaps->len > self->n_lost)
      sl_job_finder_end_job (self, g_array_index (self->gaps, SlSpan, gap).begin, SL_JOB_LOST);
    else if (!sl_job_finder_end_by_sleep (self, self->end, TRUE))
      sl_job_finder_end_job (self, self->end, 0);
}

/* Ends what is still open, and tells from where on each job had its way free. */
static void
close_jobs (SlJobFinder *self)
{
  SlTime begin = sl_track_get_span (self->states).begin;
  SlTime before = SL_TIME_MIN;

  end_open_jobs (self);
  for (guint i = self->first; i < self->jobs->len; i++)
    {
      SlJob *job = &g_array_index (self->jobs, SlJob, i);

      SlTime earliest = job->release;

      /* One that nobody saw released was so when nothing was recorded, if that ever was. */
      if (job->release == SL_JOB_NEVER)
        earliest = MAX (begin, find_gap (self, before, job->end));
      job->eligible = MAX (earliest, before);
      job->end = MAX (job->end, job->eligible);
      before = job->end;
    }
}

/**
 * sl_job_finder_run:
 * @lane: of a task
 * @jobs: (element-type SlJob): the task's jobs are appended, by release; what follows from the
 *   slices and the deadlines are left out
 * @n_skipped: (out): activations that released no job
 * @cancellable: (nullable): looked at now and then
 *
 * Releases are matched with finishes in order, as the kernel queues them.
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED
 */
gboolean
sl_job_finder_run (SlJobFinder *self,
                   const SlLane *lane,
                   GArray *jobs,
                   guint64 *n_skipped,
                   GCancellable *cancellable,
                   GError **error)
{
  const SlTrack *marks = sl_lane_get_track (lane, SL_ROLE_MARKS);
  const SlTaskRule *rule = sl_task_rules_get (self->rules, lane->object);
  gboolean is_of_spans, is_asked;
  gboolean done = TRUE;

  *n_skipped = 0;
  self->states = sl_lane_get_track (lane, SL_ROLE_STATES);
  if (self->states == NULL)
    return TRUE;

  self->task = lane->object;
  self->jobs = jobs;
  self->first = jobs->len;
  self->end = sl_track_get_span (self->states).end;
  self->may_throttle = self->is_of_kernel && sl_job_states_have (self->states, SL_STATE_THROTTLED);
  self->is_concluded = FALSE;
  sl_track_cursor_init (&self->asleep, self->states);
  sl_job_finder_begin (self);
  find_gaps (self);

  /* Where only spans are recorded, the outermost begin and end with marks of their own. */
  is_of_spans = sl_job_states_have (self->states, SL_STATE_ACTIVE);

  self->n_lost = self->gaps->len;
  is_asked = (is_of_spans && sl_job_finder_take_spans (self, lane, rule)) ||
             sl_job_finder_take_asked (self, lane, rule);
  self->wakers = !is_asked && sl_job_finder_goes_by_wakings (self->trace, lane, rule)
                     ? sl_lane_get_track (lane, SL_ROLE_WAKERS)
                     : NULL;
  if (is_asked)
    done = !g_cancellable_set_error_if_cancelled (cancellable, error);
  else if (self->wakers != NULL || (!self->has_marks && !is_of_spans))
    done = find_by_states (self, cancellable, error);
  else if (marks != NULL)
    {
      self->is_concluded = self->is_told && !sl_job_slices_have_starts (marks);
      done = sl_job_finder_take_marks (self, marks, cancellable, error);
    }
  if ((is_asked || self->wakers != NULL) && marks != NULL)
    sl_job_finder_take_misses (self, marks);

  close_jobs (self);
  *n_skipped = self->n_skipped;
  return done;
}
