/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lets the focus out of a widget that hands it on to one of its children. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Returns: whether a child of @widget took the focus */
typedef gboolean (*SlFocusHandOn) (GtkWidget *widget);

void sl_focus_out_install (GtkWidgetClass *klass, SlFocusHandOn hand_on);
gboolean sl_focus_out_past (GtkWidget *widget, GtkWidget *inner, GtkDirectionType direction);

G_END_DECLS
