/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>

#include "sl-bus-statistics.h"

G_BEGIN_DECLS

/* A line of a table of bus cycles: of one kind, of one caching, of one page or port. */
#define SL_TYPE_BUS_ITEM (sl_bus_item_get_type ())
G_DECLARE_FINAL_TYPE (SlBusItem, sl_bus_item, SL, BUS_ITEM, GObject)

SlBusItem *
sl_bus_item_new (const char *name, const SlBusSum *sum, const SlBusSum *all, guint64 event);

const char *sl_bus_item_get_name (SlBusItem *self);
const SlBusSum *sl_bus_item_get_sum (SlBusItem *self);
const SlBusSum *sl_bus_item_get_all (SlBusItem *self);
gboolean sl_bus_item_get_event (SlBusItem *self, guint64 *event);

G_END_DECLS
