/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-decision.h"

#include "sl-reason.h"

/* Changes that are looked at for the next decision: interrupts that decide nothing can be many. */
#define MAX_CHANGES 200000

/* Events between a task's giving a lock back and what changes by that. */
#define MAX_EVENTS_BEFORE 8

/* @before and @after go from decision to decision; NULL until they are asked for. */
struct _SlDecisionSearch
{
  SlSteps *steps;
  SlStepChanges *changes;
  SlInstant *before;
  SlInstant *after;
};

typedef struct
{
  SlSteps *steps;
  SlStepChanges *changes;
  const SlInstant *before;
  const SlInstant *after;
  guint32 idle_task;
  SlDecision blank; /* with the place */
  GArray *found;
} Search;

/**
 * sl_decision_kind_get_id:
 *
 * Returns: (transfer none): kebab case
 */
const char *
sl_decision_kind_get_id (SlDecisionKind kind)
{
  static const char *const ids[SL_N_DECISION_KINDS] = {
    [SL_DECISION_RUN] = "run",         [SL_DECISION_IDLE] = "idle", [SL_DECISION_QUEUE] = "queue",
    [SL_DECISION_INHERIT] = "inherit", [SL_DECISION_END] = "end",   [SL_DECISION_REFUSE] = "refuse",
  };

  return kind < SL_N_DECISION_KINDS ? ids[kind] : "";
}

/**
 * sl_decision_left_get_id:
 *
 * Returns: (transfer none): kebab case; empty where nobody had the processor
 */
const char *
sl_decision_left_get_id (SlDecisionLeft left)
{
  static const char *const ids[SL_N_LEFT] = {
    [SL_LEFT_NOBODY] = "",     [SL_LEFT_PREEMPTED] = "preempted", [SL_LEFT_FINISHED] = "finished",
    [SL_LEFT_WAITS] = "waits", [SL_LEFT_THROTTLED] = "throttled", [SL_LEFT_SUSPENDED] = "suspended",
    [SL_LEFT_ENDED] = "ended", [SL_LEFT_ABORTED] = "aborted",     [SL_LEFT_UNKNOWN] = "unknown",
  };

  return left < SL_N_LEFT ? ids[left] : "";
}

static guint64
get_native (SlTrace *trace, guint32 object)
{
  return sl_object_table_get (sl_trace_get_objects (trace), object)->id;
}

static guint32
get_runner (const Search *self, const SlInstant *instant, guint processor)
{
  guint32 task = instant != NULL ? sl_instant_get_running (instant, processor) : 0;

  return task != self->idle_task ? task : 0;
}

static const SlInstantTask *
find_task (const SlInstant *instant, guint32 task)
{
  return instant != NULL ? sl_instant_find_task (instant, task) : NULL;
}

static guint
get_job (const SlInstant *instant, guint32 task)
{
  const SlInstantTask *found = find_task (instant, task);

  return found != NULL ? found->job : G_MAXUINT;
}

static gboolean
is_between (guint16 kind)
{
  return kind == SL_KIND_TIMER_POST || kind == SL_KIND_TIMER_DELETE ||
         kind == SL_KIND_INHERITANCE || kind == SL_KIND_TASK_SCHEDULE ||
         kind == SL_KIND_TASK_END_CYCLE ||
         (kind >= SL_KIND_SERVER_CREATE && kind <= SL_KIND_SERVER_USING_REC);
}

/* What a task did itself that led to the decision: the last such event before it. A job may end
 * right after it gave a lock back. */
static gboolean
find_cause (const Search *self, gboolean wants_end, SlEvent *event)
{
  SlTrace *recorded = sl_steps_get_recorded (self->steps);
  guint64 end = self->blank.first > MAX_EVENTS_BEFORE ? self->blank.first - MAX_EVENTS_BEFORE : 0;

  for (guint64 place = self->blank.place; place > end; place--)
    {
      if (!sl_trace_read_event (recorded, place, event))
        return FALSE;
      if (event->kind == SL_KIND_MUTEX_UNLOCK || event->kind == SL_KIND_MUTEX_POST)
        return !wants_end;
      if (event->kind == SL_KIND_TASK_END_CYCLE && wants_end)
        return TRUE;
      if (place < self->blank.first && !is_between (event->kind))
        return FALSE;
    }

  return FALSE;
}

