/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "sl-test.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* A folder of a case, with copies of the sample in folders of their own. */
typedef struct
{
  char *path;
} Folder;

static void
folder_clear (Folder *self)
{
  sl_real_window_keep_data (NULL);
  sl_real_window_keep_settings (NULL);
  sl_test_remove_folder (self->path);
  g_free (self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Folder, folder_clear)

static Folder
make_folder (void)
{
  Folder folder = { g_dir_make_tmp ("slackline-keeping-XXXXXX", NULL) };

  g_assert_nonnull (folder.path);
  return folder;
}

/* @n_events: of the sample's, from the first on */
static char *
copy_sample (const Folder *folder, const char *within, gsize n_events)
{
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_autofree char *parent = g_build_filename (folder->path, within, NULL);
  char *path = g_build_filename (parent, "run.shark", NULL);
  g_autofree char *data = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (sample, &data, &length, NULL));
  g_assert_cmpuint (length, >=, n_events * 16);
  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, data, (gssize) n_events * 16, NULL));
  return path;
}

static SlRealWindow *
start (const char *file)
{
  SlRealWindow *window = sl_timeline_probe_start_program (file);

  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  return window;
}

static void
quit (SlRealWindow *window)
{
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);
}

static gboolean
has_page (SlRealWindow *window, const char *name)
{
  g_autoptr (SlAccessible) tab = sl_real_window_wait_for (window, ATSPI_ROLE_PAGE_TAB, name);

  return sl_accessible_has_state (tab, ATSPI_STATE_SELECTED);
}

static void
wait_page (SlRealWindow *window, const char *name)
{
  sl_real_window_wait_state (window, ATSPI_ROLE_PAGE_TAB, name, ATSPI_STATE_SELECTED);
}

static void
test_gone_rows (void)
{
  g_auto (Folder) folder = make_folder ();
  g_autofree char *path = copy_sample (&folder, "a", SL_SAMPLE_EVENTS);
  g_autofree char *again = NULL;
  SlRealWindow *window;

  g_test_summary (
      "Where a trace was recorded anew without a task whose row the kept view hides, it says so.");

  sl_real_window_keep_data (folder.path);
  window = start (path);
  sl_window_test_click_on (window, ATSPI_ROLE_ROW_HEADER, "ctx 320 · pid 8");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "ctx 320 · pid 8");
  sl_real_window_key (window, "h");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, "ctx 320 · pid 8");
  quit (window);
  sl_real_window_stop (window);

  again = copy_sample (&folder, "a", 8);
  g_assert_cmpstr (again, ==, path);
  window = start (path);
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, "CPU 0",
                                   "1 row of the view is not in this trace: ctx 320 · pid 8");
  sl_real_window_stop (window);
}

static void
test_panels (void)
{
  g_auto (Folder) folder = make_folder ();
  g_autofree char *path = copy_sample (&folder, "a", SL_SAMPLE_EVENTS);
  SlRealWindow *window;

  g_test_summary (
      "The page below the timeline, which is there only once jobs are found, and the panes that "
      "were closed are as they were when the trace is opened again; Ctrl+Z undoes each.");

  sl_real_window_keep_data (folder.path);
  window = start (path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_window_test_expect (window, ATSPI_ROLE_HEADING, "This Trace");
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Misses (1)");
  wait_page (window, "Misses (1)");
  sl_window_test_expect (window, ATSPI_ROLE_HEADING, "This Trace");
  sl_real_window_key (window, "F9");
  sl_real_window_wait_gone (window, ATSPI_ROLE_HEADING, "This Trace");
  quit (window);
  sl_real_window_stop (window);

  window = start (path);
  wait_page (window, "Misses (1)");
  g_assert_null (sl_real_window_find (window, ATSPI_ROLE_HEADING, "This Trace"));
  sl_real_window_key (window, "Control_L+z");
  wait_page (window, "Events");
  sl_window_test_expect (window, ATSPI_ROLE_HEADING, "This Trace");
  sl_real_window_key (window, "Control_L+F9");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (window, "Control_L+z");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Filter expression");
  g_assert_true (has_page (window, "Events"));
  quit (window);
  sl_real_window_stop (window);
}

/* A second start of the program hands its file over to the first. */
static void
open_from_outside (const char *path)
{
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, g_getenv ("SLACKLINE"), path, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_wait_check (process, NULL, &error));
  g_assert_no_error (error);
}

