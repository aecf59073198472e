/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* For g_object_new() of a window of a type of ours: once assistive technologies know of a first window, GTK 4.8 forgets the
 * role of those that come later, unless it is given. It is too late for that once something in the window has the focus. */
#define SL_WINDOW_ROLE "accessible-role", GTK_ACCESSIBLE_ROLE_WINDOW

void sl_window_present_at (GtkWindow *window, GtkWidget *focus);

void sl_button_names_give (GtkWidget *widget);
void sl_page_names_give (GtkStack *stack);
GtkWidget *sl_search_entry_new (const char *name, GtkWidget *capture);
void sl_tip_name_give (GtkWidget *widget, const char *name);

double sl_text_scale_get (GtkWidget *widget);

void sl_error_mark_set (GtkWidget *widget, gboolean is_invalid);

GtkWidget *sl_icon_button_new (const char *icon, const char *tip, const char *action);
GtkWidget *sl_icon_button_new_menu (const char *icon, const char *tip, GMenuModel *menu);

GtkWidget *sl_decoration_new (const char *icon);
GtkWidget *sl_swatch_new (guint32 colour, int width, int height);

void sl_combo_value_keep (AdwComboRow *row);
void sl_combo_value_narrow (GtkDropDown *drop);

void sl_dialog_suggest (AdwMessageDialog *dialog, const char *answer);

G_END_DECLS
