/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"

G_BEGIN_DECLS

#define SL_TYPE_BUS_PANEL (sl_bus_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlBusPanel, sl_bus_panel, SL, BUS_PANEL, AdwBin)

void sl_bus_panel_set_document (SlBusPanel *self, SlDocument *document);
gboolean sl_bus_panel_is_for (SlDocument *document);

G_END_DECLS
