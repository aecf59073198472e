/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-selection.h"

#include "sl-app-test.h"
#include "sl-table-scroll.h"
#include "sl-table.h"

/* Tables whose lines come to their view some at a time. */

#define N_LINES 1000

static void
bind_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  gtk_inscription_set_text (GTK_INSCRIPTION (cell), gtk_string_object_get_string (item));
}

static GtkColumnView *
make_view (void)
{
  static const SlTableColumn columns[] = { { "Number", 10, FALSE, TRUE, 0, FALSE } };
  GtkColumnView *view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL));

  sl_table_add_columns (view, columns, G_N_ELEMENTS (columns), bind_cb, NULL);
  return view;
}

static GtkStringList *
make_list (guint n_lines)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; i < n_lines; i++)
    gtk_string_list_take (list, g_strdup_printf ("%u", i));
  return list;
}

/* What a view knows that only listens. */
static void
items_changed_cb (GListModel *model, guint position, guint removed, guint added, gpointer known)
{
  g_assert_cmpuint (position + removed, <=, ((GPtrArray *) known)->len);
  if (removed > 0)
    g_ptr_array_remove_range (known, position, removed);
  for (guint i = position; i < position + added; i++)
    g_ptr_array_insert (known, (int) i, g_list_model_get_item (model, i));
}

static void
assert_known (GListModel *model, GPtrArray *known)
{
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, known->len);
  g_assert_null (g_list_model_get_item (model, known->len));
  for (guint i = 0; i < known->len; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      g_assert_true ((gpointer) item == g_ptr_array_index (known, i));
    }
}

static void
test_law (void)
{
  static const char *const words[] = { "a", "b", "c", NULL };
  g_autoptr (GtkStringList) list = make_list (N_LINES);
  g_autoptr (SlTableSelection) selection = sl_table_selection_new (G_LIST_MODEL (list));
  g_autoptr (GPtrArray) known = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *model = G_LIST_MODEL (selection);
  GtkColumnView *view = g_object_ref_sink (make_view ());

  g_test_summary ("Whatever lines come and go while a view does not have all of them, it is told "
                  "of each change to those that it has; once it wants one far down, it has all.");

  sl_table_selection_attach (selection, view);
  items_changed_cb (model, 0, 0, g_list_model_get_n_items (model), known);
  g_signal_connect (model, "items-changed", G_CALLBACK (items_changed_cb), known);
  g_assert_cmpuint (known->len, <, N_LINES);
  for (guint i = 0; i < 2000; i++)
    {
      guint n_items = g_list_model_get_n_items (G_LIST_MODEL (list));
      guint position = (guint) g_test_rand_int_range (0, MIN ((gint32) n_items, 60) + 1);
      guint removed =
          (guint) g_test_rand_int_range (0, MIN ((gint32) (n_items - position), 30) + 1);

      gtk_string_list_splice (list, position, n_items < 20 ? 0 : removed,
                              g_test_rand_bit () ? words : NULL);
      assert_known (model, known);
    }

  while (g_list_model_get_n_items (G_LIST_MODEL (list)) < N_LINES)
    gtk_string_list_splice (list, 0, 0, words);
  g_assert_cmpuint (known->len, <, N_LINES);
  sl_table_selection_ensure (selection, 0);
  g_assert_cmpuint (known->len, <, N_LINES);
  sl_table_selection_set_selected (selection, N_LINES - 1);
  g_assert_cmpuint (known->len, ==, g_list_model_get_n_items (G_LIST_MODEL (list)));
  assert_known (model, known);
  g_assert_true (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (selection), N_LINES - 1));
  g_object_unref (view);
}

static void
test_frames (void)
{
  g_autoptr (GtkStringList) list = make_list (N_LINES);
  g_autoptr (SlTableSelection) selection = sl_table_selection_new (G_LIST_MODEL (list));
  GtkWidget *window = gtk_window_new ();
  GtkColumnView *view = make_view ();
  guint before = 0, n_steps = 0;

  g_test_summary (
      "The lines come in steps while the table is in sight, and all of them in the end.");

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_present (GTK_WINDOW (window));
  sl_table_selection_attach (selection, view);
  while (before < N_LINES)
    {
      guint now = g_list_model_get_n_items (G_LIST_MODEL (selection));

      g_assert_cmpuint (now, >=, before);
      n_steps += now > before;
      before = now;
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_cmpuint (n_steps, >, 10);

  sl_table_selection_attach (selection, view);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (selection)), <, N_LINES);
  sl_table_scroll_to (view, N_LINES / 2);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (selection)), ==, N_LINES);
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_gone (void)
{
  g_autoptr (GtkStringList) list = make_list (N_LINES);
  SlTableSelection *selection = sl_table_selection_new (G_LIST_MODEL (list));
  GtkWidget *window = gtk_window_new ();
  GtkColumnView *view = make_view ();

  g_test_summary ("A table that goes away before it has all lines leaves nothing behind.");

  gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (view));
  gtk_window_present (GTK_WINDOW (window));
  sl_table_selection_attach (selection, view);
  gtk_window_destroy (GTK_WINDOW (window));
  g_assert_finalize_object (selection);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  sl_app_test_start ();
  g_test_add_func ("/app/table-selection/law", test_law);
  g_test_add_func ("/app/table-selection/frames", test_frames);
  g_test_add_func ("/app/table-selection/gone", test_gone);
  return g_test_run ();
}
