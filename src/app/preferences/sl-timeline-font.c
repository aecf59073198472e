/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-timeline-font.h"

#include <glib/gi18n.h>
#include <string.h>

static const struct
{
  const char *value;
  guint percent;
} sizes[] = { { "small", 85 }, { "normal", 100 }, { "large", 120 }, { "largest", 150 } };

static guint
get_percent (GSettings *settings)
{
  g_autofree char *value = g_settings_get_string (settings, "text-size");

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    if (g_str_equal (value, sizes[i].value))
      return sizes[i].percent;

  return 100;
}

static void
append_family (GString *css, const char *family)
{
  g_string_append (css, "font-family: \"");
  for (const char *at = family; *at != '\0'; at++)
    {
      if (strchr ("\"\\", *at) != NULL)
        g_string_append_c (css, '\\');
      if (!g_ascii_iscntrl (*at))
        g_string_append_c (css, *at);
    }
  g_string_append (css, "\"; ");
}

/* Menus over a picture are inside it, but look like all others. */
static void
changed_cb (GSettings *settings, const char *key, GtkCssProvider *provider)
{
  g_autofree char *family = g_settings_get_string (settings, "font");
  g_autoptr (GString) css = g_string_new ("timeline, overview, topa { ");

  if (family[0] != '\0')
    append_family (css, family);
  g_string_append_printf (css, "font-size: %u%%; } ", get_percent (settings));
  g_string_append (css, "timeline popover, overview popover, topa popover "
                        "{ font-family: initial; font-size: initial; }");
  gtk_css_provider_load_from_data (provider, css->str, (gssize) css->len);
}

/**
 * sl_timeline_font_follow:
 *
 * Has pictures in all windows of the default display drawn in the font and the size that @settings say, from now on.
 */
void
sl_timeline_font_follow (GSettings *settings)
{
  g_autoptr (GtkCssProvider) provider = gtk_css_provider_new ();

  g_signal_connect_object (settings, "changed::font", G_CALLBACK (changed_cb), provider, 0);
  g_signal_connect_object (settings, "changed::text-size", G_CALLBACK (changed_cb), provider, 0);
  changed_cb (settings, NULL, provider);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (),
                                              GTK_STYLE_PROVIDER (provider),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION + 1);
}

/* The desktop's where none is chosen. */
static gboolean
show_font_cb (GValue *font, GVariant *value, gpointer user_data)
{
  const char *family = g_variant_get_string (value, NULL);
  g_autofree char *desktop = NULL;

  if (family[0] == '\0')
    g_object_get (gtk_settings_get_default (), "gtk-font-name", &desktop, NULL);
  g_value_set_string (font, desktop != NULL ? desktop : family);
  return TRUE;
}

static void
font_set_cb (GtkFontButton *button, GSettings *settings)
{
  PangoFontFamily *family = gtk_font_chooser_get_font_family (GTK_FONT_CHOOSER (button));

  if (family != NULL)
    g_settings_set_string (settings, "font", pango_font_family_get_name (family));
}

static void
reset_cb (GtkButton *button, GSettings *settings)
{
  g_settings_reset (settings, "font");
}

static gboolean
is_chosen_cb (GValue *sensitive, GVariant *value, gpointer user_data)
{
  g_value_set_boolean (sensitive, g_variant_get_string (value, NULL)[0] != '\0');
  return TRUE;
}

/**
 * sl_timeline_font_make_row:
 * @settings: which the row shows and changes
 *
 * Returns: (transfer floating): a row of the preferences
 */
GtkWidget *
sl_timeline_font_make_row (GSettings *settings)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_font_button_new ();
  GtkWidget *reset = gtk_button_new_from_icon_name ("edit-undo-symbolic");

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Font"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               _ ("Of the timeline; the desktop’s unless another one is chosen"));
  gtk_font_chooser_set_level (GTK_FONT_CHOOSER (button), GTK_FONT_CHOOSER_LEVEL_FAMILY);
  gtk_font_button_set_title (GTK_FONT_BUTTON (button), _ ("Font of the Timeline"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Font"), -1);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_valign (reset, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (reset, "flat");
  gtk_widget_set_tooltip_text (reset, _ ("Use the Desktop’s Font"));

  g_settings_bind_with_mapping (settings, "font", button, "font", G_SETTINGS_BIND_GET, show_font_cb,
                                NULL, NULL, NULL);
  g_settings_bind_with_mapping (settings, "font", reset, "sensitive",
                                G_SETTINGS_BIND_GET | G_SETTINGS_BIND_NO_SENSITIVITY, is_chosen_cb,
                                NULL, NULL, NULL);
  g_signal_connect_object (button, "font-set", G_CALLBACK (font_set_cb), settings, 0);
  g_signal_connect_object (reset, "clicked", G_CALLBACK (reset_cb), settings, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), reset);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), button);
  return row;
}
