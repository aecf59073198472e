/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define TASK  "ctx 296 · pid 5"
#define LOCK  "mutex 0x1720a40"
#define OTHER LOCK

/* In place of what is there. */
static void
type_filter (SlTimelineProbe *probe, const char *text)
{
  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_type (probe->window, text);
}

static void
test_expression (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("What is typed dims what does not match and counts what does, Enter hides the "
                  "rest, Escape shows all again.");

  type_filter (probe, "task = 296");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "88 of 701 events");
  sl_timeline_probe_wait_text (probe, "*What does not match “task = 296” is dimmed");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW,
                         "trace-start, *, dimmed by the filter");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);

  sl_real_window_key (probe->window, "Return");
  sl_timeline_probe_wait_text (probe, "*What does not match “task = 296” is hidden");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "88 of 701 events");

  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
}

static void
test_wrong (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *text = NULL;

  g_test_summary ("A wrong expression is reported with the column, changes nothing, and is right "
                  "again once it is mended.");

  type_filter (probe, "task = 296 and kimd = 3");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ENTRY, "Filter expression",
                                   "*“kimd”*column 16*");
  text = sl_timeline_probe_get_text (probe);
  g_assert_null (strstr (text, "kimd"));
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);

  type_filter (probe, "task = 296");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "88 of 701 events");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ENTRY, "Filter expression",
                                   "88 of 701 events");
}

static void
test_families (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "A family is hidden and shown by its switch, reached by keys alone; undo takes it "
      "back.");

  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (probe->window, "Tab"); /* to the examples of filters */
  sl_real_window_key (probe->window, "Tab"); /* to those that are saved */
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Families");
  sl_real_window_key (probe->window, "space");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_CHECK_BOX, "* (*)");
  sl_real_window_key (probe->window, "space");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Families (* of *)");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "* of 701 events");
  sl_timeline_probe_wait_text (probe, "*1 family is hidden");

  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Families (* of *)");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Families");
}

static void
test_undo (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Undo outside the entry takes the filter back, in the timeline and in the entry, and "
      "redo brings it again.");

  type_filter (probe, "task = 296");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "88 of 701 events");
  sl_real_window_key (probe->window, "Return");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);

  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_key (probe->window, "Control_L+z"); /* what the click picked */
  sl_real_window_key (probe->window, "Control_L+z");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_real_window_key (probe->window, "Shift_L+Control_L+z");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "88 of 701 events");
}

static void
try_hidden (SlTimelineProbe *probe, const char *filter, const char *count, const char *row)
{
  type_filter (probe, filter);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, count);
  sl_real_window_key (probe->window, "Return");
  sl_timeline_probe_wait_text (probe, "*is hidden");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, count);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, row);
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_LABEL,
                                          "No rows match the filter"),
                    ==, 0);
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_LABEL,
                                          "No event matches the filter"),
                    ==, 0);
}

static void
test_events (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Events keep the rows in which they happened, whether they have a sign there or "
                  "not; no other row stays.");

  try_hidden (probe, "kind ~ mutex-*", "30 of 701 events", LOCK);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 288 · pid 4");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 312 · pid 7");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);

  try_hidden (probe, "kind = context-switch", "52 of 701 events", "CPU 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "IRQ 1");

  try_hidden (probe, "parameter-1 = 0x120 and family = mutex", "24 of 701 events", LOCK);

  try_hidden (probe, "task = 296 and kind ~ task-*", "* of 701 events", TASK);
}

static void
test_first_hit (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("The list scrolls to the first event that matches, also while the others are "
                  "only dimmed; a button hides them.");

  type_filter (probe, "kind = task-deadline-miss");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1 of 701 events");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "task-deadline-miss, *");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Hide Others");
  sl_timeline_probe_wait_text (probe, "*is hidden");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Hide Others");
  sl_timeline_probe_wait_text (probe, "*is dimmed");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
}

static void
test_hits (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "A plain word finds what is called by it; Ctrl+G goes from hit to hit and back, "
      "round the end, and begins at what is in sight; the list follows, and what is found is said of the entry.");

  type_filter (probe, "Mutex");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "30 of 701 events");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ENTRY, "Filter expression",
                                   "30 of 701 events");
  sl_real_window_key (probe->window, "Control_L+g");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1 of 30");
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ENTRY, "Filter expression",
                                   "30 of 701 events, 1 of 30");
  sl_real_window_key (probe->window, "Control_L+g");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "2 of 30");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "mutex-lock, *, 0.001*");
  sl_real_window_key (probe->window, "Shift_L+Control_L+g");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1 of 30");
  sl_real_window_key (probe->window, "Shift_L+F3");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "30 of 30");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Next hit (Ctrl+G)");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1 of 30");

  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "1 of 30");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Next hit (Ctrl+G)");
}

