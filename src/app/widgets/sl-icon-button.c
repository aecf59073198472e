/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-icon-button.h"

/**
 * sl_icon_button_new:
 * @tip: what it does, translated
 * @action: (nullable): its name with prefix
 *
 * Returns: (transfer floating): a button that is an icon alone
 */
GtkWidget *
sl_icon_button_new (const char *icon, const char *tip, const char *action)
{
  GtkWidget *button = gtk_button_new_from_icon_name (icon);

  gtk_widget_set_tooltip_text (button, tip);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (button), action);
  return button;
}

/**
 * sl_icon_button_new_menu:
 * @tip: what the menu is for, translated
 *
 * Returns: (transfer floating): a button that is an icon alone and opens @menu
 */
GtkWidget *
sl_icon_button_new_menu (const char *icon, const char *tip, GMenuModel *menu)
{
  GtkWidget *button = gtk_menu_button_new ();

  gtk_menu_button_set_icon_name (GTK_MENU_BUTTON (button), icon);
  gtk_menu_button_set_menu_model (GTK_MENU_BUTTON (button), menu);
  gtk_widget_set_tooltip_text (button, tip);
  return button;
}
