/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What jobs are told to wait for: against a reference that knows nothing of traces, and against the
 * theory's bounds, over thousands of random sets. */

#include "sl-job-splitter.h"
#include "sl-reference-waits.h"
#include "sl-schedulability.h"
#include "sl-step-set.h"

#define MS     G_GINT64_CONSTANT (1000000)
#define N_SETS 70
#define END    (40 * MS)

typedef struct
{
  const char *name;
  SlSimScheduler scheduler;
  SlSimProtocol protocol;
  gboolean has_interrupts;
  const char *server; /* a policy; NULL for none */
} Kind;

static const Kind kinds[] = {
  { "rm-none", SL_SIM_RM, SL_SIM_NONE, FALSE, NULL },
  { "fp-npp", SL_SIM_FP, SL_SIM_NPP, FALSE, NULL },
  { "fp-pip", SL_SIM_FP, SL_SIM_PIP, FALSE, NULL },
  { "rm-pip-interrupts", SL_SIM_RM, SL_SIM_PIP, TRUE, NULL },
  { "rm-pcp", SL_SIM_RM, SL_SIM_PCP, FALSE, NULL },
  { "dm-pcp-interrupts", SL_SIM_DM, SL_SIM_PCP, TRUE, NULL },
  { "dm-icpp", SL_SIM_DM, SL_SIM_ICPP, FALSE, NULL },
  { "fp-icpp-interrupts", SL_SIM_FP, SL_SIM_ICPP, TRUE, NULL },
  { "fp-srp", SL_SIM_FP, SL_SIM_SRP, FALSE, NULL },
  { "rm-srp-interrupts", SL_SIM_RM, SL_SIM_SRP, TRUE, NULL },
  { "edf-none", SL_SIM_EDF, SL_SIM_NONE, FALSE, NULL },
  { "edf-npp", SL_SIM_EDF, SL_SIM_NPP, FALSE, NULL },
  { "edf-pip", SL_SIM_EDF, SL_SIM_PIP, FALSE, NULL },
  { "edf-srp", SL_SIM_EDF, SL_SIM_SRP, FALSE, NULL },
  { "fifo-none", SL_SIM_FIFO, SL_SIM_NONE, FALSE, NULL },
  { "rr-none", SL_SIM_RR, SL_SIM_NONE, FALSE, NULL },
  { "rr-npp", SL_SIM_RR, SL_SIM_NPP, FALSE, NULL },
  { "rm-ps", SL_SIM_RM, SL_SIM_NONE, FALSE, "ps" },
  { "fp-ps-pip", SL_SIM_FP, SL_SIM_PIP, FALSE, "ps" },
  { "dm-ds", SL_SIM_DM, SL_SIM_NONE, FALSE, "ds" },
  { "fp-ds-pcp", SL_SIM_FP, SL_SIM_PCP, FALSE, "ds" },
  { "rm-ss", SL_SIM_RM, SL_SIM_NONE, FALSE, "ss" },
  { "fp-ss", SL_SIM_FP, SL_SIM_NONE, FALSE, "ss" },
  { "edf-cbs", SL_SIM_EDF, SL_SIM_NONE, FALSE, "cbs" },
  { "edf-cbs-npp", SL_SIM_EDF, SL_SIM_NPP, FALSE, "cbs" },
  { "edf-hcbs", SL_SIM_EDF, SL_SIM_NONE, FALSE, "hcbs" },
  { "edf-hcbs-srp", SL_SIM_EDF, SL_SIM_SRP, FALSE, "hcbs" },
};

/* Two tasks in it ask for more than it has, from time to time. */
static void
add_server (GRand *random, const char *policy, GString *text)
{
  gint period = g_rand_int_range (random, 2000, 8000);
  gint budget = period * g_rand_int_range (random, 10, 50) / 100;

  g_string_append_printf (text,
                          "[server s]\npolicy=%s\nbudget=%dus\nperiod=%dus\npriority=%d\n"
                          "[task u]\nperiod=%dus\noffset=%dus\nwcet=%dus\nserver=s\n"
                          "[task v]\narrivals=1300us, 3700us, 3900us, 11113us, 19207us\n"
                          "wcet=%dus\nserver=s\n",
                          policy, budget, period, g_rand_int_range (random, 5, 12),
                          g_rand_int_range (random, 3000, 9000),
                          g_rand_int_range (random, 1, 4) * 517,
                          g_rand_int_range (random, 50, 2 * budget),
                          g_rand_int_range (random, 50, 2 * budget));
}

