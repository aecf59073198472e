/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-set-runner.h"

/* A pause between two keys that is shorter than this is none. */
#define QUIET_MSEC 60

/* Runs a task set in the background each time that it is changed. One run at a time: what changes
 * meanwhile is run after it, and of many changes the last. */
struct _SlSetRunner
{
  GObject parent_instance;

  SlModelStore *store;
  guint timer;
  gboolean is_running;
  gboolean is_changed;       /* since the run that is under way began */
  GCancellable *cancellable; /* of all runs */
  SlSetRun *run;             /* the last that there was; NULL for none */
  SlSetFault *fault;         /* for which there is no later one; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlSetRunner, sl_set_runner, G_TYPE_OBJECT)

enum
{
  SIGNAL_RAN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
run (GTask *task, gpointer source, gpointer task_data, GCancellable *cancellable)
{
  GError *error = NULL;
  SlSetRun *result = sl_set_run_new (task_data, cancellable, &error);

  if (result != NULL)
    g_task_return_pointer (task, result, (GDestroyNotify) sl_set_run_unref);
  else
    g_task_return_error (task, error);
}

static void start_soon (SlSetRunner *self);

static void
ran_cb (GObject *object, GAsyncResult *result, gpointer user_data)
{
  SlSetRunner *self = SL_SET_RUNNER (object);
  g_autoptr (GError) error = NULL;
  SlSetRun *set_run = g_task_propagate_pointer (G_TASK (result), &error);

  self->is_running = FALSE;
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  g_clear_pointer (&self->fault, sl_set_fault_free);
  if (set_run == NULL)
    self->fault = sl_set_fault_new (error);
  else
    {
      g_clear_pointer (&self->run, sl_set_run_unref);
      self->run = set_run;
    }
  g_signal_emit (self, signals[SIGNAL_RAN], 0);
  if (self->is_changed)
    start_soon (self);
}

static gboolean
start_cb (gpointer user_data)
{
  SlSetRunner *self = user_data;
  g_autoptr (GTask) task = NULL;

  self->timer = 0;
  self->is_changed = self->is_running;
  if (self->is_running)
    return G_SOURCE_REMOVE;

  self->is_running = TRUE;
  task = g_task_new (self, self->cancellable, ran_cb, NULL);
  g_task_set_task_data (task, sl_task_model_to_text (sl_model_store_get_model (self->store)),
                        g_free);
  g_task_run_in_thread (task, run);
  return G_SOURCE_REMOVE;
}

static void
start_soon (SlSetRunner *self)
{
  g_clear_handle_id (&self->timer, g_source_remove);
  self->timer = g_timeout_add (QUIET_MSEC, start_cb, self);
}

static void
sl_set_runner_dispose (GObject *object)
{
  SlSetRunner *self = SL_SET_RUNNER (object);

  g_clear_handle_id (&self->timer, g_source_remove);
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_object (&self->store);
  g_clear_pointer (&self->run, sl_set_run_unref);
  g_clear_pointer (&self->fault, sl_set_fault_free);

  G_OBJECT_CLASS (sl_set_runner_parent_class)->dispose (object);
}

static void
sl_set_runner_class_init (SlSetRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_set_runner_dispose;

  /**
   * SlSetRunner::ran:
   *
   * There is another run, or there is a fault.
   */
  signals[SIGNAL_RAN] = g_signal_new ("ran", SL_TYPE_SET_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                      NULL, G_TYPE_NONE, 0);
}

static void
sl_set_runner_init (SlSetRunner *self)
{
  self->cancellable = g_cancellable_new ();
}

/**
 * sl_set_runner_new:
 * @store: what is run, now and when it changes
 */
SlSetRunner *
sl_set_runner_new (SlModelStore *store)
{
  SlSetRunner *self = g_object_new (SL_TYPE_SET_RUNNER, NULL);

  self->store = g_object_ref (store);
  g_signal_connect_object (store, "changed", G_CALLBACK (start_soon), self, G_CONNECT_SWAPPED);
  start_soon (self);
  return self;
}

/**
 * sl_set_runner_get_run:
 *
 * Returns: (transfer none) (nullable): the last one that there was; %NULL until there is one
 */
SlSetRun *
sl_set_runner_get_run (SlSetRunner *self)
{
  g_return_val_if_fail (SL_IS_SET_RUNNER (self), NULL);

  return self->run;
}

/**
 * sl_set_runner_get_fault:
 *
 * Returns: (transfer none) (nullable): why the set as it is now cannot be run; %NULL where it can
 */
const SlSetFault *
sl_set_runner_get_fault (SlSetRunner *self)
{
  g_return_val_if_fail (SL_IS_SET_RUNNER (self), NULL);

  return self->fault;
}
