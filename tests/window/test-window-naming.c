/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* What the user draws into the timeline is in sight, and is named at once by the keys. */

#define ROW "ctx 296 · pid 5"

#define NAME "Name of the marker"

/* Puts the pointer over the plot, in the row of a task. */
static void
point_at (SlTimelineProbe *probe, double place)
{
  int y, height;

  sl_timeline_probe_get_row (probe, ROW, &y, &height);
  sl_real_window_move (probe->window, probe->x + (int) (place * probe->width), y + height / 2);
  sl_real_window_wait_for_frame (probe->window);
}

static void
test_escape (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "Escape takes back what was typed for a name or a note, and gives the keys back to the timeline.");

  point_at (probe, 0.3);
  sl_real_window_key (window, "m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1");
  sl_real_window_key (window, "Shift_L+m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, NAME);
  sl_real_window_key (window, "Escape");
  sl_real_window_key (window, "Shift_L+m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, NAME);
  sl_real_window_type (window, "burst");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Marker: burst");
  sl_real_window_key (window, "Escape");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1");

  point_at (probe, 0.6);
  sl_real_window_key (window, "m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1");

  sl_window_test_click_on (window, ATSPI_ROLE_TEXT, "Note on the marker");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Note on the marker");
  sl_real_window_type (window, "remark");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "Marker 2, *. remark");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_TABLE_ROW, "Marker 2, *. remark");
  sl_real_window_key (window, "m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 3");
}

static void
test_box_in_sight (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autofree char *focused = sl_timeline_probe_focus_box (probe, ROW);
  SlTickSpan visible;
  g_autoptr (SlAccessible) box = NULL;
  int x, y, width, height;

  g_test_summary ("A box that is drawn by its key is in sight, even where what is picked is not.");

  g_assert_nonnull (focused);
  sl_real_window_key (window, "Return");
  sl_timeline_probe_count_ticks (probe);
  visible = sl_timeline_probe_get_visible (probe);
  for (guint i = 0; i < 4; i++)
    {
      sl_real_window_key (window, "w");
      visible = sl_timeline_probe_wait_other (probe, visible);
    }
  for (guint i = 0; i < 10; i++)
    {
      sl_real_window_key (window, "d");
      visible = sl_timeline_probe_wait_other (probe, visible);
    }
  sl_real_window_key (window, "Shift_L+b");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, NAME);
  box = sl_real_window_wait_for (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 1");
  sl_real_window_get_extents (window, box, &x, &y, &width, &height);
  g_assert_cmpint (x, >, probe->x + probe->width / 4);
  g_assert_cmpint (x + width, <, probe->x + probe->width * 3 / 4);
}

static void
test_drag (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  int x = probe->x + probe->width / 2;
  int y, height;

  g_test_summary ("A box that is drawn by dragging is named at once.");

  sl_timeline_probe_get_row (probe, ROW, &y, &height);
  sl_real_window_drag_with_both (window, "Control_L", "Shift_L", x, y + height / 4, x + 120,
                                 y + height * 3 / 4);
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, NAME);
  sl_real_window_type (window, "here");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Box: here");
  sl_real_window_key (window, "Return");
  sl_real_window_key (window, "m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/naming/escape", test_escape);
  sl_window_test_add ("/window/naming/box-in-sight", test_box_in_sight);
  sl_window_test_add ("/window/naming/drag", test_drag);
  return g_test_run ();
}
