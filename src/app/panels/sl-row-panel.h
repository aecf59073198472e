/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_ROW_PANEL (sl_row_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlRowPanel, sl_row_panel, SL, ROW_PANEL, AdwBin)

void sl_row_panel_set_document (SlRowPanel *self, SlDocument *document);
void sl_row_panel_set_row (SlRowPanel *self, const char *row);

G_END_DECLS
