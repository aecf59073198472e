/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table.h"

/* The rows of a table that are made now, and what is done to them. */

#define SCROLLED "scrolled" /* the line that comes into sight with the table, from 1 */

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

/* The list inside the table alone knows how to scroll to a row, and has the rows. */
static GtkWidget *
find_list (GtkColumnView *view)
{
  GtkWidget *child = gtk_widget_get_last_child (GTK_WIDGET (view));

  while (child != NULL && !GTK_IS_SCROLLABLE (child))
    child = gtk_widget_get_prev_sibling (child);
  return child;
}

/* The row that shows a line; NULL where none is made for it. */
static GtkWidget *
find_row (GtkColumnView *view, guint position)
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

/* Where the list is entered: it goes by which of its rows had the focus last. */
static void
enter_at (GtkWidget *list, GtkWidget *row)
{
  if (row == NULL || gtk_widget_get_focus_child (list) != NULL)
    return;

  gtk_widget_set_focus_child (list, row);
  gtk_widget_set_focus_child (list, NULL);
}

static gboolean
scroll_cb (GtkWidget *widget, GdkFrameClock *clock, gpointer user_data)
{
  GtkColumnView *view = GTK_COLUMN_VIEW (widget);
  guint wanted = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (view), SCROLLED));
  GtkWidget *list = find_list (view);

  if (gtk_widget_get_mapped (widget) && gtk_widget_get_height (list) <= 0)
    return G_SOURCE_CONTINUE;

  g_object_set_data (G_OBJECT (view), SCROLLED, NULL);
  if (wanted == 0 ||
      wanted > g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view))))
    return G_SOURCE_REMOVE;

  gtk_widget_activate_action (list, "list.scroll-to-item", "u", wanted - 1);
  enter_at (list, find_row (view, wanted - 1));
  return G_SOURCE_REMOVE;
}

/* A list without a size does not know where its lines are. */
static void
map_cb (GtkColumnView *view)
{
  g_signal_handlers_disconnect_by_func (view, map_cb, NULL);
  if (scroll_cb (GTK_WIDGET (view), NULL, NULL) == G_SOURCE_CONTINUE)
    gtk_widget_add_tick_callback (GTK_WIDGET (view), scroll_cb, NULL, NULL);
}

/**
 * sl_table_scroll_to:
 * @position: of the line that comes into sight, in a table that nobody sees as soon as it is seen; there Tab enters it
 */
void
sl_table_scroll_to (GtkColumnView *view, guint position)
{
  g_signal_handlers_disconnect_by_func (view, map_cb, NULL);
  g_object_set_data (G_OBJECT (view), SCROLLED, GUINT_TO_POINTER (position + 1));
  if (gtk_widget_get_mapped (GTK_WIDGET (view)))
    map_cb (view);
  else
    g_signal_connect (view, "map", G_CALLBACK (map_cb), NULL);
}

/**
 * sl_table_focus_line:
 * @position: of the line that takes the focus; of one that is not in sight the list does so
 */
void
sl_table_focus_line (GtkColumnView *view, guint position)
{
  GtkWidget *list = find_list (view);
  GtkWidget *row = find_row (view, position);

  if ((row == NULL || !gtk_widget_grab_focus (row)) && list != NULL)
    gtk_widget_grab_focus (list);
}

/**
 * sl_table_focus_end:
 * @is_last: whether the last line comes into sight and takes the focus, or the first one
 *
 * What the table does itself for a key, but lines that are new have to be there for that.
 */
void
sl_table_focus_end (GtkColumnView *view, gboolean is_last)
{
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view)));
  GtkWidget *list = find_list (view);
  GtkWidget *row;

  if (list == NULL || n_lines == 0)
    return;

  sl_table_scroll_to (view, is_last ? n_lines - 1 : 0);
  row = is_last ? gtk_widget_get_last_child (list) : gtk_widget_get_first_child (list);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}
