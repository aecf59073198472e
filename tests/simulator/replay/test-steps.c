/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What a trace says at one place of it, against what the simulator that made it says itself. */
#include "sl-sched-state.h"
#include "sl-step-laws.h"
#include "sl-step-set.h"

#define N_SETS 6

/* Who runs at @time by the simulator's own record; 0 for nobody. */
static guint32
get_true_runner (const SlStepRun *self, SlTime time)
{
  for (guint i = 0; i < self->run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (self->run->slices, SlSimSlice, i);

      if (slice->lock == SL_SIM_NO_LOCK && slice->begin <= time && time < slice->end)
        return sl_step_run_get_task (self, slice->task);
    }

  return 0;
}

/* Whether it holds a lock by the simulator's own record. */
static gboolean
holds_truly (const SlStepRun *self, const SlSchedLock *held, SlTime time)
{
  SlObjectTable *objects = sl_trace_get_objects (sl_replay_get_recorded (self->replay));
  guint64 address = sl_object_table_get (objects, held->lock)->id;

  for (guint i = 0; i < self->run->slices->len; i++)
    {
      const SlSimSlice *slice = &g_array_index (self->run->slices, SlSimSlice, i);

      if (slice->lock != SL_SIM_NO_LOCK && sl_simulator_get_address (slice->lock) == address &&
          sl_step_run_get_task (self, slice->task) == held->owner && slice->begin <= time &&
          time < slice->end)
        return TRUE;
    }

  return FALSE;
}

static guint
count_unfinished (const SlStepRun *self, guint32 task, SlTime time)
{
  guint n_jobs = 0;

  for (guint i = 0; i < self->run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (self->run->jobs, SlSimJob, i);

      n_jobs += sl_step_run_get_task (self, job->task) == task && job->release <= time &&
                (job->finish < 0 || job->finish > time);
    }

  return n_jobs;
}

/* (nullable): the job of @task that is under way */
static const SlSimJob *
get_true_job (const SlStepRun *self, guint32 task, SlTime time)
{
  for (guint i = 0; i < self->run->jobs->len; i++)
    {
      const SlSimJob *job = &g_array_index (self->run->jobs, SlSimJob, i);

      if (sl_step_run_get_task (self, job->task) == task && job->release <= time &&
          (job->finish < 0 || job->finish > time))
        return job;
    }

  return NULL;
}

static void
assert_instant (const SlStepRun *self, const SlSchedState *sched)
{
  SlJobTable *jobs = sl_replay_get_jobs (self->replay);
  guint32 idle_task = sl_job_table_get_idle_task (jobs);
  guint32 running = sl_sched_state_get_running (sched, 0);
  guint n_ready = 0;

  g_assert_cmpuint (running == idle_task ? 0 : running, ==, get_true_runner (self, sched->time));
  for (guint i = 0; i < sched->tasks->len; i++)
    {
      const SlSchedTask *task = &g_array_index (sched->tasks, SlSchedTask, i);
      gboolean works =
          task->has_processor || task->state == SL_STATE_READY || task->state == SL_STATE_BLOCKED;
      const SlSimJob *job = get_true_job (self, task->task, sched->time);

      if (task->task == idle_task || task->state == SL_STATE_NONE)
        continue;

      g_assert_cmpint (works, ==, count_unfinished (self, task->task, sched->time) > 0);
      g_assert_cmpint (task->has_processor, ==, task->task == running);
      n_ready += task->state == SL_STATE_READY;
      g_assert_cmpint (job != NULL, ==, task->job != G_MAXUINT);
      if (job == NULL)
        continue;
      g_assert_cmpint (sl_job_table_get (jobs, task->job)->release, ==, job->release);
      g_assert_cmpint (sl_job_table_get (jobs, task->job)->deadline, ==, job->deadline);
    }
  g_assert_cmpuint (sched->ready->len, ==, n_ready);
  for (guint i = 0; i < sched->locks->len; i++)
    {
      const SlSchedLock *lock = &g_array_index (sched->locks, SlSchedLock, i);

      if (lock->owner != 0)
        g_assert_true (holds_truly (self, lock, sched->time));
    }
}

