/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <gio/gio.h>
#include <glib/gstdio.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define RECORD_SIZE 16
#define N_CUT       200 /* records that the second trace lacks at its begin */
#define N_ON_TIME   400 /* records of the sample before its missed deadline */

/* A part of the sample as a trace of its own. */
static char *
make_part (const char *name, gsize first_record, gsize n_records)
{
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_autofree char *data = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("slackline-join-XXXXXX", &error);
  char *path;
  gsize length;

  g_assert_no_error (error);
  path = g_build_filename (folder, name, NULL);
  g_file_get_contents (sample, &data, &length, &error);
  g_assert_no_error (error);
  g_assert_cmpuint ((first_record + n_records) * RECORD_SIZE, <=, length);
  g_file_set_contents (path, data + first_record * RECORD_SIZE, (gssize) (n_records * RECORD_SIZE),
                       &error);
  g_assert_no_error (error);
  return path;
}

static void
remove_part (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);

  g_unlink (path);
  g_rmdir (folder);
}

static char *
make_second (void)
{
  return make_part ("second-run.shark", N_CUT, SL_SAMPLE_EVENTS - N_CUT);
}

static SlTimelineProbe *
open_both (const char *second)
{
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  const char *arguments[] = { g_getenv ("SLACKLINE"), sample, second, NULL };
  SlTimelineProbe *probe = sl_timeline_probe_new (sl_real_window_start (arguments));

  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "2 traces · 1\u202f202 events · *");
  return probe;
}

static void
test_open (void)
{
  g_autofree char *second = make_second ();
  g_autoptr (SlTimelineProbe) probe = open_both (second);

  g_test_summary ("Two files of the command line stand on one axis: rows and events of both, each "
                  "with the name of its trace.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "0: " SL_SAMPLE_NAME);
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "1: second-run.shark");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "1\u202f202 events");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Trace: 0: " SL_SAMPLE_NAME);
  sl_real_window_key (probe->window, "Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Trace: 1: second-run.shark");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Index: 0");
  remove_part (second);
}

static void
test_align (void)
{
  g_autofree char *second = make_second ();
  g_autoptr (SlTimelineProbe) probe = open_both (second);
  const char *together = "2 traces · 1\u202f202 events · 60.070 ms";

  g_test_summary ("An event of one trace is picked, then one of the other, and Control+M lays the "
                  "second trace so that they are at once; Control+Z takes it back.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, together);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  sl_real_window_key (probe->window, "Down");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Trace: 1: second-run.shark");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Index: 0");
  sl_real_window_key (probe->window, "End");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Index: 700");

  /* The second begins where the first ends: together they last longer. */
  sl_real_window_key (probe->window, "Control_L+m");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, together);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "2 traces · 1\u202f202 events · 1* ms");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, together);
  remove_part (second);
}

static void
test_dialog (void)
{
  g_autofree char *second = make_second ();
  g_autoptr (SlTimelineProbe) probe = open_both (second);

  g_test_summary ("The dialog shows what the ticks of each trace are, and where it begins.");

  sl_real_window_key (probe->window, "Control_L+t");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "The axis counts its cycles");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL,
                         "Rate unknown: its cycles are treated as cycles of the axis");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Starts after the first trace by");
  remove_part (second);
}

static void
test_same_pace (void)
{
  static const char text[] =
      "  <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 "
      "prev_state=R ==> next_comm=a next_pid=5 next_prio=120\n"
      "  a-5 [000] d..2. 1.001000: sched_switch: prev_comm=a prev_pid=5 prev_prio=120 prev_state=S ==> "
      "next_comm=swapper/0 next_pid=0 next_prio=120\n";
  g_autofree char *folder = g_dir_make_tmp ("slackline-join-XXXXXX", NULL);
  g_autofree char *one = g_build_filename (folder, "one.txt", NULL);
  g_autofree char *other = g_build_filename (folder, "other.txt", NULL);
  const char *arguments[] = { g_getenv ("SLACKLINE"), one, other, NULL };
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary ("Of clocks that count alike the dialog says just that.");

  g_assert_true (g_file_set_contents (one, text, -1, NULL));
  g_assert_true (g_file_set_contents (other, text, -1, NULL));
  probe = sl_timeline_probe_new (sl_real_window_start (arguments));
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "2 traces · 4 events · *");
  sl_real_window_key (probe->window, "Control_L+t");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL,
                         "Its ns are as long as those of the axis");
  g_unlink (one);
  remove_part (other);
}

static void
test_compare (void)
{
  g_autofree char *second = make_second ();
  g_autoptr (SlTimelineProbe) probe = open_both (second);

  g_test_summary (
      "Control+D offers the traces of the axis; the one that is chosen is shown next to "
      "the first row by row, and a page shows how their jobs differ. Undo ends that.");

  sl_real_window_key (probe->window, "Control_L+d");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Compare 0: " SL_SAMPLE_NAME " with");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "1: second-run.shark");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL,
                         "A is " SL_SAMPLE_NAME ", B is second-run.shark · Δ = B − A · * differ");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "A · CPU 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "B · CPU 0");

  /* What tells that there are two traces lies over the table for a while. */
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "1 more trace shares this axis");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "*, jobs * | *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Response: *");

  sl_real_window_key (probe->window, "Control_L+z");
  sl_real_window_key (probe->window, "Control_L+z");
  sl_window_test_expect (probe->window, ATSPI_ROLE_ROW_HEADER, "CPU 0");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_ROW_HEADER, "A · CPU 0");
  remove_part (second);
}

static void
test_misses (void)
{
  g_autofree char *first = make_part ("first-run.shark", 0, N_ON_TIME);
  g_autofree char *second = make_second ();
  const char *arguments[] = { g_getenv ("SLACKLINE"), first, second, NULL };
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_new (sl_real_window_start (arguments));

  g_test_summary (
      "N leads to the deadline that the second trace alone misses, and the page of misses "
      "counts it.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Selected: task-deadline-miss, #*");
  sl_timeline_probe_unfold (probe, "Event");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Trace: 1: second-run.shark");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PAGE_TAB, "Misses (1)");
  remove_part (first);
  remove_part (second);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/join/open", test_open);
  sl_window_test_add ("/window/join/align", test_align);
  sl_window_test_add ("/window/join/dialog", test_dialog);
  sl_window_test_add ("/window/join/same-pace", test_same_pace);
  sl_window_test_add ("/window/join/compare", test_compare);
  sl_window_test_add ("/window/join/misses", test_misses);
  return g_test_run ();
}
