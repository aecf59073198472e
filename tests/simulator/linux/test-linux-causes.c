/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What became of each job's time, and who woke whom, must be worked out from the events of a machine of which it is known. */
#include "sl-analyses.h"
#include "sl-array-source.h"
#include "sl-job-splitter.h"
#include "sl-linux-mess.h"
#include "sl-linux-source.h"
#include "sl-load.h"
#include "sl-wake-chain.h"

static SlTrace *
load (const SlLinuxMess *self)
{
  g_autoptr (SlClock) clock = sl_clock_new (SL_UNIT_NS, 0, NULL, 0);
  g_autoptr (SlSource) source = sl_array_source_new ("linux-causes", self->events);
  g_autoptr (GError) error = NULL;
  SlTrace *trace;

  sl_array_source_set_clock (SL_ARRAY_SOURCE (source), clock);
  sl_source_set_meaning (source, SL_LINUX_TELLS, &sl_linux_translator);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static guint32
find_object (SlTrace *trace, SlObjectType type, guint64 id)
{
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);

  g_assert_cmpuint (number, !=, 0);
  return number;
}

/* The job of @truth, by its end. */
static guint
find_job (SlJobTable *table, const SlLinuxMessJob *truth)
{
  const SlJobTask *task =
      sl_job_table_find_task (table, find_object (sl_job_table_get_trace (table), SL_OBJECT_TASK,
                                                  SL_LINUX_MESS_FIRST + truth->task));

  g_assert_nonnull (task);
  for (guint i = task->first; i < task->first + task->n_jobs; i++)
    if (sl_job_get_finish (sl_job_table_get (table, i)) == truth->end)
      return i;

  return G_MAXUINT;
}

static void
check_job (SlJobTable *table, const SlLinuxMessJob *truth)
{
  guint number = find_job (table, truth);
  g_autoptr (GArray) parts = NULL;
  gint64 sums[SL_N_CAUSES] = { 0 }, response, sum = 0;

  g_test_message ("task %u, job that ends at %d", SL_LINUX_MESS_FIRST + truth->task,
                  (int) truth->end);
  g_assert_cmpuint (number, !=, G_MAXUINT);
  parts = sl_job_table_dup_parts (table, number);
  for (guint i = 0; i < parts->len; i++)
    {
      const SlJobPart *part = &g_array_index (parts, SlJobPart, i);

      sums[part->cause] += part->ticks;
      sum += part->ticks;
      if (part->is_uninterruptible)
        g_assert_cmpuint (part->object, ==,
                          find_object (sl_job_table_get_trace (table), SL_OBJECT_SYSCALL,
                                       SL_LINUX_MESS_CALL));
    }
  g_assert_true (sl_job_get_response (sl_job_table_get (table, number), &response));
  g_assert_cmpint (sum, ==, response);
  for (guint i = 0; i < SL_N_CAUSES; i++)
    {
      g_test_message ("%s: %d, truly %d", sl_cause_get_id ((SlCause) i), (int) sums[i],
                      (int) truth->sums[i]);
    }
  for (guint i = 0; i < SL_N_CAUSES; i++)
    {
      g_assert_cmpint (sums[i], ==, truth->sums[i]);
    }
}

static void
test_parts (void)
{
  SlLinuxMess machine;
  g_autoptr (SlTrace) trace = NULL;
  g_autoptr (SlJobTable) table = NULL;

  g_test_summary (
      "Of each job of a machine of several processors, the parts by cause are what happened, and add up to its "
      "response from the nominal release on.");
  sl_linux_mess_run (&machine);
  trace = load (&machine);
  table = sl_job_table_new (trace, 0, NULL, NULL, NULL);
  g_assert_cmpuint (machine.truths->len, >, 20);
  for (guint i = 0; i < machine.truths->len; i++)
    check_job (table, &g_array_index (machine.truths, SlLinuxMessJob, i));
  sl_linux_mess_clear (&machine);
}

static void
test_wakes (void)
{
  SlLinuxMess machine;
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Who woke a task is the handler that the flags of the record name, else the task that ran there; a chain goes "
      "back in time, each link by the one that the link before woke.");
  sl_linux_mess_run (&machine);
  trace = load (&machine);
  g_assert_cmpuint (machine.wakes->len, >, 100);
  for (guint i = 0; i < machine.wakes->len; i++)
    {
      const SlLinuxMessWake *truth = &g_array_index (machine.wakes, SlLinuxMessWake, i);
      guint32 task = find_object (trace, SL_OBJECT_TASK, SL_LINUX_MESS_FIRST + truth->task);
      g_autoptr (GArray) chain = sl_wake_chain_find (trace, task, truth->time);
      const SlWake *wake = &g_array_index (chain, SlWake, chain->len - 1);

      g_assert_cmpuint (chain->len, >, 0);
      g_assert_cmpuint (wake->task, ==, task);
      g_assert_cmpint (wake->time, ==, truth->time);
      g_assert_cmpuint (wake->waker, ==, find_object (trace, truth->type, truth->id));
      /* Slices end with the last event. */
      if (truth->time < machine.now - 100)
        g_assert_cmpuint (wake->cpu, !=, 0);
      for (guint link = 1; link < chain->len; link++)
        {
          g_assert_cmpuint (wake[-(int) link].task, ==, wake[1 - (int) link].waker);
          g_assert_cmpint (wake[-(int) link].time, <, wake[1 - (int) link].time);
        }
    }
  sl_linux_mess_clear (&machine);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/linux-causes/parts", test_parts);
  g_test_add_func ("/linux-causes/wakes", test_wakes);

  return g_test_run ();
}
