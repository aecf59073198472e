/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What schedulability analysis says of a task set, without a look at the trace. */
#include "sl-figures-private.h"

#include "sl-blocking-bound.h"
#include "sl-demand-test.h"
#include "sl-response-time.h"
#include "sl-server-bound.h"

typedef struct
{
  SlTheorySet
      set; /* borrows from the arrays; tasks have the numbers that they have in the task set */
  GArray *tasks;    /* of SlTheoryTask, servers behind all others */
  GArray *sections; /* of SlTheorySection */
} Theory;

static void
theory_clear (Theory *self)
{
  g_clear_pointer (&self->tasks, g_array_unref);
  g_clear_pointer (&self->sections, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Theory, theory_clear)

static void
add_task (const SlSimTask *task, GArray *tasks)
{
  const SlTheoryTask told = {
    .kind = task->server != SL_SIM_NO_SERVER ? SL_THEORY_SERVED : SL_THEORY_TASK,
    .wcet = task->distribution.wcet,
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

static void
add_server (const SlSimServer *server, GArray *tasks)
{
  static const SlServerPolicy policies[] = {
    [SL_SIM_CBS] = SL_SERVER_CBS,     [SL_SIM_HCBS] = SL_SERVER_CBS,
    [SL_SIM_PS] = SL_SERVER_POLLING,  [SL_SIM_DS] = SL_SERVER_DEFERRABLE,
    [SL_SIM_SS] = SL_SERVER_SPORADIC,
  };
  const SlServer told = { policies[server->policy], server->budget, server->period,
                          server->priority };
  SlTheoryTask task;

  sl_server_bound_fill_task (&told, &task);
  g_array_append_val (tasks, task);
}

/* Returns: %FALSE where nothing is said of the set: it has interrupts */
static gboolean
theory_init (Theory *self, const SlAsked *asked)
{
  const SlTaskSet *set = asked->trace->set;
  const SlTaskModel *model = asked->trace->run->model;
  g_autofree char *policy = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "policy");
  g_autofree char *protocol = sl_task_model_get (model, SL_MODEL_SCHEDULER, "", "protocol");

  if (policy == NULL || protocol == NULL || sl_task_set_get_n_lines (set) > 0)
    return FALSE;

  self->tasks = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  self->sections = g_array_new (FALSE, FALSE, sizeof (SlTheorySection));
  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      add_task (sl_task_set_get_task (set, i), self->tasks);
      add_sections (sl_task_set_get_task (set, i), i, self->sections);
    }
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    add_server (sl_task_set_get_server (set, i), self->tasks);

  self->set.policy = sl_policy_from_id (policy);
  self->set.protocol = sl_protocol_from_id (protocol);
  self->set.tasks = (const SlTheoryTask *) (gpointer) self->tasks->data;
  self->set.n_tasks = self->tasks->len;
  self->set.sections = (const SlTheorySection *) (gpointer) self->sections->data;
  self->set.n_sections = self->sections->len;
  sl_theory_rank (self->set.policy, (SlTheoryTask *) (gpointer) self->tasks->data,
                  self->tasks->len);
  return TRUE;
}

static SlFigure
figure_of_bound (SlBound bound)
{
  return bound.state == SL_BOUND_KNOWN ? sl_figure_of_time (bound.ticks) : sl_figure_none;
}

/* None of a served task, and where there is no bound. */
SlFigure
sl_figures_get_response_bound (const SlAsked *asked)
{
  g_auto (Theory) theory = { 0 };
  SlTheoryEffort effort = SL_THEORY_EFFORT;
  SlBound blocking;

  if (!theory_init (&theory, asked) || theory.set.tasks[asked->task].kind != SL_THEORY_TASK)
    return sl_figure_none;

  return figure_of_bound (sl_response_time_get (&theory.set, asked->task, &blocking, &effort));
}

/* None where there is no bound, or no theory of it. Under EDF of intervals that are as long as the task's deadline. */
SlFigure
sl_figures_get_blocking_bound (const SlAsked *asked)
{
  g_auto (Theory) theory = { 0 };
  SlTheoryEffort effort = SL_THEORY_EFFORT;

  if (!theory_init (&theory, asked))
    return sl_figure_none;
  if (sl_policy_is_fixed (theory.set.policy))
    return figure_of_bound (sl_blocking_bound_fixed (&theory.set, asked->task, &effort));
  if (theory.set.policy != SL_POLICY_EDF)
    return sl_figure_none;

  return figure_of_bound (
      sl_blocking_bound_edf (&theory.set, theory.set.tasks[asked->task].deadline, &effort));
}

/* What is released and due in an interval of that length. */
SlFigure
sl_figures_get_demand (const SlAsked *asked)
{
  g_auto (Theory) theory = { 0 };

  return theory_init (&theory, asked)
             ? figure_of_bound (sl_demand_test_get_demand (&theory.set, asked->interval))
             : sl_figure_none;
}

/* What jobs that are due later may block of it. */
SlFigure
sl_figures_get_demand_blocking (const SlAsked *asked)
{
  g_auto (Theory) theory = { 0 };
  SlTheoryEffort effort = SL_THEORY_EFFORT;

  return theory_init (&theory, asked)
             ? figure_of_bound (sl_blocking_bound_edf (&theory.set, asked->interval, &effort))
             : sl_figure_none;
}

/* FALSE where there is no theory, or the test says nothing. */
static gboolean
run_demand_test (const SlAsked *asked, SlDemandTest *test)
{
  g_auto (Theory) theory = { 0 };
  SlTheoryEffort effort = SL_THEORY_EFFORT;

  if (!theory_init (&theory, asked))
    return FALSE;

  sl_demand_test_run (test, &theory.set, &effort);
  return test->state == SL_BOUND_KNOWN;
}

/* By how much an interval is too short in the demand test; 0 where it passes, none where it says
 * nothing. */
SlFigure
sl_figures_get_demand_excess (const SlAsked *asked)
{
  SlDemandTest test;

  if (!run_demand_test (asked, &test))
    return sl_figure_none;

  return sl_figure_of_time (test.passes ? 0 : test.demand + test.blocking - test.interval);
}

/* Up to which length the demand test tries intervals. */
SlFigure
sl_figures_get_demand_horizon (const SlAsked *asked)
{
  SlDemandTest test;

  return run_demand_test (asked, &test) ? sl_figure_of_time (test.horizon) : sl_figure_none;
}
