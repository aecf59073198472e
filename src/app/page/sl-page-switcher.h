/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_PAGE_SWITCHER (sl_page_switcher_get_type ())
G_DECLARE_FINAL_TYPE (SlPageSwitcher, sl_page_switcher, SL, PAGE_SWITCHER, AdwBin)

void sl_page_switcher_set_stack (SlPageSwitcher *self, GtkStack *stack);
void sl_page_switcher_turn (SlPageSwitcher *self, int by);

G_END_DECLS
