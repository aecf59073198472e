/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reason.h"

#include "sl-decision-private.h"
#include "sl-effective-priority.h"

/**
 * sl_reason_get_id:
 *
 * Returns: (transfer none): kebab case
 */
const char *
sl_reason_get_id (SlReason reason)
{
  static const char *const ids[SL_N_REASONS] = {
    [SL_REASON_UNKNOWN] = "unknown",
    [SL_REASON_UNEXPLAINED] = "unexplained",
    [SL_REASON_ONLY] = "only",
    [SL_REASON_PRIORITY] = "priority",
    [SL_REASON_PERIOD] = "period",
    [SL_REASON_RELATIVE_DEADLINE] = "relative-deadline",
    [SL_REASON_DEADLINE] = "deadline",
    [SL_REASON_RELEASE] = "release",
    [SL_REASON_EQUAL] = "equal",
    [SL_REASON_TURN] = "turn",
    [SL_REASON_HOLDS] = "holds",
    [SL_REASON_CEILING] = "ceiling",
    [SL_REASON_SYSTEM_CEILING] = "system-ceiling",
    [SL_REASON_NO_PREEMPTION] = "no-preemption",
    [SL_REASON_SERVER] = "server",
    [SL_REASON_CLASS] = "class",
    [SL_REASON_UNORDERED] = "unordered",
    [SL_REASON_SWITCH] = "switch",
  };

  return reason < SL_N_REASONS ? ids[reason] : "";
}

static const SlTaskRules *
get_rules (SlReplay *replay)
{
  return sl_job_table_get_rules (sl_replay_get_jobs (replay));
}

/**
 * sl_reason_find_lock:
 * @holder: has the urgency of @waiter
 *
 * Returns: the lock of @holder that keeps @waiter from going on: that it waits for, else the one with
 *   the highest ceiling; 0 where nobody knows
 */
guint32
sl_reason_find_lock (const SlSchedState *after, SlReplay *replay, guint32 holder, guint32 waiter)
{
  const SlSchedTask *task = sl_sched_state_find_task (after, waiter);
  const SlSchedLock *lock =
      task != NULL && task->lock != 0 ? sl_sched_state_find_lock (after, task->lock) : NULL;
  guint32 best = 0;
  gint64 highest = G_MININT64;

  if (lock != NULL && lock->owner == holder)
    return lock->lock;

  for (guint i = 0;; i++)
    {
      guint32 held = sl_sched_state_get_held (after, holder, i);
      const SlLockRule *rule;

      if (held == 0)
        return best;
      rule = sl_task_rules_get_lock (get_rules (replay), held);
      if (best != 0 && (!rule->has_ceiling || rule->ceiling <= highest))
        continue;
      best = held;
      highest = rule->has_ceiling ? rule->ceiling : G_MININT64;
    }
}

/* Who inherits runs for another one; where that inherits too, for the last in the chain. */
static gboolean
explain_inheritance (const SlSchedState *after,
                     SlReplay *replay,
                     guint32 runner,
                     SlDecision *decision)
{
  const SlSchedTask *found = sl_sched_state_find_task (after, runner);

  if (found == NULL || found->inherits == 0)
    return FALSE;

  decision->reason = SL_REASON_HOLDS;
  decision->inherits_from = sl_effective_priority_get (after, replay, runner).of;
  decision->deciding_lock = sl_reason_find_lock (after, replay, runner, found->inherits);
  return TRUE;
}

/* The period or the relative deadline of who the urgency belongs to; 0 where it is not known. */
static gint64
get_length (SlReplay *replay, const SlEffectivePriority *effective)
{
  guint32 of = effective->server != 0 ? effective->server : effective->of;
  const SlTaskRule *rule = sl_task_rules_get (get_rules (replay), of);

  return sl_replay_get_policy (replay) == SL_POLICY_RM || effective->server != 0 ? rule->period
                                                                                 : rule->deadline;
}

