/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decision-private.h"
#include "sl-reason.h"

/* Tasks that are ready for other processors and are passed over. */
#define MOST_READY 64

/* Whether @task may be in the queue of the processor: many kernels have one for all of them. */
static gboolean
may_be_queued_for (const SlDecisionPair *self, guint32 task, guint processor)
{
  const SlSchedTask *found = sl_decision_find_task (self->after, task);

  return found == NULL || found->queue == 0 || processor >= self->after->processors->len ||
         found->queue == g_array_index (self->after->processors, SlSchedProcessor, processor).cpu;
}

/* The first task that is ready for the processor; 0 for none. */
static guint32
find_first_ready (const SlDecisionPair *self, guint processor)
{
  guint n_ready = MIN (sl_sched_state_get_n_ready (self->after), MOST_READY);

  for (guint i = 0; i < n_ready; i++)
    {
      guint32 task = sl_sched_state_get_ready (self->after, i);

      if (may_be_queued_for (self, task, processor))
        return task;
    }

  return 0;
}

/* The number of the processor in whose queue the task is said to be; else of the only one. */
static guint
find_queue (const SlDecisionPair *self, const SlSchedTask *task)
{
  for (guint i = 0; i < self->after->processors->len && task->queue != 0; i++)
    if (g_array_index (self->after->processors, SlSchedProcessor, i).cpu == task->queue)
      return i;

  return self->after->processors->len == 1 ? 0 : SL_DECISION_NO_PROCESSOR;
}

static guint
find_processor_of (const SlDecisionPair *self, guint32 task)
{
  for (guint i = 0; i < self->after->processors->len; i++)
    if (sl_decision_pair_get_runner (self, self->after, i) == task)
      return i;

  return SL_DECISION_NO_PROCESSOR;
}

/* Of all that run, the one that the policy would make leave first. */
static guint32
find_least_urgent (const SlDecisionPair *self)
{
  guint32 least = 0;

  for (guint i = 0; i < self->after->processors->len; i++)
    {
      guint32 task = sl_decision_pair_get_runner (self, self->after, i);

      if (task != 0 && (least == 0 ||
                        sl_effective_priority_compare (self->after, self->replay, least, task) < 0))
        least = task;
    }

  return least;
}

/* Who runs in the way of a task that waits: on the processor in whose queue it is, or for want of that, on any. */
static guint32
find_runner (const SlDecisionPair *self, guint queue)
{
  return queue != SL_DECISION_NO_PROCESSOR ? sl_decision_pair_get_runner (self, self->after, queue)
                                           : find_least_urgent (self);
}

/* Whom @task would have had to make way for: who was preempted; who is more urgent, but has no budget, and
 * not only from now on; else who is ready first. */
static guint32
find_rival (const SlDecisionPair *self, const SlDecision *decision)
{
  guint32 unserved = sl_sched_state_get_unserved (self->after);
  guint32 ready = find_first_ready (self, decision->processor);

  if (decision->previous_fate == SL_FATE_PREEMPTED)
    return decision->other;
  if (unserved != 0 && unserved != decision->other &&
      (ready == 0 ||
       sl_effective_priority_compare (self->after, self->replay, unserved, decision->task) < 0))
    return unserved;

  return ready;
}

static SlDecisionKind
get_kind (const SlDecisionPair *self, guint processor, guint32 task)
{
  if (task != 0)
    return SL_DECISION_RUN;

  return sl_sched_processor_is_unseen (
             &g_array_index (self->after->processors, SlSchedProcessor, processor))
             ? SL_DECISION_UNSEEN
             : SL_DECISION_IDLE;
}

static void
add_dispatch (SlDecisionPair *self, guint processor)
{
  SlDecision decision = self->blank;
  guint32 before = sl_decision_pair_get_runner (self, self->before, processor);
  guint32 after = sl_decision_pair_get_runner (self, self->after, processor);

  if (before == after)
    return;

  decision.processor = processor;
  decision.kind = get_kind (self, processor, after);
  decision.task = after;
  decision.job = sl_decision_pair_get_job (self->after, after);
  decision.other = before;
  decision.other_job = sl_decision_pair_get_job (self->before, before);
  decision.previous_fate = sl_decision_pair_get_fate (self, before);
  decision.wake_reason = sl_decision_pair_get_wake_reason (self, after);
  decision.released_lock = sl_decision_pair_get_given (self, before);
  if (decision.previous_fate == SL_FATE_WAITS)
    sl_decision_pair_find_holder (self, before, &decision);
  if (after != 0)
    sl_reason_of_running (self->after, self->replay, find_rival (self, &decision), &decision);
  g_array_append_val (self->found, decision);
}

static gboolean
is_at_work (const SlSchedTask *task)
{
  return task != NULL && (task->has_processor || task->state == SL_STATE_READY);
}

