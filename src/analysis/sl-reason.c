/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reason.h"

#include "sl-urgency.h"

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
  };

  return reason < SL_N_REASONS ? ids[reason] : "";
}

static const SlTaskRules *
get_rules (SlSteps *steps)
{
  return sl_job_table_get_rules (sl_steps_get_jobs (steps));
}

/**
 * sl_reason_find_lock:
 * @holder: has the urgency of @waiter
 *
 * Returns: the lock of @holder that keeps @waiter from going on: that it waits for, else the one with
 *   the highest ceiling; 0 where nobody knows
 */
guint32
sl_reason_find_lock (const SlInstant *after, SlSteps *steps, guint32 holder, guint32 waiter)
{
  const SlInstantTask *task = sl_instant_find_task (after, waiter);
  const SlInstantLock *lock =
      task != NULL && task->lock != 0 ? sl_instant_find_lock (after, task->lock) : NULL;
  guint32 best = 0;
  gint64 highest = G_MININT64;

  if (lock != NULL && lock->owner == holder)
    return lock->lock;

  for (guint i = 0;; i++)
    {
      guint32 held = sl_instant_get_held (after, holder, i);
      const SlLockRule *rule;

      if (held == 0)
        return best;
      rule = sl_task_rules_get_lock (get_rules (steps), held);
      if (best != 0 && (!rule->has_ceiling || rule->ceiling <= highest))
        continue;
      best = held;
      highest = rule->has_ceiling ? rule->ceiling : G_MININT64;
    }
}

/* Who inherits runs for another one. */
static gboolean
explain_inheritance (const SlInstant *after, SlSteps *steps, guint32 runner, SlDecision *decision)
{
  const SlInstantTask *found = sl_instant_find_task (after, runner);

  if (found == NULL || found->inherits == 0)
    return FALSE;

  decision->reason = SL_REASON_HOLDS;
  decision->of = found->inherits;
  decision->held = sl_reason_find_lock (after, steps, runner, found->inherits);
  return TRUE;
}

/* What people compare under a policy with fixed priorities, where the task model has it. */
static gboolean
explain_by_lengths (SlSteps *steps, guint32 ahead, guint32 behind, SlDecision *decision)
{
  const SlTaskRule *one = sl_task_rules_get (get_rules (steps), ahead);
  const SlTaskRule *other = sl_task_rules_get (get_rules (steps), behind);
  gboolean is_rm = sl_steps_get_policy (steps) == SL_POLICY_RM;
  gint64 length = is_rm ? one->period : one->deadline;
  gint64 other_length = is_rm ? other->period : other->deadline;

  if (sl_steps_get_policy (steps) == SL_POLICY_FP || length <= 0 || length >= other_length)
    return FALSE;

  decision->reason = is_rm ? SL_REASON_PERIOD : SL_REASON_RELATIVE_DEADLINE;
  decision->measure = length;
  decision->rival_measure = other_length;
  return TRUE;
}

/* The server that one of both runs in; 0 for none that the trace tells of */
static guint32
find_server (const SlInstant *after, SlSteps *steps, guint32 one, guint32 other)
{
  const SlTaskRules *rules = get_rules (steps);
  const char *const names[] = { sl_task_rules_get (rules, one)->server,
                                sl_task_rules_get (rules, other)->server };

  for (guint i = 0; i < after->servers->len; i++)
    {
      guint32 server = g_array_index (after->servers, SlInstantServer, i).server;
      const char *name = sl_task_rules_get (rules, server)->name;

      if (name != NULL && (g_strcmp0 (name, names[0]) == 0 || g_strcmp0 (name, names[1]) == 0))
        return server;
    }

  return 0;
}

/* A server has deadlines of its own, and by a fixed priority it may have nothing to give. */
static gboolean
explain_by_server (const SlInstant *after,
                   SlSteps *steps,
                   guint32 ahead,
                   guint32 behind,
                   SlDecision *decision)
{
  guint32 server = find_server (after, steps, ahead, behind);

  if (server == 0 || (sl_steps_get_policy (steps) != SL_POLICY_EDF &&
                      sl_urgency_compare (after, steps, ahead, behind) <= 0))
    return FALSE;

  decision->reason = SL_REASON_SERVER;
  decision->server = server;
  return TRUE;
}

