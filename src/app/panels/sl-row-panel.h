/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_ROW_PANEL (sl_row_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlRowPanel, sl_row_panel, SL, ROW_PANEL, SlDocumentWidget)

void sl_row_panel_set_row (SlRowPanel *self, const char *row);

G_END_DECLS