static void
test_instant (gconstpointer data)
{
  const SlStepSchedule *schedule = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (500 + (guint32) (schedule - sl_step_schedules));
  guint n_checked = 0;

  g_test_summary (
      "When an instant's last event has happened, who runs, who is ready with which job "
      "and who holds what is what the simulator did");

  for (guint i = 0; i < N_SETS; i++)
    {
      g_autoptr (SlStepRun) run = sl_step_run_new_random (schedule, random, i);
      guint64 n_events = sl_replay_get_n_events (run->replay);

      g_assert_cmpuint (sl_step_laws_assert_told (run->replay), >, 100);
      for (guint64 index = 0; index + 1 < n_events; index++)
        {
          g_autoptr (SlSchedState) sched = NULL;

          if (sl_replay_get_time (run->replay, index) ==
              sl_replay_get_time (run->replay, index + 1))
            continue;
          sched = sl_sched_state_new (run->replay, index);
          assert_instant (run, sched);
          n_checked++;
        }
    }
  g_assert_cmpuint (n_checked, >, 100);
}

/* By the set and the job alone: the smaller, the more urgent. */
static gint64
get_true_measure (const SlStepRun *self, guint32 task, SlTime time)
{
  const SlSimJob *job = get_true_job (self, task, time);
  const SlSimTask *of = sl_task_set_get_task (self->set, job->task);

  switch (self->options.scheduler)
    {
    case SL_SIM_RM:
      return of->pattern.period;
    case SL_SIM_DM:
      return of->deadline;
    case SL_SIM_FP:
      return -of->priority;
    case SL_SIM_EDF:
      return job->deadline;
    case SL_SIM_FIFO:
      return job->release;
    case SL_SIM_RR:
    default:
      return 0;
    }
}

static void
test_queue (gconstpointer data)
{
  const SlStepSchedule *schedule = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (700 + (guint32) (schedule - sl_step_schedules));
  guint n_checked = 0;

  g_test_summary ("The ready queue is in the order that the policy gives, by the set itself, and "
                  "without a protocol nobody in it precedes who runs");

  for (guint i = 0; i < N_SETS; i++)
    {
      g_autoptr (SlStepRun) run = sl_step_run_new_random (schedule, random, i);
      guint64 n_events = sl_replay_get_n_events (run->replay);

      for (guint64 index = 0; index + 1 < n_events; index++)
        {
          g_autoptr (SlSchedState) sched = NULL;
          guint32 before;

          if (sl_replay_get_time (run->replay, index) ==
              sl_replay_get_time (run->replay, index + 1))
            continue;
          sched = sl_sched_state_new (run->replay, index);
          before = schedule->protocol == SL_SIM_NONE ? sl_sched_state_get_running (sched, 0) : 0;
          for (guint k = 0; k < sched->ready->len; k++)
            {
              const SlSchedTask *task = &g_array_index (sched->tasks, SlSchedTask,
                                                        g_array_index (sched->ready, guint, k));
              gboolean is_raised =
                  task->inherits != 0 || sl_sched_state_get_held (sched, task->task, 0) != 0;

              if (is_raised)
                continue;
              if (before != 0)
                g_assert_cmpint (get_true_measure (run, before, sched->time), <=,
                                 get_true_measure (run, task->task, sched->time));
              n_checked += before != 0;
              before = task->task;
            }
        }
    }
  g_assert_cmpuint (n_checked, >, 20);
}

static void
test_moving (gconstpointer data)
{
  guint which = GPOINTER_TO_UINT (data);
  g_autoptr (GRand) random = g_rand_new_with_seed (1700 + which);

  g_test_summary ("What holds at a place is the same from wherever one comes there");

  for (guint i = 0; i < 6; i++)
    {
      g_autoptr (SlStepRun) run = sl_step_run_new_random (&sl_step_schedules[which], random, i);

      sl_step_laws_assert_moves (run->replay, random);
    }
}

