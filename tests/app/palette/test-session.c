/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A session with the window: everything that the palette offers is done, and then the window is closed. Nothing of it
 * stays, be it the trace or a widget. */

#include "sl-app-test.h"
#include "sl-command-palette.h"

/* So that what is shown and hidden has been laid out. */
#define FRAMES_MS 40

/* What commands begin with that leave the window, ask the desktop for something, or for a file: what GTK lists folders with
 * keeps a little. */
static const char *const left_out[] = { "Quit", "Close",  "New Window", "New Tab",      "Print",
                                        "Open", "Import", "Add Trace",  "Compare with", "Save" };

static gboolean
close_some (SlWindow *window)
{
  g_autolist (GtkWindow) windows = gtk_window_list_toplevels ();
  gboolean is_some = FALSE;

  g_list_foreach (windows, (GFunc) (void (*) (void)) g_object_ref, NULL);
  for (GList *link = windows; link != NULL; link = link->next)
    if (link->data != window && gtk_widget_get_visible (link->data))
      {
        gtk_window_close (link->data);
        is_some = TRUE;
      }
  return is_some;
}

/* What asks back is asked again. */
static void
close_others (SlWindow *window)
{
  for (guint i = 0; i < 5 && close_some (window); i++)
    sl_app_test_spin (FRAMES_MS);
}

static GtkListView *
open_palette (SlWindow *window)
{
  g_autoptr (GList) windows = NULL;

  gtk_widget_activate_action (GTK_WIDGET (window), "win.commands", NULL);
  windows = gtk_window_list_toplevels ();
  for (GList *link = windows; link != NULL; link = link->next)
    if (SL_IS_COMMAND_PALETTE (link->data))
      return GTK_LIST_VIEW (sl_app_test_find (link->data, GTK_TYPE_LIST_VIEW));
  g_assert_not_reached ();
}

static gboolean
is_left_out (const char *title)
{
  for (guint i = 0; i < G_N_ELEMENTS (left_out); i++)
    if (g_str_has_prefix (title, left_out[i]))
      return TRUE;
  return FALSE;
}

/* Returns: FALSE when all have been done */
static gboolean
do_next (SlWindow *window, GHashTable *done)
{
  GtkListView *list = open_palette (window);
  GListModel *commands = G_LIST_MODEL (gtk_list_view_get_model (list));

  for (guint i = 0; i < g_list_model_get_n_items (commands); i++)
    {
      g_autoptr (SlCommand) command = g_list_model_get_item (commands, i);
      const char *title = sl_command_get_title (command);

      if (is_left_out (title) || !g_hash_table_add (done, g_strdup (title)))
        continue;
      gtk_widget_activate_action (GTK_WIDGET (list), "list.activate-item", "u", i);
      sl_app_test_spin (FRAMES_MS);
      close_others (window);
      return TRUE;
    }
  close_others (window);
  return FALSE;
}

static gboolean
is_gone (gpointer data)
{
  return *(gpointer *) data == NULL;
}

static void
check_closed (SlWindow *window)
{
  gpointer document = sl_window_get_document (window);
  gpointer timeline = sl_app_test_find (GTK_WIDGET (window), SL_TYPE_TIMELINE_WIDGET);
  gpointer kept = window;

  g_object_add_weak_pointer (document, &document);
  g_object_add_weak_pointer (timeline, &timeline);
  g_object_add_weak_pointer (kept, &kept);
  gtk_window_close (GTK_WINDOW (window));
  sl_app_test_wait (is_gone, &kept);
  sl_app_test_wait (is_gone, &timeline);
  sl_app_test_wait (is_gone, &document);
}

static void
test_closed (void)
{
  g_test_summary ("A window that is closed takes its page and its document with it.");

  check_closed (sl_app_test_open_sample ());
}

static void
test_lecture (void)
{
  SlWindow *window = sl_app_test_open_sample ();

  g_test_summary ("The same in the middle of a lecture.");

  gtk_widget_activate_action (GTK_WIDGET (window), "view.step-mode", NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "view.lecture", NULL);
  sl_app_test_spin (FRAMES_MS);
  gtk_widget_activate_action (GTK_WIDGET (window), "view.lecture-sentence", NULL);
  sl_app_test_spin (FRAMES_MS);
  check_closed (window);
}

static void
test_commands (void)
{
  SlWindow *window = sl_app_test_open_sample ();
  g_autoptr (GHashTable) done = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  g_test_summary ("The same after everything that the palette offers has been done.");

  while (do_next (window, done))
    ;
  g_assert_cmpuint (g_hash_table_size (done), >, 100);
  check_closed (window);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/session/closed", test_closed);
  g_test_add_func ("/app/session/lecture", test_lecture);
  g_test_add_func ("/app/session/commands", test_commands);
  return g_test_run ();
}
