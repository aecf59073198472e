/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-test.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define SEARCH "Search commands and keys"

static void
open_keys (SlRealWindow *window)
{
  sl_real_window_key (window, "Control_L+comma");
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Keyboard Shortcuts");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, SEARCH);
}

/* Finds what has all the words of @text, and only that, and asks for its key. */
static void
ask_key (SlRealWindow *window, const char *text)
{
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, SEARCH);
  sl_real_window_type (window, text);
  sl_real_window_key (window, "Return");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel", "Press the new key*");
}

static void
wait_keys (SlRealWindow *window, const char *title, const char *keys)
{
  sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, title, keys);
}

static void
close_keys (SlRealWindow *window)
{
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ENTRY, SEARCH);
}

static void
test_remap (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  SlTickSpan whole, zoomed;

  g_test_summary ("By keys alone a key is searched, replaced and used at once; the key that it had "
                  "does nothing, and the lists of keys and of commands say the new one.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_timeline_probe_count_ticks (probe);
  whole = sl_timeline_probe_get_visible (probe);
  open_keys (window);
  ask_key (window, "fit whole");
  sl_real_window_key (window, "j");
  wait_keys (window, "Fit the whole trace", "J");
  close_keys (window);

  sl_real_window_key (window, "w");
  zoomed = sl_timeline_probe_wait_other (probe, whole);
  sl_real_window_key (window, "f");
  sl_real_window_key (window, "w");
  zoomed = sl_timeline_probe_wait_other (probe, zoomed);
  sl_real_window_key (window, "j");
  sl_timeline_probe_wait_visible (probe, whole);

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "fit the whole");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "J");
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
}

static void
test_conflict (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary ("What has the key already is named; Escape and Cancel leave it there, Take It "
                  "Over moves it; then both are reset.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  open_keys (window);
  ask_key (window, "hide or details");
  sl_real_window_key (window, "Control_L+e");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel",
                                   "Ctrl+E already belongs to “Export a picture”*");
  sl_real_window_key (window, "Escape");
  wait_keys (window, "Show or hide details", "F9");

  sl_real_window_key (window, "Return");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel", "Press the new key*");
  sl_real_window_key (window, "Control_L+c");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel", "Ctrl+C is needed*");
  sl_real_window_key (window, "Control_L+e");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel",
                                   "Ctrl+E already belongs to “Export a picture”*");
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_PUSH_BUTTON, "Take It Over");
  sl_real_window_key (window, "Return");
  wait_keys (window, "Show or hide details", "Ctrl+E");

  /* All are found again by nothing, and what lost its key has none. */
  sl_window_test_click_on (window, ATSPI_ROLE_ENTRY, SEARCH);
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "Export a picture", "no key");
  close_keys (window);
  sl_window_test_expect (window, ATSPI_ROLE_HEADING, "This Trace");
  sl_real_window_key (window, "Control_L+e");
  sl_real_window_wait_gone (window, ATSPI_ROLE_HEADING, "This Trace");

  open_keys (window);
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Reset All…");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Reset All");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "Export a picture", "Ctrl+E");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "Show or hide details", "F9");
}

static void
test_text (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "A letter that opens a window is text where text is typed, and opens one elsewhere.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  open_keys (window);
  ask_key (window, "new window");
  sl_real_window_key (window, "i");
  wait_keys (window, "New window", "I");
  close_keys (window);

  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_window_test_expect (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "inversions page");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "*, job 1, *: bounded inversion, *");
  sl_real_window_wait_windows (window, 1);
  sl_real_window_key (window, "i");
  sl_real_window_wait_windows (window, 2);
}

static void
test_without_key (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary ("What comes without a key can be given one: a choice of a menu, and a page.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  open_keys (window);
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "Textbook look", "no key");

  /* The key that switches between both looks is found first. */
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, SEARCH);
  sl_real_window_type (window, "textbook look");
  sl_window_test_click_on (window, ATSPI_ROLE_LIST_ITEM, "Textbook look");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel", "Press the new key*");
  sl_real_window_key (window, "j");
  wait_keys (window, "Textbook look", "J");
  sl_window_test_click_on (window, ATSPI_ROLE_ENTRY, SEARCH);
  sl_real_window_key (window, "Escape");
  ask_key (window, "page inversions");
  sl_real_window_key (window, "F4");
  wait_keys (window, "Show the page “Inversions”", "F4");
  close_keys (window);

  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (window, "j");
  sl_real_window_wait_gone (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (window, "F4");
  sl_window_test_expect (window, ATSPI_ROLE_TABLE_ROW, "*, job 1, *: bounded inversion, *");
}

static void
test_typed_in_row (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary ("Letters that are typed while a row of the list has the focus are searched.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  open_keys (window);
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Open a trace");
  sl_real_window_type (window, "fit whole");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, SEARCH);
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "Quit");
  sl_real_window_key (window, "Return");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel", "Press the new key*");
  sl_real_window_key (window, "j");
  wait_keys (window, "Fit the whole trace", "J");
}

static void
test_kept (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-keys-XXXXXX", NULL);
  g_autofree char *sample = sl_timeline_probe_dup_sample ();

  g_test_summary ("The next start has the keys of the last one.");

  sl_real_window_keep_settings (folder);
  for (guint i = 0; i < 2; i++)
    {
      SlRealWindow *window = sl_timeline_probe_start_program (sample);
      G_GNUC_UNUSED g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_new (window);

      sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
      open_keys (window);
      if (i == 0)
        {
          ask_key (window, "quit");
          sl_real_window_key (window, "F12");
        }
      wait_keys (window, "Quit", "F12");
      close_keys (window);
      sl_real_window_key (window, "F12");
      sl_real_window_wait_end (window);
    }
  sl_real_window_keep_settings (NULL);
  sl_test_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/keys/remap", test_remap);
  sl_window_test_add ("/window/keys/conflict", test_conflict);
  sl_window_test_add ("/window/keys/text", test_text);
  sl_window_test_add ("/window/keys/without-key", test_without_key);
  sl_window_test_add ("/window/keys/typed-in-row", test_typed_in_row);
  sl_window_test_add ("/window/keys/kept", test_kept);
  return g_test_run ();
}
