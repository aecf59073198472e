/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-columns.h"

#include "sl-app-test.h"
#include "sl-settings.h"
#include "sl-table-cell.h"
#include "sl-table-menu.h"
#include "sl-table-scroll.h"
#include "sl-table.h"

static const SlTableColumn columns[] = {
  { "Name", 10, FALSE, TRUE, 0, FALSE },
  { "Length", 8, TRUE, FALSE, 0, FALSE },
  { "Kind", 8, FALSE, FALSE, 0, FALSE },
};

typedef struct
{
  GtkWidget *window;
  GtkColumnView *view;
  SlTableSelection *selection;
  guint sorted;
  gboolean descending;
  guint n_filled; /* cells */
  char *said;     /* what the name of the line says of its other columns */
} Table;

static char *
dup_text_cb (gpointer user_data, guint column, gpointer item)
{
  return g_strdup_printf ("text %u", column);
}

static void
say_columns (Table *self, gpointer item)
{
  g_autoptr (GString) said = g_string_new (NULL);

  sl_table_append_columns (said, self->view, 1, dup_text_cb, self, item);
  g_free (self->said);
  self->said = g_strdup (said->str);
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  Table *self = user_data;

  self->n_filled++;
  g_assert_cmpint (gtk_accessible_get_accessible_role (GTK_ACCESSIBLE (cell)), ==,
                   GTK_ACCESSIBLE_ROLE_PRESENTATION);
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), columns[column].title);
  if (column == 0)
    say_columns (self, line);
}

static void
sort_cb (guint column, gboolean descending, gpointer user_data)
{
  Table *self = user_data;

  self->sorted = column;
  self->descending = descending;
}

static gboolean
is_mapped (gpointer data)
{
  return gtk_widget_get_mapped (GTK_WIDGET (((Table *) data)->view));
}

static void
open_table_of (Table *self, const char *name, GListStore *items)
{
  sl_app_test_start ();
  self->sorted = G_MAXUINT;
  self->said = NULL;
  self->view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  sl_table_add_columns (self->view, columns, G_N_ELEMENTS (columns), bind_cb, self);
  sl_table_add_sorters (self->view, sort_cb, self);
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (items), name);
  self->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (self->window), 500, 200);
  gtk_window_set_child (GTK_WINDOW (self->window), GTK_WIDGET (self->view));
  gtk_window_present (GTK_WINDOW (self->window));
  sl_app_test_wait (is_mapped, self);
}

static void
open_table (Table *self, const char *name)
{
  g_autoptr (GListStore) items = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  g_autoptr (GtkStringObject) item = gtk_string_object_new ("one");

  g_list_store_append (items, item);
  open_table_of (self, name, items);
}

static void
open_unfilled (Table *self)
{
  g_autoptr (GListStore) items = g_list_store_new (GTK_TYPE_STRING_OBJECT);

  open_table_of (self, "unfilled", items);
}

static void
close_table (Table *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->selection);
  g_clear_pointer (&self->said, g_free);
}

static GtkColumnViewColumn *
get_column (Table *self, guint place)
{
  g_autoptr (GtkColumnViewColumn) column =
      g_list_model_get_item (gtk_column_view_get_columns (self->view), place);

  return column;
}

static gboolean
is_shown (Table *self, guint place)
{
  return gtk_column_view_column_get_visible (get_column (self, place));
}

static void
act (Table *self, const char *action)
{
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (self->view), action, NULL));
}

static guint
count_items (Table *self)
{
  g_autoptr (GMenuModel) section =
      g_menu_model_get_item_link (sl_table_columns_get_menu (self->view), 0, G_MENU_LINK_SECTION);

  return (guint) g_menu_model_get_n_items (section);
}

