/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* How the figures of tasks are distributed, side by side. */

#include "sl-document-widget.h"

G_BEGIN_DECLS

#define SL_TYPE_DISTRIBUTION_PANEL (sl_distribution_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlDistributionPanel,
                      sl_distribution_panel,
                      SL,
                      DISTRIBUTION_PANEL,
                      SlDocumentWidget)

G_END_DECLS
