/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-chart-parts.h"
#include "sl-distribution-panel.h"
#include "sl-event-panel.h"
#include "sl-panels.h"
#include "sl-trace-view.h"

/* Where text goes from right to left, time does not. */

static void
assert_left_to_right (GtkWidget *widget)
{
  g_assert_cmpint (gtk_widget_get_direction (widget), ==, GTK_TEXT_DIR_LTR);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    assert_left_to_right (child);
}

static void
test_time (void)
{
  SlWindow *window;
  GtkWidget *page, *steps, *play, *scrollbar;

  g_test_summary (
      "The timeline, its scroll bar, and the buttons of steps with their arrows go from left to right in any "
      "language.");

  sl_app_test_start ();
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  window = sl_app_test_open_sample ();
  page = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TRACE_VIEW);
  scrollbar = GTK_WIDGET (gtk_widget_get_template_child (page, SL_TYPE_TRACE_VIEW, "scrollbar"));
  steps = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_STEP_PANEL);
  play = GTK_WIDGET (gtk_widget_get_template_child (steps, SL_TYPE_STEP_PANEL, "play_button"));

  g_assert_cmpint (gtk_widget_get_direction (steps), ==, GTK_TEXT_DIR_RTL);
  assert_left_to_right (gtk_widget_get_parent (play));
  assert_left_to_right (scrollbar);
  g_assert_cmpint (gtk_widget_get_direction (gtk_widget_get_parent (scrollbar)), ==,
                   GTK_TEXT_DIR_LTR);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_axes (void)
{
  const struct
  {
    GType panel;
    const char *label;
  } cases[] = { { SL_TYPE_DISTRIBUTION_PANEL, "least_label" },
                { sl_interval_panel_get_type (), "least_label" },
                { SL_TYPE_BUS_PANEL, "gap_least_label" },
                { SL_TYPE_BUS_PANEL, "page_begin_label" } };
  GtkBox *scale;

  g_test_summary (
      "What is written below the bars of a chart goes from left to right, as these do.");

  sl_app_test_start ();
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GtkWidget *panel = g_object_ref_sink (g_object_new (cases[i].panel, NULL));
      GObject *label = gtk_widget_get_template_child (panel, cases[i].panel, cases[i].label);

      g_assert_cmpint (gtk_widget_get_direction (panel), ==, GTK_TEXT_DIR_RTL);
      assert_left_to_right (gtk_widget_get_parent (GTK_WIDGET (label)));
      g_object_unref (panel);
    }

  scale = GTK_BOX (g_object_ref_sink (gtk_box_new (GTK_ORIENTATION_VERTICAL, 0)));
  sl_chart_append_scale (scale, "0", "a sentence", "10");
  assert_left_to_right (gtk_widget_get_first_child (GTK_WIDGET (scale)));
  g_object_unref (scale);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
}

static void
test_first_column (void)
{
  SlWindow *window;
  GtkWidget *events;
  GtkAdjustment *adjustment;

  g_test_summary (
      "A table that is too narrow shows its first column, on the right where text begins there.");

  sl_app_test_start ();
  gtk_widget_set_default_direction (GTK_TEXT_DIR_RTL);
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 192 * 1024, NULL);
  window = sl_app_test_open_sample ();
  gtk_window_set_default_size (GTK_WINDOW (window), 720, 500);
  sl_app_test_spin (500);
  events = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_EVENT_PANEL);
  adjustment = gtk_scrollable_get_hadjustment (
      GTK_SCROLLABLE (sl_app_test_find (events, GTK_TYPE_COLUMN_VIEW)));
  g_assert_cmpfloat (gtk_adjustment_get_upper (adjustment), >,
                     gtk_adjustment_get_page_size (adjustment));
  g_assert_cmpfloat (gtk_adjustment_get_value (adjustment), ==,
                     gtk_adjustment_get_upper (adjustment) -
                         gtk_adjustment_get_page_size (adjustment));
  g_object_set (gtk_settings_get_default (), "gtk-xft-dpi", 96 * 1024, NULL);
  gtk_widget_set_default_direction (GTK_TEXT_DIR_LTR);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/direction/time", test_time);
  g_test_add_func ("/app/direction/axes", test_axes);
  g_test_add_func ("/app/direction/first-column", test_first_column);
  return g_test_run ();
}
