/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Where keys lead that go from a slice to its other row, to who keeps the task from running, to its other processors, and
 * back. */

#include "sl-follow-link.h"

#include "sl-job-link.h"
#include "sl-time-text.h"
#include "text-document.h"

/* “low” is preempted by “fast” on CPU 0 after 100 µs, and goes on on CPU 1 after 200. */
static const char text[] =
    "# tracer: nop\n#\n"
    " <idle>-0 [001] d..2. 0.999000: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=other next_pid=8 next_prio=120\n"
    " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=low next_pid=7 next_prio=120\n"
    " other-8  [001] d..2. 1.000050: sched_switch: prev_comm=other prev_pid=8 prev_prio=120 prev_state=S ==> "
    "next_comm=swapper/1 next_pid=0 next_prio=120\n"
    " low-7    [000] d..2. 1.000100: sched_switch: prev_comm=low prev_pid=7 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " <idle>-0 [001] d..2. 1.000200: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=low next_pid=7 next_prio=120\n"
    " fast-5   [000] d..2. 1.000300: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
    "next_comm=swapper/0 next_pid=0 next_prio=120\n"
    " low-7    [001] d..2. 1.000600: sched_switch: prev_comm=low prev_pid=7 prev_prio=120 prev_state=S ==> "
    "next_comm=swapper/1 next_pid=0 next_prio=120\n"
    " <idle>-0 [000] d..2. 1.000700: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=other next_pid=8 next_prio=120\n";

/* Ticks are nanoseconds after the first event. */
#define US(time) (1000000 + (SlTime) (time) *1000)

static void
pick (SlDocument *document, guint32 object, SlTime time)
{
  SlTarget target;

  g_assert_true (sl_job_link_show_box (document, 0, object, time, &target));
  sl_document_pick (document, &target);
}

static void
assert_picked (SlDocument *document, const char *row, SlTime begin)
{
  const SlTarget *picked = sl_view_state_get_picked (sl_document_get_state (document));
  SlItem item;

  g_assert_cmpstr (picked->row, ==, row);
  g_assert_true (sl_rows_get_item (sl_document_get_rows (document), picked, &item));
  g_assert_cmpint (item.begin, ==, begin);
}

static void
follow (SlDocument *document, SlFollow way, const char *row, SlTime begin)
{
  g_assert_cmpint (sl_follow_link_go (document, way), ==, SL_FOLLOW_DONE);
  assert_picked (document, row, begin);
}

static void
test_across (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary ("From a processor's slice to its task's, and back to the same.");

  pick (document, sl_text_document_find (document, SL_OBJECT_CPU, 0), US (150));
  follow (document, SL_FOLLOW_ACROSS, "task:5", US (100));
  follow (document, SL_FOLLOW_ACROSS, "cpu:0", US (100));
  pick (document, sl_text_document_find (document, SL_OBJECT_TASK, 7), US (400));
  follow (document, SL_FOLLOW_ACROSS, "cpu:1", US (200));
  pick (document, sl_text_document_find (document, SL_OBJECT_CPU, 1), US (100));
  g_assert_cmpint (sl_follow_link_go (document, SL_FOLLOW_ACROSS), ==, SL_FOLLOW_NOTHING);
}

static void
test_obstacle (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary (
      "Who preempts a task, asked from its run, from where it waits, and from the processor.");

  pick (document, sl_text_document_find (document, SL_OBJECT_TASK, 7), US (50));
  follow (document, SL_FOLLOW_OBSTACLE, "task:5", US (100));
  pick (document, sl_text_document_find (document, SL_OBJECT_TASK, 7), US (150));
  follow (document, SL_FOLLOW_OBSTACLE, "task:5", US (100));
  pick (document, sl_text_document_find (document, SL_OBJECT_CPU, 0), US (50));
  follow (document, SL_FOLLOW_OBSTACLE, "task:5", US (100));
  pick (document, sl_text_document_find (document, SL_OBJECT_TASK, 5), US (150));
  g_assert_cmpint (sl_follow_link_go (document, SL_FOLLOW_OBSTACLE), ==, SL_FOLLOW_NOTHING);
  g_assert_cmpint (sl_follow_link_go (document, SL_FOLLOW_LOCK), ==, SL_FOLLOW_NOTHING);
}

