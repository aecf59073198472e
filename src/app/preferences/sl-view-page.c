/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-page.h"

#include <glib/gi18n.h>

#include "sl-setting-table.h"
#include "sl-timeline-font.h"
#include "sl-widget-util.h"

/* What pictures look like, and what traces that are opened from now on begin with. */

static gboolean
choose_cb (GValue *selected, GVariant *value, gpointer user_data)
{
  const SlSettingChoice *choices = user_data;

  for (guint i = 0; choices[i].value != NULL; i++)
    if (g_str_equal (choices[i].value, g_variant_get_string (value, NULL)))
      {
        g_value_set_uint (selected, i);
        return TRUE;
      }
  return FALSE;
}

static GVariant *
keep_cb (const GValue *selected, const GVariantType *type, gpointer user_data)
{
  const SlSettingChoice *choices = user_data;

  return g_variant_new_string (choices[g_value_get_uint (selected)].value);
}

static GtkWidget *
make_choice (GSettings *settings, const SlSetting *setting)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; setting->choices[i].value != NULL; i++)
    gtk_string_list_append (titles, _ (setting->choices[i].title));
  sl_combo_value_keep (ADW_COMBO_ROW (row));
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
  g_settings_bind_with_mapping (settings, setting->key, row, "selected", G_SETTINGS_BIND_DEFAULT,
                                choose_cb, keep_cb, (gpointer) setting->choices, NULL);
  return row;
}

static GtkWidget *
make_switch (GSettings *settings, const SlSetting *setting)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  /* The title of the row is its name, too. */
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  g_settings_bind (settings, setting->key, button, "active", G_SETTINGS_BIND_DEFAULT);
  return row;
}

static GtkWidget *
add_group (AdwPreferencesPage *page, const char *title, const char *description)
{
  GtkWidget *group = adw_preferences_group_new ();

  adw_preferences_group_set_title (ADW_PREFERENCES_GROUP (group), title);
  adw_preferences_group_set_description (ADW_PREFERENCES_GROUP (group), description);
  adw_preferences_page_add (page, ADW_PREFERENCES_GROUP (group));
  return group;
}

/**
 * sl_view_page_new:
 * @settings: of the program, which the page shows and changes
 * @first: (out) (optional) (transfer none): what the first row takes the focus with
 *
 * Returns: (transfer none): a page for the window of preferences
 */
AdwPreferencesPage *
sl_view_page_new (GSettings *settings, GtkWidget **first)
{
  AdwPreferencesPage *page =
      g_object_new (ADW_TYPE_PREFERENCES_PAGE, "title", _ ("View"), "name", "view", "icon-name",
                    "preferences-desktop-appearance-symbolic", NULL);
  GtkWidget *groups[SL_N_SETTING_GROUPS] = {
    [SL_SETTINGS_TIMELINE] = add_group (page, _ ("Timeline"), NULL),
    [SL_SETTINGS_NEW_TRACES] =
        add_group (page, _ ("New Traces"),
                   _ ("A trace that was open before keeps the settings it had.")),
  };
  guint n_settings;
  const SlSetting *table = sl_setting_table_get (&n_settings);

  for (guint i = 0; i < n_settings; i++)
    {
      GtkWidget *row = table[i].choices != NULL ? make_choice (settings, &table[i])
                                                : make_switch (settings, &table[i]);

      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ (table[i].title));
      adw_action_row_set_subtitle (ADW_ACTION_ROW (row), _ (table[i].subtitle));
      adw_preferences_group_add (ADW_PREFERENCES_GROUP (groups[table[i].group]), row);
      if (i == 0 && first != NULL)
        *first = table[i].choices != NULL
                     ? row
                     : adw_action_row_get_activatable_widget (ADW_ACTION_ROW (row));
    }
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (groups[SL_SETTINGS_TIMELINE]),
                             sl_timeline_font_make_row (settings));
  return page;
}
