/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkFileChooserNative *sl_open_dialog_new (GtkWindow *parent);
GtkFileChooserNative *sl_open_dialog_new_for_text (GtkWindow *parent);
GPtrArray *sl_open_dialog_get_files (GtkFileChooserNative *dialog, int response);
GMenuModel *sl_open_dialog_make_format_menu (void);

G_END_DECLS
