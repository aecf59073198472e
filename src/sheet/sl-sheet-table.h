/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The tables of a sheet: tasks, servers and interrupts of a task set, the runs of an exercise. */

#include "sl-exercise-trace.h"

G_BEGIN_DECLS

/**
 * SlSheetTable:
 * @n_columns: above 0
 * @cells: (element-type utf8): row by row, the first row is the heading
 * @symbols: bits of columns whose heading is a symbol, such as C
 */
typedef struct
{
  guint n_columns;
  GPtrArray *cells;
  guint symbols;
} SlSheetTable;

void sl_sheet_table_free (SlSheetTable *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (SlSheetTable, sl_sheet_table_free)

guint sl_sheet_table_get_n_rows (const SlSheetTable *self);
const char *sl_sheet_table_get (const SlSheetTable *self, guint row, guint column);

SlSheetTable *sl_sheet_table_new_tasks (const SlTaskSet *set);
SlSheetTable *sl_sheet_table_new_servers (const SlTaskSet *set);
SlSheetTable *sl_sheet_table_new_lines (const SlTaskSet *set);

G_END_DECLS
