/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <adwaita.h>

#include "sl-document.h"
#include "sl-event-search.h"

G_BEGIN_DECLS

#define SL_TYPE_EVENT_LIST (sl_event_list_get_type ())
G_DECLARE_FINAL_TYPE (SlEventList, sl_event_list, SL, EVENT_LIST, AdwBin)

void sl_event_list_set_document (SlEventList *self, SlDocument *document);
void sl_event_list_set_filters (SlEventList *self, GPtrArray *searches, SlFilter *marking);
void sl_event_list_set_searching (SlEventList *self, gboolean is_searching);
void sl_event_list_show_event (SlEventList *self, guint trace, guint64 index);

G_END_DECLS