/* Whether @task, which has something to do, waits: for the processor, or as before not even for that. */
static gboolean
is_queued (const SlSchedTask *before, const SlSchedTask *after)
{
  if (after->state == SL_STATE_THROTTLED)
    return before != NULL && before->state != SL_STATE_THROTTLED;

  return after->state == SL_STATE_READY;
}

/* Whether @task is kept from its lock again before any time passes: who runs takes one. */
static gboolean
is_blocked_at_once (const SlDecisionPair *self, const SlSchedTask *task)
{
  const SlLane *lane = sl_trace_get_lane (sl_replay_get_by_event (self->replay), task->lane);
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlItem item;

  return states != NULL &&
         sl_track_find_at (states, (SlTime) sl_replay_find_index (self->replay, self->after->time),
                           &item) &&
         item.state == SL_STATE_BLOCKED;
}

static void
add_queued (SlDecisionPair *self, const SlSchedTask *after)
{
  SlDecision decision = self->blank;

  const SlSchedTask *before = sl_decision_find_task (self->before, after->task);

  if (!is_queued (before, after) || after->task == self->idle_task || is_at_work (before) ||
      is_blocked_at_once (self, after))
    return;

  decision.kind = SL_DECISION_QUEUE;
  decision.task = after->task;
  decision.job = after->job;
  decision.wake_reason = sl_decision_pair_get_wake_reason (self, after->task);
  if (decision.wake_reason == SL_WAKE_UNBLOCKED || decision.wake_reason == SL_WAKE_HANDED)
    decision.lock = before->lock;
  decision.processor = find_queue (self, after);
  decision.other = find_runner (self, decision.processor);
  decision.other_job = sl_decision_pair_get_job (self->after, decision.other);
  sl_reason_of_waiting (self->after, self->replay, &decision);
  g_array_append_val (self->found, decision);
}

/* Whether @task could have got the lock that it waits for since @self->before, or who kept it from that
 * has given back the lock that did so. */
static gboolean
has_asked_again (const SlDecisionPair *self, const SlSchedTask *before, guint32 wanted)
{
  guint32 ceiling_lock, blocker;

  if (before->state != SL_STATE_BLOCKED)
    return before->state == SL_STATE_READY;
  if (before->lock != wanted)
    return FALSE;

  blocker = sl_decision_pair_find_blocker (self, self->before, before->task, wanted, &ceiling_lock);
  return blocker != 0 &&
         sl_decision_get_owner (self->after, ceiling_lock != 0 ? ceiling_lock : wanted) != blocker;
}

static void
add_refused (SlDecisionPair *self, guint32 task)
{
  const SlSchedTask *before = sl_decision_find_task (self->before, task);
  const SlSchedTask *after = sl_decision_find_task (self->after, task);
  SlDecision decision = self->blank;

  if (before == NULL || after == NULL || before->has_processor ||
      after->state != SL_STATE_BLOCKED || after->lock == 0 ||
      !has_asked_again (self, before, after->lock))
    return;

  decision.kind = SL_DECISION_REFUSE;
  decision.task = task;
  decision.job = after->job;
  decision.other = find_least_urgent (self);
  decision.other_job = sl_decision_pair_get_job (self->after, decision.other);
  if (self->found->len == 0)
    decision.released_lock = sl_decision_pair_get_given (self, decision.other);
  sl_decision_pair_find_holder (self, task, &decision);
  if (decision.holder != 0)
    g_array_append_val (self->found, decision);
}

static gboolean
has_new_holder (const SlDecisionPair *self, const GArray *lanes)
{
  for (guint i = 0; i < lanes->len; i++)
    {
      const SlLane *lane = sl_trace_get_lane (sl_replay_get_by_event (self->replay),
                                              g_array_index (lanes, guint, i));

      if (lane->type == SL_LANE_LOCK && sl_decision_get_owner (self->before, lane->object) !=
                                            sl_decision_get_owner (self->after, lane->object))
        return TRUE;
    }

  return FALSE;
}

/* Where a lock has another holder, who waits for it, or is refused another one by its ceiling. */
static void
add_all_refused (SlDecisionPair *self, const GArray *lanes)
{
  if (!has_new_holder (self, lanes))
    return;

  for (guint i = 0; i < self->after->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (self->after->locks, SlSchedLock, i);

      for (guint k = 0; k < lock->waiters->len; k++)
        add_refused (self, g_array_index (lock->waiters, guint32, k));
    }
}

/* Who keeps another one back by a ceiling may be logged as if it inherited; and of one that was
 * preempted it is said whose urgency it has left. */
static gboolean
is_told (const SlDecisionPair *self, guint32 task, guint32 of)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      const SlDecision *decision = &g_array_index (self->found, SlDecision, i);

      if (decision->task == task || decision->task == of ||
          (decision->previous_fate == SL_FATE_PREEMPTED && decision->other == task) ||
          (decision->reason == SL_REASON_HOLDS && decision->other == task))
        return TRUE;
    }

  return FALSE;
}

