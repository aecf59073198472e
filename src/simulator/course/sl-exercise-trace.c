/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-exercise-trace.h"

#include "sl-analyses.h"
#include "sl-inversion.h"
#include "sl-load.h"
#include "sl-open.h"

void
sl_exercise_trace_free (SlExerciseTrace *self)
{
  g_clear_pointer (&self->inversions, g_array_unref);
  g_clear_pointer (&self->jobs, sl_job_table_unref);
  g_clear_object (&self->trace);
  g_clear_pointer (&self->run, sl_sim_run_free);
  g_clear_pointer (&self->set, sl_task_set_free);
  g_clear_pointer (&self->tasks, sl_task_model_unref);
  g_free (self);
}

static gboolean
simulate (SlExerciseTrace *self, const SlExercise *exercise, guint run, GError **error)
{
  SlSimOptions options;

  self->tasks = sl_exercise_dup_model (exercise, run, error);
  if (self->tasks == NULL || !sl_sim_options_read (self->tasks, &options, error))
    return FALSE;

  self->set = sl_task_set_new (self->tasks, error);
  if (self->set == NULL)
    return FALSE;

  self->run = sl_simulator_run (self->set, &options, error);
  return self->run != NULL;
}

/* As a file of these bytes would be. */
static SlTrace *
load (GBytes *bytes, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "run", SL_SIM_FORMAT, cancellable, error);

  return source != NULL
             ? sl_load_run (source, sl_analyses_get_all (), NULL, NULL, cancellable, error)
             : NULL;
}

static gboolean
analyse (SlExerciseTrace *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskRules) rules =
      sl_task_model_get_rules (self->run->model, self->trace, annotations, error);

  if (rules != NULL)
    self->jobs =
        sl_job_table_new (self->trace, sl_annotations_get_idle_task (annotations, self->trace),
                          rules, cancellable, error);
  if (self->jobs != NULL)
    self->inversions = sl_inversions_find (self->jobs, cancellable, error);

  return self->inversions != NULL;
}

/**
 * sl_exercise_trace_new:
 * @run: number of the run
 *
 * Simulates and reads what comes of it; takes milliseconds for what fits on a screen.
 *
 * Returns: (transfer full): %NULL with what the task set, the simulator or the reader complain
 *   about
 */
SlExerciseTrace *
sl_exercise_trace_new (const SlExercise *exercise,
                       guint run,
                       GCancellable *cancellable,
                       GError **error)
{
  g_autoptr (SlExerciseTrace) self = g_new0 (SlExerciseTrace, 1);

  if (!simulate (self, exercise, run, error))
    return NULL;

  self->trace = load (self->run->trace, cancellable, error);
  if (self->trace == NULL || !analyse (self, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * sl_exercise_trace_find_task:
 * @task: (out): place in the set
 */
gboolean
sl_exercise_trace_find_task (const SlExerciseTrace *self, const char *name, guint *task)
{
  for (guint i = 0; i < sl_task_set_get_n_tasks (self->set); i++)
    {
      if (!g_str_equal (sl_task_set_get_task (self->set, i)->name, name))
        continue;

      *task = i;
      return TRUE;
    }

  return FALSE;
}

/* Returns: the object's number in the trace; 0 where the trace never names the task */
guint32
sl_exercise_trace_get_object (const SlExerciseTrace *self, guint task)
{
  return sl_object_table_find (sl_trace_get_objects (self->trace), SL_OBJECT_TASK,
                               sl_simulator_get_context (task), 1);
}

/* Returns: (nullable) (transfer none): where the trace names the task */
const SlLane *
sl_exercise_trace_get_lane (const SlExerciseTrace *self, guint task)
{
  return sl_trace_get_lane_of_object (self->trace, sl_exercise_trace_get_object (self, task));
}

/**
 * sl_exercise_trace_get_name:
 * @object: number in the trace, 0 for none
 *
 * Returns: (transfer none) (nullable): how the set calls the task, lock or server; %NULL for what
 *   is none of them
 */
const char *
sl_exercise_trace_get_name (const SlExerciseTrace *self, guint32 object)
{
  const SlObject *found =
      object != 0 ? sl_object_table_get (sl_trace_get_objects (self->trace), object) : NULL;

  for (guint i = 0; found != NULL && i < sl_task_set_get_n_tasks (self->set); i++)
    if (found->type == SL_OBJECT_TASK && found->id == sl_simulator_get_context (i))
      return sl_task_set_get_task (self->set, i)->name;
  for (guint i = 0; found != NULL && i < sl_task_set_get_n_locks (self->set); i++)
    if (found->type == SL_OBJECT_MUTEX && found->id == sl_simulator_get_address (i))
      return sl_task_set_get_lock (self->set, i);
  for (guint i = 0; found != NULL && i < sl_task_set_get_n_servers (self->set); i++)
    if (found->type == SL_OBJECT_SERVER && found->id == sl_simulator_get_server_address (i))
      return sl_task_set_get_server (self->set, i)->name;

  return NULL;
}
