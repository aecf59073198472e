/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* One line of a table: a place, at which now this item stands and now that one. */
#define SL_TYPE_TABLE_LINE (sl_table_line_get_type ())
G_DECLARE_FINAL_TYPE (SlTableLine, sl_table_line, SL, TABLE_LINE, GObject)

#define SL_TYPE_TABLE_LINES (sl_table_lines_get_type ())
G_DECLARE_FINAL_TYPE (SlTableLines, sl_table_lines, SL, TABLE_LINES, GObject)

SlTableLines *sl_table_lines_new (GListModel *items, GtkWidget *view);
void sl_table_lines_ensure (SlTableLines *self, guint position);
void sl_table_lines_renew (SlTableLines *self);

gpointer sl_table_line_get_item (SlTableLine *self);

G_END_DECLS
