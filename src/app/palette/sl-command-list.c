/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-list.h"

#include <glib/gi18n.h>
#include <string.h>

/* All commands of a window come from where users meet them as well, so that none can be forgotten:
 * the main menu, the window of keyboard shortcuts, the pages below the timeline, and the rows. */

#define SHORTCUTS_RESOURCE "/io/github/slackline/Slackline/sl-shortcuts.ui"

/* Groups of shortcuts of other windows have this name. */
#define ELSEWHERE "elsewhere"

typedef struct
{
  const SlCommandPlace *place;
  GPtrArray *commands; /* of SlCommand */
  GHashTable *known;   /* of actions without a target that are listed */
} Gathering;

/* The group of actions that @action is in, and its name there. */
static GActionGroup *
find_group (const SlCommandPlace *place, const char *action, const char **name)
{
  for (guint i = 0; i < place->n_groups; i++)
    {
      gsize length = strlen (place->prefixes[i]);

      if (place->groups[i] != NULL && strncmp (action, place->prefixes[i], length) == 0 &&
          action[length] == '.')
        {
          *name = action + length + 1;
          return place->groups[i];
        }
    }
  return NULL;
}

static gboolean
is_possible (const SlCommandPlace *place, const char *action)
{
  const char *name;
  GActionGroup *group = find_group (place, action, &name);

  /* Actions of the widget's class are in no group. */
  if (group == NULL)
    return g_str_has_prefix (action, "window.");

  return g_action_group_has_action (group, name) && g_action_group_get_action_enabled (group, name);
}

/* What is said beside an action that is switched on and off; else @otherwise. */
static const char *
get_switch (const SlCommandPlace *place, const char *action, const char *otherwise)
{
  const char *name;
  GActionGroup *group = find_group (place, action, &name);
  g_autoptr (GVariant) state = group != NULL ? g_action_group_get_action_state (group, name) : NULL;

  if (state == NULL || !g_variant_is_of_type (state, G_VARIANT_TYPE_BOOLEAN))
    return otherwise;

  return g_variant_get_boolean (state) ? C_ ("switch", "On") : C_ ("switch", "Off");
}

static char *
dup_keys_of_action (const SlCommandPlace *place, const char *action)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (place->window));
  g_auto (GStrv) accels =
      application != NULL ? gtk_application_get_accels_for_action (application, action) : NULL;
  guint key;
  GdkModifierType modifiers;

  return accels != NULL && accels[0] != NULL && gtk_accelerator_parse (accels[0], &key, &modifiers)
             ? gtk_accelerator_get_label (key, modifiers)
             : NULL;
}

/* Takes @command. */
static void
add (Gathering *gathering, SlCommand *command, const char *keys)
{
  sl_command_set_keys (command, keys);
  g_ptr_array_add (gathering->commands, command);
}

static void
add_action (Gathering *gathering,
            const char *title,
            const char *group,
            const char *action,
            GVariant *target,
            const char *keys)
{
  if (!is_possible (gathering->place, action) ||
      (target == NULL && !g_hash_table_add (gathering->known, g_strdup (action))))
    return;

  add (gathering, sl_command_new_action (title, group, action, target), keys);
}

/* The label of a menu, without the mark of its letter and the dots of a dialog. */
static char *
dup_plain (const char *label)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *at = label; *at != '\0'; at++)
    if (*at != '_')
      g_string_append_c (text, *at);
  if (g_str_has_suffix (text->str, "…"))
    g_string_truncate (text, text->len - strlen ("…"));
  return g_strdup (text->str);
}

static void
add_menu_item (Gathering *gathering, GMenuModel *menu, int index, const char *group)
{
  g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (menu, index, "target", NULL);
  g_autofree char *label = NULL;
  g_autofree char *action = NULL;
  g_autofree char *title = NULL;
  g_autofree char *keys = NULL;

  if (!g_menu_model_get_item_attribute (menu, index, "label", "s", &label) ||
      !g_menu_model_get_item_attribute (menu, index, "action", "s", &action))
    return;

  /* Names of files hold no letter to press. */
  title = target != NULL ? g_strdup (label) : dup_plain (label);
  keys = dup_keys_of_action (gathering->place, action);
  add_action (gathering, title, get_switch (gathering->place, action, group), action, target, keys);
}

static void
add_menu (Gathering *gathering, GMenuModel *menu, const char *group)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);

      if (section != NULL)
        {
          add_menu (gathering, section, group);
        }
      else if (submenu != NULL)
        {
          g_autofree char *label = NULL;
          g_autofree char *title = NULL;

          g_menu_model_get_item_attribute (menu, i, "label", "s", &label);
          title = dup_plain (label != NULL ? label : "");
          add_menu (gathering, submenu, title);
        }
      else
        add_menu_item (gathering, menu, i, group);
    }
}

