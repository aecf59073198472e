/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Shows its child larger than it is: text, strokes and distances alike. */
#define SL_TYPE_ZOOM_BIN (sl_zoom_bin_get_type ())
G_DECLARE_FINAL_TYPE (SlZoomBin, sl_zoom_bin, SL, ZOOM_BIN, GtkWidget)

GtkWidget *sl_zoom_bin_new (double factor);
void sl_zoom_bin_set_factor (SlZoomBin *self, double factor);
void sl_zoom_bin_set_child (SlZoomBin *self, GtkWidget *child);

G_END_DECLS