/* A click beside suggestions that are still shown only closes them. */
static void
open_saved (SlTimelineProbe *probe)
{
  const gulong pause_us = 100 * 1000;
  g_autoptr (SlAccessible) entry = NULL;

  for (guint i = 0; i < 150 && entry == NULL; i++)
    {
      if (i % 50 == 0)
        sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Saved filters");
      g_usleep (pause_us);
      entry = sl_real_window_find (probe->window, ATSPI_ROLE_TEXT, "Name of the filter");
    }
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name of the filter");
}

static void
test_saved (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "A filter is saved under a name, found under it, not replaced unsaid, renamed and removed.");

  type_filter (probe, "kind = mutex-lock");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "15 of 701 events");
  open_saved (probe);
  sl_real_window_type (probe->window, "locking");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Rename locking");
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Rename locking");

  type_filter (probe, "kind = task-create");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "5 of 701 events");
  open_saved (probe);
  sl_real_window_type (probe->window, "locking");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Replace");
  sl_real_window_key (probe->window, "Control_L+a");
  sl_real_window_key (probe->window, "BackSpace");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Replace");
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PUSH_BUTTON, "locking");
  sl_real_window_key (probe->window, "space");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "15 of 701 events");

  open_saved (probe);
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Rename locking");
  sl_real_window_key (probe->window, "space");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_TEXT, "Name of the filter");
  sl_real_window_key (probe->window, "Control_L+a");
  sl_real_window_type (probe->window, "locks");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Remove locks");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Remove locking");
  for (guint i = 0; i < 3; i++)
    sl_real_window_key (probe->window, "Tab");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Remove locks");
  sl_real_window_key (probe->window, "space");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "No saved filters");
}

static void
test_completion (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("What can come next is offered while the filter is typed: Tab takes the first, "
                  "Down goes through the others, Enter takes one, Escape leaves the text alone.");

  type_filter (probe, "obj");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "object, *");
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LIST_ITEM, "object, *");
  sl_real_window_type (probe->window, "= ctx");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "*ctx 264 · pid 1*, task");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "*ctx 264 · pid 1*, task");
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LIST_ITEM, "*ctx 264 · pid 1*, task");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_type (probe->window, " 296");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LIST_ITEM, "*, task");

  type_filter (probe, "object = 29");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "*ctx 296 · pid 5*, task");
  sl_real_window_key (probe->window, "Down");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "*ctx 296 · pid 5*, task");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "44 of 701 events");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
}

static void
test_folded (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Ctrl+G shows a hit that is in a folded group, and undo folds the group again.");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, "Tasks");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  type_filter (probe, "object = 296");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "44 of 701 events");
  sl_real_window_key (probe->window, "Control_L+g");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1 of 44");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);

  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_key (probe->window, "Control_L+z"); /* what the click picked */
  sl_real_window_key (probe->window, "Control_L+z");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
}

static void
test_nothing_left (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "Where no row is left, a button clears the filter or shows hidden rows, whichever is why.");

  type_filter (probe, "kind = mutex-lock and kind = mutex-unlock");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "0 of 701 events");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "No rows match the filter");
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_PUSH_BUTTON,
                                          "Show Hidden Rows"),
                    ==, 0);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Clear Filter");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "No rows match the filter");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, TASK);
  sl_real_window_key (probe->window, "o");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
  type_filter (probe, "kind ~ mutex-*");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Some rows are hidden, and none *");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "Show Hidden Rows");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, OTHER);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/filter/expression", test_expression);
  sl_window_test_add ("/window/filter/wrong", test_wrong);
  sl_window_test_add ("/window/filter/families", test_families);
  sl_window_test_add ("/window/filter/undo", test_undo);
  sl_window_test_add ("/window/filter/events", test_events);
  sl_window_test_add ("/window/filter/first-hit", test_first_hit);
  sl_window_test_add ("/window/filter/hits", test_hits);
  sl_window_test_add ("/window/filter/folded", test_folded);
  sl_window_test_add ("/window/filter/nothing-left", test_nothing_left);
  sl_window_test_add ("/window/filter/completion", test_completion);
  sl_window_test_add ("/window/filter/saved", test_saved);
  return g_test_run ();
}
