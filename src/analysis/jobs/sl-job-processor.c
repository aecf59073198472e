/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-job-processor.h"

#include "sl-processors.h"
#include "sl-wake-place.h"

/* Slices of a task that are looked back over. */
#define MAX_WALK 16

struct _SlJobProcessor
{
  SlTrace *trace;
  SlProcessors *processors;
  guint number; /* where the task ran last */
  guint32 task;
  const SlTrack *states; /* of it; NULL for none */
  const SlTrack *wakers; /* of it; NULL where nobody knows who woke it */
};

/**
 * sl_job_processor_new:
 * @trace: which must stay as long as what is returned
 *
 * Returns: (transfer full): of no task yet
 */
SlJobProcessor *
sl_job_processor_new (SlTrace *trace)
{
  SlJobProcessor *self = g_new0 (SlJobProcessor, 1);

  self->trace = trace;
  self->processors = sl_processors_new (trace);
  return self;
}

void
sl_job_processor_free (SlJobProcessor *self)
{
  sl_processors_free (self->processors);
  g_free (self);
}

/**
 * sl_job_processor_get:
 *
 * Returns: (nullable) (transfer none): what the processor does where the task ran last, or which it waits for
 */
SlTrackCursor *
sl_job_processor_get (SlJobProcessor *self)
{
  return self->number < sl_processors_get_count (self->processors)
             ? sl_processors_get (self->processors, self->number)
             : NULL;
}

/* Which processor a task that is ready waits for: the one where it ran last, or else where it first runs. */
static void
find_processor (SlJobProcessor *self, SlTime time)
{
  if (sl_processors_get_count (self->processors) > 1)
    sl_processors_find_user (self->processors, self->task, time, &self->number);
}

/* Whether the trace has a processor with that number among the objects. */
static gboolean
set_processor (SlJobProcessor *self, guint32 object)
{
  for (guint i = 0; object != 0 && i < sl_processors_get_count (self->processors); i++)
    if (sl_processors_get_object (self->processors, i) == object)
      {
        self->number = i;
        return TRUE;
      }

  return FALSE;
}

/**
 * sl_job_processor_run:
 * @piece: of the task's states: it runs
 */
void
sl_job_processor_run (SlJobProcessor *self, const SlItem *piece)
{
  if (!set_processor (self, piece->detail))
    find_processor (self, piece->begin);
}

/**
 * sl_job_processor_wait:
 * @piece: of the task's states: it is ready
 *
 * A task that is ready waits for the processor in whose queue it is: where the trace does not say which, for the one
 * that runs it next.
 *
 * Returns: whether it is that which ran it last, or a known one
 */
gboolean
sl_job_processor_wait (SlJobProcessor *self, const SlItem *piece)
{
  guint last = self->number;
  SlTrackIter iter;
  SlItem item;

  if (sl_processors_get_count (self->processors) < 2 || self->states == NULL)
    return TRUE;

  if (set_processor (self, piece->detail))
    return TRUE;

  sl_track_iter_init (&iter, self->states, piece->end);
  while (sl_track_iter_next (&iter, &item) &&
         (item.state == SL_STATE_READY || item.state == SL_STATE_RUNNING))
    if (item.state == SL_STATE_RUNNING)
      {
        find_processor (self, item.begin);
        return self->number == last;
      }

  return TRUE;
}

/* The processor on which the task was last before @time. */
static gboolean
find_last_processor (SlJobProcessor *self, SlTime time, guint *number)
{
  SlItem item = { .begin = time };

  for (guint n = 0; n < MAX_WALK && self->states != NULL; n++)
    {
      if (!sl_track_find_before (self->states, item.begin, &item))
        return FALSE;
      if (item.state == SL_STATE_RUNNING)
        return sl_processors_find_user (self->processors, self->task, item.begin, number);
    }

  return FALSE;
}

/**
 * sl_job_processor_find_release:
 * @release: of a job of the task
 * @is_by_interrupt: (out): whether an interrupt handler woke it
 *
 * A timer expires where it was started, and that was where its task went to sleep.
 *
 * Returns: (nullable) (transfer none): what the processor does on which the task was woken for that; %NULL where nobody
 *   knows
 */
SlTrackCursor *
sl_job_processor_find_release (SlJobProcessor *self, SlTime release, gboolean *is_by_interrupt)
{
  SlTrackIter iter;
  SlItem waker;
  gboolean is_found;
  guint number;

  *is_by_interrupt = FALSE;
  if (self->wakers == NULL)
    return NULL;

  sl_track_iter_init (&iter, self->wakers, release);
  if (!sl_track_iter_next (&iter, &waker) || waker.begin != release)
    return NULL;

  is_found = sl_wake_place_choose (self->trace, self->processors, self->task, &waker, &number);
  *is_by_interrupt = waker.detail == SL_WAKER_INTERRUPT ||
                     (is_found && sl_state_is_interrupt (
                                      sl_processors_get (self->processors, number)->item.state));
  if (!is_found && waker.detail == SL_WAKER_INTERRUPT)
    is_found = find_last_processor (self, release, &number);
  return is_found ? sl_processors_get (self->processors, number) : NULL;
}

/**
 * sl_job_processor_follow:
 * @states: (nullable): of @task
 * @wakers: (nullable): who woke it
 *
 * From here on it is asked for @task, which waits for the processor that runs it first.
 */
void
sl_job_processor_follow (SlJobProcessor *self,
                         guint32 task,
                         const SlTrack *states,
                         const SlTrack *wakers)
{
  SlTrackIter iter;
  SlItem item;

  self->task = task;
  self->states = states;
  self->wakers = wakers;
  self->number = 0;
  if (states == NULL || sl_processors_get_count (self->processors) < 2)
    return;

  sl_track_iter_init (&iter, states, SL_TIME_MIN);
  while (sl_track_iter_next (&iter, &item))
    if (item.state == SL_STATE_RUNNING)
      {
        find_processor (self, item.begin);
        return;
      }
}
