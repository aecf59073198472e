/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The lines of a table that are selected: one that the table is about, and any others to be copied with it. */
#define SL_TYPE_TABLE_SELECTION (sl_table_selection_get_type ())
G_DECLARE_FINAL_TYPE (SlTableSelection, sl_table_selection, SL, TABLE_SELECTION, GObject)

SlTableSelection *sl_table_selection_new (GListModel *model);
GListModel *sl_table_selection_get_model (SlTableSelection *self);
guint sl_table_selection_get_selected (SlTableSelection *self);
gpointer sl_table_selection_get_selected_item (SlTableSelection *self);
void sl_table_selection_set_selected (SlTableSelection *self, guint position);
void sl_table_selection_attach (SlTableSelection *self, GtkColumnView *view);
void sl_table_selection_ensure (SlTableSelection *self, guint position);

G_END_DECLS
