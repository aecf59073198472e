/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sl-event-finder.h"

#include "sl-bus-kinds.h"

/* No bus cycle moves more bytes. */
#define MOST_BYTES 32

/* What is looked for: the event at an offset, or one at an address from a place on. */
typedef struct
{
  SlTrace *trace;
  guint64 offset; /* SL_OFFSET_NONE where an address is looked for */
  SlAddressTarget target;
  guint64 from;
  int direction;
  SlEvent *events;
  guint64 found;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  g_object_unref (self->trace);
  g_free (self->events);
  g_free (self);
}

/* The event whose record stands at the offset or is the first after it. Offsets may go back where
 * records were put in order, so all zones are looked at. */
static gboolean
find_offset (Search *self, GCancellable *cancellable)
{
  guint64 best = SL_OFFSET_NONE;

  for (guint zone = 0; zone < sl_trace_get_n_blocks (self->trace) && best != self->offset &&
                       !g_cancellable_is_cancelled (cancellable);
       zone++)
    {
      gssize n_events = sl_trace_read_block (self->trace, zone, self->events);

      for (gssize i = 0; i < n_events; i++)
        if (self->events[i].offset >= self->offset && self->events[i].offset < best)
          {
            best = self->events[i].offset;
            self->found = sl_trace_get_zone (self->trace, zone)->first + (guint64) i;
          }
    }
  return best != SL_OFFSET_NONE;
}

/* A cycle that begins below the target can reach into it. */
static gboolean
may_match_zone (const Search *self, guint zone)
{
  guint64 first = self->target.first - MIN (self->target.first, MOST_BYTES - 1);

  return sl_trace_zone_may_touch (self->trace, zone, self->target.plane, first, self->target.last);
}

static gboolean
matches (const Search *self, const SlEvent *event)
{
  SlBusClass wanted = self->target.plane == SL_PLANE_PORTS ? SL_BUS_IO : SL_BUS_MEMORY;
  guint64 n_bytes;

  if ((sl_bus_kind_get_class (event->kind) != wanted &&
       sl_page_group_of_event (self->target.plane, event) == SL_PAGE_NO_GROUP) ||
      event->a > self->target.last)
    return FALSE;

  n_bytes = MAX (sl_bus_event_get_bytes (event), 1);
  return event->a >= self->target.first || self->target.first - event->a < n_bytes;
}

/* The first event that matches in the zone at or after @from, or the last before it. */
static gboolean
find_in_zone (Search *self, guint zone, guint64 from)
{
  const SlZone *info = sl_trace_get_zone (self->trace, zone);
  gboolean is_forward = self->direction > 0;
  gssize n_events;

  if ((is_forward ? info->first + info->count <= from : info->first >= from) ||
      !may_match_zone (self, zone))
    return FALSE;

  n_events = sl_trace_read_block (self->trace, zone, self->events);
  for (gssize i = 0; i < n_events; i++)
    {
      gssize place = is_forward ? i : n_events - 1 - i;
      guint64 index = info->first + (guint64) place;

      if ((is_forward ? index >= from : index < from) && matches (self, &self->events[place]))
        {
          self->found = index;
          return TRUE;
        }
    }
  return FALSE;
}

static gboolean
find_address (Search *self, guint64 from, GCancellable *cancellable)
{
  guint n_zones = sl_trace_get_n_blocks (self->trace);

  for (guint i = 0; i < n_zones && !g_cancellable_is_cancelled (cancellable); i++)
    if (find_in_zone (self, self->direction > 0 ? i : n_zones - 1 - i, from))
      return TRUE;
  return FALSE;
}

/* Returns: (transfer full) (nullable): the number of the event */
static gpointer
find (gpointer request, GCancellable *cancellable, SlBackgroundRun *run, GError **error)
{
  Search *self = request;
  gboolean found;

  if (self->offset != SL_OFFSET_NONE)
    found = find_offset (self, cancellable);
  /* From the last one on to the first, and the other way round. */
  else
    found = find_address (self, self->from, cancellable) ||
            find_address (self, self->direction > 0 ? 0 : G_MAXUINT64, cancellable);

  return found ? g_memdup2 (&self->found, sizeof self->found) : NULL;
}

static Search *
search_new (SlTrace *trace)
{
  Search *self = g_new0 (Search, 1);

  self->trace = g_object_ref (trace);
  self->events = g_new (SlEvent, SL_BLOCK_EVENTS);
  self->offset = SL_OFFSET_NONE;
  return self;
}

static const SlBackgroundKind background_kind = {
  .work = find,
  .free = search_free,
  .free_found = g_free,
};

/**
 * sl_event_finder_new:
 * @done: gets a #guint64, the number of the event in the trace; %NULL where there is no such event
 *
 * Returns: (transfer full): looks for nothing yet
 */
SlBackground *
sl_event_finder_new (SlBackgroundFunc done, gpointer owner)
{
  return sl_background_new (&background_kind, done, owner);
}

/**
 * sl_event_finder_find_offset:
 * @offset: in a file of the trace
 *
 * Looks for the event whose record is at @offset or is the first after it.
 */
void
sl_event_finder_find_offset (SlBackground *self, SlTrace *trace, guint64 offset)
{
  Search *search = search_new (trace);

  search->offset = offset;
  sl_background_start (self, search);
}

/**
 * sl_event_finder_find_address:
 * @from: forwards the first event that counts, backwards the first that does not
 * @direction: above 0 forwards, below 0 backwards
 *
 * Looks for the next bus cycle that moves a byte of @target, or packet with such an address, and goes
 * on at the other end of the trace where there is none.
 */
void
sl_event_finder_find_address (SlBackground *self,
                              SlTrace *trace,
                              const SlAddressTarget *target,
                              guint64 from,
                              int direction)
{
  Search *search = search_new (trace);

  search->target = *target;
  search->from = from;
  search->direction = direction;
  sl_background_start (self, search);
}
