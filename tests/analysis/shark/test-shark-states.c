/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"

/* The orders are those of the kernel; 264 is the idle task, 256 main. */

static void
test_preemption (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A switch in a timer interrupt logs no context switch: the interrupt's end tells "
                  "who runs. Who is preempted is ready; who finished is idle.");

  trace = sl_event_script_load ("trace-start(256,1000) @100 create(272,5) A(272) + + R(272) - "
                                "S(272,272) + C(272) @300 W + + R(280) - S(280,280) + /W(280) "
                                "@500 - - E(280) S(272,272) + C(272) @700 - - E(272) S(264,264) "
                                "C(264) @900 W /W(264) @1000 trace-stop");

  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "100 suspended, 140 ready, 180 running, 300 interrupted, 370 ready, "
                         "550 running, 740 idle, 1000");
  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "330 ready, 370 running, 550 idle, 1000");
  sl_event_script_check (trace, "task:264", SL_ROLE_STATES,
                         "740 running, 900 interrupted, 910 running, 1000");
  sl_event_script_check (trace, "task:256", SL_ROLE_STATES, "0 running, 180 ready, 1000");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:256, 180 running task:272, 300 interrupt timer, "
                         "370 running task:280, 550 running task:272, 740 running task:264, "
                         "900 interrupt timer, 910 running task:264, 1000");
  sl_event_script_check (trace, "timer", SL_ROLE_STATES, "300 active, 370, 900 active, 910");
  sl_event_script_check (trace, "task:272", SL_ROLE_MARKS,
                         "100 task-create, 110 task-activate, 140 task-timer, "
                         "720 task-end-cycle, ");
}

static void
test_started_again (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "A trace that was started by a task that ended at once, and started again by none, is "
      "read to its end: that task alone is called after the start.");

  trace = sl_event_script_load ("trace-start(256,1000) @0 end(256) @0 C(264) @100 create(272,5) "
                                "trace-start(7,1000) @200 trace-stop");

  g_assert_cmpstr (sl_object_table_get (sl_trace_get_objects (trace),
                                        sl_object_table_find (sl_trace_get_objects (trace),
                                                              SL_OBJECT_TASK, 256, 1))
                       ->name,
                   ==, "boot");
}

static void
test_queued_release (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A job released while the one before runs is queued, and is ready when that "
                  "finishes.");

  trace = sl_event_script_load ("trace-start(272,1000) R(272) @100 W R(272) /W(272) @200 "
                                "E(272) S(272,272) C(272) @300 E(272) S(264,264) C(264) @400 "
                                "W R(272) R(280) S(280,280) /W(280) @500 E(280) R(280) "
                                "S(272,272) C(272) @600 trace-stop");

  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "0 running, 100 interrupted, 120 running, 320 idle, 410 ready, "
                         "530 running, 600");
  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "420 ready, 440 running, 530 ready, 600");
}

static void
test_interrupt_switch (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("After a hardware interrupt the scheduler's record stands alone: it is the "
                  "switch. Interrupts nest.");

  trace = sl_event_script_load ("trace-start(264,1000) @100 I(1) W /W(264) I(3) I(3) /I(3) /I(3) "
                                "A(280) + /I(1) - S(280,280) @300 A(288) S(280,280) C(280) "
                                "E(280) S(288,288) + C(288) @500 trace-stop");

  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:264, 100 interrupt irq:1, 190 running task:264, "
                         "210 running task:280, 360 running task:288, 500");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_NESTED,
                         "110 interrupt timer, 120, 130 interrupt irq:3, 160 | "
                         "140 interrupt irq:3, 150");
  sl_event_script_check (trace, "irq:3", SL_ROLE_STATES, "130 active, 160");
  sl_event_script_check (trace, "irq:3", SL_ROLE_NESTED, "140 active, 150");
  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "170 ready, 210 running, 360 idle, 500");
  sl_event_script_check (trace, "task:288", SL_ROLE_STATES, "300 ready, 360 running, 500");
  sl_event_script_check (trace, "task:264", SL_ROLE_STATES,
                         "0 running, 100 interrupted, 190 running, 210 ready, 500");
}

static void
test_lives (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A task runs on after its end until the switch; its context is used anew. A "
                  "context of which only the pid was told was dead before the trace began.");

  trace = sl_event_script_load ("trace-start(256,1000) id(256,0) id(264,1) id(280,9) "
                                "@100 end(256,0) - S(264,264) C(264) @200 create(256,4) A(256) "
                                "S(256,256) C(256) @300 create(280,5) A(280) @400 trace-stop");

  sl_event_script_check (trace, "task:256", SL_ROLE_STATES, "0 running, 130");
  sl_event_script_check (trace, "task:256#2", SL_ROLE_STATES,
                         "200 suspended, 210 ready, 230 running, 400");
  sl_event_script_check (trace, "task:280", SL_ROLE_STATES, "300 suspended, 310 ready, 400");
  sl_event_script_check (trace, "task:280#2", SL_ROLE_STATES, "");
  sl_event_script_check (trace, "task:264", SL_ROLE_STATES, "130 running, 230 ready, 400");
}

