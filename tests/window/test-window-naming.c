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

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/naming/escape", test_escape);
  return g_test_run ();
}
