/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-sort.h"

#include "sl-table.h"

/* Lists of a few lines, all of which are there, in the order that the user wants. Lines that are equal keep that of the list. */

typedef struct
{
  SlTableCompareFunc compare;
  gpointer user_data;
  guint column; /* G_MAXUINT for the order of the list */
  gboolean descending;
  GtkSorter *sorter;
} Order;

static void
order_free (gpointer data)
{
  Order *order = data;

  g_object_unref (order->sorter);
  g_free (order);
}

static Order *
get_order (GtkColumnView *view)
{
  return g_object_get_data (G_OBJECT (view), "order");
}

static int
compare_cb (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const Order *order = user_data;
  int result;

  if (order->column == G_MAXUINT)
    return 0;

  result = order->compare ((gpointer) one, (gpointer) other, order->column, order->user_data);
  return order->descending ? -result : result;
}

static void
sort_cb (guint column, gboolean descending, gpointer view)
{
  Order *order = get_order (view);
  guint n_columns = g_list_model_get_n_items (gtk_column_view_get_columns (view));

  order->column = column < n_columns ? column : G_MAXUINT;
  order->descending = descending;
  gtk_sorter_changed (order->sorter, GTK_SORTER_CHANGE_DIFFERENT);
}

/**
 * sl_table_sort_prepare:
 * @view: with all its columns, before it has lines
 * @compare: called with @user_data, which must live as long as @view
 *
 * Lets the lines be sorted by any column.
 */
void
sl_table_sort_prepare (GtkColumnView *view, SlTableCompareFunc compare, gpointer user_data)
{
  Order *order = g_new0 (Order, 1);

  order->compare = compare;
  order->user_data = user_data;
  order->column = G_MAXUINT;
  order->sorter = GTK_SORTER (gtk_custom_sorter_new (compare_cb, order, NULL));
  g_object_set_data_full (G_OBJECT (view), "order", order, order_free);
  sl_table_add_sorters (view, sort_cb, view);
}

/**
 * sl_table_sort_lines:
 * @view: a prepared one
 * @lines: (transfer none): in the order that they have by themselves
 *
 * Returns: (transfer full): the same in the order of the table, for sl_table_make_selection(); only as long as @view lives
 */
GListModel *
sl_table_sort_lines (GtkColumnView *view, GListModel *lines)
{
  return G_LIST_MODEL (
      gtk_sort_list_model_new (g_object_ref (lines), g_object_ref (get_order (view)->sorter)));
}

/**
 * sl_table_sort_again:
 *
 * What the lines are sorted by has changed.
 */
void
sl_table_sort_again (GtkColumnView *view)
{
  Order *order = get_order (view);

  if (order->column != G_MAXUINT)
    gtk_sorter_changed (order->sorter, GTK_SORTER_CHANGE_DIFFERENT);
}
