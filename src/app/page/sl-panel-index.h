/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_PANEL_INDEX (sl_panel_index_get_type ())
G_DECLARE_FINAL_TYPE (SlPanelIndex, sl_panel_index, SL, PANEL_INDEX, AdwBin)

void sl_panel_index_set_stack (SlPanelIndex *self, GtkStack *stack);
void sl_panel_index_add (SlPanelIndex *self, guint column, const char *name, const char *title);
void sl_panel_index_set_page (SlPanelIndex *self,
                              const char *name,
                              const char *count,
                              const char *obstacle);

G_END_DECLS
