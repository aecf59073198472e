/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* The type of memory that a cycle on the bus of BYU's timed traces is marked with, as groups of a map of
 * pages. The groups of such a map go by kinds: events that are to be in it are given kinds that stand
 * for their type of memory. */

#include "sl-columns.h"
#include "sl-source.h"

G_BEGIN_DECLS

/* As the records number them. */
typedef enum
{
  SL_BUS_UNCACHEABLE,
  SL_BUS_WRITE_THROUGH,
  SL_BUS_WRITE_PROTECT,
  SL_BUS_WRITE_BACK,
  SL_N_BUS_ATTRIBUTES,
} SlBusAttribute;

const char *sl_bus_attribute_get_word (guint8 attribute);
SlBusAttribute sl_bus_attribute_of_event (const SlEvent *event);
void sl_bus_attribute_mark_events (SlEvent *events, gsize n_events);
void sl_bus_attribute_mark_columns (SlColumns *columns);
guint8 sl_bus_attribute_get_group (guint16 kind);

G_END_DECLS
