/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

#include <string.h>

#include "sl-import-dialog.h"
#include "sl-import-private.h"
#include "sl-log-meaning.h"
#include "sl-test.h"

static const char kernel_log[] = "0 0 R control 10000\n0 0 S control\n400 0 L control bus\n"
                                 "410 0 G control bus\n900 0 U control bus\n1000 0 R logger 50000\n"
                                 "1500 0 F control\n1500 0 S logger\n9000 0 F logger\n9000 0 S -\n";

static char *folder;
static GFile *imported;

static GFile *
write_log (const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static void
imported_cb (GtkWindow *parent, GFile *log)
{
  g_set_object (&imported, log);
}

static SlImportDialog *
find_dialog (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SL_IS_IMPORT_DIALOG (window))
        return SL_IMPORT_DIALOG (window);
    }
  return NULL;
}

static gboolean
is_still (gpointer data)
{
  SlImportDialog *dialog = find_dialog ();

  return dialog != NULL && dialog->draft != NULL && !sl_log_import_is_busy (dialog->import);
}

static gboolean
is_gone (gpointer data)
{
  return find_dialog () == NULL;
}

static SlImportDialog *
present (GtkWindow *parent, GFile *log)
{
  sl_import_dialog_present (parent, log, imported_cb);
  sl_app_test_wait (is_still, NULL);
  return find_dialog ();
}

static GtkDropDown *
find_drop (SlImportDialog *dialog, const char *word)
{
  for (guint i = 0; i < dialog->word_rows->len; i++)
    {
      GtkWidget *row = g_ptr_array_index (dialog->word_rows, i);

      if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), word))
        return GTK_DROP_DOWN (sl_app_test_find (row, GTK_TYPE_DROP_DOWN));
    }
  g_error ("no row for %s", word);
}

static void
choose (SlImportDialog *dialog, const char *word, const char *meaning)
{
  GtkDropDown *drop = find_drop (dialog, word);
  GListModel *model = gtk_drop_down_get_model (drop);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    if (g_str_equal (gtk_string_list_get_string (GTK_STRING_LIST (model), i), meaning))
      {
        gtk_drop_down_set_selected (drop, i);
        sl_app_test_wait (is_still, NULL);
        return;
      }
  g_error ("no meaning %s", meaning);
}

static const SlLogPreview *
get_preview (SlImportDialog *dialog)
{
  return sl_log_import_get_preview (dialog->import);
}

static void
assert_chosen (AdwComboRow *row, const char *expected)
{
  GtkStringObject *chosen = adw_combo_row_get_selected_item (row);

  g_assert_cmpstr (chosen != NULL ? gtk_string_object_get_string (chosen) : NULL, ==, expected);
}

static void
press_import (SlImportDialog *dialog)
{
  g_assert_true (gtk_widget_get_sensitive (dialog->import_button));
  g_signal_emit_by_name (dialog->import_button, "clicked");
}

static void
test_words (void)
{
  GtkWindow *window = GTK_WINDOW (sl_window_new (sl_app_test_start ()));
  g_autoptr (GFile) log = write_log ("kernel.log", kernel_log);
  g_autoptr (GFile) map = sl_log_draft_get_file (log);
  SlImportDialog *dialog = present (window, log);
  g_autofree char *text = NULL;

  g_test_summary (
      "Words are given meanings one by one; what follows from these is filled in, and the "
      "mapping is written when it is imported, not before.");

  g_assert_false (gtk_widget_get_sensitive (dialog->import_button));
  assert_chosen (dialog->cell_rows[SL_ROW_TIME], "c1");
  assert_chosen (dialog->cell_rows[SL_ROW_ACTION], "c3");
  assert_chosen (dialog->cell_rows[SL_ROW_OBJECT], "None");
  g_assert_cmpuint (dialog->word_rows->len, ==, 6);

  choose (dialog, "S", "Processor runs a task");
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 3);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (dialog->idle_row)), ==, "-");
  choose (dialog, "R", "Job released");
  assert_chosen (dialog->cell_rows[SL_ROW_DEADLINE], "rest");
  choose (dialog, "L", "Lock requested");
  assert_chosen (dialog->cell_rows[SL_ROW_OBJECT], "rest");
  choose (dialog, "F", "Job finished");
  choose (dialog, "G", "Lock acquired");
  choose (dialog, "U", "Lock released");
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 10);
  choose (dialog, "U", "Not read");
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 9);
  g_assert_false (g_file_query_exists (map, NULL));

  press_import (dialog);
  sl_app_test_wait (is_gone, NULL);
  g_assert_true (g_file_equal (imported, log));
  g_assert_true (g_file_load_contents (map, NULL, &text, NULL, NULL, NULL));
  g_assert_nonnull (strstr (text, "when=c3=S;c4!=-"));
  g_assert_null (strstr (text, "unlock"));

  /* What was written is what is edited next time. */
  dialog = present (window, log);
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 9);
  g_assert_true (sl_log_import_is_edited (dialog->import));
  g_assert_cmpstr (gtk_string_object_get_string (
                       gtk_drop_down_get_selected_item (find_drop (dialog, "S"))),
                   ==, "Processor runs a task");
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (window);
}

