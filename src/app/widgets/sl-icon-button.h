/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *sl_icon_button_new (const char *icon, const char *tip, const char *action);
GtkWidget *sl_icon_button_new_menu (const char *icon, const char *tip, GMenuModel *menu);

G_END_DECLS
