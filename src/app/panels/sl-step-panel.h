/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_STEP_PANEL (sl_step_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlStepPanel, sl_step_panel, SL, STEP_PANEL, AdwBin)

void sl_step_panel_set_document (SlStepPanel *self, SlDocument *document);

G_END_DECLS
