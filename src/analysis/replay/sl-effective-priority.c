/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-effective-priority.h"

#include "sl-inversion.h"

/* In which order the scheduler's policy puts tasks that have jobs at one event. */

static gboolean
is_protocol (const SlLockRule *rule, const char *word)
{
  return rule->protocol != NULL && g_str_equal (rule->protocol, word);
}

/* Who holds a lock under the immediate ceiling runs with that. */
static void
raise_to_ceiling (const SlSchedState *sched,
                  const SlTaskRules *rules,
                  SlEffectivePriority *effective,
                  guint32 task)
{
  for (guint i = 0; i < sched->locks->len; i++)
    {
      const SlSchedLock *held = &g_array_index (sched->locks, SlSchedLock, i);
      const SlLockRule *rule = sl_task_rules_get_lock (rules, held->lock);

      if (held->owner != task || !is_protocol (rule, "icpp") || !rule->has_ceiling ||
          rule->ceiling < effective->measure)
        continue;

      effective->measure = rule->ceiling;
      effective->ceiling = held->lock;
    }
}

/* Of fixed priorities the model has each task's rank, or at least what that follows from. */
static SlEffectivePriority
get_fixed (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_replay_get_jobs (replay));
  const SlTaskRule *rule = sl_task_rules_get (rules, task);
  const SlBaseOrder *order = sl_job_table_get_order (sl_replay_get_jobs (replay));
  SlEffectivePriority effective = { .measure = rule->priority,
                                    .known = rule->has_priority,
                                    .of = task,
                                    .server = sl_base_order_get_server (order, task) };

  if (effective.known)
    raise_to_ceiling (sched, rules, &effective, task);
  return effective;
}

/* That of the task's job, or of its server. */
static SlEffectivePriority
get_deadline (const SlSchedState *sched, SlReplay *replay, guint32 task, const SlJob *job)
{
  const SlBaseOrder *order = sl_job_table_get_order (sl_replay_get_jobs (replay));
  const SlTaskRule *rule =
      sl_task_rules_get (sl_job_table_get_rules (sl_replay_get_jobs (replay)), task);
  SlEffectivePriority effective = { .measure = G_MAXINT64, .of = task };
  SlTime deadline;

  if (job == NULL || (rule->name == NULL && !(job->flags & SL_JOB_DEADLINE_RECORDED)))
    return effective;
  if (rule->server != NULL)
    {
      effective.server = sl_base_order_get_server (order, task);
      effective.known =
          sl_base_order_get_server_deadline (order, effective.server, sched->time, &deadline);
      if (effective.known)
        effective.measure = deadline;
      return effective;
    }

  effective.known = TRUE;
  if (job->deadline_from != SL_DEADLINE_INFERRED)
    effective.measure = job->deadline;
  return effective;
}

static SlEffectivePriority
get_own (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  SlJobTable *jobs = sl_replay_get_jobs (replay);
  const SlSchedTask *found = sl_sched_state_find_task (sched, task);
  const SlJob *job =
      found != NULL && found->job != G_MAXUINT ? sl_job_table_get (jobs, found->job) : NULL;
  SlEffectivePriority effective = { .measure = G_MAXINT64, .of = task };

  switch (sl_replay_get_policy (replay))
    {
    case SL_POLICY_RM:
    case SL_POLICY_DM:
    case SL_POLICY_FP:
      return get_fixed (sched, replay, task);
    case SL_POLICY_EDF:
      return get_deadline (sched, replay, task, job);
    case SL_POLICY_FIFO:
      effective.known = job != NULL;
      if (effective.known)
        effective.measure = (gint64) sl_replay_get_release_index (replay, found->job);
      break;
    case SL_POLICY_UNKNOWN:
      effective.known = sl_replay_goes_by_recorded (replay) && found != NULL && found->has_priority;
      if (effective.known)
        effective.measure = found->priority;
      break;
    case SL_POLICY_RR:
    default:
      break;
    }

  return effective;
}

/**
 * sl_effective_priority_get:
 * @task: that has a job
 *
 * Returns: by what the policy orders @task, with what it inherits
 */
