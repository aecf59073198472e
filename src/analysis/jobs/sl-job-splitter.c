/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-splitter.h"

#include "sl-job-overrun.h"
#include "sl-job-part-sum.h"
#include "sl-job-processor.h"
#include "sl-job-waits.h"

/* Slices of a task that are looked back over. */
#define MAX_WALK 16

struct _SlJobSplitter
{
  SlJobTable *jobs;
  SlTrace *trace;
  SlJobWaits *waits;
  SlJobProcessor *processor;
  guint32 task;          /* that @states belongs to */
  const SlTrack *wakers; /* of it; NULL where nobody knows who woke it */
  SlTrackCursor states;
  SlState before;   /* of the slice before the one at hand */
  gboolean had_run; /* until it became ready, if it is */

  SlJobPartSum parts; /* of the job at hand */
  gint64 wcet;
  gint64 executed;
};

/**
 * sl_job_splitter_new:
 *
 * Returns: (transfer full): for the jobs of @jobs, by its rules
 */
SlJobSplitter *
sl_job_splitter_new (SlJobTable *jobs)
{
  SlJobSplitter *self = g_new0 (SlJobSplitter, 1);

  self->jobs = sl_job_table_ref (jobs);
  self->trace = sl_job_table_get_trace (jobs);
  self->waits = sl_job_waits_new (jobs);
  self->processor = sl_job_processor_new (self->trace);
  sl_job_part_sum_init (&self->parts);
  return self;
}

void
sl_job_splitter_free (SlJobSplitter *self)
{
  sl_job_waits_free (self->waits);
  sl_job_processor_free (self->processor);
  sl_job_part_sum_clear (&self->parts);
  sl_job_table_unref (self->jobs);
  g_free (self);
}

static void
add_cause (SlJobSplitter *self, SlCause cause, gint64 ticks)
{
  sl_job_part_sum_add (&self->parts, (SlJobPart) { .cause = cause, .ticks = ticks });
}

static void
add_execution (SlJobSplitter *self, gint64 ticks)
{
  gint64 left = self->wcet > 0 ? MAX (self->wcet - self->executed, 0) : ticks;

  self->executed += ticks;
  add_cause (self, SL_CAUSE_EXECUTION, MIN (ticks, left));
  add_cause (self, SL_CAUSE_OVERRUN, ticks - MIN (ticks, left));
}

/* @processor: (nullable): where nobody knows which it was */
static SlItem
cut_processor (SlTrackCursor *processor, SlSpan span)
{
  SlItem piece = { .begin = span.begin, .end = span.end };

  if (processor != NULL)
    sl_track_cursor_cut (processor, span, &piece);

  return piece;
}

static void
split_interrupted (SlJobSplitter *self, SlSpan span)
{
  while (span.begin < span.end)
    {
      SlItem piece = cut_processor (sl_job_processor_get (self->processor), span);
      guint32 line = sl_state_is_interrupt (piece.state) ? piece.detail : 0;

      sl_job_part_sum_add (&self->parts, (SlJobPart) { .cause = SL_CAUSE_INTERRUPT,
                                                       .object = line,
                                                       .ticks = piece.end - piece.begin });
      span.begin = piece.end;
    }
}

/* @lock: that the job waits for; 0 where it is ready
 * @is_known: whether its processor is known */
static void
split_wait (SlJobSplitter *self, guint32 lock, gboolean is_known, SlSpan span)
{
  gboolean was_running = self->before == SL_STATE_RUNNING || self->before == SL_STATE_INTERRUPTED;

  /* One that is ready may change its queue. */
  if (self->before != SL_STATE_READY)
    self->had_run = was_running;
  /* Who is given the processor that the job leaves is given it while the job is ready. On another one nobody knows since
   * when it waits. */
  sl_job_waits_begin (self->waits, self->task, lock,
                      is_known ? span.begin - was_running : SL_TIME_MAX);
  while (span.begin < span.end)
    {
      SlJobPart part = sl_job_waits_cut (self->waits, sl_job_processor_get (self->processor), span);

      part.had_run = part.cause == SL_CAUSE_PREEMPTED && self->had_run;
      sl_job_part_sum_add (&self->parts, part);
      span.begin += part.ticks;
    }
}

/* Whether the task has slept between @begin and @end, or may have. */
static gboolean
has_slept (const SlJobSplitter *self, SlTime begin, SlTime end)
{
  SlItem item = { .begin = end };

  for (guint n = 0; item.begin > begin; n++)
    if (n == MAX_WALK || !sl_track_find_before (self->states.track, item.begin, &item) ||
        (item.state != SL_STATE_RUNNING && item.state != SL_STATE_INTERRUPTED &&
         item.state != SL_STATE_READY))
      return TRUE;

  return FALSE;
}

