/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The context menu of a place: of a box, a mark, an instant of the ruler, a flag or a line of a list. */

#include <gtk/gtk.h>

#include "sl-place.h"

G_BEGIN_DECLS

GMenu *sl_place_menu_offer (GtkWidget *widget, SlDocument *document, SlPlace *place);
void
sl_place_menu_popup (GtkWidget *widget, SlDocument *document, SlPlace *place, double x, double y);

G_END_DECLS