/* Which lock @task gave back on the way to the decision. */
static guint32
get_given (const Search *self, guint32 task)
{
  SlEvent event;

  if (task == 0 || !find_cause (self, FALSE, &event))
    return 0;

  return event.a == get_native (sl_steps_get_recorded (self->steps), task) ? event.object : 0;
}

/* Whether @task ended a job on the way to the decision, and may have the next to do. */
static gboolean
has_finished (const Search *self, guint32 task)
{
  SlEvent event;

  return find_cause (self, TRUE, &event) &&
         event.a == get_native (sl_steps_get_recorded (self->steps), task);
}

/* Whether @job ended by the decision: it had not before. */
static gboolean
has_ended (const Search *self, guint job)
{
  const SlJob *found =
      job != G_MAXUINT ? sl_job_table_get (sl_steps_get_jobs (self->steps), job) : NULL;
  guint64 end;

  return found != NULL && (found->flags & (SL_JOB_FINISHED | SL_JOB_ABORTED)) != 0 &&
         sl_steps_get_end_place (self->steps, job, &end) && end > self->before->place &&
         end <= self->after->place;
}

static gboolean
is_aborted (const Search *self, guint job)
{
  return has_ended (self, job) &&
         (sl_job_table_get (sl_steps_get_jobs (self->steps), job)->flags & SL_JOB_ABORTED) != 0;
}

static SlDecisionLeft
get_left (const Search *self, guint32 task)
{
  const SlInstantTask *after = find_task (self->after, task);

  if (task == 0 || after == NULL)
    return SL_LEFT_NOBODY;

  if (after->state != SL_STATE_NONE && is_aborted (self, get_job (self->before, task)))
    return SL_LEFT_ABORTED;
  if (after->state != SL_STATE_NONE && has_finished (self, task))
    return SL_LEFT_FINISHED;

  switch ((int) after->state)
    {
    case SL_STATE_READY:
      return SL_LEFT_PREEMPTED;
    case SL_STATE_IDLE:
      return SL_LEFT_FINISHED;
    case SL_STATE_BLOCKED:
      return after->lock != 0 ? SL_LEFT_WAITS : SL_LEFT_UNKNOWN;
    case SL_STATE_THROTTLED:
      return SL_LEFT_THROTTLED;
    case SL_STATE_SUSPENDED:
      return SL_LEFT_SUSPENDED;
    case SL_STATE_NONE:
      return SL_LEFT_ENDED;
    default:
      return SL_LEFT_UNKNOWN;
    }
}

static guint32
get_owner (const SlInstant *instant, guint32 lock)
{
  const SlInstantLock *found = sl_instant_find_lock (instant, lock);

  return found != NULL ? found->owner : 0;
}

static SlDecisionWoke
get_woke (const Search *self, guint32 task)
{
  const SlInstantTask *before = find_task (self->before, task);
  guint job = get_job (self->after, task);

  if (before != NULL && before->state == SL_STATE_BLOCKED && before->lock != 0)
    return get_owner (self->after, before->lock) == task ? SL_WOKE_HANDED : SL_WOKE_UNBLOCKED;
  if (before != NULL && before->state == SL_STATE_THROTTLED)
    return SL_WOKE_REPLENISHED;
  if (job != G_MAXUINT && job != get_job (self->before, task))
    return SL_WOKE_RELEASED;

  return SL_WOKE_UNKNOWN;
}

/* Whether @task waits for itself: it waits for a lock whose holder waits, and so on. */
static gboolean
is_deadlock (const SlInstant *instant, guint32 task)
{
  guint32 next = task;

  for (guint i = 0; i <= instant->tasks->len; i++)
    {
      const SlInstantTask *waits = sl_instant_find_task (instant, next);
      const SlInstantLock *lock = waits != NULL && waits->state == SL_STATE_BLOCKED
                                      ? sl_instant_find_lock (instant, waits->lock)
                                      : NULL;

      next = lock != NULL ? lock->owner : 0;
      if (next == 0 || next == task)
        return next == task;
    }

  return FALSE;
}

