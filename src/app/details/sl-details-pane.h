/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_DETAILS_PANE (sl_details_pane_get_type ())
G_DECLARE_FINAL_TYPE (SlDetailsPane, sl_details_pane, SL, DETAILS_PANE, SlDocumentWidget)

G_END_DECLS
