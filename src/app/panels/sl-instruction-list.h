/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_INSTRUCTION_LIST (sl_instruction_list_get_type ())
G_DECLARE_FINAL_TYPE (SlInstructionList, sl_instruction_list, SL, INSTRUCTION_LIST, AdwBin)

void sl_instruction_list_set_document (SlInstructionList *self, SlDocument *document);
gboolean sl_instruction_list_is_for (SlDocument *document);

G_END_DECLS
