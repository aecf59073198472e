/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Measuring, and following what a slice has to do with, by keys and pointer. */

#include <glib/gstdio.h>
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define RULER_Y 10
#define ROWS_Y  150

/* The overview stands above the timeline. */
#define OVERVIEW_Y (-20)

#define TASK "ctx 304 · pid 6"

static gint64
get_length (SlTickSpan span)
{
  return span.end - span.begin;
}

static gint64
get_tolerance (SlTimelineProbe *probe)
{
  return 2 * get_length (sl_timeline_probe_get_visible (probe)) / probe->width + 1;
}

#define assert_near(one, other, tolerance) g_assert_cmpint (ABS ((one) - (other)), <=, tolerance)

/* The text may still be about the cursor before. */
static gint64
wait_tick (SlTimelineProbe *probe, const char *words, gint64 tick, gint64 tolerance)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;
  gint64 found = sl_timeline_probe_find_tick (probe, words);

  while (ABS (found - tick) > tolerance && g_get_monotonic_time () < end)
    {
      g_usleep (20000);
      found = sl_timeline_probe_find_tick (probe, words);
    }
  assert_near (found, tick, tolerance);
  return found;
}

static void
test_snap (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = NULL;
  g_autoptr (SlAccessible) box = NULL;
  int x, y, width, height;
  gint64 edge, pixel;

  g_test_summary (
      "Beside the begin of a box 1 and a click set a cursor on it, with Alt where the pointer is; a "
      "selection goes to edges at both ends.");

  sl_timeline_probe_count_ticks (probe);
  name = sl_timeline_probe_focus_box (probe, TASK);
  box = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, name);
  sl_real_window_get_extents (probe->window, box, &x, &y, &width, &height);
  pixel = get_tolerance (probe) / 2;

  /* What the focus is on has its time exactly. */
  sl_real_window_key (probe->window, "1");
  sl_timeline_probe_wait_text (probe, "*Cursor A at *");
  edge = sl_timeline_probe_find_tick (probe, "Cursor A at ");

  sl_real_window_move (probe->window, x + 4, y + height / 2);
  sl_real_window_key (probe->window, "Alt_L+2");
  sl_timeline_probe_wait_text (probe, "*Cursor B at *");
  assert_near (sl_timeline_probe_find_tick (probe, "Cursor B at "),
               sl_timeline_probe_tick_at (probe, x + 4), 2 * pixel);
  g_assert_cmpint (sl_timeline_probe_find_tick (probe, "Cursor B at ") - edge, >=, 2 * pixel);
  sl_real_window_key (probe->window, "2");
  g_assert_cmpint (wait_tick (probe, "Cursor B at ", edge, 0), ==, edge);

  /* By the pointer, let go in the row of the box. */
  sl_real_window_drag (probe->window, x + 3 + width, probe->y + RULER_Y, x + 3, y + height / 2);
  sl_timeline_probe_wait_text (probe, "*Selected from *");
  g_assert_cmpint (wait_tick (probe, "Selected from ", edge, 0), ==, edge);
}

static void
test_exact_click (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "With Alt a click in the ruler sets the cursor at the very pixel, wherever that is.");

  sl_timeline_probe_count_ticks (probe);
  for (int i = 1; i < 6; i++)
    {
      int x = probe->x + probe->width * i / 7;

      sl_real_window_click_with (probe->window, "Alt_L", x, probe->y + RULER_Y);
      sl_timeline_probe_wait_text (probe, "*Cursor A at *");
      wait_tick (probe, "Cursor A at ", sl_timeline_probe_tick_at (probe, x),
                 get_tolerance (probe));
    }
}

static void
test_drag_zoom (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x1 = probe->x + probe->width / 4, x2 = probe->x + probe->width / 2;
  SlTickSpan all, seen;
  gint64 begin, end, tolerance;

  g_test_summary ("Ctrl and a drag zoom into what was dragged over, in one step of undo.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  begin = sl_timeline_probe_tick_at (probe, x1);
  end = sl_timeline_probe_tick_at (probe, x2);
  tolerance = get_tolerance (probe);
  sl_real_window_drag_with (probe->window, "Control_L", x2, probe->y + ROWS_Y, x1,
                            probe->y + ROWS_Y + 20);
  seen = sl_timeline_probe_wait_other (probe, all);
  assert_near (seen.begin, begin, tolerance);
  assert_near (seen.end, end, tolerance);

  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, all);
}

static void
test_overview (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int x1 = probe->x + probe->width / 4, x2 = probe->x + probe->width / 2;
  int x3 = probe->x + probe->width * 3 / 4, y = probe->y + OVERVIEW_Y;
  SlTickSpan all, drawn, moved, other;
  gint64 begin, end, far, tolerance;

  g_test_summary (
      "A drag in the overview draws a new window; in the window it moves that; a click beside it "
      "takes it there.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  begin = sl_timeline_probe_tick_at (probe, x1);
  end = sl_timeline_probe_tick_at (probe, x2);
  far = sl_timeline_probe_tick_at (probe, x3);
  tolerance = get_tolerance (probe);

  sl_real_window_drag (probe->window, x1, y, x2, y);
  sl_timeline_probe_wait_other (probe, all);
  sl_real_window_wait_for_frame (probe->window);
  drawn = sl_timeline_probe_get_visible (probe);
  assert_near (drawn.begin, begin, tolerance);
  assert_near (drawn.end, end, tolerance);

  sl_real_window_drag (probe->window, (x1 + x2) / 2, y, (x1 + x2) / 2 + 40, y);
  sl_timeline_probe_wait_other (probe, drawn);
  sl_real_window_wait_for_frame (probe->window);
  moved = sl_timeline_probe_get_visible (probe);
  g_assert_cmpint (moved.begin, >, drawn.begin);
  g_assert_cmpint (get_length (moved), ==, get_length (drawn));

  sl_real_window_click (probe->window, x3, y, 1);
  other = sl_timeline_probe_wait_other (probe, moved);
  g_assert_cmpint (get_length (other), ==, get_length (drawn));
  assert_near (other.begin + get_length (other) / 2, far, 2 * tolerance);

  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, moved);
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, drawn);
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_visible (probe, all);
}