static SlStepRun *
make_run (const Kind *kind, GRand *random, guint64 seed, char **text)
{
  const SlSimOptions options = { .scheduler = kind->scheduler,
                                 .protocol = kind->protocol,
                                 .until = END,
                                 .quantum = 700000,
                                 .seed = seed };
  g_autofree char *tasks = sl_step_set_make (random, g_strcmp0 (kind->server, "ss") != 0);
  g_autoptr (GString) all = g_string_new (tasks);

  if (kind->has_interrupts)
    g_string_append_printf (all, "[interrupt i]\nperiod=%dus\nexecution=10us..90us\n",
                            g_rand_int_range (random, 900, 2900));
  if (kind->server != NULL)
    add_server (random, kind->server, all);
  *text = g_string_free (g_steal_pointer (&all), FALSE);
  return sl_step_run_new (*text, &options);
}

/* Where the jobs' table has the job that is the @nth of its task. */
static guint
find_job (const SlStepRun *run, guint task, guint nth)
{
  const SlJobTask *found =
      sl_job_table_find_task (sl_replay_get_jobs (run->replay), sl_step_run_get_task (run, task));

  g_assert_cmpuint (nth, <, found->n_jobs);
  return found->first + nth;
}

/* What @task of the set is told to have preempted the job for. */
static gint64
get_preempted (const SlStepRun *run, GArray *parts, guint task)
{
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      if (part->cause == SL_CAUSE_PREEMPTED && part->object == sl_step_run_get_task (run, task))
        return part->ticks;
    }

  return 0;
}

static gint64
get_sum (GArray *parts, SlCause cause)
{
  return sl_job_parts_sum ((const SlJobPart *) (gconstpointer) parts->data, parts->len, cause);
}

/* One that is as urgent blocks where it is in the way, and else preempts. */
static void
assert_job (const SlStepRun *run, const SlReferenceWaits *waits, GArray *parts)
{
  gint64 blocked = get_sum (parts, SL_CAUSE_BLOCKED);

  g_assert_cmpint (get_sum (parts, SL_CAUSE_UNEXPLAINED), ==, 0);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_SUSPENDED), ==, 0);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_NOT_RECORDED), ==, 0);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_EXECUTION) + get_sum (parts, SL_CAUSE_OVERRUN), ==,
                   waits->executed);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_EARLIER_JOB), ==, waits->earlier);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_INTERRUPT), ==, waits->interrupted);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_THROTTLED), ==, waits->throttled);
  for (guint task = 0; task < sl_task_set_get_n_tasks (run->set); task++)
    {
      gint64 preempted = get_preempted (run, parts, task);

      g_assert_cmpint (preempted, >=, waits->preempted[task]);
      g_assert_cmpint (preempted, <=, waits->preempted[task] + waits->equal[task]);
      blocked -= waits->preempted[task] + waits->equal[task] - preempted;
    }
  g_assert_cmpint (blocked, ==, waits->blocked);
}

/* Of a sporadic server the reference knows no budget: but a job that less urgent tasks, or nobody, come
 * before, and that waits for no lock, has none. */
static void
assert_sporadic (const SlStepRun *run, const SlReferenceWaits *waits, GArray *parts)
{
  gint64 throttled = get_sum (parts, SL_CAUSE_THROTTLED);

  g_assert_cmpint (get_sum (parts, SL_CAUSE_UNEXPLAINED), ==, 0);
  g_assert_cmpint (get_sum (parts, SL_CAUSE_BLOCKED), ==, 0);
  g_assert_cmpint (throttled, >=, waits->blocked);
  for (guint task = 0; task < sl_task_set_get_n_tasks (run->set); task++)
    {
      gint64 preempted = get_preempted (run, parts, task);

      g_assert_cmpint (preempted, <=, waits->preempted[task] + waits->equal[task]);
      throttled -= waits->preempted[task] + waits->equal[task] - preempted;
    }
  g_assert_cmpint (throttled, ==, waits->blocked);
}

static gboolean
is_sporadic (const SlStepRun *run, guint task)
{
  guint server = sl_task_set_get_task (run->set, task)->server;

  return server != SL_SIM_NO_SERVER &&
         sl_task_set_get_server (run->set, server)->policy == SL_SIM_SS;
}