/* Who is in the way of @task, which waits for @lock. A ceiling keeps a free lock from being taken. */
static guint32
find_blocker (const Search *self,
              const SlInstant *instant,
              guint32 task,
              guint32 lock,
              guint32 *ceiling_lock)
{
  const SlInstantLock *found = sl_instant_find_lock (instant, lock);
  gint64 ceiling;

  *ceiling_lock = 0;
  if (found != NULL && found->owner != 0)
    return found->owner;
  if (!sl_instant_get_ceiling (instant, self->steps, task, &ceiling, ceiling_lock))
    return 0;

  return sl_instant_find_lock (instant, *ceiling_lock)->owner;
}

static void
find_holder (const Search *self, guint32 task, SlDecision *decision)
{
  decision->lock = find_task (self->after, task)->lock;
  decision->holder =
      find_blocker (self, self->after, task, decision->lock, &decision->ceiling_lock);
  decision->is_deadlock = is_deadlock (self->after, task);
}

/* Whom @task would have had to make way for: who was preempted; who is more urgent, but has no budget, and
 * not only from now on; else who is ready first. */
static guint32
find_rival (const Search *self, const SlDecision *decision)
{
  guint32 unserved = sl_instant_get_unserved (self->after);
  gboolean is_ready = sl_instant_get_n_ready (self->after) > 0;

  if (decision->left == SL_LEFT_PREEMPTED)
    return decision->other;
  if (unserved != 0 && unserved != decision->other &&
      (!is_ready || sl_urgency_compare (self->after, self->steps, unserved, decision->task) < 0))
    return unserved;

  return is_ready ? sl_instant_get_ready (self->after, 0) : 0;
}

static void
add_dispatch (Search *self, guint processor)
{
  SlDecision decision = self->blank;
  guint32 before = get_runner (self, self->before, processor);
  guint32 after = get_runner (self, self->after, processor);

  if (before == after)
    return;

  decision.processor = processor;
  decision.kind = after != 0 ? SL_DECISION_RUN : SL_DECISION_IDLE;
  decision.task = after;
  decision.job = get_job (self->after, after);
  decision.other = before;
  decision.other_job = get_job (self->before, before);
  decision.left = get_left (self, before);
  decision.woke = get_woke (self, after);
  decision.gave = get_given (self, before);
  if (decision.left == SL_LEFT_WAITS)
    find_holder (self, before, &decision);
  if (after != 0)
    sl_reason_of_running (self->after, self->steps, find_rival (self, &decision), &decision);
  g_array_append_val (self->found, decision);
}

static gboolean
is_at_work (const SlInstantTask *task)
{
  return task != NULL && (task->has_processor || task->state == SL_STATE_READY);
}

/* Whether @task, which has something to do, waits: for the processor, or as before not even for that. */
static gboolean
is_queued (const SlInstantTask *before, const SlInstantTask *after)
{
  if (after->state == SL_STATE_THROTTLED)
    return before != NULL && before->state != SL_STATE_THROTTLED;

  return after->state == SL_STATE_READY;
}

/* Whether @task is kept from its lock again before any time passes: who runs takes one. */
static gboolean
is_blocked_at_once (const Search *self, const SlInstantTask *task)
{
  const SlLane *lane = sl_trace_get_lane (sl_steps_get_told (self->steps), task->lane);
  const SlTrack *states = sl_lane_get_track (lane, SL_ROLE_STATES);
  SlItem item;

  return states != NULL &&
         sl_track_find_at (states, (SlTime) sl_steps_find_place (self->steps, self->after->time),
                           &item) &&
         item.state == SL_STATE_BLOCKED;
}

