/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-button-names.h"

/* GTK 4.8 names a button with an icon "GtkImage" and one with a mnemonic "_Open Open". */

static char *
dup_without_underscores (const char *label)
{
  g_auto (GStrv) parts = g_strsplit (label, "_", -1);

  return g_strjoinv ("", parts);
}

/* Buttons whose label is plain have the right name. */
static char *
dup_name (GtkWidget *widget)
{
  if (GTK_IS_BUTTON (widget) && gtk_button_get_label (GTK_BUTTON (widget)) != NULL)
    return gtk_button_get_use_underline (GTK_BUTTON (widget))
               ? dup_without_underscores (gtk_button_get_label (GTK_BUTTON (widget)))
               : NULL;

  if (GTK_IS_MENU_BUTTON (widget))
    {
      GtkMenuButton *button = GTK_MENU_BUTTON (widget);

      if (gtk_menu_button_get_label (button) == NULL)
        return g_strdup (gtk_widget_get_tooltip_text (widget));
      return gtk_menu_button_get_use_underline (button)
                 ? dup_without_underscores (gtk_menu_button_get_label (button))
                 : NULL;
    }

  return GTK_IS_BUTTON (widget) ? g_strdup (gtk_widget_get_tooltip_text (widget)) : NULL;
}

static void
give_name (GtkWidget *widget, const char *name)
{
  gtk_accessible_reset_relation (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
  gtk_accessible_update_property (GTK_ACCESSIBLE (widget), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * sl_button_names_give:
 * @widget: whose buttons, down to the last descendant, are meant
 *
 * Gives each button without a plain label the name that assistive technologies say: its label
 * without the mark of the mnemonic, or its tooltip.
 */
void
sl_button_names_give (GtkWidget *widget)
{
  g_autofree char *name = dup_name (widget);

  if (name != NULL)
    give_name (widget, name);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      /* What takes the focus is the button inside. */
      if (name != NULL && GTK_IS_MENU_BUTTON (widget) && GTK_IS_TOGGLE_BUTTON (child))
        give_name (child, name);
      else
        sl_button_names_give (child);
    }
}
