/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>
#include <string.h>

#include "sl-timeline-probe.h"
#include "sl-window-test.h"

#define TASK "ctx 296 · pid 5"

/* Of a record of the sample: code, context, high and low word of the time stamp, parameter. */
#define RECORD_SIZE 16

static char *
dup_name (SlTimelineProbe *probe, const char *pattern)
{
  g_autoptr (SlAccessible) item = NULL;

  item = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, pattern);
  return sl_accessible_get_name (item);
}

/* The number behind the colon. */
static guint64
get_number (SlTimelineProbe *probe, const char *pattern)
{
  g_autofree char *name = dup_name (probe, pattern);

  return g_ascii_strtoull (strstr (name, ": ") + 2, NULL, 0);
}

static guint32
read_word (const guint8 *bytes)
{
  return bytes[0] | (guint32) bytes[1] << 8 | (guint32) bytes[2] << 16 | (guint32) bytes[3] << 24;
}

/* What the details say of the record must be what the file holds at the offset that they name. */
static void
check_record (SlTimelineProbe *probe)
{
  g_autofree char *path = sl_timeline_probe_dup_sample ();
  g_autofree char *data = NULL;
  guint64 offset = get_number (probe, "File offset: 0x*");
  const guint8 *record;
  gsize length;

  g_assert_true (g_file_get_contents (path, &data, &length, NULL));
  g_assert_cmpuint (offset % RECORD_SIZE, ==, 0);
  g_assert_cmpuint (offset + RECORD_SIZE, <=, length);
  record = (const guint8 *) data + offset;
  g_assert_cmpuint (get_number (probe, "Code: 0x*"), ==, record[0] | record[1] << 8);
  g_assert_cmpuint (get_number (probe, "Parameter 1: *"), ==, record[2] | record[3] << 8);
  g_assert_cmpuint (get_number (probe, "TSC (high part): 0x*"), ==, read_word (record + 4));
  g_assert_cmpuint (get_number (probe, "TSC (low part): 0x*"), ==, read_word (record + 8));
  g_assert_cmpuint (get_number (probe, "Parameter 2: *"), ==, read_word (record + 12));
}

static void
test_pointer (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = NULL;
  g_autoptr (SlAccessible) box = NULL;
  int x, y, width, height;

  g_test_summary ("A click on a box picks the very box that assistive technology finds there; the "
                  "details tell every field of its record as the file holds it.");

  name = sl_timeline_probe_focus_box (probe, TASK);
  box = sl_real_window_wait_for (probe->window, ATSPI_ROLE_LIST_ITEM, name);
  sl_real_window_get_extents (probe->window, box, &x, &y, &width, &height);
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_LABEL, "Raw Record");

  sl_real_window_click (probe->window, x + width / 2, y + height / 2, 1);
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, name);
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Row: " TASK);
  sl_timeline_probe_unfold (probe, "Raw Record");
  sl_timeline_probe_unfold (probe, "Event");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST, "Record");
  check_record (probe);
}

