/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The last job of a task whose ends of jobs nobody records: they follow from what wakes the task next, and nothing does any more. */
#include <string.h>

#include "sl-analyses.h"
#include "sl-job-table.h"
#include "sl-load.h"
#include "sl-open.h"

/* Jobs of a millisecond at 0 and 10 ms, and the beginning of the one at 20 ms. */
#define WAKE(ms)                                                     \
  "  <idle>-0 (-----) [000] dNh2. 1." #ms                            \
  "000: sched_waking: comm=t pid=10 prio=59 target_cpu=000\n"        \
  "  <idle>-0 (-----) [000] d..2. 1." #ms                            \
  "010: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 " \
  "prev_state=R ==> next_comm=t next_pid=10 next_prio=59\n"
#define LEAVE(ms, state)                                                      \
  "  t-10 (   10) [000] d..2. 1." #ms                                         \
  "000: sched_switch: prev_comm=t prev_pid=10 prev_prio=59 prev_state=" state \
  " ==> next_comm=w next_pid=11 next_prio=120\n"
#define WAKE_BY_TASK(ms)                                                                          \
  "  w-11 (   11) [000] d..2. 1." #ms "000: sched_waking: comm=t pid=10 prio=59 target_cpu=000\n" \
  "  w-11 (   11) [000] d..2. 1." #ms                                                             \
  "010: sched_switch: prev_comm=w prev_pid=11 prev_prio=120 prev_state=R ==> "                    \
  "next_comm=t next_pid=10 next_prio=59\n"
#define SLEEP(ms)                                                              \
  LEAVE (ms, "S")                                                              \
  "  w-11 (   11) [000] d..2. 1." #ms                                          \
  "500: sched_switch: prev_comm=w prev_pid=11 prev_prio=120 prev_state=S ==> " \
  "next_comm=swapper/0 next_pid=0 next_prio=120\n"
#define END                                                                                                    \
  "  w-11 (   11) [000] d..2. 1.090000: sched_switch: prev_comm=w prev_pid=11 prev_prio=120 prev_state=S ==> " \
  "next_comm=swapper/0 next_pid=0 next_prio=120\n"
#define BEGIN "# tracer: nop\n" WAKE (000) SLEEP (001) WAKE (010) SLEEP (011) WAKE (020)
#define BOOST \
  "  t-10 (   10) [000] d..2. 1.020990: sched_pi_setprio: comm=w pid=11 oldprio=120 newprio=59\n"
#define CALL \
  "  t-10 (   10) [000] ..... 1.020990: sys_clock_nanosleep(which_clock: 1, flags: 1, rqtp: 7ffe, rmtp: 0)\n"

/**
 * Case:
 * @deadline: relative, in microseconds
 * @finish: in microseconds since the first job's release; 0 where it is not known
 */
typedef struct
{
  const char *name;
  const char *text;
  gint64 deadline;
  gint64 finish;
  guint flags;
} Case;

static const Case cases[] = {
  { "ended-unknown", BEGIN LEAVE (021, "S") WAKE_BY_TASK (028) LEAVE (029, "X") END, 5000, 0,
    SL_JOB_LOST },
  { "ended-late", BEGIN LEAVE (021, "S") WAKE_BY_TASK (028) LEAVE (029, "X") END, 500, 0,
    SL_JOB_LOST | SL_JOB_MISSED },
  { "ended-locked", BEGIN BOOST LEAVE (021, "S") WAKE_BY_TASK (028) LEAVE (029, "X") END, 5000,
    29000, SL_JOB_FINISHED | SL_JOB_MISSED },
  { "ended-timed", BEGIN CALL LEAVE (021, "S") WAKE_BY_TASK (028) LEAVE (029, "X") END, 5000, 21000,
    SL_JOB_FINISHED | SL_JOB_MET },
  { "ended-awake", BEGIN LEAVE (021, "X") END, 5000, 21000, SL_JOB_FINISHED | SL_JOB_MET },
  { "asleep", BEGIN LEAVE (021, "S") END, 5000, 0, SL_JOB_LOST },
  { "asleep-late", BEGIN LEAVE (021, "S") END, 500, 0, SL_JOB_LOST | SL_JOB_MISSED },
  { "deep", BEGIN LEAVE (021, "D") END, 5000, 0, SL_JOB_MISSED },
  { "awake", BEGIN LEAVE (021, "S") WAKE_BY_TASK (028) LEAVE (029, "R") END, 5000, 0,
    SL_JOB_MISSED },
};

static void
test_case (gconstpointer data)
{
  const Case *self = data;
  g_autoptr (GBytes) bytes = g_bytes_new_static (self->text, strlen (self->text));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "trace.txt", "ftrace-text", NULL, &error);
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlTaskRules) rules = sl_task_rules_new ();
  SlTaskRule rule = { .deadline = self->deadline * 1000, .deadline_from = SL_DEADLINE_MODEL };
  g_autoptr (SlJobTable) table = NULL;
  const SlJobTask *jobs;
  const SlJob *job;
  SlTime finish;
  guint32 task;

  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  task = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, 10, 1);
  sl_task_rules_set (rules, task, &rule);
  table = sl_job_table_new (trace, 0, rules, NULL, NULL);
  jobs = sl_job_table_find_task (table, task);
  g_assert_nonnull (jobs);
  g_assert_cmpuint (jobs->n_jobs, ==, 3);
  job = sl_job_table_get (table, jobs->first + 2);
  g_assert_cmpuint (job->flags & (SL_JOB_FINISHED | SL_JOB_LOST | SL_JOB_ABORTED | SL_JOB_MISSED |
                                  SL_JOB_MET),
                    ==, self->flags);
  finish = sl_job_get_finish (job);
  if (self->finish == 0)
    g_assert_cmpint (finish, ==, SL_JOB_NEVER);
  else
    g_assert_cmpint (finish - sl_job_table_get (table, jobs->first)->release, ==,
                     self->finish * 1000);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/linux-last-jobs/", cases[i].name, NULL);

      g_test_add_data_func (path, &cases[i], test_case);
    }
  return g_test_run ();
}
