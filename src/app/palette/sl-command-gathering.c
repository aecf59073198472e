/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-gathering.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-command-columns.h"
#include "sl-command-obstacle.h"
#include "sl-key-map.h"
#include "sl-setting-table.h"
#include "sl-table-columns.h"

/* All commands of a window come from where users meet them as well, so that none can be forgotten:
 * the main menu, the table of keys, the pages below the timeline and the columns of the one that is shown, rows, markers
 * and settings. */

/* How actions begin that show or hide a column. */
#define COLUMN "table.column-"

typedef struct
{
  const SlCommandPlace *place;
  GPtrArray *commands; /* of SlCommand */
  GHashTable *known;   /* by names of actions with their targets: the commands, borrowed */
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

/* Whether @action is one of the window and what it shows; and why it cannot be done now, NULL where it can. */
static gboolean
find_action (const SlCommandPlace *place, const char *action, const char **obstacle)
{
  const char *name;
  GActionGroup *group = find_group (place, action, &name);

  *obstacle = NULL;
  /* Actions of a widget's class are in no group. */
  if (group == NULL)
    return g_str_has_prefix (action, "window.") ||
           (place->page != NULL && g_str_has_prefix (action, "timeline."));

  if (!g_action_group_has_action (group, name))
    return FALSE;

  if (!g_action_group_get_action_enabled (group, name))
    *obstacle =
        sl_command_obstacle_of_action (action, place->page != NULL
                                                   ? sl_trace_view_get_document (place->page)
                                                   : NULL);
  return TRUE;
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

/* Takes @command. Returns: (transfer none): it */
static SlCommand *
add (Gathering *gathering, SlCommand *command, const char *keys)
{
  sl_command_set_keys (command, keys);
  g_ptr_array_add (gathering->commands, command);
  return command;
}

/* What people look for under other words, by detailed names of actions. */
static const struct
{
  const char *action;
  const char *words;
} other_words[] = {
  { "view.show-page::jobs",
    /* Translators: this and what follows are words to search for, separated by spaces; they need not say the same as the English ones */
    N_ ("response time latency lateness preempted blocked execution release") },
  { "view.show-page::intervals", N_ ("latency delay duration time between events") },
  { "view.show-page::misses", N_ ("late deadlines cause") },
  { "view.next-miss", N_ ("late tardy deadlines") },
  { "view.show-page::inversions", N_ ("blocked lock mutex priority") },
  { "view.show-page::overruns", N_ ("exceeded WCET budget") },
  { "view.show-page::theory", N_ ("schedulability utilisation response bound analysis") },
  { "view.show-page::distributions",
    N_ ("distribution latency jitter response percentile inter-arrival compare tasks") },
  { "view.find", N_ ("search") },
  { "view.go-to", N_ ("jump instant") },
  { "view.export", N_ ("save image screenshot figure paper PDF SVG PNG TeX") },
  { "view.copy-picture", N_ ("clipboard image screenshot") },
  { "view.print", N_ ("paper PDF") },
  { "view.lecture", N_ ("full screen fullscreen presentation projector") },
  { "view.compress-empty", N_ ("idle gaps skip") },
  { "view.colour-blind", N_ ("theme accessibility") },
  { "view.mark", N_ ("add new marker bookmark") },
  { "app.preferences", N_ ("settings options font text size") },
  { "app.shortcuts", N_ ("hotkeys") },
  { "app.help", N_ ("manual documentation") },
  { "timeline.fit", N_ ("everything reset zoom") },
  { "win.import-text", N_ ("CSV table") },
  { "view.save-span", N_ ("send share cut part excerpt colleague") },
  { "view.waker", N_ ("wake wake-up chain") },
  { "view.woken", N_ ("wake-up chain") },
};

static const char *
find_words (const char *action)
{
  for (guint i = 0; i < G_N_ELEMENTS (other_words); i++)
    if (g_str_equal (other_words[i].action, action))
      return _ (other_words[i].words);

  return NULL;
}

/* Lists an action that exists; one that is listed under another title is found by both.
 * Returns: (transfer none) (nullable): what it was not listed as before */
static SlCommand *
add_action (Gathering *gathering,
            const char *title,
            const char *group,
            const char *action,
            GVariant *target)
{
  g_autofree char *name = g_action_print_detailed_name (action, target);
  g_autofree char *keys = sl_key_map_dup_label (sl_key_map_get_default (), name);
  const char *words = find_words (name);
  const char *obstacle;
  SlCommand *command;

  if (!find_action (gathering->place, action, &obstacle))
    return NULL;
  command = g_hash_table_lookup (gathering->known, name);
  if (command != NULL)
    {
      sl_command_add_title (command, title);
      return NULL;
    }

  command = add (gathering, sl_command_new_action (title, group, action, target), keys);
  g_hash_table_insert (gathering->known, g_steal_pointer (&name), command);
  if (words != NULL)
    sl_command_add_words (command, words);
  sl_command_set_obstacle (command, obstacle);
  return command;
}

/* The label of a menu, without the mark of its letter and the dots of a dialog. */
static char *
dup_plain (const char *label)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (const char *at = label; *at != '\0'; at++)
    {
      /* Two stand for one that is part of the label. */
      at += *at == '_';
      if (*at == '\0')
        break;
      g_string_append_c (text, *at);
    }
  if (g_str_has_suffix (text->str, "…"))
    g_string_truncate (text, text->len - strlen ("…"));
  return g_strdup (text->str);
}

/* Whether new traces begin with one of several values that this action chooses for the trace that is shown. */
static const SlSetting *
find_setting (const char *action)
{
  guint n_settings;
  const SlSetting *settings = sl_setting_table_get (&n_settings);

  for (guint i = 0; g_str_has_prefix (action, "view.") && i < n_settings; i++)
    if (settings[i].choices != NULL && g_str_equal (settings[i].key, action + strlen ("view.")))
      return &settings[i];

  return NULL;
}

/* @question: (nullable): the label of a menu, of which an item is one of the answers */
static void
add_menu_item (Gathering *gathering,
               GMenuModel *menu,
               int index,
               const char *group,
               const char *question)
{
  g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (menu, index, "target", NULL);
  g_autofree char *label = NULL;
  g_autofree char *action = NULL;
  g_autofree char *title = NULL;
  const SlSetting *setting;

  if (!g_menu_model_get_item_attribute (menu, index, "label", "s", &label) ||
      !g_menu_model_get_item_attribute (menu, index, "action", "s", &action))
    return;

  title = dup_plain (label);
  setting = find_setting (action);
  if (g_str_has_prefix (action, COLUMN))
    question = _ ("Column");
  if (setting != NULL)
    {
      question = _ (setting->title);
      group = _ ("This Trace");
    }
  if (question != NULL)
    {
      g_autofree char *answer = g_steal_pointer (&title);

      title = g_strdup_printf (_ ("%s: %s"), question, answer);
    }
  add_action (gathering, title, get_switch (gathering->place, action, group), action, target);
}

/* Whether all items of @menu choose a value of one action, which @action is set to: then they answer to its label.
 * @action: (inout): (transfer full): %NULL before the first item */
static gboolean
are_answers (GMenuModel *menu, char **action)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (menu, i, "target", NULL);
      g_autofree char *own = NULL;

      if (section != NULL && are_answers (section, action))
        continue;
      if (section != NULL || target == NULL ||
          !g_menu_model_get_item_attribute (menu, i, "action", "s", &own) ||
          (*action != NULL && !g_str_equal (*action, own)))
        return FALSE;
      g_free (*action);
      *action = g_steal_pointer (&own);
    }
  return TRUE;
}