static void
test_contexts_of_the_kernel (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Context 80, a call into the BIOS, returns to its caller without a record; "
                  "context 0 is not a task.");

  trace = sl_event_script_load ("trace-start(272,1000) @100 C(80) @200 ipoint(1) @300 C(248) "
                                "@400 C(0) @500 C(272) @600 trace-stop");

  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:272, 100 running task:80, 200 running task:272, "
                         "300 running task:248, 400 idle, 500 running task:272, 600");
  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "0 running, 100 blocked, 200 running, 300 ready, 500 running, 600");
  sl_event_script_check (trace, "task:80", SL_ROLE_STATES, "100 running, 200");
}

static void
test_servers (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A task whose server is exhausted is throttled until the server is replenished.");

  trace = sl_event_script_load ("trace-start(264,1000) @100 W A(272) active(0,0x5000) + - "
                                "S(272,272) + + /W(272) @300 W - exhaust(0,0x5000) + S(264,264) "
                                "/W(264) @500 W replenish(0,0x5000) S(272,272) + + /W(272) @700 "
                                "- E(272) S(264,264) C(264) @800 trace-stop");

  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "110 ready, 180 running, 300 interrupted, 350 throttled, 510 ready, "
                         "550 running, 730 idle, 800");
  sl_event_script_check (trace, "server:0x5000", SL_ROLE_STATES,
                         "120 active, 320 exhausted, 510 active, 710 inactive, 800");
}

static void
test_hard_server (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A level that logs no server events: the idle task runs after a timer interrupt "
                  "that woke nothing, so the budget is used up until the next release.");

  trace = sl_event_script_load ("trace-start(264,1000) @100 W A(272) + S(272,272) + /W(272) @300 "
                                "W S(264,264) /W(264) @500 W + R(272) S(272,272) + /W(272) @700 "
                                "- E(272) S(264,264) C(264) @800 trace-stop");

  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "110 ready, 150 running, 300 interrupted, 320 throttled, 520 ready, "
                         "550 running, 730 idle, 800");
}

static void
test_processor_flags (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Disabled interrupts and real mode are spans of the processor, hits are marks "
      "and counts are values of their line over the time that they count, disabled tasks are suspended.");

  trace = sl_event_script_load ("trace-start(264,1000) cli to-real-mode to-protected-mode sti "
                                "interrupt-hit(4) interrupt-count(4,7) interrupt-count(4,9) @100 "
                                "C(272) task-disable(272) S(264,264) C(264) @200 trace-stop");

  sl_event_script_check (trace, "cpu:0", SL_ROLE_CLI, "10 cli, 40");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_REAL_MODE, "20 real-mode, 30");
  sl_event_script_check (trace, "irq:4", SL_ROLE_MARKS, "50 interrupt-hit, ");
  sl_event_script_check (trace, "irq:4", SL_ROLE_VALUE, "0 7, 60 9, 70 -1, ");
  sl_event_script_check (trace, "irq:4", SL_ROLE_COUNTED, "60 7, 70 16, ");
  sl_event_script_check (trace, "task:272", SL_ROLE_STATES, "100 running, 130 suspended, 200");
}

static void
test_idle_task (void)
{
  g_autoptr (SlTrace) trace = NULL;
  const SlObject *idle;

  g_test_summary ("The idle task is the one there from the start that runs most without being "
                  "activated and without finishing; names tell context and pid.");

  trace = sl_event_script_load ("trace-start(256,1000) id(256,0) id(264,2) create(272,3) A(272) "
                                "S(272,272) C(272) @1000 E(272) S(264,264) C(264) @1300 "
                                "trace-stop");

  idle = sl_object_table_get (sl_trace_get_objects (trace), sl_trace_get_idle_task (trace));
  g_assert_cmpuint (idle->id, ==, 264);
  g_assert_cmpstr (idle->name, ==, "ctx 264 · pid 2");
}

static void
test_damage (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Ends without starts, starts without ends and switches inside interrupts are "
                  "notes, and what follows is right again.");

  trace = sl_event_script_load ("trace-start(264,1000) /I(1) I(1) W /I(1) I(2) C(272) A(7) "
                                "I(300) @200 trace-stop");

  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:264, 20 interrupt irq:1, 40 running task:264, "
                         "50 interrupt irq:2, 60 running task:272, 200");
  g_assert_cmpuint (sl_trace_get_n_notes (trace), ==, 5);
  for (guint i = 0; i < 5; i++)
    g_assert_cmpuint (sl_trace_get_note (trace, i)->count, ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shark-states/started-again", test_started_again);
  g_test_add_func ("/shark-states/preemption", test_preemption);
  g_test_add_func ("/shark-states/queued-release", test_queued_release);
  g_test_add_func ("/shark-states/interrupt-switch", test_interrupt_switch);
  g_test_add_func ("/shark-states/lives", test_lives);
  g_test_add_func ("/shark-states/contexts-of-the-kernel", test_contexts_of_the_kernel);
  g_test_add_func ("/shark-states/servers", test_servers);
  g_test_add_func ("/shark-states/hard-server", test_hard_server);
  g_test_add_func ("/shark-states/processor-flags", test_processor_flags);
  g_test_add_func ("/shark-states/idle-task", test_idle_task);
  g_test_add_func ("/shark-states/damage", test_damage);

  return g_test_run ();
}
