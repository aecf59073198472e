/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Compares two lines by a column, upwards. */
typedef int (*SlTableCompareFunc) (gpointer one, gpointer other, guint column, gpointer user_data);

void sl_table_sort_prepare (GtkColumnView *view, SlTableCompareFunc compare, gpointer user_data);
GListModel *sl_table_sort_lines (GtkColumnView *view, GListModel *lines);
void sl_table_sort_again (GtkColumnView *view);

G_END_DECLS