static void
test_kept (void)
{
  Table table;

  g_test_summary (
      "Which columns are hidden, how wide they are and what is sorted by is there again "
      "when the table is made anew, and in no table of another name.");

  open_table (&table, "first");
  act (&table, "table.column-2");
  g_assert_false (is_shown (&table, 2));
  gtk_column_view_column_set_fixed_width (get_column (&table, 1), 123);
  gtk_column_view_sort_by_column (table.view, get_column (&table, 1), GTK_SORT_DESCENDING);
  g_assert_cmpuint (table.sorted, ==, 1);
  close_table (&table);

  open_table (&table, "second");
  g_assert_true (is_shown (&table, 2));
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), ==, -1);
  g_assert_cmpuint (table.sorted, ==, G_MAXUINT);
  close_table (&table);

  open_table (&table, "first");
  g_assert_false (is_shown (&table, 2));
  g_assert_true (is_shown (&table, 1));
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), ==, 123);
  g_assert_cmpuint (table.sorted, ==, 1);
  g_assert_true (table.descending);

  act (&table, "table.reset-columns");
  g_assert_true (is_shown (&table, 2));
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 1)), ==, -1);
  close_table (&table);

  open_table (&table, "first");
  g_assert_true (is_shown (&table, 2));
  g_assert_cmpuint (table.sorted, ==, G_MAXUINT);
  close_table (&table);
}

static void
test_absent (void)
{
  Table table;

  g_test_summary (
      "A column that has nothing to say is not in the menu, and a hidden one stays hidden "
      "when it has again; the last column cannot be hidden.");

  open_table (&table, "third");
  g_assert_cmpuint (count_items (&table), ==, 3);
  sl_table_show_column (table.view, 1, FALSE);
  g_assert_cmpuint (count_items (&table), ==, 2);
  act (&table, "table.column-0");
  g_assert_cmpuint (count_items (&table), ==, 2);
  act (&table, "table.column-2");
  g_assert_true (is_shown (&table, 2));
  sl_table_show_column (table.view, 1, TRUE);
  g_assert_true (is_shown (&table, 1));
  sl_table_show_column (table.view, 0, FALSE);
  sl_table_show_column (table.view, 0, TRUE);
  g_assert_false (is_shown (&table, 0));
  close_table (&table);
}

static void
test_damaged (void)
{
  g_autoptr (GSettings) settings = NULL;
  Table table;

  g_test_summary ("Settings that name columns which are not there, hide all or are of another type "
                  "leave a table that can be used.");

  sl_app_test_start ();
  settings = sl_settings_new ();
  g_settings_set_value (
      settings, "table-columns",
      g_variant_new_parsed (
          "{'fourth': <((7, true), [(0, true, -5), (1, true, 99999), (2, true, 10), "
          "(9, true, 4)])>, 'fifth': <'nothing'>}"));
  open_table (&table, "fourth");
  g_assert_true (is_shown (&table, 2));
  g_assert_cmpint (gtk_column_view_column_get_fixed_width (get_column (&table, 0)), ==, -1);
  g_assert_cmpuint (table.sorted, ==, G_MAXUINT);
  close_table (&table);
  open_table (&table, "fifth");
  g_assert_true (is_shown (&table, 0));
  close_table (&table);
  g_settings_reset (settings, "table-columns");
}

static void
test_unseen (void)
{
  Table table = { NULL };

  g_test_summary ("Lines of a table that nobody sees are filled again when it is seen, and once.");

  sl_app_test_start ();
  open_table (&table, "unseen");
  gtk_widget_set_visible (GTK_WIDGET (table.view), FALSE);
  table.n_filled = 0;
  for (guint i = 0; i < 3; i++)
    sl_table_bind_again (table.view);
  sl_table_scroll_to (table.view, 0);
  sl_table_scroll_to (table.view, 9);
  g_assert_cmpuint (table.n_filled, ==, 0);

  gtk_widget_set_visible (GTK_WIDGET (table.view), TRUE);
  sl_app_test_wait (is_mapped, &table);
  g_assert_cmpuint (table.n_filled, ==, G_N_ELEMENTS (columns));
  sl_table_bind_again (table.view);
  g_assert_cmpuint (table.n_filled, ==, 2 * G_N_ELEMENTS (columns));
  close_table (&table);
}

static const SlTableColumn fitted[] = {
  { "A", 20, FALSE, FALSE, 0, TRUE },
  { "B", 4, TRUE, FALSE, 0, FALSE },
  { "C", 20, FALSE, FALSE, 1, FALSE },
  { "D", 60, FALSE, TRUE, 0, FALSE },
};

