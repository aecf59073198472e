/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-reference-order.h"

static const SlSimTask *
get_task (const SlReferenceState *self, guint task)
{
  return sl_task_set_get_task (self->set, task);
}

static const SlSimJob *
get_job (const SlReferenceState *self, guint job)
{
  return &g_array_index (self->run->jobs, SlSimJob, job);
}

static const SlSimSlice *
get_slice (const SlReferenceState *self, guint slice)
{
  return &g_array_index (self->run->slices, SlSimSlice, slice);
}

/* The first of @task that is released and not finished. */
static void
find_job (SlReferenceState *self, guint task)
{
  SlReferenceTaskState *state = &self->tasks[task];
  gint64 begin = 0;

  state->job = SL_REFERENCE_NOBODY;
  for (guint i = 0; i < self->run->jobs->len && state->job == SL_REFERENCE_NOBODY; i++)
    {
      const SlSimJob *job = get_job (self, i);

      if (job->task != task || job->release > self->time)
        continue;
      if (job->finish >= 0 && job->finish <= self->time)
        begin = MAX (begin, job->finish);
      else
        state->job = i;
    }
  for (guint i = 0; i < self->run->slices->len && state->job != SL_REFERENCE_NOBODY; i++)
    {
      const SlSimSlice *slice = get_slice (self, i);

      if (slice->lock == SL_SIM_NO_LOCK && slice->task == task)
        state->executed += MAX (0, MIN (slice->end, self->time) - MAX (slice->begin, begin));
    }
}