/* What people compare under a policy with fixed priorities, where the task model has it. */
static gboolean
explain_by_lengths (SlReplay *replay,
                    const SlEffectivePriority *one,
                    const SlEffectivePriority *other,
                    SlDecision *decision)
{
  gboolean is_rm = sl_replay_get_policy (replay) == SL_POLICY_RM;
  gint64 length = get_length (replay, one);
  gint64 other_length = get_length (replay, other);

  /* Who has none ranks below all that have one. */
  if (sl_replay_get_policy (replay) == SL_POLICY_FP || length <= 0 ||
      (other_length > 0 && length >= other_length))
    return FALSE;

  decision->reason = is_rm ? SL_REASON_PERIOD : SL_REASON_RELATIVE_DEADLINE;
  decision->measure = length;
  decision->rival_measure = other_length > 0 ? other_length : G_MAXINT64;
  return TRUE;
}

static const SlBaseOrder *
get_order (SlReplay *replay)
{
  return sl_job_table_get_order (sl_replay_get_jobs (replay));
}

/* Returns: %FALSE where @task runs in a server that has no budget for it now */
static gboolean
is_served (const SlSchedState *after, SlReplay *replay, guint32 task)
{
  guint32 server = sl_base_order_get_server (get_order (replay), task);

  for (guint i = 0; server != 0 && i < after->servers->len; i++)
    {
      const SlSchedServer *found = &g_array_index (after->servers, SlSchedServer, i);

      if (found->server == server)
        return found->state != SL_STATE_EXHAUSTED && found->state != SL_STATE_INACTIVE;
    }

  return TRUE;
}

static gboolean
is_throttled (const SlSchedState *after, guint32 task)
{
  const SlSchedTask *found = sl_sched_state_find_task (after, task);

  return found != NULL && found->state == SL_STATE_THROTTLED;
}

/* Whoever has no budget waits for it, whatever its urgency. */
static gboolean
explain_by_budget (const SlSchedState *after,
                   SlReplay *replay,
                   guint32 behind,
                   SlDecision *decision)
{
  if (is_served (after, replay, behind) && !is_throttled (after, behind))
    return FALSE;

  decision->reason = SL_REASON_SERVER;
  decision->server = sl_base_order_get_server (get_order (replay), behind);
  if (decision->server == 0)
    decision->server = sl_recorded_server_find (after, replay, behind);
  decision->served = behind;
  return TRUE;
}

/* A server has deadlines of its own, which the trace may not tell. */
static gboolean
explain_by_unknown_deadline (SlReplay *replay,
                             const SlEffectivePriority *one,
                             const SlEffectivePriority *other,
                             SlDecision *decision)
{
  if (sl_replay_get_policy (replay) != SL_POLICY_EDF)
    return FALSE;
  if (one->known && other->known)
    return FALSE;

  decision->server = !one->known ? one->server : other->server;
  if (decision->server == 0)
    return FALSE;

  decision->reason = SL_REASON_SERVER;
  return TRUE;
}

/* Of Linux's classes; of priorities from 1 to 98 only the number matters. */
static SlReason
compare_classes (gint64 one, gint64 other)
{
  gint64 greater = MAX (one, other), smaller = MIN (one, other);

  if (greater == 0 || smaller == SL_LINUX_DEADLINE ||
      (greater == SL_LINUX_DEADLINE && smaller == SL_LINUX_STOP))
    return SL_REASON_UNORDERED;
  if (greater == SL_LINUX_DEADLINE || smaller == 0)
    return SL_REASON_CLASS;

  return greater == smaller ? SL_REASON_EQUAL : SL_REASON_PRIORITY;
}

/* By nothing but the priorities that the trace records. */
static SlReason
compare_recorded (SlReplay *replay,
                  const SlEffectivePriority *one,
                  const SlEffectivePriority *other)
{
  SlSource *source = sl_trace_get_source (sl_replay_get_recorded (replay));
  SlReason reason = one->measure == other->measure ? SL_REASON_EQUAL : SL_REASON_PRIORITY;

  if (!one->known || !other->known)
    return SL_REASON_UNKNOWN;
  if (sl_source_has_trait (source, SL_TRAIT_LINUX_CLASSES))
    reason = compare_classes (one->measure, other->measure);

  return one->measure >= other->measure || reason == SL_REASON_UNORDERED ? reason
                                                                         : SL_REASON_UNEXPLAINED;
}

