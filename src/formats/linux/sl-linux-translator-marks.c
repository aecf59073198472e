/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the texts that programs write say of their tasks: when jobs begin and end, periods and deadlines, locks, and what is
 * only logged. */

#include "sl-linux-translator-private.h"

#include "sl-linux-marks.h"

/* Of all tasks of SCHED_DEADLINE. */
#define DEADLINE_PRIO (-1)

/* Marks begin at 0. */
static guint32
get_number (const SlLinuxState *self)
{
  return (guint32) MIN (self->event->b, G_MAXUINT32 - 1) + 1;
}

static void
finish_by_mark (SlLinuxState *self, SlLinuxTask *task)
{
  sl_linux_finish_job (self, task, self->event->time)->value = get_number (self);
  task->number = 0;
  task->woken_at = SL_TIME_MAX;
}

/* The mark begins another job than the last that it is known to have had. That was released as it was woken last, if that was
 * recorded; where nobody records wake-ups, or the mark itself stands for one, now; else nobody knows. */
static void
settle_by_mark (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->woken_at != SL_TIME_MAX)
    sl_linux_release_job (self, task, task->woken_at, task->woken_nominal);
  else if (task->ends_by_sleep || !self->has_wakings)
    sl_linux_release_job (self, task, self->event->time, SL_TIME_MAX);
  task->has_job = TRUE;
}

static void
begin_job (SlLinuxState *self, SlLinuxTask *task)
{
  guint32 number = get_number (self);
  SlActed *acted;

  task->is_marked = TRUE;
  task->is_underway = FALSE;
  if (task->is_unsure && !(task->has_job && task->number == number))
    settle_by_mark (self, task);
  else if (!task->has_job && task->woken_at != SL_TIME_MAX)
    sl_linux_release_job (self, task, task->woken_at, task->woken_nominal);
  else if (!task->has_job)
    sl_linux_release_next_job (self, task);
  task->is_unsure = FALSE;
  task->woken_at = SL_TIME_MAX;
  task->number = number;
  acted = sl_linux_say (self, SL_ACTION_START, task->tid);
  acted->kind = SL_KIND_ACTED_START;
  acted->value = number;
}

static void
end_by_sleep (SlLinuxState *self, SlLinuxTask *task)
{
  if (task->is_unsure && task->slept_last == SL_TIME_MAX)
    task->has_job = FALSE;
  if (task->has_job)
    sl_linux_finish_job (self, task,
                         sl_linux_has_slept (task) ? task->slept_last : self->event->time);
  if (!sl_linux_has_slept (task))
    task->woken_at = SL_TIME_MAX;
  task->is_unsure = FALSE;
  task->is_marked = TRUE;
  task->ends_by_sleep = TRUE;
}

/* How many ticks they are is known with the rate of the clock, which the user may give later. */
static void
take_rules_ns (SlLinuxState *self, SlLinuxTask *task, const SlLinuxRules *rules)
{
  SlActed *acted;

  if (self->n_rules_ns++ == 0)
    self->rules_ns_at = self->event->offset;
  acted = sl_linux_say (self, SL_ACTION_PERIOD, task->tid);
  acted->is_ns = TRUE;
  acted->value = rules->period;
  acted->deadline = rules->deadline;
}

/* @packed: as sl_linux_rules_pack() has them */
static void
take_rules (SlLinuxState *self, SlLinuxTask *task, guint64 packed)
{
  SlLinuxRules rules = sl_linux_rules_unpack (packed);

  if (packed == 0)
    return;
  if (rules.is_refused)
    {
      if (self->n_refused++ == 0)
        self->refused_at = self->event->offset;
      return;
    }
  if (!self->has_ns)
    {
      take_rules_ns (self, task, &rules);
      return;
    }

  if (task->period != rules.period || task->relative_deadline != rules.deadline)
    {
      SlActed *acted = sl_linux_say (self, SL_ACTION_PERIOD, task->tid);

      acted->value = rules.period;
      acted->deadline = rules.deadline;
    }
  if (task->has_server && (task->budget != rules.budget || task->period != rules.period ||
                           task->relative_deadline != rules.deadline))
    sl_linux_end_server (self, task);
  task->period = rules.period;
  task->relative_deadline = rules.deadline;
  task->budget = rules.budget;
  task->marked_at = self->event->time;
  sl_linux_begin_server (self, task, FALSE);
}

/**
 * sl_linux_log_mark:
 * @action: what the mark at hand is
 */
void
sl_linux_log_mark (SlLinuxState *self, SlAction action, guint32 tid)
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
 * sl_linux_take_earlier_marks:
 *
 * Takes what was marked before the first event, which is at hand, and the timers that had been started. Whether a job had begun
 * by then is not known.
 */
void
sl_linux_take_earlier_marks (SlLinuxState *self)
{
  const GArray *marks = g_steal_pointer (&self->earlier_marks);

  for (guint i = 0; i < marks->len; i++)
    {
      const SlLinuxEarlierMark *mark = &g_array_index (marks, SlLinuxEarlierMark, i);
      SlLinuxTask *task;

      if (mark->tid == 0)
        {
          sl_number_table_set (self->timers, mark->timer, mark->expires);
          continue;
        }
      task = sl_linux_get_task (self, mark->tid);
      if (mark->is_deadline)
        sl_linux_note_prio (self, task, DEADLINE_PRIO);
      else if (sl_linux_verb_has_rules (mark->verb))
        take_rules (self, task, mark->rules);
      else
        {
          task->is_marked = TRUE;
          task->ends_by_sleep |= mark->verb == SL_LINUX_VERB_JOB_ENDED;
          sl_linux_doubt_job (task);
        }
    }
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

  /* The idle task does not say anything of itself. */
  if (tid == 0 && sl_linux_get_extra (self->event) == SL_LINUX_VERB_TIMER_MISS)
    sl_linux_miss_timer (self, self->event->b);
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
      finish_by_mark (self, task);
      break;
    case SL_LINUX_VERB_JOB_ENDED:
      end_by_sleep (self, task);
      break;
    case SL_LINUX_VERB_DEADLINE:
      take_rules (self, task, self->event->b);
      break;
    case SL_LINUX_VERB_MISS:
      take_rules (self, task, self->event->b);
      sl_linux_say (self, SL_ACTION_MISS, tid)->kind = SL_KIND_ACTED_MISS;
      break;
    case SL_LINUX_VERB_TIMER_MISS:
      sl_linux_miss_timer (self, self->event->b);
      break;
    case SL_LINUX_VERB_LOCKED:
    case SL_LINUX_VERB_UNLOCK:
      sl_linux_mark_lock (self, task);
      break;
    case SL_LINUX_VERB_SPAN_BEGIN:
      sl_linux_log_mark (self, SL_ACTION_SPAN_BEGIN, tid);
      break;
    case SL_LINUX_VERB_SPAN_END:
      sl_linux_log_mark (self, SL_ACTION_SPAN_END, tid);
      break;
    case SL_LINUX_VERB_VALUE:
      sl_linux_log_mark (self, SL_ACTION_VALUE, tid);
      break;
    case SL_LINUX_VERB_TEXT:
    default:
      sl_linux_log_mark (self, SL_ACTION_MARK, tid);
      break;
    }
}
