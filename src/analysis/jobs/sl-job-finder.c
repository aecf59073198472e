/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-finder.h"

#include "sl-kind-action.h"
#include "sl-track-cursor.h"

/* Items between two looks at the cancellable. */
#define CANCEL_INTERVAL 65536

/* Marks that are read at once. */
#define BATCH 64

struct _SlJobFinder
{
  gboolean has_marks;      /* the format tells releases and finishes */
  SlTrackCursor processor; /* tells whether two marks belong to one decision of the kernel */
  SlTime idle_at;          /* the first tick of the idle task; SL_JOB_NEVER */

  /* Of the task that is looked at: */
  guint32 task;
  const SlTrack *states;
  GArray *jobs;
  guint first;  /* of its jobs */
  guint head;   /* the oldest that has not ended */
  guint unsure; /* those before may have finished where nothing was recorded */
  guint n_lost; /* gaps that begin before the mark that is looked at */
  GArray *gaps; /* of SlSpan */
  SlTime end;   /* of what is known of the task */
  gboolean may_throttle;
  SlTrackCursor asleep; /* its states, at activations */
  gboolean paired;      /* its activations come with a release by timer, which alone counts */
  guint n_activated;    /* jobs that an activation released while the task was not @paired */
  gboolean emptied;     /* no job is left of those that it had when the trace began */
  guint n_first_before; /* jobs from before the trace that were found before all others */
  guint n_late_before;  /* such jobs that were found behind others */
  SlTime activated_at;  /* an activation that may have such a release; SL_JOB_NEVER for none */
  SlTime released_at;
  SlTime recharged_at;
  guint64 n_skipped;
};

