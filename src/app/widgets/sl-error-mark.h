/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_error_mark_set (GtkWidget *widget, gboolean is_invalid);

G_END_DECLS
