/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

static void
changed_cb (SlDocument *document, guint changes, guint *seen)
{
  *seen |= changes;
}

static void
test_changes (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (5000);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  SlSpan all = sl_view_state_get_visible (sl_document_get_state (document));
  guint seen = 0;

  g_test_summary ("Listeners hear what changed and nothing else; what changes nothing is silent.");

  g_signal_connect (document, "changed", G_CALLBACK (changed_cb), &seen);
  sl_document_show (document, (SlSpan) { 1000, 2000 }, SL_GESTURE_NONE);
  g_assert_cmpuint (seen, ==, SL_CHANGED_VISIBLE);

  seen = 0;
  sl_document_show (document, (SlSpan) { 1000, 2000 }, SL_GESTURE_NONE);
  g_assert_cmpuint (seen, ==, 0);

  sl_document_take_state (document,
                          sl_view_state_with_filter (sl_document_get_state (document), "a = 1",
                                                     FALSE),
                          SL_GESTURE_NONE);
  g_assert_cmpuint (seen, ==, SL_CHANGED_FILTER | SL_CHANGED_VIEW);

  seen = 0;
  sl_document_set_rate (document, 1000000, 1);
  g_assert_cmpuint (seen, ==, SL_CHANGED_OVERLAY);
  g_assert_true (sl_clock_has_rate (sl_document_get_clock (document)));
  g_assert_false (sl_clock_has_rate (sl_trace_get_clock (trace)));

  sl_view_history_undo (sl_document_get_history (document));
  sl_view_history_undo (sl_document_get_history (document));
  g_assert_true (sl_span_equal (all, sl_view_state_get_visible (sl_document_get_state (document))));
}

static void
test_generations (void)
{
  g_autoptr (SlTrace) one = sl_app_test_make_trace (3000);
  g_autoptr (SlTrace) two = sl_app_test_make_trace (9000);
  g_autoptr (SlTrace) three = sl_app_test_make_trace (12000);
  g_autoptr (SlDocument) document = sl_document_new (one);
  SlSpan shown;

  g_test_summary ("A view of the whole trace grows with it, any other stays where the user put "
                  "it.");

  sl_document_set_trace (document, two);
  shown = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_true (sl_span_equal (shown, sl_trace_get_span (two)));
  g_assert_false (sl_view_history_can_undo (sl_document_get_history (document)));

  sl_document_show (document, (SlSpan) { 700, 1400 }, SL_GESTURE_NONE);
  sl_document_set_trace (document, three);
  shown = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_true (sl_span_equal (shown, ((SlSpan) { 700, 1400 })));
}

static void
test_picked_event (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (5000);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  SlSpan shown;
  guint64 index;

  g_test_summary ("Picking an event shows its time, and what is picked can be asked for.");

  g_assert_false (sl_document_get_picked_event (document, &index));
  sl_document_show (document, (SlSpan) { 0, 500 }, SL_GESTURE_NONE);
  sl_document_pick_event (document, 4000);
  g_assert_true (sl_document_get_picked_event (document, &index));
  g_assert_cmpuint (index, ==, 4000);

  shown = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_true (sl_span_contains (shown, fake_source_event (4000).time));

  sl_view_history_undo (sl_document_get_history (document));
  g_assert_false (sl_document_get_picked_event (document, &index));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/document/changes", test_changes);
  g_test_add_func ("/app/document/generations", test_generations);
  g_test_add_func ("/app/document/picked-event", test_picked_event);
  return g_test_run ();
}