/* Who had what the task waited for while it slept, where the trace records no locks; 0 where nobody knows. A less urgent task
 * that inherited from it just before, and woke it in the end, had it from the begin to the end. */
static guint32
find_heir (const SlJobSplitter *self, const SlItem *sleep)
{
  const SlTrack *inherits;
  SlItem waker, item;

  if (sleep->detail != 0 || self->wakers == NULL ||
      !sl_track_find_at (self->wakers, sleep->end, &waker) || waker.detail == SL_WAKER_INTERRUPT)
    return 0;

  inherits = sl_trace_get_track_of_object (self->trace, waker.detail, SL_ROLE_INHERITS);
  if (inherits == NULL || !sl_track_find_at (inherits, sleep->begin, &item) ||
      item.state != SL_STATE_INHERITS || item.detail != self->task ||
      has_slept (self, item.begin, sleep->begin))
    return 0;

  return waker.detail;
}

static void
add_sleep (SlJobSplitter *self, const SlItem *piece)
{
  gboolean is_deep = piece->state == SL_STATE_UNINTERRUPTIBLE;
  guint32 heir = find_heir (self, piece);

  if (heir != 0)
    {
      sl_job_part_sum_add (&self->parts, (SlJobPart) { .cause = SL_CAUSE_BLOCKED,
                                                       .other = heir,
                                                       .ticks = piece->end - piece->begin });
      return;
    }

  sl_job_part_sum_add (&self->parts,
                       (SlJobPart) { .cause = SL_CAUSE_SUSPENDED,
                                     .object = is_deep || piece->state == SL_STATE_SUSPENDED
                                                   ? piece->detail
                                                   : 0,
                                     .ticks = piece->end - piece->begin,
                                     .is_uninterruptible = is_deep });
}

static void
split_slice (SlJobSplitter *self, const SlItem *piece)
{
  SlSpan span = { piece->begin, piece->end };

  switch ((int) piece->state)
    {
    case SL_STATE_RUNNING:
      sl_job_processor_run (self->processor, piece);
      add_execution (self, span.end - span.begin);
      break;
    case SL_STATE_INTERRUPTED:
      split_interrupted (self, span);
      break;
    case SL_STATE_READY:
      split_wait (self, 0, sl_job_processor_wait (self->processor, piece), span);
      break;
    case SL_STATE_WAKING:
      add_cause (self, SL_CAUSE_WAKING, span.end - span.begin);
      break;
    case SL_STATE_BLOCKED:
      if (piece->detail == 0)
        add_sleep (self, piece);
      else
        split_wait (self, piece->detail, TRUE, span);
      break;
    case SL_STATE_THROTTLED:
      add_cause (self, SL_CAUSE_THROTTLED, span.end - span.begin);
      break;
    case SL_STATE_SUSPENDED:
    case SL_STATE_UNINTERRUPTIBLE:
    case SL_STATE_STOPPED:
    case SL_STATE_IDLE:
      add_sleep (self, piece);
      break;
    case SL_STATE_NONE:
    case SL_STATE_UNKNOWN:
    default:
      add_cause (self, SL_CAUSE_NOT_RECORDED, span.end - span.begin);
      break;
    }
}

/* The task is woken later than it should be: what its processor did meanwhile may have held the interrupt up. */
static void
split_latency (SlJobSplitter *self, SlTrackCursor *processor, gboolean is_by_interrupt, SlSpan span)
{
  while (span.begin < span.end)
    {
      SlItem piece = cut_processor (processor, span);
      gboolean is_busy = piece.state == SL_STATE_RUNNING || sl_state_is_interrupt (piece.state);

      sl_job_part_sum_add (&self->parts, (SlJobPart) { .cause = SL_CAUSE_RELEASE_LATENCY,
                                                       .object = is_busy ? piece.detail : 0,
                                                       .ticks = piece.end - piece.begin,
                                                       .is_by_interrupt = is_by_interrupt });
      span.begin = piece.end;
    }
}

/* As a task does that waits for its next release. */
static gboolean
is_asleep (guint32 state)
{
  return state == SL_STATE_NONE || state == SL_STATE_IDLE || state == SL_STATE_SUSPENDED;
}

/* Of a task without an earlier job that keeps it busy: one that sleeps is woken late, one that waits does so as it would
 * with its job, and one that runs has yet to get to it. */
