/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-time-bounds.h"

/* Looks this many blocks ahead at most; what is not known then is not known. */
#define MOST_ZONES 4096

/**
 * Bound:
 * @zone: in which the exact time was found; the first one that was not looked at where it was not
 * @time: the exact time; SL_TIME_MAX where none was found
 */
typedef struct
{
  guint16 cpu;
  guint zone;
  SlTime time;
} Bound;

struct _SlTimeBounds
{
  SlTrace *trace;
  GArray *bounds;  /* of Bound: what was found ahead */
  SlEvent *events; /* of a block ahead */
};

/**
 * sl_time_bounds_new:
 * @trace: held
 */
SlTimeBounds *
sl_time_bounds_new (SlTrace *trace)
{
  SlTimeBounds *self = g_new0 (SlTimeBounds, 1);

  self->trace = g_object_ref (trace);
  self->bounds = g_array_new (FALSE, FALSE, sizeof (Bound));
  return self;
}

void
sl_time_bounds_free (SlTimeBounds *self)
{
  g_clear_object (&self->trace);
  g_clear_pointer (&self->bounds, g_array_unref);
  g_free (self->events);
  g_free (self);
}

static Bound *
get_bound (SlTimeBounds *self, guint16 cpu)
{
  Bound bound = { cpu, 0, SL_TIME_MAX };

  for (guint i = 0; i < self->bounds->len; i++)
    {
      Bound *known = &g_array_index (self->bounds, Bound, i);

      if (known->cpu == cpu)
        return known;
    }

  g_array_append_val (self->bounds, bound);
  return &g_array_index (self->bounds, Bound, self->bounds->len - 1);
}

static gboolean
is_exact (const SlEvent *event)
{
  return (event->flags & (SL_EVENT_INTERVAL | SL_EVENT_BAD_TIME)) == 0;
}

/* The next exact time of @cpu behind block @zone. */
static SlTime
look_ahead (SlTimeBounds *self, guint zone, guint16 cpu)
{
  Bound *bound = get_bound (self, cpu);
  guint n_zones = sl_trace_get_n_blocks (self->trace);
  guint end = MIN (n_zones, zone + 1 + MOST_ZONES);

  if (bound->zone > zone)
    return bound->time;
  if (self->events == NULL)
    self->events = g_new (SlEvent, SL_BLOCK_EVENTS);

  bound->time = SL_TIME_MAX;
  for (bound->zone = zone + 1; bound->zone < end; bound->zone++)
    {
      gssize n_events = sl_trace_read_block (self->trace, bound->zone, self->events);

      for (gssize i = 0; i < n_events; i++)
        {
          if (self->events[i].cpu != cpu || !is_exact (&self->events[i]))
            continue;

          bound->time = self->events[i].time;
          return bound->time;
        }
    }

  return SL_TIME_MAX;
}

/**
 * sl_time_bounds_find:
 * @zone: number of a block
 * @events: (array length=n_events): all events of the block
 * @latest: (out) (array length=n_events): for each event with %SL_EVENT_INTERVAL the latest time
 *   that it may have, its own for others; %SL_TIME_MAX where nothing is known
 */
void
sl_time_bounds_find (SlTimeBounds *self,
                     guint zone,
                     const SlEvent *events,
                     gsize n_events,
                     SlTime *latest)
{
  g_autoptr (GArray) next = g_array_new (FALSE, FALSE, sizeof (Bound));

  for (gsize i = n_events; i-- > 0;)
    {
      const SlEvent *event = &events[i];
      Bound *bound = NULL;

      for (guint k = 0; k < next->len && bound == NULL; k++)
        {
          if (g_array_index (next, Bound, k).cpu == event->cpu)
            bound = &g_array_index (next, Bound, k);
        }
      latest[i] = event->time;
      if ((event->flags & SL_EVENT_INTERVAL) == 0 && !is_exact (event))
        continue;
      if (bound == NULL)
        {
          Bound fresh = { event->cpu, zone,
                          is_exact (event) ? event->time : look_ahead (self, zone, event->cpu) };

          g_array_append_val (next, fresh);
          bound = &g_array_index (next, Bound, next->len - 1);
        }
      if (is_exact (event))
        bound->time = event->time;
      else
        latest[i] = bound->time;
    }
}
