/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_PANEL_SWITCHER (sl_panel_switcher_get_type ())
G_DECLARE_FINAL_TYPE (SlPanelSwitcher, sl_panel_switcher, SL, PANEL_SWITCHER, AdwBin)

void sl_panel_switcher_set_stack (SlPanelSwitcher *self, GtkStack *stack);
void sl_panel_switcher_turn (SlPanelSwitcher *self, int by);

G_END_DECLS
