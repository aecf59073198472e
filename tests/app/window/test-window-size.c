/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <glib/gstdio.h>

#include "sl-app-test.h"
#include "sl-details-pane.h"
#include "sl-filter-bar.h"
#include "sl-panel-switcher.h"
#include "sl-panels.h"
#include "sl-row-edit.h"
#include "sl-step-mode.h"
#include "sl-task-set-window.h"
#include "sl-timeline-widget.h"
#include "sl-trace-tab.h"

/* What a small projector shows. */
#define WIDTH  640
#define HEIGHT 480

static int
measure (GtkWidget *widget, GtkOrientation orientation)
{
  int least;

  gtk_widget_measure (widget, orientation, -1, &least, NULL, NULL, NULL);
  return least;
}

/* The widgets that need most, from the window down. */
static void
tell (GtkWidget *widget, GtkOrientation orientation, int limit)
{
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (gtk_widget_get_child_visible (child) && gtk_widget_get_visible (child) &&
        measure (child, orientation) > limit)
      {
        g_test_message ("%s.%s needs %d", G_OBJECT_TYPE_NAME (child), gtk_widget_get_name (child),
                        measure (child, orientation));
        tell (child, orientation, limit);
      }
}

static gboolean
has_steps (gpointer data)
{
  return sl_step_mode_get_replay (sl_document_get_step_mode (sl_window_get_document (data))) !=
         NULL;
}

static gboolean
has_hits (gpointer bar)
{
  return gtk_widget_get_visible (
      GTK_WIDGET (gtk_widget_get_template_child (bar, SL_TYPE_FILTER_BAR, "hits_box")));
}

static void
assert_fits (GtkWidget *window)
{
  sl_app_test_spin (300);
  if (measure (window, GTK_ORIENTATION_HORIZONTAL) > WIDTH)
    tell (window, GTK_ORIENTATION_HORIZONTAL, 40);
  if (measure (window, GTK_ORIENTATION_VERTICAL) > HEIGHT)
    tell (window, GTK_ORIENTATION_VERTICAL, HEIGHT / 3);
  g_assert_cmpint (measure (window, GTK_ORIENTATION_HORIZONTAL), <=, WIDTH);
  g_assert_cmpint (measure (window, GTK_ORIENTATION_VERTICAL), <=, HEIGHT);
}

static void
test_least (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlStepMode *mode = sl_document_get_step_mode (sl_window_get_document (window));

  g_test_summary ("The window fits a small screen, also while the trace is gone through in steps.");

  gtk_window_set_default_size (GTK_WINDOW (window), WIDTH, HEIGHT);
  assert_fits (GTK_WIDGET (window));
  sl_step_mode_set_active (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  assert_fits (GTK_WIDGET (window));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The window with text that is @percent of its usual size must need no more than @width. */
static void
assert_width_fits_at (GtkWidget *window, int percent, int width)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024 * percent / 100, NULL);
  sl_app_test_spin (300);
  if (measure (window, GTK_ORIENTATION_HORIZONTAL) > width)
    tell (window, GTK_ORIENTATION_HORIZONTAL, 40);
  g_assert_cmpint (measure (window, GTK_ORIENTATION_HORIZONTAL), <=, width);
}

static void
assert_fits_at (SlWindow *window, int percent, int width)
{
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024 * percent / 100, NULL);
  sl_app_test_spin (300);
  if (measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL) > width)
    tell (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL, 40);
  g_assert_cmpint (measure (GTK_WIDGET (window), GTK_ORIENTATION_HORIZONTAL), <=, width);
  g_assert_cmpint (measure (GTK_WIDGET (window), GTK_ORIENTATION_VERTICAL), <=, 500);
}

static void
assert_fits_large (SlWindow *window)
{
  assert_fits_at (window, 100, WIDTH);
  assert_fits_at (window, 150, 700);
  assert_fits_at (window, 200, 700);
}

static GtkWidget *
find_mapped_label (GtkWidget *widget)
{
  GtkWidget *found = NULL;

  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_mapped_label (child);
  return found;
}

/* Half of the name of the page can be read. */
static void
assert_names_page (SlWindow *window)
{
  GtkWidget *switcher = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_PANEL_SWITCHER);
  GtkWidget *label = find_mapped_label (switcher);
  int natural;

  g_assert_nonnull (label);
  gtk_widget_measure (label, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  g_test_message ("%s: %d of %d pixels", gtk_label_get_label (GTK_LABEL (label)),
                  gtk_widget_get_width (label), natural);
  g_assert_cmpint (gtk_widget_get_width (label), >=, natural / 2);
}

