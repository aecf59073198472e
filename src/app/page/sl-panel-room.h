/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/* Whether the pages below the timeline are chosen from an index of all their names, or from a list that drops down. */
typedef struct _SlPanelRoom SlPanelRoom;

SlPanelRoom *sl_panel_room_new (GtkWidget *widget, GtkWidget *index, GtkWidget *switcher);
void sl_panel_room_free (SlPanelRoom *self);

void sl_panel_room_set_index_width (SlPanelRoom *self, int width);
void sl_panel_room_allocate (SlPanelRoom *self, int width);

G_END_DECLS
