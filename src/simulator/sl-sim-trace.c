/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a simulation writes: records of 16 bytes, little endian, of the S.Ha.R.K. tracer
 *
 *   0  u16 code   2  u16 parameter 1   4  u32 TSC, high   8  u32 TSC, low   12  u32 parameter 2
 *
 * and the task model. The clock has a million ticks a millisecond. Main (context 256) creates the
 * tasks (272, 280, …) and ends, 264 is the idle task. */
#include "sl-sim-private.h"

#define MAIN_CONTEXT  256
#define IDLE_CONTEXT  264
#define FIRST_CONTEXT 272
#define FIRST_ADDRESS 0x1720a40
#define FIRST_SERVER  0x1730a40

static void
put (GByteArray *records, guint64 value, guint n_bytes)
{
  for (guint i = 0; i < n_bytes; i++)
    {
      guint8 byte = (guint8) (value >> (8 * i));

      g_byte_array_append (records, &byte, 1);
    }
}

/* At this instant; time goes on with sl_sim_pass(). */
void
sl_sim_write (SlSimulator *self, guint16 code, guint16 parameter_1, guint32 parameter_2)
{
  put (self->records, code, 2);
  put (self->records, parameter_1, 2);
  put (self->records, (guint64) self->now >> 32, 4);
  put (self->records, (guint64) self->now, 4);
  put (self->records, parameter_2, 4);
}

/* Writes a record of what the kernel does, and lets it take its time.
 *
 * Returns: the time of the record */
gint64
sl_sim_log (SlSimulator *self, guint16 code, guint16 parameter_1, guint32 parameter_2)
{
  gint64 time = self->now;

  sl_sim_write (self, code, parameter_1, parameter_2);
  sl_sim_pass (self, self->options.overhead);
  return time;
}

/**
 * sl_simulator_get_context:
 * @task: of the set
 *
 * Returns: by which context the trace tells it
 */
guint16
sl_simulator_get_context (guint task)
{
  return (guint16) (FIRST_CONTEXT + 8 * task);
}

/**
 * sl_simulator_get_address:
 * @lock: of the set
 *
 * Returns: by which address the trace tells the mutex
 */
guint32
sl_simulator_get_address (guint lock)
{
  return FIRST_ADDRESS + 0x40 * lock;
}

/**
 * sl_simulator_get_server_address:
 * @server: of the set
 *
 * Returns: by which address the trace tells it
 */
guint32
sl_simulator_get_server_address (guint server)
{
  return FIRST_SERVER + 0x44 * server;
}

/* @thread: (nullable): %NULL for the idle task */
guint16
sl_sim_context (const SlSimThread *thread)
{
  return thread != NULL ? sl_simulator_get_context (thread->number) : IDLE_CONTEXT;
}

/* 1 for the least urgent; the same for those of the same priority. */
static guint32
get_rank (const SlSimulator *self, gint64 priority)
{
  guint32 rank = 1;

  for (guint i = 0; i < self->n_threads; i++)
    rank += self->threads[i].priority < priority;

  return rank;
}

/* (nullable): of those that use @lock the most urgent */
static const SlSimThread *
find_user (const SlSimulator *self, const SlSimLock *lock)
{
  for (guint i = 0; i < self->n_threads; i++)
    {
      const GArray *steps = self->threads[i].task->steps;

      for (guint k = 0; k < steps->len; k++)
        if (&self->locks[g_array_index (steps, SlSimStep, k).lock] == lock &&
            self->threads[i].priority == lock->ceiling)
          return &self->threads[i];
    }

  return NULL;
}

/* Under the priority ceiling protocol a free lock may be refused: who reads the trace has to know
 * priorities and ceilings. A lock is told to be created by the task that gives it its ceiling. */
static void
write_ceilings (SlSimulator *self)
{
  if (self->options.protocol != SL_SIM_PCP)
    return;

  for (guint i = 0; i < self->n_threads; i++)
    sl_sim_write (self, SL_SHARK_SET_PRIORITY, sl_simulator_get_context (i),
                  get_rank (self, self->threads[i].priority));
  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    {
      const SlSimThread *user = find_user (self, &self->locks[i]);

      if (user != NULL)
        sl_sim_write (self, SL_SHARK_MUTEX_CREATE, sl_sim_context (user),
                      sl_simulator_get_address (i));
    }
}

