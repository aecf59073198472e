/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-file-chooser.h"

#include <glib/gi18n.h>

/* Dialogs that ask for a file. They begin in the folder of what their window shows. */

/* Of a window, as its data. */
#define FOLDER "file-chooser-folder"

/**
 * sl_file_chooser_set_folder:
 * @folder: (nullable): in which the dialogs of @window, and of the dialogs above it, begin; %NULL to leave that to the desktop
 */
void
sl_file_chooser_set_folder (GtkWindow *window, GFile *folder)
{
  g_return_if_fail (GTK_IS_WINDOW (window));
  g_return_if_fail (folder == NULL || G_IS_FILE (folder));

  g_object_set_data_full (G_OBJECT (window), FOLDER, folder != NULL ? g_object_ref (folder) : NULL,
                          g_object_unref);
}

/* (nullable): of the window, or of what it stands above */
static GFile *
get_folder (GtkWindow *window)
{
  GFile *folder = NULL;

  for (; folder == NULL && window != NULL; window = gtk_window_get_transient_for (window))
    folder = g_object_get_data (G_OBJECT (window), FOLDER);
  return folder;
}

/**
 * sl_file_chooser_new:
 * @parent: (nullable): above which it is shown
 * @accept: of the button that takes the choice
 *
 * Returns: (transfer full): a modal dialog, not yet shown
 */
GtkFileChooserNative *
sl_file_chooser_new (GtkWindow *parent,
                     const char *title,
                     GtkFileChooserAction action,
                     const char *accept)
{
  GtkFileChooserNative *self =
      gtk_file_chooser_native_new (title, parent, action, accept, _ ("_Cancel"));
  GFile *folder = get_folder (parent);

  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self), TRUE);
  if (folder != NULL)
    gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (self), folder, NULL);
  return self;
}

/**
 * sl_file_chooser_add_suffix:
 * @title: of the kind of file
 * @suffix: of their names, without a dot
 *
 * Offers the files of one kind.
 */
void
sl_file_chooser_add_suffix (GtkFileChooserNative *self, const char *title, const char *suffix)
{
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();

  gtk_file_filter_set_name (filter, title);
  gtk_file_filter_add_suffix (filter, suffix);
  gtk_file_chooser_add_filter (GTK_FILE_CHOOSER (self), filter);
}
