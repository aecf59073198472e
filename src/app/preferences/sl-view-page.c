/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-view-page.h"

#include <glib/gi18n.h>

/* What pictures look like, and what traces that are opened from now on begin with. */

typedef struct
{
  const char *value; /* of the setting */
  const char *title;
} Choice;

static const Choice axes[] = {
  { "time", N_ ("Elapsed time") },
  { "tsc", N_ ("Recorded clock") },
  { NULL, NULL },
};

static const Choice units[] = {
  { "auto", N_ ("Automatic") },
  { "seconds", N_ ("Seconds") },
  { "milliseconds", N_ ("Milliseconds") },
  { "microseconds", N_ ("Microseconds") },
  { "nanoseconds", N_ ("Nanoseconds") },
  { "ticks", N_ ("Ticks of the clock") },
  { NULL, NULL },
};

static const Choice wheels[] = {
  { "zoom", N_ ("Zooms") },
  { "pan", N_ ("Moves through time") },
  { "rows", N_ ("Scrolls the rows") },
  { NULL, NULL },
};

static gboolean
choose_cb (GValue *selected, GVariant *value, gpointer user_data)
{
  const Choice *choices = user_data;

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
  const Choice *choices = user_data;

  return g_variant_new_string (choices[g_value_get_uint (selected)].value);
}

static void
add_choice (GtkWidget *group,
            GSettings *settings,
            const char *key,
            const char *title,
            const char *subtitle,
            const Choice *choices)
{
  GtkWidget *row = adw_combo_row_new ();
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);

  for (guint i = 0; choices[i].value != NULL; i++)
    gtk_string_list_append (titles, _ (choices[i].title));
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_combo_row_set_model (ADW_COMBO_ROW (row), G_LIST_MODEL (titles));
  g_settings_bind_with_mapping (settings, key, row, "selected", G_SETTINGS_BIND_DEFAULT, choose_cb,
                                keep_cb, (gpointer) choices, NULL);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
}

static void
add_switch (GtkWidget *group,
            GSettings *settings,
            const char *key,
            const char *title,
            const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_switch_new ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, title,
                                  -1);
  g_settings_bind (settings, key, button, "active", G_SETTINGS_BIND_DEFAULT);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (group), row);
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
 *
 * Returns: (transfer none): a page for the window of preferences
 */
AdwPreferencesPage *
sl_view_page_new (GSettings *settings)
{
  AdwPreferencesPage *page =
      g_object_new (ADW_TYPE_PREFERENCES_PAGE, "title", _ ("View"), "name", "view", "icon-name",
                    "preferences-desktop-appearance-symbolic", NULL);
  GtkWidget *picture = add_group (page, _ ("Timeline"), NULL);
  GtkWidget *opened =
      add_group (page, _ ("New Traces"), _ ("A trace that was open before looks as it was left."));

  add_switch (picture, settings, "colour-blind", _ ("Colour-Blind Palette"),
              _ ("Colours that colour-blind people can distinguish"));
  add_choice (picture, settings, "wheel", _ ("Mouse Wheel"),
              _ ("With Ctrl it always zooms, with Shift it moves through time, with Alt it scrolls "
                 "the rows"),
              wheels);
  add_choice (opened, settings, "axis", _ ("Time Axis"),
              _ ("As it was chosen last, in the window or here"), axes);
  add_choice (opened, settings, "unit", _ ("Units of Time"),
              _ ("For traces whose clock has a known rate"), units);
  return page;
}
