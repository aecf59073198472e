/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-save-dialog.h"

#include <glib/gi18n.h>

#include "sl-file-chooser.h"
#include "sl-message.h"

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
  sl_message_show (widget, text);
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
      sl_file_chooser_new (window, title, GTK_FILE_CHOOSER_ACTION_SAVE, _ ("_Save"));

  sl_file_chooser_add_suffix (chooser, _ (type->title), type->suffix);
  gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);

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
