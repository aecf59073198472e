/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-command-columns.h"

/* The list whose columns the commands show and hide: the one that is on the screen. */

static GtkColumnView *
find_list (GtkWidget *widget)
{
  if (!gtk_widget_get_mapped (widget))
    return NULL;
  if (GTK_IS_COLUMN_VIEW (widget))
    return GTK_COLUMN_VIEW (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkColumnView *view = find_list (child);

      if (view != NULL)
        return view;
    }
  return NULL;
}

/**
 * sl_command_columns_find_view:
 *
 * Returns: (transfer none) (nullable): the list below the timeline; %NULL where none is shown
 */
GtkColumnView *
sl_command_columns_find_view (SlTraceView *page)
{
  g_autoptr (GtkSelectionModel) panels = NULL;

  g_return_val_if_fail (SL_IS_TRACE_VIEW (page), NULL);

  panels = sl_trace_view_get_panels (page);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (panels)); i++)
    {
      g_autoptr (GObject) panel = g_list_model_get_item (G_LIST_MODEL (panels), i);

      if (gtk_selection_model_is_selected (panels, i))
        return find_list (gtk_stack_page_get_child (GTK_STACK_PAGE (panel)));
    }
  return NULL;
}
