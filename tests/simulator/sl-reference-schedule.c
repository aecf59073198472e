/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reference-schedule.h"

#define NOBODY (-1)

/* How urgent a job is: the smaller @rank first, then the earlier release, then the order of the set.
 * Ranks of tasks are even, so that a ceiling has a place between two of them. */
typedef struct
{
  gint rank;
  gint release;
  gint task;
} Urgency;

typedef struct
{
  const SlReferenceTask *task;
  gint number;
  gint level;   /* as a rank: by the task alone */
  GQueue queue; /* of numbers of jobs, the first is under way */
  guint done;
  guint taken; /* sections that were begun */
  guint given; /* bits of those that ended */
  gint wanted; /* lock, or NOBODY */
  gboolean started;
} Task;

typedef struct
{
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  Task tasks[SL_REFERENCE_MAX_TASKS];
  gint n_tasks;
  gint owner[SL_REFERENCE_N_LOCKS];
  gint ceiling[SL_REFERENCE_N_LOCKS]; /* the rank of the most urgent that uses it */
  GQueue waiting[SL_REFERENCE_N_LOCKS];
  GArray *jobs;
  gint running;
} Schedule;

static gboolean
is_active (const Task *task)
{
  return task->queue.head != NULL;
}

static const SlReferenceJob *
get_job (const Schedule *self, const Task *task)
{
  return &g_array_index (self->jobs, SlReferenceJob, GPOINTER_TO_UINT (task->queue.head->data));
}

static gint
compare (const Urgency *a, const Urgency *b)
{
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  if (a->release != b->release)
    return a->release < b->release ? -1 : 1;
  return a->task < b->task ? -1 : a->task > b->task;
}

static gboolean
holds_any (const Schedule *self, gint task)
{
  gboolean holds = FALSE;

  for (guint lock = 0; lock < SL_REFERENCE_N_LOCKS; lock++)
    holds = holds || self->owner[lock] == task;
  return holds;
}

/* Of an active task; with its own locks' ceilings, where these raise it at once. */
static Urgency
get_urgency (const Schedule *self, gint number)
{
  const Task *task = &self->tasks[number];
  const SlReferenceJob *job = get_job (self, task);
  Urgency urgency = { task->level, job->release, number };

  if (self->scheduler == SL_SIM_EDF)
    urgency.rank = 2 * job->deadline;
  for (guint lock = 0; self->protocol == SL_SIM_ICPP && lock < SL_REFERENCE_N_LOCKS; lock++)
    if (self->owner[lock] == number)
      urgency.rank = MIN (urgency.rank, self->ceiling[lock] - 1);
  return urgency;
}

/* Who keeps the waiting @number from its lock. */
static gint
find_blocker (const Schedule *self, gint number)
{
  const Task *task = &self->tasks[number];
  gint blocker = self->owner[task->wanted];
  gint highest = G_MAXINT;

  if (blocker != NOBODY || self->protocol != SL_SIM_PCP)
    return blocker;

  for (guint lock = 0; lock < SL_REFERENCE_N_LOCKS; lock++)
    if (self->owner[lock] != NOBODY && self->owner[lock] != number &&
        self->ceiling[lock] <= task->level && self->ceiling[lock] < highest)
      {
        blocker = self->owner[lock];
        highest = self->ceiling[lock];
      }
  return blocker;
}

static gboolean
is_blocked (const Schedule *self, gint number)
{
  const Task *task = &self->tasks[number];

  if (task->wanted == NOBODY)
    return FALSE;
  return self->protocol == SL_SIM_NONE || find_blocker (self, number) != NOBODY;
}

static gboolean
may_inherit (const Schedule *self)
{
  return self->protocol == SL_SIM_PIP || self->protocol == SL_SIM_PCP;
}

/* By what each one waits for, as often as a chain may be long. */
static void
compute_urgencies (const Schedule *self, Urgency *urgencies)
{
  for (gint i = 0; i < self->n_tasks; i++)
    if (is_active (&self->tasks[i]))
      urgencies[i] = get_urgency (self, i);

  for (gint round = 0; may_inherit (self) && round < self->n_tasks; round++)
    for (gint i = 0; i < self->n_tasks; i++)
      {
        gint blocker;

        if (!is_active (&self->tasks[i]) || !is_blocked (self, i))
          continue;
        blocker = find_blocker (self, i);
        if (compare (&urgencies[i], &urgencies[blocker]) < 0)
          urgencies[blocker] = urgencies[i];
      }
}

/* SRP: whether the lock of another one keeps @number from starting. */
static gboolean
may_not_start (const Schedule *self, gint number)
{
  const Task *task = &self->tasks[number];
  gboolean kept = FALSE;

  for (guint lock = 0; lock < SL_REFERENCE_N_LOCKS; lock++)
    kept = kept || (self->owner[lock] != NOBODY && self->owner[lock] != number &&
                    self->ceiling[lock] <= task->level);
  return self->protocol == SL_SIM_SRP && !task->started && kept;
}

static gint
find_first (const Schedule *self, const Urgency *urgencies, gboolean started)
{
  gint first = NOBODY;

  for (gint i = 0; i < self->n_tasks; i++)
    if (is_active (&self->tasks[i]) && !is_blocked (self, i) &&
        (!started || self->tasks[i].started) &&
        (first == NOBODY || compare (&urgencies[i], &urgencies[first]) < 0))
      first = i;
  return first;
}

