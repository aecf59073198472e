/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkFileChooserNative *sl_file_chooser_new (GtkWindow *parent,
                                           const char *title,
                                           GtkFileChooserAction action,
                                           const char *accept);
void sl_file_chooser_add_suffix (GtkFileChooserNative *self, const char *title, const char *suffix);
void sl_file_chooser_set_folder (GtkWindow *window, GFile *folder);

G_END_DECLS
