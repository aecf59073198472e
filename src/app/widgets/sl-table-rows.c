/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table.h"

/* The rows of a table that are made now, and what is done to them. */

/* NULL while the cell is in no row. */
static GtkWidget *
get_row_of (GtkWidget *cell)
{
  GtkWidget *column_cell = gtk_widget_get_parent (cell);

  return column_cell != NULL ? gtk_widget_get_parent (column_cell) : NULL;
}

/* The row of a cell that is filled now. */
static GtkWidget *
get_row (GtkListItem *list_item)
{
  GtkWidget *cell = gtk_list_item_get_child (list_item);

  return cell != NULL ? get_row_of (cell) : NULL;
}

/**
 * sl_table_find_line:
 * @x: in @view
 * @y: likewise
 *
 * Returns: the position of the line there; %GTK_INVALID_LIST_POSITION for none
 */
guint
sl_table_find_line (GtkColumnView *view, double x, double y)
{
  GHashTable *bound = g_object_get_data (G_OBJECT (view), "bound");
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (view), x, y, GTK_PICK_DEFAULT);
  GHashTableIter iter;
  gpointer cell;

  if (picked == NULL)
    return GTK_INVALID_LIST_POSITION;

  g_hash_table_iter_init (&iter, bound);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    {
      GtkWidget *row = get_row (cell);

      if (row != NULL && (picked == row || gtk_widget_is_ancestor (picked, row)))
        return gtk_list_item_get_position (cell);
    }

  return GTK_INVALID_LIST_POSITION;
}

/**
 * sl_table_append_columns:
 * @name: of a row, for sl_table_name_row()
 * @said: by number of the column, a bit for each that it says already
 *
 * Adds the other columns that are wanted, be there room for them or not, and say something of @item, with their titles.
 */
void
sl_table_append_columns (GString *name,
                         GtkColumnView *view,
                         guint64 said,
                         SlTableTextFunc dup_text,
                         gpointer user_data,
                         gpointer item)
{
  GListModel *columns = gtk_column_view_get_columns (view);

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      guint number = sl_table_get_number (column);
      g_autofree char *text = NULL;

      if (sl_table_is_absent (column, SL_COLUMN_EMPTY | SL_COLUMN_HIDDEN) ||
          (said >> number & 1) != 0)
        continue;
      text = dup_text (user_data, number, item);
      if (text[0] != '\0')
        g_string_append_printf (name, ", %s %s", gtk_column_view_column_get_title (column), text);
    }
}

/**
 * sl_table_name_row:
 * @cell: of the row
 * @name: what a reader says of it: the row itself has the focus, and no name of its own
 */
void
sl_table_name_row (GtkWidget *cell, const char *name)
{
  GtkWidget *row = get_row_of (cell);

  if (row != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

/**
 * sl_table_find_row:
 * @position: of a line
 *
 * Returns: (transfer none) (nullable): the row that shows it; %NULL where none is made for it
 */
GtkWidget *
sl_table_find_row (GtkColumnView *view, guint position)
{
  GHashTable *bound = g_object_get_data (G_OBJECT (view), "bound");
  GHashTableIter iter;
  gpointer cell;

  g_hash_table_iter_init (&iter, bound);
  while (g_hash_table_iter_next (&iter, &cell, NULL))
    if (gtk_list_item_get_position (cell) == position && get_row (cell) != NULL)
      return get_row (cell);

  return NULL;
}
