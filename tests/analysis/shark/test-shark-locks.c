/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-script.h"
#include "sl-statistics.h"

/* However often a request is refused, it is one. */
static void
assert_one_request (SlTrace *trace, const char *name, SlTime time)
{
  g_autoptr (SlStatistics) statistics =
      sl_statistics_new (trace, sl_trace_get_span (trace), 0, NULL, NULL);
  const SlTrack *requests = NULL;
  SlItem item;

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (g_str_equal (sl_trace_get_lane (trace, i)->name, name))
      requests = sl_lane_get_track (sl_trace_get_lane (trace, i), SL_ROLE_REQUESTS);

  g_assert_nonnull (requests);
  g_assert_cmpuint (sl_track_get_count (requests), ==, 1);
  g_assert_true (sl_track_find_before (requests, time + 1, &item));
  g_assert_cmpint (item.begin, ==, time);
  g_assert_cmpuint (statistics->locks->len, ==, 1);
  g_assert_cmpuint (g_array_index (statistics->locks, SlLockStatistics, 0).n_waited, ==, 1);
}

static void
test_priority_inheritance (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A task blocked by priority inheritance gets the mutex when it runs after the "
                  "unlock; meanwhile its holder has its priority, preemption or not.");

  trace = sl_event_script_load (
      "trace-start(288,1000) lock(288,0x1000) @100 W + + R(272) - S(272,272) + /W(272) @200 "
      "lock(272,0x1000) - S(288,272) inheritance(288,272) C(288) @300 W + R(280) S(288,272) "
      "/W(288) @400 unlock(288,0x1000) S(272,272) + inheritance(272,272) C(272) @500 "
      "unlock(272,0x1000) - S(272,272) + inheritance(272,272) C(272) @600 - - E(272) S(280,280) + "
      "C(280) @700 E(280) S(288,288) C(288) @800 trace-stop");

  sl_event_script_check (
      trace, "task:272", SL_ROLE_STATES,
      "130 ready, 170 running, 240 blocked mutex:0x1000, 400 ready, 440 running, "
      "650 idle, 800");
  sl_event_script_check (trace, "task:288", SL_ROLE_STATES,
                         "0 running, 100 interrupted, 170 ready, 240 running, 300 interrupted, "
                         "340 running, 440 ready, 720 running, 800");
  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_STATES,
                         "10 held task:288, 400, 440 held task:272, 500");
  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_WAITERS, "200 waited task:272, 400");
  sl_event_script_check (trace, "task:288", SL_ROLE_HOLDS, "10 held mutex:0x1000, 400");
  sl_event_script_check (trace, "task:288", SL_ROLE_INHERITS, "220 inherits task:272, 410");
}

static void
test_hand_over (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("Without inheritance the unlock hands the mutex to the first waiter, which is "
                  "ready from there on.");

  trace = sl_event_script_load (
      "trace-start(272,1000) lock(272,0x1000) @100 W R(280) S(280,280) /W(280) @200 "
      "lock(280,0x1000) - S(272,272) C(272) @300 W R(288) S(288,288) /W(288) @400 "
      "lock(288,0x1000) S(272,272) C(272) @500 unlock(272,0x1000) S(272,272) C(272) @600 E(272) "
      "S(280,280) C(280) @700 unlock(280,0x1000) S(288,288) C(288) @800 trace-stop");

  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "110 ready, 130 running, 230 blocked mutex:0x1000, 500 ready, "
                         "620 running, 720 ready, 800");
  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_STATES,
                         "10 held task:272, 500 held task:280, 700 held task:288, 800");
  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_WAITERS,
                         "200 waited task:280, 500 | 400 waited task:288, 700");
}

static void
test_retry (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A waiter that runs while another holds the mutex tries again, and blocks again "
                  "without a second request.");

  trace = sl_event_script_load (
      "trace-start(272,1000) lock(272,0x1000) @100 W R(280) S(280,280) /W(280) @200 "
      "lock(280,0x1000) S(272,280) C(272) @300 S(280,280) C(280) S(272,280) inheritance(272,280) "
      "C(272) @400 unlock(272,0x1000) S(280,280) C(280) @500 E(280) trace-stop");

  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "110 ready, 130 running, 220 blocked mutex:0x1000, 310 running, "
                         "340 blocked mutex:0x1000, 400 ready, 420 running, 510");
  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_WAITERS, "200 waited task:280, 400");
}