static void
test_large_text (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlDocument *document = sl_window_get_document (window);
  SlStepMode *mode = sl_document_get_step_mode (document);
  GtkWidget *bar = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_FILTER_BAR);
  GtkWidget *entry = sl_app_test_find (bar, GTK_TYPE_SEARCH_ENTRY);

  g_test_summary (
      "The window fits a small screen with large text, also with all that the row of the "
      "filter shows and while the trace is gone through in steps.");

  gtk_window_set_default_size (GTK_WINDOW (window), 700, 500);
  assert_fits_large (window);
  assert_names_page (window);
  gtk_editable_set_text (GTK_EDITABLE (entry), "mutex");
  sl_app_test_wait (has_hits, bar);
  sl_row_edit_hide (document, sl_rows_get (sl_document_get_rows (document), 0)->key);
  gtk_widget_activate_action (GTK_WIDGET (window), "view.next-hit", NULL);
  assert_fits_large (window);
  assert_names_page (window);
  sl_step_mode_set_active (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  assert_fits_large (window);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_narrow_filter (void)
{
  const char *filter = "kind = mutex-lock";
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *bar = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_FILTER_BAR);
  GtkWidget *entry = sl_app_test_find (bar, GTK_TYPE_SEARCH_ENTRY);
  GtkWidget *text = sl_app_test_find (entry, GTK_TYPE_TEXT);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (text, filter);
  int width;

  g_test_summary (
      "In a narrow window what a filter says can be read, also beside the buttons that go to its hits.");

  gtk_window_set_default_size (GTK_WINDOW (window), 700, 500);
  gtk_editable_set_text (GTK_EDITABLE (entry), filter);
  sl_app_test_wait (has_hits, bar);
  gtk_widget_activate_action (GTK_WIDGET (window), "view.next-hit", NULL);
  sl_app_test_spin (200);
  pango_layout_get_pixel_size (layout, &width, NULL);
  g_assert_cmpint (gtk_widget_get_width (text), >=, width);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The last window that was opened. */
static GtkWidget *
find_dialog (SlWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) other = g_list_model_get_item (windows, i);

      if (gtk_window_get_transient_for (GTK_WINDOW (other)) == GTK_WINDOW (window))
        return other;
    }
  g_assert_not_reached ();
}

