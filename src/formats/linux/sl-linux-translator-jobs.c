/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When jobs are released and finished, by what is recorded of a task:
 *
 * * marks: its texts say where a job begins and ends. It is released as the task is woken for it.
 * * SCHED_DEADLINE: released as it is woken, or as its budget is replenished after it yielded the rest; finished as it
 *   sleeps or yields. A throttle inside of a job is a part of it.
 * * fixed real-time priority: released as a timer wakes it; the job before was finished as the task fell asleep before that.
 *   Other sleeps belong to the job. The last one of a thread was finished as the thread ended, or in the call by which it
 *   last slept for a time; if nobody knows what it slept for, nobody knows when it was finished.
 * * all others have no jobs.
 *
 * Where events were lost that could say so, nobody knows whether a task still has the job that it had. What settles that is a
 * mark, a wake-up by a timer, or a yield; up to then nothing is released or finished. */

#include "sl-linux-translator-private.h"

/* Priorities from here on are those of fair tasks. */
#define FAIR 100

/* That of the kernel's own threads which stop a processor; no timer wakes them. */
#define STOP 0

/* When a job should have been released that was due while the one before was late, and is not waited for: a period after that
 * one, where both are known. Behind a loss, or where the task does not keep to its period, nobody knows. */
static SlTime
find_next_nominal (const SlLinuxState *self, const SlLinuxTask *task)
{
  gint64 period = task->period > 0 ? task->period : task->distance;

  if (period == 0 || task->nominal == SL_TIME_MAX || task->nominal > self->event->time - period)
    return SL_TIME_MAX;

  return task->nominal + period;
}

static void
say_release (SlLinuxState *self, SlLinuxTask *task, SlTime time, SlTime nominal)
{
  SlActed *acted = sl_linux_say (self, SL_ACTION_RELEASE, task->tid);

  task->nominal = nominal;
  acted->kind = SL_KIND_ACTED_RELEASE;
  acted->time = time;
  acted->nominal = nominal;
  if (task->relative_deadline > 0)
    acted->deadline = (nominal != SL_TIME_MAX ? nominal : time) + task->relative_deadline;
  task->has_job = TRUE;
  task->is_underway = FALSE;
  task->released = time;
}

/**
 * sl_linux_release_job:
 * @time: of the event at hand, or that of an earlier one since which nothing was said of its jobs
 * @nominal: when it should have been released, as a timer says; %SL_TIME_MAX where none does
 */
void
sl_linux_release_job (SlLinuxState *self, SlLinuxTask *task, SlTime time, SlTime nominal)
{
  /* What was concluded from a distance says nothing of distances. */
  if (task->is_by_timer && nominal != SL_TIME_MAX && task->nominal != SL_TIME_MAX &&
      nominal > task->nominal)
    task->distance = task->distance == 0 ? nominal - task->nominal
                                         : MIN (task->distance, nominal - task->nominal);
  task->is_by_timer = TRUE;
  task->lost_release = FALSE;
  say_release (self, task, time, nominal);
}

static void
release (SlLinuxState *self, SlLinuxTask *task, SlTime nominal)
{
  sl_linux_release_job (self, task, self->event->time, nominal);
}

/**
 * sl_linux_release_next_job:
 *
 * Nobody woke @task for its job: it was due while the one before was not finished. Where events were lost since the task
 * was woken for one, nobody knows which job this is, nor when it was due.
 */
void
sl_linux_release_next_job (SlLinuxState *self, SlLinuxTask *task)
{
  task->is_by_timer = FALSE;
  if (!task->lost_release)
    {
      say_release (self, task, self->event->time, find_next_nominal (self, task));
      return;
    }

  task->has_job = TRUE;
  task->released = self->event->time;
}

/**
 * sl_linux_finish_job:
 * @time: of the event at hand, or an earlier one since which nothing was said of its jobs
 *
 * Returns: (transfer none): what is said of that, valid up to the next action
 */
