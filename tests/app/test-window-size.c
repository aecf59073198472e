/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-step-mode.h"

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

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/window-size/least", test_least);
  return g_test_run ();
}