static gboolean
has_taken (const SlReferenceState *self, guint task, guint lock)
{
  for (guint i = 0; i < self->run->slices->len; i++)
    {
      const SlSimSlice *slice = get_slice (self, i);

      if (slice->lock == lock && slice->task == task && slice->begin <= self->time &&
          self->time < slice->end)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_running (const SlReferenceState *self, guint task)
{
  return has_taken (self, task, SL_SIM_NO_LOCK);
}

/* Whether a job of another task came just when @task stopped. */
static gboolean
was_overtaken (const SlReferenceState *self, guint task)
{
  gint64 stopped = 0;

  for (guint i = 0; i < self->run->slices->len; i++)
    if (get_slice (self, i)->lock == SL_SIM_NO_LOCK && get_slice (self, i)->task == task &&
        get_slice (self, i)->end <= self->time)
      stopped = MAX (stopped, get_slice (self, i)->end);
  for (guint i = 0; i < self->run->jobs->len; i++)
    if (get_job (self, i)->task != task && get_job (self, i)->release == stopped)
      return TRUE;

  return FALSE;
}

/* By what the job has executed it has come past what it takes and gives back. */
static void
find_locks (SlReferenceState *self, guint task, gboolean with_doubtful)
{
  const GArray *steps = get_task (self, task)->steps;
  SlReferenceTaskState *state = &self->tasks[task];

  state->wanted = SL_SIM_NO_LOCK;
  for (guint i = 0; i < steps->len && state->job != SL_REFERENCE_NOBODY; i++)
    {
      const SlSimStep *step = &g_array_index (steps, SlSimStep, i);

      if (step->at > state->executed)
        return;
      if (!step->takes)
        self->holders[step->lock] = SL_REFERENCE_NOBODY;
      else if (step->at < state->executed)
        self->holders[step->lock] = task;
      else if (has_taken (self, task, step->lock))
        self->holders[step->lock] = with_doubtful ? task : self->holders[step->lock];
      else if (!is_running (self, task))
        {
          state->wanted = step->lock;
          state->is_doubtful = step->at == 0 || was_overtaken (self, task);
          return;
        }
    }
}

static void
find_own (SlReferenceState *self, guint task)
{
  const SlSimTask *asked = get_task (self, task);
  SlReferenceTaskState *state = &self->tasks[task];

  state->heir_of = task;
  switch (self->options->scheduler)
    {
    case SL_SIM_RM:
      state->own = asked->pattern.period;
      break;
    case SL_SIM_DM:
      state->own = asked->deadline;
      break;
    case SL_SIM_FP:
      state->own = asked->priority;
      break;
    case SL_SIM_EDF:
      if (state->job != SL_REFERENCE_NOBODY)
        state->own = get_job (self, state->job)->deadline;
      break;
    case SL_SIM_FIFO:
    case SL_SIM_RR:
    default:
      if (state->job != SL_REFERENCE_NOBODY)
        state->own = get_job (self, state->job)->release;
      break;
    }
}

/* Returns: whether who has the figure @one precedes who has @other */
gboolean
sl_reference_is_ahead (const SlReferenceState *self, gint64 one, gint64 other)
{
  return self->options->scheduler == SL_SIM_FP ? one > other : one < other;
}

/* Returns: 1 and more; by priority, else by the relative deadline under EDF, else as the policy */
gint64
sl_reference_state_get_level (const SlReferenceState *self, guint task)
{
  const SlSimTask *asked = get_task (self, task);
  gint64 level = 1;

  if (self->options->scheduler == SL_SIM_FP)
    return asked->priority;
  for (guint i = 0; i < self->n_tasks; i++)
    {
      const SlSimTask *other = get_task (self, i);

      level += self->options->scheduler == SL_SIM_RM ? other->pattern.period > asked->pattern.period
                                                     : other->deadline > asked->deadline;
    }

  return level;
}

/* Returns: the highest level of the tasks that use @lock */
gint64
sl_reference_state_get_ceiling (const SlReferenceState *self, guint lock)
{
  gint64 ceiling = G_MININT64;

  for (guint i = 0; i < self->n_tasks; i++)
    for (guint k = 0; k < get_task (self, i)->steps->len; k++)
      if (g_array_index (get_task (self, i)->steps, SlSimStep, k).lock == lock)
        ceiling = MAX (ceiling, sl_reference_state_get_level (self, i));

  return ceiling;
}

/* Who keeps @task from having the lock that it wants. */
static guint
find_blocker (const SlReferenceState *self, guint task)
{
  guint wanted = self->tasks[task].wanted;
  guint found = SL_REFERENCE_NOBODY;
  gint64 highest = G_MININT64;

  if (wanted == SL_SIM_NO_LOCK)
    return SL_REFERENCE_NOBODY;
  if (self->holders[wanted] != SL_REFERENCE_NOBODY || self->options->protocol != SL_SIM_PCP)
    return self->holders[wanted];
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    if (self->holders[i] != SL_REFERENCE_NOBODY && self->holders[i] != task &&
        sl_reference_state_get_ceiling (self, i) > highest)
      {
        highest = sl_reference_state_get_ceiling (self, i);
        found = self->holders[i];
      }

  return highest >= sl_reference_state_get_level (self, task) ? found : SL_REFERENCE_NOBODY;
}

/* Each one's urgency goes to who is in its way, and on from there. */
static void
inherit (SlReferenceState *self)
{
  for (guint i = 0; i < self->n_tasks; i++)
    {
      guint blocker = find_blocker (self, i);

      for (guint k = 0; k < self->n_tasks && blocker != SL_REFERENCE_NOBODY; k++)
        {
          guint of = self->tasks[blocker].heir_of;

          if (sl_reference_is_ahead (self, self->tasks[i].own, self->tasks[of].own))
            self->tasks[blocker].heir_of = i;
          blocker = find_blocker (self, blocker);
        }
    }
}

static gint64
get_served (const SlReferenceState *self, gint64 begin, gint64 end)
{
  gint64 sum = 0;

  for (guint i = 0; i < self->run->slices->len; i++)
    {
      const SlSimSlice *slice = get_slice (self, i);

      if (slice->lock == SL_SIM_NO_LOCK && get_task (self, slice->task)->server == 0)
        sum += MAX (0, MIN (slice->end, end) - MAX (slice->begin, begin));
    }

  return sum;
}

/* Served jobs that are released by @time, and not finished by @done. */
static guint
count_open (const SlReferenceState *self, gint64 time, gint64 done)
{
  guint n = 0;

  for (guint i = 0; i < self->run->jobs->len; i++)
    {
      const SlSimJob *job = get_job (self, i);

      n += get_task (self, job->task)->server == 0 && job->release <= time &&
           (job->finish < 0 || job->finish > done);
    }

  return n;
}

/* Abeni and Buttazzo’s rules, tick by tick of @step. */
static void
run_cbs (SlReferenceState *self, const SlSimServer *server, gint64 step)
{
  gint64 budget = 0, deadline = 0;

  for (gint64 t = 0; t <= self->time; t += step)
    {
      guint n_before = t > 0 ? count_open (self, t - 1, t) : 0;

      if (t > 0)
        budget -= get_served (self, t - step, t);
      if (budget <= 0 && t > 0 && deadline > 0)
        {
          budget += server->budget;
          deadline += server->period;
        }
      if (n_before == 0 && count_open (self, t, t) > 0 &&
          (__int128) budget * server->period >= (__int128) (deadline - t) * server->budget)
        {
          budget = server->budget;
          deadline = t + server->period;
        }
    }
  self->budget = budget;
  self->deadline = deadline;
}

/* A deferrable server keeps its budget; a polling one that has nothing to do loses it. */
static void
run_fixed (SlReferenceState *self, const SlSimServer *server, gint64 step)
{
  for (gint64 t = 0; t <= self->time; t += step)
    {
      if (t > 0)
        self->budget -= get_served (self, t - step, t);
      if (server->policy == SL_SIM_PS && count_open (self, t - 1, t) == 0)
        self->budget = 0;
      if (t % server->period == 0)
        self->budget =
            server->policy == SL_SIM_DS || count_open (self, t, t) > 0 ? server->budget : 0;
    }
}

/**
 * sl_reference_state_init:
 * @time: a moment; what ends then has ended, what is decided then is decided
 * @with_doubtful: whether who came to a lock at that moment, or when something was released, has
 *   asked for it
 *
 * What the set says of times has to be whole multiples of 100 µs where it has a server.
 */
void
sl_reference_state_init (SlReferenceState *self,
                         const SlTaskSet *set,
                         const SlSimRun *run,
                         const SlSimOptions *options,
                         gint64 time,
                         gboolean with_doubtful)
{
  *self = (SlReferenceState) { .set = set, .run = run, .options = options, .time = time };
  self->n_tasks = sl_task_set_get_n_tasks (set);
  g_assert_cmpuint (self->n_tasks, <=, G_N_ELEMENTS (self->tasks));
  g_assert_cmpuint (sl_task_set_get_n_locks (set), <=, G_N_ELEMENTS (self->holders));
  for (guint i = 0; i < G_N_ELEMENTS (self->holders); i++)
    self->holders[i] = SL_REFERENCE_NOBODY;
  for (guint i = 0; i < self->n_tasks; i++)
    {
      find_job (self, i);
      find_own (self, i);
    }
  /* Whoever has one keeps it, so that others cannot have taken it back from them. */
  for (guint i = 0; i < self->n_tasks; i++)
    {
      guint before[G_N_ELEMENTS (self->holders)];

      for (guint k = 0; k < G_N_ELEMENTS (before); k++)
        before[k] = self->holders[k];
      find_locks (self, i, with_doubtful);
      for (guint k = 0; k < G_N_ELEMENTS (before); k++)
        if (before[k] != SL_REFERENCE_NOBODY)
          self->holders[k] = before[k];
      if (self->tasks[i].is_doubtful && !with_doubtful)
        self->tasks[i].wanted = SL_SIM_NO_LOCK;
    }
  if (options->protocol == SL_SIM_PIP || options->protocol == SL_SIM_PCP)
    inherit (self);
  if (sl_task_set_get_n_servers (set) > 0)
    {
      const SlSimServer *server = sl_task_set_get_server (set, 0);

      if (server->policy == SL_SIM_CBS)
        run_cbs (self, server, 100000);
      else if (server->policy == SL_SIM_PS || server->policy == SL_SIM_DS)
        run_fixed (self, server, 100000);
    }
}
