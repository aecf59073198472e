/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-save-dialog.h"

#include <glib/gi18n.h>

/* Asks where to save, saves, and says what became of it. */

typedef struct
{
  GtkFileChooserNative *chooser;
  GtkWidget *widget;     /* weak: without it there is nothing to save */
  SlSaveFunc save;       /* either this one */
  SlSaveBeginFunc begin; /* or that one */
} Saving;

static void
saving_free (gpointer data, GClosure *closure)
{
  Saving *saving = data;

  g_clear_weak_pointer (&saving->widget);
  g_free (saving);
}

/**
 * sl_save_dialog_notify:
 * @widget: in a window that shows toasts
 * @text: a sentence
 */
void
sl_save_dialog_notify (GtkWidget *widget, const char *text)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  if (toasts != NULL)
    adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), adw_toast_new (markup));
}

/* Seconds for which a message of a key is shown after the key was last pressed. */
#define SHOWN 10

/* The message of a key that is shown, as data of what shows it. */
#define KEY_MESSAGE "key-message"

typedef struct
{
  AdwToast *toast;
  guint timer;
} KeyMessage;

static void
key_message_free (gpointer data)
{
  KeyMessage *self = data;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_object_unref (self->toast);
  g_free (self);
}

static void
dismissed_cb (GObject *toasts)
{
  g_object_set_data (toasts, KEY_MESSAGE, NULL);
}

static gboolean
hide_cb (gpointer user_data)
{
  KeyMessage *self = user_data;
  g_autoptr (AdwToast) toast = g_object_ref (self->toast);

  self->timer = 0;
  adw_toast_dismiss (toast);
  return G_SOURCE_REMOVE;
}

/**
 * sl_save_dialog_replace:
 * @widget: in a window that shows toasts
 * @text: a sentence
 *
 * As sl_save_dialog_notify(), for what a key says that is pressed again and again: the text takes the place of the last one
 * that is still shown.
 */
void
sl_save_dialog_replace (GtkWidget *widget, const char *text)
{
  GtkWidget *toasts = gtk_widget_get_ancestor (widget, ADW_TYPE_TOAST_OVERLAY);
  g_autofree char *markup = g_markup_escape_text (text, -1);
  KeyMessage *message;

  if (toasts == NULL)
    return;

  message = g_object_get_data (G_OBJECT (toasts), KEY_MESSAGE);
  if (message == NULL)
    {
      /* Without a time of its own: that would count from the first key. */
      message = g_new0 (KeyMessage, 1);
      message->toast = g_object_ref (adw_toast_new (markup));
      adw_toast_set_timeout (message->toast, 0);
      g_signal_connect_object (message->toast, "dismissed", G_CALLBACK (dismissed_cb), toasts,
                               G_CONNECT_SWAPPED);
      g_object_set_data_full (G_OBJECT (toasts), KEY_MESSAGE, message, key_message_free);
      adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), message->toast);
    }
  adw_toast_set_title (message->toast, markup);
  g_clear_handle_id (&message->timer, g_source_remove);
  message->timer = g_timeout_add_seconds (SHOWN, hide_cb, message);
}

/**
 * sl_save_dialog_report:
 * @error: (nullable): why the file was not written
 *
 * Says what became of @file.
 */
void
sl_save_dialog_report (GtkWidget *widget, GFile *file, const GError *error)
{
  g_autofree char *name = g_file_get_basename (file);
  g_autofree char *text = NULL;

  if (error == NULL)
    text = g_strdup_printf (_ ("Wrote “%s”"), name);
  else
    /* Translators: name of a file, and what the system says */
    text =
        g_strdup_printf (_ ("“%s” was not written: %s. Save it in a folder that you can write to"),
                         name, error->message);
  sl_save_dialog_notify (widget, text);
}

/**
 * sl_save_dialog_save:
 *
 * Saves without asking where to, and says what became of it.
 *
 * Returns: whether the file was written
 */
gboolean
sl_save_dialog_save (GtkWidget *widget, GFile *file, SlSaveFunc save)
{
  g_autoptr (GError) error = NULL;
  gboolean is_saved = save (widget, file, &error);

  sl_save_dialog_report (widget, file, error);
  return is_saved;
}

static void
response_cb (GtkNativeDialog *dialog, int response, Saving *saving)
{
  g_autoptr (GtkFileChooserNative) chooser = GTK_FILE_CHOOSER_NATIVE (dialog);
  g_autoptr (GFile) file = NULL;

  if (response != GTK_RESPONSE_ACCEPT || saving->widget == NULL)
    return;

  file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (chooser));
  if (saving->begin != NULL)
    saving->begin (saving->widget, file);
  else
    sl_save_dialog_save (saving->widget, file, saving->save);
}

static void
present (GtkWidget *widget,
         const char *title,
         const char *name,
         const SlSaveType *type,
         const Saving *how)
{
  Saving *saving = g_new0 (Saving, 1);
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (widget));
  GtkFileChooserNative *chooser =
      gtk_file_chooser_native_new (title, window, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"),
                                   _ ("_Cancel"));
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, _ (type->title));
  gtk_file_filter_add_suffix (filter, type->suffix);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (chooser), filter);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);

  *saving = *how;
  saving->chooser = chooser;
  g_set_weak_pointer (&saving->widget, widget);
  g_signal_connect_data (chooser, "response", G_CALLBACK (response_cb), saving, saving_free, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (chooser));
}

/**
 * sl_save_dialog_present:
 * @widget: on whose behalf
 * @title: of the dialog
 * @name: proposed for the file
 */
void
sl_save_dialog_present (GtkWidget *widget,
                        const char *title,
                        const char *name,
                        const SlSaveType *type,
                        SlSaveFunc save)
{
  present (widget, title, name, type, &(Saving) { .save = save });
}

/**
 * sl_save_dialog_ask:
 * @begin: called once a file is chosen; it writes, and says what became of that by sl_save_dialog_report()
 *
 * As sl_save_dialog_present(), for what takes a while.
 */
void
sl_save_dialog_ask (GtkWidget *widget,
                    const char *title,
                    const char *name,
                    const SlSaveType *type,
                    SlSaveBeginFunc begin)
{
  present (widget, title, name, type, &(Saving) { .begin = begin });
}
