/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The course in the real window, with real keys: from the start page to the answer. */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* Nobody changes what the program itself has simulated. */
static void
expect_no_change (SlRealWindow *window)
{
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_LABEL, "The file has changed*"), ==,
                    0);
}

static void
test_keys (void)
{
  SlRealWindow *window = sl_timeline_probe_start_program (NULL);
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "Keys alone open an exercise, go to what is to be seen, show the answer, open the "
      "next one and choose its other run; the start page then has a mark. None of them is said "
      "to have changed.");

  sl_real_window_wait_focus (window, ATSPI_ROLE_PUSH_BUTTON, "Open a Trace…");
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_PUSH_BUTTON, "New from Task Set…");
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Jumping balls");
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "What is a preemption?*");
  sl_real_window_key (window, "Return");

  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Exercise 1 of 16");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "The logger executes for 8 ms.*");
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "*logger*");
  expect_no_change (window);
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_LABEL, "*preempted by control*"), ==,
                    0);

  sl_real_window_key (window, "Alt_L+l");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "An upward arrow is a release*");
  sl_real_window_key (window, "Down");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "What is released here*");
  sl_real_window_key (window, "Return");
  sl_timeline_probe_wait_text (probe, "Elapsed from *Cursor A at 3* ms*");
  /* It is to be predicted step by step: the panel of steps has come up. */
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Predict First");

  sl_real_window_key (window, "Alt_L+a");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "At 10 ms it is preempted by control*");

  sl_real_window_key (window, "Alt_L+n");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Exercise 2 of 16");
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "* · Priorities as given*");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "At 10 ms it is preempted by control*");
  sl_real_window_key (window, "Alt_L+r");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Priorities as given*");
  sl_real_window_key (window, "Down");
  sl_real_window_wait_focus (window, ATSPI_ROLE_LIST_ITEM, "Rate monotonic*");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "* · Rate monotonic*");
  expect_no_change (window);

  sl_real_window_key (window, "Control_L+n");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "What is a preemption?*");
  sl_window_test_expect (window, ATSPI_ROLE_IMAGE, "You have viewed the answer");
}

static void
test_own (void)
{
  static const char text[] = "<exercise><title>My own</title><subject>s</subject>\n"
                             "<run id='a' tasks='mine.slackline-tasks'>One</run>\n"
                             "<question>How long does it take?</question>\n"
                             "<answer>It takes {response mine 1}.</answer></exercise>\n";
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *set = g_build_filename (folder, "mine.slackline-tasks", NULL);
  g_autofree char *file = g_build_filename (folder, "own.slackline-exercise", NULL);
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary ("A teacher's own exercise is opened from the command line; what is wrong with it "
                  "is reported with its line, and Try Again opens it.");

  g_file_set_contents (set, "[task mine]\nperiod=10ms\nwcet=4ms\n", -1, NULL);
  g_file_set_contents (file, "<exercise>\n<titel>", -1, NULL);
  window = sl_timeline_probe_start_program (file);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*own.slackline-exercise: Line 2*<titel>*");

  g_file_set_contents (file, text, -1, NULL);
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Try Again");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "How long does it take?");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Exercise 1 of 1");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Show Answer");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "It takes 4 ms.");

  g_unlink (file);
  g_unlink (set);
  g_rmdir (folder);
}

/* What is asked first in each of the new exercises, and what its answer says. */
static const struct
{
  const char *question;
  const char *answer;
} later[] = {
  { "Requests arrive at 2 ms, 8 ms, 12 ms and 19 ms.*",
    "A polling server looks for requests*5 ms, 3 ms, 6 ms and 3 ms*" },
  { "video should execute for 2 ms*", "Without a server, video continues*16 ms*19 ms*" },
  { "Under earliest deadline first a utilisation*91.7 %*",
    "With the tighter deadline 7 ms must be executed by 6 ms*" },
  { "control takes “data” and then “bus”*", "With inheritance control waits*5 ms in total*" },
  { "sensor and logger share the lock*",
    "Without a protocol, sensor requests “bus” while logger*" },
  { "sensor is more urgent than control*", "The third run shows*takes 8 ms*" },
};

static char *
find_course_file (const char *name)
{
  return g_test_build_filename (G_TEST_DIST, "..", "data", "samples", "course", name, NULL);
}

static void
test_later (void)
{
  g_autofree char *file = find_course_file ("11-servers.slackline-exercise");
  SlRealWindow *window = sl_timeline_probe_start_program (file);
  g_autoptr (SlTimelineProbe) probe G_GNUC_UNUSED = sl_timeline_probe_new (window);

  g_test_summary (
      "Servers, demand, chained blocking, EDF with locks and jitter: keys alone go from "
      "one to the next, each with a trace, a question and an answer.");

  for (guint i = 0; i < G_N_ELEMENTS (later); i++)
    {
      g_autofree char *place = g_strdup_printf ("Exercise %u of 16", 11 + i);

      sl_window_test_expect (window, ATSPI_ROLE_LABEL, place);
      sl_window_test_expect (window, ATSPI_ROLE_LABEL, later[i].question);
      sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "*control*");
      sl_real_window_key (window, "Alt_L+a");
      sl_window_test_expect (window, ATSPI_ROLE_LABEL, later[i].answer);
      if (i + 1 < G_N_ELEMENTS (later))
        sl_real_window_key (window, "Alt_L+n");
    }
}

static void
test_print (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "with.tex", NULL);
  g_autofree char *file = find_course_file ("14-inheritance.slackline-exercise");
  g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (file);
  g_autofree char *text = NULL;

  g_test_summary ("Keys alone print a sheet with answers into the file that is named.");

  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "control takes “data” and then “bus”*5 ms*");
  sl_real_window_key (window, "Alt_L+s");
  sl_real_window_wait_focus (window, ATSPI_ROLE_MENU_ITEM, "For Students…");
  sl_real_window_key (window, "Down");
  sl_real_window_wait_focus (window, ATSPI_ROLE_MENU_ITEM, "With Answers…");
  sl_real_window_key (window, "Return");
  /* The file chooser, which is not on the accessibility bus. */
  sl_real_window_wait_windows (window, 2);
  sl_real_window_wait_for_frame (window);
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_type (window, path);
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Wrote “with.tex”");

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\\section*{Answer}"));
  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/course/keys", test_keys);
  sl_window_test_add ("/window/course/own", test_own);
  sl_window_test_add ("/window/course/later", test_later);
  sl_window_test_add ("/window/course/print", test_print);

  return g_test_run ();
}
