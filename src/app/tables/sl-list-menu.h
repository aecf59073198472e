/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The menu of a list without columns: copies one line, or saves all of them. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * SlListTextFunc:
 * @lines: (element-type GStrv): gets the cells of the titles, then those of each line, as many each
 */
typedef void (*SlListTextFunc) (gpointer user_data, GPtrArray *lines);

void sl_list_menu_add (GtkWidget *list,
                       const char *name,
                       gboolean has_rows,
                       SlListTextFunc get_lines,
                       gpointer user_data);
void sl_list_menu_append_line (GPtrArray *lines, ...) G_GNUC_NULL_TERMINATED;

G_END_DECLS