/* @ahead goes before @behind by the policy; the measures are @ahead's first. */
static void
explain_order (const SlInstant *after,
               SlSteps *steps,
               guint32 ahead,
               guint32 behind,
               SlDecision *decision)
{
  SlPolicy policy = sl_steps_get_policy (steps);
  SlUrgency one = sl_urgency_get (after, steps, ahead);
  SlUrgency other = sl_urgency_get (after, steps, behind);
  int order = sl_urgency_compare (after, steps, ahead, behind);

  decision->measure = one.measure;
  decision->rival_measure = other.measure;
  if (explain_by_server (after, steps, ahead, behind, decision))
    return;
  if (policy == SL_POLICY_RR)
    decision->reason = SL_REASON_TURN;
  else if (policy == SL_POLICY_UNKNOWN || !one.known || !other.known)
    decision->reason = SL_REASON_UNKNOWN;
  else if (order > 0)
    decision->reason = SL_REASON_UNEXPLAINED;
  else if (one.ceiling != 0)
    {
      decision->reason = SL_REASON_CEILING;
      decision->held = one.ceiling;
    }
  else if (one.measure == other.measure)
    decision->reason = SL_REASON_EQUAL;
  else if (policy == SL_POLICY_EDF)
    decision->reason = SL_REASON_DEADLINE;
  else if (policy == SL_POLICY_FIFO)
    decision->reason = SL_REASON_RELEASE;
  else if (!explain_by_lengths (steps, one.of, other.of, decision))
    decision->reason = SL_REASON_PRIORITY;
}

/* A lock of @runner that keeps @task back before it starts, whatever the policy says. */
static gboolean
explain_by_protocol (const SlInstant *after,
                     SlSteps *steps,
                     guint32 runner,
                     guint32 task,
                     SlDecision *decision)
{
  const SlTaskRules *rules = get_rules (steps);

  for (guint i = 0; i < after->locks->len; i++)
    {
      const SlInstantLock *lock = &g_array_index (after->locks, SlInstantLock, i);
      const SlLockRule *rule = sl_task_rules_get_lock (rules, lock->lock);
      gboolean is_npp = rule->protocol != NULL && g_str_equal (rule->protocol, "npp");

      /* Non-preemptive sections need no level. */
      if (lock->owner == 0 || lock->owner == task || (is_npp && lock->owner != runner) ||
          (!is_npp && !sl_task_rules_holds_back (rules, lock->lock, lock->owner, task)))
        continue;

      decision->held = lock->lock;
      decision->holder = lock->owner;
      decision->measure = rule->ceiling;
      decision->rival_measure = sl_task_rules_get (rules, task)->level;
      decision->reason = is_npp                                ? SL_REASON_NO_PREEMPTION
                         : g_str_equal (rule->protocol, "srp") ? SL_REASON_SYSTEM_CEILING
                                                               : SL_REASON_CEILING;
      return TRUE;
    }

  return FALSE;
}

/**
 * sl_reason_of_running:
 * @rival: whom the task goes before; 0 for nobody
 * @decision: (inout): gets the reason of its task
 */
void
sl_reason_of_running (const SlInstant *after, SlSteps *steps, guint32 rival, SlDecision *decision)
{
  decision->rival = rival;
  if (explain_inheritance (after, steps, decision->task, decision))
    return;
  if (rival == 0)
    {
      decision->reason = SL_REASON_ONLY;
      return;
    }

  explain_order (after, steps, decision->task, rival, decision);
  if (decision->reason == SL_REASON_UNEXPLAINED)
    explain_by_protocol (after, steps, decision->task, rival, decision);
}

/* Whether @runner goes before @task even without what it inherits or what ceiling it has. */
static gboolean
is_ahead_by_itself (const SlInstant *after, SlSteps *steps, guint32 runner, guint32 task)
{
  const SlInstantTask *found = sl_instant_find_task (after, runner);

  return sl_urgency_get (after, steps, runner).ceiling == 0 &&
         (found == NULL || found->inherits == 0) &&
         sl_urgency_compare (after, steps, runner, task) < 0;
}

/**
 * sl_reason_of_waiting:
 * @decision: (inout): gets the reason why its task does not run, though its other one does
 */
void
sl_reason_of_waiting (const SlInstant *after, SlSteps *steps, SlDecision *decision)
{
  decision->rival = decision->other;
  if (decision->other == 0)
    {
      decision->reason = SL_REASON_UNKNOWN;
      return;
    }

  if (!is_ahead_by_itself (after, steps, decision->other, decision->task) &&
      sl_steps_get_policy (steps) != SL_POLICY_FIFO &&
      explain_by_protocol (after, steps, decision->other, decision->task, decision))
    return;

  explain_order (after, steps, decision->other, decision->task, decision);
  if (decision->reason != SL_REASON_TURN)
    explain_inheritance (after, steps, decision->other, decision);
}
