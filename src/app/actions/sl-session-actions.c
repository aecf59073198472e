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

/* Rows of other names than the trace has; the first few are named. */
static void
say_missing (SlTraceView *page, GPtrArray *missing)
{
  g_autofree char *names = sl_text_list_join (missing, MOST_NAMED);
  g_autofree char *message = NULL;

  if (missing->len == 0)
    return;

  /* Translators: a number, and names of tasks. */
  message =
      g_strdup_printf (ngettext ("%u row of the view is not in this trace: %s",
                                 "%u rows of the view are not in this trace: %s", missing->len),
                       missing->len, names);
  sl_message_show (GTK_WIDGET (page), message);
}

/**
 * sl_session_actions_name_odd:
 * @odd: (element-type utf8): values of a saved view that cannot be read; not empty
 *
 * Returns: (transfer full): a sentence that names the first few
 */
char *
sl_session_actions_name_odd (GPtrArray *odd)
{
  g_autofree char *names = sl_text_list_join (odd, MOST_NAMED);

  /* Translators: a number, and lines of a file. */
  return g_strdup_printf (ngettext ("%u value of the saved view is not understood: %s",
                                    "%u values of the saved view are not understood: %s", odd->len),
                          odd->len, names);
}

/**
 * sl_session_actions_show:
 * @file: a saved view
 *
 * Applies it to the trace, or shows a message that says why it cannot be used; or which of its rows the trace does not have,
 * and which of its values cannot be read.
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
      say_missing (page, missing);
      message = odd->len > 0 ? sl_session_actions_name_odd (odd) : NULL;
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
