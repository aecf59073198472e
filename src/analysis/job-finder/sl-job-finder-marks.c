/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Jobs by the marks that release and finish them. */
#include "sl-job-finder-private.h"

#include "sl-kind-action.h"
#include "sl-track-iter.h"

/* Marks that are read at once. */
#define BATCH 64

static SlJob *
get_job (SlJobFinder *self, guint number)
{
  return &g_array_index (self->jobs, SlJob, number);
}

/**
 * sl_job_finder_add_job:
 * @release: %SL_JOB_NEVER where it is not known
 *
 * Appends a job of the task at hand.
 */
void
sl_job_finder_add_job (SlJobFinder *self, SlTime release)
{
  SlJob job = {
    .release = release,
    .nominal = SL_JOB_NEVER,
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

/**
 * sl_job_finder_end_job:
 *
 * Ends the oldest job that has not ended; there must be one.
 */
void
sl_job_finder_end_job (SlJobFinder *self, SlTime time, SlJobFlags how)
{
  SlJob *job = get_job (self, self->head++);

  job->end = time;
  job->flags |= how;
}

/* When the task fell asleep last before @end, with a job and for something unknown; %SL_JOB_NEVER where it did not.
 * @must_last: only a sleep counts that lasts up to @end */
static SlTime
find_sleep (SlJobFinder *self, SlTime end, gboolean must_last)
{
  SlTime found = SL_JOB_NEVER;
  SlTrackIter iter;
  SlItem item;

  if (self->head == self->jobs->len || get_job (self, self->head)->release == SL_JOB_NEVER)
    return SL_JOB_NEVER;

  sl_track_iter_init (&iter, self->states, get_job (self, self->head)->release);
  while (sl_track_iter_next (&iter, &item) && item.begin < end)
    if (item.state == SL_STATE_SUSPENDED)
      found = item.begin;
    else if (must_last)
      found = SL_JOB_NEVER;

  return found;
}

/**
 * sl_job_finder_end_by_sleep:
 * @time: up to which the task was seen
 * @must_last: whether it must be asleep then
 *
 * Where the trace says no ends of jobs, they follow from what the task does next. If it slept for something unknown and no more is known
 * of it, that may have been the wait for its next release.
 *
 * Returns: whether the oldest job ended by that, or not: nobody knows
 */
gboolean
sl_job_finder_end_by_sleep (SlJobFinder *self, SlTime time, gboolean must_last)
{
  SlTime asleep = self->is_concluded ? find_sleep (self, time, must_last) : SL_JOB_NEVER;

  if (asleep != SL_JOB_NEVER)
    sl_job_finder_end_job (self, asleep, SL_JOB_LOST | SL_JOB_SLEPT);
  return asleep != SL_JOB_NEVER;
}

/* The task goes, and its jobs with it. */
static void
end_all (SlJobFinder *self, SlTime time, SlAction action)
{
  self->emptied = TRUE;
  while (self->head < self->jobs->len)
    if (action != SL_ACTION_END || !sl_job_finder_end_by_sleep (self, time, FALSE))
      sl_job_finder_end_job (self, time, SL_JOB_ABORTED);
}

/* Jobs that were open when a gap began, and of which nothing says that they are the ones that go on behind it, may have
 * finished in it. */
static void
lose_unsure (SlJobFinder *self)
{
  while (self->head < self->unsure)
    sl_job_finder_end_job (self, g_array_index (self->gaps, SlSpan, self->n_lost - 1).begin,
                           SL_JOB_LOST);
  self->begun = 0;
}

/* Whether the oldest job is the one that the program calls @number, or nothing says otherwise. */
static gboolean
is_same_job (SlJobFinder *self, guint32 number)
{
  return self->head >= self->unsure || (number != 0 && number == self->begun);
}

static void
release (SlJobFinder *self, SlTime time)
{
  lose_unsure (self);
  sl_job_finder_add_job (self, time);
}

/* Both marks are of one decision: nobody else ran in between. */
static gboolean
is_one_decision (SlJobFinder *self, SlTime one, SlTime other)
{
  return one != SL_JOB_NEVER && sl_processors_are_steady (self->processors, one, other);
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

/* The task was throttled and becomes ready by this mark: it has got a budget, not a job, where the kernel has no
 * other word for that. A job that comes at the same time has a mark after that. The task may run at once. */
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
release_by_timer (SlJobFinder *self, SlTime time, guint32 number)
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
  get_job (self, self->jobs->len - 1)->recorded = number;
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
  sl_job_finder_add_job (self, SL_JOB_NEVER);
}

/* A job of which no release was recorded where events were lost is known from when it begins. */
static void
start (SlJobFinder *self, SlTime time, guint32 number)
{
  if (!is_same_job (self, number))
    lose_unsure (self);
  if (self->head == self->jobs->len && self->n_lost > 0)
    add_unreleased (self, time);
  self->begun = number;
  if (self->head < self->jobs->len && number != 0)
    get_job (self, self->head)->recorded = number;
}

/* Behind a gap it may be any job that finishes, unless it is called what the one before the gap is called. */
static void
finish (SlJobFinder *self, SlTime time, guint32 number)
{
  if (!is_same_job (self, number))
    lose_unsure (self);
  if (self->head == self->jobs->len)
    add_unreleased (self, time);

  if (number != 0)
    get_job (self, self->head)->recorded = number;
  sl_job_finder_end_job (self, time, SL_JOB_FINISHED);
  self->begun = 0;
}

static void
set_miss (SlJob *job, SlTime time)
{
  job->flags |= SL_JOB_MISS_RECORDED;
  if (job->miss == SL_JOB_NEVER)
    job->miss = time;
}

/* A miss belongs to the job that was released last, also where that has ended: each release posts its deadline anew, and a
 * program that finds that it was late says so after that job. Where there is none yet, that job was released before the
 * trace began, or where events were lost. */
static void
miss (SlJobFinder *self, SlTime time)
{
  gboolean is_lost = self->n_lost > 0 && self->unsure == self->jobs->len;

  if (is_lost)
    lose_unsure (self);
  if (is_lost || self->jobs->len == self->first)
    add_unreleased (self, time);

  set_miss (get_job (self, self->jobs->len - 1), time);
}

/* The task missed a deadline at @time, before the first job that is known of it. */
static void
miss_before (SlJobFinder *self, SlTime time)
{
  SlJob job;

  sl_job_finder_add_job (self, SL_JOB_NEVER);
  job = *get_job (self, self->jobs->len - 1);
  job.end = time;
  job.flags = SL_JOB_LOST;
  job.number = 1;
  g_array_set_size (self->jobs, self->jobs->len - 1);
  g_array_insert_val (self->jobs, self->first, job);
  self->head++;
  for (guint i = self->first + 1; i < self->jobs->len; i++)
    get_job (self, i)->number++;
}

/* Whether the job was released by @time; of one of which that is not known, whether the one before had ended. */
static gboolean
has_begun (SlJobFinder *self, guint number, SlTime time)
{
  SlTime release = get_job (self, number)->release;

  if (release != SL_JOB_NEVER)
    return release <= time;
  return number == self->first || get_job (self, number - 1)->end <= time;
}

/**
 * sl_job_finder_take_misses:
 * @marks: of the task
 *
 * Whatever says which jobs the task at hand has, those that @marks say missed their deadlines did.
 */
void
sl_job_finder_take_misses (SlJobFinder *self, const SlTrack *marks)
{
  SlTrackIter iter;
  SlItem mark;
  guint next = self->first;

  sl_track_iter_init (&iter, marks, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &mark))
    {
      if (sl_kind_get_action (mark.state) != SL_ACTION_MISS)
        continue;

      while (next < self->jobs->len && has_begun (self, next, mark.begin))
        next++;
      if (next == self->first)
        {
          miss_before (self, mark.begin);
          next++;
        }
      set_miss (get_job (self, next - 1), mark.begin);
    }
}

/* The number that the trace gives the job, and 1 more; 0 for none. */
static guint32
get_number (const SlJobFinder *self, const SlItem *mark)
{
  return self->is_of_kernel ? 0 : mark->detail;
}

static void
feed_mark (SlJobFinder *self, const SlItem *mark)
{
  if (!sl_kind_is_release (mark->state))
    settle_activation (self);

  while (self->n_lost < self->gaps->len &&
         g_array_index (self->gaps, SlSpan, self->n_lost).begin < mark->begin)
    {
      settle_activation (self);
      self->n_lost++;
      self->unsure = self->jobs->len;
    }

  switch ((int) sl_kind_get_action (mark->state))
    {
    case SL_ACTION_RELEASE:
      release_by_timer (self, mark->begin, get_number (self, mark));
      break;
    case SL_ACTION_ACTIVATE:
      activate (self, mark->begin);
      break;
    case SL_ACTION_FINISH:
      finish (self, mark->begin, get_number (self, mark));
      break;
    case SL_ACTION_START:
      start (self, mark->begin, get_number (self, mark));
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
      end_all (self, mark->begin, sl_kind_get_action (mark->state));
      break;
    default:
      break;
    }
}

/**
 * sl_job_finder_begin:
 *
 * The task's jobs are found from the first on.
 */
void
sl_job_finder_begin (SlJobFinder *self)
{
  g_array_set_size (self->jobs, self->first);
  self->head = self->unsure = self->first;
  self->n_lost = 0;
  self->begun = 0;
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

  sl_job_finder_begin (self);
  for (guint i = 0; i < n_before; i++)
    sl_job_finder_add_job (self, SL_JOB_NEVER);

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

/**
 * sl_job_finder_take_marks:
 *
 * What only the whole life of a task tells is known once its marks were taken: whether its
 * activations come with releases by timer, and how many jobs it had when the trace began. Where jobs
 * were found otherwise before that was known, they are found again.
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED
 */
gboolean
sl_job_finder_take_marks (SlJobFinder *self,
                          const SlTrack *marks,
                          GCancellable *cancellable,
                          GError **error)
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
