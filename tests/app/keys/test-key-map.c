/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-key-list.h"
#include "sl-key-map.h"
#include "sl-trace-tab-private.h"

static void
test_each_key_once (void)
{
  g_autoptr (GHashTable) known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) titles = g_hash_table_new (g_str_hash, g_str_equal);
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  g_test_summary ("Each key of the table can be read, and does one thing; each thing has a title "
                  "of its own.");

  for (guint i = 0; i < n_entries; i++)
    {
      g_auto (GStrv) keys = g_strsplit (entries[i].keys, " ", -1);

      if (!g_hash_table_add (titles, (gpointer) entries[i].title))
        g_error ("“%s” is there twice", entries[i].title);
      for (guint j = 0; keys[j] != NULL; j++)
        {
          guint key;
          GdkModifierType modifiers;
          char *name;

          if (!gtk_accelerator_parse (keys[j], &key, &modifiers))
            g_error ("%s is not a key", keys[j]);
          if (entries[i].action == NULL)
            continue;
          name = gtk_accelerator_name (key, modifiers);
          /* Plain keys of a lecture come before those of the timeline. */
          if (sl_key_entry_get_scope (&entries[i]) == SL_KEY_SCOPE_LECTURE &&
              sl_key_is_plain (name))
            {
              char *own = g_strconcat ("lecture ", name, NULL);

              g_free (name);
              name = own;
            }
          if (!g_hash_table_add (known, name))
            g_error ("%s does two things", keys[j]);
        }
    }
}

/* Whether it is an action of @widget's class. */
static gboolean
has_action (GtkWidget *widget, const char *action)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_GET_CLASS (widget);
  const GVariantType *parameter;
  const char *name, *property;
  GType owner;

  for (guint i = 0;
       gtk_widget_class_query_action (widget_class, i, &owner, &name, &parameter, &property); i++)
    if (g_str_equal (name, action))
      return TRUE;
  return FALSE;
}

static void
test_actions_exist (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  GApplication *application = G_APPLICATION (sl_app_test_start ());
  GtkWidget *timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  SlTraceTab *tab = sl_window_get_tab (window);
  GActionGroup *view = tab->view_actions;
  GActionGroup *lecture = sl_lecture_get_actions (sl_trace_view_get_lecture (tab->page));
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  g_test_summary ("Whatever has a key is an action of the timeline, of the view, of the window or "
                  "of the application.");

  for (guint i = 0; i < n_entries; i++)
    {
      const char *action = entries[i].action;
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;
      gboolean is_there;

      if (action == NULL)
        continue;
      g_assert_true (g_action_parse_detailed_name (action, &name, &target, NULL));
      if (g_str_has_prefix (name, "view."))
        is_there = g_action_group_has_action (view, name + strlen ("view."));
      else if (g_str_has_prefix (name, "lecture."))
        is_there = g_action_group_has_action (lecture, name + strlen ("lecture."));
      else if (g_str_has_prefix (name, "win."))
        is_there =
            g_action_group_has_action (G_ACTION_GROUP (tab->actions), name + strlen ("win."));
      else if (g_str_has_prefix (name, "tab."))
        is_there =
            g_action_group_has_action (sl_window_get_tab_actions (window), name + strlen ("tab."));
      else if (g_str_has_prefix (name, "app."))
        is_there = g_action_group_has_action (G_ACTION_GROUP (application), name + strlen ("app."));
      else
        is_there = has_action (timeline, name) || has_action (GTK_WIDGET (window), name);
      if (!is_there)
        g_error ("There is no action %s", action);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What the menu has for each file or trace, and what is never possible. */
static gboolean
is_of_no_key (const char *action)
{
  static const char *const names[] = { "win.open-recent", "view.compare", "view.no-wall-clock",
                                       NULL };

  return g_strv_contains (names, action);
}

static void
check_menu (GMenuModel *menu)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autoptr (GVariant) target =
          g_menu_model_get_item_attribute_value (menu, i, G_MENU_ATTRIBUTE_TARGET, NULL);
      g_autofree char *action = NULL;
      g_autofree char *name = NULL;

      if (section != NULL)
        check_menu (section);
      if (submenu != NULL)
        check_menu (submenu);
      if (!g_menu_model_get_item_attribute (menu, i, G_MENU_ATTRIBUTE_ACTION, "s", &action) ||
          is_of_no_key (action))
        continue;

      name = g_action_print_detailed_name (action, target);
      if (sl_key_table_find (name) == NULL)
        g_error ("%s is in the menu but not in sl-key-table.c, where \"\" stands for no key", name);
    }
}

static void
test_menu_can_have_keys (void)
{
  SlWindow *window = sl_app_test_open_sample ();

  g_test_summary ("Whatever the main menu offers can be given a key.");

  check_menu (sl_window_get_tab (window)->main_menu);
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/key-map/each-key-once", test_each_key_once);
  g_test_add_func ("/app/key-map/actions-exist", test_actions_exist);
  g_test_add_func ("/app/key-map/menu-can-have-keys", test_menu_can_have_keys);
  return g_test_run ();
}