/* Deadline tasks whose servers are recorded. */
static void
explain_by_recorded_deadlines (const SlSchedState *after,
                               SlReplay *replay,
                               const SlEffectivePriority *one,
                               const SlEffectivePriority *other,
                               SlDecision *decision)
{
  SlTime first, second;

  if (decision->reason != SL_REASON_UNORDERED || one->measure != SL_LINUX_DEADLINE ||
      other->measure != SL_LINUX_DEADLINE ||
      !sl_recorded_server_find_deadline (after, replay, one->of, &first) ||
      !sl_recorded_server_find_deadline (after, replay, other->of, &second))
    return;

  decision->reason = first < second    ? SL_REASON_DEADLINE
                     : first == second ? SL_REASON_EQUAL
                                       : SL_REASON_UNEXPLAINED;
  decision->measure = first;
  decision->rival_measure = second;
}

static guint32
get_owner (const SlEffectivePriority *effective)
{
  if (effective->ceiling != 0)
    return 0;

  return effective->server != 0 ? effective->server : effective->of;
}

/* @ahead precedes @behind by the policy; the measures are @ahead's first. */
static void
explain_order (const SlSchedState *after,
               SlReplay *replay,
               guint32 ahead,
               guint32 behind,
               SlDecision *decision)
{
  SlPolicy policy = sl_replay_get_policy (replay);
  SlEffectivePriority one = sl_effective_priority_get (after, replay, ahead);
  SlEffectivePriority other = sl_effective_priority_get (after, replay, behind);
  int order = sl_effective_priority_compare (after, replay, ahead, behind);

  decision->measure = one.measure;
  decision->measure_of = get_owner (&one);
  decision->rival_measure = other.measure;
  decision->rival_measure_of = get_owner (&other);
  if (explain_by_budget (after, replay, behind, decision) ||
      explain_by_unknown_deadline (replay, &one, &other, decision))
    return;
  if (sl_replay_goes_by_recorded (replay))
    {
      decision->reason = compare_recorded (replay, &one, &other);
      explain_by_recorded_deadlines (after, replay, &one, &other, decision);
    }
  else if (policy == SL_POLICY_RR)
    decision->reason = SL_REASON_TURN;
  else if (policy == SL_POLICY_UNKNOWN || !one.known || !other.known)
    decision->reason = SL_REASON_UNKNOWN;
  else if (order > 0)
    decision->reason = SL_REASON_UNEXPLAINED;
  else if (one.ceiling != 0)
    {
      decision->reason = SL_REASON_CEILING;
      decision->deciding_lock = one.ceiling;
    }
  else if (one.measure == other.measure)
    decision->reason = SL_REASON_EQUAL;
  else if (policy == SL_POLICY_EDF)
    decision->reason = SL_REASON_DEADLINE;
  else if (policy == SL_POLICY_FIFO)
    decision->reason = SL_REASON_RELEASE;
  else if (other.ceiling != 0 || !explain_by_lengths (replay, &one, &other, decision))
    {
      decision->reason = SL_REASON_PRIORITY;
      decision->deciding_lock = other.ceiling;
    }
  if (decision->reason == SL_REASON_EQUAL || decision->reason == SL_REASON_RELEASE)
    decision->tie = sl_effective_priority_get_tie (after, replay, ahead, behind);
}

/* Whether @holder is one that may block @task. */
static gboolean
is_less_urgent (const SlSchedState *after, SlReplay *replay, guint32 holder, guint32 task)
{
  const SlBaseOrder *order = sl_job_table_get_order (sl_replay_get_jobs (replay));
  SlTime until;

  return sl_base_order_compare (order, holder, task, after->time, &until) == SL_ORDER_LESS_URGENT;
}

