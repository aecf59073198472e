/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-page-actions.h"

#include <glib/gi18n.h>
#include <string.h>

#include "sl-file-chooser.h"
#include "sl-file-reader.h"
#include "sl-message.h"
#include "sl-open-files.h"
#include "sl-save-dialog.h"
#include "sl-session-text.h"
#include "sl-text-list.h"
#include "sl-view-file.h"

/* The actions that save a view to a file, and show a trace as such a file says. */

/* Rows, or values, that a message names. */
#define MOST_NAMED 5

static const SlSaveType view_type = { N_ ("Views"), "slackline-view" };

static void
remember (GFile *file)
{
  g_autofree char *uri = g_file_get_uri (file);

  gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
}

static gboolean
save (GtkWidget *widget, GFile *file, GError **error)
{
  SlDocument *document = sl_trace_view_get_document (SL_TRACE_VIEW (widget));
  g_autofree char *text = sl_session_text_write (document);

  if (!sl_open_files_save (file, text, strlen (text), error))
    return FALSE;

  remember (file);
  return TRUE;
}

static void
save_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  g_autofree char *name = g_strconcat (_ ("View"), SL_SESSION_SUFFIX, NULL);

  sl_save_dialog_present (user_data, _ ("Save View"), name, &view_type, save);
}

/**
 * sl_session_actions_say_left:
 * @odd: (element-type utf8): values of a saved view that cannot be read
 * @missing: (element-type utf8): names of its rows that the trace does not have
 *
 * Returns: (transfer full) (nullable): sentences that name the first few; %NULL where there are none of either
 */
char *
sl_session_actions_say_left (GPtrArray *odd, GPtrArray *missing)
{
  g_autofree char *values = sl_text_list_join (odd, MOST_NAMED);
  g_autofree char *names = sl_text_list_join (missing, MOST_NAMED);
  g_autoptr (GString) text = g_string_new (NULL);

  if (missing->len > 0)
    /* Translators: a number, and names of tasks. */
    g_string_append_printf (text,
                            ngettext ("%u row of the view is not in this trace: %s",
                                      "%u rows of the view are not in this trace: %s",
                                      missing->len),
                            missing->len, names);
  if (missing->len > 0 && odd->len > 0)
    g_string_append (text, ". ");
  if (odd->len > 0)
    /* Translators: a number, and lines of a file. */
    g_string_append_printf (text,
                            ngettext ("%u entry of the saved view is not understood: %s",
                                      "%u entries of the saved view are not understood: %s",
                                      odd->len),
                            odd->len, values);
  return text->len > 0 ? g_strdup (text->str) : NULL;
}

/**
 * sl_session_actions_show:
 * @file: a saved view
 *
 * Applies it to the trace, or shows a message that says why it cannot be used; or which of its rows the trace does not have,
 * and which of its lines cannot be read.
 */
void
sl_session_actions_show (SlTraceView *page, GFile *file)
{
  SlDocument *document = sl_trace_view_get_document (page);
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;
  g_autofree char *message = NULL;
  g_autoptr (GPtrArray) missing = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) odd = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  SlViewState *state = NULL;
  SlTime instant;
  gsize length;

  text = sl_file_read (file, SL_FILE_READ_REGULAR, SL_VIEW_FILE_MOST, &length, &error);
  if (text != NULL)
    state = sl_session_text_read (document, text, length, missing, odd, &instant, &error);
  if (state != NULL)
    {
      sl_document_take_state (document, state, SL_GESTURE_NONE);
      sl_session_text_lead_to (document, instant);
      remember (file);
      message = sl_session_actions_say_left (odd, missing);
      if (message != NULL)
        sl_message_show (GTK_WIDGET (page), message);
      return;
    }

  /* Translators: name of a file, and why */
  message = g_strdup_printf (_ ("“%s” cannot be used as a view: %s"), name, error->message);
  sl_message_show (GTK_WIDGET (page), message);
}

static void
response_cb (SlTraceView *page, int response, GtkFileChooser *chooser)
{
  g_autoptr (GFile) file =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (chooser) : NULL;

  if (file != NULL)
    sl_session_actions_show (page, file);
  g_object_unref (chooser);
}

static void
open_cb (GSimpleAction *action, GVariant *parameter, gpointer user_data)
{
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (user_data));
  GtkFileChooserNative *chooser =
      sl_file_chooser_new (window, _ ("Open a View"), GTK_FILE_CHOOSER_ACTION_OPEN, _ ("_Open"));

  sl_file_chooser_add_suffix (chooser, _ (view_type.title), view_type.suffix);
  g_signal_connect_object (chooser, "response", G_CALLBACK (response_cb), user_data,
                           G_CONNECT_SWAPPED);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/**
 * sl_session_actions_add:
 * @page: must outlive @group
 */
void
sl_session_actions_add (GSimpleActionGroup *group, SlTraceView *page)
{
  static const GActionEntry entries[] = {
    { .name = "save-view", .activate = save_cb },
    { .name = "open-view", .activate = open_cb },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (group), entries, G_N_ELEMENTS (entries), page);
}
