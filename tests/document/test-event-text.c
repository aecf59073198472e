/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-text.h"

#include "text-document.h"

static const char text[] =
    "# tracer: nop\n#\n"
    " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=worker next_pid=7 next_prio=120\n"
    " worker-7 [000] d..2. 1.000100: sched_switch: prev_comm=worker prev_pid=7 prev_prio=120 prev_state=S ==> "
    "next_comm=worker next_pid=8 next_prio=120\n"
    " worker-8 [000] d..2. 1.000200: sched_switch: prev_comm=worker prev_pid=8 prev_prio=120 prev_state=S ==> "
    "next_comm=other next_pid=9 next_prio=120\n"
    " other-9  [000] d..2. 1.000300: sched_switch: prev_comm=other prev_pid=9 prev_prio=120 prev_state=S ==> "
    "next_comm=swapper/0 next_pid=0 next_prio=120\n";

static void
assert_title (SlDocument *document, guint32 object, const char *expected)
{
  g_autofree char *title = sl_event_text_title (document, 0, object);

  g_assert_cmpstr (title, ==, expected);
}

static void
test_title (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  guint32 task = sl_text_document_find (document, SL_OBJECT_TASK, 7);
  guint32 cpu = sl_text_document_find (document, SL_OBJECT_CPU, 0);
  g_autofree char *name = sl_event_text_object (document, 0, task);

  g_test_summary (
      "Of tasks with one name lists say the number too, as their rows do; the name itself, which filters know, stays.");

  assert_title (document, task, "worker · 7");
  assert_title (document, sl_text_document_find (document, SL_OBJECT_TASK, 8), "worker · 8");
  assert_title (document, sl_text_document_find (document, SL_OBJECT_TASK, 9), "other");
  assert_title (document, cpu, "CPU 0");
  assert_title (document, 0, "");
  g_assert_cmpstr (name, ==, "worker");

  sl_document_rename (document, 0, "task:8", "second");
  assert_title (document, task, "worker");
  assert_title (document, sl_text_document_find (document, SL_OBJECT_TASK, 8), "second");
}

static void
assert_of_several (SlDocument *document, guint trace, const char *expected)
{
  guint32 task = sl_text_document_find (document, SL_OBJECT_TASK, 9);
  g_autofree char *title = sl_event_text_object_of_several (document, trace, task);

  g_assert_cmpstr (title, ==, expected);
}

static void
test_several (void)
{
  static const guint compared[2] = { 1, 0 };
  g_autoptr (SlDocument) document = sl_text_document_new (text);
  g_autoptr (SlDocument) before = sl_text_document_new (text);

  g_test_summary (
      "Of several traces the number of the trace stands before a name; of two that are compared, the letter that rows have.");

  assert_of_several (document, 0, "other");
  sl_document_add_before (document, sl_trace_set_get_trace (sl_document_get_trace_set (before), 0));
  assert_of_several (document, 0, "0: other");
  assert_of_several (document, 1, "1: other");
  sl_document_take_state (document,
                          sl_view_state_with_compared (sl_document_get_state (document), compared),
                          SL_GESTURE_NONE);
  assert_of_several (document, 0, "B · other");
  assert_of_several (document, 1, "A · other");
}

static void
assert_elapsed (SlDocument *document, SlShownUnit unit, const char *expected)
{
  g_autofree char *elapsed = NULL;

  sl_document_take_state (document,
                          sl_view_state_with_unit (sl_document_get_state (document), unit),
                          SL_GESTURE_NONE);
  elapsed = sl_event_text_elapsed (document, 200000);
  g_assert_cmpstr (elapsed, ==, expected);
}

static void
test_elapsed (void)
{
  g_autoptr (SlDocument) document = sl_text_document_new (text);

  g_test_summary ("A time has its unit, whichever that is.");

  assert_elapsed (document, SL_SHOWN_AUTO, "0.000\u202f200\u202f000 s");
  assert_elapsed (document, SL_SHOWN_MS, "0.200\u202f000 ms");
  assert_elapsed (document, SL_SHOWN_TICKS, "200\u202f000 ns");
}

static void
assert_cpu (const char *trace_text, const char *expected)
{
  g_autoptr (SlDocument) document = sl_text_document_new (trace_text);
  SlTrace *trace = sl_trace_set_get_trace (sl_document_get_trace_set (document), 0);
  g_autofree char *cpu = NULL;
  SlEvent event;

  g_assert_true (sl_trace_read_event (trace, 0, &event));
  cpu = sl_event_text_cpu (trace, &event);
  g_assert_cmpstr (cpu, ==, expected);
}

static void
test_cpu (void)
{
  g_test_summary ("An event has no processor where programs recorded themselves.");
  assert_cpu (text, "0");
  assert_cpu (
      "{\"traceEvents\":[{\"ph\":\"X\",\"pid\":1,\"tid\":1,\"ts\":0,\"dur\":10,\"name\":\"n\"}]}",
      "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/event-text/title", test_title);
  g_test_add_func ("/event-text/several", test_several);
  g_test_add_func ("/event-text/elapsed", test_elapsed);
  g_test_add_func ("/event-text/cpu", test_cpu);

  return g_test_run ();
}
