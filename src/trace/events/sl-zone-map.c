/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-zone-map.h"

/**
 * sl_zone_init:
 * @first: index in the trace of the block's first event
 * @block: the source's number of the block
 *
 * Makes an empty zone: its ranges hold nothing until events are added.
 */
void
sl_zone_init (SlZone *self, guint64 first, guint64 block)
{
  *self = (SlZone) {
    .first = first,
    .block = block,
    .time_min = SL_TIME_MAX,
    .time_max = SL_TIME_MIN,
    .a_min = G_MAXUINT64,
    .b_min = G_MAXUINT64,
  };
}

/**
 * sl_zone_add:
 *
 * Takes the next events of the block in. Runs over every event of a load, so it keeps its
 * sums in a local.
 */
void
sl_zone_add (SlZone *self, const SlEvent *events, gsize n_events)
{
  SlZone zone = *self;

  for (gsize i = 0; i < n_events; i++)
    {
      const SlEvent *event = &events[i];

      zone.flags |= event->flags;
      zone.kinds |= G_GUINT64_CONSTANT (1) << (event->kind % 64);
      zone.cpus |= G_GUINT64_CONSTANT (1) << (event->cpu % 64);
      zone.time_min = MIN (zone.time_min, event->time);
      zone.time_max = MAX (zone.time_max, event->time);
      zone.a_min = MIN (zone.a_min, event->a);
      zone.a_max = MAX (zone.a_max, event->a);
      zone.b_min = MIN (zone.b_min, event->b);
      zone.b_max = MAX (zone.b_max, event->b);
    }

  zone.count += n_events;
  *self = zone;
}
