/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-panel-switcher.h"

static const char *const names[] = { "Events", "Row", "Jobs", "Theory", "Misses (1)", "Notes" };

typedef struct
{
  GtkWindow *window;
  GtkStack *stack;
  SlPanelSwitcher *switcher;
  GtkWidget *tabs;
  GtkDropDown *list;
} Fixture;

static gboolean
shows_tabs (gpointer data)
{
  return gtk_widget_get_mapped (((Fixture *) data)->tabs);
}

static gboolean
shows_list (gpointer data)
{
  return gtk_widget_get_mapped (GTK_WIDGET (((Fixture *) data)->list));
}

static void
fixture_init (Fixture *self, int width)
{
  GtkWidget *box;

  sl_app_test_start ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->stack = GTK_STACK (gtk_stack_new ());
  self->switcher = g_object_new (SL_TYPE_PANEL_SWITCHER, NULL);
  self->tabs = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (self->switcher), SL_TYPE_PANEL_SWITCHER, "tabs"));
  self->list = GTK_DROP_DOWN (
      gtk_widget_get_template_child (GTK_WIDGET (self->switcher), SL_TYPE_PANEL_SWITCHER, "list"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_stack_add_titled (self->stack, gtk_label_new (names[i]), names[i], names[i]);
  sl_panel_switcher_set_stack (self->switcher, self->stack);

  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->switcher));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (self->window, width, 200);
  gtk_window_set_child (self->window, box);
  gtk_window_present (self->window);
}

static void
assert_shown (Fixture *self, const char *name)
{
  g_autoptr (GObject) page = g_object_ref (gtk_drop_down_get_selected_item (self->list));

  g_assert_cmpstr (gtk_stack_get_visible_child_name (self->stack), ==, name);
  g_assert_cmpstr (gtk_stack_page_get_name (GTK_STACK_PAGE (page)), ==, name);
}

static void
hide_page (Fixture *self, const char *name)
{
  GtkWidget *child = gtk_stack_get_child_by_name (self->stack, name);

  gtk_stack_page_set_visible (gtk_stack_get_page (self->stack, child), FALSE);
}

static void
test_fits (void)
{
  Fixture wide, narrow;

  g_test_summary ("Where all names fit they are tabs, else a list that drops down.");

  fixture_init (&wide, 900);
  sl_app_test_wait (shows_tabs, &wide);
  fixture_init (&narrow, 200);
  sl_app_test_wait (shows_list, &narrow);

  gtk_window_destroy (wide.window);
  gtk_window_destroy (narrow.window);
}

static void
test_choose (void)
{
  Fixture self;

  g_test_summary ("Stack and list follow each other; pages that are hidden are in neither.");

  fixture_init (&self, 200);
  assert_shown (&self, "Events");
  gtk_drop_down_set_selected (self.list, 2);
  assert_shown (&self, "Jobs");
  gtk_stack_set_visible_child_name (self.stack, "Notes");
  assert_shown (&self, "Notes");

  hide_page (&self, "Row");
  assert_shown (&self, "Notes");
  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (self.list)), ==,
                    G_N_ELEMENTS (names) - 1);
  gtk_drop_down_set_selected (self.list, 1);
  assert_shown (&self, "Jobs");
  gtk_window_destroy (self.window);
}

static void
test_turn (void)
{
  Fixture self;

  g_test_summary ("Turning goes to the next page in sight, and round at the ends.");

  fixture_init (&self, 900);
  hide_page (&self, "Row");
  sl_panel_switcher_turn (self.switcher, 1);
  assert_shown (&self, "Jobs");
  sl_panel_switcher_turn (self.switcher, -1);
  sl_panel_switcher_turn (self.switcher, -1);
  assert_shown (&self, "Notes");
  sl_panel_switcher_turn (self.switcher, 1);
  assert_shown (&self, "Events");
  gtk_window_destroy (self.window);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/page-switcher/fits", test_fits);
  g_test_add_func ("/app/page-switcher/choose", test_choose);
  g_test_add_func ("/app/page-switcher/turn", test_turn);
  return g_test_run ();
}
