/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"

static void
test_filters (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("While the task family is not recorded, what tasks do off the processor is "
                  "unknown; while the timer is not either, so is who runs.");

  trace = sl_event_script_load (
      "filter-task(1) trace-start(272,1000) @100 filter-timer(1) @200 C(264) @300 filter-timer(0) "
      "filter-task(0) @400 W R(272) S(272,272) /W(272) @500 trace-stop");

  sl_event_script_check (trace, "trace", SL_ROLE_NESTED,
                         "0 not-recorded task, 310 | 100 not-recorded timer, 300");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 unknown, 10 running task:272, 100 unknown, 400 interrupt timer, "
                         "430 running task:272, 500");
  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "10 running, 100 unknown, 410 ready, 430 running, 500");
}

static void
test_schedule_alone (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Without the priority family the scheduler's records tell who runs.");

  trace = sl_event_script_load ("filter-priority(1) trace-start(272,1000) @100 E(272) S(264,264) "
                                "@200 W R(272) S(272,272) /W(272) @300 trace-stop");

  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "10 running, 110 idle, 210 ready, 230 running, 300");
}

static void
test_locks_not_recorded (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("While the mutex family is not recorded, locks are unknown; a filter that is "
                  "lifted without having been set was set before the trace began.");

  trace = sl_event_script_load ("trace-start(272,1000) lock(272,0x1000) @100 filter-mutex(1) @200 "
                                "filter-mutex(0) @300 lock(272,0x1000) @400 unlock(272,0x1000) "
                                "filter-server(0) filter-task(0) @500 trace-stop");

  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_STATES,
                         "10 held task:272, 100 unknown, 200, 300 held task:272, 400");
  sl_event_script_check (trace, "trace", SL_ROLE_NESTED,
                         "100 not-recorded mutex, 200 | 0 not-recorded server, 410 | "
                         "0 not-recorded task, 420");
}

static void
test_blackout (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A blackout is a gap: all is unknown from its start until events tell again.");

  trace = sl_event_script_load ("trace-start(272,1000) W R(280) /W(272) @100 I(1) @110 "
                                "blackout-start @200 blackout-end @300 S(272,272) C(272) @400 "
                                "A(280) @500 trace-stop");

  sl_event_script_check (trace, "trace", SL_ROLE_STATES, "110 gap blackout, 200");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:272, 10 interrupt timer, 30 running task:272, "
                         "100 interrupt irq:1, 110 unknown, 310 running task:272, 500");
  sl_event_script_check (trace, "irq:1", SL_ROLE_STATES, "100 active, 110 unknown, 200");
  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "20 ready, 110 unknown, 400 ready, 500");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shark-recorded/filters", test_filters);
  g_test_add_func ("/shark-recorded/schedule-alone", test_schedule_alone);
  g_test_add_func ("/shark-recorded/locks", test_locks_not_recorded);
  g_test_add_func ("/shark-recorded/blackout", test_blackout);

  return g_test_run ();
}
