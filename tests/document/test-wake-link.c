/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where keys lead that ask for what woke a job, and for the next missed deadline. */

#include "sl-wake-link.h"

#include <string.h>

#include "sl-follow-link.h"
#include "sl-job-link.h"
#include "sl-miss-link.h"
#include "sl-view-text.h"
#include "text-document.h"

/* “fast” has jobs; “helper”, which wakes it once, has none; what wakes it then, no record says. */
static const char text[] =
    "# tracer: nop\n#\n"
    " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " fast-5   [000] ..... 1.000010: tracing_mark_write: begin job fast 0\n"
    " fast-5   [000] ..... 1.000020: tracing_mark_write: end job fast 0\n"
    " fast-5   [000] d..2. 1.000100: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
    "next_comm=helper next_pid=6 next_prio=120\n"
    " helper-6 [000] d..3. 1.001000: sched_waking: comm=fast pid=5 prio=19 target_cpu=000\n"
    " helper-6 [000] d..3. 1.001010: sched_wakeup: comm=fast pid=5 prio=19 target_cpu=000\n"
    " helper-6 [000] d..2. 1.001020: sched_switch: prev_comm=helper prev_pid=6 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " fast-5   [000] ..... 1.001030: tracing_mark_write: begin job fast 1\n"
    " fast-5   [000] ..... 1.001040: tracing_mark_write: end job fast 1\n"
    " fast-5   [000] ..... 1.001045: tracing_mark_write: begin job fast 2\n"
    " fast-5   [000] d..2. 1.001050: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=R ==> "
    "next_comm=helper next_pid=6 next_prio=120\n"
    " helper-6 [000] d..2. 1.001060: sched_switch: prev_comm=helper prev_pid=6 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " fast-5   [000] ..... 1.001080: tracing_mark_write: end job fast 2\n"
    " fast-5   [000] d..2. 1.001100: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
    "next_comm=helper next_pid=6 next_prio=120\n"
    " helper-6 [000] d.h3. 1.002000: sched_waking: comm=fast pid=5 prio=19 target_cpu=000\n"
    " helper-6 [000] d..2. 1.002020: sched_switch: prev_comm=helper prev_pid=6 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " fast-5   [000] d..2. 1.002100: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
    "next_comm=helper next_pid=6 next_prio=120\n"
    " helper-6 [000] d.h1. 1.003000: local_timer_entry: vector=236\n"
    " helper-6 [000] d.h1. 1.003010: local_timer_exit: vector=236\n";

/* @time: microseconds after the first event */
static void
pick (SlDocument *document, guint32 task, SlTime time)
{
  SlTarget target;

  g_assert_true (
      sl_job_link_find_box (sl_document_get_rows (document), 0, task, time * 1000, &target));
  sl_document_pick (document, &target);
}

static SlWakeStep
step (SlDocument *document, int direction)
{
  SlSpan delay;

  return sl_wake_link_step (document, direction, &delay);
}

static void
test_folded (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  guint32 fast = sl_text_document_find (document, SL_OBJECT_TASK, 5),
          helper = sl_text_document_find (document, SL_OBJECT_TASK, 6);
  const SlTarget *picked;
  guint row;

  g_test_summary (
      "What woke a job is picked also where its row is in a folded group, which is unfolded.");

  g_assert_false (sl_rows_find_object (sl_document_get_rows (document), 0, helper, &row));
  pick (document, fast, 1035);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_DONE);

  g_assert_true (sl_rows_find_object (sl_document_get_rows (document), 0, helper, &row));
  picked = sl_view_state_get_picked (sl_document_get_state (document));
  g_assert_cmpint (picked->type, ==, SL_TARGET_ITEMS);
  g_assert_cmpstr (picked->row, ==, sl_rows_get (sl_document_get_rows (document), row)->key);

  g_assert_cmpint (step (document, 1), ==, SL_WAKE_STEP_DONE);
  g_assert_true (sl_rows_find_object (sl_document_get_rows (document), 0, fast, &row));
  picked = sl_view_state_get_picked (sl_document_get_state (document));
  g_assert_cmpstr (picked->row, ==, sl_rows_get (sl_document_get_rows (document), row)->key);
}

static void
test_reasons (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  guint32 fast = sl_text_document_find (document, SL_OBJECT_TASK, 5);
  guint64 n_jobs;

  g_test_summary ("Where there is nothing to go to, it is known why.");

  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_NO_PICK);
  pick (document, fast, 50);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_UNKNOWN);
  pick (document, fast, 1070);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_AWAKE);
  pick (document, fast, 2050);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_NO_ROW);
  pick (document, sl_text_document_find (document, SL_OBJECT_VECTOR, 236), 3005);
  g_assert_cmpint (step (document, -1), ==, SL_WAKE_STEP_INTERRUPT);

  g_assert_false (sl_miss_link_step (document, 1));
  g_assert_cmpint (sl_miss_link_find_deadlines (document, &n_jobs), ==, SL_DEADLINE_INFERRED);
  g_assert_cmpuint (n_jobs, >=, 2);
}

