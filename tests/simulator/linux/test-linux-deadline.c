/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Tasks of SCHED_DEADLINE of which no mark says anything, in texts of tracefs that are written out by hand. */
#include <string.h>

#include "sl-analyses.h"
#include "sl-load.h"
#include "sl-open.h"

#define US 1000

/* On a time of 1.00 s and as many µs. */
#define EVENT(who, time, text) "   " who " [000] d..2. 1.00" time ": " text "\n"
#define TO_EDF(time, who, tid)                                                              \
  EVENT (who "-" tid, time,                                                                 \
         "sched_switch: prev_comm=" who " prev_pid=" tid " prev_prio=120 prev_state=R ==> " \
         "next_comm=edf next_pid=50 next_prio=120")
#define BACK_TO_EDF(time)                                                          \
  EVENT ("low-60", time,                                                           \
         "sched_switch: prev_comm=low prev_pid=60 prev_prio=120 prev_state=R ==> " \
         "next_comm=edf next_pid=50 next_prio=-1")
#define FROM_EDF(time)                                                            \
  EVENT ("edf-50", time,                                                          \
         "sched_switch: prev_comm=edf prev_pid=50 prev_prio=-1 prev_state=R ==> " \
         "next_comm=low next_pid=60 next_prio=120")
#define START(who, time, timer)                                     \
  EVENT (who, time,                                                 \
         "hrtimer_start: hrtimer=" timer " function=dl_task_timer " \
         "expires=1002000000 softexpires=1002000000 mode=ABS")
#define EXPIRE(time, timer) \
  EVENT ("low-60", time,    \
         "hrtimer_expire_entry: hrtimer=" timer " function=dl_task_timer now=100" time "000")
#define OF_EDF "00000000ff99"
#define OF_CPU "00000000ee11"

static SlTrace *
load (const char *text)
{
  g_autofree char *whole = g_strconcat ("# tracer: nop\n#\n", text, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (whole, strlen (whole));
  g_autoptr (GError) error = NULL;
  g_autoptr (SlSource) source = sl_open_bytes (bytes, "a.txt", "ftrace-text", NULL, &error);
  SlTrace *trace;

  g_assert_no_error (error);
  trace = sl_load_run (source, sl_analyses_get_all (), NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  return trace;
}

static SlState
find_state (SlTrace *trace, guint64 tid, SlTime time)
{
  guint32 number = sl_object_table_find (sl_trace_get_objects (trace), SL_OBJECT_TASK, tid, 1);
  const SlLane *lane = sl_trace_get_lane_of_object (trace, number);
  SlItem item;

  g_assert_true (sl_track_find_at (sl_lane_get_track (lane, SL_ROLE_STATES), time, &item));
  return (SlState) item.state;
}

static void
test_first_throttle (void)
{
  g_autoptr (SlTrace) trace =
      load (TO_EDF ("0000", "low", "60") START ("edf-50", "1000", OF_EDF) FROM_EDF ("1010")
                EXPIRE ("2000", OF_EDF) BACK_TO_EDF ("2010") FROM_EDF ("2500"));

  g_test_summary (
      "A task that becomes one of SCHED_DEADLINE unseen is throttled the first time, too: the timer that it "
      "started is its own.");

  g_assert_cmpuint (find_state (trace, 50, 1500 * US), ==, SL_STATE_THROTTLED);
  g_assert_cmpuint (find_state (trace, 50, 2005 * US), ==, SL_STATE_READY);
  g_assert_cmpuint (find_state (trace, 50, 2200 * US), ==, SL_STATE_RUNNING);
}

static void
test_other_timer (void)
{
  g_autoptr (SlTrace) trace =
      load (START ("low-60", "0000", OF_CPU) TO_EDF ("0010", "low", "60") FROM_EDF ("1010")
                EXPIRE ("2000", OF_CPU) BACK_TO_EDF ("2010") FROM_EDF ("2500"));

  g_test_summary (
      "A timer that another task started is that of the server of the fair class, which may be more urgent: "
      "the task is ready.");

  g_assert_cmpuint (find_state (trace, 50, 1500 * US), ==, SL_STATE_READY);
  g_assert_cmpuint (find_state (trace, 50, 2005 * US), ==, SL_STATE_READY);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/linux/deadline/first-throttle", test_first_throttle);
  g_test_add_func ("/linux/deadline/other-timer", test_other_timer);
  return g_test_run ();
}
