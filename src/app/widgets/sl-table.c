/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table.h"

#include <glib/gi18n.h>

#include "sl-table-cell.h"

/* Why a column is not shown, as its data: of #SlColumnAbsence. */
#define ABSENCE "absence"

/* Of a column that had no text yet. */
#define LETTERS_UNKNOWN 12

typedef struct
{
  const SlTableColumn *column;
  guint number;
  SlTableBindFunc bind;
  gpointer user_data;
  guint longest;     /* of its texts up to now, in letters */
  GHashTable *bound; /* cells (GtkListItem) that are filled now, with their column's Binding */
} Binding;

static void
binding_free (gpointer data, GClosure *closure)
{
  Binding *binding = data;

  g_hash_table_unref (binding->bound);
  g_free (binding);
}

static void
setup_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, Binding *binding)
{
  gtk_list_item_set_child (list_item, sl_table_cell_new (binding->column, binding->longest));
}

/* All cells of the column that are filled now. */
static void
widen_column (Binding *binding, guint longest)
{
  GHashTableIter iter;
  gpointer cell, other;

  binding->longest = longest;
  g_hash_table_iter_init (&iter, binding->bound);
  while (g_hash_table_iter_next (&iter, &cell, &other))
    if (other == binding)
      sl_table_cell_fit (gtk_list_item_get_child (cell), binding->column, longest);
}

static void
fill_cell (GtkListItem *list_item, Binding *binding)
{
  GtkWidget *cell = gtk_list_item_get_child (list_item);
  guint length;

  binding->bind (cell, binding->number, gtk_list_item_get_item (list_item), binding->user_data);
  length = sl_table_cell_measure (cell);
  if (length > binding->longest)
    widen_column (binding, length);
  else
    sl_table_cell_fit (cell, binding->column, binding->longest);
}

static void
bind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, Binding *binding)
{
  g_hash_table_insert (binding->bound, list_item, binding);
  fill_cell (list_item, binding);
}

static void
unbind_cb (GtkSignalListItemFactory *factory, GtkListItem *list_item, Binding *binding)
{
  g_hash_table_remove (binding->bound, list_item);
}

static GtkLabel *
find_label (GtkWidget *widget)
{
  if (GTK_IS_LABEL (widget))
    return GTK_LABEL (widget);

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkLabel *found = find_label (child);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* Over numbers, which end at the end of their column, titles do so too. */
static void
align_titles (GtkColumnView *view, const SlTableColumn *columns, guint n_columns)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; title != NULL && i < n_columns; i++)
    {
      GtkLabel *label = columns[i].is_number ? find_label (title) : NULL;

      if (label != NULL)
        {
          gtk_widget_set_hexpand (GTK_WIDGET (label), TRUE);
          gtk_widget_set_halign (GTK_WIDGET (label), GTK_ALIGN_END);
        }
      title = gtk_widget_get_next_sibling (title);
    }
}

/* Letters that a title leaves room for while no line does; -1 for what the title itself needs. */
static int
get_room (GtkColumnViewColumn *column, gboolean is_empty)
{
  const Binding *binding = g_object_get_data (G_OBJECT (column), "binding");

  if (binding == NULL || !is_empty)
    return -1;

  return (int) sl_table_cell_get_least (binding->column,
                                        binding->longest != 0 ? binding->longest : LETTERS_UNKNOWN);
}

/* Columns are as wide as their cells: while there are none, the titles hold the places that they had, or will have. */
static void
hold_columns (GtkColumnView *view)
{
  GListModel *columns = gtk_column_view_get_columns (view);
  GListModel *lines = G_LIST_MODEL (gtk_column_view_get_model (view));
  gboolean is_empty = lines == NULL || g_list_model_get_n_items (lines) == 0;
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (view));
  GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;

  for (guint i = 0; title != NULL && i < g_list_model_get_n_items (columns); i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (columns, i);
      GtkLabel *label = find_label (title);

      if (label != NULL)
        gtk_label_set_width_chars (label, get_room (column, is_empty));
      title = gtk_widget_get_next_sibling (title);
    }
}

static void
model_changed_cb (GtkColumnView *view)
{
  GtkSelectionModel *model = gtk_column_view_get_model (view);
  GListModel *before = g_object_get_data (G_OBJECT (view), "held-model");

  if (before != NULL)
    g_signal_handlers_disconnect_by_func (before, hold_columns, view);
  g_object_set_data_full (G_OBJECT (view), "held-model", model,
                          model != NULL ? g_object_unref : NULL);
  if (model != NULL)
    g_signal_connect_object (g_object_ref (model), "items-changed", G_CALLBACK (hold_columns), view,
                             G_CONNECT_SWAPPED);
  hold_columns (view);
}

/**
 * sl_table_add_columns:
 * @columns: static
 * @bind: fills a cell; called with @user_data, which must live as long as @view
 */