static void
test_arrows (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autoptr (GPtrArray) passed = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *first = sl_timeline_probe_focus_box (probe, TASK);

  g_test_summary ("Right goes through the boxes of a row in order of time, Left back through the "
                  "same; each is named and shown with its times.");

  g_assert_true (g_str_has_prefix (first, TASK ", "));
  for (int i = 0; i < 6; i++)
    {
      g_autofree char *description = NULL;

      description =
          sl_real_window_get_description (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *");
      g_assert_true (g_pattern_match_simple ("*from *, for *", description) ||
                     g_pattern_match_simple ("*at *s", description));
      g_ptr_array_add (passed, g_steal_pointer (&description));
      sl_real_window_key (probe->window, "Right");
      sl_real_window_wait_no_description (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *",
                                          g_ptr_array_index (passed, passed->len - 1));
    }
  for (guint i = passed->len; i-- > 0;)
    {
      sl_real_window_key (probe->window, "Left");
      sl_real_window_wait_description (probe->window, ATSPI_ROLE_LIST_ITEM, TASK ", *",
                                       g_ptr_array_index (passed, i));
    }
}

static void
test_from_list (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlTickSpan all, begin, end;

  g_test_summary (
      "What is selected in the list of events is picked, and the timeline moves to it.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  sl_real_window_scroll (probe->window, probe->x + 5, probe->y + 150, 8);
  begin = sl_timeline_probe_wait_other (probe, all);
  g_assert_cmpint (begin.end, <, all.end);

  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "trace-start, *");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Index: 0");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "File offset: 0x0");
  sl_timeline_probe_unfold (probe, "Raw Record");
  check_record (probe);

  sl_real_window_key (probe->window, "End");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Index: 700");
  end = sl_timeline_probe_wait_other (probe, begin);
  g_assert_cmpint (end.end, ==, all.end);
  g_assert_cmpint (end.end - end.begin, ==, begin.end - begin.begin);
  check_record (probe);
}

static void
test_to_list (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  g_autofree char *name = NULL;

  g_test_summary ("What is picked in the timeline is selected in the list of events.");

  name = sl_timeline_probe_focus_box (probe, "ctx 288 · pid 4");
  g_assert_true (g_str_has_prefix (name, "ctx 288 · pid 4, "));
  sl_real_window_wait_state (probe->window, ATSPI_ROLE_TABLE_ROW, "task-create, ctx 288 · pid 4, *",
                             ATSPI_STATE_SELECTED);
}

static void
test_next_miss (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();

  g_test_summary ("The button in the header bar leads to the missed deadline.");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Selected: task-deadline-miss, #*");
  sl_timeline_probe_unfold (probe, "Raw Record");
  sl_timeline_probe_unfold (probe, "Event");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Object: " TASK);
  check_record (probe);
}

/* The sample in a folder of its own, with a task model beside it. */
static SlTimelineProbe *
open_with_model (const char *model)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-pick-XXXXXX", NULL);
  g_autofree char *sample = sl_timeline_probe_dup_sample ();
  g_autofree char *file = g_build_filename (folder, SL_SAMPLE_NAME, NULL);
  g_autofree char *model_file = g_strconcat (file, ".slackline-tasks", NULL);
  g_autofree char *data = NULL;
  SlTimelineProbe *probe;
  gsize length;

  g_assert_true (g_file_get_contents (sample, &data, &length, NULL));
  g_assert_true (g_file_set_contents (file, data, (gssize) length, NULL));
  g_assert_true (g_file_set_contents (model_file, model, -1, NULL));
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (file));
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "701 events");
  g_assert_cmpint (g_remove (file), ==, 0);
  g_assert_cmpint (g_remove (model_file), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return probe;
}

/* On screen as a whole, and not scrolled out of the details. */
static void
assert_in_sight (SlTimelineProbe *probe, AtspiRole role, const char *pattern)
{
  g_autoptr (SlAccessible) item = sl_real_window_wait_for (probe->window, role, pattern);
  int x, y, width, height;

  sl_real_window_get_extents (probe->window, item, &x, &y, &width, &height);
  g_assert_cmpint (height, >, 0);
  g_assert_cmpint (x + width, <=, 1280);
  g_assert_cmpint (y + height, <=, 860);
}

#define MODEL_4_MS "[task ctx 296]\nmatch=task:296\ndeadline=4ms\n"

