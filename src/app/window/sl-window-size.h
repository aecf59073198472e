/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A new window has the size of the last one. */
void sl_window_size_save (GtkWindow *window, GSettings *settings);
void sl_window_size_restore (GtkWindow *window, GSettings *settings);

G_END_DECLS
