/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-real-window-private.h"
#include "sl-sim-set.h"
#include "sl-test.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define MS G_GINT64_CONSTANT (1000000)

/* c locks m from its 1st to its 4th ms; a comes at 2 and wants m at 3, when b comes. */
#define INVERSION                                                                     \
  "[task a]\narrivals=2ms\ndeadline=20ms\nwcet=3ms\npriority=3\nsections=m@1ms+1ms\n" \
  "[task b]\narrivals=3ms\ndeadline=30ms\nwcet=5ms\npriority=2\n"                     \
  "[task c]\narrivals=0\ndeadline=40ms\nwcet=5ms\npriority=1\nsections=m@1ms+3ms\n"

typedef struct
{
  char *folder;
  char *trace;
  char *model;
} Files;

static void
write_files (Files *files)
{
  const SlSimOptions options = { .scheduler = SL_SIM_FP,
                                 .protocol = SL_SIM_PIP,
                                 .until = 13 * MS,
                                 .quantum = MS,
                                 .seed = 1 };
  g_autoptr (SlSimRun) run = sl_sim_set_run (INVERSION, &options);
  g_autofree char *model = sl_task_model_to_text (run->model);
  g_autoptr (GError) error = NULL;

  files->folder = g_dir_make_tmp ("slackline-steps-XXXXXX", &error);
  g_assert_no_error (error);
  files->trace = g_build_filename (files->folder, "inversion", NULL);
  files->model = g_strconcat (files->trace, SL_TASK_MODEL_SUFFIX, NULL);
  g_file_set_contents (files->trace, g_bytes_get_data (run->trace, NULL),
                       (gssize) g_bytes_get_size (run->trace), &error);
  g_assert_no_error (error);
  g_file_set_contents (files->model, model, -1, &error);
  g_assert_no_error (error);
}

static void
remove_files (Files *files)
{
  g_remove (files->trace);
  g_remove (files->model);
  g_rmdir (files->folder);
  g_free (files->trace);
  g_free (files->model);
  g_free (files->folder);
}

static void
expect_sentence (SlRealWindow *window, const char *pattern)
{
  sl_window_test_expect (window, ATSPI_ROLE_STATUS_BAR, pattern);
}

static void
test_exercise (void)
{
  g_autoptr (SlRealWindow) window = NULL;
  Files files;

  g_test_summary (
      "With keys alone an exercise is gone through: what comes is hidden, each step says "
      "what was decided and why, and where it goes back it hides again.");

  write_files (&files);
  window = sl_timeline_probe_start_program (files.trace);
  sl_window_test_expect (window, ATSPI_ROLE_PANEL, "Timeline");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "47 events");

  sl_real_window_key (window, "Shift_L+F8");
  expect_sentence (window, "No decision yet");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "1 event*");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "47 events");

  sl_real_window_key (window, "Alt_L+Right");
  expect_sentence (window, "At 0*no task is ready");
  sl_real_window_key (window, "Alt_L+Right");
  expect_sentence (window, "At 0*: c runs: no other task is ready");
  sl_real_window_key (window, "Alt_L+Right");
  expect_sentence (window, "At 2 ms: a preempts c: its priority 3 is above 1");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "m: held by c*");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "1. c, job 1, deadline 40 ms");
  sl_real_window_key (window, "Alt_L+Right");
  expect_sentence (window, "At 3 ms: b is released and waits: its priority 2 is below a’s 3");
  sl_real_window_key (window, "Alt_L+Right");
  expect_sentence (
      window, "At 3 ms: a waits for m, which c holds; c runs at a’s priority because it holds m");

  sl_real_window_key (window, "Alt_L+Left");
  expect_sentence (window, "At 3 ms: b is released and waits: *");
  /* To the end of a’s job, event by event, and on by itself. */
  sl_real_window_key (window, "Alt_L+Page_Down");
  expect_sentence (window, "At 5 ms: c releases m; a preempts c: its priority 3 is above 1");
  sl_real_window_key (window, "Shift_L+Alt_L+Right");
  sl_real_window_key (window, "Shift_L+Alt_L+Right");
  expect_sentence (window, "At 7 ms: a finishes its job; b runs: its priority 2 is above c’s 1");
  sl_real_window_key (window, "F5");
  expect_sentence (window, "At 13 ms: c finishes its job; no task is ready");

  sl_real_window_key (window, "F8");
  sl_real_window_wait_gone (window, ATSPI_ROLE_STATUS_BAR, "At *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "47 events");
  remove_files (&files);
}

