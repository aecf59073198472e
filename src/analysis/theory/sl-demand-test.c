/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-demand-test.h"

#include "sl-blocking-bound.h"
#include "sl-response-time.h"

typedef struct
{
  const SlTheorySet *set;
  SlTheoryEffort *effort;
  GArray *interrupts; /* of SlTheoryTask */
} Demand;

static gboolean
has_deadline (const SlTheoryTask *task)
{
  return (task->kind == SL_THEORY_TASK || task->kind == SL_THEORY_SERVER) && task->deadline > 0;
}

/* What has to be executed of jobs that are released and due in an interval. */
static gboolean
add_due (const SlTheorySet *set, gint64 interval, gint64 *sum)
{
  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlTheoryTask *task = &set->tasks[i];
      gint64 ticks = 0;

      if (task->kind == SL_THEORY_BANDWIDTH)
        ticks = (gint64) ((__int128) interval * task->wcet / task->period);
      else if (has_deadline (task) && interval >= task->deadline &&
               __builtin_mul_overflow ((interval - task->deadline + task->jitter) / task->period +
                                           1,
                                       task->wcet, &ticks))
        return FALSE;
      if (__builtin_add_overflow (*sum, ticks, sum) || *sum > SL_THEORY_MOST)
        return FALSE;
    }

  return TRUE;
}

/**
 * sl_demand_test_get_demand:
 * @interval: its length in ticks, above 0
 *
 * The processor demand, dbf(@interval): what has to be executed of jobs that are released and due in
 * an interval of that length, when all tasks are released with its begin; without interrupts and
 * without what blocks.
 *
 * Returns: %SL_BOUND_NO_FIGURES where a task with a deadline lacks its WCET or period
 */
SlBound
sl_demand_test_get_demand (const SlTheorySet *set, gint64 interval)
{
  gint64 sum = 0;

  g_return_val_if_fail (interval > 0 && interval <= SL_THEORY_MOST,
                        ((SlBound) { SL_BOUND_TOO_LONG, 0 }));

  for (guint i = 0; i < set->n_tasks; i++)
    if ((set->tasks[i].kind == SL_THEORY_BANDWIDTH || has_deadline (&set->tasks[i])) &&
        !sl_theory_task_has_figures (&set->tasks[i]))
      return (SlBound) { SL_BOUND_NO_FIGURES, 0 };

  if (!add_due (set, interval, &sum))
    return (SlBound) { SL_BOUND_TOO_LONG, 0 };
  return (SlBound) { SL_BOUND_KNOWN, sum };
}

/* The longest interval up to @most that ends with a deadline; 0 for none. */
static gint64
find_last_deadline (const Demand *self, gint64 most)
{
  gint64 last = 0;

  for (guint i = 0; i < self->set->n_tasks; i++)
    {
      const SlTheoryTask *task = &self->set->tasks[i];
      gint64 n_jobs;

      if (!has_deadline (task) || most < task->deadline)
        continue;
      n_jobs = (most - task->deadline + task->jitter) / task->period;
      last = MAX (last, task->deadline + MAX (0, n_jobs * task->period - task->jitter));
    }

  return last;
}

/* From long intervals to short ones. What is asked for in an interval is asked for at most in
 * shorter ones as well: as long as they are long enough for it they need not be tried. */
static SlBoundState
try_intervals (const Demand *self, gint64 least, gint64 most, gint64 blocking, SlDemandTest *test)
{
  gint64 interval = find_last_deadline (self, most);

  while (interval >= least && interval > 0)
    {
      gint64 own = blocking;
      gint64 end;
      SlBoundState state = SL_BOUND_TOO_LONG;

      if (!sl_theory_spend (self->effort, 2 * (gint64) self->set->n_tasks + 1) ||
          !add_due (self->set, interval, &own))
        return SL_BOUND_TOO_LONG;
      end = MAX (own, 1);
      state = sl_theory_settle ((const SlTheoryTask *) (gpointer) self->interrupts->data,
                                self->interrupts->len, own, &end, self->effort);
      if (state != SL_BOUND_KNOWN)
        return state;
      if (end > interval)
        {
          test->passes = FALSE;
          test->interval = interval;
          test->demand = end - blocking;
          test->blocking = blocking;
          return SL_BOUND_KNOWN;
        }
      interval = find_last_deadline (self, end < interval ? end : interval - 1);
    }

  return SL_BOUND_KNOWN;
}

/* How much blocks is the same between two steps. */
static void
try_all (const Demand *self, const GArray *steps, SlDemandTest *test)
{
  for (guint i = 0; i < steps->len && test->passes; i++)
    {
      const SlBlockingStep *step = &g_array_index (steps, SlBlockingStep, i);
      gint64 most = i + 1 < steps->len ? (step + 1)->from - 1 : test->horizon;

      test->state = step->bound.state;
      if (test->state == SL_BOUND_KNOWN)
        test->state = try_intervals (self, step->from, most, step->bound.ticks, test);
      if (test->state != SL_BOUND_KNOWN)
        test->passes = FALSE;
    }
}

/**
 * sl_demand_test_run:
 * @set: tasks without a deadline ask for nothing, but may block
 */
void
sl_demand_test_run (SlDemandTest *self, const SlTheorySet *set, SlTheoryEffort *effort)
{
  g_autoptr (GArray) asking = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  g_autoptr (GArray) interrupts = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  g_autoptr (GArray) steps = NULL;
  const Demand demand = { set, effort, interrupts };
  SlTheorySet due = *set;
  SlBound busy;

  *self = (SlDemandTest) { .passes = FALSE };
  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlTheoryTask *task = &set->tasks[i];

      if (task->kind == SL_THEORY_INTERRUPT)
        g_array_append_val (interrupts, *task);
      if (task->kind == SL_THEORY_INTERRUPT || task->kind == SL_THEORY_BANDWIDTH ||
          has_deadline (task))
        g_array_append_val (asking, *task);
      if (has_deadline (task))
        self->horizon = MAX (self->horizon, task->deadline);
    }

  due.tasks = (const SlTheoryTask *) (gpointer) asking->data;
  due.n_tasks = asking->len;
  busy = sl_response_time_get_busy_period (&due, effort);
  self->state = busy.state;
  if (self->state != SL_BOUND_KNOWN)
    return;

  self->passes = TRUE;
  self->horizon = MAX (self->horizon, busy.ticks);
  steps = sl_blocking_bound_edf_steps (set, effort);
  try_all (&demand, steps, self);
}
