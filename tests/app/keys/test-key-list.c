/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-key-list.h"

/* Of a small screen. */
#define NARROW 800
#define LOW    500

static void
test_size (void)
{
  GtkWidget *list;
  int natural, least;

  g_test_summary (
      "However long its sentences are and however many, the list of all keys fits on a small screen.");

  sl_app_test_start ();
  list = GTK_WIDGET (sl_key_list_new (sl_key_map_get_default (), LOW));
  gtk_window_present (GTK_WINDOW (list));
  sl_app_test_spin (300);
  gtk_widget_measure (list, GTK_ORIENTATION_HORIZONTAL, -1, NULL, &natural, NULL, NULL);
  g_test_message ("%d", natural);
  g_assert_cmpint (natural, <=, NARROW);
  gtk_widget_measure (list, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  g_assert_cmpint (least, <=, LOW);
  g_assert_cmpint (gtk_widget_get_height (list), <=, LOW);
  gtk_window_destroy (GTK_WINDOW (list));
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/key-list/size", test_size);
  return g_test_run ();
}