static void
test_recorded (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("A recorded trace is gone through as well; what it does not tell is said.");

  sl_real_window_key (probe->window, "F8");
  sl_window_test_expect (probe->window, ATSPI_ROLE_STATUS_BAR, "No decision yet");
  for (guint i = 0; i < 4; i++)
    sl_real_window_key (probe->window, "Alt_L+Right");
  sl_window_test_expect (probe->window, ATSPI_ROLE_STATUS_BAR, "At * ms: *: *");
  /* The panel is not where the focus is: what has that says it. */
  sl_real_window_wait_description (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0", "At * ms: *: *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Ready, by time of becoming ready: *");
}

typedef struct
{
  int x, y, width, height;
} Place;

/* In its own pixels: the larger these are on the screen, the fewer there are. */
static Place
find_timeline (SlRealWindow *window)
{
  g_autoptr (SlAccessible) timeline =
      sl_real_window_wait_for (window, ATSPI_ROLE_PANEL, "Timeline");
  Place place;

  sl_real_window_wait_for_frame (window);
  sl_real_window_get_extents (window, timeline, &place.x, &place.y, &place.width, &place.height);
  return place;
}

static int
get_timeline_width (SlRealWindow *window)
{
  return find_timeline (window).width;
}

static void
test_little_room (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlRealWindow *window = probe->window;
  Place place = find_timeline (window);
  int x = place.x + place.width / 2, edge = place.y + place.height;
  int before, stepped;

  g_test_summary ("Where the lists leave little to the timeline, they lend it some of their height "
                  "while steps are taken on it, and have it back afterwards.");

  sl_real_window_drag (window, x, edge, x, place.y + 40);
  before = find_timeline (window).height;
  g_assert_cmpint (before, <, place.height);
  sl_real_window_key (window, "F8");
  sl_window_test_expect (window, ATSPI_ROLE_STATUS_BAR, "No decision yet");
  stepped = find_timeline (window).height;
  g_assert_cmpint (stepped, >=, 200);
  sl_real_window_key (window, "F8");
  sl_real_window_wait_gone (window, ATSPI_ROLE_STATUS_BAR, "No decision yet");
  g_assert_cmpint (find_timeline (window).height, ==, before);
}

static void
test_lecture (void)
{
  g_autoptr (SlRealWindow) window = NULL;
  Files files;
  int before, larger;

  g_test_summary (
      "With the keys of a presenter a schedule is shown on the whole screen: nothing is "
      "there but the timeline and the sentence of the step, then the sentence alone, and "
      "everything is back after Escape.");

  write_files (&files);
  window = sl_timeline_probe_start_program (files.trace);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "47 events");

  sl_real_window_key (window, "F11");
  sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "47 events");
  sl_window_test_expect (window, ATSPI_ROLE_PANEL, "Timeline");
  before = get_timeline_width (window);
  sl_real_window_key (window, "plus");
  sl_real_window_key (window, "plus");
  larger = get_timeline_width (window);
  g_assert_cmpint (ABS (larger * 4 - before * 3), <=, 6);
  sl_real_window_key (window, "minus");
  sl_real_window_key (window, "minus");
  g_assert_cmpint (get_timeline_width (window), ==, before);
  /* The steps begin with what is seen first. */
  sl_real_window_key (window, "Page_Down");
  expect_sentence (window, "At 0*: c runs: no other task is ready");
  sl_real_window_key (window, "Left");
  expect_sentence (window, "At 0*no task is ready");
  sl_real_window_key (window, "Right");
  expect_sentence (window, "At 0*: c runs: no other task is ready");
  sl_real_window_key (window, "Page_Down");
  expect_sentence (window, "At 2 ms: a preempts c: its priority 3 is above 1");
  sl_real_window_key (window, "Page_Up");
  expect_sentence (window, "At 0*: c runs: no other task is ready");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "Ready, *");

  sl_real_window_key (window, "b");
  sl_window_test_expect (window, ATSPI_ROLE_IMAGE, "Blank screen");
  sl_real_window_key (window, "b");
  sl_real_window_wait_gone (window, ATSPI_ROLE_IMAGE, "Blank screen");
  sl_real_window_key (window, "b");
  sl_window_test_expect (window, ATSPI_ROLE_IMAGE, "Blank screen");
  sl_real_window_key (window, "Right");
  sl_real_window_wait_gone (window, ATSPI_ROLE_IMAGE, "Blank screen");
  expect_sentence (window, "At 2 ms: a preempts c: its priority 3 is above 1");

  sl_real_window_key (window, "Shift_L+F11");
  sl_real_window_wait_gone (window, ATSPI_ROLE_PANEL, "Timeline");
  sl_real_window_key (window, "End");
  expect_sentence (window, "At 13 ms: c finishes its job; no task is ready");
  /* What comes is hidden here as well, by each kind of step. */
  sl_real_window_key (window, "Home");
  expect_sentence (window, "No decision yet");
  sl_real_window_key (window, "Shift_L+F8");
  sl_real_window_key (window, "Right");
  expect_sentence (window, "At 0*no task is ready");
  sl_real_window_key (window, "Up");
  expect_sentence (window, "No decision yet");
  sl_real_window_key (window, "Down");
  expect_sentence (window, "At 0*no task is ready");
  sl_real_window_key (window, "Home");
  expect_sentence (window, "No decision yet");

  sl_real_window_key (window, "Shift_L+F11");
  sl_window_test_expect (window, ATSPI_ROLE_PANEL, "Timeline");
  sl_real_window_key (window, "Escape");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  /* The steps had begun with the lecture, and end with it. */
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "47 events");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "Ready, *");
  /* The keys are those of the timeline again. */
  sl_real_window_key (window, "b");
  sl_real_window_wait_for_frame (window);
  g_assert_null (sl_real_window_find (window, ATSPI_ROLE_IMAGE, "Blank screen"));
  remove_files (&files);
}

