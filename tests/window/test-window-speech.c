/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* Waits until something else has the focus, and all is told of that. */
static void
wait_for_focus (SlRealWindow *window, SlAccessibleListener *listener, guint n_before)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

  while (sl_accessible_listener_count_focused (listener) == n_before)
    {
      if (g_get_monotonic_time () > give_up)
        g_error ("nothing else gets the focus");
      g_usleep (20 * 1000);
    }
  sl_real_window_wait_still (window);
}

/* Presses each of them and finds that what gets the focus then is said once. */
static void
expect_once (SlRealWindow *window,
             SlAccessibleListener *listener,
             const char *const *keys,
             guint n_keys)
{
  for (guint i = 0; i < n_keys; i++)
    {
      guint n_focused = sl_accessible_listener_count_focused (listener);

      sl_real_window_key (window, keys[i]);
      wait_for_focus (window, listener, n_focused);
      g_test_message ("%s", keys[i]);
      g_assert_cmpstr (sl_accessible_listener_get_changed (listener), ==, "");
    }
}

static void
test_once (void)
{
  static const char *const keys[] = {
    "Down", "n", "Right", "Right", "Home", "Control_L+Shift_L+p"
  };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (SlAccessibleListener) listener = sl_real_window_listen (probe->window);

  g_test_summary (
      "The name of a row, a box, the first of them too, and the first of the commands are described before they get the "
      "focus: a screen reader says them once.");

  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  expect_once (probe->window, listener, keys, G_N_ELEMENTS (keys));
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "New Window, *, 1 of *");
}

static void
test_pages (void)
{
  static const char *const keys[] = { "Tab", "Tab", "Tab", "Tab", "Tab", "Down" };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (SlAccessibleListener) listener = sl_real_window_listen (probe->window);
  SlRealWindow *window = probe->window;

  g_test_summary ("The name of the page that is shown is said once, as that of any other page.");

  sl_real_window_key (window, "Control_L+f");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  expect_once (window, listener, keys, G_N_ELEMENTS (keys));
  sl_real_window_wait_focus (window, ATSPI_ROLE_PAGE_TAB, "Row");
}

static void
test_windows (void)
{
  static const struct
  {
    const char *keys;
    const char *title;
    AtspiRole role; /* of what has the focus in it */
    const char *name;
  } windows[] = {
    { "Control_L+comma", "Preferences", ATSPI_ROLE_CHECK_BOX, "Colour-Blind Palette" },
    { "Control_L+Shift_L+p", "Commands", ATSPI_ROLE_ENTRY, "Command, page, row or marker" },
    { "Control_L+e", "Export Picture", ATSPI_ROLE_COMBO_BOX, "Format" },
    { "Control_L+t", "Traces on This Axis", ATSPI_ROLE_COMBO_BOX, "Traces Start" },
  };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (SlAccessibleListener) listener = sl_real_window_listen (probe->window);

  g_test_summary (
      "What opens over the first window is a window, too, by the name of its title. It is active before anything "
      "in it gets the focus, so that it is said first; nothing around that is called by its type.");

  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  for (guint i = 0; i < G_N_ELEMENTS (windows); i++)
    {
      guint n_focused = sl_accessible_listener_count_focused (listener);
      guint n_active = sl_accessible_listener_count_active (listener);

      sl_real_window_key (probe->window, windows[i].keys);
      sl_real_window_wait_for (probe->window, ATSPI_ROLE_FRAME, windows[i].title);
      wait_for_focus (probe->window, listener, n_focused);
      sl_real_window_wait_focus (probe->window, windows[i].role, windows[i].name);
      g_test_message ("%s", windows[i].title);
      g_assert_cmpuint (sl_accessible_listener_count_focused (listener), ==, n_focused + 1);
      g_assert_cmpuint (sl_accessible_listener_count_active_before_focus (listener), ==,
                        n_active + 1);
      g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_PANEL, "GtkStackPage"), ==,
                        0);

      n_focused = sl_accessible_listener_count_focused (listener);
      sl_real_window_key (probe->window, "Escape");
      sl_real_window_wait_gone (probe->window, ATSPI_ROLE_FRAME, windows[i].title);
      /* Which takes the keyboard. */
      sl_real_window_key (probe->window, "Shift_L");
      wait_for_focus (probe->window, listener, n_focused);
    }
}

static void
test_examples (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "The button with examples of filters says what it is once, each example what is typed for it and "
      "what that finds; the page around all is not called by its type.");

  sl_real_window_wait_no_description (window, ATSPI_ROLE_PUSH_BUTTON, "Examples of filters",
                                      "Examples of filters");
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_PANEL, "GtkStackPage"), ==, 0);

  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Examples of filters");
  sl_real_window_wait_description (window, ATSPI_ROLE_PUSH_BUTTON, "kind = task-deadline-miss",
                                   "one kind of event");
}