static const char *const fitted_texts[] = {
  "mutex 0x1720a40",
  "123456789",
  "twenty letters, say",
  "a sentence that takes what the others leave, and says what it is about at its beginning",
};

static void
fitted_bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), fitted_texts[column]);
}

static gboolean
has_yielded (gpointer data)
{
  return sl_table_is_absent (get_column (data, 2), SL_COLUMN_YIELDED);
}

/* (transfer none): the cell of the first line in that column */
static GtkWidget *
find_cell (GtkWidget *widget, const char *text)
{
  if (GTK_IS_INSCRIPTION (widget))
    return g_strcmp0 (gtk_inscription_get_text (GTK_INSCRIPTION (widget)), text) == 0 ? widget
                                                                                      : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *found = find_cell (child, text);

      if (found != NULL)
        return found;
    }
  return NULL;
}

/* And all of it is laid out. */
static gboolean
has_not_yielded (gpointer data)
{
  GtkWidget *cell = find_cell (GTK_WIDGET (((Table *) data)->view), fitted_texts[2]);

  return !has_yielded (data) && cell != NULL && gtk_widget_get_width (cell) > 0;
}

static void
assert_fits (Table *self, guint column)
{
  GtkWidget *cell = find_cell (GTK_WIDGET (self->view), fitted_texts[column]);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (cell, fitted_texts[column]);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  g_assert_cmpint (width, <=, gtk_widget_get_width (cell));
}

static void
test_fitted (void)
{
  g_autoptr (GListStore) items = g_list_store_new (GTK_TYPE_STRING_OBJECT);
  g_autoptr (GtkStringObject) item = gtk_string_object_new ("one");
  GtkWidget *scrolled = gtk_scrolled_window_new ();
  Table table = { 0 };

  g_test_summary (
      "Columns are as wide as what is in them: numbers, and names that tell "
      "lines apart, are never cut, and where there is little room a column that yields goes, unless the user wants it, and comes "
      "back with the room.");

  sl_app_test_start ();
  g_list_store_append (items, item);
  table.view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));
  sl_table_add_columns (table.view, fitted, G_N_ELEMENTS (fitted), fitted_bind_cb, &table);
  table.selection = sl_table_make_selection (table.view, G_LIST_MODEL (items), "fitted");
  table.window = gtk_window_new ();
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (table.view));
  gtk_window_set_default_size (GTK_WINDOW (table.window), 1100, 200);
  gtk_window_set_child (GTK_WINDOW (table.window), scrolled);
  gtk_window_present (GTK_WINDOW (table.window));
  sl_app_test_wait (is_mapped, &table);
  sl_app_test_wait (has_not_yielded, &table);
  assert_fits (&table, 0);
  assert_fits (&table, 1);
  assert_fits (&table, 2);

  gtk_window_set_default_size (GTK_WINDOW (table.window), 360, 200);
  sl_app_test_wait (has_yielded, &table);
  g_assert_false (is_shown (&table, 2));
  assert_fits (&table, 0);
  assert_fits (&table, 1);
  gtk_window_set_default_size (GTK_WINDOW (table.window), 1100, 200);
  sl_app_test_wait (has_not_yielded, &table);
  g_assert_true (is_shown (&table, 2));

  gtk_window_set_default_size (GTK_WINDOW (table.window), 360, 200);
  sl_app_test_wait (has_yielded, &table);
  act (&table, "table.column-2");
  g_assert_true (is_shown (&table, 2));
  act (&table, "table.reset-columns");
  sl_app_test_wait (has_yielded, &table);
  close_table (&table);
}

static void
test_said (void)
{
  Table table = { 0 };

  g_test_summary (
      "The name of a line that is there says the columns that the user wants: one that is shown "
      "later, no longer one that is hidden, and one that has no room.");

  open_table (&table, "said");
  g_assert_cmpstr (table.said, ==, ", Length text 1, Kind text 2");
  act (&table, "table.column-1");
  g_assert_cmpstr (table.said, ==, ", Kind text 2");
  act (&table, "table.column-1");
  g_assert_cmpstr (table.said, ==, ", Length text 1, Kind text 2");
  sl_table_set_absent (get_column (&table, 2), SL_COLUMN_YIELDED, TRUE);
  sl_table_bind_again (table.view);
  g_assert_cmpstr (table.said, ==, ", Length text 1, Kind text 2");
  close_table (&table);
}