/* The first tick at which @idle_task runs after which nobody can be ready. */
static SlTime
find_idle (const SlTrack *processor, guint32 idle_task)
{
  SlTrackIter iter;
  SlItem item;

  if (processor == NULL || idle_task == 0)
    return SL_JOB_NEVER;

  sl_track_iter_init (&iter, processor, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (item.state == SL_STATE_RUNNING && item.detail == idle_task)
      return item.begin;

  return SL_JOB_NEVER;
}

/**
 * sl_job_finder_new:
 * @idle_task: number of the idle task, 0 for none
 *
 * Returns: (transfer full):
 */
SlJobFinder *
sl_job_finder_new (SlTrace *trace, guint32 idle_task)
{
  SlJobFinder *self = g_new0 (SlJobFinder, 1);

  self->has_marks = sl_source_has_trait (sl_trace_get_source (trace), SL_TRAIT_KERNEL) ||
                    sl_trace_get_n_events_of_action (trace, SL_ACTION_RELEASE) > 0 ||
                    sl_trace_get_n_events_of_action (trace, SL_ACTION_FINISH) > 0;
  self->gaps = g_array_new (FALSE, FALSE, sizeof (SlSpan));
  for (guint i = 0; i < sl_trace_get_n_lanes (trace) && self->processor.track == NULL; i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      if (lane->type == SL_LANE_CPU)
        sl_track_cursor_init (&self->processor, sl_lane_get_track (lane, SL_ROLE_STATES));
    }
  self->idle_at = find_idle (self->processor.track, idle_task);

  return self;
}

void
sl_job_finder_free (SlJobFinder *self)
{
  g_array_unref (self->gaps);
  g_free (self);
}

static gboolean
has_state (const SlTrack *track, SlState wanted)
{
  for (guint code = 0; track != NULL && code < sl_track_get_n_codes (track); code++)
    {
      guint32 state, detail;

      sl_track_get_code (track, code, &state, &detail);
      if (state == (guint32) wanted)
        return TRUE;
    }

  return FALSE;
}

static SlJob *
get_job (SlJobFinder *self, guint number)
{
  return &g_array_index (self->jobs, SlJob, number);
}

static void
add_job (SlJobFinder *self, SlTime release)
{
  SlJob job = {
    .release = release,
    .start = SL_JOB_NEVER,
    .end = SL_JOB_NEVER,
    .deadline = SL_JOB_NEVER,
    .miss = SL_JOB_NEVER,
    .task = self->task,
    .number = self->jobs->len - self->first + 1,
  };

  if (self->head < self->jobs->len)
    job.flags |= SL_JOB_QUEUED;
  g_array_append_val (self->jobs, job);
}

static void
end_job (SlJobFinder *self, SlTime time, SlJobFlags how)
{
  SlJob *job = get_job (self, self->head++);

  job->end = time;
  job->flags |= how;
}

/* Jobs that were open when a gap began, and still are when the next one is released, are taken to
 * have finished in it. */
static void
lose_unsure (SlJobFinder *self)
{
  while (self->head < self->unsure)
    end_job (self, g_array_index (self->gaps, SlSpan, self->n_lost - 1).begin, SL_JOB_LOST);
}

static void
release (SlJobFinder *self, SlTime time)
{
  lose_unsure (self);
  add_job (self, time);
}

/* Both marks stand in one decision of the kernel: nobody else ran in between. */
static gboolean
is_one_decision (SlJobFinder *self, SlTime one, SlTime other)
{
  return one != SL_JOB_NEVER && sl_track_cursor_seek (&self->processor, one) &&
         self->processor.item.begin <= one && other < self->processor.item.end;
}

/* Whether the task had nothing to do at @time and went on having nothing to do. */
static gboolean
is_asleep (SlJobFinder *self, SlTime time)
{
  if (!sl_track_cursor_seek (&self->asleep, time) || self->asleep.item.begin > time)
    return TRUE;

  return self->asleep.item.state == SL_STATE_IDLE || self->asleep.item.state == SL_STATE_SUSPENDED;
}

static void
release_by_activation (SlJobFinder *self)
{
  release (self, self->activated_at);
  self->n_activated++;
}

/* No release by timer came with the last activation. Of a task that sleeps on it has released
 * nothing: it has an offset, and its release is recorded when it comes. */
static void
settle_activation (SlJobFinder *self)
{
  if (self->activated_at == SL_JOB_NEVER)
    return;

  if (!is_asleep (self, self->activated_at))
    {
      if (self->paired)
        self->n_skipped++;
      else
        release_by_activation (self);
    }
  self->activated_at = SL_JOB_NEVER;
}

static void
activate (SlJobFinder *self, SlTime time)
{
  settle_activation (self);
  if (is_one_decision (self, self->released_at, time))
    self->paired = TRUE;
  else
    self->activated_at = time;
}

/* The task was throttled and becomes ready by this mark: it has got a budget, not a job. A job that
 * comes at the same time has a mark after that. The task may run at once. */
static gboolean
is_recharge (SlJobFinder *self, SlTime time)
{
  SlItem at, before;

  if (!self->may_throttle || self->recharged_at == time || self->head == self->jobs->len ||
      !sl_track_find_at (self->states, time, &at) || at.begin != time ||
      !sl_track_find_before (self->states, time, &before) || before.end != time)
    return FALSE;

  return before.state == SL_STATE_THROTTLED &&
         (at.state == SL_STATE_READY || at.state == SL_STATE_RUNNING ||
          at.state == SL_STATE_INTERRUPTED);
}

static void
release_by_timer (SlJobFinder *self, SlTime time)
{
  if (is_one_decision (self, self->activated_at, time))
    {
      self->paired = TRUE;
      self->activated_at = SL_JOB_NEVER;
    }

  settle_activation (self);
  if (is_recharge (self, time))
    {
      self->recharged_at = time;
      return;
    }

  release (self, time);
  self->released_at = time;
}

/* A job shows of which no release was recorded. Up to the first tick at which the processor is idle
 * it may be one that was queued when the trace began: then those that were released since come
 * behind it. */
static void
add_unreleased (SlJobFinder *self, SlTime time)
{
  gboolean is_first = self->jobs->len == self->first ||
                      get_job (self, self->jobs->len - 1)->release == SL_JOB_NEVER;

  if (is_first)
    self->n_first_before++;
  else if (!self->emptied && self->n_lost == 0 && time <= self->idle_at)
    self->n_late_before++;
  add_job (self, SL_JOB_NEVER);
}

static void
finish (SlJobFinder *self, SlTime time)
{
  if (self->head == self->jobs->len)
    add_unreleased (self, time);

  end_job (self, time, SL_JOB_FINISHED);
}

/* A miss belongs to the job that was released last: each release posts its deadline anew. Where
 * there is none yet, that job was released before the trace began. */
static void
miss (SlJobFinder *self, SlTime time)
{
  SlJob *job;

  if (self->jobs->len == self->first)
    add_unreleased (self, time);
  else if (self->head == self->jobs->len)
    return;

  job = get_job (self, self->jobs->len - 1);
  job->flags |= SL_JOB_MISS_RECORDED;
  if (job->miss == SL_JOB_NEVER)
    job->miss = time;
}

static void
feed_mark (SlJobFinder *self, const SlItem *mark)
{
  if (!sl_kind_is_release (mark->state))
    settle_activation (self);

  while (self->n_lost < self->gaps->len &&
         g_array_index (self->gaps, SlSpan, self->n_lost).begin <= mark->begin)
    {
      settle_activation (self);
      self->n_lost++;
      self->unsure = self->jobs->len;
    }

  switch ((int) sl_kind_get_action (mark->state))
    {
    case SL_ACTION_RELEASE:
      release_by_timer (self, mark->begin);
      break;
    case SL_ACTION_ACTIVATE:
      activate (self, mark->begin);
      break;
    case SL_ACTION_FINISH:
      finish (self, mark->begin);
      break;
    case SL_ACTION_MISS:
      miss (self, mark->begin);
      break;
    case SL_ACTION_OVERRUN:
      if (self->head < self->jobs->len)
        get_job (self, self->head)->flags |= SL_JOB_WCET_RECORDED;
      break;
    case SL_ACTION_CREATE:
      self->emptied = TRUE;
      break;
    case SL_ACTION_SUSPEND:
    case SL_ACTION_END:
      self->emptied = TRUE;
      while (self->head < self->jobs->len)
        end_job (self, mark->begin, SL_JOB_ABORTED);
      break;
    default:
      break;
    }
}

/* The task's jobs are found from the first on. */
static void
begin_task (SlJobFinder *self)
{
  g_array_set_size (self->jobs, self->first);
  self->head = self->unsure = self->first;
  self->n_lost = 0;
  self->n_activated = 0;
  self->n_first_before = 0;
  self->n_late_before = 0;
  self->emptied = FALSE;
  self->activated_at = SL_JOB_NEVER;
  self->released_at = SL_JOB_NEVER;
  self->recharged_at = SL_JOB_NEVER;
  self->n_skipped = 0;
}

static gboolean
take_marks (SlJobFinder *self,
            const SlTrack *marks,
            guint n_before,
            GCancellable *cancellable,
            GError **error)
{
  SlTrackIter iter;
  SlItem items[BATCH];
  guint n;

  begin_task (self);
  for (guint i = 0; i < n_before; i++)
    add_job (self, SL_JOB_NEVER);

  sl_track_iter_init (&iter, marks, SL_TIME_MIN);
  while ((n = sl_track_iter_read (&iter, items, BATCH)) > 0)
    {
      if (items[0].index % CANCEL_INTERVAL < n &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      for (guint i = 0; i < n; i++)
        feed_mark (self, &items[i]);
    }

  settle_activation (self);
  return TRUE;
}

/* What only the whole life of a task tells is known once its marks were taken: whether its
 * activations come with releases by timer, and how many jobs it had when the trace began. Where jobs
 * were found otherwise before that was known, they are found again. */
static gboolean
find_by_marks (SlJobFinder *self, const SlTrack *marks, GCancellable *cancellable, GError **error)
{
  guint n_before;

  self->paired = FALSE;
  if (!take_marks (self, marks, 0, cancellable, error))
    return FALSE;

  if (self->paired && self->n_activated > 0 && !take_marks (self, marks, 0, cancellable, error))
    return FALSE;

  /* Where one came late the first ones have to come before it as well. */
  n_before = self->n_first_before + self->n_late_before;
  return self->n_late_before == 0 || take_marks (self, marks, n_before, cancellable, error);
}

static gboolean
is_working (const SlItem *slice)
{
  switch ((int) slice->state)
    {
    case SL_STATE_RUNNING:
    case SL_STATE_INTERRUPTED:
    case SL_STATE_READY:
    case SL_STATE_THROTTLED:
      return TRUE;
    case SL_STATE_BLOCKED:
      return slice->detail != 0;
    default:
      return FALSE;
    }
}

/* A job begins where the task wakes up and ends where it goes to sleep; waiting for a lock is no
 * sleep. */
static gboolean
find_by_states (SlJobFinder *self, GCancellable *cancellable, GError **error)
{
  SlState before = SL_STATE_NONE;
  SlTrackIter iter;
  SlItem slice;

  sl_track_iter_init (&iter, self->states, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &slice))
    {
      gboolean open = self->head < self->jobs->len;

      if (slice.index % CANCEL_INTERVAL == 0 &&
          g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;

      if (is_working (&slice) && !open)
        add_job (self, before == SL_STATE_UNKNOWN || before == SL_STATE_NONE ? SL_JOB_NEVER
                                                                             : slice.begin);
      else if (slice.state == SL_STATE_UNKNOWN && open)
        end_job (self, slice.begin, SL_JOB_LOST);
      else if (!is_working (&slice) && open)
        end_job (self, slice.begin, SL_JOB_FINISHED);
      before = slice.state;
    }

  return TRUE;
}

static void
find_gaps (SlJobFinder *self)
{
  SlTrackIter iter;
  SlItem slice;

  g_array_set_size (self->gaps, 0);
  if (!has_state (self->states, SL_STATE_UNKNOWN))
    return;

  sl_track_iter_init (&iter, self->states, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &slice))
    {
      SlSpan span = { slice.begin, slice.end };

      if (slice.state == SL_STATE_UNKNOWN)
        g_array_append_val (self->gaps, span);
    }
}

/* Ends what is still open, and tells from where on each job had its way free. */
static void
close_jobs (SlJobFinder *self)
{
  SlTime begin = sl_track_get_span (self->states).begin;
  SlTime before = SL_TIME_MIN;

  while (self->head < self->jobs->len)
    end_job (self, self->end, 0);

  for (guint i = self->first; i < self->jobs->len; i++)
    {
      SlJob *job = get_job (self, i);

      job->eligible =
          job->release != SL_JOB_NEVER ? MAX (job->release, before) : MAX (begin, before);
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
  gboolean done = TRUE;

  *n_skipped = 0;
  self->states = sl_lane_get_track (lane, SL_ROLE_STATES);
  if (self->states == NULL)
    return TRUE;

  self->task = lane->object;
  self->jobs = jobs;
  self->first = jobs->len;
  self->end = sl_track_get_span (self->states).end;
  self->may_throttle = has_state (self->states, SL_STATE_THROTTLED);
  sl_track_cursor_init (&self->asleep, self->states);
  begin_task (self);
  find_gaps (self);

  if (!self->has_marks)
    done = find_by_states (self, cancellable, error);
  else if (marks != NULL)
    done = find_by_marks (self, marks, cancellable, error);

  close_jobs (self);
  *n_skipped = self->n_skipped;
  return done;
}