static void
test_steps (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "What is decided at a step is said where the focus is, in the timeline or elsewhere, by itself; where the "
      "focus goes on to, the row says what it is.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (window, "F8");
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, "CPU 0", "No decision yet");
  sl_real_window_key (window, "Alt_L+Right");
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, "CPU 0",
                                   "At 201.97*s: ctx 264*ends; no task is ready");
  sl_real_window_key (window, "Down");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "Interrupts");
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, "Interrupts", "2 deep");

  sl_real_window_key (window, "Control_L+f");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (window, "Alt_L+Right");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Filter expression", "At 506.81*");
}

static void
test_deleted (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "The marker whose name is being edited is deleted by its command: the keys go on in the timeline.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (window, "Shift_L+m");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Name of the marker");
  sl_real_window_type (window, "burst");
  sl_real_window_key (window, "Control_L+Shift_L+p");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker");
  sl_real_window_type (window, "delete marker");
  sl_real_window_wait_description (window, ATSPI_ROLE_ENTRY, "Command, page, row or marker",
                                   "Delete Marker, *, 1 of *");
  sl_real_window_key (window, "Return");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LIST_ITEM, "Marker: burst");
  sl_real_window_key (window, "Shift_L");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
}

static void
test_folded (void)
{
  static const char *const keys[] = { "Down", "Down" };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (SlAccessibleListener) listener = sl_real_window_listen (probe->window);
  SlRealWindow *window = probe->window;

  g_test_summary (
      "N goes to the missed deadline from the folded group that its row is in, too, and says it.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  expect_once (window, listener, keys, G_N_ELEMENTS (keys));
  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "Tasks");
  sl_real_window_key (window, "Return");
  sl_real_window_wait_description (window, ATSPI_ROLE_ROW_HEADER, "Tasks", "collapsed");

  sl_real_window_key (window, "n");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "ctx 296 *");
  sl_real_window_wait_description (window, ATSPI_ROLE_LIST_ITEM, "ctx 296 *", "*Missed*");
}

/* Tab comes there, maybe after others. */
static void
tab_to (SlRealWindow *window, AtspiRole role, const char *name_pattern)
{
  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (SlAccessible) found = sl_real_window_find (window, role, name_pattern);

      if (found != NULL && sl_accessible_has_state (found, ATSPI_STATE_FOCUSED))
        return;

      sl_real_window_key (window, "Tab");
      sl_real_window_wait_still (window);
    }
  g_error ("Tab does not come to “%s”", name_pattern);
}

static void
test_details (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;

  g_test_summary (
      "Where the time of a job went, how it compares with the task's other jobs, and their responses are stops of Tab, and "
      "say so.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_key (window, "n");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "ctx 296 *");
  sl_real_window_wait_for (window, ATSPI_ROLE_IMAGE, "Where the time went: *");
  tab_to (window, ATSPI_ROLE_IMAGE, "Where the time went: *");
  tab_to (window, ATSPI_ROLE_LIST_ITEM, "Compared with Its Other Jobs. *: this job *");
  tab_to (window, ATSPI_ROLE_IMAGE, "Response times of *");
}

static void
test_hits (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (SlAccessibleListener) listener = sl_real_window_listen (probe->window);
  SlRealWindow *window = probe->window;

  g_test_summary ("The number of each hit that is gone to is said where the focus is, each time.");

  sl_real_window_key (window, "Control_L+f");
  sl_real_window_wait_focus (window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_type (window, "Mutex");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "30 of 701 events");
  for (guint place = 0; place < 2; place++)
    {
      for (guint i = 1; i <= 3; i++)
        {
          g_autofree char *said = g_strdup_printf ("%u of 30", i);

          sl_real_window_key (window, "Control_L+g");
          sl_window_test_expect (window, ATSPI_ROLE_LABEL, said);
          sl_real_window_wait_still (window);
          g_test_message ("%s: %s", said, sl_accessible_listener_get_changed (listener));
          g_assert_nonnull (strstr (sl_accessible_listener_get_changed (listener), said));
        }
      /* From what is selected there the next hit is the first one. */
      sl_window_test_click_on (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
      sl_real_window_wait_focus (window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
    }
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/speech/once", test_once);
  sl_window_test_add ("/window/speech/pages", test_pages);
  sl_window_test_add ("/window/speech/windows", test_windows);
  sl_window_test_add ("/window/speech/examples", test_examples);
  sl_window_test_add ("/window/speech/steps", test_steps);

  sl_window_test_add ("/window/speech/folded", test_folded);
  sl_window_test_add ("/window/speech/deleted", test_deleted);
  sl_window_test_add ("/window/speech/details", test_details);
  sl_window_test_add ("/window/speech/hits", test_hits);

  return g_test_run ();
}
