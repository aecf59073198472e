/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-exact-test.h"

#include "sl-utilisation.h"
#include "sl-wide.h"

/**
 * Together:
 * @rivals: (element-type guint): numbers of tasks and interrupts that are released together with
 *   @task some day, and whose jobs are not put off for its own
 */
typedef struct
{
  const SlTheorySet *set;
  guint task;
  const SlTheoryTask *own;
  GArray *rivals;
  SlTheoryEffort *effort;
} Together;

static gboolean
is_fixed (const Together *self)
{
  return sl_policy_is_fixed (self->set->policy);
}

/* Whether jobs of @other, or some of them, precede a job of the task. */
static gboolean
may_go_first (const Together *self, guint other)
{
  const SlTheoryTask *rival = &self->set->tasks[other];

  if (other == self->task || !sl_theory_task_has_figures (rival))
    return FALSE;
  if (rival->kind == SL_THEORY_INTERRUPT)
    return TRUE;
  if (rival->kind != SL_THEORY_TASK)
    return FALSE;

  return is_fixed (self) ? rival->priority >= self->own->priority : rival->deadline > 0;
}

static gboolean
uses_locks (const SlTheorySet *set, guint task)
{
  for (guint i = 0; i < set->n_sections; i++)
    if (set->sections[i].task == task)
      return TRUE;

  return FALSE;
}

static gboolean
share_a_lock (const SlTheorySet *set, guint task, guint other)
{
  for (guint i = 0; i < set->n_sections; i++)
    for (guint k = 0; set->sections[i].task == task && k < set->n_sections; k++)
      if (set->sections[k].task == other && set->sections[k].lock == set->sections[i].lock)
        return TRUE;

  return FALSE;
}

/* Whether the task's own critical sections may keep @rival from running. */
static gboolean
may_hold_back (const Together *self, guint rival)
{
  const SlTheorySet *set = self->set;

  if (set->tasks[rival].kind == SL_THEORY_INTERRUPT || !uses_locks (set, self->task))
    return FALSE;

  return set->protocol == SL_PROTOCOL_NPP || set->protocol == SL_PROTOCOL_UNKNOWN ||
         share_a_lock (set, self->task, rival);
}

/* Whether @rival may wait for a third task while the task runs: where nobody inherits its
 * priority, or only a task of the same one, or a server without budget. */
static gboolean
may_be_passed (const Together *self, guint rival)
{
  const SlTheorySet *set = self->set;

  if (set->tasks[rival].kind == SL_THEORY_INTERRUPT || !uses_locks (set, rival))
    return FALSE;
  if (set->protocol == SL_PROTOCOL_NONE || set->protocol == SL_PROTOCOL_UNKNOWN ||
      (is_fixed (self) && set->tasks[rival].priority == self->own->priority))
    return TRUE;
  for (guint i = 0; i < set->n_tasks; i++)
    if (set->tasks[i].kind == SL_THEORY_SERVED && uses_locks (set, i))
      return TRUE;

  return FALSE;
}

/* Whether the two are released at the same time, some day. */
static gboolean
do_meet (const SlTheoryTask *one, const SlTheoryTask *other)
{
  gint64 divisor =
      (gint64) sl_greatest_common_divisor ((guint64) one->period, (guint64) other->period);

  return one->is_sporadic || other->is_sporadic || (one->offset - other->offset) % divisor == 0;
}

static gboolean
meets_all (const Together *self, guint rival)
{
  const SlTheoryTask *tasks = self->set->tasks;

  for (guint i = 0; i < self->rivals->len; i++)
    if (!do_meet (&tasks[g_array_index (self->rivals, guint, i)], &tasks[rival]))
      return FALSE;

  return do_meet (self->own, &tasks[rival]);
}

/* Whoever is left out could only make jobs of the task later. FALSE where nothing is certain, since
 * the task may keep others waiting. */
static gboolean
collect (Together *self)
{
  for (guint i = 0; i < self->set->n_tasks; i++)
    {
      if (!may_go_first (self, i))
        continue;
      if (may_hold_back (self, i))
        return FALSE;
      if (meets_all (self, i) && !may_be_passed (self, i))
        g_array_append_val (self->rivals, i);
    }

  return TRUE;
}

/* Whether the task and all that precedes it ask for more than there is in the long run, with
 * any offsets. */