static gint
choose (const Schedule *self)
{
  Urgency urgencies[SL_REFERENCE_MAX_TASKS];
  gint first;

  if (self->protocol == SL_SIM_NPP && self->running != NOBODY && holds_any (self, self->running))
    return self->running;

  compute_urgencies (self, urgencies);
  first = find_first (self, urgencies, FALSE);
  if (first != NOBODY && may_not_start (self, first))
    return find_first (self, urgencies, TRUE);
  return first;
}

static void
begin_job (Task *task)
{
  task->done = 0;
  task->taken = 0;
  task->given = 0;
  task->started = FALSE;
}

static void
give_back (Schedule *self, guint lock)
{
  gpointer next = g_queue_pop_head (&self->waiting[lock]);

  self->owner[lock] = NOBODY;
  if (next == NULL)
    return;

  /* Numbers in the queue begin with 1. */
  self->owner[lock] = (gint) GPOINTER_TO_UINT (next) - 1;
  self->tasks[self->owner[lock]].wanted = NOBODY;
}

/* All that ends at @now, of the task that had the processor until then. */
static void
end_all (Schedule *self, gint now)
{
  Task *task = self->running != NOBODY ? &self->tasks[self->running] : NULL;

  if (task == NULL)
    return;

  for (guint i = task->taken; i-- > 0;)
    if (task->task->sections[i].end == task->done && !(task->given >> i & 1))
      {
        give_back (self, task->task->sections[i].lock);
        task->given |= 1U << i;
      }
  if (task->done < task->task->wcet)
    return;

  g_array_index (self->jobs, SlReferenceJob, GPOINTER_TO_UINT (g_queue_pop_head (&task->queue)))
      .finish = now;
  begin_job (task);
  self->running = NOBODY;
}

static void
release_all (Schedule *self, gint now)
{
  for (gint i = 0; i < self->n_tasks; i++)
    {
      Task *task = &self->tasks[i];
      gint since = now - (gint) task->task->offset;
      const SlReferenceJob job = { (guint) i, now, now + (gint) task->task->deadline, -1 };

      if (since < 0 || since % (gint) task->task->period != 0)
        continue;
      g_queue_push_tail (&task->queue, GUINT_TO_POINTER (self->jobs->len));
      g_array_append_val (self->jobs, job);
    }
}

/* Returns: whether the chosen task has what it needs to go on */
static gboolean
take_sections (Schedule *self, gint number)
{
  Task *task = &self->tasks[number];
  const SlReferenceTask *plan = task->task;

  task->started = TRUE;
  while (task->taken < plan->n_sections && plan->sections[task->taken].begin == task->done)
    {
      guint lock = plan->sections[task->taken].lock;
      gboolean asked = task->wanted != NOBODY;

      task->wanted = (gint) lock;
      if (self->owner[lock] != number &&
          (self->owner[lock] != NOBODY || find_blocker (self, number) != NOBODY))
        {
          if (self->protocol == SL_SIM_NONE && !asked)
            g_queue_push_tail (&self->waiting[lock], GUINT_TO_POINTER ((guint) number + 1));
          return FALSE;
        }
      task->wanted = NOBODY;
      self->owner[lock] = number;
      task->taken++;
    }
  return TRUE;
}

static void
execute (Schedule *self)
{
  gint number = choose (self);

  while (number != NOBODY && !take_sections (self, number))
    {
      self->running = NOBODY;
      number = choose (self);
    }
  self->running = number;
  if (number != NOBODY)
    self->tasks[number].done++;
}

/* The more urgent, the smaller. */
static gint
get_measure (SlSimScheduler scheduler, const SlReferenceTask *task)
{
  if (scheduler == SL_SIM_FP)
    return -task->priority;
  return (gint) (scheduler == SL_SIM_RM ? task->period : task->deadline);
}

static void
set_up (Schedule *self, const SlReferenceTask *tasks)
{
  for (guint lock = 0; lock < SL_REFERENCE_N_LOCKS; lock++)
    {
      self->owner[lock] = NOBODY;
      self->ceiling[lock] = G_MAXINT;
      g_queue_init (&self->waiting[lock]);
    }
  for (gint i = 0; i < self->n_tasks; i++)
    {
      Task *task = &self->tasks[i];

      *task = (Task) { .task = &tasks[i], .number = i, .wanted = NOBODY };
      task->level = 2 * get_measure (self->scheduler, &tasks[i]);
      g_queue_init (&task->queue);
      for (guint k = 0; k < tasks[i].n_sections; k++)
        self->ceiling[tasks[i].sections[k].lock] =
            MIN (self->ceiling[tasks[i].sections[k].lock], task->level);
    }
}

/**
 * sl_reference_schedule:
 * @end: of the run, in units
 *
 * Returns: (transfer full) (element-type SlReferenceJob): by release, then in the order of the set
 */
GArray *
sl_reference_schedule (const SlReferenceTask *tasks,
                       guint n_tasks,
                       SlSimScheduler scheduler,
                       SlSimProtocol protocol,
                       gint end)
{
  Schedule self = { .scheduler = scheduler,
                    .protocol = protocol,
                    .n_tasks = (gint) n_tasks,
                    .jobs = g_array_new (FALSE, FALSE, sizeof (SlReferenceJob)),
                    .running = NOBODY };

  set_up (&self, tasks);
  for (gint now = 0; now < end; now++)
    {
      end_all (&self, now);
      release_all (&self, now);
      execute (&self);
    }
  end_all (&self, end);

  for (gint i = 0; i < self.n_tasks; i++)
    g_queue_clear (&self.tasks[i].queue);
  for (guint lock = 0; lock < SL_REFERENCE_N_LOCKS; lock++)
    g_queue_clear (&self.waiting[lock]);
  return self.jobs;
}
