/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The files that were opened last, for the start page and the menu. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

GPtrArray *sl_recent_files_list (guint most);
void sl_recent_files_follow (GMenu *menu);

G_END_DECLS
