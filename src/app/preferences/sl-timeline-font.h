/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The font of the pictures in windows, where the user wants another one than the desktop's. */

#include <adwaita.h>

G_BEGIN_DECLS

void sl_timeline_font_follow (GSettings *settings);
GtkWidget *sl_timeline_font_make_row (GSettings *settings);

G_END_DECLS
