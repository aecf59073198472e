/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "sl-clipboard-probe.h"
#include "sl-test.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

/* A file of its own for a case, removed with it. */
typedef struct
{
  char *path;
} TestFile;

static void
test_file_clear (TestFile *self)
{
  g_unlink (self->path);
  g_free (self->path);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (TestFile, test_file_clear)

static TestFile
make_file (const char *data, gsize length)
{
  g_autoptr (GError) error = NULL;
  TestFile file;
  int fd = g_file_open_tmp ("slackline-XXXXXX.shark", &file.path, &error);

  g_assert_no_error (error);
  g_assert_cmpint (fd, >=, 0);
  close (fd);
  g_file_set_contents (file.path, data, (gssize) length, &error);
  g_assert_no_error (error);
  return file;
}

static void
read_sample (char **data, gsize *length)
{
  g_autofree char *path = sl_timeline_probe_dup_sample ();
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, data, length, &error);
  g_assert_no_error (error);
}

static void
test_command_line (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("A file of the command line is opened: the window has its name, says what it is "
                  "and how long it took, and shows rows of every group.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_FRAME, SL_SAMPLE_NAME);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL,
                         "701 events · 60.070 ms · S.Ha.R.K. FTrace");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "mutex 0x1720a40");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "IRQ 14");
  sl_timeline_probe_wait_text (probe, "Elapsed from 0 * to 60.06* ms");

  sl_real_window_key (probe->window, "Control_L+q");
  sl_real_window_wait_end (probe->window);
}

static void
test_start_page (void)
{
  SlRealWindow *window = sl_timeline_probe_start_program (NULL);
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "Without a file the window offers to open one, and samples; a click opens one, and "
      "it is among the recent files of the next window.");

  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open a Trace…");
  sl_window_test_click_on (window, ATSPI_ROLE_LIST_ITEM, "Jumping balls");
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");

  sl_real_window_key (window, "Control_L+n");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, SL_SAMPLE_NAME);
}

static void
test_home (void)
{
  g_autofree char *home = g_dir_make_tmp ("slackline-home-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (home, "at-home.shark", NULL);
  g_autofree char *before = g_strdup (g_getenv ("HOME"));
  g_autofree char *data = NULL;
  SlRealWindow *window;
  g_autoptr (SlTimelineProbe) probe = NULL;
  gsize length;

  g_test_summary ("Of a recent file in the home folder, the start page says that it is there.");

  read_sample (&data, &length);
  g_assert_true (g_file_set_contents (path, data, (gssize) length, NULL));
  g_setenv ("HOME", home, TRUE);
  window = sl_timeline_probe_start_program (path);
  g_setenv ("HOME", before, TRUE);
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");

  sl_real_window_key (window, "Control_L+n");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "at-home.shark");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Home");
  g_unlink (path);
}

static void
test_garbage (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  g_autoptr (SlRealWindow) window = NULL;
  g_auto (TestFile) file = { 0 };
  char data[1000];

  g_test_summary (
      "A file of no format gets a page that says so, what was tried and what to do next.");

  for (gsize i = 0; i < sizeof data; i++)
    data[i] = (char) g_rand_int_range (random, 0, 256);
  file = make_file (data, sizeof data);
  window = sl_timeline_probe_start_program (file.path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "No Format Fits This File");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*: The file is not in a known format*");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "If you know what it is, choose its format under Open As.");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Open Another…");
  sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Try Again");
  sl_real_window_wait_focus (window, ATSPI_ROLE_PUSH_BUTTON, "Open Another…");
}

static void
test_empty (void)
{
  g_autoptr (SlRealWindow) window = NULL;
  g_auto (TestFile) file = make_file ("", 0);

  g_test_summary (
      "An empty file is called empty; once there is a trace in it, Try Again opens it.");

  window = sl_timeline_probe_start_program (file.path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Nothing to Show");
  {
    g_autofree char *data = NULL;
    gsize length;

    read_sample (&data, &length);
    g_file_set_contents (file.path, data, (gssize) length, NULL);
  }
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Try Again");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");
}

static void
test_missing (void)
{
  g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program ("/nonexistent/trace.shark");

  g_test_summary ("A file that is not there gets a page that names it.");

  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "File Not Found");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*trace.shark: *");
}

static void
test_forbidden (void)
{
  g_autoptr (SlRealWindow) window = NULL;
  g_auto (TestFile) file = make_file ("0123456789abcdef", 16);

  g_test_summary ("A file that may not be read gets a page that says so.");

  g_chmod (file.path, 0);
  if (access (file.path, R_OK) == 0)
    {
      g_test_skip ("Whoever runs this may read everything");
      return;
    }

  window = sl_timeline_probe_start_program (file.path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "No Permission to Read This File");
}

