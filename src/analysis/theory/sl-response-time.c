/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-response-time.h"

#include "sl-utilisation.h"

static SlBound
fail (SlBoundState state)
{
  return (SlBound) { state, 0 };
}

/* Whether what @other does counts for @task under fixed priorities; both are numbers. */
static gboolean
is_in_the_way (const SlTheorySet *set, guint task, guint other)
{
  const SlTheoryTask *one = &set->tasks[task];
  const SlTheoryTask *rival = &set->tasks[other];

  if (other == task || rival->kind == SL_THEORY_SERVED)
    return FALSE;
  if (rival->kind == SL_THEORY_INTERRUPT || one->kind == SL_THEORY_INTERRUPT)
    return rival->kind == SL_THEORY_INTERRUPT;

  return rival->priority >= one->priority;
}

/* (transfer full) (element-type SlTheoryTask): @task and those in its way. */
static GArray *
collect_rivals (const SlTheorySet *set, guint task)
{
  GArray *rivals = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));

  g_array_append_val (rivals, set->tasks[task]);
  for (guint i = 0; i < set->n_tasks; i++)
    if (is_in_the_way (set, task, i))
      g_array_append_val (rivals, set->tasks[i]);

  return rivals;
}

/* Whether more is asked for than there is, or how much is not known. */
static SlBoundState
check_load (const GArray *tasks)
{
  for (guint i = 0; i < tasks->len; i++)
    if (!sl_theory_task_has_figures (&g_array_index (tasks, SlTheoryTask, i)))
      return SL_BOUND_NO_FIGURES;

  return sl_utilisation_compare_to_one ((const SlTheoryTask *) (gpointer) tasks->data, tasks->len) >
                 0
             ? SL_BOUND_OVERLOAD
             : SL_BOUND_KNOWN;
}

/* As sl_theory_settle() does, with the tasks from number @first on. */
static SlBoundState
settle (const GArray *tasks, guint first, gint64 own, gint64 *interval, SlTheoryEffort *effort)
{
  return sl_theory_settle (&g_array_index (tasks, SlTheoryTask, first), tasks->len - first, own,
                           interval, effort);
}

/**
 * sl_response_time_get_fixed:
 * @task: number in the set, whose tasks have priorities
 * @blocking: ticks, up to %SL_THEORY_MOST; for how long less urgent tasks may be in the way
 *
 * Returns: the longest response of a job of @task, by itself and after others of its own
 */
SlBound
sl_response_time_get_fixed (const SlTheorySet *set,
                            guint task,
                            gint64 blocking,
                            SlTheoryEffort *effort)
{
  const SlTheoryTask *self = &set->tasks[task];
  g_autoptr (GArray) rivals = collect_rivals (set, task);
  SlBoundState state = check_load (rivals);
  SlBound bound = { SL_BOUND_KNOWN, 0 };
  gint64 own = blocking;
  gint64 finish = 0;
  gint64 release = -self->jitter;

  if (state != SL_BOUND_KNOWN)
    return fail (state);

  do
    {
      if (__builtin_add_overflow (own, self->wcet, &own) || own > SL_THEORY_MOST)
        return fail (SL_BOUND_TOO_LONG);
      finish = MAX (finish, own);
      state = settle (rivals, 1, own, &finish, effort);
      if (state != SL_BOUND_KNOWN)
        return fail (state);

      bound.ticks = MAX (bound.ticks, finish - MAX (release, 0));
      release += self->period;
    }
  while (finish > release);

  return bound;
}

/**
 * sl_response_time_get_busy_period:
 *
 * Returns: how long the processor may have something to do without a pause; whatever the policy,
 *   no response is longer if it is never idle while a job is ready
 */
SlBound
sl_response_time_get_busy_period (const SlTheorySet *set, SlTheoryEffort *effort)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  SlBound bound = { SL_BOUND_KNOWN, 1 };

  for (guint i = 0; i < set->n_tasks; i++)
    if (set->tasks[i].kind != SL_THEORY_SERVED)
      g_array_append_val (all, set->tasks[i]);

  bound.state = check_load (all);
  if (bound.state == SL_BOUND_KNOWN && all->len > 0)
    bound.state = settle (all, 0, 0, &bound.ticks, effort);
  return bound;
}
