/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

#include <glib/gstdio.h>

#include "sl-details-pane.h"
#include "sl-filter-bar.h"
#include "sl-panel-stack.h"
#include "sl-text.h"
#include "sl-timeline-widget.h"

/* What has been drawn of a page after each of its frames. */
typedef struct
{
  GtkWidget *window;
  GArray *counts; /* of guint: how many parts are there */
} Frames;

static GtkWidget *
find_content (GtkWidget *window, GType type)
{
  GtkWidget *part = sl_app_test_find (window, type);

  return part != NULL ? gtk_widget_get_first_child (part) : NULL;
}

static void
painted_cb (Frames *self)
{
  GtkWidget *timeline = sl_app_test_find (self->window, SL_TYPE_TIMELINE_WIDGET);
  GtkWidget *details = find_content (self->window, SL_TYPE_DETAILS_PANE);
  GtkWidget *panels = find_content (self->window, SL_TYPE_PANEL_STACK);
  guint n_parts;

  if (timeline == NULL || !gtk_widget_get_mapped (timeline))
    return;

  n_parts = 1 + gtk_widget_get_mapped (details) + gtk_widget_get_mapped (panels);
  g_array_append_val (self->counts, n_parts);
}

static gboolean
has_page (gpointer window)
{
  return sl_window_get_document (window) != NULL;
}

static gboolean
has_all_parts (gpointer data)
{
  Frames *self = data;

  return self->counts->len > 0 && g_array_index (self->counts, guint, self->counts->len - 1) == 3;
}

static SlWindow *
open_page (void)
{
  g_autoptr (GFile) file = g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                      "jumping-balls.shark", NULL);
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_steal_pointer (&file));
  gtk_window_present (GTK_WINDOW (window));
  sl_app_test_spin (100);
  sl_window_open (window, files);
  return window;
}

static void
test_frames (void)
{
  Frames frames = { .counts = g_array_new (FALSE, FALSE, sizeof (guint)) };
  GdkFrameClock *clock;
  gulong handler;

  g_test_summary (
      "A page begins with its timeline alone, and each frame adds a part until all are there.");

  frames.window = GTK_WIDGET (open_page ());
  clock = gtk_widget_get_frame_clock (frames.window);
  handler = g_signal_connect_swapped (clock, "after-paint", G_CALLBACK (painted_cb), &frames);
  sl_app_test_wait (has_all_parts, &frames);
  g_signal_handler_disconnect (clock, handler);

  for (guint i = 0; i < frames.counts->len; i++)
    g_assert_cmpuint (g_array_index (frames.counts, guint, i), ==, i + 1);
  g_assert_cmpuint (frames.counts->len, ==, 3);
  g_array_unref (frames.counts);
  gtk_window_destroy (GTK_WINDOW (frames.window));
}

static void
test_find (void)
{
  SlWindow *window = open_page ();
  GtkWidget *bar, *focus;

  g_test_summary ("Who searches before all parts are there has the filter at once.");

  sl_app_test_wait (has_page, window);
  g_assert_false (gtk_widget_get_visible (find_content (GTK_WIDGET (window), SL_TYPE_PANEL_STACK)));
  gtk_widget_activate_action (GTK_WIDGET (
                                  sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET)),
                              "view.find", NULL);
  bar = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_FILTER_BAR);
  focus = gtk_window_get_focus (GTK_WINDOW (window));
  g_assert_nonnull (focus);
  g_assert_true (gtk_widget_is_ancestor (focus, bar));
  sl_app_test_spin (100);
  g_assert_true (gtk_widget_get_mapped (find_content (GTK_WIDGET (window), SL_TYPE_PANEL_STACK)));
  g_assert_true (gtk_widget_get_mapped (find_content (GTK_WIDGET (window), SL_TYPE_DETAILS_PANE)));
  gtk_window_destroy (GTK_WINDOW (window));
}

static gboolean
has_tooltip (GtkWidget *timeline, double x, double y)
{
  g_autoptr (GtkTooltip) tooltip = g_object_new (GTK_TYPE_TOOLTIP, NULL);
  gboolean is_shown = FALSE;

  g_signal_emit_by_name (timeline, "query-tooltip", (int) x, (int) y, FALSE, tooltip, &is_shown);
  return is_shown;
}

static GtkGesture *
find_drag (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkGesture) gesture = g_list_model_get_item (controllers, i);

      if (GTK_IS_GESTURE_DRAG (gesture))
        return gesture; /* the widget has it */
    }
  g_assert_not_reached ();
}

