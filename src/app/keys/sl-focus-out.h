/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Lets the focus out of a widget that hands it on to one of its children. */

#include <gtk/gtk.h>

G_BEGIN_DECLS

gboolean
sl_focus_out_move (GtkWidgetClass *parent_class, GtkWidget *widget, GtkDirectionType direction);
gboolean sl_focus_out_is_leaving (GtkWidget *widget);
gboolean sl_focus_out_past (GtkWidget *widget, GtkWidget *inner, GtkDirectionType direction);

G_END_DECLS
