/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define TASK  "ctx 288 · pid 4"
#define OTHER "ctx 304 · pid 6"

/* Of no job in the sample. */
#define BOOT    "ctx 264 · pid 1"
#define JOBLESS "Tasks without jobs (4)"

static void
focus_row (SlTimelineProbe *probe, const char *name)
{
  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, name);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, name);
}

static int
get_top (SlTimelineProbe *probe, const char *name)
{
  int y, height;

  sl_timeline_probe_get_row (probe, name, &y, &height);
  g_assert_cmpint (height, >, 10);
  return y;
}

/* Waits until a row stands above another. */
static void
wait_above (SlTimelineProbe *probe, const char *upper, const char *lower)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  while (get_top (probe, upper) >= get_top (probe, lower))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (20000);
    }
}

/* Opens the dialog for the name of the row that has the focus, and selects what it holds. */
static void
open_rename (SlTimelineProbe *probe)
{
  sl_real_window_key (probe->window, "F2");
  sl_real_window_wait_windows (probe->window, 2);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name");
  sl_real_window_key (probe->window, "Control_L+a");
}

static void
close_rename (SlTimelineProbe *probe)
{
  sl_real_window_key (probe->window, "Return");
  sl_real_window_wait_windows (probe->window, 1);
}

static void
test_rename (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "A task that is renamed has its name in the timeline and in the list of events; an "
      "empty name gives the trace's own back.");

  focus_row (probe, TASK);
  open_rename (probe);
  sl_window_test_expect (probe->window, ATSPI_ROLE_DIALOG, "Rename “" TASK "”");
  sl_real_window_type (probe->window, "jumper");
  close_rename (probe);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "jumper");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "task-create, jumper, *");

  focus_row (probe, "jumper");
  open_rename (probe);
  sl_real_window_key (probe->window, "Delete");
  close_rename (probe);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
}

static void
test_hide (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "H hides the row that has the focus, which goes to the next one; undo brings it back, with the focus. A button says how "
      "many are hidden, and shows them.");

  focus_row (probe, TASK);
  sl_real_window_key (probe->window, "h");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);

  sl_real_window_key (probe->window, "h");
  focus_row (probe, OTHER);
  sl_real_window_key (probe->window, "h");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "2 rows hidden – Show");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, "*hidden – Show");
}

static void
test_hide_all (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Where the last row is hidden, the timeline says that all are, not that a filter matches none.");

  focus_row (probe, TASK);
  sl_real_window_key (probe->window, "o");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (probe->window, "h");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "All rows are hidden");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "All rows are hidden");
}

static void
test_show_only (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Ctrl+Space selects rows besides each other; O shows them alone, and the button all of them again.");

  focus_row (probe, TASK);
  sl_real_window_key (probe->window, "Control_L+space");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, TASK, "*selected");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_real_window_key (probe->window, "Control_L+space");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER, "*selected");
  sl_real_window_key (probe->window, "o");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "* rows hidden – Show");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
}

static void
test_click_two (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autoptr (SlAccessible) header = NULL;
  int x, y, width, height, other, other_y;

  g_test_summary (
      "A row that is clicked is the first of those that Ctrl+click selects; H hides them, again after undo, wherever the "
      "focus is then. Escape gives the selection up.");

  header = sl_real_window_wait_for (window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_get_extents (window, header, &x, &y, &width, &height);
  sl_timeline_probe_get_row (probe, OTHER, &other_y, &other);
  sl_real_window_click (window, x + width / 3, y + height / 2, 1);
  sl_real_window_click_with (window, "Control_L", x + width / 3, other_y + other / 2);
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, TASK, "*selected");
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, OTHER, "*selected");
  sl_real_window_key (window, "h");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_real_window_key (window, "Control_L+z");
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, OTHER, "*selected");
  sl_real_window_key (window, "h");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");

  sl_real_window_key (window, "Control_L+z");
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, TASK, "*selected");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_no_description (window, ATSPI_ROLE_ROW_HEADER, TASK, "*selected");
  sl_real_window_wait_no_description (window, ATSPI_ROLE_ROW_HEADER, OTHER, "*selected");
}

static void
test_group (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "From the menu of a row the user makes a group, whose heading stands above the other rows. The letters may be "
      "typed as quickly as one can.");

  focus_row (probe, TASK);
  sl_real_window_key (probe->window, "Shift_L+F10");
  sl_window_test_expect (probe->window, ATSPI_ROLE_MENU_ITEM, "Group");
  sl_real_window_type (probe->window, "gn");
  sl_real_window_wait_windows (probe->window, 2);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name");
  sl_real_window_type (probe->window, "my rows");
  close_rename (probe);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "my rows");
  wait_above (probe, TASK, OTHER);
  wait_above (probe, TASK, "CPU 0");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "my rows");
}

static void
test_submenu (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "Once a submenu of a row is left by Escape, the keys work on that row as before.");

  focus_row (probe, TASK);
  sl_real_window_key (window, "Shift_L+F10");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "Group");
  sl_real_window_type (window, "g");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "New Group…");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_MENU_ITEM, "New Group…");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_key (window, "h");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, TASK);
}

static void
test_sort (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("The menu sorts rows by what they had of the processor, and undo takes it back.");

  wait_above (probe, TASK, "ctx 296 · pid 5");
  sl_timeline_probe_choose (probe, "Rows", "Sort Rows By", "Processor Time");
  wait_above (probe, "ctx 296 · pid 5", TASK);
  sl_real_window_key (probe->window, "Control_L+z");
  wait_above (probe, TASK, "ctx 296 · pid 5");
}