static void
test_moving_servers (gconstpointer data)
{
  const char *policy = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (1750);

  g_test_summary ("Servers change whom they put first when their deadlines change");

  for (guint i = 0; i < 6; i++)
    {
      const SlSimOptions options = { .scheduler =
                                         g_str_equal (policy, "cbs") ? SL_SIM_EDF : SL_SIM_RM,
                                     .until = 40000000,
                                     .quantum = 700000,
                                     .seed = i };
      g_autofree char *set = sl_step_set_make (random, FALSE);
      g_autofree char *text =
          g_strdup_printf ("%s[task x]\narrivals=0, 1ms, 9ms, 20ms\nwcet=3ms\nserver=s\n"
                           "[task y]\narrivals=2ms, 10ms\nwcet=2ms\nserver=s\n"
                           "[server s]\npolicy=%s\nbudget=1ms\nperiod=%dms\n",
                           set, policy, g_rand_int_range (random, 2, 8));
      g_autoptr (SlStepRun) run = sl_step_run_new (text, &options);

      sl_step_laws_assert_moves (run->replay, random);
    }
}

/* More than there is time for, so that many are ready. */
static char *
make_crowd (GRand *random)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < 8; i++)
    g_string_append_printf (text, "[task t%u]\nperiod=%dus\nwcet=%dus\noffset=%dus\npriority=%u\n",
                            i, g_rand_int_range (random, 4000, 9000),
                            g_rand_int_range (random, 500, 2000),
                            g_rand_int_range (random, 0, 4000), 10 - i);

  return g_string_free (text, FALSE);
}

/* The model of a run, without the priority of every second task. */
static SlTaskModel *
forget_priorities (const SlStepRun *run)
{
  g_autofree char *text = sl_task_model_to_text (run->run->model);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autoptr (GString) partial = g_string_new (NULL);
  g_autoptr (GError) error = NULL;
  guint n_priorities = 0;
  SlTaskModel *model;

  for (guint i = 0; lines[i] != NULL; i++)
    if (!g_str_has_prefix (lines[i], "priority=") || n_priorities++ % 2 == 0)
      g_string_append_printf (partial, "%s\n", lines[i]);
  model = sl_task_model_parse (partial->str, "set", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n_priorities, ==, 8);
  return model;
}

static void
test_moving_unknown (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1760);

  g_test_summary (
      "The ready queue is the same from everywhere also where priorities of tasks are not known: these "
      "come after all others");

  for (guint i = 0; i < 12; i++)
    {
      const SlSimOptions options = { .scheduler = SL_SIM_FP,
                                     .until = 60000000,
                                     .quantum = 700000,
                                     .seed = i };
      g_autofree char *set = make_crowd (random);
      g_autoptr (SlStepRun) run = sl_step_run_new (set, &options);
      SlTrace *trace = sl_replay_get_recorded (run->replay);
      g_autoptr (SlAnnotations) annotations = sl_annotations_new ();
      g_autoptr (GError) error = NULL;
      g_autoptr (SlTaskModel) model = forget_priorities (run);
      g_autoptr (SlTaskRules) rules = sl_task_model_get_rules (model, trace, annotations, &error);
      g_autoptr (SlJobTable) jobs =
          sl_job_table_new (trace, sl_trace_get_idle_task (trace), rules, NULL, &error);
      SlReplay *replay = sl_replay_new (jobs, SL_POLICY_FP, NULL, &error);

      g_assert_no_error (error);
      sl_replay_free (run->replay);
      run->replay = replay;
      sl_step_laws_assert_moves (run->replay, random);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < SL_N_STEP_SCHEDULES; i++)
    {
      g_autofree char *sched = g_strconcat ("/steps/instant/", sl_step_schedules[i].name, NULL);
      g_autofree char *queue = g_strconcat ("/steps/queue/", sl_step_schedules[i].name, NULL);

      g_test_add_data_func (sched, &sl_step_schedules[i], test_instant);
      g_test_add_data_func (queue, &sl_step_schedules[i], test_queue);
    }

  for (guint i = 0; i < SL_N_STEP_SCHEDULES; i++)
    {
      g_autofree char *path = g_strconcat ("/steps/moving/", sl_step_schedules[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_moving);
    }
  g_test_add_func ("/steps/moving/unknown", test_moving_unknown);
  g_test_add_data_func ("/steps/moving/cbs", "cbs", test_moving_servers);
  g_test_add_data_func ("/steps/moving/ds", "ds", test_moving_servers);
  return g_test_run ();
}