static void
add_submenu (Gathering *gathering, GMenuModel *menu, const char *label, const char *group);

static void
add_menu (Gathering *gathering, GMenuModel *menu, const char *group, const char *question)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuModel) section = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SECTION);
      g_autoptr (GMenuModel) submenu = g_menu_model_get_item_link (menu, i, G_MENU_LINK_SUBMENU);
      g_autofree char *label = NULL;

      if (section != NULL)
        add_menu (gathering, section, group, question);
      else if (submenu == NULL)
        add_menu_item (gathering, menu, i, group, question);
      else if (g_menu_model_get_item_attribute (menu, i, "label", "s", &label))
        add_submenu (gathering, submenu, label, group);
    }
}

static void
add_submenu (Gathering *gathering, GMenuModel *menu, const char *label, const char *group)
{
  g_autofree char *title = dup_plain (label);
  g_autofree char *action = NULL;

  if (are_answers (menu, &action))
    add_menu (gathering, menu, group, title);
  else
    add_menu (gathering, menu, title, NULL);
}

/* All that has a key, or could have one. */
static void
add_keys (Gathering *gathering)
{
  guint n_entries;
  const SlKeyEntry *entries = sl_key_table_get (&n_entries);

  for (guint i = 0; i < n_entries; i++)
    {
      g_autofree char *name = NULL;
      g_autoptr (GVariant) target = NULL;

      /* Pages are listed as they are offered. */
      if (entries[i].action != NULL && entries[i].group != SL_KEYS_PAGES &&
          g_action_parse_detailed_name (entries[i].action, &name, &target, NULL))
        add_action (gathering, sl_key_entry_get_title (&entries[i]),
                    find_setting (name) != NULL ? _ ("This Trace")
                                                : sl_key_group_get_title (entries[i].group),
                    name, target);
    }
}

