/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-theory-set.h"

static const char *const protocols[] = {
  [SL_PROTOCOL_UNKNOWN] = "unknown", [SL_PROTOCOL_NONE] = "none", [SL_PROTOCOL_NPP] = "npp",
  [SL_PROTOCOL_PIP] = "pip",         [SL_PROTOCOL_PCP] = "pcp",   [SL_PROTOCOL_ICPP] = "icpp",
  [SL_PROTOCOL_SRP] = "srp",
};

static const char *const states[] = {
  [SL_BOUND_KNOWN] = "known",
  [SL_BOUND_OVERLOAD] = "overload",
  [SL_BOUND_BLOCKED] = "unbounded-blocking",
  [SL_BOUND_NO_FIGURES] = "unknown-parameters",
  [SL_BOUND_NO_METHOD] = "no-method",
  [SL_BOUND_TOO_LONG] = "not-computed",
  [SL_BOUND_MIGRATES] = "migrations",
};

G_STATIC_ASSERT (G_N_ELEMENTS (states) == SL_N_BOUND_STATES);

/* 0, which is the unknown one, where @id is not found. */
static guint
find_word (const char *const *words, guint n_words, const char *id)
{
  for (guint i = 0; id != NULL && i < n_words; i++)
    if (g_str_equal (words[i], id))
      return i;

  return 0;
}

const char *
sl_protocol_get_id (SlProtocol protocol)
{
  return protocols[protocol];
}

/**
 * sl_protocol_from_id:
 * @id: (nullable): a word of the task model
 *
 * Returns: %SL_PROTOCOL_UNKNOWN for other words
 */
SlProtocol
sl_protocol_from_id (const char *id)
{
  return (SlProtocol) find_word (protocols, G_N_ELEMENTS (protocols), id);
}

/* Returns: (transfer none): for scripts */
const char *
sl_bound_state_get_id (SlBoundState state)
{
  return states[state];
}

static gint64
get_measure (SlPolicy policy, const SlTheoryTask *task)
{
  gint64 measure = policy == SL_POLICY_RM ? task->period : task->deadline;

  return measure > 0 ? measure : G_MAXINT64;
}

/**
 * sl_theory_rank:
 *
 * Gives each task the priority that the policy means: by period under RM, by deadline under DM,
 * one for all under FIFO; under FP they stay as they are. Tasks without the figure come last.
 */
void
sl_theory_rank (SlPolicy policy, SlTheoryTask *tasks, guint n_tasks)
{
  for (guint i = 0; i < n_tasks && policy != SL_POLICY_FP; i++)
    {
      tasks[i].priority = 1;
      for (guint k = 0; k < n_tasks && policy != SL_POLICY_FIFO && policy != SL_POLICY_RR; k++)
        if (get_measure (policy, &tasks[k]) > get_measure (policy, &tasks[i]))
          tasks[i].priority++;
    }
}

/* Whether it is known how much it may ask for. */
gboolean
sl_theory_task_has_figures (const SlTheoryTask *task)
{
  return task->wcet > 0 && task->wcet <= SL_THEORY_MOST && task->period > 0 &&
         task->period <= SL_THEORY_MOST && task->jitter >= 0 && task->jitter <= SL_THEORY_MOST &&
         task->deadline <= SL_THEORY_MOST;
}

/**
 * sl_theory_asks:
 * @task: has figures
 * @interval: ticks, up to %SL_THEORY_MOST
 * @sum: (inout): to which is added what jobs execute that @task may release in an interval of
 *   that length, its end left out
 *
 * Returns: %FALSE where the sum would be more than is counted
 */
gboolean
sl_theory_asks (const SlTheoryTask *task, gint64 interval, gint64 *sum)
{
  gint64 n_jobs = (interval + task->jitter + task->period - 1) / task->period;
  gint64 ticks;

  return !__builtin_mul_overflow (n_jobs, task->wcet, &ticks) &&
         !__builtin_add_overflow (*sum, ticks, sum) && *sum <= SL_THEORY_MOST;
}

/**
 * sl_theory_settle:
 * @tasks: have figures
 * @own: ticks, up to %SL_THEORY_MOST
 * @interval: (inout): no longer than what is looked for; 1 at least
 *
 * Finds the shortest interval that is as long as @own and all that the tasks ask for in it.
 *
 * Returns: %SL_BOUND_KNOWN or %SL_BOUND_TOO_LONG
 */
SlBoundState
sl_theory_settle (const SlTheoryTask *tasks,
                  guint n_tasks,
                  gint64 own,
                  gint64 *interval,
                  SlTheoryEffort *effort)
{
  while (TRUE)
    {
      gint64 sum = own;

      if (!sl_theory_spend (effort, (gint64) n_tasks + 1))
        return SL_BOUND_TOO_LONG;
      for (guint i = 0; i < n_tasks; i++)
        if (!sl_theory_asks (&tasks[i], *interval, &sum))
          return SL_BOUND_TOO_LONG;
      if (sum <= *interval)
        return SL_BOUND_KNOWN;
      *interval = sum;
    }
}

/* Returns: %FALSE if that many steps are too many */
gboolean
sl_theory_spend (SlTheoryEffort *effort, gint64 units)
{
  *effort -= MIN (units, *effort);
  return *effort > 0;
}
