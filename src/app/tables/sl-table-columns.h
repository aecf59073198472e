/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_table_columns_keep (GtkColumnView *view, const char *name, GActionMap *actions);
GMenuModel *sl_table_columns_get_menu (GtkColumnView *view);
GActionGroup *sl_table_columns_get_actions (GtkColumnView *view);

G_END_DECLS