static void
test_later (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (
      "# tracer: nop\n#\n"
      " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=a next_pid=5 next_prio=120\n"
      " a-5      [000] d..2. 1.000100: sched_switch: prev_comm=a prev_pid=5 prev_prio=120 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n"
      " <idle>-0 [000] d..2. 1.500000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=a next_pid=5 next_prio=120\n"
      " a-5      [000] d..3. 1.500050: sched_waking: comm=b pid=6 prio=120 target_cpu=000\n"
      " a-5      [000] d..2. 1.500100: sched_switch: prev_comm=a prev_pid=5 prev_prio=120 prev_state=S ==> "
      "next_comm=b next_pid=6 next_prio=120\n"
      " b-6      [000] d..2. 1.500200: sched_switch: prev_comm=b prev_pid=6 prev_prio=120 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n");
  guint32 task = sl_text_document_find (document, SL_OBJECT_TASK, 5);
  SlSpan delay;

  g_test_summary ("Of a wake-up that comes only after what is picked, it is known how much later.");

  pick (document, task, 50);
  g_assert_cmpint (sl_wake_link_step (document, 1, &delay), ==, SL_WAKE_STEP_DONE);
  g_assert_cmpint (delay.end - delay.begin, ==, 499950 * 1000);
  pick (document, task, 500010);
  g_assert_cmpint (sl_wake_link_step (document, 1, &delay), ==, SL_WAKE_STEP_DONE);
  g_assert_cmpint (delay.end - delay.begin, ==, 0);
}

static void
test_marks (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  guint32 fast = sl_text_document_find (document, SL_OBJECT_TASK, 5);
  SlRows *rows = sl_document_get_rows (document);
  const SlLane *lane;
  guint row, n_marks = 0;

  g_test_summary (
      "A mark of a task stands for the slice of the job there: the keys that follow go on from that.");

  g_assert_true (sl_rows_find_object (rows, 0, fast, &row));
  lane = sl_rows_get_lane (rows, row);
  for (guint t = 0; t < lane->n_tracks; t++)
    for (guint i = 0;
         lane->tracks[t].role == SL_ROLE_MARKS && i < sl_track_get_count (lane->tracks[t].track);
         i++)
      {
        const SlTarget target = { SL_TARGET_ITEMS, 0, sl_rows_get (rows, row)->key, t, i, 1 };
        guint32 object;
        SlItem slice;

        sl_document_pick (document, &target);
        g_assert_true (sl_follow_link_find_slice (document, &object, &slice));
        g_assert_cmpuint (object, ==, fast);
        g_assert_cmpint (slice.end, >, slice.begin);
        n_marks++;
      }
  g_assert_cmpuint (n_marks, >=, 2);
}

static void
test_unknown_misses (void)
{
  g_autoptr (SlDocument) known = sl_text_document_new (text);
  g_autoptr (SlDocument) document =
      sl_document_new (sl_trace_set_get_trace (sl_document_get_trace_set (known), 0));
  g_autofree char *before = g_strdup (sl_view_text_explain_no_miss (document));

  g_test_summary ("Before the jobs were looked for, nothing is said of how many there are.");

  g_assert_false (sl_miss_link_is_known (document));
  while (!sl_miss_link_is_known (document))
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpstr (before, !=, sl_view_text_explain_no_miss (document));
  g_assert_nonnull (strstr (before, "not known yet"));
}

static void
test_miss_behind_job (void)
{
  static const char missed[] = "# slackline-events 1, unit ns\n"
                               "time,cpu,action,task\n"
                               "0,0,run,5\n"
                               "40,0,finish,5\n"
                               "60,0,suspend,5\n"
                               "100,0,miss,5\n"
                               "200,0,idle,\n";
  g_autoptr (SlDocument) document = sl_text_document_new (missed);

  g_test_summary ("A missed deadline that is recorded once its job has ended can be gone to.");

  g_assert_true (sl_miss_link_is_known (document));
  g_assert_true (sl_miss_link_step (document, 1));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wake-link/folded", test_folded);
  g_test_add_func ("/wake-link/reasons", test_reasons);
  g_test_add_func ("/wake-link/marks", test_marks);
  g_test_add_func ("/wake-link/later", test_later);
  g_test_add_func ("/wake-link/unknown-misses", test_unknown_misses);
  g_test_add_func ("/wake-link/miss-behind-job", test_miss_behind_job);

  return g_test_run ();
}
