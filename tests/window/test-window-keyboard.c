/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* Presses a key until what is wanted has the focus, at most so often. */
static void
press_until (SlRealWindow *window, const char *key, AtspiRole role, const char *name, guint most)
{
  for (guint i = 0; i <= most; i++)
    {
      g_autoptr (SlAccessible) found = sl_real_window_find (window, role, name);

      if (found != NULL && sl_accessible_has_state (found, ATSPI_STATE_FOCUSED))
        return;
      sl_real_window_key (window, key);
    }
  sl_real_window_wait_focus (window, role, name);
}

static void
test_whole_way (void)
{
  SlRealWindow *window = sl_timeline_probe_start_program (NULL);
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "From the start page to the details of a box, to the filter, to the list of events "
      "and to the end of the program, without the pointer.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_PUSH_BUTTON, "Open a Trace…");
  press_until (window, "Tab", ATSPI_ROLE_LIST_ITEM, "Jumping balls", 3);
  sl_real_window_key (window, "Return");
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  press_until (window, "Down", ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5", 12);
  sl_real_window_key (window, "Right");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "ctx 296 · pid 5, *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Raw Record");

  sl_real_window_key (window, "Control_L+f");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  /* Where the selected event is. */
  press_until (window, "Tab", ATSPI_ROLE_TABLE_ROW, "task-create, ctx 296 · pid 5, *", 20);
  sl_real_window_key (window, "End");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Index: 700");

  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);
}

static void
test_tab_round (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Tab leads out of the timeline and round to it again, over each part of the window.");

  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  press_until (probe->window, "Tab", ATSPI_ROLE_ENTRY, "Filter expression", 6);
  press_until (probe->window, "Tab", ATSPI_ROLE_PAGE_TAB, "Events", 12);
  press_until (probe->window, "Tab", ATSPI_ROLE_PUSH_BUTTON, "Open", 12);
  press_until (probe->window, "Tab", ATSPI_ROLE_ROW_HEADER, "CPU 0", 20);
}

static void
test_tab_back (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Shift and Tab lead the same way back, and no part of the window keeps the focus.");

  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  press_until (probe->window, "Shift_L+Tab", ATSPI_ROLE_PUSH_BUTTON, "Open", 20);
  press_until (probe->window, "Shift_L+Tab", ATSPI_ROLE_PAGE_TAB, "Events", 20);
  press_until (probe->window, "Shift_L+Tab", ATSPI_ROLE_ENTRY, "Filter expression", 12);
  press_until (probe->window, "Shift_L+Tab", ATSPI_ROLE_ROW_HEADER, "CPU 0", 12);
}

static void
test_tab_with_job (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "With a job's details shown, Tab leads out of the lists as well, over the details, and round.");

  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Raw Record");
  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  press_until (probe->window, "Tab", ATSPI_ROLE_PUSH_BUTTON, "Open", 40);
}

static void
test_tab_to_selected (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Tab comes to the line of a list that is selected, and out of any list at once.");

  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Raw Record");
  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  press_until (probe->window, "Tab", ATSPI_ROLE_TABLE_ROW, "task-deadline-miss, *", 12);

  sl_real_window_key (probe->window, "Shift_L+Tab");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PAGE_TAB, "Events");
  press_until (probe->window, "Down", ATSPI_ROLE_PAGE_TAB, "Jobs", 3);
  sl_real_window_key (probe->window, "space");
  press_until (probe->window, "Tab", ATSPI_ROLE_TABLE_ROW,
               "ctx 296 · pid 5, job 5*, Release *, Response *", 12);
  sl_real_window_key (probe->window, "Down");
  sl_real_window_key (probe->window, "Down");
  press_until (probe->window, "Shift_L+Tab", ATSPI_ROLE_PAGE_TAB, "Jobs", 8);
}

static void
test_rows_keep_time (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = NULL;
  g_autofree char *box = NULL;
  g_autofree char *below = NULL;
  g_autofree char *picked = NULL;

  g_test_summary (
      "Down goes to the box of the next row at the same time and shows it, Up goes back to "
      "the box from where it came, however far into the trace.");

  name = sl_timeline_probe_focus_box (probe, "ctx 288 · pid 4");
  for (guint i = 0; i < 9; i++)
    sl_real_window_key (probe->window, "Right");
  sl_real_window_wait_for_frame (probe->window);
  box = sl_timeline_probe_dup_box (probe, "ctx 288 · pid 4");
  g_assert_cmpstr (box, !=, name);

  sl_real_window_key (probe->window, "Down");
  below = sl_timeline_probe_dup_box (probe, "ctx 296 · pid 5");
  picked = g_strdup_printf ("Selected: %s, *", strstr (below, ", ") + 2);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, picked);

  sl_real_window_key (probe->window, "Up");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, box);
}

