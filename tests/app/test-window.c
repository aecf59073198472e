/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sl-byu-case.h"
#include "sl-details-pane.h"
#include "sl-details-private.h"
#include "sl-open-files.h"
#include "sl-panel-stack.h"
#include "sl-panels.h"
#include "sl-task-model-subject.h"
#include "sl-task-model-window.h"
#include "sl-test.h"
#include "sl-timeline-widget.h"
#include "sl-trace-view.h"

static GPtrArray *
list_file (GFile *file)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_object_ref (file));
  return files;
}

static GPtrArray *
list_sample (void)
{
  g_autoptr (GFile) file = g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                      "jumping-balls.shark", NULL);

  return list_file (file);
}

static gboolean
has_complete_trace (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

static gboolean
has_jobs (gpointer data)
{
  return has_complete_trace (data) && sl_document_get_jobs (sl_window_get_document (data)) != NULL;
}

static gboolean
has_trace (gpointer data)
{
  return sl_window_get_document (data) != NULL;
}

static const char *
get_page (SlWindow *window)
{
  GObject *stack = gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)),
                                                  SL_TYPE_TRACE_TAB, "stack");

  return gtk_stack_get_visible_child_name (GTK_STACK (stack));
}

/* What GTK calls visible to assistive technologies, on whatever page it is. */
static gboolean
offers_cancel (SlWindow *window)
{
  return gtk_widget_is_visible (
      GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)),
                                                 SL_TYPE_TRACE_TAB, "cancel_button")));
}

static gboolean
shows_error (gpointer data)
{
  return strcmp (get_page (data), "error") == 0;
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

/* Closes the window and waits until nothing of it is left. */
static void
close_window (SlWindow *window)
{
  gpointer weak = window;

  g_object_add_weak_pointer (G_OBJECT (window), &weak);
  gtk_window_destroy (GTK_WINDOW (window));
  sl_app_test_wait (is_gone, &weak);
}

static void
test_opens_sample (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = list_sample ();
  SlDocument *document;

  g_test_summary (
      "The sample opens, is drawn, can be acted on, and leaves nothing behind: no button of "
      "the page that was there while it was read.");

  gtk_window_present (GTK_WINDOW (window));
  g_assert_cmpstr (get_page (window), ==, "start");
  g_assert_false (offers_cancel (window));
  sl_window_open (window, files);
  g_assert_true (offers_cancel (window));
  sl_app_test_wait (has_trace, window);
  g_assert_false (offers_cancel (window));
  /* What blends pages, or gives the picture another size in each frame, takes frames from loading. */
  g_assert_false (gtk_stack_get_transition_running (
      GTK_STACK (gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)),
                                                SL_TYPE_TRACE_TAB, "stack"))));
  sl_app_test_wait (has_complete_trace, window);
  sl_app_test_spin (300);
  g_assert_cmpstr (get_page (window), ==, "trace");

  document = sl_window_get_document (window);
  g_assert_cmpuint (sl_rows_get_count (sl_document_get_rows (document)), >, 5);
  g_assert_nonnull (sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.next-miss", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.look", "s", "textbook"));
  g_assert_cmpint (sl_view_state_get_style (sl_document_get_state (document)), ==,
                   SL_STYLE_TEXTBOOK);
  sl_app_test_spin (300);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.undo", NULL));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.axis", "s", "delta"));
  g_assert_cmpint (sl_view_state_get_axis (sl_document_get_state (document)), ==, SL_AXIS_DELTA);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.undo", NULL));
  g_assert_cmpint (sl_view_state_get_axis (sl_document_get_state (document)), !=, SL_AXIS_DELTA);
  sl_app_test_spin (300);
  close_window (window);
}

static SlTargetType
get_picked_type (SlWindow *window)
{
  return sl_view_state_get_picked (sl_document_get_state (sl_window_get_document (window)))->type;
}