static void
test_throttled (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (
      "# tracer: nop\n#\n"
      " <idle>-0 [000] d..2. 0.999000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
      "next_comm=low next_pid=7 next_prio=120\n"
      " low-7    [000] d..2. 1.000000: sched_switch: prev_comm=low prev_pid=7 prev_prio=120 prev_state=R ==> "
      "next_comm=dl next_pid=5 next_prio=-1\n"
      " dl-5     [000] d..2. 1.000100: sched_switch: prev_comm=dl prev_pid=5 prev_prio=-1 prev_state=R ==> "
      "next_comm=low next_pid=7 next_prio=120\n"
      " low-7    [000] d..2. 1.000500: sched_switch: prev_comm=low prev_pid=7 prev_prio=120 prev_state=R ==> "
      "next_comm=dl next_pid=5 next_prio=-1\n"
      " dl-5     [000] d..2. 1.000600: sched_switch: prev_comm=dl prev_pid=5 prev_prio=-1 prev_state=S ==> "
      "next_comm=low next_pid=7 next_prio=120\n");
  guint32 deadline = sl_text_document_find (document, SL_OBJECT_TASK, 5);
  SlTarget target;
  SlItem item;

  g_test_summary ("Nobody keeps a task from running that has used up its budget.");

  g_assert_true (
      sl_job_link_find_box (sl_document_get_rows (document), 0, deadline, US (300), &target));
  g_assert_true (sl_rows_get_item (sl_document_get_rows (document), &target, &item));
  g_assert_cmpint (item.state, ==, SL_STATE_THROTTLED);
  sl_document_pick (document, &target);
  g_assert_cmpint (sl_follow_link_go (document, SL_FOLLOW_OBSTACLE), ==, SL_FOLLOW_NOTHING);
}

static void
pick_event (SlDocument *document, guint64 index)
{
  sl_document_pick (document, &(SlTarget) { .type = SL_TARGET_EVENT, .index = index, .count = 1 });
}

static void
test_events (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary ("An event of a task, as of a recorded miss, stands for what the task does then.");

  pick_event (document, 3);
  follow (document, SL_FOLLOW_ACROSS, "cpu:0", US (100));
  pick_event (document, 1);
  follow (document, SL_FOLLOW_OBSTACLE, "task:5", US (100));
  pick_event (document, 4);
  follow (document, SL_FOLLOW_MOVE_FROM, "task:7", US (0));
}

static void
test_moves (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary ("Where a task goes on, in its own row or in those of the processors.");

  pick (document, sl_text_document_find (document, SL_OBJECT_TASK, 7), US (50));
  follow (document, SL_FOLLOW_MOVE_TO, "task:7", US (200));
  follow (document, SL_FOLLOW_MOVE_FROM, "task:7", US (0));
  g_assert_cmpint (sl_follow_link_go (document, SL_FOLLOW_MOVE_FROM), ==, SL_FOLLOW_NOTHING);
  pick (document, sl_text_document_find (document, SL_OBJECT_CPU, 0), US (50));
  follow (document, SL_FOLLOW_MOVE_TO, "cpu:1", US (200));
  follow (document, SL_FOLLOW_MOVE_FROM, "cpu:0", US (0));
}

static void
test_return (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary ("Whoever followed something comes back the same way, and forth again.");

  g_assert_cmpint (sl_follow_link_go (document, SL_FOLLOW_ACROSS), ==, SL_FOLLOW_NO_PICK);
  g_assert_false (sl_follow_link_return (document, -1));
  pick (document, sl_text_document_find (document, SL_OBJECT_CPU, 0), US (50));
  follow (document, SL_FOLLOW_ACROSS, "task:7", US (0));
  follow (document, SL_FOLLOW_OBSTACLE, "task:5", US (100));

  g_assert_true (sl_follow_link_return (document, -1));
  assert_picked (document, "task:7", US (0));
  g_assert_true (sl_follow_link_return (document, -1));
  assert_picked (document, "cpu:0", US (0));
  g_assert_false (sl_follow_link_return (document, -1));
  g_assert_true (sl_follow_link_return (document, 1));
  assert_picked (document, "task:7", US (0));

  /* What is followed now is another way. */
  follow (document, SL_FOLLOW_ACROSS, "cpu:0", US (0));
  g_assert_false (sl_follow_link_return (document, 1));
  g_assert_true (sl_follow_link_return (document, -1));
  assert_picked (document, "task:7", US (0));
}

static void
test_unit (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  SlViewState *state = sl_document_get_state (document);
  g_autofree char *before = NULL, *fixed = NULL, *undone = NULL;

  g_test_summary (
      "The unit of times is part of the view: the clock of the document has it, and undo takes it "
      "back.");

  before = sl_time_text_duration (sl_document_get_clock (document), (SlSpan) { 0, 1500000 });
  sl_document_take_state (document, sl_view_state_with_unit (state, SL_SHOWN_US), SL_GESTURE_NONE);
  fixed = sl_time_text_duration (sl_document_get_clock (document), (SlSpan) { 0, 1500000 });
  sl_view_history_undo (sl_document_get_history (document));
  undone = sl_time_text_duration (sl_document_get_clock (document), (SlSpan) { 0, 1500000 });
  g_assert_cmpstr (before, ==, "1.500 ms");
  g_assert_cmpstr (fixed, ==, "1\u202f500.000 µs");
  g_assert_cmpstr (undone, ==, "1.500 ms");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/follow-link/across", test_across);
  g_test_add_func ("/follow-link/obstacle", test_obstacle);
  g_test_add_func ("/follow-link/throttled", test_throttled);
  g_test_add_func ("/follow-link/events", test_events);
  g_test_add_func ("/follow-link/moves", test_moves);
  g_test_add_func ("/follow-link/return", test_return);
  g_test_add_func ("/follow-link/unit", test_unit);

  return g_test_run ();
}