static void
test_tooltip (void)
{
  g_autoptr (SlWindow) window = g_object_ref (sl_app_test_open_sample ());
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  double x = gtk_widget_get_width (timeline) / 2, y = 4;
  GtkGesture *drag = find_drag (timeline);

  g_test_summary ("What the ruler is for is said over it, but not over what is dragged there.");

  g_assert_true (has_tooltip (timeline, x, y));
  g_signal_emit_by_name (drag, "drag-begin", x, y);
  g_assert_true (has_tooltip (timeline, x, y));
  g_signal_emit_by_name (drag, "drag-update", 40.0, 0.0);
  g_assert_false (has_tooltip (timeline, x + 40, y));
  g_signal_emit_by_name (drag, "drag-end", 40.0, 0.0);
  g_assert_true (has_tooltip (timeline, x + 40, y));
  gtk_window_destroy (GTK_WINDOW (window));
}

static SlWindow *
open_text (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gboolean is_written = g_file_set_contents (path, text, -1, NULL);
  SlWindow *window;

  g_assert_true (is_written);
  window = sl_app_test_open (file);
  g_unlink (path);
  return window;
}

/* Whether a label below @root says @text. */
static gboolean
is_said (GtkWidget *root, const char *text)
{
  if (GTK_IS_LABEL (root) && g_str_equal (gtk_label_get_label (GTK_LABEL (root)), text))
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_said (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
find_button (GtkWidget *root, const char *text)
{
  if (GTK_IS_BUTTON (root) && is_said (root, text))
    return root;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* The first mark of the only row. */
static SlTarget
find_mark (SlDocument *document)
{
  SlRows *rows = sl_document_get_rows (document);
  SlTarget target = { .type = SL_TARGET_ITEMS, .count = 1 };

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlLane *lane = sl_rows_get_lane (rows, i);

      for (guint j = 0; lane != NULL && j < lane->n_tracks; j++)
        if (lane->tracks[j].role == SL_ROLE_MARKS)
          {
            target.row = sl_rows_get (rows, i)->key;
            target.track = j;
          }
    }
  g_assert_nonnull (target.row);
  return target;
}

static void
test_mark (void)
{
  static const char text[] =
      "{\"traceEvents\":[\n"
      "{\"name\":\"vsync\",\"ph\":\"i\",\"ts\":100,\"pid\":1,\"tid\":11,\"s\":\"t\",\"args\":{\"mode\":\"fast\"}},\n"
      "{\"name\":\"drop\",\"ph\":\"i\",\"ts\":300,\"pid\":1,\"tid\":11,\"s\":\"t\"},\n"
      "{\"name\":\"vsync\",\"ph\":\"i\",\"ts\":500,\"pid\":1,\"tid\":11,\"s\":\"t\",\"args\":{\"mode\":\"slow\"}}\n"
      "]}\n";
  g_autoptr (SlWindow) window = g_object_ref (open_text ("slackline-marks.json", text));
  SlDocument *document = sl_window_get_document (window);
  GtkWidget *details = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_DETAILS_PANE);
  SlTarget target = find_mark (document);

  g_test_summary (
      "The details of a mark have its name, the fields of its record, and lead to the next one of that name "
      "and back.");

  sl_document_pick (document, &target);
  sl_app_test_spin (100);
  g_assert_true (is_said (details, "fast"));
  g_assert_null (find_button (details, "Previous, 400.000 µs before"));
  g_signal_emit_by_name (find_button (details, "Next, 400.000 µs after"), "clicked");
  sl_app_test_spin (100);
  g_assert_cmpuint (sl_view_state_get_picked (sl_document_get_state (document))->index, ==, 2);
  g_assert_true (is_said (details, "slow"));
  g_signal_emit_by_name (find_button (details, "Previous, 400.000 µs before"), "clicked");
  g_assert_cmpuint (sl_view_state_get_picked (sl_document_get_state (document))->index, ==, 0);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_mark_row (void)
{
  static const char text[] = "# slackline-events 1, unit us\ntime,cpu,action,task,object\n"
                             "0,0,run,alpha,\n100,0,mark,alpha,mark:frame\n300,0,run,,\n";
  g_autoptr (SlWindow) window = g_object_ref (open_text ("slackline-mark-row.csv", text));
  SlDocument *document = sl_window_get_document (window);
  SlTrace *trace = sl_document_get_trace (document);
  g_autofree char *what = NULL;
  SlTarget target;

  g_test_summary (
      "In a row of its own a mark has its name, not the number of the task that logged it.");

  for (guint i = 0; i < sl_trace_get_n_lanes (trace); i++)
    if (sl_trace_get_lane (trace, i)->type == SL_LANE_MARKS)
      sl_document_take_state (document,
                              sl_view_state_with_name (sl_document_get_state (document),
                                                       SL_NAMES_SHOWN_ROWS,
                                                       sl_trace_get_lane (trace, i)->name, TRUE),
                              0);
  target = find_mark (document);
  what = sl_text_what (sl_document_get_rows (document), &target);
  g_assert_cmpstr (what, ==, "frame");
  gtk_window_destroy (GTK_WINDOW (window));
}

static guint
count_traces (SlWindow *window)
{
  SlDocument *document = sl_window_get_document (window);

  return document != NULL ? sl_trace_set_get_size (sl_document_get_trace_set (document)) : 0;
}

static gboolean
has_two_traces (gpointer window)
{
  return count_traces (window) == 2;
}

/* (transfer none) (nullable): another one than @window that shows a trace */
static SlWindow *
find_other (SlWindow *window)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) other = g_list_model_get_item (windows, i);

      if (SL_IS_WINDOW (other) && other != GTK_WIDGET (window) &&
          sl_window_get_document (SL_WINDOW (other)) != NULL)
        return SL_WINDOW (other);
    }
  return NULL;
}

