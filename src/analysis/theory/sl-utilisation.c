/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-utilisation.h"

#include <math.h>

#include "sl-wide.h"

/* Closer than this to 1 a rounded sum tells nothing. */
#define ROUNDING 1e-12

/**
 * sl_utilisation_get:
 *
 * Returns: C/T; 0 where one of them is not known
 */
double
sl_utilisation_get (const SlTheoryTask *task)
{
  return sl_theory_task_has_figures (task) ? (double) task->wcet / (double) task->period : 0;
}

/* Some fraction as it is: a/b + C/T, without rounding; FALSE where it does not fit. */
static gboolean
add_share (guint64 *numerator, guint64 *denominator, const SlTheoryTask *task)
{
  guint64 divisor = sl_greatest_common_divisor ((guint64) task->wcet, (guint64) task->period);
  guint64 c = (guint64) task->wcet / divisor;
  guint64 t = (guint64) task->period / divisor;
  guint64 common = sl_greatest_common_divisor (*denominator, t);
  guint64 left, right;

  if (__builtin_mul_overflow (*numerator, t / common, &left) ||
      __builtin_mul_overflow (c, *denominator / common, &right) ||
      __builtin_mul_overflow (*denominator, t / common, denominator))
    return FALSE;

  return !__builtin_add_overflow (left, right, numerator);
}

/**
 * sl_utilisation_compare_to_one:
 *
 * Returns: -1, 0 or 1 for a sum of C/T below, at and above 1; where the exact sum does not fit into
 *   64 bits and the rounded one is too close to tell, 0. Tasks without figures and those in a
 *   server are left out
 */
int
sl_utilisation_compare_to_one (const SlTheoryTask *tasks, guint n_tasks)
{
  guint64 numerator = 0, denominator = 1;
  gboolean is_exact = TRUE;
  double total = 0;

  for (guint i = 0; i < n_tasks; i++)
    {
      if (tasks[i].kind == SL_THEORY_SERVED || !sl_theory_task_has_figures (&tasks[i]))
        continue;

      total += sl_utilisation_get (&tasks[i]);
      is_exact = is_exact && add_share (&numerator, &denominator, &tasks[i]);
    }

  if (is_exact)
    return numerator < denominator ? -1 : numerator > denominator;

  return fabs (total - 1) < ROUNDING ? 0 : total < 1 ? -1 : 1;
}

/* What is due, and whether that is more than the processor has. A served task has to execute its jobs
 * as well. */
static void
add_up_due (SlUtilisation *self, const SlTheorySet *set)
{
  g_autoptr (GArray) due = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));

  for (guint i = 0; i < set->n_tasks; i++)
    {
      SlTheoryTask task = set->tasks[i];
      gboolean is_task = task.kind == SL_THEORY_TASK || task.kind == SL_THEORY_SERVED;

      if (task.kind != SL_THEORY_INTERRUPT && (!is_task || task.deadline <= 0))
        continue;
      self->serves = self->serves || task.kind == SL_THEORY_SERVED;
      self->due += sl_utilisation_get (&task);
      task.kind = SL_THEORY_TASK;
      g_array_append_val (due, task);
    }

  self->is_overload =
      sl_utilisation_compare_to_one ((const SlTheoryTask *) (gpointer) due->data, due->len) > 0;
}

/**
 * sl_utilisation_init:
 * @has_blocking: whether some task may have to wait for a lock
 */
void
sl_utilisation_init (SlUtilisation *self, const SlTheorySet *set, gboolean has_blocking)
{
  *self = (SlUtilisation) { .product = 1, .applies = set->policy == SL_POLICY_RM && !has_blocking };

  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlTheoryTask *task = &set->tasks[i];

      if (task->kind == SL_THEORY_SERVED)
        continue;
      if (!sl_theory_task_has_figures (task))
        {
          self->n_left_out++;
          continue;
        }

      self->n_tasks++;
      self->total += sl_utilisation_get (task);
      self->product *= sl_utilisation_get (task) + 1;
      if (task->deadline != task->period || task->jitter > 0)
        self->applies = FALSE;
    }

  self->versus_one = sl_utilisation_compare_to_one (set->tasks, set->n_tasks);
  add_up_due (self, set);
  if (self->n_tasks > 0)
    self->liu_layland = self->n_tasks * (pow (2, 1.0 / self->n_tasks) - 1);
  if (self->n_tasks == 0 || self->n_left_out > 0)
    self->applies = FALSE;
}