static void
test_panes (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  gint64 end = g_get_monotonic_time () + SL_PATIENCE_US;
  int width = probe->width;

  g_test_summary ("F9 hides the details, Ctrl+F9 the lists: the timeline takes their place.");

  sl_real_window_key (probe->window, "F9");
  while (width <= probe->width && g_get_monotonic_time () < end)
    {
      int x, y, height;

      sl_real_window_get_extents (probe->window, probe->timeline, &x, &y, &width, &height);
      width -= probe->x - x;
    }
  g_assert_cmpint (width, >, probe->width);

  sl_real_window_key (probe->window, "Control_L+F9");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (probe->window, "Control_L+F9");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
}

static void
test_pages (void)
{
  static const char *const tabs[2][7] = {
    { "Events", "Row", "Jobs", "Intervals", "Statistics", "Instructions", "Memory" },
    { "Misses (1)", "Inversions (3)", "Overruns", "Theory", "Compare", "Notes", "Markers" },
  };
  static const char *const absent[] = { "Statistics", "Instructions", "Memory", "Overruns",
                                        "Compare" };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int end = -1;

  g_test_summary (
      "At the size in which the window opens, all pages are in sight, in two columns, those "
      "with nothing to show insensitive; Ctrl+Page Down turns the others, Shift+F9 gives a page "
      "the room of the timeline and back.");

  for (guint column = 0; column < G_N_ELEMENTS (tabs); column++)
    {
      int bottom = -1, right = -1;

      for (guint i = 0; i < G_N_ELEMENTS (tabs[column]); i++)
        {
          g_autoptr (SlAccessible) tab = NULL;
          int x, y, width, height;

          tab = sl_real_window_wait_for (probe->window, ATSPI_ROLE_PAGE_TAB, tabs[column][i]);
          sl_real_window_get_extents (probe->window, tab, &x, &y, &width, &height);
          g_assert_cmpint (width, >, 60);
          g_assert_cmpint (x, >, end);
          g_assert_cmpint (y, >, bottom);
          bottom = y + height - 1;
          right = x + width - 1;
        }
      end = right;
    }
  for (guint i = 0; i < G_N_ELEMENTS (absent); i++)
    {
      g_autoptr (SlAccessible) tab =
          sl_real_window_wait_for (probe->window, ATSPI_ROLE_PAGE_TAB, absent[i]);

      g_assert_false (sl_accessible_has_state (tab, ATSPI_STATE_SENSITIVE));
    }

  /* The choice between the looks has room beside the missed deadlines. */
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Textbook") +
                        sl_real_window_count (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Look"),
                    ==, 1);

  sl_real_window_key (probe->window, "Control_L+Page_Down");
  sl_real_window_key (probe->window, "Control_L+Page_Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Save as CSV…");
  for (guint i = 0; i < 3; i++)
    sl_real_window_key (probe->window, "Control_L+Page_Up");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Press M to mark*");

  sl_real_window_key (probe->window, "Shift_L+F9");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (probe->window, "Shift_L+F9");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
}

static void
test_page_keys (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "Tab comes to the name of the page that is shown and leaves from it; the arrow keys go "
      "over the names, past those with nothing to show, and Space shows a page.");

  sl_real_window_key (window, "Control_L+f");
  press_until (window, "Tab", ATSPI_ROLE_PAGE_TAB, "Events", 8);
  sl_real_window_key (window, "Right");
  sl_real_window_wait_focus (window, ATSPI_ROLE_PAGE_TAB, "Misses (1)");
  sl_real_window_key (window, "Down");
  sl_real_window_key (window, "Down");
  sl_real_window_wait_focus (window, ATSPI_ROLE_PAGE_TAB, "Theory");
  sl_real_window_key (window, "space");
  sl_real_window_wait_state (window, ATSPI_ROLE_PAGE_TAB, "Theory", ATSPI_STATE_SELECTED);
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "ctx 288 · pid 4*");
  sl_real_window_key (window, "Shift_L+Tab");
  press_until (window, "Tab", ATSPI_ROLE_PAGE_TAB, "Theory", 1);
}

