/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_DETAILS_PANE (sl_details_pane_get_type ())
G_DECLARE_FINAL_TYPE (SlDetailsPane, sl_details_pane, SL, DETAILS_PANE, AdwBin)

void sl_details_pane_set_document (SlDetailsPane *self, SlDocument *document);

G_END_DECLS