void
sl_table_add_columns (GtkColumnView *view,
                      const SlTableColumn *columns,
                      guint n_columns,
                      SlTableBindFunc bind,
                      gpointer user_data)
{
  g_autoptr (GHashTable) bound = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < n_columns; i++)
    {
      GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
      g_autoptr (GtkColumnViewColumn) made =
          gtk_column_view_column_new (_ (columns[i].title), factory);
      Binding *binding = g_new (Binding, 1);

      *binding = (Binding) { &columns[i], i, bind, user_data, 0, g_hash_table_ref (bound) };
      g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), binding);
      g_signal_connect_data (factory, "bind", G_CALLBACK (bind_cb), binding, binding_free, 0);
      g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cb), binding);
      g_signal_connect (factory, "teardown", G_CALLBACK (unbind_cb), binding);
      g_object_set_data (G_OBJECT (made), "binding", binding);
      gtk_column_view_column_set_expand (made, columns[i].expands);
      gtk_column_view_column_set_resizable (made, TRUE);
      gtk_column_view_append_column (view, made);
    }
  g_object_set_data_full (G_OBJECT (view), "bound", g_steal_pointer (&bound),
                          (GDestroyNotify) g_hash_table_unref);
  align_titles (view, columns, n_columns);
  g_signal_connect (view, "notify::model", G_CALLBACK (model_changed_cb), NULL);
  model_changed_cb (view);
}

/**
 * sl_table_move_columns:
 * @first: place of the first of them
 * @to: place of the last of them afterwards, behind @first
 *
 * Shows columns at another place; what is told of them keeps their numbers.
 */
void
sl_table_move_columns (GtkColumnView *view, guint first, guint n_columns, guint to)
{
  for (guint i = 0; i < n_columns; i++)
    {
      g_autoptr (GtkColumnViewColumn) column =
          g_list_model_get_item (gtk_column_view_get_columns (view), first);

      gtk_column_view_insert_column (view, to, column);
    }
}

/**
 * sl_table_set_title:
 * @title: translated
 */
void
sl_table_set_title (GtkColumnView *view, guint column, const char *title)
{
  g_autoptr (GtkColumnViewColumn) found =
      g_list_model_get_item (gtk_column_view_get_columns (view), column);

  gtk_column_view_column_set_title (found, title);
}

/**
 * sl_table_set_absent:
 * @reason: one of them
 * @is_absent: whether the column is absent for that reason
 *
 * A column is shown unless it is absent for some reason. Lines that are there have names that say which columns the user wants.
 */
void
sl_table_set_absent (GtkColumnViewColumn *column, SlColumnAbsence reason, gboolean is_absent)
{
  guint reasons = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), ABSENCE));

  guint before = reasons;

  reasons = is_absent ? reasons | reason : reasons & ~(guint) reason;
  g_object_set_data (G_OBJECT (column), ABSENCE, GUINT_TO_POINTER (reasons));
  gtk_column_view_column_set_visible (column, reasons == 0);
  if (((before ^ reasons) & SL_COLUMN_HIDDEN) != 0)
    sl_table_bind_again (gtk_column_view_column_get_column_view (column));
}

/**
 * sl_table_is_absent:
 * @reasons: one or several
 *
 * Returns: whether the column is absent for one of them
 */
gboolean
sl_table_is_absent (GtkColumnViewColumn *column, SlColumnAbsence reasons)
{
  return (GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (column), ABSENCE)) & reasons) != 0;
}

/**
 * sl_table_show_column:
 * @is_shown: whether the table has something to say there
 *
 * As sl_table_set_absent() by %SL_COLUMN_EMPTY, for the column of that number.
 */
void
sl_table_show_column (GtkColumnView *view, guint column, gboolean is_shown)
{
  g_autoptr (GtkColumnViewColumn) found =
      g_list_model_get_item (gtk_column_view_get_columns (view), column);

  sl_table_set_absent (found, SL_COLUMN_EMPTY, !is_shown);
}

/**
 * sl_table_get_yields:
 *
 * Returns: #SlTableColumn.yields of the column
 */
guint
sl_table_get_yields (GtkColumnViewColumn *column)
{
  const Binding *binding = g_object_get_data (G_OBJECT (column), "binding");

  return binding->column->yields;
}

/* What the sorters of a table's columns share. */
typedef struct
{
  GtkColumnView *view; /* that owns it */
  SlTableSortFunc sort;
  gpointer user_data;
  guint asked_for; /* the first column of the view's order, while that is asked for */
  gboolean descending;
} Sorting;

typedef struct
{
  Sorting *sorting;
  guint column;
} ColumnOrder;

/* The view says by which column it sorts only through the sorters of its columns. */
static int
tell_column_cb (gconstpointer one, gconstpointer other, gpointer user_data)
{
  const ColumnOrder *order = user_data;

  order->sorting->asked_for = order->column;
  return 1;
}

static void
sort_cb (GtkSorter *sorter, GtkSorterChange change, Sorting *sorting)
{
  GtkOrdering direction;

  sorting->asked_for = g_list_model_get_n_items (gtk_column_view_get_columns (sorting->view));
  /* Of two different things: a sorter does not ask how one compares with itself. */
  direction = gtk_sorter_compare (sorter, sorting->view, sorter);
  sorting->descending = direction == GTK_ORDERING_SMALLER;
  sorting->sort (sorting->asked_for, sorting->descending, sorting->user_data);
}