static void
test_early_miss (void)
{
  g_autoptr (GPtrArray) sample = list_sample ();
  g_autoptr (GFile) copy = NULL;
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GPtrArray) files = NULL;

  g_test_summary (
      "The next miss that is asked for before jobs are found is shown once they are, unless something else was "
      "picked meanwhile.");

  /* One of which no view was kept. */
  copy = g_file_new_tmp ("slackline-XXXXXX.shark", &stream, NULL);
  g_assert_true (g_file_copy (g_ptr_array_index (sample, 0), copy, G_FILE_COPY_OVERWRITE, NULL,
                              NULL, NULL, NULL));
  files = list_file (copy);
  for (guint elsewhere = 0; elsewhere < 2; elsewhere++)
    {
      SlWindow *window = sl_window_new (sl_app_test_start ());
      SlTarget row = { .type = SL_TARGET_ROW, .row = (char *) "cpu:0" };

      gtk_window_present (GTK_WINDOW (window));
      sl_window_open (window, files);
      sl_app_test_wait (has_trace, window);
      g_assert_false (has_jobs (window));
      gtk_widget_activate_action (GTK_WIDGET (window), "view.next-miss", NULL);
      g_assert_cmpint (get_picked_type (window), ==, SL_TARGET_NONE);
      if (elsewhere)
        {
          sl_app_test_wait (has_complete_trace, window);
          sl_document_pick (sl_window_get_document (window), &row);
        }
      sl_app_test_wait (has_jobs, window);
      sl_app_test_spin (100);
      g_assert_cmpint (get_picked_type (window), ==, elsewhere ? SL_TARGET_ROW : SL_TARGET_EVENT);
      if (elsewhere == 0)
        gtk_widget_activate_action (GTK_WIDGET (window), "view.undo", NULL);
      close_window (window);
    }
  g_file_delete (copy, NULL, NULL);
}

static gboolean
shows (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (shows (child, text))
      return TRUE;

  return FALSE;
}

static gboolean
offers_model (gpointer window)
{
  return shows (window, "Task _Model…");
}

static void
test_inferred_miss (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GFileIOStream) stream = NULL;
  g_autoptr (GFile) file = g_file_new_tmp ("slackline-XXXXXX.csv", &stream, NULL);
  g_autoptr (GPtrArray) files = list_file (file);
  g_autoptr (GString) text = g_string_new ("# slackline-events 1, unit us\ntime,cpu,action,task\n");

  g_test_summary (
      "Where deadlines are only inferred, the search for misses says so and offers the task model.");

  for (guint i = 0; i < 8; i++)
    g_string_append_printf (text, "%u,0,release,control\n%u,0,run,control\n%u,0,finish,control\n",
                            100 * i, 100 * i, 100 * i + 20);
  g_assert_true (g_file_set_contents (g_file_peek_path (file), text->str, -1, NULL));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_jobs, window);
  g_assert_false (offers_model (window));
  gtk_widget_activate_action (GTK_WIDGET (window), "view.next-miss", NULL);
  sl_app_test_wait (offers_model, window);
  g_assert_true (
      shows (GTK_WIDGET (window), "No missed deadline: deadlines are only inferred from releases"));
  close_window (window);
  g_file_delete (file, NULL, NULL);
}

static void
test_without_tasks (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "trace.json", NULL);
  g_autofree char *name = g_path_get_basename (folder);
  g_autofree char *title = g_build_filename (name, "trace.json", NULL);
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find ("lines"));
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) files = list_file (file);
  SlDocument *document;
  GtkWidget *textbook;

  g_test_summary ("Where no tasks are recorded the textbook look is out of reach, and says why; a "
                  "name that many files have comes with its folder.");

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  sl_app_test_spin (100);
  g_assert_cmpstr (gtk_window_get_title (GTK_WINDOW (window)), ==, title);

  document = sl_window_get_document (window);
  textbook = GTK_WIDGET (gtk_widget_get_template_child (GTK_WIDGET (sl_window_get_tab (window)),
                                                        SL_TYPE_TRACE_TAB, "textbook_button"));
  g_assert_false (gtk_widget_get_sensitive (textbook));
  g_assert_nonnull (strstr (gtk_widget_get_tooltip_text (textbook), "this trace has none"));
  gtk_widget_activate_action (GTK_WIDGET (window), "view.look", "s", "textbook");
  gtk_widget_activate_action (GTK_WIDGET (window), "view.toggle-look", NULL);
  g_assert_cmpint (sl_view_state_get_style (sl_document_get_state (document)), ==,
                   SL_STYLE_COMPACT);
  close_window (window);
  sl_test_remove_folder (folder);
}

