/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-scroll.h"

#include "sl-table-selection.h"
#include "sl-table.h"

#define SCROLLED "scrolled" /* the line that comes into sight with the table, from 1 */

/* A table may be filled some lines at a time. */
static void
ensure_line (GtkColumnView *view, guint position)
{
  GtkSelectionModel *model = gtk_column_view_get_model (view);

  if (SL_IS_TABLE_SELECTION (model))
    sl_table_selection_ensure (SL_TABLE_SELECTION (model), position);
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
  enter_at (list, sl_table_find_row (view, wanted - 1));
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
  ensure_line (view, position);
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
  GtkWidget *row = sl_table_find_row (view, position);

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
  GtkWidget *list = find_list (view);
  GtkWidget *row;
  guint n_lines;

  ensure_line (view, is_last ? G_MAXUINT - 1 : 0);
  n_lines = g_list_model_get_n_items (G_LIST_MODEL (gtk_column_view_get_model (view)));
  if (list == NULL || n_lines == 0)
    return;

  sl_table_scroll_to (view, is_last ? n_lines - 1 : 0);
  row = is_last ? gtk_widget_get_last_child (list) : gtk_widget_get_first_child (list);
  if (row != NULL)
    gtk_widget_grab_focus (row);
}
