/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What the kinds of bus cycles are to lanes and statistics. */

#include "sl-density.h"
#include "sl-page-group.h"
#include "sl-source.h"

G_BEGIN_DECLS

typedef enum
{
  SL_BUS_OTHER,
  SL_BUS_MEMORY,  /* a is a memory address */
  SL_BUS_IO,      /* a is a port */
  SL_BUS_SPECIAL, /* tells of the processor, not of data */
} SlBusClass;

/* A processor acknowledges an interrupt by two cycles, of which the second reads its vector. */
typedef enum
{
  SL_BUS_NO_ACKNOWLEDGE, /* or neither of a pair */
  SL_BUS_FIRST_ACKNOWLEDGE,
  SL_BUS_SECOND_ACKNOWLEDGE,
} SlBusAcknowledge;

gboolean sl_bus_kind_is_unmapped (guint16 kind);
SlBusClass sl_bus_kind_get_class (guint16 kind);
gboolean sl_bus_kind_is_cycle (guint16 kind);
SlBytesField sl_bus_kind_get_bytes_field (guint16 kind);
gboolean sl_bus_kind_has_bytes_in_detail (guint16 kind);
guint64 sl_bus_event_get_bytes (const SlEvent *event);
SlBusAcknowledge sl_bus_event_get_acknowledge (const SlEvent *event);

G_END_DECLS
