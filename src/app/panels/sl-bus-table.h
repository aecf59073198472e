/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "sl-bus-statistics.h"
#include "sl-document.h"

G_BEGIN_DECLS

/* Tables of bus cycles by what they have in common. Selecting a line goes to one of its cycles. */
typedef enum
{
  SL_BUS_TABLE_KINDS,
  SL_BUS_TABLE_AGENTS,   /* none of one processor alone */
  SL_BUS_TABLE_CACHINGS, /* of these no cycle is known to go to */
  SL_BUS_TABLE_PAGES,
  SL_BUS_TABLE_PORTS,
} SlBusTable;

void sl_bus_table_prepare (GtkColumnView *view, SlBusTable table, SlDocument *document);
void sl_bus_table_fill (GtkColumnView *view,
                        SlBusTable table,
                        const SlBusStatistics *statistics,
                        SlDocument *document);

G_END_DECLS
