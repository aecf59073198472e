/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What a cycle on the bus says of how the memory that it touches may be cached. */

#include "sl-event.h"

G_BEGIN_DECLS

typedef enum
{
  SL_BUS_CACHING_UNKNOWN, /* the cycle does not say */
  SL_BUS_UNCACHEABLE,
  SL_BUS_WRITE_THROUGH,
  SL_BUS_WRITE_PROTECT,
  SL_BUS_WRITE_BACK,
  SL_BUS_CACHEABLE, /* it may be, but the cycle does not say how */
  SL_N_BUS_CACHINGS,
} SlBusCaching;

/* The bits of an event's detail that its caching depends on, beside its kind. */
#define SL_BUS_CACHING_DETAIL 3

SlBusCaching sl_bus_event_get_caching (const SlEvent *event);
const char *sl_bus_caching_get_id (SlBusCaching caching);
const char *sl_bus_caching_get_title (SlBusCaching caching);

G_END_DECLS
