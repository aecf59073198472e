/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-close.h"

#include <glib/gi18n.h>

#include "sl-task-model-field.h"

/* What is valid is in the model of the document, which outlives the window. What is not would be lost with it. */

static SlTaskModelField *
find_invalid (GtkWidget *widget)
{
  SlTaskModelField *found = NULL;

  if (SL_IS_TASK_MODEL_FIELD (widget))
    return sl_task_model_field_get_invalid (SL_TASK_MODEL_FIELD (widget)) != NULL
               ? SL_TASK_MODEL_FIELD (widget)
               : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find_invalid (child);
  return found;
}

static void
response_cb (GtkWindow *window, const char *response)
{
  SlTaskModelField *field = find_invalid (GTK_WIDGET (window));

  if (g_str_equal (response, "discard"))
    gtk_window_destroy (window);
  else if (field != NULL)
    gtk_widget_grab_focus (GTK_WIDGET (field));
}

/**
 * sl_task_model_close_ask:
 * @window: which is about to be closed
 * @page: of it, with the fields
 *
 * Asks whether a value that is not valid may be lost; @window is destroyed later where it may.
 *
 * Returns: whether there is one, so that @window must stay
 */
gboolean
sl_task_model_close_ask (GtkWindow *window, GtkWidget *page)
{
  SlTaskModelField *field;
  AdwMessageDialog *dialog;

  g_return_val_if_fail (GTK_IS_WINDOW (window) && GTK_IS_WIDGET (page), FALSE);

  field = find_invalid (page);
  if (field == NULL)
    return FALSE;

  dialog = ADW_MESSAGE_DIALOG (adw_message_dialog_new (window, _ ("Discard Invalid Value?"), NULL));
  adw_message_dialog_format_body (
      dialog,
      /* Translators: what is typed, what it describes, such as Period, and the name of a task */
      _ ("“%s” is not valid for “%s” of %s, so it is not in the task model."),
      sl_task_model_field_get_invalid (field), _ (sl_task_model_field_get_key (field)->title),
      sl_task_model_subject_get_title (sl_task_model_field_get_subject (field)));
  adw_message_dialog_add_responses (dialog, "cancel", _ ("_Cancel"), "discard", _ ("_Discard"),
                                    NULL);
  adw_message_dialog_set_response_appearance (dialog, "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (dialog, "cancel");
  adw_message_dialog_set_close_response (dialog, "cancel");
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), window, G_CONNECT_SWAPPED);
  gtk_window_present (GTK_WINDOW (dialog));
  return TRUE;
}
