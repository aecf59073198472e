/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_table_write (GtkColumnView *view, GFile *file);

G_END_DECLS
