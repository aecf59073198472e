/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-statistics.h"

#include "sl-event-script.h"

static const char script[] =
    "trace-start(264,1000) @100 W R(272) S(272,272) /W(272) @200 lock(272,0x1000) @300 W W /W(272) "
    "R(280) S(280,280) /W(280) @400 lock(280,0x1000) S(272,280) C(272) @500 task-deadline-miss(272) "
    "unlock(272,0x1000) S(280,280) C(280) @600 unlock(280,0x1000) S(280,280) C(280) E(280) "
    "S(272,272) C(272) @700 E(272) S(264,264) C(264) @1000 trace-stop";

static guint32
find_object (SlTrace *trace, SlObjectType type, guint64 id)
{
  return sl_object_table_find (sl_trace_get_objects (trace), type, id, 1);
}

static const SlTaskStatistics *
find_task (const SlStatistics *statistics, guint32 object)
{
  for (guint i = 0; i < statistics->tasks->len; i++)
    {
      const SlTaskStatistics *task = &g_array_index (statistics->tasks, SlTaskStatistics, i);

      if (task->object == object)
        return task;
    }

  g_assert_not_reached ();
}

static void
test_whole_trace (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (script);
  g_autoptr (SlStatistics) statistics = NULL;
  const SlTaskStatistics *task;
  const SlProcessorStatistics *processor;
  const SlLineStatistics *line;
  const SlLockStatistics *lock;

  g_test_summary ("The figures of a trace whose every slice is known.");

  statistics =
      sl_statistics_new (trace, (SlSpan) { 0, 1000 }, sl_trace_get_idle_task (trace), NULL, NULL);

  task = find_task (statistics, find_object (trace, SL_OBJECT_TASK, 272));
  g_assert_cmpint (task->time[SL_STATE_RUNNING], ==, 170 + 110 + 70);
  g_assert_cmpint (task->time[SL_STATE_INTERRUPTED], ==, 50);
  g_assert_cmpfloat_with_epsilon (task->share, 0.35, 1e-9);
  g_assert_cmpuint (task->n_preemptions, ==, 2);
  g_assert_cmpuint (task->n_releases, ==, 1);
  g_assert_cmpuint (task->n_finishes, ==, 1);
  g_assert_cmpuint (task->n_misses, ==, 1);

  processor = &g_array_index (statistics->processors, SlProcessorStatistics, 0);
  g_assert_cmpint (processor->time[SL_STATE_INTERRUPT], ==, 80);
  g_assert_cmpint (processor->time[SL_STATE_IDLE], ==, 100 + 280);

  line = &g_array_index (statistics->lines, SlLineStatistics, 0);
  g_assert_cmpuint (line->count, ==, 3);
  g_assert_cmpint (line->time, ==, 80);

  lock = &g_array_index (statistics->locks, SlLockStatistics, 0);
  g_assert_cmpuint (lock->n_held, ==, 2);
  g_assert_cmpint (lock->held, ==, 310 + 70);
  g_assert_cmpuint (lock->n_waited, ==, 1);
  g_assert_cmpint (lock->waited, ==, 110);
}

static void
test_parts_add_up (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (script);
  guint32 object = find_object (trace, SL_OBJECT_TASK, 272);
  g_autoptr (SlStatistics) whole = NULL;

  g_test_summary (
      "Wherever a trace is cut, the figures of both parts add up to those of the whole.");

  whole = sl_statistics_new (trace, (SlSpan) { 0, 1001 }, 0, NULL, NULL);
  for (SlTime cut = 0; cut <= 1001; cut += 7)
    {
      g_autoptr (SlStatistics) left = NULL;
      g_autoptr (SlStatistics) right = NULL;
      const SlTaskStatistics *a, *b, *sum = find_task (whole, object);

      left = sl_statistics_new (trace, (SlSpan) { 0, cut }, 0, NULL, NULL);
      right = sl_statistics_new (trace, (SlSpan) { cut, 1001 }, 0, NULL, NULL);
      a = find_task (left, object);
      b = find_task (right, object);
      for (guint state = 0; state < SL_N_STATES; state++)
        g_assert_cmpint (a->time[state] + b->time[state], ==, sum->time[state]);

      g_assert_cmpuint (a->n_slices + b->n_slices, ==, sum->n_slices);
      g_assert_cmpuint (a->n_preemptions + b->n_preemptions, ==, sum->n_preemptions);
      g_assert_cmpuint (a->n_releases + b->n_releases, ==, sum->n_releases);
      g_assert_cmpuint (a->n_finishes + b->n_finishes, ==, sum->n_finishes);
    }
}

static void
test_cancelled (void)
{
  g_autoptr (SlTrace) trace = sl_event_script_load (script);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_test_summary ("Cancelling gives no figures.");

  g_cancellable_cancel (cancellable);
  g_assert_null (sl_statistics_new (trace, (SlSpan) { 0, 1000 }, 0, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/statistics/whole-trace", test_whole_trace);
  g_test_add_func ("/statistics/parts-add-up", test_parts_add_up);
  g_test_add_func ("/statistics/cancelled", test_cancelled);

  return g_test_run ();
}
