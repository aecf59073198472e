/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-table-menu.h"

#include <glib/gstdio.h>

#include "sl-app-test.h"
#include "sl-table-text.h"
#include "sl-table-writer.h"
#include "sl-table.h"

static const SlTableColumn columns[] = { { "Name", 10, FALSE, TRUE, 0, FALSE },
                                         { "Hidden", 10, FALSE, FALSE, 0, FALSE },
                                         { "Length", 10, TRUE, FALSE, 0, FALSE } };

/* Words, with their numbers of letters. */
typedef struct
{
  GtkStringList *words;
  GtkWidget *window;
  GtkColumnView *view;
  SlTableSelection *selection;
  guint64 n_rows; /* of a list that comes in pages; 0 for one that does not */
  guint64 stuck;  /* the row at which it takes long; 0 for none */
  guint stamp;
} Table;

static char *
dup_text (gpointer user_data, guint column, gpointer item)
{
  const char *word = gtk_string_object_get_string (item);

  return column == 0 ? g_strdup (word) : g_strdup_printf ("%zu", strlen (word));
}

static void
bind_cb (GtkWidget *cell, guint column, gpointer item, gpointer user_data)
{
  g_autofree char *text = dup_text (user_data, column, item);

  gtk_inscription_set_text (GTK_INSCRIPTION (cell), text);
}

static guint64
count_rows (gpointer user_data)
{
  return ((Table *) user_data)->n_rows;
}

static gpointer
dup_row (gpointer user_data, guint64 row)
{
  const Table *self = user_data;
  g_autofree char *word = g_strdup_printf ("row %" G_GUINT64_FORMAT, row);

  if (self->stuck > 0 && row >= self->stuck)
    g_usleep (1000);
  return gtk_string_object_new (word);
}

static guint
get_stamp (gpointer user_data)
{
  return ((Table *) user_data)->stamp;
}

static void
set_up (Table *self, const char *const *words)
{
  GtkWidget *scrolled;

  sl_app_test_start ();
  scrolled = gtk_scrolled_window_new ();
  *self = (Table) { .words = gtk_string_list_new (words),
                    .window = gtk_window_new (),
                    .view = GTK_COLUMN_VIEW (gtk_column_view_new (NULL)) };
  sl_table_add_columns (self->view, columns, G_N_ELEMENTS (columns), bind_cb, self);
  sl_table_show_column (self->view, 1, FALSE);
  self->selection = sl_table_make_selection (self->view, G_LIST_MODEL (self->words), "words");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->view));
  gtk_window_set_child (GTK_WINDOW (self->window), scrolled);
  gtk_window_set_default_size (GTK_WINDOW (self->window), 300, 300);
  gtk_window_present (GTK_WINDOW (self->window));
}

static void
tear_down (Table *self)
{
  gtk_window_destroy (GTK_WINDOW (self->window));
  g_assert_finalize_object (self->selection);
  g_object_unref (self->words);
}

static void
read_cb (GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (clipboard), result, NULL);
}

static char *
copy (Table *self, const char *action)
{
  char *text = NULL;

  gtk_widget_activate_action (GTK_WIDGET (self->view), action, NULL);
  gdk_clipboard_read_text_async (gtk_widget_get_clipboard (GTK_WIDGET (self->view)), NULL, read_cb,
                                 &text);
  while (text == NULL)
    g_main_context_iteration (NULL, TRUE);
  return text;
}

/* Both select the same lines. */
static void
assert_same (SlTableSelection *selection, GtkSelectionModel *other)
{
  guint selected = sl_table_selection_get_selected (selection);
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (other));
  g_autoptr (GObject) item = NULL;

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (selection)), ==, n_items);
  for (guint i = 0; i < n_items; i++)
    g_assert_cmpint (gtk_selection_model_is_selected (GTK_SELECTION_MODEL (selection), i), ==,
                     gtk_selection_model_is_selected (other, i));
  if (selected == GTK_INVALID_LIST_POSITION)
    {
      g_assert_null (sl_table_selection_get_selected_item (selection));
      return;
    }

  g_assert_true (gtk_selection_model_is_selected (other, selected));
  item = g_list_model_get_item (G_LIST_MODEL (selection), selected);
  g_assert_true ((gpointer) item == sl_table_selection_get_selected_item (selection));
}

static void
change_selection (GtkSelectionModel *model, guint what, guint position, guint n_items)
{
  switch (what)
    {
    case 0:
    case 1:
      gtk_selection_model_select_item (model, position, what == 0);
      break;
    case 2:
    case 3:
      gtk_selection_model_select_range (model, position, n_items, what == 2);
      break;
    case 4:
      gtk_selection_model_unselect_item (model, position);
      break;
    case 5:
      gtk_selection_model_unselect_range (model, position, n_items);
      break;
    case 6:
      gtk_selection_model_select_all (model);
      break;
    default:
      gtk_selection_model_unselect_all (model);
      break;
    }
}