static void
test_why (void)
{
  g_autoptr (SlTimelineProbe) probe = open_with_model (MODEL_4_MS);

  g_test_summary ("Who goes to the worst miss reads, without scrolling, by how much it was missed, "
                  "why, when what happened, where the time went, what was unlike the other jobs "
                  "and how long all of them took.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  for (guint i = 0; i < 3; i++)
    sl_real_window_key (probe->window, "n");
  assert_in_sight (probe, ATSPI_ROLE_HEADING, "ctx 296, job 5");
  assert_in_sight (probe, ATSPI_ROLE_LABEL, "Deadline 4.000 ms, from the task model");
  assert_in_sight (probe, ATSPI_ROLE_LABEL, "Missed by 4.127 ms");
  assert_in_sight (
      probe, ATSPI_ROLE_LABEL,
      "It executed for 6.734\u00a0ms. The task’s other jobs took 2.158–2.437\u00a0ms.");
  assert_in_sight (probe, ATSPI_ROLE_LIST_ITEM, "Release: 0.033\u202f196\u202f588 s, *");
  assert_in_sight (probe, ATSPI_ROLE_LIST_ITEM, "Deadline: 0.037\u202f196\u202f588 s*");
  assert_in_sight (probe, ATSPI_ROLE_LIST_ITEM, "Miss recorded: 0.041\u202f192\u202f300 s*");
  assert_in_sight (probe, ATSPI_ROLE_LIST_ITEM, "Response: 8.127 ms*");
  assert_in_sight (probe, ATSPI_ROLE_LIST_ITEM, "Lateness: 4.127 ms*");
  assert_in_sight (probe, ATSPI_ROLE_IMAGE,
                   "Where the time went: executed, no more than others 2.437 ms; executed beyond "
                   "that 4.298 ms; *; Response 8.127 ms");
  assert_in_sight (probe, ATSPI_ROLE_HEADING, "Compared with Its Other Jobs");
  assert_in_sight (probe, ATSPI_ROLE_LABEL, "2.158–2.437 ms");
  assert_in_sight (probe, ATSPI_ROLE_IMAGE, "Response times of ctx 296: *; of job 5: 8.127 ms");
}

/* The y of the top of what reads so. */
static int
get_y (SlTimelineProbe *probe, AtspiRole role, const char *pattern)
{
  g_autoptr (SlAccessible) item = sl_real_window_wait_for (probe->window, role, pattern);
  int x, y, width, height;

  sl_real_window_get_extents (probe->window, item, &x, &y, &width, &height);
  return y;
}

static void
test_last_first (void)
{
  g_autoptr (SlTimelineProbe) probe = open_with_model (MODEL_4_MS);

  g_test_summary ("What the user did last comes first: a span drawn while a job is selected is "
                  "above it with its statistics, and a job picked after that above the span.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
  sl_real_window_drag (probe->window, probe->x + 100, probe->y + 10, probe->x + 300, probe->y + 10);
  assert_in_sight (probe, ATSPI_ROLE_LIST_ITEM, "Events: *");
  g_assert_cmpint (get_y (probe, ATSPI_ROLE_HEADING, "Selected Span"), <,
                   get_y (probe, ATSPI_ROLE_HEADING, "ctx 296, job 1"));

  sl_real_window_key (probe->window, "n");
  assert_in_sight (probe, ATSPI_ROLE_HEADING, "ctx 296, job 2");
  g_assert_cmpint (get_y (probe, ATSPI_ROLE_HEADING, "ctx 296, job 2"), <,
                   get_y (probe, ATSPI_ROLE_HEADING, "Selected Span"));
}

static void
test_led_to (void)
{
  g_autoptr (SlTimelineProbe) probe = open_with_model (MODEL_4_MS);
  SlTickSpan all, seen, same;

  g_test_summary ("N shows the job of the miss at least a third as wide as the view, wherever the "
                  "keys were but in text, and they go on from there; Escape lifts the veil first, "
                  "and a second one gives up what is picked.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_ENTRY, "Filter expression");
  sl_real_window_key (probe->window, "Tab");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx 296, *");
  seen = sl_timeline_probe_wait_other (probe, all);
  /* The job responds in 4.536 ms, and the clock has 800 ticks a microsecond. */
  g_assert_cmpint (seen.end - seen.begin, <=, 3 * 4537 * 800);

  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
  same = sl_timeline_probe_get_visible (probe);
  g_assert_cmpint (same.begin, ==, seen.begin);
  sl_real_window_key (probe->window, "Left");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
  sl_real_window_wait_focus (probe->window, ATSPI_ROLE_LIST_ITEM, "ctx 296, *");
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
}

static void
expect_led_to (SlTimelineProbe *probe, SlTickSpan before, const char *heading)
{
  SlTickSpan seen = sl_timeline_probe_wait_other (probe, before);

  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, heading);
  /* No job of the task responds in more than 2.915 ms, and the clock has 800 ticks a microsecond. */
  g_assert_cmpint (seen.end - seen.begin, <=, 3 * 2915 * 800);
  /* The veil goes first. */
  sl_real_window_key (probe->window, "Escape");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, heading);
  sl_real_window_key (probe->window, "Escape");
  sl_real_window_wait_gone (probe->window, ATSPI_ROLE_HEADING, heading);
}

static void
test_led_by_lists (void)
{
  g_autoptr (SlTimelineProbe) probe = sl_timeline_probe_open_sample ();
  SlTickSpan all;

  g_test_summary ("The lists of inversions and of a row lead to the job of what is chosen in them, "
                  "as the list of jobs does.");

  sl_timeline_probe_count_ticks (probe);
  all = sl_timeline_probe_get_visible (probe);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PAGE_TAB, "Inversions (3)");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "ctx 288*, job 5*");
  expect_led_to (probe, all, "ctx 288*, job 5");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_ROW_HEADER, "ctx 288*");
  sl_real_window_key (probe->window, "f");
  sl_timeline_probe_wait_visible (probe, all);
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PAGE_TAB, "Row");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW, "interrupted*from 1.191*");
  expect_led_to (probe, all, "ctx 288*, job 1");
}

