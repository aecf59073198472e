/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-table-selection.h"

G_BEGIN_DECLS

/**
 * SlTableMenuFunc:
 * @item: of the table's model: what is in the line
 *
 * Returns: (transfer full) (nullable): the menu of the line, to which what every line has is added
 */
typedef GMenu *(*SlTableMenuFunc) (gpointer user_data, gpointer item);

SlTableSelection *
sl_table_make_selection (GtkColumnView *view, GListModel *model, const char *name);
void sl_table_set_menu (GtkColumnView *view, SlTableMenuFunc make, gpointer user_data);

G_END_DECLS
