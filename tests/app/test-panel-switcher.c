/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-panel-index.h"
#include "sl-panel-switcher.h"

static const char *const names[] = { "Events", "Row", "Jobs", "Theory", "Misses (1)", "Notes" };

typedef struct
{
  GtkWindow *window;
  GtkStack *stack;
  SlPanelSwitcher *switcher;
  SlPanelIndex *index;
  GtkDropDown *list;
} Fixture;

static void
fixture_init (Fixture *self)
{
  GtkWidget *box;

  sl_app_test_start ();
  box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  self->stack = GTK_STACK (gtk_stack_new ());
  self->switcher = g_object_new (SL_TYPE_PANEL_SWITCHER, NULL);
  self->index = g_object_new (SL_TYPE_PANEL_INDEX, NULL);
  self->list = GTK_DROP_DOWN (
      gtk_widget_get_template_child (GTK_WIDGET (self->switcher), SL_TYPE_PANEL_SWITCHER, "list"));
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    gtk_stack_add_titled (self->stack, gtk_label_new (names[i]), names[i], names[i]);
  sl_panel_switcher_set_stack (self->switcher, self->stack);
  sl_panel_index_set_stack (self->index, self->stack);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    sl_panel_index_add (self->index, i / 3, names[i], names[i]);

  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->switcher));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->index));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->stack));
  self->window = GTK_WINDOW (gtk_window_new ());
  gtk_window_set_default_size (self->window, 300, 300);
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

/* The button of a page in the index, the only one that is pressed for @name. */
static GtkWidget *
find_button (GtkWidget *widget, const char *name)
{
  if (GTK_IS_BUTTON (widget) && g_str_equal (gtk_widget_get_name (widget), name))
    return widget;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_button (child, name);

      if (found != NULL)
        return found;
    }
  return NULL;
}

static void
assert_checked (Fixture *self, const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GtkWidget *button = find_button (GTK_WIDGET (self->index), names[i]);

      g_assert_cmpint ((gtk_widget_get_state_flags (button) & GTK_STATE_FLAG_CHECKED) != 0, ==,
                       g_str_equal (names[i], name));
    }
}

static void
test_index (void)
{
  Fixture self;
  GtkWidget *button;

  g_test_summary ("The index checks the page that is shown, and a click on another shows that; a "
                  "page with an obstacle stays where it is, insensitive, and says why.");

  fixture_init (&self);
  assert_checked (&self, "Events");
  g_signal_emit_by_name (find_button (GTK_WIDGET (self.index), "Jobs"), "clicked");
  assert_shown (&self, "Jobs");
  assert_checked (&self, "Jobs");
  g_signal_emit_by_name (find_button (GTK_WIDGET (self.index), "Jobs"), "clicked");
  assert_checked (&self, "Jobs");
  gtk_stack_set_visible_child_name (self.stack, "Notes");
  assert_checked (&self, "Notes");

  button = find_button (GTK_WIDGET (self.index), "Theory");
  sl_panel_index_set_page (self.index, "Theory", NULL, "No tasks");
  g_assert_false (gtk_widget_get_sensitive (button));
  g_assert_true (gtk_widget_get_visible (button));
  g_assert_cmpstr (gtk_widget_get_tooltip_text (button), ==, "No tasks");
  sl_panel_index_set_page (self.index, "Theory", "3", NULL);
  g_assert_true (gtk_widget_get_sensitive (button));
  g_assert_null (gtk_widget_get_tooltip_text (button));
  gtk_window_destroy (self.window);
}

static void
test_choose (void)
{
  Fixture self;

  g_test_summary ("Stack and list follow each other; pages that are hidden are in neither.");

  fixture_init (&self);
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
test_names_whole (void)
{
  Fixture self;
  int least, natural;

  g_test_summary (
      "The index takes the room that its names need, however narrow it is asked to be.");

  fixture_init (&self);
  sl_panel_index_set_page (self.index, "Theory", "12", NULL);
  gtk_widget_measure (GTK_WIDGET (self.index), GTK_ORIENTATION_HORIZONTAL, -1, &least, &natural,
                      NULL, NULL);
  g_assert_cmpint (least, ==, natural);
  gtk_window_destroy (self.window);
}

static void
test_turn (void)
{
  Fixture self;

  g_test_summary ("Turning goes to the next page in sight, and round at the ends.");

  fixture_init (&self);
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
  g_test_add_func ("/app/page-switcher/names-whole", test_names_whole);
  g_test_add_func ("/app/page-switcher/index", test_index);
  g_test_add_func ("/app/page-switcher/choose", test_choose);
  g_test_add_func ("/app/page-switcher/turn", test_turn);
  return g_test_run ();
}