SlEffectivePriority
sl_effective_priority_get (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  guint32 of = task;

  for (guint i = 0; i < SL_MAX_CHAIN; i++)
    {
      const SlSchedTask *found = sl_sched_state_find_task (sched, of);

      if (found == NULL || found->inherits == 0)
        break;
      of = found->inherits;
    }

  return get_own (sched, replay, of);
}

static guint64
get_release (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  const SlSchedTask *found = sl_sched_state_find_task (sched, task);

  return found != NULL && found->job != G_MAXUINT ? sl_replay_get_release_index (replay, found->job)
                                                  : 0;
}

static const SlJob *
get_job (const SlSchedState *sched, SlReplay *replay, guint32 task)
{
  const SlSchedTask *found = sl_sched_state_find_task (sched, task);

  return found != NULL && found->job != G_MAXUINT
             ? sl_job_table_get (sl_replay_get_jobs (replay), found->job)
             : NULL;
}

/**
 * sl_tie_get_id:
 *
 * Returns: (transfer none): for scripts; empty for none
 */
const char *
sl_tie_get_id (SlTie tie)
{
  switch (tie)
    {
    case SL_TIE_RELEASED:
      return "released";
    case SL_TIE_LISTED:
      return "listed";
    case SL_TIE_SERVER:
      return "server";
    case SL_TIE_NONE:
    default:
      return "";
    }
}

/**
 * sl_effective_priority_get_tie:
 * @one: takes precedence over @other, which the policy finds equal
 *
 * Returns: by what
 */
SlTie
sl_effective_priority_get_tie (const SlSchedState *sched,
                               SlReplay *replay,
                               guint32 one,
                               guint32 other)
{
  SlEffectivePriority first = sl_effective_priority_get (sched, replay, one);
  SlEffectivePriority second = sl_effective_priority_get (sched, replay, other);
  const SlJob *a = get_job (sched, replay, first.of);
  const SlJob *b = get_job (sched, replay, second.of);

  if ((first.server != 0) != (second.server != 0))
    return SL_TIE_SERVER;
  if (sl_replay_goes_by_recorded (replay))
    return SL_TIE_NONE;
  if (a == NULL || b == NULL || b->release == SL_JOB_NEVER || a == b)
    return SL_TIE_NONE;

  /* A job that was there before the trace began was released before any other. */
  return a->release == b->release ? SL_TIE_LISTED : SL_TIE_RELEASED;
}

/**
 * sl_effective_priority_compare:
 *
 * Of tasks that the policy finds equal one in a server precedes one that runs in none, else the
 * one goes first whose job was released first; so it does under first in, first out. Round robin
 * has no such order, nor do tasks with nothing but their priorities recorded.
 *
 * Returns: below 0 where the policy puts @one first, above 0 where it puts @other first, 0 where
 *   it does not say or nobody knows
 */
int
sl_effective_priority_compare (const SlSchedState *sched,
                               SlReplay *replay,
                               guint32 one,
                               guint32 other)
{
  SlPolicy policy = sl_replay_get_policy (replay);
  SlEffectivePriority a = sl_effective_priority_get (sched, replay, one);
  SlEffectivePriority b = sl_effective_priority_get (sched, replay, other);
  gboolean is_priority = sl_policy_is_fixed (policy) || policy == SL_POLICY_UNKNOWN;
  guint64 first, second;

  if (!a.known || !b.known)
    return 0;
  if (a.measure != b.measure)
    return (a.measure < b.measure) == is_priority ? 1 : -1;
  /* Who has the ceiling stands above who has that priority. */
  if ((a.ceiling != 0) != (b.ceiling != 0))
    return a.ceiling != 0 ? -1 : 1;
  if ((a.server != 0) != (b.server != 0))
    return a.server != 0 ? -1 : 1;

  if (policy == SL_POLICY_UNKNOWN)
    return 0;

  first = get_release (sched, replay, a.of);
  second = get_release (sched, replay, b.of);
  return first < second ? -1 : first > second;
}
