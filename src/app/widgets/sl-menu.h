/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* Menus that GTK makes of a model, without what is wrong with them. */

G_BEGIN_DECLS

GtkWidget *sl_menu_new (GMenuModel *model);
void sl_menu_roles_follow (GtkPopover *menu);

G_END_DECLS
