/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-history.h"

static SlViewState *
show (SlViewHistory *history, SlTime begin)
{
  return sl_view_state_with_visible (sl_view_history_get_state (history),
                                     (SlSpan) { begin, begin + 100 });
}

static SlTime
get_begin (SlViewHistory *history)
{
  return sl_view_state_get_visible (sl_view_history_get_state (history)).begin;
}

static void
apply (SlViewHistory *history, SlTime begin, guint gesture)
{
  g_autoptr (SlViewState) state = show (history, begin);

  sl_view_history_apply (history, state, gesture);
}

static void
test_undo_redo (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);

  g_test_summary (
      "Undo returns to each state, redo goes forward, a new step forgets what was undone.");

  apply (history, 1, SL_GESTURE_NONE);
  apply (history, 2, SL_GESTURE_NONE);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpint (get_begin (history), ==, 1);
  g_assert_true (sl_view_history_redo (history));
  g_assert_cmpint (get_begin (history), ==, 2);
  g_assert_false (sl_view_history_redo (history));
  g_assert_true (sl_view_history_undo (history));
  apply (history, 3, SL_GESTURE_NONE);
  g_assert_false (sl_view_history_can_redo (history));
  g_assert_true (sl_view_history_undo (history));
  g_assert_true (sl_view_history_undo (history));
  g_assert_false (sl_view_history_undo (history));
  g_assert_true (sl_view_state_equal (sl_view_history_get_state (history), first));
}

static void
test_gestures (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);
  guint drag = sl_view_history_new_gesture (history);
  guint other = sl_view_history_new_gesture (history);

  g_test_summary ("A drag is one step however many changes it makes; an undo ends it.");

  for (SlTime i = 1; i <= 50; i++)
    apply (history, i, drag);
  apply (history, 60, other);
  apply (history, 61, other);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpint (get_begin (history), ==, 50);
  apply (history, 70, drag);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpint (get_begin (history), ==, 50);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpint (get_begin (history), ==, 0);
}

static void
test_nothing_changed (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);
  g_autoptr (SlViewState) same = sl_view_state_with_filter (first, NULL, FALSE);

  g_test_summary ("A change that changes nothing is the same state and makes no step.");

  g_assert_true (same == first);
  sl_view_history_apply (history, same, SL_GESTURE_NONE);
  g_assert_false (sl_view_history_can_undo (history));
}

static void
test_long (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);
  guint steps = 0;

  g_test_summary ("A long session forgets its oldest steps and keeps the order of the others.");

  for (SlTime i = 1; i <= 2000; i++)
    apply (history, i, SL_GESTURE_NONE);
  for (SlTime i = 2000; sl_view_history_undo (history); steps++)
    {
      i--;
      g_assert_cmpint (get_begin (history), ==, i);
    }
  g_assert_cmpuint (steps, >=, 100);
  g_assert_cmpuint (steps, <, 2000);
}

static void
test_state_sets (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewState) hidden =
      sl_view_state_with_name (first, SL_NAMES_HIDDEN_ROWS, "task:296", TRUE);
  g_autoptr (SlViewState) more =
      sl_view_state_with_name (hidden, SL_NAMES_HIDDEN_ROWS, "cpu:0", TRUE);
  g_autoptr (SlViewState) less =
      sl_view_state_with_name (more, SL_NAMES_HIDDEN_ROWS, "cpu:0", FALSE);

  g_test_summary (
      "States are values: a changed copy leaves its origin alone, and equality is by content.");

  g_assert_false (sl_view_state_has_name (first, SL_NAMES_HIDDEN_ROWS, "task:296"));
  g_assert_true (sl_view_state_has_name (more, SL_NAMES_HIDDEN_ROWS, "task:296"));
  g_assert_false (sl_view_state_has_name (more, SL_NAMES_PINNED_ROWS, "task:296"));
  g_assert_false (sl_view_state_equal (hidden, more));
  g_assert_true (sl_view_state_equal (hidden, less));
}

