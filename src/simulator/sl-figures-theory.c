/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What schedulability analysis says of a task set, without a look at the trace. */
#include "sl-figures-private.h"

#include "sl-response-time.h"

static void
add_task (const SlSimTask *task, GArray *tasks)
{
  const SlTheoryTask told = {
    .kind = SL_THEORY_TASK,
    .wcet = task->law.wcet,
    .period = task->pattern.period,
    .deadline = task->deadline,
    .jitter = task->pattern.jitter,
    .priority = task->priority,
  };

  g_array_append_val (tasks, told);
}

/* Steps that take a lock come before those that give it back, properly nested. */
static void
add_sections (const SlSimTask *task, guint number, GArray *sections)
{
  for (guint i = 0; i < task->steps->len; i++)
    {
      const SlSimStep *begin = &g_array_index (task->steps, SlSimStep, i);

      for (guint k = i + 1; begin->takes && k < task->steps->len; k++)
        {
          const SlSimStep *end = &g_array_index (task->steps, SlSimStep, k);
          const SlTheorySection section = { number, begin->lock, begin->at, end->at - begin->at };

          if (end->takes || end->lock != begin->lock)
            continue;

          g_array_append_val (sections, section);
          break;
        }
    }
}

/* None where the set has servers or interrupts, or there is no bound. */
SlFigure
sl_figures_get_response_bound (const SlAsked *asked)
{
  const SlTaskSet *set = asked->trace->set;
  const SlTaskModel *model = asked->trace->run->model;
  g_autofree char *policy = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "policy");
  g_autofree char *protocol = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "protocol");
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  g_autoptr (GArray) sections = g_array_new (FALSE, FALSE, sizeof (SlTheorySection));
  SlTheorySet theory = { 0 };
  SlTheoryEffort effort = SL_THEORY_EFFORT;
  SlBound blocking;
  SlBound response;

  if (policy == NULL || protocol == NULL || sl_task_set_get_n_servers (set) > 0 ||
      sl_task_set_get_n_lines (set) > 0)
    return sl_figure_none;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      add_task (sl_task_set_get_task (set, i), tasks);
      add_sections (sl_task_set_get_task (set, i), i, sections);
    }
  theory.policy = sl_policy_from_id (policy);
  theory.protocol = sl_protocol_from_id (protocol);
  theory.tasks = (const SlTheoryTask *) tasks->data;
  theory.n_tasks = tasks->len;
  theory.sections = (const SlTheorySection *) sections->data;
  theory.n_sections = sections->len;
  sl_theory_rank (theory.policy, (SlTheoryTask *) tasks->data, tasks->len);

  response = sl_response_time_get (&theory, asked->task, &blocking, &effort);
  return response.state == SL_BOUND_KNOWN ? sl_figure_of_time (response.ticks) : sl_figure_none;
}
