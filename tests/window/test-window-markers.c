/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define TASK  "ctx 288 · pid 4"
#define OTHER "ctx 296 · pid 5"

/* From the top of the plot to the middle of the ruler. */
#define RULER_Y 10

#define FLAG "Marker: Marker 1"

/* Puts the pointer over the plot, in the row of a task. */
static void
point_at (SlTimelineProbe *probe, double place)
{
  int y, height;

  sl_timeline_probe_get_row (probe, OTHER, &y, &height);
  sl_real_window_move (probe->window, probe->x + (int) (place * probe->width), y + height / 2);
  sl_real_window_wait_for_frame (probe->window);
}

static void
mark (SlTimelineProbe *probe, double place, const char *name)
{
  g_autofree char *flag = g_strdup_printf ("Marker: %s", name);

  point_at (probe, place);
  sl_real_window_key (probe->window, "m");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, flag);
}

static void
test_snap (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = sl_timeline_probe_focus_box (probe, TASK);
  g_autoptr (SlAccessible) box = NULL;
  g_autofree char *description = NULL;
  g_autofree char *when = NULL;
  int x, y, width, height;
  char *begin, *end;

  g_test_summary ("M beside the start of a box marks exactly when it starts.");

  box = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, name);
  description = sl_real_window_get_description (probe->window, ATSPI_ROLE_LIST_ITEM, name);
  begin = strstr (description, "from ");
  g_assert_nonnull (begin);
  begin += strlen ("from ");
  end = strchr (begin, ',');
  g_assert_nonnull (end);
  when = g_strdup_printf ("at %.*s", (int) (end - begin), begin);

  sl_real_window_get_extents (probe->window, box, &x, &y, &width, &height);
  sl_real_window_move (probe->window, x - 3, y + height / 2);
  sl_real_window_wait_for_frame (probe->window);
  sl_real_window_key (probe->window, "m");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1", when);
}

static void
test_edit (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "A marker is set by M, named by Shift+M, found in its list and at its flag, and taken "
      "back by undo; Delete in the list deletes it.");

  mark (probe, 0.3, "Marker 1");
  mark (probe, 0.7, "Marker 2");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (2)");
  sl_real_window_key (window, "Shift_L+m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_type (window, "burst");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "burst, at *");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Marker: burst");
  sl_real_window_key (window, "Return");
  sl_real_window_key (window, "Control_L+z");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
  /* Shift+M turned to the page of the markers, too: that is no step. */
  sl_real_window_key (window, "Control_L+z");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (1)");
  sl_real_window_key (window, "Control_L+y");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (2)");

  sl_window_test_click_on (window, ATSPI_ROLE_TABLE_ROW, "Marker 2, at *");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TABLE_ROW, "Marker 2, at *");
  sl_real_window_key (window, "Delete");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (1)");
}

static void
test_walk (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "The comma goes to the marker before and the full stop to the next, wherever the view "
      "is; Tab reaches the flag from the box.");

  mark (probe, 0.2, "Marker 1");
  mark (probe, 0.5, "Marker 2");
  mark (probe, 0.8, "Marker 3");
  sl_real_window_key (window, "comma");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
  sl_real_window_key (window, "comma");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 1");
  sl_real_window_key (window, "period");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");

  g_free (sl_timeline_probe_focus_box (probe, TASK));
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
}

static void
test_zoom (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  int x1 = probe->x + probe->width / 4;
  int x2 = probe->x + probe->width / 2;
  SlTickSpan all, seen;
  gint64 begin;

  g_test_summary (
      "M marks the selected span, and Z then shows that, not the box that was selected before.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  g_free (sl_timeline_probe_focus_box (probe, TASK));
  sl_real_window_drag (window, x1, probe->y + RULER_Y, x2, probe->y + RULER_Y);
  sl_timeline_probe_wait_text (probe, "*Selected from *");
  begin = sl_timeline_probe_find_tick (probe, "Selected from ");
  sl_real_window_key (window, "m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Marker: Span 1");
  sl_real_window_key (window, "z");
  seen = sl_timeline_probe_wait_other (probe, all);
  g_assert_cmpint (seen.begin, ==, begin);
}

/* The middle of the flag of the marker, on the screen. */
static void
find_flag (SlTimelineProbe *probe, int *x, int *y)
{
  g_autoptr (SlAccessible) flag =
      sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, FLAG);
  int width, height;

  sl_real_window_get_extents (probe->window, flag, x, y, &width, &height);
  *x += width / 2;
  *y += height / 2;
}