static void
test_damaged (void)
{
  g_autoptr (SlTimelineProbe) probe = NULL;
  g_auto (TestFile) file = { 0 };
  g_autofree char *data = NULL;
  SlRealWindow *window;
  gsize length;

  g_test_summary ("A file that ends inside a record opens; the notes tell how many bytes were left "
                  "over and where, and lead to the place.");

  read_sample (&data, &length);
  file = make_file (data, 700 * 16 + 3);
  window = sl_timeline_probe_start_program (file.path);
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "700 events");

  /* Without the details there is room for the names of all pages. */
  sl_real_window_key (window, "F9");
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Notes (1)");
  sl_window_test_expect (window, ATSPI_ROLE_LIST_ITEM, "Left-over bytes*");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "At offset 0x2bc0");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "× 3");
}

#define SWITCH(cpu, time, from, to)                                                           \
  "  task-" from " [00" cpu "] d..1. 1." time ": sched_switch: prev_comm=task prev_pid=" from \
  " prev_prio=120 prev_state=S ==> next_comm=task next_pid=" to " next_prio=120\n"

static void
test_losses (void)
{
  static const char text[] = SWITCH ("0", "000000", "10", "11") SWITCH ("1", "000100", "20", "21")
      SWITCH ("0", "001000", "11", "10") "CPU:0 [LOST 40 EVENTS]\n" SWITCH ("0", "003000", "12",
                                                                            "10")
          SWITCH ("1", "004000", "21", "20") "CPU:1 [LOST 2 EVENTS]\n" SWITCH (
              "1", "005000", "22", "21") "CPU:0 [EVENTS DROPPED]\n" SWITCH ("0", "009000", "13",
                                                                            "11")
              SWITCH ("1", "010000", "21", "20");
  g_autoptr (SlTimelineProbe) probe = NULL;
  g_auto (TestFile) file = make_file (text, strlen (text));
  SlRealWindow *window = sl_timeline_probe_start_program (file.path);

  g_test_summary (
      "The note that counts lost events leads to the first of the gaps, and its buttons to the next one and "
      "back, by pointer and by key.");

  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "11 events");
  sl_real_window_key (window, "F9");
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Notes (*)");
  sl_real_window_key (window, "F9");
  sl_window_test_click_on (window, ATSPI_ROLE_LIST_ITEM,
                           "Events were lost while recording: at least 42 *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "1 of 3: events are missing, CPU 0, *2*ms");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Next Gap");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "2 of 3: events are missing, CPU 1, *1*ms");
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "3 of 3: events are missing, CPU 0, *6*ms");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Previous Gap");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "2 of 3: events are missing, CPU 1, *");
  sl_real_window_key (window, "space");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "1 of 3: events are missing, CPU 0, *");
}

/* As the list of notes says them, and where they can be saved. */
static void
test_notes_menu (void)
{
  static const char text[] =
      SWITCH ("0", "000000", "10", "11") "CPU:0 [LOST 40 EVENTS]\n" SWITCH ("0", "003000", "12",
                                                                            "10");
  g_autoptr (SlTimelineProbe) probe = NULL;
  g_autoptr (SlAccessible) note = NULL;
  g_auto (TestFile) file = make_file (text, strlen (text));
  SlRealWindow *window = sl_timeline_probe_start_program (file.path);
  g_autofree char *copied = NULL;
  int x, y, width, height;

  g_test_summary (
      "The menu of a note copies the note, or the list as CSV, and offers to save that.");

  probe = sl_timeline_probe_new (window);
  sl_window_test_click_on (window, ATSPI_ROLE_PAGE_TAB, "Notes (*)");
  note = sl_real_window_wait_for (window, ATSPI_ROLE_LIST_ITEM,
                                  "Events were lost while recording: 40*");
  sl_real_window_wait_for_frame (window);
  sl_real_window_get_extents (window, note, &x, &y, &width, &height);
  sl_real_window_click (window, x + 40, y + height / 2, 3);
  sl_window_test_expect (window, ATSPI_ROLE_MENU_ITEM, "Save List as CSV…");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Copy as CSV");
  copied = sl_clipboard_probe_wait_text (window, "Note,Count,Offset,Trace*");
  g_assert_nonnull (strstr (copied, "\nEvents were lost while recording: 40"));
}

static void
test_shrinking (void)
{
  g_autoptr (SlTimelineProbe) probe = NULL;
  g_auto (TestFile) file = { 0 };
  g_autofree char *data = NULL;
  SlRealWindow *window;
  gsize length;

  g_test_summary ("A file that shrinks while it is open takes nothing of the picture away.");

  read_sample (&data, &length);
  file = make_file (data, length);
  window = sl_timeline_probe_start_program (file.path);
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events");

  g_assert_cmpint (truncate (file.path, 0), ==, 0);
  sl_timeline_probe_count_ticks (probe);
  sl_real_window_key (window, "w");
  sl_timeline_probe_wait_text (probe, "TSC from *");
  sl_real_window_click (window, probe->x + probe->width / 2, probe->y + 70, 1);
  sl_real_window_key (window, "End");
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
}

