/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-task-set-window.h"

/* Side by side begins at 900 pixels; words of other languages need some of them. */
#define NARROW 750

static void
test_width (void)
{
  GtkWidget *window;
  int least;

  g_test_summary ("The editor and the picture fit side by side where that is how they begin to be "
                  "shown, however long the names of the choices are.");

  window = GTK_WIDGET (sl_task_set_window_new (sl_app_test_start ()));
  gtk_window_present (GTK_WINDOW (window));
  sl_app_test_spin (500);
  gtk_widget_measure (window, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
  g_test_message ("%d", least);
  g_assert_cmpint (least, <=, NARROW);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/task-set-window/width", test_width);
  return g_test_run ();
}
