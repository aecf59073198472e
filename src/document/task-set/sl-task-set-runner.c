/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-set-runner.h"

#include "sl-background.h"

/* A pause between two keys that is shorter than this is none. */
#define DEBOUNCE_MSEC 60

/* Runs a task set in the background each time that it is changed. One run at a time: what changes
 * meanwhile is run after it, and of many changes the last. */
struct _SlTaskSetRunner
{
  GObject parent_instance;

  SlTaskModelStore *store;
  SlBackground *background;
  SlTaskSetRun *run;     /* the last one; NULL for none */
  SlTaskSetFault *fault; /* that no later run has replaced; NULL for none */
};

G_DEFINE_FINAL_TYPE (SlTaskSetRunner, sl_task_set_runner, G_TYPE_OBJECT)

enum
{
  SIGNAL_RAN,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static gpointer
run_set (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  return sl_task_set_run_new (request, cancellable, error);
}

static void
ran (gpointer owner, gpointer found, const GError *error)
{
  SlTaskSetRunner *self = owner;

  g_clear_pointer (&self->fault, sl_task_set_fault_free);
  if (found == NULL)
    self->fault = sl_task_set_fault_new (error);
  else
    {
      g_clear_pointer (&self->run, sl_task_set_run_unref);
      self->run = found;
    }
  g_signal_emit (self, signals[SIGNAL_RAN], 0);
}

static gpointer
ref_model (gpointer owner)
{
  return sl_task_model_ref (sl_task_model_store_get_model (((SlTaskSetRunner *) owner)->store));
}

static const SlBackgroundKind background_kind = {
  .work = run_set,
  .free = (GDestroyNotify) sl_task_model_unref,
  .free_found = (GDestroyNotify) sl_task_set_run_unref,
  .make = ref_model,
  .quiet_msec = DEBOUNCE_MSEC,
  .finishes = TRUE,
};

static void
changed_cb (SlTaskSetRunner *self)
{
  sl_background_ask (self->background);
}

static void
sl_task_set_runner_dispose (GObject *object)
{
  SlTaskSetRunner *self = SL_TASK_SET_RUNNER (object);

  g_clear_pointer (&self->background, sl_background_free);
  g_clear_object (&self->store);
  g_clear_pointer (&self->run, sl_task_set_run_unref);
  g_clear_pointer (&self->fault, sl_task_set_fault_free);

  G_OBJECT_CLASS (sl_task_set_runner_parent_class)->dispose (object);
}

static void
sl_task_set_runner_class_init (SlTaskSetRunnerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sl_task_set_runner_dispose;

  /**
   * SlTaskSetRunner::ran:
   *
   * There is another run, or there is a fault.
   */
  signals[SIGNAL_RAN] = g_signal_new ("ran", SL_TYPE_TASK_SET_RUNNER, G_SIGNAL_RUN_LAST, 0, NULL,
                                      NULL, NULL, G_TYPE_NONE, 0);
}

static void
sl_task_set_runner_init (SlTaskSetRunner *self)
{
  self->background = sl_background_new (&background_kind, ran, self);
}

/**
 * sl_task_set_runner_new:
 * @store: what is run, now and when it changes
 */
SlTaskSetRunner *
sl_task_set_runner_new (SlTaskModelStore *store)
{
  SlTaskSetRunner *self = g_object_new (SL_TYPE_TASK_SET_RUNNER, NULL);

  self->store = g_object_ref (store);
  g_signal_connect_object (store, "changed", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);
  return self;
}

/**
 * sl_task_set_runner_get_run:
 *
 * Returns: (transfer none) (nullable): the last one that there was; %NULL until there is one
 */
SlTaskSetRun *
sl_task_set_runner_get_run (SlTaskSetRunner *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_RUNNER (self), NULL);

  return self->run;
}

/**
 * sl_task_set_runner_get_fault:
 *
 * Returns: (transfer none) (nullable): why the set as it is now cannot be run; %NULL where it can
 */
const SlTaskSetFault *
sl_task_set_runner_get_fault (SlTaskSetRunner *self)
{
  g_return_val_if_fail (SL_IS_TASK_SET_RUNNER (self), NULL);

  return self->fault;
}