static void
write_in (const char *folder, const char *name, gconstpointer data, gssize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, data, size, NULL));
}

static void
test_named_files (void)
{
  /* A boundary and a target, and a bundle of LLDB that names a list of symbols. */
  static const guint8 packets[] = {
    2,    0x82, 2,    0x82, 2,    0x82, 2,    0x82, 2,    0x82, 2,
    0x82, 2,    0x82, 2,    0x82, 2,    0x23, 0x2d, 0x34, 0x12,
  };
  static const char bundle[] =
      "{\"type\":\"intel-pt\",\"cpuInfo\":{\"family\":6,\"model\":85,\"stepping\":4},"
      "\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7,\"iptTrace\":\"7.trace\"}],"
      "\"modules\":[{\"file\":\"names.txt\",\"loadAddress\":0}]}]}";
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  const char *keys[] = { "Escape", "Alt_L+r" };

  g_test_summary (
      "Files that a trace names are listed before any is read; keys say whether they may be, and "
      "the trace is shown in either case.");

  write_in (folder, "trace.json", bundle, sizeof bundle - 1);
  write_in (folder, "7.trace", packets, sizeof packets);
  write_in (folder, "names.txt", "0000000000001000 T first\n", -1);
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (path);

      sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Read Files Named by the Trace?");
      sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*/names.txt");
      sl_window_test_expect (window, ATSPI_ROLE_PUSH_BUTTON, "Do Not Read");
      sl_real_window_key (window, keys[i]);
      sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Do Not Read");
      sl_window_test_expect (window, ATSPI_ROLE_LABEL, "*events*");
    }
  sl_test_remove_folder (folder);
}

/* Opens what @name holds, and then removes it. @model: (nullable): the task model beside it */
static SlTimelineProbe *
open_text (const char *name, const char *text, const char *model)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autofree char *beside = g_strconcat (path, ".slackline-tasks", NULL);
  SlTimelineProbe *probe;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_assert_true (model == NULL || g_file_set_contents (beside, model, -1, NULL));
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (path));
  sl_window_test_expect (probe->window, ATSPI_ROLE_FRAME, name);
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "*worker-1*");
  g_unlink (path);
  g_unlink (beside);
  g_rmdir (folder);
  return probe;
}

static void
test_chrome (void)
{
  static const char text[] =
      "{\"traceEvents\":["
      "{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":2,\"args\":{\"name\":\"worker-1\"}},"
      "{\"ph\":\"X\",\"name\":\"frame\",\"pid\":1,\"tid\":2,\"ts\":100,\"dur\":300},"
      "{\"ph\":\"X\",\"name\":\"draw\",\"pid\":1,\"tid\":2,\"ts\":150,\"dur\":100},"
      "{\"ph\":\"X\",\"name\":\"frame\",\"pid\":1,\"tid\":2,\"ts\":1100,\"dur\":700}]}";
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "Of Chrome's trace events a thread has a row of spans in each other, and jobs that "
      "are late by the deadline of the task model.");

  probe = open_text ("frames.json", text, "[task worker-1]\nperiod=1ms\ndeadline=500us\n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "worker-1");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Missed by 200.000 µs");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "worker-1, job 2");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "worker-1, frame");
}

static void
test_patterns (void)
{
  static const char text[] = "# slackline-events 1, unit us\n"
                             "time,cpu,action,task\n"
                             "0,0,release,worker-1\n0,0,run,worker-1\n30,0,finish,worker-1\n"
                             "30,0,release,worker-2\n30,0,run,worker-2\n90,0,finish,worker-2\n"
                             "90,0,release,other\n90,0,run,other\n190,0,finish,other\n190,0,run,\n";
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary ("A group of the task model whose name has * is for all tasks that match.");

  probe = open_text ("workers.csv", text, "[task worker-*]\ndeadline=20us\n");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "worker-1, job 1: 10.000 µs late*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "worker-2, job 1: 40.000 µs late*");
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_TABLE_ROW, "other, job *"), ==,
                    0);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/open/command-line", test_command_line);
  sl_window_test_add ("/window/open/start-page", test_start_page);
  sl_window_test_add ("/window/open/home", test_home);
  sl_window_test_add ("/window/open/garbage", test_garbage);
  sl_window_test_add ("/window/open/empty", test_empty);
  sl_window_test_add ("/window/open/missing", test_missing);
  sl_window_test_add ("/window/open/forbidden", test_forbidden);
  sl_window_test_add ("/window/open/damaged", test_damaged);
  sl_window_test_add ("/window/open/losses", test_losses);
  sl_window_test_add ("/window/open/notes-menu", test_notes_menu);
  sl_window_test_add ("/window/open/shrinking", test_shrinking);
  sl_window_test_add ("/window/open/named-files", test_named_files);
  sl_window_test_add ("/window/open/chrome", test_chrome);
  sl_window_test_add ("/window/open/patterns", test_patterns);
  return g_test_run ();
}
