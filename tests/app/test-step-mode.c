/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-job-link.h"
#include "sl-panels.h"
#include "sl-step-mode.h"
#include "sl-step-obstacle.h"
#include "sl-timeline-widget.h"
#include "sl-view-text.h"

static const char two_tasks[] = "[task fast]\nperiod=10ms\nwcet=3ms\n"
                                "[task slow]\nperiod=20ms\nwcet=8ms\nsections=m@1ms+2ms\n";

static gboolean
has_steps (gpointer data)
{
  return sl_step_mode_get_replay (sl_document_get_step_mode (sl_window_get_document (data))) !=
         NULL;
}

static gboolean
has_stopped (gpointer data)
{
  return !sl_step_mode_get_playing (data);
}

/* What is said of jobs is of those that are shown: there are findings and theory where there are jobs. */
static void
assert_of_jobs (SlDocument *document)
{
  SlJobSearch *search = sl_document_get_job_search (document);
  gboolean has = sl_document_get_jobs (document) != NULL;

  g_assert_true ((sl_job_search_get_theory (search) != NULL) == has);
  g_assert_true ((sl_job_search_get_inversions (search) != NULL) == has);
}

/* Nothing that the document hands out lies after the place. */
static void
assert_hidden (SlDocument *document, SlTrace *whole)
{
  SlStepMode *mode = sl_document_get_step_mode (document);
  guint64 place = sl_step_mode_get_index (mode);
  SlTime time = sl_replay_get_time (sl_step_mode_get_replay (mode), place);
  SlTrace *trace = sl_document_get_trace (document);
  SlJobTable *jobs = sl_document_get_jobs (document);
  SlSpan hidden;

  assert_of_jobs (document);
  g_assert_true (trace != whole);
  g_assert_cmpuint (sl_trace_get_n_events (trace), ==, place + 1);
  g_assert_true (sl_trace_set_get_hidden (sl_document_get_trace_set (document), &hidden));
  g_assert_cmpint (hidden.begin, ==, time);
  g_assert_cmpint (hidden.end, ==, sl_trace_get_span (whole).end);
  g_assert_true (sl_rows_get_set (sl_document_get_rows (document)) ==
                 sl_document_get_trace_set (document));
  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    {
      const SlLane *lane = sl_trace_get_lane (trace, i);

      for (guint t = 0; t < lane->n_tracks; t++)
        if (sl_track_get_count (lane->tracks[t].track) > 0)
          g_assert_cmpint (sl_track_get_span (lane->tracks[t].track).end, <=, time + 1);
    }
  for (guint i = 0; jobs != NULL && i < sl_job_table_get_n_jobs (jobs); i++)
    g_assert_cmpint (sl_job_table_get (jobs, i)->end, <=,
                     sl_trace_get_span (sl_job_table_get_trace (jobs)).end);
}