static void
test_free_mutex (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary (
      "Who waits for a mutex that was given back is ready, to try again, though another "
      "one may run and take it first: then it is blocked again. The mutex says the same.");

  trace = sl_event_script_load (
      "trace-start(272,1000) lock(272,0x1000) W R(280) S(280,280) /W(280) @100 lock(280,0x1000) "
      "S(272,280) C(272) @200 W R(288) S(272,280) /W(272) @300 unlock(272,0x1000) S(288,288) "
      "C(288) @400 lock(288,0x1000) - unlock(288,0x1000) S(280,280) C(280) @500 trace-stop");

  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "30 ready, 50 running, 120 blocked mutex:0x1000, 300 ready, "
                         "400 blocked mutex:0x1000, 420 ready, 440 running, 500");
  sl_event_script_check (trace, "mutex:0x1000", SL_ROLE_WAITERS,
                         "100 waited task:280, 300, 400 waited task:280, 420");
  assert_one_request (trace, "mutex:0x1000", 100);
}

static void
test_semaphores (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A wait that is followed by a switch to the task itself has passed; a post "
                  "wakes the first waiter, whichever of the two it names. Who posts a semaphore "
                  "that it passed was in a critical section. Below 256 a mutex is a semaphore.");

  trace = sl_event_script_load (
      "trace-start(272,1000) wait(272,3) C(272) @100 W R(280) S(280,280) /W(280) @200 lock(280,3) "
      "S(272,272) C(272) @300 S(280,280) post(280,3) C(280) @400 post(280,3) @500 wait(280,4) "
      "S(272,272) C(272) @600 trace-stop");

  sl_event_script_check (trace, "semaphore:3", SL_ROLE_STATES,
                         "10 held task:272, 310 held task:280, 400");
  sl_event_script_check (trace, "semaphore:3", SL_ROLE_MARKS,
                         "10 mutex-wait, 200 mutex-lock, 310 mutex-post, 400 mutex-post, ");
  sl_event_script_check (trace, "semaphore:3", SL_ROLE_WAITERS, "200 waited task:280, 310");
  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "110 ready, 130 running, 220 blocked semaphore:3, 310 ready, "
                         "320 running, 520 blocked semaphore:4, 600");
  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "0 running, 100 interrupted, 130 ready, 220 running, 320 ready, "
                         "520 running, 600");
}

static void
test_signalling (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A semaphore that others post is a signal: nobody is in a critical section.");

  trace = sl_event_script_load (
      "trace-start(280,1000) wait(280,3) S(272,272) C(272) @100 S(280,280) post(272,3) C(280) @200 "
      "wait(280,3) S(272,272) C(272) @300 trace-stop");

  sl_event_script_check (trace, "semaphore:3", SL_ROLE_STATES, "");
  sl_event_script_check (trace, "semaphore:3", SL_ROLE_WAITERS,
                         "10 waited task:280, 110, 200 waited task:280, 300");
  sl_event_script_check (trace, "task:280", SL_ROLE_HOLDS, "");
}

static void
test_woken_before_switch (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A switch whose record stands before the post that wakes the task begins with "
                  "that post, in the task's lane and in the processor's alike.");

  trace = sl_event_script_load ("trace-start(280,1000) wait(280,3) S(264,264) C(264) @100 I(1) "
                                "/I(1) S(280,280) post(280,3) ipoint(1) @200 trace-stop");

  sl_event_script_check (trace, "task:280", SL_ROLE_STATES,
                         "0 running, 30 blocked semaphore:3, 130 running, 200");
  sl_event_script_check (trace, "cpu:0", SL_ROLE_STATES,
                         "0 running task:280, 30 running task:264, 100 interrupt irq:1, "
                         "110 running task:264, 130 running task:280, 200");
}

static void
test_unknown_wait (void)
{
  g_autoptr (SlTrace) trace = NULL;

  g_test_summary ("A task that leaves the processor for no reason that was logged is blocked by "
                  "something unknown.");

  trace = sl_event_script_load ("trace-start(272,1000) @100 S(264,264) C(264) @200 S(272,272) "
                                "C(272) @300 A(280) S(280,280) C(280) @400 trace-stop");

  sl_event_script_check (trace, "task:272", SL_ROLE_STATES,
                         "0 running, 110 blocked, 210 running, 320 ready, 400");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/shark-locks/priority-inheritance", test_priority_inheritance);
  g_test_add_func ("/shark-locks/hand-over", test_hand_over);
  g_test_add_func ("/shark-locks/retry", test_retry);
  g_test_add_func ("/shark-locks/free-mutex", test_free_mutex);
  g_test_add_func ("/shark-locks/semaphores", test_semaphores);
  g_test_add_func ("/shark-locks/signalling", test_signalling);
  g_test_add_func ("/shark-locks/woken-before-switch", test_woken_before_switch);
  g_test_add_func ("/shark-locks/unknown-wait", test_unknown_wait);

  return g_test_run ();
}