static gboolean
is_overload (const Together *self)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));

  /* Tasks that wait for each other for ever would leave room. */
  if (self->set->n_sections > 0 &&
      (self->set->protocol == SL_PROTOCOL_NONE || self->set->protocol == SL_PROTOCOL_PIP ||
       self->set->protocol == SL_PROTOCOL_UNKNOWN))
    return FALSE;

  g_array_append_val (all, *self->own);
  for (guint i = 0; i < self->set->n_tasks; i++)
    if (may_go_first (self, i))
      g_array_append_val (all, self->set->tasks[i]);

  return sl_utilisation_compare_to_one ((const SlTheoryTask *) (gpointer) all->data, all->len) > 0;
}

/* How many jobs of @number, of those released in an interval that begins where all are released
 * together, precede the task's job released at @release: equal ones by their releases, then by
 * their places in the list. */
static gint64
count_jobs (const Together *self, guint number, gint64 release, gint64 interval)
{
  const SlTheoryTask *rival = &self->set->tasks[number];
  gint64 n_released = (interval + rival->period - 1) / rival->period;
  gint64 latest = release;
  gboolean is_first = number < self->task;

  if (rival->kind == SL_THEORY_INTERRUPT ||
      (is_fixed (self) && rival->priority > self->own->priority))
    return n_released;
  if (!is_fixed (self))
    {
      latest += self->own->deadline - rival->deadline;
      is_first = rival->deadline > self->own->deadline ||
                 (rival->deadline == self->own->deadline && is_first);
    }
  if (!is_first)
    latest--;

  return latest < 0 ? 0 : MIN (n_released, latest / rival->period + 1);
}

/* When the task's job released at @release has finished at the earliest, after jobs of its own that
 * took @own with it. FALSE where that is not computed. */
static gboolean
find_finish (const Together *self, gint64 release, gint64 own, gint64 *finish)
{
  *finish = own;
  while (TRUE)
    {
      gint64 sum = own;

      if (!sl_theory_spend (self->effort, (gint64) self->rivals->len + 1))
        return FALSE;
      for (guint i = 0; i < self->rivals->len; i++)
        {
          guint number = g_array_index (self->rivals, guint, i);
          gint64 ticks;

          if (__builtin_mul_overflow (count_jobs (self, number, release, *finish),
                                      self->set->tasks[number].wcet, &ticks) ||
              __builtin_add_overflow (sum, ticks, &sum) || sum > SL_THEORY_MOST)
            return FALSE;
        }
      if (sum <= *finish)
        return TRUE;
      *finish = sum;
    }
}

/* How long the processor is busy from where all are released together. */
static gboolean
find_busy_period (const Together *self, gint64 *length)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));

  g_array_append_val (all, *self->own);
  for (guint i = 0; i < self->rivals->len; i++)
    g_array_append_val (all, self->set->tasks[g_array_index (self->rivals, guint, i)]);
  for (guint i = 0; i < all->len; i++)
    g_array_index (all, SlTheoryTask, i).jitter = 0;

  *length = 1;
  return sl_theory_settle ((const SlTheoryTask *) (gpointer) all->data, all->len, 0, length,
                           self->effort) == SL_BOUND_KNOWN;
}

static gboolean
is_late_together (const Together *self)
{
  gint64 own = 0, busy;

  if (!find_busy_period (self, &busy))
    return FALSE;

  for (gint64 release = 0; release < busy; release += self->own->period)
    {
      gint64 finish;

      own += self->own->wcet;
      if (!find_finish (self, release, own, &finish))
        return FALSE;
      if (finish - release > self->own->deadline)
        return TRUE;
    }

  return FALSE;
}

/**
 * sl_exact_test_fails:
 * @task: number in the set
 *
 * Returns: whether jobs of @task miss deadlines where all execute their WCETs, without doubt.
 *   %FALSE proves nothing
 */
gboolean
sl_exact_test_fails (const SlTheorySet *set, guint task, SlTheoryEffort *effort)
{
  g_autoptr (GArray) rivals = g_array_new (FALSE, FALSE, sizeof (guint));
  const SlTheoryTask *own = &set->tasks[task];
  Together self = { set, task, own, rivals, effort };

  if (own->deadline <= 0 || (own->kind != SL_THEORY_TASK && own->kind != SL_THEORY_SERVED))
    return FALSE;
  if (own->wcet > own->deadline)
    return TRUE;
  if (own->kind != SL_THEORY_TASK || !sl_theory_task_has_figures (own) ||
      (!is_fixed (&self) && set->policy != SL_POLICY_EDF))
    return FALSE;

  return is_overload (&self) || (collect (&self) && is_late_together (&self));
}