static void
test_dialogs (void)
{
  static const int percents[] = { 100, 150, 200 };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *set = GTK_WIDGET (sl_task_set_window_new (sl_app_test_start ()));

  g_test_summary ("Go To and the window of a task set fit a small screen with large text.");

  gtk_window_set_default_size (GTK_WINDOW (set), 700, 500);
  gtk_window_present (GTK_WINDOW (set));
  for (guint i = 0; i < G_N_ELEMENTS (percents); i++)
    {
      GtkWidget *dialog;

      assert_width_fits_at (set, percents[i], 700);
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.go-to", NULL));
      dialog = find_dialog (window);
      assert_width_fits_at (dialog, percents[i], 700);
      gtk_window_destroy (GTK_WINDOW (dialog));
      sl_app_test_spin (100);
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_window_destroy (GTK_WINDOW (set));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* The page is offered once jobs were found. */
static gboolean
shows_theory (gpointer window)
{
  return gtk_widget_activate_action (window, "view.show-page", "s", "theory") &&
         sl_app_test_find (window, SL_TYPE_THEORY_PANEL) != NULL;
}

static void
test_pages (void)
{
  static const char *const pages[] = { "row",    "jobs",          "intervals",
                                       "theory", "distributions", "markers" };
  SlWindow *window = sl_app_test_open_sample ();

  g_test_summary ("No page of the lists makes the window larger, with text of any size.");

  gtk_window_set_default_size (GTK_WINDOW (window), 700, 500);
  sl_app_test_wait (shows_theory, window);
  for (guint i = 0; i < G_N_ELEMENTS (pages); i++)
    {
      g_assert_true (
          gtk_widget_activate_action (GTK_WIDGET (window), "view.show-page", "s", pages[i]));
      assert_fits_large (window);
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A window that opens a file of the course. */
static SlWindow *
open_of_course (const char *name)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                     "course", name, NULL));
  gtk_window_set_default_size (GTK_WINDOW (window), 700, 500);
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  return window;
}

static gboolean
shows_error (gpointer window)
{
  GtkWidget *tab = sl_app_test_find (window, SL_TYPE_TRACE_TAB);
  GObject *stack = gtk_widget_get_template_child (tab, SL_TYPE_TRACE_TAB, "stack");

  return g_strcmp0 (gtk_stack_get_visible_child_name (GTK_STACK (stack)), "error") == 0;
}

static gboolean
shows_document (gpointer window)
{
  return sl_window_get_document (window) != NULL;
}

static void
test_other_pages (void)
{
  SlWindow *window = open_of_course ("README.md");

  g_test_summary (
      "What is said of a file that cannot be opened, and an exercise beside its trace, have room with "
      "large text.");

  sl_app_test_wait (shows_error, window);
  assert_fits_at (window, 150, 700);
  assert_fits_at (window, 200, 700);
  gtk_window_destroy (GTK_WINDOW (window));

  window = open_of_course ("01-preemption.slackline-exercise");
  sl_app_test_wait (shows_document, window);
  assert_fits_at (window, 100, 700);
  assert_fits_at (window, 150, 900);
  assert_fits_at (window, 200, 900);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_details (void)
{
  static const struct
  {
    int percent;
    int width;
    gboolean is_folded;
  } cases[] = { { 100, 930, TRUE },
                { 100, 1000, FALSE },
                { 200, 1300, TRUE },
                { 200, 1500, FALSE } };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *flap = sl_app_test_find (GTK_WIDGET (window), ADW_TYPE_FLAP);

  g_test_summary (
      "The details are beside the timeline where both have room, with text of any size.");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024 * cases[i].percent / 100,
                    NULL);
      gtk_window_set_default_size (GTK_WINDOW (window), cases[i].width, 600);
      sl_app_test_spin (300);
      g_assert_cmpint (adw_flap_get_folded (ADW_FLAP (flap)), ==, cases[i].is_folded);
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_jobs (gpointer document)
{
  return sl_document_get_jobs (document) != NULL &&
         sl_job_table_get_n_jobs (sl_document_get_jobs (document)) > 0;
}

static void
test_units (void)
{
  static const char *const units[] = { "ns", "us", "ms", "s", "ticks", "auto" };
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *pane = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_DETAILS_PANE);
  GtkWidget *scrolled = sl_app_test_find (pane, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));
  SlDocument *document = sl_window_get_document (window);

  g_test_summary ("What is said of a late job has room in the details with times in any unit.");

  sl_app_test_wait (has_jobs, document);
  gtk_window_set_default_size (GTK_WINDOW (window), 1200, 800);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.next-miss", NULL));
  g_assert_cmpint (sl_view_state_get_picked (sl_document_get_state (document))->type, ==,
                   SL_TARGET_EVENT);
  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.unit", "s", units[i]));
      sl_app_test_spin (300);
      g_assert_cmpfloat (gtk_adjustment_get_upper (across), <=,
                         gtk_adjustment_get_page_size (across));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* A trace of Linux whose key has long words. */
static SlWindow *
open_asleep (void)
{
  static const char text[] =
      "# tracer: nop\n"
      "#\n"
      "#           TASK-PID     CPU#  ||||   TIMESTAMP  FUNCTION\n"
      "          <idle>-0     [000] d..2    10.000000: sched_switch: prev_comm=swapper/0 prev_pid=0 "
      "prev_prio=120 prev_state=R ==> next_comm=robot next_pid=1204 next_prio=120\n"
      "           robot-1204  [000] d..2    10.001000: sched_switch: prev_comm=robot prev_pid=1204 "
      "prev_prio=120 prev_state=D ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
      "          <idle>-0     [000] d..2    10.002000: sched_switch: prev_comm=swapper/0 prev_pid=0 "
      "prev_prio=120 prev_state=R ==> next_comm=robot next_pid=1204 next_prio=120\n";
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "asleep.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  SlWindow *window;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  window = sl_app_test_open (file);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_rmdir (folder), ==, 0);
  return window;
}

static void
test_key (void)
{
  static const char *const looks[] = { "compact", "textbook" };
  SlWindow *window = open_asleep ();
  GtkWidget *pane = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_DETAILS_PANE);
  GtkWidget *scrolled = sl_app_test_find (pane, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *across = gtk_scrolled_window_get_hadjustment (GTK_SCROLLED_WINDOW (scrolled));

  g_test_summary (
      "The summary of a trace with its key has room in the details, in both looks, with text of any size.");

  gtk_window_set_default_size (GTK_WINDOW (window), 1600, 800);
  for (int percent = 100; percent <= 300; percent += 100)
    {
      g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024 * percent / 100, NULL);
      for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
        {
          g_assert_true (
              gtk_widget_activate_action (GTK_WIDGET (window), "view.look", "s", looks[i]));
          sl_app_test_spin (300);
          g_test_message ("%s look, %d %%", looks[i], percent);
          g_assert_cmpfloat (gtk_adjustment_get_upper (across), <=,
                             gtk_adjustment_get_page_size (across));
        }
    }
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Of the third row. */
static double
get_rows_height (SlDocument *document)
{
  const SlRow *row = sl_rows_get (sl_document_get_rows (document), 2);

  return row->y + row->height;
}

static void
test_steps (void)
{
  static const int widths[] = { WIDTH, 900 };
  SlWindow *window = sl_app_test_open_sample ();
  SlDocument *document = sl_window_get_document (window);
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);

  g_test_summary ("Three rows can be seen above the steps, also on a small screen.");

  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      SlScene *scene;
      int height;

      sl_step_mode_set_active (sl_document_get_step_mode (document), FALSE);
      gtk_window_set_default_size (GTK_WINDOW (window), widths[i], HEIGHT);
      sl_app_test_spin (300);
      sl_step_mode_set_active (sl_document_get_step_mode (document), TRUE);
      sl_app_test_wait (has_steps, window);
      sl_app_test_spin (1500);
      scene = sl_picture_widget_get_scene (SL_PICTURE_WIDGET (timeline));
      height = gtk_widget_get_height (timeline) - sl_scene_get_plot_y (scene);
      g_assert_cmpint (height, >=, (int) get_rows_height (document));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_theory (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GtkWidget *panel;
  GtkAdjustment *adjustment;

  g_test_summary ("The columns of the theory that matter are in sight at once in a small window.");

  gtk_window_set_default_size (GTK_WINDOW (window), 900, 600);
  sl_app_test_wait (shows_theory, window);
  sl_app_test_spin (1500);
  panel = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_THEORY_PANEL);
  g_assert_nonnull (panel);
  adjustment = gtk_scrollable_get_hadjustment (
      GTK_SCROLLABLE (sl_app_test_find (panel, GTK_TYPE_COLUMN_VIEW)));
  g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), <=,
                     gtk_adjustment_get_page_size (adjustment));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Whether all of the sentence of the step is seen. */