static void
add_inherited (SlDecisionPair *self, const SlSchedTask *after)
{
  const SlSchedTask *before = sl_decision_find_task (self->before, after->task);
  SlDecision decision = self->blank;

  if (after->inherits == 0 || (before != NULL && before->inherits == after->inherits) ||
      is_told (self, after->task, after->inherits))
    return;

  decision.kind = SL_DECISION_INHERIT;
  decision.task = after->task;
  decision.job = after->job;
  decision.reason = SL_REASON_HOLDS;
  decision.inherits_from = after->inherits;
  decision.deciding_lock =
      sl_reason_find_lock (self->after, self->replay, after->task, after->inherits);
  g_array_append_val (self->found, decision);
}

/* Whether the decision of a processor already says what became of @task. */
static gboolean
has_left (const SlDecisionPair *self, guint32 task)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      const SlDecision *decision = &g_array_index (self->found, SlDecision, i);

      if (decision->other == task && decision->previous_fate != SL_FATE_NOBODY)
        return TRUE;
    }

  return FALSE;
}

/* Jobs of @after's task that ended, where no processor changes hands by that. Who has finished its last
 * job has the processor until somebody else gets it. */
static void
add_ended (SlDecisionPair *self, const SlSchedTask *after)
{
  const SlJobTask *all = sl_job_table_find_task (sl_replay_get_jobs (self->replay), after->task);
  guint job = sl_decision_pair_get_job (self->before, after->task);
  SlDecision decision = self->blank;

  if (job == G_MAXUINT || all == NULL || has_left (self, after->task))
    return;

  for (; job < all->first + all->n_jobs && sl_decision_pair_has_ended (self, job); job++)
    {
      gboolean aborted = sl_decision_pair_is_aborted (self, job);

      if (after->has_processor && after->job == G_MAXUINT && !aborted)
        return;

      decision.kind = SL_DECISION_END;
      decision.task = after->task;
      decision.job = job;
      decision.previous_fate = aborted ? SL_FATE_ABORTED : SL_FATE_FINISHED;
      decision.processor = find_processor_of (self, after->task);
      decision.other =
          decision.processor != SL_DECISION_NO_PROCESSOR ? after->task : find_least_urgent (self);
      decision.other_job = sl_decision_pair_get_job (self->after, decision.other);
      decision.released_lock =
          decision.other == after->task ? sl_decision_pair_get_given (self, after->task) : 0;
      g_array_append_val (self->found, decision);
    }
}

static void
add_index (const SlDecisionPair *self, guint32 task, GArray *indices)
{
  guint index = sl_replay_get_task_index (self->replay, task);

  if (index != G_MAXUINT)
    g_array_append_val (indices, index);
}

static int
compare_indices (gconstpointer one, gconstpointer other)
{
  const guint *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

/* @lanes: of what may be different in the two
 *
 * (transfer full) (element-type guint): indices of the tasks of these; of one or the other twice. */
static GArray *
list_changed (const SlDecisionPair *self, const GArray *lanes)
{
  SlTrace *by_event = sl_replay_get_by_event (self->replay);
  GArray *indices = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < lanes->len; i++)
    {
      const SlLane *lane = sl_trace_get_lane (by_event, g_array_index (lanes, guint, i));

      if (lane->type == SL_LANE_TASK)
        add_index (self, lane->object, indices);
    }
  for (guint i = 0; i < self->after->heirs->len; i++)
    add_index (self, g_array_index (self->after->heirs, guint32, i), indices);
  g_array_sort (indices, compare_indices);
  return indices;
}

/* All that is decided from the event after @before on, until @after. */
void
sl_decision_pair_compare (SlDecisionPair *self)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) indices = NULL;
  const SlSchedTask *tasks = (const SlSchedTask *) (gpointer) self->after->tasks->data;
  const guint *changed;

  sl_replay_changes_list (self->changes, self->before->index, self->after->index, lanes);
  indices = list_changed (self, lanes);
  changed = (const guint *) (gpointer) indices->data;

  for (guint i = 0; i < self->after->processors->len; i++)
    add_dispatch (self, i);
  for (guint i = 0; i < indices->len; i++)
    if (i == 0 || changed[i] != changed[i - 1])
      add_ended (self, &tasks[changed[i]]);
  for (guint i = 0; i < indices->len; i++)
    if (i == 0 || changed[i] != changed[i - 1])
      add_queued (self, &tasks[changed[i]]);
  add_all_refused (self, lanes);
  for (guint i = 0; i < indices->len; i++)
    if (i == 0 || changed[i] != changed[i - 1])
      add_inherited (self, &tasks[changed[i]]);
}
