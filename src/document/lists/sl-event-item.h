/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "sl-event.h"

G_BEGIN_DECLS

#define SL_TYPE_EVENT_ITEM (sl_event_item_get_type ())
G_DECLARE_FINAL_TYPE (SlEventItem, sl_event_item, SL, EVENT_ITEM, GObject)

SlEventItem *sl_event_item_new (const SlEvent *event,
                                guint trace,
                                guint64 index,
                                SlTime previous,
                                gboolean is_match);
const SlEvent *sl_event_item_get_event (SlEventItem *self);
guint sl_event_item_get_trace (SlEventItem *self);
guint64 sl_event_item_get_index (SlEventItem *self);
gboolean sl_event_item_get_delta (SlEventItem *self, gint64 *ticks);
gboolean sl_event_item_is_match (SlEventItem *self);

G_END_DECLS
