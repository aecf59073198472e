/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decision-private.h"

#include "sl-kind-action.h"

/* Events between a task's giving a lock back and what changes by that. */
#define MAX_EVENTS_BEFORE 8

static guint64
get_native (SlTrace *trace, guint32 object)
{
  return sl_object_table_get (sl_trace_get_objects (trace), object)->id;
}

guint32
sl_decision_pair_get_runner (const SlDecisionPair *self, const SlSchedState *sched, guint processor)
{
  guint32 task = sched != NULL ? sl_sched_state_get_running (sched, processor) : 0;

  return task != self->idle_task ? task : 0;
}

const SlSchedTask *
sl_decision_find_task (const SlSchedState *sched, guint32 task)
{
  return sched != NULL ? sl_sched_state_find_task (sched, task) : NULL;
}

guint
sl_decision_pair_get_job (const SlSchedState *sched, guint32 task)
{
  const SlSchedTask *found = sl_decision_find_task (sched, task);

  return found != NULL ? found->job : G_MAXUINT;
}

static gboolean
is_between (guint16 kind)
{
  SlAction action = sl_kind_get_action (kind);

  return action == SL_ACTION_INHERIT || action == SL_ACTION_CHOOSE || action == SL_ACTION_FINISH ||
         (action != SL_ACTION_NONE && sl_action_get_group (action) == SL_TELLS_SERVERS) ||
         (action == SL_ACTION_NONE && sl_kind_get (kind)->object_type == SL_OBJECT_TIMER);
}

/* What a task did itself that led to the decision: the last such event before it. A job may end
 * right after it gave a lock back. */
static gboolean
find_cause (const SlDecisionPair *self, gboolean wants_end, SlEvent *event)
{
  SlTrace *recorded = sl_replay_get_recorded (self->replay);
  guint64 end = self->blank.first > MAX_EVENTS_BEFORE ? self->blank.first - MAX_EVENTS_BEFORE : 0;
  /* Only that kernel is known to log all that it does between. */
  gboolean is_strict = !sl_source_has_trait (sl_trace_get_source (recorded), SL_TRAIT_KERNEL);
  SlTime begin = sl_replay_get_time (self->replay, self->blank.first);

  for (guint64 index = self->blank.index; index > end; index--)
    {
      SlAction action;

      if (!sl_trace_read_event (recorded, index, event) || (is_strict && event->time < begin))
        return FALSE;
      action = sl_kind_get_action (event->kind);
      if (action == SL_ACTION_UNLOCK || action == SL_ACTION_POST)
        return !wants_end;
      if (action == SL_ACTION_FINISH && wants_end)
        return TRUE;
      if (index < self->blank.first && !is_between (event->kind))
        return FALSE;
    }

  return FALSE;
}

/* Which lock @task gave back on the way to the decision. */
guint32
sl_decision_pair_get_given (const SlDecisionPair *self, guint32 task)
{
  SlEvent event;

  if (task == 0 || !find_cause (self, FALSE, &event))
    return 0;

  return event.a == get_native (sl_replay_get_recorded (self->replay), task) ? event.object : 0;
}

/* Whether @task ended a job on the way to the decision, and may have the next to do. */
static gboolean
has_finished (const SlDecisionPair *self, guint32 task)
{
  SlEvent event;

  return find_cause (self, TRUE, &event) &&
         event.a == get_native (sl_replay_get_recorded (self->replay), task);
}

/* Whether @job ended by the decision: it had not before. */
gboolean
sl_decision_pair_has_ended (const SlDecisionPair *self, guint job)
{
  const SlJob *found =
      job != G_MAXUINT ? sl_job_table_get (sl_replay_get_jobs (self->replay), job) : NULL;
  guint64 end;

  return found != NULL && (found->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED)) != 0 &&
         sl_replay_get_end_index (self->replay, job, &end) && end > self->before->index &&
         end <= self->after->index;
}

gboolean
sl_decision_pair_is_aborted (const SlDecisionPair *self, guint job)
{
  return sl_decision_pair_has_ended (self, job) &&
         (sl_job_table_get (sl_replay_get_jobs (self->replay), job)->flags & SL_JOB_ABORTED) != 0;
}

