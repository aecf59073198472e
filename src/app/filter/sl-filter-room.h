/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkLayoutManager *sl_filter_room_new (gboolean entry_first);

void sl_filter_room_add_icon (GtkWidget *button, const char *icon);
void sl_filter_room_set_label (GtkWidget *button, const char *label);

G_END_DECLS