static gboolean
is_whole (GtkWidget *panel)
{
  GtkWidget *scrolled = sl_app_test_find (panel, GTK_TYPE_SCROLLED_WINDOW);
  GtkAdjustment *adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scrolled));

  return gtk_adjustment_get_upper (adjustment) <= gtk_adjustment_get_page_size (adjustment);
}

static void
test_lecture (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  SlStepMode *mode = sl_document_get_step_mode (sl_window_get_document (window));
  GtkWidget *panel = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_STEP_PANEL);

  g_test_summary ("No sentence of a lecture is cut, below the timeline or alone.");

  gtk_window_set_default_size (GTK_WINDOW (window), 700, 500);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.lecture", NULL));
  sl_step_mode_set_active (mode, TRUE);
  sl_app_test_wait (has_steps, window);
  for (guint i = 0; i < 8; i++)
    {
      if (i == 4)
        g_assert_true (
            gtk_widget_activate_action (GTK_WIDGET (window), "view.lecture-sentence", NULL));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.step-decision", NULL));
      sl_app_test_spin (1000);
      g_assert_true (is_whole (panel));
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/window-size/least", test_least);
  g_test_add_func ("/app/window-size/large-text", test_large_text);
  g_test_add_func ("/app/window-size/narrow-filter", test_narrow_filter);
  g_test_add_func ("/app/window-size/dialogs", test_dialogs);
  g_test_add_func ("/app/window-size/pages", test_pages);
  g_test_add_func ("/app/window-size/other-pages", test_other_pages);
  g_test_add_func ("/app/window-size/details", test_details);
  g_test_add_func ("/app/window-size/units", test_units);
  g_test_add_func ("/app/window-size/key", test_key);
  g_test_add_func ("/app/window-size/steps", test_steps);
  g_test_add_func ("/app/window-size/theory", test_theory);
  g_test_add_func ("/app/window-size/lecture", test_lecture);
  return g_test_run ();
}
