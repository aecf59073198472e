/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* Called once the mapping of @log is written, so that it can be opened. */
typedef void (*SlImportFunc) (GtkWindow *parent, GFile *log);

#define SL_TYPE_IMPORT_DIALOG (sl_import_dialog_get_type ())
G_DECLARE_FINAL_TYPE (SlImportDialog, sl_import_dialog, SL, IMPORT_DIALOG, AdwWindow)

void sl_import_dialog_present (GtkWindow *parent, GFile *file, SlImportFunc imported);

G_END_DECLS
