/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-settings.h"
#include "sl-view-page.h"

static guint n_values;

/* Of each row its value, which is a label in the row's own list. */
static void
check_values (GtkWidget *widget, gboolean is_value)
{
  if (GTK_IS_POPOVER (widget))
    return;
  if (is_value && GTK_IS_LABEL (widget))
    {
      n_values++;
      g_test_message ("%s", gtk_label_get_label (GTK_LABEL (widget)));
      g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget))));
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    check_values (child, is_value || GTK_IS_LIST_VIEW (child));
}

static void
test_values (void)
{
  g_autoptr (GSettings) settings = NULL;
  GtkWindow *window;

  g_test_summary (
      "In a narrow window a long subtitle is broken, and what is chosen is read in full.");

  sl_app_test_start ();
  settings = sl_settings_new ();
  window = g_object_new (GTK_TYPE_WINDOW, "default-width", 420, "default-height", 600, "child",
                         sl_view_page_new (settings, NULL), NULL);
  gtk_window_present (window);
  for (guint i = 0; i < 3; i++)
    {
      g_settings_set_enum (settings, "wheel", (int) i);
      sl_app_test_spin (300);
      n_values = 0;
      check_values (GTK_WIDGET (window), FALSE);
      g_assert_cmpuint (n_values, ==, 4);
    }
  g_settings_reset (settings, "wheel");
  gtk_window_destroy (window);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/view-page/values", test_values);
  return g_test_run ();
}