static void
test_law (void)
{
  static const char *const words[] = { "a", "b", "c", NULL };
  g_autoptr (GtkStringList) list = gtk_string_list_new (NULL);
  g_autoptr (SlTableSelection) selection = sl_table_selection_new (G_LIST_MODEL (list));
  g_autoptr (GtkMultiSelection) other =
      gtk_multi_selection_new (G_LIST_MODEL (g_object_ref (list)));

  g_test_summary (
      "Whatever is selected and unselected, and whatever lines come and go, the same "
      "lines are selected as by GTK's own selection; the one that counts is one of them.");

  for (guint i = 0; i < 4000; i++)
    {
      guint n_items = g_list_model_get_n_items (G_LIST_MODEL (list));
      guint what = (guint) g_test_rand_int_range (0, 12);
      guint position = (guint) g_test_rand_int_range (0, (gint32) n_items + 1);
      guint most = n_items - position;
      guint count = (guint) g_test_rand_int_range (0, (gint32) most + 1);

      if (what >= 10)
        gtk_string_list_splice (list, position, n_items < 30 ? 0 : count, words);
      else if (position < n_items && what <= 7)
        {
          change_selection (GTK_SELECTION_MODEL (selection), what, position, count);
          change_selection (GTK_SELECTION_MODEL (other), what, position, count);
        }
      assert_same (selection, GTK_SELECTION_MODEL (other));
    }
}

static void
test_chosen (void)
{
  static const char *const words[] = { "a", "b", "c", "d", "e", NULL };
  Table table;
  GtkSelectionModel *model;

  g_test_summary ("The line that counts stays where lines are added to it; chosen among the "
                  "selected ones, it leaves them, and chosen elsewhere it is alone.");

  set_up (&table, words);
  model = GTK_SELECTION_MODEL (table.selection);
  gtk_selection_model_select_item (model, 1, TRUE);
  gtk_selection_model_select_range (model, 1, 3, TRUE);
  gtk_selection_model_select_item (model, 0, FALSE);
  g_assert_cmpuint (sl_table_selection_get_selected (table.selection), ==, 1);
  sl_table_selection_set_selected (table.selection, 3);
  g_assert_cmpuint (sl_table_selection_get_selected (table.selection), ==, 3);
  g_assert_true (gtk_selection_model_is_selected (model, 0));
  g_assert_true (gtk_selection_model_is_selected (model, 1));
  sl_table_selection_set_selected (table.selection, 4);
  g_assert_false (gtk_selection_model_is_selected (model, 3));
  g_assert_true (gtk_selection_model_is_selected (model, 4));
  gtk_string_list_splice (table.words, 0, 2, NULL);
  g_assert_cmpuint (sl_table_selection_get_selected (table.selection), ==, 2);
  gtk_string_list_splice (table.words, 2, 1, NULL);
  g_assert_cmpuint (sl_table_selection_get_selected (table.selection), ==,
                    GTK_INVALID_LIST_POSITION);
  tear_down (&table);
}

static void
test_copy (void)
{
  static const char *const words[] = { "one", "comma, \"quoted\"", "tab\tin it", "four", NULL };
  g_autofree char *plain = NULL;
  g_autofree char *csv = NULL;
  g_autofree char *one = NULL;
  Table table;

  g_test_summary ("Of several selected lines all are copied, in their order, as they are shown.");

  set_up (&table, words);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (table.selection), 2, TRUE);
  one = copy (&table, "table.copy");
  g_assert_cmpstr (one, ==, "tab in it\t9");
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (table.selection), 0, FALSE);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (table.selection), 1, FALSE);
  plain = copy (&table, "table.copy");
  csv = copy (&table, "table.copy-csv");
  g_assert_cmpstr (plain, ==, "one\t3\ncomma, \"quoted\"\t15\ntab in it\t9");
  g_assert_cmpstr (csv, ==, "Name,Length\none,3\n\"comma, \"\"quoted\"\"\",15\ntab\tin it,9\n");
  tear_down (&table);
}

static void
test_numbers (void)
{
  static const char *const words[] = { "\u2212"
                                       "1\u202f"
                                       "234.500\u202f"
                                       "6 ms",
                                       "a\u202f"
                                       "b \u2212 c",
                                       NULL };
  g_autofree char *plain = NULL;
  g_autofree char *csv = NULL;
  Table table;

  g_test_summary (
      "As CSV numbers are written as programs read them, and no other text is changed.");

  set_up (&table, words);
  gtk_selection_model_select_all (GTK_SELECTION_MODEL (table.selection));
  plain = copy (&table, "table.copy");
  csv = copy (&table, "table.copy-csv");
  g_assert_true (g_str_has_prefix (plain, words[0]));
  g_assert_cmpstr (csv, ==,
                   "Name,Length\n-1234.5006 ms,21\na\u202f"
                   "b \u2212 c,11\n");
  tear_down (&table);
}