static void
test_shortcuts (void)
{
  GtkApplication *application = sl_app_test_start ();
  SlWindow *window = sl_window_new (application);
  GtkApplicationWindow *shown = GTK_APPLICATION_WINDOW (window);
  GtkWidget *shortcuts, *stack;

  g_test_summary ("The list of keys is made when it is asked for, once for each window, and begins "
                  "with those of the window itself.");

  gtk_window_present (GTK_WINDOW (window));
  g_assert_null (gtk_application_window_get_help_overlay (shown));
  g_action_group_activate_action (G_ACTION_GROUP (application), "shortcuts", NULL);
  shortcuts = GTK_WIDGET (gtk_application_window_get_help_overlay (shown));
  g_assert_nonnull (shortcuts);
  g_assert_true (gtk_widget_get_visible (shortcuts));
  stack = sl_app_test_find (shortcuts, GTK_TYPE_STACK);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (GTK_STACK (stack)), ==, "general");
  gtk_widget_set_visible (shortcuts, FALSE);
  g_action_group_activate_action (G_ACTION_GROUP (application), "shortcuts", NULL);
  g_assert_true (gtk_widget_get_visible (shortcuts));
  gtk_widget_set_visible (shortcuts, FALSE);
  close_window (window);
}

static void
test_panels (void)
{
  static const char *const names[] = { "row", "jobs", "misses", "notes", "memory" };
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = list_sample ();
  GtkWidget *panels;
  GtkStack *stack;

  g_test_summary ("The panels below the timeline are made when they are first seen, and stay.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  sl_app_test_spin (50);
  panels = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_PANEL_STACK);
  stack = GTK_STACK (gtk_widget_get_template_child (panels, SL_TYPE_PANEL_STACK, "stack"));

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *place = gtk_stack_get_child_by_name (stack, names[i]);
      GtkWidget *panel;

      g_assert_null (adw_bin_get_child (ADW_BIN (place)));
      gtk_stack_page_set_visible (gtk_stack_get_page (stack, place), TRUE);
      gtk_stack_set_visible_child_name (stack, names[i]);
      panel = adw_bin_get_child (ADW_BIN (place));
      g_assert_nonnull (panel);
      sl_app_test_spin (50);
      gtk_stack_set_visible_child_name (stack, "events");
      gtk_stack_set_visible_child_name (stack, names[i]);
      g_assert_true (adw_bin_get_child (ADW_BIN (place)) == panel);
    }
  g_assert_nonnull (sl_app_test_find (panels, SL_TYPE_JOB_PANEL));
  close_window (window);
}

typedef struct
{
  GtkWidget *scrollbar;
  gboolean is_visible;
} ScrollbarWish;

static gboolean
is_as_wished (gpointer data)
{
  const ScrollbarWish *wish = data;

  return gtk_widget_get_visible (wish->scrollbar) == wish->is_visible;
}

static gboolean
has_wide_details (gpointer data)
{
  return gtk_widget_get_width (sl_app_test_find (data, SL_TYPE_DETAILS_PANE)) == 412;
}

static void
test_large_text (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = list_sample ();
  GtkSettings *settings = gtk_settings_get_default ();
  int dpi;

  g_test_summary ("The details are as much wider as text is larger, so that values are not cut.");

  g_object_get (settings, "gtk-xft-dpi", &dpi, NULL);
  gtk_window_set_default_size (GTK_WINDOW (window), 1400, 900);
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  g_object_set (settings, "gtk-xft-dpi", 144 * 1024, NULL);
  sl_app_test_wait (has_wide_details, window);
  g_object_set (settings, "gtk-xft-dpi", dpi, NULL);
  close_window (window);
}

