/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_INSTRUCTION_PANEL (sl_instruction_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlInstructionPanel, sl_instruction_panel, SL, INSTRUCTION_PANEL, AdwBin)

void sl_instruction_panel_set_document (SlInstructionPanel *self, SlDocument *document);
gboolean sl_instruction_panel_is_for (SlDocument *document);

G_END_DECLS
