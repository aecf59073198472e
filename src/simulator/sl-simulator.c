/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-simulator.h"

#include "sl-sim-private.h"

/* The least time that both divide; @most where it is longer. 0 divides everything. */
static gint64
get_common (gint64 one, gint64 other, gint64 most)
{
  gint64 a = one, b = other, rest;

  if (other == 0 || one >= most)
    return one;
  for (; b != 0; a = b, b = rest)
    rest = a % b;

  return one / a > most / other ? most : one / a * other;
}

static gint64
get_hyperperiod (const SlTaskSet *set, gint64 most)
{
  gint64 hyperperiod = 1;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    hyperperiod = get_common (hyperperiod, sl_task_set_get_task (set, i)->pattern.period, most);
  for (guint i = 0; i < sl_task_set_get_n_servers (set); i++)
    hyperperiod = get_common (hyperperiod, sl_task_set_get_server (set, i)->period, most);

  return hyperperiod;
}

/* How long a job may take that has the processor to itself. */
static gint64
get_length (const SlTaskSet *set, const SlSimTask *task)
{
  const SlSimServer *server;
  __int128 length;

  if (task->server == SL_SIM_NO_SERVER)
    return task->distribution.wcet;

  server = sl_task_set_get_server (set, task->server);
  length = (__int128) (task->distribution.wcet / server->budget + 2) * server->period;
  return (gint64) MIN (length, (__int128) SL_SET_MAX_DURATION);
}

static gint64
get_default_end (const SlTaskSet *set)
{
  gint64 longest = 0;
  gint64 latest = 0;

  for (guint i = 0; i < sl_task_set_get_n_tasks (set); i++)
    {
      const SlSimTask *task = sl_task_set_get_task (set, i);
      const GArray *arrivals = task->pattern.arrivals;

      longest = MAX (longest, MAX (task->pattern.period, task->distribution.wcet));
      latest = MAX (latest, task->pattern.offset);
      if (arrivals->len > 0)
        latest = MAX (latest,
                      g_array_index (arrivals, gint64, arrivals->len - 1) + get_length (set, task));
    }

  longest = MIN (longest, SL_SET_MAX_DURATION / 100);
  return MIN (SL_SET_MAX_DURATION, latest + MAX (longest, get_hyperperiod (set, 100 * longest)));
}

static void
set_up_threads (SlSimulator *self)
{
  self->n_threads = sl_task_set_get_n_tasks (self->set);
  self->threads = g_new0 (SlSimThread, self->n_threads);
  for (guint i = 0; i < self->n_threads; i++)
    {
      SlSimThread *thread = &self->threads[i];

      thread->task = sl_task_set_get_task (self->set, i);
      thread->number = i;
      thread->random = self->options.seed ^ ((guint64) (i + 1) << 48);
      thread->jobs = g_queue_new ();
      thread->deadline_at = SL_SIM_NEVER;
      thread->allowance = SL_SIM_NEVER;
      if (thread->task->server != SL_SIM_NO_SERVER)
        thread->server_state = &self->server_states[thread->task->server];
      sl_sim_arrivals_plan (&thread->arrivals, &thread->task->pattern, &thread->random);
    }
}

static void
set_up (SlSimulator *self)
{
  self->locks = g_new0 (SlSimLock, sl_task_set_get_n_locks (self->set));
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    self->locks[i].waiters = g_queue_new ();

  self->n_server_states = sl_task_set_get_n_servers (self->set);
  self->server_states = g_new0 (SlSimServerState, self->n_server_states);
  for (guint i = 0; i < self->n_server_states; i++)
    sl_sim_server_state_begin (&self->server_states[i], sl_task_set_get_server (self->set, i), i);

  self->n_handlers = sl_task_set_get_n_lines (self->set);
  self->handlers = g_new0 (SlSimHandler, self->n_handlers);
  self->handling = g_ptr_array_new ();
  for (guint i = 0; i < self->n_handlers; i++)
    {
      SlSimHandler *handler = &self->handlers[i];

      handler->line = sl_task_set_get_line (self->set, i);
      handler->number = i;
      handler->random = ~(self->options.seed ^ ((guint64) (i + 1) << 48));
      sl_sim_arrivals_plan (&handler->arrivals, &handler->line->pattern, &handler->random);
    }

  set_up_threads (self);
  sl_sim_rank (self);
}