static void
test_hidden (void)
{
  g_autoptr (SlTimelineProbe) probe = open_with_model (MODEL_4_MS);

  g_test_summary ("A filter that hides what is picked leaves it in the details, which say so.");

  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
  sl_real_window_key (probe->window, "Control_L+f");
  sl_real_window_type (probe->window, "object ~ \"ctx 280*\"");
  sl_real_window_key (probe->window, "Return");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Hidden by the filter");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "ctx 296, job 1");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Missed by *");
}

static void
test_one_deadline (void)
{
  g_autoptr (SlTimelineProbe) probe = open_with_model ("[task 296]\ndeadline=4ms\n");

  g_test_summary (
      "A job has one deadline, that of the task model: the list of misses and the details "
      "go by it, and say when the trace records the miss.");

  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_TABLE_ROW,
                           TASK
                           ", job 5: 4.127 ms late (deadline 24014879165, from the task model; "
                           "miss recorded at 24016477450)*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Missed by 4.127 ms");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Deadline: *37*196*588*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Miss recorded: *41*192*300*");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LIST_ITEM, "Finish: *41*323*870*");
}

/* An interrupt wakes sensor, sensor filter, and filter motor, whose job is late. */
static const char woken[] =
    "# slackline-events 1, unit us, wakeups\n"
    "time,cpu,action,task,object,deadline\n"
    "0,0,create,sensor,,\n0,0,create,filter,,\n0,0,create,motor,,\n"
    "0,0,sleep,sensor,,\n0,0,sleep,filter,,\n0,0,sleep,motor,,\n"
    "0,0,run,,,\n"
    "100,0,enter,,irq:7,\n102,0,wake,sensor,irq:7,\n105,0,leave,,irq:7,\n"
    "106,0,run,sensor,,\n140,0,wake,filter,sensor,\n150,0,sleep,sensor,,\n"
    "150,0,run,filter,,\n180,0,wake,motor,filter,\n180,0,release,motor,,260\n"
    "200,0,sleep,filter,,\n200,0,run,motor,,\n"
    "300,0,finish,motor,,\n300,0,sleep,motor,,\n300,0,run,,,\n400,0,run,,,\n";

static void
test_woken (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "woken.csv", NULL);
  g_autoptr (SlTimelineProbe) probe = NULL;

  g_test_summary (
      "The details of a job list how it was woken; each link, C and Shift+C lead along "
      "the chain, to what woke and to what was woken, also where its row is folded away.");

  g_assert_true (g_file_set_contents (path, woken, -1, NULL));
  probe = sl_timeline_probe_new (sl_timeline_probe_start_program (path));
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "List the missed deadlines*");
  sl_real_window_key (probe->window, "n");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "Missed by 40.000 µs");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "How It Was Woken");
  sl_window_test_expect (probe->window, ATSPI_ROLE_LABEL, "irq:7 → sensor → filter → motor");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "1, irq:7 wakes sensor");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "2, sensor wakes filter");
  sl_window_test_expect (probe->window, ATSPI_ROLE_PUSH_BUTTON, "3, filter wakes motor, 0 ns");

  sl_real_window_key (probe->window, "c");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "filter, *");
  sl_real_window_key (probe->window, "c");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "sensor, *");
  sl_real_window_key (probe->window, "Shift_L+c");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "filter, *");
  sl_real_window_key (probe->window, "Shift_L+c");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "motor, job 1");
  sl_window_test_click_on (probe->window, ATSPI_ROLE_PUSH_BUTTON, "2, sensor wakes filter");
  sl_window_test_expect (probe->window, ATSPI_ROLE_HEADING, "sensor, *");

  g_unlink (path);
  g_rmdir (folder);
}

int
main (int argc, char *argv[])
{
  sl_window_test_init (&argc, &argv);
  sl_window_test_add ("/window/pick/pointer", test_pointer);
  sl_window_test_add ("/window/pick/arrows", test_arrows);
  sl_window_test_add ("/window/pick/from-list", test_from_list);
  sl_window_test_add ("/window/pick/to-list", test_to_list);
  sl_window_test_add ("/window/pick/next-miss", test_next_miss);
  sl_window_test_add ("/window/pick/one-deadline", test_one_deadline);
  sl_window_test_add ("/window/pick/why", test_why);
  sl_window_test_add ("/window/pick/last-first", test_last_first);
  sl_window_test_add ("/window/pick/led-to", test_led_to);
  sl_window_test_add ("/window/pick/led-by-lists", test_led_by_lists);
  sl_window_test_add ("/window/pick/hidden", test_hidden);
  sl_window_test_add ("/window/pick/woken", test_woken);
  return g_test_run ();
}
