/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* A boxed list of names and values, as panels have them. */
void sl_field_list_append_heading (GtkBox *box, const char *title);
GtkWidget *sl_field_list_append_link (GtkBox *box, const char *text);
GtkListBox *sl_field_list_append_to (GtkBox *box, const char *title);
GtkListBox *sl_field_list_append_facts (GtkBox *box, const char *title);
void sl_field_list_add (GtkListBox *list, const char *name, const char *value);
void sl_field_list_take (GtkListBox *list, const char *name, char *value);
void sl_field_list_add_fact (GtkListBox *list,
                             const char *name,
                             const char *value,
                             const char *detail,
                             gboolean is_late);

G_END_DECLS
