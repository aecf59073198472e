/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_table_fit_follow (GtkColumnView *view);
void sl_table_fit_pin (GtkColumnView *view, GtkColumnViewColumn *column, gboolean is_pinned);
gboolean sl_table_fit_is_pinned (GtkColumnViewColumn *column);

G_END_DECLS