/**
 * sl_table_add_sorters:
 * @sort: called with @user_data, which must live as long as @view, when the user clicks a title
 *
 * Lets every column be sorted by; who is told does so.
 */
void
sl_table_add_sorters (GtkColumnView *view, SlTableSortFunc sort, gpointer user_data)
{
  GListModel *made = gtk_column_view_get_columns (view);
  guint n_columns = g_list_model_get_n_items (made);
  Sorting *sorting = g_new (Sorting, 1);

  *sorting = (Sorting) { view, sort, user_data, n_columns, FALSE };
  for (guint i = 0; i < n_columns; i++)
    {
      g_autoptr (GtkColumnViewColumn) column = g_list_model_get_item (made, i);
      g_autoptr (GtkSorter) sorter = NULL;
      ColumnOrder *order = g_new (ColumnOrder, 1);

      *order = (ColumnOrder) { sorting, i };
      sorter = GTK_SORTER (gtk_custom_sorter_new (tell_column_cb, order, g_free));
      gtk_column_view_column_set_sorter (column, sorter);
    }
  g_object_set_data_full (G_OBJECT (view), "sorting", sorting, g_free);
  g_signal_connect (gtk_column_view_get_sorter (view), "changed", G_CALLBACK (sort_cb), sorting);
}

/**
 * sl_table_get_sorted:
 * @descending: (out): whether downwards
 *
 * Returns: the number of the column that the table is sorted by; %G_MAXUINT for none
 */
guint
sl_table_get_sorted (GtkColumnView *view, gboolean *descending)
{
  const Sorting *sorting = g_object_get_data (G_OBJECT (view), "sorting");
  guint n_columns = g_list_model_get_n_items (gtk_column_view_get_columns (view));

  *descending = sorting != NULL && sorting->descending;
  return sorting != NULL && sorting->asked_for < n_columns ? sorting->asked_for : G_MAXUINT;
}

/**
 * sl_table_dup_cell:
 * @column: of sl_table_add_columns()
 * @item: of the table’s model
 *
 * Returns: (transfer full) (nullable): the text of the cell, also where none is in sight
 */
char *
sl_table_dup_cell (GtkColumnViewColumn *column, gpointer item)
{
  const Binding *binding = g_object_get_data (G_OBJECT (column), "binding");
  GtkWidget *cell = g_object_get_data (G_OBJECT (column), "cell");
  const char *text;

  /* One for all lines: to make a widget takes longer than to fill it. */
  if (cell == NULL)
    {
      cell = g_object_ref_sink (gtk_inscription_new (NULL));
      g_object_set_data_full (G_OBJECT (column), "cell", cell, g_object_unref);
    }
  binding->bind (cell, binding->number, item, binding->user_data);
  text = gtk_inscription_get_text (GTK_INSCRIPTION (cell));
  return g_strdup (text != NULL && g_str_has_prefix (text, SL_TABLE_BAR " ")
                       ? text + strlen (SL_TABLE_BAR " ")
                       : text);
}

/**
 * sl_table_get_number:
 * @column: of sl_table_add_columns()
 *
 * Returns: its number there, wherever it is shown
 */
guint
sl_table_get_number (GtkColumnViewColumn *column)
{
  const Binding *binding = g_object_get_data (G_OBJECT (column), "binding");

  return binding->number;
}

/**
 * sl_table_is_of_numbers:
 * @column: of sl_table_add_columns()
 *
 * Returns: whether its cells are numbers, maybe with a unit
 */
gboolean
sl_table_is_of_numbers (GtkColumnViewColumn *column)
{
  const Binding *binding = g_object_get_data (G_OBJECT (column), "binding");

  return binding->column->is_number;
}

/**
 * sl_table_set_class:
 * @name: of a class of CSS
 * @present: whether @cell, which is used again for other lines, has it from now on
 */
void
sl_table_set_class (GtkWidget *cell, const char *name, gboolean present)
{
  if (present)
    gtk_widget_add_css_class (cell, name);
  else
    gtk_widget_remove_css_class (cell, name);
}

static void
fill_all_cb (GtkColumnView *view)
{
  GHashTable *bound = g_object_get_data (G_OBJECT (view), "bound");
  GHashTableIter iter;
  gpointer cell, binding;

  g_signal_handlers_disconnect_by_func (view, fill_all_cb, NULL);
  g_hash_table_iter_init (&iter, bound);
  while (g_hash_table_iter_next (&iter, &cell, &binding))
    fill_cell (cell, binding);
}

/**
 * sl_table_bind_again:
 *
 * Rows hold text and colour: after a new name, rate or style, or where other items stand at the
 * lines, those that are there are filled again, in a table that nobody sees as soon as it is seen.
 */
void
sl_table_bind_again (GtkColumnView *view)
{
  if (gtk_widget_get_mapped (GTK_WIDGET (view)))
    {
      fill_all_cb (view);
      return;
    }

  g_signal_handlers_disconnect_by_func (view, fill_all_cb, NULL);
  g_signal_connect (view, "map", G_CALLBACK (fill_all_cb), NULL);
}