static void
add_queued (Search *self, const SlInstantTask *after)
{
  SlDecision decision = self->blank;

  const SlInstantTask *before = find_task (self->before, after->task);

  if (!is_queued (before, after) || after->task == self->idle_task || is_at_work (before) ||
      is_blocked_at_once (self, after))
    return;

  decision.kind = SL_DECISION_QUEUE;
  decision.task = after->task;
  decision.job = after->job;
  decision.woke = get_woke (self, after->task);
  if (decision.woke == SL_WOKE_UNBLOCKED || decision.woke == SL_WOKE_HANDED)
    decision.lock = before->lock;
  decision.other = get_runner (self, self->after, 0);
  decision.other_job = get_job (self->after, decision.other);
  sl_reason_of_waiting (self->after, self->steps, &decision);
  g_array_append_val (self->found, decision);
}

/* Whether @task could have got the lock that it waits for since @self->before, or who kept it from that
 * has given back the lock that did so. */
static gboolean
has_asked_again (const Search *self, const SlInstantTask *before, guint32 wanted)
{
  guint32 ceiling_lock, blocker;

  if (before->state != SL_STATE_BLOCKED)
    return before->state == SL_STATE_READY;
  if (before->lock != wanted)
    return FALSE;

  blocker = find_blocker (self, self->before, before->task, wanted, &ceiling_lock);
  return blocker != 0 &&
         get_owner (self->after, ceiling_lock != 0 ? ceiling_lock : wanted) != blocker;
}

static void
add_refused (Search *self, guint32 task)
{
  const SlInstantTask *before = find_task (self->before, task);
  const SlInstantTask *after = find_task (self->after, task);
  SlDecision decision = self->blank;

  if (before == NULL || after == NULL || before->has_processor ||
      after->state != SL_STATE_BLOCKED || after->lock == 0 ||
      !has_asked_again (self, before, after->lock))
    return;

  decision.kind = SL_DECISION_REFUSE;
  decision.task = task;
  decision.job = after->job;
  decision.other = get_runner (self, self->after, 0);
  decision.other_job = get_job (self->after, decision.other);
  if (self->found->len == 0)
    decision.gave = get_given (self, decision.other);
  find_holder (self, task, &decision);
  if (decision.holder != 0)
    g_array_append_val (self->found, decision);
}

static gboolean
has_new_holder (const Search *self, const GArray *lanes)
{
  for (guint i = 0; i < lanes->len; i++)
    {
      const SlLane *lane =
          sl_trace_get_lane (sl_steps_get_told (self->steps), g_array_index (lanes, guint, i));

      if (lane->type == SL_LANE_LOCK &&
          get_owner (self->before, lane->object) != get_owner (self->after, lane->object))
        return TRUE;
    }

  return FALSE;
}

/* Where a lock has another holder, who waits for it, or is refused another one by its ceiling. */
static void
add_all_refused (Search *self, const GArray *lanes)
{
  if (!has_new_holder (self, lanes))
    return;

  for (guint i = 0; i < self->after->locks->len; i++)
    {
      const SlInstantLock *lock = &g_array_index (self->after->locks, SlInstantLock, i);

      for (guint k = 0; k < lock->waiters->len; k++)
        add_refused (self, g_array_index (lock->waiters, guint32, k));
    }
}

/* Who keeps another one back by a ceiling may be logged as if it inherited; and of one that was
 * preempted it is said whose urgency it has left. */
static gboolean
is_told (const Search *self, guint32 task, guint32 of)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      const SlDecision *decision = &g_array_index (self->found, SlDecision, i);

      if (decision->task == task || decision->task == of ||
          (decision->left == SL_LEFT_PREEMPTED && decision->other == task) ||
          (decision->reason == SL_REASON_HOLDS && decision->other == task))
        return TRUE;
    }

  return FALSE;
}

static void
add_inherited (Search *self, const SlInstantTask *after)
{
  const SlInstantTask *before = find_task (self->before, after->task);
  SlDecision decision = self->blank;

  if (after->inherits == 0 || (before != NULL && before->inherits == after->inherits) ||
      is_told (self, after->task, after->inherits))
    return;

  decision.kind = SL_DECISION_INHERIT;
  decision.task = after->task;
  decision.job = after->job;
  decision.reason = SL_REASON_HOLDS;
  decision.of = after->inherits;
  decision.held = sl_reason_find_lock (self->after, self->steps, after->task, after->inherits);
  g_array_append_val (self->found, decision);
}

