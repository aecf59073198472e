/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <arpa/inet.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "sl-own-tracefs.h"
#include "sl-shark-sender.h"
#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define RECORD_SIZE 16

/* What the first chunk of the sample holds. */
#define N_FIRST 400

static GBytes *
read_sample (void)
{
  g_autofree char *path = sl_timeline_probe_dup_sample ();
  char *data;
  gsize size;

  g_assert_true (g_file_get_contents (path, &data, &size, NULL));
  return g_bytes_new_take (data, size);
}

/* A port that nothing uses now. */
static guint
find_port (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET };
  socklen_t length = sizeof address;
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);

  address.sin_addr.s_addr = htonl (INADDR_LOOPBACK);
  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, length), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) &address, &length), ==, 0);
  close (fd);
  return ntohs (address.sin_port);
}

/* Records of the sample as one chunk, whose datagrams are numbered from @first on. */
static void
send_part (guint port, guint first, guint begin, guint end)
{
  const SlSharkSending sending = { .first = first };
  g_autoptr (GBytes) sample = read_sample ();
  g_autoptr (GPtrArray) chunks = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autoptr (SlSharkSender) sender = NULL;

  g_ptr_array_add (chunks, g_bytes_new_from_bytes (sample, (gsize) begin * RECORD_SIZE,
                                                   (gsize) (end - begin) * RECORD_SIZE));
  sender = sl_shark_sender_new (&sending, chunks);
  sl_shark_sender_run (sender, "127.0.0.1", port);
}

static void
type_over (SlRealWindow *window, const char *text)
{
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_type (window, text);
}

static guint
begin_to_receive (SlRealWindow *window, const char *path)
{
  guint port = find_port ();
  g_autofree char *number = g_strdup_printf ("%u", port);

  sl_real_window_key (window, "F10");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "New");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Receive…");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Address");
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Port");
  type_over (window, number);
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Save as");
  type_over (window, path);
  sl_real_window_key (window, "Return");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Waiting for Datagrams");
  return port;
}

static char *
make_folder (void)
{
  char *folder = g_dir_make_tmp ("slackline-live-XXXXXX", NULL);

  g_assert_nonnull (folder);
  return folder;
}

/* Waits until what came is a document like any other, and finds that its file is as it was read. */
static void
expect_unchanged (SlRealWindow *window)
{
  sl_real_window_key (window, "F10");
  sl_real_window_wait_state (window, ATSPI_ROLE_CHECK_MENU_ITEM, "Follow the File",
                             ATSPI_STATE_SENSITIVE);
  sl_real_window_key (window, "Escape");
  sl_real_window_wait_gone (window, ATSPI_ROLE_CHECK_MENU_ITEM, "Follow the File");
  g_assert_cmpuint (sl_real_window_count (window, ATSPI_ROLE_LABEL,
                                          "The file has changed since it was read"),
                    ==, 0);
}

static void
test_receive (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "received.pcapng", NULL);
  SlRealWindow *window = sl_timeline_probe_start_program (NULL);
  g_autoptr (SlTimelineProbe) probe = NULL;
  guint port;

  g_test_summary (
      "What is received is drawn while it comes and grows; what was lost is said; Stop saves it, and it "
      "is a document like any other, of a file as it was read.");

  port = begin_to_receive (window, path);
  send_part (port, 1, 0, N_FIRST);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "Receiving on 127.0.0.1:* · 1 chunk · 400 events");
  probe = sl_timeline_probe_new (window);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "400 events · * · S.Ha.R.K. FTrace");
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "ctx 296 · pid 5");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));

  /* Seven datagrams came; two are lost. */
  send_part (port, 10, N_FIRST, SL_SAMPLE_EVENTS);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "Receiving on 127.0.0.1:* · 2 chunks · 701 events · 2 datagrams lost");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events · 60.070 ms · S.Ha.R.K. FTrace");
  sl_timeline_probe_wait_text (probe, "Elapsed from 0 * to 60.06* ms");

  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Stop");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Wrote “received.pcapng”; 2 datagrams lost");
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "received.pcapng");
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "Receiving on *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "701 events · 60.070 ms · S.Ha.R.K. FTrace");
  expect_unchanged (window);
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_close (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "received.pcapng", NULL);
  g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (NULL);
  guint port;

  g_test_summary ("Closing the window while it receives saves what came.");

  port = begin_to_receive (window, path);
  send_part (port, 1, 0, N_FIRST);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Receiving on * · 400 events");
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_nothing_came (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "received.pcapng", NULL);
  g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (NULL);

  g_test_summary (
      "Stopped before anything came, the window is that of the start, and writes no file.");

  begin_to_receive (window, path);
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "received.pcapng");
  sl_real_window_wait_gone (window, ATSPI_ROLE_PUSH_BUTTON, "Cancel");
  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Stop");
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "Slackline");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);

  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static gboolean has_tracefs;