/* Who reads the trace has to know whom a server serves before it first does. */
static void
write_server_create (SlSimulator *self, const SlSimServerState *state)
{
  guint32 address = sl_simulator_get_server_address (state->number);
  gboolean serves = FALSE;

  for (guint i = 0; i < self->n_threads; i++)
    if (self->threads[i].server_state == state)
      {
        sl_sim_write (self, SL_SHARK_SERVER_CREATE, sl_simulator_get_context (i), address);
        serves = TRUE;
      }
  if (!serves)
    sl_sim_write (self, SL_SHARK_SERVER_CREATE, 0, address);
}

/* The trace begins in main, which creates the tasks and ends. The kernel's boot takes no time. */
void
sl_sim_boot (SlSimulator *self)
{
  sl_sim_write (self, SL_SHARK_TRACE_START, MAIN_CONTEXT, 1000000);
  sl_sim_write (self, SL_SHARK_ID, MAIN_CONTEXT, 0);
  sl_sim_write (self, SL_SHARK_ID, IDLE_CONTEXT, 1);
  for (guint i = 0; i < self->n_threads; i++)
    sl_sim_write (self, SL_SHARK_TASK_CREATE, sl_simulator_get_context (i), i + 2);
  for (guint i = 0; i < self->n_server_states; i++)
    write_server_create (self, &self->server_states[i]);
  write_ceilings (self);
  sl_sim_write (self, SL_SHARK_TASK_END, MAIN_CONTEXT, 0);
  sl_sim_write (self, SL_SHARK_TASK_SCHEDULE, IDLE_CONTEXT, IDLE_CONTEXT);
  sl_sim_write (self, SL_SHARK_CONTEXT_SWITCH, IDLE_CONTEXT, 0);
}

static void
set_number (SlTaskModel *model, SlModelGroup group, const char *name, const char *key, gint64 value)
{
  g_autofree char *text = g_strdup_printf ("%" G_GINT64_FORMAT, value);

  sl_task_model_set (model, group, name, key, text, NULL);
}

static void
write_server (const SlSimulator *self, const SlSimServerState *state, SlTaskModel *model)
{
  const char *name = state->server->name;
  guint32 address = sl_simulator_get_server_address (state->number);
  g_autofree char *match = g_strdup_printf ("server:0x%x", address);

  sl_task_model_set (model, SL_MODEL_SERVER, name, "match", match, NULL);
  if (self->options.scheduler <= SL_SIM_FP)
    set_number (model, SL_MODEL_SERVER, name, "priority", state->priority);
}

/* (transfer full): the set with what no trace tells: which task is which, priorities, ceilings,
 * by which policies it was run. */
SlTaskModel *
sl_sim_make_model (const SlSimulator *self)
{
  SlTaskModel *model = sl_task_model_copy (sl_task_set_get_model (self->set));

  for (guint i = 0; i < self->n_threads; i++)
    {
      const SlSimThread *thread = &self->threads[i];

      set_number (model, SL_MODEL_TASK, thread->task->name, "match", sl_simulator_get_context (i));
      if (self->options.scheduler <= SL_SIM_FP)
        set_number (model, SL_MODEL_TASK, thread->task->name, "priority", thread->priority);
      else
        sl_task_model_set (model, SL_MODEL_TASK, thread->task->name, "priority", NULL, NULL);
      if (self->options.scheduler <= SL_SIM_EDF)
        set_number (model, SL_MODEL_TASK, thread->task->name, "level", thread->level);
    }

  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    {
      const char *name = sl_task_set_get_lock (self->set, i);
      g_autofree char *match = g_strdup_printf ("mutex:0x%x", sl_simulator_get_address (i));

      sl_task_model_set (model, SL_MODEL_LOCK, name, "match", match, NULL);
      sl_task_model_set (model, SL_MODEL_LOCK, name, "protocol",
                         sl_sim_protocol_get_id (self->options.protocol), NULL);
      if (self->options.scheduler <= SL_SIM_EDF)
        set_number (model, SL_MODEL_LOCK, name, "ceiling", self->locks[i].ceiling);
    }
  for (guint i = 0; i < self->n_server_states; i++)
    write_server (self, &self->server_states[i], model);
  for (guint i = 0; i < self->n_handlers; i++)
    {
      const SlSimLine *line = self->handlers[i].line;
      g_autofree char *match = g_strdup_printf ("irq:%u", line->number);

      sl_task_model_set (model, SL_MODEL_INTERRUPT, line->name, "match", match, NULL);
    }
  sl_sim_options_write (&self->options, model);

  return model;
}
