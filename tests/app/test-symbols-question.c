/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"

#include <string.h>

#include "sl-dialogs.h"
#include "sl-test.h"

/* A boundary and a target. */
static const guint8 packets[] = {
  2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x82, 2, 0x23, 0x2d, 0x34, 0x12,
};

static const char bundle[] =
    "{\"type\":\"intel-pt\",\"cpuInfo\":{\"family\":6,\"model\":85,\"stepping\":4},"
    "\"processes\":[{\"pid\":1,\"threads\":[{\"tid\":7,\"iptTrace\":\"7.trace\"}],"
    "\"modules\":[{\"file\":\"names.txt\",\"loadAddress\":0}]}]}";

static char *folder;

static void
write_file (const char *name, gconstpointer data, gssize size)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  g_assert_true (g_file_set_contents (path, data, size, NULL));
}

static SlWindow *
open_bundle (void)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);

  g_ptr_array_add (files, g_file_new_build_filename (folder, "trace.json", NULL));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  return window;
}

static GtkWidget *
find_question (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (ADW_IS_MESSAGE_DIALOG (window))
        return window;
    }
  return NULL;
}

static GtkWidget *
find_button (GtkWidget *widget, const char *label)
{
  GtkWidget *found =
      GTK_IS_BUTTON (widget) && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0
          ? widget
          : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_button (child, label);
  return found;
}

/* As the user does, which closes the dialog. */
static void
press (const char *label)
{
  GtkWidget *button = find_button (find_question (), label);

  g_assert_nonnull (button);
  g_signal_emit_by_name (button, "clicked");
}

static gboolean
asks (gpointer data)
{
  return find_question () != NULL;
}

static gboolean
is_complete (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

static gboolean
has_names (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL &&
         sl_annotations_get_code_map (sl_document_get_annotations (document)) != NULL;
}

static gboolean
shows (GtkWidget *widget, const char *text)
{
  gboolean found =
      GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text) != NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && !found;
       child = gtk_widget_get_next_sibling (child))
    found = shows (child, text);
  return found;
}

static gboolean
lists_names (gpointer data)
{
  return find_question () != NULL && shows (find_question (), "names.txt");
}

static void
test_asks (void)
{
  SlWindow *window = open_bundle ();
  GtkWidget *question;

  g_test_summary (
      "Files that a trace names are listed, and read once that is allowed; who refuses is "
      "asked when the trace is opened again or he wants to be; who allows is not asked any more.");

  sl_app_test_wait (asks, NULL);
  question = find_question ();
  g_assert_true (shows (question, "names.txt"));
  g_assert_cmpstr (adw_message_dialog_get_default_response (ADW_MESSAGE_DIALOG (question)), ==,
                   "skip");
  press ("_Do Not Read");
  sl_app_test_wait (is_complete, window);
  sl_app_test_spin (300);
  g_assert_null (find_question ());
  g_assert_false (has_names (window));

  /* Who changes his mind. */
  sl_symbols_dialog_present (sl_window_get_document (window), 0, GTK_WINDOW (window));
  g_assert_true (shows (find_question (), "which you chose not to read"));
  g_assert_null (find_button (find_question (), "_Set"));
  press ("_Files of the Trace…");
  sl_app_test_wait (lists_names, NULL);
  press ("_Do Not Read");
  sl_app_test_spin (300);
  g_assert_false (has_names (window));
  gtk_window_destroy (GTK_WINDOW (window));

  window = open_bundle ();
  sl_app_test_wait (asks, NULL);
  press ("_Read");
  sl_app_test_wait (has_names, window);
  gtk_window_destroy (GTK_WINDOW (window));

  window = open_bundle ();
  sl_app_test_wait (has_names, window);
  g_assert_null (find_question ());
  gtk_window_destroy (GTK_WINDOW (window));
}

static void
test_closed (void)
{
  g_autoptr (GString) other = g_string_new (bundle);
  SlWindow *window;

  g_test_summary ("A window that is closed while it asks takes the question with it.");

  g_string_replace (other, "names.txt", "other.txt", 0);
  write_file ("trace.json", other->str, -1);
  window = open_bundle ();
  sl_app_test_wait (asks, NULL);
  gtk_window_destroy (GTK_WINDOW (window));
  sl_app_test_spin (100);
  g_assert_null (find_question ());
}

int
main (int argc, char *argv[])
{
  int status;

  g_test_init (&argc, &argv, NULL);
  folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  write_file ("trace.json", bundle, sizeof bundle - 1);
  write_file ("7.trace", packets, sizeof packets);
  write_file ("names.txt", "0000000000001000 T first\n0000000000002000 T second\n", -1);

  g_test_add_func ("/app/symbols-question/asks", test_asks);
  g_test_add_func ("/app/symbols-question/closed", test_closed);
  status = g_test_run ();
  sl_test_remove_folder (folder);
  g_free (folder);
  return status;
}