static void
test_cancel (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);
  guint drag = sl_view_history_new_gesture (history);

  g_test_summary (
      "A drag that is cancelled can neither be undone nor be redone; what came before stays.");

  apply (history, 1, SL_GESTURE_NONE);
  g_assert_false (sl_view_history_cancel (history, drag));
  g_assert_false (sl_view_history_cancel (history, SL_GESTURE_NONE));
  for (SlTime i = 2; i <= 50; i++)
    apply (history, i, drag);
  g_assert_true (sl_view_history_cancel (history, drag));
  g_assert_cmpint (get_begin (history), ==, 1);
  g_assert_false (sl_view_history_can_redo (history));
  g_assert_false (sl_view_history_cancel (history, drag));
  g_assert_true (sl_view_history_undo (history));
  g_assert_true (sl_view_state_equal (sl_view_history_get_state (history), first));

  for (SlTime i = 1; i <= 2000; i++)
    apply (history, i, SL_GESTURE_NONE);
  apply (history, 5000, drag);
  g_assert_true (sl_view_history_cancel (history, drag));
  g_assert_cmpint (get_begin (history), ==, 2000);
}

static int
get_height (SlViewHistory *history)
{
  return sl_view_state_get_panels (sl_view_history_get_state (history))->list_height;
}

static void
test_panels (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);
  SlViewPanels panels = sl_view_panels_default;

  g_test_summary (
      "Panels that come by themselves are no step: they are the same in all steps, or belong to the "
      "last one. What was undone can still be redone.");

  apply (history, 1, SL_GESTURE_NONE);
  apply (history, 2, SL_GESTURE_NONE);
  panels.list_height = 300;
  sl_view_history_set_panels (history, &panels, FALSE);
  g_assert_cmpint (get_height (history), ==, 300);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpint (get_height (history), ==, sl_view_panels_default.list_height);
  g_assert_cmpint (get_begin (history), ==, 1);

  panels.list_height = 400;
  sl_view_history_set_panels (history, &panels, TRUE);
  g_assert_cmpint (get_height (history), ==, 400);
  g_assert_true (sl_view_history_redo (history));
  g_assert_cmpint (get_height (history), ==, 400);
  g_assert_cmpint (get_begin (history), ==, 2);
  g_assert_true (sl_view_history_undo (history));
  g_assert_true (sl_view_history_undo (history));
  g_assert_false (sl_view_history_can_undo (history));
  g_assert_cmpint (get_height (history), ==, 400);
}

static const char *
get_page (SlViewHistory *history)
{
  return sl_view_state_get_panels (sl_view_history_get_state (history))->page;
}

static void
test_page (void)
{
  g_autoptr (SlViewState) first = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (first);
  SlViewPanels panels = sl_view_panels_default;
  const char *page = g_intern_static_string ("markers");

  g_test_summary (
      "A page that is turned is no step: what was done before is undone first, the page stays, and what "
      "was undone can still be redone. Other panels are what each step made of them.");

  panels.has_details = !panels.has_details;
  apply (history, 1, SL_GESTURE_NONE);
  sl_view_history_set_panels (history, &panels, FALSE);
  sl_view_history_turn_page (history, page);
  g_assert_cmpstr (get_page (history), ==, page);
  g_assert_true (sl_view_history_undo (history));
  g_assert_cmpint (get_begin (history), ==, 0);
  g_assert_cmpstr (get_page (history), ==, page);
  g_assert_false (sl_view_history_can_undo (history));
  g_assert_cmpint (sl_view_state_get_panels (sl_view_history_get_state (history))->has_details, ==,
                   sl_view_panels_default.has_details);

  sl_view_history_turn_page (history, sl_view_panels_default.page);
  g_assert_true (sl_view_history_redo (history));
  g_assert_cmpint (get_begin (history), ==, 1);
  g_assert_cmpstr (get_page (history), ==, sl_view_panels_default.page);
  g_assert_cmpint (sl_view_state_get_panels (sl_view_history_get_state (history))->has_details, ==,
                   panels.has_details);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/view-history/undo-redo", test_undo_redo);
  g_test_add_func ("/view-history/cancel", test_cancel);
  g_test_add_func ("/view-history/page", test_page);
  g_test_add_func ("/view-history/gestures", test_gestures);
  g_test_add_func ("/view-history/nothing-changed", test_nothing_changed);
  g_test_add_func ("/view-history/long", test_long);
  g_test_add_func ("/view-history/panels", test_panels);
  g_test_add_func ("/view-state/sets", test_state_sets);
  return g_test_run ();
}