SlActed *
sl_linux_finish_job (SlLinuxState *self, SlLinuxTask *task, SlTime time)
{
  SlActed *acted = sl_linux_say (self, SL_ACTION_FINISH, task->tid);

  acted->kind = SL_KIND_ACTED_FINISH;
  acted->time = time;
  task->has_job = task->is_underway = FALSE;
  task->is_unsure = FALSE;
  return acted;
}

/**
 * sl_linux_has_slept:
 *
 * Returns: whether @task fell asleep since its youngest job was released
 */
gboolean
sl_linux_has_slept (const SlLinuxTask *task)
{
  return task->slept_last != SL_TIME_MAX && task->slept_last >= task->released;
}

/**
 * sl_linux_doubt_job:
 *
 * What @task did was not all recorded.
 */
void
sl_linux_doubt_job (SlLinuxTask *task)
{
  task->is_unsure = TRUE;
  task->slept_at = task->slept_last = SL_TIME_MAX;
  task->call_at = SL_TIME_MAX;
  task->nominal = SL_TIME_MAX;
  task->woken_at = SL_TIME_MAX;
  task->lost_release = TRUE;
}

/* The sleep that ends now was the wait for the next release: so the job was finished as it began. */
static void
finish_before (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->slept_at == SL_TIME_MAX)
    return;

  if (task->has_job || task->is_unsure)
    sl_linux_finish_job (self, task, task->slept_at);
  sl_linux_say (self, SL_ACTION_IDLE, task->tid)->time = task->slept_at;
}

/* The mark that comes next may say that the job before had ended: then this wake-up released the one that follows. */
static void
keep_waking (SlLinuxState *self, SlLinuxTask *task, SlTime nominal)
{
  task->woken_at = self->event->time;
  task->woken_nominal = nominal;
}

/* Whether the wake-up that comes next was settles what @task does; else it is kept for the mark that does. */
static gboolean
settle_by_waking (SlLinuxState *self, SlLinuxTask *task, gboolean is_by_timer, SlTime nominal)
{
  if (!task->is_unsure)
    return TRUE;
  if (task->is_marked)
    {
      keep_waking (self, task, nominal);
      return FALSE;
    }
  if (!is_by_timer)
    return !task->is_deadline;

  if (task->is_deadline)
    finish_before (self, task);
  return TRUE;
}

/**
 * sl_linux_wake_job:
 *
 * The event at hand wakes @task, which slept.
 *
 * Returns: of a task whose timers release no jobs that are known, what an action of a wake-up says of the timer
 */
gint64
sl_linux_wake_job (SlLinuxState *self, SlLinuxTask *task)
{
  SlTime nominal = SL_TIME_MAX;
  gboolean is_by_timer = sl_linux_is_by_timer (self, &nominal);
  gboolean is_unsure = task->is_unsure;

  if (!task->is_marked && sl_linux_may_be_by_timer (self))
    sl_linux_lose_task (self, task, task->changed);
  else if (task->is_marked || task->is_deadline)
    {
      if (!settle_by_waking (self, task, is_by_timer, nominal))
        return 0;
      if (!task->has_job || is_unsure)
        release (self, task, nominal);
      else if (task->slept_at != SL_TIME_MAX)
        keep_waking (self, task, nominal);
      task->is_unsure = FALSE;
    }
  else if (is_by_timer && task->prio < FAIR && (self->has_timers || task->prio > STOP))
    {
      finish_before (self, task);
      if (!task->has_job || is_unsure)
        release (self, task, nominal);
      task->is_unsure = FALSE;
    }
  else if (is_by_timer && task->prio >= FAIR)
    {
      return nominal != SL_TIME_MAX ? self->event->time - nominal + 1 : -1;
    }

  return 0;
}

/**
 * sl_linux_wake_early:
 *
 * The event at hand wakes @task, which runs: the time up to which it was about to sleep is over. Late as it is, that is
 * when its next job was due.
 */
