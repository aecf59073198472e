/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-step-set.h"

#include "sl-scenario-trace.h"

#define US      G_GINT64_CONSTANT (1000)
#define MS      (1000 * US)
#define N_LOCKS 3

const SlStepSchedule sl_step_schedules[SL_N_STEP_SCHEDULES] = {
  { "rm", SL_SIM_RM, SL_SIM_NONE, SL_SIM_CONTINUE },
  { "dm-npp", SL_SIM_DM, SL_SIM_NPP, SL_SIM_CONTINUE },
  { "fp-pip", SL_SIM_FP, SL_SIM_PIP, SL_SIM_CONTINUE },
  { "rm-pcp", SL_SIM_RM, SL_SIM_PCP, SL_SIM_CONTINUE },
  { "rm-icpp", SL_SIM_RM, SL_SIM_ICPP, SL_SIM_CONTINUE },
  { "dm-srp", SL_SIM_DM, SL_SIM_SRP, SL_SIM_SKIP },
  { "edf", SL_SIM_EDF, SL_SIM_NONE, SL_SIM_SKIP },
  { "edf-pip", SL_SIM_EDF, SL_SIM_PIP, SL_SIM_CONTINUE },
  { "edf-srp", SL_SIM_EDF, SL_SIM_SRP, SL_SIM_CONTINUE },
  { "edf-npp", SL_SIM_EDF, SL_SIM_NPP, SL_SIM_CONTINUE },
  { "fifo", SL_SIM_FIFO, SL_SIM_NONE, SL_SIM_SKIP },
  { "rr-npp", SL_SIM_RR, SL_SIM_NPP, SL_SIM_CONTINUE },
  { "rr", SL_SIM_RR, SL_SIM_NONE, SL_SIM_CONTINUE },
};

/* Returns: (transfer full): two to five tasks that together ask for up to a little more than there
 * is; with @locks some have a section, some of these another one in it */
char *
sl_step_set_make (GRand *random, gboolean locks)
{
  GString *text = g_string_new (NULL);
  guint n_tasks = (guint) g_rand_int_range (random, 2, 6);
  gint period = 2000;

  for (guint i = 0; i < n_tasks; i++)
    {
      gint wcet, begin, length, lock;

      period += g_rand_int_range (random, 1, 3000);
      wcet = MAX (20, period / (gint) n_tasks * g_rand_int_range (random, 30, 110) / 100);
      begin = g_rand_int_range (random, 1, wcet / 2);
      length = g_rand_int_range (random, 6, wcet / 2);
      lock = g_rand_int_range (random, 0, N_LOCKS);
      g_string_append_printf (text,
                              "[task t%u]\nperiod=%dus\nwcet=%dus\npriority=%u\noffset=%dus\n", i,
                              period, wcet, 10 - i, g_rand_int_range (random, 1, 4) * 500);
      if (locks && g_rand_int_range (random, 0, 4) > 0)
        {
          g_string_append_printf (text, "sections=m%d@%dus+%dus", lock, begin, length);
          if (lock + 1 < N_LOCKS && g_rand_boolean (random))
            g_string_append_printf (text, ", m%d@%dus+%dus", lock + 1, begin + 1, length / 2);
          g_string_append_c (text, '\n');
        }
    }

  return g_string_free (text, FALSE);
}

static SlPolicy
get_policy (SlSimScheduler scheduler)
{
  switch (scheduler)
    {
    case SL_SIM_RM:
      return SL_POLICY_RM;
    case SL_SIM_DM:
      return SL_POLICY_DM;
    case SL_SIM_FP:
      return SL_POLICY_FP;
    case SL_SIM_EDF:
      return SL_POLICY_EDF;
    case SL_SIM_FIFO:
      return SL_POLICY_FIFO;
    case SL_SIM_RR:
    default:
      return SL_POLICY_RR;
    }
}

/* Returns: (transfer full): @text, which has to be right, simulated, and read back with its model */
SlStepRun *
sl_step_run_new (const char *text, const SlSimOptions *options)
{
  SlStepRun *self = g_new0 (SlStepRun, 1);
  g_autoptr (SlTaskModel) model = NULL;
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
  g_autoptr (SlTaskRules) rules = NULL;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlJobTable) jobs = NULL;
  g_autoptr (GError) error = NULL;

  self->options = *options;
  model = sl_task_model_parse (text, "set", &error);
  g_assert_no_error (error);
  self->set = sl_task_set_new (model, &error);
  g_assert_no_error (error);
  self->run = sl_simulator_run (self->set, options, &error);
  g_assert_no_error (error);
  g_ptr_array_add (files, self->run->trace);
  trace = sl_scenario_load (files);
  rules = sl_task_model_get_rules (self->run->model, trace, annotations, &error);
  g_assert_no_error (error);
  jobs = sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, &error);
  g_assert_no_error (error);
  self->replay = sl_replay_new (jobs, get_policy (options->scheduler), NULL, &error);
  g_assert_no_error (error);
  return self;
}

/* Returns: (transfer full): a run of a random set with locks */
SlStepRun *
sl_step_run_new_random (const SlStepSchedule *schedule, GRand *random, guint64 seed)
{
  const SlSimOptions options = { .scheduler = schedule->scheduler,
                                 .protocol = schedule->protocol,
                                 .overrun = schedule->overrun,
                                 .until = 40 * MS,
                                 .quantum = 700 * US,
                                 .seed = seed };
  g_autofree char *text = sl_step_set_make (random, TRUE);

  return sl_step_run_new (text, &options);
}

void
sl_step_run_free (SlStepRun *self)
{
  sl_replay_free (self->replay);
  sl_sim_run_free (self->run);
  sl_task_set_free (self->set);
  g_free (self);
}

/* Returns: the number that @task of the set has in the trace */
guint32
sl_step_run_get_task (const SlStepRun *self, guint task)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_replay_get_recorded (self->replay));

  return sl_object_table_find (objects, SL_OBJECT_TASK, sl_simulator_get_context (task), 1);
}

/* Returns: which task of the set @task of the trace is, which must be one */
guint
sl_step_run_find_task (const SlStepRun *self, guint32 task)
{
  for (guint i = 0; i < sl_task_set_get_n_tasks (self->set); i++)
    if (sl_step_run_get_task (self, i) == task)
      return i;

  g_assert_not_reached ();
}

/* Returns: which lock of the set @lock of the trace is, which must be one */
guint
sl_step_run_find_lock (const SlStepRun *self, guint32 lock)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_replay_get_recorded (self->replay));

  for (guint i = 0; i < sl_task_set_get_n_locks (self->set); i++)
    if (sl_simulator_get_address (i) == sl_object_table_get (objects, lock)->id)
      return i;

  g_assert_not_reached ();
}