/* Waits until the row has that height, give or take what rounding makes of it. */
static void
wait_height (SlTimelineProbe *probe, const char *name, int wanted)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;
  int y, height;

  do
    {
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      g_usleep (20000);
      sl_timeline_probe_get_row (probe, name, &y, &height);
    }
  while (ABS (height - wanted) > 2);
}

static void
test_height (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autoptr (SlAccessible) header = NULL;
  int x, y, width, height, other, other_y;

  g_test_summary (
      "The lower border of a row, beside its name, is dragged to another height; Escape "
      "and undo put it back. Rows that "
      "are selected get one height together.");

  header = sl_real_window_wait_for (window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_get_extents (window, header, &x, &y, &width, &height);
  x += width / 3;
  sl_real_window_drag (window, x, y + height, x, y + height + 40);
  wait_height (probe, TASK, height + 40);
  sl_real_window_key (window, "Control_L+z");
  wait_height (probe, TASK, height);

  sl_real_window_drag_and_press (window, "Escape", x, y + height, x, y + height + 40);
  wait_height (probe, TASK, height);

  sl_timeline_probe_get_row (probe, OTHER, &other_y, &other);
  sl_real_window_click_with (window, "Control_L", x, y + height / 2);
  sl_real_window_click_with (window, "Control_L", x, other_y + other / 2);
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, OTHER, "*selected");
  sl_real_window_drag (window, x, y + height, x, y + height + 30);
  wait_height (probe, TASK, height + 30);
  wait_height (probe, OTHER, height + 30);

  sl_real_window_key (window, "Control_L+z");
  wait_height (probe, TASK, height);
}

static void
test_move_and_pin (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Alt+Down moves a row below the next, P pins it above all others and says so.");

  wait_above (probe, TASK, "ctx 296 · pid 5");
  focus_row (probe, TASK);
  sl_real_window_key (probe->window, "Alt_L+Down");
  wait_above (probe, "ctx 296 · pid 5", TASK);

  focus_row (probe, OTHER);
  sl_real_window_key (probe->window, "p");
  wait_above (probe, OTHER, "CPU 0");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER, "*pinned");
}

static void
test_fold (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "A click on a heading folds its group and Enter unfolds it; the heading says which.");

  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, "Tasks", "expanded");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, "Tasks");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, "Tasks", "collapsed*");

  focus_row (probe, "CPU 0");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "Tasks");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
}

static void
test_jobless (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Tasks without jobs are folded under a heading of their own; a click on it unfolds them.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, JOBLESS);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, BOOT);
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, JOBLESS, "collapsed");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, JOBLESS);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, BOOT);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, JOBLESS);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, BOOT);
}

static void
test_reading (void)
{
  static const char *const rows[] = { "CPU 0", "Interrupts", "ctx 296 · pid 5", "server 1",
                                      "mutex 0x1720a40" };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Rows of every sort have a header with a name and a first box or mark, each described "
      "with the row's name, what it is, when it was and how long it took.");

  /* So that there is room for the last of the rows. */
  sl_real_window_key (probe->window, "Control_L+F9");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = sl_timeline_probe_focus_box (probe, rows[i]);
      g_autofree char *description = NULL;

      description = sl_real_window_get_description (probe->window, ATSPI_ROLE_LIST_ITEM, name);
      g_assert_cmpuint (strlen (name), >, strlen (rows[i]) + strlen (", "));
      g_assert_true (g_pattern_match_simple ("*from *s, for *s", description) ||
                     g_pattern_match_simple ("*at *s", description));
    }
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0", "*%");
}

/* Waits until the header of the row is, or is no longer, that far down the screen. */
static void
wait_row (SlTimelineProbe *probe, const char *name, int wanted, gboolean is_there)
{
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;

  while (g_get_monotonic_time () < end)
    {
      g_autoptr (SlAccessible) header =
          sl_real_window_find (probe->window, ATSPI_ROLE_ROW_HEADER, name);
      int x, y = G_MININT, width, height;

      if (header != NULL)
        sl_real_window_get_extents (probe->window, header, &x, &y, &width, &height);
      if ((y == wanted) == is_there)
        return;
      g_usleep (20 * 1000);
    }
  g_error ("“%s” is not where it should be", name);
}

static void
test_enter_shows_row (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int first, second, height;

  g_test_summary (
      "Enter selects the focused row and brings it back into sight where the wheel took it away.");

  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_timeline_probe_get_row (probe, "CPU 0", &first, &height);
  sl_timeline_probe_get_row (probe, "Interrupts", &second, &height);
  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "Interrupts");
  sl_real_window_key (probe->window, "Up");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "CPU 0");
  sl_real_window_scroll (probe->window, probe->x - 60, probe->y + 150, -8);
  wait_row (probe, "Interrupts", second, FALSE);
  sl_real_window_key (probe->window, "Return");
  wait_row (probe, "CPU 0", first, TRUE);
  wait_row (probe, "Interrupts", second, TRUE);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/rows/rename", test_rename);
  sl_window_test_add ("/window/rows/hide", test_hide);
  sl_window_test_add ("/window/rows/hide-all", test_hide_all);
  sl_window_test_add ("/window/rows/show-only", test_show_only);
  sl_window_test_add ("/window/rows/click-two", test_click_two);
  sl_window_test_add ("/window/rows/group", test_group);
  sl_window_test_add ("/window/rows/submenu", test_submenu);
  sl_window_test_add ("/window/rows/sort", test_sort);
  sl_window_test_add ("/window/rows/height", test_height);
  sl_window_test_add ("/window/rows/move-and-pin", test_move_and_pin);
  sl_window_test_add ("/window/rows/fold", test_fold);
  sl_window_test_add ("/window/rows/jobless", test_jobless);
  sl_window_test_add ("/window/rows/reading", test_reading);
  sl_window_test_add ("/window/rows/enter-shows-row", test_enter_shows_row);
  return g_test_run ();
}