static void
test_scrollbar (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = list_sample ();
  GtkWidget *page, *paned;
  ScrollbarWish wish = { 0 };

  g_test_summary ("The timeline's scroll bar comes and goes with its height, also while a page of "
                  "the window turns: the box around it is drawn with a size all the time.");

  /* All rows have room there, unless the lists take most of it. */
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 980);
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  sl_app_test_spin (300);
  page = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TRACE_VIEW);
  paned = sl_app_test_find (page, GTK_TYPE_PANED);
  gtk_widget_hide (
      GTK_WIDGET (gtk_widget_get_template_child (page, SL_TYPE_TRACE_VIEW, "overview")));
  wish.scrollbar =
      GTK_WIDGET (gtk_widget_get_template_child (page, SL_TYPE_TRACE_VIEW, "scrollbar"));

  for (guint i = 0; i < 4; i++)
    {
      wish.is_visible = i % 2 == 0;
      gtk_paned_set_position (GTK_PANED (paned), wish.is_visible ? 1 : 4000);
      /* As the stack does when one of its pages goes. */
      gtk_widget_queue_allocate (gtk_widget_get_ancestor (page, GTK_TYPE_STACK));
      sl_app_test_wait (is_as_wished, &wish);
      sl_app_test_spin (50);
    }
  close_window (window);
}

static gboolean
has_note (gpointer data)
{
  return sl_trace_get_n_notes (sl_document_get_trace (data)) > 0;
}

