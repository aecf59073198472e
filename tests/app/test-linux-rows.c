/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How the window groups the rows of a Linux trace. */

#include "sl-app-test.h"
#include "sl-row-edit.h"
#include "sl-test.h"
#include "sl-timeline-proxy.h"
#include "sl-timeline-widget.h"
#include "sl-trace-view.h"

/* Two threads of robot (1204) and one of cam (1310), on two processors. */
static const char text[] =
    "# tracer: nop\n"
    "#\n"
    "#           TASK-PID     TGID   CPU#  ||||   TIMESTAMP  FUNCTION\n"
    "          <idle>-0     (-----) [000] d..2    10.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 "
    "prev_prio=120 prev_state=R ==> next_comm=robot next_pid=1204 next_prio=120\n"
    "          <idle>-0     (-----) [001] d..2    10.000500: sched_switch: prev_comm=swapper/1 prev_pid=0 "
    "prev_prio=120 prev_state=R ==> next_comm=cam next_pid=1310 next_prio=120\n"
    "           robot-1204  ( 1204) [000] d..2    10.001000: sched_switch: prev_comm=robot prev_pid=1204 "
    "prev_prio=120 prev_state=S ==> next_comm=worker next_pid=1205 next_prio=120\n"
    "             cam-1310  ( 1310) [001] d..2    10.001500: sched_switch: prev_comm=cam prev_pid=1310 "
    "prev_prio=120 prev_state=S ==> next_comm=swapper/1 next_pid=0 next_prio=120\n"
    "          worker-1205  ( 1204) [000] d..2    10.002000: sched_switch: prev_comm=worker prev_pid=1205 "
    "prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n";

static char *folder;

static gboolean
is_complete (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document)) &&
         sl_document_get_jobs (document) != NULL;
}

static SlWindow *
open_trace (const char *content)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *path = g_build_filename (folder, "threads.txt", NULL);

  g_assert_true (g_file_set_contents (path, content, -1, NULL));
  g_ptr_array_add (files, g_file_new_for_path (path));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (is_complete, window);
  sl_app_test_spin (100);
  return window;
}

static gboolean
has_row (SlDocument *document, const char *key)
{
  guint row;

  return sl_rows_find (sl_document_get_rows (document), key, &row);
}

static void
activate (SlWindow *window, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), action, NULL));
}

