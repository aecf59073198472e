/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-menu.h"

/* What the pointer would be over, which GTK asks for its tooltip. */
static GtkWidget *
pick (GtkWidget *window)
{
  return gtk_widget_pick (window, gtk_widget_get_width (window) / 2.0,
                          gtk_widget_get_height (window) / 2.0, GTK_PICK_INSENSITIVE);
}

static void
test_tips (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *below = gtk_label_new ("below");
  g_autoptr (GMenu) model = g_menu_new ();
  GtkWidget *menu;

  g_test_summary (
      "While a menu is open, the pointer is over nothing of its window that could show a tooltip.");

  gtk_widget_set_tooltip_text (below, "A tooltip");
  gtk_window_set_child (GTK_WINDOW (window), below);
  gtk_window_set_default_size (GTK_WINDOW (window), 400, 300);
  gtk_window_present (GTK_WINDOW (window));
  sl_app_test_spin (200);
  g_assert_true (pick (window) == below);

  g_menu_append (model, "Item", "none.item");
  for (guint i = 0; i < 2; i++)
    {
      menu = sl_menu_new (G_MENU_MODEL (model));
      gtk_widget_set_parent (menu, below);
      gtk_popover_popup (GTK_POPOVER (menu));
      sl_app_test_spin (200);
      g_assert_true (gtk_widget_get_mapped (menu));
      g_assert_true (pick (window) != below);

      /* A menu is closed, or goes with another one that takes its place. */
      if (i == 0)
        gtk_popover_popdown (GTK_POPOVER (menu));
      else
        gtk_widget_unparent (menu);
      sl_app_test_spin (200);
      g_assert_true (pick (window) == below);
      if (i == 0)
        gtk_widget_unparent (menu);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  sl_app_test_start ();
  g_test_add_func ("/app/menu/tips", test_tips);
  return g_test_run ();
}
