/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-command-list.h"

G_BEGIN_DECLS

#define SL_TYPE_COMMAND_PALETTE (sl_command_palette_get_type ())
G_DECLARE_FINAL_TYPE (SlCommandPalette, sl_command_palette, SL, COMMAND_PALETTE, AdwWindow)

void sl_command_palette_present (const SlCommandPlace *place);

G_END_DECLS
