/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-server-bound.h"

#include "sl-utilisation.h"

/**
 * sl_server_policy_from_id:
 * @id: (nullable): a word of the task model; kinds of constant bandwidth servers are one
 */
SlServerPolicy
sl_server_policy_from_id (const char *id)
{
  static const struct
  {
    const char *id;
    SlServerPolicy policy;
  } words[] = {
    { "ps", SL_SERVER_POLLING }, { "ds", SL_SERVER_DEFERRABLE }, { "ss", SL_SERVER_SPORADIC },
    { "cbs", SL_SERVER_CBS },    { "hcbs", SL_SERVER_CBS },
  };

  for (guint i = 0; id != NULL && i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (words[i].id, id))
      return words[i].policy;

  return SL_SERVER_UNKNOWN;
}

/**
 * sl_server_bound_fill_task:
 * @task: (out): what others see of the server; without figures where its policy is not known
 */
void
sl_server_bound_fill_task (const SlServer *self, SlTheoryTask *task)
{
  *task = (SlTheoryTask) { SL_THEORY_SERVER, self->budget, self->period, self->period,
                           .priority = self->priority };

  if (self->policy == SL_SERVER_CBS)
    task->kind = SL_THEORY_BANDWIDTH;
  if (self->policy == SL_SERVER_DEFERRABLE)
    task->jitter = MAX (0, self->period - self->budget);
  if (self->policy == SL_SERVER_UNKNOWN || self->budget > self->period)
    task->wcet = 0;
}

/* Within how many ticks of a request the server has given a whole budget to what is waiting. */
static gint64
get_first_supply (const SlServer *self, gint64 response)
{
  switch (self->policy)
    {
    case SL_SERVER_DEFERRABLE:
      /* It was used up as early as it could be. */
      return self->period - self->budget + response;
    case SL_SERVER_CBS:
      /* What is left of a budget, and its deadline, may be those of a request before. */
      return 3 * self->period - 2 * self->budget;
    case SL_SERVER_POLLING:
    case SL_SERVER_SPORADIC:
    case SL_SERVER_UNKNOWN:
    default:
      /* The request comes when the server has just looked, or has just used it up. */
      return self->period + response;
    }
}

/* Whether more is asked of the server than its budget: as if what the budget leaves were a task too. */
static gboolean
is_overloaded (const SlServer *self, const SlTheoryTask *served, guint n_served)
{
  g_autofree SlTheoryTask *tasks = g_new0 (SlTheoryTask, n_served + 1);

  for (guint i = 0; i < n_served; i++)
    {
      tasks[i] = served[i];
      tasks[i].kind = SL_THEORY_TASK;
    }
  tasks[n_served].kind = SL_THEORY_TASK;
  tasks[n_served].wcet = self->period - self->budget;
  tasks[n_served].period = self->period;
  return sl_utilisation_compare_to_one (tasks, n_served + 1) > 0;
}

/* Abeni and Buttazzo, Integrating Multimedia Applications in Hard Real-Time Systems, 1998: a task that is
 * alone in a constant bandwidth server, and whose jobs do not come before the server's deadline for the job
 * before, is served as if each job had ⌈C / Q⌉ parts, due one period of the server after each other. With
 * C <= Q and no period shorter than the server's it is scheduled as by EDF itself.
 *
 * Each job then begins with a whole budget and a deadline one period after its arrival: the deadline in force
 * is over, or, where the job before used its budget up to the last tick, the whole budget that it left is not
 * below the server's share of the time to that deadline, one period at most.
 *
 * Returns: whether that holds; then @bound is such a bound */
static gboolean
find_bound_alone (const SlServer *self, const SlTheoryTask *served, guint n_served, gint64 *bound)
{
  gint64 n_parts;

  if (self->policy != SL_SERVER_CBS || n_served != 1)
    return FALSE;

  n_parts = (served->wcet + self->budget - 1) / self->budget;
  return !__builtin_mul_overflow (n_parts, self->period, bound) && *bound <= SL_THEORY_MOST &&
         served->period - served->jitter >= *bound;
}

/**
 * sl_server_bound_get_response:
 * @response: of the server to the begin of its period; of a constant bandwidth server only its state is read
 * @served: the tasks that run in it
 *
 * Returns: the longest response of a job of any of them, in whatever order the server takes them;
 *   only where the server itself keeps its deadlines
 */
SlBound
sl_server_bound_get_response (const SlServer *self,
                              SlBound response,
                              const SlTheoryTask *served,
                              guint n_served,
                              SlTheoryEffort *effort)
{
  SlBound bound = { SL_BOUND_KNOWN, 1 };
  SlTheoryTask task;
  gint64 first;

  sl_server_bound_fill_task (self, &task);
  if (!sl_theory_task_has_figures (&task))
    return (SlBound) { SL_BOUND_NO_FIGURES, 0 };
  if (response.state != SL_BOUND_KNOWN)
    return (SlBound) { response.state, 0 };
  if (self->policy != SL_SERVER_CBS && response.ticks > self->period)
    return (SlBound) { SL_BOUND_OVERLOAD, 0 };
  for (guint i = 0; i < n_served; i++)
    if (!sl_theory_task_has_figures (&served[i]))
      return (SlBound) { SL_BOUND_NO_FIGURES, 0 };

  if (is_overloaded (self, served, n_served))
    return (SlBound) { SL_BOUND_OVERLOAD, 0 };

  if (find_bound_alone (self, served, n_served, &first))
    return (SlBound) { SL_BOUND_KNOWN, first };

  first = get_first_supply (self, response.ticks);
  while (TRUE)
    {
      gint64 sum = 0, end;

      if (!sl_theory_spend (effort, (gint64) n_served + 1))
        return (SlBound) { SL_BOUND_TOO_LONG, 0 };
      for (guint i = 0; i < n_served; i++)
        if (!sl_theory_asks (&served[i], bound.ticks, &sum))
          return (SlBound) { SL_BOUND_TOO_LONG, 0 };

      end = (sum + self->budget - 1) / self->budget - 1;
      if (__builtin_mul_overflow (end, self->period, &end) ||
          __builtin_add_overflow (end, first, &end) || end > SL_THEORY_MOST)
        return (SlBound) { SL_BOUND_TOO_LONG, 0 };
      if (end <= bound.ticks)
        return bound;
      bound.ticks = end;
    }
}
