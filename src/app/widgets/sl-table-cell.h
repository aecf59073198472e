/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-table.h"

G_BEGIN_DECLS

/* The cells of a table's column: as wide as the longest text that was seen in it, within limits, so
 * that a line costs no measuring of text. */

GtkWidget *sl_table_cell_new (const SlTableColumn *column, guint longest);
guint sl_table_cell_get_least (const SlTableColumn *column, guint longest);
void sl_table_cell_fit (GtkWidget *cell, const SlTableColumn *column, guint longest);
guint sl_table_cell_measure (GtkWidget *cell);

G_END_DECLS
