/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-task-model-save.h"

#include <glib/gi18n.h>

#include "sl-open-files.h"
#include "sl-save-dialog.h"
#include "sl-widget-util.h"

/* Saves a task model, and asks before one that is not saved is given up. */

/* What was asked on behalf of a widget, and what waits for the answer. */
typedef struct
{
  SlTaskModelStore *store;
  SlTaskModelSaveFunc proceed;
  GtkWindow *dialog; /* weak: NULL once it is answered */
} Question;

static const char question_key[] = "sl-model-save-question";

/* What is saved on behalf of a widget, for when the user has said where. */
static const char store_key[] = "sl-model-save-store";

static void
question_free (gpointer data)
{
  Question *question = data;

  g_clear_weak_pointer (&question->dialog);
  g_object_unref (question->store);
  g_free (question);
}

static gboolean
write_model (GtkWidget *widget, GFile *file, GError **error)
{
  g_autoptr (SlFileSet) inputs = sl_open_files_collect (SL_OPEN_TRACES);

  return sl_open_files_check_target (file, error) &&
         sl_task_model_store_save (g_object_get_data (G_OBJECT (widget), store_key), file, inputs,
                                   error);
}

static void
ask_where (GtkWidget *widget, SlTaskModelStore *store, SlSaveFunc write)
{
  static const SlSaveType type = { N_ ("Task model"), &SL_TASK_MODEL_SUFFIX[1] };
  GFile *file = sl_task_model_store_get_file (store);
  g_autofree char *name = sl_task_model_store_dup_name (store);
  g_autofree char *proposed =
      file != NULL ? g_file_get_basename (file)
                   : g_strconcat (name != NULL ? name : "trace", SL_TASK_MODEL_SUFFIX, NULL);

  g_object_set_data_full (G_OBJECT (widget), store_key, g_object_ref (store), g_object_unref);
  sl_save_dialog_present (widget, _ ("Save Task Model"), proposed, &type, write);
}

static void
save (GtkWidget *widget, SlTaskModelStore *store, SlSaveFunc write)
{
  GFile *file = sl_task_model_store_get_file (store);

  if (file == NULL || sl_task_model_store_get_error_text (store) != NULL)
    {
      ask_where (widget, store, write);
      return;
    }

  g_object_set_data_full (G_OBJECT (widget), store_key, g_object_ref (store), g_object_unref);
  sl_save_dialog_save (widget, file, write);
}

/**
 * sl_task_model_save_as:
 * @widget: on whose behalf; in a window that shows toasts
 *
 * Asks where to save.
 */
void
sl_task_model_save_as (GtkWidget *widget, SlTaskModelStore *store)
{
  ask_where (widget, store, write_model);
}

/**
 * sl_task_model_save_store:
 * @widget: on whose behalf; in a window that shows toasts
 *
 * Saves where the model stands, and asks where that is not known. A file that could not be read is
 * not written over without being asked for.
 */
void
sl_task_model_save_store (GtkWidget *widget, SlTaskModelStore *store)
{
  save (widget, store, write_model);
}

static gboolean
proceed_cb (gpointer user_data)
{
  GtkRoot *root = gtk_widget_get_root (user_data);
  Question *question = g_object_get_data (user_data, question_key);
  SlTaskModelSaveFunc proceed = question != NULL ? question->proceed : NULL;

  g_object_set_data (user_data, question_key, NULL);
  if (proceed != NULL && root != NULL)
    proceed (GTK_WINDOW (root));
  return G_SOURCE_REMOVE;
}

/* Not at once: who calls still needs the widget, and the dialog its parent. */
static void
proceed_later (GtkWidget *widget)
{
  g_idle_add_full (G_PRIORITY_DEFAULT, proceed_cb, g_object_ref (widget), g_object_unref);
}

static gboolean
write_and_proceed (GtkWidget *widget, GFile *file, GError **error)
{
  if (!write_model (widget, file, error))
    return FALSE;

  proceed_later (widget);
  return TRUE;
}

static void
response_cb (GtkWidget *widget, const char *response)
{
  Question *question = g_object_get_data (G_OBJECT (widget), question_key);

  g_clear_weak_pointer (&question->dialog);
  if (g_str_equal (response, "save"))
    save (widget, question->store, write_and_proceed);
  else if (g_str_equal (response, "discard"))
    proceed_later (widget);
}

static GtkWindow *
make_dialog (GtkWidget *widget, SlTaskModelStore *store)
{
  GFile *file = sl_task_model_store_get_file (store);
  g_autofree char *name = file != NULL ? g_file_get_basename (file) : g_strdup (_ ("Task Model"));
  GtkWidget *dialog =
      adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (widget)), _ ("Save Changes?"), NULL);

  adw_message_dialog_format_body (
      ADW_MESSAGE_DIALOG (dialog),
      /* Translators: name of a file */
      _ ("The task model “%s” has unsaved changes. They will be lost if you discard them."), name);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _ ("_Cancel"), "discard",
                                    _ ("_Discard"), "save", _ ("_Save"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "discard",
                                              ADW_RESPONSE_DESTRUCTIVE);
  sl_dialog_suggest (ADW_MESSAGE_DIALOG (dialog), "save");
  gtk_window_set_destroy_with_parent (GTK_WINDOW (dialog), TRUE);
  return GTK_WINDOW (dialog);
}

/**
 * sl_task_model_save_ask:
 * @widget: on whose behalf; in a window that shows toasts
 * @store: whose model is about to be given up
 * @proceed: called with the window of @widget, where the user wants the model saved and it was, or
 *   wants it discarded; never from within this call
 *
 * Asks what is to become of a model that is not saved, once however often this is called.
 *
 * Returns: %TRUE where all is saved: nobody is asked, and @proceed is not called
 */
gboolean
sl_task_model_save_ask (GtkWidget *widget, SlTaskModelStore *store, SlTaskModelSaveFunc proceed)
{
  Question *question;
  GtkWindow *dialog;

  g_return_val_if_fail (GTK_IS_WIDGET (widget), TRUE);
  g_return_val_if_fail (SL_IS_TASK_MODEL_STORE (store), TRUE);
  g_return_val_if_fail (proceed != NULL, TRUE);

  if (!sl_task_model_store_is_changed (store))
    return TRUE;

  question = g_object_get_data (G_OBJECT (widget), question_key);
  if (question != NULL && question->dialog != NULL)
    {
      /* The latest wish is the one that counts. */
      question->proceed = proceed;
      gtk_window_present (question->dialog);
      return FALSE;
    }

  dialog = make_dialog (widget, store);
  question = g_new0 (Question, 1);
  question->store = g_object_ref (store);
  question->proceed = proceed;
  g_set_weak_pointer (&question->dialog, dialog);
  g_object_set_data_full (G_OBJECT (widget), question_key, question, question_free);
  g_signal_connect_object (dialog, "response", G_CALLBACK (response_cb), widget, G_CONNECT_SWAPPED);
  gtk_window_present (dialog);
  return FALSE;
}
