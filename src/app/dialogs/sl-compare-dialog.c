/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-dialogs.h"

#include <glib/gi18n.h>

#include "sl-widget-util.h"

/* What the first trace of an axis is to be compared with: another one that stands there, or a
 * file. A row does it and closes the dialog. */

/* @action is the parent's; @number is given to it where it is above 0 */
static void
activate_cb (GtkWidget *row, GtkWindow *dialog)
{
  GtkWidget *parent = GTK_WIDGET (gtk_window_get_transient_for (dialog));
  const char *action = g_object_get_data (G_OBJECT (row), "action");
  guint number = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (row), "trace"));

  if (number > 0)
    gtk_widget_activate_action (parent, action, "u", number);
  else
    gtk_widget_activate_action (parent, action, NULL);
  gtk_window_close (dialog);
}

/* Takes @title. */
static GtkWidget *
add_row (AdwPreferencesGroup *group,
         GtkWindow *dialog,
         char *title,
         const char *action,
         guint number)
{
  GtkWidget *row = adw_action_row_new ();
  G_GNUC_UNUSED g_autofree char *owned = title;
  g_autofree char *markup = g_markup_escape_text (title, -1);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), markup);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "action", (gpointer) action);
  g_object_set_data (G_OBJECT (row), "trace", GUINT_TO_POINTER (number));
  g_signal_connect_object (row, "activated", G_CALLBACK (activate_cb), dialog, 0);
  adw_preferences_group_add (group, row);
  return row;
}

/**
 * sl_compare_dialog_present:
 * @document: with several traces
 * @parent: a window with the actions "win.compare-file", "view.compare" and "view.stop-comparing"
 */
void
sl_compare_dialog_present (SlDocument *document, GtkWindow *parent)
{
  SlTraceSet *set = sl_document_get_trace_set (document);
  GtkWidget *dialog = g_object_new (SL_TYPE_PAGE_WINDOW, "transient-for", parent, "modal", TRUE,
                                    "destroy-with-parent", TRUE, SL_WINDOW_ROLE, NULL);
  AdwPreferencesPage *page = ADW_PREFERENCES_PAGE (adw_preferences_page_new ());
  AdwPreferencesGroup *group = ADW_PREFERENCES_GROUP (adw_preferences_group_new ());
  g_autofree char *first = sl_trace_set_dup_title (set, 0);
  g_autofree char *title = g_strdup_printf (_ ("Compare %s with"), first);
  g_autofree char *markup = g_markup_escape_text (title, -1);
  GtkWidget *first_row = NULL, *file_row;
  guint traces[SL_N_SIDES];

  adw_preferences_group_set_title (group, markup);
  for (guint i = 1; i < sl_trace_set_get_size (set); i++)
    {
      GtkWidget *row =
          add_row (group, GTK_WINDOW (dialog), sl_trace_set_dup_title (set, i), "view.compare", i);

      first_row = first_row != NULL ? first_row : row;
    }
  file_row =
      add_row (group, GTK_WINDOW (dialog), g_strdup (_ ("Another file…")), "win.compare-file", 0);
  if (sl_view_state_get_compared (sl_document_get_state (document), traces))
    add_row (group, GTK_WINDOW (dialog), g_strdup (_ ("Nothing")), "view.stop-comparing", 0);

  adw_preferences_page_add (page, group);
  sl_page_window_add (SL_PAGE_WINDOW (dialog), page);
  gtk_window_set_title (GTK_WINDOW (dialog), _ ("Compare"));
  gtk_window_set_default_size (GTK_WINDOW (dialog), 480, 320);
  sl_button_names_give (dialog);
  sl_window_present_at (GTK_WINDOW (dialog), first_row != NULL ? first_row : file_row);
}
