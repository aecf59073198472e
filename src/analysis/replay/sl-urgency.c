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
  const SlBaseOrder *order = sl_job_table_get_order (sl_steps_get_jobs (steps));
  SlUrgency urgency = { .measure = rule->priority,
                        .known = rule->has_priority,
                        .of = task,
                        .server = sl_base_order_get_server (order, task) };

  if (urgency.known)
    raise_to_ceiling (instant, rules, &urgency, task);
  return urgency;
}

/* That of the task's job, or of its server. */
static SlUrgency
get_deadline (const SlInstant *instant, SlSteps *steps, guint32 task, const SlJob *job)
{
  const SlBaseOrder *order = sl_job_table_get_order (sl_steps_get_jobs (steps));
  const SlTaskRule *rule =
      sl_task_rules_get (sl_job_table_get_rules (sl_steps_get_jobs (steps)), task);
  SlUrgency urgency = { .measure = G_MAXINT64, .of = task };
  SlTime deadline;

  if (job == NULL || rule->name == NULL)
    return urgency;
  if (rule->server != NULL)
    {
      urgency.server = sl_base_order_get_server (order, task);
      urgency.known =
          sl_base_order_get_server_deadline (order, urgency.server, instant->time, &deadline);
      if (urgency.known)
        urgency.measure = deadline;
      return urgency;
    }

  urgency.known = TRUE;
  if (job->deadline_from != SL_DEADLINE_INFERRED)
    urgency.measure = job->deadline;
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
      return get_deadline (instant, steps, task, job);
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

static const SlJob *
get_job (const SlInstant *instant, SlSteps *steps, guint32 task)
{
  const SlInstantTask *found = sl_instant_find_task (instant, task);

  return found != NULL && found->job != G_MAXUINT
             ? sl_job_table_get (sl_steps_get_jobs (steps), found->job)
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
 * sl_urgency_get_tie:
 * @one: goes before @other, which the policy finds equal
 *
 * Returns: by what
 */
SlTie
sl_urgency_get_tie (const SlInstant *instant, SlSteps *steps, guint32 one, guint32 other)
{
  SlUrgency first = sl_urgency_get (instant, steps, one);
  SlUrgency second = sl_urgency_get (instant, steps, other);
  const SlJob *a = get_job (instant, steps, first.of);
  const SlJob *b = get_job (instant, steps, second.of);

  if ((first.server != 0) != (second.server != 0))
    return SL_TIE_SERVER;
  if (a == NULL || b == NULL || b->release == SL_JOB_NEVER || a == b)
    return SL_TIE_NONE;

  /* A job that was there before the trace began was released before any other. */
  return a->release == b->release ? SL_TIE_LISTED : SL_TIE_RELEASED;
}

/**
 * sl_urgency_compare:
 *
 * Of tasks that the policy finds equal one in a server goes before one that runs in none, else the
 * one goes first whose job was released first; so it does under first in, first out. Round robin
 * has no such order.
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
  if ((a.server != 0) != (b.server != 0))
    return a.server != 0 ? -1 : 1;

  first = get_release (instant, steps, a.of);
  second = get_release (instant, steps, b.of);
  return first < second ? -1 : first > second;
}