/* A lock of @runner that keeps @task back before it starts, whatever the policy says. */
static gboolean
explain_by_protocol (const SlSchedState *after,
                     SlReplay *replay,
                     guint32 runner,
                     guint32 task,
                     SlDecision *decision)
{
  const SlTaskRules *rules = get_rules (replay);

  for (guint i = 0; i < after->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (after->locks, SlSchedLock, i);
      const SlLockRule *rule = sl_task_rules_get_lock (rules, lock->lock);
      gboolean is_npp = rule->protocol != NULL && g_str_equal (rule->protocol, "npp");

      /* Non-preemptive sections need no level. */
      if (lock->owner == 0 || lock->owner == task || (is_npp && lock->owner != runner) ||
          (!is_npp && (!sl_task_rules_holds_back (rules, lock->lock, task) ||
                       !is_less_urgent (after, replay, lock->owner, task))))
        continue;

      decision->deciding_lock = lock->lock;
      decision->holder = lock->owner;
      decision->measure = rule->ceiling;
      decision->measure_of = 0;
      decision->rival_measure = sl_task_rules_get (rules, task)->level;
      decision->rival_measure_of = task;
      decision->reason = is_npp                                ? SL_REASON_NO_PREEMPTION
                         : g_str_equal (rule->protocol, "srp") ? SL_REASON_SYSTEM_CEILING
                                                               : SL_REASON_CEILING;
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_reason_of_running:
 * @rival: the task that it precedes; 0 for none
 * @decision: (inout): gets the reason of its task
 */
void
sl_reason_of_running (const SlSchedState *after,
                      SlReplay *replay,
                      guint32 rival,
                      SlDecision *decision)
{
  decision->rival = rival;
  if (explain_inheritance (after, replay, decision->task, decision))
    return;
  if (rival == 0)
    {
      decision->reason = SL_REASON_ONLY;
      return;
    }

  explain_order (after, replay, decision->task, rival, decision);
  if (decision->reason == SL_REASON_UNEXPLAINED)
    explain_by_protocol (after, replay, decision->task, rival, decision);
}

/* Whether @runner precedes @task even without what it inherits or what ceiling it has. */
static gboolean
is_ahead_by_itself (const SlSchedState *after, SlReplay *replay, guint32 runner, guint32 task)
{
  const SlSchedTask *found = sl_sched_state_find_task (after, runner);

  return sl_effective_priority_get (after, replay, runner).ceiling == 0 &&
         (found == NULL || found->inherits == 0) &&
         sl_effective_priority_compare (after, replay, runner, task) < 0;
}

static gboolean
is_idle (const SlSchedState *after, guint processor)
{
  return processor < after->processors->len &&
         g_array_index (after->processors, SlSchedProcessor, processor).is_idle;
}

/**
 * sl_reason_of_waiting:
 * @decision: (inout): gets the reason why its task does not run, though its other one does
 */
void
sl_reason_of_waiting (const SlSchedState *after, SlReplay *replay, SlDecision *decision)
{
  decision->rival = decision->other;
  if (explain_by_budget (after, replay, decision->task, decision))
    return;
  if (decision->other == 0)
    {
      decision->reason =
          is_idle (after, decision->processor) ? SL_REASON_SWITCH : SL_REASON_UNKNOWN;
      return;
    }

  if (!is_ahead_by_itself (after, replay, decision->other, decision->task) &&
      sl_replay_get_policy (replay) != SL_POLICY_FIFO &&
      explain_by_protocol (after, replay, decision->other, decision->task, decision))
    return;

  explain_order (after, replay, decision->other, decision->task, decision);
  if (decision->reason == SL_REASON_UNEXPLAINED && sl_replay_goes_by_recorded (replay))
    decision->reason = SL_REASON_SWITCH;
  if (decision->reason != SL_REASON_TURN)
    explain_inheritance (after, replay, decision->other, decision);
}
