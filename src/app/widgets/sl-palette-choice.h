/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_PALETTE_CHOICE sl_palette_choice_get_type ()
G_DECLARE_FINAL_TYPE (SlPaletteChoice, sl_palette_choice, SL, PALETTE_CHOICE, GObject)

SlPaletteChoice *sl_palette_choice_get_default (void);

void sl_palette_choice_set_colour_blind (SlPaletteChoice *self, gboolean colour_blind);
gboolean sl_palette_choice_get_colour_blind (SlPaletteChoice *self);

G_END_DECLS
