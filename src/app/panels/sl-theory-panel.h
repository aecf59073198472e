/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_THEORY_PANEL (sl_theory_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlTheoryPanel, sl_theory_panel, SL, THEORY_PANEL, AdwBin)

void sl_theory_panel_set_document (SlTheoryPanel *self, SlDocument *document);
guint sl_theory_panel_count (SlDocument *document);

G_END_DECLS
