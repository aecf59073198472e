/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-lines.h"

#include "sl-app-test.h"
#include "sl-table-menu.h"
#include "sl-table.h"

static const SlTableColumn columns[] = { { "Name", 10, FALSE, TRUE, 0, FALSE } };

/* A table on the screen, whose items are words. */
typedef struct
{
  GListStore *items;
  GtkWidget *window;
  GtkColumnView *view;
  SlTableLines *lines;
  SlTableSelection *selection;
  guint largest_step; /* lines that came or went at once */
  GHashTable *cells;  /* that were ever filled */
  guint n_filled;
} Table;

static void
bind_cb (GtkWidget *cell, guint column, gpointer line, gpointer user_data)
{
  Table *self = user_data;
  GtkStringObject *item = sl_table_line_get_item (line);

  gtk_inscription_set_text (GTK_INSCRIPTION (cell),
                            item != NULL ? gtk_string_object_get_string (item) : NULL);
  g_hash_table_add (self->cells, cell);
  self->n_filled++;
}

static void
items_changed_cb (Table *self, guint position, guint removed, guint added)
{
  self->largest_step = MAX (self->largest_step, MAX (removed, added));
}

/* In place of all that is there. */
static void
fill (Table *self, const char *word, guint n_items)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < n_items; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s %u", word, i);

      g_ptr_array_add (items, gtk_string_object_new (text));
    }
  g_list_store_splice (self->items, 0, g_list_model_get_n_items (G_LIST_MODEL (self->items)),
                       items->pdata, n_items);
}

static void
set_up (Table *self, guint n_items)
{
  GtkWidget *scrolled;

  sl_app_test_start ();
  scrolled = gtk_scrolled_window_new ();
  *self = (Table) { .items = g_list_store_new (GTK_TYPE_STRING_OBJECT),
                    .window = gtk_window_new (),
                    .view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL)),
                    .cells = g_hash_table_new (NULL, NULL) };
  fill (self, "first", n_items);
  sl_table_add_columns (self->view, columns, G_N_ELEMENTS (columns), bind_cb, self);
  self->lines = sl_table_lines_new (G_LIST_MODEL (self->items), GTK_WIDGET (self->view));
  g_signal_connect_swapped (self->lines, "items-changed", G_CALLBACK (items_changed_cb), self);
  g_signal_connect_swapped (self->lines, "replaced", G_CALLBACK (sl_table_bind_again), self->view);
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->lines), "words");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_window_set_child (GTK_WINDOW (self->window), scrolled);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 300, 300);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Table *self)
{
  g_signal_handlers_disconnect_by_data (self->lines, self);
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_clear_object (&self->selection);
  g_assert_finalize_object (self->lines);
  g_object_unref (self->items);
  g_hash_table_unref (self->cells);
}

static guint
count_lines (Table *self)
{
  return g_list_model_get_n_items (G_LIST_MODEL (self->lines));
}

static gboolean
is_settled (gpointer data)
{
  Table *self = data;

  return count_lines (self) == g_list_model_get_n_items (G_LIST_MODEL (self->items));
}

static char *
dup_word (Table *self, guint position)
{
  g_autoptr (SlTableLine) line = g_list_model_get_item (G_LIST_MODEL (self->lines), position);
  GtkStringObject *item = sl_table_line_get_item (line);

  return g_strdup (item != NULL ? gtk_string_object_get_string (item) : "");
}

static void
test_grows (void)
{
  Table table;

  g_test_summary ("Of a long list the first lines come some in each frame, then all the others.");

  set_up (&table, 100000);
  g_assert_cmpuint (count_lines (&table), <, 50);
  sl_app_test_wait (is_settled, &table);
  g_assert_cmpuint (table.largest_step, >, 90000);

  table.largest_step = 0;
  fill (&table, "short", 20);
  sl_app_test_wait (is_settled, &table);
  fill (&table, "middling", 200);
  table.largest_step = 0;
  sl_app_test_wait (is_settled, &table);
  g_assert_cmpuint (table.largest_step, <, 50);
  tear_down (&table);
}

static void
test_stays (void)
{
  Table table;
  guint n_cells;
  g_autofree char *text = NULL;

  g_test_summary ("Where other items stand at the lines, the widgets that show them are the same.");

  set_up (&table, 5000);
  sl_app_test_wait (is_settled, &table);
  sl_app_test_spin (100);
  n_cells = g_hash_table_size (table.cells);
  g_assert_cmpuint (n_cells, >, 20);

  table.n_filled = 0;
  fill (&table, "other", 5000);
  sl_app_test_spin (100);
  g_assert_cmpuint (g_hash_table_size (table.cells), ==, n_cells);
  g_assert_cmpuint (table.n_filled, >, 0);
  g_assert_cmpuint (table.n_filled, <=, n_cells);
  text = dup_word (&table, 4999);
  g_assert_cmpstr (text, ==, "other 4999");
  tear_down (&table);
}

static void
test_shrinks (void)
{
  Table table;
  g_autofree char *kept = NULL;
  g_autofree char *gone = NULL;

  g_test_summary (
      "A list that becomes empty gives up its lines frame by frame: those that have yet "
      "to go are blank. When items come meanwhile, they stand at the same lines.");

  set_up (&table, 100);
  sl_app_test_wait (is_settled, &table);
  sl_table_selection_set_selected (table.selection, 99);
  fill (&table, "none", 0);
  g_assert_cmpuint (count_lines (&table), >, 50);
  g_assert_cmpuint (count_lines (&table), <, 100);
  fill (&table, "new", 10);
  kept = dup_word (&table, 9);
  gone = dup_word (&table, 10);
  g_assert_cmpstr (kept, ==, "new 9");
  g_assert_cmpstr (gone, ==, "");
  sl_app_test_wait (is_settled, &table);
  g_assert_cmpuint (sl_table_selection_get_selected (table.selection), ==,
                    GTK_INVALID_LIST_POSITION);
  tear_down (&table);
}

static void
test_ensures (void)
{
  Table table;

  g_test_summary ("A line far down that is asked for is there at once, and can be selected.");

  set_up (&table, 100000);
  sl_table_lines_ensure (table.lines, 90000);
  g_assert_cmpuint (count_lines (&table), ==, 100000);
  sl_table_selection_set_selected (table.selection, 90000);
  g_assert_cmpuint (sl_table_selection_get_selected (table.selection), ==, 90000);
  sl_table_lines_ensure (table.lines, 100000);
  g_assert_cmpuint (count_lines (&table), ==, 100000);
  tear_down (&table);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/table-lines/grows", test_grows);
  g_test_add_func ("/app/table-lines/stays", test_stays);
  g_test_add_func ("/app/table-lines/shrinks", test_shrinks);
  g_test_add_func ("/app/table-lines/ensures", test_ensures);

  return g_test_run ();
}