/* Drags the flag so that its pole comes to @x and @y. */
static void
drag_pole (SlTimelineProbe *probe, const char *key, int x, int y)
{
  g_autoptr (SlAccessible) flag =
      sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, FLAG);
  int left, top, width, height, by;

  sl_real_window_get_extents (probe->window, flag, &left, &top, &width, &height);
  by = width / 2;
  if (key != NULL)
    sl_real_window_drag_with (probe->window, key, left + by, top + height / 2, x + by, y);
  else
    sl_real_window_drag (probe->window, left + by, top + height / 2, x + by, y);
}

static void
test_drag (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autofree char *box_name = sl_timeline_probe_focus_box (probe, TASK);
  g_autofree char *before = NULL;
  g_autofree char *dragged = NULL;
  g_autofree char *snapped = NULL;
  g_autofree char *free_of_edges = NULL;
  g_autofree char *when = NULL;
  g_autoptr (SlAccessible) box = NULL;
  int flag_x, flag_y, x, y, width, height;
  const char *begin, *end;

  g_test_summary (
      "A flag that is dragged takes its marker along, to an edge that is near unless Alt "
      "is held; Escape and undo bring it back.");

  box = sl_real_window_wait_for (window, ATSPI_ROLE_LIST_ITEM, box_name);
  dragged = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, box_name);
  begin = strstr (dragged, "from ");
  g_assert_nonnull (begin);
  begin += strlen ("from ");
  end = strchr (begin, ',');
  g_assert_nonnull (end);
  when = g_strdup_printf ("at %.*s", (int) (end - begin), begin);
  sl_real_window_get_extents (window, box, &x, &y, &width, &height);

  mark (probe, 0.6, "Marker 1");
  before = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, FLAG);
  g_assert_cmpstr (before, !=, when);
  find_flag (probe, &flag_x, &flag_y);
  /* The pole is at the left of the flag, by which it is taken hold of in its middle. */
  sl_real_window_drag_and_press (window, "Escape", flag_x, flag_y, x, y + height / 2);
  snapped = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, FLAG);
  g_assert_cmpstr (snapped, ==, before);

  drag_pole (probe, NULL, x + 3, y + height / 2);
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, when);
  sl_real_window_key (window, "Control_L+z");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, before);
  sl_real_window_key (window, "Control_L+y");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, when);

  sl_real_window_key (window, "Control_L+z");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, before);
  drag_pole (probe, "Alt_L", x + 3, y + height / 2);
  sl_real_window_wait_no_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, before);
  free_of_edges = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, FLAG);
  g_assert_cmpstr (free_of_edges, !=, when);
}

/* A tag lies in the row of @row_name. */
static void
expect_in_row (SlTimelineProbe *probe, const char *tag, const char *row_name)
{
  g_autoptr (SlAccessible) found =
      sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, tag);
  int x, y, width, height, row_y, row_height;

  sl_real_window_get_extents (probe->window, found, &x, &y, &width, &height);
  sl_timeline_probe_get_row (probe, row_name, &row_y, &row_height);
  g_assert_cmpint (y + height / 2, >=, row_y);
  g_assert_cmpint (y + height / 2, <=, row_y + row_height);
}

static void
test_draw (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autoptr (SlAccessible) tag = NULL;
  int x, y, width, height, to_y, to_height;

  g_test_summary (
      "A text is written where the pointer is, named at once, dragged to another row and "
      "taken back; a box is drawn by Ctrl, Shift and a drag, an arrow by a key.");

  point_at (probe, 0.3);
  sl_real_window_key (window, "Shift_L+x");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_type (window, "look here");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Text: look here");
  expect_in_row (probe, "Text: look here", OTHER);

  tag = sl_real_window_wait_for (window, ATSPI_ROLE_LIST_ITEM, "Text: look here");
  sl_real_window_get_extents (window, tag, &x, &y, &width, &height);
  sl_timeline_probe_get_row (probe, TASK, &to_y, &to_height);
  sl_real_window_drag (window, x + width / 2, y + height / 2, x + width / 2 + 40,
                       to_y + to_height / 2);
  expect_in_row (probe, "Text: look here", TASK);
  sl_real_window_key (window, "Control_L+z");
  expect_in_row (probe, "Text: look here", OTHER);

  x = probe->x + probe->width / 2;
  sl_timeline_probe_get_row (probe, OTHER, &y, &height);
  sl_real_window_drag_with_both (window, "Control_L", "Shift_L", x, y + height / 2, x + 120,
                                 to_y + to_height / 2);
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_key (window, "Return");
  sl_real_window_key (window, "Control_L+z");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");
  sl_real_window_key (window, "Control_L+y");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");

  point_at (probe, 0.8);
  sl_real_window_key (window, "Shift_L+a");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Arrow: Arrow 3");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (3)");
}

/* Writes a text by its key, in the row of a task. */
static void
write_text (SlTimelineProbe *probe, double place, const char *text)
{
  point_at (probe, place);
  sl_real_window_key (probe->window, "Shift_L+x");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_type (probe->window, text);
  sl_real_window_key (probe->window, "Return");
}

