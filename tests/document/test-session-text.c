/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A view that was saved of one recording and is applied to another one. */

#include "sl-session-text.h"

#include <string.h>

#include "sl-marker-edit.h"
#include "text-document.h"

/* “one” and two threads “pair”; %s stands for the first digit of their numbers. */
static const char recording[] =
    "# tracer: nop\n#\n"
    " <idle>-0 [000] d..2. 1.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 prev_prio=120 prev_state=R ==> "
    "next_comm=one next_pid=@1 next_prio=19\n"
    " one-@1 [000] d..2. 1.000100: sched_switch: prev_comm=one prev_pid=@1 prev_prio=19 prev_state=S ==> "
    "next_comm=pair next_pid=@2 next_prio=120\n"
    " pair-@2 [000] d..2. 1.000200: sched_switch: prev_comm=pair prev_pid=@2 prev_prio=120 prev_state=S ==> "
    "next_comm=pair next_pid=@3 next_prio=120\n"
    " pair-@3 [000] d..2. 1.000300: sched_switch: prev_comm=pair prev_pid=@3 prev_prio=120 prev_state=S ==> "
    "next_comm=@4 next_pid=@5 next_prio=120\n"
    " last-@5 [000] d..2. 1.000400: sched_switch: prev_comm=@4 prev_pid=@5 prev_prio=120 prev_state=S ==> "
    "next_comm=swapper/0 next_pid=0 next_prio=120\n";

/* @numbers: of the four tasks; @last: name of the last of them */
static SlDocument *
record (const char *const numbers[4], const char *last)
{
  g_autoptr (GString) text = g_string_new (recording);

  g_string_replace (text, "@1", numbers[0], 0);
  g_string_replace (text, "@2", numbers[1], 0);
  g_string_replace (text, "@3", numbers[2], 0);
  g_string_replace (text, "@4", last, 0);
  g_string_replace (text, "@5", numbers[3], 0);
  return sl_text_document_new (text->str);
}

static const char *const first_run[] = { "11", "12", "13", "14" };

static void
take_name (SlDocument *document, SlNameSet set, const char *row)
{
  sl_document_take_state (document,
                          sl_view_state_with_name (sl_document_get_state (document), set, row,
                                                   TRUE),
                          SL_GESTURE_NONE);
}

/* (transfer full): a view in which something is said of each task */
static char *
save_first (void)
{
  g_autoptr (SlDocument) document = record (first_run, "last");
  const char *const order[] = { "task:13", "task:11", NULL };

  take_name (document, SL_NAMES_HIDDEN_ROWS, "task:11");
  take_name (document, SL_NAMES_PINNED_ROWS, "task:12");
  take_name (document, SL_NAMES_SHOWN_ROWS, "task:14");
  sl_document_take_state (document,
                          sl_view_state_with_row_order (sl_document_get_state (document), order),
                          SL_GESTURE_NONE);
  sl_document_take_state (document,
                          sl_view_state_with_row_height (sl_document_get_state (document),
                                                         "task:11", 60),
                          SL_GESTURE_NONE);
  sl_document_take_state (document,
                          sl_view_state_with_row_group (sl_document_get_state (document), "task:11",
                                                        "mine"),
                          SL_GESTURE_NONE);
  return sl_session_text_write (document);
}

static SlViewState *
apply (SlDocument *document, const char *text, GPtrArray *missing)
{
  g_autoptr (GError) error = NULL;
  SlViewState *state =
      sl_session_text_read (document, text, strlen (text), missing, NULL, NULL, &error);

  g_assert_no_error (error);
  return state;
}

static void
test_same (void)
{
  g_autofree char *text = save_first ();
  g_autoptr (SlDocument) document = record (first_run, "last");
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SlViewState) state = apply (document, text, missing);

  g_test_summary ("In the same recording rows are those with the same numbers, though others have "
                  "their names.");

  g_assert_nonnull (strstr (text, "[names]\ntask:11=one\ntask:12=pair\ntask:13=pair\n"));
  g_assert_true (sl_view_state_has_name (state, SL_NAMES_PINNED_ROWS, "task:12"));
  g_assert_false (sl_view_state_has_name (state, SL_NAMES_PINNED_ROWS, "task:13"));
  g_assert_cmpuint (missing->len, ==, 0);
}

static void
test_next (void)
{
  /* The number of what was pinned is another task's now. */
  static const char *const next_run[] = { "12", "25", "26", "27" };
  g_autofree char *text = save_first ();
  g_autoptr (SlDocument) document = record (next_run, "new");
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SlViewState) state = apply (document, text, missing);

  g_test_summary (
      "In the next recording rows are those with the same names, all where several have "
      "one, whatever their numbers are; what is missing is named once.");

  g_assert_true (sl_view_state_has_name (state, SL_NAMES_HIDDEN_ROWS, "task:12"));
  g_assert_false (sl_view_state_has_name (state, SL_NAMES_HIDDEN_ROWS, "task:11"));
  g_assert_true (sl_view_state_has_name (state, SL_NAMES_PINNED_ROWS, "task:25"));
  g_assert_true (sl_view_state_has_name (state, SL_NAMES_PINNED_ROWS, "task:26"));
  g_assert_false (sl_view_state_has_name (state, SL_NAMES_PINNED_ROWS, "task:12"));
  g_assert_cmpint (sl_view_state_get_row_height (state, "task:12"), ==, 60);
  g_assert_cmpstr (sl_view_state_get_row_group (state, "task:12", NULL), ==, "mine");
  g_assert_cmpstr (sl_view_state_get_row_order (state)[2], ==, "task:12");
  g_assert_cmpuint (missing->len, ==, 1);
  g_assert_cmpstr (missing->pdata[0], ==, "last");
}

