/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Brings lines of a table into sight, and the focus to them. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_table_scroll_to (GtkColumnView *view, guint position);
void sl_table_focus_line (GtkColumnView *view, guint position);
void sl_table_focus_end (GtkColumnView *view, gboolean is_last);

G_END_DECLS
