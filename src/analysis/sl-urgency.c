/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-urgency.h"

#include "sl-inversion.h"

/* In which order the scheduler's policy puts tasks that have jobs at one place. */

static gboolean
is_protocol (const SlLockRule *rule, const char *word)
{
  return rule->protocol != NULL && g_str_equal (rule->protocol, word);
}

/* Who holds a lock under the immediate ceiling runs with that. */
static void
raise_to_ceiling (const SlInstant *instant,
                  const SlTaskRules *rules,
                  SlUrgency *urgency,
                  guint32 task)
{
  for (guint i = 0; i < instant->locks->len; i++)
    {
      const SlInstantLock *held = &g_array_index (instant->locks, SlInstantLock, i);
      const SlLockRule *rule = sl_task_rules_get_lock (rules, held->lock);

      if (held->owner != task || !is_protocol (rule, "icpp") || !rule->has_ceiling ||
          rule->ceiling < urgency->measure)
        continue;

      urgency->measure = rule->ceiling;
      urgency->ceiling = held->lock;
    }
}

/* Of fixed priorities the model has each task's rank, or at least what that follows from. */
static SlUrgency
get_fixed (const SlInstant *instant, SlSteps *steps, guint32 task)
{
  const SlTaskRules *rules = sl_job_table_get_rules (sl_steps_get_jobs (steps));
  const SlTaskRule *rule = sl_task_rules_get (rules, task);
  SlUrgency urgency = { .measure = rule->priority, .known = rule->has_priority, .of = task };

  if (urgency.known)
    raise_to_ceiling (instant, rules, &urgency, task);
  return urgency;
}

static SlUrgency
get_own (const SlInstant *instant, SlSteps *steps, guint32 task)
{
  SlJobTable *jobs = sl_steps_get_jobs (steps);
  const SlInstantTask *found = sl_instant_find_task (instant, task);
  const SlJob *job =
      found != NULL && found->job != G_MAXUINT ? sl_job_table_get (jobs, found->job) : NULL;
  SlUrgency urgency = { .measure = G_MAXINT64, .of = task };

  switch (sl_steps_get_policy (steps))
    {
    case SL_POLICY_RM:
    case SL_POLICY_DM:
    case SL_POLICY_FP:
      return get_fixed (instant, steps, task);
    case SL_POLICY_EDF:
      urgency.known = job != NULL && sl_task_rules_get (sl_job_table_get_rules (jobs), task)->name;
      if (urgency.known && job->deadline_from != SL_DEADLINE_INFERRED)
        urgency.measure = job->deadline;
      break;
    case SL_POLICY_FIFO:
      urgency.known = job != NULL;
      if (urgency.known)
        urgency.measure = (gint64) sl_steps_get_release_place (steps, found->job);
      break;
    case SL_POLICY_RR:
    case SL_POLICY_UNKNOWN:
    default:
      break;
    }

  return urgency;
}

/**
 * sl_urgency_get:
 * @task: that has a job
 *
 * Returns: by what the policy places @task, with what it inherits
 */
SlUrgency
sl_urgency_get (const SlInstant *instant, SlSteps *steps, guint32 task)
{
  guint32 of = task;

  for (guint i = 0; i < SL_MAX_CHAIN; i++)
    {
      const SlInstantTask *found = sl_instant_find_task (instant, of);

      if (found == NULL || found->inherits == 0)
        break;
      of = found->inherits;
    }

  return get_own (instant, steps, of);
}

static guint64
get_release (const SlInstant *instant, SlSteps *steps, guint32 task)
{
  const SlInstantTask *found = sl_instant_find_task (instant, task);

  return found != NULL && found->job != G_MAXUINT ? sl_steps_get_release_place (steps, found->job)
                                                  : 0;
}

/**
 * sl_urgency_compare:
 *
 * Of tasks that the policy finds equal the one goes first whose job was released first; so it does
 * under first in, first out. Round robin has no such order.
 *
 * Returns: below 0 where the policy puts @one first, above 0 where it puts @other first, 0 where
 *   it does not say or nobody knows
 */
int
sl_urgency_compare (const SlInstant *instant, SlSteps *steps, guint32 one, guint32 other)
{
  SlPolicy policy = sl_steps_get_policy (steps);
  SlUrgency a = sl_urgency_get (instant, steps, one);
  SlUrgency b = sl_urgency_get (instant, steps, other);
  gboolean is_priority = sl_policy_is_fixed (policy);
  guint64 first, second;

  if (!a.known || !b.known)
    return 0;
  if (a.measure != b.measure)
    return (a.measure < b.measure) == is_priority ? 1 : -1;
  /* Who has the ceiling stands above who has that priority. */
  if ((a.ceiling != 0) != (b.ceiling != 0))
    return a.ceiling != 0 ? -1 : 1;

  first = get_release (instant, steps, a.of);
  second = get_release (instant, steps, b.of);
  return first < second ? -1 : first > second;
}