static void
test_at_once (void)
{
  g_auto (Folder) folder = make_folder ();
  g_autofree char *path = copy_sample (&folder, "a", SL_SAMPLE_EVENTS);
  SlRealWindow *window;

  g_test_summary ("Who closes the last tab right after a change finds it there again.");

  sl_real_window_keep_data (folder.path);
  window = start (path);
  sl_window_test_expect (window, ATSPI_ROLE_HEADING, "This Trace");
  sl_real_window_key (window, "F9");
  sl_real_window_key (window, "Control_L+w");
  sl_real_window_wait_end (window);
  sl_real_window_stop (window);

  window = start (path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_wait_gone (window, ATSPI_ROLE_HEADING, "This Trace");
  quit (window);
  sl_real_window_stop (window);
}

static void
test_tabs (void)
{
  g_auto (Folder) folder = make_folder ();
  g_autofree char *one = copy_sample (&folder, "one", SL_SAMPLE_EVENTS);
  g_autofree char *two = copy_sample (&folder, "two", 600);
  SlRealWindow *window;

  g_test_summary (
      "Ctrl+Shift+T makes a tab, in which another trace is opened; Ctrl+Tab turns them, what is below "
      "belongs to the tab that is seen; files of one name have their folders beside it; "
      "Ctrl+Shift+M gives a tab a window of its own, Ctrl+W closes it.");

  window = start (one);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "run.shark");
  sl_real_window_key (window, "Control_L+Shift_L+t");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open a Trace…");
  sl_real_window_key (window, "Control_L+Tab");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_wait_state (window, ATSPI_ROLE_PUSH_BUTTON, "TSC", ATSPI_STATE_SENSITIVE);
  sl_real_window_wait_state (window, ATSPI_ROLE_PUSH_BUTTON, "Textbook", ATSPI_STATE_SENSITIVE);
  /* The header bar with the menu went, and came again. */
  sl_real_window_key (window, "F10");
  sl_window_test_expect (window, ATSPI_ROLE_CHECK_MENU_ITEM, "Follow the File");
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "Teaching");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_MENU_ITEM, "Teaching");
  sl_real_window_key (window, "Control_L+w");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open a Trace…");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "701 events");

  open_from_outside (one);
  sl_real_window_wait_windows (window, 2);
  open_from_outside (two);
  sl_real_window_wait_windows (window, 3);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "run.shark — one");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "run.shark — two");
  /* Windows behind the first one are windows for assistive technologies, too. */
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "run.shark — one");
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "run.shark — two");
  sl_real_window_key (window, "Control_L+Shift_L+n");
  sl_real_window_wait_windows (window, 4);
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "Rate Monotonic");
  quit (window);
  sl_real_window_stop (window);
}

static void
prefer_tabs (SlRealWindow *window)
{
  sl_real_window_key (window, "Control_L+comma");
  sl_real_window_wait_windows (window, 2);
  sl_window_test_expect (window, ATSPI_ROLE_CHECK_BOX, "Open in Tabs");
  sl_real_window_wait_for_frame (window);
  sl_window_test_click_on (window, ATSPI_ROLE_CHECK_BOX, "Open in Tabs");
  sl_real_window_wait_state (window, ATSPI_ROLE_CHECK_BOX, "Open in Tabs", ATSPI_STATE_CHECKED);
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_windows (window, 1);
}

static void
test_open_in_tabs (void)
{
  g_auto (Folder) folder = make_folder ();
  g_autofree char *one = copy_sample (&folder, "one", SL_SAMPLE_EVENTS);
  g_autofree char *two = copy_sample (&folder, "two", 600);
  SlRealWindow *window;

  g_test_summary (
      "With the switch in the preferences, what is opened from outside comes into a tab of the window; the "
      "other stays, and each has its own header bar and keys. The buttons in a tab work in a window of its own, too.");

  window = start (one);
  prefer_tabs (window);
  open_from_outside (two);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "600 events");
  sl_real_window_wait_windows (window, 1);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "run.shark — two");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "600 events*");
  sl_real_window_key (window, "Control_L+Shift_L+Tab");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "run.shark — one");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events*");
  sl_window_test_click_on (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (window, "h");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "1 row hidden – Show");

  sl_real_window_key (window, "Control_L+Shift_L+m");
  sl_real_window_wait_windows (window, 2);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "run.shark — one");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "run.shark — two");
  sl_real_window_wait_state (window, ATSPI_ROLE_PUSH_BUTTON, "1 row hidden – Show",
                             ATSPI_STATE_SENSITIVE);
  quit (window);
  sl_real_window_stop (window);
}

static void
test_reload (void)
{
  g_auto (Folder) folder = make_folder ();
  g_autofree char *path = copy_sample (&folder, "a", 600);
  g_autofree char *again = NULL;
  g_autoptr (SlTimelineProbe) probe = NULL;
  SlRealWindow *window;
  SlTickSpan before;

  g_test_summary (
      "A file that has grown or was written again is said to have changed; Reload reads it in place, "
      "with the view as it was; Reload and Compare with Before puts what was there beside what is there, each with its letter.");

  window = start (path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "600 events");
  probe = sl_timeline_probe_new (window);
  sl_timeline_probe_count_ticks (probe);
  before = sl_timeline_probe_get_visible (probe);
  sl_real_window_key (window, "w");
  before = sl_timeline_probe_wait_other (probe, before);
  sl_real_window_key (window, "m");
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (1)");
  again = copy_sample (&folder, "a", SL_SAMPLE_EVENTS);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "The file has changed since it was read");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "600 events*");
  sl_real_window_key (window, "Control_L+r");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events*");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "The file has changed since it was read");
  sl_timeline_probe_wait_visible (probe, before);
  sl_window_test_expect (window, ATSPI_ROLE_PAGE_TAB, "Markers (1)");

  g_free (again);
  again = copy_sample (&folder, "a", 650);
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Reload and Compare with Before");
  wait_page (window, "Compare");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "2 traces · 1*351 events*");

  /* What is compared goes by letters, in lists as on rows, and no longer than it is compared. */
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Jobs*");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "B · *");
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Compare*");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Stop Comparing");
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Jobs*");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "0: *");
}

int
main (int argc, char **argv)
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/keeping/gone-rows", test_gone_rows);
  sl_window_test_add ("/window/keeping/panels", test_panels);
  sl_window_test_add ("/window/keeping/at-once", test_at_once);
  sl_window_test_add ("/window/keeping/tabs", test_tabs);
  sl_window_test_add ("/window/keeping/open-in-tabs", test_open_in_tabs);
  sl_window_test_add ("/window/keeping/reload", test_reload);
  return g_test_run ();
}