void
sl_linux_wake_early (SlLinuxState *self, SlLinuxTask *task)
{
  SlTime nominal = SL_TIME_MAX;

  if (task->place == SL_LINUX_PLACE_RUNNING && !task->has_job && !task->ends_by_sleep &&
      sl_linux_is_by_timer (self, &nominal) && nominal != SL_TIME_MAX)
    keep_waking (self, task, nominal);
}

/**
 * sl_linux_go_on:
 *
 * @task returns from a call. Where it should have slept in that until its next release and did not, it is late for that:
 * the job before was finished as it called.
 */
void
sl_linux_go_on (SlLinuxState *self, SlLinuxTask *task)
{
  SlTime called = task->call_at;

  task->call_at = SL_TIME_MAX;
  if (called == SL_TIME_MAX || self->event->b != 0 || task->is_marked ||
      !(task->has_job || task->is_unsure) || (!task->is_deadline && task->prio >= FAIR))
    return;

  sl_linux_finish_job (self, task, called);
  sl_linux_release_next_job (self, task);
}

/**
 * sl_linux_sleep_job:
 *
 * @task falls asleep, and waits for no lock.
 *
 * Returns: whether it has nothing to do until its next release
 */
gboolean
sl_linux_sleep_job (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->is_unsure)
    return FALSE;
  if (!task->has_job)
    task->woken_at = SL_TIME_MAX;
  if (task->is_marked)
    return !task->has_job;
  if (!task->is_deadline)
    return FALSE;

  if (task->has_job || task->is_underway)
    sl_linux_finish_job (self, task, self->event->time);
  return TRUE;
}

/**
 * sl_linux_end_job:
 *
 * The thread of @task ends. What it did last was a job like those before, unless marks say when its jobs end. No timer ended
 * its last sleep, if it slept: where that was not for a time, it may have been for the next release or for anything else.
 */
void
sl_linux_end_job (SlLinuxState *self, SlLinuxTask *task)
{
  if (!task->has_job || task->is_marked || task->is_unsure)
    return;

  if (!sl_linux_has_slept (task))
    sl_linux_finish_job (self, task, self->event->time);
  else if (task->is_timed)
    sl_linux_finish_job (self, task, task->slept_last);
}

/**
 * sl_linux_resume_job:
 *
 * @task gets its processor, or into a queue, without having been woken: its budget was replenished.
 */
void
sl_linux_resume_job (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->place == SL_LINUX_PLACE_THROTTLED && !task->has_job && !task->is_unsure &&
      !task->is_underway)
    release (self, task, SL_TIME_MAX);
  if (task->place == SL_LINUX_PLACE_THROTTLED)
    sl_linux_fill_server (self, task, SL_TIME_MAX);
}

/**
 * sl_linux_yield_job:
 *
 * @task gives up the rest of its budget.
 */
void
sl_linux_yield_job (SlLinuxState *self, SlLinuxTask *task)
{
  if (!task->is_deadline)
    return;

  if ((task->has_job || task->is_underway || task->is_unsure) && !task->is_marked)
    sl_linux_finish_job (self, task, self->event->time);
  task->has_yielded = TRUE;
}

/**
 * sl_linux_replenish:
 *
 * The timer at hand gives @task its budget.
 */
void
sl_linux_replenish (SlLinuxState *self, SlLinuxTask *task)
{
  SlTime nominal = SL_TIME_MAX;

  sl_linux_is_by_timer (self, &nominal);
  if (task->dl_armed)
    {
      task->dl_armed = FALSE;
      sl_linux_fill_server (self, task, nominal);
    }
  if (task->place != SL_LINUX_PLACE_THROTTLED)
    return;

  if (!task->has_job && !task->is_unsure && !task->is_underway)
    release (self, task, nominal);
  sl_linux_make_ready (self, task, task->cpu);
}
