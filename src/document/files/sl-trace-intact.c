/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-trace-intact.h"

#include <string.h>

/* Few enough to take no time in a large file. */
#define ZONES_LOOKED_AT 512

/* Whether the block still holds what it held when it was loaded, by all that was noted of it. */
static gboolean
is_zone_intact (SlTrace *trace, guint number, SlEvent *events)
{
  const SlZone *zone = sl_trace_get_zone (trace, number);
  gssize n_events = sl_trace_read_block (trace, number, events);
  SlZone now;

  if (n_events != (gssize) zone->count)
    return FALSE;

  sl_zone_init (&now, zone->first, zone->block);
  sl_zone_add (&now, events, (gsize) n_events);
  return now.time_min == zone->time_min && now.time_max == zone->time_max &&
         now.kinds == zone->kinds && now.cpus == zone->cpus && now.a_min == zone->a_min &&
         now.a_max == zone->a_max && now.b_min == zone->b_min && now.b_max == zone->b_max;
}

/**
 * sl_trace_intact_check:
 *
 * The file is the store of events: where somebody overwrites it, or cuts it off, they are gone. One that was
 * replaced by another file of its name, or that has only grown, still holds them. Looks at blocks all over
 * the file, the last one among them.
 *
 * Returns: whether the events of @trace are still what they were when it was loaded
 */
gboolean
sl_trace_intact_check (SlTrace *trace)
{
  g_autofree SlEvent *events = g_new (SlEvent, SL_BLOCK_EVENTS);
  guint n_zones, step;

  g_return_val_if_fail (SL_IS_TRACE (trace), FALSE);

  n_zones = sl_trace_get_n_blocks (trace);
  step = MAX (n_zones / ZONES_LOOKED_AT, 1);
  for (guint left = n_zones; left > 0; left -= MIN (left, step))
    if (!is_zone_intact (trace, left - 1, events))
      return FALSE;

  return TRUE;
}
