/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Responses where the job that is due first goes first. A job that is released @after ticks into a
 * stretch of time, in which jobs are executed that are due no later than it, finishes with that
 * stretch. @after is tried where one more job of some task comes to be due in time: between such
 * places the stretch keeps its end and the job comes later. */
#include "sl-blocking-bound.h"
#include "sl-response-time.h"

typedef struct
{
  const SlTheorySet *set;
  guint task;
  SlTheoryEffort *effort;
  GArray *blocking; /* of SlBlockingStep */
  gint64 horizon;   /* @after is less */
  SlBound bound;
} Search;

/* Under FIFO all jobs have the same time to be done in. */
static gint64
get_deadline (const Search *self, guint task)
{
  return self->set->policy == SL_POLICY_FIFO ? 0 : self->set->tasks[task].deadline;
}

/* Whether jobs of the task are scheduled by their deadlines. */
static gboolean
is_scheduled (const Search *self, guint task)
{
  const SlTheoryTask *asked = &self->set->tasks[task];

  return (asked->kind == SL_THEORY_TASK || asked->kind == SL_THEORY_SERVER) &&
         (self->set->policy == SL_POLICY_FIFO || asked->deadline > 0);
}

/* Ticks for jobs of @task that are released in the stretch and due within @due ticks of its begin. */
static gboolean
add_due (const Search *self, guint task, gint64 due, gint64 interval, gint64 *sum)
{
  const SlTheoryTask *asked = &self->set->tasks[task];
  gint64 room = due - get_deadline (self, task);
  gint64 released = 0, ticks;

  if (room < 0)
    return TRUE;
  if (__builtin_mul_overflow ((room + asked->jitter) / asked->period + 1, asked->wcet, &ticks))
    return FALSE;
  if (task != self->task && sl_theory_asks (asked, interval, &released))
    ticks = MIN (ticks, released);

  return !__builtin_add_overflow (*sum, ticks, sum) && *sum <= SL_THEORY_MOST;
}

static gboolean
add_all (const Search *self, gint64 due, gint64 interval, gint64 *sum)
{
  const SlTheorySet *set = self->set;

  for (guint i = 0; i < set->n_tasks; i++)
    {
      const SlTheoryTask *asked = &set->tasks[i];

      if (asked->kind == SL_THEORY_BANDWIDTH)
        *sum += (gint64) ((__int128) due * asked->wcet / asked->period);
      else if (asked->kind == SL_THEORY_INTERRUPT && !sl_theory_asks (asked, interval, sum))
        return FALSE;
      else if (is_scheduled (self, i) && !add_due (self, i, due, interval, sum))
        return FALSE;
    }

  return *sum <= SL_THEORY_MOST;
}

/* FALSE where the search ends. */
static gboolean
try_release (Search *self, gint64 after)
{
  gint64 due = after + get_deadline (self, self->task);
  SlBound blocking = sl_blocking_steps_find (self->blocking, due);
  gint64 interval = self->set->tasks[self->task].wcet;

  if (blocking.state != SL_BOUND_KNOWN)
    {
      self->bound = blocking;
      return FALSE;
    }

  while (TRUE)
    {
      gint64 sum = blocking.ticks;

      if (!sl_theory_spend (self->effort, 2 * (gint64) self->set->n_tasks + 1) ||
          !add_all (self, due, interval, &sum))
        {
          self->bound.state = SL_BOUND_TOO_LONG;
          return FALSE;
        }
      if (sum <= interval)
        break;
      interval = sum;
    }

  self->bound.ticks = MAX (self->bound.ticks, interval - after);
  return TRUE;
}

/* Where one more job of @task comes to be due before the job that is looked at. */
static gboolean
try_releases_of (Search *self, guint task)
{
  const SlTheoryTask *asked = &self->set->tasks[task];
  gint64 first = get_deadline (self, task) - get_deadline (self, self->task);
  gint64 n_jobs = MAX (0, -(first - asked->jitter)) / asked->period;

  if (first >= 0 && first < self->horizon && !try_release (self, first))
    return FALSE;
  for (gint64 after = first - asked->jitter + n_jobs * asked->period; after < self->horizon;
       after += asked->period)
    if (after >= 0 && !try_release (self, after))
      return FALSE;

  return TRUE;
}

/* The processor's longest stretch of work for jobs that are due some day. */
static SlBound
find_busy_period (const Search *self)
{
  g_autoptr (GArray) tasks = g_array_new (FALSE, FALSE, sizeof (SlTheoryTask));
  SlTheorySet due = *self->set;

  for (guint i = 0; i < self->set->n_tasks; i++)
    if (self->set->tasks[i].kind == SL_THEORY_INTERRUPT ||
        self->set->tasks[i].kind == SL_THEORY_BANDWIDTH || is_scheduled (self, i))
      g_array_append_val (tasks, self->set->tasks[i]);

  due.tasks = (const SlTheoryTask *) (gpointer) tasks->data;
  due.n_tasks = tasks->len;
  return sl_response_time_get_busy_period (&due, self->effort);
}

/**
 * sl_response_time_get_edf:
 * @task: number in the set
 * @blocking: (out): that of an interval as long as its deadline
 *
 * Under FIFO there is no blocking: who has begun is not preempted.
 *
 * Returns: the longest response of a job of @task under EDF or FIFO
 */
SlBound
sl_response_time_get_edf (const SlTheorySet *set,
                          guint task,
                          SlBound *blocking,
                          SlTheoryEffort *effort)
{
  gboolean is_fifo = set->policy == SL_POLICY_FIFO;
  g_autoptr (GArray) steps = is_fifo ? g_array_new (FALSE, FALSE, sizeof (SlBlockingStep))
                                     : sl_blocking_bound_edf_steps (set, effort);
  Search self = { set, task, effort, steps, 0, { SL_BOUND_KNOWN, 0 } };
  SlBound busy;
  gint64 latest = 0;

  *blocking = (SlBound) { SL_BOUND_KNOWN, 0 };
  if (!is_scheduled (&self, task))
    return (SlBound) { SL_BOUND_NO_FIGURES, 0 };

  *blocking = sl_blocking_steps_find (steps, get_deadline (&self, task));
  busy = find_busy_period (&self);
  if (busy.state != SL_BOUND_KNOWN)
    return busy;

  for (guint i = 0; i < set->n_tasks; i++)
    if (is_scheduled (&self, i))
      latest = MAX (latest, get_deadline (&self, i));
  self.horizon = MAX (busy.ticks, latest - get_deadline (&self, task));
  if (!try_release (&self, 0))
    return self.bound;
  for (guint i = 0; i < set->n_tasks; i++)
    if (is_scheduled (&self, i) && !try_releases_of (&self, i))
      return self.bound;

  return self.bound;
}