static void
test_miss_is_said (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *text = NULL;

  g_test_summary (
      "N goes to the missed deadline, and what has the focus then says that it was missed and why; a box "
      "says how long it is once.");

  sl_real_window_key (probe->window, "n");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx *");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx *",
                                   "*from 4*. Missed*. *");

  sl_real_window_key (probe->window, "Home");
  g_free (sl_timeline_probe_focus_box (probe, "ctx 296 · pid 5"));
  text = sl_real_window_get_description (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx 296 · pid 5, *");
  g_assert_null (strstr (text, "Missed"));
  g_assert_nonnull (strstr (text, ", for "));
  g_assert_null (strstr (text, ". from "));
}

static void
test_miss_without_details (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Where the details are hidden, N says in a message whose deadline was missed, by how much and "
      "why; the message does not lie over the details once they are shown.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_real_window_key (probe->window, "F9");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "ctx *, job * · Missed by * · *");
  sl_real_window_key (probe->window, "F9");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "ctx *, job * · Missed by * · *");
}

/* Of what is plain to see, a screen reader says another description of what has the focus. */
static void
test_said (void)
{
  static const struct
  {
    const char *keys;
    const char *text;
  } said[] = {
    { "n", "ctx *, job * · Missed by *" },
    { "F9", "Details hidden" },
    { "F9", "Details shown" },
    { "Control_L+F9", "Panel hidden" },
    { "Control_L+F9", "Panel shown" },
    { "Control_L+Page_Down", "Row" },
  };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Who does not see the window hears that N found the same miss, that F9 and Ctrl+F9 hid or showed "
      "something, which page Ctrl+Page Down turned to, and all that the line of an event shows.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *, Index 0, *CPU 0, *");
  sl_real_window_key (probe->window, "n");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx *");
  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    {
      sl_real_window_key (probe->window, said[i].keys);
      sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx *", said[i].text);
    }

  /* What was said is no longer its description. */
  sl_real_window_key (probe->window, "Left");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx *", "*from *");
}

static void
test_key_list (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "In the list of keys, Tab goes from one to the next, and each says what it does.");

  sl_real_window_key (probe->window, "Control_L+question");
  sl_real_window_wait_windows (probe->window, 2);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PANEL, "Open a trace, Ctrl+O");
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PANEL, "Add a trace *");
}

static void
fill_in (SlRealWindow *window, const char *entry, const char *text)
{
  sl_window_test_click_on (window, ATSPI_ROLE_TEXT, entry);
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_type (window, text);
}

static void
test_intervals (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "The page of intervals asks of locks by itself; the longest one is picked and lies "
      "between the cursors; another question is answered while it is typed.");

  for (guint i = 0; i < 3; i++)
    sl_real_window_key (probe->window, "Control_L+Page_Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "15 intervals: at least *");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "3.776*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Index: 568");

  fill_in (probe->window, "Events that begin an interval", "family = mutex");
  fill_in (probe->window, "Events that end an interval", "family = mutex");
  fill_in (probe->window, "Shortest length that is listed", "5ms");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "* intervals: at least 5.004*");
  fill_in (probe->window, "Events that end an interval", "family =");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "To: *");
}

/* Types the beginning of a kind, and takes the suggestion. */
static void
complete (SlRealWindow *window, const char *entry, const char *text, const char *suggestion)
{
  fill_in (window, entry, text);
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, suggestion);
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, suggestion);
}

static void
test_interval_suggestions (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "Both filters of the intervals suggest what can come next; Tab takes the first, and "
      "who goes elsewhere leaves the suggestions.");

  for (guint i = 0; i < 3; i++)
    sl_real_window_key (window, "Control_L+Page_Down");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "15 intervals: at least *");
  complete (window, "Events that begin an interval", "kind = task-sch", "task-schedule, *");
  complete (window, "Events that end an interval", "kind = context-s", "context-switch, *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "* intervals: at least *");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "15 intervals: at least *");

  fill_in (window, "Events that begin an interval", "fam");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "family, *");
  sl_window_test_click_on (window, ATSPI_ROLE_TEXT, "Shortest length that is listed");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "family, *");
}

static void
test_no_types (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary ("No page, menu or button is called by its type in the toolkit.");

  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Families");
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_PANEL, "GtkStackPage"), ==, 0);
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_PUSH_BUTTON, "Gtk*"), ==, 0);
  sl_real_window_key (window, "F10");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "New Window");
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_MENU, "Gtk*"), ==, 0);
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_PANEL, "GtkStackPage"), ==, 0);
}

static void
test_submenu (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary ("Escape in the main menu, or in a submenu of it, gives the focus back.");

  sl_real_window_key (window, "Control_L+f");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (window, "F10");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "New Window");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (window, "F10");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "New Window");
  sl_real_window_key (window, "Down");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "New from Task Set…");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_MENU_ITEM, "New from Task Set…");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
}

