/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "sl-line.h"

G_BEGIN_DECLS

/* What sl_line_model_set_order() takes for the order of the tables. */
#define SL_LINE_NO_COLUMN (-1)

/* The key of a line that does not have the figure; such lines come last in either direction. */
#define SL_LINE_NO_KEY G_MAXINT64

#define SL_TYPE_LINE_MODEL (sl_line_model_get_type ())
G_DECLARE_DERIVABLE_TYPE (SlLineModel, sl_line_model, SL, LINE_MODEL, GObject)

/**
 * SlLineModelClass:
 * @ref_table: takes a reference to a table
 * @unref_table: gives it back
 * @count: how many lines a table has
 * @is_listed: (nullable): whether line @number of @table is in the list; %NULL for all of them
 * @get_key: (nullable): what the line is sorted by, or %SL_LINE_NO_KEY; @column may be
 *   %SL_LINE_NO_COLUMN. %NULL where the list keeps the order of the tables.
 */
struct _SlLineModelClass
{
  GObjectClass parent_class;

  gpointer (*ref_table) (gpointer table);
  void (*unref_table) (gpointer table);
  guint (*count) (SlLineModel *self, gpointer table);
  gboolean (*is_listed) (SlLineModel *self, gpointer table, guint trace, guint number);
  gint64 (*get_key) (SlLineModel *self, gpointer table, guint trace, guint number, int column);
};

void sl_line_model_set_tables (SlLineModel *self, GPtrArray *tables);
void sl_line_model_set_order (SlLineModel *self, int column, gboolean descending);
void sl_line_model_refill (SlLineModel *self);
guint sl_line_model_find (SlLineModel *self, guint trace, guint number);
GArray *sl_line_model_dup_numbers (SlLineModel *self, guint trace) G_GNUC_WARN_UNUSED_RESULT;

G_END_DECLS