typedef struct
{
  GFile *file;
} Target;

static void
make_target (Target *self)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-table-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "list.csv", NULL);

  g_assert_nonnull (folder);
  self->file = g_file_new_for_path (path);
}

/* In its folder, hidden ones as well. */
static guint
count_files (const Target *self)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->file);
  g_autoptr (GDir) dir = g_dir_open (g_file_peek_path (folder), 0, NULL);
  guint n_files = 0;

  while (g_dir_read_name (dir) != NULL)
    n_files++;
  return n_files;
}

static void
clear_target (Target *self)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->file);

  g_file_delete (self->file, NULL, NULL);
  g_assert_cmpint (g_rmdir (g_file_peek_path (folder)), ==, 0);
  g_clear_object (&self->file);
}

static gboolean
is_written (gpointer data)
{
  const Target *self = data;

  return g_file_query_exists (self->file, NULL);
}

static void
test_write (void)
{
  static const char *const words[] = { "one", "two\nlines", "three", NULL };
  g_autofree char *text = NULL;
  Target target;
  Table table;

  g_test_summary ("All lines of a list are written as they are shown, selected or not.");

  make_target (&target);
  set_up (&table, words);
  sl_table_write (table.view, target.file);
  sl_app_test_wait (is_written, &target);
  g_assert_true (g_file_load_contents (target.file, NULL, &text, NULL, NULL, NULL));
  g_assert_cmpstr (text, ==, "Name,Length\none,3\n\"two\nlines\",9\nthree,5\n");
  tear_down (&table);
  clear_target (&target);
}

static const SlTableRows rows = { count_rows, dup_row, dup_text, get_stamp };

static void
test_pages (void)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  Target target;
  Table table;

  g_test_summary ("Of a list that comes in pages the lines of all pages are written.");

  make_target (&target);
  set_up (&table, NULL);
  table.n_rows = 30000;
  sl_table_set_rows (table.view, &rows, &table);
  sl_table_write (table.view, target.file);
  sl_app_test_wait (is_written, &target);
  g_assert_true (g_file_load_contents (target.file, NULL, &text, NULL, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 30002);
  for (guint i = 0; i < 30000; i++)
    {
      g_autofree char *line = g_strdup_printf ("row %u,%u", i,
                                               i < 10      ? 5
                                               : i < 100   ? 6
                                               : i < 1000  ? 7
                                               : i < 10000 ? 8
                                                           : 9);

      g_assert_cmpstr (lines[i + 1], ==, line);
    }
  tear_down (&table);
  clear_target (&target);
}

static gboolean
shows_progress (gpointer data)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        {
          GtkWidget *bar = sl_app_test_find (window, GTK_TYPE_PROGRESS_BAR);

          *(GtkWidget **) data = window;
          return bar != NULL && gtk_progress_bar_get_fraction (GTK_PROGRESS_BAR (bar)) > 0;
        }
    }
  return FALSE;
}

/* A list that takes an hour, and @stops what is done with it; nothing is left of the file. */
static void
check_unfinished (void (*stop) (Table *table, GtkWidget *dialog))
{
  Target target;
  Table table;
  GtkWidget *dialog = NULL;

  make_target (&target);
  set_up (&table, NULL);
  table.n_rows = 3600 * 1000;
  table.stuck = 1000;
  sl_table_set_rows (table.view, &rows, &table);
  sl_table_write (table.view, target.file);
  sl_app_test_wait (shows_progress, &dialog);
  stop (&table, dialog);
  sl_app_test_spin (100);
  g_assert_cmpuint (count_files (&target), ==, 0);
  g_assert_false (shows_progress (&dialog));
  if (table.window != NULL)
    tear_down (&table);
  clear_target (&target);
}

static void
press_stop (Table *table, GtkWidget *dialog)
{
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), "stop");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
change_list (Table *table, GtkWidget *dialog)
{
  table->stamp++;
}

static void
close_window (Table *table, GtkWidget *dialog)
{
  tear_down (table);
  table->window = NULL;
}

static void
test_stop (void)
{
  g_test_summary ("While a long list is written it is said how far that is; stopped, changed "
                  "meanwhile or with its window closed, no part of it is left.");

  check_unfinished (press_stop);
  check_unfinished (change_list);
  check_unfinished (close_window);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/app/table-menu/law", test_law);
  g_test_add_func ("/app/table-menu/chosen", test_chosen);
  g_test_add_func ("/app/table-menu/copy", test_copy);
  g_test_add_func ("/app/table-menu/numbers", test_numbers);
  g_test_add_func ("/app/table-menu/write", test_write);
  g_test_add_func ("/app/table-menu/pages", test_pages);
  g_test_add_func ("/app/table-menu/stop", test_stop);

  return g_test_run ();
}
