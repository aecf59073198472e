/* SPDX-License-Identifier: GPL-3.0-or-later */

/* When jobs are released and finished, by what is recorded of a task:
 *
 * * marks: its texts say where a job begins and ends. It is released as the task is woken for it.
 * * SCHED_DEADLINE: released as it is woken, or as its budget is replenished after it yielded the rest; finished as it
 *   sleeps or yields. A throttle inside of a job is a part of it.
 * * fixed real-time priority: released as a timer wakes it; the job before was finished as the task fell asleep before that.
 *   Other sleeps belong to the job.
 * * all others have no jobs. */

#include "sl-linux-translator-private.h"

#include "sl-linux-marks.h"

/* Priorities from here on are those of fair tasks. */
#define FAIR 100

/* That of the kernel's own threads which stop a processor; no timer wakes them. */
#define STOP 0

/* A job that was due while the one before was late is not waited for. */
static SlTime
guess_nominal (const SlLinuxState *self, const SlLinuxTask *task)
{
  gint64 period = task->period > 0 ? task->period : task->distance;

  if (period == 0 || task->nominal == SL_TIME_MAX)
    return SL_TIME_MAX;

  return MIN (task->nominal + period, self->event->time);
}

static void
release (SlLinuxState *self, SlLinuxTask *task, SlTime nominal)
{
  SlActed *acted = sl_linux_say (self, SL_ACTION_RELEASE, task->tid);

  if (nominal == SL_TIME_MAX)
    nominal = guess_nominal (self, task);
  else if (task->nominal != SL_TIME_MAX && nominal > task->nominal)
    task->distance = task->distance == 0 ? nominal - task->nominal
                                         : MIN (task->distance, nominal - task->nominal);
  task->nominal = nominal;
  acted->kind = SL_KIND_ACTED_RELEASE;
  acted->nominal = nominal;
  if (task->relative_deadline > 0)
    acted->deadline =
        (nominal != SL_TIME_MAX ? nominal : self->event->time) + task->relative_deadline;
  task->has_job = TRUE;
  task->released = self->event->time;
}

static void
finish (SlLinuxState *self, SlLinuxTask *task, SlTime time)
{
  SlActed *acted = sl_linux_say (self, SL_ACTION_FINISH, task->tid);

  acted->kind = SL_KIND_ACTED_FINISH;
  acted->time = time;
  task->has_job = FALSE;
}

/* The sleep that ends now was the wait for the next release: so the job was finished as it began. */
static void
finish_before (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->slept_at == SL_TIME_MAX)
    return;

  if (task->has_job)
    finish (self, task, task->slept_at);
  sl_linux_say (self, SL_ACTION_IDLE, task->tid)->time = task->slept_at;
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

  if (task->is_marked || task->is_deadline)
    {
      if (!task->has_job)
        release (self, task, nominal);
    }
  else if (is_by_timer && task->prio < FAIR && (self->has_timers || task->prio > STOP))
    {
      finish_before (self, task);
      if (!task->has_job)
        release (self, task, nominal);
    }
  else if (is_by_timer && task->prio >= FAIR)
    {
      return nominal != SL_TIME_MAX ? self->event->time - nominal + 1 : -1;
    }

  return 0;
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
  if (called == SL_TIME_MAX || self->event->b != 0 || task->is_marked || !task->has_job ||
      (!task->is_deadline && task->prio >= FAIR))
    return;

  finish (self, task, called);
  release (self, task, SL_TIME_MAX);
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
  if (task->is_marked)
    return !task->has_job;
  if (!task->is_deadline)
    return FALSE;

  if (task->has_job)
    finish (self, task, self->event->time);
  return TRUE;
}

/**
 * sl_linux_resume_job:
 *
 * @task gets its processor, or into a queue, without having been woken: its budget was replenished.
 */
void
sl_linux_resume_job (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->place == SL_LINUX_PLACE_THROTTLED && !task->has_job)
    release (self, task, SL_TIME_MAX);
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

  if (task->has_job && !task->is_marked)
    finish (self, task, self->event->time);
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

  task->dl_armed = FALSE;
  if (task->place != SL_LINUX_PLACE_THROTTLED)
    return;

  sl_linux_is_by_timer (self, &nominal);
  if (!task->has_job)
    release (self, task, nominal);
  sl_linux_make_ready (self, task, task->cpu);
}

static void
begin_job (SlLinuxState *self, SlLinuxTask *task)
{
  task->is_marked = TRUE;
  if (!task->has_job)
    release (self, task, SL_TIME_MAX);
  sl_linux_say (self, SL_ACTION_START, task->tid)->kind = SL_KIND_ACTED_START;
}

static void
end_by_sleep (SlLinuxState *self, SlLinuxTask *task)
{
  gboolean has_slept = task->slept_last != SL_TIME_MAX && task->slept_last >= task->released;

  if (task->has_job)
    finish (self, task, has_slept ? task->slept_last : self->event->time);
  task->is_marked = TRUE;
  task->ends_by_sleep = TRUE;
}

static void
take_rules (SlLinuxState *self, SlLinuxTask *task)
{
  if (!self->has_ns || self->event->b == 0)
    return;

  task->period = SL_LINUX_RULES_PERIOD (self->event->b);
  task->relative_deadline = SL_LINUX_RULES_DEADLINE (self->event->b);
}

static void
log_mark (SlLinuxState *self, SlAction action, guint32 tid)
{
  SlActed *acted = sl_linux_say (self, action, tid);

  if ((self->event->flags & SL_EVENT_NO_A) == 0)
    {
      acted->object_type = SL_OBJECT_USER_EVENT;
      acted->object = self->event->a;
    }
  acted->value = (gint64) self->event->b;
}

/**
 * sl_linux_take_mark:
 *
 * Takes a text that a program wrote.
 */
void
sl_linux_take_mark (SlLinuxState *self)
{
  guint32 tid = sl_linux_get_common_pid (self->event);
  SlLinuxTask *task;

  if (tid == 0)
    return;

  task = sl_linux_get_task (self, tid);
  switch ((SlLinuxVerb) sl_linux_get_extra (self->event))
    {
    case SL_LINUX_VERB_JOB_BEGIN:
      begin_job (self, task);
      break;
    case SL_LINUX_VERB_JOB_END:
      task->is_marked = TRUE;
      finish (self, task, self->event->time);
      break;
    case SL_LINUX_VERB_JOB_ENDED:
      end_by_sleep (self, task);
      break;
    case SL_LINUX_VERB_DEADLINE:
      take_rules (self, task);
      break;
    case SL_LINUX_VERB_MISS:
      take_rules (self, task);
      sl_linux_say (self, SL_ACTION_MISS, tid)->kind = SL_KIND_ACTED_MISS;
      break;
    case SL_LINUX_VERB_SPAN_BEGIN:
      log_mark (self, SL_ACTION_SPAN_BEGIN, tid);
      break;
    case SL_LINUX_VERB_SPAN_END:
      log_mark (self, SL_ACTION_SPAN_END, tid);
      break;
    case SL_LINUX_VERB_VALUE:
      log_mark (self, SL_ACTION_VALUE, tid);
      break;
    case SL_LINUX_VERB_TEXT:
    case SL_LINUX_VERB_LOCKED:
    case SL_LINUX_VERB_UNLOCK:
    default:
      log_mark (self, SL_ACTION_MARK, tid);
      break;
    }
}
