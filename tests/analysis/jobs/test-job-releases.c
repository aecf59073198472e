/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Which activations release a job, in traces of random task sets, against what the kernel that wrote
 * them knows. */

#include <string.h>

#include "sl-job-table.h"
#include "sl-scenario-trace.h"
#include "sl-shark-kernel.h"
#include "sl-shark-record.h"

#define N_SETS 400

typedef struct
{
  SlSharkTruth *truth;
  GBytes *records;
  guint n_tasks;
} Run;

static void
run_clear (Run *self)
{
  sl_shark_truth_free (self->truth);
  g_bytes_unref (self->records);
}
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

/* One of the ways in which modules of the kernel release jobs. */
static SlSharkTaskSpec
make_task (GRand *rand, guint share_us)
{
  guint period = g_rand_int_range (rand, 15, 60) * 100;
  SlSharkTaskSpec spec = {
    .level = 1,
    .period_us = period,
    .jitter = g_rand_int_range (rand, 0, 40),
    .steps = { { SL_SHARK_COMPUTE, MAX (period * share_us / 1000, 30) } },
  };

  switch (g_rand_int_range (rand, 0, 5))
    {
    case 0: /* periodic, at once */
      break;
    case 1: /* periodic with an offset, of which a task may know beforehand */
      spec.offset_us = g_rand_int_range (rand, 1, 90) * 100;
      spec.activated_ahead = g_rand_boolean (rand);
      break;
    case 2: /* sporadic */
      spec.sporadic = TRUE;
      spec.refused = g_rand_int_range (rand, 0, 3);
      break;
    case 3: /* in a soft server */
      spec.level = 2;
      spec.reactivated = TRUE;
      spec.deadline_us = period * g_rand_int_range (rand, 1, 4);
      break;
    default: /* aperiodic: each activation counts */
      spec.level = 0;
      spec.queued = TRUE;
      spec.deadline_us = period;
      spec.period_us = 0;
      break;
    }

  return spec;
}

/* Tasks that leave the processor idle now and then, and at times one that keeps it for long. */
static Run
run_set (guint seed)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (SlSharkWriter) writer = sl_shark_writer_new ();
  Run self = { .truth = sl_shark_truth_new (), .n_tasks = g_rand_int_range (rand, 1, 5) };
  SlSharkSetup setup = { 400000, G_GUINT64_CONSTANT (24000000000), seed, FALSE, FALSE };
  g_autoptr (SlSharkKernel) kernel = sl_shark_kernel_new (&setup, writer, self.truth);
  SlSharkTaskSpec main_task = { .level = 3, .steps = { { SL_SHARK_COMPUTE, 60 } } };
  guint n_steps = 1;

  if (g_rand_boolean (rand))
    {
      SlSharkTaskSpec hog = { .level = 1,
                              .offset_us = g_rand_int_range (rand, 0, 80) * 100,
                              .period_us = 40000,
                              .deadline_us = 4000,
                              .steps = {
                                  { SL_SHARK_COMPUTE, g_rand_int_range (rand, 1, 7) * 1000 } } };

      sl_shark_kernel_add_task (kernel, &hog);
      main_task.steps[n_steps++] = (SlSharkStep) { SL_SHARK_CREATE, 0 };
    }
  for (guint i = 0; i < self.n_tasks; i++)
    {
      SlSharkTaskSpec spec = make_task (rand, 500 / self.n_tasks);
      guint number = sl_shark_kernel_add_task (kernel, &spec);
      SlSharkLineSpec line = { .line = 2 + i,
                               .first_us = g_rand_int_range (rand, 100, 9000),
                               .period_us = g_rand_int_range (rand, 25, 70) * 100,
                               .body_us = 10,
                               .activates = (int) number };

      main_task.steps[n_steps++] = (SlSharkStep) { SL_SHARK_CREATE, number };
      if (spec.sporadic || spec.queued)
        sl_shark_kernel_add_line (kernel, &line);
    }
  main_task.steps[n_steps] = (SlSharkStep) { SL_SHARK_EXIT, 0 };

  sl_shark_kernel_boot (kernel, &main_task);
  sl_shark_kernel_run (kernel, 80000);
  sl_shark_kernel_shut_down (kernel);
  self.records = sl_shark_writer_get_bytes (writer);
  return self;
}

