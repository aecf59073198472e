/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document.h"

#include <adwaita.h>

G_BEGIN_DECLS

#define SL_TYPE_LAZY_PANEL (sl_lazy_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlLazyPanel, sl_lazy_panel, SL, LAZY_PANEL, AdwBin)

/* Returns: (transfer floating): a panel for @document */
typedef GtkWidget *(*SlLazyPanelFunc) (SlDocument *document);

void sl_lazy_panel_prepare (SlLazyPanel *self, SlLazyPanelFunc make, SlDocument *document);

G_END_DECLS
