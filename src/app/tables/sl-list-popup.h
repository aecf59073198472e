/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Gives @list the focus, at its line that counts. */
typedef void (*SlListFocusFunc) (GtkWidget *list);

void sl_list_popup_open (GtkWidget *list,
                         GMenuModel *model,
                         const GdkRectangle *place,
                         SlListFocusFunc focus);
void sl_list_popup_get_place (GtkWidget *list, GdkRectangle *place);

G_END_DECLS
