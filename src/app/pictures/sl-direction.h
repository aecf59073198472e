/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Time goes from left to right in any language. */

void sl_direction_of_time_give (GtkWidget *widget);

G_END_DECLS
