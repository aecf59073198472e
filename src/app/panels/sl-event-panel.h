/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sl-document-widget.h"
#include "sl-event-search.h"

G_BEGIN_DECLS

#define SL_TYPE_EVENT_PANEL (sl_event_panel_get_type ())
G_DECLARE_FINAL_TYPE (SlEventPanel, sl_event_panel, SL, EVENT_PANEL, SlDocumentWidget)

void sl_event_panel_set_filters (SlEventPanel *self, GPtrArray *searches, SlFilter *marking);
void sl_event_panel_set_searching (SlEventPanel *self, gboolean is_searching);
void sl_event_panel_show_event (SlEventPanel *self, guint trace, guint64 index);

G_END_DECLS
