/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-markers.h"
#include "sl-view-history.h"

#include <string.h>

static SlMarkers *
add (SlMarkers *markers, guint id, SlTime begin, SlTime end, const char *name)
{
  g_autoptr (SlMarkers) before = markers;

  return sl_markers_with (before, &(SlMarker) { .id = id,
                                                .span = { begin, end },
                                                .name = name,
                                                .text = "" });
}

static void
test_order (void)
{
  g_autoptr (SlMarkers) markers = sl_markers_new ();

  g_test_summary (
      "Markers stand in the order of time, and each can be stepped to from the one before.");

  for (guint i = 0; i < 200; i++)
    {
      SlTime begin = g_test_rand_int_range (-50, 50);

      markers = add (g_steal_pointer (&markers), i + 1, begin,
                     begin + g_test_rand_int_range (0, 3) * 10, "x");
    }

  g_assert_cmpuint (sl_markers_get_count (markers), ==, 200);
  g_assert_cmpuint (sl_markers_get_free_id (markers), ==, 201);
  for (guint i = 0; i < 200; i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);
      guint number;

      g_assert_true (sl_markers_find (markers, marker->id, &number) == marker);
      g_assert_cmpuint (number, ==, i);
      g_assert_true (sl_markers_step (markers, marker->id, 0, 1) ==
                     (i < 199 ? sl_markers_get (markers, i + 1) : NULL));
      g_assert_true (sl_markers_step (markers, marker->id, 0, -1) ==
                     (i > 0 ? sl_markers_get (markers, i - 1) : NULL));
      if (i > 0)
        g_assert_cmpint (sl_markers_get (markers, i - 1)->span.begin, <=, marker->span.begin);
    }
}

static void
test_step_from_time (void)
{
  g_autoptr (SlMarkers) markers = sl_markers_new ();

  g_test_summary ("From a time, the next marker is after it and the previous one before it.");

  g_assert_null (sl_markers_step (markers, 0, 5, 1));
  g_assert_null (sl_markers_step (markers, 0, 5, -1));
  markers = add (g_steal_pointer (&markers), 1, 10, 10, "one");
  markers = add (g_steal_pointer (&markers), 2, 20, 20, "two");

  g_assert_cmpstr (sl_markers_step (markers, 0, 9, 1)->name, ==, "one");
  g_assert_cmpstr (sl_markers_step (markers, 0, 10, 1)->name, ==, "two");
  g_assert_null (sl_markers_step (markers, 0, 20, 1));
  g_assert_cmpstr (sl_markers_step (markers, 0, 20, -1)->name, ==, "one");
  g_assert_null (sl_markers_step (markers, 0, 10, -1));
  g_assert_cmpstr (sl_markers_step (markers, 7, 15, -1)->name, ==, "one");
}

static void
test_change (void)
{
  g_autoptr (SlMarkers) first = add (sl_markers_new (), 1, 10, 10, "one");
  g_autoptr (SlMarkers) same = sl_markers_with (first, sl_markers_get (first, 0));
  g_autoptr (SlMarkers) moved = NULL, none = NULL;

  g_test_summary ("A change makes a changed copy, and the list it was made from stays as it was.");

  g_assert_true (sl_markers_equal (first, same));
  moved = sl_markers_with (first, &(SlMarker) { .id = 1,
                                                .span = { 30, 40 },
                                                .name = "moved",
                                                .text = "why",
                                                .colour = 3 });
  g_assert_false (sl_markers_equal (first, moved));
  g_assert_cmpuint (sl_markers_get_count (moved), ==, 1);
  g_assert_cmpstr (sl_markers_get (moved, 0)->text, ==, "why");
  g_assert_cmpint (sl_markers_get (first, 0)->span.begin, ==, 10);

  none = sl_markers_without (moved, 1);
  g_assert_cmpuint (sl_markers_get_count (none), ==, 0);
  g_assert_cmpuint (sl_markers_get_count (moved), ==, 1);
}

static void
test_texts (void)
{
  g_autofree char *longest = g_strnfill (3 * SL_MARKER_NAME_MOST, 'n');
  g_autoptr (GString) wide = g_string_new (NULL);
  g_autoptr (SlMarkers) markers = NULL;

  g_test_summary (
      "Names are one line of valid UTF-8 of limited length, whatever they are made of.");

  for (guint i = 0; i < SL_MARKER_NAME_MOST; i++)
    g_string_append (wide, "é");
  markers = add (sl_markers_new (), 1, 0, 0,
                 " a\nb\x01"
                 "c ");
  markers = add (g_steal_pointer (&markers), 2, 1, 1, longest);
  markers = add (g_steal_pointer (&markers), 3, 2, 2, wide->str);
  markers = add (g_steal_pointer (&markers), 4, 3, 3, "\xff\xfe");

  g_assert_cmpstr (sl_markers_get (markers, 0)->name, ==, "a b c");
  g_assert_cmpuint (strlen (sl_markers_get (markers, 1)->name), ==, SL_MARKER_NAME_MOST);
  g_assert_cmpuint (strlen (sl_markers_get (markers, 2)->name), ==, SL_MARKER_NAME_MOST);
  for (guint i = 0; i < 4; i++)
    g_assert_true (g_utf8_validate (sl_markers_get (markers, i)->name, -1, NULL));
}

static void
test_undo (void)
{
  g_autoptr (SlViewState) empty = sl_view_state_new ((SlSpan) { 0, 100 });
  g_autoptr (SlViewHistory) history = sl_view_history_new (empty);
  g_autoptr (SlMarkers) markers = add (sl_markers_new (), 1, 10, 10, "one");
  g_autoptr (SlViewState) marked = sl_view_state_with_markers (empty, markers);
  g_autoptr (SlViewState) chosen = sl_view_state_with_chosen_marker (marked, 1);
  g_autoptr (SlViewState) wrong = sl_view_state_with_chosen_marker (marked, 2);
  g_autoptr (SlMarkers) none = sl_markers_new ();
  g_autoptr (SlViewState) deleted = sl_view_state_with_markers (chosen, none);

  g_test_summary (
      "Setting and deleting a marker are undone; only a marker that is there is chosen.");

  g_assert_cmpuint (sl_view_state_get_chosen_marker (wrong), ==, 0);
  g_assert_cmpuint (sl_view_state_get_chosen_marker (deleted), ==, 0);
  sl_view_history_apply (history, chosen, SL_GESTURE_NONE);
  sl_view_history_apply (history, deleted, SL_GESTURE_NONE);
  g_assert_true (sl_view_history_undo (history));
  g_assert_true (sl_view_state_get_markers (sl_view_history_get_state (history)) == markers);
  g_assert_cmpuint (sl_view_state_get_chosen_marker (sl_view_history_get_state (history)), ==, 1);
  g_assert_true (sl_view_history_undo (history));
  g_assert_true (sl_view_state_equal (sl_view_history_get_state (history), empty));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/markers/order", test_order);
  g_test_add_func ("/markers/step-from-time", test_step_from_time);
  g_test_add_func ("/markers/change", test_change);
  g_test_add_func ("/markers/texts", test_texts);
  g_test_add_func ("/markers/undo", test_undo);

  return g_test_run ();
}
