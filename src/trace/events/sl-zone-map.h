/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* Summaries of the blocks of a source, so that filters and searches skip those that cannot match. */

#include "sl-event.h"

G_BEGIN_DECLS

/**
 * SlZone:
 * @first: index in the trace of the block's first event
 * @block: the source's number of the block
 * @count: events in the block, above 0
 * @kinds: bit (kind % 64) is set for each kind in the block
 * @cpus: bit (cpu % 64) is set for each processor
 *
 * Ranges are closed: both ends occur.
 */
typedef struct
{
  guint64 first;
  guint64 block;
  guint32 count;
  guint32 flags; /* or of the events' flags */
  SlTime time_min, time_max;
  guint64 kinds;
  guint64 cpus;
  guint64 a_min, a_max;
  guint64 b_min, b_max;
} SlZone;

void sl_zone_init (SlZone *self, guint64 first, guint64 block);
void sl_zone_add (SlZone *self, const SlEvent *events, gsize n_events);

G_END_DECLS