/* The action that the application or the window gives a key to, if it can be done now. */
static const char *
find_action (const SlCommandPlace *place,
             const char *accelerator,
             guint key,
             GdkModifierType modifiers,
             char **owned)
{
  GtkApplication *application = gtk_window_get_application (GTK_WINDOW (place->window));
  g_auto (GStrv) actions =
      application != NULL ? gtk_application_get_actions_for_accel (application, accelerator) : NULL;

  for (guint i = 0; actions != NULL && actions[i] != NULL; i++)
    if (is_possible (place, actions[i]))
      return *owned = g_strdup (actions[i]);

  return place->find_key != NULL ? place->find_key (key, modifiers) : NULL;
}

static void
add_shortcut (Gathering *gathering, GtkShortcutsShortcut *shortcut, const char *group)
{
  g_autofree char *accelerator = NULL;
  g_autofree char *title = NULL;
  g_autofree char *keys = NULL;
  g_autofree char *owned = NULL;
  g_auto (GStrv) several = NULL;
  const char *action;
  guint key;
  GdkModifierType modifiers;

  g_object_get (shortcut, "accelerator", &accelerator, "title", &title, NULL);
  if (accelerator == NULL)
    return;

  /* The first of several that do the same. */
  several = g_strsplit (accelerator, " ", 2);
  if (!gtk_accelerator_parse (several[0], &key, &modifiers))
    return;

  keys = gtk_accelerator_get_label (key, modifiers);
  action = find_action (gathering->place, several[0], key, modifiers, &owned);
  if (action != NULL)
    add_action (gathering, title, group, action, NULL, keys);
  else if (gathering->place->page != NULL && sl_timeline_widget_has_key (key, modifiers))
    add (gathering, sl_command_new_key (title, group, key, modifiers), keys);
}

/* @group: title of the group that @widget is in; "" for none yet */
static void
add_shortcuts (Gathering *gathering, GtkWidget *widget, const char *group)
{
  g_autofree char *title = NULL;

  /* Those that are in no group are copies, for the search of that window. */
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget) && group[0] != '\0')
    add_shortcut (gathering, GTK_SHORTCUTS_SHORTCUT (widget), group);
  if (GTK_IS_SHORTCUTS_SHORTCUT (widget))
    return;
  if (GTK_IS_SHORTCUTS_GROUP (widget))
    {
      if (strcmp (gtk_widget_get_name (widget), ELSEWHERE) == 0)
        return;
      g_object_get (widget, "title", &title, NULL);
    }

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    add_shortcuts (gathering, child, title != NULL ? title : group);
}

static void
add_all_shortcuts (Gathering *gathering)
{
  g_autoptr (GtkBuilder) builder = gtk_builder_new_from_resource (SHORTCUTS_RESOURCE);
  GtkWindow *shortcuts = GTK_WINDOW (gtk_builder_get_object (builder, "shortcuts"));

  add_shortcuts (gathering, GTK_WIDGET (shortcuts), "");
  gtk_window_destroy (shortcuts);
}

static void
add_panels (Gathering *gathering)
{
  g_autoptr (GtkSelectionModel) panels = sl_trace_view_get_panels (gathering->place->page);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (panels)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (panels), i);
      GtkStackPage *page = GTK_STACK_PAGE (item);
      GVariant *name = g_variant_new_string (gtk_stack_page_get_name (page));

      if (gtk_stack_page_get_visible (page))
        add_action (gathering, gtk_stack_page_get_title (page), _ ("Page"), "view.show-page", name,
                    NULL);
      else
        g_variant_unref (g_variant_ref_sink (name));
    }
}

static void
add_rows (Gathering *gathering)
{
  SlRows *rows = sl_document_get_rows (sl_trace_view_get_document (gathering->place->page));

  for (guint i = 0; i < sl_rows_get_count (rows); i++)
    {
      const SlRow *row = sl_rows_get (rows, i);

      if (row->part != SL_ROW_HEADING)
        add (gathering, sl_command_new_row (row->title, _ ("Row"), row->key), NULL);
    }
}

/**
 * sl_command_list_make:
 *
 * Returns: (transfer full) (element-type SlCommand): what can be done just now
 */
GPtrArray *
sl_command_list_make (const SlCommandPlace *place)
{
  Gathering gathering = {
    .place = place,
    .commands = g_ptr_array_new_with_free_func (g_object_unref),
    .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };

  if (place->menu != NULL)
    add_menu (&gathering, place->menu, _ ("Menu"));
  add_all_shortcuts (&gathering);
  if (place->page != NULL)
    {
      add_panels (&gathering);
      add_rows (&gathering);
    }
  g_hash_table_unref (gathering.known);
  return gathering.commands;
}
