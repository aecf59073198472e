/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* The selected line of a table, which Ctrl+C, or the menu that a table opens at a line, puts on the clipboard as it is shown. */

GtkSingleSelection *sl_table_make_selection (GtkColumnView *view, GListModel *model);

G_END_DECLS
