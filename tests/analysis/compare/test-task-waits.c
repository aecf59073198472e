/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What all jobs of a task waited for, in a schedule that is worked out by hand and in random ones. */

#include "sl-event-script.h"
#include "sl-job-splitter.h"
#include "sl-random-events.h"
#include "sl-task-waits.h"

static guint32
find_task (SlTrace *trace, guint64 task)
{
  return sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, task, 1);
}

/* All of @events at @time. */
static void
append (GString *script, guint time, const char *events)
{
  g_auto (GStrv) words = g_strsplit (events, " ", -1);

  for (guint i = 0; words[i] != NULL; i++)
    g_string_append_printf (script, "@%u %s ", time, words[i]);
}

/* 304 is more urgent than 296. Every 1000 ticks 296 is released; 304 runs for as long as @before says before it begins, and
 * for as long as @within says in its midst, 50 ticks after it began. 296 executes for 100. */
static SlTrace *
load (const guint *before, const guint *within, guint n)
{
  g_autoptr (GString) script =
      g_string_new ("trace-start(256,1000) id(264,1) create(296,5) create(304,6) ");

  for (guint i = 0; i < n; i++)
    {
      guint now = 1000 + 1000 * i;

      append (script, now, before[i] > 0 ? "R(304,1) R(296,2) S(304,304)" : "R(296,2)");
      if (before[i] > 0)
        append (script, now += before[i], "E(304,1)");
      append (script, now, "S(296,296) C(296)");
      if (within[i] > 0)
        {
          append (script, now += 50, "R(304,1) S(304,304)");
          append (script, now += within[i], "E(304,1) S(296,296) C(296)");
          now -= 50;
        }
      append (script, now += 100, "E(296,1) S(264,264) C(264)");
    }
  g_string_append (script, "@9000 trace-stop");
  return sl_event_script_load (script->str);
}

static void
assert_wait (const SlTaskWait *wait,
             gboolean had_run,
             gint64 ticks,
             guint n_jobs,
             gint64 longest,
             guint job)
{
  g_assert_cmpint (wait->part.cause, ==, SL_CAUSE_PREEMPTED);
  g_assert_cmpint (wait->part.had_run, ==, had_run);
  g_assert_cmpint (wait->part.ticks, ==, ticks);
  g_assert_cmpuint (wait->n_jobs, ==, n_jobs);
  g_assert_cmpint (wait->longest, ==, longest);
  g_assert_cmpuint (wait->longest_job, ==, job);
}

static void
test_by_hand (void)
{
  static const guint before[] = { 100, 300, 0, 300, 20 };
  static const guint within[] = { 0, 0, 70, 0, 0 }, none[] = { 0, 0, 0, 0, 0 };
  g_autoptr (SlTrace) trace = load (before, within, G_N_ELEMENTS (before));
  g_autoptr (SlJobTable) jobs =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  g_autoptr (SlTrace) other = load (none, before, G_N_ELEMENTS (before));
  g_autoptr (SlJobTable) preempted =
      sl_job_table_new (other, sl_trace_get_idle_task (other), NULL, NULL, NULL);
  g_autoptr (GArray) waits = sl_task_waits_new (jobs, find_task (trace, 296), NULL, NULL);
  guint first = sl_job_table_find_task (jobs, find_task (trace, 296))->first;

  g_test_summary (
      "What kept jobs from beginning and what preempted them are two things; of each there is how long all "
      "waited, how many did, and which waited longest.");

  g_assert_cmpuint (waits->len, ==, 1);
  assert_wait (&g_array_index (waits, SlTaskWait, 0), FALSE, 790, 5, 300, first + 1);

  g_clear_pointer (&waits, g_array_unref);
  waits = sl_task_waits_new (preempted, find_task (other, 296), NULL, NULL);
  first = sl_job_table_find_task (preempted, find_task (other, 296))->first;
  g_assert_cmpuint (waits->len, ==, 1);
  assert_wait (&g_array_index (waits, SlTaskWait, 0), TRUE, 720, 4, 300, first + 1);
}

static char *
dup_key (const SlJobPart *part)
{
  return g_strdup_printf ("%d %u %u %d%d%d", part->cause, part->object, part->other,
                          part->is_ceiling, part->is_uninterruptible, part->is_by_interrupt);
}

static void
assert_summed (SlJobTable *jobs, const SlJobTask *task)
{
  g_autoptr (GArray) waits = sl_task_waits_new (jobs, task->task, NULL, NULL);
  g_autoptr (GHashTable) sums = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < task->n_jobs; i++)
    {
      g_autoptr (GArray) parts = sl_job_table_dup_parts (jobs, task->first + i);

      for (guint p = 0; p < parts->len; p++)
        {
          const SlJobPart *part = &g_array_index (parts, SlJobPart, p);
          g_autofree char *key = dup_key (part);
          SlTaskWait *sum = g_hash_table_lookup (sums, key);

          if (part->cause == SL_CAUSE_EXECUTION || part->cause == SL_CAUSE_OVERRUN)
            continue;
          if (sum == NULL)
            {
              sum = g_new0 (SlTaskWait, 1);
              g_hash_table_insert (sums, g_steal_pointer (&key), sum);
            }
          sum->part.ticks += part->ticks;
          sum->n_jobs++;
          sum->longest = MAX (sum->longest, part->ticks);
        }
    }

  g_assert_cmpuint (waits->len, ==, g_hash_table_size (sums));
  for (guint i = 0; i < waits->len; i++)
    {
      const SlTaskWait *wait = &g_array_index (waits, SlTaskWait, i);
      g_autofree char *key = dup_key (&wait->part);
      const SlTaskWait *sum = g_hash_table_lookup (sums, key);

      g_assert_nonnull (sum);
      g_assert_cmpint (wait->part.ticks, ==, sum->part.ticks);
      g_assert_cmpuint (wait->n_jobs, ==, sum->n_jobs);
      g_assert_cmpint (wait->longest, ==, sum->longest);
      g_assert_true (i == 0 || wait->part.ticks <= (wait - 1)->part.ticks);
    }
}

static void
test_law (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (g_test_rand_int ());

  g_test_summary ("Whatever the schedule, sums are those of the jobs one by one.");

  for (guint round = 0; round < 60; round++)
    {
      g_autoptr (SlTrace) trace = sl_random_trace (rand);
      g_autoptr (SlJobTable) jobs =
          sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);

      for (guint i = 0; i < sl_job_table_get_n_tasks (jobs); i++)
        assert_summed (jobs, sl_job_table_get_task (jobs, i));
    }
}

static void
test_cancel (void)
{
  static const guint before[] = { 100 }, within[] = { 0 };
  g_autoptr (SlTrace) trace = load (before, within, 1);
  g_autoptr (SlJobTable) jobs =
      sl_job_table_new (trace, sl_trace_get_idle_task (trace), NULL, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("Who no longer wants to know gets nothing.");

  g_cancellable_cancel (cancellable);
  g_assert_null (sl_task_waits_new (jobs, find_task (trace, 296), cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/task-waits/by-hand", test_by_hand);
  g_test_add_func ("/task-waits/law", test_law);
  g_test_add_func ("/task-waits/cancel", test_cancel);
  return g_test_run ();
}