static void
add_panels (Gathering *gathering)
{
  g_autoptr (GtkSelectionModel) panels = sl_trace_view_get_panels (gathering->place->page);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (panels)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (panels), i);
      GtkStackPage *page = GTK_STACK_PAGE (item);
      g_autoptr (GVariant) name =
          g_variant_ref_sink (g_variant_new_string (gtk_stack_page_get_name (page)));

      if (gtk_stack_page_get_visible (page))
        add_action (gathering, gtk_stack_page_get_title (page), _ ("Page"), "view.show-page", name);
      else
        sl_command_set_obstacle (add (gathering,
                                      sl_command_new_action (gtk_stack_page_get_title (page),
                                                             _ ("Page"), "view.show-page", name),
                                      NULL),
                                 sl_command_obstacle_of_page (gtk_stack_page_get_name (page)));
    }
}

/* Those of the list that is shown. */
static void
add_columns (Gathering *gathering, const SlCommandPlace *place)
{
  GtkColumnView *view = sl_command_columns_find_view (place->page);
  GMenuModel *menu = view != NULL ? sl_table_columns_get_menu (view) : NULL;
  SlCommandPlace own = *place;

  if (menu == NULL || own.n_groups == G_N_ELEMENTS (own.groups))
    return;

  own.groups[own.n_groups] = sl_table_columns_get_actions (view);
  own.prefixes[own.n_groups++] = "table";
  gathering->place = &own;
  add_menu (gathering, menu, _ ("Columns"), NULL);
  gathering->place = place;
}

static void
add_markers (Gathering *gathering)
{
  SlDocument *document = sl_trace_view_get_document (gathering->place->page);
  SlMarkers *markers = sl_view_state_get_markers (sl_document_get_state (document));

  for (guint i = 0; i < sl_markers_get_count (markers); i++)
    {
      const SlMarker *marker = sl_markers_get (markers, i);

      add (gathering, sl_command_new_marker (marker->name, _ ("Marker"), marker->id), NULL);
    }
}

/* What is said of a value that may be that of a setting: a trace that is open has its own. */
static const char *
get_setting_group (const SlSetting *setting, gboolean is_on)
{
  if (setting->group == SL_SETTINGS_NEW_TRACES)
    return is_on ? _ ("Preference for New Traces, On") : _ ("Preference for New Traces");

  return is_on ? C_ ("switch", "On") : _ ("Preference");
}

/* Of what is chosen among several values, each of them. What is on or off is in the menu of a trace. */
static void
add_setting (Gathering *gathering, const SlSetting *setting)
{
  g_autofree char *action = g_strconcat ("app.", setting->key, NULL);
  const char *name;
  GActionGroup *group = find_group (gathering->place, action, &name);
  g_autoptr (GVariant) state = group != NULL ? g_action_group_get_action_state (group, name) : NULL;

  if (state == NULL)
    return;

  if (setting->choices == NULL && gathering->place->page == NULL)
    add_action (gathering, _ (setting->title), get_switch (gathering->place, action, NULL), action,
                NULL);
  for (guint i = 0; setting->choices != NULL && setting->choices[i].value != NULL; i++)
    {
      const SlSettingChoice *choice = &setting->choices[i];
      g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new_string (choice->value));
      g_autofree char *title = NULL;
      SlCommand *command;

      /* Translators: a setting and one of its values. */
      title = g_strdup_printf (_ ("%s: %s"), _ (setting->title), _ (choice->title));
      command =
          add_action (gathering, title, get_setting_group (setting, g_variant_equal (state, value)),
                      action, value);
      /* Who has a trace open rather means that one. */
      if (command != NULL && setting->group == SL_SETTINGS_NEW_TRACES &&
          gathering->place->page != NULL)
        sl_command_set_aside (command);
    }
}

static void
add_settings (Gathering *gathering)
{
  guint n_settings;
  const SlSetting *settings = sl_setting_table_get (&n_settings);

  for (guint i = 0; i < n_settings; i++)
    add_setting (gathering, &settings[i]);
}

/**
 * sl_command_gather:
 *
 * Returns: (transfer full) (element-type SlCommand): what can be done just now, but for going to a row
 */
GPtrArray *
sl_command_gather (const SlCommandPlace *place)
{
  Gathering gathering = {
    .place = place,
    .commands = g_ptr_array_new_with_free_func (g_object_unref),
    .known = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL),
  };

  if (place->menu != NULL)
    add_menu (&gathering, place->menu, _ ("Menu"), NULL);
  add_keys (&gathering);
  if (place->page != NULL)
    {
      add_panels (&gathering);
      add_columns (&gathering, place);
      add_markers (&gathering);
    }
  add_settings (&gathering);
  g_hash_table_unref (gathering.known);
  return gathering.commands;
}