/* Whether the decision of a processor already says what became of @task. */
static gboolean
has_left (const Search *self, guint32 task)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      const SlDecision *decision = &g_array_index (self->found, SlDecision, i);

      if (decision->other == task && decision->left != SL_LEFT_NOBODY)
        return TRUE;
    }

  return FALSE;
}

/* Jobs of @after's task that ended, where no processor changes hands by that. Who has finished its last
 * job has the processor until somebody else gets it. */
static void
add_ended (Search *self, const SlInstantTask *after)
{
  const SlJobTask *all = sl_job_table_find_task (sl_steps_get_jobs (self->steps), after->task);
  guint job = get_job (self->before, after->task);
  SlDecision decision = self->blank;

  if (job == G_MAXUINT || all == NULL || has_left (self, after->task))
    return;

  for (; job < all->first + all->n_jobs && has_ended (self, job); job++)
    {
      gboolean aborted = is_aborted (self, job);

      if (after->has_processor && after->job == G_MAXUINT && !aborted)
        return;

      decision.kind = SL_DECISION_END;
      decision.task = after->task;
      decision.job = job;
      decision.left = aborted ? SL_LEFT_ABORTED : SL_LEFT_FINISHED;
      decision.other = get_runner (self, self->after, 0);
      decision.other_job = get_job (self->after, decision.other);
      decision.gave = decision.other == after->task ? get_given (self, after->task) : 0;
      g_array_append_val (self->found, decision);
    }
}

static void
add_place (const Search *self, guint32 task, GArray *places)
{
  guint place = sl_steps_get_task_place (self->steps, task);

  if (place != G_MAXUINT)
    g_array_append_val (places, place);
}

static int
compare_places (gconstpointer one, gconstpointer other)
{
  const guint *a = one, *b = other;

  return *a < *b ? -1 : *a > *b;
}

/* @lanes: of what may be different in the two
 *
 * (transfer full) (element-type guint): places of the tasks of these; of one or the other twice. */
static GArray *
list_changed (const Search *self, const GArray *lanes)
{
  SlTrace *told = sl_steps_get_told (self->steps);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < lanes->len; i++)
    {
      const SlLane *lane = sl_trace_get_lane (told, g_array_index (lanes, guint, i));

      if (lane->type == SL_LANE_TASK)
        add_place (self, lane->object, places);
    }
  for (guint i = 0; i < self->after->heirs->len; i++)
    add_place (self, g_array_index (self->after->heirs, guint32, i), places);
  g_array_sort (places, compare_places);
  return places;
}

/* All that is decided from the event after @before on, until @after. */
static void
compare_instants (Search *self)
{
  g_autoptr (GArray) lanes = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (GArray) places = NULL;
  const SlInstantTask *tasks = (const SlInstantTask *) (gpointer) self->after->tasks->data;
  const guint *changed;

  sl_step_changes_list (self->changes, self->before->place, self->after->place, lanes);
  places = list_changed (self, lanes);
  changed = (const guint *) (gpointer) places->data;

  for (guint i = 0; i < self->after->processors->len; i++)
    add_dispatch (self, i);
  for (guint i = 0; i < places->len; i++)
    if (i == 0 || changed[i] != changed[i - 1])
      add_ended (self, &tasks[changed[i]]);
  for (guint i = 0; i < places->len; i++)
    if (i == 0 || changed[i] != changed[i - 1])
      add_queued (self, &tasks[changed[i]]);
  add_all_refused (self, lanes);
  for (guint i = 0; i < places->len; i++)
    if (i == 0 || changed[i] != changed[i - 1])
      add_inherited (self, &tasks[changed[i]]);
}

static const SlInstant *
go_to (SlDecisionSearch *self, SlInstant **instant, guint64 place)
{
  if (*instant == NULL)
    *instant = sl_instant_new_moving (self->steps, place);
  else
    sl_instant_move (*instant, self->changes, place);

  return *instant;
}