static gboolean
skip_without_tracefs (void)
{
  if (!has_tracefs)
    g_test_skip ("The kernel’s tracefs cannot be mounted here, which root may");
  return !has_tracefs;
}

/* @duration: how long; empty for until it is stopped */
static void
begin_to_record (SlRealWindow *window, const char *duration, const char *path)
{
  sl_real_window_key (window, "F10");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "New");
  sl_window_test_click_on (window, ATSPI_ROLE_MENU_ITEM, "Record…");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Stop after");
  sl_real_window_key (window, "Control_L+a");
  sl_real_window_key (window, "BackSpace");
  sl_real_window_type (window, duration);
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Stop at a size of");
  sl_real_window_key (window, "Tab");
  sl_real_window_wait_focus (window, ATSPI_ROLE_TEXT, "Save as");
  type_over (window, path);
  sl_real_window_key (window, "Return");
}

/* There may be so much to read that the message of what was written has gone before it is looked for. */
static void
wait_saved (SlRealWindow *window, const char *path)
{
  gint64 give_up = g_get_monotonic_time () + SL_PATIENCE_US;

  while (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_assert_cmpint (g_get_monotonic_time (), <, give_up);
      g_usleep (50000);
    }
  sl_real_window_wait_gone (window, ATSPI_ROLE_LABEL, "Recording this computer*");
}

static void
test_record (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "recorded.dat", NULL);
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary (
      "This computer is drawn while it is recorded; Stop saves it, and it is a document like any other.");

  if (skip_without_tracefs ())
    return;

  window = sl_timeline_probe_start_program (NULL);
  begin_to_record (window, "", path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Recording this computer for * s · *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "* events · * · Linux trace-cmd");
  sl_window_test_expect (window, ATSPI_ROLE_ROW_HEADER, "CPU 0*");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_true (sl_own_tracefs_has_instance ());

  sl_window_test_click_on (window, ATSPI_ROLE_PUSH_BUTTON, "Stop");
  wait_saved (window, path);
  sl_own_tracefs_wait_clean ();
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "recorded.dat");
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_record_time (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "recorded.dat", NULL);
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary ("At the time that was set, recording ends by itself and is saved.");

  if (skip_without_tracefs ())
    return;

  window = sl_timeline_probe_start_program (NULL);
  begin_to_record (window, "1s", path);
  wait_saved (window, path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "* events · * · Linux trace-cmd");
  sl_own_tracefs_wait_clean ();
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

/* A tracefs that is another user's, and what asks for the rights to use the kernel's: @answer, as a script of sh.
 *
 * Returns: (transfer full): the folder of both */
static char *
refuse_tracefs (const char *answer)
{
  g_autofree char *script = g_strdup_printf ("#!/bin/sh\n%s\n", answer);
  g_autofree char *path = NULL;
  char *folder = make_folder ();
  g_autofree char *clock = g_build_filename (folder, "trace_clock", NULL);
  g_autofree char *program = g_build_filename (folder, "pkexec", NULL);

  g_assert_true (g_file_set_contents (clock, "[local] mono", -1, NULL));
  g_assert_true (
      g_file_set_contents_full (program, script, -1, G_FILE_SET_CONTENTS_NONE, 0700, NULL));
  path = g_strdup_printf ("%s:%s", folder, g_getenv ("PATH"));
  g_setenv ("SLACKLINE_TRACEFS", folder, TRUE);
  g_setenv ("SLACKLINE_TEST_PATH", g_getenv ("PATH"), TRUE);
  g_setenv ("PATH", path, TRUE);
  return folder;
}

static void
grant_tracefs (const char *folder)
{
  g_autofree char *clock = g_build_filename (folder, "trace_clock", NULL);
  g_autofree char *program = g_build_filename (folder, "pkexec", NULL);

  g_unsetenv ("SLACKLINE_TRACEFS");
  g_setenv ("PATH", g_getenv ("SLACKLINE_TEST_PATH"), TRUE);
  g_unlink (clock);
  g_unlink (program);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_record_rights (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "recorded.dat", NULL);
  g_autofree char *refused = NULL;
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary (
      "Where tracefs is another’s, the user is asked for the rights, and with them this computer is recorded "
      "into a file of the user’s.");

  if (skip_without_tracefs ())
    return;

  refused = refuse_tracefs ("unset SLACKLINE_TRACEFS; exec \"$@\"");
  window = sl_timeline_probe_start_program (NULL);
  begin_to_record (window, "1s", path);
  wait_saved (window, path);
  grant_tracefs (refused);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "* events · * · Linux trace-cmd");
  sl_own_tracefs_wait_clean ();
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_record_refused (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "recorded.dat", NULL);
  g_autofree char *refused = refuse_tracefs ("echo Request dismissed >&2; exit 126");
  g_autoptr (SlRealWindow) window = sl_timeline_probe_start_program (NULL);

  g_test_summary (
      "A user who does not give the rights reads so and has the start page again; no file is written.");

  begin_to_record (window, "", path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "The rights to record were not given");
  sl_window_test_expect (window, ATSPI_ROLE_FRAME, "Slackline");
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);

  grant_tracefs (refused);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_record_close (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "recorded.dat", NULL);
  g_autoptr (SlRealWindow) window = NULL;

  g_test_summary (
      "Closing the window while it records saves what came, and leaves no instance behind.");

  if (skip_without_tracefs ())
    return;

  window = sl_timeline_probe_start_program (NULL);
  begin_to_record (window, "", path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "Recording this computer for * s · *");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "* events · * · Linux trace-cmd");
  sl_real_window_key (window, "Control_L+q");
  sl_real_window_wait_end (window);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  sl_own_tracefs_wait_clean ();

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
append (const char *path, guint begin, guint end)
{
  g_autoptr (GBytes) sample = read_sample ();
  const guint8 *data = g_bytes_get_data (sample, NULL);
  FILE *file = fopen (path, "ab");

  g_assert_nonnull (file);
  g_assert_cmpuint (fwrite (data + (gsize) begin * RECORD_SIZE, RECORD_SIZE, end - begin, file), ==,
                    end - begin);
  g_assert_cmpint (fclose (file), ==, 0);
}

