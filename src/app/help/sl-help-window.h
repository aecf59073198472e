/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

/* How the program is used, page by page, to be searched. */
#define SL_TYPE_HELP_WINDOW (sl_help_window_get_type ())
G_DECLARE_FINAL_TYPE (SlHelpWindow, sl_help_window, SL, HELP_WINDOW, AdwWindow)

void sl_help_window_present (GtkWindow *parent);

G_END_DECLS
