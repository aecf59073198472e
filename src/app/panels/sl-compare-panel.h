/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_COMPARE_PANEL (sl_compare_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlComparePanel, sl_compare_panel, SL, COMPARE_PANEL, AdwBin)

void sl_compare_panel_set_document (SlComparePanel *self, SlDocument *document);

G_END_DECLS