static void
test_parts (gconstpointer data)
{
  const Kind *kind = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (1200 + (guint32) (kind - kinds));
  gint64 blocked = 0, throttled = 0;

  g_test_summary (
      "A job is blocked while a less urgent task runs, preempted while a more urgent one "
      "does, and throttled while its server has no budget: as in the simulator's record");

  for (guint i = 0; i < N_SETS; i++)
    {
      g_autofree char *text = NULL;
      g_autoptr (SlStepRun) run = make_run (kind, random, i, &text);
      g_autoptr (GArray) reference = sl_reference_waits_new (run->set, run->run, &run->options);
      guint numbers[SL_REFERENCE_WAITS_MAX_TASKS] = { 0 };

      for (guint k = 0; k < run->run->jobs->len; k++)
        {
          const SlSimJob *job = &g_array_index (run->run->jobs, SlSimJob, k);
          const SlReferenceWaits *waits = &g_array_index (reference, SlReferenceWaits, k);
          guint number = find_job (run, job->task, numbers[job->task]++);
          SlJobTable *jobs = sl_replay_get_jobs (run->replay);
          /* A handler that the end of the trace cuts off is not in the record. */
          gboolean is_cut = kind->has_interrupts && job->finish < 0;
          g_autoptr (GArray) parts = sl_job_table_dup_parts (jobs, number);

          if (g_test_verbose ())
            g_test_message ("set %u, task %u, job %u\n%s", i, job->task, numbers[job->task], text);
          if (is_sporadic (run, job->task))
            assert_sporadic (run, waits, parts);
          else if (!is_cut)
            assert_job (run, waits, parts);
          g_assert_cmpint (sl_job_table_get (jobs, number)->execution, ==,
                           get_sum (parts, SL_CAUSE_EXECUTION) + get_sum (parts, SL_CAUSE_OVERRUN));
          blocked += waits->blocked;
          throttled += get_sum (parts, SL_CAUSE_THROTTLED);
        }
    }
  if (kind->scheduler < SL_SIM_FIFO && kind->server == NULL)
    g_assert_cmpint (blocked, >, 0);
  if (kind->server != NULL && kind->server[0] != 'c')
    g_assert_cmpint (throttled, >, 0);
}

static void
test_bounds (gconstpointer data)
{
  const Kind *kind = data;
  g_autoptr (GRand) random = g_rand_new_with_seed (1300 + (guint32) (kind - kinds));
  guint n_checked = 0;

  g_test_summary ("No job is blocked for longer than the theory allows under its protocol");

  for (guint i = 0; i < N_SETS; i++)
    {
      g_autofree char *text = NULL;
      g_autoptr (SlStepRun) run = make_run (kind, random, i, &text);
      SlJobTable *jobs = sl_replay_get_jobs (run->replay);
      g_autoptr (SlSchedulability) theory = sl_schedulability_new (jobs, NULL, NULL);
      g_autoptr (SlJobSplitter) splitter = sl_job_splitter_new (jobs);

      for (guint k = 0; k < sl_job_table_get_n_jobs (jobs); k++)
        {
          const SlJob *job = sl_job_table_get (jobs, k);
          const SlTaskTheory *task = sl_schedulability_find (theory, job->task);
          const SlJobPart *parts;
          guint n_parts;

          if (task == NULL || task->task.kind != SL_THEORY_TASK ||
              task->blocking.state != SL_BOUND_KNOWN)
            continue;
          if (g_test_verbose ())
            g_test_message ("set %u, job %u of %u\n%s", i, job->number, job->task, text);
          parts = sl_job_splitter_split (splitter, job, 0, &n_parts);
          g_assert_cmpint (sl_job_parts_sum (parts, n_parts, SL_CAUSE_BLOCKED), <=,
                           task->blocking.ticks);
          n_checked++;
        }
    }
  g_assert_cmpuint (n_checked, >, 1000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autofree char *path = g_strconcat ("/blocking-laws/parts/", kinds[i].name, NULL);
      g_autofree char *bounds = g_strconcat ("/blocking-laws/bounds/", kinds[i].name, NULL);

      g_test_add_data_func (path, &kinds[i], test_parts);
      if (kinds[i].scheduler < SL_SIM_FIFO && kinds[i].protocol != SL_SIM_NONE)
        g_test_add_data_func (bounds, &kinds[i], test_bounds);
    }

  return g_test_run ();
}
