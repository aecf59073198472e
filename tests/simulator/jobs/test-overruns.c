/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which jobs are said to have executed more than their WCET. */

#include "sl-job-overrun.h"
#include "sl-step-set.h"

#define N_SETS 150

#define MS G_GINT64_CONSTANT (1000000)

/* What the jobs of a task execute in turn, in milliseconds. */
#define N_TURNS 3

typedef struct
{
  guint n_tasks;
  int wcet[4];
  int executions[4][N_TURNS];
} Drawn;

static char *
make_set (GRand *random, gboolean overruns, Drawn *drawn)
{
  GString *text = g_string_new (NULL);

  drawn->n_tasks = (guint) g_rand_int_range (random, 1, 5);
  for (guint i = 0; i < drawn->n_tasks; i++)
    {
      int period = g_rand_int_range (random, 6, 24);
      int *executions = drawn->executions[i];

      drawn->wcet[i] = g_rand_int_range (random, 1, period / 4 + 1);
      for (guint k = 0; k < N_TURNS; k++)
        executions[k] =
            overruns ? g_rand_int_range (random, 1, 2 * drawn->wcet[i] + 1) : drawn->wcet[i];
      g_string_append_printf (text,
                              "[task t%u]\nperiod=%dms\nwcet=%dms\nexecution=%dms, %dms, %dms\n", i,
                              period, drawn->wcet[i], executions[0], executions[1], executions[2]);
    }
  if (g_rand_boolean (random))
    g_string_append (text, "[interrupt i]\nperiod=7ms\nwcet=100us\n");
  return g_string_free (text, FALSE);
}

static void
check_set (GRand *random, const SlSimOptions *options, gboolean overruns)
{
  Drawn drawn;
  g_autofree char *text = make_set (random, overruns, &drawn);
  g_autoptr (SlStepRun) run = sl_step_run_new (text, options);
  const SlJobTable *jobs = sl_replay_get_jobs (run->replay);

  g_test_message ("%s", text);
  for (guint i = 0; i < sl_job_table_get_n_jobs (jobs); i++)
    {
      const SlJob *job = sl_job_table_get (jobs, i);
      guint task = sl_step_run_find_task (run, job->task);
      int execution = drawn.executions[task][(job->number - 1) % N_TURNS];

      /* One that is not finished may not have come so far. */
      if (job->flags & SL_JOB_FINISHED)
        g_assert_cmpint (sl_job_overrun_is (jobs, job), ==, execution > drawn.wcet[task]);
      else if (execution <= drawn.wcet[task])
        g_assert_false (sl_job_overrun_is (jobs, job));
    }
}

static void
test_overhead (void)
{
  const SlSimOptions options = { .quantum = MS, .until = 80 * MS, .overhead = 1300 };
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  g_test_summary ("What the kernel's steps take from a job is not an overrun of that job");
  for (guint i = 0; i < N_SETS; i++)
    check_set (random, &options, i % 2 != 0);
}

static void
test_throttle (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  g_test_summary (
      "Of a throttled task only the jobs that executed more than the WCET have overrun it");
  for (guint i = 0; i < N_SETS; i++)
    {
      const SlSimOptions options = { .scheduler = i % 2 != 0 ? SL_SIM_EDF : SL_SIM_RM,
                                     .overrun = SL_SIM_THROTTLE,
                                     .quantum = MS,
                                     .until = 80 * MS };

      check_set (random, &options, TRUE);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/overruns/overhead", test_overhead);
  g_test_add_func ("/overruns/throttle", test_throttle);
  return g_test_run ();
}