static void
test_old (void)
{
  static const char old[] =
      "[slackline-view]\nversion=1\n[rows]\nhidden=task:11;task:99;cpu:7;cpu:0;\n"
      "pinned=cpu:7/queue;\nheights=lock:5 60;\ncollapsed=tasks;1:tasks;level:2;\n";
  g_autoptr (SlDocument) document = record (first_run, "last");
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (SlViewState) state = apply (document, old, missing);

  g_test_summary (
      "A view without names is applied by its numbers; every row that is missing is named, whatever it is of, but no heading.");

  g_assert_true (sl_view_state_has_name (state, SL_NAMES_HIDDEN_ROWS, "task:11"));
  g_assert_true (sl_view_state_has_name (state, SL_NAMES_HIDDEN_ROWS, "task:99"));
  g_assert_cmpuint (missing->len, ==, 3);
  g_assert_cmpstr (missing->pdata[0], ==, "task:99");
  g_assert_cmpstr (missing->pdata[1], ==, "cpu:7");
  g_assert_cmpstr (missing->pdata[2], ==, "lock:5");
}

/* A second of a clock with @rate ticks in it. */
static SlDocument *
record_at (const char *rate, guint64 last)
{
  g_autofree char *text =
      g_strdup_printf ("# slackline-events 1, unit ticks, rate %s\n"
                       "time,action,task\n0,run,a\n%" G_GUINT64_FORMAT ",run,b\n",
                       rate, last);

  return sl_text_document_new (text);
}

static void
test_rate (void)
{
  g_autoptr (SlDocument) saved = record_at ("400000000", 400000000);
  g_autoptr (SlDocument) other = record_at ("1000000000", 1000000000);
  g_autoptr (SlViewState) state = NULL;
  g_autofree char *text = NULL;
  g_autofree char *old = NULL;
  SlTime time;

  g_test_summary ("On a trace of another rate a view shows the same time, not the same ticks; what "
                  "does not say its rate shows the same ticks.");

  sl_document_show (saved, (SlSpan) { 40000000, 64000000 }, SL_GESTURE_NONE);
  time = 48000000;
  sl_document_take_state (saved,
                          sl_view_state_with_cursor (sl_document_get_state (saved), SL_CURSOR_A,
                                                     &time),
                          SL_GESTURE_NONE);
  sl_marker_edit_add (saved, 44000000);
  text = sl_session_text_write (saved);
  g_assert_nonnull (strstr (text, "\nrate=400000000\n"));

  state = apply (other, text, NULL);
  g_assert_true (
      sl_span_equal (sl_view_state_get_visible (state), (SlSpan) { 100000000, 160000000 }));
  g_assert_true (sl_view_state_get_cursor (state, SL_CURSOR_A, &time));
  g_assert_cmpint (time, ==, 120000000);
  g_assert_cmpint (sl_markers_get (sl_view_state_get_markers (state), 0)->span.begin, ==,
                   110000000);

  old = g_strdup (text);
  memcpy (strstr (old, "rate="), "past", 4);
  sl_view_state_unref (state);
  state = apply (other, old, NULL);
  g_assert_true (
      sl_span_equal (sl_view_state_get_visible (state), (SlSpan) { 40000000, 64000000 }));
}

static void
test_rate_of_instant (void)
{
  g_autoptr (SlDocument) saved = record_at ("400000000", 400000000);
  g_autoptr (SlDocument) other = record_at ("1000000000", 1000000000);
  SlRows *rows = sl_document_get_rows (saved);
  const SlSpan whole = { 0, 400000000 };
  g_autoptr (SlViewState) state = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  SlTarget target = { .type = SL_TARGET_NONE };
  SlTime instant;
  guint row;

  g_test_summary ("On a trace of another rate the picked item and the instant in it are the same.");

  g_assert_true (sl_rows_find (rows, "task:1", &row));
  g_assert_true (sl_rows_first_in (rows, row, whole, &target));
  sl_document_lead_to (saved, &target, whole, 48000000);
  text = sl_session_text_write (saved);

  state = sl_session_text_read (other, text, strlen (text), NULL, NULL, &instant, &error);
  g_assert_no_error (error);
  g_assert_cmpint (sl_view_state_get_picked (state)->type, ==, SL_TARGET_ITEMS);
  g_assert_cmpint (instant, ==, 120000000);
}

static void
test_whole (void)
{
  g_autoptr (SlDocument) saved = record_at ("400000000", 400000000);
  g_autoptr (SlDocument) other = record_at ("400000000", 900000000);
  g_autofree char *text = sl_session_text_write (saved);
  g_autoptr (SlViewState) state = NULL;

  g_test_summary ("A view of the whole trace shows the whole of another one.");

  sl_document_show (other, (SlSpan) { 10, 1000 }, SL_GESTURE_NONE);
  state = apply (other, text, NULL);
  g_assert_true (sl_span_equal (sl_view_state_get_visible (state),
                                sl_trace_set_get_span (sl_document_get_trace_set (other))));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/document/session-text/same", test_same);
  g_test_add_func ("/document/session-text/next", test_next);
  g_test_add_func ("/document/session-text/old", test_old);
  g_test_add_func ("/document/session-text/rate", test_rate);
  g_test_add_func ("/document/session-text/rate-of-instant", test_rate_of_instant);
  g_test_add_func ("/document/session-text/whole", test_whole);
  return g_test_run ();
}