static void
test_file_shrinks (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) sample = list_sample ();
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "shrinks.shark", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GPtrArray) files = list_file (file);
  SlDocument *document;
  SlSpan shown = { 1000, 2000000 };

  g_test_summary ("A file that shrinks long after it was loaded leaves the view as it is, and a "
                  "note says so.");

  g_assert_true (
      g_file_copy (g_ptr_array_index (sample, 0), file, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  sl_app_test_spin (300);

  document = sl_window_get_document (window);
  sl_document_show (document, shown, SL_GESTURE_NONE);
  g_assert_false (has_note (document));
  g_assert_cmpint (truncate (path, 4096), ==, 0);
  sl_app_test_wait (has_note, document);
  g_assert_cmpstr (get_page (window), ==, "trace");
  g_assert_true (
      sl_span_equal (shown, sl_view_state_get_visible (sl_document_get_state (document))));
  g_assert_null (sl_document_look_again (document));

  sl_app_test_spin (300);
  close_window (window);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_error_page (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GFile) missing = g_file_new_for_path ("/nonexistent/trace.shark");
  g_autoptr (GPtrArray) files = list_file (missing);
  g_autoptr (GPtrArray) sample = list_sample ();

  g_test_summary ("A file that cannot be opened gives the error page; the next one that can opens "
                  "in the same window.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (shows_error, window);
  g_assert_null (sl_window_get_document (window));

  sl_window_open (window, sample);
  sl_app_test_wait (has_complete_trace, window);
  g_assert_cmpstr (get_page (window), ==, "trace");
  close_window (window);
}

static void
test_closed_while_loading (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (SlSource) source = fake_source_new (G_MAXUINT64, 4096, 100);

  g_test_summary ("Closing stops a load that would never end: before its first picture and after.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_source (window, source);
  close_window (window);

  window = sl_window_new (sl_app_test_start ());
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_source (window, source);
  sl_app_test_wait (has_trace, window);
  sl_app_test_spin (300);
  close_window (window);
}

static void
test_cancelled (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (SlSource) source = fake_source_new (G_MAXUINT64, 4096, 100);

  g_test_summary ("Cancelling before the first picture goes back to the start page.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open_source (window, source);
  g_assert_cmpstr (get_page (window), ==, "loading");
  gtk_widget_activate_action (GTK_WIDGET (window), "win.cancel", NULL);
  g_assert_cmpstr (get_page (window), ==, "start");
  close_window (window);
}

static gboolean
has_dialog (gpointer data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window) && gtk_widget_get_mapped (GTK_WIDGET (window)))
        {
          *(AdwMessageDialog **) data = ADW_MESSAGE_DIALOG (window);
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
has_no_dialog (gpointer data)
{
  return !has_dialog (data);
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  if (GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0)
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *button = find_button (child, label);

      if (button != NULL)
        return button;
    }
  return NULL;
}

/* Closes the window as its button does, however often, and gives that answer to the question. */
static void
close_and_answer (SlWindow *window, guint times, const char *answer)
{
  AdwMessageDialog *dialog = NULL;
  GtkWidget *button;

  for (guint i = 0; i < times; i++)
    gtk_window_close (GTK_WINDOW (window));
  sl_app_test_wait (has_dialog, &dialog);
  button = find_button (GTK_WIDGET (dialog), answer);
  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
  sl_app_test_wait (has_no_dialog, &dialog);
  sl_app_test_spin (100);
}

/* Opens a trace and says something of a task, which is not saved. */
static SlWindow *
open_changed (GFile *file)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = list_file (file);
  SlJobSearch *search;

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  search = sl_document_get_job_search (sl_window_get_document (window));
  g_assert_true (sl_task_model_store_set (sl_job_search_get_model_store (search), SL_MODEL_TASK,
                                          "pilot", NULL, "deadline", "5ms", NULL));
  sl_app_test_spin (100);
  return window;
}

static void
test_unsaved_model (void)
{
  g_autoptr (GPtrArray) sample = list_sample ();
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.shark", NULL);
  g_autofree char *model_path = g_strconcat (path, SL_TASK_MODEL_SUFFIX, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *saved = NULL;
  gpointer window;

  g_test_summary ("A window whose task model is not saved asks, once, before it closes: cancelled "
                  "it stays, discarded it closes and writes nothing, saved the file is there.");

  g_assert_true (
      g_file_copy (g_ptr_array_index (sample, 0), file, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  window = open_changed (file);
  g_object_add_weak_pointer (window, &window);
  close_and_answer (window, 3, "_Cancel");
  g_assert_nonnull (window);
  g_assert_nonnull (sl_window_get_document (window));
  close_and_answer (window, 1, "_Discard");
  sl_app_test_wait (is_gone, &window);
  g_assert_false (g_file_test (model_path, G_FILE_TEST_EXISTS));

  window = open_changed (file);
  g_object_add_weak_pointer (window, &window);
  close_and_answer (window, 1, "_Save");
  sl_app_test_wait (is_gone, &window);
  g_assert_true (g_file_get_contents (model_path, &saved, NULL, NULL));
  g_assert_nonnull (strstr (saved, "deadline=5ms"));
  g_remove (model_path);
  g_remove (path);
  g_rmdir (folder);
}

static void
test_unwritable_model (void)
{
  g_autoptr (GPtrArray) sample = list_sample ();
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "a.shark", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gpointer window;

  g_test_summary ("Where the task model cannot be written, the window stays with what was not "
                  "saved; quitting asks as closing does.");

  g_assert_true (
      g_file_copy (g_ptr_array_index (sample, 0), file, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  window = open_changed (file);
  g_object_add_weak_pointer (window, &window);
  g_remove (path);
  g_rmdir (folder);
  close_and_answer (window, 1, "_Save");
  g_assert_nonnull (window);
  g_action_group_activate_action (G_ACTION_GROUP (sl_app_test_start ()), "quit", NULL);
  close_and_answer (window, 0, "_Discard");
  sl_app_test_wait (is_gone, &window);
}

static gboolean
has_label (GtkWidget *widget, const char *text)
{
  gboolean found =
      GTK_IS_LABEL (widget) && g_str_equal (gtk_label_get_label (GTK_LABEL (widget)), text);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !found;
       child = gtk_widget_get_next_sibling (child))
    found = has_label (child, text);
  return found;
}

/* Says something of the first object of a type, and looks for it among the facts of each. */
static void
check_fact (SlDocument *document,
            SlModelGroup group,
            SlObjectType type,
            const char *key,
            const char *value)
{
  SlJobSearch *search = sl_document_get_job_search (document);
  SlObjectTable *objects = sl_trace_get_objects (sl_document_get_trace (document));
  guint32 wanted = 0;

  for (guint32 number = 1; number <= sl_object_table_get_size (objects); number++)
    {
      const SlObject *object = sl_object_table_get (objects, number);
      GtkWidget *box = g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0));

      if (wanted == 0 && object->type == type)
        {
          g_autofree char *match = sl_object_to_string (object);

          wanted = number;
          g_assert_true (sl_task_model_store_set (sl_job_search_get_model_store (search), group,
                                                  "it", match, key, value, NULL));
        }
      sl_task_model_facts_append_to (GTK_BOX (box), document, 0, number);
      g_assert_true (has_label (box, value) == (number == wanted));
      g_object_unref (box);
    }
  g_assert_cmpuint (wanted, >, 0);
}

static void
test_facts (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = list_sample ();

  g_test_summary ("The details tell a task's server and a lock's protocol and ceiling as the task "
                  "model has them, of that object alone.");

  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  check_fact (sl_window_get_document (window), SL_MODEL_TASK, SL_OBJECT_TASK, "server", "camera");
  check_fact (sl_window_get_document (window), SL_MODEL_LOCK, SL_OBJECT_MUTEX, "protocol", "pip");
  check_fact (sl_window_get_document (window), SL_MODEL_LOCK, SL_OBJECT_MUTEX, "ceiling", "4711");
  sl_app_test_spin (300);
  close_window (window);
}

/* Two jobs of a task that says its deadline, and two tasks of one name. */
static const char linux_log[] =
    "# tracer: nop\n#\n"
    "          sensor-10      [000] .....   100.000000: tracing_mark_write: task sensor tid 10 period "
    "50000000 deadline 5000000 runtime 0\n"
    "          sensor-10      [000] .....   100.000030: tracing_mark_write: begin job sensor 1\n"
    "          sensor-10      [000] .....   100.002000: tracing_mark_write: end job sensor 1\n"
    "          sensor-10      [000] .....   100.050030: tracing_mark_write: begin job sensor 2\n"
    "          sensor-10      [000] .....   100.052000: tracing_mark_write: end job sensor 2\n"
    "          sensor-10      [000] d..2.   100.053000: sched_switch: prev_comm=sensor prev_pid=10 "
    "prev_prio=89 prev_state=S ==> next_comm=worker next_pid=11 next_prio=120\n"
    "          worker-11      [000] d..2.   100.054000: sched_switch: prev_comm=worker prev_pid=11 "
    "prev_prio=120 prev_state=S ==> next_comm=worker next_pid=12 next_prio=120\n";

static void
test_new_groups (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "a.txt", NULL);
  g_autoptr (GPtrArray) files = list_file (file);
  g_autoptr (GPtrArray) subjects =
      g_ptr_array_new_with_free_func ((GDestroyNotify) sl_task_model_subject_free);
  GtkWidget *editor;
  guint n_sensors = 0;

  g_test_summary (
      "A new group of the task model applies by the name that the trace gives a task, where no other "
      "has it; the window of the model says which deadline the trace records.");

  g_assert_true (g_file_set_contents (g_file_peek_path (file), linux_log, -1, NULL));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_jobs, window);

  sl_task_model_subject_append_all (subjects, sl_window_get_document (window), SL_MODEL_TASK);
  for (guint i = 0; i < subjects->len; i++)
    {
      const SlTaskModelSubject *subject = g_ptr_array_index (subjects, i);
      gboolean is_sensor = g_str_has_prefix (subject->name, "sensor");

      n_sensors += is_sensor;
      g_assert_true (is_sensor == (subject->match == NULL));
    }
  g_assert_cmpuint (n_sensors, ==, 1);
  g_assert_cmpuint (subjects->len, ==, 3);

  editor = sl_task_model_window_new (sl_window_get_document (window), GTK_WINDOW (window));
  g_assert_true (has_label (editor, "not in the task model · the trace records a deadline of "
                                    "5.000 ms, which applies"));
  gtk_window_destroy (GTK_WINDOW (editor));
  close_window (window);
  sl_test_remove_folder (folder);
}

static void
assert_not_saved (GFile *file, int code)
{
  g_autoptr (GError) error = NULL;

  g_assert_false (sl_open_files_save (file, "x", 1, &error));
  g_assert_error (error, G_IO_ERROR, code);
}

static void
test_keeps_inputs (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) sample = list_sample ();
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "a.shark", NULL);
  g_autoptr (GFile) model = sl_task_model_get_file (file);
  g_autoptr (GFile) pipe = g_file_new_build_filename (folder, "pipe", NULL);
  g_autoptr (GFile) picture = g_file_new_build_filename (folder, "picture.svg", NULL);

  g_test_summary (
      "Nothing is saved onto a file that a window shows, and a window waits for no pipe.");

  g_assert_true (
      g_file_copy (g_ptr_array_index (sample, 0), file, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  g_assert_true (
      g_file_set_contents (g_file_peek_path (model), "[scheduler]\npolicy=rm\n", -1, NULL));
  g_assert_cmpint (mkfifo (g_file_peek_path (pipe), 0600), ==, 0);
  files = list_file (file);
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  assert_not_saved (file, G_IO_ERROR_EXISTS);
  assert_not_saved (model, G_IO_ERROR_EXISTS);
  assert_not_saved (pipe, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_true (sl_open_files_save (picture, "x", 1, NULL));
  close_window (window);
  sl_test_remove_folder (folder);
}

static void
test_pipe_beside (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) sample = list_sample ();
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_build_filename (folder, "a.shark", NULL);
  g_autoptr (GFile) model = sl_task_model_get_file (file);
  SlJobSearch *search;

  g_test_summary (
      "A pipe in place of the task model is an error; the window does not wait for it.");

  g_assert_true (
      g_file_copy (g_ptr_array_index (sample, 0), file, G_FILE_COPY_NONE, NULL, NULL, NULL, NULL));
  g_assert_cmpint (mkfifo (g_file_peek_path (model), 0600), ==, 0);
  files = list_file (file);
  sl_window_open (window, files);
  sl_app_test_wait (has_complete_trace, window);
  search = sl_document_get_job_search (sl_window_get_document (window));
  g_assert_nonnull (
      strstr (sl_task_model_store_get_error_text (sl_job_search_get_model_store (search)),
              "It is a pipe"));
  close_window (window);
  sl_test_remove_folder (folder);
}

static gboolean
says_outdated (SlWindow *window)
{
  GtkWidget *page = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TRACE_VIEW);

  return gtk_widget_get_visible (
      GTK_WIDGET (gtk_widget_get_template_child (page, SL_TYPE_TRACE_VIEW, "outdated_revealer")));
}

static void
test_reload_cancelled (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *tab = GTK_WIDGET (sl_window_get_tab (window));

  g_test_summary (
      "Reloading a file that did not change, and cancelling that, leaves nothing to say of the file.");

  g_assert_false (says_outdated (window));
  g_assert_true (gtk_widget_activate_action (tab, "win.reload", NULL));
  g_assert_true (gtk_widget_activate_action (tab, "win.cancel", NULL));
  sl_app_test_spin (200);
  g_assert_false (says_outdated (window));
  close_window (window);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/window/opens-sample", test_opens_sample);
  g_test_add_func ("/app/window/early-miss", test_early_miss);
  g_test_add_func ("/app/window/inferred-miss", test_inferred_miss);
  g_test_add_func ("/app/window/without-tasks", test_without_tasks);
  g_test_add_func ("/app/window/shortcuts", test_shortcuts);
  g_test_add_func ("/app/window/panels", test_panels);
  g_test_add_func ("/app/window/large-text", test_large_text);
  g_test_add_func ("/app/window/scrollbar", test_scrollbar);
  g_test_add_func ("/app/window/file-shrinks", test_file_shrinks);
  g_test_add_func ("/app/window/error-page", test_error_page);
  g_test_add_func ("/app/window/closed-while-loading", test_closed_while_loading);
  g_test_add_func ("/app/window/cancelled", test_cancelled);
  g_test_add_func ("/app/window/reload-cancelled", test_reload_cancelled);
  g_test_add_func ("/app/window/facts", test_facts);
  g_test_add_func ("/app/window/new-groups", test_new_groups);
  g_test_add_func ("/app/window/keeps-inputs", test_keeps_inputs);
  g_test_add_func ("/app/window/pipe-beside", test_pipe_beside);
  g_test_add_func ("/app/window/unsaved-model", test_unsaved_model);
  g_test_add_func ("/app/window/unwritable-model", test_unwritable_model);
  return g_test_run ();
}