static int
compare_jobs (gconstpointer one, gconstpointer other)
{
  const SlSharkTruthJob *a = one, *b = other;
  int order = strcmp (a->task, b->task);

  if (order != 0)
    return order;
  if (a->release != b->release)
    return a->release < b->release ? -1 : 1;

  return a->finish < b->finish ? -1 : a->finish > b->finish;
}

static void
print_job (GString *text, guint64 release, guint64 finish)
{
  g_string_append_printf (text, "%" G_GUINT64_FORMAT "-%" G_GUINT64_FORMAT " ", release, finish);
}

static char *
print_true (SlSharkTruth *truth, const char *task)
{
  guint n;
  const SlSharkTruthJob *unsorted = sl_shark_truth_get_jobs (truth, &n);
  g_autoptr (GArray) jobs = g_array_new (FALSE, FALSE, sizeof (SlSharkTruthJob));
  GString *text = g_string_new (NULL);

  g_array_append_vals (jobs, unsorted, n);
  g_array_sort (jobs, compare_jobs);
  for (guint i = 0; i < n; i++)
    {
      const SlSharkTruthJob *job = &g_array_index (jobs, SlSharkTruthJob, i);

      /* Of a job that neither begins nor ends in the trace nothing is to be seen. */
      if (g_str_equal (job->task, task) && (job->release != 0 || job->finish != 0))
        print_job (text, job->release, job->finish);
    }

  return g_string_free (text, FALSE);
}

static char *
print_found (SlJobTable *table, const SlJobTask *task)
{
  SlClock *clock = sl_trace_get_clock (sl_job_table_get_trace (table));
  GString *text = g_string_new (NULL);

  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    {
      const SlJob *job = sl_job_table_get (table, i);

      print_job (text,
                 job->release == SL_JOB_NEVER ? 0 : sl_clock_to_absolute (clock, job->release),
                 job->flags & SL_JOB_FINISHED ? sl_clock_to_absolute (clock, job->end) : 0);
    }

  return g_string_free (text, FALSE);
}

/* Returns: how many jobs there are */
static guint
check (SlSharkTruth *truth, GBytes *records)
{
  g_autoptr (GPtrArray) files = g_ptr_array_new ();
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlJobTable) table = NULL;

  g_ptr_array_add (files, records);
  trace = sl_scenario_load (files);
  table = sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  for (guint i = 0; i < sl_job_table_get_n_tasks (table); i++)
    {
      const SlJobTask *task = sl_job_table_get_task (table, i);
      const char *lane = sl_trace_get_lane (trace, task->lane)->name;
      g_autofree char *expected = print_true (truth, lane);
      g_autofree char *found = print_found (table, task);

      g_test_message ("%s", lane);
      g_assert_cmpstr (found, ==, expected);
    }

  return sl_job_table_get_n_jobs (table);
}

static void
test_whole (void)
{
  guint n_jobs = 0;

  g_test_summary (
      "Whatever releases the jobs of a task, activations or a timer, at once or with an "
      "offset, each is found with its release and its finish.");

  for (guint seed = 0; seed < N_SETS; seed++)
    {
      g_auto (Run) run = run_set (seed);

      g_test_message ("seed %u", seed);
      n_jobs += check (run.truth, run.records);
    }

  g_assert_cmpuint (n_jobs, >, 10000);
}

static void
test_begun_late (void)
{
  guint n_jobs = 0;

  g_test_summary ("In a trace that begins while jobs wait, those that come later have their own "
                  "finishes once the processor was idle.");

  for (guint seed = 0; seed < N_SETS; seed++)
    {
      g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
      g_auto (Run) run = run_set (seed);
      gsize n_records = g_bytes_get_size (run.records) / SL_SHARK_RECORD_SIZE;
      gsize first = (gsize) g_rand_int_range (rand, 20, (gint32) (n_records / 2));
      const guint8 *data = g_bytes_get_data (run.records, NULL);
      g_autoptr (GBytes) rest = sl_shark_shape_part (run.records, first, n_records - first);

      g_test_message ("seed %u, from record %" G_GSIZE_FORMAT, seed, first);
      sl_shark_truth_begin_at (run.truth,
                               sl_shark_record_read (data + first * SL_SHARK_RECORD_SIZE).tsc);
      n_jobs += check (run.truth, rest);
    }

  g_assert_cmpuint (n_jobs, >, 5000);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/job-releases/whole", test_whole);
  g_test_add_func ("/job-releases/begun-late", test_begun_late);

  return g_test_run ();
}