static void
test_processes (void)
{
  SlWindow *window = open_trace (text);
  SlDocument *document = sl_window_get_document (window);
  guint row;

  g_test_summary (
      "The menu puts threads under their processes, which can be folded, and undo takes it back.");

  g_assert_false (has_row (document, "process:1204"));
  activate (window, "view.task-processes");
  g_assert_true (sl_rows_find (sl_document_get_rows (document), "process:1204", &row));
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row)->title, ==, "robot · 1204");
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row)->figure, ==, "2 threads");
  g_assert_cmpstr (sl_rows_get (sl_document_get_rows (document), row + 2)->key, ==, "task:1205");
  g_assert_true (has_row (document, "process:1310"));

  sl_row_edit_toggle_group (document, "process:1204");
  g_assert_false (has_row (document, "task:1205"));
  g_assert_true (has_row (document, "task:1310"));
  activate (window, "view.undo");
  g_assert_true (has_row (document, "task:1205"));
  activate (window, "view.undo");
  g_assert_false (has_row (document, "process:1204"));
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_one_grouping (void)
{
  SlWindow *window = open_trace (text);
  SlDocument *document = sl_window_get_document (window);

  g_test_summary (
      "Tasks are grouped by one thing at a time: another one takes its place, the same one ends it.");

  activate (window, "view.task-processes");
  activate (window, "view.task-processors");
  g_assert_false (has_row (document, "process:1204"));
  g_assert_true (has_row (document, "tasks-of-cpu:0"));
  g_assert_true (has_row (document, "tasks-of-cpu:1"));
  activate (window, "view.task-processors");
  g_assert_false (has_row (document, "tasks-of-cpu:0"));
  g_assert_true (has_row (document, "task:1204"));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A processor that goes from task to task, each of which runs once. */
static char *
make_many (guint n_tasks)
{
  GString *content = g_string_new ("# tracer: nop\n#\n"
                                   "#           TASK-PID     CPU#  ||||   TIMESTAMP  FUNCTION\n");

  for (guint i = 0; i < n_tasks; i++)
    g_string_append_printf (
        content,
        "            task-%u     [000] d..2    %u.%06u: sched_switch: prev_comm=task "
        "prev_pid=%u prev_prio=120 prev_state=S ==> next_comm=task next_pid=%u "
        "next_prio=120\n",
        1000 + i, 10 + i / 1000, i % 1000 * 1000, 1000 + i, 1001 + i);
  return g_string_free (content, FALSE);
}

/* (transfer none): the last header that readers of the screen are told of */
static SlTimelineProxy *
find_last_header (GtkWidget *timeline, guint *n_headers)
{
  SlTimelineProxy *last = NULL;

  *n_headers = 0;
  for (GtkWidget *child = gtk_widget_get_first_child (timeline); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (SL_IS_TIMELINE_PROXY (child) &&
        sl_timeline_proxy_get_row (SL_TIMELINE_PROXY (child)) != NULL)
      {
        last = SL_TIMELINE_PROXY (child);
        ++*n_headers;
      }

  return last;
}

static void
test_many (void)
{
  g_autofree char *content = make_many (1200);
  SlWindow *window = open_trace (content);
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  SlRows *rows = sl_document_get_rows (sl_window_get_document (window));
  const char *end = sl_rows_get (rows, sl_rows_get_count (rows) - 1)->key;
  gboolean is_at_end = FALSE;

  g_test_summary ("Of very many rows those near the focus have a header for readers of the screen, "
                  "and going from header to header reaches the last row.");

  g_assert_cmpuint (sl_rows_get_count (rows), >, 1200);
  for (guint i = 0; i < 20 && !is_at_end; i++)
    {
      guint n_headers;
      SlTimelineProxy *header = find_last_header (timeline, &n_headers);
      g_autofree char *row = g_strdup (sl_timeline_proxy_get_row (header));
      GtkWidget *focused;

      g_assert_cmpuint (n_headers, <, 600);
      gtk_widget_grab_focus (GTK_WIDGET (header));
      sl_app_test_spin (20);
      focused = gtk_window_get_focus (GTK_WINDOW (window));
      g_assert_true (SL_IS_TIMELINE_PROXY (focused));
      g_assert_cmpstr (sl_timeline_proxy_get_row (SL_TIMELINE_PROXY (focused)), ==, row);
      is_at_end = g_str_equal (row, end);
    }
  g_assert_true (is_at_end);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_predict (void)
{
  g_autofree char *content = make_many (50);
  SlWindow *window = open_trace (content);
  SlDocument *document = sl_window_get_document (window);
  guint64 n_events = sl_trace_get_n_events (sl_document_get_trace (document));
  g_autofree char *first = NULL;

  g_test_summary (
      "Also of more rows than the window holds each stays where it is while what comes is hidden.");

  for (guint64 i = 0; i < n_events; i += 7)
    {
      SlRows *rows;
      GString *text_now = g_string_new (NULL);
      g_autofree char *now = NULL;

      sl_document_hide_after (document, i);
      rows = sl_document_get_rows (document);
      g_assert_cmpuint (sl_rows_get_count (rows), >, 50);
      for (guint row = 0; row < sl_rows_get_count (rows); row++)
        g_string_append_printf (text_now, "%s %d\n", sl_rows_get (rows, row)->key,
                                sl_rows_get (rows, row)->y);
      now = g_string_free (text_now, FALSE);
      if (first == NULL)
        first = g_strdup (now);
      g_assert_cmpstr (now, ==, first);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The rows of what programs log. */
static guint
count_logged (SlDocument *document)
{
  SlRows *rows = sl_document_get_rows (document);
  guint n_logged = 0;

  for (guint row = 0; row < sl_rows_get_count (rows); row++)
    n_logged += g_str_has_prefix (sl_rows_get (rows, row)->key, "user-event:");
  return n_logged;
}

/* Adds a line in which robot logs @name. */
static void
log_name (GString *lines, guint number, const char *name)
{
  g_string_append_printf (lines,
                          "           robot-1204  ( 1204) [000] ....    10.1%05u: "
                          "tracing_mark_write: %s\n",
                          number, name);
}

static void
test_logged (void)
{
  g_autoptr (GString) lines = g_string_new (text);
  SlWindow *window;

  g_test_summary ("What programs log has a row for each name, unless there are very many.");

  log_name (lines, 1, "frame start");
  log_name (lines, 2, "vsync");
  log_name (lines, 3, "frame start");
  window = open_trace (lines->str);
  g_assert_cmpuint (count_logged (sl_window_get_document (window)), ==, 2);
  gtk_window_destroy (GTK_WINDOW (window));

  for (char name[] = "step a"; name[5] <= 'z'; name[5]++)
    log_name (lines, 10 + (guint) name[5], name);
  window = open_trace (lines->str);
  g_assert_cmpuint (count_logged (sl_window_get_document (window)), ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("sl-linux-XXXXXX", NULL);
  g_test_add_func ("/app/linux-rows/processes", test_processes);
  g_test_add_func ("/app/linux-rows/one-grouping", test_one_grouping);
  g_test_add_func ("/app/linux-rows/many", test_many);
  g_test_add_func ("/app/linux-rows/predict", test_predict);
  g_test_add_func ("/app/linux-rows/logged", test_logged);
  status = g_test_run ();

  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
