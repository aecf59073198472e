/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-help-window.h"

#include <string.h>

#include "sl-app-test.h"
#include "sl-help-text.h"

static void
test_keys (void)
{
  guint n_sections;
  const SlHelpSection *sections = sl_help_text_get (&n_sections);

  g_test_summary (
      "Each key that the help names is that of a command, and pages begin with the first section.");

  g_assert_nonnull (sections[0].page);
  for (guint i = 0; i < n_sections; i++)
    for (const char *at = strchr (sections[i].text, '{'); at != NULL; at = strchr (at + 1, '{'))
      {
        g_autofree char *action = g_strndup (at + 1, strcspn (at + 1, "}"));

        if (sl_key_table_find (action) == NULL)
          g_error ("the help names %s, which there is not", action);
      }
}

static gboolean
is_said (GtkWidget *widget, const char *text)
{
  if (GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget) &&
      strstr (gtk_label_get_text (GTK_LABEL (widget)), text) != NULL)
    return TRUE;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (is_said (child, text))
      return TRUE;
  return FALSE;
}

static GtkWidget *
find_help (void)
{
  GListModel *windows = gtk_window_get_toplevels ();

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      if (SL_IS_HELP_WINDOW (window))
        return window;
    }
  return NULL;
}

/* The part that shows a page. */
static GtkWidget *
get_content (GtkWidget *help)
{
  return sl_app_test_find (help, ADW_TYPE_CLAMP);
}

static void
type (GtkWidget *help, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (sl_app_test_find (help, GTK_TYPE_SEARCH_ENTRY)), text);
  sl_app_test_spin (200);
}

static void
test_window (void)
{
  static const char *const keys[] = { "F7", NULL };
  SlWindow *window = sl_app_test_open_sample ();
  SlKeyMap *map = sl_key_map_get_default ();
  const SlKeyEntry *undo = sl_key_table_find ("view.undo");
  GtkListBox *index;
  GtkWidget *help;

  g_test_summary (
      "The help opens once, shows pages, goes into one by Enter, finds what is searched on all of them, and says keys as they are now.");

  g_action_group_activate_action (G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (window))),
                                  "help", NULL);
  g_action_group_activate_action (G_ACTION_GROUP (gtk_window_get_application (GTK_WINDOW (window))),
                                  "help", NULL);
  sl_app_test_spin (300);
  help = find_help ();
  g_assert_nonnull (help);
  g_assert_true (is_said (get_content (help), "Ctrl+Z undoes the last change"));
  sl_key_map_set_keys (map, undo, keys);
  sl_app_test_spin (100);
  g_assert_true (is_said (get_content (help), "F7 undoes the last change"));
  sl_key_map_reset (map, undo);

  index = GTK_LIST_BOX (sl_app_test_find (help, GTK_TYPE_LIST_BOX));
  gtk_list_box_select_row (index, gtk_list_box_get_row_at_index (index, 3));
  sl_app_test_spin (100);
  g_assert_true (is_said (get_content (help), "Setting a marker"));
  g_assert_false (is_said (get_content (help), "Opening a trace"));

  g_signal_emit_by_name (index, "row-activated", gtk_list_box_get_selected_row (index));
  g_assert_true (
      gtk_widget_is_ancestor (gtk_window_get_focus (GTK_WINDOW (help)), get_content (help)));

  type (help, "DEADLINE missed");
  g_assert_true (is_said (get_content (help), "The Command Line"));
  g_assert_true (is_said (get_content (help), "N goes to the next missed deadline"));
  g_assert_false (is_said (get_content (help), "Setting a marker"));
  type (help, "no such thing");
  g_assert_true (is_said (get_content (help), "Nothing matches"));
  type (help, "");
  g_assert_true (is_said (get_content (help), "Setting a marker"));
  g_assert_false (is_said (get_content (help), "Nothing matches"));

  gtk_window_close (GTK_WINDOW (help));
  sl_app_test_spin (100);
  g_assert_null (find_help ());
  gtk_window_destroy (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/app/help-window/keys", test_keys);
  g_test_add_func ("/app/help-window/window", test_window);
  return g_test_run ();
}