static void
test_units (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = NULL;

  g_test_summary ("The menu fixes the unit of all times, and undo takes it back.");

  sl_real_window_key (probe->window, "f");
  sl_timeline_probe_wait_text (probe, "Elapsed from 0 * to *ms*");
  sl_timeline_probe_choose (probe, NULL, "Units of Time", "Microseconds");
  sl_timeline_probe_wait_text (probe, "Elapsed from 0 µs to 60*µs*");
  name = sl_timeline_probe_focus_box (probe, TASK);
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Duration: * µs");
  sl_timeline_probe_choose (probe, NULL, "Units of Time", "Ticks of the Clock");
  sl_timeline_probe_wait_no_text (probe, "Elapsed from * µs to *");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_timeline_probe_wait_text (probe, "Elapsed from * µs to *µs*");
}

static void
test_values (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = NULL;

  g_test_summary (
      "V shows what every row holds at cursor A, in the picture and to assistive technology.");

  sl_real_window_wait_no_description (probe->window, ATSPI_ROLE_ROW_HEADER, TASK, "*running*");
  name = sl_timeline_probe_focus_box (probe, TASK);
  sl_real_window_key (probe->window, "1");
  sl_timeline_probe_wait_text (probe, "*Cursor A at *");
  sl_real_window_key (probe->window, "v");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, TASK, "*at cursor A*");
  sl_real_window_key (probe->window, "v");
  sl_real_window_wait_no_description (probe->window, ATSPI_ROLE_ROW_HEADER, TASK, "*at cursor A*");
}

/* “low” is preempted by “fast” on CPU 0 after 100 µs, and goes on on CPU 1 after 200. */
static const char text[] =
    "# tracer: nop\n#\n"
    " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=low next_pid=7 next_prio=120\n"
    " <idle>-0 [001] d..2. 1.000010: sched_switch: prev_comm=swapper/1 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=other next_pid=8 next_prio=120\n"
    " low-7    [000] d..2. 1.000100: sched_switch: prev_comm=low prev_pid=7 prev_prio=120 prev_state=R ==> "
    "next_comm=fast next_pid=5 next_prio=19\n"
    " other-8  [001] d..2. 1.000200: sched_switch: prev_comm=other prev_pid=8 prev_prio=120 prev_state=S ==> "
    "next_comm=low next_pid=7 next_prio=120\n"
    " fast-5   [000] d..2. 1.000300: sched_switch: prev_comm=fast prev_pid=5 prev_prio=19 prev_state=S ==> "
    "next_comm=swapper/0 next_pid=0 next_prio=120\n"
    " low-7    [001] d..2. 1.000600: sched_switch: prev_comm=low prev_pid=7 prev_prio=120 prev_state=S ==> "
    "next_comm=swapper/1 next_pid=0 next_prio=120\n";

static void
test_follow (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "moves.txt", NULL);
  SlRealWindow *window;
  g_autoptr (SlTimelineProbe) probe = NULL;
  g_autofree char *first = NULL;

  g_test_summary (
      "X leads from a processor's slice to its task's and back, K to who preempted it, G to where it "
      "went, Backspace back; the details lead there by a click.");

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = sl_timeline_probe_start_program (path);
  probe = sl_timeline_probe_new (window);
  first = sl_timeline_probe_focus_box (probe, "CPU 0");
  g_assert_cmpstr (first, ==, "CPU 0, runs low");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "In the row of low");

  sl_real_window_key (window, "x");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "low, running*");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Continues on CPU 1");
  sl_real_window_key (window, "x");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "CPU 0, runs low");
  sl_real_window_key (window, "g");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "CPU 1, runs low");
  /* The details follow a little later: what is clicked in them must be of the box that has the focus. */
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Came from CPU 0");
  sl_real_window_key (window, "Shift_L+g");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "CPU 0, runs low");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Continues on CPU 1");

  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Kept from running by fast");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "fast, running*");
  sl_real_window_key (window, "k");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "No other task is known to keep this one from running*");
  sl_real_window_key (window, "BackSpace");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "CPU 0, runs low");
  sl_real_window_key (window, "Shift_L+BackSpace");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "fast, running*");

  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/measure/snap", test_snap);
  sl_window_test_add ("/window/measure/exact-click", test_exact_click);
  sl_window_test_add ("/window/measure/drag-zoom", test_drag_zoom);
  sl_window_test_add ("/window/measure/overview", test_overview);
  sl_window_test_add ("/window/measure/units", test_units);
  sl_window_test_add ("/window/measure/values", test_values);
  sl_window_test_add ("/window/measure/follow", test_follow);

  return g_test_run ();
}
