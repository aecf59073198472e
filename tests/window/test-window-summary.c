/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define HEADING    "This Trace"
#define SLOWEST    "ctx 296*: load 37*; worst response 8.127*, job 5; *1 deadline missed"
#define MISSES     "Missed deadlines: 1; *ctx 296*, job 5, *"
#define INVERSIONS "Priority inversions: 3; ctx 288*"

/* At most so many presses of Tab from one thing to another. */
#define MOST_TABS 120

static gboolean
has_focus (SlTimelineProbe *probe, AtspiRole role, const char *name)
{
  g_autoptr (SlAccessible) accessible = sl_real_window_wait_for (probe->window, role, name);

  return sl_accessible_has_state (accessible, ATSPI_STATE_FOCUSED);
}

static void
tab_to (SlTimelineProbe *probe, const char *name)
{
  for (guint i = 0; !has_focus (probe, ATSPI_ROLE_PUSH_BUTTON, name); i++)
    {
      g_assert_cmpuint (i, <, MOST_TABS);
      sl_real_window_key (probe->window, "Tab");
      sl_real_window_wait_for_frame (probe->window);
    }
}

static void
test_facts (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "While nothing is picked, the details say what the trace is: its tasks, what is odd, "
      "and what its signs mean; none is named that it has not.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, HEADING);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events in 60.070 ms*busy 96 %");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, SLOWEST);
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, MISSES);
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, INVERSIONS);
  g_assert_cmpuint (sl_real_window_count (probe->window, ATSPI_ROLE_IMAGE, "GtkImage"), ==, 0);
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "Key");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Holds a lock");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "No budget");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "Special cycle");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "Deadline");

  sl_real_window_key (probe->window, "Control_L+b");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Deadline");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "Running");
}

static void
test_click (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary (
      "A click on the missed deadlines goes to the worst and lists all; Escape lifts the veil, and "
      "a second one brings the summary back.");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, MISSES);
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_HEADING, HEADING);
  sl_window_test_expect (probe->window, ATSPI_ROLE_TABLE_ROW, "*ctx 296*");
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296*");
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, HEADING);
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, MISSES);
}

static void
test_keys (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("Every line of the summary is reached by Tab and followed by Return.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, SLOWEST);
  tab_to (probe, SLOWEST);
  tab_to (probe, INVERSIONS);
  sl_real_window_key (probe->window, "Return");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_HEADING, HEADING);
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 288*");
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 288*");
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, HEADING);
}

static void
test_waits (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  int y, height;

  g_test_summary (
      "A row that is picked says what the jobs of its task waited for, all together; a line leads to the job that "
      "waited longest.");

  sl_timeline_probe_get_row (probe, "ctx 288*", &y, &height);
  sl_real_window_click (probe->window, probe->x - 60, y + height / 2, 1);
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "What Its Jobs Waited For");
  sl_window_test_click_on (
      probe->window, ATSPI_ROLE_PUSH_BUTTON,
      "blocked on mutex 0x1720a40 by ctx 312*, 4.*ms, 3 of 12 jobs, at most 1.*ms in job 5");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 288*, job 5");
}

static void
test_queue (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "queue.txt", NULL);
  g_autoptr (GString) text = g_string_new ("# tracer: nop\n#\n");
  g_autoptr (SlTimelineProbe) probe = NULL;
  int y, height;

  g_test_summary ("The row of a processor's queue says how long the queue was.");

  for (guint i = 0; i < 4; i++)
    g_string_append_printf (
        text,
        "          <idle>-0     [000] d..2.     1.0000%u0: sched_waking: comm=a pid=10 prio=120 target_cpu=000\n"
        "          <idle>-0     [000] d..2.     1.0000%u2: sched_switch: prev_comm=swapper/0 prev_pid=0 "
        "prev_prio=120 prev_state=R ==> next_comm=a next_pid=10 next_prio=120\n"
        "               a-10    [000] d..2.     1.0000%u5: sched_switch: prev_comm=a prev_pid=10 "
        "prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n",
        i, i, i);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (path));
  sl_timeline_probe_get_row (probe, "Queue*", &y, &height);
  sl_real_window_click (probe->window, probe->x - 60, y + height / 2, 1);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Longest queue");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Mean queue");

  g_unlink (path);
  g_rmdir (folder);
}

static void
test_many_tasks (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "many.csv", NULL);
  g_autoptr (GString) text = g_string_new ("# slackline-events 1, unit us\ntime,cpu,action,task\n");
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "Of very many tasks those that have jobs are listed, before busier ones without.");

  g_string_append (text, "0,0,release,control\n0,0,run,control\n2,0,finish,control\n");
  for (guint i = 0; i < 20; i++)
    g_string_append_printf (text, "%u,0,run,busy-%u\n%u,0,sleep,busy-%u\n", 2 + 50 * i, i,
                            2 + 50 * (i + 1), i);
  g_string_append (text, "1002,0,run,\n");
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (path));
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, HEADING);
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "busy-*: load *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "control: load *");

  g_unlink (path);
  g_rmdir (folder);
}

static int
find_top (SlTimelineProbe *probe, const char *name)
{
  g_autoptr (SlAccessible) button =
      sl_real_window_wait_for (probe->window, ATSPI_ROLE_PUSH_BUTTON, name);
  int x, y, width, height;

  sl_real_window_get_extents (probe->window, button, &x, &y, &width, &height);
  return y;
}

static void
test_inferred (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "inferred.csv", NULL);
  g_autoptr (GString) text = g_string_new ("# slackline-events 1, unit us\ntime,cpu,action,task\n");
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "A deadline that is only inferred is told from one that is known. Tasks with jobs come first.");

  g_string_append (text, "0,1,run,busy\n");
  for (guint i = 0; i < 8; i++)
    g_string_append_printf (text, "%u,0,release,control\n%u,0,run,control\n%u,0,finish,control\n",
                            100 * i, 100 * i, 100 * i + 20);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (path));
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "control: *; inferred deadline *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "20 / ≈*100");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "*A dashed line and “≈” show *");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "*The red line is *");
  g_assert_cmpint (find_top (probe, "control: *"), <, find_top (probe, "busy: *"));

  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char **argv)
{
  sl_window_test_init (&argc, &argv);

  sl_window_test_add ("/summary/facts", test_facts);
  sl_window_test_add ("/summary/click", test_click);
  sl_window_test_add ("/summary/keys", test_keys);
  sl_window_test_add ("/summary/waits", test_waits);
  sl_window_test_add ("/summary/queue", test_queue);
  sl_window_test_add ("/summary/many-tasks", test_many_tasks);
  sl_window_test_add ("/summary/inferred", test_inferred);

  return g_test_run ();
}
