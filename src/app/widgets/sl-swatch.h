/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkWidget *sl_swatch_new (guint32 colour, int width, int height);

G_END_DECLS