static void
tear_down (SlSimulator *self)
{
  for (guint i = 0; i < self->n_threads; i++)
    g_queue_free_full (self->threads[i].jobs, g_free);
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    g_queue_free (self->locks[i].waiters);
  for (guint i = 0; i < self->n_server_states; i++)
    g_queue_free_full (self->server_states[i].refills, g_free);
  g_free (self->threads);
  g_free (self->locks);
  g_free (self->server_states);
  g_free (self->handlers);
  g_ptr_array_unref (self->handling);
}

/* What is under way when the trace ends. */
static void
finish (SlSimulator *self)
{
  if (self->depth > 0)
    sl_sim_leave_interrupt (self, NULL, self->now);
  sl_sim_give (self, NULL, self->now);
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    {
      const SlSimLock *lock = &self->locks[i];

      if (lock->owner != NULL && lock->since < self->now)
        {
          const SlSimSlice held = { lock->owner->number, i, lock->since, self->now };

          g_array_append_val (self->run->slices, held);
        }
    }
  for (guint i = 0; i < self->n_threads; i++)
    sl_sim_end_wait (self, &self->threads[i], self->now);
  sl_sim_write (self, SL_SHARK_TRACE_STOP, 0, 0);
  self->run->trace = g_byte_array_free_to_bytes (g_steal_pointer (&self->records));
  self->run->model = sl_sim_make_model (self);
}

/**
 * sl_simulator_get_end:
 *
 * Returns: ticks after which a run with these options ends
 */
gint64
sl_simulator_get_end (const SlTaskSet *set, const SlSimOptions *options)
{
  return options->until != 0 ? options->until : get_default_end (set);
}

/**
 * sl_simulator_run:
 *
 * Fails with %SL_ERROR_USAGE where the options do not fit each other or the set.
 *
 * Returns: (transfer full): %NULL on error
 */
SlSimRun *
sl_simulator_run (const SlTaskSet *set, const SlSimOptions *options, GError **error)
{
  SlSimulator self = { .set = set, .options = *options };

  self.options.until = sl_simulator_get_end (set, options);
  if (!sl_sim_check (set, &self.options, error))
    return NULL;

  self.records = g_byte_array_new ();
  self.run = g_new0 (SlSimRun, 1);
  self.run->slices = g_array_new (FALSE, FALSE, sizeof (SlSimSlice));
  self.run->waits = g_array_new (FALSE, FALSE, sizeof (SlSimSlice));
  self.run->deadlocks = g_array_new (FALSE, FALSE, sizeof (SlSimWait));
  self.run->deadlines = g_array_new (FALSE, FALSE, sizeof (SlSimDeadline));
  self.run->jobs = g_array_new (FALSE, FALSE, sizeof (SlSimJob));
  self.run->handlings = g_array_new (FALSE, FALSE, sizeof (SlSimHandling));

  set_up (&self);
  sl_sim_boot (&self);
  sl_sim_simulate (&self);
  finish (&self);
  tear_down (&self);
  return self.run;
}

void
sl_sim_run_free (SlSimRun *self)
{
  g_bytes_unref (self->trace);
  sl_task_model_unref (self->model);
  g_array_unref (self->slices);
  g_array_unref (self->waits);
  g_array_unref (self->deadlocks);
  g_array_unref (self->deadlines);
  g_array_unref (self->jobs);
  g_array_unref (self->handlings);
  g_free (self);
}