/* @first: at which something changes; @place: its sl_steps_settle() */
static gboolean
collect (SlDecisionSearch *self, guint64 first, guint64 place, GArray *decisions)
{
  Search search = { .steps = self->steps,
                    .changes = self->changes,
                    .idle_task = sl_job_table_get_idle_task (sl_steps_get_jobs (self->steps)),
                    .blank = { .first = first,
                               .place = place,
                               .time = sl_steps_get_time (self->steps, place),
                               .job = G_MAXUINT,
                               .other_job = G_MAXUINT,
                               .measure = G_MAXINT64,
                               .rival_measure = G_MAXINT64 },
                    .found = decisions };

  /* What holds when the trace begins was decided before. */
  g_array_set_size (decisions, 0);
  if (first == 0)
    return FALSE;

  search.before = go_to (self, &self->before, first - 1);
  search.after = go_to (self, &self->after, place);
  compare_instants (&search);
  return decisions->len > 0;
}

/* Changes of one decision settle at the same event. */
static guint64
find_first (const SlDecisionSearch *self, guint64 change, guint64 settled)
{
  guint64 before;

  while (sl_step_changes_find (self->changes, change, -1, &before) &&
         sl_steps_settle (self->steps, before) == settled)
    change = before;

  return change;
}

static gboolean
find_forward (SlDecisionSearch *self, guint64 place, GArray *decisions)
{
  for (guint i = 0; i < MAX_CHANGES; i++)
    {
      guint64 change, settled;

      if (!sl_step_changes_find (self->changes, place, 1, &change))
        return FALSE;

      settled = sl_steps_settle (self->steps, change);
      if (settled > place && collect (self, find_first (self, change, settled), settled, decisions))
        return TRUE;
      place = MAX (settled, change);
    }

  return FALSE;
}

static gboolean
find_backward (SlDecisionSearch *self, guint64 place, GArray *decisions)
{
  guint64 change;

  for (guint i = 0; i < MAX_CHANGES && sl_step_changes_find (self->changes, place, -1, &change);
       i++)
    {
      guint64 settled = sl_steps_settle (self->steps, change);
      guint64 first = find_first (self, change, settled);

      if (settled < place && collect (self, first, settled, decisions))
        return TRUE;
      place = first;
    }

  return FALSE;
}

/* @steps: outlives it */
SlDecisionSearch *
sl_decision_search_new (SlSteps *steps)
{
  SlDecisionSearch *self = g_new0 (SlDecisionSearch, 1);

  self->steps = steps;
  self->changes = sl_step_changes_new (steps);
  return self;
}

void
sl_decision_search_free (SlDecisionSearch *self)
{
  g_clear_pointer (&self->before, sl_instant_free);
  g_clear_pointer (&self->after, sl_instant_free);
  sl_step_changes_free (self->changes);
  g_free (self);
}

/**
 * sl_decision_search_find:
 * @place: number of an event
 * @direction: 1 for the next after @place, -1 for the last before it
 * @decisions: (element-type SlDecision) (out caller-allocates): what is decided there: who runs
 *   first, then whose jobs end beside that, then who does not run
 *
 * Costs by what changes since the last decision that was asked for, at first by the number of lanes,
 * and looks no further than some time.
 *
 * Returns: whether there is one
 */
gboolean
sl_decision_search_find (SlDecisionSearch *self, guint64 place, int direction, GArray *decisions)
{
  g_array_set_size (decisions, 0);
  return direction > 0 ? find_forward (self, place, decisions)
                       : find_backward (self, place, decisions);
}

/* As sl_decision_search_find() does, of a search that is made for it */
gboolean
sl_decisions_find (SlSteps *steps, guint64 place, int direction, GArray *decisions)
{
  g_autoptr (SlDecisionSearch) search = sl_decision_search_new (steps);

  return sl_decision_search_find (search, place, direction, decisions);
}

/**
 * sl_decisions_find_at:
 *
 * Returns: whether anything was decided by @place; @decisions are the last ones up to then
 */
gboolean
sl_decisions_find_at (SlSteps *steps, guint64 place, GArray *decisions)
{
  return sl_decisions_find (steps, place + 1, -1, decisions);
}