static gboolean
has_other (gpointer window)
{
  return find_other (window) != NULL;
}

static void
test_separate (void)
{
  static const char text[] =
      "# slackline-events 1, unit us\ntime,cpu,action,task\n0,0,run,a\n9,0,run,\n";
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "slackline-second.csv", NULL);
  g_autoptr (SlWindow) window = g_object_ref (open_text ("slackline-first.csv", text));
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  gboolean is_written = g_file_set_contents (path, text, -1, NULL);

  g_test_summary ("Of several traces, and only then, each can be shown in a window of its own.");

  g_assert_true (is_written);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.separate", NULL);
  sl_app_test_spin (100);
  g_assert_false (has_other (window));
  gtk_window_destroy (GTK_WINDOW (window));
  g_clear_object (&window);

  g_ptr_array_add (files, g_file_new_for_path (path));
  g_ptr_array_add (files, g_file_new_build_filename (g_getenv ("SLACKLINE_DATA"), "samples",
                                                     "jumping-balls.shark", NULL));
  window = g_object_ref (sl_window_new (sl_app_test_start ()));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (has_two_traces, window);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.separate", NULL));
  sl_app_test_wait (has_other, window);
  g_assert_cmpuint (count_traces (window), ==, 1);
  g_assert_cmpuint (count_traces (find_other (window)), ==, 1);
  gtk_window_destroy (GTK_WINDOW (find_other (window)));
  gtk_window_destroy (GTK_WINDOW (window));
  g_unlink (path);
}

static int
get_names_width (SlWindow *window)
{
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);

  return sl_picture_widget_get_names_width (SL_PICTURE_WIDGET (timeline));
}

static void
set_style (SlWindow *window, SlStyle style)
{
  SlDocument *document = sl_window_get_document (window);

  sl_document_take_state (document,
                          sl_view_state_with_style (sl_document_get_state (document), style), 0);
  sl_app_test_spin (100);
}

static void
test_names_width (void)
{
  static const char text[] =
      "# slackline-events 1, unit us\ntime,cpu,action,task\n"
      "0,0,run,the task that has by far the longest name of all\n100,0,run,b\n200,0,run,\n";
  g_autoptr (SlWindow) window = g_object_ref (open_text ("slackline-names.csv", text));
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  int compact = get_names_width (window);

  g_test_summary (
      "The column of names is as wide as the look needs, and less than half of the picture even where another "
      "width was chosen before.");

  set_style (window, SL_STYLE_TEXTBOOK);
  g_assert_cmpint (get_names_width (window), <, compact);
  set_style (window, SL_STYLE_COMPACT);
  g_assert_cmpint (get_names_width (window), ==, compact);

  g_object_set (timeline, "chosen-header-width", 320, NULL);
  g_assert_cmpint (get_names_width (window), ==, 320);
  gtk_window_set_default_size (GTK_WINDOW (window), 500, 500);
  sl_app_test_spin (300);
  g_assert_cmpint (gtk_widget_get_width (timeline), <, 640);
  g_assert_cmpint (get_names_width (window) * 2, <, gtk_widget_get_width (timeline));
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  if (!gtk_init_check ())
    {
      g_print ("1..0 # SKIP there is no display\n");
      return 0;
    }

  g_test_add_func ("/app/page-parts/frames", test_frames);
  g_test_add_func ("/app/page-parts/find", test_find);
  g_test_add_func ("/app/page-parts/tooltip", test_tooltip);
  g_test_add_func ("/app/page-parts/mark", test_mark);
  g_test_add_func ("/app/page-parts/mark-row", test_mark_row);
  g_test_add_func ("/app/page-parts/separate", test_separate);
  g_test_add_func ("/app/page-parts/names-width", test_names_width);

  return g_test_run ();
}
