/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Whether a trace of bus cycles has all that a processor read, or only what its caches missed. Where
 * the first-level caches are disabled, all instruction fetches and data reads are noncacheable. */

#include "sl-columns.h"
#include "sl-source.h"

G_BEGIN_DECLS

typedef enum
{
  SL_BUS_EXTENT_UNKNOWN, /* nothing is read */
  SL_BUS_COMPLETE,
  SL_BUS_NEARLY_COMPLETE, /* but for so few reads that they may be errors of the capture */
  SL_BUS_MISSES,
} SlBusExtent;

/**
 * SlBusReads:
 * @all: instruction fetches and data reads
 * @cacheable: of these
 * @longer: transfers of 16 or 32 bytes, of cycles that bear a size
 */
typedef struct
{
  guint64 all;
  guint64 cacheable;
  guint64 longer;
} SlBusReads;

void sl_bus_reads_see_events (SlBusReads *self, const SlEvent *events, gsize n_events);
void sl_bus_reads_see_columns (SlBusReads *self, const SlColumns *columns);
void sl_bus_reads_add (SlBusReads *self, const SlBusReads *other);
SlBusExtent sl_bus_reads_get_extent (const SlBusReads *self);
const char *sl_bus_extent_get_id (SlBusExtent extent);
void sl_bus_reads_note (const SlBusReads *self, SlSource *source);

G_END_DECLS