static void
split_late (SlJobSplitter *self,
            SlTrackCursor *processor,
            gboolean is_by_interrupt,
            const SlItem *piece)
{
  if (is_asleep (piece->state))
    {
      split_latency (self, processor, is_by_interrupt, (SlSpan) { piece->begin, piece->end });
    }
  else if (piece->state == SL_STATE_RUNNING || piece->state == SL_STATE_INTERRUPTED)
    {
      add_cause (self, SL_CAUSE_RELEASE_LATENCY, piece->end - piece->begin);
    }
  else
    {
      split_slice (self, piece);
      self->before = piece->state;
    }
}

/* From the nominal release to the recorded one. A task that does not sleep while an earlier job goes on is busy with that. */
static void
split_release (SlJobSplitter *self, const SlJob *job)
{
  SlSpan rest = { sl_job_get_arrival (job), job->release };
  SlTime busy = job->number > 1 ? job[-1].end : SL_TIME_MIN;
  gboolean is_by_interrupt = FALSE;
  SlTrackCursor *processor =
      rest.begin < rest.end
          ? sl_job_processor_find_release (self->processor, job->release, &is_by_interrupt)
          : NULL;

  while (rest.begin < rest.end)
    {
      gboolean is_busy = rest.begin < busy;
      SlSpan span = { rest.begin, is_busy ? MIN (busy, rest.end) : rest.end };
      SlItem piece;

      sl_track_cursor_cut (&self->states, span, &piece);
      if (is_busy && piece.state != SL_STATE_UNKNOWN && !is_asleep (piece.state))
        add_cause (self, SL_CAUSE_EARLIER_JOB, piece.end - piece.begin);
      else
        split_late (self, processor, is_by_interrupt, &piece);
      rest.begin = piece.end;
    }
}

static void
follow_task (SlJobSplitter *self, guint32 task)
{
  const SlLane *lane;
  const SlTrack *states;

  if (self->task == task)
    return;

  lane = sl_trace_get_lane_of_object (self->trace, task);
  states = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_STATES) : NULL;
  self->wakers = lane != NULL ? sl_lane_get_track (lane, SL_ROLE_WAKERS) : NULL;
  self->task = task;
  sl_job_processor_follow (self->processor, task, states, self->wakers);
  sl_track_cursor_init (&self->states, states);
}

/**
 * sl_job_splitter_split:
 * @job: of the trace
 * @wcet: ticks, of sl_job_overrun_get_limit(); 0 where it is not known or does not matter
 * @n_parts: (out):
 *
 * The parts add up to the time from the release to the end: from the nominal release where the trace records it. Where the
 * release is unknown, they add up to the time from when the job is eligible.
 *
 * Returns: (transfer none): the parts, in the order in which they first occur; until the next call
 */
const SlJobPart *
sl_job_splitter_split (SlJobSplitter *self, const SlJob *job, gint64 wcet, guint *n_parts)
{
  SlSpan rest = { job->eligible, job->end };

  follow_task (self, job->task);
  sl_job_part_sum_reset (&self->parts);
  self->wcet = wcet;
  self->executed = 0;
  self->before = SL_STATE_NONE;

  if (job->release != SL_JOB_NEVER)
    split_release (self, job);
  if (job->release != SL_JOB_NEVER)
    add_cause (self, SL_CAUSE_EARLIER_JOB, MIN (job->eligible, job->end) - job->release);

  while (rest.begin < rest.end)
    {
      SlItem piece;

      sl_track_cursor_cut (&self->states, rest, &piece);
      split_slice (self, &piece);
      self->before = piece.state;
      rest.begin = piece.end;
    }

  return sl_job_part_sum_get (&self->parts, n_parts);
}

/**
 * sl_job_table_dup_parts:
 * @number: place of a job in the table
 *
 * Takes one job apart, by the WCET that the table's rules give. For many use an #SlJobSplitter.
 *
 * Returns: (transfer full) (element-type SlJobPart): the largest first
 */
GArray *
sl_job_table_dup_parts (SlJobTable *table, guint number)
{
  const SlJob *job = sl_job_table_get (table, number);
  g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (table);
  GArray *copy = g_array_new (FALSE, FALSE, sizeof (SlJobPart));
  guint n_parts;
  const SlJobPart *parts =
      sl_job_splitter_split (splitter, job, sl_job_overrun_get_limit (table, job), &n_parts);

  g_array_append_vals (copy, parts, n_parts);
  sl_job_parts_sort (copy);
  return copy;
}