static void
test_wide_letters (void)
{
  static const char *const words[] = { "mmap", "comm", "wwww", "MWM", "sched-switch", "100 %" };
  Table table = { 0 };

  g_test_summary (
      "A column is wide enough for its longest word, also where all of its letters are wide.");

  open_table (&table, "words");
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      static const SlTableColumn column = { "Word", 20, FALSE, FALSE, 0, TRUE };
      GtkWidget *cell = g_object_ref_sink (sl_table_cell_new (&column, 0));
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (cell, words[i]);
      int least, width;

      gtk_inscription_set_text (GTK_INSCRIPTION (cell), words[i]);
      sl_table_cell_fit (cell, &column, sl_table_cell_measure (cell));
      gtk_widget_measure (cell, GTK_ORIENTATION_HORIZONTAL, -1, &least, NULL, NULL, NULL);
      pango_layout_get_pixel_size (layout, &width, NULL);
      g_assert_cmpint (least, >=, width);
      g_object_unref (cell);
    }
  close_table (&table);
}

static void
test_mirrored (void)
{
  Table table = { 0 };

  g_test_summary (
      "Words begin where lines do and numbers end there, from right to left, too, as their titles do.");

  open_table (&table, "mirrored");
  for (guint is_number = 0; is_number < 2; is_number++)
    {
      const SlTableColumn column = { "Title", 20, is_number != 0, FALSE, 0, FALSE };
      GtkWidget *cell = g_object_ref_sink (sl_table_cell_new (&column, 0));

      g_assert_cmpfloat (gtk_inscription_get_xalign (GTK_INSCRIPTION (cell)), ==, is_number);
      gtk_widget_set_direction (cell, GTK_TEXT_DIR_RTL);
      g_assert_cmpfloat (gtk_inscription_get_xalign (GTK_INSCRIPTION (cell)), ==, 1 - is_number);
      g_object_unref (cell);
    }
  close_table (&table);
}

/* The width of the title of a column in the view's header. */
static int
get_title_width (Table *self, guint place)
{
  GtkWidget *title =
      gtk_widget_get_first_child (gtk_widget_get_first_child (GTK_WIDGET (self->view)));

  while (place-- > 0)
    title = gtk_widget_get_next_sibling (title);
  return gtk_widget_get_width (title);
}

static void
test_empty (void)
{
  Table table;
  GListModel *model;
  int kind, length;

  g_test_summary (
      "Without lines the columns keep about the widths that they had, rather than those of their titles.");

  open_table (&table, "empty");
  sl_app_test_spin (100);
  kind = get_title_width (&table, 2);
  length = get_title_width (&table, 1);
  model = sl_table_selection_get_model (table.selection);
  gtk_column_view_set_model (table.view, NULL);
  sl_app_test_spin (100);
  g_assert_cmpint (get_title_width (&table, 2), >=, kind);
  g_assert_cmpint (get_title_width (&table, 1), >=, length);
  gtk_column_view_set_model (table.view, GTK_SELECTION_MODEL (table.selection));
  sl_app_test_spin (100);
  g_assert_cmpint (get_title_width (&table, 2), ==, kind);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
  close_table (&table);

  /* Lines never came. */
  open_unfilled (&table);
  sl_app_test_spin (100);
  g_assert_cmpint (get_title_width (&table, 1), >, length);
  close_table (&table);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/table-columns/kept", test_kept);
  g_test_add_func ("/app/table-columns/empty", test_empty);
  g_test_add_func ("/app/table-columns/absent", test_absent);
  g_test_add_func ("/app/table-columns/damaged", test_damaged);
  g_test_add_func ("/app/table-columns/unseen", test_unseen);
  g_test_add_func ("/app/table-columns/fitted", test_fitted);
  g_test_add_func ("/app/table-columns/said", test_said);
  g_test_add_func ("/app/table-columns/wide-letters", test_wide_letters);
  g_test_add_func ("/app/table-columns/mirrored", test_mirrored);
  return g_test_run ();
}