SlPreviousFate
sl_decision_pair_get_fate (const SlDecisionPair *self, guint32 task)
{
  const SlSchedTask *after = sl_decision_find_task (self->after, task);

  if (task == 0 || after == NULL)
    return SL_FATE_NOBODY;

  if (after->state != SL_STATE_NONE &&
      sl_decision_pair_is_aborted (self, sl_decision_pair_get_job (self->before, task)))
    return SL_FATE_ABORTED;
  if (after->state != SL_STATE_NONE && has_finished (self, task))
    return SL_FATE_FINISHED;

  switch ((int) after->state)
    {
    case SL_STATE_READY:
      return SL_FATE_PREEMPTED;
    case SL_STATE_IDLE:
      return SL_FATE_FINISHED;
    case SL_STATE_BLOCKED:
      return after->lock != 0 ? SL_FATE_WAITS : SL_FATE_UNKNOWN;
    case SL_STATE_THROTTLED:
      return SL_FATE_THROTTLED;
    case SL_STATE_SUSPENDED:
      return SL_FATE_SUSPENDED;
    case SL_STATE_NONE:
      return SL_FATE_ENDED;
    default:
      return SL_FATE_UNKNOWN;
    }
}

guint32
sl_decision_get_owner (const SlSchedState *sched, guint32 lock)
{
  const SlSchedLock *found = sl_sched_state_find_lock (sched, lock);

  return found != NULL ? found->owner : 0;
}

SlWakeReason
sl_decision_pair_get_wake_reason (const SlDecisionPair *self, guint32 task)
{
  const SlSchedTask *before = sl_decision_find_task (self->before, task);
  guint job = sl_decision_pair_get_job (self->after, task);

  if (before != NULL && before->state == SL_STATE_BLOCKED && before->lock != 0)
    return sl_decision_get_owner (self->after, before->lock) == task ? SL_WAKE_HANDED
                                                                     : SL_WAKE_UNBLOCKED;
  if (before != NULL && before->state == SL_STATE_THROTTLED)
    return SL_WAKE_REPLENISHED;
  if (job != G_MAXUINT && job != sl_decision_pair_get_job (self->before, task))
    return SL_WAKE_RELEASED;

  return SL_WAKE_UNKNOWN;
}

/* Whether @task waits for itself: it waits for a lock whose holder waits, and so on. */
static gboolean
is_deadlock (const SlSchedState *sched, guint32 task)
{
  guint32 next = task;

  for (guint i = 0; i <= sched->tasks->len; i++)
    {
      const SlSchedTask *waits = sl_sched_state_find_task (sched, next);
      const SlSchedLock *lock = waits != NULL && waits->state == SL_STATE_BLOCKED
                                    ? sl_sched_state_find_lock (sched, waits->lock)
                                    : NULL;

      next = lock != NULL ? lock->owner : 0;
      if (next == 0 || next == task)
        return next == task;
    }

  return FALSE;
}

/* Who is in the way of @task, which waits for @lock. A ceiling keeps a free lock from being taken. */
guint32
sl_decision_pair_find_blocker (const SlDecisionPair *self,
                               const SlSchedState *sched,
                               guint32 task,
                               guint32 lock,
                               guint32 *ceiling_lock)
{
  const SlSchedLock *found = sl_sched_state_find_lock (sched, lock);
  gint64 ceiling;

  *ceiling_lock = 0;
  if (found != NULL && found->owner != 0)
    return found->owner;
  if (!sl_sched_state_get_ceiling (sched, self->replay, task, &ceiling, ceiling_lock))
    return 0;

  return sl_sched_state_find_lock (sched, *ceiling_lock)->owner;
}

void
sl_decision_pair_find_holder (const SlDecisionPair *self, guint32 task, SlDecision *decision)
{
  decision->lock = sl_decision_find_task (self->after, task)->lock;
  decision->holder = sl_decision_pair_find_blocker (self, self->after, task, decision->lock,
                                                    &decision->ceiling_lock);
  decision->is_deadlock = is_deadlock (self->after, task);
}
