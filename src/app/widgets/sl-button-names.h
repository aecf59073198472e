/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void sl_button_names_give (GtkWidget *widget);

G_END_DECLS