static void
test_form (void)
{
  GtkWindow *window = GTK_WINDOW (sl_window_new (sl_app_test_start ()));
  g_autoptr (GFile) log = write_log (
      "table.csv",
      "Time [ms];Event;Task\n0,5;run;one\n1,5;run;two\n2;jump;one\n3;run;two\n4;run;one\n");
  SlImportDialog *dialog = present (window, log);

  g_test_summary (
      "A table is guessed; its form, separator and header can be changed and changed back.");

  assert_chosen (dialog->form_row, "Table");
  assert_chosen (dialog->separator_row, "Semicolon");
  assert_chosen (dialog->unit_row, "Milliseconds");
  assert_chosen (dialog->decimal_row, "Comma, as in 12,5");
  g_assert_true (gtk_switch_get_active (dialog->header_switch));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (dialog->pattern_row)));
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 4);
  g_assert_cmpuint (get_preview (dialog)->n_other, ==, 1);

  adw_combo_row_set_selected (dialog->form_row, 1);
  sl_app_test_wait (is_still, NULL);
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (dialog->pattern_row)));
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (dialog->separator_row)));

  adw_combo_row_set_selected (dialog->form_row, 0);
  sl_app_test_wait (is_still, NULL);
  adw_combo_row_set_selected (dialog->separator_row, 1);
  sl_app_test_wait (is_still, NULL);
  assert_chosen (dialog->cell_rows[SL_ROW_TIME], "Time [ms]");
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 4);

  gtk_switch_set_active (dialog->header_switch, FALSE);
  sl_app_test_wait (is_still, NULL);
  assert_chosen (dialog->cell_rows[SL_ROW_TASK], "column-3");
  g_assert_cmpuint (get_preview (dialog)->n_lines, ==, 6);
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (window);
}

static void
test_broken (void)
{
  GtkWindow *window = GTK_WINDOW (sl_window_new (sl_app_test_start ()));
  g_autoptr (GFile) log G_GNUC_UNUSED =
      write_log ("broken.csv", "time,event,task\n1,run,a\n2,run,b\n");
  g_autoptr (GFile) map = write_log ("broken.csv.slackline-map", "no mapping at all");
  SlImportDialog *dialog = present (window, map);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (dialog->text_view);

  g_test_summary (
      "A mapping that cannot be read is guessed anew, with a warning; one that is typed wrongly "
      "says why and cannot be imported.");

  g_assert_nonnull (sl_log_import_get_note (dialog->import));
  g_assert_nonnull (strstr (gtk_label_get_label (dialog->note_label), "will be replaced"));
  g_assert_cmpuint (get_preview (dialog)->n_read, ==, 2);

  gtk_text_buffer_set_text (buffer, "[log", -1);
  g_assert_false (gtk_widget_get_sensitive (dialog->import_button));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (dialog->fault_label)));
  gtk_text_buffer_set_text (buffer, "[log]\nform=csv\nunit=h\n", -1);
  sl_app_test_wait (is_still, NULL);
  g_assert_nonnull (strstr (gtk_label_get_label (dialog->fault_label), "“h” is not one of"));
  g_assert_false (gtk_widget_get_sensitive (dialog->import_button));
  gtk_window_destroy (GTK_WINDOW (dialog));
  gtk_window_destroy (window);
}

static gboolean
shows_error (gpointer data)
{
  SlImportDialog *dialog = find_dialog ();

  return dialog != NULL &&
         g_strcmp0 (gtk_stack_get_visible_child_name (dialog->stack), "error") == 0;
}

static void
test_missing (void)
{
  GtkWindow *window = GTK_WINDOW (sl_window_new (sl_app_test_start ()));
  g_autoptr (GFile) log = g_file_new_build_filename (folder, "missing.log", NULL);

  g_test_summary ("A log that cannot be read says so, and there is nothing to import.");

  sl_import_dialog_present (window, log, imported_cb);
  sl_app_test_wait (shows_error, NULL);
  g_assert_false (gtk_widget_get_sensitive (find_dialog ()->import_button));
  gtk_window_destroy (GTK_WINDOW (find_dialog ()));
  gtk_window_destroy (window);
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_test_add_func ("/import-dialog/words", test_words);
  g_test_add_func ("/import-dialog/form", test_form);
  g_test_add_func ("/import-dialog/broken", test_broken);
  g_test_add_func ("/import-dialog/missing", test_missing);
  status = g_test_run ();
  g_clear_object (&imported);
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
