/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-app-test.h"
#include "sl-bus-matches.h"
#include "sl-byu-case.h"
#include "sl-test.h"
#include "sl-view-state.h"
#include "sl-window.h"

static gboolean
is_complete (gpointer data)
{
  SlDocument *document = sl_window_get_document (data);

  return document != NULL && sl_trace_is_complete (sl_document_get_trace (document));
}

static gboolean
has_attributes (gpointer data)
{
  GPtrArray *found = sl_document_get_attributes (data);
  const SlBusMatches *matches = found != NULL ? g_ptr_array_index (found, 0) : NULL;

  return matches != NULL && matches->is_complete;
}

static SlWindow *
open_bytes (const char *folder, GBytes *bytes)
{
  SlWindow *window = sl_window_new (sl_app_test_start ());
  g_autoptr (GPtrArray) files = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *path = g_build_filename (folder, "trace", NULL);

  g_assert_true (g_file_set_contents (path, g_bytes_get_data (bytes, NULL),
                                      (gssize) g_bytes_get_size (bytes), NULL));
  g_ptr_array_add (files, g_file_new_for_path (path));
  gtk_window_present (GTK_WINDOW (window));
  sl_window_open (window, files);
  sl_app_test_wait (is_complete, window);
  return window;
}

static gboolean
is_shown (SlDocument *document)
{
  return sl_view_state_has_name (sl_document_get_state (document), SL_NAMES_SHOWN_SIGNS,
                                 SL_MAP_ATTRIBUTES);
}

static void
test_choice (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find ("lines"));
  SlWindow *window = open_bytes (folder, bytes);
  SlDocument *document = sl_window_get_document (window);

  g_test_summary (
      "The menu colours the map of addresses by memory attribute, which is looked for then, "
      "and undoing takes that back; under a filter what matches is found that way too.");

  g_assert_null (sl_document_get_attributes (document));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.map-attributes", NULL));
  g_assert_true (is_shown (document));
  sl_app_test_wait (has_attributes, document);
  sl_app_test_spin (100);
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "view.undo", NULL));
  g_assert_false (is_shown (document));
  g_assert_null (sl_document_get_attributes (document));
  gtk_window_destroy (GTK_WINDOW (window));
  sl_test_remove_folder (folder);
}

static void
test_without (void)
{
  g_autofree char *folder = g_dir_make_tmp ("slackline-XXXXXX", NULL);
  g_autoptr (GBytes) bytes = sl_byu_case_make (sl_byu_cases_find ("pentium"));
  SlWindow *window = open_bytes (folder, bytes);
  SlDocument *document = sl_window_get_document (window);

  g_test_summary ("Where no attributes are recorded, there is nothing to choose.");

  gtk_widget_activate_action (GTK_WIDGET (window), "view.map-attributes", NULL);
  g_assert_false (is_shown (document));
  gtk_window_destroy (GTK_WINDOW (window));
  sl_test_remove_folder (folder);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/map-attributes/choice", test_choice);
  g_test_add_func ("/app/map-attributes/without", test_without);
  return g_test_run ();
}