static void
test_follow (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "growing.shark", NULL);
  g_autoptr (SlTimelineProbe) probe = NULL;
  SlRealWindow *window;
  SlTickSpan all, zoomed, before, after;

  g_test_summary (
      "A file that grows is followed where the user asks for it: a view of all grows, one at the end "
      "moves with it.");

  append (path, 0, N_FIRST);
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (path));
  window = probe->window;
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "400 events · * · S.Ha.R.K. FTrace");
  sl_real_window_key (window, "F10");
  sl_window_test_click_on (window, ATSPI_ROLE_CHECK_MENU_ITEM, "Follow the File");
  append (path, N_FIRST, 500);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "following the file · 500 events · * · S.Ha.R.K. FTrace");

  sl_timeline_probe_count_ticks (probe);
  sl_real_window_click (window, probe->x + 50, probe->y + probe->height / 2, 1);
  all = sl_timeline_probe_get_visible (probe);
  sl_real_window_key (window, "plus");
  zoomed = sl_timeline_probe_wait_other (probe, all);
  sl_real_window_key (window, "End");
  before = sl_timeline_probe_wait_other (probe, zoomed);
  append (path, 500, SL_SAMPLE_EVENTS);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "following the file · 701 events · 60.070 ms · S.Ha.R.K. FTrace");
  after = sl_timeline_probe_wait_other (probe, before);
  g_assert_cmpint (after.end - after.begin, ==, before.end - before.begin);
  g_assert_cmpint (after.end, >, before.end);

  g_unlink (path);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

static void
test_follow_gone (void)
{
  g_autofree char *folder = make_folder ();
  g_autofree char *path = g_build_filename (folder, "growing.shark", NULL);
  g_autofree char *aside = g_build_filename (folder, "elsewhere.shark", NULL);
  SlRealWindow *window;

  g_test_summary (
      "Where a file that is followed is renamed or deleted, that is said and what was read stays; that it is "
      "there again is said too, and all that it holds then is shown.");

  append (path, 0, N_FIRST);
  window = sl_timeline_probe_start_program (path);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL, "400 events · * · S.Ha.R.K. FTrace");
  sl_real_window_key (window, "F10");
  sl_window_test_click_on (window, ATSPI_ROLE_CHECK_MENU_ITEM, "Follow the File");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "following the file · 400 events · * · S.Ha.R.K. FTrace");

  g_assert_cmpint (g_rename (path, aside), ==, 0);
  sl_window_test_expect (
      window, ATSPI_ROLE_LABEL,
      "“growing.shark” was deleted or renamed; what was read of it is still shown");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "following the file · 400 events · * · S.Ha.R.K. FTrace");
  append (path, 0, 500);
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "“growing.shark” is there again and is followed as a new file");
  sl_window_test_expect (window, ATSPI_ROLE_LABEL,
                         "following the file · 500 events · * · S.Ha.R.K. FTrace");

  g_unlink (path);
  g_unlink (aside);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
}

int
main (int argc, char *argv[])
{
  has_tracefs = sl_own_tracefs_mount ();
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/window/live/record", test_record);
  sl_window_test_add ("/window/live/record-time", test_record_time);
  sl_window_test_add ("/window/live/record-rights", test_record_rights);
  sl_window_test_add ("/window/live/record-refused", test_record_refused);
  sl_window_test_add ("/window/live/record-close", test_record_close);
  sl_window_test_add ("/window/live/receive", test_receive);
  sl_window_test_add ("/window/live/close", test_close);
  sl_window_test_add ("/window/live/nothing-came", test_nothing_came);
  sl_window_test_add ("/window/live/follow", test_follow);
  sl_window_test_add ("/window/live/follow-gone", test_follow_gone);

  return g_test_run ();
}
