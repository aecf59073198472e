/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-fit.h"

#include "sl-table.h"

/* Where a table is too narrow for all of its columns, the least important ones go, so that those that
 * matter are in sight; they come back with the room. Columns that the user asked for, or made as wide
 * as they are, stay. */

#define PINNED "pinned"

typedef struct
{
  GtkColumnView *view; /* that owns it */
  GtkAdjustment *adjustment;
  GArray *widths; /* of gint: of the table, below which each column that went had to go */
  guint fit;      /* idle; 0 while none is on its way */
  double hidden;  /* pixels of the first columns, where text goes from right to left */
} Fit;

/* Where text goes from right to left the first column is on the right, and GTK 4.8 would cut that one. */
static void
keep_first_columns (Fit *self)
{
  double end =
      gtk_adjustment_get_upper (self->adjustment) - gtk_adjustment_get_page_size (self->adjustment);

  if (gtk_widget_get_direction (GTK_WIDGET (self->view)) == GTK_TEXT_DIR_RTL)
    gtk_adjustment_set_value (self->adjustment, end - self->hidden);
}

/* Scrolled by the user, most of the time. */
static void
scrolled_cb (Fit *self)
{
  self->hidden = gtk_adjustment_get_upper (self->adjustment) -
                 gtk_adjustment_get_page_size (self->adjustment) -
                 gtk_adjustment_get_value (self->adjustment);
}

static gboolean
can_yield (GtkColumnViewColumn *column)
{
  return sl_table_get_yields (column) > 0 && !sl_table_is_absent (column, SL_COLUMN_YIELDED) &&
         !sl_table_fit_is_pinned (column) && gtk_column_view_column_get_fixed_width (column) < 0 &&
         gtk_column_view_column_get_visible (column);
}

/* (transfer none) (nullable): the next to go, or the last that went */
static GtkColumnViewColumn *
find_column (Fit *self, gboolean is_to_go)
{
  GListModel *columns = gtk_column_view_get_columns (self->view);
  GtkColumnViewColumn *found = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      guint yields = sl_table_get_yields (column);

      if (!(is_to_go ? can_yield (column) : sl_table_is_absent (column, SL_COLUMN_YIELDED)))
        continue;
      /* The view has it too. */
      if (found == NULL ||
          (is_to_go ? yields < sl_table_get_yields (found) : yields > sl_table_get_yields (found)))
        found = column;
    }
  return found;
}

static gboolean
fit_cb (gpointer user_data)
{
  Fit *self = user_data;
  int room = (int) gtk_adjustment_get_page_size (self->adjustment);
  int needed = (int) gtk_adjustment_get_upper (self->adjustment);
  gboolean is_narrow = needed > room && room > 0;
  guint n_gone = self->widths->len;
  GtkColumnViewColumn *column;

  self->fit = 0;
  keep_first_columns (self);
  if (!is_narrow && (n_gone == 0 || g_array_index (self->widths, int, n_gone - 1) > room))
    return G_SOURCE_REMOVE;

  column = find_column (self, is_narrow);
  if (is_narrow && column != NULL)
    g_array_append_val (self->widths, needed);
  else if (!is_narrow)
    g_array_set_size (self->widths, n_gone - 1);
  if (column != NULL)
    sl_table_set_absent (column, SL_COLUMN_YIELDED, is_narrow);
  return G_SOURCE_REMOVE;
}

/* Columns do not change while the table is being laid out. */
static void
changed_cb (Fit *self)
{
  if (self->fit == 0)
    self->fit = g_idle_add_full (G_PRIORITY_HIGH_IDLE, fit_cb, self, NULL);
}

static void
follow_adjustment (Fit *self)
{
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_set_object (&self->adjustment, gtk_scrollable_get_hadjustment (GTK_SCROLLABLE (self->view)));
  if (self->adjustment != NULL)
    {
      g_signal_connect_swapped (self->adjustment, "changed", G_CALLBACK (changed_cb), self);
      g_signal_connect_swapped (self->adjustment, "value-changed", G_CALLBACK (scrolled_cb), self);
    }
}

static void
fit_free (gpointer data)
{
  Fit *self = data;

  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_data (self->adjustment, self);
  g_clear_handle_id (&self->fit, g_source_remove);
  g_clear_object (&self->adjustment);
  g_array_unref (self->widths);
  g_free (self);
}

/**
 * sl_table_fit_follow:
 * @view: with all its columns, each made by sl_table_add_columns()
 *
 * From now on those of its columns that yield are in sight only where there is room for all.
 */
void
sl_table_fit_follow (GtkColumnView *view)
{
  Fit *self = g_new0 (Fit, 1);

  self->view = view;
  self->widths = g_array_new (FALSE, FALSE, sizeof (int));
  follow_adjustment (self);
  g_signal_connect_swapped (view, "notify::hadjustment", G_CALLBACK (follow_adjustment), self);
  g_object_set_data_full (G_OBJECT (view), "fit", self, fit_free);
}

/**
 * sl_table_fit_pin:
 * @is_pinned: whether the column is shown where there is little room as well: the user asked for it
 */
void
sl_table_fit_pin (GtkColumnView *view, GtkColumnViewColumn *column, gboolean is_pinned)
{
  Fit *fit = g_object_get_data (G_OBJECT (view), "fit");

  g_object_set_data (G_OBJECT (column), PINNED, GINT_TO_POINTER (is_pinned));
  if (is_pinned)
    sl_table_set_absent (column, SL_COLUMN_YIELDED, FALSE);
  else if (fit != NULL && fit->adjustment != NULL)
    changed_cb (fit);
}

/**
 * sl_table_fit_is_pinned:
 *
 * Returns: whether the user asked for the column
 */
gboolean
sl_table_fit_is_pinned (GtkColumnViewColumn *column)
{
  return g_object_get_data (G_OBJECT (column), PINNED) != NULL;
}
