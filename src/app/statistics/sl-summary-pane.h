/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_SUMMARY_PANE (sl_summary_pane_get_type ())
G_DECLARE_FINAL_TYPE (SlSummaryPane, sl_summary_pane, SL, SUMMARY_PANE, SlDocumentWidget)

G_END_DECLS