/* In the list of kinds, @n_down lines below the one that it is, or above. */
static void
choose_kind (SlRealWindow *window, int n_down)
{
  sl_window_test_click_on (window, ATSPI_ROLE_COMBO_BOX, "Kind of the marker");
  sl_real_window_wait_for_frame (window);
  for (int i = 0; i < ABS (n_down); i++)
    sl_real_window_key (window, n_down > 0 ? "Down" : "Up");
  sl_real_window_key (window, "Return");
}

static void
test_kind (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "A marker becomes a span, a box in the row that is selected, an arrow, a text and an "
      "instant again, one step of undo each.");

  sl_window_test_click_on (window, ATSPI_ROLE_ROW_HEADER, OTHER);
  mark (probe, 0.3, "Marker 1");
  sl_real_window_key (window, "Shift_L+m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  choose_kind (window, 1);
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, "from *, for *");
  choose_kind (window, 1);
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Box: Marker 1");
  expect_in_row (probe, "Box: Marker 1", OTHER);
  choose_kind (window, 1);
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Arrow: Marker 1");
  choose_kind (window, 1);
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Text: Marker 1");
  choose_kind (window, -4);
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, FLAG, "at *");
  sl_real_window_key (window, "Control_L+z");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Text: Marker 1");
}

/* In the menu that is open; @key is the letter that is underlined. */
static void
choose (SlRealWindow *window, const char *item, const char *key)
{
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, item);
  /* A menu that has just come up does not have the keyboard yet. */
  sl_real_window_wait_still (window);
  sl_real_window_key (window, key);
}

static void
test_menus (void)
{
  static const struct
  {
    const char *key;
    const char *item;
  } steps[] = { { "Down", "Center Here" },
                { "Down", "Show Everything" },
                { "Up", "Center Here" },
                { "Tab", "Show Everything" } };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  int y, height;

  g_test_summary (
      "The menu of a place in a row draws there, and arrow keys go through it; the main "
      "menu draws where the user is; it deletes what is selected, too.");

  sl_timeline_probe_get_row (probe, OTHER, &y, &height);
  sl_real_window_click (window, probe->x + probe->width / 2, y + height / 2, 3);
  choose (window, "Draw", "d");
  choose (window, "Text…", "t");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_key (window, "Return");
  expect_in_row (probe, "Text: Text 1", OTHER);

  sl_timeline_probe_get_row (probe, OTHER, &y, &height);
  sl_real_window_click (window, probe->x + probe->width / 4, y + height / 2, 3);
  sl_real_window_wait_focus (window, ATSPI_ROLE_MENU_ITEM, "Zoom In Here");
  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      sl_real_window_key (window, steps[i].key);
      sl_real_window_wait_focus (window, ATSPI_ROLE_MENU_ITEM, steps[i].item);
    }
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_MENU_ITEM, "Draw");

  sl_real_window_key (window, "F10");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Markers");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Draw Box");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");
  sl_real_window_key (window, "F10");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Markers");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Delete Marker");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");
}

static void
test_nudge (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  g_autofree char *before = NULL;
  g_autofree char *boxed = NULL;

  g_test_summary (
      "By keys alone a drawing goes right and left, from row to row, and is stretched.");

  write_text (probe, 0.3, "look");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Text: look");
  before = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, "Text: look");
  sl_real_window_key (window, "Control_L+Right");
  sl_real_window_wait_no_description (window, ATSPI_ROLE_LIST_ITEM, "Text: look", before);
  sl_real_window_key (window, "Control_L+Left");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "Text: look", before);
  sl_real_window_key (window, "Control_L+Up");
  expect_in_row (probe, "Text: look", TASK);
  sl_real_window_key (window, "Control_L+Down");
  expect_in_row (probe, "Text: look", OTHER);

  sl_real_window_key (window, "Shift_L+b");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_key (window, "Return");
  boxed = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");
  sl_real_window_key (window, "Control_L+Shift_L+Right");
  sl_real_window_wait_no_description (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2", boxed);
  sl_real_window_key (window, "Control_L+Shift_L+Left");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2", boxed);
  sl_real_window_key (window, "Shift_L+Delete");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 2");
}

/* Drags what is at @x and @y of a drawing, and waits for what it says of itself to change. */
static void
stretch (SlRealWindow *window, const char *name, int x, int y, int to_x, int to_y)
{
  g_autofree char *before = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, name);
  g_autofree char *after = NULL;

  sl_real_window_drag (window, x, y, to_x, to_y);
  sl_real_window_wait_no_description (window, ATSPI_ROLE_LIST_ITEM, name, before);
  after = sl_real_window_get_description (window, ATSPI_ROLE_LIST_ITEM, name);
  sl_real_window_key (window, "Control_L+z");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, name, before);
  sl_real_window_key (window, "Control_L+y");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, name, after);
}