static void
test_commands (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "Ctrl+Shift+P searches everything that can be done, by keys alone: a command, a row "
      "and a page; Escape leaves it as it was.");

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "pid 5");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "ctx 296 · pid 5, Row, 1 of *");
  sl_real_window_key (window, "Return");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "inversions page");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "*, job 1, *: bounded inversion, *");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TABLE_ROW, "*, job 1, *: bounded inversion, *");

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "wheel scrolls");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "Mouse Wheel: Scrolls the rows, Preference, 1 of 1");
  sl_real_window_key (window, "Return");
  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "wheel scrolls");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "Mouse Wheel: Scrolls the rows, On, 1 of 1");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");

  sl_real_window_key (window, "m");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (1)");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1");
  sl_real_window_key (window, "Shift_L+Tab");
  sl_real_window_key (window, "Shift_L+Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "marker 1");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "Marker 1, Marker, 1 of *");
  sl_real_window_key (window, "Return");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1");

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
}

static void
test_first_command (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autoptr (SlAccessible) entry = NULL;
  g_autoptr (SlAccessible) first = NULL;
  int x, y, width, height, first_y, first_height;

  g_test_summary (
      "However many commands are found, the first of them, which Enter does, is in sight.");

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_real_window_wait_windows (window, 2);
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "units");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "Units of Time: Automatic, *1 of *");
  sl_real_window_wait_still (window);
  entry = sl_real_window_wait_for (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_get_extents (window, entry, &x, &y, &width, &height);
  first = sl_real_window_wait_for (window, ATSPI_ROLE_LABEL, "Units of Time: Automatic");
  sl_real_window_get_extents (window, first, &x, &first_y, &width, &first_height);
  g_assert_cmpint (first_y, >, y + height);
  g_assert_cmpint (first_y, <, y + 3 * height);
}

static void
test_resting_pointer (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autoptr (SlAccessible) entry = NULL;
  int x, y, width, height;

  g_test_summary (
      "What is typed chooses the first command, wherever the pointer rests; a click does another.");

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_real_window_wait_windows (window, 2);
  entry = sl_real_window_wait_for (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_wait_still (window);
  sl_real_window_get_extents (window, entry, &x, &y, &width, &height);
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_windows (window, 1);
  sl_real_window_move (window, x + width / 2, y + 3 * height);
  sl_real_window_wait_still (window);
  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_real_window_wait_windows (window, 2);
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "mark");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "Mark*, *1 of *");
  sl_real_window_move (window, x + width / 2 + 1, y + 3 * height);
  sl_real_window_wait_still (window);
  sl_real_window_key (window, "Down");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "*, 2 of *");
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_type (window, "units");
  sl_window_test_click_on (window, ATSPI_ROLE_LABEL, "Units of Time: Milliseconds");
  sl_real_window_wait_windows (window, 1);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/keyboard/whole-way", test_whole_way);
  sl_window_test_add ("/window/keyboard/tab-round", test_tab_round);
  sl_window_test_add ("/window/keyboard/tab-back", test_tab_back);
  sl_window_test_add ("/window/keyboard/tab-with-job", test_tab_with_job);
  sl_window_test_add ("/window/keyboard/tab-to-selected", test_tab_to_selected);
  sl_window_test_add ("/window/keyboard/rows-keep-time", test_rows_keep_time);
  sl_window_test_add ("/window/keyboard/pages", test_pages);
  sl_window_test_add ("/window/keyboard/page-keys", test_page_keys);
  sl_window_test_add ("/window/keyboard/panes", test_panes);
  sl_window_test_add ("/window/keyboard/miss-is-said", test_miss_is_said);
  sl_window_test_add ("/window/keyboard/miss-without-details", test_miss_without_details);
  sl_window_test_add ("/window/keyboard/said", test_said);
  sl_window_test_add ("/window/keyboard/key-list", test_key_list);
  sl_window_test_add ("/window/keyboard/intervals", test_intervals);
  sl_window_test_add ("/window/keyboard/interval-suggestions", test_interval_suggestions);
  sl_window_test_add ("/window/keyboard/no-types", test_no_types);
  sl_window_test_add ("/window/keyboard/submenu", test_submenu);
  sl_window_test_add ("/window/keyboard/commands", test_commands);
  sl_window_test_add ("/window/keyboard/first-command", test_first_command);
  sl_window_test_add ("/window/keyboard/resting-pointer", test_resting_pointer);
  return g_test_run ();
}