static void
test_predict (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  g_autoptr (SlTrace) whole = g_object_ref (sl_document_get_trace (document));
  SlSpan all = sl_trace_set_get_span (sl_document_get_trace_set (document));
  SlSpan hidden;
  SlTime cursor;
  guint n_steps = 0;

  g_test_summary ("To foresee it first, the document shows a trace that ends at the cursor, in all "
                  "that it hands out, step by step and back; then all is there again.");

  assert_of_jobs (document);
  sl_step_mode_set_predict (mode, TRUE);
  g_assert_true (sl_step_mode_get_active (mode));
  g_assert_null (sl_document_get_jobs (document));
  assert_of_jobs (document);
  sl_app_test_wait (has_steps, window);
  g_assert_cmpuint (sl_step_mode_get_index (mode), ==, 0);
  assert_hidden (document, whole);
  g_assert_true (sl_span_equal (all, sl_trace_set_get_span (sl_document_get_trace_set (document))));

  while (sl_step_mode_move (mode, SL_STEP_DECISION, 1))
    {
      assert_hidden (document, whole);
      g_assert_true (
          sl_view_state_get_cursor (sl_document_get_state (document), SL_CURSOR_A, &cursor));
      g_assert_cmpint (cursor, ==,
                       sl_replay_get_time (sl_step_mode_get_replay (mode),
                                           sl_step_mode_get_index (mode)));
      n_steps++;
    }
  g_assert_cmpuint (n_steps, >=, 6);
  while (sl_step_mode_move (mode, SL_STEP_JOB, -1))
    assert_hidden (document, whole);
  g_assert_true (sl_step_mode_move (mode, SL_STEP_EVENT, -1));
  assert_hidden (document, whole);

  sl_step_mode_set_predict (mode, FALSE);
  g_assert_true (sl_document_get_trace (document) == whole);
  g_assert_false (sl_trace_set_get_hidden (sl_document_get_trace_set (document), &hidden));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The sample is opened with the cursor that the case before left. */
static void
drop_cursor (SlDocument *document)
{
  g_autoptr (SlViewState) state =
      sl_view_state_with_cursor (sl_document_get_state (document), SL_CURSOR_A, NULL);

  sl_document_take_state (document, g_steal_pointer (&state), SL_GESTURE_NONE);
}

static void
test_predict_view (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  SlSpan all = sl_trace_set_get_span (sl_document_get_trace_set (document));
  guint n_moved = 0, n_steps = 0;
  SlSpan before, visible, seen;

  g_test_summary (
      "While what comes is hidden, the last decisions fill the view, which stays where it is "
      "until the event leaves it; all that may be seen ends there.");

  drop_cursor (document);
  sl_step_mode_set_predict (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  visible = sl_view_state_get_visible (sl_document_get_state (document));
  g_assert_cmpint (visible.end - visible.begin, <, (all.end - all.begin) / 4);
  while (n_steps < 40 && sl_step_mode_move (mode, SL_STEP_DECISION, 1))
    {
      SlTime time =
          sl_replay_get_time (sl_step_mode_get_replay (mode), sl_step_mode_get_index (mode));

      before = visible;
      visible = sl_view_state_get_visible (sl_document_get_state (document));
      g_assert_cmpint (time, >=, visible.begin);
      g_assert_cmpint (time, <, visible.end);
      n_moved += !sl_span_equal (before, visible);
      seen = sl_document_get_seen_span (document);
      g_assert_cmpint (seen.begin, ==, all.begin);
      g_assert_cmpint (seen.end, >=, time);
      g_assert_cmpint (seen.end - time, <=, (time - seen.begin) / 8 + 1);
      n_steps++;
    }
  g_assert_cmpuint (n_moved, >, 0);
  g_assert_cmpuint (n_moved, <, n_steps / 2);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* (transfer full): the rows from top to bottom, with where each begins */
static char *
print_rows (SlDocument *document)
{
  SlRows *rows = sl_document_get_rows (document);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      g_string_append_printf (text, "%s %d\n", row->key, row->y);
    }
  return g_string_free (text, FALSE);
}

static void
check_rows_stay (SlStyle style)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  SlRows *rows;
  g_autofree char *whole = NULL;
  g_autofree char *first = NULL;
  guint n_steps = 0;

  assert_of_jobs (document);
  sl_document_take_state (document,
                          sl_view_state_with_style (sl_document_get_state (document), style),
                          SL_GESTURE_NONE);
  drop_cursor (document);
  rows = sl_rows_ref (sl_document_get_rows (document));
  whole = print_rows (document);
  sl_step_mode_set_predict (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  first = print_rows (document);
  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);
      guint number;

      g_assert_true (row->part == SL_ROW_HEADING ||
                     sl_rows_find (sl_document_get_rows (document), row->key, &number));
    }
  sl_rows_unref (rows);
  if (style == SL_STYLE_COMPACT)
    g_assert_cmpstr (first, ==, whole);

  while (n_steps < 60 && sl_step_mode_move (mode, SL_STEP_DECISION, 1))
    {
      g_autofree char *now = print_rows (document);

      g_assert_cmpstr (now, ==, first);
      n_steps++;
    }
  g_assert_cmpuint (n_steps, ==, 60);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_predict_rows (void)
{
  g_test_summary (
      "While what comes is hidden all rows of the trace are there from the first event on, in the groups in which they are "
      "otherwise, and each stays where it is.");

  check_rows_stay (SL_STYLE_COMPACT);
}

static void
test_predict_textbook_rows (void)
{
  g_test_summary ("So they are in a textbook picture.");

  check_rows_stay (SL_STYLE_TEXTBOOK);
}

static void
move_cursor (SlDocument *document, SlTime time)
{
  sl_document_take_state (document,
                          sl_view_state_with_cursor (sl_document_get_state (document), SL_CURSOR_A,
                                                     &time),
                          SL_GESTURE_NONE);
}

static void
test_follows_cursor (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  const SlTime time = 10000000;

  g_test_summary (
      "Where nothing is hidden the place goes with the cursor, and the state of undo is "
      "one step however many steps were taken.");

  sl_step_mode_set_active (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  move_cursor (document, time);
  g_assert_cmpint (sl_replay_get_time (sl_step_mode_get_replay (mode),
                                       sl_step_mode_get_index (mode)),
                   ==, time);
  sl_step_mode_set_playing (mode, TRUE);
  g_assert_true (sl_step_mode_get_playing (mode));
  sl_step_mode_set_speed (mode, 20);
  sl_app_test_wait (has_stopped, mode);
  /* It ends at the last decision. */
  g_assert_false (sl_step_mode_get_playing (mode));
  g_assert_false (sl_step_mode_move (mode, SL_STEP_DECISION, 1));
  sl_step_mode_set_active (mode, FALSE);
  g_assert_null (sl_step_mode_get_replay (mode));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Returns: when the mode begins, which is then ended */
static SlTime
begin_at (SlWindow *window)
{
  SlStepMode *mode = sl_document_get_step_mode (sl_window_get_document (window));
  SlTime time;

  sl_job_link_begin_steps (sl_window_get_document (window));
  sl_app_test_wait (has_steps, window);
  time = sl_replay_get_time (sl_step_mode_get_replay (mode), sl_step_mode_get_index (mode));
  sl_step_mode_set_active (mode, FALSE);
  return time;
}

/* The same of what is hidden: its beginning. */
static SlTime
predict_at (SlWindow *window)
{
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  SlTime time;

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.predict", NULL));
  sl_app_test_wait (has_steps, window);
  time = sl_replay_get_time (sl_step_mode_get_replay (mode), sl_step_mode_get_index (mode));
  g_assert_cmpint (sl_trace_get_span (sl_document_get_trace (document)).end, <=, time + 1);
  sl_step_mode_set_active (mode, FALSE);
  return time;
}

static void
test_begins_at_job (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  SlDocument *document = sl_window_get_document (window);
  g_autoptr (SlJobTable) jobs = sl_job_table_ref (sl_document_get_jobs (document));
  const SlJobTask *task = sl_job_table_get_task (jobs, 0);
  const SlJob *job = sl_job_table_get (jobs, task->first + 1);

  g_test_summary (
      "Steps begin at the release of the picked job, or where the cursor is in it; with no job picked at the "
      "cursor, wherever that is.");

  move_cursor (document, job->release + 1000000);
  g_assert_cmpint (begin_at (window), <=, job->release + 1000000);
  move_cursor (document, sl_job_table_get (jobs, task->first)->release);
  g_assert_cmpint (begin_at (window), ==, sl_job_table_get (jobs, task->first)->release);

  sl_job_link_go_to (document, (SlJobRef) { 0, task->first + 1 });
  g_assert_cmpint (job->release, >, sl_job_table_get (jobs, task->first)->end);
  g_assert_cmpint (begin_at (window), ==, job->release);
  sl_job_link_go_to (document, (SlJobRef) { 0, task->first + 1 });
  move_cursor (document, 0);
  g_assert_cmpint (predict_at (window), ==, job->release);
  move_cursor (document, job->end);
  g_assert_cmpint (predict_at (window), ==, job->end);
  move_cursor (document, job->end);
  g_assert_cmpint (begin_at (window), ==, job->end);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_other_traces (void)
{
  g_autoptr (SlTrace) trace = sl_app_test_make_trace (100);
  g_autoptr (SlDocument) document = sl_document_new (trace);
  SlStepMode *mode = sl_document_get_step_mode (document);
  gboolean predicts;

  g_test_summary ("A trace that does not tell who runs is not gone through.");

  sl_step_mode_set_active (mode, TRUE);
  g_assert_false (sl_step_mode_get_active (mode));
  sl_step_mode_set_predict (mode, TRUE);
  g_object_get (mode, "predict", &predicts, NULL);
  g_assert_false (predicts);
  g_assert_nonnull (sl_step_obstacle_get_to_predict (document));
  g_assert_nonnull (sl_step_obstacle_get (document));
}

static void
test_predict_of_several (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  g_autoptr (SlTrace) other = sl_app_test_make_trace (100);
  gboolean predicts;

  g_test_summary ("Beside another trace nothing is hidden, and why is said; steps go on.");

  g_assert_null (sl_step_obstacle_get_to_predict (document));
  sl_document_add_trace (document, other);
  g_assert_null (sl_step_obstacle_get (document));
  g_assert_nonnull (sl_step_obstacle_get_to_predict (document));
  sl_step_mode_set_predict (mode, TRUE);
  g_object_get (mode, "predict", &predicts, NULL);
  g_assert_false (predicts);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Whether the ruler of the timeline says how it is used. */
static gboolean
has_ruler_tooltip (GtkWidget *timeline)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (timeline, "query-tooltip", gtk_widget_get_width (timeline) - 40, 4, FALSE,
                         tooltip, &is_shown);
  return is_shown;
}

static void
test_whole_lines (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlStepMode *mode = sl_document_get_step_mode (sl_window_get_document (window));
  GtkWidget *panel = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_STEP_PANEL);
  GtkWidget *scrolled =
      GTK_WIDGET (gtk_widget_get_template_child (panel, SL_TYPE_STEP_PANEL, "scrolled"));
  GtkWidget *label;
  PangoLayout *layout;
  int line, y;
  double x, top;

  g_test_summary ("Of what is said of a step no line is cut.");

  sl_step_mode_set_active (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  sl_app_test_spin (300);
  label = GTK_WIDGET (gtk_widget_get_template_child (panel, SL_TYPE_STEP_PANEL, "running_label"));
  layout = gtk_label_get_layout (GTK_LABEL (label));
  pango_layout_get_pixel_size (layout, NULL, &line);
  line /= pango_layout_get_line_count (layout);
  gtk_widget_translate_coordinates (label, scrolled, 0, 0, &x, &top);
  y = gtk_widget_get_height (scrolled) - (int) top;
  g_test_message ("%d pixels from the first line on, each line of %d", y, line);
  g_assert_cmpint (y % line, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_lecture (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);

  g_test_summary ("During a lecture the ruler does not say how it is used.");

  g_assert_true (has_ruler_tooltip (timeline));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.lecture", NULL));
  sl_app_test_spin (300);
  g_assert_false (has_ruler_tooltip (timeline));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.lecture", NULL));
  sl_app_test_spin (300);
  g_assert_true (has_ruler_tooltip (timeline));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
press_lecture_key (SlWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
  sl_app_test_spin (300);
}

static void
test_lecture_steps (void)
{
  SlWindow *window = sl_app_test_open_set (two_tasks);
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  const SlTime between = 4500000;
  g_autofree char *sentence = NULL;
  gboolean is_behind;

  g_test_summary (
      "The first key of a lecture goes to a decision, which is what the sentence says then, and the end of the "
      "lecture ends the steps, unless they had begun before it.");

  move_cursor (document, between);
  press_lecture_key (window, "view.lecture");
  press_lecture_key (window, "lecture.next");
  sl_app_test_wait (has_steps, window);
  g_assert_cmpint (sl_replay_get_time (sl_step_mode_get_replay (mode),
                                       sl_step_mode_get_index (mode)),
                   >, between);
  sentence = sl_view_text_describe_step (document, &is_behind);
  g_assert_false (is_behind);
  press_lecture_key (window, "lecture.leave");
  g_assert_false (sl_step_mode_get_active (mode));

  sl_step_mode_set_active (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  press_lecture_key (window, "view.lecture");
  press_lecture_key (window, "lecture.next");
  press_lecture_key (window, "lecture.leave");
  g_assert_true (sl_step_mode_get_active (mode));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/step-mode/predict-view", test_predict_view);
  g_test_add_func ("/step-mode/predict", test_predict);
  g_test_add_func ("/app/step-mode/predict-rows", test_predict_rows);
  g_test_add_func ("/app/step-mode/predict-textbook-rows", test_predict_textbook_rows);
  g_test_add_func ("/step-mode/predict-of-several", test_predict_of_several);
  g_test_add_func ("/step-mode/follows-cursor", test_follows_cursor);
  g_test_add_func ("/step-mode/begins-at-job", test_begins_at_job);
  g_test_add_func ("/step-mode/other-traces", test_other_traces);
  g_test_add_func ("/app/step-mode/lecture", test_lecture);
  g_test_add_func ("/app/step-mode/lecture-steps", test_lecture_steps);
  g_test_add_func ("/app/step-mode/whole-lines", test_whole_lines);
  return g_test_run ();
}