static void
test_lecture_size (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-lecture-XXXXXX", NULL);
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  int widths[3];

  g_test_summary ("A lecture begins in the size that the last one had.");

  sl_real_window_keep_settings (folder);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (sample);

      sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
      sl_real_window_key (window, "F11");
      sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Open");
      widths[i] = get_timeline_width (window);
      if (i == 0)
        {
          sl_real_window_key (window, "plus");
          sl_real_window_key (window, "plus");
          widths[2] = get_timeline_width (window);
        }
      sl_real_window_key (window, "Escape");
      sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open");
      sl_real_window_key (window, "Control_L+q");
      sl_real_window_wait_end (window);
    }
  sl_real_window_keep_settings (NULL);
  g_assert_cmpint (widths[2], <, widths[0]);
  g_assert_cmpint (widths[1], ==, widths[2]);
  sl_test_remove_folder (folder);
}

/* What a pager sends to have a window leave the whole screen. */
static void
unfullscreen (SlRealWindow *window)
{
  Display *display = window->display;
  XEvent event = { 0 };

  event.xclient.type = ClientMessage;
  event.xclient.window = window->main_window;
  event.xclient.message_type = XInternAtom (display, "_NET_WM_STATE", False);
  event.xclient.format = 32;
  event.xclient.data.l[1] = (long) XInternAtom (display, "_NET_WM_STATE_FULLSCREEN", False);
  event.xclient.data.l[3] = 2;
  XSendEvent (display, DefaultRootWindow (display), False,
              SubstructureRedirectMask | SubstructureNotifyMask, &event);
  XFlush (display);
}

static void
test_lecture_ended_by_desktop (void)
{
  g_autofree char *manager = g_find_program_in_path ("openbox");
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  const char *const arguments[] = { manager, "--sm-disable", NULL };
  g_autoptr (GSubprocess) desktop = NULL;
  g_autoptr (SlRealWindow) window = NULL;
  g_autoptr (GError) error = NULL;

  g_test_summary (
      "A window manager that takes the whole screen away ends the lecture: everything is "
      "back.");

  if (manager == NULL || g_strcmp0 (g_getenv ("GDK_BACKEND"), "wayland") == 0)
    {
      g_test_skip ("openbox is not installed, or there is no X");
      return;
    }

  desktop = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDERR_SILENCE, &error);
  g_assert_no_error (error);
  window = sl_timeline_probe_start_program (sample);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
  sl_real_window_key (window, "F11");
  sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  unfullscreen (window);
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
  g_subprocess_force_exit (desktop);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/steps/exercise", test_exercise);
  sl_window_test_add ("/window/steps/recorded", test_recorded);
  sl_window_test_add ("/window/steps/little-room", test_little_room);
  sl_window_test_add ("/window/steps/lecture", test_lecture);
  sl_window_test_add ("/window/steps/lecture-size", test_lecture_size);
  sl_window_test_add ("/window/steps/lecture-ended-by-desktop", test_lecture_ended_by_desktop);
  return g_test_run ();
}