static void
test_stretch (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  int x, y, height, to_y, to_height;

  g_test_summary ("The head of an arrow and the corner of a box are dragged to another place and "
                  "taken back.");

  x = probe->x + probe->width / 4;
  sl_timeline_probe_get_row (probe, TASK, &y, &height);
  sl_timeline_probe_get_row (probe, OTHER, &to_y, &to_height);
  sl_real_window_drag_with_both (window, "Control_L", "Shift_L", x, y + height / 2, x + 150,
                                 to_y + to_height / 2);
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Box: Box 1");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_key (window, "Return");
  stretch (window, "Box: Box 1", x + 150, to_y + to_height - 1, x + 230, to_y + to_height - 1);

  sl_real_window_move (window, x + 400, y + height / 2);
  sl_real_window_wait_for_frame (window);
  sl_real_window_key (window, "Alt_L+1");
  sl_real_window_key (window, "Shift_L+a");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Arrow: Arrow 2");
  stretch (window, "Arrow: Arrow 2", x + 400, y + height / 2, x + 470, to_y + to_height / 2);
}

/* Opens the dialog and types into it. */
static void
ask (SlTimelineProbe *probe, const char *text, const char *answer)
{
  sl_real_window_key (probe->window, "Control_L+l");
  sl_real_window_wait_windows (probe->window, 2);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Time, event, offset, job or name");
  sl_real_window_type (probe->window, text);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, answer);
}

static void
end (SlTimelineProbe *probe, const char *key)
{
  sl_real_window_key (probe->window, key);
  sl_real_window_wait_windows (probe->window, 1);
}

static void
test_go_to (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Ctrl+L says what a time, a name and an index lead to, or why they do not; Enter goes "
      "there and gives the keys back to the timeline.");

  ask (probe, "12.5 ms", "Sets cursor A at 12.500*ms");
  end (probe, "Return");
  sl_timeline_probe_wait_text (probe, "*Cursor A at 12.5*");
  ask (probe, "+5ms", "Moves cursor A to 17.500*ms, 5ms after where it is");
  end (probe, "Return");
  sl_timeline_probe_wait_text (probe, "*Cursor A at 17.5*");

  ask (probe, "ctx", "“ctx” could be any of: *");
  end (probe, "Escape");
  ask (probe, "ctx 296", "Goes to the row “" OTHER "”");
  end (probe, "Return");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);

  ask (probe, "ctx 288, job 2", "Goes to ctx 288 · pid 4, job 2");
  end (probe, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 288 · pid 4, job 2*");

  ask (probe, "#700", "Selects the event #700");
  end (probe, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Raw Record");

  /* The dialog is over the pointer, which does not move. */
  sl_real_window_move (probe->window, probe->x + probe->width / 4, probe->y + 100);
  ask (probe, "#41", "Selects the event #41");
  end (probe, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "mutex-lock, *, 0.001*");
  sl_real_window_key (probe->window, "m");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, FLAG, "at 1.372*050 ms*");
}

static void
test_keys_after_pointer (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int middle = probe->x + probe->width / 2;

  g_test_summary (
      "Keys are meant for the timeline once the pointer was used in it, and not for the "
      "filter that was typed before.");

  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_type (probe->window, "mutex");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "30 of 701 events");
  sl_real_window_drag (probe->window, middle, probe->y + 10, middle + 100, probe->y + 10);
  sl_timeline_probe_wait_text (probe, "*Selected from *");
  sl_real_window_key (probe->window, "m");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Marker: Span 1");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "30 of 701 events");

  sl_real_window_key (probe->window, "Shift_L+m");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_click (probe->window, middle - 150, probe->y + 10, 1);
  sl_timeline_probe_wait_text (probe, "*Cursor A at *");
  sl_real_window_key (probe->window, "m");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Marker: Marker 2");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Marker: Span 1");
}

int
main (int argc, char **argv)
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/markers/snap", test_snap);
  sl_window_test_add ("/window/markers/edit", test_edit);
  sl_window_test_add ("/window/markers/walk", test_walk);
  sl_window_test_add ("/window/markers/zoom", test_zoom);
  sl_window_test_add ("/window/markers/drag", test_drag);
  sl_window_test_add ("/window/markers/draw", test_draw);
  sl_window_test_add ("/window/markers/kind", test_kind);
  sl_window_test_add ("/window/markers/menus", test_menus);
  sl_window_test_add ("/window/markers/nudge", test_nudge);
  sl_window_test_add ("/window/markers/stretch", test_stretch);
  sl_window_test_add ("/window/markers/go-to", test_go_to);
  sl_window_test_add ("/window/markers/keys-after-pointer", test_keys_after_pointer);

  return g_test_run ();
}
